//! Where in a line of plain text the moves are.
//!
//! Moves stand close together; prose does not. The words of a line fall into
//! *runs*, which any word that is no move and cannot be meant as one ends.
//! Numbers, colours, hyphens and brackets do not end a run, and remarks in
//! brackets do not count. Then:
//!
//! - A run of three or more squares is moves. So is a shorter one that begins
//!   its line, unless the line has more other words than squares, and one
//!   after a label that says so (`Zugfolge:`, `MOVES:`).
//! - The list goes from the first such run to the last run of the line that
//!   has a square of a usual board. **Inside the list nothing is skipped**: a
//!   word between two moves stands in the place of a move and is reported.
//! - Three or more squares with the row first (`5f 6d 3c`) are moves, though
//!   none that can be played as they stand.
//! - What looks like a move and is none (`5f`, `z3`, letters glued to moves)
//!   belongs to the run that it touches. Two letters (`zz`) do when nothing
//!   but moves is on their side of the line; `by`, `am` and `vs` in a sentence
//!   have other words there.
//! - All the rest is prose: names, dates, addresses, single squares that a
//!   sentence mentions.

use std::ops::Range;

use super::lex::{Atom, Lexeme, is_turned};

/// The moves of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The words from the first move to the last.
    pub(super) words: Range<usize>,
    /// Whether it may be something else, and counts only where nothing better
    /// is found.
    pub(super) doubtful: bool,
}

/// This many squares in a row are no accident.
const STRONG: usize = 3;

/// Labels that announce moves, lower case.
const MOVE_LABELS: [&str; 14] = [
    "moves",
    "move",
    "zugfolge",
    "züge",
    "transcript",
    "kifu",
    "棋譜",
    "game",
    "coups",
    "partie",
    "ходы",
    "mosse",
    "jugadas",
    "record",
];

/// Words between which nothing but moves, numbers and marks stands.
#[derive(Debug)]
struct Run {
    words: Range<usize>,
    squares: usize,
    /// Squares with the row first.
    turned: usize,
    /// The label right before it, if any.
    label: Option<usize>,
}

/// Finds the moves of a line.
pub(super) fn find_list(text: &str, words: &[Lexeme]) -> Option<List> {
    let remark = remarks(words);
    let counts = |index: usize| !remark.get(index).copied().unwrap_or(false);
    let runs = runs(text, words, counts);
    let squares: usize = runs.iter().map(|run| run.squares).sum();
    let others = words
        .iter()
        .enumerate()
        .filter(|&(index, word)| counts(index) && word.atom == Atom::Word)
        .count();
    let announces = |run: &Run| {
        run.label.is_some_and(|index| {
            let name = words
                .get(index)
                .map(|word| text.get(word.span.range()).unwrap_or_default());
            name.is_some_and(|name| MOVE_LABELS.contains(&name.to_lowercase().as_str()))
        })
    };
    let begins_line = |run: &Run| {
        run.label.is_none()
            && words[..run.words.start]
                .iter()
                .all(|word| !is_prose(&word.atom))
    };
    let sure = |run: &Run| {
        run.squares >= STRONG
            || run.turned >= STRONG
            || run.squares > 0 && (announces(run) || begins_line(run) && others <= squares)
    };
    let first = runs.iter().position(sure);
    let doubtful = first.is_none();
    // A short run after any other label: moves if nothing better is found.
    let first = first.or_else(|| {
        let alone = |run: &Run| run.squares > 0 && run.label.is_some();
        runs.iter().position(alone).filter(|_| others == 0)
    })?;
    let last = runs
        .iter()
        .rposition(|run| run.squares > 0 || run.turned >= STRONG)?;
    let begin = runs.get(first)?;
    let end = runs.get(last)?;
    let start = first_word(words, begin, others_before(words, begin.words.start));
    let stop = last_word(words, end, others_after(words, end.words.end));
    Some(List {
        words: start..stop,
        doubtful,
    })
}

const fn is_prose(atom: &Atom) -> bool {
    matches!(atom, Atom::Word | Atom::Label)
}

fn others_before(words: &[Lexeme], end: usize) -> bool {
    words.iter().take(end).any(|word| is_prose(&word.atom))
}

fn others_after(words: &[Lexeme], start: usize) -> bool {
    words.iter().skip(start).any(|word| is_prose(&word.atom))
}

/// The first word of a run that can be meant as a move.
fn first_word(words: &[Lexeme], run: &Run, prose_before: bool) -> usize {
    let moves = |atom: &Atom| match atom {
        Atom::Square(_) | Atom::Pass | Atom::Odd => true,
        Atom::Pair => !prose_before,
        _ => false,
    };
    let mut start = run
        .words
        .clone()
        .find(|&index| moves(&words[index].atom))
        .unwrap_or(run.words.start);
    // The colour of the first move.
    while start > run.words.start && matches!(words[start - 1].atom, Atom::Side(_)) {
        start -= 1;
    }
    start
}

/// One past the last word of a run that can be meant as a move.
fn last_word(words: &[Lexeme], run: &Run, prose_after: bool) -> usize {
    let moves = |atom: &Atom| match atom {
        Atom::Square(_) | Atom::Pass | Atom::Odd => true,
        Atom::Dash(length) => *length > 1,
        Atom::Pair => !prose_after,
        _ => false,
    };
    let last = run.words.clone().rfind(|&index| moves(&words[index].atom));
    last.map_or(run.words.end, |index| index + 1)
}

fn runs(text: &str, words: &[Lexeme], counts: impl Fn(usize) -> bool) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    let mut label = None;
    for (index, word) in words.iter().enumerate() {
        if !counts(index) {
            continue;
        }
        match word.atom {
            Atom::Word | Atom::Pairing(..) | Atom::Halves => {
                open = false;
                label = None;
            }
            Atom::Label => {
                open = false;
                label = Some(index);
            }
            // `Zugfolge` and its colon.
            Atom::Colon if !open => {}
            Atom::Colon => open = false,
            _ => {
                if !open {
                    runs.push(Run {
                        words: index..index,
                        squares: 0,
                        turned: 0,
                        label: label.take(),
                    });
                    open = true;
                }
                if let Some(run) = runs.last_mut() {
                    run.words.end = index + 1;
                    run.squares += usize::from(word.is_good());
                    let name = text.get(word.span.range());
                    run.turned += usize::from(name.is_some_and(is_turned));
                }
            }
        }
    }
    runs
}

/// Brackets in brackets are followed down to here, so that the time to read a
/// line grows with its length alone.
const DEEPEST: usize = 8;

/// For each word whether it stands in brackets that hold a remark: other
/// words, or no square at all.
fn remarks(words: &[Lexeme]) -> Vec<bool> {
    let mut remark = vec![false; words.len()];
    let mut open = Vec::new();
    for (index, word) in words.iter().enumerate() {
        match word.atom {
            Atom::Open if open.len() < DEEPEST => open.push(index),
            Atom::Close => {
                let Some(start) = open.pop() else { continue };
                let inside = words.get(start..=index).unwrap_or_default();
                let squares = inside.iter().filter(|word| word.is_good()).count();
                let side = matches!(
                    inside,
                    [
                        _,
                        Lexeme {
                            atom: Atom::Side(_),
                            ..
                        },
                        _
                    ]
                );
                let others = inside.iter().any(|word| {
                    !matches!(
                        word.atom,
                        Atom::Square(_) | Atom::Pass | Atom::Open | Atom::Close
                    )
                });
                if !side && (squares == 0 || others && squares < STRONG) {
                    remark[start..=index].fill(true);
                }
            }
            _ => {}
        }
    }
    remark
}
