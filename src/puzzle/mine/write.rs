//! Puzzles as YAML, in the form of the shipped files.

use std::fmt::Write;

use crate::{
    board::{Move, Square},
    puzzle::Puzzle,
};

/// What a file of mined puzzles begins with.
pub const FILE_HEAD: &str = "title: Mined puzzles\npuzzles:\n";

/// A puzzle as an entry of a file, which reads back as the same puzzle.
#[must_use]
pub fn entry_text(puzzle: &Puzzle) -> String {
    let about = &puzzle.about;
    let mut text = format!("  - id: {}\n", puzzle.id);
    let mut line = |key: &str, value: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "    {key}: {value}");
    };
    let words = [
        ("title", &about.title),
        ("author", &about.author),
        ("source", &about.source),
    ];
    for (key, value) in words {
        if let Some(value) = value {
            line(key, &scalar(value, true));
        }
    }
    if !about.themes.is_empty() {
        let themes: Vec<String> = about
            .themes
            .iter()
            .map(|theme| scalar(theme, false))
            .collect();
        line("themes", &format!("[{}]", themes.join(", ")));
    }
    if let Some(level) = about.level {
        line("level", &level.to_string());
    }
    if !about.hints.is_empty() {
        let hints: Vec<String> = about.hints.iter().map(|hint| scalar(hint, false)).collect();
        line("hints", &format!("[{}]", hints.join(", ")));
    }
    if let Some(note) = &about.note {
        line("note", &scalar(note, true));
    }
    let board = puzzle.position.board_text();
    let rows: Vec<&str> = board
        .as_bytes()
        .chunks(8)
        .filter_map(|row| std::str::from_utf8(row).ok())
        .collect();
    line("position", &format!("|\n      {}", rows.join("\n      ")));
    if let Some(game) = &puzzle.game {
        line("game", &moves(game));
    }
    if puzzle.constructed {
        line("origin", "constructed");
    }
    line("to_move", &puzzle.position.to_move().to_string());
    line("task", puzzle.task.name());
    if let Some(within) = puzzle.task.within() {
        line("in", &within.to_string());
    }
    if let Some(score) = puzzle.score {
        line("score", &score.to_string());
    }
    let keys: Vec<String> = puzzle.solution.iter().map(Square::to_string).collect();
    line("solution", &format!("[{}]", keys.join(", ")));
    if !puzzle.line.is_empty() {
        line("line", &moves(&puzzle.line));
    }
    if !puzzle.variations.is_empty() {
        text.push_str("    variations:\n");
        for line in &puzzle.variations {
            let _ = writeln!(text, "      - {}", moves(line));
        }
    }
    if !puzzle.refutations.is_empty() {
        text.push_str("    refutations:\n");
        for refuted in &puzzle.refutations {
            let _ = writeln!(
                text,
                "      - {{score: {}, line: {}}}",
                refuted.score,
                moves(&refuted.line)
            );
        }
    }
    text
}

/// Moves with blanks between them; passes are left out, since nobody has a
/// choice in them.
fn moves(moves: &[Move]) -> String {
    let squares = moves.iter().filter_map(|mv| mv.square());
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    names.join(" ")
}

/// A text as YAML: plain where nothing in it means anything else, in double
/// quotes otherwise. In a list in brackets a comma ends the text. JSON's way
/// of quoting is YAML's, too.
fn scalar(text: &str, with_commas: bool) -> String {
    let plain = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, ' ' | '-' | '.' | '(' | ')' | '\'')
            || (with_commas && c == ',')
    };
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(plain)
        && !["true", "false", "null", "yes", "no", "on", "off"]
            .contains(&text.to_ascii_lowercase().as_str());
    if is_plain {
        return text.to_owned();
    }
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::{Collection, PuzzleFile},
        source::Source,
    };

    #[test]
    fn what_is_written_reads_back() {
        let shipped = Collection::shipped();
        for (_, entry) in shipped.entries() {
            let mut puzzle = entry.puzzle.clone().unwrap();
            puzzle.about.source = Some("a: \"b\", #1 \u{e9}\n".trim().to_owned());
            let text = format!("puzzles:\n{}", entry_text(&puzzle));
            let file = PuzzleFile::read(&Source::new("x.yaml", text.as_str())).unwrap();
            assert_eq!(file.entries[0].problems, [], "{text}");
            assert_eq!(file.entries[0].puzzle.as_ref(), Some(&puzzle), "{text}");
        }
    }

    #[test]
    fn only_plain_text_stands_without_quotes() {
        assert_eq!(scalar("WTHOR 1996, game 1", true), "WTHOR 1996, game 1");
        assert_eq!(scalar("a, b", false), "\"a, b\"");
        for text in ["yes", "1 2", "- a", "a ", "x: y", "#a", ""] {
            assert!(scalar(text, true).starts_with('"'), "{text}");
        }
    }
}
