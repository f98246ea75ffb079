//! `db stats`: the collection in numbers.

use std::{io::Write, path::Path};

use outflank::games::Stats;
use serde::Serialize;

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
        table,
    },
    DbArg, counted, failed,
};

/// The collection in numbers
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Report<'a> {
    path: String,
    /// Of the file.
    bytes: u64,
    games: u32,
    black_wins: u32,
    draws: u32,
    white_wins: u32,
    /// Games of which nobody says how they ended.
    unknown: u32,
    /// The average score for Black.
    average: Option<f64>,
    /// Records that the games come from.
    records: u32,
    files: u32,
    players: u32,
    tournaments: u32,
    first_year: Option<i32>,
    last_year: Option<i32>,
    /// Games that do not begin at Othello's start.
    other_starts: u32,
    busiest: Vec<Player<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    games: u32,
}

impl<'a> Report<'a> {
    fn new(path: &Path, stats: &'a Stats) -> Self {
        let round = |average: f64| (average * 100.0).round() / 100.0 + 0.0;
        let player = |(name, games): &'a (String, u32)| Player {
            name,
            games: *games,
        };
        Self {
            path: path.display().to_string(),
            bytes: path.metadata().map_or(0, |file| file.len()),
            games: stats.all.games,
            black_wins: stats.all.black,
            draws: stats.all.draws,
            white_wins: stats.all.white,
            unknown: stats.unknown,
            average: stats.all.average().map(round),
            records: stats.records,
            files: stats.files,
            players: stats.players,
            tournaments: stats.tournaments,
            first_year: stats.years.map(|years| years.0),
            last_year: stats.years.map(|years| years.1),
            other_starts: stats.other_starts,
            busiest: stats.busiest.iter().map(player).collect(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let (collection, path) = args.db.open()?;
    let stats = collection.stats().map_err(failed(&path))?;
    let report = Report::new(&path, &stats);
    if args.json.json {
        out.json(&report)?;
    } else {
        print(&report, out)?;
    }
    Ok(Status::Holds)
}

fn print(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let mut line = |name: &str, value: String| writeln!(out, "{name:<13} {value}");
    line("games", report.games.to_string())?;
    if let (Some(first), Some(last)) = (report.first_year, report.last_year) {
        line("years", format!("{first}-{last}"))?;
    }
    line("Black won", share(report.black_wins, report.games))?;
    line("White won", share(report.white_wins, report.games))?;
    line("draws", share(report.draws, report.games))?;
    if report.unknown > 0 {
        line("no result", share(report.unknown, report.games))?;
    }
    if let Some(average) = report.average {
        line("average", format!("{average:+.2} for Black"))?;
    }
    if report.other_starts > 0 {
        line("other starts", report.other_starts.to_string())?;
    }
    line("players", report.players.to_string())?;
    line("tournaments", report.tournaments.to_string())?;
    line(
        "records",
        format!(
            "{} in {}",
            report.records,
            counted(report.files as usize, "file", "files")
        ),
    )?;
    line(
        "file",
        format!("{}, {:.1} MB", report.path, report.bytes as f64 / 1e6),
    )?;
    if report.busiest.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut table = table::list(["player", "games"], out);
    for player in &report.busiest {
        table.add_row([player.name.to_owned(), player.games.to_string()]);
    }
    table::write(&table, out)
}

fn share(part: u32, whole: u32) -> String {
    let percent = 100.0 * f64::from(part) / f64::from(whole.max(1));
    format!("{part} ({percent:.1}%)")
}
