//! Comments among the moves of PGN: what they say about the move before, in
//! words and in the commands of chess programs, `[%eval -6.00]` (for the side
//! that moved), `[%emt 0:00:26]` (the time it took) and `[%clk 0:24:34]` (the
//! time it had left).

use super::{
    RawRecord, Tag,
    remark::{read_time, remark_on},
};
use crate::source::Span;

/// A comment with the place of what is between its brackets.
pub(super) struct Aside {
    pub(super) text: String,
    pub(super) span: Span,
}

/// Adds comments to a record whose tokens are known: those before the first
/// move are about the game.
pub(super) fn add(asides: Vec<Aside>, record: &mut RawRecord) {
    for aside in asides {
        let before = |span: Span| span.start < aside.span.start;
        let count = record.tokens.partition_point(|token| before(token.span));
        let Some(at) = count.checked_sub(1) else {
            let text = aside.text.trim();
            if !text.is_empty() {
                record.tags.push(Tag {
                    name: "comment".to_owned(),
                    value: text.to_owned(),
                    span: aside.span,
                });
            }
            continue;
        };
        let remark = remark_on(&mut record.remarks, at);
        let mut words = String::new();
        let mut rest = aside.text.as_str();
        while let Some((before, command, after)) = next_command(rest) {
            words.push_str(before);
            match command.split_once(' ') {
                Some(("eval", value)) if value.trim().parse::<super::Eval>().is_ok() => {
                    remark.eval = value.trim().parse().ok();
                }
                Some(("emt", value)) if read_time(value).is_some() => {
                    remark.time = read_time(value);
                }
                Some(("clk", value)) if read_time(value).is_some() => {
                    remark.left = read_time(value);
                }
                _ => words.push_str(&format!("[%{command}]")),
            }
            rest = after;
        }
        words.push_str(rest);
        let words = words.trim();
        if !words.is_empty() {
            remark.comment = Some(match &remark.comment {
                Some(earlier) => format!("{earlier} {words}"),
                None => words.to_owned(),
            });
        }
    }
}

/// The text before a command, the command, and the text after it.
fn next_command(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("[%")?;
    let (command, after) = rest.split_once(']')?;
    Some((before, command, after))
}
