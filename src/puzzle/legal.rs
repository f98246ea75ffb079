//! Whether a position can come about in a game.

use crate::board::{Bitboard, Board, Position, Square};

/// d4, e4, d5 and e5: occupied from the start, and no disc is ever taken away.
const CENTRE: Bitboard = crate::bitboard! {
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - X X - - -
    - - - X X - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
};

/// Why a position is not one to solve; `None` when nothing speaks against it.
///
/// That a game leads to a position cannot be decided by looking at it; what
/// is looked for are the things that no game can leave behind.
pub(super) fn objection(position: &Position) -> Option<String> {
    let Some(board) = position.board() else {
        return Some("a puzzle is played on a board of 8×8".to_owned());
    };
    let name = |set: Bitboard| set.into_iter().next().map(|square| square.to_string());
    if let Some(square) = name(CENTRE & board.empties()) {
        return Some(format!(
            "no game leaves {square} empty: the four squares in the centre are filled from the start"
        ));
    }
    if let Some(square) = name(unplayable(board)) {
        return Some(format!(
            "no game leads here: the disc on {square} can never have outflanked anything"
        ));
    }
    if position.is_over() {
        return Some("the game is over: neither side has a legal move".to_owned());
    }
    if position.must_pass() {
        let (side, other) = (position.to_move(), !position.to_move());
        return Some(format!(
            "{} has no legal move and must pass: the puzzle begins with {}",
            side.name(),
            other.name()
        ));
    }
    None
}

/// The occupied squares that no order of moves can have filled. A disc is
/// placed next to a disc with another one behind it; whichever squares can be
/// filled so, from the centre on, are filled in the end.
fn unplayable(board: Board) -> Bitboard {
    let occupied = !board.empties();
    let mut filled = CENTRE & occupied;
    loop {
        let next: Bitboard = (occupied - filled)
            .into_iter()
            .filter(|&square| has_line(square, filled))
            .collect();
        if next.is_empty() {
            return occupied - filled;
        }
        filled |= next;
    }
}

/// Whether the next two squares in some direction belong to a set.
fn has_line(square: Square, set: Bitboard) -> bool {
    let directions = (-1..=1).flat_map(|dc| (-1..=1).map(move |dr| (dc, dr)));
    directions.filter(|&step| step != (0, 0)).any(|(dc, dr)| {
        (1..=2).all(|n| {
            square
                .offset(dc * n, dr * n)
                .is_some_and(|next| set.contains(next))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};

    #[test]
    fn positions_of_games_are_never_refused() {
        let mut seed = 7_u64;
        for _ in 0..200 {
            let mut game = Game::new(Rules::othello());
            while !game.is_complete() {
                game.pass_if_forced();
                assert_eq!(objection(game.last()), None);
                let moves = game.last().legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(seed >> 33) as usize % moves.len()].into())
                    .unwrap();
            }
        }
    }

    #[test]
    fn what_no_game_leaves_is_refused() {
        let objection = |rows: [&str; 8], side| {
            let text = format!("{} {side}", rows.concat());
            objection(&Position::parse(&text, Rules::othello()).unwrap()).unwrap()
        };
        let empty = "--------";
        let start = ["---OX---", "---XO---"];
        let rows = |top, third| [top, empty, third, start[0], start[1], empty, empty, empty];
        let mut hole = rows(empty, empty);
        hole[3] = "----X---";
        assert!(objection(hole, 'O').contains("leaves d4 empty"));
        assert!(objection(rows("XO------", empty), 'X').contains("the disc on a1"));
        // c3 has d4 and e5 behind it, b3 nothing behind c3.
        assert!(objection(rows(empty, "-XX-----"), 'O').contains("the disc on b3"));
        let only = ["---XX---", "---XX---"];
        let over = [empty, empty, empty, only[0], only[1], empty, empty, empty];
        assert!(objection(over, 'O').contains("the game is over"));
        let full = "XXXXXXXX";
        let pass = [full, full, full, full, full, full, full, "XXXXXXO-"];
        assert!(objection(pass, 'O').contains("White has no legal move"));
    }
}
