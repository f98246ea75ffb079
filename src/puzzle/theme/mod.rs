//! [`Theme`]: what a puzzle is about, found by rules.
//!
//! Each theme has a rule that looks at the board, the key and the best line,
//! and says yes only where the idea is there for all to see: a theme that is
//! missing harms nobody, a wrong one does. The rules are told with the
//! functions that hold them, one family a file, and in [`Theme::rule`].
//!
//! ```
//! use outflank::{
//!     board::{Position, Rules},
//!     puzzle::{Scene, Theme},
//! };
//!
//! // WTHOR 1996, game 1629: a8 leaves White without a move.
//! let text = "-XXXXXX--OOOOXXO-OOXXXOOOOOOXOOOOOOXOXOOOOXOOOOOOOOOOOOO-XXX-O-- X";
//! let board = Position::parse(text, Rules::othello())?.board().ok_or("too large")?;
//! let scene = Scene::new(board, "a8".parse()?).ok_or("illegal")?;
//! assert!(scene.has(Theme::Corner) && scene.has(Theme::ForcedPass));
//! assert!(!scene.has(Theme::DeclinedCorner));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod corner;
mod edge;
mod quiet;
mod region;
mod spot;
mod trap;
mod turn;

use std::fmt;

use crate::board::{Bitboard, Board, Move, Score, Square};

pub(in crate::puzzle) use corner::Corner;

/// An idea of Othello that a puzzle may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Every disc of the other side is flipped.
    WipeOut,
    /// A position that cannot be won is drawn.
    Draw,
    /// The game is lost, and the key loses least.
    Defence,
    /// The game looks lost and is won.
    LooksLost,
    /// The key takes a corner.
    Corner,
    /// A corner could be taken, and should wait.
    DeclinedCorner,
    /// The key gives a corner away.
    CornerSacrifice,
    /// Two corners are attacked at once.
    DoubleThreat,
    /// An unbalanced edge is attacked from the X-square.
    StonerTrap,
    /// The key attacks an edge of five discs.
    UnbalancedEdge,
    /// The key leaves the other side without a move.
    ForcedPass,
    /// Both squares of a pair go to one side.
    Swindle,
    /// The key makes every region even.
    Parity,
    /// A move in a region where the other side has no answer.
    Tempo,
    /// The key is next to an empty corner, on the diagonal.
    XSquare,
    /// The key is next to an empty corner, on the edge.
    CSquare,
    /// The key lies between two discs of the other side on an edge.
    Wedge,
    /// The key fills a hole of one square.
    Hole,
    /// The key opens no line to the other side.
    QuietMove,
}

impl Theme {
    /// Every theme, the rarest ideas first.
    pub const ALL: [Self; 19] = [
        Self::WipeOut,
        Self::Draw,
        Self::Defence,
        Self::LooksLost,
        Self::Corner,
        Self::DeclinedCorner,
        Self::CornerSacrifice,
        Self::DoubleThreat,
        Self::StonerTrap,
        Self::UnbalancedEdge,
        Self::ForcedPass,
        Self::Swindle,
        Self::Parity,
        Self::Tempo,
        Self::XSquare,
        Self::CSquare,
        Self::Wedge,
        Self::Hole,
        Self::QuietMove,
    ];

    /// The name in files: `corner sacrifice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WipeOut => "wipe-out",
            Self::Draw => "draw",
            Self::Defence => "defence",
            Self::LooksLost => "looks lost",
            Self::Corner => "corner",
            Self::DeclinedCorner => "declined corner",
            Self::CornerSacrifice => "corner sacrifice",
            Self::DoubleThreat => "double threat",
            Self::StonerTrap => "Stoner trap",
            Self::UnbalancedEdge => "unbalanced edge",
            Self::ForcedPass => "forced pass",
            Self::Swindle => "swindle",
            Self::Parity => "parity",
            Self::Tempo => "tempo",
            Self::XSquare => "X-square",
            Self::CSquare => "C-square",
            Self::Wedge => "wedge",
            Self::Hole => "hole",
            Self::QuietMove => "quiet move",
        }
    }

    /// The theme of a name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|theme| theme.name().eq_ignore_ascii_case(name))
    }

    /// The rule by which the theme is found, in a sentence.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::WipeOut => "the best score is 64",
            Self::Draw => "the best score is 0",
            Self::Defence => "the best score is below 0",
            Self::LooksLost => {
                "the position is won, and a look two plies ahead sees a loss by 6 discs or more"
            }
            Self::Corner => "the key is a corner",
            Self::DeclinedCorner => "a corner could be taken, and the key is none",
            Self::CornerSacrifice => {
                "after the key the other side can take a corner that it could not take before, \
                 another move would not have given it, and in the best line the corner is taken"
            }
            Self::DoubleThreat => {
                "after the key two corners could be taken that could not be taken before, and no \
                 reply stops both"
            }
            Self::StonerTrap => {
                "the key is the X-square at the open end of an unbalanced edge, the corner there \
                 cannot be taken at once, and a disc on the C-square would next attack the corner \
                 at the far end"
            }
            Self::UnbalancedEdge => {
                "the other side has five discs on an edge between two empty corners, and the key \
                 is the sixth square or the X-square beside it"
            }
            Self::ForcedPass => "after the key the other side has no move and must pass",
            Self::Swindle => {
                "the key fills one square of a pair, the other side cannot fill the second, and in \
                 the best line the same side fills both"
            }
            Self::Parity => {
                "the key is in the only odd region of several, and in the best line, which has no \
                 pass, its side has the last move of every region"
            }
            Self::Tempo => {
                "in the region of the key, which was open to both sides, the other side has no \
                 reply, the side of the key has a further move there, and nobody must pass"
            }
            Self::XSquare => "the key is diagonally next to an empty corner",
            Self::CSquare => "the key is on an edge next to an empty corner",
            Self::Wedge => {
                "the key is on an edge between two discs of the other side, both of which stay"
            }
            Self::Hole => "the key fills a region of one square",
            Self::QuietMove => {
                "no disc that the key flips is next to an empty square, and most other moves flip \
                 one that is"
            }
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A puzzle as the rules of the themes see it.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The board, seen by the solver.
    before: Board,
    key: Square,
    /// The board after the key, seen by the other side.
    after: Board,
    /// The best line from the key on; perhaps empty.
    line: Vec<Move>,
    /// The best score, for the solver.
    score: Option<Score>,
    /// The score that a look two plies ahead sees.
    look: Option<Score>,
}

