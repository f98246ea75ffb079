//! The names of players (`.jou`) and tournaments (`.trn`).

use std::io::{self, BufRead, Read};

use super::{
    super::ReadError,
    header::{Header, HeaderError, Kind, LENGTH},
};

/// What a list of names is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Players: a `.jou` file.
    Players,
    /// Tournaments: a `.trn` file.
    Tournaments,
}

impl NameKind {
    /// The bytes of a name, the last of which is 0.
    const fn width(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    /// What the list is of, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Tournaments => "tournaments",
        }
    }

    /// How its files end.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Players => "jou",
            Self::Tournaments => "trn",
        }
    }
}

/// The names of players and tournaments, by the numbers that games have for
/// them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    players: Option<Vec<String>>,
    tournaments: Option<Vec<String>>,
    /// Why lists that should be here are not.
    faults: Vec<String>,
}

impl Names {
    /// Reads a list of names and says of what it is, and how many they are.
    /// Which kind of list it is shows in its length. Names are in Latin-1.
    ///
    /// # Errors
    /// [`ReadError::Wthor`] for a file that is no such list, and
    /// [`ReadError::NameList`] for one that is longer or shorter than its
    /// header says.
    pub fn add(
        &mut self,
        name: &str,
        reader: impl BufRead,
    ) -> Result<(NameKind, usize), ReadError> {
        let longest = LENGTH + usize::from(u16::MAX) * NameKind::Tournaments.width() + 1;
        let mut bytes = Vec::new();
        reader.take(longest as u64).read_to_end(&mut bytes)?;
        let header = Header::read(&bytes)?;
        let Kind::Names(count) = header.kind else {
            let what = "it holds games, not names".to_owned();
            return Err(HeaderError::Foreign(what).into());
        };
        let count = usize::from(count);
        let list = bytes.get(LENGTH..).unwrap_or_default();
        let kinds = [NameKind::Players, NameKind::Tournaments];
        let fits = |kind: &NameKind| list.len() == count * kind.width();
        let Some(kind) = kinds.into_iter().find(fits) else {
            return Err(ReadError::NameList {
                name: name.to_owned(),
                count,
                length: bytes.len(),
            });
        };
        let names = list.chunks_exact(kind.width()).map(text).collect();
        match kind {
            NameKind::Players => self.players = Some(names),
            NameKind::Tournaments => self.tournaments = Some(names),
        }
        Ok((kind, count))
    }

    /// Keeps in mind why a list could not be read, for a warning where the
    /// names are missed.
    pub fn miss(&mut self, why: impl Into<String>) {
        self.faults.push(why.into());
    }

    /// Why lists could not be read.
    #[must_use]
    pub fn missed(&self) -> &[String] {
        &self.faults
    }

    /// Whether there is a list of this kind.
    #[must_use]
    pub const fn has(&self, kind: NameKind) -> bool {
        self.list(kind).is_some()
    }

    /// The names of a kind, in the order of their numbers.
    #[must_use]
    pub const fn list(&self, kind: NameKind) -> Option<&Vec<String>> {
        match kind {
            NameKind::Players => self.players.as_ref(),
            NameKind::Tournaments => self.tournaments.as_ref(),
        }
    }

    /// The name of a number; `None` where there is no list, or it ends before.
    #[must_use]
    pub fn get(&self, kind: NameKind, number: u16) -> Option<&str> {
        let name = self.list(kind)?.get(usize::from(number))?;
        Some(name)
    }
}

/// A name: Latin-1 up to the first 0, without control characters.
fn text(bytes: &[u8]) -> String {
    let letters = bytes.iter().take_while(|&&byte| byte != 0);
    let letters = letters.map(|&byte| match char::from(byte) {
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    });
    letters.collect::<String>().trim().to_owned()
}

/// Reads a list only to say what it is.
pub(super) fn describe(name: &str, reader: impl BufRead) -> ReadError {
    match Names::default().add(name, reader) {
        Ok((kind, count)) => ReadError::OnlyNames { kind, count },
        Err(error) => error,
    }
}

/// Reads as many bytes as there are room for; says how many there were.
pub(super) fn fill(reader: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = room.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(width: usize, names: &[&[u8]]) -> Vec<u8> {
        let count = u8::try_from(names.len()).unwrap();
        let mut bytes = vec![20, 26, 2, 16, 0, 0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0];
        for name in names {
            bytes.extend(name.iter().copied().chain([0; 26]).take(width));
        }
        bytes
    }

    #[test]
    fn the_kind_of_a_list_shows_in_its_length() {
        let mut names = Names::default();
        let players = list(20, &[b"???", b"Nicolet St\xe9phane\0rest"]);
        let tournaments = list(26, &[b"Pr\xe9qualif de Paris", b"a\x1bb", b""]);
        let added = names.add("x", players.as_slice()).unwrap();
        assert_eq!(added, (NameKind::Players, 2));
        let added = names.add("y", tournaments.as_slice()).unwrap();
        assert_eq!(added, (NameKind::Tournaments, 3));
        let get = |kind, number| names.get(kind, number);
        assert_eq!(get(NameKind::Players, 1), Some("Nicolet Stéphane"));
        assert_eq!(get(NameKind::Players, 2), None);
        let want = Some("Préqualif de Paris");
        assert_eq!(get(NameKind::Tournaments, 0), want);
        assert_eq!(get(NameKind::Tournaments, 1), Some("a\u{fffd}b"));
    }

    #[test]
    fn a_list_is_as_long_as_it_says() {
        let mut bytes = list(20, &[b"???", b"x"]);
        bytes.pop();
        let error = Names::default().add("WTH.JOU", bytes.as_slice());
        assert!(matches!(
            error,
            Err(ReadError::NameList {
                count: 2,
                length: 55,
                ..
            })
        ));
    }
}
