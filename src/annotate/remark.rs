//! [`Remark`]: what can be said in words, and is proved.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::{Bitboard, Board, Color, Move, Score, Scoring, Square, Step, Wld};

use super::scores::Judgement;

/// Something true about a move, in a few words; its JSON is those words.
///
/// Each remark follows from exact scores or from the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// With best play of both sides the game went from a better result to a
    /// worse one for the side that moved.
    Turns {
        /// The result after the best move.
        from: Wld,
        /// The result after this move.
        to: Wld,
        /// A best move.
        best: Square,
        /// Its score.
        score: Score,
    },
    /// No other move reaches this result, a win or a draw.
    OnlyMove(Wld),
    /// After no later move would another result have been right: the game was
    /// decided here.
    Decides,
    /// The other side has no disc left.
    WipesOut(Color),
    /// This best move would have forced a wipe-out.
    MissesWipeOut(Square),
    /// The other side can force a wipe-out, and could have been kept from it.
    AllowsWipeOut(Color),
    /// Discs were lost, and the other side can now take a corner that it
    /// could not take before and cannot take after any best move.
    GivesCorner(Color, Square),
    /// The corner was a best move, and the move that was made was none.
    MissesCorner(Square),
    /// The other side must pass.
    LeavesNoMove(Color),
}

impl Remark {
    /// What there is to say about a move that was judged, the weightiest
    /// first. [`Remark::Decides`] is for those who see the whole game.
    pub(super) fn about(step: &Step, judgement: &Judgement) -> Vec<Self> {
        let (Some(square), Some(before), Some(after)) =
            (step.mv.square(), step.before.board(), step.after.board())
        else {
            return Vec::new();
        };
        let other = !step.side;
        let mut remarks = Vec::new();
        if after.player.is_empty() {
            remarks.push(Self::WipesOut(other));
        }
        if judgement.best.contains(&step.mv) {
            let only = judgement.best.len() == 1 && before.moves().len() > 1;
            let result = only_result(judgement.score, step.after.rules().scoring());
            remarks.extend(result.filter(|_| only).map(Self::OnlyMove));
        } else {
            remarks.extend(Self::about_loss(square, other, judgement));
            let corners = given_corners(before, after, &judgement.best);
            remarks.extend(corners.into_iter().map(|c| Self::GivesCorner(other, c)));
        }
        if step.after.must_pass() {
            remarks.push(Self::LeavesNoMove(other));
        }
        remarks
    }

    /// What a move that is not best gave up.
    fn about_loss(square: Square, other: Color, judgement: &Judgement) -> Option<Self> {
        let &Judgement {
            score, best_score, ..
        } = judgement;
        let best: Bitboard = judgement.best.iter().filter_map(|mv| mv.square()).collect();
        // Of several best moves the one that is easiest to remember.
        let corner = (best & Bitboard::CORNERS).into_iter().next();
        let named = corner.or_else(|| best.into_iter().next())?;
        if best_score == Score::MAX {
            Some(Self::MissesWipeOut(named))
        } else if score.wld() < best_score.wld() {
            Some(Self::Turns {
                from: best_score.wld(),
                to: score.wld(),
                best: named,
                score: best_score,
            })
        } else if score == Score::MIN {
            Some(Self::AllowsWipeOut(other))
        } else {
            let missed = corner.filter(|_| !Bitboard::CORNERS.contains(square));
            missed.map(Self::MissesCorner)
        }
    }
}

/// The result that only a score's own moves reach: every other score is
/// another result. That is so for a draw and for the smallest win.
const fn only_result(score: Score, scoring: Scoring) -> Option<Wld> {
    // Official scores on 64 squares are even.
    let smallest_win = match scoring {
        Scoring::Official => 2,
        Scoring::Discs => 1,
    };
    match score.wld() {
        Wld::Win if score.0 > smallest_win => None,
        Wld::Loss => None,
        result => Some(result),
    }
}

/// The corners that the opponent can take after the move, but not before it
/// and not after any of the best moves.
fn given_corners(before: Board, after: Board, best: &[Move]) -> Bitboard {
    best.iter()
        .filter_map(|mv| before.play(mv.square()?))
        .chain([before.pass()])
        .fold(after.moves() & Bitboard::CORNERS, |given, other| {
            given - other.moves()
        })
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Turns {
                from,
                to,
                best,
                score,
            } => {
                write!(f, "turns {} into {}: {best} ", noun(from), noun(to))?;
                match from {
                    Wld::Draw => f.write_str("draws"),
                    _ => write!(f, "wins by {}", score.0),
                }
            }
            Self::OnlyMove(Wld::Win) => f.write_str("the only move that wins"),
            Self::OnlyMove(_) => f.write_str("the only move that draws"),
            Self::Decides => f.write_str("decides the game"),
            Self::WipesOut(color) => write!(f, "wipes {} out", color.name()),
            Self::MissesWipeOut(best) => write!(f, "misses a wipe-out: {best} forces it"),
            Self::AllowsWipeOut(by) => write!(f, "lets {} force a wipe-out", by.name()),
            Self::GivesCorner(to, corner) => {
                write!(f, "lets {} take the corner {corner}", to.name())
            }
            Self::MissesCorner(corner) => write!(f, "the corner {corner} was best"),
            Self::LeavesNoMove(color) => write!(f, "leaves {} without a move", color.name()),
        }
    }
}

const fn noun(result: Wld) -> &'static str {
    match result {
        Wld::Win => "a win",
        Wld::Draw => "a draw",
        Wld::Loss => "a loss",
    }
}

impl Serialize for Remark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
