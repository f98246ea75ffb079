//! [`Scene`]: a picture as shapes, the same for every medium.
//!
//! Lengths are in units of which [`CELL`] make up the side of a square.

use super::{Cell, Mark, Picture, font::Fonts, theme::Role};
use crate::board::Color;

/// The side of a square.
const CELL: f32 = 60.0;
/// The radius of a disc.
const DISC: f32 = 25.0;
/// Around everything.
const PAD: f32 = 24.0;
/// The room for numbers and letters beside the board.
const LABELS: f32 = 30.0;
/// No sheet is narrower, so that names have room.
const NARROWEST: f32 = 440.0;
/// Another font may be wider than ours where the picture is shown.
const SPARE: f32 = 0.9;

const TITLE: f32 = 27.0;
const NAME: f32 = 23.0;
const TEXT: f32 = 18.0;
const LABEL: f32 = 19.0;

/// Shapes of one kind, one after the other.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) role: Role,
    pub(super) shapes: Vec<Shape>,
}

#[derive(Debug)]
pub(super) enum Shape {
    Rect { x: f32, y: f32, w: f32, h: f32 },
    Circle { x: f32, y: f32, r: f32 },
    Line { from: (f32, f32), to: (f32, f32) },
    Text(Words),
}

/// A line of text.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) x: f32,
    /// Of the line on which the letters stand.
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) anchor: Anchor,
    pub(super) text: String,
}

/// Which part of a text is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture as shapes; later ones cover earlier ones.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) layers: Vec<Layer>,
}

impl Scene {
    /// The board with all the words.
    pub(super) fn sheet(picture: &Picture) -> Self {
        let fonts = Fonts::new();
        let board = f32::from(picture.figure.size) * CELL;
        let mut scene = Self {
            width: (board + 2.0 * (PAD + LABELS)).max(NARROWEST),
            height: 0.0,
            layers: Vec::new(),
        };
        let left = (scene.width - board) / 2.0;
        let margin = left.min(PAD + LABELS);
        scene.add(Role::Page, rect(0.0, 0.0, 0.0, 0.0));

        let mut text = Column {
            x: margin,
            y: PAD,
            width: scene.width - 2.0 * margin,
            fonts: &fonts,
        };
        if let Some(title) = &picture.caption.title {
            text.write(&mut scene, title, TITLE, Role::Ink, true);
        }
        for detail in &picture.caption.details {
            text.write(&mut scene, detail, TEXT, Role::Faint, false);
        }
        if text.y > PAD {
            text.y += 8.0;
        }
        for color in Color::ALL {
            text.player(&mut scene, picture, color);
        }
        let top = text.y + LABELS + 6.0;
        scene.board(picture, left, top);

        text.y = top + board + 14.0;
        for note in picture.notes() {
            text.write(&mut scene, &note, TEXT, Role::Ink, false);
        }
        scene.close(text.y + PAD - 6.0);
        scene
    }

    /// The board with its letters and numbers alone.
    pub(super) fn bare(picture: &Picture) -> Self {
        let board = f32::from(picture.figure.size) * CELL;
        let mut scene = Self {
            width: board + LABELS + 4.0,
            height: 0.0,
            layers: Vec::new(),
        };
        scene.board(picture, LABELS, LABELS);
        scene.close(board + LABELS + 4.0);
        scene
    }

    fn add(&mut self, role: Role, shape: Shape) {
        match self.layers.last_mut() {
            Some(layer) if layer.role == role => layer.shapes.push(shape),
            _ => self.layers.push(Layer {
                role,
                shapes: vec![shape],
            }),
        }
    }

    /// Says how high it has become.
    fn close(&mut self, height: f32) {
        self.height = height.ceil();
        let all = rect(0.0, 0.0, self.width, self.height);
        let page = self
            .layers
            .first_mut()
            .filter(|layer| layer.role == Role::Page);
        if let Some(page) = page {
            page.shapes = vec![all];
        }
    }

    fn board(&mut self, picture: &Picture, left: f32, top: f32) {
        let figure = &picture.figure;
        let side = f32::from(figure.size) * CELL;
        let places = || {
            let rows = figure.rows().zip(0u8..);
            rows.flat_map(move |(row, y)| {
                row.iter().zip(0u8..).map(move |(cell, x)| {
                    let x = left + (f32::from(x) + 0.5) * CELL;
                    let y = top + (f32::from(y) + 0.5) * CELL;
                    (cell, x, y)
                })
            })
        };

        self.add(Role::Board, rect(left, top, side, side));
        for step in 1..figure.size {
            let at = f32::from(step) * CELL;
            let across = ((left, top + at), (left + side, top + at));
            let down = ((left + at, top), (left + at, top + side));
            for (from, to) in [across, down] {
                self.add(Role::Line, Shape::Line { from, to });
            }
        }
        if figure.size >= 8 {
            let far = side - 2.0 * CELL;
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
                let near = 2.0 * CELL;
                let x = left + near + x * (far - near);
                let y = top + near + y * (far - near);
                self.add(Role::Dot, circle(x, y, 4.5));
            }
        }
        for (_, x, y) in places().filter(|(cell, ..)| cell.hole) {
            let half = CELL / 2.0;
            self.add(Role::Hole, rect(x - half, y - half, CELL, CELL));
        }
        for color in Color::ALL {
            for (_, x, y) in places().filter(|(cell, ..)| cell.disc == Some(color)) {
                self.add(disc(color), circle(x, y, DISC));
            }
        }
        for color in Color::ALL {
            for (cell, x, y) in places().filter(|(cell, ..)| cell.disc == Some(color)) {
                if let Some(ply) = cell.ply {
                    self.number(ply, color, x, y);
                }
            }
        }
        for (cell, x, y) in places() {
            self.mark(cell, x, y);
        }

