//! Games to look at: the records of an INPUT, as far as they are legal.

use std::io;

use outflank::{
    board::Game,
    record::{FaultKind, GameRecord, Judged, ReadOptions, judge},
    source::{Severity, Source},
};

use serde::Serialize;

use super::{
    check::FaultReport,
    error::{UserError, render, user},
    input::{FromArg, records},
    output::{JsonArg, Output},
    puzzle::PuzzlesArg,
    rules::RulesArgs,
};

/// One record of an INPUT.
pub(crate) struct Sheet {
    /// `file:line`.
    pub(crate) label: String,
    /// Whether it is the only record.
    pub(crate) alone: bool,
    /// Whether no other record follows.
    pub(crate) last: bool,
    source: Source,
    judged: Judged,
}

/// The records of an INPUT under the rules that were asked for.
pub(crate) fn sheets<'a>(
    input: &'a String,
    from: FromArg,
    puzzles: &'a PuzzlesArg,
    rules: &RulesArgs,
) -> Result<impl Iterator<Item = anyhow::Result<Sheet>> + 'a, UserError> {
    let judging = rules.judging().map_err(user)?;
    let options = ReadOptions {
        format: from.format,
        rules: judging.rules,
    };
    let mut records = records(std::slice::from_ref(input), puzzles, options).peekable();
    let mut first = true;
    Ok(std::iter::from_fn(move || {
        let record = records.next()?;
        let last = records.peek().is_none();
        let alone = std::mem::take(&mut first) && last;
        Some(record.map(|(source, raw)| Sheet {
            label: source.label(raw.span.start),
            alone,
            last,
            judged: judge(&source, &raw, &judging),
            source,
        }))
    }))
}

/// A game that is not legal as far as was asked for.
#[derive(Serialize)]
struct Refusal<'a> {
    source: &'a str,
    /// So many are legal.
    plies: usize,
    error: FaultReport<'a>,
}

impl Sheet {
    /// What the record says, legal or not.
    pub(crate) const fn record(&self) -> &GameRecord {
        &self.judged.record
    }

    /// The game, when it is legal up to the ply `asked` of an option. If not,
    /// its fault is said. So is what was assumed in reading it.
    pub(crate) fn game(
        &self,
        option: &str,
        asked: Option<i32>,
        json: JsonArg,
        out: &mut Output,
    ) -> io::Result<Option<&Game>> {
        let game = &self.judged.record.game;
        let plies = game.plies();
        for warning in &self.judged.warnings {
            out.warn(&render(&self.source, warning, out.ascii()));
        }
        let asked = asked.and_then(|n| usize::try_from(n).ok());
        for fault in &self.judged.faults {
            let mut diagnostic = fault.diagnostic();
            if fault.kind == FaultKind::ResultMismatch {
                // The moves are right, and they are what is shown.
                diagnostic.severity = Severity::Warning;
                out.warn(&render(&self.source, &diagnostic, out.ascii()));
                continue;
            }
            // Where the form is broken outside the moves, nobody knows what
            // the moves were to be played on.
            let is_sound = fault.ply.is_some() || fault.kind != FaultKind::Syntax;
            if is_sound && asked.is_some_and(|asked| asked <= plies) {
                continue;
            }
            if json.json {
                out.json(&Refusal {
                    source: &self.label,
                    plies,
                    error: FaultReport::new(&self.source, fault),
                })?;
                return Ok(None);
            }
            if is_sound {
                let help = match plies {
                    0 => format!("`{option} 0` shows the position before it"),
                    _ => format!("legal up to ply {plies}: `{option} {plies}` shows the position"),
                };
                diagnostic = diagnostic.with_help(help);
            }
            out.complain(&render(&self.source, &diagnostic, out.ascii()));
            return Ok(None);
        }
        Ok(Some(game))
    }
}
