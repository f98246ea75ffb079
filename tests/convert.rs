//! `convert` as a user runs it.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A full game that does not begin with f5: 60 moves, a pass, 32-32
/// (oers/reversatile issue 22).
const DRAWN: &str = "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8\
    G8G6H6G5H5G4H4H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1";

fn program(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("outflank"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    program(folder).arg("convert").args(args).output().unwrap()
}

fn here(args: &[&str]) -> Output {
    run(Path::new("."), args)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// What is printed by a conversion that goes well.
fn printed(args: &[&str]) -> String {
    let output = here(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout).to_owned()
}

fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// Case A1, and `--rotate` brings it to any of the four first moves.
#[test]
fn games_are_turned_to_one_orientation() {
    let plain = printed(&[DRAWN, "--to", "moves"]);
    assert_eq!(plain, format!("{}\n", DRAWN.to_lowercase()));
    for first in ["f5", "c4", "d3", "e6"] {
        let turned = printed(&[DRAWN, "--to", "moves", "--rotate", first]);
        assert!(turned.starts_with(first), "{turned}");
        let back = printed(&[turned.trim(), "--to", "moves", "--rotate", "d3"]);
        assert_eq!(back, plain);
    }
    let turned = printed(&["c4e3f6e6f5", "--to", "moves", "--rotate", "f5"]);
    assert_eq!(turned, "f5d6c3d3c4\n");
    // From another start there is no such move: the game stays as it is.
    let board = "--------\n".repeat(3) + "---XO---\n---OX---\n" + &"--------\n".repeat(3);
    let board: String = board.split_whitespace().collect();
    let other = format!("{board} X; c5e6");
    let kept = printed(&[&other, "--to", "moves", "--rotate", "f5"]);
    assert_eq!(kept, format!("{other}\n"));
}

/// Case A6 through the program: from a position, with a pass, to each format
/// and back.
#[test]
fn a_set_up_game_comes_back_from_every_format() {
    let start = printed(&["f5f6d3g5h5h4f7", "--to", "obf"]);
    let start = start.trim().trim_end_matches(';');
    let game = format!("{start}; h6c5");
    let want = printed(&[&game, "--to", "json"]);
    assert!(want.contains("\"moves\":\"h6 pass c5\""), "{want}");
    let folder = folder_with(&[]);
    for format in ["moves", "pgn", "sgf", "ggf", "json", "yaml"] {
        let written = printed(&[&game, "--to", format]);
        let name = format!("game.{format}");
        fs::write(folder.path().join(&name), &written).unwrap();
        let back = run(folder.path(), &[&name, "--to", "moves"]);
        assert_eq!(back.status.code(), Some(0), "{}", text(&back.stderr));
        assert_eq!(text(&back.stdout), format!("{start}; h6c5\n"), "{written}");
    }
}

/// Cases A2, A4, A7 and A8: what is illegal is never written, and never a
/// shorter game that looks whole.
#[test]
fn records_with_a_fault_are_left_out() {
    for (moves, ply) in [
        ("D3D4D5D6", "move 2"),
        ("f5pa", "move 2"),
        ("f5d6c3d3c4zz", "move 6"),
        ("f5d6c3a1c4", "move 4"),
        (
            "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
             -------- -------- *]B[f5]W[a1]B[c3];)",
            "move 2",
        ),
    ] {
        let output = here(&[moves, "--to", "pgn"]);
        assert_eq!(output.status.code(), Some(1), "{moves}");
        assert_eq!(text(&output.stdout), "", "{moves}");
        let said = text(&output.stderr);
        assert!(said.contains("argument:1: game 1: left out"), "{said}");
        assert!(said.contains(ply), "{said}");
    }
    let output = here(&["f5d6c3a1c4", "--to", "moves", "--keep-broken"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "f5d6c3\n");
    assert!(text(&output.stderr).contains("written up to the fault"));
}

/// Case A9: the game that is bad is named, and the others are written.
#[test]
fn one_bad_game_does_not_stop_the_file() {
    let folder = folder_with(&[("games.txt", b"f5d6c3\nf5f5\nc4e3f6\n")]);
    let output = run(folder.path(), &["games.txt", "--to", "moves"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "f5d6c3\nc4e3f6\n");
    let said = text(&output.stderr);
    assert!(
        said.contains("games.txt:2: game 2: left out, occupied-square at move 2"),
        "{said}"
    );
    assert!(said.contains("games.txt:2:3"), "{said}");
    // An input that is not there does not stop the others either.
    let output = run(folder.path(), &["gamez.txt", "games.txt", "--to", "moves"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "f5d6c3\nc4e3f6\n");
    assert!(text(&output.stderr).contains("did you mean `games.txt`?"));
}

/// A wrong result does not make moves wrong: the result written is theirs.
#[test]
fn a_wrong_result_is_reported_and_not_passed_on() {
    let game =
        "[Black \"A\"]\n[Result \"0-13\"]\n\n1. f5 d6 2. c5 f6 3. e7 f4 4. g5 e6 5. e3 0-13\n";
    let folder = folder_with(&[("game.pgn", game.as_bytes())]);
    let output = run(folder.path(), &["game.pgn", "--to", "sgf"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("RE[B+64]"));
    let said = text(&output.stderr);
    assert!(
        said.contains("written as it was played, result-mismatch"),
        "{said}"
    );
}

/// Cases A12 and A13: a byte order mark, and tags full of moves and brackets,
/// which come back from every format that has them.
#[test]
fn tags_are_no_moves_whatever_is_in_them() {
    let game = "\u{feff}[White \"vs f5\"]\n[Event \"Open (f5 d6) [blitz]\"]\n[Black \"name]x\"]\n\
        [Result \"*\"]\n\n1. f5 d6 2. c3 *\n";
    let folder = folder_with(&[("bom.pgn", game.as_bytes())]);
    let want = run(folder.path(), &["bom.pgn", "--to", "pgn"]);
    assert_eq!(
        text(&want.stdout),
        "[Event \"Open (f5 d6) [blitz]\"]\n[Black \"name]x\"]\n[White \"vs f5\"]\n\
         [Result \"*\"]\n\n1. f5 d6 2. c3 *\n\n"
    );
    for format in ["sgf", "json", "yaml"] {
        let there = run(folder.path(), &["bom.pgn", "--to", format, "-o", "there"]);
        assert_eq!(there.status.code(), Some(0));
        let back = run(folder.path(), &["there", "--to", "pgn"]);
        assert_eq!(text(&back.stdout), text(&want.stdout), "{format}");
    }
    let ggf = run(folder.path(), &["bom.pgn", "--to", "ggf"]);
    assert!(text(&ggf.stdout).contains("PB[name\\]x]"));
}

/// Case B25: a board that a format does not have is said in plain words.
#[test]
fn other_boards_are_refused_by_name() {
    let ten = r#"{"no":1,"type":2,"players":["a","b"],"moves":["g6","e7"]}"#;
    let output = here(&[ten, "--to", "obf"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("game 1: obf has no boards of 10×10"),
        "{said}"
    );
    assert!(said.contains("json and yaml hold every record"), "{said}");
    let back = printed(&[ten, "--to", "eothello"]);
    assert!(back.contains("\"type\":2"), "{back}");
}

/// Cases D37 and D38: names in Latin-1 become UTF-8, are Latin-1 in WTHOR
/// again, and ASCII where that is asked for.
#[test]
fn names_keep_their_letters() {
    let game = b"[Black \"Pr\xe9qualif\"]\n[Date \"1998\"]\n\n1. f5 d6 2. c3 *\n";
    let folder = folder_with(&[("latin.pgn", game)]);
    let json = run(folder.path(), &["latin.pgn", "--to", "json"]);
    assert!(text(&json.stdout).contains("Pr\u{e9}qualif"));
    let json = run(folder.path(), &["latin.pgn", "--to", "json", "--ascii"]);
    assert!(text(&json.stdout).contains("Pr\\u00e9qualif"));
    let pgn = run(folder.path(), &["latin.pgn", "--to", "pgn", "--ascii"]);
    assert!(text(&pgn.stdout).contains("Prequalif"));
    let wthor = run(
        folder.path(),
        &["latin.pgn", "--to", "wthor", "-o", "one.wtb"],
    );
    assert_eq!(wthor.status.code(), Some(0), "{}", text(&wthor.stderr));
    let players = fs::read(folder.path().join("one.jou")).unwrap();
    assert_eq!(players[36..46], *b"Pr\xe9qualif\0");
    let games = fs::read(folder.path().join("one.wtb")).unwrap();
    assert_eq!(games.len(), 16 + 68);
    assert_eq!(games[4..12], [1, 0, 0, 0, 0, 0, 0xce, 0x07]);
    assert!(folder.path().join("one.trn").exists());
    let refused = run(folder.path(), &["latin.pgn", "--to", "wthor"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("-o FILE"));
}

#[test]
fn filters_choose_records() {
    let games = "[Black \"Hassan\"]\n[White \"Verstuyft\"]\n[Date \"2017.12.28\"]\n\n1. f5 d6 2. c5 f6 3. e7 f4 4. g5 e6 5. e3 13-0\n\n\
        [Black \"Seeley\"]\n[White \"Hassan\"]\n[Date \"1998\"]\n\n1. c4 e3 2. f6 e6 3. f5 *\n";
    let folder = folder_with(&[("games.pgn", games.as_bytes())]);
    let (first, second) = ("f5d6c5f6e7f4g5e6e3\n", "c4e3f6e6f5\n");
    let both = format!("{first}{second}");
    for (filters, want) in [
        (&["player=hassan"][..], both.as_str()),
        (&["player=hassan", "black=seeley"], second),
        (&["white=HASS"], second),
        (&["year=1990..1999"], second),
        (&["year=2017"], first),
        (&["result=black"], first),
        (&["result=draw"], ""),
        (&["opening=tiger"], second),
        (&["opening=f5d6c3d3c4"], second),
        (&["opening=f5 d6"], both.as_str()),
        (&["length=6.."], first),
        (&["length=..8", "year=2017"], ""),
    ] {
        let mut args = vec!["games.pgn", "--to", "moves"];
        args.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
        let output = run(folder.path(), &args);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{filters:?} {}",
            text(&output.stderr)
        );
        assert_eq!(text(&output.stdout), want, "{filters:?}");
    }
    let output = here(&["f5", "--to", "moves", "--filter", "name=x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("player, black, white, year"));
}

/// A file is written whole or not at all.
#[test]
fn an_output_is_whole_or_not_touched() {
    let folder = folder_with(&[
        ("games.txt", b"f5d6c3\n"),
        ("old.pgn", b"old"),
        ("bad.txt", b"f5f5\n"),
    ]);
    let in_folder = || {
        let mut names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let before = in_folder();
    for (args, status) in [
        (["bad.txt", "--to", "pgn", "-o", "old.pgn"], 1),
        (["none.txt", "--to", "pgn", "-o", "old.pgn"], 2),
        (["games.txt", "--to", "pgn", "-o", "no/such.pgn"], 2),
        (["games.txt", "--to", "pgn", "-o", "."], 2),
    ] {
        let output = run(folder.path(), &args);
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert_eq!(in_folder(), before);
        assert_eq!(fs::read(folder.path().join("old.pgn")).unwrap(), b"old");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| {
            fs::metadata(folder.path().join(name))
                .unwrap()
                .permissions()
                .mode()
        };
        run(folder.path(), &["f5d6c3", "--to", "pgn", "-o", "new.pgn"]);
        assert_eq!(mode("new.pgn"), mode("bad.txt"));
    }
}

/// Records come out as they go in: a stream is converted before it ends.
#[test]
fn a_stream_is_converted_record_by_record() {
    let mut child = program(Path::new("."))
        .args(["convert", "-", "--to", "moves"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = child.stdout.take().unwrap();
    // The head of a stream is looked at before its first record is read.
    let (kept, open) = mpsc::channel::<()>();
    let feeder = thread::spawn(move || {
        for _ in 0..20_000 {
            if input.write_all(b"f5d6c3d3c4\n").is_err() {
                return;
            }
        }
        // The input stays open until a record has come out.
        let _ = open.recv();
    });
    let (found, first) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut lines = BufReader::new(output).lines();
        let _ = found.send(lines.next().unwrap().unwrap());
        1 + lines.count()
    });
    let line = first.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(line, "f5d6c3d3c4");
    drop(kept);
    feeder.join().unwrap();
    assert_eq!(reader.join().unwrap(), 20_000);
    assert!(child.wait().unwrap().success());
}

/// Cases A14 and A15: wrapped pairs, and prose around the moves.
#[test]
fn what_people_paste_is_converted() {
    let pasted = "https://www.playok.com/en/game 62-1\n1. d3 c5 2. d6\ne3 3. f5 d2";
    let moves = printed(&["1. F5 f4 2. F3 g4 3. H3 f6 4. G5 g6", "--to", "moves"]);
    assert_eq!(moves, "f5f4f3g4h3f6g5g6\n");
    let glued = printed(&["1.f5 d6 2.c3 d3 3.c4", "--to", "logbook"]);
    assert_eq!(glued, "+f5-d6+c3-d3+c4\n");
    let wrapped = here(&[pasted, "--to", "moves"]);
    assert!(
        text(&wrapped.stdout).starts_with("d3c5d6e3f5d2"),
        "{}",
        text(&wrapped.stderr)
    );
}

/// What a format cannot hold would be lost for good.
#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = folder_with(&[("own.txt", b"f5d6\nf5f5\n")]);
    for name in ["own.txt", "./own.txt"] {
        let output = run(folder.path(), &["own.txt", "--to", "moves", "-o", name]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("it is not written over"));
        let kept = fs::read(folder.path().join("own.txt")).unwrap();
        assert_eq!(kept, b"f5d6\nf5f5\n");
    }
    // Lists of names are written beside games, and are no games.
    let output = run(folder.path(), &["f5d6", "--to", "wthor", "-o", "a.JOU"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("FILE.wtb"));
}
