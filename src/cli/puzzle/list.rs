//! `puzzle list`: which puzzles there are.

use std::io::Write;

use comfy_table::{ContentArrangement, Table, presets};

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
    },
    FilterArgs, PuzzlesArg,
};

/// List puzzles
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let puzzles = args.puzzles.load()?;
    let chosen = args.filter.choose(&puzzles)?;
    if chosen.is_empty() {
        out.warn("no puzzle is of that kind\n");
        return Ok(Status::Fails);
    }
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(["id", "level", "task", "title"]);
    if out.is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    for listed in chosen {
        if args.json.json {
            out.json(&listed.report())?;
            continue;
        }
        let puzzle = listed.puzzle;
        let level = puzzle.about.level.map(|level| level.to_string());
        let task = match puzzle.task.within() {
            Some(moves) => format!("{} in {moves}", puzzle.task),
            None => puzzle.task.to_string(),
        };
        table.add_row([
            puzzle.id.clone(),
            level.unwrap_or_default(),
            task,
            puzzle.about.title.clone().unwrap_or_default(),
        ]);
    }
    if !args.json.json {
        for row in table.lines() {
            writeln!(out, "{}", row.trim())?;
        }
    }
    Ok(Status::Holds)
}
