//! Files that are written whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::error::{UserError, reason};

/// Writes a file of this name, in place of one that is there. Until all of it
/// is written it stands under another name in the same folder; when that
/// fails, the old one stays as it was.
pub(crate) fn save(path: &Path, mut content: impl Read) -> Result<(), UserError> {
    if path.is_dir() {
        return Err(is_folder(path));
    }
    write(path, &mut content).map_err(|error| cannot_write(path, &error))
}

fn write(path: &Path, content: &mut impl Read) -> io::Result<()> {
    // What a link points to is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|old| !old.is_file()) {
        // Devices and pipes cannot be replaced.
        io::copy(content, &mut File::options().write(true).open(&path)?)?;
        return Ok(());
    }
    let mut file = beside(&path)?;
    io::copy(content, &mut file)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// A file under a name of its own in the folder of another, with the rights
/// that that has or would have. It goes when it is dropped.
pub(crate) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".outflank-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the user's mask takes away, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder(path))?;
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

/// The error of a folder in the place of a file.
pub(crate) fn is_folder(path: &Path) -> UserError {
    let message = format!("`{}` is a folder, not a file", path.display());
    UserError::new(message).hint("name a file in it")
}

/// The error of a file that was not written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> UserError {
    // The text of a temporary file's error names that file.
    let plain = match (error.raw_os_error(), error.kind()) {
        (Some(code), _) => reason(&io::Error::from_raw_os_error(code)),
        (None, io::ErrorKind::NotFound) => "no such file or directory".to_owned(),
        (None, io::ErrorKind::PermissionDenied) => "permission denied".to_owned(),
        (None, io::ErrorKind::StorageFull) => "no space left on device".to_owned(),
        _ => reason(error),
    };
    let message = format!("cannot write `{}`: {plain}", path.display());
    match folder(path) {
        folder if !folder.is_dir() => {
            UserError::new(message).hint(format!("there is no folder `{}`", folder.display()))
        }
        _ => UserError::new(message),
    }
}

/// The folder of a file.
fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails after some bytes.
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, false) {
                buffer[..3].copy_from_slice(b"new");
                return Ok(3);
            }
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        save(&path, &b"old"[..]).unwrap();
        assert!(save(&path, Broken(true)).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        save(&path, &b"newer"[..]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let error = save(folder.path(), &b""[..]).unwrap_err();
        assert!(error.to_string().ends_with("is a folder, not a file"));
        let error = save(&folder.path().join("no/a.svg"), &b""[..]).unwrap_err();
        assert!(error.to_string().contains("cannot write"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn modes_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["a.svg", "link.svg"].map(|name| folder.path().join(name));
        save(&path, &b"old"[..]).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        save(&link, &b"new"[..]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
