//! `puzzle check` for composers: remarks, the origin of positions, and files
//! that are put right.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use assert_cmd::Command;
use outflank::{
    board::{Game, Position, Rules},
    engine::{Engine, Options},
    puzzle::{Complete, Judge, Origin, Problem, ProblemKind, PuzzleFile, Seen, fix},
    source::Source,
};

static GO: AtomicBool = AtomicBool::new(false);

fn engine() -> Engine {
    let hash = 16 << 20;
    Engine::new(Options {
        hash,
        ..Options::default()
    })
    .unwrap()
}

fn fixture(name: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/puzzles");
    let text = fs::read_to_string(path.join(name)).unwrap();
    Source::new(name, text)
}

/// Everything that is told of the puzzles of a text.
fn told(source: &Source) -> Vec<Problem> {
    let file = PuzzleFile::read(source).unwrap();
    let mut engine = engine();
    let mut seen = Seen::default();
    let mut told = file.problems;
    for entry in &file.entries {
        let verdict = Judge::new(&mut engine, &GO).judge(entry);
        told.extend(verdict.problems);
        told.extend(verdict.remarks);
        told.extend(seen.note(source, entry));
    }
    told
}

fn line(source: &Source, problem: &Problem) -> usize {
    source.place(problem.diagnostic.span.unwrap().start).line
}

/// What a file says of itself: `# ! kind` is told of its line, `# !+4 kind` of
/// the line four below.
fn expected(source: &Source) -> BTreeSet<(usize, String)> {
    let mut expected = BTreeSet::new();
    for (index, line) in source.text().lines().enumerate() {
        let Some((_, mark)) = line.split_once("# !") else {
            continue;
        };
        let (below, kinds) = mark.split_once(' ').unwrap();
        let below: usize = below.trim_start_matches('+').parse().unwrap_or(0);
        for kind in kinds.split_whitespace() {
            expected.insert((index + 1 + below, kind.to_owned()));
        }
    }
    expected
}

#[test]
fn every_fault_is_told_with_its_kind_and_line_and_nothing_else() {
    let source = fixture("faults.yaml");
    let told: BTreeSet<_> = told(&source)
        .iter()
        .map(|problem| (line(&source, problem), problem.kind.name().to_owned()))
        .collect();
    let expected = expected(&source);
    assert_eq!(told, expected);
    // Nothing but time leads to the kind that is missing.
    let kinds: BTreeSet<&str> = expected.iter().map(|(_, kind)| kind.as_str()).collect();
    let all = ProblemKind::ALL.iter().map(|kind| kind.name());
    let missing: Vec<_> = all.filter(|kind| !kinds.contains(kind)).collect();
    assert_eq!(missing, ["not-proved"]);
}

#[test]
fn a_sound_set_has_no_faults_and_no_remarks() {
    assert_eq!(told(&fixture("sound.yaml")), []);
}

/// A number that looks random.
fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as usize
}

/// A game of random moves from the start.
fn random_game(seed: &mut u64) -> Game {
    let mut game = Game::new(Rules::othello());
    while !game.is_complete() {
        if !game.pass_if_forced() {
            let moves = game.last().legal_moves();
            game.play(moves[random(seed) % moves.len()].into()).unwrap();
        }
    }
    game
}

#[test]
fn positions_of_games_are_never_called_impossible() {
    let mut seed = 2026;
    let mut looked = 0;
    for _ in 0..60 {
        for step in random_game(&mut seed).steps() {
            if step.before.must_pass() {
                continue;
            }
            looked += 1;
            let origin = Origin::glance(&step.before);
            assert!(!matches!(origin, Origin::Impossible(_)), "{}", step.before);
        }
    }
    assert!(looked > 3000, "{looked}");
}

#[test]
fn a_game_that_is_found_leads_to_the_position() {
    let mut seed = 64;
    let mut found = 0;
    for _ in 0..8 {
        let game = random_game(&mut seed);
        for plies in [4, 8, 12] {
            let position = game.at(plies).unwrap();
            match Origin::find(&position, &GO) {
                Origin::Game(moves) => {
                    let mut again = Game::new(Rules::othello());
                    for mv in moves {
                        again.play(mv).unwrap();
                    }
                    assert_eq!(*again.last(), position);
                    found += 1;
                }
                Origin::Impossible(why) => panic!("{why}: {position}"),
                Origin::Unknown => {}
            }
        }
    }
    assert!(found >= 20, "{found} of 24");
}

