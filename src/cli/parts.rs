//! What is in an INPUT: itself, what it is the packing of, or the files of an
//! archive.

use std::{
    fs::File,
    io::{self, BufRead, Read, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

use outflank::{
    record::wthor::{NameKind, Names},
    source::{
        Ahead,
        packed::{Archive, ArchiveError, Member, Packing, unpack},
    },
};

use super::{error::UserError, input::cannot_read};

/// An archive that does not come from a file is kept in one while it is read:
/// no larger than this.
const LARGEST_ARCHIVE: u64 = 1 << 30;

/// A stream with the name under which messages speak of it.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) reader: Ahead<Box<dyn BufRead>>,
    /// The file that it is, or is in.
    pub(crate) path: PathBuf,
    /// The lists of names in the same archive.
    pub(crate) lists: Arc<Names>,
}

/// The parts of an INPUT of this name. `path` is where it comes from.
pub(crate) fn parts(
    name: String,
    path: &Path,
    reader: Box<dyn BufRead>,
) -> Result<Box<dyn Iterator<Item = Result<Part, UserError>>>, UserError> {
    let cannot = |error: io::Error| cannot_read(&name, &error);
    let mut reader = Ahead::new(reader);
    if Packing::of(&mut reader).map_err(cannot)? != Some(Packing::Zip) {
        let part = Part {
            reader: Ahead::new(unpack(reader).map_err(cannot)?),
            path: path.to_owned(),
            lists: Arc::default(),
            name,
        };
        return Ok(Box::new(std::iter::once(Ok(part))));
    }
    let file = seekable(&name, path, reader).map_err(cannot)?;
    let archive = Archive::open(file).map_err(|error| match error {
        ArchiveError::Io(error) => cannot(error),
        other => UserError::new(format!("{name}: {other}")),
    })?;
    if archive.members().is_empty() {
        return Err(UserError::new(format!("{name}: there is no file in it")));
    }
    let lists = Arc::new(lists(&archive));
    let path = path.to_owned();
    let members = archive.members().to_vec().into_iter();
    let members = members.filter(|member| archive_kind(member).is_none());
    let members: Vec<Member> = members.collect();
    Ok(Box::new(members.into_iter().map(move |member| {
        let name = format!("{name}/{}", member.name);
        let reader = unpack(Ahead::new(archive.read(&member)));
        let reader = reader.map_err(|error| cannot_read(&name, &error))?;
        Ok(Part {
            reader: Ahead::new(reader),
            path: beside(&path, &member.name),
            lists: Arc::clone(&lists),
            name,
        })
    })))
}

/// Where a member would lie if its archive were unpacked on the spot: names
/// that the archive lacks are looked for there.
fn beside(archive: &Path, member: &str) -> PathBuf {
    match Path::new(member).file_name() {
        Some(name) if archive != Path::new("-") => archive.with_file_name(name),
        _ => archive.to_owned(),
    }
}

/// An archive as a file: its directory stands at its end.
fn seekable(name: &str, path: &Path, reader: impl Read) -> io::Result<File> {
    if name != "-" {
        return File::open(path);
    }
    let mut file = tempfile::tempfile()?;
    let length = io::copy(&mut reader.take(LARGEST_ARCHIVE + 1), &mut file)?;
    if length > LARGEST_ARCHIVE {
        let error = "an archive on standard input may have 1 GiB; name the file instead";
        return Err(io::Error::other(error));
    }
    file.rewind()?;
    Ok(file)
}

/// The kind of names that a member lists, by its ending.
fn archive_kind(member: &Member) -> Option<NameKind> {
    let ending = Path::new(&member.name)
        .extension()?
        .to_str()?
        .to_lowercase();
    [NameKind::Players, NameKind::Tournaments]
        .into_iter()
        .find(|kind| kind.ending() == ending)
}

/// The lists of names in an archive; of several of a kind the last.
fn lists(archive: &Archive) -> Names {
    let mut names = Names::default();
    for member in archive.members() {
        if archive_kind(member).is_some()
            && let Err(error) = names.add(&member.name, archive.read(member))
        {
            names.miss(error.to_string());
        }
    }
    names
}
