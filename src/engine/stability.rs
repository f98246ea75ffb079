//! Stable discs: those that can never be flipped again. They bound the score.
//!
//! Found are: discs that are stable along their edge whatever is played there,
//! discs whose four lines are full, and those that on each of their four
//! lines have a full line or a stable neighbour of their colour. There may be
//! more; the bound is only less sharp then.

use std::sync::LazyLock;

use crate::board::Board;

use super::kernel::Level;

/// For the own and the other discs of an edge, the own discs that are stable.
pub(super) struct EdgeTable([[u8; 256]; 256]);

static EDGES: LazyLock<Box<EdgeTable>> = LazyLock::new(EdgeTable::compute);

impl EdgeTable {
    pub(super) fn get() -> &'static Self {
        &EDGES
    }

    /// From full edges back to empty ones: a disc is stable when it is so
    /// after whatever either side plays next.
    fn compute() -> Box<Self> {
        let mut table = Box::new(Self([[0; 256]; 256]));
        let mut sets: Vec<u8> = (0..=255).collect();
        sets.sort_by_key(|taken| std::cmp::Reverse(taken.count_ones()));
        for taken in sets {
            for own in (0..=255_u8).filter(|own| own & !taken == 0) {
                let other = taken & !own;
                let mut stable = own;
                for place in (0..8).filter(|place| taken >> place & 1 == 0) {
                    let disc = 1 << place;
                    let gained = flips_on_edge(own, other, place);
                    stable &= table.look(own | gained | disc, other & !gained);
                    let lost = flips_on_edge(other, own, place);
                    stable &= table.look(own & !lost, other | lost | disc);
                }
                table.0[usize::from(own)][usize::from(other)] = stable;
            }
        }
        table
    }

    #[inline(always)]
    fn look(&self, own: u8, other: u8) -> u8 {
        self.0[usize::from(own)][usize::from(other)]
    }

    /// The stable discs of the player on the four edges.
    #[inline(always)]
    fn stable(&self, board: Board) -> u64 {
        let (own, other) = (board.player.0, board.opponent.0);
        let row =
            |row: u32| u64::from(self.look((own >> (8 * row)) as u8, (other >> (8 * row)) as u8));
        let column = |col: u32| {
            to_column(self.look(from_column(own >> col), from_column(other >> col))) << col
        };
        row(0) | row(7) << 56 | column(0) | column(7)
    }
}

/// The discs that a disc at `place` flips along an edge.
fn flips_on_edge(own: u8, other: u8, place: u32) -> u8 {
    let mut flips = 0;
    for shift in [|x: u8| x << 1, |x: u8| x >> 1] {
        let mut run = 0;
        let mut next = shift(1 << place);
        while next & other != 0 {
            run |= next;
            next = shift(next);
        }
        if next & own != 0 {
            flips |= run;
        }
    }
    flips
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The squares of column a as eight bits, row 1 lowest.
#[inline(always)]
const fn from_column(set: u64) -> u8 {
    ((set & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Eight bits as squares of column a. The highest goes by itself: in the
/// product it would meet the lowest.
#[inline(always)]
const fn to_column(bits: u8) -> u64 {
    let low = (bits as u64 & 0x7f) * 0x0002_0408_1020_4081;
    low & COLUMN_A | (bits as u64 >> 7) << 56
}

/// Stable discs of the player.
#[inline(always)]
pub(super) fn stable_discs<L: Level>(level: L, board: Board, edges: &EdgeTable) -> u64 {
    /// An edge disc has lines without neighbours on both sides; the edge
    /// table has settled those.
    const INNER: u64 = 0x007e_7e7e_7e7e_7e00;
    let own = board.player.0;
    let [rows, columns, rising, falling] = level.full_lines(!board.empties().0);
    let mut stable = edges.stable(board) | (own & rows & columns & rising & falling);
    let inner = own & INNER;
    while stable != 0 {
        let more = inner
            & !stable
            & (rows | stable >> 1 | stable << 1)
            & (columns | stable >> 8 | stable << 8)
            & (rising | stable >> 7 | stable << 7)
            & (falling | stable >> 9 | stable << 9);
        if more == 0 {
            break;
        }
        stable |= more;
    }
    stable
}

/// For each number of empty squares, the least alpha at which a cut is looked
/// for: the more squares are empty, the fewer discs are stable.
static LEAST_ALPHA: [i32; 64] = {
    const FIRST: [i32; 16] = [
        -64, -64, -64, -64, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30,
    ];
    let mut least = [30; 64];
    let mut empties = 0;
    while empties < FIRST.len() {
        least[empties] = FIRST[empties];
        empties += 1;
    }
    least
};

/// An upper bound of the player's score from the opponent's stable discs, or
/// `None` when it would not be at most `alpha`.
#[inline(always)]
pub(super) fn cut<L: Level>(level: L, board: Board, alpha: i32, edges: &EdgeTable) -> Option<i32> {
    // A low bound is rarely found, and there must be enough discs to begin with.
    let least = LEAST_ALPHA[board.empties().len() as usize & 63];
    if alpha < least || 64 - 2 * board.opponent.len() as i32 > alpha {
        return None;
    }
    let bound = 64 - 2 * stable_discs(level, board.pass(), edges).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        board::{Bitboard, Square},
        engine::kernel::Portable,
    };

    /// Whether the holder still has all the discs of `stable` after each of
    /// some random moves; the holder is the player when `holder_moves`.
    fn survives(
        mut board: Board,
        mut holder_moves: bool,
        stable: Bitboard,
        picks: &[prop::sample::Index],
    ) -> bool {
        for pick in picks {
            if board.moves().is_empty() {
                board = board.pass();
                holder_moves = !holder_moves;
            }
            let moves: Vec<Square> = board.moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            board = board.play(*pick.get(&moves)).unwrap();
            holder_moves = !holder_moves;
            let held = if holder_moves {
                board.player
            } else {
                board.opponent
            };
            if stable & held != stable {
                return false;
            }
        }
        true
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn stable_discs_are_never_flipped(
            taken in any::<u64>(),
            more in any::<u64>(),
            own in any::<u64>(),
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 40),
        ) {
            let taken = taken | more;
            let board = Board {
                player: Bitboard(taken & own),
                opponent: Bitboard(taken & !own),
            };
            let stable = Bitboard(stable_discs(Portable, board, EdgeTable::get()));
            prop_assert_eq!(stable & board.player, stable);
            prop_assert!(survives(board, true, stable, &picks));
            prop_assert!(survives(board.pass(), false, stable, &picks));
        }
    }

    #[test]
    fn a_corner_makes_its_edge_stable() {
        let board = Board {
            player: crate::bitboard! {
                X X X - - - - -
                X X - - - - - -
                X - - - - - - -
                - - - - - - - -
                - - - - - - - -
                - - - X X - - -
                - - - - - - - -
                - - - X X - - -
            },
            opponent: Bitboard::EMPTY,
        };
        let stable = crate::bitboard! {
            X X X - - - - -
            X X - - - - - -
            X - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        assert_eq!(
            Bitboard(stable_discs(Portable, board, EdgeTable::get())),
            stable
        );
    }

    #[test]
    fn a_full_board_is_stable() {
        let own = Bitboard(0x5a5a_1234_8765_0ff0);
        let board = Board {
            player: own,
            opponent: !own,
        };
        assert_eq!(
            Bitboard(stable_discs(Portable, board, EdgeTable::get())),
            own
        );
    }
}
