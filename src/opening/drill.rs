//! The drill: which lines are asked, and one line asked move by move.

use super::{
    Book, Line, Sides,
    book::turned_move,
    place::{Place, turn},
};
use crate::board::{Game, IllegalMove, Move, Position, Rules};

/// Deals `count` of the lines for a session. Sessions of following numbers
/// deal on from one another, as from a shuffled pack: each line is dealt
/// before any comes again.
///
/// ```
/// let lines: Vec<u32> = (0..21).collect();
/// let mut dealt: Vec<u32> = (1..=5)
///     .flat_map(|session| outflank::opening::deal(&lines, 5, session))
///     .collect();
/// dealt.sort_unstable();
/// dealt.dedup();
/// assert_eq!(dealt, lines);
/// ```
#[must_use]
pub fn deal<T: Clone>(lines: &[T], count: usize, session: u64) -> Vec<T> {
    let count = count.min(lines.len());
    let mut pack: Vec<(u64, usize)> = (0..lines.len()).map(|i| (mix(0, i), i)).collect();
    pack.sort_unstable();
    // Both factors are below 2^64, so the product fits.
    let before = u128::from(session) * count as u128;
    let first = before.checked_rem(lines.len() as u128).unwrap_or(0) as usize;
    let hand = pack.iter().cycle().skip(first).take(count);
    let mut hand: Vec<(u64, usize)> = hand.map(|&(_, i)| (mix(session, i), i)).collect();
    hand.sort_unstable();
    hand.iter()
        .filter_map(|&(_, i)| lines.get(i).cloned())
        .collect()
}

/// A number that looks random: splitmix64 (Steele, Lea and Flood, 2014).
const fn mix(session: u64, index: usize) -> u64 {
    let mut z = session
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(index as u64)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What an answer is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict<'b> {
    /// The move of the line; it is played.
    Right,
    /// Not the move of the line, but that of another one in the book: a
    /// mistake that may be mended, the question stands.
    OtherLine(&'b Line),
    /// No legal move. The question stands.
    Illegal(IllegalMove),
    /// A legal move that is not the line's. The line's move is played
    /// instead.
    Wrong {
        /// The line's move.
        right: Move,
    },
}

/// Help with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// The first time: how the move looks.
    Look {
        /// The letter of its column.
        column: char,
        /// How many discs it flips.
        flips: usize,
    },
    /// The second time: the move itself, which is played. It counts as a
    /// wrong answer.
    Told(Move),
}

/// One line, asked move by move. The game that is played may be turned any
/// way against the line.
#[derive(Debug, Clone)]
pub struct Attempt<'b> {
    book: &'b Book,
    line: &'b Line,
    /// The positions of the line, from the start.
    path: Vec<Place>,
    sides: Sides,
    game: Game,
    /// Wrong answers so far, moves that were told among them.
    mistakes: usize,
    /// Whether the present question has been helped with.
    helped: bool,
    /// Whether the present question was answered with another line's move.
    strayed: bool,
}

impl<'b> Attempt<'b> {
    /// Asks for the moves of these sides; the others are played.
    #[must_use]
    pub fn new(book: &'b Book, line: &'b Line, sides: Sides) -> Self {
        Self {
            book,
            line,
            path: Place::path(&line.game),
            sides,
            game: Game::new(Rules::othello()),
            mistakes: 0,
            helped: false,
            strayed: false,
        }
    }

    /// The line.
    #[must_use]
    pub const fn line(&self) -> &'b Line {
        self.line
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How many answers were wrong, moves that were told among them.
    #[must_use]
    pub const fn mistakes(&self) -> usize {
        self.mistakes
    }

