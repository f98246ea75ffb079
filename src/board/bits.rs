//! [`Board`]: the two sets of discs that a search sees.

use super::{Bitboard, Color, Square};

/// A position as the search sees it: the discs of the player, whose turn it
/// is, and the discs of the opponent. 16 bytes, `Copy`; every method is a few
/// dozen instructions, portable and without tables.
///
/// A smaller board lies in the top-left corner of 8×8; the squares outside it
/// and holes are neither side's, and the caller masks them out of
/// [`moves`](Self::moves) with [`Rules::playable`](super::Rules::playable).
///
/// ```
/// use outflank::board::{Board, Square};
///
/// let start = Board::START;
/// assert_eq!(start.moves().len(), 4);
/// let f5: Square = "f5".parse()?;
/// let next = start.play(f5).expect("f5 is legal");
/// assert_eq!(next.opponent.len(), 4);
/// # Ok::<(), outflank::board::SquareError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The discs of the side to move.
    pub player: Bitboard,
    /// The discs of the other side.
    pub opponent: Bitboard,
}

/// The columns b to g: a shift along a row, a diagonal too, must not wrap
/// from column h to column a.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each of the four lines: how far one step shifts, and the opponent's
/// discs that can lie inside a line in that direction.
const LINES: [(u32, u64); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

impl Board {
    /// Othello's start, Black to move.
    pub const START: Self = Self {
        player: Bitboard(0x0000_0008_1000_0000),
        opponent: Bitboard(0x0000_0010_0800_0000),
    };

    /// The squares without a disc, on the full 8×8.
    #[must_use]
    pub const fn empties(self) -> Bitboard {
        Bitboard(!(self.player.0 | self.opponent.0))
    }

    /// Every square where the player can place a disc.
    ///
    /// Parallel prefix ("Kogge–Stone") fill along the eight directions.
    #[must_use]
    pub const fn moves(self) -> Bitboard {
        let p = self.player.0;
        let o = self.opponent.0;
        let mut moves = 0;
        let mut i = 0;
        while i < 4 {
            let (step, inner) = LINES[i];
            let o = o & inner;
            // Up the board's bits, then down.
            let mut run = o & (p << step);
            run |= o & (run << step);
            let pairs = o & (o << step);
            run |= pairs & (run << (2 * step));
            run |= pairs & (run << (2 * step));
            moves |= run << step;
            let mut run = o & (p >> step);
            run |= o & (run >> step);
            let pairs = o & (o >> step);
            run |= pairs & (run >> (2 * step));
            run |= pairs & (run >> (2 * step));
            moves |= run >> step;
            i += 1;
        }
        Bitboard(moves & !(p | self.opponent.0))
    }

    /// The opponent's discs that a disc on `square` outflanks; empty when the
    /// move is illegal (for an occupied square too).
    #[must_use]
    pub const fn flips(self, square: Square) -> Bitboard {
        let disc = Bitboard::of(square).0;
        if disc & (self.player.0 | self.opponent.0) != 0 {
            return Bitboard::EMPTY;
        }
        let mut flips = 0;
        let mut i = 0;
        while i < 4 {
            let (step, inner) = LINES[i];
            let o = self.opponent.0 & inner;
            // Along the opponent's discs up the board's bits, then down.
            let mut run = 0;
            let mut next = disc << step;
            while next & o != 0 {
                run |= next;
                next <<= step;
            }
            if next & self.player.0 != 0 {
                flips |= run;
            }
            run = 0;
            next = disc >> step;
            while next & o != 0 {
                run |= next;
                next >>= step;
            }
            if next & self.player.0 != 0 {
                flips |= run;
            }
            i += 1;
        }
        Bitboard(flips)
    }

    /// The board after the player's disc on `square`, seen by the opponent;
    /// `None` when the move is illegal.
    #[must_use]
    pub const fn play(self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        if flips.is_empty() {
            return None;
        }
        Some(Self {
            player: Bitboard(self.opponent.0 & !flips.0),
            opponent: Bitboard(self.player.0 | flips.0 | Bitboard::of(square).0),
        })
    }

    /// The same board seen by the opponent: what a pass does.
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Black's and White's discs, given who the player is.
    #[must_use]
    pub const fn discs_of(self, color: Color, player: Color) -> Bitboard {
        match (color, player) {
            (Color::Black, Color::Black) | (Color::White, Color::White) => self.player,
            _ => self.opponent,
        }
    }
}
