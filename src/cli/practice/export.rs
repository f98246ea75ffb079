//! `practice export`: all answers as a file.

use std::path::PathBuf;

use outflank::practice::write_log;

use super::{
    super::{Result, error::Status, output::Output, save::save, yaml::counted},
    answers,
};

/// Write all your answers as JSON
///
/// `practice import` reads the file again, here or elsewhere. It is one JSON
/// object with an answer a line: what was asked, when (UTC, and the day where
/// you live), how many tries, hints and milliseconds it took, how many moves
/// were found, and how it ended.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let answers = answers()?;
    let mut text = Vec::new();
    write_log(&answers, &mut text)?;
    match &args.output {
        Some(path) => {
            save(path, &text[..])?;
            let all = counted(answers.len(), "answer");
            out.note(&format!("{}: {all}\n", path.display()));
        }
        None => out.json_text(&text)?,
    }
    Ok(Status::Holds)
}
