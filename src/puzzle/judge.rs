//! [`Judge`]: the proof that a puzzle is sound, or what is wrong with it.

use std::sync::atomic::AtomicBool;

use super::{
    Complete, Entry, Origin, Problem, ProblemKind, Puzzle, Task,
    complete::complete,
    dual,
    line::first_wrong,
    listed::{self, Known},
    refuted,
    solver::{Outcome, Solver, Worths},
};
use crate::{
    board::{Score, Square, Wld},
    engine::{Engine, Unproved},
};

/// Proves puzzles.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use outflank::{
///     engine::{Engine, Options},
///     puzzle::{Judge, ProblemKind, PuzzleFile},
///     source::Source,
/// };
///
/// // One of the shortest games, before its last move.
/// let text = "\
/// puzzles:
///   - id: shortest-game
///     moves: e6 f4 e3 f6 g5 d6 e7 f5
///     task: wipe-out
///     in: 1
///     solution: [c7]
/// ";
/// let file = PuzzleFile::read(&Source::new("mine.yaml", text)).map_err(|fault| fault.message)?;
/// let mut engine = Engine::new(Options::default())?;
/// let stop = AtomicBool::new(false);
/// let verdict = Judge::new(&mut engine, &stop).judge(&file.entries[0]);
/// let kinds: Vec<_> = verdict.problems.iter().map(|problem| problem.kind).collect();
/// assert_eq!(kinds, [ProblemKind::NotUnique, ProblemKind::WrongKey]);
/// assert_eq!(verdict.problems[0].diagnostic.message, "c5 is a key too: it wipes out at once");
/// assert_eq!(verdict.keys, ["c5".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Judge<'a> {
    solver: Solver<'a>,
    stop: &'a AtomicBool,
    /// Whether games are looked for that lead to the positions.
    games: bool,
}

/// What a [`Judge`] found out about a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The best score, for the side to move, where it was proved.
    pub score: Option<Score>,
    /// Every first move that attains the task, in board order; empty when
    /// none does, or nothing was proved.
    pub keys: Vec<Square>,
    /// Everything that is wrong, in the order of the file; nothing for a
    /// sound puzzle.
    pub problems: Vec<Problem>,
    /// What its composer should know though it is sound: duals, moves that
    /// can be exchanged, defences that are left out.
    pub remarks: Vec<Problem>,
    /// Whether a game can have led to the position. That none can is a
    /// problem.
    pub origin: Origin,
}

impl<'a> Judge<'a> {
    /// A judge that leaves a puzzle unproved soon after somebody sets the
    /// flag.
    pub fn new(engine: &'a mut Engine, stop: &'a AtomicBool) -> Self {
        Self {
            solver: Solver::new(engine, stop),
            stop,
            games: false,
        }
    }

    /// The same judge, who also looks for a game that leads to the position,
    /// where a glance does not show one; see [`Origin::find`].
    #[must_use]
    pub const fn looking_for_games(mut self, games: bool) -> Self {
        self.games = games;
        self
    }

    /// Judges a puzzle. The problems that reading it showed are among those
    /// of the verdict.
    pub fn judge(&mut self, entry: &Entry) -> Verdict {
        let mut verdict = Verdict {
            score: None,
            keys: Vec::new(),
            problems: entry.problems.clone(),
            remarks: Vec::new(),
            origin: Origin::Unknown,
        };
        if let Some(puzzle) = &entry.puzzle {
            self.judge_puzzle(entry, puzzle, &mut verdict);
        }
        verdict.problems.sort_by_key(Problem::place);
        verdict.remarks.sort_by_key(Problem::place);
        verdict
    }

    fn judge_puzzle(&mut self, entry: &Entry, puzzle: &Puzzle, verdict: &mut Verdict) {
        match self.prove(entry, puzzle, verdict) {
            Err(Unproved) => {
                let message = "the puzzle was not proved in time";
                let problem = Problem::new(ProblemKind::NotProved, message, entry.places.task);
                verdict.problems.push(
                    problem.help("give it more time, or a position with fewer empty squares"),
                );
            }
            Ok(()) if verdict.keys.is_empty() => {}
            Ok(()) => {
                if let Err(Unproved) = self.remark(entry, puzzle, verdict) {
                    let message = "duals were not looked for in time";
                    let remark =
                        Problem::remark(ProblemKind::NotProved, message, entry.places.task);
                    verdict.remarks.push(remark.help("give it more time"));
                }
            }
        }
        verdict.origin = match &puzzle.game {
            Some(game) => Origin::Game(game.clone()),
            None if self.games => Origin::find(&puzzle.position, self.stop),
            None => Origin::glance(&puzzle.position),
        };
        if let Origin::Impossible(message) = &verdict.origin {
            let span = entry.places.position;
            let kind = ProblemKind::IllegalPosition;
            if puzzle.constructed {
                verdict.remarks.push(Problem::remark(kind, message, span));
            } else {
                let problem = Problem::new(kind, message, span);
                verdict.problems.push(problem.help(
                    "change the position, or say that it is meant so: `origin: constructed`",
                ));
            }
        }
    }

