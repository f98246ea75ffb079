//! [`Titles`]: short names for mined puzzles, each of them once.

use std::collections::HashSet;

use super::id::fingerprint;
use crate::{
    board::{Bitboard, Board},
    puzzle::{Collection, Puzzle, Task, Theme},
};

/// Gives titles. They hint at the idea of a puzzle, not at its key.
#[derive(Debug, Clone, Default)]
pub struct Titles {
    used: HashSet<String>,
}

/// The themes that name a puzzle, the most telling first.
const TELLING: [Theme; 18] = [
    Theme::StonerTrap,
    Theme::DoubleThreat,
    Theme::WipeOut,
    Theme::Swindle,
    Theme::Parity,
    Theme::CornerSacrifice,
    Theme::UnbalancedEdge,
    Theme::LooksLost,
    Theme::ForcedPass,
    Theme::Wedge,
    Theme::DeclinedCorner,
    Theme::Tempo,
    Theme::Hole,
    Theme::XSquare,
    Theme::CSquare,
    Theme::QuietMove,
    Theme::Corner,
    Theme::Defence,
];

/// What a puzzle may be called whose most telling theme is this one.
const fn phrases(theme: Option<Theme>) -> [&'static str; 5] {
    match theme {
        Some(Theme::StonerTrap) => [
            "The trap is set",
            "From the open end",
            "Five in a row",
            "Stoner's idea",
            "A weak edge",
        ],
        Some(Theme::DoubleThreat) => [
            "Two at once",
            "One of two corners",
            "A fork of corners",
            "Left or right",
            "Both sides now",
        ],
        Some(Theme::WipeOut) => [
            "Nothing left",
            "To the last disc",
            "A clean board",
            "No survivors",
            "All of one colour",
        ],
        Some(Theme::Swindle) => [
            "Both squares of the pair",
            "One move more",
            "Twice in a row",
            "The unfair pair",
            "Two for one",
        ],
        Some(Theme::Parity) => [
            "The last word",
            "Odd and even",
            "Count the regions",
            "Who moves last",
            "Making it even",
        ],
        Some(Theme::CornerSacrifice) => [
            "A corner for something",
            "Give one away",
            "The price of a corner",
            "Offered on purpose",
            "Let it go",
        ],
        Some(Theme::UnbalancedEdge) => [
            "The sixth square",
            "An edge out of balance",
            "Five is too few",
            "The loose end",
            "Unfinished edge",
        ],
        Some(Theme::LooksLost) => [
            "Not lost at all",
            "Against appearances",
            "The lost cause that wins",
            "Better than it looks",
            "Do not resign",
        ],
        Some(Theme::ForcedPass) => [
            "Without a reply",
            "Out of moves",
            "Your move again",
            "Silence",
            "The door closes",
        ],
        Some(Theme::Wedge) => [
            "In between",
            "Driven into the edge",
            "A disc between two",
            "Splitting the edge",
            "The wedge",
        ],
        Some(Theme::DeclinedCorner) => [
            "The corner can wait",
            "No hurry",
            "Not the corner yet",
            "First things first",
            "The patient corner",
        ],
        Some(Theme::Tempo) => [
            "A move in hand",
            "Gaining a move",
            "No answer there",
            "A region of one's own",
            "Time to spare",
        ],
        Some(Theme::Hole) => [
            "A single square",
            "Fill the gap",
            "The smallest region",
            "Closing the hole",
            "One square wide",
        ],
        Some(Theme::XSquare) => [
            "The forbidden square",
            "On the diagonal",
            "For once the X-square",
            "Next to danger",
            "X marks it",
        ],
        Some(Theme::CSquare) => [
            "Beside the corner",
            "Close to the corner",
            "A risk on the edge",
            "One step from the corner",
            "The C-square after all",
        ],
        Some(Theme::QuietMove) => [
            "Softly",
            "A quiet place",
            "Hardly a ripple",
            "Inside moves",
            "Nothing stirs",
        ],
        Some(Theme::Corner) => [
            "Which corner",
            "The right corner",
            "A corner at last",
            "Corner first",
            "Choose a corner",
        ],
        Some(Theme::Defence) => [
            "Damage control",
            "The smallest loss",
            "Holding on",
            "Lose by less",
            "Hold the line",
        ],
        _ => [
            "The only move",
            "One way",
            "A narrow path",
            "Find the move",
            "The exact move",
        ],
    }
}

