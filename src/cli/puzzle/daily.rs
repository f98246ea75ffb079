//! `puzzle daily`: the puzzle of a day.

use jiff::civil::Date;
use outflank::puzzle::{Aim, Calendar};
use serde::Serialize;

use super::{
    super::{
        Result,
        clock::Clock,
        error::{Status, UserError},
        output::Output,
    },
    Listed, PuzzleReport, PuzzlesArg,
    play::{HowArgs, Series},
    show,
};

/// The puzzle of the day, the same for everybody
///
/// Each date has its puzzle, chosen among the shipped ones without a network:
/// easy on Monday, harder every day until Saturday, with Sunday in the middle.
/// None comes again before all have come; then they come in a new order. The
/// machine and its time zone make no difference but for the date itself.
///
/// A release that adds puzzles changes few dates of the first cycle, which
/// begins on 30 November 2026 and has as many days as there are puzzles; later
/// cycles are dealt anew. Dates of the past and of the future can be played
/// with --date. It is played like `puzzle play`, and answers are kept alike;
/// the exit status is 0 when the puzzle was solved. After the puzzle of today
/// it says on how many days in a row a puzzle was solved, this one or another,
/// at once or not.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The puzzle of this date, like 2026-11-30 [default: today]
    #[arg(long, value_name = "DATE", value_parser = date)]
    date: Option<Date>,
    /// Show the position and the task, and end
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    how: HowArgs,
}

/// The puzzle of a day as `--show --json` reports it.
#[derive(Serialize)]
struct Report<'p> {
    date: Date,
    #[serde(flatten)]
    puzzle: PuzzleReport<'p>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let date = match args.date {
        Some(date) => date,
        None => Clock::new()?.today(),
    };
    let puzzles = args.puzzles.load()?;
    let listed: Vec<Listed<'_>> = puzzles.entries().filter_map(Listed::new).collect();
    let known = listed.iter().map(|listed| listed.puzzle);
    let calendar = Calendar::new(known.map(|puzzle| (&*puzzle.id, puzzle.about.level)));
    let chosen = calendar.on(date).and_then(|index| listed.get(index));
    let Some(&chosen) = chosen else {
        return Err(UserError::new("there are no puzzles to choose from").into());
    };
    if !args.show {
        let series = Series {
            puzzles: &[chosen],
            aim: Aim::All,
            seed: None,
            date: Some(date),
            how: args.how,
        };
        return series.play(out);
    }
    if args.how.json.json {
        let puzzle = chosen.report();
        out.json(&Report { date, puzzle })?;
    } else {
        show::print_dated(chosen, date, out)?;
    }
    Ok(Status::Holds)
}

/// Reads a date.
fn date(text: &str) -> std::result::Result<Date, String> {
    let date = Date::strptime("%Y-%m-%d", text);
    date.map_err(|_| format!("`{text}` is not a date of the calendar like 2026-11-30"))
}
