//! `opening check`: what is wrong with books of openings.

use std::io::Write;

use outflank::{
    opening::{Book, read},
    source::Source,
};

use super::super::{
    Result,
    error::{Status, UserError, report},
    output::{JsonArg, Output},
    yaml::{self, counted},
};

/// Check books of openings: every line legal, no name twice
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Books in YAML, `-` for standard input [default: the shipped book]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let mut status = Status::Holds;
    if args.files.is_empty() {
        for source in Book::shipped_sources() {
            status = status.worst(check(&source, args.json.json, out)?);
        }
    }
    for name in &args.files {
        let checked = yaml::load(name)
            .map_err(anyhow::Error::from)
            .and_then(|source| check(&source, args.json.json, out));
        status = status.worst(match checked {
            Ok(status) => status,
            // One file that cannot be read does not stop the others.
            Err(error) if error.is::<UserError>() => {
                report(&error, out);
                Status::Undone
            }
            Err(error) => return Err(error),
        });
    }
    Ok(status)
}

fn check(source: &Source, json: bool, out: &mut Output) -> Result {
    let entries = match read(source) {
        Ok(entries) => entries,
        Err(fault) => return Err(UserError::at(source.clone(), *fault).into()),
    };
    let faulty = entries.iter().filter(|entry| !entry.ok).count();
    if json {
        for entry in &entries {
            out.json(entry)?;
        }
    } else {
        let problems = entries.iter().flat_map(|entry| &entry.problems);
        let problems: Vec<_> = problems.map(|problem| &problem.diagnostic).collect();
        let text = yaml::problems(source, problems.iter().copied(), out);
        write!(out, "{text}")?;
        let name = source.name();
        match problems.len() {
            0 => writeln!(
                out,
                "{name}: {}, nothing wrong",
                counted(entries.len(), "line")
            )?,
            found => writeln!(out, "{name}: {}", counted(found, "problem"))?,
        }
    }
    Ok(if faulty == 0 {
        Status::Holds
    } else {
        Status::Fails
    })
}
