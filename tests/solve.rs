//! `outflank solve` as a user runs it.

use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// FFO #2: +10 with a4 alone.
const FFO_2: &str = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
/// White must pass.
const PASS: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX-- O";
/// A wipe-out in nine moves.
const OVER: &str = "f5d6c5f6e7f4g5e6e3";

struct Outcome {
    stdout: String,
    stderr: String,
    status: Option<i32>,
}

impl Outcome {
    fn json(&self) -> Vec<Value> {
        let lines = self.stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

fn solve(args: &[&str]) -> Outcome {
    solve_with_input(args, "")
}

fn solve_with_input(args: &[&str], input: &str) -> Outcome {
    let output = assert_cmd::Command::cargo_bin("outflank")
        .unwrap()
        .arg("solve")
        .args(args)
        .write_stdin(input)
        .output()
        .unwrap();
    Outcome {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code(),
    }
}

#[test]
fn a_position_in_json() {
    let found = solve(&["--json", FFO_2]);
    let report = &found.json()[0];
    assert_eq!(found.status, Some(0));
    assert_eq!(found.stderr, "");
    assert_eq!(report["source"], "argument:1");
    assert_eq!(report["board"], FFO_2[..64]);
    assert_eq!(report["to_move"], "black");
    assert_eq!(report["empties"], 14);
    assert_eq!(report["score"], 10);
    assert_eq!(report["exact"], true);
    assert_eq!(report["result"], "win");
    assert_eq!(report["best"], json!(["a4"]));
    assert_eq!(report["pv"][0], "a4");
    assert!(report["nodes"].as_u64().unwrap() > 0);
    assert!(report["seconds"].as_f64().unwrap() < 10.0);
    assert!(report.get("moves").is_none() && report.get("bounds").is_none());
}

#[test]
fn every_move_best_first() {
    let report = &solve(&["--json", "--all-moves", FFO_2]).json()[0];
    let move_and_score = |mv: &str, score: i32| json!({"move": mv, "score": score});
    assert_eq!(
        report["moves"],
        json!([
            move_and_score("a4", 10),
            move_and_score("b2", 0),
            move_and_score("a3", -6),
            move_and_score("g7", -8),
            move_and_score("a7", -12),
            // Ties in board order.
            move_and_score("b7", -14),
            move_and_score("h7", -14),
            move_and_score("h2", -24),
        ])
    );
    assert_eq!(report["best"], json!(["a4"]));
    assert_eq!(report["score"], 10);
}

#[test]
fn win_draw_or_loss_has_no_score() {
    let report = &solve(&["--json", "--wld", FFO_2]).json()[0];
    assert_eq!(report["result"], "win");
    assert_eq!(report["exact"], true);
    assert!(report.get("score").is_none());
    let report = &solve(&["--json", "--wld", "--all-moves", FFO_2]).json()[0];
    assert_eq!(report["best"], json!(["a4"]));
    assert_eq!(report["moves"][1], json!({"move": "b2", "result": "draw"}));
}

#[test]
fn a_forced_pass_and_a_finished_game() {
    let reports = solve(&["--json", PASS, OVER]).json();
    assert_eq!(reports[0]["best"], json!(["pass"]));
    assert_eq!(reports[0]["pv"][0], "pass");
    assert_eq!(reports[0]["to_move"], "white");
    assert_eq!(reports[1]["best"], json!([]));
    assert_eq!(reports[1]["pv"], json!([]));
    assert_eq!(reports[1]["score"], -64);
    let reports = solve(&["--json", "--scoring", "discs", OVER]).json();
    assert_eq!(reports[0]["score"], -13);
    let reports = solve(&["--json", "--all-moves", PASS, OVER]).json();
    assert_eq!(reports[0]["moves"][0]["move"], "pass");
    assert_eq!(reports[1]["moves"], json!([]));
}

#[test]
fn text_for_people() {
    let found = solve(&["--all-moves", FFO_2]);
    let lines: Vec<&str> = found.stdout.lines().collect();
    assert_eq!(lines[0], "argument:1: Black to move, 14 empty squares");
    assert_eq!(lines[1], "  +10, a win with a4");
    assert_eq!(
        lines[2],
        "  moves a4 +10   b2 +0   a3 -6   g7 -8   a7 -12   b7 -14   h7 -14   h2 -24"
    );
    assert!(lines[3].starts_with("  line  a4 "));
    assert!(lines.iter().all(|line| line.chars().count() <= 80));
    assert!(found.stdout.is_ascii());
}

#[test]
fn a_wipe_out_is_forced_or_not() {
    // Before the last move of the nine.
    let found = solve(&["--json", "--wipe-out", "f5d6c5f6e7f4g5e6"]);
    let report = &found.json()[0];
    assert_eq!(found.status, Some(0));
    assert_eq!(report["wipe_out"], true);
    assert_eq!(report["in"], 1);
    assert_eq!(report["best"], json!(["e3"]));
    assert_eq!(report["pv"], json!(["e3"]));
    let found = solve(&["--json", "--wipe-out", FFO_2]);
    assert_eq!(found.json()[0]["wipe_out"], false);
    assert_eq!(found.status, Some(1));
}

#[test]
fn one_bad_line_does_not_stop_the_stream() {
    let input = format!("{FFO_2}\nf5f5\n{PASS}\n");
    let found = solve_with_input(&["--json", "-"], &input);
    let sources: Vec<Value> = found
        .json()
        .iter()
        .map(|report| report["source"].clone())
        .collect();
    assert_eq!(sources, ["-:1", "-:3"]);
    assert_eq!(found.status, Some(1));
    assert!(found.stderr.contains("f5"), "{}", found.stderr);
}

#[test]
fn a_limit_in_time_is_kept_and_claims_nothing() {
    let clock = Instant::now();
    let found = solve(&["--json", "--time", "300ms", "f5"]);
    assert!(clock.elapsed() < Duration::from_millis(1500));
    let report = &found.json()[0];
    assert_eq!(report["exact"], false);
    assert_eq!(report["bounds"], json!([-64, 64]));
    assert!(report.get("score").is_none());
    assert_eq!(found.status, Some(0));
    let report = &solve(&["--json", "--all-moves", "--time", "200ms", "f5"]).json()[0];
    assert_eq!(report["exact"], false);
    assert_eq!(report["best"], json!([]));
    assert_eq!(report["pv"], json!([]));
}

#[test]
fn sizes_and_times_that_make_no_sense_are_refused() {
    for args in [
        ["--hash", "0"],
        ["--hash", "-1"],
        ["--hash", "999999G"],
        ["--hash", "many"],
        ["--time", "soon"],
        ["--time", "-3s"],
        ["--threads", "0"],
    ] {
        let found = solve(&[&args[..], &["f5"]].concat());
        assert_eq!(found.status, Some(2), "{args:?}");
        assert!(found.stderr.starts_with("error: "), "{}", found.stderr);
        assert_eq!(found.stdout, "");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_what_was_found() {
    let child = Command::new(assert_cmd::cargo::cargo_bin("outflank"))
        .args(["solve", "--json", "f5", FFO_2])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["exact"], false);
}

/// Nobody can be asked to press it twice where nothing is searched.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_command_that_waits_for_input() {
    for args in [
        &["solve", "-"][..],
        &["annotate", "-"],
        &["puzzle", "check", "-"],
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("outflank"))
            .args(args)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(500));
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let clock = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if clock.elapsed() > Duration::from_secs(5) {
                child.kill().unwrap();
                panic!("{args:?} goes on");
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(130), "{args:?}");
    }
}
