//! Scripts of endgames as Zebra reads them: a position a line, and before it
//! comments with the number of the problem, the result of best play and the
//! scores of moves.

use super::{Loss, Losses, tags, text};
use crate::record::GameRecord;

/// So many scores are on a line.
const A_LINE: usize = 7;

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> String {
    let id = tags::value(record, "id").filter(|id| is_number(id));
    let kept: &[&str] = if id.is_some() { &["id"] } else { &[] };
    tags::lose_all_but(record, kept, losses);
    let mut out = String::new();
    if record.game.moves().is_empty() {
        let result = record.tags.iter().find(|tag| tag.name == "result");
        if let Some(id) = id {
            out.push_str(&format!("% #{id}"));
            if let Some(result) = result {
                out.push_str(&format!(", {}", text::one_line(&result.value, losses)));
            }
            out.push('\n');
        } else {
            losses.add_if(result.is_some(), Loss::Tag("result".to_owned()));
        }
        for line in record.scores.chunks(A_LINE) {
            let scores = line
                .iter()
                .map(|scored| format!("{} {}", scored.mv, scored.score));
            out.push_str(&format!("% {}\n", scores.collect::<Vec<_>>().join("   ")));
        }
        let passes = record
            .scores
            .iter()
            .any(|scored| scored.mv.square().is_none());
        losses.add_if(passes, Loss::Scores);
    } else if let Some(id) = id {
        out.push_str(&format!("% #{id}\n"));
    }
    out.push_str(&format!("{}\n", record.game.last()));
    out
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|c| c.is_ascii_digit())
}
