//! Moves taken back: the positions from which one move leads to a position.

use crate::board::{Bitboard, Board, Color, Square};

/// d4, e4, d5 and e5: occupied from the start, and no disc is ever taken away.
pub(super) const CENTRE: Bitboard = crate::bitboard! {
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - X X - - -
    - - - X X - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
};

/// The eight directions, as steps of columns and rows.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

/// A board with the colour of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    /// The board, seen by the side to move.
    pub(super) board: Board,
    /// The side to move.
    pub(super) turn: Color,
}

/// A move that is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unplayed {
    /// The disc that was placed last.
    pub(super) square: Square,
    /// The position before, with the side to move that placed it.
    pub(super) before: State,
}

impl State {
    /// The start of a game.
    pub(super) const START: Self = Self {
        board: Board::START,
        turn: Color::Black,
    };

    /// The same board with the other side to move.
    const fn passed(self) -> Self {
        Self {
            board: self.board.pass(),
            turn: match self.turn {
                Color::Black => Color::White,
                Color::White => Color::Black,
            },
        }
    }

    /// How many discs were placed since the start.
    pub(super) fn plies(self) -> usize {
        (64 - self.board.empties().len() as usize).saturating_sub(4)
    }

    /// The positions in which a disc was just placed: this one, and where the
    /// other side may have passed, the one before the pass.
    pub(super) fn just_placed(self) -> impl Iterator<Item = Self> {
        let passed = self.passed();
        let may_have_passed = passed.board.moves().is_empty();
        [Some(self), may_have_passed.then_some(passed)]
            .into_iter()
            .flatten()
    }

    /// Whether some disc can have been placed last.
    pub(super) fn has_last_move(self) -> bool {
        self.just_placed()
            .any(|state| LastDisc::all(state.board).next().is_some())
    }

    /// Gives every position before the last move to `visit`, as long as it
    /// says so; whether all were given.
    pub(super) fn take_back(self, visit: &mut impl FnMut(Unplayed) -> bool) -> bool {
        self.just_placed()
            .all(|state| LastDisc::all(state.board).all(|disc| disc.take_back(state, visit)))
    }
}

/// A disc that can have been placed last, by the side that is not to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastDisc {
    square: Square,
    /// In each direction the discs that it can have flipped: any number of
    /// them, the nearest first.
    runs: [Run; 8],
}

/// Discs in a row, the nearest first.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    discs: [Bitboard; 6],
    length: usize,
}

impl LastDisc {
    /// All of them, in board order.
    pub(super) fn all(board: Board) -> impl Iterator<Item = Self> {
        (board.opponent - CENTRE)
            .into_iter()
            .filter_map(move |square| Self::new(board, square))
    }

    /// In a direction in which discs of the side to move come first and one
    /// of the other side behind them, a disc placed here would have flipped
    /// them: then it was not placed last. Elsewhere it can have flipped any
    /// number of the discs of its own colour that follow one another, but for
    /// the last of them, which outflanked the others.
    fn new(board: Board, square: Square) -> Option<Self> {
        let mut runs = [Run::default(); 8];
        let mut flips = false;
        for (run, direction) in runs.iter_mut().zip(DIRECTIONS) {
            let mut own = 0;
            let mut other = 0;
            for disc in ray(square, direction) {
                if !(disc & board.opponent).is_empty() {
                    if other > 0 {
                        return None;
                    }
                    if let Some(place) = run.discs.get_mut(own) {
                        *place = disc;
                    }
                    own += 1;
                } else if own == 0 && !(disc & board.player).is_empty() {
                    other += 1;
                } else {
                    break;
                }
            }
            run.length = own.saturating_sub(1);
            flips |= run.length > 0;
        }
        flips.then_some(Self { square, runs })
    }

    /// Gives every position before the disc was placed to `visit`, as long as
    /// it says so; whether all were given. `after` is the position with the
    /// disc.
    fn take_back(&self, after: State, visit: &mut impl FnMut(Unplayed) -> bool) -> bool {
        let mut counts = [0; 8];
        let disc = Bitboard::of(self.square);
        while self.advance(&mut counts) {
            let runs = self.runs.iter().zip(counts);
            let flipped = runs
                .flat_map(|(run, count)| run.discs.into_iter().take(count))
                .fold(Bitboard::EMPTY, |flipped, disc| flipped | disc);
            let before = Board {
                player: after.board.opponent - flipped - disc,
                opponent: after.board.player | flipped,
            };
            let turn = after.passed().turn;
            let before = State {
                board: before,
                turn,
            };
            let square = self.square;
            if !visit(Unplayed { square, before }) {
                return false;
            }
        }
        true
    }

    /// Counts on: how many discs were flipped in each direction.
    fn advance(&self, counts: &mut [usize; 8]) -> bool {
        for (count, run) in counts.iter_mut().zip(&self.runs) {
            if *count < run.length {
                *count += 1;
                return true;
            }
            *count = 0;
        }
        false
    }
}

/// The squares from a square on in a direction, without the square itself.
fn ray(square: Square, (columns, rows): (i8, i8)) -> impl Iterator<Item = Bitboard> {
    let start = (square.col() as i8, square.row() as i8);
    (1..8).map_while(move |n| {
        let (column, row) = (start.0 + columns * n, start.1 + rows * n);
        let inside = (0..8).contains(&column) && (0..8).contains(&row);
        inside.then(|| Bitboard(1 << (row * 8 + column)))
    })
}
