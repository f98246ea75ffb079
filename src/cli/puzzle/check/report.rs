//! What `puzzle check --json` says of a puzzle.

use outflank::{
    board::{Move, Score, Square},
    puzzle::{Change, Entry, Origin, Problem, ProblemKind, Task, Verdict},
    source::Source,
};
use serde::Serialize;

/// What was found out about a puzzle.
#[derive(Debug, Serialize)]
pub(super) struct Report<'e> {
    source: String,
    id: Option<&'e str>,
    ok: bool,
    task: Option<Task>,
    score: Option<Score>,
    keys: &'e [Square],
    problems: Vec<ProblemReport<'e>>,
    remarks: Vec<ProblemReport<'e>>,
    /// Whether a game can have led to the position; `null` where that is not
    /// proved either way.
    reachable: Option<bool>,
    /// Such a game.
    game: Option<String>,
    /// What `--fix` changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<&'e [Change]>,
}

#[derive(Debug, Serialize)]
struct ProblemReport<'e> {
    kind: ProblemKind,
    message: &'e str,
    line: Option<usize>,
    column: Option<usize>,
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "<[Square]>::is_empty")]
    moves: &'e [Square],
}

impl<'e> ProblemReport<'e> {
    fn all(problems: &'e [Problem], source: &Source) -> Vec<Self> {
        let problems = problems.iter();
        problems.map(|problem| Self::new(problem, source)).collect()
    }

    fn new(problem: &'e Problem, source: &Source) -> Self {
        let diagnostic = &problem.diagnostic;
        let place = diagnostic.span.map(|span| source.place(span.start));
        Self {
            kind: problem.kind,
            message: &diagnostic.message,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            length: diagnostic
                .span
                .map(|span| source.slice(span).chars().count()),
            ply: problem.ply,
            moves: &problem.moves,
        }
    }
}

impl<'e> Report<'e> {
    /// About a puzzle; `fixed` when puzzles were to be put right.
    pub(super) fn new(
        source: &Source,
        entry: &'e Entry,
        verdict: &'e Verdict,
        strict: bool,
        fixed: Option<&'e [Change]>,
    ) -> Self {
        let told = verdict.problems.len() + if strict { verdict.remarks.len() } else { 0 };
        let (reachable, game) = match &verdict.origin {
            Origin::Game(moves) => (Some(true), Some(compact(moves))),
            Origin::Impossible(_) => (Some(false), None),
            Origin::Unknown => (None, None),
        };
        Self {
            source: source.label(entry.places.entry.start),
            id: entry.id.as_deref(),
            ok: told == 0,
            task: entry.task,
            score: verdict.score,
            keys: &verdict.keys,
            problems: ProblemReport::all(&verdict.problems, source),
            remarks: ProblemReport::all(&verdict.remarks, source),
            reachable,
            game,
            fixed,
        }
    }

    /// About what is wrong outside the puzzles, without an id.
    pub(super) fn of_file(source: &Source, problems: &'e [Problem]) -> Self {
        Self {
            source: source.label(0),
            id: None,
            ok: false,
            task: None,
            score: None,
            keys: &[],
            problems: ProblemReport::all(problems, source),
            remarks: Vec::new(),
            reachable: None,
            game: None,
            fixed: None,
        }
    }
}

/// The moves of a game as records write them, passes left out: `f5d6c3`.
pub(super) fn compact(moves: &[Move]) -> String {
    let discs = moves.iter().filter_map(|mv| mv.square());
    discs.map(|square| square.to_string()).collect()
}
