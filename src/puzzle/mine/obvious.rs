//! [`Obvious`]: keys that nobody has to look for.

use super::look::{Thumb, simple_choice};
use crate::board::{Board, Square};

/// Why a key is too easy to find to make a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obvious {
    /// It flips more discs than any other move.
    MostFlips,
    /// It is the only corner that can be taken.
    OnlyCorner,
    /// The simplest look finds it: after each move corners count 25, replies
    /// 2, C-squares and X-squares beside an empty corner -3 and -8, own minus
    /// the other side's; no other move has so much.
    SimpleLook,
}

impl Obvious {
    /// Why the key is obvious, if it is.
    ///
    /// ```
    /// use outflank::{board::{Position, Rules}, puzzle::mine::Obvious};
    ///
    /// let text = "-OOX-----------------------OX------XO--------------------------- X";
    /// let board = Position::parse(text, Rules::othello())?.board().ok_or("too large")?;
    /// assert_eq!(Obvious::key(board, "a1".parse()?), Some(Obvious::MostFlips));
    /// assert_eq!(Obvious::key(board, "c4".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn key(board: Board, key: Square) -> Option<Self> {
        let is = |choice| choice == Some(key);
        if is(Thumb::MostFlips.choice(board)) {
            Some(Self::MostFlips)
        } else if is(Thumb::Corner.choice(board)) {
            Some(Self::OnlyCorner)
        } else if is(simple_choice(board)) {
            Some(Self::SimpleLook)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rules};

    fn obvious(rows: [&str; 8], key: &str) -> Option<Obvious> {
        let position = Position::parse(&rows.concat(), Rules::othello()).unwrap();
        Obvious::key(position.board().unwrap(), key.parse().unwrap())
    }

    #[test]
    fn each_rule_refuses() {
        // d1 flips four, a1 is the only corner, and a corner is what the
        // simplest look wants.
        let rows = [
            "-OX-----", "---O----", "---O----", "---O----", "---OX---", "---XO---", "--------",
            "--------",
        ];
        assert_eq!(obvious(rows, "d1"), Some(Obvious::MostFlips));
        assert_eq!(obvious(rows, "a1"), Some(Obvious::OnlyCorner));
        // Two corners are a choice; the look finds the one that keeps the
        // other side from moving.
        let two = [
            "-OOX----", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
            "-OOX----",
        ];
        assert_eq!(obvious(two, "a1"), None);
        assert_eq!(obvious(two, "c4"), None);
    }

    #[test]
    fn what_the_rules_do_not_see_is_no_reason() {
        // WTHOR 1991, game 1893: a1 can be taken, h2 is best.
        let rows = [
            "-OOOOOOO", "OOXXOXO-", "OOXOXOXO", "OXXOOOXO", "OXXOOXOO", "OOOOXOOO", "-OOOOO--",
            "--OOOOO-",
        ];
        assert_eq!(obvious(rows, "h2"), None);
        assert!(obvious(rows, "a1").is_some());
    }
}