    /// What a puzzle should say of its solution, given the verdict about it;
    /// `None` when its task does not hold.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn complete(
        &mut self,
        puzzle: &Puzzle,
        verdict: &Verdict,
    ) -> Result<Option<Complete>, Unproved> {
        complete(&mut self.solver, puzzle, verdict)
    }

    /// Looks for what the composer should know.
    fn remark(
        &mut self,
        entry: &Entry,
        puzzle: &Puzzle,
        verdict: &mut Verdict,
    ) -> Result<(), Unproved> {
        let Some(board) = puzzle.position.board() else {
            return Ok(());
        };
        let solver = &mut self.solver;
        let keys = &verdict.keys;
        verdict.remarks.extend(dual::trivial(entry, board, keys));
        let wrong_line = |problem: &Problem| problem.kind == ProblemKind::WrongLine;
        if verdict.problems.iter().any(wrong_line) {
            return Ok(());
        }
        let duals = dual::duals(solver, entry, puzzle, keys)?;
        verdict.remarks.extend(duals);
        let missing = listed::missing_defences(solver, entry, puzzle)?;
        verdict.remarks.extend(missing);
        Ok(())
    }

    fn prove(
        &mut self,
        entry: &Entry,
        puzzle: &Puzzle,
        verdict: &mut Verdict,
    ) -> Result<(), Unproved> {
        let places = &entry.places;
        let Some(board) = puzzle.position.board() else {
            return Ok(());
        };
        let worths = self
            .solver
            .worths(board, puzzle.task, puzzle.score.is_some())?;
        if let Some((kind, message)) = objection(puzzle.task, &worths) {
            let place = match puzzle.task.number() {
                Some(_) => places.within,
                None => places.task,
            };
            verdict.problems.push(Problem::new(kind, message, place));
            return Ok(());
        }
        verdict.keys = worths.keys();
        verdict.score = score(puzzle.task, &worths);

        for (&square, &span) in puzzle.solution.iter().zip(&places.keys) {
            if verdict.keys.contains(&square) {
                continue;
            }
            let message = format!("{square} is not a key: it {}", worths.say(square));
            let problem = Problem::new(ProblemKind::WrongKey, message, span);
            let keys: Vec<_> = verdict.keys.iter().map(Square::to_string).collect();
            let help = match verdict.keys.first() {
                Some(&key) if keys.len() == 1 => {
                    format!("the key is {key}: it {}", worths.say(key))
                }
                _ => format!("the keys are {}", keys.join(", ")),
            };
            verdict.problems.push(problem.help(help));
        }
        // Where no key is listed, that is said already.
        for &square in &verdict.keys {
            if puzzle.solution.contains(&square) || puzzle.solution.is_empty() {
                continue;
            }
            let message = format!("{square} is a key too: it {}", worths.say(square));
            let problem = Problem::new(ProblemKind::NotUnique, message, places.solution);
            verdict
                .problems
                .push(problem.help("add it to `solution`, or change the position"));
        }
        if let (Some(stated), Some(proved)) = (puzzle.score, verdict.score)
            && stated != proved
        {
            let message = format!("the best score is {proved}, not {stated}");
            let problem = Problem::new(ProblemKind::WrongScore, message, places.score);
            verdict.problems.push(problem);
        }
        if let Some((index, message)) = first_wrong(&mut self.solver, puzzle)? {
            let span = places.line.get(index).copied().unwrap_or(places.entry);
            verdict
                .problems
                .push(Problem::new(ProblemKind::WrongLine, message, span));
        }
        let (worths, keys) = (&worths, verdict.keys.as_slice());
        let mut wrong = listed::wrong(&mut self.solver, entry, puzzle)?;
        let known = Known { worths, keys };
        wrong.extend(refuted::problems(&mut self.solver, puzzle, places, known)?);
        verdict.problems.extend(wrong);
        Ok(())
    }
}

/// Why no move attains the task, if none does.
fn objection(task: Task, worths: &Worths) -> Option<(ProblemKind, String)> {
    let best = worths.moves().next()?;
    let says = worths.say(best);
    let none = |verb| {
        let message = format!("no move {verb}: the best, {best}, {says}");
        Some((ProblemKind::NotForced, message))
    };
    match (task, worths.of(best)?) {
        (Task::HelpWipeOut { plies, .. }, Outcome::NoWipeOut) => {
            let message = format!("no line leads to the wipe-out in {plies} plies");
            Some((ProblemKind::NotForced, message))
        }
        (Task::HelpWipeOut { plies, .. }, Outcome::HelpWipeOut(n)) if n < plies => {
            let message = format!("{plies} plies are too many: {best} {says}");
            Some((ProblemKind::NotUnique, message))
        }
        (Task::Flip { count }, _) if worths.keys().is_empty() => {
            let message = format!("no move flips {count}: {best} {says}");
            Some((ProblemKind::NotForced, message))
        }
        (Task::WipeOut { within: Some(n) }, Outcome::NoWipeOut) => {
            let message = format!("no move forces a wipe-out in {n} moves");
            Some((ProblemKind::NotForced, message))
        }
        (Task::WipeOut { within: None }, Outcome::NoWipeOut) => {
            let message = "no move forces a wipe-out".to_owned();
            Some((ProblemKind::NotForced, message))
        }
        (Task::Win, outcome) if outcome.wld() != Some(Wld::Win) => none("wins"),
        (Task::Draw, outcome) if outcome.wld() == Some(Wld::Loss) => none("draws"),
        (Task::Draw, outcome) if outcome.wld() == Some(Wld::Win) => {
            let message = format!("the position is no draw: {best} {says}");
            Some((ProblemKind::WrongScore, message))
        }
        _ => None,
    }
}

/// The best score of a position whose task is attained, if it is known.
fn score(task: Task, worths: &Worths) -> Option<Score> {
    match (task, worths.best()?) {
        (Task::WipeOut { .. }, _) => Some(Score::MAX),
        (Task::Draw, _) => Some(Score::DRAW),
        (_, Outcome::Score(score)) => Some(score),
        _ => None,
    }
}
