//! `outflank bench` as a user runs it.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// FFO #1, #2 and #3 with the scores of their moves.
const FFO: [&str; 3] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; % #3",
];
/// White must pass, and then scores this.
const PASS: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX-- O; Pass:-64";

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

    /// The table without its headings and its totals.
    fn rows(&self) -> Vec<&str> {
        let lines = self.stdout.lines().skip(1);
        lines.take_while(|line| !line.is_empty()).collect()
    }

    fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }
}

fn bench(args: &[&str], input: &str) -> Outcome {
    let output = assert_cmd::Command::cargo_bin("outflank")
        .unwrap()
        .arg("bench")
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

/// The words of a row: position, empties, score, best move, nodes, seconds,
/// millions of nodes a second.
fn words(row: &str) -> Vec<&str> {
    row.split_whitespace().collect()
}

#[test]
fn stated_scores_that_are_met() {
    let found = bench(&["-"], &FFO.join("\n"));
    assert_eq!(found.status, Some(0), "{}", found.stdout);
    assert_eq!(found.stderr, "");
    let rows = found.rows();
    assert_eq!(words(rows[0])[..4], ["-:1", "14", "+18", "g8"]);
    assert_eq!(words(rows[1])[..4], ["-:2", "14", "+10", "a4"]);
    assert_eq!(words(rows[2])[..4], ["-:3", "14", "+2", "d1"]);
    let nodes = rows.iter().map(|row| words(row)[4].parse::<u64>().unwrap());
    let nodes: u64 = nodes.sum();
    assert!(
        found
            .stdout
            .contains("\n3 positions, 3 of 3 stated scores met\n")
    );
    let totals = found.last_line();
    assert!(
        totals.starts_with(&format!("{nodes} nodes in ")) && totals.ends_with(" Mn/s"),
        "{totals}"
    );
}

#[test]
fn a_stated_score_that_is_not_met_is_marked_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.obf");
    let wrong = FFO.join("\n").replace("A4:+10", "A4:+12");
    fs::write(&path, wrong).unwrap();
    let found = bench(&[path.to_str().unwrap()], "");
    assert_eq!(found.status, Some(1), "{}", found.stderr);
    let rows = found.rows();
    assert_eq!(rows.len(), 4);
    assert!(rows[1].contains("wrong.obf:2  "), "{}", rows[1]);
    assert_eq!(rows[2], "  not met: +12 is stated");
    assert!(found.stdout.contains("3 positions, 2 of 3 stated scores"));
    // By result a win is a win.
    let found = bench(&["--wld", path.to_str().unwrap()], "");
    assert_eq!(found.status, Some(0));
    assert_eq!(words(found.rows()[1])[2], "win");
}

#[test]
fn a_best_move_that_is_stated_to_be_worse_fails() {
    let found = bench(&["-"], &FFO[0].replace("G8:+18; H1:+12", "G8:+6; H1:+18"));
    assert_eq!(found.status, Some(1));
    assert_eq!(found.rows()[1], "  not met: +6 is stated of g8");
}

#[test]
fn nodes_depend_on_no_run_and_no_order() {
    let nodes = |lines: &[&str]| -> Vec<Value> {
        let found = bench(&["--json", "--threads", "1", "-"], &lines.join("\n"));
        let reports = found.json().into_iter();
        reports.map(|report| report["nodes"].clone()).collect()
    };
    let [first, second, third] = FFO;
    let forth = nodes(&[first, second, third]);
    let mut back = nodes(&[third, second, first]);
    back.reverse();
    assert_eq!(forth, back);
    assert_eq!(forth, nodes(&[first, second, third]));
}

#[test]
fn the_built_in_positions_are_right_and_their_nodes_a_signature() {
    let (table, json) = (bench(&[], ""), bench(&["--json"], ""));
    for found in [&table, &json] {
        assert_eq!(found.status, Some(0), "{}", found.stdout);
        assert_eq!(found.stderr, "");
    }
    let reports = json.json();
    assert!((12..=20).contains(&reports.len()));
    for report in &reports {
        assert_eq!(report["agrees"], true, "{report}");
        assert!(report["name"].is_string(), "{report}");
    }
    let nodes = reports
        .iter()
        .map(|report| report["nodes"].as_u64().unwrap());
    let nodes: u64 = nodes.sum();
    let totals = table.last_line();
    assert!(
        totals.starts_with(&format!("{nodes} nodes in ")),
        "{nodes}: {totals}"
    );
    for line in table.stdout.lines() {
        assert!(line.is_ascii() && line.len() <= 80, "{line}");
    }
    // They are the file beside the source, solved by one thread.
    let file = bench(&["--threads", "1", "src/cli/bench.obf"], "");
    assert!(file.last_line().starts_with(&format!("{nodes} nodes in ")));
}

