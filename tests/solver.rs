//! The solver against plain minimax on the array board, and what it promises
//! about lines, passes, finished games and being stopped.

mod common;

use std::{
    num::NonZeroUsize,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use outflank::{
    board::{Board, Color, Game, Move, Position, Rules, Score, Scoring, Square},
    engine::{Bounds, Engine, Goal, Limits, Options},
};
use proptest::prelude::*;

use common::reference;

const SCORINGS: [Scoring; 2] = [Scoring::Official, Scoring::Discs];

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn board(text: &str) -> Board {
    Position::parse(text, Rules::othello())
        .unwrap()
        .board()
        .unwrap()
}

/// Plays a line to the end of the game; the score for the side to move first.
fn play_out(start: Board, scoring: Scoring, pv: &[Move]) -> Score {
    let position = Position::from_board(start, Color::Black)
        .with_rules(Rules::othello().with_scoring(scoring))
        .unwrap();
    let mut game = Game::from_position(position);
    for &mv in pv {
        game.play(mv).unwrap();
    }
    assert!(game.is_complete(), "the line stops early: {game}");
    game.last().score(Color::Black)
}

/// A game played at random down to some empty squares.
fn played(picks: &[prop::sample::Index], empties: u32) -> Board {
    let mut board = Board::START;
    for pick in picks {
        if board.moves().is_empty() {
            board = board.pass();
        }
        let moves: Vec<Square> = board.moves().into_iter().collect();
        if moves.is_empty() || board.empties().len() <= empties {
            break;
        }
        board = board.play(*pick.get(&moves)).unwrap();
    }
    board
}

/// Late positions: played at random to the end but for some squares, or
/// discs thrown anywhere, where wipe-outs and unfillable squares abound.
fn late_positions() -> impl Strategy<Value = Board> {
    let played = (
        proptest::collection::vec(any::<prop::sample::Index>(), 60),
        0..8_u32,
    )
        .prop_map(|(picks, empties)| played(&picks, empties));
    let thrown = (
        proptest::collection::vec(prop_oneof![3 => Just('O'), 1 => Just('X')], 64),
        proptest::collection::vec(0..64_usize, 0..8),
    )
        .prop_map(|(mut cells, empties)| {
            for empty in empties {
                cells[empty] = '-';
            }
            board(&cells.into_iter().collect::<String>())
        });
    prop_oneof![played, thrown].prop_filter("small enough", |b| b.empties().len() < 8)
}

proptest! {
    #[test]
    fn scores_are_those_of_plain_minimax(board in late_positions()) {
        let mut engine = engine();
        for scoring in SCORINGS {
            let want = reference(board, scoring);
            let exact = engine.solve(board, scoring, Goal::Exact, Limits::none());
            prop_assert_eq!(exact.bounds, Bounds::exactly(want));
            prop_assert_eq!(play_out(board, scoring, &exact.pv), want);
            prop_assert_eq!(exact.best, exact.pv.first().copied());

            let wld = engine.solve(board, scoring, Goal::Wld, Limits::none());
            prop_assert_eq!(wld.wld(), Some(want.wld()));
            prop_assert_eq!(play_out(board, scoring, &wld.pv).wld(), want.wld());
        }
    }

    #[test]
    fn a_threshold_is_reached_or_not(board in late_positions(), margin in -3..=3_i16) {
        let mut engine = engine();
        for scoring in SCORINGS {
            let want = reference(board, scoring);
            let least = Score((want.0 + margin).clamp(-64, 64));
            let bounds = engine.solve(board, scoring, Goal::AtLeast(least), Limits::none()).bounds;
            prop_assert!(bounds.settle(Goal::AtLeast(least)));
            prop_assert_eq!(bounds.lo >= least, want >= least);
            prop_assert!(bounds.lo <= want && want <= bounds.hi);

            let all = engine.solve_moves(board, scoring, Goal::AtLeast(least), Limits::none());
            let reaching: Vec<Move> = board
                .moves()
                .into_iter()
                .filter(|&sq| -reference(board.play(sq).unwrap(), scoring) >= least)
                .map(Move::from)
                .collect();
            if !board.moves().is_empty() {
                prop_assert_eq!(all.best(Goal::AtLeast(least)), reaching);
            }
        }
    }

    #[test]
    fn every_move_has_its_score(board in late_positions()) {
        let mut engine = engine();
        for scoring in SCORINGS {
            let all = engine.solve_moves(board, scoring, Goal::Exact, Limits::none());
            let legal: Vec<Move> = board.moves().into_iter().map(Move::from).collect();
            let mut listed: Vec<Move> = all.moves.iter().map(|(mv, _)| *mv).collect();
            prop_assert!(all.moves.is_sorted_by_key(|(mv, s)| (-s.bounds.lo, *mv)));
            listed.sort_unstable();
            if !legal.is_empty() {
                prop_assert_eq!(listed, legal);
            }
            for (mv, solution) in &all.moves {
                let child = mv.square().map_or(board.pass(), |sq| board.play(sq).unwrap());
                prop_assert_eq!(solution.score(), Some(-reference(child, scoring)));
                prop_assert_eq!(solution.pv.first(), Some(mv));
                prop_assert_eq!(Some(play_out(board, scoring, &solution.pv)), solution.score());
            }
        }
    }
}

#[test]
fn a_side_without_a_move_passes() {
    // White can flip nothing; Black can, on g8 or h8, over h7.
    let start = board("XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXO XXXXXX-- O");
    assert!(start.moves().is_empty() && !start.pass().moves().is_empty());
    let solution = engine().solve(start, Scoring::Official, Goal::Exact, Limits::none());
    assert_eq!(solution.best, Some(Move::Pass));
    assert_eq!(solution.pv.first(), Some(&Move::Pass));
    assert_eq!(solution.score(), Some(reference(start, Scoring::Official)));
    let all = engine().solve_moves(start, Scoring::Official, Goal::Exact, Limits::none());
    assert_eq!(all.moves.len(), 1);
    assert_eq!(all.best(Goal::Exact), [Move::Pass]);
}

#[test]
fn a_finished_game_has_its_score_and_no_move() {
    // f5d6c5f6e7f4g5e6e3: a wipe-out in nine moves.
    let mut game = Game::new(Rules::othello());
    for square in ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"] {
        game.play(square.parse().unwrap()).unwrap();
    }
    let end = game.last().board().unwrap();
    for (scoring, score) in [(Scoring::Official, -64), (Scoring::Discs, -13)] {
        let solution = engine().solve(end, scoring, Goal::Exact, Limits::none());
        assert_eq!(solution.score(), Some(Score(score)));
        assert_eq!((solution.best, solution.pv), (None, vec![]));
        let all = engine().solve_moves(end, scoring, Goal::Exact, Limits::none());
        assert_eq!((all.moves, all.nodes), (vec![], 0));
    }
}

