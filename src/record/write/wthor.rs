//! WTHOR, the database of the French federation: 68 bytes a game in a `.wtb`
//! file, the names of players and tournaments by number in a `.jou` and a
//! `.trn` file beside it. Numbers are little-endian, texts are Latin-1.
//!
//! A move is 10·row + column, both from 1; passes are not written, and 0
//! stands after the last move. The results are Black's discs with the empty
//! squares given to the winner: the real one, and the one of best play from a
//! position with so many empty squares, which the head states for all games.
//! The tags `theoretical` and `theoreticalempties` give them; where they do
//! not, the real result stands for both, and 24 empty squares, as in the files
//! of the federation.

use std::collections::HashMap;

use super::{Day, Loss, Losses, Unheld, outcome::Outcome, tags, text};
use crate::{
    board::Square,
    record::{ClaimedResult, Format, GameRecord},
};

/// The head of each file.
const HEAD: usize = 16;

/// The moves of a game.
const MOVES: usize = 60;

/// Names are NUL-padded to these lengths; the last byte is always NUL.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// Numbers of 16 bits.
const MOST_NAMES: usize = u16::MAX as usize;

/// The empty squares from which best play is reckoned, if no record says.
const DEPTH: u8 = 24;

/// The name that stands for none, number 0.
const UNKNOWN: &str = "???";

/// Remembers the names, of which there are at most 65535.
#[derive(Debug)]
pub(super) struct Writer {
    begun: bool,
    made_on: Day,
    games: u32,
    year: Option<u16>,
    depth: Option<u8>,
    players: Names,
    tournaments: Names,
}

/// Names with their numbers.
#[derive(Debug)]
struct Names {
    size: usize,
    numbers: HashMap<Vec<u8>, u16>,
    /// In the order of their numbers, padded.
    bytes: Vec<u8>,
}

impl Default for Writer {
    fn default() -> Self {
        Self {
            begun: false,
            made_on: (0, 0, 0),
            games: 0,
            year: None,
            depth: None,
            players: Names::new(PLAYER),
            tournaments: Names::new(TOURNAMENT),
        }
    }
}

impl Names {
    fn new(size: usize) -> Self {
        let mut names = Self {
            size,
            numbers: HashMap::new(),
            bytes: Vec::new(),
        };
        names.add(UNKNOWN.as_bytes().to_vec());
        names
    }

    fn count(&self) -> usize {
        self.numbers.len()
    }

    /// The number of a name, or `None` when there are too many.
    fn add(&mut self, name: Vec<u8>) -> Option<u16> {
        if let Some(&number) = self.numbers.get(&name) {
            return Some(number);
        }
        let number = u16::try_from(self.count()).ok()?;
        let end = self.bytes.len() + self.size;
        self.bytes.extend(&name);
        self.bytes.resize(end, 0);
        self.numbers.insert(name, number);
        Some(number)
    }

    /// A name as its bytes: Latin-1, cut at the length of the field.
    fn encode(&self, name: Option<&str>, losses: &mut Losses) -> Vec<u8> {
        let name = name
            .map(|name| text::one_line(name, losses))
            .unwrap_or_default();
        if name.is_empty() || name == "?" {
            return UNKNOWN.as_bytes().to_vec();
        }
        let latin = |c: char| u8::try_from(u32::from(c)).ok();
        losses.add_if(name.chars().any(|c| latin(c).is_none()), Loss::Characters);
        let mut bytes: Vec<u8> = name.chars().map(|c| latin(c).unwrap_or(b'?')).collect();
        losses.add_if(bytes.len() >= self.size, Loss::Length);
        bytes.truncate(self.size - 1);
        bytes
    }
}

impl Writer {
    pub(super) const fn made_on(&mut self, day: Day) {
        self.made_on = day;
    }

    /// The bytes of a game, after those of the head if it is the first one.
    pub(super) fn write(
        &mut self,
        record: &GameRecord,
        losses: &mut Losses,
    ) -> Result<Vec<u8>, Unheld> {
        let game = &record.game;
        let games = self
            .games
            .checked_add(1)
            .ok_or(Unheld::Games(Format::Wthor))?;
        let names = ["black", "white"].map(|name| {
            let name = tags::value(record, name);
            self.players.encode(name, losses)
        });
        let event = tags::value(record, "event").or_else(|| tags::value(record, "place"));
        let event = self.tournaments.encode(event, losses);
        let fresh = names
            .iter()
            .filter(|name| !self.players.numbers.contains_key(*name));
        if self.players.count() + fresh.count() > MOST_NAMES {
            return Err(Unheld::Names(Format::Wthor));
        }
        let tournament = self.tournaments.add(event);
        let tournament = tournament.ok_or(Unheld::Names(Format::Wthor))?;
        let mut bytes = self.begin();
        bytes.extend(tournament.to_le_bytes());
        for name in names {
            let number = self.players.add(name).unwrap_or_default();
            bytes.extend(number.to_le_bytes());
        }
        self.games = games;
        let real = self.score(record, losses);
        bytes.extend([real, self.best(record, losses).unwrap_or(real)]);
        let squares = game.moves().iter().filter_map(|mv| mv.square());
        let mut moves: Vec<u8> = squares.map(byte).take(MOVES).collect();
        moves.resize(MOVES, 0);
        bytes.extend(moves);
        self.note_losses(record, losses);
        Ok(bytes)
    }

