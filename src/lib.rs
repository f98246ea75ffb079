//! Othello (Reversi): the rules, the records, an exact solver.
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
pub mod opening;
pub mod puzzle;
pub mod record;
pub mod source;
