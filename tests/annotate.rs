//! What each move of a game cost: against plain minimax, against what was
//! published about known games, and what is promised about passes, records
//! that end early, budgets and being stopped.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};

use outflank::{
    annotate::{AnnotateError, Annotation, Class, Ply, Reach, annotate},
    board::{Aim, Color, Game, Move, Position, Rules, Score, Scoring},
    engine::{Engine, Limits, Options, Progress},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use common::reference;

/// The first game of the world championship final of 2023, 36–28.
const FINAL_2023: &str = "c4e3f4c5d6f3e6c3d3e2b6f5d2f6b4c1b3c2f1e1g5b5g4d7c6e7g6c7f8a3\
    f2a4a5f7d1g1a2g3g8h4h6h5g7e8b2a6a7b7a8b8c8d8g2b1a1h3h1h2h8h7";
/// The earliest pass: after eight moves Black has none.
const EARLIEST_PASS: &str = "f5f6d3g5h5h4f7h6";
/// A game with passes before moves 38, 45, 46, 51 and 52; it ends 58–0.
const FIVE_PASSES: &str = "f5d6c5f4e3c6d3f3e6f7g4c4e7g5f6g3h6e8f8g8d7h4f2f1g6d2h2e2d8h5\
    h3c8g7g2h8c7b8c1d1h7b1e1g1h1b7b6b5a5a6a7a1c3b4a4";

/// 43 moves, after which White must pass, though 17 squares are empty
/// (from issue 67 of Egaroucid).
const BEFORE_A_PASS: &str = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2\
    b5e1b1g1c1h4g3b6d1h2h1g2h3";

fn game(moves: &str, rules: Rules) -> Game {
    let mut game = Game::new(rules);
    for name in moves.as_bytes().chunks(2) {
        let name = std::str::from_utf8(name).unwrap();
        game.play_with_passes(name.parse().unwrap()).unwrap();
    }
    game
}

fn othello(moves: &str) -> Game {
    game(moves, Rules::othello())
}

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn from_empties(game: &Game, empties: u32) -> Annotation {
    annotate(game, &mut engine(), Reach::Empties(empties), Limits::none()).unwrap()
}

/// Games played at random to their end, under either counting.
fn random_games() -> impl Strategy<Value = Game> {
    (
        proptest::collection::vec(any::<prop::sample::Index>(), 60),
        prop_oneof![Just(Scoring::Official), Just(Scoring::Discs)],
    )
        .prop_map(|(picks, scoring)| {
            let mut game = Game::new(Rules::othello().with_scoring(scoring));
            for pick in picks {
                game.pass_if_forced();
                let moves = game.last().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play((*pick.get(&moves)).into()).unwrap();
            }
            game
        })
}

/// The same row worked out by hand, from the scores of all moves.
fn check_row(before: &Position, ply: &Ply) {
    let scoring = before.rules().scoring();
    let score_of = |mv: Move| {
        let after = before.play(mv).unwrap().board().unwrap();
        -reference(after, scoring)
    };
    let mut moves: Vec<Move> = before.legal_moves().into_iter().map(Move::from).collect();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    let best_score = moves.iter().map(|&mv| score_of(mv)).max().unwrap();
    moves.retain(|&mv| score_of(mv) == best_score);
    assert_eq!(ply.score, Some(score_of(ply.mv)));
    assert_eq!(ply.best_score, Some(best_score));
    assert_eq!(ply.best, moves);
    assert_eq!(
        ply.loss.map(i32::from),
        Some(i32::from(best_score.0 - score_of(ply.mv).0))
    );
    assert!(ply.exact);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_row_is_that_of_plain_minimax(game in random_games()) {
        let report = from_empties(&game, 7);
        let mut scored = 0;
        for (step, ply) in game.steps().zip(&report.plies) {
            prop_assert_eq!((ply.mv, ply.side), (step.mv, step.side));
            if step.before.empties() <= 7 {
                check_row(&step.before, ply);
                scored += 1;
            } else {
                prop_assert_eq!((ply.score, ply.best_score, ply.loss, ply.class), (None, None, None, None));
                prop_assert!(!ply.exact && ply.best.is_empty() && ply.remarks.is_empty());
            }
        }
        prop_assert_eq!(report.scored().len(), scored);
        // From one row to the next the score changes its sign and nothing else.
        for pair in report.scored().windows(2) {
            prop_assert_eq!(pair[0].score.map(|s| -s), pair[1].best_score);
        }
        // The losses make the whole difference between what was there and what came of it.
        if let Some(first) = report.scored().first() {
            let (side, other) = (first.side, !first.side);
            let loss = |side| report.summary[side].loss.unwrap_or(0) as i16;
            let end = game.last().score(side).0;
            prop_assert_eq!(end, first.best_score.unwrap().0 - loss(side) + loss(other));
        }
    }
}

#[test]
fn losses_of_a_known_game() {
    // othlog.hasera.net/?p=6234 marks the losses at plies 43 and 48 as 4 and 8.
    let report = from_empties(&othello(FINAL_2023), 18);
    let row = |n| report.plies.iter().find(|ply| ply.ply == Some(n)).unwrap();
    assert_eq!((row(43).loss, row(43).score), (Some(4), Some(Score(-4))));
    assert_eq!(row(43).best, ["b2".parse().unwrap()]);
    assert_eq!(
        row(43)
            .remarks
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "turns a draw into a loss: b2 draws",
            "lets White take the corner h8"
        ]
    );
    assert_eq!(
        (row(48).loss, row(48).class),
        (Some(8), Some(Class::Mistake))
    );
    assert_eq!(
        row(48)
            .remarks
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "turns a win into a loss: h8 wins by 4",
            "lets Black take the corner a8",
            "decides the game"
        ]
    );
    assert_eq!(report.decided, Some(48));
    assert_eq!(report.exact_from, Some(18));
    // Black moved 43, 45, …, 59 but for the pass before 59: nine moves.
    let black = report.summary[Color::Black];
    assert_eq!((black.moves, black.loss, black.mistakes), (9, Some(4), 1));
    let white = report.summary[Color::White];
    assert_eq!((white.moves, white.loss), (9, Some(12)));
    assert_eq!((white.inaccuracies, white.mistakes), (1, 1));
}

