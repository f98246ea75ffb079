//! What a user has learnt is kept: through kills, two programs at once, full
//! disks and midnight; and what the commands say about it.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use outflank::practice::{Answer, Item, Kind, Outcome, Store};
use tempfile::TempDir;

/// A folder for the program, and its clock.
struct Home {
    folder: TempDir,
    now: Option<&'static str>,
}

impl Home {
    /// Where the clock goes on.
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        Self { folder, now: None }
    }

    /// Where it is always this time.
    fn at(now: &'static str) -> Self {
        let now = Some(now);
        Self { now, ..Self::new() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("practice.db")
    }

    fn command(&self, args: &[&str]) -> Command {
        command(self.folder.path(), self.now, args)
    }

    fn run(&self, args: &[&str], input: &str) -> Output {
        fed(self.command(args), input)
    }

    /// What a command prints that succeeds and says nothing else.
    fn says(&self, args: &[&str]) -> String {
        let output = self.run(args, "");
        assert!(output.status.success(), "{args:?}: {output:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
        text(&output.stdout).to_owned()
    }

    fn answers(&self) -> Vec<Answer> {
        answers(&self.path())
    }
}

fn command(home: &Path, now: Option<&str>, args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("outflank"));
    command
        .args(args)
        .env("OUTFLANK_HOME", home)
        .env("TZ", "UTC")
        .env_remove("OUTFLANK_NOW")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(now) = now {
        command.env("OUTFLANK_NOW", now);
    }
    command
}

/// Starts a program and types all of its input at once.
fn started(mut command: Command, input: &str) -> Child {
    let mut child = command.spawn().unwrap();
    // A program that does not want all of it hangs up.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child
}

fn fed(command: Command, input: &str) -> Output {
    started(command, input).wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn answers(path: &Path) -> Vec<Answer> {
    if !path.exists() {
        return Vec::new();
    }
    Store::open_existing(path).unwrap().answers().unwrap()
}

/// What SQLite itself thinks of a file.
fn is_whole(path: &Path) -> bool {
    if !path.exists() {
        return true;
    }
    let db = rusqlite::Connection::open(path).unwrap();
    let said: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    said == "ok"
}

/// `puzzle play` with a puzzle of one move, so many times.
fn play(times: usize) -> Vec<&'static str> {
    let mut args = vec!["puzzle", "play"];
    args.extend(std::iter::repeat_n("shortest-game", times));
    args
}

/// Four puzzles: a wrong move and the right one, a hint and the right one, the
/// solution, the right one.
const FOUR: &str = "c7\nc5\nhint\nc5\nsolution\nc5\n";

/// How many replies there were of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Replies {
    wrong: u32,
    hints: u32,
    solved: u32,
    given_up: u32,
}

impl Replies {
    fn printed(output: &str) -> Self {
        let count = |what: &str| output.matches(what).count() as u32;
        Self {
            wrong: count("    Wrong: "),
            hints: count("    One move flips every white disc."),
            solved: count("\nSolved") + count("\nDone"),
            given_up: count("    The move is c5: c5"),
        }
    }

    fn kept(answers: &[Answer]) -> Self {
        let sum = |of: fn(&Answer) -> u32| answers.iter().map(of).sum();
        Self {
            wrong: sum(|answer| answer.tries - 1),
            hints: sum(|answer| answer.hints),
            solved: sum(|answer| u32::from(answer.outcome == Outcome::Solved)),
            given_up: sum(|answer| u32::from(answer.outcome == Outcome::GivenUp)),
        }
    }

    fn as_list(self) -> [u32; 4] {
        [self.wrong, self.hints, self.solved, self.given_up]
    }

    /// Whether nothing is missing, and at most one reply more is there than
    /// was heard of: one that was kept and not yet told.
    fn covers(self, heard: Self) -> bool {
        let pairs = || self.as_list().into_iter().zip(heard.as_list());
        pairs().all(|(kept, heard)| kept >= heard)
            && pairs().map(|(kept, heard)| kept - heard).sum::<u32>() <= 1
    }
}

