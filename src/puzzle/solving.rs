//! [`Solving`]: a puzzle being solved, move by move, against the best defence.

use std::sync::atomic::AtomicBool;

use super::{
    Puzzle, Task,
    solver::{Outcome, Solver, Worths},
};
use crate::{
    board::{Board, Color, Game, IllegalMove, Move, Position, Score, Square},
    engine::{Engine, Hunted, Unproved},
};

/// With this many empty squares or fewer a wrong move in a wipe-out is
/// answered with the best line to the end of the game; with more, with the
/// reply that gets away.
const SOLVED_AT_ONCE: u32 = 16;

/// Hints name about this many candidate moves.
const CANDIDATES: usize = 3;

/// A puzzle being solved.
///
/// The solver has to find every move of a wipe-out, those of both sides where
/// both help, and elsewhere as many
/// moves as the main line has for its side, at least the first. Any move that
/// is as good as a key counts as one. What counts is the task: where it is to
/// win, every winning move is good; where it is to reach the best score, a
/// move that wins by less is wrong.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use outflank::{
///     engine::{Engine, Options},
///     puzzle::{PuzzleFile, Reply, Solving},
///     source::Source,
/// };
///
/// let text = "\
/// puzzles:
///   - id: shortest-game
///     moves: e6 f4 e3 f6 g5 d6 e7 f5
///     task: wipe-out
///     in: 1
///     solution: [c5]
/// ";
/// let file = PuzzleFile::read(&Source::new("mine.yaml", text)).map_err(|fault| fault.message)?;
/// let puzzle = file.entries[0].puzzle.as_ref().ok_or("unreadable")?;
/// let mut engine = Engine::new(Options::default())?;
/// let stop = AtomicBool::new(false);
/// let mut solving = Solving::new(puzzle, &mut engine, &stop);
/// assert!(matches!(solving.answer("c7".parse()?)?, Reply::Wrong(_)));
/// assert!(matches!(solving.answer("c5".parse()?)?, Reply::Good { solved: true, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solving<'a> {
    puzzle: &'a Puzzle,
    solver: Solver<'a>,
    game: Game,
    /// Moves that the solver still has to find, where the wipe-out does not
    /// say when the puzzle is done.
    to_find: usize,
    /// What the moves of the position are worth, once that was asked.
    worths: Option<Worths>,
    hints: Vec<Hint>,
    /// How many hints were given for this move.
    given: usize,
}

/// What comes of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The move is not legal; nothing has happened.
    Illegal(IllegalMove),
    /// The move does not attain the task. It was not played.
    Wrong(Refutation),
    /// The move attains the task.
    Good {
        /// The defender's moves after it, the passes of both sides among them.
        defence: Vec<Move>,
        /// Whether the puzzle is solved.
        solved: bool,
    },
}

/// Why a move is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// What the move leads to.
    pub outcome: Outcome,
    /// What the best move leads to.
    pub best: Outcome,
    /// The best play after the move, to the end of the game or as far as it
    /// takes to see it.
    pub line: Vec<Move>,
}

impl Refutation {
    /// How many discs the move costs, where both scores are known.
    #[must_use]
    pub fn price(&self) -> Option<i16> {
        match (self.best, self.outcome) {
            (Outcome::Score(best), Outcome::Score(score)) => Some(best.0 - score.0),
            _ => None,
        }
    }
}

/// A little help, or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// What the author of the puzzle has to say.
    Words(String),
    /// The corners in whose quarters of the board the good moves are.
    Quarters(Vec<Square>),
    /// How many moves are good.
    Count(usize),
    /// Some moves, the good ones among them.
    Candidates(Vec<Square>),
    /// A good move.
    Key(Square),
}

impl<'a> Solving<'a> {
    /// A puzzle to be solved. Answers come back unproved soon after somebody
    /// sets the flag.
    pub fn new(puzzle: &'a Puzzle, engine: &'a mut Engine, stop: &'a AtomicBool) -> Self {
        let game = Game::from_position(puzzle.position.clone());
        let line = line_from(&game, &puzzle.line);
        let own = line.filter(|&(own, mv)| own && mv != Move::Pass).count();
        Self {
            puzzle,
            solver: Solver::new(engine, stop),
            to_find: own.max(1),
            game,
            worths: None,
            hints: Vec::new(),
            given: 0,
        }
    }