    fn note_losses(&mut self, record: &GameRecord, losses: &mut Losses) {
        let has_event = tags::value(record, "event").is_some();
        let place = if has_event { "event" } else { "place" };
        let kept = [
            "black",
            "white",
            place,
            "date",
            "year",
            "theoretical",
            "theoreticalempties",
        ];
        tags::lose_all_but(record, &kept, losses);
        let year = record.year();
        let only_year = |date: &str| date.trim().parse::<u16>().is_ok();
        let date = tags::value(record, "date");
        let first = *self.year.get_or_insert(year.unwrap_or_default());
        losses.add_if(
            date.is_some_and(|date| !only_year(date)) || year.is_some_and(|year| year != first),
            Loss::Date,
        );
    }

    /// Black's discs, the empty squares being the winner's.
    fn score(&self, record: &GameRecord, losses: &mut Losses) -> u8 {
        let outcome = Outcome::of(record);
        losses.add_if(outcome.by().is_some(), Loss::Ending);
        if let Outcome::Stated {
            result: ClaimedResult::Winner(Some(_)),
            ..
        } = outcome
        {
            losses.add(Loss::Result);
        }
        let black = match outcome {
            Outcome::Stated {
                result: ClaimedResult::Discs { black, white },
                ..
            } if black + white == 64 => black.cast_signed(),
            _ => (outcome.difference().unwrap_or_default() + 64) / 2,
        };
        u8::try_from(black.clamp(0, 64)).unwrap_or_default()
    }

    /// Black's discs after best play, if the record gives them from as many
    /// empty squares as the others.
    fn best(&mut self, record: &GameRecord, losses: &mut Losses) -> Option<u8> {
        let best = record.tag("theoretical")?;
        let black = best.split('-').next().unwrap_or_default();
        let black: Option<u8> = black.trim().parse().ok().filter(|black| *black <= 64);
        let depth = record.tag("theoreticalempties");
        let depth = depth.map_or(Some(DEPTH), |depth| depth.trim().parse().ok());
        let same = depth.is_some_and(|depth| *self.depth.get_or_insert(depth) == depth);
        let kept = black.filter(|_| same);
        losses.add_if(kept.is_none(), Loss::Tag("theoretical".to_owned()));
        kept
    }

    /// Room for the head, before the first game.
    pub(super) fn begin(&mut self) -> Vec<u8> {
        match std::mem::replace(&mut self.begun, true) {
            true => Vec::new(),
            false => vec![0; HEAD],
        }
    }

    /// The head of the file of games.
    pub(super) fn head(&self) -> Vec<u8> {
        let mut head = self.head_of(self.games, 0);
        let year = self.year.unwrap_or_default().to_le_bytes();
        for (at, byte) in [
            (10, year[0]),
            (11, year[1]),
            (12, 8),
            (14, self.depth.unwrap_or(DEPTH)),
        ] {
            if let Some(place) = head.get_mut(at) {
                *place = byte;
            }
        }
        head
    }

    /// The day, and the numbers of games and of names.
    fn head_of(&self, games: u32, names: u16) -> Vec<u8> {
        let (year, month, day) = self.made_on;
        let part = |number: u16| u8::try_from(number).unwrap_or_default();
        let mut head = vec![part(year / 100), part(year % 100), month, day];
        head.extend(games.to_le_bytes());
        head.extend(names.to_le_bytes());
        head.resize(HEAD, 0);
        head
    }

    /// The files of names.
    pub(super) fn beside(&self) -> Vec<(&'static str, Vec<u8>)> {
        let file = |names: &Names| {
            let count = u16::try_from(names.count()).unwrap_or(u16::MAX);
            let mut bytes = self.head_of(0, count);
            bytes.extend(&names.bytes);
            bytes
        };
        vec![
            ("jou", file(&self.players)),
            ("trn", file(&self.tournaments)),
        ]
    }
}

/// A square in one byte: 10·row + column, both from 1.
const fn byte(square: Square) -> u8 {
    10 * (square.row() + 1) + square.col() + 1
}
