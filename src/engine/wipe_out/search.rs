//! Depth-first proof-number search (df-pn; Nagai, 2002).
//!
//! A node's proof number says how many leaves have at least to be proved
//! before the node is, its disproof number how many have to be refuted. The
//! search always goes where they are least, so it follows forced lines to
//! any depth and leaves wide trees alone. It goes down until the numbers of a
//! node are no longer the least anywhere, and keeps what it learnt in the
//! table.
//!
//! - The numbers of children are combined by their greatest plus one for each
//!   other child (*weak proof numbers*; Ueda, Hashimoto, Hashimoto and Iida,
//!   2008), since many lines meet again and a sum would count them twice.
//! - A child may grow a little beyond the next best before it is left
//!   (*1+ε*; Pawlewicz and Lew, 2007).
//! - A node that is new has the numbers of its side's choices, and is the
//!   harder to prove the more discs the defender has.

use std::sync::atomic::Ordering;

use crate::board::Bitboard;

use super::{
    Prover, Unproved,
    node::Node,
    table::{Known, NEVER},
};

/// Proof and disproof numbers of what is settled.
const INFINITE: u32 = 1 << 30;

/// A child of the node that is searched.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    known: Known,
}

/// How far the numbers of a node may grow before another node is more
/// promising.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Prover<'_> {
    /// What becomes known about a node when it is searched until it is settled
    /// whether a wipe-out within `limit` of the attacker's moves is forced.
    pub(super) fn settle(&mut self, node: Node, limit: u8) -> Result<Known, Unproved> {
        let (node, known) = self.look(node, limit);
        if known.settled(limit).is_some() {
            return Ok(known);
        }
        let thresholds = Thresholds {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.expand(node, limit, thresholds)
    }

    /// Searches a node until it is settled or its numbers reach a threshold.
    fn expand(&mut self, node: Node, limit: u8, up_to: Thresholds) -> Result<Known, Unproved> {
        self.count()?;
        let before = self.nodes;
        let left = limit - u8::from(node.attack);
        let mut children = self.children(node, left);
        let mut known = combine(node, left, &children);
        while known.settled(limit).is_none()
            && known.proof < up_to.proof
            && known.disproof < up_to.disproof
        {
            let Some((at, share)) = choose(node, left, &children, up_to) else {
                break;
            };
            let Some(child) = children.get_mut(at) else {
                break;
            };
            child.known = self.expand(child.node, left, share)?;
            known = combine(node, left, &children);
        }
        let known = Known { limit, ..known };
        self.remember(node, known, self.nodes - before);
        Ok(known)
    }

    /// The children with what is known about them; only one when it settles
    /// the node.
    fn children(&mut self, node: Node, left: u8) -> Vec<Child> {
        let mut children = Vec::with_capacity(16);
        for (_, reply) in node.replies() {
            let (reply, known) = self.look(reply, left);
            let settled = known.settled(left);
            let mut child = Child { node: reply, known };
            if settled == Some(node.attack) {
                // What one child says in the other direction counts for
                // nothing without the others.
                if node.attack {
                    child.known.not_within = 0;
                } else {
                    child.known.within = NEVER;
                }
                return vec![child];
            }
            children.push(child);
        }
        children
    }

    /// What can be seen of a node without searching it. Where the side to move
    /// must pass, the node after that comes back.
    fn look(&self, node: Node, limit: u8) -> (Node, Known) {
        if node.is_wiped_out() {
            let within = 0;
            return (
                node,
                Known {
                    within,
                    ..Known::NOTHING
                },
            );
        }
        let mut node = node;
        let mut moves = node.board.moves();
        if moves.is_empty() {
            node = node.passed();
            moves = node.board.moves();
            if moves.is_empty() {
                // The game is over, with discs of both.
                return (node, refuted(NEVER));
            }
        }
        let stored = self.recall(node);
        let mut known = stored.unwrap_or(Known::NOTHING);
        if known.settled(limit).is_some() || (stored.is_some() && known.limit == limit) {
            return (node, known);
        }
        // A stored node was looked at before.
        if stored.is_none()
            && let Some(seen) = self.verdict(node, moves, limit)
        {
            return (node, seen);
        }
        let choices = moves.len();
        let discs = node.defender().len() / 4;
        (known.proof, known.disproof) = if node.attack {
            (1 + discs, choices)
        } else {
            (choices + discs, 1)
        };
        known.limit = limit;
        (node, known)
    }

    /// What settles a node at first sight.
    fn verdict(&self, node: Node, moves: Bitboard, limit: u8) -> Option<Known> {
        // A disc in a corner stays for ever.
        if !node.attack && !(moves & Bitboard::CORNERS).is_empty() {
            return Some(refuted(NEVER));
        }
        if node.attack && limit > 0 && node.ends_now(moves) {
            let within = 1;
            return Some(Known {
                within,
                ..Known::NOTHING
            });
        }
        if node.has_stable_disc(self.edges) {
            return Some(refuted(NEVER));
        }
        let hopeless =
            limit == 0 || (limit == 1 && node.attack) || node.needs_more_than(u32::from(limit));
        hopeless.then_some(refuted(limit))
    }

    /// Counts a node.
    fn count(&mut self) -> Result<(), Unproved> {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.stop.load(Ordering::Relaxed) {
            return Err(Unproved);
        }
        Ok(())
    }
}

