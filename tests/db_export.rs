//! What comes into a collection comes out of it again, through the program.

#[path = "common/games.rs"]
mod common;

use std::{fs, path::Path};

use outflank::{
    board::Color,
    games::{Collection, Filter},
    record::{ClaimedResult, GameRecord, JudgeOptions, ReadOptions, Records, judge},
};
use tempfile::TempDir;

use common::{run, stderr, stdout};

/// Games with all that a collection keeps: one that was adjudicated, one that
/// was resigned, one with what was said about its moves, one from another
/// position, one that White begins, one with the mirrored start.
const MIXED: &str = concat!(
    r#"{"moves": "d3 c5 f6 f5", "result": {"black": 40, "white": 24}, "tags": {"event": "WOC", "date": "1977.03.04", "round": "3", "black": "Inoue 🦉", "white": "'; DROP TABLE games; --"}}"#,
    "\n",
    r#"{"moves": "f5 f6", "result": {"winner": "white"}, "tags": {"black": "Rose", "site": "Rome"}}"#,
    "\n",
    r#"{"moves": "c4 e3 f6", "tags": {"blackelo": "1700", "year": "1999"}, "remarks": [{"at": 1, "comment": "as all"}, {"at": 3, "eval": -1.5, "seconds": 2.5}]}"#,
    "\n",
    r#"{"moves": "b7", "board": "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-", "to_move": "black", "tags": {"black": "Rose"}}"#,
    "\n",
    r#"{"moves": "e3 f3", "board": "---------------------------OX------XO---------------------------", "to_move": "white", "result": {"difference": -7}}"#,
    "\n",
    r#"{"moves": "f4 f5", "board": "---------------------------XO------OX---------------------------", "to_move": "black"}"#,
    "\n",
);

/// The records of a text, without their places.
fn records(name: &str, text: &str) -> Vec<GameRecord> {
    let records = Records::new(name, text.as_bytes(), ReadOptions::default());
    let records = records.map(|found| {
        let (source, raw) = found.unwrap();
        judge(&source, &raw, &JudgeOptions::default()).record
    });
    records.collect()
}

/// What must come out again.
fn facts(record: &GameRecord) -> impl PartialEq + std::fmt::Debug {
    let mut tags: Vec<(String, String)> = record
        .tags
        .iter()
        .filter(|tag| tag.name != "result")
        .map(|tag| (tag.name.clone(), tag.value.clone()))
        .collect();
    tags.sort();
    let remarks = record.remarks.clone();
    (
        record.game.start().to_string(),
        record.game.moves().to_vec(),
        tags,
        record.stated_result(),
        remarks,
    )
}

fn import(home: &Path, name: &str, text: &str) {
    let file = home.join(name);
    fs::write(&file, text).unwrap();
    let done = run(home, &["db", "import", "-q", file.to_str().unwrap()]);
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn what_is_imported_comes_out_as_it_was() {
    let folder = TempDir::new().unwrap();
    import(folder.path(), "mixed.jsonl", MIXED);
    let want = records("mixed", MIXED);
    for format in ["json", "yaml"] {
        let exported = run(folder.path(), &["db", "export", "--to", format]);
        assert!(exported.status.success(), "{exported:?}");
        let found = records(format, stdout(&exported));
        assert_eq!(found.len(), want.len(), "{format}");
        for (found, want) in found.iter().zip(&want) {
            assert_eq!(facts(found), facts(want), "{format}");
        }
    }
}

#[test]
fn every_format_gives_games_that_are_known() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    import(home, "mixed.jsonl", MIXED);
    for format in ["json", "yaml", "pgn", "sgf", "ggf", "moves"] {
        let file = home.join(format!("out.{format}"));
        let file = file.to_str().unwrap();
        let exported = run(home, &["db", "export", "-q", "--to", format, "-o", file]);
        assert!(exported.status.success(), "{format} {exported:?}");
        let again = run(home, &["db", "import", file]);
        assert!(
            stdout(&again).ends_with("6 records, 0 new, 6 known\n"),
            "{format} {again:?}"
        );
    }
    // Positions and formats that know one start say what they cannot hold.
    for (format, status) in [
        ("obf", 0),
        ("gpdb", 0),
        ("zebra", 0),
        ("logbook", 2),
        ("eothello", 2),
    ] {
        let exported = run(home, &["db", "export", "--to", format]);
        assert_eq!(
            exported.status.code(),
            Some(status),
            "{format} {exported:?}"
        );
        assert!(!exported.stdout.is_empty(), "{format}");
    }
    let exported = run(home, &["db", "export", "--to", "eothello"]);
    assert!(stderr(&exported).contains("game 4: eothello has only games from Othello's start"));
}

