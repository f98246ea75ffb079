//! `practice import`: answers from a file.

use std::io::Write;

use outflank::practice::{LogError, read_log};

use super::super::{
    Result,
    error::{Status, UserError},
    output::Output,
    recorder,
    yaml::{counted, load_up_to},
};

/// Add the answers that `practice export` has written
///
/// Those that are there already are not added again, so a file may be imported
/// twice, and two computers may exchange their exports. All of the file is
/// imported or, when something is wrong with it, nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: String,
}

/// The largest file that is read, in bytes: about a million answers.
const LARGEST: usize = 256 << 20;

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let source = load_up_to(LARGEST, &args.file)?;
    let answers = match read_log(&source) {
        Ok(answers) => answers,
        Err(LogError::Wrong(fault)) => return Err(UserError::at(source, *fault).into()),
        Err(error) => {
            let user = UserError::new(format!("{}: {error}", source.name()));
            return Err(match error {
                LogError::Newer { .. } => user.hint("use the newer outflank that made it"),
                _ => user.hint("`outflank practice export` makes one"),
            }
            .into());
        }
    };
    let mut store = recorder::create()?;
    let merged = store.merge(&answers);
    let merged = merged.map_err(|error| match recorder::path() {
        Ok(path) => recorder::unusable(&path, &error),
        Err(error) => error,
    })?;
    writeln!(
        out,
        "{}: {}, {} new, {} known",
        source.name(),
        counted(answers.len(), "answer"),
        merged.new,
        merged.known
    )?;
    Ok(Status::Holds)
}
