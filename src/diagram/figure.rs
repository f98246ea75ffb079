//! [`Figure`]: what a picture of a board shows, before it is drawn.

use super::{BoardOptions, standing};
use crate::board::{ByColor, Color, Game, Position, Square};

/// A picture of a board, for any medium: its squares row by row and the words
/// under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// How many squares the board is wide and high.
    pub size: u8,
    /// `size × size` cells, row by row from a1.
    pub cells: Vec<Cell>,
    /// How many discs each side has, and the empty squares; `None` when the
    /// picture does not tell.
    pub counts: Option<(ByColor<u32>, u32)>,
    /// The result of a finished game, the empty squares counted as the rules
    /// say.
    pub result: Option<ByColor<u32>>,
    /// Sentences under the board.
    pub notes: Vec<String>,
}

/// One square of a [`Figure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// The board has no such square.
    pub hole: bool,
    /// The disc on it, or the colour of the one that was placed there.
    pub disc: Option<Color>,
    /// The ply that filled it, in the diagram of a game.
    pub ply: Option<u16>,
    /// A mark on it.
    pub mark: Option<Mark>,
}

/// What is to be said of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The side to move can place a disc here.
    Legal,
    /// The disc of the last move.
    Last,
    /// The last move turned this disc over.
    Flipped,
}

impl Figure {
    /// The picture of a position. The style plays no part in it.
    #[must_use]
    pub fn board(position: &Position, options: &BoardOptions) -> Self {
        let legal = if options.legal {
            position.legal_moves()
        } else {
            Vec::new()
        };
        let cells = squares(position.rules().size())
            .map(|square| Cell {
                hole: position.rules().is_hole(square),
                disc: position.disc(square),
                ply: None,
                mark: if options.last == Some(square) {
                    Some(Mark::Last)
                } else if options.flips.contains(&square) {
                    Some(Mark::Flipped)
                } else if legal.contains(&square) {
                    Some(Mark::Legal)
                } else {
                    None
                },
            })
            .collect();
        let (counts, notes) = if options.bare {
            (None, Vec::new())
        } else {
            let counts = (position.discs(), position.empties());
            (Some(counts), vec![standing(position)])
        };
        Self {
            size: position.rules().size(),
            cells,
            counts,
            result: if options.bare { None } else { result(position) },
            notes,
        }
    }

    /// The picture of a whole game: the discs of the start, and on every other
    /// square the number of the ply that filled it; the last one is marked.
    /// Passes, which have no number, stand under it.
    #[must_use]
    pub fn kifu(game: &Game) -> Self {
        let start = game.start();
        let rules = start.rules();
        let mut cells: Vec<Cell> = squares(rules.size())
            .map(|square| Cell {
                hole: rules.is_hole(square),
                disc: start.disc(square),
                ..Cell::default()
            })
            .collect();
        let mut passes = Vec::new();
        for step in game.steps() {
            let Some(square) = step.mv.square() else {
                passes.push(format!("{} after ply {}", step.side.name(), step.ply));
                continue;
            };
            let index = usize::from(square.row()) * usize::from(rules.size());
            if let Some(cell) = cells.get_mut(index + usize::from(square.col())) {
                cell.disc = Some(step.side);
                cell.ply = u16::try_from(step.ply).ok();
                cell.mark = (step.ply == game.plies()).then_some(Mark::Last);
            }
        }
        let mut notes = Vec::new();
        if start.to_move() == Color::White {
            notes.push("White moves first".to_owned());
        }
        if !passes.is_empty() {
            notes.push(format!("Passes: {}", passes.join(", ")));
        }
        notes.push(standing(game.last()));
        Self {
            size: rules.size(),
            cells,
            counts: Some((game.last().discs(), game.last().empties())),
            result: result(game.last()),
            notes,
        }
    }

    /// Whether it is the diagram of a game in which something was played.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.cells.iter().any(|cell| cell.ply.is_some())
    }

    /// The squares of a diagram in the order in which they were filled.
    #[must_use]
    pub fn moves(&self) -> Vec<(u16, Color, Square)> {
        let filled = squares(self.size).zip(&self.cells);
        let mut moves: Vec<_> = filled
            .filter_map(|(square, cell)| Some((cell.ply?, cell.disc?, square)))
            .collect();
        moves.sort_unstable_by_key(|&(ply, ..)| ply);
        moves
    }

    /// The squares with discs of one colour, row by row.
    #[must_use]
    pub fn discs(&self, color: Color) -> Vec<Square> {
        let cells = squares(self.size).zip(&self.cells);
        cells
            .filter(|(_, cell)| cell.disc == Some(color))
            .map(|(square, _)| square)
            .collect()
    }

    /// The cells of each row, from row 1 down.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(usize::from(self.size).max(1))
    }
}

/// The result of a finished game as the rules count it.
fn result(position: &Position) -> Option<ByColor<u32>> {
    let over = position.is_over();
    over.then(|| position.rules().count(position.discs()))
}

/// Every square of a board, holes among them, row by row.
fn squares(size: u8) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |row| (0..size).filter_map(move |col| Square::new(col, row)))
}
