//! Pictures as a page: one file that needs no other, for the screen, light or
//! dark, and for paper.

use std::io::{self, Write};

use minijinja::{AutoEscape, Environment, context};

use super::{Picture, Theme};
use crate::board::Color;

/// A page that is written picture by picture, so that it may be long.
///
/// ```
/// use outflank::{
///     board::{Game, Rules},
///     diagram::{Caption, Figure, Look, Page, Picture},
/// };
///
/// let picture = Picture {
///     figure: Figure::kifu(&Game::new(Rules::othello())),
///     caption: Caption::default(),
///     look: Look::default(),
/// };
/// let mut page = Page::new(Vec::new());
/// page.add(&picture)?;
/// let html = String::from_utf8(page.finish()?)?;
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// assert_eq!(html.matches("<article>").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Page<W> {
    out: W,
    templates: Environment<'static>,
    pictures: usize,
}

impl<W: Write> Page<W> {
    /// A page without pictures. Nothing is written yet.
    #[must_use]
    pub fn new(out: W) -> Self {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|_| AutoEscape::Html);
        Self {
            out,
            templates,
            pictures: 0,
        }
    }

    /// Adds a picture. The first one names the page and colours it.
    ///
    /// # Errors
    /// What writing fails with.
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        if self.pictures == 0 {
            let head = context! {
                title => legible(&picture.name()),
                night => picture.look.theme == Theme::Night,
            };
            self.render(include_str!("page/head.html"), head)?;
        }
        self.pictures += 1;
        let players = Color::ALL.map(|color| {
            let name = picture.caption.names[color].as_deref();
            context! {
                color => color.name(),
                class => color.name().to_lowercase(),
                name => name.map(legible),
                count => picture.count(color),
            }
        });
        let moves: Vec<_> = picture.figure.moves();
        let moves: Vec<String> = moves
            .iter()
            .map(|(ply, _, square)| format!("{ply}. {square}"))
            .collect();
        let details: Vec<String> = picture.caption.details.iter().map(|d| legible(d)).collect();
        let article = context! {
            title => picture.caption.title.as_deref().map(legible),
            name => legible(&picture.name()),
            details => details,
            players => players,
            width => picture.look.width,
            svg => picture.svg_board(&format!("-{}", self.pictures)),
            notes => picture.notes(),
            moves => moves.join(" "),
        };
        self.render(include_str!("page/article.html"), article)
    }

    /// Ends the page and gives the writer back.
    ///
    /// # Errors
    /// What writing fails with.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(include_bytes!("page/foot.html"))?;
        Ok(self.out)
    }

    fn render(&mut self, template: &str, values: minijinja::Value) -> io::Result<()> {
        let text = self.templates.render_str(template, values);
        let mut text = text.map_err(io::Error::other)?;
        // The line feed at its end is not rendered.
        text.push('\n');
        self.out.write_all(text.as_bytes())
    }
}

/// A text without the characters that no document can have.
fn legible(text: &str) -> String {
    let bad = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(bad, "\u{fffd}")
}
