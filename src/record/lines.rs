//! [`Lines`]: bytes to numbered lines of text, in bounded memory.

use std::io::{self, BufRead};

use crate::source::Ahead;

/// The longest record that is read: the rest of a longer one is skipped, and
/// that is a fault of the record. A game of 60 moves has 120 letters.
pub(super) const LONGEST: usize = 64 << 10;

/// So much of a text is looked at to find its format.
const HEAD: usize = 4 << 10;

/// The byte order marks of UTF-8 and of both kinds of UTF-16.
const MARKS: [&[u8]; 3] = [&[0xEF, 0xBB, 0xBF], &[0xFF, 0xFE], &[0xFE, 0xFF]];

/// One line with its end (`\n`, which a lone `\r` of the oldest Macs becomes),
/// as far as [`LONGEST`] allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: usize,
    /// How many characters of the line came before, in an earlier piece.
    pub(super) column: usize,
    /// Its text.
    pub(super) text: String,
    /// Where the first byte of an encoding other than UTF-8 was.
    pub(super) latin1: Option<usize>,
    /// Where the first byte that no text has was.
    pub(super) binary: Option<usize>,
    /// Whether the line was longer than a record may be.
    pub(super) cut: bool,
}

impl Line {
    /// Whether there is nothing but white space on it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }
}

/// How the bytes of a text stand for characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// UTF-8, a line that is not being taken as Latin-1.
    Utf8,
    /// UTF-16, the lower byte first if `little`.
    Utf16 { little: bool },
}

/// The lines of a stream of bytes.
///
/// UTF-8 with or without a byte order mark and UTF-16 with one are read as
/// such. A line that is not UTF-8 is taken as Latin-1, where every byte is a
/// character.
pub(super) struct Lines<R> {
    reader: R,
    encoding: Option<Encoding>,
    number: usize,
    ahead: Option<Line>,
    /// Long lines come in pieces instead of being cut.
    in_pieces: bool,
    /// How many characters of the current line were given already.
    column: usize,
    /// The first bytes of a character that a piece broke off in.
    carried: Vec<u8>,
    /// Whether there was anything but blank lines.
    has_text: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self {
            reader,
            encoding: None,
            number: 0,
            ahead: None,
            in_pieces: false,
            column: 0,
            carried: Vec::new(),
            has_text: false,
        }
    }

    /// The bytes that are not read yet.
    pub(super) const fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Whether anything but blank lines has been read.
    pub(super) const fn has_text(&self) -> bool {
        self.has_text
    }

    /// From here on long lines come in pieces instead of being cut: for
    /// formats in which a line may hold many records.
    pub(super) const fn in_pieces(&mut self) {
        self.in_pieces = true;
    }

    /// The next line, which stays the next one.
    pub(super) fn peek(&mut self) -> io::Result<Option<&Line>> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref())
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.take() {
            Some(line) => Ok(Some(line)),
            None => self.read(),
        }
    }

    /// The encoding, found from the byte order mark, which is skipped.
    fn encoding(&mut self) -> io::Result<Encoding> {
        if let Some(encoding) = self.encoding {
            return Ok(encoding);
        }
        let ready = self.reader.fill_buf()?;
        let mark = MARKS.into_iter().find(|mark| ready.starts_with(mark));
        let encoding = match mark {
            Some([0xFF, _]) => Encoding::Utf16 { little: true },
            Some([0xFE, _]) => Encoding::Utf16 { little: false },
            _ => Encoding::Utf8,
        };
        self.reader.consume(mark.map_or(0, <[u8]>::len));
        self.encoding = Some(encoding);
        Ok(encoding)
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let encoding = self.encoding()?;
        let mut raw = RawLine {
            bytes: std::mem::take(&mut self.carried),
            ..RawLine::default()
        };
        while !self.take_piece(encoding, &mut raw)? {}
        if raw.length == 0 && raw.bytes.is_empty() {
            return Ok(None);
        }
        if self.column == 0 {
            self.number += 1;
        }
        let cut = raw.length > raw.bytes.len() && !self.in_pieces;
        let (mut text, latin1) = match encoding {
            Encoding::Utf16 { little } => (utf16(&raw.bytes, little), None),
            Encoding::Utf8 => self.utf8(raw.bytes, cut || raw.goes_on),
        };
        if cut {
            text.push('\n');
        } else if !raw.goes_on && text.ends_with('\r') {
            text.pop();
            text.push('\n');
        }
        let column = self.column;
        self.column = match raw.goes_on {
            true => column + text.chars().count(),
            false => 0,
        };
        let line = Line {
            number: self.number,
            column,
            binary: first_binary(&text),
            text,
            latin1,
            cut,
        };
        self.has_text |= !line.is_blank();
        Ok(Some(line))
    }

    /// The text of bytes, and where the first character beyond ASCII is if
    /// they are Latin-1. Bytes that were broken off may end inside a
    /// character, whose bytes are carried over.
    fn utf8(&mut self, bytes: Vec<u8>, broken_off: bool) -> (String, Option<usize>) {
        let error = match String::from_utf8(bytes) {
            Ok(text) => return (text, None),
            Err(error) => error,
        };
        let valid = error.utf8_error().valid_up_to();
        let unfinished = error.utf8_error().error_len().is_none();
        let mut bytes = error.into_bytes();
        if broken_off && unfinished {
            let rest = bytes.split_off(valid);
            if self.in_pieces {
                self.carried = rest;
            }
            return (String::from_utf8_lossy(&bytes).into_owned(), None);
        }
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let first = text.find(|c: char| !c.is_ascii());
        (text, first)
    }

    /// Takes what lies ready of the current line; says whether that ends it.
    fn take_piece(&mut self, encoding: Encoding, line: &mut RawLine) -> io::Result<bool> {
        let ready = match self.reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            other => other?,
        };
        if ready.is_empty() {
            return Ok(true);
        }
        let end = match encoding {
            Encoding::Utf8 => line_end(line, ready),
            Encoding::Utf16 { little } => utf16_line_end(line, ready, little),
        };
        let mut piece = &ready[..end.unwrap_or(ready.len())];
        let room = LONGEST.saturating_sub(line.bytes.len());
        if self.in_pieces && piece.len() > room {
            piece = &piece[..room];
            line.goes_on = true;
        }
        line.bytes
            .extend_from_slice(&piece[..piece.len().min(room)]);
        line.length += piece.len();
        line.last = piece.last().copied();
        let taken = piece.len();
        self.reader.consume(taken);
        Ok(end.is_some() || line.goes_on)
    }
}

