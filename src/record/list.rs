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
//!   none that can be played as they stand; so are two that make up a line.
//! - What looks like a move and is none (`5f`, `z3`, letters glued to moves)
//!   belongs to the run that it touches. Two letters (`zz`) do when nothing
//!   but moves is on their side of the line; `by`, `am` and `vs` in a sentence
//!   have other words there.
//! - A letter or a number that a line ends with, right behind its moves, is
//!   what is left of a move: `f5 d6 c`, `f5 d6 3`.
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
    /// How many odd words touch what is before them: `a1b` is rather a name.
    glued: usize,
    /// The label right before it, if any.
    label: Option<usize>,
}

/// Finds the moves of a line, and marks the remarks in it.
pub(super) fn find_list(text: &str, words: &mut [Lexeme]) -> Option<List> {
    mark_remarks(words);
    let words = &*words;
    let runs = runs(text, words);
    let squares: usize = runs.iter().map(|run| run.squares).sum();
    let others = words
        .iter()
        .filter(|word| !word.aside && word.atom == Atom::Word)
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
            || run.turned > 1 && others == 0 && (announces(run) || begins_line(run))
            || run.squares > 0 && (announces(run) || begins_line(run) && others <= squares)
    };
    let first = runs.iter().position(sure).or_else(|| {
        let only_passes = runs.len() == 1 && others == 0 && is_passes(words);
        only_passes.then_some(0)
    });
    let doubtful = first.is_none();
    // A short run after any other label: moves if nothing better is found.
    let first = first.or_else(|| {
        let alone = |run: &Run| run.squares > 0 && run.label.is_some();
        runs.iter().position(alone).filter(|_| others == 0)
    })?;
    let last = runs
        .iter()
        .rposition(|run| run.squares > run.glued || run.turned >= STRONG);
    let last = last.unwrap_or(first).max(first);
    let begin = runs.get(first)?;
    let end = runs.get(last)?;
    let prose_before = !announces(begin) && others_before(words, begin.words.start);
    let start = first_word(words, begin, prose_before);
    let stop = last_word(words, end, others_after(words, end.words.end));
    let stop = past_fragments(text, words, stop);
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

/// Whether a line has passes and no other moves: `27. --`. Two hyphens by
/// themselves may also be a line under a text.
fn is_passes(words: &[Lexeme]) -> bool {
    let pass = |word: &Lexeme| matches!(word.atom, Atom::Pass | Atom::Dash(2));
    let mark = |word: &Lexeme| {
        matches!(
            word.atom,
            Atom::Number(_) | Atom::Side(_) | Atom::Pairing(..) | Atom::Halves
        )
    };
    words.iter().any(pass)
        && words.iter().all(|word| pass(word) || mark(word))
        && (words.len() > 1 || words.iter().any(|word| word.atom == Atom::Pass))
}

/// The first word of a run that can be meant as a move.
fn first_word(words: &[Lexeme], run: &Run, prose_before: bool) -> usize {
    let moves = |atom: &Atom| match atom {
        Atom::Square(_) | Atom::Pass | Atom::Odd => true,
        Atom::Pair => !prose_before,
        _ => false,
    };
    let numbered = |index: usize| {
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|word| matches!(word.atom, Atom::Number(_) | Atom::Side(_)))
    };
    let pass = |index: usize| words[index].atom == Atom::Dash(2) && numbered(index);
    let mut start = run
        .words
        .clone()
        .find(|&index| moves(&words[index].atom) || pass(index))
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
        Atom::Dash(length) => *length == 2,
        Atom::Pair => !prose_after,
        _ => false,
    };
    let last = run.words.clone().rfind(|&index| moves(&words[index].atom));
    last.map_or(run.words.end, |index| index + 1)
}

/// One past the pieces of moves that end a line, where nothing but them
/// stands after its moves. More than one number is a table's.
fn past_fragments(text: &str, words: &[Lexeme], stop: usize) -> usize {
    if let Some(end) = past_signed_label(text, words, stop) {
        return end;
    }
    let (mut end, mut numbers) = (stop, 0);
    for (index, word) in words.iter().enumerate().skip(stop) {
        match word.atom {
            _ if word.aside => continue,
            Atom::Dash(_) => continue,
            Atom::Pair => {}
            Atom::Close => break,
            Atom::Number(number) if !number.signed && !number.dotted => numbers += 1,
            _ if is_letter(text, word) => {}
            _ => return stop,
        }
        end = index + 1;
    }
    if numbers > 1 { stop } else { end }
}

/// One past a word with a colon that a sign glues to the moves before it: the
/// last move of `+f5-d6+zz: -04` is none.
fn past_signed_label(text: &str, words: &[Lexeme], stop: usize) -> Option<usize> {
    let last = words.get(stop.checked_sub(1)?)?;
    let mut after = words.iter().enumerate().skip(stop);
    let (index, label) = after.find(|(_, word)| word.atom != Atom::Dash(1))?;
    let sign = text.get(last.span.end..label.span.start)?;
    (label.atom == Atom::Label && matches!(sign, "+" | "-")).then_some(index + 1)
}

/// Whether a word is a single letter, which may be a column. A byte that is
/// no text has become any letter of Latin-1.
pub(super) fn is_letter(text: &str, word: &Lexeme) -> bool {
    let mut letters = text.get(word.span.range()).unwrap_or_default().chars();
    let is_latin = |c: char| c.is_alphabetic() && c <= '\u{ff}';
    word.atom == Atom::Word && letters.next().is_some_and(is_latin) && letters.next().is_none()
}

fn runs(text: &str, words: &[Lexeme]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    let mut label = None;
    for (index, word) in words.iter().enumerate() {
        if word.aside {
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
                        glued: 0,
                        label: label.take(),
                    });
                    open = true;
                }
                if let Some(run) = runs.last_mut() {
                    run.words.end = index + 1;
                    run.squares += usize::from(word.is_good());
                    let name = text.get(word.span.range());
                    run.turned += usize::from(name.is_some_and(is_turned));
                    let touches = index > 0 && words[index - 1].span.end == word.span.start;
                    run.glued += usize::from(touches && word.atom == Atom::Odd);
                }
            }
        }
    }
    runs
}

/// Brackets in brackets are followed down to here, so that the time to read a
/// line grows with its length alone.
const DEEPEST: usize = 8;

/// Marks the words in brackets that hold a remark: other words, or no square
/// at all.
fn mark_remarks(words: &mut [Lexeme]) {
    let mut open = Vec::new();
    for index in 0..words.len() {
        match words[index].atom {
            Atom::Open if open.len() < DEEPEST => open.push(index),
            Atom::Close => {
                if let Some(inside) = open.pop().and_then(|start| words.get_mut(start..=index))
                    && is_remark(inside)
                {
                    inside.iter_mut().for_each(|word| word.aside = true);
                }
            }
            _ => {}
        }
    }
}

fn is_remark(bracketed: &[Lexeme]) -> bool {
    let squares = bracketed.iter().filter(|word| word.is_good()).count();
    let colour = matches!(
        bracketed,
        [
            _,
            Lexeme {
                atom: Atom::Side(_),
                ..
            },
            _
        ]
    );
    let others = bracketed.iter().any(|word| {
        !matches!(
            word.atom,
            Atom::Square(_) | Atom::Pass | Atom::Open | Atom::Close
        )
    });
    !colour && (squares == 0 || others && squares < STRONG)
}
