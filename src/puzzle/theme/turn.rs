//! Themes of who moves when: passes, parity, tempo, swindles; and of what a
//! short look makes of the position.

use super::{
    Scene,
    region::{region_of, regions},
};
use crate::board::{Bitboard, Move, Score};

/// A loss by so many discs looks clear.
const CLEAR: i16 = 6;

/// The position is won, and a look two plies ahead sees a clear loss.
pub(super) fn looks_lost(scene: &Scene) -> bool {
    let won = scene.score.is_some_and(|score| score > Score::DRAW);
    won && scene.look.is_some_and(|look| look.0 <= -CLEAR)
}

/// After the key the other side has no move, and the game goes on.
pub(super) fn forced_pass(scene: &Scene) -> bool {
    scene.after.moves().is_empty() && !scene.threats().is_empty()
}

/// Both squares of a pair go to one side. The key fills one square of a
/// region of two, the other side cannot fill the second, and in the best line
/// the solver does. (A pair is even, so it should give each side one move;
/// who gets both has swindled the other out of the parity.)
pub(super) fn swindle(scene: &Scene) -> bool {
    let pair = region_of(scene.key, scene.before.empties());
    let second = pair - Bitboard::of(scene.key);
    pair.len() == 2
        && (scene.after.moves() & second).is_empty()
        && second
            .into_iter()
            .all(|second| scene.placed().any(|placed| placed == (second, true)))
}

/// The solver gets the last move everywhere. Of several regions one is odd,
/// and the key is in it, so that all are even after it; a move in an even
/// region could have been made instead; and in the best line, which fills
/// every region without a pass, the solver fills the last square of each.
pub(super) fn parity(scene: &Scene) -> bool {
    let all = regions(scene.before.empties());
    let (odd, even): (Vec<Bitboard>, Vec<Bitboard>) =
        all.iter().partition(|region| region.len() % 2 == 1);
    let [odd] = odd[..] else {
        return false;
    };
    let choice = even
        .iter()
        .any(|&region| !(scene.before.moves() & region).is_empty());
    let last = |region: &Bitboard| {
        let filled = scene
            .placed()
            .filter(|&(square, _)| region.contains(square));
        let filled: Vec<bool> = filled.map(|(_, solver)| solver).collect();
        filled.len() == region.len() as usize && filled.last() == Some(&true)
    };
    odd.contains(scene.key) && choice && !scene.line.contains(&Move::Pass) && all.iter().all(last)
}

/// A move is gained. Both sides could move in the region of the key; after it
/// the other side cannot, has to move elsewhere, and can; and the solver has
/// a further move there in hand.
pub(super) fn tempo(scene: &Scene) -> bool {
    let region = region_of(scene.key, scene.before.empties());
    let rest = region - Bitboard::of(scene.key);
    let could = !(scene.before.pass().moves() & region).is_empty();
    let replies = scene.after.moves();
    could
        && !replies.is_empty()
        && (replies & rest).is_empty()
        && !(scene.threats() & rest).is_empty()
        && !(scene.before.empties() - region).is_empty()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Theme, tests::scene},
        *,
    };

    #[test]
    fn a_win_may_look_lost() {
        let rows = [
            "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
            "--------",
        ];
        let seen = |score, look| {
            let scene = scene(rows, 'X', "f5").with_score(Score(score));
            scene.with_look(Score(look)).has(Theme::LooksLost)
        };
        assert!(seen(2, -6) && seen(30, -20));
        assert!(!seen(0, -20) && !seen(2, -5) && !seen(-2, -20));
    }

    #[test]
    fn the_other_side_must_pass() {
        // WTHOR 1996, game 1629.
        let rows = [
            "-XXXXXX-", "-OOOOXXO", "-OOXXXOO", "OOOOXOOO", "OOOXOXOO", "OOXOOOOO", "OOOOOOOO",
            "-XXX-O--",
        ];
        assert!(scene(rows, 'X', "a8 pass e8").has(Theme::ForcedPass));
        assert!(!scene(rows, 'X', "g8").has(Theme::ForcedPass));
        // When neither side can move the game is over.
        let end = [
            "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX",
            "XXXXXXO-",
        ];
        assert!(!scene(end, 'X', "h8").has(Theme::ForcedPass));
    }

    /// A pair at g1 and h1, another at a8 and b8.
    const ENDING: [&str; 8] = [
        "XXXXXO--", "XXXXXXOX", "XXXXXXOX", "XXXXXXOX", "XXXXXXOX", "XXXXXXOX", "XXXXXXOX",
        "--OOOOOX",
    ];

    #[test]
    fn a_swindle_takes_both_squares_of_a_pair() {
        // White cannot play h1 after g1.
        assert!(scene(ENDING, 'X', "g1 b8 h1").has(Theme::Swindle));
        // The line does not come back to the pair.
        assert!(!scene(ENDING, 'X', "g1 b8 a8").has(Theme::Swindle));
        // White can play a8 after b8.
        assert!(!scene(ENDING, 'X', "b8 a8 h1").has(Theme::Swindle));
    }

    #[test]
    fn a_tempo_is_a_move_without_an_answer_where_it_is_made() {
        // After a2 Black has a7 and nothing beside it; b1 and b2 are White's.
        let rows = [
            "--XXXXXX", "--XXOXOX", "XOXXXOXX", "OOOOOOOX", "OOOOXOXX", "OOXOOXOX", "--XXXXXX",
            "--XXXX-X",
        ];
        assert!(scene(rows, 'O', "a2").has(Theme::Tempo));
        // Black answers b7 with a8.
        assert!(!scene(rows, 'O', "b7").has(Theme::Tempo));
        // Nothing is left in the region of g8.
        assert!(!scene(rows, 'O', "g8").has(Theme::Tempo));
    }

    #[test]
    fn parity_is_the_last_move_in_every_region() {
        // Three squares at the top right, six at the bottom: after h2 both
        // regions are even, and White has the last move in each.
        let rows = [
            "OOOOOO--", "XXXXOXX-", "XOOOOXXO", "XOXXXXXO", "XOXXOXXO", "XXXXXXXO", "XXXXXX-O",
            "XXX-----",
        ];
        let line = "h2 h1 g1 h8 g7 f8 g8 e8 d8";
        assert!(scene(rows, 'O', line).has(Theme::Parity));
        // The line does not go to the end, or the key is in an even region.
        assert!(!scene(rows, 'O', "h2 h1 g1").has(Theme::Parity));
        assert!(!scene(rows, 'O', "d8 h2").has(Theme::Parity));
    }
}
