//! The kernels in plain integer arithmetic, for any processor; the twin that
//! the vector kernels are held against.

use crate::board::Board;

use super::{
    Level,
    lines::{DOWN_END, FLIPS_IN_LINE, LINE, RAYS, SHIFT, UP_END},
};

/// Any processor.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Portable;

impl Level for Portable {
    /// In each half of a line, the first square that is not the opponent's
    /// decides: going up the bits, the lowest bit of the rest finds it; going
    /// down, the highest.
    #[inline(always)]
    fn flips(self, board: Board, bit: u32) -> u64 {
        let (player, opponent) = (board.player.0, board.opponent.0);
        let rays = &RAYS[bit as usize & 63];
        let mut flips = 0;
        for half in rays.up {
            let rest = half & !opponent;
            let end = rest & rest.wrapping_neg() & player;
            flips |= half & end.wrapping_sub(u64::from(end != 0));
        }
        for half in rays.down {
            let rest = half & !opponent;
            let end = (1 << 63 >> (rest | 1).leading_zeros()) & half & player;
            flips |= half & (end << 1).wrapping_neg();
        }
        flips
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        board.moves().0
    }

    /// Rows are shifted out, columns and diagonals gathered by a multiplication.
    #[inline(always)]
    fn last_flips(self, player: u64, bit: u32) -> [i32; 2] {
        const COLUMN_A: u64 = 0x0101_0101_0101_0101;
        let (col, row) = (bit as usize & 7, bit as usize >> 3 & 7);
        let [_, _, rising, falling] = LINE[bit as usize & 63];
        [player, !player & !(1 << (bit & 63))].map(|own| {
            let in_row = (own >> (row * 8)) & 255;
            let in_column = ((own >> col) & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            let in_rising = (own & rising).wrapping_mul(COLUMN_A) >> 56;
            let in_falling = (own & falling).wrapping_mul(COLUMN_A) >> 56;
            let count =
                |place: usize, own: u64| i32::from(FLIPS_IN_LINE[place][own as usize & 255]);
            count(col, in_row)
                + count(row, in_column)
                + count(col, in_rising)
                + count(col, in_falling)
        })
    }

    /// Both halves of a line are followed in doubled steps to the edge.
    #[inline(always)]
    fn full_lines(self, filled: u64) -> [u64; 4] {
        let mut full = [0; 4];
        for (line, full) in full.iter_mut().enumerate() {
            let mut up = filled;
            let mut down = filled;
            for (i, (up_end, down_end)) in UP_END.iter().zip(&DOWN_END).enumerate() {
                let shift = SHIFT[line] << i;
                up &= up_end.0[line] | up >> shift;
                down &= down_end.0[line] | down << shift;
            }
            *full = up & down;
        }
        full
    }
}
