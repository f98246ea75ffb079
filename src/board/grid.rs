//! [`Grid`]: the board as an array, for any size, and the readable reference
//! that the fast kernels are held against.

use super::{Color, Rules, Square};

/// A board as an array of squares, up to 16×16.
///
/// Everything here is written the way the rules are told to a beginner: walk
/// from the square in each of eight directions over discs of the other colour
/// until a disc of one's own.
///
/// ```
/// use outflank::board::{Color, Grid, Rules, Square};
///
/// let grid = Grid::start(&Rules::othello().with_size(10)?);
/// let g6: Square = "g6".parse()?;
/// assert_eq!(grid.flips(Color::Black, g6).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    rules: Rules,
    /// One cell for each square of the largest board, by [`Square::index`].
    cells: Vec<Option<Color>>,
}

/// The eight directions as steps in column and row.
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

impl Grid {
    /// A board without discs.
    #[must_use]
    pub fn empty(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            cells: vec![None; 256],
        }
    }

    /// The start of a game under these rules.
    #[must_use]
    pub fn start(rules: &Rules) -> Self {
        let mut grid = Self::empty(rules);
        let discs = rules.start_discs();
        for color in Color::ALL {
            for square in discs[color] {
                grid.set(square, Some(color));
            }
        }
        grid
    }

    /// The disc on a square; `None` for an empty square, a hole, or a square
    /// off the board.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Color> {
        self.cells.get(square.index()).copied().flatten()
    }

    /// Puts a disc on a square, or takes it away. A square the board does not
    /// have stays empty.
    pub fn set(&mut self, square: Square, disc: Option<Color>) {
        if self.rules.has(square)
            && let Some(cell) = self.cells.get_mut(square.index())
        {
            *cell = disc;
        }
    }

    /// How many discs a side has.
    #[must_use]
    pub fn count(&self, color: Color) -> u32 {
        self.cells.iter().filter(|&&c| c == Some(color)).count() as u32
    }

    /// The discs that a disc of `color` on `square` outflanks, in no
    /// particular order; none when the move is illegal.
    #[must_use]
    pub fn flips(&self, color: Color, square: Square) -> Vec<Square> {
        let mut flips = Vec::new();
        if !self.rules.has(square) || self.get(square).is_some() {
            return flips;
        }
        for (dc, dr) in DIRECTIONS {
            let mut run = Vec::new();
            let mut next = square.offset(dc, dr);
            while let Some(here) = next {
                match self.get(here) {
                    Some(disc) if disc == color => {
                        flips.append(&mut run);
                        break;
                    }
                    Some(_) => run.push(here),
                    None => break,
                }
                next = here.offset(dc, dr);
            }
        }
        flips
    }

    /// The squares where a side can place a disc, in board order.
    #[must_use]
    pub fn moves(&self, color: Color) -> Vec<Square> {
        self.rules
            .iter_squares()
            .filter(|&square| !self.flips(color, square).is_empty())
            .collect()
    }

    /// Places a disc and turns over what it outflanks. Returns the flipped
    /// discs; when there are none the move was illegal and nothing changed.
    pub fn play(&mut self, color: Color, square: Square) -> Vec<Square> {
        let flips = self.flips(color, square);
        if !flips.is_empty() {
            self.set(square, Some(color));
            for &flipped in &flips {
                self.set(flipped, Some(color));
            }
        }
        flips
    }
}
