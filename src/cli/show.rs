//! `show`: a position, or the diagram of a game.

use std::io::Write;

use outflank::{
    board::{Color, Game, Position, Square},
    diagram::{self, BoardOptions, Figure},
};
use serde::Serialize;

use super::{
    Result,
    error::{Status, UserError, report},
    input::FromArg,
    number,
    output::{JsonArg, Output},
    picture::{Album, PictureArgs},
    ply,
    puzzle::PuzzlesArg,
    rules::RulesArgs,
    sheet::{Sheet, sheets},
};

/// Draw a position, or the diagram of a game
///
/// With -o the picture becomes a file: an image, a page or a text, as the
/// ending of its name says. The file appears whole or not at all.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// `-` for standard input, a file, the id of a puzzle, or the text itself:
    /// moves like `f5d6c3`, or a position as 64 squares and the side to move
    input: String,
    /// The position after ply N instead of the last one; -N counts from the end
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::ply)]
    at: Option<i32>,
    /// Mark the legal moves
    #[arg(long, conflicts_with = "kifu")]
    legal: bool,
    /// Draw the game: each square bears the number of the ply that filled it
    #[arg(long)]
    kifu: bool,
    #[command(flatten)]
    from: FromArg,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    json: JsonArg,
}

/// A position as `--json` reports it.
#[derive(Serialize)]
pub(super) struct PositionReport {
    board: String,
    to_move: Color,
    black: u32,
    white: u32,
    empties: u32,
    legal: Vec<Square>,
    over: bool,
    /// Who has won; `None` for a draw, and before the end.
    winner: Option<Color>,
}

impl PositionReport {
    pub(super) fn new(position: &Position) -> Self {
        let over = position.is_over();
        let discs = position.discs();
        Self {
            board: position.board_text(),
            to_move: position.to_move(),
            black: discs.black,
            white: discs.white,
            empties: position.empties(),
            legal: position.legal_moves(),
            over,
            winner: position.winner().filter(|_| over),
        }
    }
}

#[derive(Serialize)]
struct BoardReport<'a> {
    source: &'a str,
    ply: usize,
    /// The move that led here.
    last: Option<Square>,
    #[serde(flatten)]
    position: PositionReport,
}

#[derive(Serialize)]
struct KifuReport<'a> {
    source: &'a str,
    plies: usize,
    moves: String,
    passes: Vec<PassReport>,
    /// The board before the first move.
    start_board: String,
    /// For each square of the board the ply that filled it.
    numbers: Vec<Option<u16>>,
    #[serde(flatten)]
    position: PositionReport,
}

#[derive(Serialize)]
struct PassReport {
    side: Color,
    after: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let mut status = Status::Holds;
    let mut album = args.picture.album(out);
    for sheet in sheets(&args.input, args.from, &args.puzzles, &args.rules)? {
        status = status.worst(show(args, &sheet?, album.as_mut(), out)?);
        // What is said of the next game comes after this one.
        out.flush()?;
    }
    if let Some(album) = album {
        album.finish()?;
    }
    Ok(status)
}

fn show(args: &Args, sheet: &Sheet, album: Option<&mut Album>, out: &mut Output) -> Result {
    let Some(game) = sheet.game("--at", args.at, args.json, out)? else {
        return Ok(Status::Fails);
    };
    let part = match args.at {
        Some(n) => ply::up_to(&sheet.label, "--at", n, game),
        None => Ok(game.clone()),
    };
    let game = match part {
        Ok(game) => game,
        Err(error) => return Ok(out_of_range(error, out)),
    };
    if let Some(album) = album {
        let figure = if args.kifu {
            Figure::kifu(&game)
        } else {
            Figure::board(game.last(), &board_options(args, &game, out))
        };
        album.add(figure, sheet, out)?;
        return Ok(Status::Holds);
    }
    match (args.json.json, args.kifu) {
        (true, false) => out.json(&board_report(&sheet.label, &game))?,
        (true, true) => out.json(&kifu_report(&sheet.label, &game))?,
        (false, kifu) => {
            if !sheet.alone {
                writeln!(out, "{}", sheet.label)?;
            }
            let text = if kifu {
                diagram::kifu(&game, out.style())
            } else {
                diagram::board(game.last(), &board_options(args, &game, out))
            };
            out.write_all(text.as_bytes())?;
            if !sheet.last {
                writeln!(out)?;
            }
        }
    }
    Ok(Status::Holds)
}

/// Says that a game has no such ply. The games after it may have.
pub(super) fn out_of_range(error: UserError, out: &Output) -> Status {
    report(&error.into(), out);
    Status::Undone
}

fn board_options(args: &Args, game: &Game, out: &Output) -> BoardOptions {
    BoardOptions {
        style: out.style(),
        legal: args.legal,
        last: last_square(game),
        ..BoardOptions::default()
    }
}

/// The disc that was placed last.
fn last_square(game: &Game) -> Option<Square> {
    game.moves().iter().rev().find_map(|mv| mv.square())
}

fn board_report<'a>(source: &'a str, game: &Game) -> BoardReport<'a> {
    BoardReport {
        source,
        ply: game.plies(),
        last: last_square(game),
        position: PositionReport::new(game.last()),
    }
}

fn kifu_report<'a>(source: &'a str, game: &Game) -> KifuReport<'a> {
    let passes = game.steps().filter(|step| step.mv.square().is_none());
    let cells = Figure::kifu(game).cells;
    KifuReport {
        source,
        plies: game.plies(),
        moves: game.compact(),
        passes: passes
            .map(|step| PassReport {
                side: step.side,
                after: step.ply,
            })
            .collect(),
        start_board: game.start().board_text(),
        numbers: cells.iter().map(|cell| cell.ply).collect(),
        position: PositionReport::new(game.last()),
    }
}
