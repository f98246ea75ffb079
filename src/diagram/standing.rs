//! [`standing`] and [`outcome`]: whose move it is, or who has won, in words.

use crate::board::Position;

/// Whose move it is, who must pass, or how the game ended.
///
/// ```
/// use outflank::{
///     board::{Game, Rules},
///     diagram::standing,
/// };
///
/// let mut game = Game::new(Rules::othello());
/// assert_eq!(standing(game.last()), "Black to move");
/// for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
///     game.play(square.parse()?)?;
/// }
/// assert_eq!(standing(game.last()), "Game over: Black wins 64-0 (13-0 on the board)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn standing(position: &Position) -> String {
    let side = position.to_move();
    if position.can_move() {
        return format!("{} to move", side.name());
    }
    if position.must_pass() {
        return format!("{} must pass", side.name());
    }
    format!("Game over: {}", outcome(position))
}

/// The result if the game ended here, the squares counted as the rules say,
/// and those on the board beside it where they differ: `Black wins 64-0 (13-0
/// on the board)`, `draw 32-32`.
#[must_use]
pub fn outcome(position: &Position) -> String {
    let verdict = match position.winner() {
        Some(winner) => format!("{} wins", winner.name()),
        None => "draw".to_owned(),
    };
    let discs = position.discs();
    let counted = position.rules().count(discs);
    let text = format!("{verdict} {}-{}", counted.black, counted.white);
    if counted == discs {
        return text;
    }
    format!("{text} ({}-{} on the board)", discs.black, discs.white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Aim, Rules, Scoring};

    fn end(text: &str, rules: Rules) -> String {
        standing(&Position::parse(text, rules).unwrap())
    }

    #[test]
    fn a_drawn_game_with_empty_squares_is_half_and_half() {
        // 4×4, both sides with four discs and no move left.
        let text = "XXXX -------- OOOO";
        let rules = Rules::othello().with_size(4).unwrap();
        assert_eq!(end(text, rules), "Game over: draw 8-8 (4-4 on the board)");
        assert_eq!(
            end(text, rules.with_scoring(Scoring::Discs)),
            "Game over: draw 4-4"
        );
    }

    #[test]
    fn fewer_discs_win_at_anti() {
        let rules = Rules::othello().with_size(4).unwrap();
        let text = "XXXX XXXX XOOO OOOO";
        assert_eq!(end(text, rules), "Game over: Black wins 9-7");
        assert_eq!(
            end(text, rules.with_aim(Aim::Fewest)),
            "Game over: White wins 9-7"
        );
    }

    #[test]
    fn a_side_without_a_move_passes() {
        let rules = Rules::othello().with_size(4).unwrap();
        assert_eq!(end("XO-- ---- ---- ---- O", rules), "White must pass");
    }
}
