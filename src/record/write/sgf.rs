//! The Smart Game Format with Othello in it, `GM[2]`: squares as a letter and
//! a digit (`B[f5]`), a pass as `B[PA]`, another start as `AB`, `AW` and `PL`,
//! evaluations as `V`, which is Black's, the time that is left as `BL` or
//! `WL`, and lines that were not played as branches in brackets.

use super::{Loss, Losses, Unheld, outcome::Outcome, tags, text};
use crate::{
    board::{Color, Move, Position},
    record::{Format, GameRecord, Remark, Variation, facts::By, remark::seconds},
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    let game = &record.game;
    let start = game.start();
    let mut out = format!("(;GM[2]FF[4]CA[UTF-8]SZ[{}]", start.rules().size());
    for (name, value) in tags::named(record, tags::SGF, losses) {
        let value = match name {
            "C" => value.trim().to_owned(),
            _ => text::one_line(value, losses),
        };
        property(name, &value, &mut out);
    }
    let outcome = Outcome::of(record);
    if let Some(result) = result(outcome) {
        property("RE", &result, &mut out);
    }
    set_up(start, &mut out)?;
    let main = Line {
        moves: game.moves(),
        remarks: &record.remarks,
        variations: &record.variations,
    };
    main.write(0, start.to_move(), &mut out, losses);
    out.push_str(")\n");
    losses.add_if(loses_ending(outcome), Loss::Ending);
    Ok(out)
}

/// A line of moves with what is said about them.
struct Line<'a> {
    moves: &'a [Move],
    remarks: &'a [Remark],
    variations: &'a [Variation],
}

impl<'a> Line<'a> {
    const fn of(variation: &'a Variation) -> Self {
        Self {
            moves: variation.moves.as_slice(),
            remarks: variation.remarks.as_slice(),
            variations: variation.variations.as_slice(),
        }
    }

    /// Writes the moves from one on, which is `side`'s. Where the line
    /// branches, the rest of it is the first branch.
    fn write(&self, from: usize, mut side: Color, out: &mut String, losses: &mut Losses) {
        for (at, &mv) in self.moves.iter().enumerate().skip(from) {
            let here = |branch: &&Variation| branch.at == at && !branch.moves.is_empty();
            let branches: Vec<&Variation> = self.variations.iter().filter(here).collect();
            if branches.is_empty() {
                out.push_str(if at % 10 == 0 { "\n" } else { "" });
                self.write_node(at, mv, side, out);
                side = !side;
                continue;
            }
            out.push_str("\n(");
            self.write_node(at, mv, side, out);
            self.write(at + 1, !side, out, losses);
            out.push(')');
            for branch in branches {
                out.push_str("\n(");
                Self::of(branch).write(0, side, out, losses);
                out.push(')');
            }
            return;
        }
        // A branch after the last move would be the game.
        let beyond = |branch: &Variation| branch.at >= self.moves.len();
        losses.add_if(self.variations.iter().any(beyond), Loss::Variations);
    }

    fn write_node(&self, at: usize, mv: Move, side: Color, out: &mut String) {
        let (name, clock) = match side {
            Color::Black => ("B", "BL"),
            Color::White => ("W", "WL"),
        };
        let mv = match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        out.push(';');
        property(name, &mv, out);
        let first = self.remarks.partition_point(|remark| remark.at < at);
        let remarks = self.remarks.iter().skip(first);
        for remark in remarks.take_while(|remark| remark.at == at) {
            if let Some(left) = remark.left {
                property(clock, &seconds(left), out);
            }
            if let Some(eval) = remark.eval {
                let for_black = if side == Color::White { -eval } else { eval };
                property("V", &for_black.to_string(), out);
            }
            if let Some(comment) = &remark.comment {
                property("C", comment.trim(), out);
            }
        }
    }
}

fn property(name: &str, value: &str, out: &mut String) {
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    out.push_str(&format!("{name}[{value}]"));
}

fn set_up(start: &Position, out: &mut String) -> Result<(), Unheld> {
    let side = match start.to_move() {
        Color::Black => "B",
        Color::White => "W",
    };
    if !text::is_usual(&start.clone().with_to_move(Color::Black)) {
        let discs = start.discs();
        if discs.black + discs.white == 0 {
            return Err(Unheld::NoDiscs(Format::Sgf));
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let squares = start.rules().iter_squares();
            let own = squares.filter(|&square| start.disc(square) == Some(color));
            let own: String = own.map(|square| format!("[{square}]")).collect();
            if !own.is_empty() {
                out.push_str(&format!("{name}{own}"));
            }
        }
        property("PL", side, out);
    } else if start.to_move() == Color::White {
        property("PL", side, out);
    }
    Ok(())
}

/// `B+4`, `W+R`, `0`, or nothing where nothing is known. Empty squares are
/// the winner's.
fn result(outcome: Outcome) -> Option<String> {
    let by = match outcome.by() {
        Some(By::Resignation) => "R",
        Some(By::Time) => "T",
        Some(By::Forfeit) => "F",
        Some(By::Leaving) | None => "",
    };
    let side = |difference: i32| if difference > 0 { "B" } else { "W" };
    match (outcome.difference(), outcome.winner_alone()) {
        (Some(0), _) => Some("0".to_owned()),
        (Some(difference), _) if !by.is_empty() => Some(format!("{}+{by}", side(difference))),
        (Some(difference), _) => Some(format!("{}+{}", side(difference), difference.abs())),
        (None, Some(winner)) => {
            let winner = if winner == Color::Black { "B" } else { "W" };
            Some(format!("{winner}+{by}"))
        }
        (None, None) => None,
    }
}

/// SGF says either by how many discs a game was won or how it was ended.
const fn loses_ending(outcome: Outcome) -> bool {
    matches!(outcome.by(), Some(By::Leaving))
}
