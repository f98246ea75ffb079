//! Diagrams of games: a row of numbers for each row of the board, each number
//! where that move was played, with the discs of the start as `X` and `O`.
//! Passes, which have no number, and the side that moves first, if it is
//! White, stand under it, as `show --kifu` prints them.

use super::{Losses, Unheld, tags};
use crate::{
    board::{Color, Game, Square},
    record::{Format, GameRecord},
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    tags::lose_all_but(record, &[], losses);
    let game = &record.game;
    let start = game.start();
    let discs = start.discs();
    if discs.black + discs.white == 0 {
        return Err(Unheld::NoDiscs(Format::Grid));
    }
    let n = start.rules().size();
    let rows = cells(game, &Glyphs::PLAIN);
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
    let label = n.to_string().len();
    let row = |label: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| format!("{cell:>width$}")).collect();
        format!("{label} {}", cells.join(" "))
    };
    let mut letters = ('a'..).take(n.into()).map(String::from);
    let mut out = row(&" ".repeat(label), &mut letters);
    out.push('\n');
    for (number, cells) in (1..).zip(rows) {
        out.push_str(&row(&format!("{number:>label$}"), &mut cells.into_iter()));
        out.push_str(&format!(" {number}\n"));
    }
    if start.to_move() == Color::White {
        out.push_str("White moves first\n");
    }
    let passes: Vec<String> = game
        .steps()
        .filter(|step| step.mv.square().is_none())
        .map(|step| format!("{} after ply {}", step.side.name(), step.ply))
        .collect();
    if !passes.is_empty() {
        out.push_str(&format!("Passes: {}\n", passes.join(", ")));
    }
    out.push('\n');
    Ok(out)
}

/// How the squares without a number are written.
pub(super) struct Glyphs {
    pub(super) black: &'static str,
    pub(super) white: &'static str,
    pub(super) empty: &'static str,
    pub(super) hole: &'static str,
}

impl Glyphs {
    const PLAIN: Self = Self {
        black: "X",
        white: "O",
        empty: "-",
        hole: "#",
    };
}

/// The squares of a diagram, row by row.
pub(super) fn cells(game: &Game, glyphs: &Glyphs) -> Vec<Vec<String>> {
    let start = game.start();
    let rules = start.rules();
    let number = |square: Square| {
        let mut steps = game.steps();
        steps.find(|step| step.mv.square() == Some(square))
    };
    let cell = |square: Square| match (start.disc(square), number(square)) {
        (Some(Color::Black), _) => glyphs.black.to_owned(),
        (Some(Color::White), _) => glyphs.white.to_owned(),
        (None, Some(step)) => step.ply.to_string(),
        (None, None) if rules.is_hole(square) => glyphs.hole.to_owned(),
        (None, None) => glyphs.empty.to_owned(),
    };
    let row = |row| {
        let squares = (0..rules.size()).filter_map(move |col| Square::new(col, row));
        squares.map(cell).collect()
    };
    (0..rules.size()).map(row).collect()
}
