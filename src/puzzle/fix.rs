//! [`fix`]: the score, the keys and the main line of puzzles, put right in
//! their file.

use std::collections::HashMap;

use serde::Serialize;

use super::{Complete, Entry, Puzzle, PuzzleFile, fields::Fields};
use crate::{
    board::Square,
    source::{Diagnostic, Edit, Edits, Source, yaml::Document},
};

/// The keys of an entry that can be put right, in the order of a file.
const FIXABLE: [&str; 3] = ["score", "solution", "line"];

/// What changes in an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The key: `score`, `solution` or `line`.
    pub key: &'static str,
    /// What stood there; `None` where nothing did.
    pub from: Option<String>,
    /// What stands there now.
    pub to: String,
}

/// A file that was put right.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The changes of the text.
    pub edits: Edits,
    /// What changes in each entry, by its place in the file; entries that stay
    /// as they are are left out.
    pub changes: HashMap<usize, Vec<Change>>,
    /// The entries that are written in a way that cannot be edited, and stay
    /// as they are.
    pub left: Vec<usize>,
}

/// Puts the score, the keys and the main line of puzzles right. Everything
/// else stays as it is written, comments too: what comes out is read again and
/// held against what it should say.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use outflank::{
///     engine::{Engine, Options},
///     puzzle::{Judge, PuzzleFile, fix},
///     source::Source,
/// };
///
/// let text = "\
/// puzzles:
///   - id: shortest-game   # nine moves
///     moves: e6 f4 e3 f6 g5 d6 e7 f5
///     task: wipe-out
///     in: 1
///     solution: [c7]      # is it?
/// ";
/// let source = Source::new("mine.yaml", text);
/// let file = PuzzleFile::read(&source).map_err(|fault| fault.message)?;
/// let puzzle = file.entries[0].puzzle.as_ref().ok_or("unreadable")?;
/// let mut engine = Engine::new(Options::default())?;
/// let stop = AtomicBool::new(false);
/// let mut judge = Judge::new(&mut engine, &stop);
/// let verdict = judge.judge(&file.entries[0]);
/// let complete = judge.complete(puzzle, &verdict)?.ok_or("the task does not hold")?;
/// let fixed = fix(&source, &file, &[(0, complete)]).map_err(|fault| fault.message)?;
/// assert_eq!(fixed.edits.apply(&source), "\
/// puzzles:
///   - id: shortest-game   # nine moves
///     moves: e6 f4 e3 f6 g5 d6 e7 f5
///     task: wipe-out
///     in: 1
///     score: +64
///     solution: [c5]      # is it?
///     line: c5
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The place where the text is not YAML.
pub fn fix(
    source: &Source,
    file: &PuzzleFile,
    wanted: &[(usize, Complete)],
) -> Result<Fixed, Box<Diagnostic>> {
    let document = Document::parse(source)?;
    let fields = Fields::of(&document);
    let mut fixed = Fixed::default();
    let mut made = Vec::new();
    for (index, complete) in wanted {
        let entry = file.entries.get(*index);
        let fields = entry.and_then(|entry| fields.get(&entry.places.entry.start));
        let found = entry.zip(fields);
        match found.and_then(|(entry, fields)| entry_fix(fields, entry, complete)) {
            Some((changes, _)) if changes.is_empty() => {}
            Some((changes, edits)) => made.push((*index, complete, changes, edits)),
            None => fixed.left.push(*index),
        }
    }
    let edits = |made: &[Made<'_>]| -> Vec<Edit> {
        let edits = made.iter().flat_map(|(_, _, _, edits)| edits);
        edits.cloned().collect()
    };
    if !reads_as(source, file, &edits(&made), &made) {
        // Some entry is written in a way that was not thought of.
        made.retain(|one| {
            let one = std::slice::from_ref(one);
            let good = reads_as(source, file, &edits(one), one);
            fixed
                .left
                .extend(one.iter().filter(|_| !good).map(|one| one.0));
            good
        });
    }
    fixed.edits = Edits::new(edits(&made));
    fixed.changes = made
        .into_iter()
        .map(|(index, _, changes, _)| (index, changes))
        .collect();
    Ok(fixed)
}

/// An entry by its place in the file, what it is to say, and how it changes.
type Made<'c> = (usize, &'c Complete, Vec<Change>, Vec<Edit>);

/// The changes of an entry; `None` when it is written in a way that cannot be
/// edited.
fn entry_fix(
    fields: &Fields<'_>,
    entry: &Entry,
    complete: &Complete,
) -> Option<(Vec<Change>, Vec<Edit>)> {
    let (mut changes, mut edits) = (Vec::new(), Vec::new());
    let puzzle = entry.puzzle.as_ref()?;
    for key in FIXABLE {
        let to = match key {
            "score" => complete.score.to_string(),
            "solution" => names(&complete.solution, ", "),
            _ => names(&complete.line, " "),
        };
        let from = fields.value(key);
        let right = match key {
            "score" => puzzle.score == Some(complete.score),
            "solution" => fields.squares(key).as_ref() == Some(&complete.solution),
            _ => fields.squares(key).as_ref() == Some(&complete.line),
        };
        if right {
            continue;
        }
        let made = match (fields.has(key), key) {
            (false, _) => vec![fields.insert(key, &to)?],
            (true, "solution") => fields.replace_list(key, &complete.solution)?,
            (true, _) => vec![fields.replace(key, &to)?],
        };
        edits.extend(made);
        changes.push(Change { key, from, to });
    }
    Some((changes, edits))
}

/// Squares with something between them.
pub(super) fn names(squares: &[Square], between: &str) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(between)
}

/// Whether a text with changes says what it should, and all else as before.
fn reads_as(source: &Source, file: &PuzzleFile, edits: &[Edit], wanted: &[Made<'_>]) -> bool {
    let text = Edits::new(edits.to_vec()).apply(source);
    let Ok(read) = PuzzleFile::read(&Source::new(source.name(), text)) else {
        return false;
    };
    let same = |index: usize, now: &Entry, before: &Entry| {
        let made = wanted.iter().find(|made| made.0 == index);
        match (made, &now.puzzle, &before.puzzle) {
            (Some(&(_, complete, ..)), Some(now), Some(before)) => says(now, before, complete),
            _ => now.puzzle == before.puzzle && now.id == before.id,
        }
    };
    let entries = read.entries.iter().zip(&file.entries).enumerate();
    read.title == file.title
        && read.entries.len() == file.entries.len()
        && entries
            .into_iter()
            .all(|(index, (now, before))| same(index, now, before))
}

/// Whether a puzzle says what it should, and all else as before.
fn says(now: &Puzzle, before: &Puzzle, complete: &Complete) -> bool {
    let expected = Puzzle {
        score: Some(complete.score),
        solution: complete.solution.clone(),
        line: now.line.clone(),
        ..before.clone()
    };
    let line: Vec<Square> = now.line.iter().filter_map(|mv| mv.square()).collect();
    *now == expected && line == complete.line
}