#[test]
fn a_stopped_search_claims_nothing_it_has_not_proved() {
    let stop = AtomicBool::new(true);
    let solution = engine().solve(
        Board::START,
        Scoring::Official,
        Goal::Exact,
        Limits::until(&stop),
    );
    assert_eq!(solution.bounds, Bounds::UNKNOWN);
    assert_eq!(solution.score(), None);
    assert!(solution.pv.is_empty());
}

#[test]
fn tables_too_small_or_too_large_are_refused() {
    for hash in [0, Options::MIN_HASH - 1] {
        let options = Options {
            hash,
            ..Options::default()
        };
        assert!(Engine::new(options).is_err());
    }
}

/// Alpha-beta on bitboards without any memory: for more empty squares than
/// plain minimax can do.
fn alpha_beta(board: Board, scoring: Scoring, alpha: i16, beta: i16) -> i16 {
    let moves = board.moves();
    if moves.is_empty() {
        if board.pass().moves().is_empty() {
            let rules = Rules::othello().with_scoring(scoring);
            return rules.score(board.player.len(), board.opponent.len()).0;
        }
        return -alpha_beta(board.pass(), scoring, -beta, -alpha);
    }
    let mut children: Vec<Board> = moves.into_iter().filter_map(|sq| board.play(sq)).collect();
    children.sort_by_key(|child| child.moves().len());
    let mut alpha = alpha;
    for child in children {
        alpha = alpha.max(-alpha_beta(child, scoring, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sorted_and_stored_searches_change_no_score(
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 60),
        empties in 8..14_u32,
    ) {
        let board = played(&picks, empties);
        let mut engine = engine();
        for scoring in SCORINGS {
            let want = Score(alpha_beta(board, scoring, -64, 64));
            let found = engine.solve(board, scoring, Goal::Exact, Limits::none());
            prop_assert_eq!(found.bounds, Bounds::exactly(want));
            prop_assert_eq!(play_out(board, scoring, &found.pv), want);
            let wld = engine.solve(board, scoring, Goal::Wld, Limits::none());
            prop_assert_eq!(wld.wld(), Some(want.wld()));
        }
    }
}

/// Score, best moves and board of each line of the fixture.
fn solved() -> Vec<(Score, Vec<Move>, Board)> {
    include_str!("fixtures/solved.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [score, best, side, squares] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            (
                Score(score.parse().unwrap()),
                best.split(',').map(|mv| mv.parse().unwrap()).collect(),
                board(&format!("{squares} {side}")),
            )
        })
        .collect()
}

