//! `completions`: what a shell needs to complete command lines.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::{Cli, Result, error::Status, output::Output};

/// Write completions for a shell to standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Where they belong:
  bash        outflank completions bash > ~/.local/share/bash-completion/completions/outflank
  zsh         outflank completions zsh > _outflank, in a folder of $fpath
  fish        outflank completions fish > ~/.config/fish/completions/outflank.fish
  elvish      eval (outflank completions elvish | slurp), in rc.elv
  powershell  outflank completions powershell | Out-String | Invoke-Expression, in $PROFILE")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    // The generator panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "outflank", &mut script);
    out.write_all(&script)?;
    Ok(Status::Holds)
}
