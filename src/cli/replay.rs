//! `replay`: every position of a game.

use std::io::Write;

use outflank::{
    board::{Color, Game, Move, Position, Square, Step},
    diagram::{self, BoardOptions, Style},
};
use serde::Serialize;

use super::{
    Result,
    error::{Status, UserError},
    input::FromArg,
    number,
    output::{JsonArg, Output},
    ply,
    puzzle::PuzzlesArg,
    rules::RulesArgs,
    sheet::{Sheet, sheets},
    show::{PositionReport, out_of_range},
    stepper::{self, Ending},
};

/// Show every position of a game with the move, its flips and the disc count
///
/// On a terminal one steps through the game with the arrow keys; elsewhere,
/// and with --no-step, the positions are printed one after the other.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// `-` for standard input, a file, or moves like `f5d6c3`
    input: String,
    /// Begin with the position after ply N; -N counts from the end
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::ply)]
    from: Option<i32>,
    /// End with the position after ply N; -N counts from the end
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::ply)]
    to: Option<i32>,
    /// Print the positions on a terminal, too
    #[arg(long)]
    no_step: bool,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    json: JsonArg,
}

/// One position of a game, and how it came about.
struct Frame {
    ply: usize,
    /// The move that led here; `None` for the start.
    made: Option<Made>,
    position: Position,
}

/// A move as it was made.
struct Made {
    side: Color,
    mv: Move,
    flips: Vec<Square>,
}

impl Frame {
    /// All positions of a game, from its start to its end.
    fn all(game: &Game) -> impl Iterator<Item = Self> + '_ {
        let start = Self {
            ply: 0,
            made: None,
            position: game.start().clone(),
        };
        std::iter::once(start).chain(game.steps().map(Self::after))
    }

    fn after(step: Step) -> Self {
        let flips = step.mv.square().map(|square| step.before.flips(square));
        Self {
            ply: step.ply,
            made: Some(Made {
                side: step.side,
                mv: step.mv,
                flips: flips.unwrap_or_default(),
            }),
            position: step.after,
        }
    }

    /// The frames from that of ply `from` to that of ply `to`, or to the end.
    fn between(game: &Game, from: usize, to: Option<usize>) -> Vec<Self> {
        let mut frames: Vec<Self> = Self::all(game)
            .skip_while(|frame| frame.ply < from)
            .collect();
        // The first frame of a ply is that of its disc; passes come after it.
        if let Some(end) = to.and_then(|to| frames.iter().position(|frame| frame.ply == to)) {
            frames.truncate(end + 1);
        }
        frames
    }

    /// The move in words, in lines of at most 80 columns.
    fn heading(&self) -> String {
        let Some(made) = &self.made else {
            return "Start".to_owned();
        };
        let side = made.side.name();
        let Move::Place(square) = made.mv else {
            return format!("{side} passes");
        };
        let mut text = format!("{}. {side} {square}, flips", self.ply);
        let mut column = text.len();
        for flip in &made.flips {
            let word = format!(" {flip}");
            if column + word.len() > 80 {
                text.push_str("\n   ");
                column = 3;
            }
            column += word.len();
            text.push_str(&word);
        }
        text
    }

    fn text(&self, style: Style) -> String {
        let (last, flips) = match &self.made {
            Some(made) => (made.mv.square(), made.flips.clone()),
            None => (None, Vec::new()),
        };
        let options = BoardOptions {
            style,
            last,
            flips,
            ..BoardOptions::default()
        };
        let board = diagram::board(&self.position, &options);
        format!("{}\n{board}", self.heading())
    }
}

#[derive(Serialize)]
struct FrameReport<'a> {
    source: &'a str,
    ply: usize,
    side: Option<Color>,
    #[serde(rename = "move")]
    mv: Option<Move>,
    flips: &'a [Square],
    #[serde(flatten)]
    position: PositionReport,
}

impl<'a> FrameReport<'a> {
    fn new(source: &'a str, frame: &'a Frame) -> Self {
        let made = frame.made.as_ref();
        Self {
            source,
            ply: frame.ply,
            side: made.map(|made| made.side),
            mv: made.map(|made| made.mv),
            flips: made.map_or(&[], |made| &made.flips),
            position: PositionReport::new(&frame.position),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let step = !args.json.json && !args.no_step && out.can_step();
    let mut status = Status::Holds;
    for sheet in sheets(
        &args.input,
        FromArg { format: None },
        &args.puzzles,
        &args.rules,
    )? {
        let sheet = sheet?;
        // What is said of this game comes after the one before.
        out.flush()?;
        let Some(game) = sheet.game("--to", args.to, args.json, out)? else {
            status = status.worst(Status::Fails);
            continue;
        };
        let frames = match frames(args, &sheet.label, game) {
            Ok(frames) => frames,
            Err(error) => {
                status = status.worst(out_of_range(error, out));
                continue;
            }
        };
        if !step {
            print(args, &sheet, &frames, out)?;
            continue;
        }
        let page = |at: usize| match frames.get(at) {
            Some(frame) => page(&sheet, frame, game.plies(), out.style()),
            None => String::new(),
        };
        match stepper::step(frames.len(), page)? {
            Ending::Next => {}
            Ending::Quit => break,
            Ending::Interrupted => return Ok(Status::Interrupted),
        }
    }
    Ok(status)
}

/// The frames that the options ask for.
fn frames(args: &Args, label: &str, game: &Game) -> std::result::Result<Vec<Frame>, UserError> {
    let ply = |option, n: Option<i32>| {
        n.map(|n| Ok(ply::up_to(label, option, n, game)?.plies()))
            .transpose()
    };
    let from = ply("--from", args.from)?.unwrap_or(0);
    let to = ply("--to", args.to)?;
    if let Some(to) = to.filter(|&to| to < from) {
        return Err(UserError::new(format!(
            "{label}: `--from` names ply {from}, which comes after ply {to} of `--to`"
        ))
        .hint("exchange the two"));
    }
    Ok(Frame::between(game, from, to))
}

fn print(args: &Args, sheet: &Sheet, frames: &[Frame], out: &mut Output) -> std::io::Result<()> {
    if args.json.json {
        return frames
            .iter()
            .try_for_each(|frame| out.json(&FrameReport::new(&sheet.label, frame)));
    }
    if !sheet.alone {
        writeln!(out, "{}\n", sheet.label)?;
    }
    for (index, frame) in frames.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let text = frame.text(out.style());
        out.write_all(text.as_bytes())?;
    }
    if !sheet.last {
        writeln!(out)?;
    }
    Ok(())
}

/// What stepping shows of a frame.
fn page(sheet: &Sheet, frame: &Frame, plies: usize, style: Style) -> String {
    let arrows = if style.ascii { "left/right" } else { "←/→" };
    let next = if sheet.last { "" } else { "  n next game" };
    format!(
        "{}  ply {} of {plies}\n{}\n{arrows} step  Home/End{next}  q quit\n",
        sheet.label,
        frame.ply,
        frame.text(style),
    )
}
