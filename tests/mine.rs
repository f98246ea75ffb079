//! Mining: puzzles are found in games, with the same result at every run, and
//! what is found is sound, new and as it was asked for.

use std::{
    path::Path,
    process::{Command, Output},
    sync::atomic::AtomicBool,
};

use outflank::{
    board::{Game, Position, Rules},
    engine::{Engine, Options},
    puzzle::{
        Collection, Entry, Judge, PuzzleFile, Seen, Task, Theme,
        mine::{Criteria, LEAST_MOVES, Miner, Obvious, entry_text, id_of, mistakes},
    },
    source::Source,
};

static GO: AtomicBool = AtomicBool::new(false);

/// The first game of the world championship final of 2023.
const FINAL: &str = "c4e3f4c5d6f3e6c3d3e2b6f5d2f6b4c1b3c2f1e1g5b5g4d7c6e7g6c7f8a3f2a4a5f7d1g1a2g3g8\
                     h4h6h5g7e8b2a6a7b7a8b8c8d8g2b1a1h3h1h2h8h7";

fn outflank(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(args)
        .current_dir(folder)
        .env("OUTFLANK_HOME", folder)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The entries of a file, all of them sound.
fn sound(text: &str) -> Vec<Entry> {
    let source = Source::new("x.yaml", text);
    let file = PuzzleFile::read(&source).unwrap();
    assert_eq!(file.problems, []);
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut seen = Seen::default();
    for entry in &file.entries {
        let mut problems = Judge::new(&mut engine, &GO).judge(entry).problems;
        problems.extend(seen.note(&source, entry));
        assert_eq!(problems, [], "{:?}", entry.id);
    }
    file.entries
}

const SELF: [&str; 8] = [
    "puzzle",
    "make",
    "--self-play",
    "40",
    "--empties",
    "8-12",
    "--count",
    "6",
];

#[test]
fn what_is_made_is_sound_and_the_same_at_every_run() {
    let folder = tempfile::tempdir().unwrap();
    let first = outflank(&SELF, folder.path());
    assert_eq!(first.status.code(), Some(0));
    let text = text(&first);
    let made = sound(&text);
    assert_eq!(made.len(), 6);
    for entry in &made {
        let puzzle = entry.puzzle.as_ref().unwrap();
        let board = puzzle.position.board().unwrap();
        let [key] = puzzle.solution[..] else {
            panic!("one key");
        };
        assert!((8..=12).contains(&puzzle.position.empties()));
        assert!(board.moves().len() >= LEAST_MOVES);
        assert_eq!(Obvious::key(board, key), None);
        assert_eq!(puzzle.id, id_of(board, puzzle.task));
        assert!(puzzle.about.title.is_some() && puzzle.about.hints.is_empty());
        assert!(
            puzzle
                .about
                .level
                .is_some_and(|level| (1..=5).contains(&level))
        );
        let themes = &puzzle.about.themes;
        assert!(themes.iter().all(|theme| Theme::from_name(theme).is_some()));
        assert!(puzzle.line.first() == Some(&key.into()));
    }
    for threads in ["1", "3"] {
        let mut args = SELF.to_vec();
        args.extend(["--threads", threads]);
        assert_eq!(self::text(&outflank(&args, folder.path())), text);
    }
}

#[test]
fn other_seeds_give_other_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = SELF.to_vec();
    args.extend(["--seed", "2"]);
    let other = text(&outflank(&args, folder.path()));
    assert_ne!(other, text(&outflank(&SELF, folder.path())));
}

