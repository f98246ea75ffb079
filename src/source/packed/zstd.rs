//! Zstandard: frames one after the other, some of which are to be skipped.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use super::super::Ahead;

/// What is said of a frame that cannot be begun.
const HEADER: &str = "the head of a frame is broken or cut short";

/// What is in the frames of a stream.
pub(super) struct Frames<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    /// Before a frame, or at the end.
    Between(Ahead<R>),
    Inside(Box<StreamingDecoder<Ahead<R>, FrameDecoder>>),
    /// After an error.
    Broken,
}

impl<R: BufRead> Frames<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self {
            state: State::Between(Ahead::new(reader)),
        }
    }
}

/// Goes to the next frame that is not to be skipped; `None` at the end.
fn skip<R: BufRead>(mut reader: Ahead<R>) -> io::Result<Option<Ahead<R>>> {
    loop {
        let head = reader.peek(|seen| seen.len() < 8)?;
        let length = match *head {
            [] => return Ok(None),
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] => {
                u64::from(u32::from_le_bytes([a, b, c, d]))
            }
            _ => return Ok(Some(reader)),
        };
        let skipped = io::copy(&mut (&mut reader).take(8 + length), &mut io::sink())?;
        if skipped < 8 + length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Broken) {
                State::Between(reader) => match skip(reader)? {
                    None => return Ok(0),
                    Some(reader) => {
                        let frame = StreamingDecoder::new(reader)
                            .map_err(|_| io::Error::new(ErrorKind::InvalidData, HEADER))?;
                        self.state = State::Inside(Box::new(frame));
                    }
                },
                State::Inside(mut frame) => match frame.read(buffer)? {
                    0 => self.state = State::Between(frame.into_inner()),
                    count => {
                        self.state = State::Inside(frame);
                        return Ok(count);
                    }
                },
                // The end, or an error that was told.
                State::Broken => return Ok(0),
            }
        }
    }
}
