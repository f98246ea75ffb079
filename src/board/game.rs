//! [`Game`]: a start and the legal moves played from it.

use std::fmt;

use super::{Color, IllegalMove, Move, Position, Rules};

/// A game that cannot hold an illegal move: a starting position and the moves
/// played from it, passes among them.
///
/// ```
/// use outflank::board::{Game, Rules};
///
/// let mut game = Game::new(Rules::othello());
/// for square in ["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"] {
///     game.play(square.parse()?)?;
/// }
/// // The earliest possible pass: nothing is left for Black.
/// assert!(game.last().must_pass());
/// assert!(game.pass_if_forced());
/// assert_eq!((game.plies(), game.passes()), (8, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    last: Position,
}

impl Game {
    /// A game without moves from the start of the rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from_position(Position::start(rules))
    }

    /// A game without moves from any position.
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        Self {
            last: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Plays a move at the end.
    ///
    /// # Errors
    /// [`IllegalMove`]; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.last = self.last.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Passes when the side to move must; says whether it did.
    pub fn pass_if_forced(&mut self) -> bool {
        self.last.must_pass() && self.play(Move::Pass).is_ok()
    }

    /// Plays a move, after the pass that it needs, if any. Records that leave
    /// passes out are read so.
    ///
    /// # Errors
    /// [`IllegalMove`] of the move itself; the game is then unchanged.
    pub fn play_with_passes(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if mv != Move::Pass && self.last.must_pass() {
            let passed = self.last.play(Move::Pass)?;
            self.last = passed.play(mv)?;
            self.moves.extend([Move::Pass, mv]);
            return Ok(());
        }
        self.play(mv)
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    #[must_use]
    pub const fn last(&self) -> &Position {
        &self.last
    }

    /// The moves, passes among them.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many discs were placed: passes do not count.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len() - self.passes()
    }

    /// How many passes there were.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.moves.iter().filter(|&&m| m == Move::Pass).count()
    }

    /// Whether the last position is the end of a game.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.last.is_over()
    }

    /// Every move with the position before it.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut position = self.start.clone();
        let mut ply = 0;
        self.moves.iter().map_while(move |&mv| {
            let after = position.play(mv).ok()?;
            ply += usize::from(mv != Move::Pass);
            let before = std::mem::replace(&mut position, after.clone());
            Some(Step {
                ply,
                side: before.to_move(),
                mv,
                before,
                after,
            })
        })
    }

    /// The game up to and with ply `n`; a negative `n` counts back from the
    /// end. `None` when the game has not that many plies. A pass that follows
    /// the ply is not yet made.
    #[must_use]
    pub fn up_to(&self, n: i32) -> Option<Self> {
        let plies = i32::try_from(self.plies()).ok()?;
        let ply = if n < 0 { plies + n } else { n };
        if !(0..=plies).contains(&ply) {
            return None;
        }
        let mut part = Self::from_position(self.start.clone());
        for step in self.steps() {
            if part.plies() == ply as usize {
                break;
            }
            part.last = step.after;
            part.moves.push(step.mv);
        }
        Some(part)
    }

    /// The position after ply `n`, counted as in [`up_to`](Self::up_to).
    #[must_use]
    pub fn at(&self, n: i32) -> Option<Position> {
        self.up_to(n).map(|part| part.last)
    }

    /// The discs placed, without separators and without passes: `f5d6c3`.
    #[must_use]
    pub fn compact(&self) -> String {
        self.moves
            .iter()
            .filter_map(|mv| mv.square())
            .map(|square| square.to_string())
            .collect()
    }
}

/// One move of a game with the positions before and after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The number of discs placed up to and with this move.
    pub ply: usize,
    /// The side that moved.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
}

/// The moves with blanks between them, passes as `pass`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mv) in self.moves.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}
