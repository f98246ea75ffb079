//! The WTHOR database: files made byte by byte, whole, cut and lying.

use std::sync::Arc;

use assert_cmd::Command;
use outflank::record::{
    FaultKind, JudgeOptions, Judged, ReadError, ReadOptions, Records, judge,
    wthor::{HeaderError, NameKind, Names},
};
use tempfile::TempDir;

/// The shortest game: Black wins with 13 discs after nine moves.
const SHORTEST: &str = "f5d6c5f6e7f4g5e6e3";

fn header(games: u32) -> Vec<u8> {
    let mut bytes = vec![20, 26, 2, 23];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0, 231, 7, 8, 0, 24, 0]);
    bytes
}

/// A game: tournament 1, players 1 and 2, both scores, the moves.
fn game(score: u8, best: u8, moves: &str) -> Vec<u8> {
    let mut bytes = vec![1, 0, 1, 0, 2, 0, score, best];
    for mv in moves.as_bytes().chunks(2) {
        bytes.push((mv[1] - b'0') * 10 + mv[0] - b'a' + 1);
    }
    bytes.resize(68, 0);
    bytes
}

fn list(kind: NameKind, names: &[&[u8]]) -> Vec<u8> {
    let width = if kind == NameKind::Players { 20 } else { 26 };
    let count = u8::try_from(names.len()).unwrap();
    let mut bytes = vec![20, 26, 2, 16, 0, 0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0];
    for name in names {
        bytes.extend(name.iter().copied().chain([0; 26]).take(width));
    }
    bytes
}

fn read(bytes: &[u8]) -> Vec<Judged> {
    let mut names = Names::default();
    let players = list(NameKind::Players, &[b"???", b"Black One", b"Wh\xeete"]);
    names.add("WTH.JOU", players.as_slice()).unwrap();
    let tournaments = list(NameKind::Tournaments, &[b"", b"Pr\xe9qualif"]);
    names.add("WTH.TRN", tournaments.as_slice()).unwrap();
    Records::new("x.wtb", bytes, ReadOptions::default())
        .with_names(Arc::new(names))
        .map(|found| {
            let (source, raw) = found.unwrap();
            judge(&source, &raw, &JudgeOptions::default())
        })
        .collect()
}

fn faults(judged: &Judged) -> Vec<(FaultKind, &str)> {
    let faults = judged.faults.iter();
    faults
        .map(|fault| (fault.kind, fault.message.as_str()))
        .collect()
}

#[test]
fn a_game_with_all_that_it_carries() {
    // The empty squares go to the winner.
    let bytes = [header(1), game(64, 64, SHORTEST)].concat();
    let games = read(&bytes);
    let [judged] = games.as_slice() else {
        panic!("{games:?}")
    };
    assert!(
        judged.is_valid() && judged.warnings.is_empty(),
        "{judged:?}"
    );
    assert_eq!(judged.record.game.compact(), SHORTEST);
    let tags: Vec<(&str, &str)> = judged
        .record
        .tags
        .iter()
        .map(|tag| (tag.name.as_str(), tag.value.as_str()))
        .collect();
    let want = [
        ("event", "Préqualif"),
        ("date", "2023"),
        ("black", "Black One"),
        ("white", "Whîte"),
        ("result", "64-0"),
        ("theoretical", "64-0"),
        ("theoreticalempties", "24"),
    ];
    assert_eq!(tags, want);
}

/// Case D38: each letter of Latin-1 is itself, in names of players and of
/// tournaments, and not the one that Latin-2 or Windows has there.
#[test]
fn names_are_latin1() {
    // Tournament 17 of the database among others.
    let letters: Vec<u8> = (0xc0..=0xff).collect();
    let mut tournaments = vec![b"Pr\xe9qualif de Paris".as_slice()];
    tournaments.extend(letters.chunks(16));
    let want = [
        "Préqualif de Paris",
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
        "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
        "àáâãäåæçèéêëìíîï",
        "ðñòóôõö÷øùúûüýþÿ",
    ];
    for kind in [NameKind::Tournaments, NameKind::Players] {
        let mut names = Names::default();
        names.add("x", list(kind, &tournaments).as_slice()).unwrap();
        let found = names.list(kind).unwrap();
        assert_eq!(found.as_slice(), want);
    }
    // What no name has is no control of a terminal either.
    let mut names = Names::default();
    let odd = list(NameKind::Players, &[b"\x80\x9ba\x1b[31m\x07b\x7f"]);
    names.add("x", odd.as_slice()).unwrap();
    assert_eq!(
        names.get(NameKind::Players, 0),
        Some("\u{fffd}\u{fffd}a\u{fffd}[31m\u{fffd}b\u{fffd}")
    );
}

