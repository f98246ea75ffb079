//! [`standing`]: whose move it is, or who has won, in a sentence.

use crate::board::{Aim, Color, Position, Scoring};

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

/// The result if the game ended here, the squares counted as the rules say.
fn outcome(position: &Position) -> String {
    let discs = position.discs();
    let on_board = format!("{}-{}", discs.black, discs.white);
    let margin = i32::from(position.score(Color::Black).0);
    let winner = position.winner().map(Color::name);
    let rules = position.rules();
    if rules.aim() == Aim::Fewest {
        // Who wins has fewer discs: the margin reads better than the count.
        return match winner {
            Some(winner) => format!("{winner} wins by {} ({on_board})", margin.abs()),
            None => format!("a draw, {on_board}"),
        };
    }
    let verdict = winner.map_or("a draw,".to_owned(), |winner| format!("{winner} wins"));
    if position.empties() == 0 || rules.scoring() == Scoring::Discs {
        return format!("{verdict} {on_board}");
    }
    let squares = rules.squares() as i32;
    let (black, white) = ((squares + margin) / 2, (squares - margin) / 2);
    format!("{verdict} {black}-{white} ({on_board} on the board)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    fn end(text: &str, rules: Rules) -> String {
        standing(&Position::parse(text, rules).unwrap())
    }

    #[test]
    fn a_drawn_game_with_empty_squares_is_half_and_half() {
        // 4×4, both sides with four discs and no move left.
        let text = "XXXX -------- OOOO";
        let rules = Rules::othello().with_size(4).unwrap();
        assert_eq!(
            end(text, rules),
            "Game over: a draw, 8-8 (4-4 on the board)"
        );
        assert_eq!(
            end(text, rules.with_scoring(Scoring::Discs)),
            "Game over: a draw, 4-4"
        );
    }

    #[test]
    fn fewer_discs_win_at_anti() {
        let rules = Rules::othello().with_size(4).unwrap();
        let text = "XXXX XXXX XOOO OOOO";
        assert_eq!(end(text, rules), "Game over: Black wins 9-7");
        assert_eq!(
            end(text, rules.with_aim(Aim::Fewest)),
            "Game over: White wins by 2 (9-7)"
        );
    }

    #[test]
    fn a_side_without_a_move_passes() {
        let rules = Rules::othello().with_size(4).unwrap();
        assert_eq!(end("XO-- ---- ---- ---- O", rules), "White must pass");
    }
}
