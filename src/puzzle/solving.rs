//! [`Solving`]: a puzzle being solved, move by move, against the best defence.

use std::sync::atomic::AtomicBool;

use super::{
    Ending, Hint, Mark, Puzzle, Task,
    hint::hints,
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

/// A move that costs so many discs at most, and keeps the result, is nearly as
/// good as the key where the task is the best score.
const NEAR: i16 = 2;

/// A puzzle being solved.
///
/// The solver has to find every move of a wipe-out, those of both sides where
/// both help, and elsewhere as many
/// moves as the main line has for its side, at least the first. Any move that
/// is as good as a key counts as one. What counts is the task: where it is to
/// win, every winning move is good, by however little; where it is to reach
/// the best score, a move that wins by less is not. One that costs two discs
/// there and keeps the result is [nearly](Reply::Near) good: it is not played,
/// but the puzzle has not failed.
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
    /// Moves that the solver has to find, where the wipe-out does not say
    /// when the puzzle is done.
    to_find: usize,
    only_first: bool,
    /// The moves of the solver before this one, the first at the bottom.
    before: Vec<Turn>,
    turn: Turn,
    mark: Mark,
}

/// What is known of a position in which the solver is to move.
#[derive(Debug, Default)]
struct Turn {
    /// How many moves of the game came before it, passes included.
    moves: usize,
    /// What the moves of the position are worth, once that was asked.
    worths: Option<Worths>,
    hints: Vec<Hint>,
    /// How many hints were given.
    given: usize,
}

/// What comes of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The move is not legal; nothing has happened.
    Illegal(IllegalMove),
    /// The move does not attain the task. It was not played.
    Wrong(Refutation),
    /// The move is two discs worse than the best score that is asked for, and
    /// keeps the result. It was not played.
    Near(Refutation),
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
            only_first: false,
            game,
            before: Vec::new(),
            turn: Turn::default(),
            mark: Mark::default(),
        }
    }

    /// The same puzzle, solved once the first move is found.
    #[must_use]
    pub const fn only_first(mut self) -> Self {
        self.only_first = true;
        self
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
            let refutation = self.refute(&after, outcome, best)?;
            if self.is_near(outcome, best) {
                self.mark.come_near(square);
                return Ok(Reply::Near(refutation));
            }
            self.mark.miss(square);
            return Ok(Reply::Wrong(refutation));
        }
        let before = self.game.moves().len() + 1;
        // The move was just found to be legal.
        let _ = self.game.play(square.into());
        self.before.push(std::mem::take(&mut self.turn));
        if !self.is_solved() {
            self.defend()?;
        }
        let moves = self.game.moves();
        self.turn.moves = moves.len();
        let defence = moves.get(before..).unwrap_or_default().to_vec();
        let solved = self.is_solved();
        if solved {
            self.mark = self.mark.clone().ended(Ending::Solved);
        }
        Ok(Reply::Good { defence, solved })
    }

    /// Takes the last move of the solver back, and the defence to it; whether
    /// there was one. What it cost to find it stays.
    pub fn undo(&mut self) -> bool {
        let Some(turn) = self.before.pop() else {
            return false;
        };
        let mut game = Game::from_position(self.puzzle.position.clone());
        for &mv in self.game.moves().iter().take(turn.moves) {
            // A move that was played is legal.
            let _ = game.play(mv);
        }
        self.game = game;
        self.turn = turn;
        true
    }

    /// How the solving went so far.
    #[must_use]
    pub const fn mark(&self) -> &Mark {
        &self.mark
    }

    /// The next hint, which is to be paid for; the last one again, for
    /// nothing, when there is none after it.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn hint(&mut self) -> Result<Option<Hint>, Unproved> {
        let Some(hint) = self.next_hint()?.cloned() else {
            return Ok(self.turn.hints.last().cloned());
        };
        self.turn.given += 1;
        self.mark.take_hint(hint.price());
        Ok(Some(hint))
    }

    /// The hint that would come next, to tell what it costs.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn next_hint(&mut self) -> Result<Option<&Hint>, Unproved> {
        if self.turn.hints.is_empty() {
            let worths = self.worths()?;
            let first = self.game.moves().is_empty();
            let words = if first {
                self.puzzle.about.hints.as_slice()
            } else {
                &[]
            };
            self.turn.hints = hints(words, &worths, self.board()?);
        }
        Ok(self.turn.hints.get(self.turn.given))
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
        let found = self.before.len();
        match self.puzzle.task {
            _ if self.only_first && found > 0 => true,
            Task::WipeOut { .. } => last.discs()[!self.solver_side()] == 0,
            Task::HelpWipeOut { hunted, .. } => {
                let side = match hunted {
                    Hunted::Player => self.solver_side(),
                    Hunted::Opponent => !self.solver_side(),
                };
                last.discs()[side] == 0
            }
            _ => found >= self.to_find || last.is_over(),
        }
    }

    /// Whether a move that is not best is nearly so.
    fn is_near(&self, outcome: Outcome, best: Outcome) -> bool {
        let (Task::Best, Outcome::Score(score), Outcome::Score(top)) =
            (self.puzzle.task, outcome, best)
        else {
            return false;
        };
        top.0 - score.0 <= NEAR && score.wld() == top.wld()
    }

    fn worths(&mut self) -> Result<Worths, Unproved> {
        if let Some(worths) = &self.turn.worths {
            return Ok(worths.clone());
        }
        let task = self.task();
        let worths = self.solver.worths(self.board()?, task, false)?;
        self.turn.worths = Some(worths.clone());
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
