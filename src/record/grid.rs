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
    RawRecord, ReadError, ReadFault, ReadFaultKind, Token, TokenKind,
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
    (named && SIZES.contains(&n) && n.is_multiple_of(2)).then_some(n)
}

/// How a diagram is laid out: the squares along a side, and how many numbers
/// of the row stand at the ends of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    size: usize,
    labels: usize,
}

impl Layout {
    /// That of a board of a size whose first row is a line.
    fn of_row(line: &str, size: usize) -> Option<Self> {
        let words = words(line, 0);
        let layout = Self {
            size,
            labels: words.len().checked_sub(size)?,
        };
        let squares = layout.squares(&words, 1)?;
        let fits = squares.iter().all(|(word, _)| cell(word).is_some());
        fits.then_some(layout)
    }

    /// The squares of row `number` (from 1), without its numbers.
    fn squares<'a, 'w>(self, words: &'w [Word<'a>], number: usize) -> Option<&'w [Word<'a>]> {
        let label = number.to_string();
        let is_label = |word: Option<&Word<'_>>| word.is_some_and(|(word, _)| *word == label);
        if words.len() != self.size + self.labels {
            return None;
        }
        match self.labels {
            0 => Some(words),
            1 if is_label(words.first()) => words.get(1..),
            1 if is_label(words.last()) => words.get(..self.size),
            2 if is_label(words.first()) && is_label(words.last()) => words.get(1..=self.size),
            _ => None,
        }
    }
}

/// The layout of a diagram whose first row a line is.
fn first_row(line: &str) -> Option<Layout> {
    // With a number at both ends before a larger board without.
    let n = words(line, 0).len();
    let sizes = [n.checked_sub(2), n.checked_sub(1), Some(n)];
    let sizes = sizes.into_iter().flatten();
    let mut sizes = sizes.filter(|size| size % 2 == 0 && SIZES.contains(size));
    sizes.find_map(|size| Layout::of_row(line, size))
}

/// Where a diagram is in some lines.
struct Diagram {
    layout: Layout,
    /// The number of the line that is its first row.
    first: usize,
    /// Whether the line above names the columns.
    headed: bool,
}

impl Diagram {
    fn find(lines: &[&str]) -> Option<Self> {
        lines.iter().enumerate().find_map(|(at, line)| {
            let named = header(line);
            let first = at + usize::from(named.is_some());
            let row = lines.get(first)?;
            let diagram = Self {
                layout: match named {
                    Some(size) => Layout::of_row(row, size)?,
                    None => first_row(row)?,
                },
                first,
                headed: named.is_some(),
            };
            diagram.cells(lines).map(|_| diagram)
        })
    }

    /// What stands on its squares, if all of its lines are rows.
    fn cells(&self, lines: &[&str]) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let size = self.layout.size;
        for (number, line) in (1..=size).zip(lines.iter().skip(self.first)) {
            let words = words(line, 0);
            for (word, _) in self.layout.squares(&words, number)? {
                cells.push(cell(word)?);
            }
        }
        (cells.len() == size * size).then_some(cells)
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
        let below = lines.iter().skip(self.first + self.layout.size).take(BELOW);
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
            let begins = named.or_else(|| first_row(&line.text).map(|row| row.size));
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
    let mut named = None;
    let mut layout: Option<Layout> = None;
    let mut grid = Vec::new();
    let mut notes = Notes::default();
    let mut broken = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if layout.is_some_and(|layout| grid.len() >= layout.size) {
            notes.read(line, start);
            continue;
        }
        if grid.is_empty() && header(line).is_some() {
            named = header(line);
            continue;
        }
        let words = words(line, start);
        let layout = *layout.get_or_insert_with(|| match named {
            Some(size) => Layout {
                size,
                labels: words.len().saturating_sub(size).min(2),
            },
            None => first_row(line).unwrap_or(Layout { size: 8, labels: 0 }),
        });
        let squares = layout.squares(&words, grid.len() + 1);
        if squares.is_none() {
            let (number, n) = (grid.len() + 1, layout.size);
            let count = words.len().saturating_sub(layout.labels);
            let message =
                format!("row {number} of the diagram has {count} squares, and there should be {n}");
            let indent = line.len() - line.trim_start().len();
            let span = Span::new(start + indent, start + line.trim_end().len());
            broken.push(fault(ReadFaultKind::Syntax, message, span));
        }
        grid.push(squares.unwrap_or_default().to_vec());
    }
    let size = layout.map_or(8, |layout| layout.size);
    let whole = Span::new(0, text.trim_end().len());
    if grid.len() < size && broken.is_empty() {
        let message = format!("the diagram has {} rows of {size} squares", grid.len());
        broken.push(fault(ReadFaultKind::Truncated, message, whole));
    }
    fill(&grid, broken, &notes, rules, whole)
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

/// The record of a diagram, row by row, that stands at a place. Where a row is
/// broken, or missing, nothing can be said about the game.
pub(super) fn fill(
    rows: &[Vec<Word<'_>>],
    broken: Vec<ReadFault>,
    notes: &Notes,
    rules: Rules,
    span: Span,
) -> RawRecord {
    let mut record = RawRecord {
        span,
        faults: broken,
        ..RawRecord::default()
    };
    if !record.faults.is_empty() {
        return record;
    }
    let mut complain = |message: String, span: Span| {
        let broken = fault(ReadFaultKind::Syntax, message, span);
        record.faults.push(broken);
    };
    let mut board = u8::try_from(rows.len())
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
                let broken = fault(ReadFaultKind::Syntax, error.to_string(), span);
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
