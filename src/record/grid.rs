//! Diagrams of games: a row of numbers for each row of the board, each number
//! on the square where that move was played, with letters and numbers around
//! them or without, as books, score sheets and `show --kifu` have them.
//!
//! The discs of the start are `X` and `O`, `●` and `○`, or `##` for Black and
//! `()` for White; a diagram without discs is a game from the usual start. An
//! empty square is `-`, `--`, `.`, `·` or `0`, one that cannot be filled `#`.
//! Under the rows may stand `White moves first` and `Passes: White after ply
//! 8`; other passes are found from the moves. A diagram without numbers is a
//! position.

use std::io::BufRead;

use super::{
    RawRecord, ReadError, ReadFaultKind, Token, TokenKind,
    draft::{Draft, fault},
    moves::TextLine,
    read::{Found, Stream},
};
use crate::{
    board::{ByColor, Color, Position, Rules, Square},
    source::Span,
};

/// The sizes of boards.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// A word of a row with its place.
pub(super) type Word<'a> = (&'a str, Span);

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Disc(Color),
    Hole,
    Number(u16),
}

fn cell(word: &str) -> Option<Cell> {
    match word {
        "()" => return Some(Cell::Disc(Color::White)),
        "##" => return Some(Cell::Disc(Color::Black)),
        "#" | "▒" => return Some(Cell::Hole),
        "-" | "--" | "." | ".." | "·" | "··" | "_" | "__" | "+" | "0" | "00" | "000" => {
            return Some(Cell::Empty);
        }
        _ => {}
    }
    if word.bytes().all(|c| c.is_ascii_digit()) {
        return word.parse().ok().map(Cell::Number);
    }
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(symbol), None) => Color::from_symbol(symbol).map(Cell::Disc),
        _ => None,
    }
}

/// The words of a line; frames and the marks of the last move are none.
fn words(line: &str, offset: usize) -> Vec<Word<'_>> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '|' | '│');
    let mut found = Vec::new();
    for word in line.split(is_gap).filter(|word| !word.is_empty()) {
        let start = (word.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        let span = Span::new(start, start + word.len()).shifted(offset);
        found.push((word, span));
    }
    found
}

/// The size of the board whose columns a line names: `a b c d …`.
fn header(line: &str) -> Option<usize> {
    let words = words(line, 0);
    let named = words.iter().zip('a'..).all(|((word, _), letter)| {
        let mut chars = word.chars();
        chars.next().map(|c| c.to_ascii_lowercase()) == Some(letter) && chars.next().is_none()
    });
    let n = words.len();
    (named && SIZES.contains(&n) && n % 2 == 0).then_some(n)
}

/// The squares of a line that is row `number` (from 1) of a board of `size`,
/// without the numbers of the row at its ends.
fn squares<'a, 'w>(words: &'w [Word<'a>], number: usize, size: usize) -> Option<&'w [Word<'a>]> {
    let label = number.to_string();
    let is_label = |word: Option<&Word<'_>>| word.is_some_and(|(word, _)| *word == label);
    match words.len().checked_sub(size)? {
        0 => Some(words),
        1 if is_label(words.first()) => words.get(1..),
        1 if is_label(words.last()) => words.get(..size),
        2 if is_label(words.first()) && is_label(words.last()) => words.get(1..=size),
        _ => None,
    }
}

/// The size of the board whose first row a line is.
fn first_row(line: &str) -> Option<usize> {
    let words = words(line, 0);
    let fits = |size: &usize| {
        let squares = squares(&words, 1, *size);
        squares.is_some_and(|squares| squares.iter().all(|(word, _)| cell(word).is_some()))
    };
    // With a number at both ends before a larger board without.
    let n = words.len();
    let sizes = [n.checked_sub(2), n.checked_sub(1), Some(n)];
    let mut sizes = sizes.into_iter().flatten();
    sizes.find(|size| size % 2 == 0 && SIZES.contains(size) && fits(size))
}

/// Where a diagram is in some lines.
struct Diagram {
    size: usize,
    /// The number of the line that is its first row.
    first: usize,
    /// Whether the line above names the columns.
    headed: bool,
}

impl Diagram {
    fn find(lines: &[&str]) -> Option<Self> {
        lines.iter().enumerate().find_map(|(at, line)| {
            let named = header(line);
            let diagram = Self {
                size: named.or_else(|| first_row(line))?,
                first: at + usize::from(named.is_some()),
                headed: named.is_some(),
            };
            diagram.cells(lines).map(|_| diagram)
        })
    }

