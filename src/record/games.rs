//! Games in plain text, one after the other.
//!
//! A text holds one game a line, or games with blank lines between them. A
//! game may be wrapped over lines. Whether a line goes on with the game above
//! or begins another one is told by its move number, where it has one, and
//! else by the rules: the reading under which more of the moves are legal is
//! taken, and where the line could have begun a game all the same, it is said.

use super::{
    lex::Atom,
    moves::TextLine,
    start::candidates,
    trial::{Item, Trial},
};
use crate::board::{Move, Position, Rules, Start};

/// How a line of moves stands to the game above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// It begins another game.
    Begins,
    /// It goes on with the game.
    GoesOn,
    /// It goes on, but might have begun a game.
    Doubtful,
}

/// The game so far, under every start that it may have.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    /// The starts, usual ones first: those asked for and their mirror image.
    starts: Vec<Trial>,
    /// For each start where the game has come to, and after how many moves;
    /// `None` from a fault on.
    here: Vec<(Option<Trial>, usize)>,
    /// How many of the starts are usual.
    usual: usize,
    moves: Vec<Item>,
    /// How many lines the game has taken.
    lines: usize,
    /// Whether the game before stood on one line.
    one_a_line: bool,
    /// Whether every line so far had a single move.
    single_moves: bool,
    /// Whether moves are counted.
    numbered: bool,
    /// Whether the last line ends with the number of the next move.
    dangling: bool,
}

impl Progress {
    pub(super) fn new(rules: Rules) -> Self {
        let mut all: Vec<Rules> = vec![rules];
        all.extend(candidates(rules, false).filter(|other| *other != rules));
        let is_unusual = |other: &Rules| {
            other.size() != rules.size() || other.start() == Start::Parallel && *other != rules
        };
        all.sort_by_key(is_unusual);
        let usual = all.iter().filter(|other| !is_unusual(other)).count();
        let starts: Vec<Trial> = all
            .into_iter()
            .map(|rules| Trial::new(&Position::start(rules)))
            .collect();
        Self {
            here: starts
                .iter()
                .map(|start| (Some(start.clone()), 0))
                .collect(),
            starts,
            usual,
            moves: Vec::new(),
            lines: 0,
            one_a_line: false,
            single_moves: true,
            numbered: false,
            dangling: false,
        }
    }

