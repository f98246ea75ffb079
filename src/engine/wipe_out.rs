//! Forced wipe-outs: proofs that a side loses its last disc whatever it does.
//!
//! By the official rule a wipe-out is the score of 64, so [`Engine::solve`]
//! says *whether* one is forced. How many moves it takes, with the shortest
//! win and the longest defence, is what a [`Prover`] finds, and it finds it
//! early in a game too, long before the score can be solved.
//!
//! [`Engine::solve`]: super::Engine::solve

use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicBool, Ordering},
};

use thiserror::Error;

use crate::board::{Bitboard, Board, Move, Square};

/// Positions that a prover remembers: 5 MiB of them.
const SLOTS: usize = 1 << 17;

/// Proves or refutes forced wipe-outs by a plain and-or search: one move of
/// the attacker wins, or every move of the defender loses. Only the attacker's
/// own moves count, the last included; passes cost nothing.
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
/// let proof = prover.prove(black, 1)?.ok_or("no wipe-out")?;
/// assert_eq!((proof.moves, proof.pv[0].to_string()), (1, "c5".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<'a> {
    stop: &'a AtomicBool,
    /// Empty until there is something to remember.
    slots: Vec<Option<Known>>,
    nodes: u64,
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

/// The stop flag was set before the proof was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search was stopped before it proved anything")]
pub struct Unproved;

/// A board and whether the side to move attacks or defends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    board: Board,
    attack: bool,
}

/// What is known about a node.
#[derive(Debug, Clone, Copy)]
struct Known {
    node: Node,
    /// A wipe-out is forced within so many moves; `u32::MAX` when none is proved.
    within: u32,
    /// None is forced within so many moves.
    not_within: u32,
}

