//! Zebra's scripts of endgames (`.scr`): a line for each position, and before
//! it lines of comment that begin with `%`. Comments may hold the number of
//! the problem with the result of best play (`% #40, 51-13`, Black's discs
//! first) and the scores of moves for the side to move (`% a2 +38   c7 +36`).

use nom::{
    IResult, Parser,
    bytes::complete::{tag, take_till},
    character::complete::{digit1, space0},
    combinator::opt,
    sequence::{delimited, preceded},
};

use super::{
    MoveScore, RawRecord, Tag,
    lex::{Atom, lex},
    obf,
    syntax::Expected,
};
use crate::{
    board::{Rules, Score},
    source::Span,
};

/// Whether a line is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('%')
}

/// Reads the position in the last line of a text, with the comments above it.
/// `None` when that line is not meant as a position.
pub(super) fn read(text: &str, rules: Rules) -> Option<RawRecord> {
    let last = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let mut record = obf::read(text, last, rules)?;
    let mut at = 0;
    for line in text.get(..last)?.split_inclusive('\n') {
        read_comment(line, at, &mut record);
        at += line.len();
    }
    Some(record)
}

fn read_comment(line: &str, offset: usize, record: &mut RawRecord) {
    let place = |part: &str| {
        let start = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        Span::new(start, start + part.len()).shifted(offset)
    };
    let title: IResult<&str, _, Expected> = title(line);
    if let Ok((_, (id, result))) = title {
        let values = [("id", Some(id)), ("result", result)];
        for (name, value) in values {
            record.tags.extend(value.map(|value| Tag {
                name: name.to_owned(),
                value: value.trim_end().to_owned(),
                span: place(value.trim_end()),
            }));
        }
        return;
    }
    for pair in lex(line).windows(2) {
        if let [mv, score] = pair
            && let Atom::Square(square) = mv.atom
            && let Atom::Number(number) = score.atom
            && number.signed
        {
            record.scores.push(MoveScore {
                mv: square.into(),
                score: Score(i16::try_from(number.value).unwrap_or_default()),
                span: mv.span.to(score.span).shifted(offset),
            });
        }
    }
}

/// `% #56, 31-33, h5`
fn title(line: &str) -> IResult<&str, (&str, Option<&str>), Expected> {
    let id = preceded((space0, tag("%"), space0, tag("#")), digit1);
    let result = preceded(
        delimited(space0, tag(","), space0),
        take_till(|c| matches!(c, ',' | '\r' | '\n')),
    );
    (id, opt(result)).parse(line)
}
