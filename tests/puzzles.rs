//! Puzzles: the shipped ones are sound, and faults are found where they are.

use std::sync::atomic::AtomicBool;

use outflank::{
    board::{Color, Move, Score},
    engine::{Engine, Options, Prover},
    puzzle::{
        Collection, Hint, Judge, Outcome, Problem, ProblemKind, PuzzleFile, Reply, Seen, Solving,
        Task,
    },
    source::Source,
};

static GO: AtomicBool = AtomicBool::new(false);

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

/// Problems as `line:column kind message`.
fn shown(source: &Source, problems: &[Problem]) -> Vec<String> {
    let show = |problem: &Problem| {
        let diagnostic = &problem.diagnostic;
        let place = source.place(diagnostic.span.unwrap().start);
        format!(
            "{}:{} {} {}",
            place.line,
            place.column,
            problem.kind.name(),
            diagnostic.message
        )
    };
    problems.iter().map(show).collect()
}

/// Everything that is wrong with the puzzles of a text.
fn faults(text: &str) -> Vec<String> {
    let source = Source::new("x.yaml", text);
    let file = PuzzleFile::read(&source).unwrap();
    let mut engine = engine();
    let mut seen = Seen::default();
    let mut found = shown(&source, &file.problems);
    for entry in &file.entries {
        let mut problems = Judge::new(&mut engine, &GO).judge(entry).problems;
        problems.extend(seen.note(&source, entry));
        found.extend(shown(&source, &problems));
    }
    found
}

#[test]
fn every_shipped_puzzle_is_sound() {
    let puzzles = Collection::shipped();
    let mut engine = engine();
    let mut seen = Seen::default();
    for (source, file) in puzzles.files() {
        assert_eq!(file.problems, []);
        for entry in &file.entries {
            let verdict = Judge::new(&mut engine, &GO).judge(entry);
            let mut problems = verdict.problems;
            problems.extend(seen.note(source, entry));
            assert!(problems.is_empty(), "{:#?}", shown(source, &problems));
            let puzzle = entry.puzzle.as_ref().unwrap();
            assert_eq!(verdict.keys, puzzle.solution);
        }
    }
}

#[test]
fn shipped_wipe_outs_take_as_many_moves_as_they_say() {
    let mut wipe_outs = 0;
    let mut prover = Prover::new(&GO);
    let puzzles = Collection::shipped();
    for (_, entry) in puzzles.entries() {
        let puzzle = entry.puzzle.as_ref().unwrap();
        if let Task::WipeOut { within } = puzzle.task {
            let within = within.unwrap();
            let board = puzzle.position.board().unwrap();
            let proof = prover.prove(board).unwrap().unwrap();
            assert_eq!(proof.moves, within, "{}", puzzle.id);
            wipe_outs += 1;
        }
    }
    assert!(wipe_outs >= 8);
    assert!(puzzles.entries().count() >= 40);
}

/// A position from a game of 1996: a8 leaves White without a move.
const GOOD: &str = "
  - id: good
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
    task: best
    score: +32
    solution: [a8]
    line: a8 e8 a1
";

