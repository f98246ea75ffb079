//! Forced wipe-outs: proofs that a side loses its last disc whatever it does.
//!
//! By the official rule a wipe-out is the score of 64, so [`Engine::solve`]
//! says *whether* one is forced where few squares are empty. How many moves it
//! takes, with the shortest win and the longest defence, is what a [`Prover`]
//! finds, and it finds it early in a game too, long before the score can be
//! solved. When both sides work for it, a [`Helper`] finds the shortest way.
//!
//! [`Engine::solve`]: super::Engine::solve

mod help;
mod node;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::{fmt, sync::atomic::AtomicBool};

use thiserror::Error;

use crate::board::{Board, Move, Square};

use super::stability::EdgeTable;
use node::Node;
use table::{Known, NEVER, Table};

pub use help::{HelpWipeOut, Helper, Hunted};

/// Shorter wipe-outs are looked for before it is asked whether there is any.
const SHORT: u32 = 2;

/// Proves or refutes forced wipe-outs by proof numbers: one move of the
/// attacker wins, or every move of the defender loses. Only the attacker's own
/// moves count, the last included; passes cost nothing.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use outflank::board::{Board, Game, Rules};
/// use outflank::engine::Prover;
///
/// // One of the shortest games, before its last three moves.
/// let mut game = Game::new(Rules::othello());
/// for square in ["e6", "f4", "e3", "f6", "g5", "d6"] {
///     game.play(square.parse()?)?;
/// }
/// let black = game.last().board().ok_or("too large")?;
/// let stop = AtomicBool::new(false);
/// let mut prover = Prover::new(&stop);
/// // White need not play f5: the wipe-out was not forced.
/// assert!(!prover.wins_within(black, 2)?);
/// for square in ["e7", "f5"] {
///     game.play(square.parse()?)?;
/// }
/// let black = game.last().board().ok_or("too large")?;
/// let proof = prover.prove(black)?.ok_or("no wipe-out")?;
/// assert_eq!((proof.moves, proof.pv[0].to_string()), (1, "c5".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<'a> {
    stop: &'a AtomicBool,
    hash: usize,
    /// `None` until there is something to remember, or when there is no memory.
    table: Option<Table>,
    edges: &'static EdgeTable,
    nodes: u64,
    most_nodes: u64,
}

/// A forced wipe-out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WipeOut {
    /// The attacker's moves, the last included.
    pub moves: u32,
    /// Every first move with which it takes no more than that, in board order;
    /// empty when the attacker must pass first.
    pub best: Vec<Square>,
    /// The shortest win against the longest defence, passes included.
    pub pv: Vec<Move>,
}

/// The search was stopped, by its flag or its number of nodes, before it knew:
/// a wipe-out may be forced or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search was stopped before it proved anything")]
pub struct Unproved;

impl<'a> Prover<'a> {
    /// The table that a prover has when nothing is said, in bytes.
    pub const HASH: usize = 64 << 20;

    /// A prover that gives up soon after somebody sets the flag.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            hash: Self::HASH,
            table: None,
            edges: EdgeTable::get(),
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// With a table of so many bytes. The system gives them when they are
    /// first used.
    #[must_use]
    pub fn with_hash(mut self, bytes: usize) -> Self {
        self.hash = bytes;
        self.table = None;
        self
    }

    /// Gives up, too, once so many more positions were searched.
    #[must_use]
    pub const fn with_nodes(mut self, most: u64) -> Self {
        self.most_nodes = self.nodes.saturating_add(most);
        self
    }

    /// Positions searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move can force a wipe-out within so many of its
    /// own moves.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn wins_within(&mut self, board: Board, moves: u32) -> Result<bool, Unproved> {
        self.forced(Node::attacker_to_move(board), moves)
    }

    /// Whether the side to move is wiped out within so many of the other
    /// side's moves, whatever it plays.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn loses_within(&mut self, board: Board, moves: u32) -> Result<bool, Unproved> {
        self.forced(Node::defender_to_move(board), moves)
    }

    /// The shortest wipe-out that the side to move can force; `None` when it
    /// can force none.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn prove(&mut self, board: Board) -> Result<Option<WipeOut>, Unproved> {
        self.prove_within(board, board.empties().len())
    }

    /// The shortest wipe-out that the side to move can force, if it takes at
    /// most so many of its own moves.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn prove_within(
        &mut self,
        board: Board,
        at_most: u32,
    ) -> Result<Option<WipeOut>, Unproved> {
        let node = Node::attacker_to_move(board);
        for moves in 0..=at_most {
            // Whether there is any is found much sooner than how long it takes.
            if moves == SHORT && !self.forced(node, at_most)? {
                break;
            }
            let known = self.settle(node, limit(moves))?;
            if known.within <= limit(moves) {
                return Ok(Some(WipeOut {
                    moves,
                    best: self.winning(board, moves)?,
                    pv: self.line(board, moves)?,
                }));
            }
            if known.not_within == NEVER {
                break;
            }
        }
        Ok(None)
    }

    /// The moves after which a wipe-out takes no more than `moves`, this one
    /// included; in board order.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn winning(&mut self, board: Board, moves: u32) -> Result<Vec<Square>, Unproved> {
        let mut winning = Vec::new();
        let Some(left) = moves.checked_sub(1) else {
            return Ok(winning);
        };
        for (square, child) in Node::attacker_to_move(board).replies() {
            if self.forced(child, left)? {
                winning.push(square);
            }
        }
        Ok(winning)
    }

    /// The shortest win against the longest defence, from a board where
    /// `moves` are the fewest that win.
    fn line(&mut self, board: Board, moves: u32) -> Result<Vec<Move>, Unproved> {
        let mut node = Node::attacker_to_move(board);
        let mut left = moves;
        let mut line = Vec::new();
        while !node.is_wiped_out() {
            let mut next = None;
            let after = left.saturating_sub(u32::from(node.attack));
            for (square, child) in node.replies() {
                // The attacker needs a move that wins in time, the defender
                // one against which less time is not enough.
                let found = if node.attack {
                    self.forced(child, after)?
                } else {
                    left == 0 || !self.forced(child, left - 1)?
                };
                if found {
                    next = Some((Move::Place(square), child));
                    break;
                }
            }
            let (mv, child) = match next {
                Some(found) => {
                    left = after;
                    found
                }
                None => (Move::Pass, node.passed()),
            };
            line.push(mv);
            node = child;
        }
        Ok(line)
    }

    /// Whether the defender of a node is wiped out within so many moves of
    /// the attacker.
    fn forced(&mut self, node: Node, moves: u32) -> Result<bool, Unproved> {
        // As many moves as there are empty squares are all that one can need;
        // with more to spare a refutation holds for ever.
        let limit = if moves >= node.board.empties().len() {
            ANY
        } else {
            limit(moves)
        };
        Ok(self.settle(node, limit)?.within <= limit)
    }

    fn recall(&self, node: Node) -> Option<Known> {
        self.table.as_ref()?.get(node)
    }

    fn remember(&mut self, node: Node, known: Known, work: u64) {
        if self.table.is_none() {
            self.table = Table::new(self.hash);
        }
        if let Some(table) = &mut self.table {
            table.put(node, known, work);
        }
    }
}

impl fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// A limit that no line of play reaches.
const ANY: u8 = 128;

/// No game has more moves than squares.
fn limit(moves: u32) -> u8 {
    moves.min(64) as u8
}