/// Positions of 20 to 23 empty squares, where threads share the work: FFO #40,
/// #42 and #44, with the scores and best moves that their authors published.
fn harder() -> Vec<(Score, Vec<Move>, Board)> {
    [
        (
            38,
            "a2",
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        ),
        (
            6,
            "g2",
            "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        ),
        (
            -14,
            "d2,b8",
            "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        ),
    ]
    .map(|(score, best, text)| {
        let best = best.split(',').map(|mv| mv.parse().unwrap()).collect();
        (Score(score), best, board(text))
    })
    .into()
}

#[test]
fn published_scores_and_best_moves_come_out() {
    for (score, best, board) in solved() {
        let all = engine().solve_moves(board, Scoring::Official, Goal::Exact, Limits::none());
        assert_eq!(all.bounds(), Some(Bounds::exactly(score)));
        assert_eq!(all.best(Goal::Exact), best);
    }
}

#[test]
fn scores_depend_neither_on_table_nor_threads_nor_what_was_solved_before() {
    let mut positions = solved();
    positions.extend(harder());
    for (hash, threads) in [
        (Options::MIN_HASH, 1),
        (1 << 20, 2),
        (1 << 30, 2),
        (Options::MIN_HASH, 5),
    ] {
        let options = Options {
            hash,
            threads: NonZeroUsize::new(threads).unwrap(),
        };
        let mut engine = Engine::new(options).unwrap();
        for (score, best, board) in &positions {
            let found = engine.solve(*board, Scoring::Official, Goal::Exact, Limits::none());
            assert_eq!(found.score(), Some(*score));
            assert!(found.best.is_some_and(|mv| best.contains(&mv)));
            assert_eq!(play_out(*board, Scoring::Official, &found.pv), *score);
        }
        positions.reverse();
    }
}

/// A split that is cut by another thread, and a stop that several threads see.
#[test]
fn threads_stop_together() {
    let options = Options {
        threads: NonZeroUsize::new(4).unwrap(),
        ..Options::default()
    };
    let mut engine = Engine::new(options).unwrap();
    let (score, _, board) = harder().remove(0);
    for millis in [0, 1, 3, 10, 30] {
        engine.clear();
        let stop = AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(millis));
                stop.store(true, Ordering::Relaxed);
            });
            let limits = Limits::until(&stop);
            engine.solve(board, Scoring::Official, Goal::Exact, limits)
        });
        assert!(found.bounds.lo <= score && score <= found.bounds.hi);
    }
    let found = engine.solve(board, Scoring::Official, Goal::Exact, Limits::none());
    assert_eq!(found.score(), Some(score));
}

#[test]
fn the_same_engine_cleared_does_the_same_again() {
    let mut engine = engine();
    for (_, _, board) in solved().into_iter().take(5) {
        let mut solve = || {
            engine.clear();
            engine.solve(board, Scoring::Official, Goal::Exact, Limits::none())
        };
        assert_eq!(solve(), solve());
    }
}