/// The good puzzle with some of its text changed.
fn changed(changes: &[(&str, &str)]) -> String {
    let mut text = format!("puzzles:{GOOD}");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn a_sound_puzzle_has_no_faults() {
    assert_eq!(faults(&changed(&[])), [""; 0]);
    // A line may be given with passes, commas and capitals.
    let line = ("line: a8 e8 a1", "line: A8,pass e8, pass a1");
    assert_eq!(faults(&changed(&[line])), [""; 0]);
}

#[test]
fn every_kind_of_fault_is_found_in_its_place() {
    let score = "    score: +32\n";
    let solution = "solution: [a8]";
    let cases: [(&[(&str, &str)], &str); 20] = [
        // The format.
        (
            &[("to_move", "to_mvoe")],
            "12:5 syntax `to_mvoe` is not a key that is known here",
        ),
        (
            &[("id: good", "id: Good")],
            "2:9 syntax `Good` is not an id",
        ),
        (
            &[("+32", "lots")],
            "14:12 syntax `score` should be a whole number, but is text",
        ),
        (
            &[("task: best", "task: beat")],
            "13:11 syntax `beat` is not a task",
        ),
        (&[(score, "")], "2:5 syntax `score` is missing"),
        (
            &[("+32", "+65")],
            "14:12 syntax `score` is 65, which is not from -64 to 64",
        ),
        (
            &[(score, "    score: 32\n    in: 2\n")],
            "15:5 syntax only a wipe-out is in a number of moves",
        ),
        (&[("black", "green")], "12:14 syntax `green` is not a side"),
        (&[("[a8]", "[a8, a8]")], "15:20 syntax a8 stands here twice"),
        (
            &[("a8 e8", "a8 e0")],
            "16:14 syntax `e0` is not a square: rows go from 1 to 16 on the largest board",
        ),
        // The position.
        (
            &[("-OOXXXOO", "-OOX?XOO")],
            "6:11 illegal-position `?` is neither a disc nor an empty square",
        ),
        (
            &[("-OOXXXOO", "-OOXXXO")],
            "6:7 illegal-position row 3 has 7 squares",
        ),
        (
            &[("      -OOXXXOO\n", "")],
            "3:5 illegal-position the position has 7 rows",
        ),
        (
            &[("OOOOXOOO", "OOO-XOOO")],
            "7:10 illegal-position no game leaves d4 empty: the four squares in the centre are filled from the start",
        ),
        // The moves.
        (
            &[(solution, "solution: [b8]")],
            "15:16 illegal-move b8 is occupied",
        ),
        (&[("e8 a1", "e8 b1")], "16:17 illegal-move b1 is occupied"),
        // What the search says.
        (
            &[("+32", "+30")],
            "14:5 wrong-score the best score is +32, not +30",
        ),
        (
            &[("e8 a1", "g8 a1")],
            "16:14 wrong-line g8 is not best: it scores +8 where +32 is possible",
        ),
        (
            &[("task: best", "task: draw"), (score, "")],
            "13:11 wrong-score the position is no draw: a3 wins",
        ),
        (
            &[(score, "    in: 3\n"), ("task: best", "task: wipe-out")],
            "14:5 not-forced no move forces a wipe-out in 3 moves",
        ),
    ];
    for (changes, want) in cases {
        let found = faults(&changed(changes));
        assert!(
            found.iter().any(|found| found == want),
            "{want} not in {found:#?}"
        );
    }
}

#[test]
fn keys_are_all_the_moves_that_attain_the_task() {
    let key = ("solution: [a8]", "solution: [a3]");
    assert_eq!(
        faults(&changed(&[key, ("    line: a8 e8 a1\n", "")])),
        [
            "15:5 not-unique a8 is a key too: it wins by 32",
            "15:16 wrong-key a3 is not a key: it wins by 2",
        ]
    );
    // a3 wins, too: the task says whether that is enough. Without a score
    // nobody has to know by how much.
    let win = [("task: best", "task: win"), ("    score: +32\n", "")];
    assert_eq!(
        faults(&changed(&win)),
        ["14:5 not-unique a3 is a key too: it wins"]
    );
    let both = ("solution: [a8]", "solution: [a3, a8]");
    assert_eq!(faults(&changed(&[win[0], win[1], both])), [""; 0]);
}

#[test]
fn faults_of_one_puzzle_do_not_hide_those_of_others() {
    let broken = "
  - 17
  - id: empty
  - id: good
    moves: f5 f5
    task: win
    solution: [d6]
";
    // The good one again, mirrored and with the colours exchanged.
    let turned = "
  - id: turned
    position: |
      -OOOOOO-
      XOOXXXX-
      XXOOOXX-
      XXXOXXXX
      XXOXOXXX
      XXXXXOXX
      XXXXXXXX
      --X-OOO-
    to_move: white
    task: best
    score: 32
    solution: [h8]
";
    let text = format!("title: 8\npuzzles:{GOOD}{broken}{turned}");
    assert_eq!(
        faults(&text),
        [
            "1:8 syntax `title` should be text, but is a whole number",
            "19:5 syntax an entry of `puzzles` should be a map of keys, but is a whole number",
            "20:5 syntax `task` is missing",
            "20:5 syntax `solution` is missing",
            "20:5 syntax `position` is missing",
            "22:15 illegal-move f5 is occupied",
            "21:9 duplicate `good` is the id of another puzzle, in x.yaml:3",
            "27:5 duplicate `good` in x.yaml:3 is this puzzle, up to turning, mirroring and colour",
        ]
    );
}

#[test]
fn a_search_that_is_stopped_proves_nothing() {
    let source = Source::new("x.yaml", changed(&[]));
    let file = PuzzleFile::read(&source).unwrap();
    let stop = AtomicBool::new(true);
    let mut engine = engine();
    let verdict = Judge::new(&mut engine, &stop).judge(&file.entries[0]);
    assert_eq!(verdict.keys, []);
    assert_eq!(verdict.score, None);
    let kinds: Vec<_> = verdict.problems.iter().map(|p| p.kind).collect();
    assert_eq!(kinds, [ProblemKind::NotProved]);
}

/// A shipped puzzle, solved from the start.
fn with_puzzle(id: &str, session: impl FnOnce(Solving<'_>)) {
    let puzzles = Collection::shipped();
    let (_, entry) = puzzles.find(id).unwrap();
    let mut engine = engine();
    session(Solving::new(
        entry.puzzle.as_ref().unwrap(),
        &mut engine,
        &GO,
    ));
}

#[test]
fn every_shipped_puzzle_can_be_solved_to_its_end() {
    let puzzles = Collection::shipped();
    let mut engine = engine();
    for (_, entry) in puzzles.entries() {
        let puzzle = entry.puzzle.as_ref().unwrap();
        let mut solving = Solving::new(puzzle, &mut engine, &GO);
        let mut moves = 0;
        loop {
            let key = solving.keys().unwrap()[0];
            assert!(moves > 0 || key == puzzle.solution[0]);
            moves += 1;
            match solving.answer(key).unwrap() {
                Reply::Good { solved: true, .. } => break,
                Reply::Good { .. } => {}
                other => panic!("{}: {other:?}", puzzle.id),
            }
        }
        if let Task::WipeOut { within } = puzzle.task {
            assert_eq!(Some(moves), within, "the defence of {} is short", puzzle.id);
            let side = puzzle.position.to_move();
            assert_eq!(solving.position().discs()[!side], 0);
        }
    }
}

#[test]
fn a_wrong_move_is_answered_with_its_price() {
    with_puzzle("corner-and-pass", |mut solving| {
        let Reply::Wrong(wrong) = solving.answer("g8".parse().unwrap()).unwrap() else {
            panic!("g8 flips most and is wrong");
        };
        assert_eq!(wrong.outcome, Outcome::Score(Score(-18)));
        assert_eq!(wrong.price(), Some(50));
        // The line is played to the end of the game.
        let mut position = solving.position().play("g8".parse().unwrap()).unwrap();
        for &mv in &wrong.line {
            position = position.play(mv).unwrap();
        }
        assert!(position.is_over());
        assert_eq!(position.score(Color::Black), Score(-18));
        // Nothing has been played.
        assert_eq!(solving.game().plies(), 0);
        let illegal = solving.answer("d4".parse().unwrap()).unwrap();
        assert!(matches!(illegal, Reply::Illegal(_)));
    });
    // a1 wins too, though by 30 less: the task is the best score.
    with_puzzle("three-corners", |mut solving| {
        let Reply::Wrong(wrong) = solving.answer("h1".parse().unwrap()).unwrap() else {
            panic!("h1 loses");
        };
        assert_eq!(wrong.price(), None);
        assert_eq!(wrong.outcome, Outcome::Score(Score(-2)));
    });
}

#[test]
fn a_wrong_move_against_a_wipe_out_shows_the_way_out() {
    with_puzzle("one-from-the-side", |mut solving| {
        let Reply::Wrong(wrong) = solving.answer("f2".parse().unwrap()).unwrap() else {
            panic!("f2 lets White live");
        };
        assert!(!wrong.line.is_empty());
        assert_ne!(wrong.outcome, Outcome::WipeOut(3));
        // g4 wipes out as well, but one move later: that is not the task.
        let slow = solving.answer("g4".parse().unwrap()).unwrap();
        assert!(matches!(slow, Reply::Wrong(_)));
        let reply = solving.answer("h4".parse().unwrap()).unwrap();
        let h3 = Move::Place("h3".parse().unwrap());
        assert_eq!(
            reply,
            Reply::Good {
                defence: vec![h3],
                solved: false
            }
        );
        assert_eq!(solving.task(), Task::WipeOut { within: Some(2) });
    });
}

#[test]
fn hints_tell_more_and_more() {
    with_puzzle("gap-in-the-row", |mut solving| {
        let mut hint = || solving.hint().unwrap().unwrap();
        for _ in 0..3 {
            assert!(matches!(hint(), Hint::Words(_)));
        }
        assert_eq!(hint(), Hint::Quarters(vec!["h8".parse().unwrap()]));
        assert_eq!(hint(), Hint::Count(1));
        let Hint::Candidates(candidates) = hint() else {
            panic!("eight moves can be narrowed down");
        };
        let g8 = "g8".parse().unwrap();
        assert!(candidates.len() == 3 && candidates.contains(&g8));
        assert_eq!(hint(), Hint::Key(g8));
        assert_eq!(hint(), Hint::Key(g8));
    });
}

#[test]
fn any_move_as_good_as_the_key_is_good() {
    // Two moves win: each of them solves the puzzle.
    let text = changed(&[
        ("task: best", "task: win"),
        ("    score: +32\n", ""),
        ("    line: a8 e8 a1\n", ""),
    ]);
    let file = PuzzleFile::read(&Source::new("x.yaml", text)).unwrap();
    let puzzle = file.entries[0].puzzle.as_ref().unwrap();
    for key in ["a8", "a3"] {
        let mut engine = engine();
        let mut solving = Solving::new(puzzle, &mut engine, &GO);
        let reply = solving.answer(key.parse().unwrap()).unwrap();
        assert!(matches!(reply, Reply::Good { solved: true, .. }), "{key}");
    }
}

#[test]
fn sessions() {
    // What the program is to remember is of no concern to whoever tests it.
    let home = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("OUTFLANK_HOME", home.path().to_str().unwrap())
        .env("OUTFLANK_NOW", "2026-12-24T12:00:00Z")
        .case("tests/cmd/puzzle/*.trycmd")
        .case("tests/cmd/puzzle/*.toml");
}

#[test]
fn a_puzzle_that_is_no_yaml_does_not_hide_the_others() {
    let text = format!(
        "puzzles:\n  - id: 'open\n    task: win\n{}  - id: a: b\n",
        GOOD.trim_start_matches('\n')
    );
    let found = faults(&text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].starts_with("2:9 syntax not readable as YAML"),
        "{found:?}"
    );
    assert!(
        found[1].contains("syntax not readable as YAML"),
        "{found:?}"
    );
    let file = PuzzleFile::read(&Source::new("x.yaml", text)).unwrap();
    let ids: Vec<_> = file
        .entries
        .iter()
        .map(|entry| entry.id.as_deref())
        .collect();
    assert_eq!(ids, [None, Some("good"), None]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    let text = "\u{feff}title: t\npuzzles:\n  - id: x\n    moves: e6f4e3f6g5d6e7f5\n    task: wipe-out\n    in: 1\n    solution: [c5]\n";
    let source = outflank::source::yaml::load("x.yaml", text.as_bytes()).unwrap();
    let file = PuzzleFile::read(&source).unwrap();
    assert_eq!((file.entries.len(), file.problems.len()), (1, 0));
}

/// Whether it takes long shows in the time of the suite.
#[test]
fn deep_nests_are_refused_at_once() {
    for nest in ["[", "{a: "] {
        let text = format!("puzzles: {}", nest.repeat(200_000));
        let source = outflank::source::Source::new("x.yaml", text);
        let fault = PuzzleFile::read(&source).unwrap_err();
        assert!(fault.message.contains("nests too deeply"));
    }
}

#[test]
fn a_length_that_is_none_is_all_that_is_told() {
    for length in ["0", "-1", "99999999999999999999", "many"] {
        let text = format!(
            "puzzles:\n  - id: x\n    moves: e6f4e3f6g5d6e7f5\n    task: wipe-out\n    in: {length}\n    solution: [c5]\n"
        );
        let source = outflank::source::Source::new("x.yaml", text);
        let file = PuzzleFile::read(&source).unwrap();
        let mut engine = Engine::new(Options::default()).unwrap();
        let verdict = Judge::new(&mut engine, &GO).judge(&file.entries[0]);
        let kinds: Vec<_> = verdict
            .problems
            .iter()
            .map(|problem| problem.kind)
            .collect();
        assert_eq!(kinds, [ProblemKind::Syntax], "{length}");
    }
}
