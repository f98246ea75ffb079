//! Names for positions that stay the same.

use crate::{board::Board, puzzle::Task};

/// Digits that are not taken for one another.
const DIGITS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// So many digits: 30 bits, so that among a thousand puzzles two share an id
/// once in two thousand times.
const LENGTH: u32 = 6;

/// The id of a mined puzzle: the task, and six digits made from the position.
/// A position that is turned, mirrored, or has its colours exchanged gets the
/// same.
///
/// ```
/// use outflank::{board::Board, puzzle::{Task, mine::id_of}};
///
/// let after = Board::START.play("f5".parse()?).ok_or("illegal")?;
/// let mirrored = Board::START.play("e6".parse()?).ok_or("illegal")?;
/// assert_eq!(id_of(after, Task::Win), id_of(mirrored, Task::Win));
/// assert!(id_of(after, Task::Win).starts_with("win-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn id_of(board: Board, task: Task) -> String {
    let (board, _) = board.canonical();
    let mut hash = fingerprint(board);
    let mut id = format!("{}-", task.name());
    for _ in 0..LENGTH {
        let digit = DIGITS.get((hash & 31) as usize).copied().unwrap_or(b'2');
        id.push(char::from(digit));
        hash >>= 5;
    }
    id
}

/// FNV-1a (Fowler, Noll and Vo, 1991) of the discs, the player's first, with
/// the high bits folded onto the low ones.
pub(super) fn fingerprint(board: Board) -> u64 {
    let discs = [board.player.0, board.opponent.0];
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in discs.into_iter().flat_map(u64::to_le_bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Symmetry, puzzle::is_id};

    #[test]
    fn ids_are_ids_and_stay() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let id = id_of(board, Task::WipeOut { within: Some(3) });
        assert!(is_id(&id) && id.starts_with("wipe-out-"), "{id}");
        for symmetry in Symmetry::ALL {
            let turned = id_of(symmetry.board(board), Task::WipeOut { within: Some(3) });
            assert_eq!(turned, id);
        }
        assert_ne!(id_of(board, Task::Best), id_of(board.pass(), Task::Best));
    }
}