#[test]
fn every_reply_is_kept() {
    let home = Home::new();
    let output = home.run(&play(4), FOUR);
    let heard = Replies {
        wrong: 1,
        hints: 1,
        solved: 3,
        given_up: 1,
    };
    assert_eq!(Replies::printed(text(&output.stdout)), heard);
    assert_eq!(text(&output.stderr), "");
    let answers = home.answers();
    assert_eq!(Replies::kept(&answers), heard);
    assert_eq!(answers.len(), 4);
    // All may have come within a millisecond: they are in order all the same.
    let first = &answers[0];
    assert_eq!(first.item, Item::puzzle("shortest-game"));
    assert_eq!((first.tries, first.hints, first.found), (2, 0, 1));
    assert_eq!(
        (first.level, first.themes.as_slice()),
        (Some(1), &["wipe-out".to_owned()][..])
    );
}

/// A program is killed while it answers, again and again, always on the same
/// database. `OUTFLANK_KILLS` says how often.
#[cfg(unix)]
#[test]
fn a_kill_loses_no_answer() {
    let kills = std::env::var("OUTFLANK_KILLS").ok();
    let kills: Option<u32> = kills.map(|kills| kills.parse().unwrap());
    let home = Home::new();
    let input = FOUR.repeat(10);
    // How long a session of 40 puzzles takes when nobody kills it.
    let started_at = Instant::now();
    home.run(&play(40), &input);
    let whole = started_at.elapsed();
    let mut known = home.answers().len();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut done = 0;
    let (mut midway, mut heard_in_all) = (0, 0);
    let begun = Instant::now();
    while kills.map_or(
        done < 5 || begun.elapsed() < Duration::from_secs(8),
        |kills| done < kills,
    ) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mut child = started(home.command(&play(40)), &input);
        let wait = whole.as_micros() as u64 * (seed % 1000) / 1000;
        thread::sleep(Duration::from_micros(wait));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "");
        assert!(is_whole(&home.path()), "after {done} kills");
        let heard = Replies::printed(&String::from_utf8_lossy(&output.stdout));
        let mut new = home.answers();
        // The clock may stand still for two answers, never go back.
        let new = new.split_off(known.min(new.len()));
        known += new.len();
        let kept = Replies::kept(&new);
        assert!(kept.covers(heard), "{kept:?} of {heard:?} after {wait} us");
        let replies: u32 = heard.as_list().iter().sum();
        heard_in_all += replies;
        midway += u32::from((1..60).contains(&replies));
        done += 1;
    }
    println!("{done} kills, {midway} of them midway, {heard_in_all} replies heard, none lost");
    assert!(midway > 0, "no kill came at a moment that matters");
}

#[test]
fn two_programs_may_practise_at_once() {
    let home = Home::new();
    let input = FOUR.repeat(10);
    let children: Vec<Child> = (0..3)
        .map(|_| started(home.command(&play(40)), &input))
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "");
        assert_eq!(Replies::printed(text(&output.stdout)).solved, 30);
    }
    let kept = Replies::kept(&home.answers());
    assert_eq!(kept.as_list(), [30, 30, 90, 30]);
    assert!(is_whole(&home.path()));
}

/// A limit on the length of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_is_said_and_loses_nothing() {
    let home = Home::new();
    home.run(&play(4), FOUR);
    let before = home.answers();
    let program = assert_cmd::cargo::cargo_bin!("outflank");
    let mut limited = Command::new("sh");
    // Blocks of 512 or 1024 bytes. The signal that comes with the limit is
    // ignored, so that the write fails.
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\""])
        .arg(program)
        .args(play(80))
        .env("OUTFLANK_HOME", home.folder.path())
        .env_remove("OUTFLANK_NOW")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = fed(limited, &FOUR.repeat(20));
    full(&home.path(), &before, &output);
}