#[test]
fn a_stopped_run_goes_on_and_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let games = ["puzzle", "make", "--self-play", "30", "--empties", "8-10"];
    let with = |more: &[&'static str]| {
        let mut args = games.to_vec();
        args.extend(more);
        args
    };
    let whole = outflank(&with(&["-o", "whole.yaml"]), folder.path());
    assert_eq!(whole.status.code(), Some(0));
    let whole = std::fs::read_to_string(folder.path().join("whole.yaml")).unwrap();
    // Stopped after two puzzles, and again, and then not.
    let parts = with(&["-o", "parts.yaml", "--count", "2"]);
    for _ in 0..2 {
        assert_eq!(outflank(&parts, folder.path()).status.code(), Some(0));
    }
    let progress = folder.path().join("parts.yaml.progress");
    assert!(progress.exists());
    outflank(&with(&["-o", "parts.yaml"]), folder.path());
    let parts = std::fs::read_to_string(folder.path().join("parts.yaml")).unwrap();
    assert_eq!(parts, whole);
    assert!(!progress.exists());
    assert!(sound(&whole).len() > 4);
    // All that can be found is there.
    let again = outflank(&with(&["-o", "whole.yaml"]), folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(again.stderr, b"no puzzle was found\n");
    let again = outflank(&with(&["--puzzles", "whole.yaml"]), folder.path());
    assert_eq!(again.status.code(), Some(1));
}

#[test]
fn json_has_an_object_a_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = SELF.to_vec();
    args.push("--json");
    let lines = text(&outflank(&args, folder.path()));
    assert_eq!(lines.lines().count(), 6);
    for line in lines.lines() {
        let made: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(made["solution"].as_array().unwrap().len(), 1);
        assert_eq!(made["board"].as_str().unwrap().len(), 64);
        assert!(made["level"].is_number() && made["from"].is_string());
        assert!(made["refutations"].is_array() && made["title"].is_string());
    }
}

#[test]
fn themes_and_levels_are_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = vec!["puzzle", "make", "--self-play", "60", "--empties", "8-11"];
    args.extend(["--theme", "declined corner", "--level", "1", "--level", "2"]);
    args.extend(["--count", "2", "--json"]);
    let lines = text(&outflank(&args, folder.path()));
    for line in lines.lines() {
        let made: serde_json::Value = serde_json::from_str(line).unwrap();
        let themes = made["themes"].as_array().unwrap();
        assert!(themes.iter().any(|theme| theme == "declined corner"));
        assert!(made["level"].as_u64().unwrap() <= 2);
    }
    assert!(!lines.is_empty());
}

#[test]
fn mistakes_of_a_game_become_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["puzzle", "make", "--from-game", FINAL, "--empties", "4-13"];
    let made = sound(&text(&outflank(&args, folder.path())));
    // White's 48th move turned a win into a loss: h8 won by 4.
    let puzzle = made
        .iter()
        .filter_map(|entry| entry.puzzle.as_ref())
        .find(|puzzle| puzzle.position.empties() == 13)
        .unwrap();
    assert_eq!(puzzle.task, Task::Win);
    assert!(puzzle.solution.contains(&"h8".parse().unwrap()));
    let played = puzzle.refutations[0].line[0].to_string();
    assert_eq!(puzzle.refutations[0].score.0, -4);
    let title = puzzle.about.title.as_deref();
    assert_eq!(
        title,
        Some(format!("Better than {played}, move 48").as_str())
    );
}

#[test]
fn mistakes_are_those_of_annotate() {
    let mut game = Game::new(Rules::othello());
    for name in FINAL.as_bytes().chunks(2) {
        let mv = std::str::from_utf8(name).unwrap().parse().unwrap();
        game.play_with_passes(mv).unwrap();
    }
    let mut miner = Miner::new().unwrap();
    let found = mistakes(&game, &mut miner, 13, &GO).unwrap();
    let lost = found.iter().find(|mistake| mistake.ply == 48).unwrap();
    assert_eq!(lost.loss, 8);
}

#[test]
fn wrong_usage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (args, want) in [
        (vec![], "there are no games to look at"),
        (vec!["--theme", "tempi", "x"], "did you mean `tempo`?"),
        (vec!["--empties", "18-14", "x"], "write 14-18"),
        (vec!["nowhere.wtb"], "there is no file `nowhere.wtb`"),
        (vec!["--db"], "there is no collection"),
        (
            vec!["f5d6c3d3c4", "--from-game", "f5"],
            "cannot be used with",
        ),
    ] {
        let mut all = vec!["puzzle", "make"];
        all.extend(args);
        let run = outflank(&all, folder.path());
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains(want), "{want} not in {told}");
    }
}

