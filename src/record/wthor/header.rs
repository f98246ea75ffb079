//! The sixteen bytes that every file of the database begins with.

use thiserror::Error;

/// What a file of the database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Games.
    Games,
    /// Games up to positions that are to be solved, with so many empty
    /// squares.
    Solitaires(u16),
    /// Names of players or of tournaments, so many.
    Names(u16),
}

/// The header of a file of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// What the file holds.
    pub kind: Kind,
    /// The number of games that it should have.
    pub games: u32,
    /// The year of the games; `None` where the header has none.
    pub year: Option<u16>,
    /// The empty squares from which on the theoretical score is played, 0 to
    /// 60.
    pub depth: u8,
}

/// Why a file is none of the database's that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// It is shorter than a header.
    #[error("a WTHOR file begins with 16 bytes of header, and there are {0} in all")]
    Short(usize),
    /// The header holds what no header holds.
    #[error("this is no header of a WTHOR file: {0}")]
    Foreign(String),
    /// Games on another board.
    #[error(
        "these games are played on a board of {0}×{0}, and how WTHOR writes those is not known: only 8×8 can be read"
    )]
    Board(u8),
}

/// The length of a header.
pub(super) const LENGTH: usize = 16;

/// The depth that 0 stands for.
const USUAL_DEPTH: u8 = 22;

impl Header {
    /// Reads the header from the first bytes of a file.
    ///
    /// # Errors
    /// [`HeaderError`], which says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, HeaderError> {
        let Some(&bytes) = bytes.first_chunk::<LENGTH>() else {
            return Err(HeaderError::Short(bytes.len()));
        };
        let [
            century,
            of_century,
            month,
            day,
            n0,
            n1,
            n2,
            n3,
            m0,
            m1,
            y0,
            y1,
            size,
            solitaires,
            depth,
            _,
        ] = bytes;
        let games = u32::from_le_bytes([n0, n1, n2, n3]);
        let names = u16::from_le_bytes([m0, m1]);
        let year = u16::from_le_bytes([y0, y1]);
        let foreign = |what: String| Err(HeaderError::Foreign(what));
        let undated = [century, of_century, month, day] == [0; 4];
        let dated = (18..=21).contains(&century)
            && of_century < 100
            && (1..=12).contains(&month)
            && (1..=31).contains(&day);
        if !dated && !undated {
            return foreign(format!(
                "{century} {of_century} {month} {day} is no date: century, year, month, day"
            ));
        }
        let kind = match (games, names, solitaires) {
            (_, empties, 1) if empties <= 60 => Kind::Solitaires(empties),
            (_, empties, 1) => return foreign(format!("{empties} empty squares are too many")),
            (0, 1.., 0) => Kind::Names(names),
            (_, 0, 0) => Kind::Games,
            (_, _, 0) => return foreign(format!("it counts {games} games and {names} names")),
            (_, _, other) => return foreign(format!("byte 13 is {other}, and may be 0 or 1")),
        };
        if !matches!(kind, Kind::Names(_)) {
            if depth > 60 {
                return foreign(format!("a score {depth} squares before the end is none"));
            }
            match size {
                0 | 8 => {}
                4..=16 => return Err(HeaderError::Board(size)),
                // A converter writes 124.
                _ if dated && year > 0 => {}
                _ => return foreign(format!("no board is {size}×{size}")),
            }
        }
        Ok(Self {
            kind,
            games,
            year: Some(year).filter(|&year| year > 0),
            depth: if depth == 0 { USUAL_DEPTH } else { depth },
        })
    }
}

/// Whether bytes begin like a file of the database. No text does: all of
/// these have a character in front that no text has.
#[must_use]
pub fn is_wthor(bytes: &[u8]) -> bool {
    let read = Header::read(bytes);
    let told = match read {
        Ok(header) => header.games > 0 || matches!(header.kind, Kind::Names(_)),
        Err(HeaderError::Board(_)) => true,
        Err(_) => false,
    };
    // A file without a date must at least say of which year it is.
    let undated = bytes.starts_with(&[0; 4]);
    told && (!undated
        || matches!(
            read,
            Ok(Header {
                year: Some(1900..=2199),
                ..
            })
        ))
        || matches!(read, Ok(header) if !undated && header.year.is_some())
}

/// Whether bytes may be the first of a file of the database, of which more
/// must be seen to tell.
#[must_use]
pub fn can_begin(bytes: &[u8]) -> bool {
    bytes.len() < LENGTH && matches!(bytes.first(), Some(0 | 18..=21))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first bytes of real files.
    const PLAYERS: [u8; 16] = *b"\x14\x1a\x02\x10\0\0\0\0\x60\x11\0\0\0\0\0\0";
    const GAMES: [u8; 16] = *b"\x14\x07\x05\x16\x0c\0\0\0\0\0\xb9\x07\x08\0\x18\0";

    fn changed(at: usize, byte: u8) -> [u8; 16] {
        let mut bytes = GAMES;
        bytes[at] = byte;
        bytes
    }

    #[test]
    fn real_headers() {
        let players = Header::read(&PLAYERS).unwrap();
        assert_eq!(players.kind, Kind::Names(4448));
        let games = Header {
            kind: Kind::Games,
            games: 12,
            year: Some(1977),
            depth: 24,
        };
        assert_eq!(Header::read(&GAMES), Ok(games));
        assert!(is_wthor(&PLAYERS) && is_wthor(&GAMES));
        assert!(can_begin(&GAMES[..15]) && !can_begin(&GAMES));
    }

    #[test]
    fn what_headers_leave_open() {
        assert_eq!(Header::read(&changed(14, 0)).unwrap().depth, 22);
        for size in [0, 124] {
            assert!(is_wthor(&changed(12, size)));
        }
        let mut solitaires = GAMES;
        (solitaires[8], solitaires[13]) = (20, 1);
        let kind = Header::read(&solitaires).unwrap().kind;
        assert_eq!(kind, Kind::Solitaires(20));
        let mut undated = GAMES;
        undated[..4].fill(0);
        assert!(is_wthor(&undated));
    }

    #[test]
    fn headers_that_are_refused() {
        assert_eq!(Header::read(&changed(12, 10)), Err(HeaderError::Board(10)));
        assert!(is_wthor(&changed(12, 10)));
        assert_eq!(Header::read(&GAMES[..9]), Err(HeaderError::Short(9)));
        for (at, byte) in [
            (0, 102),
            (1, 100),
            (2, 0),
            (3, 32),
            (8, 3),
            (13, 2),
            (14, 61),
        ] {
            let read = Header::read(&changed(at, byte));
            assert!(matches!(read, Err(HeaderError::Foreign(_))), "{at}");
            assert!(!is_wthor(&changed(at, byte)), "{at}");
        }
        assert!(!is_wthor(b"(;GM[Othello]PC[NBoard]") && !is_wthor(&[0; 16]));
    }
}
