//! What every command has in common: exit statuses, colour, ASCII, silence,
//! closed pipes, help.

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

/// The first game of the world championship final of 2023.
const FINAL_2023: &str = "c4e3f4c5d6f3e6c3d3e2b6f5d2f6b4c1b3c2f1e1g5b5g4d7c6e7g6c7f8a3\
    f2a4a5f7d1g1a2g3g8h4h6h5g7e8b2a6a7b7a8b8c8d8g2b1a1h3h1h2h8h7";
/// FFO #2.
const FFO_2: &str = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";

/// A use of each command, and of its faces, that ends in no time.
const USES: &[&[&str]] = &[
    &["show", "f5d6c3", "--legal"],
    &["show", FINAL_2023, "--kifu"],
    &["replay", "f5d6c3"],
    &["check", "f5d6c3", "f5d6c4"],
    &["solve", FFO_2, "--all-moves"],
    &["annotate", FINAL_2023, "--exact-from", "12"],
    &["puzzle", "list"],
    &["puzzle", "show", "shortest-game", "--solution"],
    &["puzzle", "play", "shortest-game"],
    &["puzzle", "daily", "--date", "2026-11-30", "--show"],
    &["opening", "list"],
    &["opening", "show", "tiger"],
    &["opening", "name", "f5d6c3d3c4"],
    &["opening", "check"],
    &["opening", "drill", "tiger", "--seed", "1"],
    &["puzzle", "stats"],
    &["practice", "stats"],
    &["practice", "export"],
    &["practice", "path"],
    &["convert", "f5d6c3", "--to", "pgn"],
    &["perft", "3"],
    &["bench", FFO_2],
    &["completions", "zsh"],
    &["man", "solve"],
];

/// Of these, those that can report in JSON.
fn with_json() -> impl Iterator<Item = Vec<&'static str>> {
    let without = [
        "play",
        "drill",
        "export",
        "path",
        "convert",
        "completions",
        "man",
    ];
    let uses = USES
        .iter()
        .filter(move |args| !args.iter().any(|arg| without.contains(arg)));
    uses.map(|args| [args, &["--json"][..]].concat())
}

/// The program with nothing in the environment that decides about colour.
fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("outflank"));
    // Logs of continuous integration are taken to show colour, too.
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "CI"] {
        command.env_remove(name);
    }
    // What the program is to remember is of no concern to whoever tests it.
    command.env(
        "OUTFLANK_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/home-cli"),
    );
    command.stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not want all of it hangs up.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn exit_statuses() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let cases: &[(i32, &[&str])] = &[
        (0, &["check", "f5d6c3"]),
        (0, &["perft", "1", "--json"]),
        (0, &["--help"]),
        (0, &["--version"]),
        (0, &["help", "solve"]),
        // Done, and it does not hold.
        (1, &["check", "f5f5"]),
        (1, &["check", "f5d6c3", "f5f5", "f5"]),
        (1, &["show", "f5f5"]),
        (1, &["annotate", "f5f5"]),
        (1, &["convert", "f5f5", "--to", "pgn"]),
        (1, &["solve", "f5f5"]),
        (1, &["solve", "f5d6zz", FFO_2]),
        (1, &["solve", FFO_2, "--wipe-out"]),
        (1, &["puzzle", "play", "shortest-game"]),
        // Not done.
        (2, &[]),
        (2, &["annotate"]),
        (2, &["nonsense"]),
        (2, &["check", "--nonsense", "f5"]),
        (2, &["check", "--from", "nonsense", "f5"]),
        (2, &["check", "--color", "mauve", "f5"]),
        (2, &["check", "-q", "-v", "f5"]),
        (2, &["check", folder]),
        (2, &["check", "f5d6", "no such file"]),
        (2, &["show", "nothing here"]),
        (2, &["show", "f5", "--at", "2"]),
        (2, &["solve", "nothing here"]),
        (2, &["solve", FFO_2, "--threads", "0"]),
        (2, &["solve", FFO_2, "--hash", "0"]),
        (2, &["solve", FFO_2, "--time", "soon"]),
        (2, &["annotate", "nothing here"]),
        (2, &["convert", "f5d6c3"]),
        (2, &["convert", "f5d6c3", "--to", "nonsense"]),
        (2, &["convert", "nothing here", "--to", "pgn"]),
        (2, &["convert", "f5d6c3", "--to", "wthor"]),
        (2, &["convert", "f5d6c3", "--to", "pgn", "-o", folder]),
        (2, &["annotate", "e4", "--size", "6"]),
        (2, &["puzzle", "show", "no-such-puzzle"]),
        (2, &["puzzle", "check", "no-such-file.yaml"]),
        (2, &["opening", "show", "no such opening"]),
        (2, &["practice"]),
        (2, &["practice", "import", "no-such-file.json"]),
        (2, &["practice", "export", "-o", folder]),
        (2, &["db"]),
        (2, &["db", "stats", "--db", folder]),
        (
            2,
            &["db", "import", "--db", "no/such/folder/games.db", "f5"],
        ),
        (1, &["bench", "f5f5"]),
        (2, &["bench", "nothing here"]),
        (2, &["bench", FFO_2, "--threads", "0"]),
        (2, &["perft", "0"]),
        (2, &["perft", "3", "--size", "7"]),
        (2, &["completions", "cmd.exe"]),
        (2, &["man", "nonsense"]),
    ];
    for (status, args) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {output:?}");
        if *status == 2 {
            // What is wrong stands where it cannot be taken for a result.
            assert!(!output.stderr.is_empty(), "{args:?}");
            let said = text(&output.stderr);
            assert!(!said.contains("panicked"), "{args:?}: {said}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_said_by_every_command_that_reads() {
    for command in ["check", "show", "replay", "solve", "annotate", "bench"] {
        for input in [
            &b""[..],
            b"\n \n",
            b"\xff\xfe\x00\x01\x02",
            b"no game at all\n",
        ] {
            let output = run_with_input(&[command, "-"], input);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{command} {input:?}: {output:?}"
            );
            let said = text(&output.stderr);
            assert!(said.starts_with("error: "), "{command} {input:?}: {said}");
        }
    }
}