    /// Whether the line has come to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.next().is_none()
    }

    /// Whether it is for the user to move.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.is_over() && self.sides.has(self.game.last().to_move())
    }

    /// Plays the next move when it is not for the user to play.
    pub fn reply(&mut self) -> Option<Move> {
        let mv = self.next()?;
        if self.asks() {
            return None;
        }
        self.play(mv);
        Some(mv)
    }

    /// Judges an answer.
    pub fn answer(&mut self, mv: Move) -> Verdict<'b> {
        let position = self.game.last();
        let after = match position.play(mv) {
            Ok(after) => after,
            Err(error) => return Verdict::Illegal(error),
        };
        let Some(right) = self.next() else {
            return Verdict::Illegal(IllegalMove::GameOver);
        };
        if self.is_on_line(&after) {
            self.play(mv);
            return Verdict::Right;
        }
        if let Some(other) = self.book.through(&after).filter(|_| !self.strayed) {
            self.strayed = true;
            self.mistakes += 1;
            return Verdict::OtherLine(other);
        }
        self.mistakes += 1;
        self.play(right);
        Verdict::Wrong { right }
    }

    /// Helps with the question; `None` when there is none.
    pub fn hint(&mut self) -> Option<Hint> {
        let right = self.next()?;
        match right {
            Move::Place(square) if !self.helped => {
                self.helped = true;
                Some(Hint::Look {
                    column: char::from(b'a' + square.col()),
                    flips: self.game.last().flips(square).len(),
                })
            }
            _ => {
                self.mistakes += 1;
                self.play(right);
                Some(Hint::Told(right))
            }
        }
    }

    /// The line's next move, as the board is turned in this game.
    fn next(&self) -> Option<Move> {
        let ply = self.game.plies();
        let mv = self.line.game.steps().find(|step| step.ply > ply)?;
        let turn = turn(&mv.before, self.game.last())?;
        Some(turned_move(mv.mv, turn))
    }

    /// Whether a position is the line's next one, however it is turned.
    fn is_on_line(&self, after: &Position) -> bool {
        Place::of(after).as_ref() == self.path.get(self.game.plies() + 1)
    }

    /// Plays a move and the pass that it forces.
    fn play(&mut self, mv: Move) {
        if self.game.play(mv).is_ok() {
            self.game.pass_if_forced();
        }
        self.helped = false;
        self.strayed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{opening::read, source::Source};

    fn book(list: &str) -> Book {
        let source = Source::new("x", format!("openings: [{list}]"));
        read(&source).unwrap().into_iter().collect()
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn a_line_is_asked_from_either_side() {
        let book = book("{name: Tiger, moves: f5d6c3d3c4}");
        let line = book.find("Tiger").unwrap();
        let mut white = Attempt::new(&book, line, Sides::White);
        assert!(!white.asks());
        assert_eq!(white.reply(), Some(mv("f5")));
        assert_eq!(white.reply(), None);
        assert_eq!(white.answer(mv("d6")), Verdict::Right);
        assert_eq!(white.reply(), Some(mv("c3")));
        assert_eq!(white.answer(mv("d3")), Verdict::Right);
        assert_eq!(white.reply(), Some(mv("c4")));
        assert!(white.is_over());
        let mut both = Attempt::new(&book, line, Sides::Both);
        for square in ["e6", "f4", "c3", "c4", "d3"] {
            assert_eq!(both.reply(), None);
            assert_eq!(both.answer(mv(square)), Verdict::Right);
        }
        assert!(both.is_over() && both.mistakes() == 0);
    }

    #[test]
    fn a_symmetric_position_may_be_left_either_way() {
        // After f5 f6 e6 the board mirrors itself: d6 and f4 are one move.
        let book = book("{name: Cow, moves: f5f6e6f4e3}");
        let mut attempt = Attempt::new(&book, book.find("Cow").unwrap(), Sides::White);
        attempt.reply();
        assert_eq!(attempt.answer(mv("f6")), Verdict::Right);
        attempt.reply();
        assert_eq!(attempt.answer(mv("d6")), Verdict::Right);
        assert_eq!(attempt.reply(), Some(mv("c5")));
    }

    #[test]
    fn wrong_moves_are_told_apart() {
        let book = book("{name: Tiger, moves: f5d6c3d3c4}, {name: Ganglion, moves: f5d6c3g5}");
        let tiger = book.find("Tiger").unwrap();
        let mut attempt = Attempt::new(&book, tiger, Sides::White);
        attempt.reply();
        let illegal = attempt.answer(mv("a1"));
        assert!(matches!(illegal, Verdict::Illegal(_)));
        assert_eq!(attempt.answer(mv("d6")), Verdict::Right);
        attempt.reply();
        let ganglion = book.find("Ganglion").unwrap();
        assert_eq!(attempt.answer(mv("g5")), Verdict::OtherLine(ganglion));
        assert_eq!(attempt.mistakes(), 1);
        // After a second guess the line goes on.
        let right = mv("d3");
        assert_eq!(attempt.answer(mv("g5")), Verdict::Wrong { right });
        assert_eq!((attempt.mistakes(), attempt.game().plies()), (2, 4));
    }

    #[test]
    fn the_second_hint_tells_the_move() {
        let book = book("{name: Tiger, moves: f5d6c3d3c4}");
        let mut attempt = Attempt::new(&book, book.find("Tiger").unwrap(), Sides::Black);
        let look = Hint::Look {
            column: 'f',
            flips: 1,
        };
        assert_eq!(attempt.hint(), Some(look));
        assert_eq!(attempt.mistakes(), 0);
        assert_eq!(attempt.hint(), Some(Hint::Told(mv("f5"))));
        assert_eq!(attempt.mistakes(), 1);
    }

    #[test]
    fn passes_are_made_where_the_rules_force_them() {
        let moves = "f5f6d3g5h5h4f7h6c5";
        let book = book(&format!("{{name: Pass, moves: {moves}}}"));
        let line = book.find("Pass").unwrap();
        assert_eq!((line.game.plies(), line.game.passes()), (9, 1));
        let mut attempt = Attempt::new(&book, line, Sides::Both);
        for square in moves.as_bytes().chunks(2) {
            let square = mv(std::str::from_utf8(square).unwrap());
            assert_eq!(attempt.answer(square), Verdict::Right);
        }
        assert!(attempt.is_over());
    }

    #[test]
    fn a_session_is_the_same_for_the_same_number() {
        let lines: Vec<usize> = (0..30).collect();
        assert_eq!(deal(&lines, 10, 7), deal(&lines, 10, 7));
        assert_ne!(deal(&lines, 30, 7), deal(&lines, 30, 8));
        assert_eq!(deal(&lines, 99, 1).len(), 30);
        assert!(deal::<u8>(&[], 5, u64::MAX).is_empty());
    }
}
