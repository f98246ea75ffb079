//! Pictures as PNG.

use thiserror::Error;
use tiny_skia::{
    Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Shader, Stroke, Transform,
};

use super::{
    Look, Picture,
    font::{BOX, Fonts},
    scene::{Anchor, Scene, Shape, Words},
    theme,
};

/// Why a picture cannot be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The width is out of range.
    #[error(
        "a picture is {least} to {most} pixels wide, not {0}",
        least = Look::WIDTHS.start(),
        most = Look::WIDTHS.end()
    )]
    Width(u32),
    /// There is not enough memory for so many pixels.
    #[error("a picture of {0} by {1} pixels is too large")]
    TooLarge(u32, u32),
    /// The pixels cannot be packed.
    #[error("the picture cannot be packed as PNG: {0}")]
    Encoding(String),
}

impl Picture {
    /// The picture as a PNG file: board, names and notes.
    ///
    /// # Errors
    /// [`PictureError`] when the width is not one of [`Look::WIDTHS`], or when
    /// memory does not suffice.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        if !Look::WIDTHS.contains(&self.look.width) {
            return Err(PictureError::Width(self.look.width));
        }
        let scene = Scene::sheet(self);
        let width = self.look.width;
        let scale = f64::from(width) / f64::from(scene.width);
        let height = (f64::from(scene.height) * scale).round();
        let height = height.clamp(1.0, f64::from(u32::MAX)) as u32;
        let pixels = Pixmap::new(width, height).ok_or(PictureError::TooLarge(width, height))?;
        let mut canvas = Canvas {
            pixels,
            scale: scale as f32,
            fonts: Fonts::new(),
        };
        for layer in &scene.layers {
            let paint = self.look.theme.paint(layer.role);
            for shape in &layer.shapes {
                canvas.draw(shape, paint);
            }
        }
        let encoded = canvas.pixels.encode_png();
        encoded.map_err(|error| PictureError::Encoding(error.to_string()))
    }

    /// The letters of the picture's words that the font of PNG pictures does
    /// not have, each once: they are drawn as boxes with their code points.
    #[must_use]
    pub fn missing_letters(&self) -> Vec<char> {
        let fonts = Fonts::new();
        let mut missing = Vec::new();
        for layer in Scene::sheet(self).layers {
            for shape in layer.shapes {
                let Shape::Text(words) = shape else { continue };
                for c in words.text.chars() {
                    if fonts.glyph(c, words.bold).is_none() && !missing.contains(&c) {
                        missing.push(c);
                    }
                }
            }
        }
        missing
    }
}

struct Canvas {
    pixels: Pixmap,
    /// Pixels a unit of the scene.
    scale: f32,
    fonts: Fonts,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape, paint: theme::Paint) {
        let path = match shape {
            Shape::Rect { x, y, w, h } => {
                Rect::from_xywh(*x, *y, *w, *h).map(PathBuilder::from_rect)
            }
            Shape::Circle { x, y, r } => PathBuilder::from_circle(*x, *y, *r),
            Shape::Line { from, to } => {
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
                path.finish()
            }
            Shape::Text(words) => self.outline(words),
        };
        let Some(path) = path else { return };
        let transform = Transform::from_scale(self.scale, self.scale);
        if let Some(fill) = paint.fill {
            let paint = solid(fill);
            self.pixels
                .fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
        if let Some((color, width)) = paint.stroke {
            let stroke = Stroke {
                width,
                ..Stroke::default()
            };
            self.pixels
                .stroke_path(&path, &solid(color), &stroke, transform, None);
        }
    }

    /// The outline of a text.
    fn outline(&self, words: &Words) -> Option<Path> {
        let width = self.fonts.width(&words.text, words.size, words.bold);
        let mut pen = Pen {
            path: PathBuilder::new(),
            x: match words.anchor {
                Anchor::Start => words.x,
                Anchor::Middle => words.x - width / 2.0,
                Anchor::End => words.x - width,
            },
            y: words.y,
            scale: 1.0,
        };
        for c in words.text.chars() {
            pen.glyph(&self.fonts, c, words.size, words.bold);
            pen.x += self.fonts.advance(c, words.size, words.bold);
        }
        pen.path.finish()
    }
}

