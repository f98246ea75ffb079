//! Pictures as plain text: a sheet that people and programs read.

use super::{Picture, Style, text};
use crate::board::Color;

impl Picture {
    /// The picture as a text file: title and players, a blank line, the board
    /// as the numbers of plies, the notes. Discs are `X` and `O` and empty
    /// squares `-`, which every font and every program keeps in columns.
    #[must_use]
    pub fn text(&self) -> String {
        let mut head: Vec<String> = self.caption.title.iter().cloned().collect();
        head.extend(self.caption.details.iter().cloned());
        for color in Color::ALL {
            let name = self.caption.names[color].as_ref();
            head.extend(name.map(|name| format!("{}: {name}", color.name())));
        }
        let mut sheet: String = head
            .iter()
            .map(|line| format!("{}\n", line.replace(char::is_control, " ")))
            .collect();
        if !sheet.is_empty() {
            sheet.push('\n');
        }
        let style = Style {
            ascii: true,
            color: false,
        };
        sheet.push_str(&text::draw(&self.figure, style));
        sheet
    }
}
