//! Help wipe-outs: the shortest way to a wipe-out when both sides work for it.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    Unproved,
    node::Node,
    table::{Known, NEVER, Table},
};
use crate::{
    board::{Board, Move, Square},
    engine::stability::EdgeTable,
};

/// Bytes of the table of positions.
const HASH: usize = 64 << 20;

/// With fewer plies to go, searching is quicker than looking up.
const LEAST_STORED: u32 = 3;

/// Whose last disc is to be flipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hunted {
    /// That of the side to move.
    Player,
    /// That of the other side.
    Opponent,
}

impl Hunted {
    /// Who is wiped out by the last of so many plies when nobody passes: an
    /// odd number ends with a disc of the side to move.
    #[must_use]
    pub const fn after(plies: u32) -> Self {
        if plies % 2 == 1 {
            Self::Opponent
        } else {
            Self::Player
        }
    }

    /// The same side, seen by the other one.
    #[must_use]
    pub const fn passed(self) -> Self {
        match self {
            Self::Player => Self::Opponent,
            Self::Opponent => Self::Player,
        }
    }
}

/// Finds the shortest wipe-outs when both sides help, by deeper and deeper
/// searches that look at every line. A ply is a disc of either side; passes
/// do not count.
///
/// What cannot lead to the goal is cut off: positions in which the hunted side
/// has a stable disc, and positions that were looked at before, turned and
/// mirrored ones too.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use outflank::board::Board;
/// use outflank::engine::{Helper, Hunted};
///
/// // No game is shorter than nine plies.
/// let stop = AtomicBool::new(false);
/// let mut helper = Helper::new(&stop);
/// let found = helper.shortest(Board::START, Hunted::Opponent, 9)?.ok_or("none")?;
/// assert_eq!((found.plies, found.best.len(), found.line.len()), (9, 4, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Helper<'a> {
    stop: &'a AtomicBool,
    table: Option<Table>,
    edges: &'static EdgeTable,
    nodes: u64,
}

/// The shortest wipe-out that both sides can reach together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpWipeOut {
    /// The discs that are placed, by both sides.
    pub plies: u32,
    /// Every first move with which it takes no more than that, in board order;
    /// empty when the side to move must pass first.
    pub best: Vec<Square>,
    /// One such line, passes included.
    pub line: Vec<Move>,
}

impl<'a> Helper<'a> {
    /// A search that gives up soon after somebody sets the flag.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            table: None,
            edges: EdgeTable::get(),
            nodes: 0,
        }
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The shortest wipe-out, if it takes at most so many plies.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn shortest(
        &mut self,
        board: Board,
        hunted: Hunted,
        at_most: u32,
    ) -> Result<Option<HelpWipeOut>, Unproved> {
        let Some(plies) = self.fewest(board, hunted, at_most)? else {
            return Ok(None);
        };
        let node = node(board, hunted);
        Ok(Some(HelpWipeOut {
            plies,
            best: self.first(node, plies)?,
            line: self.line(node, plies)?,
        }))
    }

    /// The fewest plies that a wipe-out takes, if they are at most so many.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn fewest(
        &mut self,
        board: Board,
        hunted: Hunted,
        at_most: u32,
    ) -> Result<Option<u32>, Unproved> {
        for plies in 0..=at_most {
            if self.reaches(node(board, hunted), plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn first(&mut self, node: Node, plies: u32) -> Result<Vec<Square>, Unproved> {
        let mut first = Vec::new();
        for (square, child) in node.replies() {
            if plies > 0 && self.reaches(child, plies - 1)? {
                first.push(square);
            }
        }
        Ok(first)
    }

    fn line(&mut self, mut node: Node, plies: u32) -> Result<Vec<Move>, Unproved> {
        let mut line = Vec::new();
        let mut left = plies;
        while !node.is_wiped_out() {
            let mut next = (Move::Pass, node.passed());
            for (square, child) in node.replies() {
                if self.reaches(child, left.saturating_sub(1))? {
                    next = (Move::Place(square), child);
                    left = left.saturating_sub(1);
                    break;
                }
            }
            line.push(next.0);
            node = next.1;
        }
        Ok(line)
    }

    /// Whether some line of at most so many plies wipes the defender out.
    fn reaches(&mut self, node: Node, plies: u32) -> Result<bool, Unproved> {
        if node.is_wiped_out() {
            return Ok(true);
        }
        self.nodes += 1;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unproved);
        }
        let moves = node.board.moves();
        if moves.is_empty() {
            let passed = node.passed();
            return if passed.board.moves().is_empty() {
                Ok(false)
            } else {
                self.reaches(passed, plies)
            };
        }
        // The last ply is the attacker's.
        if plies <= 1 {
            return Ok(plies == 1 && node.attack && node.ends_now(moves));
        }
        if node.has_stable_disc(self.edges) || node.needs_more_than(plies) {
            return Ok(false);
        }
        let seen = Node {
            board: node.board.canonical().0,
            ..node
        };
        let stored = plies >= LEAST_STORED;
        if stored && self.fails(seen, plies) {
            return Ok(false);
        }
        let before = self.nodes;
        let mut replies: Vec<Node> = node.replies().map(|(_, child)| child).collect();
        replies.sort_by_key(|child| child.defender().len());
        for child in replies {
            if self.reaches(child, plies - 1)? {
                return Ok(true);
            }
        }
        if stored {
            self.note(seen, plies, self.nodes - before);
        }
        Ok(false)
    }

    /// Whether it is known that so many plies are not enough.
    fn fails(&self, node: Node, plies: u32) -> bool {
        let known = self.table.as_ref().and_then(|table| table.get(node));
        known.is_some_and(|known| u32::from(known.not_within) >= plies)
    }

    fn note(&mut self, node: Node, plies: u32, work: u64) {
        if self.table.is_none() {
            self.table = Table::new(HASH);
        }
        let known = Known {
            not_within: plies.min(u32::from(NEVER) - 1) as u8,
            ..Known::NOTHING
        };
        if let Some(table) = &mut self.table {
            table.put(node, known, work);
        }
    }
}

impl fmt::Debug for Helper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

fn node(board: Board, hunted: Hunted) -> Node {
    Node {
        board,
        attack: hunted == Hunted::Opponent,
    }
}
