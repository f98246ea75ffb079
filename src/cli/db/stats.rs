//! `db stats`: the collection, or some of its games, in numbers.

use std::{io::Write, path::Path};

use comfy_table::{CellAlignment, Table};
use outflank::{
    board::Position,
    games::{Collection, Filter, GamesError, PlayerStats, Standing, Stats, Tally},
    opening::Book,
};
use serde::Serialize;

use super::{
    super::{
        Result,
        check::counted,
        error::Status,
        number::whole,
        output::{JsonArg, Output},
        table,
    },
    DbArg, failed,
    filter::FilterArgs,
    ratio, rounded,
};

/// The collection, or some of its games, in numbers
///
/// How the games ended, year by year too, the openings that were played most,
/// each game counted under the last name that it came through, and who has
/// played most. With one `--player`, how that player fared with either colour
/// and against each opponent. The exit status is 1 when there are no such
/// games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many openings and opponents to list at most
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = whole::<usize>(1..=4_294_967_295))]
    limit: usize,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    json: JsonArg,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Serialize)]
struct Report<'a> {
    path: String,
    /// Of the file.
    bytes: u64,
    #[serde(flatten)]
    all: Results,
    /// Games of which nobody says how they ended.
    unknown: u32,
    /// Records that the games come from.
    records: u32,
    files: u32,
    players: u32,
    tournaments: u32,
    first_year: Option<i32>,
    last_year: Option<i32>,
    /// Games that do not begin at Othello's start.
    other_starts: u32,
    years: Vec<Year>,
    openings: Vec<Opening<'a>>,
    busiest: Vec<Player<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerReport<'a>>,
}

/// Games by their results.
#[derive(Serialize)]
struct Results {
    games: u32,
    black_wins: u32,
    draws: u32,
    white_wins: u32,
    /// The average score for Black; `null` when no game has a score.
    average: Option<f64>,
}

#[derive(Serialize)]
struct Year {
    year: i32,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize)]
struct Opening<'a> {
    name: &'a str,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    games: u32,
}

/// How a player fared.
#[derive(Serialize)]
struct PlayerReport<'a> {
    /// The names that have the part that was asked for.
    names: &'a [String],
    black: StandingReport,
    white: StandingReport,
    opponents: Vec<Opponent<'a>>,
}

#[derive(Serialize)]
struct Opponent<'a> {
    name: &'a str,
    #[serde(flatten)]
    standing: StandingReport,
}

#[derive(Serialize)]
struct StandingReport {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// For the player; `null` when no game has a score.
    average: Option<f64>,
}

impl Results {
    fn new(tally: &Tally) -> Self {
        Self {
            games: tally.games,
            black_wins: tally.black,
            draws: tally.draws,
            white_wins: tally.white,
            average: tally.average().map(rounded),
        }
    }
}

impl StandingReport {
    fn new(standing: &Standing) -> Self {
        Self {
            games: standing.games,
            won: standing.won,
            drawn: standing.drawn,
            lost: standing.lost,
            average: standing.average().map(rounded),
        }
    }
}

impl<'a> PlayerReport<'a> {
    fn new(player: &'a PlayerStats) -> Self {
        let opponents = player.opponents.iter().map(|(name, standing)| Opponent {
            name,
            standing: StandingReport::new(standing),
        });
        Self {
            names: &player.names,
            black: StandingReport::new(&player.black),
            white: StandingReport::new(&player.white),
            opponents: opponents.collect(),
        }
    }
}

impl<'a> Report<'a> {
    fn new(path: &Path, stats: &'a Stats, openings: Vec<Opening<'a>>) -> Self {
        let player = |(name, games): &'a (String, u32)| Player {
            name,
            games: *games,
        };
        let years = stats.years.iter().map(|(year, tally)| Year {
            year: *year,
            results: Results::new(tally),
        });
        Self {
            path: path.display().to_string(),
            bytes: path.metadata().map_or(0, |file| file.len()),
            all: Results::new(&stats.all),
            unknown: stats.unknown,
            records: stats.records,
            files: stats.files,
            players: stats.players,
            tournaments: stats.tournaments,
            first_year: stats.years.first().map(|(year, _)| *year),
            last_year: stats.years.last().map(|(year, _)| *year),
            other_starts: stats.other_starts,
            years: years.collect(),
            openings,
            busiest: stats.busiest.iter().map(player).collect(),
            player: stats.player.as_ref().map(PlayerReport::new),
        }
    }
}

/// The openings of the shipped book that were played, the most frequent
/// first.
fn openings<'b>(
    book: &'b Book,
    collection: &Collection,
    filter: &Filter,
) -> std::result::Result<Vec<Opening<'b>>, GamesError> {
    // Of several lines to one position the one that gives it its name.
    let lines = book.lines().iter().filter(|line| {
        let named = book.at(line.game.last());
        named.is_some_and(|named| std::ptr::eq(named, *line))
    });
    let lines: Vec<_> = lines.collect();
    let ends: Vec<Position> = lines.iter().map(|line| line.game.last().clone()).collect();
    let tallies = collection.last_of(&ends, filter)?;
    let mut played: Vec<_> = lines
        .into_iter()
        .zip(tallies)
        .filter(|(_, tally)| tally.games > 0)
        .map(|(line, tally)| Opening {
            name: &line.name,
            results: Results::new(&tally),
        })
        .collect();
    played.sort_by_key(|opening| std::cmp::Reverse(opening.results.games));
    Ok(played)
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let filter = args.filter.filter(out)?;
    let (collection, path) = args.db.open()?;
    let stats = collection.stats(&filter).map_err(failed(&path))?;
    if stats.all.games == 0 && args.filter.is_given() {
        out.note("no game of the collection is like that\n");
        return Ok(Status::Fails);
    }
    let book = Book::shipped();
    let openings = openings(&book, &collection, &filter).map_err(failed(&path))?;
    let report = Report::new(&path, &stats, openings);
    if args.json.json {
        out.json(&report)?;
    } else {
        print(&report, args.limit, out)?;
    }
    Ok(Status::Holds)
}

