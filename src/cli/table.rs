//! Tables: columns two blanks apart, without lines.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table, presets};

use super::output::Output;

/// A table with these headings. It is as wide as its contents, unless a width
/// is set: then cells are wrapped.
pub(crate) fn table<const N: usize>(headings: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        // The stream takes the colour away where it cannot be shown.
        .force_no_tty()
        .enforce_styling()
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(headings);
    if let Some(first) = table.column_mut(0) {
        first.set_padding((0, 1));
    }
    table
}

/// A list is wrapped for people only: in a pipe a row is a line.
pub(crate) fn list<const N: usize>(headings: [&str; N], out: &Output) -> Table {
    let mut table = table(headings);
    if out.is_terminal() {
        table.set_width(out.width());
    }
    table
}

/// A text of somebody else's as a cell: on one line, without the characters
/// that command a terminal or turn the order of letters.
pub(crate) fn plain(text: &str) -> String {
    let commands = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(commands, "\u{fffd}")
}

/// Writes a table, without blanks at the ends of its lines.
pub(crate) fn write(table: &Table, out: &mut Output) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
