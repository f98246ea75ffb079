//! [`RawRecord`]: what a reader found in a text, before the rules have judged
//! it.

use super::{RawVariation, Remark};
use crate::{
    board::{Color, Move, Position, Rules, Score, Square},
    source::{Diagnostic, Span},
};

/// One game as it stands in a text. Every part knows its span in the text of
/// the [`Source`](crate::source::Source) that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawRecord {
    /// All of the record.
    pub span: Span,
    /// Names and values, in the order of the text.
    pub tags: Vec<Tag>,
    /// The rules, when the record names them: a size, an octagon, anti.
    pub rules: Option<Rules>,
    /// The position the game starts from, when the record gives one.
    pub start: Option<Position>,
    /// The moves, and what stands in the place of moves.
    pub tokens: Vec<Token>,
    /// Results that the record states: tags, printed scores.
    pub claims: Vec<Claim>,
    /// Whether the results of games that are not over were adjudicated, so
    /// that the moves say nothing against them.
    pub adjudicates: bool,
    /// Scores that the record gives to moves from its start, as problem files
    /// do.
    pub scores: Vec<MoveScore>,
    /// What is said about single moves, in the order of the tokens.
    pub remarks: Vec<Remark>,
    /// Lines that were not played.
    pub variations: Vec<RawVariation>,
    /// What the reader assumed: look-alike letters, another encoding. All of
    /// these are warnings.
    pub notes: Vec<Diagnostic>,
    /// Why the record could not be read as it should, apart from words in the
    /// place of moves, which are [`TokenKind::Word`]s.
    pub faults: Vec<ReadFault>,
}

/// A fault that a reader found: the text breaks the syntax of its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFault {
    /// What kind of fault it is.
    pub kind: ReadFaultKind,
    /// What is wrong, and where.
    pub diagnostic: Diagnostic,
}

/// The kinds of faults that readers find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadFaultKind {
    /// The text breaks the syntax of its format.
    Syntax,
    /// Bytes that are no text.
    BadEncoding,
    /// The record ends too early, or is longer than a record may be.
    Truncated,
}

/// A name and a value that a record carries: a player, a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name as the format writes it, lower case: `black`, `date`.
    pub name: String,
    /// The value, unescaped.
    pub value: String,
    /// The value's place.
    pub span: Span,
}

/// One word of a move list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it stands for.
    pub kind: TokenKind,
    /// The side that the text says made it (by a colour word, a sign, a tag
    /// name). `None` when the text does not say.
    pub side: Option<Color>,
    /// Its place.
    pub span: Span,
}

/// What a word of a move list stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind {
    /// The name of a square.
    Place(Square),
    /// A pass, however it was written.
    Pass,
    /// A word in the place of a move that is none, with the reason in the
    /// words of [`SquareError`](crate::board::SquareError): `zz`, `a9`, `5f`.
    Word(String),
    /// Bytes in the place of a move that are not of the text's encoding.
    Undecoded,
}

/// The score that a problem file gives to a move: `G8:+18`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveScore {
    /// The move.
    pub mv: Move,
    /// Its score for the side to move.
    pub score: Score,
    /// The place of both.
    pub span: Span,
}

/// A result that a record states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What it says.
    pub result: ClaimedResult,
    /// Its place.
    pub span: Span,
}

/// The ways results are stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedResult {
    /// Both sides' discs: `62-1`.
    Discs {
        /// Black's discs.
        black: u32,
        /// White's discs.
        white: u32,
    },
    /// Black's discs minus White's: `+6`, GGF's `RE[-12]`.
    Difference(i32),
    /// The winner alone, `None` for a draw: `BLACK`, `1-0`.
    Winner(Option<Color>),
}
