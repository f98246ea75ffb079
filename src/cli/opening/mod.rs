//! `opening`: names of openings, the book that has them, and the drill.

mod check;
mod drill;
mod list;
mod name;
mod show;

use clap::Subcommand;
use outflank::{
    board::Move,
    opening::{Book, Continuation, read},
};

use super::{Result, error::UserError, output::Output, yaml};

/// Opening names, lines, and drills
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Name(name::Args),
    Drill(drill::Args),
    Check(check::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    match &args.command {
        Command::List(args) => list::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Name(args) => name::run(args, out),
        Command::Drill(args) => drill::run(args, out),
        Command::Check(args) => check::run(args, out),
    }
}

/// The option that names a book.
#[derive(Debug, clap::Args)]
struct BookArg {
    /// A book of your own instead of the one that is shipped
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
}

impl BookArg {
    /// The book that was asked for. One that has problems is not used.
    fn load(&self, out: &Output) -> std::result::Result<Book, UserError> {
        let Some(name) = &self.book else {
            return Ok(Book::shipped());
        };
        let source = yaml::load(name)?;
        let entries = match read(&source) {
            Ok(entries) => entries,
            Err(fault) => return Err(UserError::at(source, *fault)),
        };
        let problems = entries.iter().flat_map(|entry| &entry.problems);
        let problems: Vec<_> = problems.map(|problem| &problem.diagnostic).collect();
        if !problems.is_empty() {
            return Err(yaml::unsound(&source, &problems, out));
        }
        Ok(entries.into_iter().collect())
    }
}

/// Moves with blanks between them.
fn spaced(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// Names that can be shown: all of them, or those in ASCII.
fn shown<'a>(names: impl Iterator<Item = &'a str>, out: &Output) -> String {
    let ascii = out.ascii();
    let names: Vec<&str> = names.filter(|name| !ascii || name.is_ascii()).collect();
    names.join(", ")
}

/// The lines that go on from somewhere, a line each.
fn continuations(next: &[Continuation<'_>]) -> String {
    let moves: Vec<String> = next.iter().map(|next| spaced(&next.moves)).collect();
    let width = moves.iter().map(String::len).max().unwrap_or(0);
    moves
        .iter()
        .zip(next)
        .map(|(moves, next)| format!("  {moves:width$}  {}\n", next.name))
        .collect()
}