    /// What stands on its squares, if all of its lines are rows.
    fn cells(&self, lines: &[&str]) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        for (number, line) in (1..=self.size).zip(lines.iter().skip(self.first)) {
            let words = words(line, 0);
            for (word, _) in squares(&words, number, self.size)? {
                cells.push(cell(word)?);
            }
        }
        (cells.len() == self.size * self.size).then_some(cells)
    }

    /// Whether its numbers count moves: rows of numbers may be many things.
    /// A diagram without numbers is a position where its columns are named.
    fn is_of_game(&self, lines: &[&str]) -> bool {
        let number = |cell: Cell| match cell {
            Cell::Number(number) => Some(usize::from(number)),
            _ => None,
        };
        let cells = self.cells(lines).unwrap_or_default();
        let mut numbers: Vec<usize> = cells.into_iter().filter_map(number).collect();
        numbers.sort_unstable();
        let in_place = (1..).zip(&numbers).filter(|(at, number)| at == *number);
        // One slip moves all that follow.
        let counts = in_place.count() * 2 >= numbers.len();
        if numbers.is_empty() {
            self.headed
        } else {
            counts
        }
    }

    /// Whether there are moves in the lines around it, which then are what
    /// the text is read for.
    fn stands_by_moves(&self, lines: &[&str]) -> bool {
        let has_moves = |line: &&&str| {
            let is_other = header(line).is_none() && first_row(line).is_none() && !is_note(line);
            is_other && TextLine::new(line).list.is_some()
        };
        let above = lines.iter().take(self.first);
        let below = lines.iter().skip(self.first + self.size).take(BELOW);
        above.chain(below).any(|line| has_moves(&line))
    }
}

/// So many lines may stand above the first diagram of a text, and so many
/// below it are looked at.
const ABOVE: usize = 12;
const BELOW: usize = 4;

/// Whether a text begins with a diagram, to find the format by.
pub(super) fn is_grid(head: &str) -> bool {
    let lines: Vec<&str> = head
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    Diagram::find(&lines).is_some_and(|diagram| {
        let near = diagram.first <= ABOVE;
        near && diagram.is_of_game(&lines) && !diagram.stands_by_moves(&lines)
    })
}

/// The notes under a diagram.
const WHITE_FIRST: [&str; 2] = ["White moves first", "White to move"];
const BLACK_FIRST: &str = "Black to move";
const PASSES: &str = "Passes:";

fn is_note(line: &str) -> bool {
    let line = line.trim();
    WHITE_FIRST.contains(&line) || line == BLACK_FIRST || line.starts_with(PASSES)
}

impl<R: BufRead> Stream<R> {
    /// The next diagram: its rows, and what stands below them up to a blank
    /// line or the next diagram.
    pub(super) fn grid(&mut self) -> Result<Option<Found>, ReadError> {
        let mut draft = Draft::default();
        let (mut size, mut rows) = (None, 0);
        while let Some(line) = self.lines.peek()? {
            let named = header(&line.text);
            let whole = size.is_some_and(|size| rows >= size);
            let begins = named.or_else(|| first_row(&line.text));
            let ends = match size {
                None => false,
                Some(_) if line.is_blank() => rows > 0,
                // The letters stand below the rows too.
                Some(size) if whole => begins.is_some() && named != Some(size),
                Some(_) => false,
            };
            if ends || draft.has_no_room(line) {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            if line.is_blank() || size.is_none() && begins.is_none() {
                continue;
            }
            rows += usize::from(named.is_none());
            size = size.or(begins);
            draft.push_line(line);
        }
        if draft.is_empty() {
            return Ok(None);
        }
        let record = read(draft.text(), self.options.rules);
        Ok(Some(draft.finish(&self.name, record)))
    }
}

/// Reads a diagram and the notes below it.
fn read(text: &str, rules: Rules) -> RawRecord {
    let mut size = None;
    let mut grid = Vec::new();
    let mut notes = Notes::default();
    let mut broken = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = words(line, at);
        let n = *size.get_or_insert(header(line).or_else(|| first_row(line)).unwrap_or(8));
        if grid.len() == n {
            notes.read(line, at);
        } else if header(line).is_none() {
            match squares(&words, grid.len() + 1, n) {
                Some(squares) => grid.push(squares.to_vec()),
                None => {
                    let (number, count) = (grid.len() + 1, words.len());
                    let message = format!(
                        "row {number} of the diagram should have {n} squares, and its line has \
                         {count} words"
                    );
                    let start = at + line.len() - line.trim_start().len();
                    let span = Span::new(start, at + line.trim_end().len());
                    broken.push(fault(ReadFaultKind::Syntax, message, span));
                    grid.push(Vec::new());
                }
            }
        }
        at += line.len();
    }
    let mut record = fill(&grid, size.unwrap_or(8), &notes, rules);
    record.span = Span::new(0, text.trim_end().len());
    record.faults.splice(0..0, broken);
    if grid.len() < size.unwrap_or(8) && record.faults.is_empty() {
        let message = format!(
            "the diagram has {} rows of {} squares",
            grid.len(),
            size.unwrap_or(8)
        );
        let broken = fault(ReadFaultKind::Truncated, message, record.span);
        record.faults.push(broken);
    }
    record
}

