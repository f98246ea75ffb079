//! Playing the games of a round.

use std::{
    io::Write,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::Context;
use outflank::{
    board::{Board, Scoring},
    engine::{Engine, Goal, Limits, Options, eval::Weights},
};

use super::{
    Round,
    data::{Labelled, chunk_file},
    player::Player,
    random::Random,
};

/// Games in a chunk.
const GAMES: usize = 1000;

/// Positions with fewer empties are of no use to the evaluation.
const LEAST_EMPTIES: u32 = 6;

/// Plays the chunks of a round that are not on disk yet.
pub(crate) fn play(
    dir: &Path,
    round: usize,
    plan: Round,
    weights: Option<&Weights>,
    threads: usize,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    if chunk >= plan.chunks {
                        return;
                    }
                    if let Err(error) = play_chunk(dir, round, chunk, plan, weights) {
                        if let Ok(mut failure) = failure.lock() {
                            *failure = Some(error);
                        }
                        return;
                    }
                    eprintln!("round {round}: chunk {chunk} of {}", plan.chunks);
                }
            });
        }
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(()),
    }
}

fn play_chunk(
    dir: &Path,
    round: usize,
    chunk: usize,
    plan: Round,
    weights: Option<&Weights>,
) -> anyhow::Result<()> {
    let path = chunk_file(dir, round, chunk);
    if path.exists() {
        return Ok(());
    }
    let mut random = Random::new((round as u64) << 32 | chunk as u64);
    let mut engine = Engine::new(Options {
        hash: 4 << 20,
        ..Options::default()
    })?;
    let player = Player {
        weights,
        depth: plan.depth,
    };
    let mut bytes = Vec::new();
    for _ in 0..GAMES {
        for labelled in game(&mut random, &player, plan.exact, &mut engine) {
            labelled.write(&mut bytes);
        }
    }
    // Under another name first, so that a stop leaves no half of a chunk.
    let draft = path.with_extension("part");
    std::fs::File::create(&draft)
        .and_then(|mut file| file.write_all(&bytes))
        .and_then(|()| std::fs::rename(&draft, &path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// One game: random moves, then good ones, then perfect ones with blunders
/// between. Every position is labelled with the result of play without
/// blunders from there.
fn game(
    random: &mut Random,
    player: &Player<'_>,
    exact: u32,
    engine: &mut Engine,
) -> Vec<Labelled> {
    // Most games leave the random part early, some late: the search sees
    // mostly positions that good players never reach.
    let plies = match random.below(10) {
        0..4 => 6 + random.below(10),
        4..8 => 10 + random.below(26),
        _ => 30 + random.below(18),
    };
    let mut board = Board::START;
    for _ in 0..plies {
        match random_move(random, board) {
            Some(next) => board = next,
            None => return Vec::new(),
        }
    }
    // The good moves, whose positions the exact score of their end labels.
    let mut line = vec![board];
    while board.empties().len() > exact {
        board = match player.choose(board) {
            Some(square) => match board.play(square) {
                Some(next) => next,
                None => return Vec::new(),
            },
            None if board.pass().moves().is_empty() => return Vec::new(),
            None => board.pass(),
        };
        line.push(board);
    }
    // The end.
    let mut score = solve(engine, board);
    let mut labelled = Vec::new();
    let mut sign = 1;
    for &board in line.iter().rev() {
        labelled.push(Labelled {
            board,
            score: sign * score,
        });
        sign = -sign;
    }
    while board.empties().len() > LEAST_EMPTIES {
        let Some(next) = random_move(random, board) else {
            break;
        };
        board = next;
        score = solve(engine, board);
        labelled.push(Labelled { board, score });
    }
    // Positions in which the player must pass are never evaluated.
    labelled.retain(|position| !position.board.moves().is_empty());
    labelled
}

fn solve(engine: &mut Engine, board: Board) -> i8 {
    let solution = engine.solve(board, Scoring::Official, Goal::Exact, Limits::none());
    solution.score().map_or(0, |score| score.0 as i8)
}

/// The board after a random legal move, and after a pass if one is forced;
/// `None` when the game is over.
fn random_move(random: &mut Random, board: Board) -> Option<Board> {
    let mut board = board;
    if board.moves().is_empty() {
        board = board.pass();
    }
    let moves = board.moves();
    if moves.is_empty() {
        return None;
    }
    let pick = random.below(moves.len()) as usize;
    board.play(moves.into_iter().nth(pick)?)
}
