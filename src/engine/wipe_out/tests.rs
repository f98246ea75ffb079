//! The prover against every line looked at.

use std::sync::atomic::Ordering;

use super::*;
use crate::board::{Game, Rules};

fn after(moves: &str) -> Board {
    let mut game = Game::new(Rules::othello());
    for square in moves.split(' ') {
        game.play_with_passes(square.parse().unwrap()).unwrap();
    }
    game.last().board().unwrap()
}

/// Whether a wipe-out is forced, by looking at every line.
fn by_hand(board: Board, attack: bool, moves: u32) -> bool {
    let defender = if attack { board.opponent } else { board.player };
    if defender.is_empty() {
        return true;
    }
    if board.moves().is_empty() {
        let over = board.pass().moves().is_empty();
        return !over && by_hand(board.pass(), !attack, moves);
    }
    let mut children = board.moves().into_iter().filter_map(|s| board.play(s));
    if attack {
        moves > 0 && children.any(|child| by_hand(child, false, moves - 1))
    } else {
        children.all(|child| by_hand(child, true, moves))
    }
}

#[test]
fn agrees_with_every_line_looked_at() {
    let stop = AtomicBool::new(false);
    let mut prover = Prover::new(&stop);
    // Games in which one side flips what it can and the other plays
    // anything: wipe-outs abound.
    let mut seed = 1_u64;
    let mut wins = 0;
    for _ in 0..300 {
        let mut board = Board::START;
        for ply in 0..16 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut moves: Vec<_> = board.moves().into_iter().collect();
            moves.sort_by_key(|&square| board.flips(square).len());
            let pick = if ply % 2 == 0 {
                moves.last()
            } else {
                moves.get((seed >> 33) as usize % moves.len().max(1))
            };
            let Some(&square) = pick else { break };
            board = board.play(square).unwrap();
            for moves in 1..=2 {
                let want = by_hand(board, true, moves);
                wins += u32::from(want);
                assert_eq!(prover.wins_within(board, moves), Ok(want), "{board:?}");
                let want = by_hand(board, false, moves);
                assert_eq!(prover.loses_within(board, moves), Ok(want), "{board:?}");
            }
        }
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn the_stop_flag_ends_the_proof() {
    let stop = AtomicBool::new(true);
    let mut prover = Prover::new(&stop);
    assert_eq!(prover.prove(after("f5 d6")), Err(Unproved));
}

/// Games towards a wipe-out, down to some empty squares: one side leaves the
/// other as few replies as it can, the other plays anything.
fn hunts(empties: u32, count: usize) -> Vec<Board> {
    let mut seed = 11_u64;
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::START;
        let mut greedy = true;
        let replies = |board: Board, square| {
            let moves = board.play(square).unwrap().moves();
            moves.len() + 8 * (moves & crate::board::Bitboard::CORNERS).len()
        };
        while board.empties().len() > empties || !greedy {
            if board.moves().is_empty() {
                board = board.pass();
                greedy = !greedy;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut moves: Vec<_> = board.moves().into_iter().collect();
            moves.sort_by_key(|&square| replies(board, square));
            let any = moves.get((seed >> 33) as usize % moves.len().max(1));
            let Some(&square) = (if greedy { moves.first() } else { any }) else {
                break;
            };
            board = board.play(square).unwrap();
            greedy = !greedy;
        }
        let few = (1..=12).contains(&board.opponent.len());
        if greedy && few && board.empties().len() <= empties {
            boards.push(board);
        }
    }
    boards
}

#[test]
fn lengths_and_keys_are_those_of_every_line_looked_at() {
    let stop = AtomicBool::new(false);
    let mut prover = Prover::new(&stop);
    let mut lengths = [0; 9];
    for board in hunts(7, 2000) {
        let most = board.empties().len();
        let want = (0..=most).find(|&moves| by_hand(board, true, moves));
        let proof = prover.prove(board).unwrap();
        assert_eq!(proof.as_ref().map(|proof| proof.moves), want, "{board:?}");
        assert_eq!(prover.wins_within(board, 64), Ok(want.is_some()));
        let Some(proof) = proof else { continue };
        lengths[proof.moves as usize] += 1;
        let keys = board.moves().into_iter().filter(|&key| {
            let child = board.play(key).unwrap();
            by_hand(child, false, proof.moves - 1)
        });
        if proof.moves > 0 {
            assert_eq!(proof.best, keys.collect::<Vec<_>>(), "{board:?}");
        }
        // The line ends with the wipe-out, in as many moves.
        let (mut node, mut own) = (Node::attacker_to_move(board), 0);
        for mv in proof.pv {
            own += u32::from(node.attack && mv != Move::Pass);
            node = match mv {
                Move::Place(square) => Node {
                    board: node.board.play(square).unwrap(),
                    attack: !node.attack,
                },
                Move::Pass => node.passed(),
            };
        }
        assert_eq!((node.is_wiped_out(), own), (true, proof.moves));
    }
    assert!(
        lengths[1] > 20 && lengths[2] > 5 && lengths[3] > 0,
        "{lengths:?}"
    );
}

#[test]
fn a_number_of_nodes_ends_the_proof() {
    let stop = AtomicBool::new(false);
    let board = after("f5 d6 c3");
    let mut prover = Prover::new(&stop).with_nodes(500);
    assert_eq!(prover.wins_within(board, 30), Err(Unproved));
    assert!(prover.nodes() <= 501);
    // More nodes may be given; what was learnt is kept.
    let mut prover = prover.with_nodes(1);
    assert_eq!(prover.wins_within(board, 30), Err(Unproved));
    // A table of the least size does for easy proofs.
    let board = after("e6 f4 e3 f6 g5 d6 e7 f5");
    let mut small = Prover::new(&stop).with_hash(0);
    assert_eq!(small.prove(board).unwrap().unwrap().moves, 1);
}

/// The fewest plies to a wipe-out, by looking at every line.
fn fewest_by_hand(board: Board, hunted: Hunted, plies: u32) -> bool {
    let discs = match hunted {
        Hunted::Player => board.player,
        Hunted::Opponent => board.opponent,
    };
    if discs.is_empty() {
        return true;
    }
    if board.moves().is_empty() {
        let over = board.pass().moves().is_empty();
        return !over && fewest_by_hand(board.pass(), hunted.passed(), plies);
    }
    let mut children = board.moves().into_iter().filter_map(|s| board.play(s));
    plies > 0 && children.any(|child| fewest_by_hand(child, hunted.passed(), plies - 1))
}

#[test]
fn with_help_a_game_takes_nine_plies_and_ten_for_white() {
    let stop = AtomicBool::new(false);
    let mut helper = Helper::new(&stop);
    let mut shortest = |hunted, at_most| helper.shortest(Board::START, hunted, at_most).unwrap();
    assert_eq!(shortest(Hunted::Opponent, 8), None);
    let found = shortest(Hunted::Opponent, 12).unwrap();
    // The four first moves are one.
    assert_eq!((found.plies, found.best.len()), (9, 4));
    let found = shortest(Hunted::Player, 12).unwrap();
    assert_eq!((found.plies, found.line.len()), (10, 10));
    let mut game = Game::new(Rules::othello());
    for mv in found.line {
        game.play(mv).unwrap();
    }
    assert_eq!(game.last().discs()[crate::board::Color::Black], 0);
}

#[test]
fn with_help_every_line_looked_at_says_the_same() {
    let stop = AtomicBool::new(false);
    let mut helper = Helper::new(&stop);
    let mut found = 0;
    for board in hunts(50, 10).into_iter().chain(hunts(10, 150)) {
        for hunted in [Hunted::Player, Hunted::Opponent] {
            let want = (0..=4).find(|&plies| fewest_by_hand(board, hunted, plies));
            assert_eq!(helper.fewest(board, hunted, 4), Ok(want), "{board:?}");
            found += usize::from(want.is_some());
        }
    }
    assert!(found > 12, "{found}");
    stop.store(true, Ordering::Relaxed);
    let board = after("f5 d6");
    assert_eq!(helper.fewest(board, Hunted::Player, 9), Err(Unproved));
}
