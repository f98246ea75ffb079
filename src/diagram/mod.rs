//! Boards and games as pictures.
//!
//! A [`Figure`] is what a picture shows, whatever it is drawn with: the
//! squares, the marks, the words under the board. A medium is one file that
//! draws it. [`board`] and [`kifu`] make text for terminals and mails; whether
//! there is colour, and whether only ASCII may be written, is for the caller
//! to say. A [`Picture`] adds names and colours, and becomes SVG, PNG, a sheet
//! of plain text, or an article of an HTML [`Page`].
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

mod caption;
mod figure;
mod font;
mod html;
mod picture;
mod plain;
mod png;
mod scene;
mod standing;
mod svg;
mod text;
mod theme;

use crate::board::{Game, Position, Square};

pub use caption::Caption;
pub use figure::{Cell, Figure, Mark};
pub use html::Page;
pub use picture::{Look, Picture};
pub use png::PictureError;
pub use standing::{outcome, standing};
pub use theme::Theme;

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

/// Draws a whole game as text: each square bears the number of the ply that
/// filled it. At most 72 columns wide on the largest board.
///
/// ```
/// use outflank::{
///     board::{Game, Rules},
///     diagram::{Style, kifu},
/// };
///
/// let mut game = Game::new(Rules::othello());
/// for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
///     game.play(square.parse()?)?;
/// }
/// let style = Style { ascii: true, color: false };
/// assert_eq!(
///     kifu(&game, style),
///     "\
/// \x20  a b c d e f g h
/// 1  - - - - - - - -  1
/// 2  - - - - - - - -  2
/// 3  - - - - 3 - - -  3
/// 4  - - - O X 2 - -  4
/// 5  - - 9 X O 8 5 -  5
/// 6  - - - 6 1 4 - -  6
/// 7  - - - - 7 - - -  7
/// 8  - - - - - - - -  8
///    a b c d e f g h
/// Black X 13   White O 0   empty 51
/// Game over: Black wins 64-0 (13-0 on the board)
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn kifu(game: &Game, style: Style) -> String {
    text::draw(&Figure::kifu(game), style)
}