#[test]
fn a_pass_is_a_row_without_a_number_and_turns_no_sign() {
    let game = othello(FIVE_PASSES);
    let report = from_empties(&game, 16);
    assert_eq!(game.passes(), 5);
    let passes: Vec<usize> = report
        .plies
        .iter()
        .enumerate()
        .filter(|(_, ply)| ply.mv == Move::Pass && ply.exact)
        .map(|(i, _)| i)
        .collect();
    // The first of them comes too early, with 27 empty squares.
    assert_eq!(passes.len(), 4);
    for i in passes {
        let (pass, next) = (&report.plies[i], &report.plies[i + 1]);
        assert_eq!(
            (pass.ply, pass.loss, pass.class),
            (None, Some(0), Some(Class::Best))
        );
        assert_eq!(pass.best, [Move::Pass]);
        assert_ne!(pass.side, next.side);
        assert_eq!(pass.score, pass.best_score);
        assert_eq!(pass.score.map(|s| -s), next.best_score);
    }
    // Numbers run through, over the passes; passes count for no side.
    let numbers: Vec<usize> = report.plies.iter().filter_map(|ply| ply.ply).collect();
    assert_eq!(numbers, (1..=game.plies()).collect::<Vec<_>>());
    let counted = report.summary[Color::Black].moves + report.summary[Color::White].moves;
    let scored = report
        .scored()
        .iter()
        .filter(|ply| ply.ply.is_some())
        .count();
    assert_eq!(counted, scored);
}

#[test]
fn a_record_that_ends_early_is_scored_from_its_last_position() {
    let whole = from_empties(&othello(FINAL_2023), 14);
    let cut = from_empties(&othello(&FINAL_2023[..2 * 50]), 14);
    assert_eq!(cut.plies.len(), 50);
    for (a, b) in cut.plies.iter().zip(&whole.plies) {
        assert_eq!(
            (a.score, a.best_score, &a.best),
            (b.score, b.best_score, &b.best)
        );
    }
    // The rest may turn the result again.
    assert_eq!(cut.decided, None);
}

#[test]
fn what_is_too_far_from_the_end_is_not_guessed() {
    for reach in [Reach::Empties(20), Reach::Nodes(1_000_000)] {
        let game = othello(EARLIEST_PASS);
        let report = annotate(&game, &mut engine(), reach, Limits::none()).unwrap();
        assert_eq!((report.exact_from, report.nodes), (None, 0));
        assert!(report.scored().is_empty());
        assert_eq!(report.summary[Color::Black].loss, None);
    }
    // Without moves there is nothing to do, whatever was asked for.
    let nothing = from_empties(&Game::new(Rules::othello()), 60);
    assert!(nothing.plies.is_empty());
}

#[test]
fn a_budget_reaches_equally_far_every_time() {
    let game = othello(FINAL_2023);
    let mut engine = engine();
    let mut run =
        |nodes| annotate(&game, &mut engine, Reach::Nodes(nodes), Limits::none()).unwrap();
    let (near, far) = (run(10_000), run(4_000_000));
    assert!(near.exact_from < far.exact_from && near.exact_from.is_some());
    // What another game has left in the table changes nothing.
    assert_eq!(run(10_000), near);
    assert_eq!(run(4_000_000), far);
}

