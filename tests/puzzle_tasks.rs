//! The tasks `help-wipe-out` and `flip`: reading, judging, solving.

use std::sync::atomic::AtomicBool;

use outflank::{
    engine::{Engine, Options},
    puzzle::{Entry, Hint, Judge, Outcome, PuzzleFile, Reply, Solving},
    source::Source,
};

/// The shortest game, as composers ask for it: f5d6c5f6e7f4g5e6e3 is one of
/// its solutions.
const NINE: &str = "\
puzzles:
  - id: nine
    moves: f5 d6
    task: help-wipe-out
    in: 7
    solution: [c5]
";

/// A corner flips six discs in each of three directions, the most that can be.
const EIGHTEEN: &str = "\
puzzles:
  - id: eighteen
    position: |
      -OOOOOOX
      OOXXXXXX
      OXOXXXXX
      OXXOXXXX
      OXXXOXXX
      OXXXXOXX
      OXXXXXOO
      XXXXX--X
    to_move: black
    task: flip
    count: 18
    solution: [a1]
";

fn entry(text: &str) -> Entry {
    let file = PuzzleFile::read(&Source::new("mine.yaml", text)).unwrap();
    file.entries.into_iter().next().unwrap()
}

/// The keys, and the problems as `kind message`.
fn judged(text: &str) -> (Vec<String>, Vec<String>) {
    let mut engine = Engine::new(Options::default()).unwrap();
    let stop = AtomicBool::new(false);
    let verdict = Judge::new(&mut engine, &stop).judge(&entry(text));
    let problems = verdict.problems.iter().map(|problem| {
        let message = &problem.diagnostic.message;
        format!("{} {message}", problem.kind.name())
    });
    let keys = verdict.keys.iter().map(ToString::to_string);
    (keys.collect(), problems.collect())
}

#[test]
fn help_wipe_outs_are_proved() {
    let (keys, problems) = judged(NINE);
    assert!(keys.contains(&"c5".to_owned()), "{keys:?}");
    // Others are as short: all of them are keys.
    for problem in &problems {
        assert!(problem.starts_with("not-unique"), "{problem}");
    }
    let all = NINE.replace("[c5]", &format!("[{}]", keys.join(", ")));
    let with_line = format!("{all}    line: c5 f6 e7 f4 g5 e6 e3\n");
    assert_eq!(judged(&with_line), (keys, vec![]));
    let wrong = with_line.replace("g5 e6 e3", "g5 f7");
    let (_, problems) = judged(&wrong);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].starts_with("wrong-line f7 is not best"),
        "{problems:?}"
    );
}

#[test]
fn help_wipe_outs_have_to_be_the_shortest() {
    let (_, problems) = judged(&NINE.replace("in: 7", "in: 5"));
    assert_eq!(
        problems,
        ["not-forced no line leads to the wipe-out in 5 plies"]
    );
    let (_, problems) = judged(&NINE.replace("in: 7", "in: 9"));
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].starts_with("not-unique 9 plies are too many"),
        "{problems:?}"
    );
    // With an even number it is the side to move that is wiped out.
    let even = NINE
        .replace("f5 d6", "f5 d6 c5 f6 e7 f4 g5")
        .replace("in: 7", "in: 2");
    assert_eq!(judged(&even.replace("[c5]", "[e6]")).0, ["e6"]);
}

#[test]
fn most_discs_are_flipped_in_a_corner() {
    assert_eq!(judged(EIGHTEEN), (vec!["a1".to_owned()], vec![]));
    let (keys, problems) = judged(&EIGHTEEN.replace("count: 18", "count: 17"));
    assert!(keys.is_empty());
    assert_eq!(problems, ["not-forced no move flips 17: a1 flips 18 discs"]);
}

#[test]
fn what_a_task_needs_is_asked_for() {
    let syntax = |text: &str| judged(text).1.join("; ");
    assert_eq!(
        syntax(&EIGHTEEN.replace("    count: 18\n", "")),
        "syntax `count` is missing"
    );
    assert_eq!(
        syntax(&EIGHTEEN.replace("18", "19")),
        "syntax `count` is 19, which is not from 1 to 18"
    );
    assert_eq!(
        syntax(&NINE.replace("    in: 7\n", "")),
        "syntax `in` is missing"
    );
    let other = syntax(&EIGHTEEN.replace("task: flip", "task: win"));
    assert!(other.starts_with("syntax only flipping discs has a count"));
}

#[test]
fn the_solver_makes_the_moves_of_both_sides() {
    let entry = entry(NINE);
    let puzzle = entry.puzzle.as_ref().unwrap();
    let mut engine = Engine::new(Options::default()).unwrap();
    let stop = AtomicBool::new(false);
    let mut solving = Solving::new(puzzle, &mut engine, &stop);
    assert_eq!(solving.solution().unwrap().len(), 7);
    let Reply::Wrong(wrong) = solving.answer("c7".parse().unwrap()).unwrap() else {
        panic!("c7 leads nowhere");
    };
    assert_eq!(wrong.outcome, Outcome::NoWipeOut);
    let line = ["c5", "f6", "e7", "f4", "g5", "e6", "e3"];
    for (at, square) in line.into_iter().enumerate() {
        let reply = solving.answer(square.parse().unwrap()).unwrap();
        let solved = at + 1 == line.len();
        let defence = Vec::new();
        assert_eq!(reply, Reply::Good { defence, solved }, "{square}");
    }
}

#[test]
fn a_flip_is_solved_with_one_move() {
    let entry = entry(EIGHTEEN);
    let puzzle = entry.puzzle.as_ref().unwrap();
    let mut engine = Engine::new(Options::default()).unwrap();
    let stop = AtomicBool::new(false);
    let mut solving = Solving::new(puzzle, &mut engine, &stop);
    let Reply::Wrong(wrong) = solving.answer("f8".parse().unwrap()).unwrap() else {
        panic!("f8 flips fewer");
    };
    assert!(matches!(wrong.outcome, Outcome::Flips(flips) if flips < 18));
    assert!(matches!(solving.hint().unwrap(), Some(Hint::Quarters(_))));
    let reply = solving.answer("a1".parse().unwrap()).unwrap();
    assert!(matches!(reply, Reply::Good { solved: true, .. }));
}
