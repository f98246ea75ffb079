//! [`Theme`]: the colours of a picture.

use std::fmt;

/// A set of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Theme {
    /// A green board on white.
    #[default]
    Green,
    /// Black on white, as books print it.
    Paper,
    /// A wooden board on white.
    Wood,
    /// A dark page.
    Night,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Green, Self::Paper, Self::Wood, Self::Night];

    /// The name, lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Paper => "paper",
            Self::Wood => "wood",
            Self::Night => "night",
        }
    }

    /// How the parts of a picture are painted.
    pub(super) const fn paint(self, role: Role) -> Paint {
        let colors = self.colors();
        match role {
            Role::Page => Paint::fill(colors.page),
            Role::Ink => Paint::fill(colors.ink),
            Role::Faint => Paint::fill(colors.faint),
            Role::Board => Paint::both(colors.board, colors.line, 3.0),
            Role::Line => Paint::stroke(colors.line, 1.5),
            Role::Dot => Paint::fill(colors.line),
            Role::Hole => Paint::both(colors.hole, colors.line, 1.5),
            Role::Black => Paint::both(colors.black, colors.black_rim, 1.5),
            Role::White => Paint::both(colors.white, colors.white_rim, 1.5),
            Role::OnBlack => Paint::fill(colors.white),
            Role::OnWhite => Paint::fill(colors.black),
            Role::Last => Paint::stroke(colors.last, 2.5),
            Role::LastDot => Paint::fill(colors.last_dot),
            Role::Legal => Paint::fill(colors.legal),
            Role::Flipped => Paint::stroke(colors.last_dot, 2.0),
        }
    }

    const fn colors(self) -> Colors {
        match self {
            Self::Green => Colors {
                page: Rgb(0xff_ff_ff),
                ink: Rgb(0x1a_1a_1a),
                faint: Rgb(0x5f_5f_5f),
                board: Rgb(0x35_8f_5a),
                line: Rgb(0x16_4b_2e),
                hole: Rgb(0xc4_c8_c5),
                black: Rgb(0x14_14_14),
                black_rim: Rgb(0x14_14_14),
                white: Rgb(0xfa_fa_fa),
                white_rim: Rgb(0x3c_3c_3c),
                last: Rgb(0xff_d5_4a),
                last_dot: Rgb(0xd6_3a_2f),
                legal: Rgb(0x16_4b_2e),
            },
            Self::Paper => Colors {
                page: Rgb(0xff_ff_ff),
                ink: Rgb(0x00_00_00),
                faint: Rgb(0x50_50_50),
                board: Rgb(0xff_ff_ff),
                line: Rgb(0x00_00_00),
                hole: Rgb(0xb4_b4_b4),
                black: Rgb(0x00_00_00),
                black_rim: Rgb(0x00_00_00),
                white: Rgb(0xff_ff_ff),
                white_rim: Rgb(0x00_00_00),
                last: Rgb(0x00_00_00),
                last_dot: Rgb(0x80_80_80),
                legal: Rgb(0x90_90_90),
            },
            Self::Wood => Colors {
                page: Rgb(0xff_ff_ff),
                ink: Rgb(0x2a_1c_10),
                faint: Rgb(0x6b_58_47),
                board: Rgb(0xdf_b3_77),
                line: Rgb(0x6f_48_22),
                hole: Rgb(0xa8_8a_68),
                black: Rgb(0x1c_16_12),
                black_rim: Rgb(0x1c_16_12),
                white: Rgb(0xff_fc_f5),
                white_rim: Rgb(0x5a_44_30),
                last: Rgb(0xb8_2a_1e),
                last_dot: Rgb(0xb8_2a_1e),
                legal: Rgb(0x8f_65_38),
            },
            Self::Night => Colors {
                page: Rgb(0x14_17_1a),
                ink: Rgb(0xe8_ea_ec),
                faint: Rgb(0xa2_a9_af),
                board: Rgb(0x24_5c_42),
                line: Rgb(0x0d_26_1b),
                hole: Rgb(0x3a_3f_44),
                black: Rgb(0x0b_0c_0d),
                black_rim: Rgb(0x76_85_7d),
                white: Rgb(0xee_ee_ea),
                white_rim: Rgb(0xee_ee_ea),
                last: Rgb(0xff_d5_4a),
                last_dot: Rgb(0xe3_54_48),
                legal: Rgb(0x8f_c9_a8),
            },
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

struct Colors {
    page: Rgb,
    ink: Rgb,
    faint: Rgb,
    board: Rgb,
    line: Rgb,
    hole: Rgb,
    black: Rgb,
    black_rim: Rgb,
    white: Rgb,
    white_rim: Rgb,
    last: Rgb,
    last_dot: Rgb,
    legal: Rgb,
}

/// What a shape of a picture is, which says how it is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Page,
    /// Words that matter.
    Ink,
    /// Words that matter less.
    Faint,
    Board,
    Line,
    /// The dots of a board.
    Dot,
    Hole,
    Black,
    White,
    OnBlack,
    OnWhite,
    /// The ring around the last move.
    Last,
    /// The dot on the last move.
    LastDot,
    Legal,
    Flipped,
}

impl Role {
    /// The class of SVG elements.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Ink => "ink",
            Self::Faint => "faint",
            Self::Board => "board",
            Self::Line => "line",
            Self::Dot => "dot",
            Self::Hole => "hole",
            Self::Black => "black",
            Self::White => "white",
            Self::OnBlack => "on-black",
            Self::OnWhite => "on-white",
            Self::Last => "last",
            Self::LastDot => "last-dot",
            Self::Legal => "legal",
            Self::Flipped => "flipped",
        }
    }
}

/// `0xRRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u32);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// What a shape is filled with, and the line around it with its width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Paint {
    pub(super) fill: Option<Rgb>,
    pub(super) stroke: Option<(Rgb, f32)>,
}

impl Paint {
    const fn fill(color: Rgb) -> Self {
        Self {
            fill: Some(color),
            stroke: None,
        }
    }

    const fn stroke(color: Rgb, width: f32) -> Self {
        Self {
            fill: None,
            stroke: Some((color, width)),
        }
    }

    const fn both(fill: Rgb, color: Rgb, width: f32) -> Self {
        Self {
            fill: Some(fill),
            stroke: Some((color, width)),
        }
    }
}
