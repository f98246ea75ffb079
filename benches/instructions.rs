//! How many instructions the hot parts take, counted by Valgrind: a number
//! that a busy machine does not change, so that a change of a few per mille is
//! seen. What it cannot see is memory that is far away and what the processor
//! does side by side: seconds have the last word.
//!
//! It needs Valgrind and a runner of the same version as the crate:
//!
//! ```sh
//! apt-get install valgrind
//! cargo install gungraun-runner --version 0.20.0
//! cargo bench --bench instructions
//! ```
//!
//! Each run is compared with the one before. Valgrind knows no AVX-512, so on
//! every machine the search runs at its level of AVX2 or below.

#![allow(missing_docs, reason = "the macros make items without")]

mod common;

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use outflank::{
    board::{Board, PassCost, Position, Rules, Scoring, perft},
    engine::{
        Engine, Goal, Limits, Options,
        eval::{STAGES, Weights},
    },
};

/// What a search begins with.
struct Search {
    engine: Engine,
    boards: Vec<Board>,
}

/// The first positions, played on by the first legal moves until so many
/// squares are empty. A game that ends before is left out.
fn search(count: usize, empties: u32) -> Option<Search> {
    let boards = common::ffo().into_iter().take(count);
    let boards = boards.filter_map(|mut board| {
        while board.empties().len() > empties {
            board = match board.moves().into_iter().next() {
                Some(square) => board.play(square)?,
                None if board.pass().moves().is_empty() => return None,
                None => board.pass(),
            };
        }
        Some(board)
    });
    weights();
    let options = Options {
        hash: 1 << 20,
        ..Options::default()
    };
    Some(Search {
        engine: Engine::new(options).ok()?,
        boards: boards.collect(),
    })
}

/// The weights of all stages, unpacked: otherwise the first who asks pays.
fn weights() -> &'static Weights {
    let weights = Weights::get();
    for number in 0..STAGES {
        black_box(weights.stage(number));
    }
    weights
}

#[library_benchmark]
#[bench::ffo(common::ffo())]
fn moves(boards: Vec<Board>) -> Vec<Board> {
    for &board in &boards {
        black_box(black_box(board).moves());
    }
    boards
}

#[library_benchmark]
#[bench::ffo(common::ffo())]
fn flips(boards: Vec<Board>) -> Vec<Board> {
    for &board in &boards {
        for square in board.empties() {
            black_box(black_box(board).flips(square));
        }
    }
    boards
}

#[library_benchmark]
#[bench::six_plies(Position::start(Rules::othello()))]
fn count(position: Position) -> u64 {
    perft(black_box(&position), 6, PassCost::Ply)
}

#[library_benchmark]
#[bench::ffo(weights(), common::ffo())]
fn evaluate(weights: &Weights, boards: Vec<Board>) -> Vec<Board> {
    for &board in &boards {
        black_box(weights.evaluate(black_box(board)));
    }
    boards
}

#[library_benchmark]
#[bench::six_empties(search(19, 6))]
#[bench::ten_empties(search(19, 10))]
#[bench::fourteen_empties(search(2, 14))]
fn solve(search: Option<Search>) -> Option<Search> {
    let mut search = search?;
    for &board in &search.boards {
        let (scoring, goal) = (Scoring::Official, Goal::Exact);
        black_box(search.engine.solve(board, scoring, goal, Limits::none()));
    }
    Some(search)
}

library_benchmark_group!(name = kernels, benchmarks = [moves, flips, count, evaluate]);
library_benchmark_group!(name = searches, benchmarks = [solve]);
main!(library_benchmark_groups = [kernels, searches]);
