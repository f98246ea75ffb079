//! Pictures as SVG.
//!
//! Colours are attributes and every shape has a class, so that a page that
//! holds the picture can repaint it. The title and the description are what a
//! screen reader reads.

use std::fmt::{self, Write};

use super::{
    Picture, Theme,
    scene::{Anchor, Layer, Scene, Shape, Words},
};

const FONTS: &str = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,Arial,sans-serif";

impl Picture {
    /// The picture as an SVG document: board, names and notes.
    #[must_use]
    pub fn svg(&self) -> String {
        document(self, &Scene::sheet(self), "")
    }

    /// The board alone as an SVG element for a page. The ids in it end with
    /// `suffix`, which makes them unique in the page.
    pub(super) fn svg_board(&self, suffix: &str) -> String {
        document(self, &Scene::bare(self), suffix)
    }
}

fn document(picture: &Picture, scene: &Scene, suffix: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, picture, scene, suffix);
    text
}

fn write(out: &mut String, picture: &Picture, scene: &Scene, suffix: &str) -> fmt::Result {
    // As wide as asked for: the scene has units of its own.
    let width = f64::from(picture.look.width);
    let height = width * f64::from(scene.height) / f64::from(scene.width);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{:.0}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"title{suffix} desc{suffix}\" \
         font-family=\"{FONTS}\">",
        height.round(),
        Number(scene.width),
        Number(scene.height),
    )?;
    writeln!(
        out,
        "<title id=\"title{suffix}\">{}</title>",
        Escaped(&picture.name())
    )?;
    let description = picture.description();
    writeln!(
        out,
        "<desc id=\"desc{suffix}\">{}</desc>",
        Escaped(&description)
    )?;
    for layer in &scene.layers {
        write_layer(out, layer, picture.look.theme)?;
    }
    out.write_str("</svg>\n")
}

fn write_layer(out: &mut String, layer: &Layer, theme: Theme) -> fmt::Result {
    let paint = theme.paint(layer.role);
    write!(out, "<g class=\"{}\"", layer.role.class())?;
    match paint.fill {
        Some(fill) => write!(out, " fill=\"{fill}\"")?,
        None => out.write_str(" fill=\"none\"")?,
    }
    if let Some((stroke, width)) = paint.stroke {
        write!(
            out,
            " stroke=\"{stroke}\" stroke-width=\"{}\"",
            Number(width)
        )?;
    }
    out.write_str(">\n")?;
    for shape in &layer.shapes {
        write_shape(out, shape)?;
    }
    out.write_str("</g>\n")
}

fn write_shape(out: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Rect { x, y, w, h } => {
            let [x, y, w, h] = [x, y, w, h].map(|&n| Number(n));
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
            )
        }
        Shape::Circle { x, y, r } => {
            let [x, y, r] = [x, y, r].map(|&n| Number(n));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
        }
        Shape::Line { from, to } => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Number);
            writeln!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
            )
        }
        Shape::Text(words) => write_words(out, words),
    }
}

fn write_words(out: &mut String, words: &Words) -> fmt::Result {
    let [x, y, size] = [words.x, words.y, words.size].map(Number);
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"")?;
    if words.bold {
        out.write_str(" font-weight=\"bold\"")?;
    }
    match words.anchor {
        Anchor::Start => {}
        Anchor::Middle => out.write_str(" text-anchor=\"middle\"")?,
        Anchor::End => out.write_str(" text-anchor=\"end\"")?,
    }
    writeln!(out, ">{}</text>", Escaped(&words.text))
}

/// A length without digits that nobody sees.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// A text as XML has it; characters that XML cannot have become U+FFFD.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char('\u{fffd}')?;
                }
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