/// Some answers were kept, then there was no room; what is missing was said.
fn full(path: &Path, before: &[Answer], output: &Output) {
    let printed = Replies::printed(text(&output.stdout));
    assert_eq!(printed.as_list(), [20, 20, 60, 20], "the session goes on");
    let said = text(&output.stderr);
    let warnings = said.matches("warning: the answer is not kept: ").count() as u32;
    assert!(warnings > 0 && warnings < 120, "{warnings}: {said}");
    assert!(is_whole(path));
    let after = answers(path);
    assert_eq!(after.get(..before.len()), Some(before));
    let kept: u32 = Replies::kept(&after[before.len()..]).as_list().iter().sum();
    assert!(kept > 0 && kept + warnings >= 120, "{kept} and {warnings}");
}

/// A small disk of its own; it takes root to make one.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_that_is_full_is_said_and_loses_nothing() {
    struct Disk(TempDir);
    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg(self.0.path()).status();
        }
    }
    let folder = TempDir::new().unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=200k", "tmpfs"])
        .arg(folder.path())
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("skipped: no disk can be made here");
        return;
    }
    let disk = Disk(folder);
    let home = disk.0.path();
    fed(command(home, None, &play(4)), FOUR);
    let path = home.join("practice.db");
    let before = answers(&path);
    let output = fed(command(home, None, &play(80)), &FOUR.repeat(20));
    full(&path, &before, &output);
    // With some room it goes on.
    let mut remount = Command::new("mount");
    remount.args(["-o", "remount,size=2m"]).arg(home);
    assert!(remount.status().unwrap().success());
    let count = answers(&path).len();
    let output = fed(command(home, None, &play(4)), FOUR);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(answers(&path).len(), count + 4);
}

#[test]
fn without_a_record_no_trace_is_left() {
    let folder = TempDir::new().unwrap();
    let home = folder.path().join("home");
    for args in [
        &["puzzle", "play", "shortest-game", "--no-record"][..],
        &["opening", "drill", "tiger", "--no-record", "--seed", "1"],
        &["puzzle", "play", "--due", "--no-record"],
        &["puzzle", "daily", "--no-record"],
        &["puzzle", "daily", "--show"],
        &["practice", "stats"],
        &["practice", "export"],
        &["practice", "path"],
        &["practice", "reset", "--yes"],
        &["puzzle", "stats"],
    ] {
        let output = fed(command(&home, None, args), "c5\n");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{args:?}: {output:?}"
        );
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert!(!home.exists(), "{args:?}");
    }
}

