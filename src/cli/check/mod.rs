//! `check`: what is wrong with game records, where, and what would repair it.

mod report;
pub(super) mod text;

use std::{fmt, io::Write};

use outflank::{
    record::{ReadOptions, judge},
    source::{Source, Span},
};

pub(super) use report::FaultReport;
use report::Report;
use text::{Manner, print};

use super::{
    Result,
    error::{Status, report, user},
    input::{InputArgs, records},
    output::{JsonArg, Output},
    pipeline::in_order,
    rules::RulesArgs,
    timer::end_on_interrupt,
};

/// Validate game records: say what is wrong, where, and what would repair it
///
/// Passes may be left out. Unless options or the record say otherwise, games
/// are read from the start under which more of their moves are legal. The exit
/// status is 1 when a record is invalid, 2 when an input cannot be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// Leave out the records that are valid: only faults and counts
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    summary: bool,
    #[command(flatten)]
    json: JsonArg,
}

/// A record that was checked.
struct Checked {
    /// The name of its file.
    name: String,
    valid: bool,
    /// What there is to say about it.
    text: Vec<u8>,
}

/// How many records there were.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    valid: usize,
    invalid: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let judging = args.rules.judging().map_err(user)?;
    end_on_interrupt()?;
    let (json, input) = (args.json.json, args.input.clone());
    let options = ReadOptions {
        format: input.from.format,
        rules: judging.rules,
    };
    let manner = Manner {
        ascii: out.ascii(),
        quiet: out.quiet(),
        summary: args.summary,
    };
    let mut total = Tally::default();
    let mut files: Vec<(String, Tally)> = Vec::new();
    in_order(
        move |give| {
            let mut numbers = Numbers::default();
            for found in records(&input.inputs, &input.puzzles, options) {
                let numbered = found.map(|(source, raw)| {
                    let number = numbers.next(&source, raw.span);
                    (source, raw, number)
                });
                if !give(numbered) {
                    return;
                }
            }
        },
        move |found| -> anyhow::Result<Checked> {
            let (source, raw, number) = found?;
            let judged = judge(&source, &raw, &judging);
            let mut text = Vec::new();
            if json {
                text = serde_json::to_vec(&Report::new(&source, number, &judged))?;
            } else {
                print(&source, number, &judged, manner, &mut text)?;
            }
            Ok(Checked {
                name: source.name().to_owned(),
                valid: judged.is_valid(),
                text,
            })
        },
        |checked| match checked {
            // What is found is shown at once, even when more of a stream is
            // waited for.
            None => out.flush(),
            Some(Ok(checked)) => {
                total.count(checked.valid);
                match files.last_mut() {
                    Some((name, tally)) if *name == checked.name => tally.count(checked.valid),
                    _ => {
                        let mut tally = Tally::default();
                        tally.count(checked.valid);
                        files.push((checked.name, tally));
                    }
                }
                match json {
                    true => out.json_line(&checked.text),
                    false => out.write_all(&checked.text),
                }
            }
            // The other inputs are checked all the same.
            Some(Err(error)) => {
                out.flush()?;
                report(&error, out);
                total.unreadable += 1;
                Ok(())
            }
        },
    )?;
    if !json {
        let many = files.iter().any(|(_, tally)| tally.records() > 1);
        for (name, tally) in files.iter().filter(|_| many && files.len() > 1) {
            writeln!(out, "{name}: {tally}")?;
        }
        if total.records() + total.unreadable > 1 || args.summary {
            writeln!(out, "{total}")?;
        }
    }
    Ok(total.status())
}

impl Tally {
    const fn count(&mut self, valid: bool) {
        if valid {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
    }

    const fn records(&self) -> usize {
        self.valid + self.invalid
    }

    const fn status(&self) -> Status {
        if self.unreadable > 0 {
            Status::Undone
        } else if self.invalid > 0 {
            Status::Fails
        } else {
            Status::Holds
        }
    }
}

/// `12 records: 11 valid, 1 invalid`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = counted(self.records(), "record", "records");
        write!(
            f,
            "{records}: {} valid, {} invalid",
            self.valid, self.invalid
        )?;
        match self.unreadable {
            0 => Ok(()),
            n => write!(f, ", {} could not be read", counted(n, "input", "inputs")),
        }
    }
}

/// Counts the records of each input.
#[derive(Default)]
pub(in crate::cli) struct Numbers {
    name: String,
    line: usize,
    count: usize,
}

impl Numbers {
    /// The number of a record among those of its input.
    pub(in crate::cli) fn next(&mut self, source: &Source, span: Span) -> usize {
        let line = source.place(span.start).line;
        if self.name != source.name() || line < self.line {
            source.name().clone_into(&mut self.name);
            self.count = 0;
        }
        self.line = line;
        self.count += 1;
        self.count
    }
}

pub(in crate::cli) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
