//! Diagrams of games as parameters of an applet, a row each:
//! `<PARAM name="Line1" value="46 35 …">`, with `##` and `()` for the black
//! and the white discs of the start, and `--` for an empty square.

use super::{
    Losses, Unheld,
    grid::{Glyphs, cells},
    tags,
};
use crate::{
    board::Color,
    record::{Format, GameRecord},
};

const GLYPHS: Glyphs = Glyphs {
    black: "##",
    white: "()",
    empty: "--",
    hole: "--",
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    if record.game.start().to_move() == Color::White {
        return Err(Unheld::White(Format::Applet));
    }
    tags::lose_all_but(record, &[], losses);
    let mut out = String::new();
    for (number, cells) in (1..).zip(cells(&record.game, &GLYPHS)) {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:0>2}")).collect();
        let row = cells.join(" ");
        out.push_str(&format!("<PARAM name=\"Line{number}\" value=\"{row}\">\n"));
    }
    out.push('\n');
    Ok(out)
}
