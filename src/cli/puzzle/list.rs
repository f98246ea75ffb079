//! `puzzle list`: which puzzles there are.

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
        table,
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
        out.note("no puzzle is of that kind\n");
        return Ok(Status::Fails);
    }
    let mut table = table::list(["id", "level", "task", "title"], out);
    for listed in chosen {
        if args.json.json {
            out.json(&listed.report())?;
            continue;
        }
        let puzzle = listed.puzzle;
        let level = puzzle.about.level.map(|level| level.to_string());
        let task = match (puzzle.task.number(), puzzle.task.count()) {
            (Some(number), _) => format!("{} in {number}", puzzle.task),
            (_, Some(discs)) => format!("{} {discs}", puzzle.task),
            _ => puzzle.task.to_string(),
        };
        table.add_row([
            puzzle.id.clone(),
            level.unwrap_or_default(),
            task,
            puzzle.about.title.clone().unwrap_or_default(),
        ]);
    }
    if !args.json.json {
        table::write(&table, out)?;
    }
    Ok(Status::Holds)
}
