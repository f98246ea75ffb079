//! `man`: manual pages.

use std::{io::Write, path::PathBuf};

use clap::CommandFactory;
use clap_mangen::Man;

use super::{
    Cli, Result,
    error::{Status, UserError},
    output::Output,
};

/// Write a manual page to standard output, or all of them into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
To read one: outflank man solve | man -l -
To install them: outflank man --all ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The command that the page is about, like `puzzle check`; the whole
    /// program when none is named
    command: Vec<String>,
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let mut program = Cli::command().disable_help_subcommand(true);
    if let Some(folder) = &args.all {
        let failed = |error| {
            let folder = folder.display();
            UserError::new(format!("cannot write into `{folder}`: {error}"))
        };
        std::fs::create_dir_all(folder).map_err(failed)?;
        clap_mangen::generate_to(program, folder).map_err(failed)?;
        return Ok(Status::Holds);
    }
    // Gives every command its full name.
    program.build();
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(|c| c.get_name()).collect();
            let of = command.get_display_name().unwrap_or("outflank");
            let error = UserError::new(format!("`{of}` has no command `{name}`"));
            if names.is_empty() {
                error
            } else {
                error.hint(format!("it has {}", names.join(", ")))
            }
        })?;
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    out.write_all(&page)?;
    Ok(Status::Holds)
}