impl<R: BufRead> Lines<Ahead<R>> {
    /// The beginning of the text, to find the format: as much of it as lies
    /// ready, and more as long as `wants_more` of it. A pipe may bring it in
    /// pieces of any size.
    pub(super) fn head(&mut self, wants_more: impl Fn(&str) -> bool) -> io::Result<String> {
        let is_part_of_mark = |seen: &[u8]| {
            let mut marks = MARKS.iter();
            marks.any(|mark| mark.len() > seen.len() && mark.starts_with(seen))
        };
        self.reader.peek(is_part_of_mark)?;
        let encoding = self.encoding()?;
        let text = |bytes: &[u8]| {
            let bytes = bytes.get(..HEAD).unwrap_or(bytes);
            match encoding {
                Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
                Encoding::Utf16 { little } => utf16(bytes, little),
            }
        };
        let more = |seen: &[u8]| seen.len() < HEAD && wants_more(&text(seen));
        Ok(text(self.reader.peek(more)?))
    }
}

/// The bytes of a line, as many as are kept, and what is known of the rest.
#[derive(Default)]
struct RawLine {
    bytes: Vec<u8>,
    length: usize,
    last: Option<u8>,
    /// More of the line comes in another piece.
    goes_on: bool,
}

/// How much of `ready` belongs to a line that has begun with `line`; `None`
/// when the line does not end in it, as far as can be seen: a `\r` at its end
/// may have its `\n` behind it.
fn line_end(line: &RawLine, ready: &[u8]) -> Option<usize> {
    if line.last == Some(b'\r') {
        return Some(usize::from(ready.first() == Some(&b'\n')));
    }
    let at = ready.iter().position(|b| matches!(b, b'\n' | b'\r'))?;
    match ready.get(at..)? {
        [b'\r'] => None,
        [b'\r', b'\n', ..] => Some(at + 2),
        _ => Some(at + 1),
    }
}