#[test]
fn what_was_found_before_a_stop_is_kept() {
    let game = othello(FINAL_2023);
    let stop = AtomicBool::new(true);
    let run = |limits| annotate(&game, &mut engine(), Reach::Empties(60), limits).unwrap();
    // The end of the game needs no search.
    let nothing = run(Limits::until(&stop));
    assert_eq!(nothing.nodes, 0);
    assert!(nothing.scored().len() < 8);

    stop.store(false, Ordering::Relaxed);
    let mut listener = |progress: &Progress| {
        assert_eq!(progress.total, game.moves().len());
        if progress.done >= 16 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let some = run(Limits {
        stop: &stop,
        progress: Some(&mut listener),
    });
    assert!(some.scored().len() >= 16);
    let whole = from_empties(&game, some.exact_from.unwrap());
    assert_eq!((some.plies, some.summary), (whole.plies, whole.summary));
}

#[test]
fn counting_discs_changes_the_scores() {
    let discs = Rules::othello().with_scoring(Scoring::Discs);
    let last = |rules| {
        from_empties(&game(FIVE_PASSES, rules), 8)
            .plies
            .pop()
            .unwrap()
    };
    assert_eq!(last(Rules::othello()).score.map(|s| s.0.abs()), Some(64));
    assert_eq!(last(discs).score.map(|s| s.0.abs()), Some(58));
}

#[test]
fn other_games_are_refused() {
    let rules = Rules::othello();
    let six = rules.with_size(6).unwrap();
    let holed = rules.with_hole("a1".parse().unwrap()).unwrap();
    let anti = rules.with_aim(Aim::Fewest);
    for (rules, want) in [
        (six, AnnotateError::Size(6)),
        (holed, AnnotateError::Holes),
        (anti, AnnotateError::Anti),
    ] {
        let error = annotate(
            &Game::new(rules),
            &mut engine(),
            Reach::Empties(8),
            Limits::none(),
        );
        assert_eq!(error, Err(want));
    }
}

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cmd/annotate/*.trycmd");
}

fn run(args: &[&str]) -> std::process::Output {
    let mut command = assert_cmd::Command::cargo_bin("outflank").unwrap();
    command.arg("annotate").args(args).output().unwrap()
}

#[test]
fn json_has_one_object_a_game() {
    let first = &FIVE_PASSES[..2 * 50];
    let output = run(&[
        "--json",
        "--exact-from",
        "12",
        first,
        EARLIEST_PASS,
        FINAL_2023,
    ]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 3);

    let game = &games[0];
    assert_eq!(game["source"], "argument:1");
    assert_eq!(game["start"], "othello");
    assert_eq!(game["tags"], json!({}));
    assert_eq!(game["opening"], "Ralle");
    assert_eq!(game["exact_from"], 12);
    let plies = game["plies"].as_array().unwrap();
    // Fifty discs, and Black's passes before moves 38, 45 and 46.
    assert_eq!(plies.len(), 53);
    assert_eq!(
        plies[0],
        json!({
            "ply": 1, "side": "black", "move": "f5", "empties": 60, "score": null,
            "exact": false, "best": null, "best_score": null, "loss": null, "class": null,
            "remarks": []
        })
    );
    let last = plies.last().unwrap();
    assert_eq!(last["ply"], 50);
    assert_eq!(last["exact"], true);
    assert_eq!(last["loss"].as_i64().unwrap(), {
        last["best_score"].as_i64().unwrap() - last["score"].as_i64().unwrap()
    });
    assert_eq!(game["decided"], Value::Null);

    assert_eq!(games[1]["summary"]["black"]["loss"], Value::Null);
    assert_eq!(games[1]["exact_from"], Value::Null);

    let game = &games[2];
    assert_eq!(game["decided"], Value::Null);
    assert_eq!(
        game["summary"]["white"],
        json!({
            "moves": 6, "loss": 4, "best": 5, "good": 0, "inaccuracies": 1, "mistakes": 0,
            "blunders": 0
        })
    );
}

#[test]
fn a_record_may_end_before_a_pass_or_after_it() {
    let mut game = othello(BEFORE_A_PASS);
    assert!(game.last().must_pass());
    let before = from_empties(&game, 18);
    game.play(Move::Pass).unwrap();
    let after = from_empties(&game, 18);
    let (last, pass) = (before.plies.last().unwrap(), after.plies.last().unwrap());
    assert_eq!(after.plies[..43], before.plies);
    assert!(last.exact);
    assert_eq!((pass.mv, &pass.best[..]), (Move::Pass, &[Move::Pass][..]));
    assert_eq!(pass.score, last.score.map(|score| -score));
}