fn solid(theme::Rgb(color): theme::Rgb) -> Paint<'static> {
    let [_, r, g, b] = color.to_be_bytes();
    Paint {
        shader: Shader::SolidColor(Color::from_rgba8(r, g, b, 255)),
        anti_alias: true,
        ..Paint::default()
    }
}

/// Draws glyphs, whose y goes up, into a path, whose y goes down.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn glyph(&mut self, fonts: &Fonts, c: char, size: f32, bold: bool) {
        let Some(glyph) = fonts.glyph(c, bold) else {
            return self.missing(fonts, c, size, bold);
        };
        let mut outline = Outline::default();
        if let Some(units) = fonts.outline(glyph, bold, &mut outline) {
            self.scale = size / units;
            outline.0.iter().for_each(|&stroke| self.stroke(stroke));
        }
    }

    /// A box with the code point in it, on two lines.
    fn missing(&mut self, fonts: &Fonts, c: char, size: f32, bold: bool) {
        let code = format!("{:04X}", c as u32);
        let (upper, lower) = code.split_at(code.len() / 2);
        let (left, right) = (self.x + 0.06 * size, self.x + (BOX - 0.06) * size);
        let (top, bottom) = (self.y - 0.84 * size, self.y + 0.1 * size);
        let rim = 0.05 * size;
        // The inner side runs the other way round, which leaves it empty.
        let frame = [
            [(left, top), (right, top), (right, bottom), (left, bottom)],
            [
                (left + rim, top + rim),
                (left + rim, bottom - rim),
                (right - rim, bottom - rim),
                (right - rim, top + rim),
            ],
        ];
        for side in frame {
            for (index, (x, y)) in side.into_iter().enumerate() {
                match index {
                    0 => self.path.move_to(x, y),
                    _ => self.path.line_to(x, y),
                }
            }
            self.path.close();
        }
        let (x, y) = (self.x, self.y);
        let small = 0.42 * size;
        for (digits, down) in [(upper, -0.44), (lower, 0.0)] {
            let width = fonts.width(digits, small, bold);
            self.x = x + (BOX * size - width) / 2.0;
            self.y = y + down * size;
            // A font without digits leaves the box empty.
            for digit in digits.chars().filter(|&c| fonts.glyph(c, bold).is_some()) {
                self.glyph(fonts, digit, small, bold);
                self.x += fonts.advance(digit, small, bold);
            }
        }
        (self.x, self.y) = (x, y);
    }

    fn stroke(&mut self, stroke: Part) {
        let place = |(x, y): (f32, f32)| (self.x + x * self.scale, self.y - y * self.scale);
        match stroke {
            Part::Move(to) => {
                let (x, y) = place(to);
                self.path.move_to(x, y);
            }
            Part::Line(to) => {
                let (x, y) = place(to);
                self.path.line_to(x, y);
            }
            Part::Quad(by, to) => {
                let ((x1, y1), (x, y)) = (place(by), place(to));
                self.path.quad_to(x1, y1, x, y);
            }
            Part::Cubic(by, near, to) => {
                let ((x1, y1), (x2, y2), (x, y)) = (place(by), place(near), place(to));
                self.path.cubic_to(x1, y1, x2, y2, x, y);
            }
            Part::Close => self.path.close(),
        }
    }
}

/// A part of the outline of a glyph, in the font's units.
#[derive(Debug, Clone, Copy)]
enum Part {
    Move((f32, f32)),
    Line((f32, f32)),
    Quad((f32, f32), (f32, f32)),
    Cubic((f32, f32), (f32, f32), (f32, f32)),
    Close,
}

/// The outline of a glyph.
#[derive(Debug, Default)]
struct Outline(Vec<Part>);

impl ttf_parser::OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Part::Move((x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Part::Line((x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.push(Part::Quad((x1, y1), (x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.push(Part::Cubic((x1, y1), (x2, y2), (x, y)));
    }

    fn close(&mut self) {
        self.0.push(Part::Close);
    }
}