fn position(rows: [&str; 8], side: char) -> Position {
    Position::parse(&format!("{} {side}", rows.concat()), Rules::othello()).unwrap()
}

#[test]
fn what_no_game_can_lead_to_is_called_impossible() {
    let impossible = |rows, side| match Origin::find(&position(rows, side), &GO) {
        Origin::Impossible(why) => why,
        other => panic!("{other:?}"),
    };
    let none = "--------";
    let rows = |four: [&'static str; 4]| {
        let [a, b, c, d] = four;
        [none, none, a, b, c, d, none, none]
    };
    // The start with the colours exchanged, and with the wrong side to move.
    impossible(rows([none, "---XO---", "---OX---", none]), 'X');
    impossible(rows([none, "---OX---", "---XO---", none]), 'O');
    // After f5 it is White's turn: nobody passes so early.
    impossible(rows([none, "---OX---", "---XXX--", none]), 'X');
    // Each disc beside one of the other colour with one of its own behind it:
    // none can have been placed last.
    let even = "XOXOXOXO";
    let odd = "OXOXOXOX";
    let checks = [even, odd, even, odd, even, odd, even, "OXOXOXO-"];
    let why = impossible(checks, 'X');
    assert_eq!(why, "no game leads here: no disc can have been placed last");
}

/// What a file is when it was put right.
fn put_right(text: &str) -> String {
    let source = Source::new("x.yaml", text);
    let file = PuzzleFile::read(&source).unwrap();
    let mut engine = engine();
    let mut judge = Judge::new(&mut engine, &GO);
    let mut wanted: Vec<(usize, Complete)> = Vec::new();
    for (index, entry) in file.entries.iter().enumerate() {
        let verdict = judge.judge(entry);
        if let Some(puzzle) = &entry.puzzle
            && let Some(complete) = judge.complete(puzzle, &verdict).unwrap()
        {
            wanted.push((index, complete));
        }
    }
    fix(&source, &file, &wanted).unwrap().edits.apply(&source)
}

/// An entry about the shortest game but one move, written in some way.
fn entry(rest: &str) -> String {
    format!("# mine\npuzzles:\n  - moves: e6 f4 e3 f6 g5 d6 e7 f5   # eight\n{rest}")
}

#[test]
fn values_are_put_right_however_they_are_written() {
    let task = "    id: x\n    task: wipe-out # all\n    in: 1\n";
    let right = "    score: +64\n    solution: [c5]\n    line: c5\n";
    let cases = [
        // Missing, empty, wrong.
        (String::new(), right.to_owned()),
        (
            "    line:   # none\n    solution: []\n".into(),
            "    score: +64\n    line: c5   # none\n    solution: [c5]\n".into(),
        ),
        (
            "    score: -64   # no\n    solution: [c7, c5] # ?\n    line: 'c7'\n".into(),
            "    score: +64   # no\n    solution: [c5] # ?\n    line: c5\n".into(),
        ),
        // A line an item, and a list over several lines.
        (
            "    solution:\n      # one of\n      - c7   # this\n      - \"f7\"\n    note: n\n".into(),
            "    score: +64\n    solution:\n      # one of\n      - c5   # this\n    note: n\n    line: c5\n"
                .into(),
        ),
        (
            "    solution: [\n      c7,\n      f7 ]\n    score: 64\n    line:\n      c7\n".into(),
            "    solution: [c5]\n    score: 64\n    line:\n      c5\n".into(),
        ),
    ];
    for (from, to) in cases {
        let text = put_right(&entry(&format!("{task}{from}")));
        let file = PuzzleFile::read(&Source::new("x", text.as_str())).unwrap();
        assert_eq!(file.entries[0].problems, [], "{text}");
        if from.contains("note") {
            // Where a key is put in is a matter of taste; nothing is lost.
            assert!(text.contains("# one of\n      - c5   # this\n"), "{text}");
            assert!(text.contains("    note: n\n"), "{text}");
        } else {
            assert_eq!(text, entry(&format!("{task}{to}")));
        }
        assert_eq!(put_right(&text), text, "once is enough");
    }
}

