//! [`Picture`]: a figure with its caption and its look, and what it says in
//! words.

use super::{Caption, Figure, Theme};
use crate::board::{Color, Square};

/// A figure that is ready to be drawn with shapes: as SVG, PNG or HTML.
///
/// ```
/// use outflank::{
///     board::{Game, Rules},
///     diagram::{Caption, Figure, Look, Picture},
/// };
///
/// let mut game = Game::new(Rules::othello());
/// for square in ["f5", "f4"] {
///     game.play(square.parse()?)?;
/// }
/// let picture = Picture {
///     figure: Figure::kifu(&game),
///     caption: Caption::default(),
///     look: Look::default(),
/// };
/// assert!(picture.svg().starts_with("<svg "));
/// assert!(picture.png()?.starts_with(b"\x89PNG"));
/// assert_eq!(
///     picture.description(),
///     "Start: Black e4, d5, White d4, e5. \
///      Moves: 1 f5, 2 f4. Black to move."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The board.
    pub figure: Figure,
    /// The words over it.
    pub caption: Caption,
    /// Size and colours.
    pub look: Look,
}

/// How large a picture is, and which colours it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The width in pixels. The height follows from what is shown.
    pub width: u32,
    /// The colours.
    pub theme: Theme,
}

impl Look {
    /// The widths that a picture may have, in pixels.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 100..=4000;
}

impl Default for Look {
    fn default() -> Self {
        Self {
            width: 800,
            theme: Theme::default(),
        }
    }
}

impl Picture {
    /// What the picture is called: its title, the players, or what it shows.
    #[must_use]
    pub fn name(&self) -> String {
        let kind = if self.figure.has_moves() {
            "Othello game"
        } else {
            "Othello position"
        };
        self.caption.heading().unwrap_or_else(|| kind.to_owned())
    }

    /// What the picture shows, in sentences for those who cannot see it.
    #[must_use]
    pub fn description(&self) -> String {
        let mut parts = Vec::new();
        for color in Color::ALL {
            if let Some(name) = &self.caption.names[color] {
                parts.push(format!("{}: {name}", color.name()));
            }
        }
        parts.extend(self.caption.details.iter().cloned());
        let figure = &self.figure;
        let moves = figure.moves();
        let placed = |square: &Square| moves.iter().any(|(.., filled)| filled == square);
        let sides = Color::ALL.map(|color| {
            let squares = figure.discs(color).into_iter();
            let discs: Vec<String> = squares
                .filter(|square| !placed(square))
                .map(|square| square.to_string())
                .collect();
            match discs.len() {
                0 => format!("{} none", color.name()),
                _ => format!("{} {}", color.name(), discs.join(", ")),
            }
        });
        if moves.is_empty() {
            parts.extend(sides);
        } else {
            parts.push(format!("Start: {}", sides.join(", ")));
            let list: Vec<String> = moves
                .iter()
                .map(|(ply, _, square)| format!("{ply} {square}"))
                .collect();
            parts.push(format!("Moves: {}", list.join(", ")));
        }
        parts.extend(figure.notes.iter().cloned());
        parts
            .iter()
            .map(|part| format!("{part}. "))
            .collect::<String>()
            .trim_end()
            .to_owned()
    }

    /// The discs of each side that stand beside the names, those of the result
    /// when the game is over.
    pub(super) fn count(&self, color: Color) -> Option<u32> {
        let counts = self.figure.counts.map(|(discs, _)| discs);
        self.figure.result.or(counts).map(|discs| discs[color])
    }

    /// What stands beside a disc of this colour: the player, or the colour.
    pub(super) fn player(&self, color: Color) -> &str {
        self.caption.names[color].as_deref().unwrap_or(color.name())
    }

    /// The sentences under the board.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = self.figure.notes.clone();
        if let Some((_, empties @ 1..)) = self.figure.counts {
            notes.push(format!("Empty squares: {empties}"));
        }
        notes
    }
}
