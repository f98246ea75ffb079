//! [`Position`]: what people read and write — discs, whose move, which rules.

use std::fmt;

use thiserror::Error;

use super::{Bitboard, Board, ByColor, Color, Grid, Move, Rules, Score, Square};

/// A position of a game: the discs on the board, whose move it is, and the
/// rules. What it holds may be anything that can be laid on a board; what is
/// *played* from it is legal.
///
/// ```
/// use outflank::board::{Move, Position, Rules};
///
/// let start = Position::start(Rules::othello());
/// let after = start.play("f5".parse()?)?;
/// assert_eq!(after.to_string(), "---------------------------OX------XXX-------------------------- O");
/// assert_eq!(after.discs().black, 4);
/// let error = after.play("a1".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "a1 flips nothing for White");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    to_move: Color,
    cells: Cells,
}

/// Boards of up to 8×8 are bitboards, larger ones an array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Cells {
    Bits(ByColor<Bitboard>),
    Grid(Box<Grid>),
}

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The board has no such square.
    #[error("{0} is not on the {1}×{1} board")]
    OffBoard(Square, u8),
    /// The square is a hole.
    #[error("{0} is a hole in the board")]
    Hole(Square),
    /// A disc lies there already.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// The disc would outflank nothing.
    #[error("{square} flips nothing for {}", side.name())]
    FlipsNothing {
        /// The square.
        square: Square,
        /// The side to move.
        side: Color,
    },
    /// The side to move has no move and must pass, but the other side could
    /// play there.
    #[error("{} has no legal move and must pass", side.name())]
    MustPass {
        /// The side to move.
        side: Color,
    },
    /// A pass while there is a legal move.
    #[error("{} cannot pass: there are legal moves", side.name())]
    PassWithMoves {
        /// The side to move.
        side: Color,
    },
    /// Neither side can move.
    #[error("the game is over")]
    GameOver,
}

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The wrong number of squares.
    #[error("a position on {size}×{size} has {want} squares, this one has {found}")]
    Length {
        /// The size of the board.
        size: u8,
        /// The squares it has, holes among them.
        want: usize,
        /// How many the text has.
        found: usize,
    },
    /// A character that is neither a disc nor an empty square.
    #[error("`{0}` is neither a disc (X, O) nor an empty square (-)")]
    Symbol(char),
    /// A disc on a hole.
    #[error("a disc lies on the hole {0}")]
    DiscOnHole(Square),
    /// Text after the squares that is not a side to move.
    #[error("`{0}` is not a side to move: X for Black, O for White")]
    Side(String),
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        let grid = Grid::start(&rules);
        Self::from_grid(grid, rules, rules.first())
    }

    /// A position on 8×8 under Othello's rules.
    #[must_use]
    pub const fn from_board(board: Board, to_move: Color) -> Self {
        Self {
            rules: Rules::othello(),
            to_move,
            cells: Cells::Bits(ByColor {
                black: board.discs_of(Color::Black, to_move),
                white: board.discs_of(Color::White, to_move),
            }),
        }
    }

    fn from_grid(grid: Grid, rules: Rules, to_move: Color) -> Self {
        let cells = if rules.size() <= 8 {
            Cells::Bits(ByColor::from_fn(|color| {
                rules
                    .iter_squares()
                    .filter(|&square| grid.get(square) == Some(color))
                    .collect()
            }))
        } else {
            Cells::Grid(Box::new(grid))
        };
        Self {
            rules,
            to_move,
            cells,
        }
    }

    /// A position with discs on given squares; where both lists name a square
    /// Black's disc lies.
    ///
    /// # Errors
    /// The first square that the board does not have.
    pub fn with_discs(
        rules: Rules,
        discs: &ByColor<Vec<Square>>,
        to_move: Color,
    ) -> Result<Self, IllegalMove> {
        let mut grid = Grid::empty(&rules);
        for color in [Color::White, Color::Black] {
            for &square in &discs[color] {
                if rules.is_hole(square) {
                    return Err(IllegalMove::Hole(square));
                }
                if !rules.has(square) {
                    return Err(IllegalMove::OffBoard(square, rules.size()));
                }
                grid.set(square, Some(color));
            }
        }
        Ok(Self::from_grid(grid, rules, to_move))
    }

    /// Reads n×n squares row by row from a1, and after them, if there is
    /// anything, the side to move. White space is skipped. Without a side it
    /// is Black's move.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong.
    pub fn parse(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let n = rules.size();
        let want = usize::from(n) * usize::from(n);
        let mut symbols = text.chars().filter(|c| !c.is_whitespace());
        let mut grid = Grid::empty(&rules);
        for (found, symbol) in symbols.by_ref().take(want).enumerate() {
            let square = Square::new(found as u8 % n, found as u8 / n);
            let Some(square) = square else { continue };
            match (Color::from_symbol(symbol), symbol) {
                (_, '#') | (None, '-' | '.' | '_') => {}
                (Some(_), _) if rules.is_hole(square) => {
                    return Err(PositionError::DiscOnHole(square));
                }
                (Some(color), _) => grid.set(square, Some(color)),
                (None, other) => return Err(PositionError::Symbol(other)),
            }
        }
        let found = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .count()
            .min(want);
        if found < want {
            return Err(PositionError::Length {
                size: n,
                want,
                found,
            });
        }
        let side: String = symbols.collect();
        let to_move = match side.to_ascii_lowercase().as_str() {
            "" | "black" => Color::Black,
            "white" => Color::White,
            other => {
                let mut chars = other.chars();
                match (chars.next().and_then(Color::from_symbol), chars.next()) {
                    (Some(color), None) => color,
                    _ => return Err(PositionError::Side(side)),
                }
            }
        };
        Ok(Self::from_grid(grid, rules, to_move))
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same discs under other rules for aim and scoring. `None` when the
    /// boards differ in size or holes.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Option<Self> {
        if rules.size() != self.rules.size() || !rules.iter_squares().eq(self.rules.iter_squares())
        {
            return None;
        }
        self.rules = rules;
        Some(self)
    }

    /// The same discs with a given side to move.
    #[must_use]
    pub fn with_to_move(mut self, to_move: Color) -> Self {
        self.to_move = to_move;
        self
    }

    /// Whose move it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The disc on a square, `None` for none.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        match &self.cells {
            Cells::Bits(sets) => Color::ALL
                .into_iter()
                .find(|&color| sets[color].contains(square)),
            Cells::Grid(grid) => grid.get(square),
        }
    }

    /// How many discs each side has.
    #[must_use]
    pub fn discs(&self) -> ByColor<u32> {
        match &self.cells {
            Cells::Bits(sets) => sets.map(Bitboard::len),
            Cells::Grid(grid) => ByColor::from_fn(|color| grid.count(color)),
        }
    }

    /// How many squares have no disc; holes do not count.
    #[must_use]
    pub fn empties(&self) -> u32 {
        let discs = self.discs();
        self.rules.squares() - discs.black - discs.white
    }

    /// The position as the search sees it: free for boards of up to 8×8,
    /// `None` for larger ones.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        match &self.cells {
            Cells::Bits(sets) => Some(Board {
                player: sets[self.to_move],
                opponent: sets[!self.to_move],
            }),
            Cells::Grid(_) => None,
        }
    }

    /// The squares where the side to move can place a disc, in board order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Square> {
        self.moves_of(self.to_move)
    }

    fn moves_of(&self, color: Color) -> Vec<Square> {
        match &self.cells {
            Cells::Bits(sets) => self.bits_of(sets, color).into_iter().collect(),
            Cells::Grid(grid) => grid.moves(color),
        }
    }

    fn has_move(&self, color: Color) -> bool {
        match &self.cells {
            Cells::Bits(sets) => !self.bits_of(sets, color).is_empty(),
            Cells::Grid(grid) => !grid.moves(color).is_empty(),
        }
    }

    /// The legal moves of a side on a board of up to 8×8.
    fn bits_of(&self, sets: &ByColor<Bitboard>, color: Color) -> Bitboard {
        let board = Board {
            player: sets[color],
            opponent: sets[!color],
        };
        board.moves() & self.rules.playable()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn can_move(&self) -> bool {
        self.has_move(self.to_move)
    }

    /// Whether the side to move has no move but the other side has.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        !self.can_move() && self.has_move(!self.to_move)
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.can_move() && !self.has_move(!self.to_move)
    }

    /// The discs that a move of the side to move would turn over, in board
    /// order.
    #[must_use]
    pub fn flips(&self, square: Square) -> Vec<Square> {
        match &self.cells {
            Cells::Bits(_) if self.rules.has(square) => self
                .board()
                .map(|board| board.flips(square).into_iter().collect())
                .unwrap_or_default(),
            Cells::Bits(_) => Vec::new(),
            Cells::Grid(grid) => {
                let mut flips = grid.flips(self.to_move, square);
                flips.sort_unstable();
                flips
            }
        }
    }

    /// The position after a legal move.
    ///
    /// # Errors
    /// [`IllegalMove`] says why the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        let side = self.to_move;
        let Move::Place(square) = mv else {
            return match (self.must_pass(), self.can_move()) {
                (true, _) => Ok(self.clone().with_to_move(!side)),
                (_, true) => Err(IllegalMove::PassWithMoves { side }),
                _ => Err(IllegalMove::GameOver),
            };
        };
        let board = self.board().filter(|_| self.rules.has(square));
        let flips = board.map_or(Bitboard::EMPTY, |board| board.flips(square));
        if flips.is_empty() && (self.is_small() || self.flips(square).is_empty()) {
            return Err(self.why_illegal(square));
        }
        let mut next = self.clone().with_to_move(!side);
        match &mut next.cells {
            Cells::Bits(sets) => {
                sets[side] |= flips | Bitboard::of(square);
                sets[!side] = sets[!side] - flips;
            }
            Cells::Grid(grid) => {
                grid.play(side, square);
            }
        }
        Ok(next)
    }

    /// Whether the board is held as bits.
    const fn is_small(&self) -> bool {
        matches!(self.cells, Cells::Bits(_))
    }

    fn why_illegal(&self, square: Square) -> IllegalMove {
        let side = self.to_move;
        if self.rules.is_hole(square) {
            IllegalMove::Hole(square)
        } else if !self.rules.has(square) {
            IllegalMove::OffBoard(square, self.rules.size())
        } else if self.disc(square).is_some() {
            IllegalMove::Occupied(square)
        } else if self.is_over() {
            IllegalMove::GameOver
        } else if !self.can_move() {
            IllegalMove::MustPass { side }
        } else {
            IllegalMove::FlipsNothing { square, side }
        }
    }

    /// The score for a side if the game ended here.
    #[must_use]
    pub fn score(&self, side: Color) -> Score {
        let discs = self.discs();
        self.rules.score(discs[side], discs[!side])
    }

    /// The side that would win if the game ended here; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.score(Color::Black).0 {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }

    /// The squares as text, row by row: `X`, `O`, `-`, and `#` for a hole.
    #[must_use]
    pub fn board_text(&self) -> String {
        let n = self.rules.size();
        (0..n)
            .flat_map(|row| (0..n).filter_map(move |col| Square::new(col, row)))
            .map(|square| match self.disc(square) {
                Some(color) => color.symbol(),
                None if self.rules.is_hole(square) => '#',
                None => '-',
            })
            .collect()
    }
}

/// The squares, a blank and the side to move, as in an OBF line.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board_text(), self.to_move.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        let mut position = Position::start(Rules::othello());
        while let Some(&square) = position.legal_moves().first() {
            position = position.play(square.into()).unwrap();
            assert_eq!(
                Position::parse(&position.to_string(), Rules::othello()),
                Ok(position.clone())
            );
        }
    }

    #[test]
    fn broken_texts_say_why() {
        let parse = |text: &str| Position::parse(text, Rules::othello()).unwrap_err();
        let blank = "-".repeat(64);
        assert!(matches!(
            parse("X-O"),
            PositionError::Length { found: 3, .. }
        ));
        assert_eq!(
            parse(&blank.replacen('-', "?", 1)),
            PositionError::Symbol('?')
        );
        assert_eq!(
            parse(&format!("{blank} green")),
            PositionError::Side("green".into())
        );
    }
}
