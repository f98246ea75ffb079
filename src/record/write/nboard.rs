//! What NBoard says to an engine about a game: `set game (;…;)`, with the game
//! as in GGF.

use super::{Losses, Unheld, ggf};
use crate::record::GameRecord;

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    Ok(format!("set game {}\n", ggf::game(record, losses)?))
}