/// What stands under a diagram.
#[derive(Debug, Default)]
pub(super) struct Notes {
    white_first: bool,
    /// Sides that pass after so many moves.
    passes: Vec<(Color, u16, Span)>,
}

impl Notes {
    fn read(&mut self, line: &str, offset: usize) {
        let text = line.trim();
        self.white_first |= WHITE_FIRST.contains(&text);
        let Some(passes) = text.strip_prefix(PASSES) else {
            return;
        };
        for pass in passes.split(',') {
            let start = (pass.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
            let span = Span::new(start, start + pass.len()).shifted(offset);
            let words: Vec<&str> = pass.split_whitespace().collect();
            if let [side, "after", "ply", number] = words.as_slice()
                && let (Some(side), Ok(number)) = (side_named(side), number.parse())
            {
                self.passes.push((side, number, span));
            }
        }
    }
}

fn side_named(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

/// The record of a diagram, row by row; a row that could not be read is empty.
pub(super) fn fill(rows: &[Vec<Word<'_>>], size: usize, notes: &Notes, rules: Rules) -> RawRecord {
    let mut record = RawRecord::default();
    let mut complain = |message: String, span: Span| {
        let broken = fault(ReadFaultKind::Syntax, message, span);
        record.faults.push(broken);
    };
    let mut board = u8::try_from(size)
        .ok()
        .and_then(|size| rules.with_size(size).ok())
        .unwrap_or(rules);
    let mut discs: ByColor<Vec<Square>> = ByColor::default();
    let mut numbered: Vec<(u16, Square, Span)> = Vec::new();
    let all = (0..).zip(rows).flat_map(|(row, words)| {
        let row = (0..).zip(words).map(move |(col, &word)| (col, row, word));
        row.collect::<Vec<_>>()
    });
    for (col, row, (word, span)) in all {
        let Some(square) = Square::new(col, row) else {
            continue;
        };
        match cell(word) {
            Some(Cell::Empty) => {}
            Some(Cell::Disc(color)) => discs[color].push(square),
            Some(Cell::Number(number)) => numbered.push((number, square, span)),
            Some(Cell::Hole) => match board.with_hole(square) {
                Ok(with_hole) => board = with_hole,
                Err(error) => complain(error.to_string(), span),
            },
            None => complain(
                format!("`{word}` is no square of a diagram: a number, a disc, or `-`"),
                span,
            ),
        }
    }
    numbered.sort_by_key(|(number, ..)| *number);
    for pair in numbered.windows(2) {
        if let [(number, first, _), (same, second, span)] = pair
            && number == same
        {
            let message = format!("{number} stands on {first} and on {second}");
            complain(message, *span);
        }
    }
    numbered.dedup_by_key(|(number, ..)| *number);
    let first = match notes.white_first {
        true => Color::White,
        false => rules.first(),
    };
    let board = board.with_first(first);
    record.rules = Some(board);
    if discs != ByColor::default() {
        match Position::with_discs(board, &discs, first) {
            Ok(position) => record.start = Some(position),
            Err(error) => {
                let broken = fault(ReadFaultKind::Syntax, error.to_string(), Span::default());
                record.faults.push(broken);
            }
        }
    }
    record.tokens = tokens(&numbered, notes);
    record
}

/// The moves in the order of their numbers, and a word for each number that
/// stands nowhere, the first of those that follow one another.
fn tokens(numbered: &[(u16, Square, Span)], notes: &Notes) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut passes = notes.passes.iter().peekable();
    let mut next = 1;
    for &(number, square, span) in numbered {
        while let Some(&(side, _, span)) = passes.next_if(|(_, after, _)| *after < number) {
            tokens.push(Token {
                kind: TokenKind::Pass,
                side: Some(side),
                span,
            });
        }
        if number > next {
            let reason = format!("move {next} is missing: no square has its number");
            tokens.push(Token {
                kind: TokenKind::Word(reason),
                side: None,
                span: Span::new(span.start, span.start),
            });
        }
        next = number.saturating_add(1);
        tokens.push(Token {
            kind: TokenKind::Place(square),
            side: None,
            span,
        });
    }
    tokens.extend(passes.map(|&(side, _, span)| Token {
        kind: TokenKind::Pass,
        side: Some(side),
        span,
    }));
    tokens
}