#[test]
fn results_of_unfinished_games_are_those_that_were_stated() {
    let folder = TempDir::new().unwrap();
    let text = "[Black \"A\"]\n\n1. f5 d6 2. c3 30-20\n\n[Black \"B\"]\n\n1. f5 d6 2. c3 0-1\n\n\
                [Black \"C\"]\n\n1. f5 d6 2. c3 *\n";
    import(folder.path(), "some.pgn", text);
    let exported = run(folder.path(), &["db", "export", "--to", "pgn"]);
    let found = records("x", stdout(&exported));
    let results: Vec<_> = found.iter().map(GameRecord::stated_result).collect();
    assert_eq!(
        results,
        [
            Some(ClaimedResult::Discs {
                black: 30,
                white: 20
            }),
            Some(ClaimedResult::Winner(Some(Color::White))),
            None
        ]
    );
    // A resignation of SGF is a result, and stays one.
    let resigned = "(;GM[2]PB[D]RE[W+R];B[f5];W[d6];B[c3])\n";
    import(folder.path(), "some.sgf", resigned);
    let found = run(
        folder.path(),
        &["db", "search", "--black", "D", "--result", "white"],
    );
    assert!(found.status.success(), "{found:?}");
    let exported = run(
        folder.path(),
        &["db", "export", "--black", "D", "--to", "sgf"],
    );
    assert!(stdout(&exported).contains("RE[W+R]"), "{exported:?}");
}

#[test]
fn filters_and_orientation_are_those_of_search_and_convert() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    import(home, "mixed.jsonl", MIXED);
    for filter in [
        &["--player", "rose"][..],
        &["--year", "1977"],
        &["--result", "white"],
        &["--position", "f5"],
        &["--game", "2", "--game", "3"],
    ] {
        let listed = run(
            home,
            &[&["db", "search", "--json", "--all"], filter].concat(),
        );
        let exported = run(home, &[&["db", "export"], filter].concat());
        let count = |text: &str| text.lines().count();
        assert!(count(stdout(&listed)) > 0, "{filter:?}");
        assert_eq!(
            count(stdout(&listed)),
            count(stdout(&exported)),
            "{filter:?}"
        );
    }
    let args = ["db", "export", "--to", "moves", "--game", "1"];
    assert_eq!(stdout(&run(home, &args)), "d3c5f6f5\n");
    let turned = [&args[..], &["--rotate", "f5"]].concat();
    assert_eq!(stdout(&run(home, &turned)), "f5d6c3d3\n");
}

#[test]
fn wthor_needs_a_file_and_keeps_its_names_beside_it() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    import(
        home,
        "one.pgn",
        "[Black \"Rosé\"]\n[White \"Inoue\"]\n[Event \"WOC\"]\n[Date \"1977\"]\n\n1. f5 d6 2. c3 40-24\n",
    );
    let none = run(home, &["db", "export", "--to", "wthor"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        stderr(&none).contains("cannot go to standard output"),
        "{none:?}"
    );
    let file = home.join("out.wtb");
    let file = file.to_str().unwrap();
    let done = run(home, &["db", "export", "--to", "wthor", "-o", file]);
    assert!(done.status.success(), "{done:?}");
    assert!(stderr(&done).ends_with("out.wtb: 1 game\n"), "{done:?}");
    let again = run(home, &["db", "import", file]);
    assert!(
        stdout(&again).ends_with("1 record, 0 new, 1 known\n"),
        "{again:?}"
    );
    // In a collection of its own the game has all of its names.
    let other = home.join("other.db");
    let other = other.to_str().unwrap();
    assert!(
        run(home, &["db", "import", "-q", "--db", other, file])
            .status
            .success()
    );
    let found = run(home, &["db", "search", "--db", other, "--json"]);
    let game: serde_json::Value = serde_json::from_str(stdout(&found)).unwrap();
    assert_eq!(
        (
            &game["black"],
            &game["white"],
            &game["tournament"],
            &game["year"],
            &game["score"]
        ),
        (
            &"Rosé".into(),
            &"Inoue".into(),
            &"WOC".into(),
            &1977.into(),
            &16.into()
        )
    );
}

#[test]
fn a_game_learns_details_from_a_later_record() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    import(home, "plain.txt", "c4e3f6e6\n");
    import(
        home,
        "said.pgn",
        "[Round \"2\"]\n[White \"Rose\"]\n\n1. f5 d6 2. c3 {a key move} d3 30-34\n",
    );
    let exported = run(home, &["db", "export", "--to", "pgn"]);
    let text = stdout(&exported);
    // The comment may speak of squares, so the board lies as it does there.
    for part in [
        "[White \"Rose\"]",
        "[Round \"2\"]",
        "1. f5 d6 2. c3 {a key move} d3 30-34",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let collection = Collection::open(&home.join("games.db")).unwrap();
    let matches = collection.search(&Filter::default()).unwrap();
    assert_eq!(collection.game(0, &matches).unwrap().sources.len(), 2);
}

#[test]
fn the_collection_is_not_written_over() {
    let home = TempDir::new().unwrap();
    import(home.path(), "one.txt", "f5d6c3\n");
    let file = home.path().join("games.db");
    let own = file.to_str().unwrap();
    let output = run(home.path(), &["db", "export", "--to", "pgn", "-o", own]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("it is not written over"));
    assert!(run(home.path(), &["db", "stats"]).status.success());
}
