//! [`Walk`]: the words of a record, one after the other, as moves of a game.

use crate::{
    board::{Game, IllegalMove, Move, Position},
    source::{Diagnostic, Span},
};

use super::{
    Fault, FaultKind, JudgeOptions, Repair, RepairKind, repair,
    script::Script,
    start::advance,
    trial::{Item, Trial},
    undecoded,
};

/// After this many faults of one record the rest is not looked at.
const MAX_FAULTS: usize = 8;

/// So many words that are no moves are told one by one.
const MAX_WORDS: usize = 60;

/// A repair must lead on by so many words to be read on with: a few more may
/// be legal by chance.
const LEADS_ON: usize = 6;

/// At most so many moves are listed in a message, and so many remedies.
const MAX_LISTED: usize = 8;
const MAX_REPAIRS: usize = 3;

/// What came of playing the words of a record.
pub(super) struct Walk {
    /// The game up to the first fault.
    pub(super) game: Game,
    /// The faults that cut it, the first and those found by reading on.
    pub(super) faults: Vec<Fault>,
    /// The passes that are left out of a record that writes passes.
    pub(super) missing: Vec<Fault>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Walk {
    pub(super) fn new(mut script: Script<'_>, start: &Position, options: &JudgeOptions) -> Self {
        let mut before = vec![Trial::new(start)];
        let mut reached = advance(&script, &mut before);
        let mut walk = Self {
            game: play(start, &script, reached),
            missing: missing_passes(&script, &before),
            warnings: passes_after_end(&script, &before).into_iter().collect(),
            faults: Vec::new(),
        };
        let mut position = walk.game.last().clone();
        // The first item that no fault has spoken of yet.
        let mut untold = reached;
        while reached < script.items().len() && walk.faults.len() < MAX_FAULTS {
            let found = repair::search(&script, &before);
            let mut fault = explain(&script, reached, &position);
            fault.suggestions = found.suggestions();
            fault.repairs = found.repairs(&script, &before, start.rules(), options.repairs);
            if let Some(here) = before.last() {
                let help = remedies(&script, here, reached, &fault);
                fault.help.extend(help);
            }
            walk.faults.push(fault);
            match found.farthest {
                Some((edit, reach)) if found.whole.is_empty() && reach >= reached + LEADS_ON => {
                    let change = repair::in_words(&script, edit, reached);
                    script = script.edited(edit);
                    before.truncate(edit.at + 1);
                    reached = advance(&script, &mut before);
                    untold = reached;
                    position = play(start, &script, reached).last().clone();
                    if let Some(fault) = walk.faults.last_mut() {
                        let last = script.ply(reached) - 1;
                        fault.help.push(format!(
                            "{change}: legal up to move {last}, and read on from there"
                        ));
                    }
                }
                // One change mends all of the rest.
                _ if !found.whole.is_empty() => return walk,
                _ => {
                    untold = reached + 1;
                    break;
                }
            }
        }
        walk.faults.extend(words(&script, untold, start));
        walk
    }
}

/// The words from an item on that are no moves, whatever the position there.
/// Of squares with the row first one is told for all.
fn words(script: &Script<'_>, from: usize, start: &Position) -> Vec<Fault> {
    let mut turned = (0..from).any(|at| script.row_first(at).is_some());
    let mut words = (from..script.items().len()).filter(|&at| {
        let told = turned && script.row_first(at).is_some();
        turned |= script.row_first(at).is_some();
        script.item(at).is_some_and(|item| item.mv.is_none()) && !told
    });
    let size = start.rules().size();
    let told = words.by_ref().take(MAX_WORDS).map(|at| {
        let (kind, message) = (word_kind(script, at), script.reason(at, size));
        let mut fault = Fault::new(kind, script.span(at), message);
        fault.ply = Some(script.ply(at));
        fault.text = Some(script.text(at));
        fault.help.extend(encoding_remedy(kind));
        let square = script.row_first(at);
        fault
            .help
            .extend(square.map(|square| format!("the column comes first: {square}")));
        fault
    });
    let mut told: Vec<Fault> = told.collect();
    let more = words.count();
    if let (Some(last), 1..) = (told.last_mut(), more) {
        let others = format!("{more} more words after it are no moves either");
        last.help.push(others);
    }
    told
}

fn encoding_remedy(kind: FaultKind) -> Option<String> {
    (kind == FaultKind::BadEncoding).then(|| undecoded::REMEDY.to_owned())
}

/// The kind of fault that a word in the place of a move is.
fn word_kind(script: &Script<'_>, at: usize) -> FaultKind {
    if script.is_undecoded(at) {
        FaultKind::BadEncoding
    } else if script.is_cut_off(at) {
        FaultKind::Truncated
    } else {
        FaultKind::Syntax
    }
}

/// The game of the first items of a script, all of which the rules allow.
fn play(start: &Position, script: &Script<'_>, reached: usize) -> Game {
    let mut game = Game::from_position(start.clone());
    for mv in script.items().iter().take(reached).filter_map(|i| i.mv) {
        // The one thing that is refused here is a pass after the end.
        let _ = game.play_with_passes(mv);
    }
    game
}

/// Where passes are left out, though the record writes others.
fn missing_passes(script: &Script<'_>, before: &[Trial]) -> Vec<Fault> {
    let states = || script.items().iter().zip(before).enumerate();
    let is_pass = |item: &Item| item.mv == Some(Move::Pass);
    if !states().any(|(_, (item, here))| is_pass(item) && here.must_pass()) {
        return Vec::new();
    }
    let played = before.len() - 1;
    let left_out = states()
        .take(played)
        .filter(|(_, (item, here))| !is_pass(item) && here.must_pass());
    // Writing the pass repairs the record only if nothing else is wrong.
    let whole = (played == script.items().len()).then(|| repair::compact(script.items()));
    left_out
        .map(|(at, (_, here))| {
            let side = here.to_move();
            let (ply, span, text) = (script.ply(at), script.span(at), script.text(at));
            let message = format!(
                "{}'s pass is missing before {text}, in a record that writes its passes",
                side.name()
            );
            let remedy = format!("write {}'s pass before it", side.name());
            Fault {
                ply: Some(ply),
                text: Some(text),
                side: Some(side),
                repairs: Vec::from_iter(whole.clone().map(|moves| Repair {
                    kind: RepairKind::Insert,
                    ply,
                    span: Span::new(span.start, span.start),
                    put: Move::Pass.to_string(),
                    message: remedy.clone(),
                    moves,
                    likely: true,
                    confirmed: false,
                })),
                help: vec![remedy],
                ..Fault::new(FaultKind::MissingPass, span, message)
            }
        })
        .collect()
}

fn passes_after_end(script: &Script<'_>, before: &[Trial]) -> Option<Diagnostic> {
    let mut states = script.items().iter().zip(before).take(before.len() - 1);
    let at = states.position(|(item, here)| item.mv == Some(Move::Pass) && here.is_over())?;
    let message = "the game is over here: this pass is not counted";
    Some(Diagnostic::warning(message, script.span(at)))
}

/// Says why an item cannot stand where it stands.
fn explain(script: &Script<'_>, at: usize, position: &Position) -> Fault {
    let (span, text, ply) = (script.span(at), script.text(at), script.ply(at));
    let item = script.item(at);
    let stated = item.and_then(|item| item.side);
    let to_move = position.to_move();
    // After a pass that is left out it is the other side's turn.
    let passed = position.must_pass() && stated != Some(to_move);
    let side = if passed { !to_move } else { to_move };
    let wrong_side = stated.filter(|&stated| stated != side);
    let (kind, message) = match item.and_then(|item| item.mv) {
        None => (
            word_kind(script, at),
            script.reason(at, position.rules().size()),
        ),
        Some(Move::Place(_)) if position.is_over() => {
            let last = ply - 1;
            let message = format!("{text} comes after the end: no side can move after move {last}");
            (FaultKind::MoveAfterEnd, message)
        }
        Some(mv) => {
            let turned = position.clone().with_to_move(side);
            let error = turned.play(mv).err();
            match (wrong_side, error) {
                (_, Some(error @ IllegalMove::Occupied(_))) | (None, Some(error)) => {
                    (FaultKind::of(error), error.to_string())
                }
                (Some(_), Some(error @ IllegalMove::PassWithMoves { .. })) => {
                    (FaultKind::of(error), error.to_string())
                }
                (wrong_side, _) => {
                    let given = wrong_side.unwrap_or(!side).name();
                    let message = format!(
                        "{text} is given to {given}, but it is {}'s turn",
                        side.name()
                    );
                    (FaultKind::MissingPass, message)
                }
            }
        }
    };
    let mut fault = Fault::new(kind, span, message);
    fault.ply = Some(ply);
    fault.text = Some(text);
    fault.side = (!position.is_over()).then_some(side);
    fault.help.extend(encoding_remedy(kind));
    if let Some(Move::Place(square)) = item.and_then(|item| item.mv)
        && !position.rules().has(square)
        && !position.rules().is_hole(square)
    {
        fault.help.push(extent(position.rules().size()));
    }
    if passed && kind != FaultKind::MissingPass {
        fault.help.push(format!(
            "{} has no legal move here, so it is {}'s turn",
            to_move.name(),
            side.name()
        ));
    }
    fault
}

/// The squares of a board in words.
fn extent(size: u8) -> String {
    let last = char::from(b'a' + size.saturating_sub(1));
    format!("columns go from a to {last}, rows from 1 to {size}")
}

/// The remedies of a fault in words.
fn remedies(script: &Script<'_>, here: &Trial, at: usize, fault: &Fault) -> Vec<String> {
    let is_suggested =
        |repair: &Repair| repair.kind == RepairKind::Replace && repair.span == fault.span;
    let mut help = Vec::new();
    // What gives the stated result comes first, then what mends a common
    // slip, then the moves in its place; when there are none, anything.
    let likely = fault
        .repairs
        .iter()
        .filter(|repair| repair.confirmed || repair.likely && !is_suggested(repair));
    for repair in likely.take(MAX_REPAIRS) {
        let result = if repair.confirmed {
            ": the result is then the one stated"
        } else {
            ""
        };
        help.push(format!("{}{result}", repair.message));
    }
    if !fault.suggestions.is_empty() {
        let rest = if at + 1 < script.items().len() {
            ": the rest is then legal"
        } else {
            ""
        };
        let moves = list(&fault.suggestions);
        help.push(format!("put {moves} in its place{rest}"));
    }
    if help.is_empty() {
        let repairs = fault.repairs.iter().take(MAX_REPAIRS);
        help.extend(repairs.map(|repair| repair.message.clone()));
    }
    for later in help.iter_mut().skip(1) {
        later.insert_str(0, "or ");
    }
    if help.is_empty() {
        help.push("no single change makes the rest of the record legal".to_owned());
        let choices = here.choices();
        if !choices.is_empty() {
            help.push(format!("legal here: {}", list(&choices)));
        }
    }
    help
}

/// Moves in a sentence.
fn list(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().take(MAX_LISTED).map(Move::to_string).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() && moves.len() <= MAX_LISTED => {
            format!("{} or {last}", first.join(", "))
        }
        _ if moves.len() > MAX_LISTED => {
            format!("{}, ... ({} in all)", names.join(", "), moves.len())
        }
        _ => names.join(""),
    }
}
