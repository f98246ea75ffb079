//! The judge: from a raw record to a game that cannot hold an illegal move.

use crate::{
    board::{Game, Position, Rules},
    source::{Diagnostic, Source, Span},
};

use super::{
    Claim, Fault, FaultKind, MoveScore, RawRecord, Remark, ResultCheck, Tag, Variation, remark,
    script::Script, start, variation, walk::Walk,
};

/// What the judge takes for granted.
#[derive(Debug, Clone)]
pub struct JudgeOptions {
    /// The rules of the game; a record that gives its own start keeps its
    /// board and takes from here what wins and what empty squares count for.
    pub rules: Rules,
    /// Whether the board and its start may be guessed from the moves, where
    /// the record does not give them.
    pub guess: bool,
    /// How many repairs are told for one fault, at most.
    pub repairs: usize,
}

/// Othello, unless another start suits the moves better.
impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            rules: Rules::othello(),
            guess: true,
            repairs: 20,
        }
    }
}

/// A game with what its record says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The record's place in its source.
    pub span: Span,
    /// Names and values, in the order of the text.
    pub tags: Vec<Tag>,
    /// The moves, with the passes that the text left out.
    pub game: Game,
    /// The results that the record states.
    pub claims: Vec<Claim>,
    /// The scores that the record gives to moves from its start.
    pub scores: Vec<MoveScore>,
    /// What is said about single moves, in the order of the game.
    pub remarks: Vec<Remark>,
    /// Lines that were not played, in the order of the text.
    pub variations: Vec<Variation>,
}

/// A record that the rules have judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The game, up to the fault that it could not be read past.
    pub record: GameRecord,
    /// What is wrong, in the order of the text; nothing for a valid record.
    pub faults: Vec<Fault>,
    /// What was assumed, by the reader and by the judge.
    pub warnings: Vec<Diagnostic>,
    /// The results that the record states, held against the game; nothing
    /// when a fault cut it short, or the record could not be read whole.
    pub results: Vec<ResultCheck>,
    /// Whether a fault cut the game short.
    pub cut: bool,
}

impl Judged {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The rules that the game was read under.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.record.game.start().rules()
    }
}

/// Judges a record: plays its moves, inserts the passes that are left out,
/// and says what is wrong, going on after a fault as long as a repair leads
/// on.
#[must_use]
pub fn judge(source: &Source, raw: &RawRecord, options: &JudgeOptions) -> Judged {
    let script = Script::new(source, raw);
    let (start, assumed) = start::choose(&script, options);
    let mut warnings = raw.notes.clone();
    warnings.extend(assumed);
    if raw.tokens.is_empty() && raw.faults.is_empty() && !is_position(raw) {
        let end = Span::new(raw.span.end, raw.span.end);
        warnings.push(Diagnostic::warning("the record has no moves", end));
    }
    let read = raw.faults.iter();
    let mut faults: Vec<Fault> = read
        .map(|fault| Fault::of_reader(fault, raw.span))
        .collect();
    let walk = Walk::new(script, &start, options);
    let (game, cut) = (walk.game, !walk.faults.is_empty());
    faults.extend(walk.faults);
    faults.extend(walk.missing);
    warnings.extend(walk.warnings);
    faults.extend(score_faults(raw, &start));
    let variations = variation::judge(&raw.variations, &raw.tokens, &game, 0, &mut faults);
    let mut results = Vec::new();
    // A record that could not be read whole may miss its last moves.
    if !cut && raw.faults.is_empty() {
        for claim in &raw.claims {
            let mut result = ResultCheck::new(claim.clone(), &game);
            if raw.adjudicates && !game.is_complete() && result.holds == Some(false) {
                result.holds = None;
            }
            let text = source.slice(claim.span);
            // A tag and the end of the moves may state the same.
            let said = |earlier: &ResultCheck| earlier.claim.result == claim.result;
            if !results.iter().any(said) {
                faults.extend(result.fault(text, &game));
                warnings.extend(result.warning(text));
            }
            results.push(result);
        }
    }
    faults.sort_by_key(|fault| fault.span.start);
    Judged {
        record: GameRecord {
            span: raw.span,
            tags: raw.tags.clone(),
            remarks: remark::on_moves(&raw.remarks, &raw.tokens, game.moves()),
            variations,
            game,
            claims: raw.claims.clone(),
            scores: raw.scores.clone(),
        },
        faults,
        warnings,
        results,
        cut,
    }
}

/// Whether a record is meant as a position: it gives one, and no players.
fn is_position(raw: &RawRecord) -> bool {
    let is_player = |tag: &Tag| matches!(tag.name.as_str(), "black" | "white");
    raw.start.is_some() && !raw.tags.iter().any(is_player)
}

/// Problem files give scores to moves; these must be legal too.
fn score_faults(raw: &RawRecord, start: &Position) -> Vec<Fault> {
    let illegal = raw.scores.iter().filter_map(|scored| {
        let error = start.play(scored.mv).err()?;
        Some(Fault {
            text: Some(scored.mv.to_string()),
            side: Some(start.to_move()),
            ..Fault::new(FaultKind::of(error), scored.span, error.to_string())
        })
    });
    illegal.collect()
}