#[test]
fn passes_are_not_written() {
    // After eight moves Black must pass.
    let bytes = [header(1), game(20, 20, "f5f6d3g5h5h4f7h6c5")].concat();
    let game = &read(&bytes)[0].record.game;
    assert_eq!((game.plies(), game.passes()), (9, 1));
}

#[test]
fn scores_of_unfinished_games_were_adjudicated() {
    // A drawn game without its last move.
    let whole = "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1a4d6e6e7f7b6e8c6b3a5d7a3e1a6g1a2c2c7b8d8c8g8g6h6g5h5g4h4h3g7h8f8h7a8a7b7a1b2g3g2h2h1c1b1";
    let judged = &read(&[header(1), game(10, 10, &whole[..118])].concat())[0];
    assert!(!judged.record.game.is_complete());
    assert!(judged.is_valid(), "{:?}", judged.faults);
    assert_eq!(judged.results[0].holds, None);
}

#[test]
fn a_score_that_the_moves_belie_is_a_fault() {
    let judged = &read(&[header(1), game(63, 64, SHORTEST)].concat())[0];
    assert_eq!(judged.faults[0].kind, FaultKind::ResultMismatch);
    let judged = &read(&[header(1), game(65, 200, SHORTEST)].concat())[0];
    let want = [65, 200].map(|n| format!("{n} is no number of discs: a board has 64 squares"));
    let want: Vec<(FaultKind, &str)> = want
        .iter()
        .map(|what| (FaultKind::Syntax, what.as_str()))
        .collect();
    assert_eq!(faults(judged), want);
}

#[test]
fn bytes_that_are_no_moves() {
    let mut bytes = [header(1), game(64, 64, SHORTEST)].concat();
    (bytes[16 + 8 + 2], bytes[16 + 8 + 5]) = (0, 99);
    let judged = &read(&bytes)[0];
    let plies: Vec<Option<usize>> = judged.faults.iter().map(|fault| fault.ply).collect();
    assert_eq!(plies, [Some(3), Some(6)], "{:?}", judged.faults);
    let want = "a move is missing here: its byte is 0, and others follow";
    assert_eq!(judged.faults[0].message, want);
    assert!(judged.faults[1].message.starts_with("byte 99 is no square"));
}

#[test]
fn headers_that_lie_about_the_number_of_games() {
    let games = [game(64, 64, SHORTEST), game(64, 64, SHORTEST)].concat();
    // Too many: what is there is read.
    let read_all = read(&[header(5), games.clone()].concat());
    assert_eq!(read_all.len(), 3);
    assert!(read_all[0].is_valid() && read_all[1].is_valid());
    let want = "the header states 5 games, and the file ends after 2: 3 missing";
    assert_eq!(faults(&read_all[2]), [(FaultKind::Truncated, want)]);
    // Too few: the rest is read as well.
    let read_all = read(&[header(1), games.clone()].concat());
    assert_eq!(read_all.len(), 2);
    let want = "the header states 1 games, and the file goes on: one of them is wrong";
    assert_eq!(faults(&read_all[1]), [(FaultKind::Syntax, want)]);
    assert_eq!(read_all[1].record.game.compact(), SHORTEST);
    // Cut in a game.
    let cut = [header(2), games[..100].to_vec()].concat();
    let read_all = read(&cut);
    assert_eq!(read_all.len(), 2);
    let want = "the file ends after 32 of the 68 bytes of game 2, and its header states 2 games";
    assert_eq!(faults(&read_all[1]), [(FaultKind::Truncated, want)]);
    // A count beyond all measure.
    assert_eq!(read(&[header(u32::MAX), games].concat()).len(), 3);
}

