//! Themes of the square on which the key lies.

use super::{Corner, Scene, region::neighbours};

/// The key is diagonally next to a corner that is empty.
pub(super) fn x_square(scene: &Scene) -> bool {
    Corner::all()
        .any(|corner| corner.x == scene.key && scene.before.empties().contains(corner.square))
}

/// The key is on an edge next to a corner that is empty.
pub(super) fn c_square(scene: &Scene) -> bool {
    Corner::all().any(|corner| {
        corner.c.contains(&scene.key) && scene.before.empties().contains(corner.square)
    })
}

/// No square next to the key is empty.
pub(super) fn hole(scene: &Scene) -> bool {
    (neighbours(scene.key) & scene.before.empties()).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::{Theme, tests::scene};

    const ROWS: [&str; 8] = [
        "--OX----", "-OOX----", "XXXX----", "---XX---", "---XX---", "--------", "--------",
        "--------",
    ];

    #[test]
    fn x_and_c_squares_lie_next_to_an_empty_corner() {
        let c = scene(ROWS, 'X', "b1");
        assert!(c.has(Theme::CSquare) && !c.has(Theme::XSquare));
        let x = scene(ROWS, 'X', "a2");
        assert!(x.has(Theme::CSquare));
        let diagonal = [
            "--------", "--------", "--O-----", "---XX---", "---XX---", "--------", "--------",
            "--------",
        ];
        assert!(scene(diagonal, 'X', "b2").has(Theme::XSquare));
        // With a disc in the corner it is a square like any other.
        let mut filled = ROWS;
        filled[0] = "X-OX----";
        assert!(!scene(filled, 'X', "b1").has(Theme::CSquare));
    }

    #[test]
    fn a_hole_is_one_square() {
        let rows = [
            "--------", "--------", "-XXXX---", "-XOXX---", "-X-OX---", "-XXXX---", "--------",
            "--------",
        ];
        assert!(scene(rows, 'X', "c5").has(Theme::Hole));
        let mut open = rows;
        open[5] = "-X-XX---";
        assert!(!scene(open, 'X', "c5").has(Theme::Hole));
    }
}
