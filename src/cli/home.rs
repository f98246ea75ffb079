//! Where the program keeps what it is to remember.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::error::UserError;

/// The variable that names another folder.
const VARIABLE: &str = "OUTFLANK_HOME";

/// The folder of the program's own files: the platform's for data, unless
/// `OUTFLANK_HOME` names another. It may not be there yet.
pub(crate) fn folder() -> Result<PathBuf, UserError> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        return Ok(PathBuf::from(named));
    }
    match etcetera::choose_base_strategy() {
        Ok(strategy) => Ok(strategy.data_dir().join("outflank")),
        Err(error) => Err(
            UserError::new(format!("no folder is known to keep data in: {error}"))
                .hint(format!("name one in the environment variable {VARIABLE}")),
        ),
    }
}
