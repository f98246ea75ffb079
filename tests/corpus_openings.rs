//! Lists of names that others have made: each of their lines is read, and
//! where the book has its position the names agree. They are read from the
//! folder that `OUTFLANK_DATA` names.

use std::{fs, path::PathBuf};

use outflank::{
    board::Game,
    opening::{Book, Line},
    record::{JudgeOptions, ReadOptions, Records, judge},
};

/// Where the sources disagree with each other, and so with the book: the
/// file, and the name that it has for a position of another name.
const DISAGREEMENTS: [(&str, &str); 5] = [
    // The Ganglion is the line that others call so.
    ("zebra_openings.txt", "Ganglion"),
    // In the second list the F.A.T. Draw begins six plies earlier.
    ("names_english_2.tsv", "f.a.t. draw"),
    // Names that the file cut at a comma or quote.
    ("names_english_2.tsv", "tobidashi \\"),
    ("names_english_2.tsv", "\\"),
    // The parallel opening has two Japanese names.
    ("names_japanese.tsv", "平行取り"),
];

/// The lines of a file, as moves and names.
type List = Vec<(String, String)>;

/// The files and their lines, or `None` with a note.
fn lists() -> Option<Vec<(&'static str, List)>> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA").map(PathBuf::from) else {
        println!("skipped: OUTFLANK_DATA does not name the folder of the samples");
        return None;
    };
    let files = [
        "zebra_openings.txt",
        "welty_thor_openings.txt",
        "names_english_2.tsv",
        "names_french.tsv",
        "names_japanese.tsv",
    ];
    let read = |file: &str| -> List {
        let text = fs::read_to_string(folder.join("openings").join(file)).unwrap();
        text.lines()
            .filter_map(|line| line.split_once(char::is_whitespace))
            .filter(|(moves, _)| moves.to_lowercase().starts_with(['c', 'd', 'e', 'f']))
            .map(|(moves, name)| (moves.to_owned(), name.trim().to_owned()))
            .filter(|(_, name)| !name.is_empty())
            .collect()
    };
    Some(files.map(|file| (file, read(file))).to_vec())
}

fn game(moves: &str) -> Option<Game> {
    let mut records = Records::new("list", moves.as_bytes(), ReadOptions::default());
    let (source, raw) = records.next()?.ok()?;
    let judged = judge(&source, &raw, &JudgeOptions::default());
    judged.is_valid().then_some(judged.record.game)
}

fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

fn has_name(line: &Line, name: &str) -> bool {
    line.names().any(|own| plain(own) == plain(name))
}

#[test]
fn every_line_of_other_lists_is_read() {
    for (file, list) in lists().into_iter().flatten() {
        let lines = list.len();
        assert!(lines > 70, "{file} has {lines} lines");
        for (moves, name) in list {
            let game = game(&moves);
            let plies = game.map(|game| game.plies());
            assert_eq!(plies, Some(moves.len() / 2), "{file}: {name}, {moves}");
        }
    }
}

#[test]
fn other_lists_agree_on_the_names() {
    let book = Book::shipped();
    let mut known = 0;
    for (file, list) in lists().into_iter().flatten() {
        for (moves, names) in list {
            let Some(line) = game(&moves).and_then(|game| book.at(game.last()).cloned()) else {
                continue;
            };
            known += 1;
            // The French list has a name of its own for nearly every line.
            let separators: &[char] = match file {
                "names_french.tsv" => continue,
                "names_japanese.tsv" => {
                    let own = line.japanese.as_deref().unwrap_or(&names);
                    let agrees = plain(&names).contains(&plain(own));
                    let stated = DISAGREEMENTS.contains(&(file, names.as_str()));
                    assert!(agrees || stated, "{file}: {names}, not {own}");
                    continue;
                }
                _ => &['/', ','],
            };
            for name in names.split(separators).map(str::trim) {
                let stated = DISAGREEMENTS.contains(&(file, name));
                assert!(
                    has_name(&line, name) || stated,
                    "{file}: {name}, not {}",
                    line.name
                );
            }
        }
    }
    assert!(known == 0 || known > 400, "{known}");
}

#[test]
fn the_book_has_every_english_name() {
    let book = Book::shipped();
    for (file, list) in lists().into_iter().flatten().take(3) {
        for (moves, name) in list {
            let at = game(&moves).and_then(|game| book.at(game.last()).cloned());
            let stated = DISAGREEMENTS.contains(&(file, name.as_str()));
            assert!(at.is_some() || stated, "{file}: {name}, {moves}");
        }
    }
}
