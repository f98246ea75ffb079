//! What NBoard says to an engine, as its log shows it: `set game (;…;)`, a
//! game in GGF, then perhaps `move f5/1.2/3.4` for each move that was played
//! on. Everything else it says, and what the engine answers, is left aside.

use std::io::BufRead;

use super::{
    RawRecord, ReadError,
    draft::Draft,
    ggf,
    lines::Line,
    read::{Found, Stream},
};
use crate::{board::Rules, source::Span};

/// The command with a game, and the one with a move.
const GAME: &str = "set game";
const MOVE: &str = "move ";

/// Whether a text is such a log: its first line is a command of NBoard.
pub(super) fn is_session(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    is_game(first) || first.strip_prefix("nboard ").is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.trim().is_empty() && text.trim().bytes().all(|c| c.is_ascii_digit())
}

fn is_game(line: &str) -> bool {
    let game = line.trim_start().strip_prefix(GAME);
    game.is_some_and(|game| game.trim_start().starts_with("(;"))
}

fn is_move(line: &str) -> bool {
    line.trim_start().starts_with(MOVE)
}

impl<R: BufRead> Stream<R> {
    /// The next game, with the moves that were played on.
    pub(super) fn nboard(&mut self) -> Result<Option<Found>, ReadError> {
        let mut draft = Draft::default();
        while let Some(line) = self.lines.peek()? {
            let (game, played) = (is_game(&line.text), is_move(&line.text));
            if game && !draft.is_empty() || draft.has_no_room(line) {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            if game || !draft.is_empty() {
                draft.push_line(masked(line, game || played));
            }
        }
        if draft.is_empty() {
            return Ok(None);
        }
        let record = read(draft.text(), self.options.rules);
        Ok(Some(draft.finish(&self.name, record)))
    }
}

/// A line of which nothing is kept but its length, unless it is of the game.
fn masked(mut line: Line, kept: bool) -> Line {
    if !kept {
        line.text.clear();
        line.text.push('\n');
    }
    line
}

/// Reads a game and the moves below it.
fn read(text: &str, rules: Rules) -> RawRecord {
    let end = text.find('\n').unwrap_or(text.len());
    let (first, more) = text.split_at(end);
    let from = first.find("(;").unwrap_or_default();
    let game = format!(
        "{}{}",
        " ".repeat(from),
        first.get(from..).unwrap_or_default()
    );
    let mut record = ggf::read(&game, rules);
    let mut at = end;
    for line in more.split_inclusive('\n') {
        if let Some(value) = line.trim_start().strip_prefix(MOVE) {
            let start = at + line.len() - value.trim_start().len();
            ggf::push_move(value.trim(), start, None, &mut record);
        }
        at += line.len();
    }
    record.span = Span::new(from, text.trim_end().len());
    record
}