#[test]
fn where_nothing_can_be_kept_the_session_goes_on() {
    let folder = TempDir::new().unwrap();
    let home = folder.path().join("home");
    fs::write(&home, "a file").unwrap();
    let output = fed(command(&home, None, &play(1)), "c5\n");
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).contains("Solved"));
    let said = text(&output.stderr);
    assert!(
        said.starts_with("warning: answers are not kept: "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let foreign = Home::new();
    fs::write(foreign.path(), "a text that is no database at all").unwrap();
    let output = foreign.run(&play(1), "c5\n");
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("the file is not a database"));
    let output = foreign.run(&["practice", "stats"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("hint: move the file away"));
}

#[test]
fn export_reset_import_gives_the_same_state() {
    let mut home = Home::at("2026-11-28T10:00:00Z");
    home.run(&play(4), FOUR);
    home.now = Some("2026-11-30T10:00:00Z");
    home.run(
        &[
            "opening", "drill", "tiger", "--side", "white", "--seed", "1",
        ],
        "d6\nd3\n",
    );
    let state = |home: &Home| {
        [
            "practice stats --json",
            "puzzle stats --json",
            "practice export",
        ]
        .map(|line| home.says(&line.split(' ').collect::<Vec<_>>()))
    };
    let before = state(&home);
    let file = home.folder.path().join("all.json");
    let file = file.to_str().unwrap();
    let output = home.run(&["practice", "export", "-o", file], "");
    assert_eq!(text(&output.stderr), format!("{file}: 5 answers\n"));
    assert_eq!(fs::read_to_string(file).unwrap(), before[2]);
    // Nobody is there to be asked.
    let output = home.run(&["practice", "reset"], "y\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: this forgets 5 answers\nhint: say --yes if that is what you want\n"
    );
    assert_eq!(state(&home), before);
    let said = home.says(&["practice", "reset", "--yes"]);
    let backup = home.folder.path().join("practice-2026-11-30.json");
    assert_eq!(
        said,
        format!(
            "5 answers forgotten\nthey are kept in {}\n",
            backup.display()
        )
    );
    assert_eq!(fs::read_to_string(&backup).unwrap(), before[2]);
    assert_eq!(
        home.says(&["practice", "stats"]),
        "nothing has been practised yet\n"
    );
    for new in [5, 0] {
        let said = home.says(&["practice", "import", backup.to_str().unwrap()]);
        let known = 5 - new;
        let name = backup.display();
        assert_eq!(
            said,
            format!("{name}: 5 answers, {new} new, {known} known\n")
        );
        assert_eq!(state(&home), before);
    }
    // A second backup of a day does not replace the first.
    home.says(&["practice", "reset", "--yes"]);
    assert!(backup.with_file_name("practice-2026-11-30-2.json").exists());
    assert_eq!(fs::read_to_string(&backup).unwrap(), before[2]);
}

#[test]
fn two_computers_exchange_their_answers() {
    let (one, other) = (
        Home::at("2026-11-28T10:00:00Z"),
        Home::at("2026-11-29T10:00:00Z"),
    );
    one.run(&play(4), FOUR);
    other.run(&play(1), "c5\n");
    for (from, to) in [(&one, &other), (&other, &one)] {
        let export = from.says(&["practice", "export"]);
        let output = to.run(&["practice", "import", "-"], &export);
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(one.answers(), other.answers());
    assert_eq!(one.answers().len(), 5);
}

#[test]
fn what_cannot_be_imported_changes_nothing() {
    let home = Home::new();
    let cases = [
        (
            "{\"outflank_practice\":2,\"answers\":[]}",
            "this export has version 2",
        ),
        ("{\"games\":[]}", "this is no export of practice"),
        ("f5d6c3", "this is not JSON"),
        ("", "this is not JSON"),
        (
            "{\"outflank_practice\":1,\"answers\":[{}]}",
            "missing field `key`",
        ),
    ];
    for (input, says) in cases {
        let output = home.run(&["practice", "import", "-"], input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        let said = text(&output.stderr);
        assert!(said.starts_with("error: ") && said.contains(says), "{said}");
    }
    assert!(!home.path().exists());
    let output = home.run(&["practice", "import", "no-such-file.json"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// Days end at midnight where the user lives, not at that of UTC.
#[test]
fn days_are_those_of_the_users_calendar() {
    let mut home = Home::at("2026-11-30T14:59:00Z");
    for (now, zone, date) in [
        ("2026-11-30T14:59:00Z", "JST-9", "2026-11-30"),
        ("2026-11-30T15:01:00Z", "JST-9", "2026-12-01"),
        ("2026-12-01T15:01:00Z", "EST5", "2026-12-01"),
    ] {
        home.now = Some(now);
        let mut command = home.command(&play(1));
        command.env("TZ", zone);
        fed(command, "c5\n");
        let last = home.answers().pop().unwrap();
        assert_eq!(last.date.to_string(), date, "{now} {zone}");
        assert_eq!(last.time.to_string(), now);
    }
}

#[test]
fn what_is_due_is_asked_again() {
    let mut home = Home::at("2026-11-01T12:00:00Z");
    home.run(
        &["puzzle", "play", "shortest-game", "ten-moves"],
        "c7\nc5\nsolution\n",
    );
    let due = |home: &Home| {
        let output = home.run(&["puzzle", "play", "--due"], "");
        let said = text(&output.stdout);
        // The first line after the greeting.
        let mut lines = said.lines().filter(|line| line.contains("uzzle "));
        (
            output.status.code(),
            lines.next().unwrap_or_default().to_owned(),
        )
    };
    let said = "no puzzle is due, the next one on 2026-11-02";
    assert_eq!(due(&home), (Some(0), said.to_owned()));
    home.now = Some("2026-11-02T00:01:00Z");
    assert_eq!(
        due(&home),
        (
            Some(1),
            "Puzzle 1 of 2: Over after ten moves (level 1)".to_owned()
        )
    );
    // Two months late, it is due after the day on which it is done.
    home.now = Some("2027-01-01T12:00:00Z");
    home.run(&["puzzle", "play", "shortest-game"], "c5\n");
    let stats = home.says(&["practice", "stats", "--json"]);
    assert!(stats.contains("\"due\":1,\"next_due\":\"2027-"), "{stats}");
    // A line of an opening is due for the side it was asked for.
    home.run(
        &[
            "opening", "drill", "tiger", "--side", "white", "--seed", "1", "--blind",
        ],
        "d6\nd3\n",
    );
    home.now = Some("2028-01-01T12:00:00Z");
    let output = home.run(
        &["opening", "drill", "--due", "--side", "white", "--blind"],
        "",
    );
    assert!(
        text(&output.stdout).contains("Line 1 of 1: Tiger, you are White"),
        "{output:?}"
    );
    let said = home.says(&["opening", "drill", "--due", "--side", "black"]);
    assert_eq!(said, "no line is due\n");
}

#[test]
fn the_puzzle_of_today_counts_the_days_in_a_row() {
    let mut home = Home::at("2026-11-27T12:00:00Z");
    for (now, args, input, says) in [
        (
            "2026-11-27T12:00:00Z",
            &["puzzle", "play", "shortest-game"][..],
            "c5\n",
            None,
        ),
        // A day without, and one on which nothing was solved.
        (
            "2026-11-29T12:00:00Z",
            &["puzzle", "daily"],
            "solution\n",
            None,
        ),
        (
            "2026-11-29T13:00:00Z",
            &["puzzle", "play", "shortest-game"],
            "c7\nc5\n",
            None,
        ),
        (
            "2026-11-29T14:00:00Z",
            &["puzzle", "daily"],
            "",
            Some("1 day in a row"),
        ),
        (
            "2026-11-30T12:00:00Z",
            &["puzzle", "play", "shortest-game"],
            "c5\n",
            None,
        ),
        (
            "2026-11-30T13:00:00Z",
            &["puzzle", "daily"],
            "",
            Some("2 days in a row"),
        ),
        // Today is not over yet.
        (
            "2026-12-01T13:00:00Z",
            &["puzzle", "daily"],
            "",
            Some("2 days in a row"),
        ),
        (
            "2026-12-01T13:00:00Z",
            &["puzzle", "daily", "--no-record"],
            "",
            None,
        ),
        (
            "2026-12-01T13:00:00Z",
            &["puzzle", "daily", "--date", "2026-11-30"],
            "",
            None,
        ),
        ("2026-12-02T13:00:00Z", &["puzzle", "daily"], "", None),
    ] {
        home.now = Some(now);
        let output = home.run(args, input);
        let said = text(&output.stdout);
        let days = said.lines().find(|line| line.ends_with(" in a row"));
        assert_eq!(days, says, "{now} {args:?}: {said}");
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn a_drill_is_kept_line_by_line() {
    let home = Home::at("2026-11-01T12:00:00Z");
    let drill = [
        "opening", "drill", "tiger", "--side", "white", "--seed", "1", "--blind",
    ];
    home.run(&drill, "d6\nd3\n");
    home.run(&drill, "?\nd6\nf3\nd6\nd3\n");
    let answers = home.answers();
    assert!(answers.iter().all(|a| a.item.kind == Kind::Opening));
    assert!(answers.iter().all(|a| a.item.id == "f5d6c3d3c4/white"));
    let of = |wanted: Outcome| answers.iter().filter(move |a| a.outcome == wanted);
    assert_eq!(answers.len(), 3);
    assert_eq!(
        of(Outcome::Solved)
            .filter(|a| a.tries == 1 && a.found == 2)
            .count(),
        2
    );
    assert_eq!(
        of(Outcome::Told)
            .filter(|a| a.hints == 1 && a.tries == 2)
            .count(),
        1
    );
}

/// Five weeks of practice.
const WEEKS: &[(&str, &str, u8, u32, &str)] = &[
    ("2026-10-26", "a", 1, 1, "solved"),
    ("2026-10-26", "b", 2, 1, "solved"),
    ("2026-10-26", "c", 3, 2, "solved"),
    ("2026-10-28", "d", 3, 1, "solved"),
    ("2026-11-05", "e", 4, 1, "given-up"),
    ("2026-11-05", "a", 1, 1, "solved"),
    ("2026-11-20", "f", 4, 1, "solved"),
    ("2026-11-29", "g", 5, 3, "given-up"),
    ("2026-11-29", "h", 5, 1, "solved"),
    ("2026-11-29", "i", 5, 1, "solved"),
];

fn five_weeks() -> Home {
    let home = Home::at("2026-11-30T12:00:00Z");
    let rows: Vec<String> = (1..)
        .zip(WEEKS)
        .map(|(n, (date, id, level, tries, outcome))| {
            let theme = if level % 2 == 0 { "corner" } else { "parity" };
            format!(
                "{{\"key\":\"{n:032x}\",\"kind\":\"puzzle\",\"id\":\"{id}\",\
                 \"time\":\"{date}T12:00:00Z\",\"date\":\"{date}\",\"tries\":{tries},\
                 \"hints\":0,\"found\":1,\"millis\":20000,\"outcome\":\"{outcome}\",\
                 \"level\":{level},\"themes\":[\"{theme}\"]}}"
            )
        })
        .collect();
    let log = format!(
        "{{\"outflank_practice\":1,\"answers\":[{}]}}",
        rows.join(",")
    );
    let output = home.run(&["practice", "import", "-"], &log);
    assert!(output.status.success(), "{output:?}");
    home
}

#[test]
fn stats_are_shown_as_tables_and_plots() {
    let home = five_weeks();
    insta::assert_snapshot!("practice_stats", home.says(&["practice", "stats"]));
    insta::assert_snapshot!("puzzle_stats", home.says(&["puzzle", "stats"]));
    for command in ["practice", "puzzle"] {
        let said = home.says(&[command, "stats"]);
        assert!(
            said.is_ascii() && said.lines().all(|line| line.len() <= 80),
            "{said}"
        );
        let json = home.says(&[command, "stats", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["answers"], 10);
        assert_eq!(json["at_once"], 7);
        assert_eq!(json["ratings"].as_array().unwrap().len(), 5);
    }
}

/// The ratings, worked out once more by the formulas of Glickman's paper in
/// another language.
#[test]
fn ratings_are_those_of_another_implementation() {
    let home = five_weeks();
    let json = home.says(&["puzzle", "stats", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let ratings: Vec<(f64, f64)> = json["ratings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| {
            (
                day["rating"].as_f64().unwrap(),
                day["deviation"].as_f64().unwrap(),
            )
        })
        .collect();
    assert_eq!(ratings.len(), REFERENCE.len());
    for (got, want) in ratings.iter().zip(REFERENCE) {
        let close = (got.0 - want.0).abs() < 0.11 && (got.1 - want.1).abs() < 0.11;
        assert!(close, "{got:?} {want:?}");
    }
}

/// The rating and its deviation after each of the days.
const REFERENCE: &[(f64, f64)] = &[
    (1562.8, 234.2),
    (1649.1, 204.6),
    (1593.8, 187.3),
    (1705.6, 177.3),
    (1906.5, 159.5),
];

#[test]
fn a_clock_that_is_none_is_said() {
    let home = Home::at("soon");
    let output = home.run(&["practice", "stats"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("OUTFLANK_NOW is no time: `soon`"));
}

#[test]
fn the_path_is_where_the_answers_are() {
    let home = Home::new();
    let path = home.path();
    assert_eq!(
        home.says(&["practice", "path"]),
        format!("{}\n", path.display())
    );
    home.run(&play(1), "c5\n");
    let mut head = [0; 15];
    fs::File::open(path).unwrap().read_exact(&mut head).unwrap();
    assert_eq!(&head, b"SQLite format 3");
}
