//! Real files that are not part of the repository.

use std::path::PathBuf;

/// The folder that `OUTFLANK_DATA` names, or `None` with a note.
pub(crate) fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("OUTFLANK_DATA").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: OUTFLANK_DATA does not name the folder of the samples");
    }
    folder
}
