//! What the database makes from its games, to find them by their positions:
//! the index, and side by side the moves of all games and the squares that
//! they saw.

use rusqlite::{Connection, params};

use super::{
    GamesError,
    entry::{Outcome, board_of, entries},
    index::{Entry, Pending},
    seen::Seen,
};
use crate::board::Square;

/// How many games have their moves in one row.
pub(super) const LINE_GAMES: u32 = 1 << 10;
/// How many bytes a game has there: no game from Othello's start has more
/// moves.
pub(super) const LINE: usize = 60;
/// Fills the place of a move that was not made. A game from another start
/// has nothing else.
pub(super) const NOTHING: u8 = 0xff;

/// How many games are made ready before they are written.
const BATCH: usize = 4096;

/// What is made from new games, until it is written.
#[derive(Debug, Default)]
pub(super) struct Derived {
    pending: Pending,
    /// For each row of moves what is to be appended, and to the row of squares
    /// seen.
    lines: Vec<(u32, Vec<u8>, Vec<u8>)>,
}

impl Derived {
    /// Takes a game, whose number follows that of the game before.
    pub(super) fn push(&mut self, game: u32, is_usual: bool, moves: &[u8], entries: &[Entry]) {
        self.pending.push(game, entries);
        let row = game / LINE_GAMES;
        if self.lines.last().is_none_or(|(last, ..)| *last != row) {
            self.lines.push((row, Vec::new(), Vec::new()));
        }
        if let Some((_, bytes, seen)) = self.lines.last_mut() {
            let (moves, squares) = match is_usual {
                true => (moves, Seen::of(moves)),
                false => (&[][..], Seen::NOTHING),
            };
            let padding = std::iter::repeat(&NOTHING);
            bytes.extend(moves.iter().chain(padding).take(LINE));
            seen.extend(squares.to_bytes());
        }
    }

    pub(super) fn write(&mut self, db: &Connection) -> Result<(), GamesError> {
        self.pending.write(db)?;
        let mut append = db.prepare_cached(
            "INSERT INTO lines (id, moves, seen) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET moves = CAST(moves || excluded.moves AS BLOB),
                 seen = CAST(seen || excluded.seen AS BLOB)",
        )?;
        for (row, bytes, seen) in self.lines.drain(..) {
            append.execute(params![row, bytes, seen])?;
        }
        Ok(())
    }
}

/// Makes all of it for the games that are there.
pub(super) fn fill(db: &Connection) -> Result<(), GamesError> {
    let mut derived = Derived::default();
    let mut games = db.prepare("SELECT id, start, moves, result FROM games ORDER BY id")?;
    let mut games = games.query([])?;
    let mut waiting = 0;
    while let Some(game) = games.next()? {
        let id: u32 = game.get(0)?;
        let start = game.get_ref(1)?.as_str_or_null()?;
        let moves = game.get_ref(2)?.as_blob()?;
        let outcome = Outcome::from_code(game.get(3)?);
        let (board, side) = board_of(start).ok_or(GamesError::Damaged { game: id })?;
        let entries = entries(board, side, squares(moves), outcome);
        derived.push(id, start.is_none(), moves, &entries);
        waiting += 1;
        if waiting == BATCH {
            derived.write(db)?;
            waiting = 0;
        }
    }
    derived.write(db)
}

/// The squares of moves as the database has them, as far as they are some.
pub(super) fn squares(moves: &[u8]) -> impl Iterator<Item = Square> {
    let bits = moves.iter().take_while(|&&bit| bit < 64);
    bits.map(|&bit| Square::from_bit(bit.into()))
}