/// A shipped puzzle's position.
fn shipped(id: &str) -> Position {
    let puzzles = Collection::shipped();
    let (_, entry) = puzzles.find(id).unwrap();
    entry.puzzle.as_ref().unwrap().position.clone()
}

#[test]
fn a_miner_finds_what_people_have_chosen() {
    let mut miner = Miner::new().unwrap();
    let criteria = Criteria {
        empties: 1..=20,
        ..Criteria::default()
    };
    let puzzles = Collection::shipped();
    for id in ["three-passes", "hole-before-corner", "safe-x-square"] {
        let (_, entry) = puzzles.find(id).unwrap();
        let want = entry.puzzle.as_ref().unwrap();
        let got = miner.mine(&want.position, &criteria, &GO).unwrap().unwrap();
        assert_eq!(
            (got.task, &got.solution),
            (want.task, &want.solution),
            "{id}"
        );
    }
    // a8 is the only corner: nobody has to look for it.
    let obvious = shipped("corner-and-pass");
    assert_eq!(miner.mine(&obvious, &criteria, &GO).unwrap(), None);
    let any = Criteria {
        refuse_obvious: false,
        ..criteria.clone()
    };
    assert!(miner.mine(&obvious, &any, &GO).unwrap().is_some());
    // The second best move costs 28 discs at most.
    let dear = Criteria {
        min_loss: 64,
        ..any
    };
    let best = shipped("three-passes");
    assert_eq!(miner.mine(&best, &dear, &GO).unwrap(), None);
    // As few empty squares were not asked for.
    assert_eq!(miner.mine(&best, &Criteria::default(), &GO).unwrap(), None);
}

#[test]
fn refutations_are_held_against_the_score() {
    let puzzles = Collection::shipped();
    let (_, entry) = puzzles.find("corner-and-pass").unwrap();
    let puzzle = entry.puzzle.as_ref().unwrap();
    let good = format!("puzzles:\n{}", entry_text(puzzle));
    let judged = |refutation: &str| {
        let text = format!("{good}    refutations:\n      - {refutation}\n");
        let source = Source::new("x.yaml", text);
        let file = PuzzleFile::read(&source).unwrap();
        let mut engine = Engine::new(Options::default()).unwrap();
        let problems = Judge::new(&mut engine, &GO)
            .judge(&file.entries[0])
            .problems;
        let told = problems
            .iter()
            .map(|problem| problem.diagnostic.message.clone());
        told.collect::<Vec<_>>()
    };
    assert_eq!(judged("{score: -18, line: g8 h1}"), [""; 0]);
    assert_eq!(judged("{score: -16, line: g8}"), ["g8 scores -18, not -16"]);
    assert_eq!(
        judged("{score: 32, line: a8}"),
        ["a8 is a key, and there is nothing to refute"]
    );
    assert_eq!(judged("{score: 2, line: b8}"), ["b8 is occupied"]);
    assert_eq!(judged("{line: g8}"), ["`score` is missing"]);
}

#[test]
fn a_file_that_takes_no_more_entries_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let entry = "id: x\n  moves: e6f4e3f6g5d6e7f5\n  task: wipe-out\n  in: 1\n  solution: [c5]\n";
    let beside = format!("puzzles:\n- {entry}");
    let before = format!(
        "puzzles:\n  - {}title: after\n",
        entry.replace("\n ", "\n   ")
    );
    for text in [beside.as_str(), before.as_str(), "puzzles: []\n"] {
        let file = folder.path().join("own.yaml");
        std::fs::write(&file, text).unwrap();
        let args = ["puzzle", "make", "--self-play", "1", "-o", "own.yaml"];
        let run = outflank(&args, folder.path());
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{text}{told}");
        assert!(told.contains("nothing can be added to"), "{told}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}
