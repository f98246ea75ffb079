//! [`Collection`]: files of puzzles taken together.

use super::{Entry, PuzzleFile};
use crate::source::{Diagnostic, Source, nearest};

/// The files of the puzzles that are shipped.
const SHIPPED: &[(&str, &str)] = &[
    (
        "puzzles/wipe-outs.yaml",
        include_str!("../../puzzles/wipe-outs.yaml"),
    ),
    ("puzzles/wins.yaml", include_str!("../../puzzles/wins.yaml")),
    (
        "puzzles/draws.yaml",
        include_str!("../../puzzles/draws.yaml"),
    ),
    ("puzzles/best.yaml", include_str!("../../puzzles/best.yaml")),
    (
        "puzzles/composed.yaml",
        include_str!("../../puzzles/composed.yaml"),
    ),
    (
        "puzzles/level-1.yaml",
        include_str!("../../puzzles/level-1.yaml"),
    ),
    (
        "puzzles/level-2.yaml",
        include_str!("../../puzzles/level-2.yaml"),
    ),
    (
        "puzzles/level-3.yaml",
        include_str!("../../puzzles/level-3.yaml"),
    ),
    (
        "puzzles/level-4.yaml",
        include_str!("../../puzzles/level-4.yaml"),
    ),
    (
        "puzzles/level-5.yaml",
        include_str!("../../puzzles/level-5.yaml"),
    ),
];

/// Files of puzzles, in order.
///
/// ```
/// use outflank::puzzle::Collection;
///
/// let puzzles = Collection::shipped();
/// let (_, entry) = puzzles.find("shortest-game").ok_or("not shipped")?;
/// let puzzle = entry.puzzle.as_ref().ok_or("unreadable")?;
/// assert_eq!(puzzle.solution, ["c5".parse()?]);
/// assert!(puzzles.entries().count() >= 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Collection {
    files: Vec<(Source, PuzzleFile)>,
}

impl Collection {
    /// The puzzles that are shipped.
    #[must_use]
    pub fn shipped() -> Self {
        Self::default().and_shipped()
    }

    /// These puzzles, and after them those that are shipped.
    #[must_use]
    pub fn and_shipped(mut self) -> Self {
        for source in Self::shipped_sources() {
            // The tests hold every shipped file to be readable.
            let _ = self.add(source);
        }
        self
    }

    /// The files that hold the shipped puzzles.
    pub fn shipped_sources() -> impl Iterator<Item = Source> {
        SHIPPED.iter().map(|&(name, text)| Source::new(name, text))
    }

    /// Adds a file.
    ///
    /// # Errors
    /// The place where the text is not YAML, with the text.
    pub fn add(&mut self, source: Source) -> Result<(), (Source, Box<Diagnostic>)> {
        match PuzzleFile::read(&source) {
            Ok(file) => self.files.push((source, file)),
            Err(fault) => return Err((source, fault)),
        }
        Ok(())
    }

    /// The files with their puzzles.
    pub fn files(&self) -> impl Iterator<Item = (&Source, &PuzzleFile)> {
        self.files.iter().map(|(source, file)| (source, file))
    }

    /// Every puzzle with the file it stands in, the broken ones too.
    pub fn entries(&self) -> impl Iterator<Item = (&Source, &Entry)> {
        self.files()
            .flat_map(|(source, file)| file.entries.iter().map(move |entry| (source, entry)))
    }

    /// The puzzle with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<(&Source, &Entry)> {
        self.entries()
            .find(|(_, entry)| entry.id.as_deref() == Some(id))
    }

    /// The id most like a word, if one is.
    #[must_use]
    pub fn nearest(&self, word: &str) -> Option<&str> {
        let ids = self.entries().filter_map(|(_, entry)| entry.id.as_deref());
        nearest(word, ids)
    }
}