#[test]
fn a_misspelt_command_gets_a_suggestion() {
    for (word, meant) in [
        ("sovle", "solve"),
        ("anotate", "annotate"),
        ("chek", "check"),
    ] {
        let output = run(&[word, "f5"]);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(&format!("'{meant}'")), "{said}");
    }
}

#[test]
fn a_misspelt_file_gets_a_suggestion() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.txt"), "f5d6\n").unwrap();
    for command in ["check", "show", "replay", "solve", "annotate", "bench"] {
        let output = program()
            .current_dir(folder.path())
            .args([command, "game.txt"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = text(&output.stderr);
        assert!(
            said.contains("`game.txt`") && said.contains("`games.txt`"),
            "{said}"
        );
    }
}

#[test]
fn a_closed_pipe_is_nobodys_error() {
    let uses = USES.iter().map(|args| args.to_vec()).chain(with_json());
    for args in uses {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program()
            .args(&args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{args:?}: {output:?}"
        );
    }
}

#[test]
fn a_pipe_that_closes_ends_a_long_output() {
    let games = format!("{FINAL_2023}\n").repeat(5_000);
    for command in ["check", "show", "replay"] {
        let mut child = program()
            .args([command, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let games = games.clone();
        let feeder = thread::spawn(move || {
            // The program goes before all is fed.
            let _ = stdin.write_all(games.as_bytes());
        });
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        assert_eq!(text(&output.stderr), "", "{command}");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}

#[test]
fn colour_is_there_when_it_is_asked_for_only() {
    let colored = |args: &[&str], env: &[(&str, &str)]| {
        let output = program().args(args).envs(env.iter().copied()).output();
        output.unwrap().stdout.contains(&0x1b)
    };
    for args in USES {
        assert!(!colored(args, &[]), "{args:?}");
        assert!(!colored(args, &[("NO_COLOR", "1")]), "{args:?}");
        assert!(!colored(args, &[("CLICOLOR_FORCE", "0")]), "{args:?}");
        assert!(
            !colored(args, &[("TERM", "dumb"), ("CLICOLOR", "1")]),
            "{args:?}"
        );
        let never = [args, &["--color", "never"][..]].concat();
        assert!(
            !colored(&never, &[("CLICOLOR_FORCE", "1"), ("TERM", "xterm")]),
            "{args:?}"
        );
    }
    for args in [
        &["show", "f5d6c3"][..],
        &["solve", FFO_2],
        &["annotate", FINAL_2023, "--exact-from", "14"],
    ] {
        let always = [args, &["--color", "always"]].concat();
        assert!(
            colored(&always, &[("NO_COLOR", "1"), ("TERM", "dumb")]),
            "{args:?}"
        );
        assert!(
            colored(args, &[("CLICOLOR_FORCE", "1"), ("TERM", "xterm")]),
            "{args:?}"
        );
        assert!(
            !colored(args, &[("NO_COLOR", "1"), ("CLICOLOR", "1")]),
            "{args:?}"
        );
    }
}

/// What a terminal of some kind is sent: `script` is one. Who plays types
/// `quit`.
#[cfg(target_os = "linux")]
fn on_terminal(args: &[&str], env: &[(&str, &str)]) -> String {
    let quoted = args.iter().map(|arg| format!(" '{arg}'"));
    let program_name = assert_cmd::cargo::cargo_bin!("outflank").display();
    let line = format!("'{program_name}'{}", quoted.collect::<String>());
    let mut command = Command::new("script");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "CI"] {
        command.env_remove(name);
    }
    command.args(["-qec", &line, "/dev/null"]);
    command.envs(env.iter().copied()).stdout(Stdio::piped());
    let plays = args.iter().any(|arg| matches!(*arg, "play" | "drill"));
    // What is typed and not read would be waited for.
    let stdin = if plays { Stdio::piped() } else { Stdio::null() };
    let mut child = command.stdin(stdin).spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"quit\n").unwrap();
    }
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Case D37: on a terminal there is colour, unless somebody does not want it
/// or the terminal is dumb, which is sent no escapes at all.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colour_unless_it_is_dumb() {
    for args in [
        &["show", "f5d6c3"][..],
        &["check", "f5d6a1"],
        &["opening", "show", "tiger"],
        &["opening", "drill", "tiger", "--seed", "1"],
        &["puzzle", "play", "shortest-game"],
        &["nonsense"],
    ] {
        // `m` ends what sets a colour.
        let colored = |env: &[(&str, &str)]| {
            let text = on_terminal(args, env);
            let escapes = text.split("\x1b[").skip(1);
            let mut ends = escapes
                .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
            ends.any(|rest| rest.starts_with('m'))
        };
        let xterm = ("TERM", "xterm-256color");
        assert!(colored(&[xterm]), "{args:?}");
        // Empty, it is not set.
        assert!(colored(&[xterm, ("NO_COLOR", "")]), "{args:?}");
        assert!(!colored(&[xterm, ("NO_COLOR", "1")]), "{args:?}");
        assert!(!colored(&[xterm, ("CLICOLOR", "0")]), "{args:?}");
        assert!(!colored(&[]), "{args:?}");
        let dumb = on_terminal(args, &[("TERM", "dumb")]);
        assert!(!dumb.contains('\x1b'), "{args:?}: {dumb:?}");
    }
    let dumb = on_terminal(&["replay", "f5d6c3"], &[("TERM", "dumb")]);
    assert!(!dumb.contains('\x1b'), "{dumb:?}");
}

#[test]
fn json_has_no_colour_and_nothing_beside_it() {
    for args in with_json() {
        let output = run(&[&args[..], &["--color", "always"]].concat());
        let out = text(&output.stdout);
        assert!(!out.is_empty(), "{args:?}");
        for line in out.lines() {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(
                value.is_ok_and(|value| value.is_object()),
                "{args:?}: {line}"
            );
        }
    }
}

#[test]
fn ascii_is_ascii() {
    let faults: &[&[&str]] = &[
        &["check", "f5d6c3a1"],
        &["check", "・f5d6 white 長野"],
        &["check", "f5d6c3\n\n[White \"Pâris\"]\nf5d6\u{ff43}\u{ff13}"],
        &["annotate", "e4", "--size", "6"],
        &["solve", "e4", "--size", "6"],
        &["show", "f4d3"],
        &["show", "長野"],
        &["man", "長野"],
        &["opening", "show", "虎"],
        &["puzzle", "show", "長野"],
    ];
    let uses = USES.iter().chain(faults).map(|args| args.to_vec());
    for args in uses.chain(with_json()) {
        let output = run(&[&args[..], &["--ascii"]].concat());
        assert!(
            output.stdout.is_ascii(),
            "{args:?}: {}",
            text(&output.stdout)
        );
        assert!(
            output.stderr.is_ascii(),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn quiet_silences_warnings_and_nothing_else() {
    // Legal from the mirrored start only, which is said to a person.
    for args in [
        &["check", "--json", "f4d3"][..],
        &["show", "f4d3"],
        &["replay", "f4d3"],
        &["annotate", "f4d3"],
    ] {
        let (loud, quiet) = (run(args), run(&[args, &["-q"]].concat()));
        assert_eq!(loud.stdout, quiet.stdout, "{args:?}");
        for output in [loud, quiet] {
            assert_eq!(text(&output.stderr), "", "{args:?}");
        }
    }
    // What `check` assumed is a part of its report.
    let (loud, quiet) = (run(&["check", "f4d3"]), run(&["check", "-q", "f4d3"]));
    assert!(text(&loud.stdout).contains("mirrored start (Black on d4 and e5)"));
    assert!(!text(&quiet.stdout).contains("(Black on d4 and e5)"));
    let fault = run(&["annotate", "-q", "f5f5"]);
    assert!(text(&fault.stderr).contains("f5"), "{fault:?}");
}

#[test]
fn people_need_80_columns() {
    // In a pipe a line of the list is whole, for the tools that read lines.
    let wide = ["completions", "man", "list"];
    let uses = USES.iter();
    for args in uses.filter(|args| !args.iter().any(|arg| wide.contains(arg))) {
        let output = run(args);
        for line in text(&output.stdout).lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
            assert_eq!(line, line.trim_end(), "{args:?}");
        }
    }
}

#[test]
fn ctrl_c_prints_what_was_found() {
    let child = program()
        .args([
            "annotate",
            "--json",
            "--exact-from",
            "60",
            FINAL_2023,
            "f5d6",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(800));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 1);
    let game: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 61);
    assert_eq!(plies[0]["score"], serde_json::Value::Null);
    assert_eq!(plies[60]["score"], 8);
}

#[test]
fn completions_are_for_every_shell_and_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        let script = text(&output.stdout);
        for word in ["annotate", "exact-from", "solve", "opening", "drill"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let script = run(&["completions", "bash"]).stdout;
    let syntax = Command::new("bash")
        .args(["-n", "-c", text(&script)])
        .status();
    assert!(syntax.unwrap().success());
}

#[test]
fn manual_pages_are_of_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man1");
    let output = run(&["man", "--all", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for words in commands() {
        let page = ["outflank"]
            .into_iter()
            .chain(words.iter().map(String::as_str));
        let name = page.collect::<Vec<_>>().join("-");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let page = run(&[&["man"], &words[..]].concat()).stdout;
        assert!(text(&page).contains(".SH SYNOPSIS"), "{name}");
        let file = fs::read(path.join(format!("{name}.1"))).unwrap();
        assert!(file == page, "{name} is another page in the folder");
    }
    let taken = run(&["man", "--all", path.join("outflank.1").to_str().unwrap()]);
    assert_eq!(taken.status.code(), Some(2));
}

/// Every command by its words, the program itself first; found from the help.
fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(words) = found.get(next).cloned() {
        next += 1;
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        args.push("-h");
        let help = run(&args).stdout;
        let list = text(&help).split("Commands:\n").nth(1).unwrap_or_default();
        for line in list.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().unwrap();
            if name != "help" && line.starts_with("  ") && !line.starts_with("   ") {
                let mut words = words.clone();
                words.push(name.to_owned());
                found.push(words);
            }
        }
    }
    found
}

#[test]
fn every_help_text_is_ascii_and_written_down() {
    for words in commands() {
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        args.push("--help");
        let output = run(&args);
        assert!(output.stdout.is_ascii(), "{args:?}");
        let name = match words.as_slice() {
            [] => "outflank".to_owned(),
            words => words.join("-"),
        };
        let golden = format!("tests/cmd/help/{name}.trycmd");
        let session = fs::read_to_string(&golden).unwrap_or_default();
        let command = format!("$ outflank {}\n", args.join(" "));
        assert!(session.contains(&command), "{golden} wants `{command}`");
    }
    trycmd::TestCases::new().case("tests/cmd/help/*.trycmd");
}

/// Every option with a number says what it takes, in the words of the game.
#[test]
fn numbers_that_make_no_sense_are_refused_in_plain_words() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "f5", "--size", "300"], "even number from 4 to 16"),
        (&["show", "f5", "--size", "-8"], "even number from 4 to 16"),
        (
            &["show", "f5", "--at", "2147483648"],
            "whole number from -9999 to 9999",
        ),
        (
            &["replay", "f5", "--to", "x"],
            "whole number from -9999 to 9999",
        ),
        (
            &["annotate", "f5", "--exact-from", "61"],
            "whole number from 0 to 60",
        ),
        (&["perft", "0"], "whole number from 1 to 60"),
        (
            &["puzzle", "list", "--level", "6"],
            "whole number from 1 to 5",
        ),
        (
            &["opening", "drill", "--lines", "0"],
            "whole number from 1 to 65535",
        ),
        (
            &["opening", "drill", "--seed", "x"],
            "whole number from 0 to",
        ),
        (&["solve", "f5", "--time", "0s"], "too short"),
    ];
    for (args, want) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = text(&output.stderr);
        assert!(said.contains(want), "{args:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_without_numbers_of_the_system() {
    for args in [&["--help"][..], &["perft", "1"], &["check", "f5", "--json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = program().args(args).stdout(full.unwrap()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = text(&output.stderr);
        assert_eq!(
            said, "error: cannot write the output: no space left on device\n",
            "{args:?}"
        );
    }
}

#[test]
fn a_missing_book_or_puzzle_file_gets_a_suggestion() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.yaml"), "").unwrap();
    for command in ["puzzle", "opening"] {
        let output = program()
            .current_dir(folder.path())
            .args([command, "check", "mime.yaml"])
            .output()
            .unwrap();
        assert_eq!(
            text(&output.stderr),
            "error: there is no file `mime.yaml`\nhint: did you mean `mine.yaml`?\n"
        );
    }
}
