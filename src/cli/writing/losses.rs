//! What was left out of the records that were written.

use outflank::record::write::Loss;

use super::super::{check::counted, output::Output};

/// So many different losses are told.
const KINDS: usize = 64;

/// How many records each thing was left out of, and the first of them.
#[derive(Debug, Default)]
pub(super) struct LossTally {
    found: Vec<(Loss, usize, String)>,
    /// Of losses beyond these.
    others: usize,
}

impl LossTally {
    /// The losses of a record.
    pub(super) fn add(&mut self, losses: Vec<Loss>, label: &str) {
        for loss in losses {
            log::info!("{label}: written without {loss}");
            let room = self.found.len() < KINDS;
            match self.found.iter_mut().find(|(known, ..)| *known == loss) {
                Some((_, count, _)) => *count += 1,
                None if room => self.found.push((loss, 1, label.to_owned())),
                None => self.others += 1,
            }
        }
    }

    /// Warns of all of them.
    pub(super) fn tell(&self, out: &Output) {
        for (loss, count, first) in &self.found {
            let records = match count {
                1 => first.clone(),
                _ => format!(
                    "{}, the first {first}",
                    counted(*count, "record", "records")
                ),
            };
            out.warn(&format!("warning: written without {loss} ({records})\n"));
        }
        if self.others > 0 {
            out.warn("warning: written without other tags, too\n");
        }
    }
}
