//! YAML files that the user names: books of openings, puzzles.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use outflank::source::{
    Diagnostic, Source,
    yaml::{self, LoadError},
};

use super::{
    error::{UserError, render},
    input::cannot_read,
    output::Output,
    parts::parts,
};

/// Problems of a file beyond these are counted, not shown.
const SHOWN: usize = 20;

/// Reads a file, `-` for standard input.
pub(crate) fn load(name: &str) -> Result<Source, UserError> {
    load_up_to(yaml::MAX_BYTES, name)
}

/// Reads a file of at most so many bytes, which need not be YAML.
pub(crate) fn load_up_to(most: usize, name: &str) -> Result<Source, UserError> {
    let cannot =
        |error: &dyn std::fmt::Display| UserError::new(format!("`{name}` cannot be read: {error}"));
    let reader: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else if Path::new(name).is_dir() {
        return Err(cannot(&"it is a folder").hint("name the files in it"));
    } else {
        let file = File::open(name).map_err(|error| cannot_read(name, &error))?;
        Box::new(BufReader::new(file))
    };
    let mut parts = parts(name.to_owned(), Path::new(name), reader)?;
    let (part, None) = (parts.next(), parts.next()) else {
        return Err(cannot(&"there are several files in it").hint("unpack it and name one of them"));
    };
    let Some(part) = part.transpose()? else {
        return Err(cannot(&"there is no file in it"));
    };
    let loaded = yaml::load_up_to(most, &part.name, part.reader);
    loaded.map_err(|error| match error {
        LoadError::Io(error) => cannot_read(name, &error),
        other => cannot(&other),
    })
}

/// The problems of a file as text, each with its place underlined.
pub(crate) fn problems<'a>(
    source: &Source,
    problems: impl IntoIterator<Item = &'a Diagnostic>,
    out: &Output,
) -> String {
    let mut listing = Listing::default();
    let mut text = listing.add(source, problems, out);
    text.push_str(&listing.rest("problem"));
    text
}

/// The problems of a file, told as they are found.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// So many were found.
    pub(crate) found: usize,
}

impl Listing {
    /// More problems as text; those beyond [`SHOWN`] are counted only.
    pub(crate) fn add<'a>(
        &mut self,
        source: &Source,
        problems: impl IntoIterator<Item = &'a Diagnostic>,
        out: &Output,
    ) -> String {
        let mut text = String::new();
        for problem in problems {
            if self.found < SHOWN {
                text.push_str(&render(source, problem, out.ascii()));
            }
            self.found += 1;
        }
        text
    }

    /// How many are not shown.
    pub(crate) fn rest(&self, what: &str) -> String {
        match self.found.saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("and {more} more {what}s\n"),
        }
    }
}

/// The error of a file that was to be used and has problems.
pub(crate) fn unsound(source: &Source, found: &[&Diagnostic], out: &Output) -> UserError {
    out.complain(&problems(source, found.iter().copied(), out));
    UserError::new(format!(
        "`{}` has {} and is not used",
        source.name(),
        counted(found.len(), "problem")
    ))
}

/// `1 line`, `2 lines`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
