//! [`Variation`]: lines that a record has beside its game.

use crate::{
    board::{Game, Move},
    source::Span,
};

use super::{
    Fault, FaultKind, Remark, Token, TokenKind,
    remark::{self, on_moves},
};

/// Lines may branch so many times one inside the other; what is deeper is
/// left out by the readers, which say so.
pub(super) const DEEPEST: usize = 16;

/// A line that was not played, as a text has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawVariation {
    /// How many tokens of the line that it leaves come before it.
    pub at: usize,
    /// Its place.
    pub span: Span,
    /// Its moves.
    pub tokens: Vec<Token>,
    /// What is said about them.
    pub remarks: Vec<Remark>,
    /// Lines that leave it.
    pub variations: Vec<Self>,
}

/// A line of legal moves that was not played.
///
/// ```
/// use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
///
/// let sgf = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f4];B[e3]C[seldom played]))";
/// let mut records = Records::new("game", sgf.as_bytes(), ReadOptions::default());
/// let (source, raw) = records.next().ok_or("no game")??;
/// let record = judge(&source, &raw, &JudgeOptions::default()).record;
/// assert_eq!(record.game.compact(), "f5d6c3");
/// let [variation] = record.variations.as_slice() else { panic!() };
/// assert_eq!((variation.at, variation.moves.len()), (1, 2));
/// assert_eq!(variation.remarks[0].comment.as_deref(), Some("seldom played"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variation {
    /// How many moves of the line that it leaves come before it, passes
    /// counted.
    pub at: usize,
    /// Its moves, with the passes.
    pub moves: Vec<Move>,
    /// What is said about them; [`Remark::at`] counts from 0 in `moves`.
    pub remarks: Vec<Remark>,
    /// Lines that leave it.
    pub variations: Vec<Self>,
}

/// The variations of a line as far as they are legal, and what is wrong with
/// them. `game` has the moves of the line, the first `before` of which are
/// those of the lines that it leaves itself.
pub(super) fn judge(
    raw: &[RawVariation],
    tokens: &[Token],
    game: &Game,
    before: usize,
    faults: &mut Vec<Fault>,
) -> Vec<Variation> {
    let mut judged = Vec::new();
    for line in raw {
        // After a fault of its own line nothing can be said.
        let moves = game.moves().get(before..).unwrap_or_default();
        let Some(at) = remark::place(line.at, tokens, moves) else {
            continue;
        };
        let at = before + at;
        let plies = game.moves().iter().take(at);
        let mut played = Game::from_position(game.start().clone());
        for &mv in plies {
            // The game has played it already.
            let _ = played.play(mv);
        }
        let fault = line
            .tokens
            .iter()
            .find_map(|token| play(&mut played, token));
        faults.extend(fault);
        let moves = played.moves().get(at..).unwrap_or_default().to_vec();
        if moves.is_empty() {
            continue;
        }
        judged.push(Variation {
            at: at - before,
            remarks: on_moves(&line.remarks, &line.tokens, &moves),
            variations: judge(&line.variations, &line.tokens, &played, at, faults),
            moves,
        });
    }
    judged
}

/// Plays a word of a variation, or says why it cannot be played.
fn play(game: &mut Game, token: &Token) -> Option<Fault> {
    let fault = |kind, message: String| {
        let message = format!("in a variation: {message}");
        Some(Fault::new(kind, token.span, message))
    };
    let mv = match &token.kind {
        TokenKind::Place(square) => Move::Place(*square),
        TokenKind::Pass => Move::Pass,
        TokenKind::Word(reason) => return fault(FaultKind::Syntax, reason.clone()),
        TokenKind::Undecoded => {
            return fault(FaultKind::BadEncoding, "these bytes are no text".to_owned());
        }
    };
    // Programs write passes after the end of a game.
    if mv == Move::Pass && game.last().is_over() {
        return None;
    }
    let turn = match mv != Move::Pass && game.last().must_pass() {
        true => !game.last().to_move(),
        false => game.last().to_move(),
    };
    if let Some(stated) = token.side.filter(|&stated| stated != turn) {
        let (stated, turn) = (stated.name(), turn.name());
        let message = format!("{mv} is given to {stated}, but it is {turn}'s turn");
        return fault(FaultKind::MissingPass, message);
    }
    match game.play_with_passes(mv) {
        Ok(()) => None,
        Err(error) => fault(FaultKind::of(error), error.to_string()),
    }
}
