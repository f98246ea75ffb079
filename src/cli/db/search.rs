//! `db search`: the games that have what one looks for.

use std::io::Write;

use outflank::{
    games::{CollectedGame, Outcome},
    opening::Book,
};

use super::{
    super::{
        Result,
        check::counted,
        error::Status,
        number::whole,
        output::{JsonArg, Output},
        table,
    },
    DbArg, GameReport, failed,
    filter::FilterArgs,
    number,
};

/// Find games by players, tournament, year, result, opening, position or
/// pattern
///
/// Games are listed in the order in which they came into the collection. The
/// exit status is 1 when there are none.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many games to list at most
    #[arg(short = 'n', long, value_name = "N", default_value = "20", value_parser = whole::<usize>(1..=4_294_967_295))]
    limit: usize,
    /// List all of them
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    json: JsonArg,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let filter = args.filter.filter(out)?;
    let (collection, path) = args.db.open()?;
    let matches = collection.search(&filter).map_err(failed(&path))?;
    let limit = if args.all { usize::MAX } else { args.limit };
    let found = matches
        .ids()
        .take(limit)
        .map(|id| collection.game(id, &matches).map_err(failed(&path)));
    if args.json.json {
        for game in found {
            out.json(&GameReport::new(&game?))?;
        }
    } else if matches.total() > 0 {
        let games = found.collect::<anyhow::Result<Vec<_>>>()?;
        print(&games, out)?;
        let total = counted(matches.total(), "game", "games");
        if games.len() < matches.total() {
            writeln!(out, "\n{} of {total}; --all lists them all", games.len())?;
        } else {
            writeln!(out, "\n{total}")?;
        }
    }
    if matches.total() == 0 {
        out.note("no game of the collection is like that\n");
        return Ok(Status::Fails);
    }
    Ok(Status::Holds)
}

fn print(games: &[CollectedGame], out: &mut Output) -> std::io::Result<()> {
    let book = Book::shipped();
    let has_ply = games.iter().any(|game| game.ply.is_some());
    let headings = [
        "game",
        "year",
        "black",
        "white",
        "result",
        "tournament",
        "opening",
        "ply",
    ];
    let mut table = table::list(headings, out);
    for found in games {
        let opening = book.name(&found.game).map(|named| named.line.name.as_str());
        let text = |text: &Option<String>| text.as_deref().map_or_else(String::new, table::plain);
        table.add_row([
            number(found.id).to_string(),
            found.year.map_or_else(String::new, |year| year.to_string()),
            text(&found.black),
            text(&found.white),
            score(found),
            text(&found.tournament),
            opening.unwrap_or_default().to_owned(),
            found.ply.map_or_else(String::new, |ply| ply.to_string()),
        ]);
    }
    if !has_ply && let Some(last) = table.column_mut(7) {
        last.set_constraint(comfy_table::ColumnConstraint::Hidden);
    }
    table::write(&table, out)
}

/// The discs of both sides, the empty squares given to the winner, or who has
/// won.
fn score(found: &CollectedGame) -> String {
    match found.outcome {
        Outcome::Score(score) => {
            let black = (64 + i32::from(score)) / 2;
            format!("{black}-{}", 64 - black)
        }
        Outcome::Winner(winner) => format!("{} won", winner.name()),
        Outcome::Unknown => "?".to_owned(),
    }
}
