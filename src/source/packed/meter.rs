//! Counts what goes into an unpacker and what comes out.

use std::{
    cell::Cell,
    io::{self, ErrorKind, Read},
    rc::Rc,
};

use super::{FREE, MOST_TIMES};

/// The bytes that went in and came out.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter {
    packed: Rc<Cell<u64>>,
    unpacked: Rc<Cell<u64>>,
}

impl Meter {
    /// A stream that is packed.
    pub(super) fn packed<R>(&self, reader: R) -> Packed<R> {
        Packed {
            reader,
            meter: self.clone(),
        }
    }

    /// What the unpacker gives.
    pub(super) fn unpacked<R>(&self, reader: R) -> Unpacked<R> {
        Unpacked {
            reader,
            meter: self.clone(),
        }
    }

    /// Lets what was read so far count as nothing, since `bytes` are packed in
    /// all and known.
    pub(super) fn start_with(&self, bytes: u64) {
        self.packed.set(bytes);
    }
}

/// Counts what is read.
pub(super) struct Packed<R> {
    reader: R,
    meter: Meter,
}

impl<R> Packed<R> {
    pub(super) fn into_inner(self) -> R {
        self.reader
    }
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let packed = &self.meter.packed;
        packed.set(packed.get().saturating_add(count as u64));
        Ok(count)
    }
}

/// Counts what is read, and ends with an error where that is too much.
pub(super) struct Unpacked<R> {
    reader: R,
    meter: Meter,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer).map_err(in_words)?;
        let unpacked = self.meter.unpacked.get().saturating_add(count as u64);
        self.meter.unpacked.set(unpacked);
        let most = self.meter.packed.get().saturating_mul(MOST_TIMES);
        if unpacked > FREE && unpacked > most {
            return Err(io::Error::other(format!(
                "it unpacks to more than {} MiB and to more than {MOST_TIMES} times its size, as \
                 no record of games does; if it is one, unpack it first",
                FREE >> 20
            )));
        }
        Ok(count)
    }
}

/// What unpackers say, for people.
fn in_words(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::Interrupted => error,
        ErrorKind::UnexpectedEof => io::Error::new(
            ErrorKind::UnexpectedEof,
            "it is packed, and its end is missing",
        ),
        kind => io::Error::new(kind, format!("it is packed and damaged: {error}")),
    }
}
