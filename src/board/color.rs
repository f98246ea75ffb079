//! [`Color`] and [`ByColor`].

use std::{
    fmt,
    ops::{Index, IndexMut, Not},
};

use serde::{Deserialize, Serialize};

/// The two sides. Black moves first unless the rules say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The dark discs, written `X`.
    Black,
    /// The light discs, written `O`.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// `X` or `O`, as boards are written.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// The colour that a symbol stands for in the files of other programs:
    /// `X x * B b # ●` for Black, `O o 0 W w ○` for White.
    #[must_use]
    pub const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            'X' | 'x' | '*' | 'B' | 'b' | '#' | '●' | '⚫' => Some(Self::Black),
            'O' | 'o' | '0' | 'W' | 'w' | '○' | '⚪' => Some(Self::White),
            _ => None,
        }
    }

    /// `"Black"` or `"White"`, for sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// Lower case, as in JSON; [`Color::name`] is for the start of a sentence.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// One value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Each side's value by a function of the colour.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self {
            black: make(Color::Black),
            white: make(Color::White),
        }
    }

    /// Each side's value, changed by a function.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            black: change(self.black),
            white: change(self.white),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
