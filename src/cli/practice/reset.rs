//! `practice reset`: all answers are forgotten, and kept in a file.

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use outflank::practice::{Answer, PracticeError, Store, write_log};

use super::super::{
    Result,
    clock::Clock,
    error::{Status, UserError},
    output::Output,
    recorder,
    save::save,
    session::{Answer as Reply, Session},
    yaml::counted,
};

/// Forget all your answers
///
/// They are written to a file beside the database first, which `practice
/// import` reads again. On a terminal the command asks; elsewhere it wants
/// `--yes`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let path = recorder::path()?;
    let opened = Store::open_existing(&path);
    let unusable = |error: PracticeError| recorder::unusable(&path, &error);
    let mut store = match opened {
        Err(PracticeError::Missing) => {
            writeln!(out, "nothing has been practised yet")?;
            return Ok(Status::Holds);
        }
        opened => opened.map_err(unusable)?,
    };
    let count = store.answers().map_err(unusable)?.len();
    if count == 0 {
        writeln!(out, "nothing has been practised yet")?;
        return Ok(Status::Holds);
    }
    if !args.yes && !agreed(count, out)? {
        writeln!(out, "nothing was forgotten")?;
        return Ok(Status::Fails);
    }
    let backup = backup(&path, &Clock::new()?);
    let mut kept = 0;
    let reset = store.reset(|answers| {
        kept = answers.len();
        keep(answers, &backup)
    });
    reset.map_err(|failed| match failed {
        Failed::Kept(error) => error,
        Failed::Store(error) => unusable(error),
    })?;
    writeln!(out, "{} forgotten", counted(kept, "answer"))?;
    writeln!(out, "they are kept in {}", backup.display())?;
    Ok(Status::Holds)
}

/// Whether the user wants it.
fn agreed(count: usize, out: &mut Output) -> anyhow::Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let message = format!("this forgets {}", counted(count, "answer"));
        return Err(UserError::new(message)
            .hint("say --yes if that is what you want")
            .into());
    }
    let question = format!("Forget {}? [y/N] ", counted(count, "answer"));
    let reply = Session::new()?.ask(&question, out)?;
    let yes = |text: &str| ["y", "yes"].contains(&text.to_lowercase().as_str());
    Ok(matches!(reply, Reply::Text(text) if yes(&text)))
}

/// What stopped a reset.
enum Failed {
    Kept(UserError),
    Store(PracticeError),
}

impl From<PracticeError> for Failed {
    fn from(error: PracticeError) -> Self {
        Self::Store(error)
    }
}

fn keep(answers: &[Answer], backup: &Path) -> std::result::Result<(), Failed> {
    let mut text = Vec::new();
    write_log(answers, &mut text)
        .map_err(|error| Failed::Kept(UserError::new(error.to_string())))?;
    save(backup, &text[..]).map_err(Failed::Kept)
}

/// A name for the file that keeps the answers; no file has it yet.
fn backup(path: &Path, clock: &Clock) -> PathBuf {
    let date = clock.today();
    let first = path.with_file_name(format!("practice-{date}.json"));
    let more = (2u32..).map(|n| path.with_file_name(format!("practice-{date}-{n}.json")));
    let mut names = std::iter::once(first).chain(more);
    names.find(|name| !name.exists()).unwrap_or_default()
}