fn print(report: &Report<'_>, limit: usize, out: &mut Output) -> std::io::Result<()> {
    print_all(report, out)?;
    if let Some(player) = &report.player {
        print_player(player, limit, out)?;
    }
    if !report.years.is_empty() {
        let rows = report.years.iter();
        let rows = rows.map(|row| (row.year.to_string(), &row.results));
        print_results("year", rows, out)?;
    }
    if !report.openings.is_empty() {
        let rows = report.openings.iter().take(limit);
        let rows = rows.map(|row| (row.name.to_owned(), &row.results));
        print_results("opening", rows, out)?;
        print_rest(report.openings.len(), limit, "openings", out)?;
    }
    if report.player.is_some() || report.busiest.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut players = table::list(["player", "games"], out);
    for player in &report.busiest {
        players.add_row([table::plain(player.name), player.games.to_string()]);
    }
    align(&mut players, 1);
    table::write(&players, out)
}

fn print_all(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let all = &report.all;
    let mut line = |name: &str, value: String| writeln!(out, "{name:<13} {value}");
    line("games", all.games.to_string())?;
    if let (Some(first), Some(last)) = (report.first_year, report.last_year) {
        line("years", format!("{first}-{last}"))?;
    }
    line("Black won", share(all.black_wins, all.games))?;
    line("White won", share(all.white_wins, all.games))?;
    line("draws", share(all.draws, all.games))?;
    if report.unknown > 0 {
        line("no result", share(report.unknown, all.games))?;
    }
    if let Some(average) = all.average {
        line("average", format!("{average:+.2} for Black"))?;
    }
    if report.other_starts > 0 {
        line("other starts", report.other_starts.to_string())?;
    }
    line("players", report.players.to_string())?;
    line("tournaments", report.tournaments.to_string())?;
    let files = counted(report.files as usize, "file", "files");
    line("records", format!("{} in {files}", report.records))?;
    let size = report.bytes as f64 / 1e6;
    line("file", format!("{}, {size:.1} MB", report.path))
}

fn print_player(player: &PlayerReport<'_>, limit: usize, out: &mut Output) -> std::io::Result<()> {
    const NAMES: usize = 5;
    let names: Vec<String> = player.names.iter().map(|name| table::plain(name)).collect();
    let shown = names.get(..NAMES).unwrap_or(&names).join(", ");
    match names.len().checked_sub(NAMES) {
        None | Some(0) => writeln!(out, "\n{shown}")?,
        Some(more) => writeln!(out, "\n{shown} and {more} more")?,
    }
    let headings = ["", "games", "won", "drawn", "lost", "average"];
    let mut rows = table::list(headings, out);
    for (name, standing) in [("with Black", &player.black), ("with White", &player.white)] {
        rows.add_row(standing.cells(name));
    }
    for opponent in player.opponents.iter().take(limit) {
        let name = format!("against {}", table::plain(opponent.name));
        rows.add_row(opponent.standing.cells(&name));
    }
    align(&mut rows, 5);
    table::write(&rows, out)?;
    print_rest(player.opponents.len(), limit, "opponents", out)
}

impl StandingReport {
    fn cells(&self, name: &str) -> [String; 6] {
        [
            name.to_owned(),
            self.games.to_string(),
            self.won.to_string(),
            self.drawn.to_string(),
            self.lost.to_string(),
            average(self.average),
        ]
    }
}

/// A table of games by their results.
fn print_results<'r>(
    heading: &str,
    rows: impl Iterator<Item = (String, &'r Results)>,
    out: &mut Output,
) -> std::io::Result<()> {
    writeln!(out)?;
    let headings = [heading, "games", "Black", "draw", "White", "average"];
    let mut table = table::list(headings, out);
    for (name, results) in rows {
        let known = results.black_wins + results.draws + results.white_wins;
        let percent = |part| match known {
            0 => String::new(),
            known => format!("{:.1}%", 100.0 * ratio(part, known)),
        };
        table.add_row([
            name,
            results.games.to_string(),
            percent(results.black_wins),
            percent(results.draws),
            percent(results.white_wins),
            average(results.average),
        ]);
    }
    align(&mut table, 5);
    table::write(&table, out)
}

/// Says how many rows are not shown.
fn print_rest(all: usize, limit: usize, what: &str, out: &mut Output) -> std::io::Result<()> {
    if all > limit {
        writeln!(out, "{limit} of {all} {what}; -n shows more")?;
    }
    Ok(())
}

/// Numbers stand at the right: so many columns after the first.
fn align(table: &mut Table, columns: usize) {
    for column in 1..=columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn average(average: Option<f64>) -> String {
    average.map_or_else(String::new, |average| format!("{average:+.2}"))
}

fn share(part: u32, whole: u32) -> String {
    format!("{part} ({:.1}%)", 100.0 * ratio(part, whole))
}
