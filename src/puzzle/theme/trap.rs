//! Attacks on an unbalanced edge, the Stoner trap among them.

use super::{Corner, Scene};
use crate::board::{Bitboard, Square};

/// The open end of an unbalanced edge: five discs of one side in a row, which
/// begin next to one empty corner and end two squares from another.
#[derive(Debug, Clone, Copy)]
struct OpenEnd {
    /// The corner at the open end, and its X-square.
    corner: Corner,
    /// The square of the edge that is still empty beside it.
    gap: Square,
    /// The corner at the other end.
    far: Square,
}

/// The unbalanced edges of the opponent of the scene's solver.
fn open_ends(scene: &Scene) -> impl Iterator<Item = OpenEnd> + '_ {
    let ends = Corner::all().flat_map(|corner| corner.c.map(|gap| (corner, gap)));
    ends.filter_map(|(corner, gap)| {
        let dc = gap.col() as i8 - corner.square.col() as i8;
        let dr = gap.row() as i8 - corner.square.row() as i8;
        let at = |n: i8| corner.square.offset(dc * n, dr * n);
        let five: Bitboard = (2..=6).filter_map(at).collect();
        let far = at(7)?;
        let empties = scene.before.empties();
        let open = [corner.square, gap, far].map(|square| empties.contains(square));
        let unbalanced = open == [true; 3] && (five - scene.before.opponent).is_empty();
        unbalanced.then_some(OpenEnd { corner, gap, far })
    })
}

/// The other side has five discs on an edge between two empty corners, and
/// the key is the sixth square of it, or the X-square beside that.
pub(super) fn unbalanced(scene: &Scene) -> bool {
    open_ends(scene).any(|end| end.gap == scene.key || end.corner.x == scene.key)
}

/// A Stoner trap (after John Stoner): the key is the X-square at the open end
/// of an unbalanced edge. The corner there cannot be taken at once, since the
/// diagonal is held, and the threat is to play on the open C-square, from
/// where the far corner is attacked along the edge.
pub(super) fn stoner(scene: &Scene) -> bool {
    open_ends(scene).any(|end| {
        let next = scene.after.pass().play(end.gap);
        end.corner.x == scene.key
            && !scene.after.moves().contains(end.corner.square)
            && next.is_some_and(|next| next.pass().moves().contains(end.far))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Theme, tests::scene};

    /// White has c1 to g1; b1 is open, and Black holds the diagonal from b2.
    const ROWS: [&str; 8] = [
        "--OOOOO-", "--O-----", "-OXX----", "-X-XX---", "---XX---", "--------", "--------",
        "--------",
    ];

    #[test]
    fn a_stoner_trap_attacks_the_open_end() {
        let trap = scene(ROWS, 'X', "b2");
        assert!(trap.has(Theme::StonerTrap), "{:?}", trap.themes());
        assert!(trap.has(Theme::UnbalancedEdge) && trap.has(Theme::XSquare));
        // Six discs are balanced.
        let mut six = ROWS;
        six[0] = "-OOOOOO-";
        let none = scene(six, 'X', "b2");
        assert!(!none.has(Theme::StonerTrap) && !none.has(Theme::UnbalancedEdge));
        // White can take the corner at once.
        let mut open = ROWS;
        open[4] = "---XO---";
        let given = scene(open, 'X', "b2");
        assert!(!given.has(Theme::StonerTrap) && given.has(Theme::UnbalancedEdge));
    }

    #[test]
    fn the_gap_itself_is_an_attack_too() {
        let rows = [
            "--OOOOO-", "-OOX----", "-XXX----", "---XX---", "---XX---", "--------", "--------",
            "--------",
        ];
        let gap = scene(rows, 'X', "b1");
        assert!(gap.has(Theme::UnbalancedEdge) && !gap.has(Theme::StonerTrap));
        assert!(!scene(rows, 'X', "a2").has(Theme::UnbalancedEdge));
    }
}
