//! `practice path`: where the answers are kept.

use std::io::Write;

use super::super::{Result, error::Status, output::Output, recorder};

/// Say where your answers are kept
///
/// The file may not be there yet. While a program uses it, there are two more
/// beside it, whose names end in `-wal` and `-shm`; to copy the answers, use
/// `practice export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, out: &mut Output) -> Result {
    writeln!(out, "{}", recorder::path()?.display())?;
    Ok(Status::Holds)
}