#[test]
fn a_position_in_json() {
    let input = [FFO[2], PASS, &FFO[0][..66]].join("\n");
    let reports = bench(&["--json", "-"], &input).json();
    let report = &reports[0];
    assert_eq!(report["source"], "-:1");
    assert_eq!(report["name"], "#3");
    assert_eq!(report["board"], FFO[2][..64]);
    assert_eq!(report["to_move"], "black");
    assert_eq!(report["empties"], 14);
    assert_eq!(report["score"], 2);
    assert_eq!(report["exact"], true);
    assert_eq!(report["result"], "win");
    assert_eq!(report["best"], json!(["d1"]));
    assert_eq!(report["pv"][0], "d1");
    assert_eq!(report["stated"], 2);
    assert_eq!(report["agrees"], true);
    assert!(report["nodes"].as_u64().unwrap() > 0);
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(reports[1]["best"], json!(["pass"]));
    assert_eq!(reports[1]["agrees"], true);
    // Nothing is stated of the last.
    assert_eq!(reports[2]["stated"], Value::Null);
    assert_eq!(reports[2]["agrees"], Value::Null);
    assert!(reports[2].get("name").is_none());
    let report = &bench(&["--json", "--wld", "-"], FFO[2]).json()[0];
    assert!(report.get("score").is_none());
    assert_eq!(report["result"], "win");
    assert_eq!(report["stated"], 2);
    assert_eq!(report["agrees"], true);
}

#[test]
fn positions_without_stated_scores_are_timed() {
    let ffo_2 = &FFO[1][..66];
    // The scores of the second are about another position than its last.
    let played = format!("{}; g8", FFO[0]);
    let found = bench(&["--", ffo_2, &played, "f5d6c5f6e7f4g5e6e3"], "");
    assert_eq!(found.status, Some(0), "{}", found.stderr);
    assert_eq!(found.rows().len(), 3);
    assert!(found.stdout.contains("\n3 positions, no score is stated\n"));
}

#[test]
fn a_score_that_was_not_proved_in_time_is_not_met() {
    let start = "---------------------------OX------XO--------------------------- X; f5:+0";
    let clock = Instant::now();
    let found = bench(&["--time", "200ms", "-"], start);
    assert!(clock.elapsed() < Duration::from_secs(5));
    assert_eq!(found.status, Some(1));
    let rows = found.rows();
    assert_eq!(words(rows[0])[2], "-64..+64");
    assert_eq!(rows[1], "  not proved: +0 is stated");
    assert!(found.stdout.contains("1 position, 0 of 1 stated scores"));
    let report = &bench(&["--json", "--time", "200ms", "-"], start).json()[0];
    assert_eq!(report["exact"], false);
    assert_eq!(report["bounds"], json!([-64, 64]));
    assert_eq!(report["agrees"], Value::Null);
    // Of a position that states nothing, nothing fails.
    let found = bench(&["--time", "200ms", "f5"], "");
    assert_eq!(found.status, Some(0));
}

#[test]
fn one_bad_line_does_not_stop_the_rest() {
    // A disc lies on e4.
    let illegal = FFO[1].replace("A4:+10", "E4:+10");
    let short = &FFO[1][1..];
    let input = [FFO[0], &illegal, short, FFO[2]].join("\n");
    let found = bench(&["-"], &input);
    assert_eq!(found.rows().len(), 2, "{}", found.stdout);
    assert_eq!(found.status, Some(1));
    for place in ["-:2:", "-:3:"] {
        assert!(found.stderr.contains(place), "{place}: {}", found.stderr);
    }
    let found = bench(&["nothing.obf"], "");
    assert_eq!(found.status, Some(2));
    assert_eq!(found.stdout, "");
    assert!(found.stderr.contains("`nothing.obf`"), "{}", found.stderr);
}