/// How much of `ready` belongs to a line in UTF-16 that has begun with
/// `line`; `None` when the line does not end in it.
fn utf16_line_end(line: &RawLine, ready: &[u8], little: bool) -> Option<usize> {
    let newline = if little { [b'\n', 0] } else { [0, b'\n'] };
    let odd = line.length % 2;
    if odd == 1 && line.last == Some(newline[0]) && ready.first() == Some(&newline[1]) {
        return Some(1);
    }
    let rest = ready.get(odd..)?;
    let unit = rest.chunks_exact(2).position(|unit| unit == newline)?;
    Some(odd + 2 * (unit + 1))
}

fn utf16(bytes: &[u8], little: bool) -> String {
    let units = bytes.chunks_exact(2).map(|unit| match *unit {
        [low, high] if little => u16::from_le_bytes([low, high]),
        [high, low] => u16::from_be_bytes([high, low]),
        _ => 0,
    });
    char::decode_utf16(units)
        .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The place of the first character that no text has.
pub(super) fn first_binary(text: &str) -> Option<usize> {
    // DOS ended texts with 1A; 80 to 9F are letters and quotes of Windows.
    let allowed = |c| {
        matches!(
            c,
            '\t' | '\n' | '\r' | '\x0c' | '\x1a' | '\u{80}'..='\u{9f}'
        )
    };
    text.find(|c: char| c.is_control() && !allowed(c))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // Buffers of every small size, so that lines, marks and units are cut.
        let read = |size: usize| {
            let mut lines = Lines::new(BufReader::with_capacity(size, bytes));
            let mut all = Vec::new();
            while let Some(line) = lines.next().unwrap() {
                all.push(line);
            }
            all
        };
        let whole = read(1 << 16);
        for size in 4..9 {
            assert_eq!(read(size), whole);
        }
        whole
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(bytes).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_keep_their_ends() {
        assert_eq!(texts(b"f5\r\n\nd6"), ["f5\r\n", "\n", "d6"]);
        assert_eq!(texts(b""), Vec::<String>::new());
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        assert_eq!(texts(b"f5\rd6\r"), ["f5\n", "d6\n"]);
        assert_eq!(texts(b"f5\r\rd6\r\nc3"), ["f5\n", "\n", "d6\r\n", "c3"]);
    }

    #[test]
    fn byte_order_marks_are_no_text() {
        assert_eq!(texts(b"\xEF\xBB\xBFf5\n"), ["f5\n"]);
        assert_eq!(texts(b"\xFF\xFEf\x005\0\n\0d\x006\0"), ["f5\n", "d6"]);
        assert_eq!(texts(b"\xFE\xFF\0f\x005\0\n\0d\x006"), ["f5\n", "d6"]);
    }

    #[test]
    fn a_line_that_is_not_utf8_is_latin1() {
        let lines = lines(b"Pr\xE9 f5\nf5 \xC3\xA9\n");
        assert_eq!(lines[0].text, "Pré f5\n");
        assert_eq!(lines[0].latin1, Some(2));
        assert_eq!((lines[1].text.as_str(), lines[1].latin1), ("f5 é\n", None));
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut bytes = b"f5".repeat(LONGEST);
        bytes.extend_from_slice(b"\nd6\n");
        let lines = lines(&bytes);
        assert!(lines[0].cut && lines[0].text.len() == LONGEST + 1);
        assert_eq!((lines[1].number, lines[1].text.as_str()), (2, "d6\n"));
    }

    #[test]
    fn long_lines_come_in_pieces_where_that_is_asked_for() {
        let text = format!("{}\nd6", "é".repeat(LONGEST));
        let mut lines = Lines::new(text.as_bytes());
        lines.in_pieces();
        let mut joined = String::new();
        while let Some(line) = lines.next().unwrap() {
            let before = joined.lines().last().map_or(0, |line| line.chars().count());
            assert_eq!(line.column, if line.number == 1 { before } else { 0 });
            assert!(line.text.len() <= LONGEST && !line.cut && line.latin1.is_none());
            joined.push_str(&line.text);
        }
        assert_eq!(joined, text);
    }

    #[test]
    fn bytes_that_no_text_has_are_found() {
        assert_eq!(lines(b"f5\x00d6")[0].binary, Some(2));
        assert_eq!(lines(b"f5\td6\r\n")[0].binary, None);
    }
}
