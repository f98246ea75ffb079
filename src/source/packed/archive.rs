//! Zip archives: their members, each as a stream.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    sync::Arc,
};

use flate2::{Crc, bufread::DeflateDecoder};
use thiserror::Error;
use zip::{CompressionMethod, ZipArchive, result::ZipError};

use super::meter::Meter;

/// An archive may have so many members.
const MOST_MEMBERS: usize = 1 << 16;

/// A zip archive that is read member by member.
#[derive(Debug)]
pub struct Archive {
    file: Arc<File>,
    members: Vec<Member>,
    meter: Meter,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name, with its folders; characters that no name has are replaced.
    pub name: String,
    start: u64,
    packed: u64,
    size: u64,
    crc: u32,
    deflated: bool,
}

/// Why an archive cannot be read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no archive, or damaged.
    #[error("this is no zip archive that can be read: {0}")]
    Damaged(String),
    /// It has more members than records come in.
    #[error("this archive has {0} files, and more than {MOST_MEMBERS} are not read")]
    Members(usize),
    /// A member is encrypted.
    #[error("`{0}` in this archive is encrypted: unpack it first")]
    Encrypted(String),
    /// A member is packed in a way that is not read.
    #[error("`{0}` in this archive is packed in a way that is not read ({1}): unpack it first")]
    Method(String, String),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => Self::Io(error),
            // The library's own words name its types.
            _ => Self::Damaged("its list of files is damaged, or its end is missing".to_owned()),
        }
    }
}

impl Archive {
    /// Reads which members there are. Folders are left out, and so is what
    /// the system of Apple adds.
    ///
    /// # Errors
    /// [`ArchiveError`].
    pub fn open(file: File) -> Result<Self, ArchiveError> {
        let length = file.metadata()?.len();
        let meter = Meter::default();
        meter.start_with(length);
        let file = Arc::new(file);
        let mut archive = ZipArchive::new(BufReader::new(Arc::clone(&file)))?;
        if archive.len() > MOST_MEMBERS {
            return Err(ArchiveError::Members(archive.len()));
        }
        let mut members = Vec::new();
        for index in 0..archive.len() {
            let found = archive.by_index_raw(index)?;
            let entry = found.entry();
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            let name = name.replace(char::is_control, "\u{fffd}");
            if entry.is_dir() || name.starts_with("__MACOSX/") {
                continue;
            }
            if entry.encrypted() {
                return Err(ArchiveError::Encrypted(name));
            }
            let deflated = match entry.compression() {
                CompressionMethod::Stored => false,
                CompressionMethod::Deflated => true,
                other => return Err(ArchiveError::Method(name, format!("{other}"))),
            };
            let (packed, size, crc) = (entry.compressed_size(), entry.size(), entry.crc32());
            let start = found.data_start();
            let start = start.ok_or_else(|| ArchiveError::Damaged(format!("`{name}` is lost")))?;
            members.push(Member {
                name,
                start,
                packed,
                size,
                crc,
                deflated,
            });
        }
        Ok(Self {
            file,
            members,
            meter,
        })
    }

    /// The members, in the order of the archive.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// What is in a member. The stream ends with an error where the member is
    /// damaged, or where the members together are far larger than the archive.
    #[must_use]
    pub fn read(&self, member: &Member) -> Box<dyn BufRead> {
        let window = Window {
            file: Arc::clone(&self.file),
            at: member.start,
            left: member.packed,
        };
        let packed = BufReader::with_capacity(1 << 16, window);
        let check = Check {
            crc: Crc::new(),
            member: member.clone(),
            reader: match member.deflated {
                true => Method::Deflated(DeflateDecoder::new(packed)),
                false => Method::Stored(packed),
            },
        };
        super::buffered(self.meter.unpacked(check))
    }
}

/// A part of a file, which others read too.
struct Window {
    file: Arc<File>,
    at: u64,
    left: u64,
}

impl Read for Window {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.take(self.left).read(buffer)?;
        if count == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += count as u64;
        self.left -= count as u64;
        Ok(count)
    }
}

enum Method {
    Stored(BufReader<Window>),
    Deflated(DeflateDecoder<BufReader<Window>>),
}

/// Holds a member against its length and its checksum.
struct Check {
    reader: Method,
    crc: Crc,
    member: Member,
}

impl Read for Check {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.reader {
            Method::Stored(reader) => reader.read(buffer)?,
            Method::Deflated(reader) => reader.read(buffer)?,
        };
        self.crc.update(buffer.get(..count).unwrap_or_default());
        let whole = u64::from(self.crc.amount()) == self.member.size & u64::from(u32::MAX)
            && self.crc.sum() == self.member.crc;
        if count == 0 && !buffer.is_empty() && !whole {
            let error = format!("the checksum of `{}` does not fit", self.member.name);
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        Ok(count)
    }
}
