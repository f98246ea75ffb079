//! What a session says, in sentences.

use jiff::civil::Date;
use outflank::{
    board::{Color, Move, Score, Square, Wld},
    puzzle::{Ending, Hint, Mark, Outcome, Refutation, Tally, Task},
};

use super::super::{super::yaml::counted, spaced};

/// So many plies of a refutation are shown.
const SHOWN: usize = 6;

/// The words that a session understands. The hint that comes next is told by
/// what it is about and what it leaves.
pub(super) fn help(next: Option<(&str, u8)>) -> String {
    let hint = match next {
        Some((about, left)) => format!("the next hint is {about} and leaves {left} %"),
        None => "there is no further hint".to_owned(),
    };
    let rows = [
        ("f5", "your move; several may be typed at once, like f5 d6"),
        ("hint, ?", hint.as_str()),
        ("moves", "the legal moves"),
        ("board", "the board again"),
        (
            "undo, back",
            "takes your last move and the answer to it back",
        ),
        ("solution", "shows how it is done, and gives the puzzle up"),
        ("next, skip", "leaves the puzzle for the next one"),
        ("quit", "ends the session"),
    ];
    let rows = rows.map(|(word, what)| format!("    {word:<10}  {what}\n"));
    rows.concat()
}

/// A hint as a sentence.
pub(super) fn hint(hint: &Hint) -> String {
    match hint {
        Hint::Words(words) => words.clone(),
        Hint::Odd(regions) => {
            let regions: Vec<String> = regions.iter().map(|region| names(region, " ")).collect();
            format!(
                "Count the empty squares. The move is in an odd region:\n    {}.",
                regions.join("; ")
            )
        }
        Hint::Quarters(corners) => match corners.as_slice() {
            [corner] => format!("Look at the quarter of the board with {corner}."),
            corners => {
                let corners = names(corners, ", ");
                format!("Look at the quarters of the board with {corners}.")
            }
        },
        Hint::Count(1) => "One move is good.".to_owned(),
        Hint::Count(count) => format!("{count} moves are good."),
        Hint::Candidates(squares) => format!("Try {}.", names(squares, ", ")),
        Hint::Key(square) => format!("The move is {square}."),
    }
}

/// What the puzzle is worth after a hint, and what the next one would leave.
pub(super) fn worth(mark: &Mark, next: Option<&Hint>) -> Option<String> {
    let next = next.map(|next| (next.about(), mark.after(next.price())));
    match (mark.worth, next) {
        (0, _) => None,
        (worth, Some((about, left))) => Some(format!(
            "{worth} % left; the next hint, {about}, leaves {left} %."
        )),
        (worth, None) => Some(format!("{worth} % left.")),
    }
}

/// What a move that is not good does, as the rest of a sentence.
pub(super) fn outcome(task: Task, refutation: &Refutation, other: Color) -> String {
    let other = other.name();
    let outcome = refutation.outcome;
    match (task, outcome) {
        (
            Task::WipeOut {
                within: Some(within),
            },
            Outcome::Score(Score::MAX),
        ) => format!(
            "wipes {other} out, but not in {}",
            counted(within as usize, "move")
        ),
        (Task::WipeOut { .. }, Outcome::Score(_)) => {
            format!("lets {other} get away, and {outcome}")
        }
        (Task::WipeOut { .. }, _) => format!("lets {other} get away"),
        (Task::Best, _) => match refutation.price() {
            Some(price) => {
                let gone = gone(refutation).map_or_else(String::new, |gone| format!(": {gone}"));
                format!("{outcome}, {price} discs less than the best{gone}")
            }
            None => outcome.to_string(),
        },
        (Task::HelpWipeOut { plies, .. }, _) => {
            let plural = if plies == 1 { "y" } else { "ies" };
            format!("leads to no wipe-out in {plies} pl{plural}")
        }
        (Task::Flip { .. }, _) => outcome.to_string(),
        (Task::Draw, _) => format!("{outcome}: the draw is gone"),
        (Task::Win, _) => format!("{outcome}: the win is gone"),
    }
}

/// What a move of known scores gives away, if not only discs.
fn gone(refutation: &Refutation) -> Option<&'static str> {
    let (Outcome::Score(best), Outcome::Score(score)) = (refutation.best, refutation.outcome)
    else {
        return None;
    };
    match best.wld() {
        kept if kept == score.wld() => None,
        Wld::Win => Some("the win is gone"),
        _ => Some("the draw is gone"),
    }
}

/// The first plies of the best play after a move, with the move.
pub(super) fn refutation(square: Square, line: &[Move]) -> String {
    let first: Vec<Move> = line.iter().take(SHOWN).copied().collect();
    let more = if line.len() > SHOWN { " …" } else { "" };
    format!("{square} {}{more}", spaced(&first))
}

/// How a puzzle that was played to its end was solved: "Solved with 1 hint".
pub(super) fn done(mark: &Mark) -> String {
    let mut with = Vec::new();
    if !mark.wrong.is_empty() {
        with.push(counted(mark.wrong.len(), "wrong move"));
    }
    if !mark.near.is_empty() {
        with.push(near(mark.near.len()));
    }
    if mark.hints > 0 {
        with.push(counted(mark.hints, "hint"));
    }
    let done = if mark.ending == Ending::Solved {
        "Solved"
    } else {
        "Done"
    };
    match with.as_slice() {
        [] => done.to_owned(),
        some => format!("{done} with {}", some.join(" and ")),
    }
}

/// The summary of a session of so many puzzles, in a line.
pub(super) fn tally(tally: &Tally, puzzles: usize) -> String {
    let mut text = format!("{} of {} solved", tally.solved, counted(puzzles, "puzzle"));
    let parts = [
        (tally.failed, "failed"),
        (tally.skipped, "skipped"),
        (tally.unfinished, "left unfinished"),
        (puzzles.saturating_sub(tally.asked), "not asked"),
    ];
    for (count, what) in parts.iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!(", {count} {what}"));
    }
    text.push_str(&format!("; worth {} %", tally.worth));
    for (count, what) in [(tally.hints, "hint"), (tally.wrong, "wrong move")] {
        if count > 0 {
            text.push_str(&format!(", {}", counted(count, what)));
        }
    }
    text
}

/// That no puzzle is due, and when the next one is.
pub(super) fn nothing_due(next: Option<Date>) -> String {
    match next {
        Some(next) => format!("no puzzle is due, the next one on {next}"),
        None => "no puzzle is due".to_owned(),
    }
}

/// Squares with something between them.
pub(super) fn names(squares: &[Square], between: &str) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    names.join(between)
}

fn near(count: usize) -> String {
    match count {
        1 => "1 near miss".to_owned(),
        _ => format!("{count} near misses"),
    }
}
