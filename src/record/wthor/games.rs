//! The games: 68 bytes each.

use std::{
    fmt::Write,
    io::{BufRead, Read},
    sync::Arc,
};

use super::{
    super::{
        Claim, ClaimedResult, RawRecord, ReadError, ReadFaultKind, Tag, Token, TokenKind,
        draft::fault,
    },
    header::{Header, Kind, LENGTH},
    names::{NameKind, Names, describe, fill},
};
use crate::{
    board::{Rules, Square},
    source::{BytePlace, Diagnostic, Source, Span},
};

/// The bytes of a game: three numbers of two bytes, two scores, the moves.
const GAME: usize = 68;

/// Where the moves begin.
const MOVES: usize = 8;

/// The squares of the board.
const SQUARES: u8 = 64;

/// Reads the games of a file, one after the other.
#[derive(Debug)]
pub(in super::super) struct Reader {
    header: Header,
    names: Option<Arc<Names>>,
    /// The games that were read.
    count: u32,
    /// Whether nothing more comes.
    ended: bool,
}

impl Reader {
    /// Reads the header.
    pub(in super::super) fn new(
        name: &str,
        reader: &mut impl BufRead,
        names: Option<Arc<Names>>,
    ) -> Result<Self, ReadError> {
        let mut bytes = [0; LENGTH];
        let length = fill(reader, &mut bytes)?;
        let header = Header::read(bytes.get(..length).unwrap_or_default())?;
        if let Kind::Names(_) = header.kind {
            return Err(describe(name, bytes.as_slice().chain(reader)));
        }
        Ok(Self {
            header,
            names,
            count: 0,
            ended: false,
        })
    }

    /// The next game, with its reading as a text.
    pub(in super::super) fn next(
        &mut self,
        name: &str,
        rules: Rules,
        reader: &mut impl BufRead,
    ) -> Result<Option<(Source, RawRecord)>, ReadError> {
        if self.ended {
            return Ok(None);
        }
        let mut bytes = [0; GAME];
        let length = fill(reader, &mut bytes)?;
        let stated = self.header.games;
        if length == 0 {
            self.ended = true;
            let missing = stated.saturating_sub(self.count);
            return Ok((missing > 0).then(|| self.ended_early(name, missing)));
        }
        let start = LENGTH as u64 + u64::from(self.count) * GAME as u64;
        let mut draft = Game::new(start);
        if length < GAME {
            self.ended = true;
            let message = format!(
                "the file ends after {length} of the {GAME} bytes of game {}, and its header \
                 states {stated} games",
                self.count + 1
            );
            draft.put(0, 0, "the file ends here");
            draft.fault(ReadFaultKind::Truncated, message, draft.all());
        } else {
            self.read(&bytes, rules, &mut draft);
        }
        if self.count == stated && length == GAME {
            let message = format!(
                "the header states {stated} games, and the file goes on: one of them is wrong"
            );
            draft.fault(ReadFaultKind::Syntax, message, draft.all());
        }
        self.count = self.count.saturating_add(1);
        Ok(Some(draft.finish(name, self.count)))
    }

    /// What stands for the games that the file should have and has not.
    fn ended_early(&self, name: &str, missing: u32) -> (Source, RawRecord) {
        let start = LENGTH as u64 + u64::from(self.count) * GAME as u64;
        let mut draft = Game::new(start);
        draft.put(0, 0, "the file ends here");
        let message = format!(
            "the header states {} games, and the file ends after {}: {missing} missing",
            self.header.games, self.count
        );
        draft.fault(ReadFaultKind::Truncated, message, draft.all());
        draft.finish(name, self.count.saturating_add(1))
    }

    fn read(&self, bytes: &[u8; GAME], rules: Rules, draft: &mut Game) {
        let &[t0, t1, b0, b1, w0, w1, score, best, ref moves @ ..] = bytes;
        draft.record.rules = rules.with_size(8).ok();
        draft.record.adjudicates = true;
        let tournament = u16::from_le_bytes([t0, t1]);
        self.name(draft, 0, NameKind::Tournaments, "event", tournament);
        if let Some(year) = self.header.year {
            draft.text.push(' ');
            let span = draft.put_header(10, &year.to_string());
            draft.tag("date", &year.to_string(), span);
        }
        let players = [("black", 2, [b0, b1]), ("white", 4, [w0, w1])];
        for (side, at, number) in players {
            draft.text.push_str(" | ");
            let number = u16::from_le_bytes(number);
            self.name(draft, at, NameKind::Players, side, number);
        }
        draft.text.push_str(" | ");
        if let Some((discs, span)) = draft.discs(6, score) {
            draft.record.claims.push(Claim {
                result: ClaimedResult::Discs {
                    black: u32::from(score),
                    white: u32::from(SQUARES - score),
                },
                span,
            });
            draft.tag("result", &discs, span);
        }
        let depth = self.header.depth.to_string();
        draft.text.push_str(" | ");
        let span = draft.put_header(14, &depth);
        draft.text.push_str(": ");
        if let Some((discs, score)) = draft.discs(7, best) {
            draft.tag("theoretical", &discs, score);
            draft.tag("theoreticalempties", &depth, span);
        }
        if let Kind::Solitaires(empties) = self.header.kind {
            let span = Span::new(span.start, span.start);
            draft.tag("solitaire", &empties.to_string(), span);
        }
        draft.text.push_str(" | ");
        draft.moves(moves);
        if self.count == 0 {
            draft.record.notes.extend(self.without_names());
        }
    }

