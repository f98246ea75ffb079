//! `practice stats`: what was practised, and what is due.

use std::io::{self, Write};

use jiff::civil::Date;
use outflank::practice::{DayCount, PracticeStats, RatingOnDay, Solves};

use super::{
    super::{
        Result,
        clock::Clock,
        error::Status,
        output::{JsonArg, Output},
        plot, table,
        yaml::counted,
    },
    answers,
};

/// The plot of answers shows so many days.
const DAYS: i64 = 60;

/// What you have practised, and what is due
///
/// The rating is by Glicko-2: 1500 for somebody unknown, and more for who
/// solves hard puzzles. After the sign +- is how uncertain it is, which grows
/// with every day that passes. A puzzle counts when it was not answered in the
/// 30 days before.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let today = Clock::new()?.today();
    let stats = PracticeStats::of(&answers()?, today);
    if args.json.json {
        out.json(&stats)?;
    } else {
        print(&stats, today, out)?;
    }
    Ok(Status::Holds)
}

fn print(stats: &PracticeStats, today: Date, out: &mut Output) -> io::Result<()> {
    let (Some(first), Some(_)) = (stats.first, stats.last) else {
        return writeln!(out, "nothing has been practised yet");
    };
    let days = counted(stats.days, "day");
    writeln!(
        out,
        "answers  {} on {days}, since {first}",
        stats.solves.answers
    )?;
    match stats.next_due {
        Some(next) => writeln!(out, "due      {} today, the next on {next}", stats.due)?,
        None => writeln!(out, "due      {} today", stats.due)?,
    }
    if let Some(rating) = &stats.rating {
        writeln!(
            out,
            "rating   {:.0} +-{:.0}",
            rating.rating, rating.deviation
        )?;
    }
    writeln!(out)?;
    let headings = [
        "kind", "items", "due", "answers", "solved", "at once", "seconds",
    ];
    let mut table = table::list(headings, out);
    for kind in &stats.kinds {
        let [answers, solved, at_once, seconds] = cells(&kind.solves);
        table.add_row([
            kind.kind.to_string(),
            kind.items.to_string(),
            kind.due.to_string(),
            answers,
            solved,
            at_once,
            seconds,
        ]);
    }
    table::write(&table, out)?;
    let since = plot::since(today, DAYS);
    let recent = stats.reviews.iter().filter(|day| day.date >= since);
    let recent: Vec<_> = recent
        .map(|day: &DayCount| (day.date, f64::from(day.answers)))
        .collect();
    if !recent.is_empty() {
        writeln!(out, "\nanswers a day")?;
        plot::bars(&recent, today, out)?;
    }
    history(&stats.ratings, today, out)
}

/// Answers as cells of a table.
pub(crate) fn cells(solves: &Solves) -> [String; 4] {
    let share = |part: u32| {
        let percent = 100.0 * f64::from(part) / f64::from(solves.answers.max(1));
        format!("{percent:.0}%")
    };
    [
        solves.answers.to_string(),
        share(solves.solved),
        share(solves.at_once),
        format!("{:.0}", solves.seconds),
    ]
}

/// The rating over time, when there are two days to compare.
pub(crate) fn history(ratings: &[RatingOnDay], today: Date, out: &mut Output) -> io::Result<()> {
    if ratings.len() < 2 {
        return Ok(());
    }
    let days: Vec<_> = ratings
        .iter()
        .map(|day| (day.date, day.rating.rating))
        .collect();
    writeln!(out, "\nrating")?;
    plot::points(&days, today, out)
}