    /// The same before the first move.
    pub(super) fn restart(&mut self) {
        self.here = self
            .starts
            .iter()
            .map(|start| (Some(start.clone()), 0))
            .collect();
        self.one_a_line =
            self.lines == 1 && self.moves.len() > 1 || self.one_a_line && self.moves.len() == 1;
        self.lines = 0;
        self.moves.clear();
        self.single_moves = true;
        self.numbered = false;
        self.dangling = false;
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Plays the moves of a line.
    pub(super) fn add(&mut self, line: &TextLine) {
        let moves = items(line);
        for (here, reach) in &mut self.here {
            for &item in &moves {
                let Some(trial) = here.as_ref() else { break };
                *here = trial.accept(item);
                *reach += usize::from(here.is_some());
            }
        }
        self.lines += 1;
        self.single_moves &= moves.len() == 1;
        self.numbered |= first_number(line).is_some();
        let last = line.words.last().map(|word| &word.atom);
        self.dangling = matches!(last, Some(Atom::Number(number)) if number.dotted);
        self.moves.extend(moves);
    }

    /// How a line that follows, perhaps after blank lines, is to be read.
    pub(super) fn judge(&self, line: &TextLine, after_blank: bool) -> Reading {
        let moves = items(line);
        if !self.has_moves() {
            return Reading::GoesOn;
        }
        let gained = self.gain(&moves);
        let alone = self.alone(&moves);
        let whole = alone == moves.len();
        // A number may also count the games of a list.
        let listed = whole && alone > 1 && gained == 0;
        match first_number(line) {
            Some((1, 0)) => return Reading::Begins,
            Some((number, before)) if !listed && self.is_next(number, before) => {
                return Reading::GoesOn;
            }
            _ if self.dangling && !after_blank => return Reading::GoesOn,
            _ => {}
        }
        if after_blank {
            let goes_on = alone == 0 && gained == moves.len();
            return if goes_on {
                Reading::GoesOn
            } else {
                Reading::Begins
            };
        }
        // One move a line is one game, whatever is wrong in it, unless the
        // text has a game on every line.
        let one_a_line = self.one_a_line && self.lines == 1 && alone == 1;
        if moves.len() == 1 && !one_a_line && (gained == 1 || self.single_moves) {
            return Reading::GoesOn;
        }
        let broken = self.here.iter().all(|(here, _)| here.is_none());
        match gained.cmp(&alone) {
            std::cmp::Ordering::Greater if alone > 0 => Reading::Doubtful,
            std::cmp::Ordering::Greater => Reading::GoesOn,
            // After a fault nothing is legal; a line that fills other squares
            // and is no whole game is still the rest of that game.
            std::cmp::Ordering::Less if broken && !whole && self.is_apart(&moves) => {
                Reading::Doubtful
            }
            std::cmp::Ordering::Equal if alone == 0 && self.is_apart(&moves) => Reading::GoesOn,
            // A game that counts its moves begins with a number.
            std::cmp::Ordering::Equal if gained > 0 && self.numbered => Reading::GoesOn,
            _ => Reading::Begins,
        }
    }

    /// Whether a number counts the move, or the pair of moves, that comes
    /// after so many more.
    fn is_next(&self, number: i32, before: usize) -> bool {
        let plies = self.moves.len() + before;
        let next = |count: usize| i32::try_from(count + 1) == Ok(number);
        // A pair may be wrapped in its middle, and passes take numbers or not.
        (plies / 2..=plies / 2 + PASSES).any(next) || (plies..=plies + PASSES).any(next)
    }

    /// How many more moves are legal with these at the end.
    fn gain(&self, moves: &[Item]) -> usize {
        let before = self.here.iter().map(|(_, reach)| *reach).max();
        let with = self.here.iter().map(|(here, reach)| {
            let more = here
                .as_ref()
                .map(|trial| trial.reach(moves.iter().copied()));
            reach + more.unwrap_or(0)
        });
        with.max().unwrap_or(0) - before.unwrap_or(0)
    }

    /// How many of the moves are legal as a game of their own. From unusual
    /// starts only whole games count.
    fn alone(&self, moves: &[Item]) -> usize {
        let reach = |start: &Trial| start.reach(moves.iter().copied());
        let (usual, others) = self.starts.split_at(self.usual);
        let best = usual.iter().map(reach).max().unwrap_or(0);
        let whole = moves.len() > SHORT && others.iter().any(|start| reach(start) == moves.len());
        if whole { moves.len() } else { best }
    }

    /// Whether the moves fill squares that the game has not filled.
    fn is_apart(&self, moves: &[Item]) -> bool {
        let shared = moves
            .iter()
            .filter(|item| self.moves.contains(item))
            .count();
        shared * 4 <= moves.len()
    }
}

/// So few moves are legal on some board by chance.
const SHORT: usize = 8;

/// A game has seldom more passes.
const PASSES: usize = 6;

fn items(line: &TextLine) -> Vec<Item> {
    line.listed()
        .iter()
        .filter_map(|word| {
            let mv = match word.atom {
                Atom::Square(square) => Some(Move::Place(square)),
                Atom::Odd | Atom::Pair | Atom::Word => None,
                _ => return None,
            };
            if word.aside {
                return None;
            }
            Some(Item { mv, side: None })
        })
        .collect()
}

/// The first move number of a line, and how many moves are before it.
fn first_number(line: &TextLine) -> Option<(i32, usize)> {
    let start = line.list.as_ref()?.words.start;
    if let Some(number) = start
        .checked_sub(1)
        .and_then(|before| move_number(line, before))
    {
        return Some((number, 0));
    }
    let mut moves = 0;
    for index in line.list.as_ref()?.words.clone() {
        match line.words.get(index)?.atom {
            Atom::Number(number) if number.dotted => return Some((number.value, moves)),
            Atom::Square(_) | Atom::Odd => moves += 1,
            _ => {}
        }
    }
    None
}

fn move_number(line: &TextLine, index: usize) -> Option<i32> {
    match line.words.get(index)?.atom {
        Atom::Number(number) if !number.signed => Some(number.value),
        _ => None,
    }
}
