//! [`Book`]: named lines, found by name and by position.

use std::collections::HashMap;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    Entry,
    place::{Place, turn},
    read,
};
use crate::{
    board::{Color, Game, Move, Position, Score, Symmetry},
    source::{Source, nearest},
};

/// One named line of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The name.
    pub name: String,
    /// Other names of the same position.
    pub aliases: Vec<String>,
    /// The Japanese name.
    pub japanese: Option<String>,
    /// What is worth knowing about it.
    pub note: Option<String>,
    /// The score under best play from its end, for Black.
    pub score: Option<Score>,
    /// Whose line it is: who is asked for its moves when nothing else is said.
    pub side: Option<Sides>,
    /// The moves.
    pub game: Game,
    /// Where it stands, as `file:line`.
    pub source: String,
}

/// One side or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Black alone.
    Black,
    /// White alone.
    White,
    /// Both.
    Both,
}

impl Sides {
    /// Whether a side is among these.
    #[must_use]
    pub fn has(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
        }
    }
}

impl Line {
    /// The name and the other names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let others = self.aliases.iter().chain(&self.japanese);
        std::iter::once(&self.name)
            .chain(others)
            .map(String::as_str)
    }
}

/// As `list --json` gives it.
impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Line", 9)?;
        line.serialize_field("source", &self.source)?;
        line.serialize_field("name", &self.name)?;
        line.serialize_field("aliases", &self.aliases)?;
        line.serialize_field("japanese", &self.japanese)?;
        line.serialize_field("ply", &self.game.plies())?;
        line.serialize_field("moves", &self.game.compact())?;
        line.serialize_field("side", &self.side)?;
        line.serialize_field("score", &self.score)?;
        line.serialize_field("note", &self.note)?;
        line.end()
    }
}

/// The longest named line of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'b> {
    /// The line.
    pub line: &'b Line,
    /// The ply of the game after which its position is on the board.
    pub ply: usize,
}

/// A named line that goes on from a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Continuation<'b> {
    /// The moves that lead to it, as the board is turned in that position.
    #[serde(serialize_with = "compact")]
    pub moves: Vec<Move>,
    /// Its name.
    pub name: &'b str,
}

/// Moves without separators, as in every `moves` of a report.
fn compact<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    let squares = moves.iter().filter_map(|mv| mv.square());
    let text: String = squares.map(|square| square.to_string()).collect();
    serializer.serialize_str(&text)
}

/// Named lines in the order of their files.
#[derive(Debug, Clone, Default)]
pub struct Book {
    lines: Vec<Line>,
    /// The lines that go through a position, with the ply at which they do.
    through: HashMap<Place, Vec<(usize, usize)>>,
}

impl Book {
    /// The book that is shipped.
    #[must_use]
    pub fn shipped() -> Self {
        SHIPPED
            .iter()
            .filter_map(|&(name, text)| read(&Source::new(name, text)).ok())
            .flatten()
            .collect()
    }

    /// The files that the shipped book is made of.
    pub fn shipped_sources() -> impl Iterator<Item = Source> {
        SHIPPED.iter().map(|&(name, text)| Source::new(name, text))
    }

    /// The lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The longest named line that a game has come through, however the board
    /// was turned and in whatever order the moves were played.
    #[must_use]
    pub fn name(&self, game: &Game) -> Option<Named<'_>> {
        let placed = game.steps().filter(|step| step.mv.square().is_some());
        let named = placed.filter_map(|step| {
            let line = self.at(&step.after)?;
            Some(Named {
                line,
                ply: step.ply,
            })
        });
        named.last()
    }

    /// The line that ends in a position.
    #[must_use]
    pub fn at(&self, position: &Position) -> Option<&Line> {
        self.ending(Place::of(position)?)
    }

    fn ending(&self, place: Place) -> Option<&Line> {
        let mut through = self.through.get(&place)?.iter();
        through.find_map(|&(index, ply)| {
            let line = self.lines.get(index)?;
            (line.game.plies() == ply).then_some(line)
        })
    }

    /// The shortest line that goes through a position or ends there.
    #[must_use]
    pub fn through(&self, position: &Position) -> Option<&Line> {
        let through = self.through.get(&Place::of(position)?)?.iter();
        through
            .filter_map(|&(index, _)| self.lines.get(index))
            .min_by_key(|line| line.game.plies())
    }

    /// The named lines that go on from a position: those that no other name
    /// lies before.
    #[must_use]
    pub fn continuations(&self, position: &Position) -> Vec<Continuation<'_>> {
        let through = Place::of(position).and_then(|place| self.through.get(&place));
        through
            .into_iter()
            .flatten()
            .filter_map(|&(index, ply)| {
                let line = self.lines.get(index)?;
                let path = Place::path(&line.game);
                let (last, between) = path.get(ply + 1..)?.split_last()?;
                let named = |&place: &Place| self.ending(place).is_some();
                if between.iter().any(|place| place != last && named(place)) {
                    return None;
                }
                let turn = turn(&line.game.at(i32::try_from(ply).ok()?)?, position)?;
                Some(Continuation {
                    moves: turned(&line.game, ply, turn),
                    name: &line.name,
                })
            })
            .collect()
    }

    /// The named lines that a line comes through, shortest first, itself left
    /// out.
    #[must_use]
    pub fn ancestors(&self, line: &Line) -> Vec<&Line> {
        let path = Place::path(&line.game);
        let before = path.split_last().map_or(&[][..], |(_, before)| before);
        before
            .iter()
            .filter_map(|&place| self.ending(place))
            .collect()
    }

    /// Whether no other line goes on from the end of this one.
    #[must_use]
    pub fn is_leaf(&self, line: &Line) -> bool {
        self.continuations(line.game.last()).is_empty()
    }

    /// The line of a name, in any language; case, blanks and punctuation do
    /// not matter.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Line> {
        let wanted = plain(name);
        let is_wanted = |line: &&Line| line.names().any(|name| plain(name) == wanted);
        self.lines.iter().find(is_wanted)
    }

    /// The lines whose names contain some words.
    pub fn search<'b>(&'b self, words: &str) -> impl Iterator<Item = &'b Line> + use<'b> {
        let wanted = plain(words);
        let fits = move |line: &&Line| line.names().any(|name| plain(name).contains(&wanted));
        self.lines.iter().filter(fits)
    }

    /// The name that is nearest to one that the book does not have.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.lines.iter().flat_map(Line::names))
    }
}

