//! Othello (Reversi): the rules, the records, an exact solver.

pub mod board;