#[test]
fn files_with_braces_and_other_line_ends_stay_as_they_are() {
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5";
    let braces = format!("puzzles: [{{id: x, moves: {moves}, task: wipe-out, in: 1}}] # end\n");
    let right = put_right(&braces);
    assert_eq!(
        right,
        format!(
            "puzzles: [{{id: x, moves: {moves}, task: wipe-out, in: 1, score: +64, \
             solution: [c5], line: c5}}] # end\n"
        )
    );
    let json = format!(
        r#"{{"puzzles": [{{"id": "x", "moves": "{moves}", "task": "wipe-out", "in": 1}}]}}"#
    );
    let right: serde_json::Value = serde_json::from_str(&put_right(&json)).unwrap();
    assert_eq!(right["puzzles"][0]["solution"][0], "c5");
    assert_eq!(right["puzzles"][0]["score"], 64);
    let dos = entry("    id: x\n    task: wipe-out\n    in: 1").replace('\n', "\r\n");
    let right = put_right(&dos);
    assert!(
        right.ends_with("in: 1\r\n    score: +64\r\n    solution: [c5]\r\n    line: c5"),
        "{right:?}"
    );
}

#[test]
fn what_does_not_hold_or_cannot_be_edited_is_not_touched() {
    // No wipe-out in one move.
    let text =
        "puzzles:\n  - id: x\n    moves: f5\n    task: wipe-out\n    in: 1\n    solution: [d6]\n";
    assert_eq!(put_right(text), text);
    // An alias stands for two values.
    let text = entry(
        "    id: &k x\n    task: wipe-out\n    in: 1\n    score: 64\n    solution: [c5]\n    line: *k\n",
    );
    assert_eq!(put_right(&text), text);
}

fn outflank(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command
        .args(["puzzle", "check", "--hash", "16M"])
        .args(args);
    command
}

/// A file in a folder of its own.
fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.yaml");
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn a_file_is_put_right_in_place_or_elsewhere() {
    let text = entry("    id: x\n    task: wipe-out\n    in: 1\n    solution: [c7]\n");
    let right = put_right(&text);
    let (folder, path) = file(&text);
    let name = path.to_str().unwrap();

    let dry = outflank(&["--fix", "--dry-run", name]).assert().success();
    let diff = String::from_utf8_lossy(&dry.get_output().stdout).into_owned();
    assert!(
        diff.contains("\n+    score: +64\n-    solution: [c7]\n+    solution: [c5]\n"),
        "{diff}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    let other = folder.path().join("other.yaml");
    outflank(&["--fix", "-o", other.to_str().unwrap(), name])
        .assert()
        .success();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(fs::read_to_string(&other).unwrap(), right);

    let done = outflank(&["--fix", "--json", name]).assert().success();
    let report: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!(report["fixed"][1]["key"], "solution");
    assert_eq!(report["fixed"][1]["from"], "c7");
    assert_eq!(report["fixed"][1]["to"], "c5");
    assert_eq!(fs::read_to_string(&path).unwrap(), right);
    outflank(&[name]).assert().success();
}

#[test]
fn remarks_count_when_they_are_asked_to() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/best.yaml");
    let name = path.to_str().unwrap();
    let quiet = outflank(&["-q", name]).assert().success();
    assert!(!String::from_utf8_lossy(&quiet.get_output().stdout).contains("warning"));
    outflank(&["--strict", name]).assert().code(1);
}

#[test]
fn the_order_is_that_of_the_input_however_many_threads_work() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/draws.yaml");
    let name = path.to_str().unwrap();
    let output = |threads| {
        let mut command = outflank(&["--json", "--threads", threads, name, name]);
        command.output().unwrap().stdout
    };
    let one = output("1");
    assert_eq!(one.iter().filter(|&&byte| byte == b'\n').count(), 12);
    assert_eq!(String::from_utf8(output("5")), String::from_utf8(one));
}
