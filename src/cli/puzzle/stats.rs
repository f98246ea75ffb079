//! `puzzle stats`: how well puzzles were solved.

use std::io::{self, Write};

use jiff::civil::Date;
use outflank::practice::{PuzzleStats, Rating};

use super::super::{
    Result,
    clock::Clock,
    error::Status,
    output::{JsonArg, Output},
    practice::{answers, cells, history},
    table,
    yaml::counted,
};

/// How well you solve puzzles, by theme and by level
///
/// The rating is by Glicko-2, for all puzzles and for those of each theme.
/// Puzzles have ratings, too: by their levels they start at 900, 1200, 1500,
/// 1800 and 2100, and they win when you do not solve them. A solution with
/// one wrong move or hint counts a half, with two a third, and so on.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let today = Clock::new()?.today();
    let stats = PuzzleStats::of(&answers()?, today);
    if args.json.json {
        out.json(&stats)?;
    } else {
        print(&stats, today, out)?;
    }
    Ok(Status::Holds)
}

fn print(stats: &PuzzleStats, today: Date, out: &mut Output) -> io::Result<()> {
    if stats.puzzles == 0 {
        return writeln!(out, "no puzzle has been answered yet");
    }
    let answers = counted(stats.solves.answers as usize, "answer");
    writeln!(out, "{} of {}", answers, counted(stats.puzzles, "puzzle"))?;
    if let Some(rating) = &stats.rating {
        writeln!(out, "rating {}", shown(Some(rating)))?;
    }
    if !stats.themes.is_empty() {
        writeln!(out)?;
        let headings = ["theme", "rating", "answers", "solved", "at once", "seconds"];
        let mut table = table::list(headings, out);
        for theme in &stats.themes {
            let [answers, solved, at_once, seconds] = cells(&theme.solves);
            let rating = shown(theme.rating.as_ref());
            table.add_row([
                theme.theme.clone(),
                rating,
                answers,
                solved,
                at_once,
                seconds,
            ]);
        }
        table::write(&table, out)?;
    }
    writeln!(out)?;
    let headings = [
        "level", "puzzles'", "answers", "solved", "at once", "seconds",
    ];
    let mut table = table::list(headings, out);
    for level in &stats.levels {
        let name = level
            .level
            .map_or_else(|| "none".to_owned(), |level| level.to_string());
        let [answers, solved, at_once, seconds] = cells(&level.solves);
        let rating = format!("{:.0}", level.puzzle_rating);
        table.add_row([name, rating, answers, solved, at_once, seconds]);
    }
    table::write(&table, out)?;
    history(&stats.ratings, today, out)
}

/// A rating with its deviation.
fn shown(rating: Option<&Rating>) -> String {
    rating.map_or_else(String::new, |rating| {
        format!("{:.0} +-{:.0}", rating.rating, rating.deviation)
    })
}
