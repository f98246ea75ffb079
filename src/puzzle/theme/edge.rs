//! The wedge.

use super::Scene;
use crate::board::Bitboard;

/// The key is on an edge, and the squares on both sides of it on that edge
/// hold discs of the other side, after the key as well. Such a disc is not
/// flipped along the edge before one of the two is, and it attacks what lies
/// beyond them.
pub(super) fn wedge(scene: &Scene) -> bool {
    let (col, row) = (scene.key.col(), scene.key.row());
    let along = |dc, dr| {
        [1, -1].into_iter().all(|way: i8| {
            let next = scene.key.offset(dc * way, dr * way);
            next.is_some_and(|next| scene.after.player.contains(next))
        })
    };
    if Bitboard::CORNERS.contains(scene.key) {
        false
    } else if row == 0 || row == 7 {
        along(1, 0)
    } else if col == 0 || col == 7 {
        along(0, 1)
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Theme, tests::scene};

    #[test]
    fn a_wedge_lies_between_two_discs_that_stay() {
        let rows = [
            "-OO-OO--", "---O----", "---X----", "---XO---", "---OX---", "--------", "--------",
            "--------",
        ];
        assert!(scene(rows, 'X', "d1").has(Theme::Wedge));
        // An own disc beyond one of them: it is flipped, and there is no wedge.
        let mut flipped = rows;
        flipped[0] = "XOO-OO--";
        assert!(!scene(flipped, 'X', "d1").has(Theme::Wedge));
        let mut beside = rows;
        beside[0] = "-OO-----";
        assert!(!scene(beside, 'X', "d1").has(Theme::Wedge));
        // The same down an edge.
        let down = [
            "--------", "-------O", "-------O", "----XOO-", "---OX--O", "-------O", "--------",
            "--------",
        ];
        assert!(scene(down, 'X', "h4").has(Theme::Wedge));
    }
}
