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

/// Games in a chunk, each with its variations.
const GAMES: usize = 400;

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

/// One game with its variations.
///
/// After a random opening both sides play well. Then variations branch off:
/// one side plays some random moves, the other answers well, and both play
/// well from there. That is what a proof looks at: a game between good moves
/// of one side and all moves of the other. Every position is labelled with
/// the exact result of the good play that follows it.
fn game(
    random: &mut Random,
    player: &Player<'_>,
    exact: u32,
    engine: &mut Engine,
) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    let mut board = Board::START;
    for _ in 0..4 + random.below(OPENING) {
        match random_move(random, board) {
            Some(next) => board = next,
            None => return labelled,
        }
    }
    let main = play_well(board, player, exact, engine, &mut labelled);
    end(random, main.last().copied(), engine, &mut labelled);
    for _ in 0..VARIATIONS {
        let branches = main.len().saturating_sub(1) as u32;
        if branches == 0 {
            break;
        }
        let mut board = main[random.below(branches) as usize];
        let errors = 1 + random.below(ERRORS);
        for error in 0..errors {
            let Some(next) = random_move(random, board) else {
                return labelled;
            };
            board = next;
            if error + 1 < errors && board.empties().len() > exact {
                board = answer(board, player);
            }
        }
        if board.empties().len() >= exact {
            let line = play_well(board, player, exact, engine, &mut labelled);
            end(random, line.last().copied(), engine, &mut labelled);
        }
    }
    // Positions in which the player must pass are never evaluated.
    labelled.retain(|position| !position.board.moves().is_empty());
    labelled
}

/// The most random moves that a game begins with, besides the first four.
const OPENING: u32 = 14;

/// Variations of a game, and the most random moves in each.
const VARIATIONS: usize = 3;
const ERRORS: u32 = 4;

/// A good move, or the pass that there is instead.
fn answer(board: Board, player: &Player<'_>) -> Board {
    let next = player.choose(board).and_then(|square| board.play(square));
    next.unwrap_or_else(|| board.pass())
}

/// Plays well until the end can be solved, and labels the positions on the
/// way with its score. Gives them.
fn play_well(
    mut board: Board,
    player: &Player<'_>,
    exact: u32,
    engine: &mut Engine,
    labelled: &mut Vec<Labelled>,
) -> Vec<Board> {
    let mut line = vec![board];
    while board.empties().len() > exact {
        if board.moves().is_empty() && board.pass().moves().is_empty() {
            break;
        }
        board = answer(board, player);
        line.push(board);
    }
    let mut score = solve(engine, board);
    for &board in line.iter().rev() {
        labelled.push(Labelled { board, score });
        score = -score;
    }
    line
}

/// Random moves to the end of the game, every position solved.
fn end(
    random: &mut Random,
    from: Option<Board>,
    engine: &mut Engine,
    labelled: &mut Vec<Labelled>,
) {
    let Some(mut board) = from else { return };
    while board.empties().len() > LEAST_EMPTIES {
        let Some(next) = random_move(random, board) else {
            return;
        };
        board = next;
        let score = solve(engine, board);
        labelled.push(Labelled { board, score });
    }
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
