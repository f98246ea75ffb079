//! `puzzle play` and `puzzle daily`: what a session does when time passes,
//! keys are pressed and days go by. Scripted sessions are golden files, run by
//! the tests of puzzles.

use std::{
    collections::{HashMap, HashSet},
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output, Stdio},
    sync::atomic::AtomicBool,
    thread,
    time::Duration,
};

use jiff::{ToSpan, ZonedDateTime, civil::Date};
use outflank::{
    board::{Move, Square},
    engine::{Engine, Options},
    puzzle::{
        Calendar, Collection, Ending, FIRST_DAY, Hint, Mark, Puzzle, PuzzleFile, Reply, Solving,
        Task,
    },
    source::Source,
};
use serde_json::Value;

static GO: AtomicBool = AtomicBool::new(false);

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("outflank"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "TZ"] {
        command.env_remove(name);
    }
    // What the program is to remember is of no concern to whoever tests it.
    let home = concat!(env!("CARGO_TARGET_TMPDIR"), "/home-puzzle-play");
    command
        .args(args)
        .env("OUTFLANK_HOME", home)
        .env_remove("OUTFLANK_NOW")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = program(args).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The objects of a session with `--json`.
fn objects(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// A position from a game of 1996, with the exact scores of its moves: a8 32,
/// a3 2, e8 -4, …
fn corner_and_pass(task: &str) -> PuzzleFile {
    let text = format!(
        "puzzles:
  - id: one
    position: |
      -XXXXXX-
      -OOOOXXO
      -OOXXXOO
      OOOOXOOO
      OOOXOXOO
      OOXOOOOO
      OOOOOOOO
      -XXX-O--
    to_move: black
{task}"
    );
    let file = PuzzleFile::read(&Source::new("x.yaml", text)).unwrap();
    assert_eq!(file.entries[0].problems, []);
    file
}

fn with<T>(file: &PuzzleFile, session: impl FnOnce(Solving<'_>) -> T) -> T {
    let mut engine = Engine::new(Options::default()).unwrap();
    let puzzle = file.entries[0].puzzle.as_ref().unwrap();
    session(Solving::new(puzzle, &mut engine, &GO))
}

#[test]
fn hints_are_paid_for_once_in_steps() {
    let file = corner_and_pass("    task: win\n    solution: [a3, a8]\n");
    with(&file, |mut solving| {
        let mut worths = Vec::new();
        while let Some(next) = solving.next_hint().unwrap().cloned() {
            let told = solving.mark().after(next.price());
            assert_eq!(solving.hint().unwrap(), Some(next));
            assert_eq!(solving.mark().worth, told);
            worths.push(told);
        }
        assert_eq!(worths, [80, 60, 40, 0]);
        // The last one again costs nothing, and what is told is no solve.
        assert_eq!(solving.hint().unwrap(), Some(Hint::Key(square("a3"))));
        assert_eq!(solving.mark().hints, 4);
        let reply = solving.answer(square("a3")).unwrap();
        assert!(matches!(reply, Reply::Good { solved: true, .. }));
        assert_eq!(solving.mark().ending, Ending::Failed);
    });
}

#[test]
fn hints_are_the_same_at_every_run() {
    let puzzles = Collection::shipped();
    let all = || -> Vec<Hint> {
        let mut engine = Engine::new(Options::default()).unwrap();
        let mut hints = Vec::new();
        for (_, entry) in puzzles.entries().take(12) {
            let puzzle = entry.puzzle.as_ref().unwrap();
            let mut solving = Solving::new(puzzle, &mut engine, &GO);
            while solving.next_hint().unwrap().is_some() {
                hints.extend(solving.hint().unwrap());
            }
        }
        hints
    };
    assert_eq!(all(), all());
}

#[test]
fn moves_are_taken_back() {
    let file =
        corner_and_pass("    task: best\n    score: 32\n    solution: [a8]\n    line: a8 e8 a1\n");
    with(&file, |mut solving| {
        assert!(!solving.undo());
        solving.hint().unwrap();
        solving.answer(square("a8")).unwrap();
        solving.answer(square("e8")).unwrap();
        assert_eq!(solving.game().to_string(), "a8 pass e8 pass");
        assert!(solving.undo());
        assert_eq!(solving.game().to_string(), "a8 pass");
        assert!(solving.undo());
        assert_eq!(solving.game().moves(), []);
        // The hint is still paid for, and the next one is the second.
        assert_eq!(solving.mark().worth, 80);
        assert_eq!(solving.next_hint().unwrap(), Some(&Hint::Count(1)));
        for key in ["a8", "e8"] {
            let reply = solving.answer(square(key)).unwrap();
            assert!(matches!(reply, Reply::Good { solved: false, .. }));
        }
        let reply = solving.answer(square("a1")).unwrap();
        assert!(matches!(reply, Reply::Good { solved: true, .. }));
        assert_eq!(solving.mark().ending, Ending::Solved);
    });
}

#[test]
fn only_the_first_move_has_to_be_found() {
    let puzzles = Collection::shipped();
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut long = 0;
    for (_, entry) in puzzles.entries() {
        let puzzle = entry.puzzle.as_ref().unwrap();
        long += usize::from(matches!(puzzle.task, Task::WipeOut { within: Some(3..) }));
        let mut solving = Solving::new(puzzle, &mut engine, &GO).only_first();
        let reply = solving.answer(puzzle.solution[0]).unwrap();
        let solved = Reply::Good {
            defence: vec![],
            solved: true,
        };
        assert_eq!(reply, solved, "{}", puzzle.id);
    }
    assert!(long > 3);
}

/// A move that costs two discs and keeps the result is nearly right where the
/// best score is asked for. What moves cost is asked of the solver, which its
/// own tests hold against the scores of others.
#[test]
fn two_discs_less_are_nearly_right_unless_the_result_changes() {
    for (_, entry) in Collection::shipped().entries() {
        let puzzle = entry.puzzle.as_ref().unwrap();
        let Some(best) = puzzle.score.filter(|_| puzzle.task == Task::Best) else {
            continue;
        };
        let mut engine = Engine::new(Options::default()).unwrap();
        for mv in puzzle.position.legal_moves() {
            let after = puzzle.position.play(mv.into()).unwrap().board().unwrap();
            let solved = engine.solve(
                after,
                outflank::board::Scoring::Official,
                outflank::engine::Goal::Exact,
                outflank::engine::Limits::none(),
            );
            let score = -solved.score().unwrap();
            let price = best.0 - score.0;
            let reply = Solving::new(puzzle, &mut engine, &GO).answer(mv).unwrap();
            let right = match reply {
                Reply::Good { .. } => price == 0,
                Reply::Near(_) => price == 2 && best.wld() == score.wld(),
                Reply::Wrong(_) => price > 2 || (price == 2 && best.wld() != score.wld()),
                Reply::Illegal(_) => false,
            };
            assert!(right, "{} {mv}: {reply:?}", puzzle.id);
        }
    }
}

#[test]
fn a_session_with_json_has_nothing_else_on_standard_output() {
    let args = [
        "puzzle",
        "play",
        "corner-and-pass",
        "shortest-game",
        "--json",
    ];
    let output = run(&args, "?\na8 e8 a1\nc7\nc5\n");
    assert_eq!(output.status.code(), Some(1));
    let [first, second, summary] = &objects(&output)[..] else {
        panic!("two puzzles and a summary");
    };
    assert_eq!(first["id"], "corner-and-pass");
    assert_eq!(first["ending"], "solved");
    assert_eq!(first["worth"], 90);
    assert_eq!(
        first["moves"],
        serde_json::json!(["a8", "pass", "e8", "pass", "a1"])
    );
    assert_eq!(second["ending"], "failed");
    assert_eq!(second["wrong"], serde_json::json!(["c7"]));
    let summary = &summary["summary"];
    assert_eq!(summary["solved"], 1);
    assert_eq!(summary["failed"], 1);
    assert_eq!(summary["worth"], 45);
    assert_eq!(summary["end"], "done");
    assert_eq!(summary["passed"], false);
    // The talk is on the other stream.
    assert!(text(&output.stderr).contains("Black? c7"));
}

#[test]
fn the_seed_decides_the_order() {
    let ids = |args: &[&str]| -> Vec<String> {
        let args = [&["puzzle", "play", "--json"], args].concat();
        let objects = objects(&run(&args, &"next\n".repeat(1000)));
        let ids = objects.iter().filter_map(|object| object["id"].as_str());
        ids.map(str::to_owned).collect()
    };
    let all = ids(&[]);
    let seven = ids(&["--seed", "7"]);
    assert_eq!(seven, ids(&["--seed", "7"]));
    assert_ne!(seven, ids(&["--seed", "8"]));
    assert_eq!(all.len(), seven.len());
    assert_eq!(all.iter().collect::<HashSet<_>>(), seven.iter().collect());
    assert_eq!(ids(&["--seed", "7", "--count", "3"]), seven[..3]);
    let mut levels = all.iter().map(|id| level(id));
    let mut last = levels.next().unwrap();
    assert!(levels.all(|level| std::mem::replace(&mut last, level) <= level));
    let some = ids(&["--level", "2-3", "--task", "win"]);
    assert!(some.len() > 3);
    assert!(some.iter().all(|id| (2..=3).contains(&level(id).unwrap())));
}

fn level(id: &str) -> Option<u8> {
    thread_local! {
        static LEVELS: HashMap<String, Option<u8>> = Collection::shipped()
            .entries()
            .filter_map(|(_, entry)| entry.puzzle.as_ref())
            .map(|puzzle| (puzzle.id.clone(), puzzle.about.level))
            .collect();
    }
    LEVELS.with(|levels| levels[id])
}

/// The keys of every shipped puzzle, by the line that announces it.
fn key_of(title: &str) -> Option<Square> {
    let puzzles = Collection::shipped();
    let mut entries = puzzles
        .entries()
        .filter_map(|(_, entry)| entry.puzzle.as_ref());
    let found = entries.find(|puzzle| {
        let known = puzzle.about.title.as_ref().unwrap_or(&puzzle.id);
        let level = puzzle.about.level.unwrap();
        title
            .trim_end()
            .ends_with(&format!(": {known} (level {level})"))
    });
    found.map(|puzzle| puzzle.solution[0])
}

/// Plays on with the keys, as long as puzzles are announced and `goes_on`.
fn play_keys(child: &mut Child, mut goes_on: impl FnMut(usize) -> bool) -> (usize, String) {
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut solved = 0;
    let mut said = String::new();
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        if line.contains("Puzzle ")
            && let Some(key) = key_of(&line)
        {
            if !goes_on(solved) {
                break;
            }
            writeln!(input, "{key}").unwrap();
            solved += 1;
        }
        said.push_str(&line);
        line.clear();
    }
    drop(input);
    output.read_to_string(&mut said).unwrap();
    (solved, said)
}

#[test]
fn a_streak_rises_and_ends_with_the_first_wrong_answer() {
    let args = ["puzzle", "play", "--streak", "--seed", "3", "--first"];
    let mut child = program(&args).spawn().unwrap();
    let (solved, said) = play_keys(&mut child, |solved| solved < 5);
    assert_eq!(solved, 5);
    assert!(said.contains("5 of "), "{said}");
    // The end of the input left the sixth unfinished.
    assert!(said.contains("1 left unfinished"), "{said}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    for level in ["(level 1)", "(level 2)"] {
        assert!(said.contains(level));
    }
    let output = run(&args, "solution\n");
    assert!(text(&output.stdout).contains("The streak ends after 0 solved"));
    assert_eq!(output.status.code(), Some(1));
    let output = run(&args, "next\nnext\n");
    assert!(text(&output.stdout).contains("0 of "), "one may be skipped");
    assert!(text(&output.stdout).contains("2 skipped"));
}

#[test]
fn an_answer_after_the_time_does_not_count() {
    let args = [
        "puzzle",
        "play",
        "shortest-game",
        "ten-moves",
        "--timed",
        "1s",
    ];
    let mut child = program(&args).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut said = Vec::new();
    // The clock runs from the question on.
    while !said.ends_with(b"Black? ") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        said.extend(byte);
    }
    thread::sleep(Duration::from_millis(1500));
    child.stdin.take().unwrap().write_all(b"c5\n").unwrap();
    output.read_to_end(&mut said).unwrap();
    let said = text(&said);
    assert!(said.contains("The time is up."), "{said}");
    assert!(
        said.contains("0 of 2 puzzles solved, 1 left unfinished, 1 not asked"),
        "{said}"
    );
    assert_eq!(child.wait().unwrap().code(), Some(1));
    // In time.
    let args = [
        "puzzle",
        "play",
        "shortest-game",
        "ten-moves",
        "--timed",
        "2m",
    ];
    let output = run(&args, "c5\nb1\n");
    let said = text(&output.stdout);
    assert!(
        said.contains("2 of 2 puzzles solved; worth 100 %"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_session_with_its_summary() {
    let args = ["puzzle", "play", "shortest-game", "ten-moves"];
    let mut child = program(&args).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"c5\nmoves\n").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains("White? moves\n") {
        assert!(output.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    output.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.contains("(interrupted)"), "{said}");
    assert!(
        said.contains("1 of 2 puzzles solved, 1 left unfinished"),
        "{said}"
    );
    drop(input);
}

#[test]
fn nobody_at_the_other_end_is_noticed() {
    let output = run(
        &["puzzle", "play", "shortest-game"],
        &"♔ nonsense\n".repeat(5000),
    );
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains("100 answers in a row are of no use"),
        "{}",
        said.len()
    );
    // Odd bytes and a long line lose nothing.
    let mut odd = vec![b'x'; 100_000];
    odd.extend(b"\n\xff\xfe\0\n\nc5\n");
    let mut child = program(&["puzzle", "play", "shortest-game"])
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&odd).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

// The puzzle of the day.

fn shipped() -> Vec<Puzzle> {
    let puzzles = Collection::shipped();
    let entries = puzzles
        .entries()
        .filter_map(|(_, entry)| entry.puzzle.clone());
    entries.collect()
}

fn calendar(puzzles: &[Puzzle]) -> Calendar {
    Calendar::new(
        puzzles
            .iter()
            .map(|puzzle| (&*puzzle.id, puzzle.about.level)),
    )
}

/// The object of a day.
fn daily(date: Option<Date>, zone: Option<&str>) -> Value {
    let date = date.map(|date| date.to_string());
    let mut args = vec!["puzzle", "daily", "--show", "--json"];
    args.extend(date.as_ref().map_or(vec![], |date| vec!["--date", date]));
    let mut command = program(&args);
    if let Some(zone) = zone {
        command.env("TZ", zone);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn three_years_of_days_repeat_nothing_in_a_cycle() {
    let puzzles = shipped();
    let calendar = calendar(&puzzles);
    let mut seen = HashSet::new();
    for n in 0..3 * 365_i64 {
        if (n as usize).is_multiple_of(puzzles.len()) {
            seen.clear();
        }
        let date = FIRST_DAY + n.days();
        let index = calendar.on(date).unwrap();
        assert!(seen.insert(index), "{date}: {}", puzzles[index].id);
        // The program says the same; one day in nine is looked at.
        if n % 9 == 0 {
            assert_eq!(daily(Some(date), None)["id"], *puzzles[index].id);
        }
    }
}

#[test]
fn saturdays_are_harder_than_mondays() {
    let puzzles = shipped();
    let calendar = calendar(&puzzles);
    let mean = |weekday: i64| {
        let weeks = puzzles.len() as i64 / 7;
        let days = (0..weeks).map(|week| FIRST_DAY + (week * 7 + weekday).days());
        let levels = days.map(|date| puzzles[calendar.on(date).unwrap()].about.level);
        levels.map(|level| f64::from(level.unwrap())).sum::<f64>() / weeks as f64
    };
    let order = [0, 1, 2, 6, 3, 4, 5].map(mean);
    assert!(order.is_sorted(), "{order:?}");
    assert!(order[0] < 2.0 && order[6] >= 3.0, "{order:?}");
}

#[test]
fn a_date_has_one_puzzle_in_every_time_zone() {
    let date = "2026-12-31".parse().ok();
    let here = daily(date, None);
    // Zones as POSIX writes them need no database: 14 hours ahead, 11 behind.
    for zone in ["UTC0", "AHEAD-14", "BEHIND11", "", "nonsense/zone"] {
        assert_eq!(daily(date, Some(zone)), here, "{zone}");
    }
    // Without a date it is the day on the user's own calendar.
    for zone in ["AHEAD-14", "BEHIND11"] {
        let rules = jiff::tz::TimeZone::posix(zone).unwrap();
        let today = || {
            ZonedDateTime::now()
                .with_time_zone(rules.clone())
                .date()
                .to_string()
        };
        let before = today();
        let said = daily(None, Some(zone))["date"].clone();
        assert!(said == before || said == today(), "{said} in {zone}");
    }
}

#[test]
fn dates_far_away_have_puzzles_and_no_dates_are_refused() {
    for date in ["0001-01-01", "1582-10-15", "9999-12-31"] {
        assert!(daily(date.parse().ok(), None)["id"].is_string());
    }
    for wrong in ["2026-02-29", "30.11.2026", "today", "", "10000-01-01"] {
        let output = run(&["puzzle", "daily", "--date", wrong], "");
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        let said = text(&output.stderr);
        assert!(
            said.contains("not a date of the calendar like 2026-11-30"),
            "{said}"
        );
    }
}

#[test]
fn the_puzzle_of_a_day_is_played_like_any_other() {
    let puzzles = shipped();
    let puzzle = &puzzles[calendar(&puzzles).on(FIRST_DAY).unwrap()];
    let mut engine = Engine::new(Options::default()).unwrap();
    let mut solving = Solving::new(puzzle, &mut engine, &GO);
    let mut keys = String::new();
    while solving.mark().ending != Ending::Solved {
        let key = solving.keys().unwrap()[0];
        keys.push_str(&format!("{key}\n"));
        solving.answer(key).unwrap();
    }
    let args = ["puzzle", "daily", "--date", "2026-11-30", "--json"];
    let output = run(&args, &keys);
    assert_eq!(output.status.code(), Some(0));
    let [played, summary] = &objects(&output)[..] else {
        panic!("a puzzle and a summary");
    };
    assert_eq!(played["id"], *puzzle.id);
    assert_eq!(played["date"], "2026-11-30");
    assert_eq!(played["ending"], "solved");
    let moves: Vec<Move> = serde_json::from_value(played["moves"].clone()).unwrap();
    assert_eq!(moves, solving.game().moves());
    assert_eq!(summary["summary"]["passed"], true);
    assert!(text(&output.stderr).starts_with("A square"));
    assert!(text(&output.stderr).contains("Monday, 30 November 2026: "));
}

#[test]
fn marks_are_reported_as_they_are() {
    let mark = serde_json::to_value(Mark::default()).unwrap();
    assert_eq!(
        mark,
        serde_json::json!({"ending": "unfinished", "worth": 100, "hints": 0, "wrong": [], "near": []})
    );
}
