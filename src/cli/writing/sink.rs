//! Where records are written: standard output, or a file that is whole in the
//! end or not touched.

use std::{
    borrow::Cow,
    fs::{self, File},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use outflank::record::{Format, write::Day};
use tempfile::NamedTempFile;

use super::super::{
    ascii,
    error::UserError,
    output::Output,
    save::{beside, cannot_write, is_folder},
    timer::{end_on_interrupt, remove_on_interrupt},
};

/// Where records are written.
pub(super) enum Sink {
    /// Standard output, record by record.
    Stdout,
    /// A pipe or a device, which cannot be replaced.
    Device(PathBuf, File),
    /// A file under another name until it is whole.
    File(PathBuf, BufWriter<NamedTempFile>),
}

impl Sink {
    /// Opens the output: standard output if no file is named.
    pub(super) fn open(path: Option<&Path>, format: Format) -> Result<Self, UserError> {
        let Some(path) = path else {
            if format.is_binary() {
                let message = format!("{format} is not text and cannot go to standard output");
                return Err(UserError::new(message).hint("name a file with `-o FILE`"));
            }
            return Ok(Self::Stdout);
        };
        let cannot = |error: &io::Error| cannot_write(path, error);
        // A link goes on leading to its file.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let meta = fs::metadata(&path).ok();
        if meta.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(is_folder(&path));
        }
        if meta.as_ref().is_some_and(|meta| !meta.is_file()) && !format.is_binary() {
            let device = File::options().write(true).open(&path);
            return Ok(Self::Device(
                path.clone(),
                device.map_err(|error| cannot(&error))?,
            ));
        }
        if format == Format::Wthor && path.extension().is_some_and(is_of_names) {
            let message = format!("`{}` is the name of a list of names", path.display());
            return Err(UserError::new(message).hint("files of games are called FILE.wtb"));
        }
        let file = beside(&path).map_err(|error| cannot(&error))?;
        Ok(Self::File(path, BufWriter::with_capacity(1 << 16, file)))
    }

    /// From now on Ctrl-C leaves nothing unfinished behind.
    pub(super) fn listen(&self) -> anyhow::Result<()> {
        match self {
            Self::Stdout | Self::Device(..) => end_on_interrupt(),
            Self::File(_, file) => remove_on_interrupt(file.get_ref().path().to_owned()),
        }
    }

    /// Writes a record. Who reads standard output sees it at once.
    pub(super) fn write(
        &mut self,
        bytes: &[u8],
        format: Format,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self {
            Self::Stdout => {
                let text = String::from_utf8_lossy(bytes);
                match out.ascii() {
                    true => out.write_all(in_ascii(&text, format).as_bytes())?,
                    false => out.write_all(text.as_bytes())?,
                }
                out.flush()?;
            }
            Self::Device(path, file) => {
                file.write_all(bytes)
                    .map_err(|error| cannot_write(path, &error))?;
            }
            Self::File(path, file) => {
                file.write_all(bytes)
                    .map_err(|error| cannot_write(path, &error))?;
            }
        }
        Ok(())
    }

    /// Puts the head of a file in its place, and gives the file and those
    /// beside it their names.
    pub(super) fn finish(
        self,
        head: &[u8],
        others: &[(&'static str, Vec<u8>)],
    ) -> Result<(), UserError> {
        let Self::File(path, file) = self else {
            return Ok(());
        };
        let write = || -> io::Result<()> {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            if !head.is_empty() {
                file.seek(SeekFrom::Start(0))?;
                file.write_all(head)?;
            }
            let mut files = vec![(path.clone(), file)];
            for (ending, bytes) in others {
                let path = path.with_extension(ending);
                let mut file = beside(&path)?;
                file.write_all(bytes)?;
                files.push((path, file));
            }
            for (_, file) in &files {
                file.as_file().sync_all()?;
            }
            for (path, file) in files {
                file.persist(&path).map_err(|error| error.error)?;
            }
            Ok(())
        };
        write().map_err(|error| cannot_write(&path, &error))
    }
}

/// Whether files with such an ending hold WTHOR's lists of names, which are
/// written beside the games.
fn is_of_names(ending: &std::ffi::OsStr) -> bool {
    ["jou", "trn"]
        .iter()
        .any(|names| ending.eq_ignore_ascii_case(names))
}

/// What is printed with `--ascii`: JSON that says the same, other texts with
/// the nearest letters.
fn in_ascii(text: &str, format: Format) -> Cow<'_, str> {
    match format.is_json() {
        true => ascii::json(text),
        false => ascii::plain(text),
    }
}

/// The day by the clock, in UTC; the first day there is for a clock before it.
pub(super) fn today() -> Day {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    day_of(since.as_secs() / 86_400)
}

/// The day of so many days after 1 January 1970, in the Gregorian calendar
/// (Howard Hinnant, *chrono-compatible low-level date algorithms*, 2021:
/// years begin in March, so that the leap day ends one).
fn day_of(days: u64) -> Day {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, after) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = year_of_era + era * 400 + after;
    (
        u16::try_from(year).unwrap_or(u16::MAX),
        u8::try_from(month).unwrap_or_default(),
        u8::try_from(day).unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, want) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_787, (2026, 11, 30)),
        ] {
            assert_eq!(day_of(days), want);
        }
    }
}