    /// The position in which the solver is to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.last()
    }

    /// The moves so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What is left to do from here on.
    #[must_use]
    pub fn task(&self) -> Task {
        match self.puzzle.task {
            Task::WipeOut {
                within: Some(within),
            } => {
                let steps = self.game.steps();
                let own = steps
                    .filter(|step| step.side == self.solver_side() && step.mv != Move::Pass)
                    .count();
                let within = Some(within.saturating_sub(own as u32));
                Task::WipeOut { within }
            }
            Task::HelpWipeOut { plies, hunted } => {
                let placed = self.game.plies() as u32;
                let same = self.position().to_move() == self.solver_side();
                Task::HelpWipeOut {
                    plies: plies.saturating_sub(placed),
                    hunted: if same { hunted } else { hunted.passed() },
                }
            }
            other => other,
        }
    }

    /// Answers a move of the solver.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn answer(&mut self, square: Square) -> Result<Reply, Unproved> {
        let after = match self.position().play(square.into()) {
            Ok(after) => after,
            Err(error) => return Ok(Reply::Illegal(error)),
        };
        let worths = self.worths()?;
        let (Some(outcome), Some(best)) = (worths.of(square), worths.best()) else {
            return Ok(Reply::Illegal(IllegalMove::GameOver));
        };
        if !outcome.attains(self.task(), best) {
            return Ok(Reply::Wrong(self.refute(&after, outcome, best)?));
        }
        let before = self.game.moves().len() + 1;
        // The move was just found to be legal.
        let _ = self.game.play(square.into());
        self.worths = None;
        self.hints.clear();
        self.given = 0;
        self.to_find = self.to_find.saturating_sub(1);
        if !self.is_solved() {
            self.defend()?;
        }
        let moves = self.game.moves();
        Ok(Reply::Good {
            defence: moves.get(before..).unwrap_or_default().to_vec(),
            solved: self.is_solved(),
        })
    }

    /// The next hint; the last one again when there is none after it.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn hint(&mut self) -> Result<Option<Hint>, Unproved> {
        if self.hints.is_empty() {
            let worths = self.worths()?;
            let first = self.game.moves().is_empty();
            let words = if first {
                self.puzzle.about.hints.as_slice()
            } else {
                &[]
            };
            self.hints = hints(words, &worths);
        }
        let hint = self.hints.get(self.given).or(self.hints.last()).cloned();
        self.given = (self.given + 1).min(self.hints.len());
        Ok(hint)
    }

    /// Every good move of the position, in board order.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn keys(&mut self) -> Result<Vec<Square>, Unproved> {
        Ok(self.worths()?.keys())
    }

    /// The best play from here on: the main line where it still applies.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn solution(&mut self) -> Result<Vec<Move>, Unproved> {
        let rest = self.puzzle.line.strip_prefix(self.game.moves());
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            return Ok(rest.to_vec());
        }
        let board = self.board()?;
        if let Some(within) = self.task().within() {
            let proof = self.solver.prover().prove_within(board, within)?;
            return Ok(proof.map(|proof| proof.pv).unwrap_or_default());
        }
        if let Task::HelpWipeOut { plies, hunted } = self.task() {
            let found = self.solver.helper().shortest(board, hunted, plies)?;
            return Ok(found.map(|found| found.line).unwrap_or_default());
        }
        let key = self.worths()?.keys().first().copied();
        if let (Some(key), Task::Flip { .. }) = (key, self.task()) {
            return Ok(vec![Move::Place(key)]);
        }
        let Some((key, after)) = key.and_then(|key| Some((key, board.play(key)?))) else {
            return Ok(Vec::new());
        };
        let mut line = vec![Move::Place(key)];
        line.extend(self.solver.score(after)?.1);
        Ok(line)
    }

    /// The position as the search sees it; puzzles are played on 8×8.
    fn board(&self) -> Result<Board, Unproved> {
        self.position().board().ok_or(Unproved)
    }

    const fn solver_side(&self) -> Color {
        self.puzzle.position.to_move()
    }

    fn is_solved(&self) -> bool {
        let last = self.game.last();
        match self.puzzle.task {
            Task::WipeOut { .. } => last.discs()[!self.solver_side()] == 0,
            Task::HelpWipeOut { hunted, .. } => {
                let side = match hunted {
                    Hunted::Player => self.solver_side(),
                    Hunted::Opponent => !self.solver_side(),
                };
                last.discs()[side] == 0
            }
            _ => self.to_find == 0 || last.is_over(),
        }
    }

    fn worths(&mut self) -> Result<Worths, Unproved> {
        if let Some(worths) = &self.worths {
            return Ok(worths.clone());
        }
        let task = self.task();
        let worths = self.solver.worths(self.board()?, task, false)?;
        self.worths = Some(worths.clone());
        Ok(worths)
    }

    /// The defender's moves until it is the solver's turn again.
    fn defend(&mut self) -> Result<(), Unproved> {
        loop {
            self.game.pass_if_forced();
            // Where both sides help, both are the solver's.
            let helped = matches!(self.puzzle.task, Task::HelpWipeOut { .. });
            if helped || self.position().to_move() == self.solver_side() || self.game.is_complete()
            {
                return Ok(());
            }
            let best = self.defences(self.board()?)?;
            let listed = self.puzzle.line.strip_prefix(self.game.moves());
            let listed = listed.and_then(|rest| rest.first()?.square());
            let square = listed
                .filter(|square| best.contains(square))
                .or_else(|| best.first().copied());
            let Some(square) = square else {
                return Ok(());
            };
            // A best defence is a legal move.
            let _ = self.game.play(square.into());
        }
    }

    /// The defender's best moves: those that hold out longest where moves are
    /// counted, and elsewhere those with the best score.
    fn defences(&mut self, board: Board) -> Result<Vec<Square>, Unproved> {
        let Some(left) = self.task().within() else {
            return Ok(self.solver.worths(board, Task::Best, true)?.keys());
        };
        let mut longest = 0;
        let mut best = Vec::new();
        for square in board.moves() {
            let Some(after) = board.play(square) else {
                continue;
            };
            let needs = self.solver.takes(after, left)?;
            if needs > longest {
                best.clear();
                longest = needs;
            }
            if needs == longest {
                best.push(square);
            }
        }
        Ok(best)
    }

    /// What comes after a wrong move.
    fn refute(
        &mut self,
        after: &Position,
        outcome: Outcome,
        best: Outcome,
    ) -> Result<Refutation, Unproved> {
        let mut refutation = Refutation {
            outcome,
            best,
            line: Vec::new(),
        };
        if let Task::HelpWipeOut { .. } | Task::Flip { .. } = self.puzzle.task {
            // The outcome says all.
            return Ok(refutation);
        }
        let board = after.board().ok_or(Unproved)?;
        let left = self.task().within().map(|left| left.saturating_sub(1));
        match left {
            Some(left) if after.empties() > SOLVED_AT_ONCE => {
                for square in board.moves() {
                    let Some(next) = board.play(square) else {
                        continue;
                    };
                    if !self.solver.prover().wins_within(next, left)? {
                        refutation.line.push(square.into());
                        break;
                    }
                }
            }
            _ => {
                let (score, line) = self.solver.score(board)?;
                refutation.line = line;
                refutation.outcome = Outcome::Score(-score);
                if let Task::WipeOut { .. } = self.puzzle.task {
                    refutation.best = Outcome::Score(Score::MAX);
                }
            }
        }
        Ok(refutation)
    }
}

