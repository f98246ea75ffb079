//! What a record says about its result, held against its moves.
//!
//! Two ways of counting are in use: by the official rule the empty squares of
//! a finished game go to the winner, while many sites print the discs on the
//! board. A stated result is right when either fits.
//!
//! A game that was broken off may have been resigned, or adjudicated, so its
//! last position says little; but shortly before the end it is likelier that
//! the last moves are missing from the text.

use serde::Serialize;

use crate::{
    board::{ByColor, Color, Game, Move, Rules, Scoring},
    source::Diagnostic,
};

use super::{
    Claim, ClaimedResult, Fault, FaultKind,
    trial::{Item, Trial},
};

/// The way of counting that a stated result follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Both ways give the same.
    Both,
    /// The empty squares went to the winner.
    Official,
    /// Only discs on the board were counted.
    Discs,
    /// Nothing was counted: the winner alone is stated.
    Winner,
}

/// A stated result with what the moves say to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultCheck {
    /// What the record states.
    pub claim: Claim,
    /// The way of counting under which it fits the last position.
    pub matches: Option<Counting>,
    /// Whether it is right. `None` when the moves cannot tell: the game was
    /// broken off long before its end.
    pub holds: Option<bool>,
}

impl ResultCheck {
    /// Holds a stated result against a game.
    #[must_use]
    pub fn new(claim: Claim, game: &Game) -> Self {
        let (discs, rules) = (game.last().discs(), game.last().rules());
        let over = game.is_complete();
        // Somebody may have resigned: who leads has not won.
        let names_winner = matches!(claim.result, ClaimedResult::Winner(_));
        let matches = matching(claim.result, discs, rules).filter(|_| over || !names_winner);
        let holds = if matches.is_some() {
            Some(true)
        } else if !over && is_open(claim.result, game) {
            None
        } else {
            Some(false)
        };
        Self {
            claim,
            matches,
            holds,
        }
    }

    /// The warning about a result that cannot be checked; `text` is how it
    /// is written. A winner without a score needs none: somebody resigned.
    pub(super) fn warning(&self, text: &str) -> Option<Diagnostic> {
        let counted = !matches!(self.claim.result, ClaimedResult::Winner(_));
        (self.holds.is_none() && counted).then(|| {
            let message = format!("the game is not over, so {text} cannot be checked");
            Diagnostic::warning(message, self.claim.span)
        })
    }

    /// The fault of a result that is wrong.
    pub(super) fn fault(&self, text: &str, game: &Game) -> Option<Fault> {
        if self.holds != Some(false) {
            return None;
        }
        let last = game.last();
        let (discs, rules) = (last.discs(), last.rules());
        let fault = |message| Fault::new(FaultKind::ResultMismatch, self.claim.span, message);
        let turned = ByColor {
            black: discs.white,
            white: discs.black,
        };
        if !game.is_complete() {
            let empties = match last.empties() {
                1 => "1 empty square".to_owned(),
                n => format!("{n} empty squares"),
            };
            let fault = fault(format!(
                "the record states {text}, but its moves lead to {}-{} with {empties}, and the \
                 game is not over",
                discs.black, discs.white
            ));
            let help = match endings(self.claim.result, game).as_slice() {
                [] => "no way of playing on leads to it".to_owned(),
                [moves] => {
                    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                    format!("it would be right with {} at the end", moves.join(" "))
                }
                _ => "it can still be reached: moves may be missing at the end".to_owned(),
            };
            return Some(fault.with_help(help));
        }
        let outcome = match last.winner() {
            Some(winner) => format!("{} wins", winner.name()),
            None => "the game is drawn".to_owned(),
        };
        let counts = counts(discs, rules);
        let fault = fault(format!("the record states {text}, but {outcome} {counts}"));
        if !holds(self.claim.result, turned, rules) {
            return Some(fault);
        }
        Some(fault.with_help(match self.claim.result {
            ClaimedResult::Discs { .. } => "it would be right with Black's discs first",
            ClaimedResult::Difference(_) => "it would be right with the other sign: + is for Black",
            ClaimedResult::Winner(_) => "it would be right the other way round",
        }))
    }
}

/// Both ways of counting in words: `62-1 (63-1 with the empty squares)`.
fn counts(discs: ByColor<u32>, rules: &Rules) -> String {
    let full = official(discs, rules);
    let text = format!("{}-{}", discs.black, discs.white);
    if full == discs {
        return text;
    }
    format!(
        "{text} ({}-{} with the empty squares to the winner)",
        full.black, full.white
    )
}

/// Whether a result is the one of a finished game, by either way of counting.
pub(super) fn holds(result: ClaimedResult, discs: ByColor<u32>, rules: &Rules) -> bool {
    matching(result, discs, rules).is_some()
}

fn matching(result: ClaimedResult, discs: ByColor<u32>, rules: &Rules) -> Option<Counting> {
    let fits = |count: ByColor<u32>| match result {
        ClaimedResult::Discs { black, white } => count == ByColor { black, white },
        ClaimedResult::Difference(stated) => {
            i64::from(stated) == i64::from(count.black) - i64::from(count.white)
        }
        ClaimedResult::Winner(_) => false,
    };
    if let ClaimedResult::Winner(stated) = result {
        let score = rules.score(discs.black, discs.white).0;
        let winner = match score {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        return (stated == winner).then_some(Counting::Winner);
    }
    match (fits(discs), fits(official(discs, rules))) {
        (true, true) => Some(Counting::Both),
        (true, false) => Some(Counting::Discs),
        (false, true) => Some(Counting::Official),
        (false, false) => None,
    }
}

/// The discs of both sides with the empty squares given to the winner.
fn official(discs: ByColor<u32>, rules: &Rules) -> ByColor<u32> {
    rules.with_scoring(Scoring::Official).count(discs)
}

/// A game with more empty squares than this was broken off; with fewer it
/// misses its last moves, and they are looked for.
const NEAR_END: u32 = 6;

/// Whether the moves of a game that is not over leave a result open.
fn is_open(result: ClaimedResult, game: &Game) -> bool {
    let last = game.last();
    let squares = u64::from(last.rules().squares());
    let discs = last.discs();
    let (stated, total) = match result {
        ClaimedResult::Winner(_) => return true,
        ClaimedResult::Discs { black, white } => (
            u64::from(black.abs_diff(white)),
            u64::from(black) + u64::from(white),
        ),
        ClaimedResult::Difference(stated) => (u64::from(stated.unsigned_abs()), squares),
    };
    let played = u64::from(discs.black) + u64::from(discs.white);
    // A side that forfeits loses every square.
    let forfeit = stated == squares;
    let possible = stated <= squares && (played..=squares).contains(&total);
    forfeit || (possible && last.empties() > NEAR_END)
}

/// The moves that lead from the last position of a game near its end to a
/// result: none, the only ones, or two of many ways.
fn endings(result: ClaimedResult, game: &Game) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    if game.last().empties() <= NEAR_END {
        let rules = game.last().rules();
        play_out(
            &Trial::new(game.last()),
            result,
            rules,
            &mut Vec::new(),
            &mut found,
        );
    }
    found
}

fn play_out(
    here: &Trial,
    result: ClaimedResult,
    rules: &Rules,
    line: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
) {
    if here.is_over() && holds(result, here.discs(), rules) {
        found.push(line.clone());
    }
    for mv in here.choices() {
        if mv == Move::Pass || found.len() > 1 {
            continue;
        }
        if let Some(next) = here.accept(Item::of(mv)) {
            line.push(mv);
            play_out(&next, result, rules, line, found);
            line.pop();
        }
    }
}