impl Titles {
    /// Notes the titles of a collection as used.
    pub fn add_all(&mut self, puzzles: &Collection) {
        let puzzles = puzzles
            .entries()
            .filter_map(|(_, entry)| entry.puzzle.as_ref());
        self.used
            .extend(puzzles.filter_map(|puzzle| puzzle.about.title.clone()));
    }

    /// A title for a puzzle, which is used from now on.
    pub fn title(&mut self, puzzle: &Puzzle) -> String {
        let named = |theme: &Theme| {
            let mut themes = puzzle.about.themes.iter();
            themes.any(|name| name == theme.name())
        };
        let theme = TELLING.into_iter().find(named);
        let hash = puzzle
            .position
            .board()
            .map_or(0, |board| fingerprint(board.canonical().0));
        let mut phrases = phrases(theme);
        phrases.rotate_left((hash % 5) as usize);
        let endings = endings(&details(puzzle));
        let worded = endings
            .iter()
            .flat_map(|ending| phrases.map(|phrase| format!("{phrase}{ending}")));
        let [first, ..] = phrases;
        let numbered = (2..).map(|number| format!("{first} ({number})"));
        let title = worded
            .chain(numbered)
            .find(|title| !self.used.contains(title))
            .unwrap_or_default();
        self.used.insert(title.clone());
        title
    }
}

/// What may stand after a phrase: nothing, one detail, two of them.
fn endings(details: &[String]) -> Vec<String> {
    let mut endings = vec![String::new()];
    endings.extend(details.iter().map(|detail| format!(", {detail}")));
    for (index, first) in details.iter().enumerate() {
        let rest = details.iter().skip(index + 1);
        endings.extend(rest.map(|second| format!(", {first}, {second}")));
    }
    endings
}

/// What tells puzzles of one idea apart: the task, where the empty squares
/// are, how many there are.
fn details(puzzle: &Puzzle) -> Vec<String> {
    let mut details = Vec::new();
    details.push(match (puzzle.task, puzzle.score) {
        (Task::Win, _) => "to win".to_owned(),
        (Task::Draw, _) => "to draw".to_owned(),
        (Task::WipeOut { within: Some(n) }, _) => format!("in {}", number(n)),
        (_, Some(score)) if score.0 > 0 => format!("by {}", number(score.0.unsigned_abs().into())),
        (_, Some(score)) => format!("down by {}", number(score.0.unsigned_abs().into())),
        _ => "to the disc".to_owned(),
    });
    let board = puzzle.position.board();
    details.extend(board.and_then(quarter).map(str::to_owned));
    details.push(format!("{} to go", number(puzzle.position.empties())));
    details
}

/// The quarter of the board with the most empty squares, if one has most.
fn quarter(board: Board) -> Option<&'static str> {
    const NORTH_WEST: u64 = 0x0f0f_0f0f;
    let quarters = [
        (NORTH_WEST, "in the north-west"),
        (NORTH_WEST << 4, "in the north-east"),
        (NORTH_WEST << 32, "in the south-west"),
        (NORTH_WEST << 36, "in the south-east"),
    ];
    let empty = |set: u64| (board.empties() & Bitboard(set)).len();
    let most = quarters.iter().map(|&(set, _)| empty(set)).max();
    let mut where_most = quarters
        .iter()
        .filter(|&&(set, _)| Some(empty(set)) == most);
    match (where_most.next(), where_most.next()) {
        (Some((_, name)), None) => Some(name),
        _ => None,
    }
}

/// A number in words, up to twenty.
fn number(n: u32) -> String {
    const WORDS: [&str; 21] = [
        "none",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_title_comes_twice() {
        let shipped = Collection::shipped();
        let mut titles = Titles::default();
        titles.add_all(&shipped);
        let used = titles.used.len();
        let mut given = HashSet::new();
        let (_, entry) = shipped.entries().next().unwrap();
        let puzzle = entry.puzzle.as_ref().unwrap();
        for _ in 0..60 {
            let title = titles.title(puzzle);
            assert!(!title.is_empty() && given.insert(title.clone()), "{title}");
        }
        assert_eq!(titles.used.len(), used + 60);
    }
}
