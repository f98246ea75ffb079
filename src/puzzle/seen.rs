//! [`Seen`]: the puzzles met so far, to know those that come again.

use std::collections::HashMap;

use super::{Entry, Problem, ProblemKind, Puzzle, Task, walk::walk};
use crate::{
    board::{Board, Square, Symmetry},
    source::Source,
};

/// Two positions with as many different squares are nearly the same.
const NEAR: u32 = 2;

/// Remembers puzzles, to know those that come again, turned, mirrored or with
/// the colours exchanged.
///
/// ```
/// use outflank::{puzzle::{ProblemKind, PuzzleFile, Seen}, source::Source};
///
/// let text = "\
/// puzzles:
///   - id: before-the-last-move
///     moves: e6 f4 e3 f6 g5 d6 e7 f5
///     task: wipe-out
///     in: 1
///     solution: [c5]
///   - id: mirrored
///     moves: f5 d6 c5 f6 e7 f4 g5 e6
///     task: wipe-out
///     in: 1
///     solution: [e3]
/// ";
/// let source = Source::new("mine.yaml", text);
/// let file = PuzzleFile::read(&source).map_err(|fault| fault.message)?;
/// let mut seen = Seen::default();
/// assert_eq!(seen.note(&source, &file.entries[0]), []);
/// let again = seen.note(&source, &file.entries[1]);
/// assert_eq!(again[0].kind, ProblemKind::Duplicate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Seen {
    /// Where each id was seen.
    ids: HashMap<String, String>,
    /// The puzzles that could be read, with their places.
    puzzles: Vec<Known>,
    /// Which of them has a position with a task and its keys.
    posed: HashMap<(Board, Task, Vec<Square>), usize>,
    /// Which of them has a position.
    positions: HashMap<Board, usize>,
    /// Which of them has a position in its main line, and after how many
    /// discs.
    lines: HashMap<Board, (usize, usize)>,
}

/// A puzzle that was met.
#[derive(Debug)]
struct Known {
    /// `` `id` in file:line ``
    name: String,
    board: Board,
}

impl Seen {
    /// Notes a puzzle, and says what of it was there before: its id, or all of
    /// it, or, as a remark, nearly all of it.
    ///
    /// Nearly the same are puzzles of one position with different tasks or
    /// keys, with the other side to move, of positions that differ in at most
    /// two squares, and of a position in the main line of another. Of several
    /// one is named.
    pub fn note(&mut self, source: &Source, entry: &Entry) -> Vec<Problem> {
        let mut problems = Vec::new();
        let label = source.label(entry.places.entry.start);
        let id = entry.id.clone().unwrap_or_default();
        if let Some(first) = self.ids.get(&id) {
            let message = format!("`{id}` is the id of another puzzle, in {first}");
            problems.push(Problem::new(
                ProblemKind::Duplicate,
                message,
                entry.places.id,
            ));
        } else if !id.is_empty() {
            self.ids.insert(id.clone(), label.clone());
        }
        if let Some(puzzle) = &entry.puzzle {
            problems.extend(self.note_puzzle(entry, puzzle, format!("`{id}` in {label}")));
        }
        problems
    }

    fn note_puzzle(&mut self, entry: &Entry, puzzle: &Puzzle, name: String) -> Option<Problem> {
        let span = entry.places.position;
        // A board is seen by the side to move, whichever colour it has.
        let (board, turn) = puzzle.position.board()?.canonical();
        let keys = puzzle.solution.iter();
        let mut keys: Vec<Square> = keys.map(|&key| turn.square(key, 8)).collect();
        keys.sort_unstable();
        let posed = (board, puzzle.task, keys);
        if let Some(first) = self.posed.get(&posed).and_then(|&at| self.puzzles.get(at)) {
            let message = format!(
                "{} is this puzzle, up to turning, mirroring and colour",
                first.name
            );
            return Some(Problem::new(ProblemKind::Duplicate, message, span));
        }
        let line: Vec<Board> = walk(puzzle, &puzzle.line)
            .iter()
            .skip(1)
            .map(|step| step.board.canonical().0)
            .collect();
        let similar = self.similar(board, &line);
        let at = self.puzzles.len();
        self.puzzles.push(Known { name, board });
        self.posed.insert(posed, at);
        self.positions.entry(board).or_insert(at);
        for (index, &later) in line.iter().enumerate() {
            self.lines.entry(later).or_insert((at, index + 1));
        }
        similar.map(|message| Problem::remark(ProblemKind::Similar, message, span))
    }

    /// What is like a position, or a position of its main line, if anything
    /// is; all of them in their canonical form.
    fn similar(&self, board: Board, line: &[Board]) -> Option<String> {
        let name = |at: usize| self.puzzles.get(at).map(|known| known.name.as_str());
        if let Some(&at) = self.positions.get(&board) {
            let name = name(at)?;
            return Some(format!("{name} has this position with another solution"));
        }
        let (passed, _) = board.pass().canonical();
        if let Some(&at) = self.positions.get(&passed) {
            let name = name(at)?;
            return Some(format!(
                "{name} has this position with the other side to move"
            ));
        }
        if let Some(&(at, plies)) = self.lines.get(&board) {
            let (name, plies) = (name(at)?, discs(plies));
            return Some(format!("{name} leads here after {plies} of its main line"));
        }
        let later = line.iter().enumerate();
        let mut found = later.filter_map(|(index, later)| {
            let at = self.positions.get(later)?;
            Some((index + 1, *at))
        });
        if let Some((plies, at)) = found.next() {
            let (name, plies) = (name(at)?, discs(plies));
            return Some(format!(
                "after {plies} of the main line it is the position of {name}"
            ));
        }
        let turned = Symmetry::ALL.map(|symmetry| symmetry.board(board));
        let near = self.puzzles.iter().map(|known| {
            let apart = turned.iter().map(|&board| difference(board, known.board));
            (apart.min().unwrap_or(u32::MAX), known)
        });
        let (apart, known) = near.min_by_key(|&(apart, _)| apart)?;
        let squares = if apart == 1 { "square" } else { "squares" };
        (apart <= NEAR).then(|| {
            let name = &known.name;
            format!("the position differs from that of {name} in {apart} {squares} only")
        })
    }
}

/// `1 disc`, `2 discs`.
fn discs(count: usize) -> String {
    match count {
        1 => "1 disc".to_owned(),
        _ => format!("{count} discs"),
    }
}

/// On how many squares two boards differ.
fn difference(one: Board, other: Board) -> u32 {
    let player = one.player.0 ^ other.player.0;
    let opponent = one.opponent.0 ^ other.opponent.0;
    (player | opponent).count_ones()
}
