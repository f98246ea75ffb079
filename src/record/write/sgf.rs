//! The Smart Game Format with Othello in it, `GM[2]`: squares as a letter and
//! a digit (`B[f5]`), a pass as `B[PA]`, another start as `AB`, `AW` and `PL`,
//! evaluations as `V`, which is Black's.

use super::{
    Loss, Losses, Target, Unheld,
    outcome::{By, Outcome},
    tags, text,
};
use crate::{
    board::{Color, Move, Position},
    record::GameRecord,
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    losses.scores(record);
    losses.aim(record);
    losses.times(record);
    let game = &record.game;
    let start = game.start();
    if start.rules().holes().next().is_some() {
        return Err(Unheld::Holes(Target::Sgf));
    }
    let mut out = format!("(;GM[2]FF[4]CA[UTF-8]SZ[{}]", start.rules().size());
    for (name, value) in tags::named(record, tags::SGF, losses) {
        let value = match name {
            "C" => value.trim().to_owned(),
            _ => text::one_line(value, losses),
        };
        text::property(name, &value, &mut out);
    }
    let outcome = Outcome::of(record);
    if let Some(result) = result(outcome) {
        text::property("RE", &result, &mut out);
    }
    set_up(start, &mut out)?;
    let mut remarks = record.remarks.iter().peekable();
    for (index, step) in game.steps().enumerate() {
        let name = match step.side {
            Color::Black => "B",
            Color::White => "W",
        };
        out.push_str(if index % 10 == 0 { "\n;" } else { ";" });
        let mv = match step.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "PA".to_owned(),
        };
        text::property(name, &mv, &mut out);
        while let Some(remark) = remarks.next_if(|remark| remark.at <= index) {
            if let Some(eval) = remark.eval {
                let eval = if step.side == Color::White {
                    -eval
                } else {
                    eval
                };
                text::property("V", &eval.to_string(), &mut out);
            }
            if let Some(comment) = &remark.comment {
                text::property("C", comment.trim(), &mut out);
            }
        }
    }
    out.push_str(")\n");
    losses.add_if(loses_ending(outcome), Loss::Ending);
    Ok(out)
}

fn set_up(start: &Position, out: &mut String) -> Result<(), Unheld> {
    let side = match start.to_move() {
        Color::Black => "B",
        Color::White => "W",
    };
    if !text::is_usual(&start.clone().with_to_move(Color::Black)) {
        let discs = start.discs();
        if discs.black + discs.white == 0 {
            return Err(Unheld::NoDiscs(Target::Sgf));
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let squares = start.rules().iter_squares();
            let own = squares.filter(|&square| start.disc(square) == Some(color));
            let own: String = own.map(|square| format!("[{square}]")).collect();
            if !own.is_empty() {
                out.push_str(&format!("{name}{own}"));
            }
        }
        text::property("PL", side, out);
    } else if start.to_move() == Color::White {
        text::property("PL", side, out);
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