/// A line from the end of a game on, each move with whether it is the solver's.
fn line_from(game: &Game, line: &[Move]) -> impl Iterator<Item = (bool, Move)> {
    let mut position = game.last().clone();
    let side = position.to_move();
    line.iter().map_while(move |&mv| {
        let own = position.to_move() == side;
        position = position.play(mv).ok()?;
        Some((own, mv))
    })
}

/// Help in steps, each telling more than the one before.
fn hints(words: &[String], worths: &Worths) -> Vec<Hint> {
    let keys = worths.keys();
    let Some(&key) = keys.first() else {
        return Vec::new();
    };
    let mut hints: Vec<Hint> = words.iter().cloned().map(Hint::Words).collect();
    let mut quarters: Vec<Square> = keys.iter().filter_map(|&key| corner_of(key)).collect();
    quarters.sort_unstable();
    quarters.dedup();
    if quarters.len() < 4 {
        hints.push(Hint::Quarters(quarters));
    }
    hints.push(Hint::Count(keys.len()));
    let others = worths.moves().filter(|square| !keys.contains(square));
    let room = CANDIDATES.saturating_sub(keys.len()).max(1);
    let mut candidates: Vec<Square> = others.take(room).chain(keys.iter().copied()).collect();
    if candidates.len() < worths.moves().count() {
        candidates.sort_unstable();
        hints.push(Hint::Candidates(candidates));
    }
    hints.push(Hint::Key(key));
    hints
}

/// The corner of the quarter of the board in which a square lies.
fn corner_of(square: Square) -> Option<Square> {
    let far = |at: u8| if at < 4 { 0 } else { 7 };
    Square::new(far(square.col()), far(square.row()))
}
