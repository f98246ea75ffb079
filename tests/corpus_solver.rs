//! Published scores: every one comes out. The positions are read from the
//! folder that `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::fs;

use outflank::{
    board::{Board, Move, Position, Rules, Score, Scoring},
    engine::{Engine, Goal, Limits, Options},
};

use data::data;

/// The published scores give empty squares to the winner.
const SCORING: Scoring = Scoring::Official;

/// A position and the score of each of its moves that the file gives.
struct Problem {
    name: String,
    board: Board,
    scores: Vec<(Move, Score)>,
}

fn board(text: &str) -> Board {
    let position = Position::parse(text, Rules::othello()).unwrap();
    position.board().unwrap()
}

fn score(move_and_score: &str) -> (Move, Score) {
    let (mv, score) = move_and_score.trim().split_once(':').unwrap();
    (mv.parse().unwrap(), Score(score.parse().unwrap()))
}

/// `board side; G8:+18; H1:+12;` with a sentinel `--:-127` in some files.
fn problems(name: &str) -> Vec<Problem> {
    let Some(folder) = data() else {
        return Vec::new();
    };
    let text = fs::read_to_string(folder.join("positions").join(name)).unwrap();
    let lines = text.lines().enumerate();
    lines
        .map(|(i, line)| {
            let mut parts = line.split(';');
            let words = parts.by_ref().next().unwrap();
            Problem {
                name: format!("{name}:{}", i + 1),
                board: board(words),
                scores: parts
                    .filter(|part| part.contains(':') && !part.contains("--"))
                    .map(score)
                    .collect(),
            }
        })
        .collect()
}

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn check_all_moves(problem: &Problem) {
    let mut engine = engine();
    let all = engine.solve_moves(problem.board, SCORING, Goal::Exact, Limits::none());
    for (mv, want) in &problem.scores {
        let found = all.moves.iter().find(|(listed, _)| listed == mv);
        let found = found.and_then(|(_, solution)| solution.score());
        assert_eq!(found, Some(*want), "{} {mv}", problem.name);
    }
}

#[test]
fn every_move_of_the_first_ffo_positions() {
    for problem in problems("fforum-1-19.obf") {
        check_all_moves(&problem);
    }
}

/// The best score, as a whole and as a result.
fn check_best(problem: &Problem) {
    let want = problem.scores.iter().map(|&(_, score)| score).max();
    let mut engine = engine();
    let found = engine.solve(problem.board, SCORING, Goal::Exact, Limits::none());
    assert_eq!(found.score(), want, "{}", problem.name);
    engine.clear();
    let found = engine.solve(problem.board, SCORING, Goal::Wld, Limits::none());
    assert_eq!(found.wld(), want.map(Score::wld), "{}", problem.name);
}

#[test]
fn the_best_of_harder_positions() {
    for problem in problems("fforum-20-39.obf").iter().take(10) {
        check_best(problem);
    }
    for problem in problems("neural-hard-20.obf").iter().step_by(60) {
        check_best(problem);
    }
}

#[test]
fn every_move_of_the_endgame_puzzles() {
    let Some(folder) = data() else { return };
    let text = fs::read_to_string(folder.join("puzzles/endgame_puzzles.tsv")).unwrap();
    let lines: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines.len(), 91);
    for line in lines {
        let [id, squares, side, _, _, _, scores] = line[..] else {
            panic!("{line:?}")
        };
        check_all_moves(&Problem {
            name: id.to_owned(),
            board: board(&format!("{squares} {side}")),
            scores: scores.split_whitespace().map(score).collect(),
        });
    }
}