impl<'a> Prover<'a> {
    /// A prover that gives up soon after somebody sets the flag.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            slots: Vec::new(),
            nodes: 0,
        }
    }

    /// Positions looked at so far.
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
        let attack = true;
        self.forced(Node { board, attack }, moves)
    }

    /// Whether the side to move is wiped out within so many of the other
    /// side's moves, whatever it plays.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn loses_within(&mut self, board: Board, moves: u32) -> Result<bool, Unproved> {
        let attack = false;
        self.forced(Node { board, attack }, moves)
    }

    /// The shortest wipe-out that the side to move can force, if it takes at
    /// most so many of its own moves.
    ///
    /// # Errors
    /// [`Unproved`] when the search was stopped.
    pub fn prove(&mut self, board: Board, at_most: u32) -> Result<Option<WipeOut>, Unproved> {
        for moves in 0..=at_most {
            if self.wins_within(board, moves)? {
                return Ok(Some(WipeOut {
                    moves,
                    best: self.winning(board, moves)?,
                    pv: self.line(board, moves)?,
                }));
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
        for (square, child) in replies(board) {
            if self.loses_within(child, left)? {
                winning.push(square);
            }
        }
        winning.sort_unstable();
        Ok(winning)
    }

    /// The shortest win against the longest defence, from a board where
    /// `moves` are the fewest that win.
    fn line(&mut self, board: Board, moves: u32) -> Result<Vec<Move>, Unproved> {
        let mut node = Node {
            board,
            attack: true,
        };
        let mut left = moves;
        let mut line = Vec::new();
        while !node.is_wiped_out() {
            let mut next = None;
            let after = left.saturating_sub(u32::from(node.attack));
            for (square, board) in replies(node.board) {
                let child = Node {
                    board,
                    attack: !node.attack,
                };
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
        if node.is_wiped_out() {
            return Ok(true);
        }
        // A disc in a corner is never flipped.
        if moves == 0 || !(node.defender() & Bitboard::CORNERS).is_empty() {
            return Ok(false);
        }
        self.nodes += 1;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unproved);
        }
        if node.attack && moves == 1 {
            let moves = node.board.moves();
            if !moves.is_empty() {
                let all = node.board.opponent;
                return Ok(moves.into_iter().any(|last| node.board.flips(last) == all));
            }
        }
        if let Some(known) = self.recall(node) {
            if moves >= known.within {
                return Ok(true);
            }
            if moves <= known.not_within {
                return Ok(false);
            }
        }
        let forced = self.expand(node, moves)?;
        self.remember(node, moves, forced);
        Ok(forced)
    }

    fn expand(&mut self, node: Node, moves: u32) -> Result<bool, Unproved> {
        let replies = replies(node.board);
        if replies.is_empty() {
            let passed = node.passed();
            // When neither side can move the game is over, with discs of both.
            return if passed.board.moves().is_empty() {
                Ok(false)
            } else {
                self.forced(passed, moves)
            };
        }
        let left = moves - u32::from(node.attack);
        for (_, board) in replies {
            let child = Node {
                board,
                attack: !node.attack,
            };
            if self.forced(child, left)? == node.attack {
                return Ok(node.attack);
            }
        }
        Ok(!node.attack)
    }

    fn recall(&self, node: Node) -> Option<Known> {
        (*self.slots.get(slot(node))?).filter(|known| known.node == node)
    }

    fn remember(&mut self, node: Node, moves: u32, forced: bool) {
        let known = self.recall(node).unwrap_or(Known {
            node,
            within: u32::MAX,
            not_within: 0,
        });
        let known = if forced {
            Known {
                within: known.within.min(moves),
                ..known
            }
        } else {
            Known {
                not_within: known.not_within.max(moves),
                ..known
            }
        };
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        if let Some(place) = self.slots.get_mut(slot(node)) {
            *place = Some(known);
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

impl Node {
    fn passed(self) -> Self {
        Self {
            board: self.board.pass(),
            attack: !self.attack,
        }
    }

    const fn defender(self) -> Bitboard {
        if self.attack {
            self.board.opponent
        } else {
            self.board.player
        }
    }

    fn is_wiped_out(self) -> bool {
        self.defender().is_empty()
    }
}

fn slot(node: Node) -> usize {
    let mut hasher = DefaultHasher::new();
    node.hash(&mut hasher);
    hasher.finish() as usize % SLOTS
}

/// The moves and the boards after them, those first that leave the other side
/// the fewest replies: the attacker wins by leaving no choice, and a defender
/// escapes by taking the attacker's moves away.
fn replies(board: Board) -> Vec<(Square, Board)> {
    let mut replies: Vec<_> = board
        .moves()
        .into_iter()
        .filter_map(|square| Some((square, board.play(square)?)))
        .collect();
    replies.sort_by_key(|(_, child)| child.moves().len());
    replies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};

    fn after(moves: &str) -> Board {
        let mut game = Game::new(Rules::othello());
        for square in moves.split(' ') {
            game.play_with_passes(square.parse().unwrap()).unwrap();
        }
        game.last().board().unwrap()
    }

    /// Whether a wipe-out is forced, by looking at every line.
    fn by_hand(board: Board, attack: bool, moves: u32) -> bool {
        let defender = if attack { board.opponent } else { board.player };
        if defender.is_empty() {
            return true;
        }
        if board.moves().is_empty() {
            let over = board.pass().moves().is_empty();
            return !over && by_hand(board.pass(), !attack, moves);
        }
        let mut children = board.moves().into_iter().filter_map(|s| board.play(s));
        if attack {
            moves > 0 && children.any(|child| by_hand(child, false, moves - 1))
        } else {
            children.all(|child| by_hand(child, true, moves))
        }
    }

    #[test]
    fn agrees_with_every_line_looked_at() {
        let stop = AtomicBool::new(false);
        let mut prover = Prover::new(&stop);
        // Games in which one side flips what it can and the other plays
        // anything: wipe-outs abound.
        let mut seed = 1_u64;
        let mut wins = 0;
        for _ in 0..300 {
            let mut board = Board::START;
            for ply in 0..16 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mut moves: Vec<_> = board.moves().into_iter().collect();
                moves.sort_by_key(|&square| board.flips(square).len());
                let pick = if ply % 2 == 0 {
                    moves.last()
                } else {
                    moves.get((seed >> 33) as usize % moves.len().max(1))
                };
                let Some(&square) = pick else { break };
                board = board.play(square).unwrap();
                for moves in 1..=2 {
                    let want = by_hand(board, true, moves);
                    wins += u32::from(want);
                    assert_eq!(prover.wins_within(board, moves), Ok(want), "{board:?}");
                    let want = by_hand(board, false, moves);
                    assert_eq!(prover.loses_within(board, moves), Ok(want), "{board:?}");
                }
            }
        }
        assert!(wins > 20, "{wins}");
    }

    #[test]
    fn the_stop_flag_ends_the_proof() {
        let stop = AtomicBool::new(true);
        let mut prover = Prover::new(&stop);
        assert_eq!(prover.prove(after("f5 d6"), 9), Err(Unproved));
    }
}
