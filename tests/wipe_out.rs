//! The wipe-out prover against the exact solver, which knows a wipe-out
//! as the score of 64.

use std::sync::atomic::AtomicBool;

use outflank::{
    board::{Bitboard, Board, Position, Rules, Score, Scoring, Square},
    engine::{Engine, Goal, Limits, Options, Prover},
};

/// Games in which one side leaves the other as few replies as it can and the
/// other plays anything, down to some empty squares.
struct Hunts {
    seed: u64,
}

impl Hunts {
    fn next(&mut self, empties: u32) -> Board {
        loop {
            let mut board = Board::START;
            let mut greedy = true;
            loop {
                if board.moves().is_empty() {
                    board = board.pass();
                    greedy = !greedy;
                }
                let mut moves: Vec<Square> = board.moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                if greedy && board.empties().len() <= empties {
                    return board;
                }
                self.seed = self
                    .seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                moves.sort_by_key(|&square| replies(board, square));
                let chosen = if greedy {
                    0
                } else {
                    (self.seed >> 33) as usize % moves.len()
                };
                board = board.play(moves[chosen]).unwrap();
                greedy = !greedy;
            }
        }
    }
}

/// The replies that a move leaves, corners above all.
fn replies(board: Board, square: Square) -> u32 {
    let moves = board.play(square).unwrap().moves();
    moves.len() + 8 * (moves & Bitboard::CORNERS).len()
}

fn agree(empties: u32, each: usize) {
    let mut engine = Engine::new(Options::default()).unwrap();
    let stop = AtomicBool::new(false);
    let mut prover = Prover::new(&stop);
    let mut hunts = Hunts { seed: 5 };
    let (mut forced, mut not) = (0, 0);
    while forced < each || not < each {
        let board = hunts.next(empties);
        let goal = Goal::AtLeast(Score::MAX);
        let solved = engine.solve(board, Scoring::Official, goal, Limits::none());
        let wipe_out = solved.bounds.lo == Score::MAX;
        let seen = if wipe_out { &mut forced } else { &mut not };
        *seen += 1;
        if *seen <= each {
            let proved = prover.wins_within(board, 64).unwrap();
            assert_eq!(proved, wipe_out, "{board:?}");
        }
    }
}

#[test]
fn the_exact_solver_says_the_same_of_400_positions() {
    agree(12, 150);
    agree(14, 50);
}

#[test]
fn the_exact_solver_says_the_same_with_more_empty_squares() {
    agree(17, 15);
    agree(20, 10);
}

/// Found in games in which one side played at random: where the score is far
/// out of reach, the wipe-out is proved in a few thousand nodes.
#[test]
fn wipe_outs_are_proved_with_forty_empty_squares_and_more() {
    const OPEN: [(&str, u32, &str); 5] = [
        (
            "----------O--------O-------XO-O----XXO----XXX-X----XX-----X-X--- X",
            2,
            "b1 pass h3",
        ),
        (
            "-------------XOX----X-O-XXXXXXO----XX-O---XXX------X-------X---- X",
            7,
            "h4",
        ),
        (
            "------O-----XO----OXO---O-XOOOO-OXOOO---OO------O-X------------- O",
            2,
            "f1 pass d8",
        ),
        (
            "-----X-X----OXXX-----XXXXXXXXXXX---XXX-O----XX------------------ X",
            2,
            "d1 pass h6",
        ),
        (
            "----O-------O------OO-----OOOOOO---OO-O-----OOXO----O-X---XXXXXO O",
            3,
            "b8",
        ),
    ];
    let stop = AtomicBool::new(false);
    for (text, moves, line) in OPEN {
        let position = Position::parse(text, Rules::othello()).unwrap();
        let board = position.board().unwrap();
        assert!(board.empties().len() >= 39);
        let mut prover = Prover::new(&stop).with_nodes(50_000);
        let proof = prover.prove(board).unwrap().unwrap();
        assert_eq!(proof.moves, moves, "{text}");
        let pv: Vec<String> = proof.pv.iter().map(ToString::to_string).collect();
        assert!(pv.join(" ").starts_with(line), "{pv:?}");
    }
}