        for (letter, at) in (b'a'..).zip(0..figure.size) {
            let x = left + (f32::from(at) + 0.5) * CELL;
            let text = char::from(letter).to_string();
            self.label(text, x, top - 11.0, Anchor::Middle);
        }
        for at in 0..figure.size {
            let y = top + (f32::from(at) + 0.5) * CELL + LABEL * 0.36;
            self.label((at + 1).to_string(), left - 10.0, y, Anchor::End);
        }
    }

    fn label(&mut self, text: String, x: f32, y: f32, anchor: Anchor) {
        let words = Words {
            x,
            y,
            size: LABEL,
            bold: false,
            anchor,
            text,
        };
        self.add(Role::Faint, Shape::Text(words));
    }

    /// The number of a ply in the middle of its disc.
    fn number(&mut self, ply: u16, color: Color, x: f32, y: f32) {
        let size = match ply {
            0..=9 => 29.0,
            10..=99 => 27.0,
            _ => 20.0,
        };
        let role = match color {
            Color::Black => Role::OnBlack,
            Color::White => Role::OnWhite,
        };
        let words = Words {
            x,
            // Digits are 0.73 of the size high.
            y: y + size * 0.365,
            size,
            bold: true,
            anchor: Anchor::Middle,
            text: ply.to_string(),
        };
        self.add(role, Shape::Text(words));
    }

    fn mark(&mut self, cell: &Cell, x: f32, y: f32) {
        match cell.mark {
            // A ring leaves the number legible.
            Some(Mark::Last) if cell.ply.is_some() => {
                self.add(Role::Last, circle(x, y, DISC + 3.2));
            }
            Some(Mark::Last) => self.add(Role::LastDot, circle(x, y, 6.5)),
            Some(Mark::Flipped) => self.add(Role::Flipped, circle(x, y, 6.5)),
            Some(Mark::Legal) => self.add(Role::Legal, circle(x, y, 7.0)),
            None => {}
        }
    }
}

/// Lines of text one under the other.
struct Column<'a> {
    x: f32,
    /// Where the next line begins.
    y: f32,
    width: f32,
    fonts: &'a Fonts,
}

impl Column<'_> {
    fn write(&mut self, scene: &mut Scene, text: &str, size: f32, role: Role, bold: bool) {
        for line in self.fonts.wrap(text, size, bold, self.width * SPARE) {
            self.line(scene, line, size, role, bold, self.x);
        }
    }

    fn line(&mut self, scene: &mut Scene, text: String, size: f32, role: Role, bold: bool, x: f32) {
        let words = Words {
            x,
            y: self.y + size,
            size,
            bold,
            anchor: Anchor::Start,
            text,
        };
        scene.add(role, Shape::Text(words));
        self.y += size * 1.35;
    }

    /// A disc, the name of the one who played it, and how many there are.
    fn player(&mut self, scene: &mut Scene, picture: &Picture, color: Color) {
        const INDENT: f32 = 36.0;
        const COUNT: f32 = 56.0;
        let middle = self.y + NAME * 0.64;
        scene.add(disc(color), circle(self.x + 12.0, middle, 11.0));
        if let Some(count) = picture.count(color) {
            let words = Words {
                x: self.x + self.width,
                y: self.y + NAME,
                size: NAME,
                bold: true,
                anchor: Anchor::End,
                text: count.to_string(),
            };
            scene.add(Role::Ink, Shape::Text(words));
        }
        let width = (self.width - INDENT - COUNT) * SPARE;
        for line in self.fonts.wrap(picture.player(color), NAME, false, width) {
            let x = self.x + INDENT;
            self.line(scene, line, NAME, Role::Ink, false, x);
        }
        self.y += 3.0;
    }
}

const fn disc(color: Color) -> Role {
    match color {
        Color::Black => Role::Black,
        Color::White => Role::White,
    }
}

const fn rect(x: f32, y: f32, w: f32, h: f32) -> Shape {
    Shape::Rect { x, y, w, h }
}

const fn circle(x: f32, y: f32, r: f32) -> Shape {
    Shape::Circle { x, y, r }
}
