//! Themes of the corners: taken, declined, given away, two attacked at once.

use super::Scene;
use crate::board::{Bitboard, Square};

/// A corner with the squares around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::puzzle) struct Corner {
    /// The corner.
    pub(in crate::puzzle) square: Square,
    /// The square next to it on the diagonal.
    pub(in crate::puzzle) x: Square,
    /// The squares next to it on the edges.
    pub(in crate::puzzle) c: [Square; 2],
}

impl Corner {
    /// The four corners with what is around them.
    pub(in crate::puzzle) fn all() -> impl Iterator<Item = Self> {
        Bitboard::CORNERS.into_iter().filter_map(|square| {
            let dc = if square.col() == 0 { 1 } else { -1 };
            let dr = if square.row() == 0 { 1 } else { -1 };
            Some(Self {
                square,
                x: square.offset(dc, dr)?,
                c: [square.offset(dc, 0)?, square.offset(0, dr)?],
            })
        })
    }
}

/// The key is a corner.
pub(super) fn taken(scene: &Scene) -> bool {
    Bitboard::CORNERS.contains(scene.key)
}

/// A corner could be taken, and the key is none.
pub(super) fn declined(scene: &Scene) -> bool {
    !taken(scene) && !(scene.before.moves() & Bitboard::CORNERS).is_empty()
}

/// A corner is given away, and for something. After the key, which is no
/// corner, the other side can take one that it could not take before; there
/// was a move that would not have given it; and in the best line the corner
/// goes to the other side.
pub(super) fn sacrificed(scene: &Scene) -> bool {
    if taken(scene) {
        return false;
    }
    let before = scene.before.pass().moves();
    let given = (scene.after.moves() & Bitboard::CORNERS) - before;
    given.into_iter().any(|corner| {
        let mut others = scene.before.moves().into_iter();
        let avoidable = others.any(|other| {
            let after = scene.before.play(other);
            after.is_some_and(|after| !after.moves().contains(corner))
        });
        avoidable && scene.placed().any(|placed| placed == (corner, false))
    })
}

/// After the key its side could take two corners at least that it could not
/// take before, and whatever the other side replies it can take one of them
/// next.
pub(super) fn double_threat(scene: &Scene) -> bool {
    let threats = (scene.threats() & Bitboard::CORNERS) - scene.before.moves();
    let mut replies = scene.after.moves().into_iter();
    threats.len() >= 2
        && replies.all(|reply| {
            let next = scene.after.play(reply);
            next.is_some_and(|next| !(next.moves() & threats).is_empty())
        })
}

#[cfg(test)]
mod tests {
    use super::{super::Theme, super::tests::scene, *};

    #[test]
    fn corners_know_their_surroundings() {
        let h1 = Corner::all().find(|corner| corner.square.to_string() == "h1");
        let h1 = h1.unwrap();
        assert_eq!(h1.x.to_string(), "g2");
        assert_eq!(h1.c.map(|c| c.to_string()), ["g1", "h2"]);
    }

    /// WTHOR 1991, game 1893: a1 can be taken, and h2 is best.
    const THREE_PASSES: [&str; 8] = [
        "-OOOOOOO", "OOXXOXO-", "OOXOXOXO", "OXXOOOXO", "OXXOOXOO", "OOOOXOOO", "-OOOOO--",
        "--OOOOO-",
    ];

    #[test]
    fn a_corner_is_taken_or_declined() {
        let declined = scene(THREE_PASSES, 'X', "h2 pass a1");
        assert!(declined.has(Theme::DeclinedCorner) && !declined.has(Theme::Corner));
        let taken = scene(THREE_PASSES, 'X', "a1");
        assert!(taken.has(Theme::Corner) && !taken.has(Theme::DeclinedCorner));
    }

    #[test]
    fn a_sacrifice_gives_a_corner_that_could_be_kept() {
        // b2 opens the diagonal to a1, f4 would not have.
        let rows = [
            "--------", "--------", "--O-----", "---XO---", "---XO---", "--------", "--------",
            "--------",
        ];
        let given = scene(rows, 'X', "b2 a1");
        assert!(given.has(Theme::CornerSacrifice));
        // The corner is not taken in the line, so nothing is said.
        assert!(!scene(rows, 'X', "b2").has(Theme::CornerSacrifice));
        assert!(!scene(rows, 'X', "f4 e3").has(Theme::CornerSacrifice));
    }

    #[test]
    fn two_corners_are_attacked_at_once() {
        // After d1 both a1 and h1 can be taken, and no reply stops both.
        let rows = [
            "-OO-OOO-", "---O----", "---X----", "---XO---", "---OX---", "--------", "--------",
            "--------",
        ];
        assert!(scene(rows, 'X', "d1").has(Theme::DoubleThreat));
        assert!(!scene(rows, 'X', "d6").has(Theme::DoubleThreat));
        // One corner only.
        let mut one = rows;
        one[0] = "-OO-----";
        assert!(!scene(one, 'X', "d1").has(Theme::DoubleThreat));
    }
}
