//! The README is true: its commands are run and its output is what comes out.
//!
//! A block that begins with ```` ```console ```` holds lines `$ command`, each
//! followed by all that the command prints. How many nodes a search took, and
//! how long, may differ; in a table of searches also which of several best
//! moves was found. There these columns are the last.

use std::{path::Path, process::Command};

/// A command of the README and the output shown under it.
struct Session {
    line: usize,
    command: String,
    output: String,
}

fn sessions(markdown: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(markdown.lines()) {
        if let Some(language) = line.strip_prefix("```") {
            inside = language == "console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            sessions.push(Session {
                line: number,
                command: command.to_owned(),
                output: String::new(),
            });
        } else if inside && let Some(session) = sessions.last_mut() {
            session.output.push_str(line);
            session.output.push('\n');
        }
    }
    sessions
}

/// The output without what a better search changes: nodes and times.
fn without_nodes(output: &str) -> String {
    // Where the columns that stay end, while inside a table.
    let mut columns = None;
    let lines = output.lines().map(|line| {
        if line.is_empty() {
            columns = None;
        } else if let Some((stay, last)) = line.split_once("  best ")
            && last.contains(" nodes ")
        {
            columns = Some(stay.len());
        }
        if line.contains(" nodes in ") {
            return "";
        }
        let end = columns.unwrap_or(line.len());
        line.get(..end).unwrap_or(line).trim_end()
    });
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn the_readme_shows_what_comes_out() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let sessions = sessions(&std::fs::read_to_string(readme).unwrap());
    assert!(
        sessions.len() >= 10,
        "the tour has a session for each command"
    );
    let program = Path::new(env!("CARGO_BIN_EXE_outflank"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    // What the program is to remember is of no concern to whoever tests it.
    let home = tempfile::tempdir().unwrap();
    for session in sessions {
        let run = Command::new("sh")
            .args(["-c", &format!("{} 2>&1", session.command)])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", &path)
            .env("OUTFLANK_HOME", home.path())
            .env("OUTFLANK_NOW", "2026-11-30T12:00:00Z")
            .env("TZ", "UTC")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .unwrap();
        let got = String::from_utf8(run.stdout).unwrap();
        assert_eq!(
            without_nodes(&got),
            without_nodes(&session.output),
            "README.md:{}: $ {}",
            session.line,
            session.command
        );
    }
}
