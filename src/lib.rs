//! Othello (Reversi): the rules, the records, an exact solver, and what people
//! do with them.
//!
//! Play by the rules:
//!
//! ```
//! use outflank::board::{Game, Rules};
//!
//! let mut game = Game::new(Rules::othello());
//! for square in ["f5", "d6", "c3"] {
//!     game.play(square.parse()?)?;
//! }
//! assert_eq!(game.last().legal_moves().len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read a game as somebody wrote it, and hear what is wrong with it:
//!
//! ```
//! use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
//!
//! let chat = "my game: 1. f5 d6 2. c3 d3 3. c4 f8";
//! let mut records = Records::new("chat", chat.as_bytes(), ReadOptions::default());
//! let (source, raw) = records.next().ok_or("no game")??;
//! let judged = judge(&source, &raw, &JudgeOptions::default());
//! let fault = judged.faults.first().ok_or("no fault")?;
//! assert_eq!(fault.message, "f8 flips nothing for White");
//! assert_eq!(source.place(fault.span.start).column, 34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Prove the score of an ending:
//!
//! ```
//! use outflank::board::{Position, Rules, Score, Scoring};
//! use outflank::engine::{Engine, Goal, Limits, Options};
//!
//! let text = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
//! let board = Position::parse(text, Rules::othello())?.board().ok_or("too large")?;
//! let mut engine = Engine::new(Options::default())?;
//! let solution = engine.solve(board, Scoring::Official, Goal::Exact, Limits::none());
//! assert_eq!(solution.score(), Some(Score(10)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Name the opening, whatever way the board was turned:
//!
//! ```
//! use outflank::board::{Game, Rules};
//! use outflank::opening::Book;
//!
//! let mut game = Game::new(Rules::othello());
//! for square in ["c4", "e3", "f6", "e6", "f5"] {
//!     game.play(square.parse()?)?;
//! }
//! let book = Book::shipped();
//! assert_eq!(book.name(&game).ok_or("no name")?.line.name, "Tiger");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, from the ground up: [`board`] has the rules, [`source`] texts and
//! places in them, [`engine`] proves scores, [`record`] reads and judges what
//! people write, [`diagram`] draws, [`practice`] remembers what a user has
//! learnt, [`games`] keeps a collection of games, and [`opening`], [`annotate`]
//! and [`puzzle`] are what a person comes for.
// Input reaches this code: it returns errors, prints nothing, ends nothing.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::print_stderr,
        clippy::exit
    )
)]

pub mod annotate;
pub mod board;
pub mod diagram;
pub mod engine;
pub mod games;
pub mod opening;
pub mod practice;
pub mod puzzle;
pub mod record;
pub mod source;

mod database;

/// The README's example runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
