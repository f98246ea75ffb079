//! The font of pictures: how wide words are, and their outlines.
//!
//! DejaVu Sans Condensed is part of the program, so that a picture looks the
//! same on every machine. It has the letters of Latin, Greek, Cyrillic and some
//! more scripts; a letter that it has not is drawn as a box with its code
//! point.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// How wide the box of a missing letter is, in parts of the size.
pub(super) const BOX: f32 = 0.9;

/// How wide a letter is when there is no font at all, in parts of the size.
const TYPICAL: f32 = 0.6;

/// The two weights.
pub(super) struct Fonts {
    regular: Option<Face<'static>>,
    bold: Option<Face<'static>>,
}

impl Fonts {
    pub(super) fn new() -> Self {
        Self {
            regular: Face::parse(dejavu::sans_condensed::regular(), 0).ok(),
            bold: Face::parse(dejavu::sans_condensed::bold(), 0).ok(),
        }
    }

    const fn face(&self, bold: bool) -> Option<&Face<'static>> {
        if bold {
            self.bold.as_ref()
        } else {
            self.regular.as_ref()
        }
    }

    /// The glyph of a letter, if there is one.
    pub(super) fn glyph(&self, c: char, bold: bool) -> Option<GlyphId> {
        self.face(bold)?.glyph_index(c)
    }

    /// How far the next letter is, at a size.
    pub(super) fn advance(&self, c: char, size: f32, bold: bool) -> f32 {
        let Some(face) = self.face(bold) else {
            return size * TYPICAL;
        };
        let glyph = face.glyph_index(c);
        match glyph.and_then(|glyph| face.glyph_hor_advance(glyph)) {
            Some(advance) => f32::from(advance) * size / f32::from(face.units_per_em()),
            None => size * BOX,
        }
    }

    /// How wide a text is.
    pub(super) fn width(&self, text: &str, size: f32, bold: bool) -> f32 {
        text.chars().map(|c| self.advance(c, size, bold)).sum()
    }

    /// Draws the outline of a glyph, in units of which so many make up the
    /// size; y goes up. The number is returned.
    pub(super) fn outline(
        &self,
        glyph: GlyphId,
        bold: bool,
        builder: &mut dyn OutlineBuilder,
    ) -> Option<f32> {
        let face = self.face(bold)?;
        face.outline_glyph(glyph, builder)?;
        Some(f32::from(face.units_per_em()))
    }

    /// A text in lines that are no wider than so much. Words that are too long
    /// for a line are broken.
    pub(super) fn wrap(&self, text: &str, size: f32, bold: bool, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut used = 0.0;
        let blank = self.advance(' ', size, bold);
        for word in text.split_whitespace() {
            let wide = self.width(word, size, bold);
            if !line.is_empty() && used + blank + wide <= width {
                line.push(' ');
                line.push_str(word);
                used += blank + wide;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            for c in word.chars() {
                let wide = self.advance(c, size, bold);
                if used + wide > width && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(c);
                used += wide;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_languages_have_letters() {
        let fonts = Fonts::new();
        for bold in [false, true] {
            let names = "Préqualif Łukasz Ødegård Ümit Ångström Þór Ștefan Иванов Ωμέγα 0–9";
            for c in names.chars() {
                assert!(fonts.glyph(c, bold).is_some(), "{c}");
            }
            assert!(fonts.glyph('村', bold).is_none());
        }
    }

    #[test]
    fn lines_are_no_wider_than_asked_for() {
        let fonts = Fonts::new();
        let text = format!("Short words and {} then", "W".repeat(90));
        let lines = fonts.wrap(&text, 20.0, true, 300.0);
        assert!(lines.len() > 4);
        assert!(
            lines
                .iter()
                .all(|line| fonts.width(line, 20.0, true) <= 300.0)
        );
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        assert_eq!(fonts.wrap("  ", 20.0, true, 300.0), Vec::<String>::new());
    }
}
