//! `db explore`: what was played in a position, and how it went.

use std::io::Write;

use outflank::{
    board::{Color, Position, Rules, Square},
    games::{Explored, Tally},
    opening::Book,
};
use serde::Serialize;

use super::{
    super::{
        Result,
        check::counted,
        error::Status,
        number,
        output::{JsonArg, Output},
        table,
    },
    DbArg, failed,
    filter::{FilterArgs, position},
    ratio, rounded,
};

/// What was played in a position, and how it went
///
/// Each move comes with its games, their share of all, the average score for
/// the side to move, and how the games ended.
///
/// Positions are the same whatever the order of moves and however the board is
/// turned; moves that are one by symmetry stand together. The other options
/// choose the games that are counted. The exit status is 1 when no game has
/// come to the position.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The moves that lead to the position, or anything else that `show`
    /// draws; the start of the game when nothing is given
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// The position after ply N; a negative N counts back from the end
    #[arg(long, value_name = "N", value_parser = number::ply, allow_negative_numbers = true)]
    at: Option<i32>,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    json: JsonArg,
    #[command(flatten)]
    filter: FilterArgs,
}

/// All that is known of a position.
#[derive(Serialize)]
struct Report<'b> {
    board: String,
    to_move: Color,
    opening: Option<&'b str>,
    #[serde(flatten)]
    all: Counts,
    /// How many games ended there, or were broken off.
    ended: u32,
    moves: Vec<MoveReport<'b>>,
}

/// One move.
#[derive(Serialize)]
struct MoveReport<'b> {
    #[serde(rename = "move")]
    square: Square,
    /// Of the games in which a move was made, 0 … 1.
    share: f64,
    #[serde(flatten)]
    counts: Counts,
    /// The name of the position that it leads to.
    opening: Option<&'b str>,
}

/// Games and how they ended.
#[derive(Serialize)]
struct Counts {
    games: u32,
    /// For the side to move; `null` when no game has a score.
    average: Option<f64>,
    black_wins: u32,
    draws: u32,
    white_wins: u32,
}

impl Counts {
    fn new(tally: &Tally, side: Color) -> Self {
        let sign = match side {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        Self {
            games: tally.games,
            average: tally.average().map(|average| rounded(sign * average)),
            black_wins: tally.black,
            draws: tally.draws,
            white_wins: tally.white,
        }
    }
}

impl Counts {
    /// How many games have a result.
    const fn known(&self) -> u32 {
        self.black_wins + self.draws + self.white_wins
    }
}

impl<'b> Report<'b> {
    fn new(position: &Position, explored: &Explored, book: &'b Book) -> Self {
        // A side that must pass has passed.
        let passed = position.play(outflank::board::Move::Pass).ok();
        let position = passed.as_ref().unwrap_or(position);
        let side = position.to_move();
        let moved: u32 = explored.moves.iter().map(|(_, tally)| tally.games).sum();
        let name = |position: &Position| book.at(position).map(|line| line.name.as_str());
        let moves = explored.moves.iter().map(|(square, tally)| MoveReport {
            square: *square,
            share: ratio(tally.games, moved),
            counts: Counts::new(tally, side),
            opening: position
                .play((*square).into())
                .ok()
                .and_then(|next| name(&next)),
        });
        Self {
            board: position.board_text(),
            to_move: side,
            opening: name(position),
            all: Counts::new(&explored.all, side),
            ended: explored.ended.games,
            moves: moves.collect(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let text = args.moves.join(" ");
    let here = if args.moves.is_empty() {
        Position::start(Rules::othello())
    } else {
        position(&text, args.at, out)?
    };
    let filter = args.filter.filter(out)?;
    let (collection, path) = args.db.open()?;
    let explored = collection.explore(&here, &filter).map_err(failed(&path))?;
    let book = Book::shipped();
    let report = Report::new(&here, &explored, &book);
    if args.json.json {
        out.json(&report)?;
    } else if report.all.games > 0 {
        print(&report, out)?;
    }
    if report.all.games == 0 {
        out.note("no game of the collection has come to this position\n");
        return Ok(Status::Fails);
    }
    Ok(Status::Holds)
}

fn print(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let all = &report.all;
    if let Some(name) = report.opening {
        writeln!(out, "{name}")?;
    }
    let average = all.average.map_or_else(String::new, |average| {
        format!(", {average:+.2} on average for {}", report.to_move.name())
    });
    writeln!(
        out,
        "{} to move, {}{average}",
        report.to_move.name(),
        counted(all.games as usize, "game", "games"),
    )?;
    if all.known() > 0 {
        writeln!(
            out,
            "Black has won {}, White {}, {}",
            all.black_wins,
            all.white_wins,
            counted(all.draws as usize, "draw", "draws"),
        )?;
    }
    if report.ended > 0 {
        writeln!(
            out,
            "{} ended here",
            counted(report.ended as usize, "game", "games")
        )?;
    }
    if report.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let headings = [
        "move", "games", "share", "average", "Black", "draw", "White", "opening",
    ];
    let mut table = table::list(headings, out);
    for row in &report.moves {
        let counts = &row.counts;
        let percent = |part| match counts.known() {
            0 => String::new(),
            known => format!("{:.1}%", 100.0 * ratio(part, known)),
        };
        table.add_row([
            row.square.to_string(),
            counts.games.to_string(),
            format!("{:.1}%", 100.0 * row.share),
            counts
                .average
                .map_or_else(String::new, |average| format!("{average:+.2}")),
            percent(counts.black_wins),
            percent(counts.draws),
            percent(counts.white_wins),
            row.opening.unwrap_or_default().to_owned(),
        ]);
    }
    for column in 1..7 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    table::write(&table, out)
}
