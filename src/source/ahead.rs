//! [`Ahead`]: a stream whose first bytes are looked at before it is read.

use std::io::{self, BufRead, Read};

/// A stream of which one can see the first bytes and still read all of it:
/// what kind of file it is shows in them.
///
/// ```
/// use std::io::{BufRead, Read};
/// use outflank::source::Ahead;
///
/// let mut stream = Ahead::new("f5d6c3\n".as_bytes());
/// assert_eq!(stream.peek(|seen| seen.len() < 2)?.get(..2), Some(&b"f5"[..]));
/// let mut text = String::new();
/// stream.read_to_string(&mut text)?;
/// assert_eq!(text, "f5d6c3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Ahead<R> {
    reader: R,
    /// What was seen and is not read yet, from `at` on.
    held: Vec<u8>,
    at: usize,
}

impl<R: BufRead> Ahead<R> {
    /// The stream, of which nothing is read yet.
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            held: Vec::new(),
            at: 0,
        }
    }

    /// The bytes to come: at least one, and so many that `wants_more` is
    /// false of them; fewer only where the stream ends. A stream that somebody
    /// types is not waited for longer than that.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn peek(&mut self, wants_more: impl Fn(&[u8]) -> bool) -> io::Result<&[u8]> {
        loop {
            let seen = self.held.get(self.at..).unwrap_or_default();
            if !seen.is_empty() && !wants_more(seen) {
                break;
            }
            let ready = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if ready.is_empty() {
                break;
            }
            self.held.extend_from_slice(ready);
            let taken = ready.len();
            self.reader.consume(taken);
        }
        Ok(self.held.get(self.at..).unwrap_or_default())
    }
}

impl<R: BufRead> BufRead for Ahead<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.held.len() {
            return Ok(&self.held[self.at..]);
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        if self.at < self.held.len() {
            self.at += amount;
            if self.at >= self.held.len() {
                (self.held, self.at) = (Vec::new(), 0);
            }
        } else {
            self.reader.consume(amount);
        }
    }
}

impl<R: BufRead> Read for Ahead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.held.len() {
            return self.reader.read(buffer);
        }
        let taken = self.fill_buf()?.read(buffer)?;
        self.consume(taken);
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn what_was_seen_is_read_all_the_same() {
        for size in 1..8 {
            let mut stream = Ahead::new(BufReader::with_capacity(size, &b"0123456789"[..]));
            let seen = stream.peek(|seen| seen.len() < 5).unwrap();
            assert!(seen.len() >= 5 && seen.len() < 5 + size && seen.starts_with(b"01234"));
            let mut first = [0; 3];
            stream.read_exact(&mut first).unwrap();
            assert_eq!(stream.peek(|seen| seen.len() < 20).unwrap(), b"3456789");
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).unwrap();
            assert_eq!((&first, rest.as_slice()), (b"012", &b"3456789"[..]));
        }
    }

    #[test]
    fn an_empty_stream_shows_nothing() {
        assert_eq!(Ahead::new(&b""[..]).peek(|_| true).unwrap(), b"");
    }
}
