//! Whether a position is one to solve: what can be seen at once.

use super::unplay::CENTRE;
use crate::board::{Bitboard, Board, Position, Square};

/// What speaks against a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Objection {
    /// Why it is not one to solve.
    pub(super) message: String,
    /// The square that shows it, if one does.
    pub(super) square: Option<Square>,
}

/// Why a position is not one to solve; `None` when nothing speaks against it.
///
/// What is looked for here are the things that no game can leave behind and
/// that a glance shows; [`Origin`](super::Origin) looks further.
pub(super) fn objection(position: &Position) -> Option<Objection> {
    let whole = |message: &str| {
        let (message, square) = (message.to_owned(), None);
        Some(Objection { message, square })
    };
    let Some(board) = position.board() else {
        return whole("a puzzle is played on a board of 8×8");
    };
    let at = |set: Bitboard, message: &dyn Fn(Square) -> String| {
        let square = set.into_iter().next()?;
        let (message, square) = (message(square), Some(square));
        Some(Objection { message, square })
    };
    let hole = at(CENTRE & board.empties(), &|square| {
        format!(
            "no game leaves {square} empty: the four squares in the centre are filled from the start"
        )
    });
    let island = || {
        at(unplayable(board), &|square| {
            format!("no game leads here: the disc on {square} can never have outflanked anything")
        })
    };
    if let Some(found) = hole.or_else(island) {
        return Some(found);
    }
    if position.is_over() {
        return whole("the game is over: neither side has a legal move");
    }
    if position.must_pass() {
        let (side, other) = (position.to_move(), !position.to_move());
        return whole(&format!(
            "{} has no legal move and must pass: the puzzle begins with {}",
            side.name(),
            other.name()
        ));
    }
    None
}

/// All columns but a, and all but h: a step to the left must not wrap from
/// column a to column h, nor one to the right from h to a.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The eight steps of a set of squares; what leaves the board is lost.
const STEPS: [fn(u64) -> u64; 8] = [
    |set| set << 8,
    |set| set >> 8,
    |set| (set & NOT_H) << 1,
    |set| (set & NOT_A) >> 1,
    |set| (set & NOT_H) << 9,
    |set| (set & NOT_A) >> 9,
    |set| (set & NOT_A) << 7,
    |set| (set & NOT_H) >> 7,
];

/// The occupied squares that no order of moves can have filled. A disc is
/// placed next to a disc with another one behind it; whichever squares can be
/// filled so, from the centre on, are filled in the end.
pub(super) fn unplayable(board: Board) -> Bitboard {
    let occupied = !board.empties();
    let mut filled = CENTRE & occupied;
    loop {
        let Bitboard(set) = filled;
        let beside = STEPS
            .iter()
            .fold(0, |all, step| all | step(set & step(set)));
        let next = (Bitboard(beside) & occupied) - filled;
        if next.is_empty() {
            return occupied - filled;
        }
        filled |= next;
    }
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
        let said = |rows: [&str; 8], side| {
            let text = format!("{} {side}", rows.concat());
            let position = Position::parse(&text, Rules::othello()).unwrap();
            objection(&position).unwrap().message
        };
        let empty = "--------";
        let start = ["---OX---", "---XO---"];
        let rows = |top, third| [top, empty, third, start[0], start[1], empty, empty, empty];
        let mut hole = rows(empty, empty);
        hole[3] = "----X---";
        assert!(said(hole, 'O').contains("leaves d4 empty"));
        assert!(said(rows("XO------", empty), 'X').contains("the disc on a1"));
        // c3 has d4 and e5 behind it, b3 nothing behind c3.
        assert!(said(rows(empty, "-XX-----"), 'O').contains("the disc on b3"));
        let only = ["---XX---", "---XX---"];
        let over = [empty, empty, empty, only[0], only[1], empty, empty, empty];
        assert!(said(over, 'O').contains("the game is over"));
        let full = "XXXXXXXX";
        let pass = [full, full, full, full, full, full, full, "XXXXXXO-"];
        assert!(said(pass, 'O').contains("White has no legal move"));
    }
}
