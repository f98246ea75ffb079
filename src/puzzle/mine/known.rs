//! [`Known`]: positions that are puzzles already.

use std::collections::HashSet;

use crate::{
    board::{Board, Position},
    puzzle::Collection,
};

/// Remembers positions, turned, mirrored, and with the colours exchanged.
///
/// ```
/// use outflank::puzzle::{Collection, mine::Known};
///
/// let shipped = Collection::shipped();
/// let mut known = Known::default();
/// known.add_all(&shipped);
/// let (_, entry) = shipped.find("corner-and-pass").ok_or("not shipped")?;
/// let position = &entry.puzzle.as_ref().ok_or("unreadable")?.position;
/// assert!(known.has(position));
/// assert!(!known.add(position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Known {
    boards: HashSet<Board>,
}

impl Known {
    /// Adds a position; whether it is new. One that is not on 8×8 never is.
    pub fn add(&mut self, position: &Position) -> bool {
        canonical(position).is_some_and(|board| self.boards.insert(board))
    }

    /// Whether a position was added.
    #[must_use]
    pub fn has(&self, position: &Position) -> bool {
        canonical(position).is_some_and(|board| self.boards.contains(&board))
    }

    /// Adds the positions of a collection.
    pub fn add_all(&mut self, puzzles: &Collection) {
        for puzzle in puzzles
            .entries()
            .filter_map(|(_, entry)| entry.puzzle.as_ref())
        {
            self.add(&puzzle.position);
        }
    }
}

/// A board is seen by the side to move, whichever colour it has.
fn canonical(position: &Position) -> Option<Board> {
    Some(position.board()?.canonical().0)
}