/// A book of the lines that could be read. Of two lines to one position, or
/// of one name, the first is found.
impl FromIterator<Entry> for Book {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut book = Self::default();
        for line in entries.into_iter().filter_map(|entry| entry.line) {
            for (ply, place) in Place::path(&line.game).into_iter().enumerate() {
                let through = book.through.entry(place).or_default();
                through.push((book.lines.len(), ply));
            }
            book.lines.push(line);
        }
        book
    }
}

/// A name as names are compared: letters and digits, in lower case.
pub(super) fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// The moves of a game after a ply, turned.
fn turned(game: &Game, ply: usize, symmetry: Symmetry) -> Vec<Move> {
    let after = game.steps().filter(|step| step.ply > ply);
    after.map(|step| turned_move(step.mv, symmetry)).collect()
}

/// A move, turned.
pub(super) fn turned_move(mv: Move, symmetry: Symmetry) -> Move {
    match mv {
        Move::Place(square) => Move::Place(symmetry.square(square, 8)),
        Move::Pass => Move::Pass,
    }
}

/// The files of the shipped book.
const SHIPPED: &[(&str, &str)] = &[
    (
        "openings/perpendicular.yaml",
        include_str!("../../openings/perpendicular.yaml"),
    ),
    (
        "openings/diagonal.yaml",
        include_str!("../../openings/diagonal.yaml"),
    ),
    (
        "openings/parallel.yaml",
        include_str!("../../openings/parallel.yaml"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    fn game(text: &str) -> Game {
        let mut game = Game::new(Rules::othello());
        for square in text.as_bytes().chunks(2) {
            let square = std::str::from_utf8(square).unwrap();
            game.play_with_passes(square.parse().unwrap()).unwrap();
        }
        game
    }

    fn book(lines: &[(&str, &str)]) -> Book {
        let list = lines.iter();
        let text: String = list
            .map(|(name, moves)| format!("- {{name: {name}, moves: {moves}}}\n"))
            .collect();
        let source = Source::new("x", format!("openings:\n{text}"));
        read(&source).unwrap().into_iter().collect()
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        let book = Book::shipped();
        for name in ["comp'oth", "COMPOTH", "Comp Oth", "コンポス"] {
            assert_eq!(book.find(name).unwrap().name, "Comp'Oth");
        }
        assert_eq!(book.find("French").unwrap().name, "8-Shot");
        assert_eq!(book.find("Tyger"), None);
        assert_eq!(book.nearest("Tyger"), Some("Tiger"));
        let found: Vec<&str> = book
            .search("rose-bill")
            .map(|line| line.name.as_str())
            .collect();
        assert_eq!(
            found,
            [
                "Rose-Bill",
                "Central Rose-Bill",
                "Classic Central Rose-Bill",
                "No-Rose-Bill"
            ]
        );
    }

    #[test]
    fn a_transposition_has_the_name() {
        let book = book(&[("Short", "f5 d6"), ("Long", "f5 d6 c3 d3 c4 f4 f6")]);
        let named = book.name(&game("f5d6c4d3c3f4f6g5")).unwrap();
        assert_eq!((named.line.name.as_str(), named.ply), ("Long", 7));
        let named = book.name(&game("c4e3f5e6f6c5c3")).unwrap();
        assert_eq!((named.line.name.as_str(), named.ply), ("Long", 7));
        assert_eq!(book.name(&game("f5f6")), None);
        assert_eq!(book.name(&game("")), None);
    }

    #[test]
    fn continuations_stop_at_the_next_name_and_are_turned_with_the_board() {
        let book = book(&[
            ("A", "f5d6"),
            ("B", "f5d6c3d3c4"),
            ("C", "f5d6c3d3c4b3"),
            ("D", "f5d6c5"),
        ]);
        let after = |moves: &str| {
            let game = game(moves);
            let list = book.continuations(game.last()).into_iter();
            list.map(|next| {
                let moves: String = next.moves.iter().map(ToString::to_string).collect();
                format!("{moves} {}", next.name)
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(after("f5d6"), ["c3d3c4 B", "c5 D"]);
        assert_eq!(after("c4e3"), ["f6e6f5 B", "f4 D"]);
        assert_eq!(after("f5d6c3"), ["d3c4 B"]);
        assert_eq!(after(""), ["f5d6 A"]);
        assert!(book.is_leaf(book.find("C").unwrap()) && !book.is_leaf(book.find("B").unwrap()));
        let names = |line: &str| {
            let lines = book.ancestors(book.find(line).unwrap()).into_iter();
            lines.map(|line| line.name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(names("C"), ["A", "B"]);
    }

    #[test]
    fn other_boards_have_no_openings() {
        let book = Book::shipped();
        let small = Game::new(Rules::othello().with_size(6).unwrap());
        assert_eq!(book.name(&small), None);
        assert!(book.continuations(small.start()).is_empty());
        let large = Game::new(Rules::othello().with_size(10).unwrap());
        assert!(book.continuations(large.start()).is_empty());
    }
}
