//! `-o`: pictures as files.

use std::{
    ffi::OsString,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank::diagram::{Caption, Figure, Look, Page, Picture, Theme};
use tempfile::SpooledTempFile;

use super::{
    ascii,
    error::{UserError, user},
    output::Output,
    save::save,
    sheet::Sheet,
};

/// So many bytes of a page are held in memory; the rest waits in a file.
const IN_MEMORY: usize = 1 << 20;

/// Where a picture goes and what it looks like.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Picture")]
pub(crate) struct PictureArgs {
    /// Write the picture to FILE: .svg, .png, .html or .txt; of several games
    /// the images are numbered, pages and texts hold all
    #[arg(short, long, value_name = "FILE", value_parser = Target::parse, conflicts_with = "json")]
    output: Option<Target>,
    /// Pixels from left to right, 100 to 4000; 800 if not given
    #[arg(long, value_name = "PIXELS", requires = "output", value_parser = width())]
    width: Option<u32>,
    /// Colours; `paper` is black on white, as books print it
    #[arg(long, value_name = "THEME", requires = "output", value_parser = theme())]
    theme: Option<Theme>,
    /// The title, instead of the event that the record names
    #[arg(long, value_name = "TEXT", requires = "output")]
    title: Option<String>,
    /// Black's name, instead of the record's
    #[arg(long, value_name = "NAME", requires = "output")]
    black: Option<String>,
    /// White's name, instead of the record's
    #[arg(long, value_name = "NAME", requires = "output")]
    white: Option<String>,
}

fn width() -> clap::builder::RangedI64ValueParser<u32> {
    let (least, most) = Look::WIDTHS.into_inner();
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    let names = PossibleValuesParser::new(Theme::ALL.map(Theme::name));
    names.map(|name| {
        let mut themes = Theme::ALL.into_iter();
        themes
            .find(|theme| theme.name() == name)
            .unwrap_or_default()
    })
}

/// A file, and what its ending says it holds.
#[derive(Debug, Clone)]
struct Target {
    path: PathBuf,
    medium: Medium,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Medium {
    Svg,
    Png,
    Html,
    Text,
}

impl Target {
    fn parse(name: &str) -> Result<Self, String> {
        let path = PathBuf::from(name);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let medium = match ending.unwrap_or_default().to_lowercase().as_str() {
            "svg" => Medium::Svg,
            "png" => Medium::Png,
            "html" | "htm" => Medium::Html,
            "txt" => Medium::Text,
            _ => return Err("name a file that ends in .svg, .png, .html or .txt".to_owned()),
        };
        Ok(Self { path, medium })
    }
}

impl PictureArgs {
    /// The files to be written, if any are.
    pub(crate) fn album(&self, out: &Output) -> Option<Album<'_>> {
        let target = self.output.as_ref()?;
        let spool = || SpooledTempFile::new(IN_MEMORY);
        let ascii = out.ascii();
        let kind = match target.medium {
            Medium::Svg => Kind::Svg,
            Medium::Png => Kind::Png,
            Medium::Html => Kind::Html(Box::new(Page::new(Ascii { ascii, to: spool() }))),
            Medium::Text => Kind::Text(spool()),
        };
        Some(Album {
            args: self,
            path: &target.path,
            kind,
            pictures: 0,
            ascii,
        })
    }

    fn look(&self) -> Look {
        let usual = Look::default();
        Look {
            width: self.width.unwrap_or(usual.width),
            theme: self.theme.unwrap_or(usual.theme),
        }
    }

    fn caption(&self, sheet: &Sheet) -> Caption {
        let mut caption = Caption::of(sheet.record());
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        caption.title = given(&self.title).or(caption.title);
        caption.names.black = given(&self.black).or(caption.names.black);
        caption.names.white = given(&self.white).or(caption.names.white);
        caption
    }
}

/// The pictures of the games of an input, on their way to files.
pub(crate) struct Album<'a> {
    args: &'a PictureArgs,
    path: &'a Path,
    kind: Kind,
    pictures: usize,
    ascii: bool,
}

enum Kind {
    Svg,
    Png,
    Html(Box<Page<Ascii>>),
    Text(SpooledTempFile),
}

impl Album<'_> {
    /// Adds the picture of a game.
    pub(crate) fn add(
        &mut self,
        figure: Figure,
        sheet: &Sheet,
        out: &Output,
    ) -> Result<(), UserError> {
        let picture = Picture {
            figure,
            caption: self.args.caption(sheet),
            look: self.args.look(),
        };
        self.pictures += 1;
        let image = if sheet.alone {
            self.path.to_owned()
        } else {
            numbered(self.path, self.pictures)
        };
        match &mut self.kind {
            Kind::Svg => {
                let svg = picture.svg();
                let svg = if self.ascii {
                    ascii::xml(&svg)
                } else {
                    svg.into()
                };
                save(&image, svg.as_bytes())
            }
            Kind::Png => {
                let png = picture.png().map_err(user)?;
                save(&image, png.as_slice())?;
                warn_of_boxes(&picture, &image, out);
                Ok(())
            }
            Kind::Html(page) => page.add(&picture).map_err(unwritable),
            Kind::Text(spool) => {
                let gap = if self.pictures > 1 { "\n" } else { "" };
                let text = format!("{gap}{}", picture.text());
                let text = if self.ascii {
                    ascii::plain(&text)
                } else {
                    text.into()
                };
                spool.write_all(text.as_bytes()).map_err(unwritable)
            }
        }
    }

    /// Writes what holds all games. Where no game could be drawn there is no
    /// file.
    pub(crate) fn finish(self) -> Result<(), UserError> {
        let mut spool = match self.kind {
            _ if self.pictures == 0 => return Ok(()),
            Kind::Svg | Kind::Png => return Ok(()),
            Kind::Html(page) => page.finish().map_err(unwritable)?.to,
            Kind::Text(spool) => spool,
        };
        spool.rewind().map_err(unwritable)?;
        save(self.path, spool)
    }
}

fn warn_of_boxes(picture: &Picture, path: &Path, out: &Output) {
    let missing: String = picture.missing_letters().into_iter().take(20).collect();
    if !missing.is_empty() {
        out.note(&format!(
            "warning: {}: no letters for `{missing}`: boxes with their code points stand there\n\
             hint: .svg and .html files show them with the fonts of the reader\n",
            path.display()
        ));
    }
}

fn unwritable(error: io::Error) -> UserError {
    UserError::new(format!("cannot write the picture: {error}"))
}

/// `game.svg` as `game-2.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name: OsString = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// A page that is written in ASCII where that is asked for.
struct Ascii {
    ascii: bool,
    to: SpooledTempFile,
}

impl Write for Ascii {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A page is written in whole texts, never in parts of a letter.
        match std::str::from_utf8(bytes) {
            Ok(text) if self.ascii => self.to.write_all(ascii::xml(text).as_bytes())?,
            _ => self.to.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_names_the_medium() {
        for (name, medium) in [
            ("a.svg", Medium::Svg),
            ("b/A.PNG", Medium::Png),
            ("a.b.htm", Medium::Html),
            ("a.txt", Medium::Text),
        ] {
            assert_eq!(Target::parse(name).unwrap().medium, medium, "{name}");
        }
        for name in ["", "a", "svg", ".svg", "a.jpeg", "-"] {
            assert!(Target::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn pictures_are_numbered_before_the_ending() {
        let name = numbered(Path::new("x.y/game.one.svg"), 12);
        assert_eq!(name, Path::new("x.y/game.one-12.svg"));
    }
}
