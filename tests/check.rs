//! `check` as a user runs it.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use assert_cmd::{Command as Assert, cargo::CommandCargoExt};
use serde_json::Value;
use tempfile::TempDir;

/// The objects that `check --json` prints for some arguments and a text on
/// standard input, and the exit status.
fn json(args: &[&str], input: impl Into<Vec<u8>>) -> (Vec<Value>, i32) {
    let mut command = Assert::cargo_bin("outflank").unwrap();
    let output = command
        .args(["check", "--json"])
        .args(args)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let objects = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    (objects, output.status.code().unwrap())
}

/// The one object for one text.
fn one(text: &str) -> (Value, i32) {
    let (mut objects, status) = json(&["--", text], "");
    assert_eq!(objects.len(), 1, "{text}");
    (objects.remove(0), status)
}

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cmd/check/*.trycmd");
}

#[test]
fn the_example_of_a_mirrored_start_with_a_slip() {
    let (report, status) = one("c5 c6 d6 e6 f6 c4 b6 e7 f8 e3");
    assert_eq!(status, 1);
    assert_eq!(report["source"], "argument:1");
    assert_eq!(report["valid"], false);
    assert_eq!(report["start"], "mirrored");
    let error = &report["error"];
    assert_eq!(error["kind"], "illegal-move");
    assert_eq!(error["ply"], 9);
    assert_eq!(error["move"], "f8");
    assert_eq!(error["side"], "black");
    assert_eq!(
        (
            error["line"].as_i64(),
            error["column"].as_i64(),
            error["length"].as_i64()
        ),
        (Some(1), Some(25), Some(2))
    );
    assert_eq!(error["suggestions"], serde_json::json!(["f3"]));
    assert_eq!(error["repairs"][0]["moves"], "c5c6d6e6f6c4b6e7f3e3");
}

/// What users of such programs have stumbled over: valid lists with their
/// moves, passes, discs of Black and White, and whether they are complete.
#[test]
fn lists_that_are_valid() {
    let full = "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1";
    let table: &[(&str, i64, i64, i64, i64, bool)] = &[
        (full, 60, 1, 32, 32, true),
        ("1. F5 f4 2. F3 g4 3. H3 f6 4. G5 g6", 8, 0, 6, 6, false),
        ("1.f5 d6 2.c3 d3 3.c4", 5, 0, 6, 3, false),
        ("1.f5 2.d6 3.c3", 3, 0, 5, 2, false),
        ("f5f6d3g5h5h4f7h6", 8, 0, 8, 4, false),
        ("f5f6d3g5h5h4f7h6pa", 8, 1, 8, 4, false),
        ("f5f6d3g5h5h4f7h6 PS c5", 9, 1, 5, 8, false),
        ("f5f6d3g5h5h4f7h6--c5", 9, 1, 5, 8, false),
        ("f5f6d3g5h5h4f7h6@@c5", 9, 1, 5, 8, false),
        ("f5d6c5f6e7f4g5e6e3", 9, 0, 13, 0, true),
        ("f5f4e3d2d3d6e6f6c2b1", 10, 0, 0, 14, true),
        ("f5f4c3e6f7g6g4e8g8g5h5", 11, 0, 14, 1, true),
    ];
    for &(text, plies, passes, black, white, complete) in table {
        let (report, status) = one(text);
        assert_eq!(
            (status, &report["valid"]),
            (0, &Value::Bool(true)),
            "{text}"
        );
        let number = |name: &str| report[name].as_i64().unwrap();
        let found = (
            number("plies"),
            number("passes"),
            number("black"),
            number("white"),
        );
        assert_eq!(found, (plies, passes, black, white), "{text}");
        assert_eq!(report["complete"], complete, "{text}");
    }
}

#[test]
fn lists_that_are_not() {
    let table: &[(&str, &str, i64, &str)] = &[
        ("D3D4D5D6", "occupied-square", 2, "d4"),
        ("f5pa", "illegal-pass", 2, "pass"),
        ("f5 pass", "illegal-pass", 2, "pass"),
        ("f5d6c3d3c4zz", "syntax", 6, "zz"),
        ("f5d6c3a1c4", "illegal-move", 4, "a1"),
        ("5f6d3c3d4c", "syntax", 1, "5f"),
        ("f5d6c5f6e7f4g5e6e3a1", "move-after-end", 10, "a1"),
    ];
    for &(text, kind, ply, word) in table {
        let (report, status) = one(text);
        assert_eq!(
            (status, &report["valid"]),
            (1, &Value::Bool(false)),
            "{text}"
        );
        let error = &report["error"];
        assert_eq!(
            (&error["kind"], &error["ply"], &error["move"]),
            (&kind.into(), &ply.into(), &word.into()),
            "{text}"
        );
        // The game is the part before the fault, nothing is skipped.
        assert_eq!(report["plies"], ply - 1, "{text}");
    }
}

#[test]
fn one_bad_game_does_not_stop_the_file() {
    let (reports, status) = json(&["-"], "f5d6\nf5f5\nf5d6c3\n");
    assert_eq!(status, 1);
    let found: Vec<_> = reports
        .iter()
        .map(|report| {
            (
                report["source"].as_str().unwrap(),
                report["game"].as_i64().unwrap(),
                report["valid"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [("-:1", 1, true), ("-:2", 2, false), ("-:3", 3, true)]
    );
    let error = &reports[1]["error"];
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &3.into()));
}

#[test]
fn an_unreadable_input_weighs_more_and_does_not_stop_the_others() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.txt");
    std::fs::write(&path, "f5f5\n").unwrap();
    let path = path.to_str().unwrap();
    let (reports, status) = json(&["missing.txt", path, "f5d6"], "");
    assert_eq!((reports.len(), status), (2, 2));
    for input in [
        &b""[..],
        b"\n\n",
        b"nothing here\n",
        &[0, 159, 146, 150, 0, 1, 2],
    ] {
        assert_eq!(json(&["-"], input), (Vec::new(), 2), "{input:?}");
    }
    let (reports, status) = json(&[folder.path().to_str().unwrap()], "");
    assert_eq!((reports.len(), status), (0, 2));
}

#[test]
fn a_result_says_which_way_of_counting_it_follows() {
    let list = "1. f5 f4 2. e3 d2 3. d3 d6 4. e6 f6 5. c2 b1";
    let result = |end: &str| {
        let (mut reports, status) = json(&["-"], format!("{list} {end}\n"));
        let report = reports.remove(0);
        (
            report["result"]["matches"].clone(),
            report["error"]["kind"].clone(),
            status,
        )
    };
    assert_eq!(result("0-14"), ("discs".into(), Value::Null, 0));
    assert_eq!(result("0-64"), ("official".into(), Value::Null, 0));
    assert_eq!(result("1-13"), (Value::Null, "result-mismatch".into(), 1));
    let (report, _) = one(list);
    assert_eq!(
        (&report["winner"], &report["score"]),
        (&"white".into(), &(-64).into())
    );
    let (reports, _) = json(&["--scoring", "discs", list], "");
    assert_eq!(reports[0]["score"], -14);
}

#[test]
fn tags_are_no_moves_and_state_results() {
    let tags = "\u{feff}[White \"vs f5\"]\n[Event \"Open (f5 d6) [blitz]\"]\n";
    let moves = "1. f5 d6 2. c5 f6 3. e7 f4 4. g5 e6 5. e3";
    let result = |result: &str| {
        let text = format!("{tags}[Result \"{result}\"]\n\n\n{moves} {result}\n");
        let (mut reports, status) = json(&["-"], text);
        assert_eq!(reports.len(), 1);
        let report = reports.remove(0);
        assert_eq!(
            (&report["plies"], &report["tags"]["white"]),
            (&9.into(), &"vs f5".into())
        );
        // Stated twice, wrong once.
        assert!(report.get("more_errors").is_none());
        (
            report["result"]["matches"].clone(),
            report["error"]["kind"].clone(),
            status,
        )
    };
    // The first side wins: Black.
    assert_eq!(result("1-0"), ("winner".into(), Value::Null, 0));
    assert_eq!(result("0-1"), (Value::Null, "result-mismatch".into(), 1));
    let (reports, _) = json(&["-"], format!("{tags}\n\n"));
    assert_eq!(
        reports[0]["warnings"][0]["message"],
        "the record has no moves"
    );
}

/// A file of each kind that ends in the middle, or is broken outside its
/// moves.
#[test]
fn faults_outside_the_moves() {
    let board = "---------------------------O*------*O---------------------------";
    let game = |end: &str| format!("(;GM[Othello]TY[8]BO[8 {board} *]B[f5]W[d6]{end}");
    let kind = |text: String| {
        let (reports, status) = json(&["-"], text);
        assert_eq!((reports.len(), status), (1, 1), "{reports:?}");
        reports[0]["error"]["kind"].clone()
    };
    assert_eq!(kind(game("B[c3")), "truncated");
    assert_eq!(kind(game("W[c3];)")), "missing-pass");
    assert_eq!(kind(game("B[a1];)")), "illegal-move");
    // A file that begins with such a byte is no text at all; one far in is a
    // fault of its record.
    let (reports, status) = json(&["-"], format!("{}f5d6 \0 c3\n", "f5d6c3\n".repeat(12_000)));
    assert_eq!((reports.len(), status), (12_001, 1));
    assert_eq!(reports[12_000]["error"]["kind"], "bad-encoding");
}

/// Bytes that are not UTF-8 among the moves: text before and after them, the
/// move at fault, the column, what stands there, and the bytes.
#[test]
fn bytes_that_are_not_utf8_among_moves() {
    let table: &[(&[u8], i64, i64, &str, &str)] = &[
        (b"f5d6\xffc3\n", 3, 5, "\u{ff}", "FF"),
        (b"f5d6\x80c3\n", 3, 5, "\u{80}", "80"),
        (b"f5d6\xfe\xfdc3\n", 3, 5, "\u{fe}\u{fd}", "FE FD"),
        (b"f5d6\xd7\xfdc3\n", 3, 5, "\u{d7}\u{fd}", "D7 FD"),
        (b"f5 d6 \xe9 c3\n", 3, 7, "\u{e9}", "E9"),
        (b"f5 d6 c\xb33 d3\n", 3, 7, "c\u{b3}3", "B3"),
        (b"f5d6c3\xc3\x28\n", 4, 7, "\u{c3}", "C3"),
        (b"f5d6 \xff\n", 3, 6, "\u{ff}", "FF"),
        (b"\xe9f5d6c3\n", 1, 1, "\u{e9}", "E9"),
        (b"f5d6\xffc3d3\xe9c4\n", 3, 5, "\u{ff}", "FF"),
        (
            b"[Black \"Andr\xe9\"]\n\nf5d6\xffc3\n",
            3,
            5,
            "\u{ff}",
            "FF",
        ),
        (
            b"{\"moves\": [\"f5\", \"d\xff6\"]}\n",
            2,
            19,
            "d\u{ff}6",
            "FF",
        ),
    ];
    for &(bytes, ply, column, word, named) in table {
        let shown = String::from_utf8_lossy(bytes);
        let (reports, status) = json(&["-"], bytes);
        assert_eq!((reports.len(), status), (1, 1), "{shown}");
        let error = &reports[0]["error"];
        assert_eq!(error["kind"], "bad-encoding", "{shown}: {error}");
        assert_eq!(
            (&error["ply"], &error["column"], &error["move"]),
            (&ply.into(), &column.into(), &word.into()),
            "{shown}"
        );
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(&format!("{named} ")), "{message}");
        assert!(message.contains("UTF-8"), "{message}");
        assert_eq!(error["help"][0], "save the text as UTF-8", "{shown}");
    }
    let (reports, _) = json(&["-"], *b"f5d6\xffc3\n");
    let repair = &reports[0]["error"]["repairs"][0];
    assert_eq!(
        (&repair["kind"], &repair["moves"]),
        (&"drop".into(), &"f5d6c3".into())
    );
    let (reports, _) = json(&["-"], *b"f5d6\xffc3d3\xe9c4\n");
    assert_eq!(reports[0]["more_errors"][0]["kind"], "bad-encoding");
    // What a conversion has left of such bytes.
    let (report, _) = one("f5d6\u{fffd}c3");
    assert_eq!(report["error"]["kind"], "bad-encoding");
    // Names, remarks, and what separates the moves are read as Latin-1.
    let fine: [&[u8]; 5] = [
        b"[Black \"Andr\xe9\"]\n\nf5d6c3\n",
        b"[Black \"Andr\xe9\"]\n\nf5 d6 {d\xe9j\xe0 vu} c3\n",
        b"Pr\xe9qualif: f5d6c3d3\n",
        b"\xb7f5\xa0d6\x96c3\n",
        b"f5d6c3 (d\xe9j\xe0 vu) d3\n",
    ];
    for bytes in fine {
        let (reports, status) = json(&["-"], bytes);
        assert_eq!(
            (reports.len(), status),
            (1, 0),
            "{}: {reports:?}",
            String::from_utf8_lossy(bytes)
        );
        let warning = reports[0]["warnings"][0]["message"].as_str().unwrap();
        assert!(warning.contains("Latin-1"), "{warning}");
    }
}

#[test]
fn options_fix_the_rules() {
    let mirrored = "c5 c6 d6";
    let (reports, status) = json(&[mirrored], "");
    assert_eq!((&reports[0]["start"], status), (&"mirrored".into(), 0));
    let (reports, status) = json(&["--start", "othello", mirrored], "");
    assert_eq!((&reports[0]["start"], status), (&"othello".into(), 1));
    let (reports, status) = json(&["--size", "6", "c2b4c5"], "");
    assert_eq!((&reports[0]["size"], status), (&6.into(), 0));
    let (reports, status) = json(&["--size", "7", "c2b4c5"], "");
    assert_eq!((reports.len(), status), (0, 2));
}

#[test]
fn positions_are_records_too() {
    let position =
        "---------------------------OX------XXX-------------------------- O; d6:+0; f4:-2;";
    let (report, status) = one(position);
    assert_eq!(status, 0);
    assert_eq!(
        (&report["start"], &report["to_move"], &report["empties"]),
        (&"position".into(), &"white".into(), &59.into())
    );
    let (report, status) = one(&position.replace("f4", "a1"));
    assert_eq!(
        (status, &report["error"]["kind"], &report["error"]["move"]),
        (1, &"illegal-move".into(), &"a1".into())
    );
}

#[test]
fn two_squares_with_the_row_first_are_turned() {
    for text in ["5f6d", "5F6D", "5f 6d", "1. 5f 6d", "Moves: 5f 6d"] {
        let (report, status) = one(text);
        assert_eq!((status, &report["plies"]), (1, &0.into()), "{text}");
        assert!(report.get("more_errors").is_none(), "{text}");
        let error = &report["error"];
        assert_eq!(
            (&error["kind"], &error["ply"]),
            (&"syntax".into(), &1.into())
        );
        let repair = &error["repairs"][0];
        assert_eq!(
            (&repair["kind"], &repair["put"], &repair["moves"]),
            (&"row-first".into(), &"f5 d6".into(), &"f5d6".into()),
            "{text}"
        );
        let help = error["help"][0].as_str().unwrap();
        assert!(help.contains("read the row first"), "{help}");
    }
}

/// A position has no moves, and none are missed: not of the start either.
/// Tags with players are of a game.
#[test]
fn a_position_misses_no_moves() {
    let start = "---------------------------OX------XO---------------------------";
    let ggf = format!("(;GM[Othello]TY[8]BO[8 {start} *];)").replace('X', "*");
    for text in [
        format!("{start} X"),
        format!("{start} O"),
        format!("{start} X; d3:+0;"),
        start.replace("OX", "XO") + " X",
        format!("{{\"position\": \"{start}\", \"turn\": \"X\"}}"),
        ggf.clone(),
    ] {
        let (reports, status) = json(&["-"], text.as_str());
        assert_eq!((reports.len(), status), (1, 0), "{text}");
        assert_eq!(reports[0].get("warnings"), None, "{text}");
    }
    let (reports, _) = json(&["-"], ggf.replace("TY", "PB[a]PW[b]TY"));
    assert_eq!(
        reports[0]["warnings"][0]["message"],
        "the record has no moves"
    );
}

/// A report is written when its record is read, not when the stream ends.
#[test]
fn a_stream_is_answered_while_it_flows() {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f5d6\n\nf5f5\n\nf5\n").unwrap();
    input.flush().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "-:1: game 1: valid, 2 moves, 3-3, Black to move\n");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Ctrl-C ends the program with its own status, after what was found.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_stream() {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f5d6\n\nf5f5\n\nf5\n").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn hostile_input_ends_soon() {
    let long = "f5".repeat(500_000);
    let (reports, status) = json(&["-"], long);
    assert!(status == 1 && !reports.is_empty(), "{status}");
    let lines = "f5f5\n".repeat(2_000);
    let (reports, status) = json(&["-"], lines);
    assert_eq!((reports.len(), status), (2_000, 1));
}

#[test]
fn a_closed_pipe_is_nobodys_error() {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    // The program may end before it has read all of it.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all("f5d6\n".repeat(20_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stderr, b"");
}