    /// The name of a player or a tournament, or its number.
    fn name(&self, draft: &mut Game, at: u64, kind: NameKind, tag: &str, number: u16) {
        let names = self.names.as_deref();
        let known = names.and_then(|names| names.get(kind, number));
        let by_number;
        let name = match known {
            Some(name) => name,
            None => {
                by_number = format!("#{number}");
                &by_number
            }
        };
        let span = draft.put(at, 0, name);
        draft.tag(tag, name, span);
        if let (None, Some(list)) = (known, names.and_then(|names| names.list(kind))) {
            let message = format!(
                "the list of {} has {} names, so number {number} has none",
                kind.name(),
                list.len()
            );
            draft.record.notes.push(Diagnostic::warning(message, span));
        }
    }

    /// Says that there are numbers instead of names.
    fn without_names(&self) -> Option<Diagnostic> {
        let missing = |kind: &NameKind| !self.names.as_ref().is_some_and(|names| names.has(*kind));
        let kinds = [NameKind::Players, NameKind::Tournaments];
        let kinds: Vec<NameKind> = kinds.into_iter().filter(missing).collect();
        let join = |words: &dyn Fn(NameKind) -> String, and: &str| -> String {
            let words: Vec<String> = kinds.iter().map(|&kind| words(kind)).collect();
            words.join(and)
        };
        if kinds.is_empty() {
            return None;
        }
        let what = join(&|kind| kind.name().to_owned(), " and ");
        let files = join(&|kind| format!(".{} file", kind.ending()), " and the ");
        let message = format!("the {what} of this file are numbers: their names are not at hand");
        let mut warning = Diagnostic {
            span: None,
            ..Diagnostic::warning(message, Span::default())
        };
        let missed = self.names.iter().flat_map(|names| names.missed());
        warning.help.extend(missed.cloned());
        if warning.help.is_empty() {
            warning.help.push(format!("put the {files} beside it"));
        }
        Some(warning)
    }
}

/// A game while it is being read: its reading as a line of text.
struct Game {
    text: String,
    /// The byte of the file that the game begins with.
    start: u64,
    places: Vec<BytePlace>,
    record: RawRecord,
}

impl Game {
    fn new(start: u64) -> Self {
        Self {
            text: String::with_capacity(192),
            start,
            places: Vec::with_capacity(8),
            record: RawRecord::default(),
        }
    }

    /// Adds a part that stands for bytes of the game.
    fn put(&mut self, at: u64, width: usize, part: &str) -> Span {
        self.put_byte(self.start + at, width, part)
    }

    /// Adds a part that stands for bytes of the header.
    fn put_header(&mut self, byte: u64, part: &str) -> Span {
        self.put_byte(byte, 0, part)
    }

    fn put_byte(&mut self, byte: u64, width: usize, part: &str) -> Span {
        let offset = self.text.len();
        self.places.push(BytePlace {
            offset,
            byte,
            width,
        });
        self.text.push_str(part);
        Span::new(offset, self.text.len())
    }

    fn tag(&mut self, name: &str, value: &str, span: Span) {
        self.record.tags.push(Tag {
            name: name.to_owned(),
            value: value.to_owned(),
            span,
        });
    }

    fn fault(&mut self, kind: ReadFaultKind, message: String, span: Span) {
        self.record.faults.push(fault(kind, message, span));
    }

    const fn all(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Adds both sides' discs, of which Black's are written.
    fn discs(&mut self, at: u64, black: u8) -> Option<(String, Span)> {
        let Some(white) = SQUARES.checked_sub(black) else {
            let span = self.put(at, 0, &format!("<{black}>"));
            let message = format!("{black} is no number of discs: a board has {SQUARES} squares");
            self.fault(ReadFaultKind::Syntax, message, span);
            return None;
        };
        let discs = format!("{black}-{white}");
        let span = self.put(at, 0, &discs);
        Some((discs, span))
    }

    /// Adds the moves, up to the last that is not 0.
    fn moves(&mut self, bytes: &[u8]) {
        let end = bytes.iter().rposition(|&byte| byte != 0);
        let moves = bytes.get(..end.map_or(0, |end| end + 1));
        let moves = moves.unwrap_or_default();
        self.record.tokens.reserve(moves.len());
        let mut run = false;
        for (at, &byte) in (MOVES as u64..).zip(moves) {
            let (kind, span) = match square(byte) {
                Some(square) => {
                    let offset = self.text.len();
                    if !run {
                        self.put(at, 2, "");
                    }
                    // Writing into a string cannot fail.
                    let _ = write!(self.text, "{square}");
                    (TokenKind::Place(square), Span::new(offset, self.text.len()))
                }
                None => {
                    let span = self.put(at, 0, &format!("<{byte}>"));
                    (TokenKind::Word(no_square(byte)), span)
                }
            };
            run = matches!(kind, TokenKind::Place(_));
            self.record.tokens.push(Token {
                kind,
                side: None,
                span,
            });
        }
    }

    fn finish(mut self, name: &str, number: u32) -> (Source, RawRecord) {
        self.record.span = self.all();
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let source = Source::part(name, self.text, number).of_bytes(self.places);
        (source, self.record)
    }
}

/// The square that a byte stands for: ten times the row and the column, both
/// from 1.
fn square(byte: u8) -> Option<Square> {
    let (row, col) = ((byte / 10).checked_sub(1)?, (byte % 10).checked_sub(1)?);
    Square::new(col, row).filter(|_| row < 8 && col < 8)
}

fn no_square(byte: u8) -> String {
    match byte {
        0 => "a move is missing here: its byte is 0, and others follow".to_owned(),
        _ => format!(
            "byte {byte} is no square: ten times the row and the column, from 11 for a1 to 88 for h8"
        ),
    }
}
