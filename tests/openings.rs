//! The shipped book, and names whatever the orientation.

use outflank::{
    board::{Game, Move, Rules, Symmetry},
    opening::{Attempt, Book, Sides, Verdict, read},
};

#[test]
fn sessions() {
    // What the program is to remember is of no concern to whoever tests it.
    let home = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("OUTFLANK_HOME", home.path().to_str().unwrap())
        .case("tests/cmd/opening/*.trycmd")
        .case("tests/cmd/opening/*.toml");
}

#[test]
fn every_shipped_line_passes_the_check() {
    let mut lines = 0;
    for source in Book::shipped_sources() {
        let entries = read(&source).unwrap();
        lines += entries.len();
        for entry in entries {
            assert!(entry.ok, "{entry:#?}");
        }
    }
    assert_eq!(Book::shipped().lines().len(), lines);
    assert!(lines >= 80, "{lines}");
}

#[test]
fn the_shipped_files_share_no_name_and_no_position() {
    let book = Book::shipped();
    for line in book.lines() {
        assert_eq!(book.at(line.game.last()), Some(line));
        for name in std::iter::once(&line.name).chain(&line.aliases) {
            assert_eq!(book.find(name), Some(line), "{name}");
        }
    }
}

#[test]
fn shipped_lines_begin_with_f5_and_stand_in_order() {
    for source in Book::shipped_sources() {
        let entries = read(&source).unwrap();
        let moves: Vec<String> = entries
            .into_iter()
            .filter_map(|entry| entry.moves)
            .collect();
        assert!(moves.iter().all(|moves| moves.starts_with("f5")));
        assert!(moves.is_sorted(), "{}", source.name());
    }
}

/// The same game, turned.
fn turned(game: &Game, symmetry: Symmetry) -> Game {
    let mut image = Game::new(Rules::othello());
    for mv in game.moves() {
        let mv = match mv {
            Move::Place(square) => Move::Place(symmetry.square(*square, 8)),
            Move::Pass => Move::Pass,
        };
        image.play(mv).unwrap();
    }
    image
}

#[test]
fn every_image_of_a_line_has_its_name() {
    let book = Book::shipped();
    for line in book.lines() {
        for symmetry in Symmetry::OF_START {
            let named = book.name(&turned(&line.game, symmetry)).unwrap();
            assert_eq!((named.line, named.ply), (line, line.game.plies()));
        }
    }
}

#[test]
fn every_line_can_be_drilled_in_every_orientation() {
    let book = Book::shipped();
    for line in book.lines() {
        for symmetry in Symmetry::OF_START {
            let mut attempt = Attempt::new(&book, line, Sides::Both);
            for &mv in turned(&line.game, symmetry).moves() {
                assert_eq!(attempt.answer(mv), Verdict::Right, "{}", line.name);
            }
            assert!(attempt.is_over());
        }
        let mut white = Attempt::new(&book, line, Sides::White);
        for step in line.game.steps() {
            if white.asks() {
                assert_eq!(white.answer(step.mv), Verdict::Right);
            } else {
                assert_eq!(white.reply(), Some(step.mv), "{}", line.name);
            }
        }
    }
}

/// The names of lines that a session of the program asks, all of them
/// answered with hints.
fn asked(book: &std::path::Path, seed: u64) -> Vec<String> {
    let mut command = assert_cmd::Command::cargo_bin("outflank").unwrap();
    command.args([
        "opening",
        "drill",
        "--lines",
        "5",
        "--side",
        "white",
        "--blind",
        "--no-record",
    ]);
    command.arg("--seed").arg(seed.to_string());
    command.arg("--book").arg(book);
    let output = command.write_stdin("?\n".repeat(100)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let titles = text.lines().filter(|line| line.starts_with("Line "));
    titles
        .map(|title| title.split([':', ',']).nth(1).unwrap().trim().to_owned())
        .collect()
}

#[test]
fn every_leaf_is_asked_before_any_comes_again() {
    // One short branch, and one of twenty leaves.
    let mut lines = vec![("short".to_owned(), "f5f4".to_owned())];
    let shipped = Book::shipped();
    let diagonal = shipped.lines().iter().map(|line| line.game.compact());
    let mut diagonal: Vec<String> = diagonal.filter(|moves| moves.starts_with("f5f6")).collect();
    let branch = diagonal.clone();
    let goes_on = |moves: &String| {
        branch
            .iter()
            .any(|other| other != moves && other.starts_with(moves))
    };
    diagonal.retain(|moves| !goes_on(moves));
    let leaves = diagonal.into_iter().take(20).enumerate();
    lines.extend(leaves.map(|(leaf, moves)| (format!("leaf {leaf}"), moves)));
    let list = lines.iter();
    let text: String = list
        .map(|(name, moves)| format!("  - {{name: {name}, moves: {moves}}}\n"))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.yaml");
    std::fs::write(&book, format!("openings:\n{text}")).unwrap();

    let mut seen: Vec<String> = (1..=4).flat_map(|seed| asked(&book, seed)).collect();
    assert_eq!(seen.len(), 20);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 20, "a leaf came twice");
    seen.extend(asked(&book, 5));
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 21, "a leaf was left out");
    assert_eq!(asked(&book, 3), asked(&book, 3));
}
