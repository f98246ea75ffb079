//! The position that a game starts from: the record's own, or the one that
//! suits its moves.

use crate::{
    board::{Aim, Color, Position, Rules, Start},
    source::Diagnostic,
};

use super::{JudgeOptions, repair, script::Script, trial::Trial};

/// How the first discs of a position lie, if they are the start of a game and
/// no other position.
///
/// ```
/// use outflank::{board::{Position, Rules, Start}, record::start_of};
///
/// let start = Position::start(Rules::othello().with_start(Start::Mirrored));
/// assert_eq!(start_of(&start), Some(Start::Mirrored));
/// assert_eq!(start_of(&start.play("f4".parse()?)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn start_of(position: &Position) -> Option<Start> {
    let board = position.board_text();
    STARTS.into_iter().find(|&start| {
        let rules = position.rules().with_start(start);
        Position::start(rules).board_text() == board
    })
}

const STARTS: [Start; 3] = [Start::Othello, Start::Mirrored, Start::Parallel];

/// Chooses the start; a warning says what was assumed.
pub(super) fn choose(
    script: &Script<'_>,
    options: &JudgeOptions,
) -> (Position, Option<Diagnostic>) {
    let raw = script.raw();
    let asked = options.rules;
    if let Some(start) = &raw.start {
        return (with_counting(start, &asked), None);
    }
    let asked = match raw.rules {
        Some(named) if options.guess => named.with_scoring(asked.scoring()),
        _ => asked,
    };
    if options.guess {
        guess(script, asked)
    } else {
        (Position::start(asked), None)
    }
}

/// A start that the record gives, with the aim and the counting asked for.
fn with_counting(start: &Position, asked: &Rules) -> Position {
    let own = *start.rules();
    let aim = match asked.aim() {
        Aim::Fewest => Aim::Fewest,
        Aim::Most => own.aim(),
    };
    let rules = own.with_aim(aim).with_scoring(asked.scoring());
    let changed = start.clone().with_rules(rules);
    changed.unwrap_or_else(|| start.clone())
}

/// A start that may be meant.
struct Candidate {
    rules: Rules,
    /// How many words are legal before the first fault.
    clean: usize,
    /// How many are, with one word repaired.
    legal: usize,
}

impl Candidate {
    fn new(script: &Script<'_>, rules: Rules) -> Self {
        let mut before = vec![Trial::new(&Position::start(rules))];
        let clean = advance(script, &mut before);
        let mut legal = clean;
        if clean < script.items().len()
            && let Some((_, reach)) = repair::search(script, &before).farthest
        {
            legal = legal.max(reach - 1);
        }
        Self {
            rules,
            clean,
            legal,
        }
    }
}

/// Plays a script on from the last of some positions until the rules forbid
/// it, keeping each position; gives the number of the item that is forbidden.
pub(super) fn advance(script: &Script<'_>, before: &mut Vec<Trial>) -> usize {
    while let Some(here) = before.last()
        && let Some(item) = script.item(before.len() - 1)
        && let Some(next) = here.accept(item)
    {
        before.push(next);
    }
    before.len() - 1
}

/// The start under which more of the words are legal, one slip allowed: the
/// one asked for first, then Othello's other starts, then other boards.
fn guess(script: &Script<'_>, asked: Rules) -> (Position, Option<Diagnostic>) {
    let first = Candidate::new(script, asked);
    let total = script.items().len();
    let asked_legal = first.legal;
    let mut best = first;
    for rules in others(script, asked) {
        if best.clean == total {
            break;
        }
        let other = Candidate::new(script, rules);
        if (other.legal, other.clean) > (best.legal, best.clean) {
            best = other;
        }
    }
    let warning = (best.rules != asked).then(|| {
        let message = format!(
            "read from {}: {} of {total} moves are legal there, {} from {}",
            name(&best.rules),
            best.legal,
            asked_legal,
            name(&asked),
        );
        Diagnostic::warning(message, script.span(0))
    });
    (Position::start(best.rules), warning)
}

/// The rules that are tried when those asked for do not fit: the other starts
/// and, unless the board is certain, 6×6.
pub(super) fn candidates(asked: Rules, keeps_board: bool) -> impl Iterator<Item = Rules> {
    let small = if keeps_board { &[][..] } else { &[6] };
    std::iter::once(asked)
        .chain(
            small
                .iter()
                .filter_map(move |&size| asked.with_size(size).ok()),
        )
        .flat_map(|board| STARTS.map(|start| board.with_start(start)))
        .filter(move |rules| *rules != asked)
}

/// The candidates for a script, which may also begin with White or use
/// squares of a larger board.
fn others(script: &Script<'_>, asked: Rules) -> Vec<Rules> {
    let keeps_board = script.raw().rules.is_some();
    let mut others: Vec<Rules> = candidates(asked, keeps_board).collect();
    let squares = script.items().iter().filter_map(|item| item.square());
    let needed = squares.map(|s| s.col().max(s.row()) + 1).max();
    // A slip beyond the edge is likelier than a board that nobody names, so
    // larger boards come last.
    if !keeps_board && needed > Some(asked.size()) {
        let sizes = [10, 12, 14, 16].into_iter();
        let sizes = sizes.filter(|&size| needed <= Some(size));
        others.extend(sizes.filter_map(|size| asked.with_size(size).ok()));
        if needed <= Some(10) {
            let octagon = Rules::octagon().with_first(asked.first());
            others.push(octagon.with_aim(asked.aim()).with_scoring(asked.scoring()));
        }
    }
    let first = script.item(0).and_then(|item| item.side);
    if let Some(first) = first.filter(|&first| first != asked.first()) {
        let all = std::iter::once(asked).chain(others.iter().copied());
        let turned: Vec<Rules> = all.map(|rules| rules.with_first(first)).collect();
        others.splice(0..0, turned);
    }
    others
}

/// The start of some rules in words.
fn name(rules: &Rules) -> String {
    let start = match rules.start() {
        Start::Othello => "Othello's start".to_owned(),
        Start::Mirrored => {
            let [low, high] = rules.start_discs().black;
            format!("the mirrored start (Black on {low} and {high})")
        }
        Start::Parallel => "the parallel start".to_owned(),
    };
    let board = match (rules.size(), rules.squares()) {
        (8, 64) => String::new(),
        (10, 88) => " on the octagon".to_owned(),
        (n, _) => format!(" on {n}×{n}"),
    };
    let first = match rules.first() {
        Color::Black => "",
        Color::White => " with White to move first",
    };
    format!("{start}{board}{first}")
}
