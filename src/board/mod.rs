//! The ground: squares, discs, moves and the rules of the game.
//!
//! There are two views of a position. [`Position`] is what people read and
//! write; [`Board`] is what the search sees. [`Game`] is a start and the
//! legal moves played from it.
//!
//! ```
//! use outflank::board::{Game, Position, Rules};
//!
//! // Play, look, score.
//! let mut game = Game::new(Rules::othello());
//! for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
//!     game.play(square.parse()?)?;
//! }
//! assert!(game.is_complete());
//! assert_eq!(game.last().discs().white, 0);
//! // A wipe-out counts 64–0 by the official rule.
//! assert_eq!(game.last().score(outflank::board::Color::Black).0, 64);
//!
//! // Read a position, list its legal moves.
//! let text = "---------------------------OX------XO--------------------------- X";
//! let position = Position::parse(text, Rules::othello())?;
//! let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod bits;
mod color;
mod game;
mod grid;
mod moves;
mod perft;
mod position;
mod rules;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use bits::Board;
pub use color::{ByColor, Color};
pub use game::{Game, Step};
pub use grid::Grid;
pub use moves::{Move, Score, Wld};
pub use perft::{PassCost, perft, perft_reference};
pub use position::{IllegalMove, Position, PositionError};
pub use rules::{Aim, Rules, RulesError, Scoring, Start};
pub use square::{Square, SquareError};
pub use symmetry::Symmetry;
