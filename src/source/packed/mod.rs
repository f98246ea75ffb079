//! Packed files: gzip, Zstandard and zip, read as what is in them.
//!
//! ```
//! use std::io::Read;
//! use outflank::source::{Ahead, packed::unpack};
//!
//! // `echo f5d6c3 | gzip`
//! let packed = [
//!     31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 75, 51, 77, 49, 75, 54, 230, 2, 0, 24, 191, 96, 198, 7,
//!     0, 0, 0,
//! ];
//! let mut text = String::new();
//! unpack(Ahead::new(packed.as_slice()))?.read_to_string(&mut text)?;
//! assert_eq!(text, "f5d6c3\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! What unpacks to far more than its size was made to fill disks and memories.
//! It is read as long as a reader likes, in bounded memory, but at
//! [`MOST_TIMES`] its size and [`FREE`] bytes it ends with an error.

mod archive;
mod meter;
mod zstd;

use std::io::{self, BufRead, BufReader};

use flate2::bufread::MultiGzDecoder;

use super::Ahead;
pub use archive::{Archive, ArchiveError, Member};
use meter::{Meter, Unpacked};
use zstd::Frames;

/// So many bytes may come out of any packed file.
pub const FREE: u64 = 16 << 20;

/// What is more than [`FREE`] may be so many times what was packed. Records
/// of games pack to a half or a tenth; deflate reaches 1000 with zeros.
pub const MOST_TIMES: u64 = 200;

/// The ways in which files are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Packing {
    /// gzip: one stream, or several one after the other.
    Gzip,
    /// Zstandard: frames one after the other.
    Zstd,
    /// An archive of files, see [`Archive`].
    Zip,
}

/// How packed files begin.
const MAGIC: [(&[u8], Packing); 5] = [
    (b"\x1f\x8b\x08", Packing::Gzip),
    (b"\x28\xb5\x2f\xfd", Packing::Zstd),
    (b"PK\x03\x04", Packing::Zip),
    // Without members, and in several parts.
    (b"PK\x05\x06", Packing::Zip),
    (b"PK\x07\x08", Packing::Zip),
];

impl Packing {
    /// How a stream is packed, by its first bytes; `None` when it is not.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn of(reader: &mut Ahead<impl BufRead>) -> io::Result<Option<Self>> {
        let may_begin = |seen: &[u8]| {
            let mut magics = MAGIC.iter();
            magics.any(|(magic, _)| magic.len() > seen.len() && magic.starts_with(seen))
        };
        let seen = reader.peek(may_begin)?;
        let found = MAGIC.iter().find(|(magic, _)| seen.starts_with(magic));
        Ok(found.map(|&(_, packing)| packing))
    }
}

/// What is in a stream: unpacked when it is packed with gzip or Zstandard,
/// else as it is. An [`Archive`] is not opened here.
///
/// # Errors
/// When the stream cannot be read. The stream that is returned ends with an
/// error that says what is wrong when what is packed is damaged, cut short or
/// far larger than its packing.
pub fn unpack<'a, R: BufRead + 'a>(mut reader: Ahead<R>) -> io::Result<Box<dyn BufRead + 'a>> {
    let packing = Packing::of(&mut reader)?;
    let meter = Meter::default();
    let packed = BufReader::with_capacity(1 << 16, meter.packed(reader));
    Ok(match packing {
        Some(Packing::Gzip) => buffered(meter.unpacked(MultiGzDecoder::new(packed))),
        Some(Packing::Zstd) => buffered(meter.unpacked(Frames::new(packed))),
        None | Some(Packing::Zip) => Box::new(packed.into_inner().into_inner()),
    })
}

fn buffered<'a, R: io::Read + 'a>(reader: Unpacked<R>) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(1 << 16, reader))
}
