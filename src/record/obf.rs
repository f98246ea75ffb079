//! Positions, one a line: the squares row by row, the side to move, and after
//! that perhaps scores of moves (`; G8:+18; H1:+12; % a comment`, the OBF of
//! Edax), or moves played from there.
//!
//! Boards of all even sizes are read, with the squares in one word or a word
//! a row, and the side to move after a blank or glued to the squares. Without
//! a side it is Black's move, with a warning. The boards of GGS and NBoard,
//! which say their size first, are read as well: `[8 -------- … *]`.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case},
    character::complete::{anychar, digit1, one_of, satisfy, space0},
    combinator::{map_opt, not, opt, recognize},
    sequence::{delimited, preceded, terminated},
};

use super::{
    MoveScore, RawRecord, ReadFaultKind, Tag,
    draft::fault,
    lex::square,
    moves::{self, TextLine},
    syntax::Expected,
};
use crate::{
    board::{Color, Move, Position, Rules, Score, Square},
    source::{Diagnostic, Span},
};

/// The largest board has so many squares.
const MOST_SCORES: usize = 256;

type Parsed<'a, T> = IResult<&'a str, T, Expected>;

/// Reads the line that begins at a place of a text, to the end of the text;
/// `None` when it is not meant as a position.
pub(super) fn read(text: &str, from: usize, rules: Rules) -> Option<RawRecord> {
    let start = text.len() - text.get(from..)?.trim_start().len();
    let end = text.trim_end().len();
    let line = text.get(start..end)?;
    let (start, end) = match ggs_board(line) {
        Some(board) => (start + board.start, start + board.end),
        None => (start, end),
    };
    let squares = find_squares(text, start)?;
    let mut record = RawRecord {
        span: Span::new(start, end),
        ..RawRecord::default()
    };
    let digits = has_digits(squares.text(text));
    let rest = text.get(squares.span.end..end).unwrap_or_default();
    let (rest, side) = match side(rest, digits) {
        Ok((rest, side)) => (rest, Some(side)),
        Err(_) => (rest, None),
    };
    let side = squares.glued_side.or(side);
    match position(squares.text(text), side, rules) {
        Ok(position) => {
            record.rules = Some(*position.rules());
            record.start = Some(position);
        }
        Err(message) => {
            let broken = fault(ReadFaultKind::Syntax, message, squares.span);
            record.faults.push(broken);
        }
    }
    let after = end - rest.len();
    if side.is_none() {
        let warning = Diagnostic::warning("no side to move is given: read as Black", squares.span);
        record
            .notes
            .push(warning.with_help("write X for Black or O for White after the squares"));
    }
    read_items(text, after..end, &mut record);
    Some(record)
}

/// What a board of GGS and NBoard holds: `[8 -------- … *]`.
fn ggs_board(line: &str) -> Option<Span> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (size, board) = inside.split_once(' ')?;
    size.parse::<u8>().ok()?;
    let end = line.len() - 1;
    Some(Span::new(end - board.len(), end))
}

/// The position that squares and the name of a side describe, without a side
/// Black's.
pub(super) fn position_of(
    squares: &str,
    turn: Option<&str>,
    rules: Rules,
) -> Result<Position, String> {
    let to_move = match turn.map(|turn| (turn, side(turn, false))) {
        None => None,
        Some((_, Ok(("", color)))) => Some(color),
        Some((turn, _)) => {
            return Err(format!(
                "`{turn}` is not a side to move: X for Black, O for White"
            ));
        }
    };
    position(squares, to_move, rules)
}

/// Where the squares of a position are.
struct Squares {
    span: Span,
    /// The side to move, when it is glued to the squares.
    glued_side: Option<Color>,
}

impl Squares {
    fn text<'a>(&self, text: &'a str) -> &'a str {
        let squares = text.get(self.span.range()).unwrap_or_default();
        match self.glued_side {
            Some(_) => {
                let last = squares.chars().last().map_or(0, char::len_utf8);
                &squares[..squares.len() - last]
            }
            None => squares,
        }
    }
}

