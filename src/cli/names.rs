//! The lists of names that lie beside the files of the WTHOR database.

use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
};

use outflank::record::{
    ReadError,
    wthor::{self, NameKind, Names},
};

use super::{error::reason, parts::Part};

const KINDS: [NameKind; 2] = [NameKind::Players, NameKind::Tournaments];

/// Finds the names for files of games, and reads those of a folder once.
#[derive(Debug, Default)]
pub(crate) struct NameFinder {
    last: Option<(Vec<PathBuf>, Arc<Names>)>,
}

impl NameFinder {
    /// The names in the same archive, or those that lie beside a file, if that
    /// is one of games by number. What cannot be read of them is told where
    /// the names are missed.
    ///
    /// # Errors
    /// When the file itself cannot be read.
    pub(crate) fn names_for(&mut self, part: &mut Part) -> io::Result<Arc<Names>> {
        if !wthor::is_wthor(part.reader.peek(wthor::can_begin)?) {
            return Ok(Arc::default());
        }
        if KINDS.iter().all(|&kind| part.lists.has(kind)) {
            return Ok(Arc::clone(&part.lists));
        }
        let path = &part.path;
        let lists: Vec<PathBuf> = KINDS
            .into_iter()
            .filter(|&kind| !part.lists.has(kind))
            .filter_map(|kind| beside(path, kind))
            .collect();
        let own = KINDS.iter().any(|&kind| part.lists.has(kind));
        if let Some((known, names)) = &self.last
            && *known == lists
            && !own
        {
            return Ok(Arc::clone(names));
        }
        let mut names = Names::clone(&part.lists);
        for list in &lists {
            let shown = list.display().to_string();
            log::info!("reading the names in {shown}");
            let added = File::open(list)
                .map_err(Into::into)
                .and_then(|file| names.add(&shown, BufReader::new(file)));
            if let Err(error) = added {
                names.miss(match error {
                    ReadError::Io(error) => {
                        format!("`{shown}` cannot be read: {}", reason(&error))
                    }
                    other => other.to_string(),
                });
            }
        }
        let names = Arc::new(names);
        if !own {
            self.last = Some((lists, Arc::clone(&names)));
        }
        Ok(names)
    }
}

/// The list of a kind that lies in the folder of a file: the one of the same
/// name, else one whose name the file's begins with, else any.
fn beside(path: &Path, kind: NameKind) -> Option<PathBuf> {
    if path == Path::new("-") {
        // Standard input lies in no folder.
        return None;
    }
    let stem = |path: &Path| Some(path.file_stem()?.to_str()?.to_lowercase());
    let own = stem(path)?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let lists = folder.read_dir().ok()?.filter_map(|entry| {
        let path = path.with_file_name(entry.ok()?.file_name());
        let ending = path.extension()?.to_str()?.to_lowercase();
        if ending != kind.ending() {
            return None;
        }
        let stem = stem(&path)?;
        let rank = match own.strip_prefix(&stem) {
            Some("") => 0,
            Some(_) => 1,
            None => 2,
        };
        Some((rank, path))
    });
    lists.min().map(|(_, path)| path)
}
