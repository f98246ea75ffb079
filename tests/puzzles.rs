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
            let proof = prover.prove(board, within).unwrap().unwrap();
            assert_eq!(proof.moves, within, "{}", puzzle.id);
            wipe_outs += 1;
        }
    }
    assert!(wipe_outs >= 8);
    assert!(puzzles.entries().count() >= 40);
}
