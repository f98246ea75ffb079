//! Tags and numbered pairs of moves, as PlayOK and Edax write them: the start
//! in a `FEN` tag where it is not Othello's, `pass` for a pass, both sides'
//! discs for the result, and what is said about moves in comments.

use super::{Loss, Losses, Unheld, fen, outcome::Outcome, tags, text};
use crate::{
    board::Color,
    record::{ClaimedResult, Format, GameRecord, Remark, remark::seconds},
};

/// Lines of moves are at most so long, where words allow it.
const WIDTH: usize = 80;

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    let game = &record.game;
    let outcome = Outcome::of(record);
    let result = result(record, outcome);
    losses.add_if(
        result == "*" && outcome != Outcome::Unknown || loses_score(outcome, &result),
        Loss::Result,
    );
    losses.add_if(outcome.by().is_some(), Loss::Ending);
    let mut out = String::new();
    let mut comments = Vec::new();
    for (name, value) in in_order(record) {
        match name.as_str() {
            "" => comments.push(value),
            _ => push_tag(&name, value, &mut out, losses),
        }
    }
    push_tag("Result", &result, &mut out, losses);
    let start = game.start();
    if !text::is_othello(start) {
        push_tag("SetUp", "1", &mut out, losses);
        push_tag("FEN", &fen::text(start, Format::Pgn)?, &mut out, losses);
    }
    out.push('\n');
    let mut words = Vec::new();
    for comment in comments {
        words.push(braced(&comment_text(comment, losses)));
    }
    words.extend(moves(record, losses));
    words.push(result);
    wrap(&words, &mut out);
    out.push('\n');
    Ok(out)
}

/// The tags with their names, those that everybody knows first; comments
/// without a name.
fn in_order(record: &GameRecord) -> Vec<(String, &str)> {
    let mut found: Vec<(usize, String, &str)> = Vec::new();
    for tag in tags::facts(record) {
        let plain = tags::plain_name(&tag.name);
        let known = tags::PGN.iter().position(|(name, _)| *name == plain);
        let name = match known.and_then(|at| tags::PGN.get(at)) {
            Some((_, name)) => (*name).to_owned(),
            None if plain == "comment" => String::new(),
            None => capital(plain),
        };
        found.push((known.unwrap_or(tags::PGN.len()), name, &tag.value));
    }
    found.sort_by_key(|(at, ..)| *at);
    found
        .into_iter()
        .map(|(_, name, value)| (name, value))
        .collect()
}

/// A name with a capital, and without what a name of PGN cannot have.
fn capital(name: &str) -> String {
    let mut chars = name.chars().map(|c| match c {
        c if c.is_alphanumeric() => c,
        _ => '_',
    });
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn push_tag(name: &str, value: &str, out: &mut String, losses: &mut Losses) {
    let value = text::one_line(value, losses);
    // A quote and a bracket inside a value would end it for simple readers.
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]\n"));
}

fn result(record: &GameRecord, outcome: Outcome) -> String {
    let discs = |black: i64, white: i64| format!("{black}-{white}");
    match outcome {
        Outcome::Over { discs: d, .. } => discs(d.black.into(), d.white.into()),
        Outcome::Unknown => "*".to_owned(),
        Outcome::Stated { result, .. } => match result {
            ClaimedResult::Discs { black, white } => discs(black.into(), white.into()),
            ClaimedResult::Difference(difference) => {
                let all = i64::from(record.game.start().rules().squares());
                let difference = i64::from(difference);
                if difference.abs() <= all && (all + difference) % 2 == 0 {
                    discs((all + difference) / 2, (all - difference) / 2)
                } else {
                    winner(match difference.signum() {
                        1 => Some(Color::Black),
                        0 => None,
                        _ => Some(Color::White),
                    })
                }
            }
            ClaimedResult::Winner(side) => winner(side),
        },
    }
}

fn winner(side: Option<Color>) -> String {
    match side {
        Some(Color::Black) => "1-0",
        Some(Color::White) => "0-1",
        None => "1/2-1/2",
    }
    .to_owned()
}

/// Whether the difference of a result is not in its text.
fn loses_score(outcome: Outcome, text: &str) -> bool {
    let difference = matches!(
        outcome,
        Outcome::Stated {
            result: ClaimedResult::Difference(_),
            ..
        }
    );
    difference && matches!(text, "1-0" | "0-1" | "1/2-1/2")
}

/// The moves in words, numbers and comments among them.
fn moves(record: &GameRecord, losses: &mut Losses) -> Vec<String> {
    let mut words = Vec::new();
    let mut remarks = record.remarks.iter().peekable();
    let mut number = 1;
    for (index, step) in record.game.steps().enumerate() {
        match step.side {
            Color::Black => words.push(format!("{number}. {}", step.mv)),
            Color::White if index == 0 => words.push(format!("{number}. ... {}", step.mv)),
            Color::White => words.push(step.mv.to_string()),
        }
        number += usize::from(step.side == Color::White);
        while let Some(remark) = remarks.next_if(|remark| remark.at <= index) {
            words.extend(comment(remark, losses));
        }
    }
    words
}

fn comment(remark: &Remark, losses: &mut Losses) -> Option<String> {
    let eval = remark.eval.map(|eval| format!("[%eval {eval}]"));
    let time = remark.time.map(|time| format!("[%emt {}]", seconds(time)));
    let left = remark.left.map(|left| format!("[%clk {}]", seconds(left)));
    let words = remark.comment.as_deref();
    let words = words.map(|words| comment_text(words, losses));
    let parts: Vec<String> = [eval, time, left, words].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| braced(&parts.join(" ")))
}

fn braced(text: &str) -> String {
    format!("{{{text}}}")
}

fn comment_text(text: &str, losses: &mut Losses) -> String {
    let text = text::one_line(text, losses);
    text::without(&text, &[('}', ')')], losses)
}

fn wrap(words: &[String], out: &mut String) {
    let mut length = 0;
    for word in words {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > WIDTH {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += width;
    }
    out.push('\n');
}
