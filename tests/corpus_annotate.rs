//! What others have found out about moves and games: it comes out. The files
//! are read from the folder that `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::fs;

use outflank::{
    annotate::{Annotation, Reach, annotate},
    board::{Color, Game, Move, Position, Rules, Score, Square},
    engine::{Engine, Limits, Options},
};

use data::data;

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn from_empties(engine: &mut Engine, game: &Game, empties: u32) -> Annotation {
    annotate(game, engine, Reach::Empties(empties), Limits::none()).unwrap()
}

/// Endgames with the exact score of every move: each move is a game of one
/// ply.
#[test]
fn losses_of_the_moves_of_endgame_puzzles() {
    let Some(folder) = data() else { return };
    let text = fs::read_to_string(folder.join("puzzles/endgame_puzzles.tsv")).unwrap();
    let mut engine = engine();
    let mut checked = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, board, side, empties, _, best, scores] = fields[..] else {
            panic!("{line}");
        };
        let empties: u32 = empties.parse().unwrap();
        if empties > 12 {
            continue;
        }
        let start = Position::parse(&format!("{board} {side}"), Rules::othello()).unwrap();
        let mut best: Vec<Move> = best
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().unwrap())
            .collect();
        best.sort_unstable();
        let scores: Vec<(Move, Score)> = scores
            .split_whitespace()
            .map(|word| word.split_once(':').unwrap())
            .map(|(mv, score)| (mv.parse().unwrap(), Score(score.parse().unwrap())))
            .collect();
        let best_score = scores.iter().map(|&(_, score)| score).max().unwrap();
        for (mv, score) in scores {
            let mut game = Game::from_position(start.clone());
            game.play(mv).unwrap();
            let report = from_empties(&mut engine, &game, empties);
            let ply = &report.plies[0];
            assert_eq!(ply.score, Some(score), "{id} {mv}");
            assert_eq!(ply.best_score, Some(best_score), "{id} {mv}");
            assert_eq!(ply.loss, Some(best_score.0.abs_diff(score.0)), "{id} {mv}");
            assert_eq!(ply.best, best, "{id} {mv}");
            checked += 1;
        }
    }
    assert!(checked > 250, "only {checked} moves");
}

/// The page that shows this game (othlog.hasera.net/?p=6234) says which of
/// the last moves lose how much.
#[test]
fn losses_of_a_game_that_was_annotated() {
    let Some(folder) = data() else { return };
    let text = fs::read_to_string(folder.join("transcripts/othlog-woc2023-g1.txt")).unwrap();
    let (_, moves) = text.trim_end_matches([')', '\n']).rsplit_once(' ').unwrap();
    let mut game = Game::new(Rules::othello());
    for name in moves.as_bytes().chunks(2) {
        let name = std::str::from_utf8(name).unwrap();
        game.play_with_passes(name.parse().unwrap()).unwrap();
    }
    let report = from_empties(&mut engine(), &game, 22);
    let losses: Vec<(usize, u16)> = report
        .scored()
        .iter()
        .filter_map(|ply| Some((ply.ply?, ply.loss?)))
        .filter(|&(_, loss)| loss > 0)
        .collect();
    // The page leaves out the last, which costs nothing but discs.
    assert_eq!(losses, [(39, 6), (40, 4), (43, 4), (48, 8), (50, 4)]);
}

/// Games whose last 24 moves are solved quickly.
const GAMES: [usize; 4] = [0, 250, 950, 1000];

/// WTHOR gives Black's discs after best play from 24 empty squares on.
#[test]
fn the_theoretical_scores_of_wthor() {
    let Some(folder) = data() else { return };
    let file = fs::read(folder.join("wthor/WTH_2012.wtb")).unwrap();
    assert_eq!(file[14], 24, "the header says from where on");
    let mut engine = engine();
    for number in GAMES {
        let record = &file[16 + 68 * number..][..68];
        let mut game = Game::new(Rules::othello());
        for &byte in record[8..].iter().take_while(|&&byte| byte != 0) {
            let square = Square::new(byte % 10 - 1, byte / 10 - 1).unwrap();
            game.play_with_passes(square.into()).unwrap();
        }
        let report = from_empties(&mut engine, &game, 24);
        let first = report
            .scored()
            .iter()
            .find(|ply| ply.empties == 24)
            .unwrap();
        let score = first.best_score.unwrap().0;
        let black = match first.side {
            Color::Black => 64 + score,
            Color::White => 64 - score,
        };
        assert_eq!(black, 2 * i16::from(record[7]), "game {number}");
    }
}
