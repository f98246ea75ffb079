//! Boards and games as pictures.
//!
//! A [`Figure`] is what a picture shows, whatever it is drawn with: the
//! squares, the marks, the words under the board. A medium is one file that
//! draws a figure; so far there is text, for terminals and mails. Whether
//! there is colour, and whether only ASCII may be written, is for the caller
//! to say.
//!
//! ```
//! use outflank::{
//!     board::{Position, Rules},
//!     diagram::{BoardOptions, board},
//! };
//!
//! let start = Position::start(Rules::othello().with_size(4)?);
//! let mut options = BoardOptions::default();
//! options.style.ascii = true;
//! options.legal = true;
//! assert_eq!(
//!     board(&start, &options),
//!     "\
//!     \x20  a b c d
//! 1  - + - -  1
//! 2  + O X -  2
//! 3  - X O +  3
//! 4  - - + -  4
//!    a b c d
//! Black X 2   White O 2   empty 12
//! Black to move
//! "
//! );
//! # Ok::<(), outflank::board::RulesError>(())
//! ```

mod figure;
mod standing;
mod text;

use crate::board::{Position, Square};

pub use figure::{Cell, Figure, Mark};
pub use standing::standing;

/// What the text may be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// ASCII only: `X`, `O` and `-` instead of `●`, `○` and `·`.
    pub ascii: bool,
    /// ANSI colours. What they show is shown without them, too.
    pub color: bool,
}

/// What to show of a position besides the discs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardOptions {
    /// How it is drawn.
    pub style: Style,
    /// Mark the legal moves of the side to move.
    pub legal: bool,
    /// The move that led here, to be marked.
    pub last: Option<Square>,
    /// The discs that this move turned over, to be marked where there is
    /// colour.
    pub flips: Vec<Square>,
    /// The board alone, without the disc counts and the side to move.
    pub bare: bool,
}

/// Draws a position as text, each line ended with a line feed. At most 40
/// columns wide on the largest board.
#[must_use]
pub fn board(position: &Position, options: &BoardOptions) -> String {
    text::draw(&Figure::board(position, options), options.style)
}
