//! `show` and `replay` as a user runs them.

use std::process::Output;

use assert_cmd::Command;

/// Runs the program with a clean environment.
fn outflank(args: &[&str], env: &[(&str, &str)]) -> Output {
    let mut command = Command::cargo_bin("outflank").unwrap();
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    let output = command.args(args).envs(env.iter().copied()).output();
    output.unwrap()
}

fn text(args: &[&str], env: &[(&str, &str)]) -> String {
    let output = outflank(args, env);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A text without its colours.
fn plain(colored: &str) -> String {
    let parts = colored.split('\x1b');
    parts
        .enumerate()
        .map(|(index, part)| match part.split_once('m') {
            Some((_, rest)) if index > 0 => rest,
            _ => part,
        })
        .collect()
}

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cmd/show/*.trycmd");
}

#[test]
fn a_pipe_gets_no_colour_unless_it_is_asked_for() {
    let show = ["show", "f5d6c3", "--legal"];
    let bare = text(&show, &[]);
    assert!(!bare.contains('\x1b'));
    assert_eq!(text(&show, &[("NO_COLOR", "1")]), bare);
    assert_eq!(text(&show, &[("TERM", "dumb")]), bare);

    let always = ["show", "f5d6c3", "--legal", "--color", "always"];
    for env in [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm")] {
        let colored = text(&always, &[env]);
        // Black is black on green, White is white on green.
        assert!(colored.contains("\x1b[38;5;16;48;5;28m●"), "{colored:?}");
        assert!(colored.contains("\x1b[38;5;231;48;5;28m○"), "{colored:?}");
        assert_eq!(plain(&colored), bare);
    }
    let forced = text(&show, &[("CLICOLOR_FORCE", "1"), ("TERM", "xterm")]);
    assert_eq!(plain(&forced), bare);
    assert_ne!(forced, bare);
    let never = ["show", "f5d6c3", "--legal", "--color", "never"];
    assert_eq!(text(&never, &[("CLICOLOR_FORCE", "1")]), bare);
}

#[test]
fn ascii_is_ascii_and_80_columns_are_enough() {
    for args in [
        &["show", "f5d6c3", "--legal", "--ascii"][..],
        &["show", "f5d6c3", "--kifu", "--ascii"],
        &["replay", "f5d6c3", "--ascii"],
        &["show", "--size", "16", "j9", "--kifu", "--ascii"],
        &["show", "--size", "16", "j9", "--hole", "a1", "--ascii"],
    ] {
        let out = text(args, &[]);
        assert!(out.is_ascii(), "{out}");
        assert!(out.lines().all(|line| line.len() <= 80), "{out}");
        assert!(out.lines().all(|line| line == line.trim_end()), "{out}");
    }
}

#[test]
fn rows_are_equally_wide() {
    for size in ["4", "6", "8", "10", "12", "14", "16"] {
        let middle = size.parse::<u8>().unwrap() / 2;
        // Right of the lower white disc: f5 on 8×8.
        let first = format!("{}{}", char::from(b'a' + middle + 1), middle + 1);
        let out = text(&["show", "--size", size, &first, "--kifu"], &[]);
        let rows = out.lines().skip(1).take(usize::from(middle) * 2);
        let widths: Vec<usize> = rows
            .map(|row| row.trim_end_matches(char::is_numeric).chars().count())
            .collect();
        assert_eq!(widths.len(), usize::from(middle) * 2);
        assert!(widths.iter().all(|&width| width == widths[0]), "{out}");
    }
}