#[test]
fn files_that_hold_no_games() {
    let error = |bytes: &[u8]| {
        let mut records = Records::new("x", bytes, ReadOptions::default());
        records.next().unwrap().unwrap_err()
    };
    assert!(matches!(error(&header(0)), ReadError::NoRecord));
    let mut ten = header(1);
    ten[12] = 10;
    assert!(matches!(
        error(&ten),
        ReadError::Wthor(HeaderError::Board(10))
    ));
    let players = list(NameKind::Players, &[b"???", b"x"]);
    let told = error(&players).to_string();
    let want = "this is a list of the names of 2 players: there are no games in it";
    assert_eq!(told, want);
    // A header that was cut off is no header.
    assert!(matches!(
        error(&header(1)[..9]),
        ReadError::Binary { line: 1 }
    ));
}

/// A folder with a file of games and perhaps the names to it.
fn folder(names: bool) -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: Vec<u8>| std::fs::write(folder.path().join(name), bytes);
    let broken = game(64, 64, "f5f5");
    let bytes = [header(2), game(64, 64, SHORTEST), broken].concat();
    write("WTH_2023.wtb", bytes).unwrap();
    if names {
        let players = list(NameKind::Players, &[b"???", b"Black One", b"Wh\xeete"]);
        write("wth.jou", players).unwrap();
        let tournaments = list(NameKind::Tournaments, &[b"", b"Pr\xe9qualif"]);
        write("WTH.TRN", tournaments).unwrap();
    }
    folder
}

fn outflank(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("outflank").unwrap();
    let done = command
        .current_dir(folder.path())
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

#[test]
fn faults_name_the_file_the_game_and_the_byte() {
    let folder = folder(true);
    let (status, out, _) = outflank(&folder, &["check", "WTH_2023.wtb"]);
    assert_eq!(status, Some(1));
    assert!(
        out.contains("WTH_2023.wtb:1: game 1: valid, 9 moves"),
        "{out}"
    );
    assert!(out.contains("invalid, occupied-square at move 2"), "{out}");
    assert!(
        out.contains("Préqualif 2023 | Black One | Whîte | 64-0"),
        "{out}"
    );
    // 16 bytes of header, a game of 68, 8 bytes, one move.
    assert!(out.contains("byte 93 of the file, in its game 2"), "{out}");
    let (_, out, _) = outflank(&folder, &["check", "--json", "WTH_2023.wtb"]);
    let line: serde_json::Value = serde_json::from_str(out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(line["source"], "WTH_2023.wtb:2");
    assert_eq!(line["error"]["byte"], 93);
    assert_eq!(line["tags"]["white"], "Whîte");
}

#[test]
fn names_that_are_missing_are_told_once() {
    let folder = folder(false);
    let (_, out, _) = outflank(&folder, &["check", "WTH_2023.wtb"]);
    let told = "the players and tournaments of this file are numbers";
    assert_eq!(out.matches(told).count(), 1, "{out}");
    assert!(out.contains("#1 2023 | #1 | #2 | 64-0"), "{out}");
}

#[test]
fn lists_of_names_are_no_games() {
    let folder = folder(true);
    let all = ["check", "WTH.TRN", "WTH_2023.wtb", "wth.jou"];
    let (status, out, error) = outflank(&folder, &all);
    assert_eq!((status, error.as_str()), (Some(1), ""));
    assert!(out.contains("2 records: 1 valid, 1 invalid"), "{out}");
    let (status, _, error) = outflank(&folder, &["show", "wth.jou"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("the names of 3 players"), "{error}");
}

#[test]
fn other_commands_read_the_games() {
    let folder = folder(true);
    let (_, out, _) = outflank(&folder, &["show", "--ascii", "--at", "1", "WTH_2023.wtb"]);
    for label in ["WTH_2023.wtb:1\n", "WTH_2023.wtb:2\n"] {
        assert!(out.contains(label), "{out}");
    }
    assert_eq!(out.matches("White to move").count(), 2, "{out}");
    let (status, _, _) = outflank(&folder, &["replay", "--ascii", "WTH_2023.wtb"]);
    assert_eq!(status, Some(1));
}
