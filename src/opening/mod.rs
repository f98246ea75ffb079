//! Openings: a book of named lines, the names of positions, and the drill.
//!
//! A [`Book`] is read from YAML; one is shipped. It names *positions*, so it
//! does not matter which way a game is turned, nor in which order its moves
//! were played.
//!
//! ```
//! use outflank::{board::{Game, Rules}, opening::Book};
//!
//! let book = Book::shipped();
//! // The Tiger, turned by a half turn, and one move more.
//! let mut game = Game::new(Rules::othello());
//! for square in ["c4", "e3", "f6", "e6", "f5", "h8"] {
//!     let _ = game.play(square.parse()?);
//! }
//! let named = book.name(&game).unwrap();
//! assert_eq!((named.line.name.as_str(), named.ply), ("Tiger", 5));
//! # Ok::<(), outflank::board::SquareError>(())
//! ```
//!
//! [`read`](fn@read) reads a book of one's own and says everything that is wrong with
//! it; [`Attempt`] asks for a line move by move.
//!
//! ```
//! use outflank::{opening::{Attempt, Book, Sides, Verdict}, source::Source};
//!
//! let source = Source::new("mine.yaml", "openings:\n  - name: Mine\n    moves: f5 d6 c3\n");
//! let book: Book = outflank::opening::read(&source)?.into_iter().collect();
//! let mut attempt = Attempt::new(&book, book.find("mine").unwrap(), Sides::Black);
//! // Any of the four first moves will do; the answer comes in the same sense.
//! assert_eq!(attempt.answer("c4".parse()?), Verdict::Right);
//! assert_eq!(attempt.reply().unwrap().to_string(), "e3");
//! assert_eq!(attempt.answer("f6".parse()?), Verdict::Right);
//! assert!(attempt.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod drill;
mod place;
mod read;

pub use book::{Book, Continuation, Line, Named, Sides};
pub use drill::{Attempt, Hint, Verdict, deal};
pub use read::{Entry, Problem, ProblemKind, read};