/// Not within so many moves.
const fn refuted(moves: u8) -> Known {
    Known {
        not_within: moves,
        ..Known::NOTHING
    }
}

/// What the children say about their node.
fn combine(node: Node, left: u8, children: &[Child]) -> Known {
    let more = u8::from(node.attack);
    let plus = |moves: u8| moves.saturating_add(more);
    // The attacker needs one child that is proved, the defender one that is
    // refuted: the least number decides; the others add up.
    let (mut least, mut greatest, mut open) = (INFINITE, 0, 0);
    let (mut within, mut not_within) = if node.attack { (NEVER, NEVER) } else { (0, 0) };
    for Child { known, .. } in children {
        if node.attack {
            within = within.min(known.within);
            not_within = not_within.min(known.not_within);
        } else {
            within = within.max(known.within);
            not_within = not_within.max(known.not_within);
        }
        if known.settled(left).is_none() {
            let (own, others) = numbers(node, *known);
            least = least.min(own);
            greatest = greatest.max(others);
            open += 1;
        }
    }
    let others = (greatest + open.max(1) - 1).min(INFINITE - 1);
    let (proof, disproof) = if node.attack {
        (least, others)
    } else {
        (others, least)
    };
    Known {
        within: plus(within),
        not_within: plus(not_within),
        limit: 0,
        proof,
        disproof,
    }
}

/// The number that the side to move brings down with one good child, and the
/// one that takes all children.
const fn numbers(node: Node, known: Known) -> (u32, u32) {
    if node.attack {
        (known.proof, known.disproof)
    } else {
        (known.disproof, known.proof)
    }
}

/// The most promising child and how far it may grow.
fn choose(
    node: Node,
    left: u8,
    children: &[Child],
    up_to: Thresholds,
) -> Option<(usize, Thresholds)> {
    let mut best: Option<(usize, (u32, u32))> = None;
    let mut second = INFINITE;
    let mut open = 0;
    for (at, child) in children.iter().enumerate() {
        if child.known.settled(left).is_some() {
            continue;
        }
        open += 1;
        let numbers = numbers(node, child.known);
        match best {
            Some((_, least)) if least <= numbers => second = second.min(numbers.0),
            _ => {
                if let Some((_, (own, _))) = best {
                    second = own;
                }
                best = Some((at, numbers));
            }
        }
    }
    let (at, _) = best?;
    let (own, others) = if node.attack {
        (up_to.proof, up_to.disproof)
    } else {
        (up_to.disproof, up_to.proof)
    };
    let own = own.min(second.saturating_add(second / 8).saturating_add(1));
    let others = match others {
        INFINITE => INFINITE,
        // What the other children add to the greatest.
        _ => others - (open - 1).min(others),
    };
    let share = if node.attack {
        Thresholds {
            proof: own,
            disproof: others,
        }
    } else {
        Thresholds {
            proof: others,
            disproof: own,
        }
    };
    Some((at, share))
}
