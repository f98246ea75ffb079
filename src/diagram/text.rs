//! Figures as text.

use owo_colors::{Style as Paint, XtermColors};

use super::{Cell, Figure, Mark, Style};
use crate::board::Color;

/// Of the 256 colours, which no theme changes: black and white stand out from
/// this green equally well.
const CLOTH: XtermColors = XtermColors::JapaneseLaurel;
const BLACK: XtermColors = XtermColors::Black;
const WHITE: XtermColors = XtermColors::White;
const YELLOW: XtermColors = XtermColors::LaserLemon;

/// Draws a figure. Every glyph is one column wide and has no emoji form.
pub(super) fn draw(figure: &Figure, style: Style) -> String {
    let label = figure.size.to_string().len();
    let width = figure
        .cells
        .iter()
        .filter_map(|cell| cell.ply)
        .map(|ply| ply.to_string().len())
        .max()
        .unwrap_or(1);
    let mut letters = " ".repeat(label + 1);
    for col in 0..figure.size {
        letters.push_str(&format!(" {:>width$}", char::from(b'a' + col)));
    }
    letters.push('\n');

    let mut text = letters.clone();
    for (row, cells) in figure.rows().enumerate() {
        let number = row + 1;
        text.push_str(&format!("{number:>label$} "));
        draw_row(&mut text, cells, width, style);
        text.push_str(&format!(" {number}\n"));
    }
    text.push_str(&letters);
    if let Some((discs, empties)) = figure.counts {
        let [black, white] = Color::ALL.map(|color| disc(color, style.ascii));
        text.push_str(&format!(
            "Black {black} {}   White {white} {}   empty {empties}\n",
            discs.black, discs.white
        ));
    }
    for note in &figure.notes {
        text.push_str(note);
        text.push('\n');
    }
    text
}

/// One row: a gap, a cell, a gap, … The gaps around the last move hold the
/// brackets that mark it.
fn draw_row(text: &mut String, cells: &[Cell], width: usize, style: Style) {
    let cloth = Paint::new().on_color(CLOTH);
    // In the diagram of a game the number tells which disc was the last.
    let is_last =
        |cell: Option<&Cell>| cell.is_some_and(|c| c.mark == Some(Mark::Last) && c.ply.is_none());
    for col in 0..=cells.len() {
        let left = col.checked_sub(1).and_then(|left| cells.get(left));
        let here = cells.get(col);
        let gap = match (is_last(left), is_last(here)) {
            (true, _) => "]",
            (_, true) => "[",
            _ => " ",
        };
        push(text, gap, cloth.color(WHITE).bold(), style);
        if let Some(cell) = here {
            let content = match cell.ply {
                Some(ply) => format!("{ply:>width$}"),
                None => format!("{:>width$}", glyph(cell, style.ascii)),
            };
            push(text, &content, paint(cell, cloth), style);
        }
    }
}

fn push(text: &mut String, part: &str, paint: Paint, style: Style) {
    if style.color {
        text.push_str(&paint.style(part).to_string());
    } else {
        text.push_str(part);
    }
}

const fn disc(color: Color, ascii: bool) -> &'static str {
    match (color, ascii) {
        (Color::Black, true) => "X",
        (Color::White, true) => "O",
        (Color::Black, false) => "●",
        (Color::White, false) => "○",
    }
}

const fn glyph(cell: &Cell, ascii: bool) -> &'static str {
    match (cell.disc, cell.mark) {
        (Some(color), _) => disc(color, ascii),
        (None, _) if cell.hole && ascii => "#",
        (None, _) if cell.hole => "▒",
        (None, Some(Mark::Legal)) => "+",
        (None, _) if ascii => "-",
        (None, _) => "·",
    }
}

fn paint(cell: &Cell, cloth: Paint) -> Paint {
    if cell.hole {
        return Paint::new().dimmed();
    }
    let paint = match (cell.disc, cell.mark) {
        (Some(Color::White), _) => cloth.color(WHITE),
        (None, Some(Mark::Legal)) => cloth.color(YELLOW).bold(),
        _ => cloth.color(BLACK),
    };
    if cell.mark == Some(Mark::Flipped) {
        paint.underline()
    } else {
        paint
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Game, Position, Rules},
        diagram::{BoardOptions, board},
    };

    use super::*;

    /// The squares of a drawn board, without numbers, letters and marks.
    fn squares(text: &str, size: u8) -> String {
        let rows = text.lines().skip(1).take(size.into());
        rows.flat_map(str::chars)
            .filter(|c| !c.is_numeric() && !" []".contains(*c))
            .collect()
    }

    #[test]
    fn a_drawn_board_reads_back() {
        for size in (4..=16).step_by(2) {
            let rules = Rules::othello().with_size(size).unwrap();
            let rules = rules.with_hole("a1".parse().unwrap()).unwrap();
            let mut game = Game::new(rules);
            while let Some(&square) = game.last().legal_moves().last() {
                game.play(square.into()).unwrap();
                for ascii in [true, false] {
                    let options = BoardOptions {
                        style: Style {
                            ascii,
                            color: false,
                        },
                        last: Some(square),
                        bare: true,
                        ..BoardOptions::default()
                    };
                    let drawn = squares(&board(game.last(), &options), size);
                    let drawn = drawn.replace('·', "-").replace('▒', "#");
                    let read = Position::parse(&drawn, rules).unwrap();
                    assert_eq!(&read.with_to_move(game.last().to_move()), game.last());
                }
            }
            assert!(game.plies() > 2);
        }
    }
}