/// The squares at a place: a word of n×n symbols, or n words of n.
fn find_squares(text: &str, start: usize) -> Option<Squares> {
    let rest = text.get(start..)?;
    let word = &rest[..rest
        .find(|c: char| c.is_whitespace() || matches!(c, ';' | ','))
        .unwrap_or(rest.len())];
    let length = word.chars().count();
    let symbols = word.chars().filter(|&c| is_symbol(c)).count();
    let last = word.chars().last()?;
    let has_disc = word.chars().any(|c| Color::from_symbol(c).is_some());
    let whole = |glued_side| Squares {
        span: Span::new(start, start + word.len()),
        glued_side,
    };
    if symbols == length && size_of(length).is_some() && (has_disc || length == 64) {
        return Some(whole(None));
    }
    let glued = symbol_color(last, has_digits(word))
        .filter(|_| length > 16 && size_of(length - 1).is_some());
    if symbols == length && glued.is_some() {
        return Some(whole(glued));
    }
    if let Some(span) = rows(rest, length) {
        return Some(Squares {
            span: span.shifted(start),
            glued_side: None,
        });
    }
    // A long word that is nearly all symbols was meant as a position.
    (length >= 32 && symbols * 8 >= length * 7 && has_disc).then(|| whole(None))
}

/// `n` words of `n` symbols each, with blanks between.
fn rows(text: &str, n: usize) -> Option<Span> {
    if !(4..=16).contains(&n) || n % 2 == 1 {
        return None;
    }
    let mut end = 0;
    let mut words = text.split_inclusive(char::is_whitespace);
    for _ in 0..n {
        let word = words.next()?;
        let row = word.trim_end();
        if row.chars().count() != n || !row.chars().all(is_symbol) {
            return None;
        }
        end += word.len();
    }
    Some(Span::new(0, text.get(..end)?.trim_end().len()))
}

/// The size of the board with so many squares.
fn size_of(squares: usize) -> Option<u8> {
    (4..=Square::MAX_SIZE)
        .step_by(2)
        .find(|&n| usize::from(n) * usize::from(n) == squares)
}

fn is_symbol(c: char) -> bool {
    Color::from_symbol(c).is_some() || matches!(c, '-' | '.' | '_' | '1')
}

/// The position, or why there is none.
fn position(squares: &str, side: Option<Color>, rules: Rules) -> Result<Position, String> {
    let squares: String = squares.chars().filter(|c| !c.is_whitespace()).collect();
    let squares = plain_symbols(&squares);
    let count = squares.chars().count();
    let rules = match size_of(count) {
        Some(size) if size != rules.size() => Rules::othello()
            .with_size(size)
            .map_err(|error| error.to_string())?,
        _ => rules,
    };
    let n = usize::from(rules.size());
    let holes = squares.chars().enumerate().filter(|&(_, c)| c == '#');
    let rules = holes
        .filter_map(|(at, _)| Square::new(u8::try_from(at % n).ok()?, u8::try_from(at / n).ok()?))
        .try_fold(rules, Rules::with_hole)
        .map_err(|error| error.to_string())?;
    let want = n * n;
    if count > want && size_of(count).is_none() {
        return Err(format!(
            "a position on {n}×{n} has {want} squares, this one has {count}"
        ));
    }
    Position::parse(&squares, rules)
        .map(|position| position.with_to_move(side.unwrap_or(Color::Black)))
        .map_err(|error| error.to_string())
}

/// The symbols of programs with other habits as `X`, `O` and `-`: 0 for Black
/// and 1 for White (Egaroucid), `#` for Black where nothing else is.
fn plain_symbols(squares: &str) -> String {
    let digits = has_digits(squares);
    let black = ['X', 'x', '*', 'B', 'b', '●', '⚫'];
    let hash = squares.contains('#') && !squares.contains(black);
    squares
        .chars()
        .map(|c| match c {
            '#' if hash => 'X',
            '0' | '1' if digits => symbol_color(c, true).map_or(c, Color::symbol),
            _ => c,
        })
        .collect()
}

