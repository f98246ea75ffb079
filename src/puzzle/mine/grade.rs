//! [`Grade`]: how hard a puzzle is, by a formula.

use super::look::{Thumb, look_choice};
use crate::{
    board::{Board, Move, Score, Square},
    engine::Engine,
    puzzle::Task,
};

/// The deepest look.
const DEEPEST: u32 = 6;

/// The advantage shows when a look comes this near to the proved score.
const NEAR: i16 = 4;

/// What makes a puzzle hard.
///
/// The points of its parts are added up:
///
/// | part | points |
/// | --- | --- |
/// | the least depth from which on every look, up to 6 plies, prefers the key alone: 1, 2–3, 4, 5, 6, none | 0, 1, 2, 3, 4, 6 |
/// | each of the rules of thumb (most flips, a corner, fewest replies, an edge) that points at another move | 1 |
/// | legal moves: from 6, from 10 | 1, 2 |
/// | empty squares: from 12, from 15, from 18 | 1, 2, 3 |
/// | plies of the main line until a look one ply ahead sees the result (within 4 discs of the best score; the win; the draw): from 3, from 6, from 9 | 1, 2, 3 |
///
/// and the sum makes the level: up to 4 it is 1, up to 6 it is 2, up to 8 it
/// is 3, up to 10 it is 4, and from 11 on it is 5.
///
/// The looks are those of the evaluation, so the level of a position may
/// change with its weights; with the same weights it is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grade {
    /// The least depth from which on every look prefers the key, 1 to 6;
    /// `None` when the deepest does not.
    pub depth: Option<u32>,
    /// How many rules of thumb point at another move, 0 to 4.
    pub decoys: u32,
    /// Legal moves.
    pub moves: u32,
    /// Empty squares.
    pub empties: u32,
    /// The plies until a look sees the result.
    pub shows: u32,
}

impl Grade {
    /// Grades a position with one key and its line, from the key on, passes
    /// included. The engine should know nothing yet.
    pub(super) fn of(
        engine: &mut Engine,
        board: Board,
        (task, score): (Task, Score),
        key: Square,
        line: &[Move],
    ) -> Self {
        let finds = |depth| look_choice(engine, board, depth) == Some(key);
        let found = (1..=DEEPEST).rev().take_while({
            let mut finds = finds;
            move |&depth| finds(depth)
        });
        let depth = found.last();
        let choices = Thumb::ALL
            .into_iter()
            .filter_map(|thumb| thumb.choice(board));
        Self {
            depth,
            decoys: choices.filter(|&choice| choice != key).count() as u32,
            moves: board.moves().len(),
            empties: board.empties().len(),
            shows: shows(engine, board, (task, score), line),
        }
    }

    /// The sum of the points, 0 to 18.
    #[must_use]
    pub const fn points(self) -> u32 {
        let depth = match self.depth {
            Some(0 | 1) => 0,
            Some(2 | 3) => 1,
            Some(4) => 2,
            Some(5) => 3,
            Some(_) => 4,
            None => 6,
        };
        let moves = match self.moves {
            0..6 => 0,
            6..10 => 1,
            10.. => 2,
        };
        let empties = match self.empties {
            0..12 => 0,
            12..15 => 1,
            15..18 => 2,
            18.. => 3,
        };
        let shows = match self.shows {
            0..3 => 0,
            3..6 => 1,
            6..9 => 2,
            9.. => 3,
        };
        depth + self.decoys + moves + empties + shows
    }

    /// The level, 1 to 5.
    #[must_use]
    pub const fn level(self) -> u8 {
        match self.points() {
            0..=4 => 1,
            5 | 6 => 2,
            7 | 8 => 3,
            9 | 10 => 4,
            11.. => 5,
        }
    }
}

/// After how many plies of the line a look one ply ahead sees the result.
fn shows(engine: &mut Engine, board: Board, (task, score): (Task, Score), line: &[Move]) -> u32 {
    let mut here = board;
    let mut plies = 0;
    for (index, &mv) in line.iter().enumerate() {
        here = match mv {
            Move::Pass => here.pass(),
            Move::Place(square) => match here.play(square) {
                Some(next) => next,
                None => return plies,
            },
        };
        plies += u32::from(mv != Move::Pass);
        let look = engine.look_ahead(here, 1);
        // After an even number of moves and passes the solver is to move.
        let look = if index % 2 == 0 { -look } else { look };
        let seen = match task {
            Task::Win => look > Score::DRAW,
            Task::Draw => look >= Score::DRAW,
            Task::Best | Task::WipeOut { .. } => look.0 + NEAR >= score.0,
            // Not a matter of the score: the first move shows it.
            Task::HelpWipeOut { .. } | Task::Flip { .. } => true,
        };
        if seen {
            return plies;
        }
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: Grade = Grade {
        depth: Some(1),
        decoys: 0,
        moves: 3,
        empties: 8,
        shows: 1,
    };

    #[test]
    fn each_part_has_its_points() {
        assert_eq!((EASY.points(), EASY.level()), (0, 1));
        let with = |change: &dyn Fn(&mut Grade)| {
            let mut grade = EASY;
            change(&mut grade);
            grade.points()
        };
        for (depth, points) in [
            (Some(2), 1),
            (Some(3), 1),
            (Some(4), 2),
            (Some(5), 3),
            (Some(6), 4),
            (None, 6),
        ] {
            assert_eq!(with(&|grade| grade.depth = depth), points);
        }
        assert_eq!(with(&|grade| grade.decoys = 3), 3);
        for (moves, points) in [(5, 0), (6, 1), (9, 1), (10, 2)] {
            assert_eq!(with(&|grade| grade.moves = moves), points);
        }
        for (empties, points) in [(11, 0), (12, 1), (15, 2), (17, 2), (18, 3)] {
            assert_eq!(with(&|grade| grade.empties = empties), points);
        }
        for (shows, points) in [(2, 0), (3, 1), (6, 2), (9, 3)] {
            assert_eq!(with(&|grade| grade.shows = shows), points);
        }
    }

    #[test]
    fn levels_rise_with_the_points() {
        let hardest = Grade {
            depth: None,
            decoys: 4,
            moves: 12,
            empties: 20,
            shows: 10,
        };
        assert_eq!((hardest.points(), hardest.level()), (18, 5));
        let level = |decoys, depth| {
            Grade {
                decoys,
                depth,
                ..EASY
            }
            .level()
        };
        assert_eq!(level(0, None), 2);
        assert_eq!(level(2, None), 3);
        assert_eq!(level(4, None), 4);
    }
}
