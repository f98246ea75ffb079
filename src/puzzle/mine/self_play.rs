//! [`SelfPlay`]: games of the engine against itself.

use crate::{
    board::{Game, Rules, Square},
    engine::Engine,
};

/// The first moves are anything, so that no two games are alike.
const RANDOM_PLIES: u32 = 10;

/// Then moves are looked at so many plies deep,
const DEPTH: u32 = 2;

/// and one is taken that looks at most so many discs worse than the best.
const LEEWAY: i16 = 2;

/// One move in so many is anything, as people blunder.
const BLUNDER: u64 = 12;

/// Games of the engine against itself, of about the strength of a club
/// player. The same seed gives the same games, each by its number.
///
/// ```
/// use outflank::puzzle::mine::{Miner, SelfPlay};
///
/// let mut miner = Miner::new()?;
/// let game = SelfPlay { seed: 1 }.game(7, &mut miner);
/// assert!(game.is_complete());
/// assert_eq!(game, SelfPlay { seed: 1 }.game(7, &mut miner));
/// assert_ne!(game, SelfPlay { seed: 2 }.game(7, &mut miner));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfPlay {
    /// What all games depend on.
    pub seed: u64,
}

impl SelfPlay {
    /// A game by its number.
    pub fn game(self, number: u32, miner: &mut super::Miner) -> Game {
        let engine = miner.looker();
        let mut random = Random(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number));
        let mut game = Game::new(Rules::othello());
        while !game.is_complete() {
            game.pass_if_forced();
            let Some(square) = choose(&game, engine, &mut random) else {
                break;
            };
            if game.play(square.into()).is_err() {
                break;
            }
        }
        game
    }
}

/// The next move of a game.
fn choose(game: &Game, engine: &mut Engine, random: &mut Random) -> Option<Square> {
    let board = game.last().board()?;
    let early = board.empties().len() > 60 - RANDOM_PLIES;
    let mut moves: Vec<Square> = board.moves().into_iter().collect();
    if !early && random.below(BLUNDER) != 0 {
        let values: Vec<(Square, i16)> = moves
            .iter()
            .filter_map(|&square| {
                let look = engine.look_ahead(board.play(square)?, DEPTH - 1);
                Some((square, -look.0))
            })
            .collect();
        let best = values.iter().map(|&(_, value)| value).max()?;
        let good = values
            .into_iter()
            .filter(|&(_, value)| value + LEEWAY >= best);
        moves = good.map(|(square, _)| square).collect();
    }
    let count = u64::try_from(moves.len()).ok()?;
    let index = usize::try_from(random.below(count.max(1))).ok()?;
    moves.get(index).copied()
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    /// A number below `n`, which is above 0.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}