/// Whether the discs are digits: 0 for Black, 1 for White (Egaroucid).
fn has_digits(squares: &str) -> bool {
    squares.contains('1')
}

/// The colour of a symbol, which may be a digit.
fn symbol_color(symbol: char, digits: bool) -> Option<Color> {
    match symbol {
        '0' if digits => Some(Color::Black),
        '1' if digits => Some(Color::White),
        _ => Color::from_symbol(symbol),
    }
}

/// A side to move, by a symbol or a word that ends there.
fn side(text: &str, digits: bool) -> Parsed<'_, Color> {
    let symbol = map_opt(anychar, |symbol| symbol_color(symbol, digits));
    let word = alt((
        tag_no_case("black").map(|_| Color::Black),
        tag_no_case("white").map(|_| Color::White),
        symbol,
    ));
    let ends = not(satisfy(char::is_alphanumeric));
    preceded(space0, terminated(word, ends)).parse(text)
}

/// What follows the side to move: scores, moves, a comment.
fn read_items(text: &str, range: std::ops::Range<usize>, record: &mut RawRecord) {
    let rest = text.get(range.clone()).unwrap_or_default();
    let (items, comment) = match rest.find('%') {
        Some(at) => (&rest[..at], Some(at + 1)),
        None => (rest, None),
    };
    let mut at = range.start;
    for item in items.split(';') {
        let start = at + item.len() - item.trim_start().len();
        at += item.len() + 1;
        read_item(text, item.trim(), start, record);
    }
    if let Some(from) = comment {
        let comment = rest.get(from..).unwrap_or_default();
        let start = range.start + from + comment.len() - comment.trim_start().len();
        push_comment(comment.trim(), start, record);
    }
}

fn read_item(text: &str, item: &str, start: usize, record: &mut RawRecord) {
    // Numbers in further columns of a table are of no use here.
    if item.is_empty() || item.starts_with(',') {
        return;
    }
    let span = Span::new(start, start + item.len());
    if let Ok(("", (mv, score))) = scored_move(item) {
        // Some lists end with a pass of −127, a mark of the end.
        if record.scores.len() == MOST_SCORES {
            let message = "more scores than a board has squares: the others are not read";
            if record.faults.is_empty() {
                record
                    .faults
                    .push(fault(ReadFaultKind::Syntax, message, span));
            }
        }
        if let Some(score) = score.filter(|_| record.scores.len() < MOST_SCORES) {
            record.scores.push(MoveScore { mv, score, span });
        }
        return;
    }
    let line = TextLine::new(item).shifted(start);
    match moves::read(text, &[line]) {
        Some(played) => {
            record.tokens.extend(played.tokens);
            record.notes.extend(played.notes);
            record.claims.extend(played.claims);
        }
        None => push_comment(item, start, record),
    }
}

fn push_comment(comment: &str, start: usize, record: &mut RawRecord) {
    if !comment.is_empty() {
        record.tags.push(Tag {
            name: "comment".to_owned(),
            value: comment.to_owned(),
            span: Span::new(start, start + comment.len()),
        });
    }
}

/// `G8:+18`; the score is `None` where no game can have it.
fn scored_move(text: &str) -> Parsed<'_, (Move, Option<Score>)> {
    let pass = alt((
        tag_no_case("pass"),
        tag_no_case("pa"),
        tag_no_case("ps"),
        tag("--"),
    ));
    let mv = alt((square.map(Move::Place), pass.map(|_| Move::Pass)));
    let number = recognize((opt(one_of("+-")), digit1)).map(|number: &str| {
        let score = number.parse::<i16>().ok();
        score
            .filter(|score| (-100..=100).contains(score))
            .map(Score)
    });
    (mv, delimited(space0, tag(":"), space0), number)
        .map(|(mv, _, score)| (mv, score))
        .parse(text)
}