impl Scene {
    /// A board, seen by the side to move, and the key; `None` when that is no
    /// legal move.
    #[must_use]
    pub fn new(before: Board, key: Square) -> Option<Self> {
        Some(Self {
            before,
            key,
            after: before.play(key)?,
            line: Vec::new(),
            score: None,
            look: None,
        })
    }

    /// The same with the best line, the key first, passes included.
    #[must_use]
    pub fn with_line(mut self, line: &[Move]) -> Self {
        line.clone_into(&mut self.line);
        self
    }

    /// The same with the best score.
    #[must_use]
    pub const fn with_score(mut self, score: Score) -> Self {
        self.score = Some(score);
        self
    }

    /// The same with the score that a look two plies ahead sees.
    #[must_use]
    pub const fn with_look(mut self, look: Score) -> Self {
        self.look = Some(look);
        self
    }

    /// Whether the scene has a theme.
    #[must_use]
    pub fn has(&self, theme: Theme) -> bool {
        match theme {
            Theme::WipeOut => self.score == Some(Score::MAX),
            Theme::Draw => self.score == Some(Score::DRAW),
            Theme::Defence => self.score.is_some_and(|score| score < Score::DRAW),
            Theme::LooksLost => turn::looks_lost(self),
            Theme::Corner => corner::taken(self),
            Theme::DeclinedCorner => corner::declined(self),
            Theme::CornerSacrifice => corner::sacrificed(self),
            Theme::DoubleThreat => corner::double_threat(self),
            Theme::StonerTrap => trap::stoner(self),
            Theme::UnbalancedEdge => trap::unbalanced(self),
            Theme::ForcedPass => turn::forced_pass(self),
            Theme::Swindle => turn::swindle(self),
            Theme::Parity => turn::parity(self),
            Theme::Tempo => turn::tempo(self),
            Theme::XSquare => spot::x_square(self),
            Theme::CSquare => spot::c_square(self),
            Theme::Wedge => edge::wedge(self),
            Theme::Hole => spot::hole(self),
            Theme::QuietMove => quiet::quiet(self),
        }
    }

    /// The themes of the scene, in the order of [`Theme::ALL`].
    #[must_use]
    pub fn themes(&self) -> Vec<Theme> {
        Theme::ALL
            .into_iter()
            .filter(|&theme| self.has(theme))
            .collect()
    }

    /// Where the solver could move after the key, if the other side passed.
    const fn threats(&self) -> Bitboard {
        self.after.pass().moves()
    }

    /// The squares that the line fills, each with whether the solver fills it.
    fn placed(&self) -> impl Iterator<Item = (Square, bool)> + '_ {
        let sides = [true, false].into_iter().cycle();
        let moves = self.line.iter().zip(sides);
        moves.filter_map(|(mv, solver)| Some((mv.square()?, solver)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rules};

    /// A scene that is drawn row by row, with the line from the key on.
    pub(super) fn scene(rows: [&str; 8], side: char, line: &str) -> Scene {
        let text = format!("{} {side}", rows.concat());
        let position = Position::parse(&text, Rules::othello()).unwrap();
        let line: Vec<Move> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let key = line[0].square().unwrap();
        let scene = Scene::new(position.board().unwrap(), key);
        scene.expect("the key is legal").with_line(&line)
    }

    #[test]
    fn names_are_unique_and_read_back() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_name(theme.name()), Some(theme));
            assert_eq!(Theme::from_name(&theme.name().to_uppercase()), Some(theme));
        }
        assert_eq!(Theme::from_name("zugzwang"), None);
    }

    #[test]
    fn the_documentation_has_every_rule() {
        let page = include_str!("../../../docs/puzzles.md");
        for theme in Theme::ALL {
            let row = format!("| {theme} | {} |", theme.rule());
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn scores_make_themes() {
        let rows = [
            "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
            "--------",
        ];
        let has = |score, theme| scene(rows, 'X', "f5").with_score(Score(score)).has(theme);
        assert!(has(64, Theme::WipeOut) && !has(62, Theme::WipeOut));
        assert!(has(0, Theme::Draw) && !has(2, Theme::Draw));
        assert!(has(-2, Theme::Defence) && !has(0, Theme::Defence));
        assert!(!scene(rows, 'X', "f5").has(Theme::Draw));
    }
}
