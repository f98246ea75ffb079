//! There and back again: games of WTHOR through every format that can be
//! written, and through a collection. The files are read from the folder that
//! `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::{
    fs::File,
    io::{BufRead, BufReader, Cursor},
    path::{Path, PathBuf},
    sync::Arc,
};

use outflank::{
    board::{Color, Move},
    games::{Collection, Filter, NewGame},
    record::{
        ClaimedResult, FaultKind, Format, GameRecord, JudgeOptions, ReadOptions, Records, judge,
        write::{Loss, Writer},
        wthor::{NameKind, Names},
    },
};

use data::data;

/// What a format holds of a game of WTHOR.
struct Holds {
    format: Format,
    /// All moves; without them it is the last position.
    moves: bool,
    /// The result of a game that its moves do not end.
    result: bool,
    players: bool,
    tournament: bool,
    year: bool,
    /// The best result from 24 empty squares.
    theoretical: bool,
}

/// The formats and what each holds: moves, result, players, tournament, year,
/// best result.
const TABLE: [Holds; 14] = [
    holds(Format::Moves, [1, 0, 0, 0, 0, 0]),
    holds(Format::Pgn, [1, 1, 1, 1, 1, 1]),
    holds(Format::Sgf, [1, 1, 1, 1, 1, 0]),
    holds(Format::Ggf, [1, 1, 1, 0, 1, 0]),
    holds(Format::Json, [1, 1, 1, 1, 1, 1]),
    holds(Format::Yaml, [1, 1, 1, 1, 1, 1]),
    holds(Format::Obf, [0, 0, 0, 0, 0, 0]),
    holds(Format::Zebra, [0, 0, 0, 0, 0, 0]),
    holds(Format::Gpdb, [0, 0, 0, 0, 0, 0]),
    holds(Format::Logbook, [1, 1, 0, 0, 0, 0]),
    holds(Format::Eothello, [1, 0, 1, 0, 0, 0]),
    holds(Format::Nboard, [1, 1, 1, 0, 1, 0]),
    holds(Format::Quest, [1, 0, 1, 0, 0, 0]),
    holds(Format::Wthor, [1, 1, 1, 1, 1, 1]),
];

const fn holds(format: Format, held: [u8; 6]) -> Holds {
    let [moves, result, players, tournament, year, theoretical] = held;
    Holds {
        format,
        moves: moves == 1,
        result: result == 1,
        players: players == 1,
        tournament: tournament == 1,
        year: year == 1,
        theoretical: theoretical == 1,
    }
}

impl Holds {
    /// Whether what was written says that it left something out, where the
    /// table says so.
    fn agrees_with(&self, losses: &[Loss]) -> bool {
        let lost = |name: &str| losses.contains(&Loss::Tag(name.to_owned()));
        lost("black") != self.players
            && lost("event") != self.tournament
            && lost("date") != self.year
            && lost("theoretical") != self.theoretical
            && losses.contains(&Loss::Moves) != self.moves
    }
}

/// What a game comes back with, as far as a format holds it.
#[derive(Debug, PartialEq, Eq)]
struct Trip {
    start: String,
    moves: Vec<Move>,
    /// Black's discs less White's, the empty squares to the winner.
    result: Option<i64>,
    names: Vec<Option<String>>,
}

impl Trip {
    fn new(record: &GameRecord, held: &Holds) -> Self {
        let game = &record.game;
        let value = |names: &[&str]| {
            let value = names.iter().find_map(|name| record.tag(name));
            // Nobody is called so: WTHOR's list begins with it.
            let value = value.map(str::trim).filter(|value| *value != "???");
            value.map(str::to_owned)
        };
        let mut names = Vec::new();
        for (is_held, value) in [
            (held.players, value(&["black"])),
            (held.players, value(&["white"])),
            (held.tournament, value(&["event", "tournament"])),
            (held.year, record.year().map(|year| year.to_string())),
            (held.theoretical, value(&["theoretical"])),
            (held.theoretical, value(&["theoreticalempties"])),
        ] {
            names.push(value.filter(|_| is_held));
        }
        if !held.moves {
            return Self {
                start: game.last().to_string(),
                moves: Vec::new(),
                result: None,
                names,
            };
        }
        let is_held = held.result || game.is_complete();
        Self {
            start: game.start().to_string(),
            moves: game.moves().to_vec(),
            result: result(record).filter(|_| is_held),
            names,
        }
    }
}

fn result(record: &GameRecord) -> Option<i64> {
    if record.game.is_complete() {
        return Some(record.game.last().score(Color::Black).0.into());
    }
    match record.stated_result()? {
        ClaimedResult::Discs { black, white } => Some(i64::from(black) - i64::from(white)),
        ClaimedResult::Difference(difference) => Some(difference.into()),
        ClaimedResult::Winner(winner) => panic!("{winner:?} without a score"),
    }
}

fn open(path: &Path) -> BufReader<File> {
    BufReader::new(File::open(path).unwrap())
}

/// Records whose moves are legal; those of WTHOR have been adjudicated, which
/// other formats do not say.
fn read(reader: impl BufRead, names: Option<&Arc<Names>>) -> Vec<GameRecord> {
    let mut records = Records::new("x", reader, ReadOptions::default());
    if let Some(names) = names {
        records = records.with_names(Arc::clone(names));
    }
    let judging = JudgeOptions {
        repairs: 0,
        ..JudgeOptions::default()
    };
    let judged = records.map(|found| {
        let (source, raw) = found.unwrap();
        let judged = judge(&source, &raw, &judging);
        let mut faults = judged.faults.iter();
        let fits = faults.all(|fault| fault.kind == FaultKind::ResultMismatch);
        assert!(fits, "{}: {:?}", source.text(), judged.faults);
        judged.record
    });
    judged.collect()
}

/// The names that lie beside the games of a folder.
fn names(folder: &Path) -> Arc<Names> {
    let mut names = Names::default();
    for list in ["WTH.JOU", "WTH.TRN"] {
        let kind = names.add(list, open(&folder.join(list))).unwrap().0;
        assert!(matches!(kind, NameKind::Players | NameKind::Tournaments));
    }
    Arc::new(names)
}

fn file(folder: &Path, year: u32) -> PathBuf {
    folder.join(format!("WTH_{year}.wtb"))
}

/// The years of 10,905 games, many of them broken off.
const YEARS: [u32; 9] = [1981, 1982, 1983, 1984, 1985, 1986, 1987, 1988, 2000];

#[test]
fn ten_thousand_games_come_back_from_every_format() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    let names = names(&folder);
    let (mut count, mut unfinished) = (0, 0);
    for year in YEARS {
        let games = read(open(&file(&folder, year)), Some(&names));
        count += games.len();
        let broken_off = games.iter().filter(|game| !game.game.is_complete());
        unfinished += broken_off.count();
        for held in &TABLE {
            go_and_come_back(&games, held);
        }
    }
    assert!(count >= 10_000, "{count} games");
    assert!(unfinished >= 50, "{unfinished} unfinished");
}

fn go_and_come_back(games: &[GameRecord], held: &Holds) {
    let format = held.format;
    let mut writer = Writer::new(format, Vec::new());
    for game in games {
        let losses = writer.write(game).unwrap();
        assert!(held.agrees_with(&losses), "{format}: {losses:?}");
        let lost = losses.contains(&Loss::Result);
        let is_lost = held.moves && !held.result && !game.game.is_complete();
        assert_eq!(lost, is_lost, "{format}");
    }
    let ending = writer.finish().unwrap();
    let mut bytes = ending.out;
    bytes.splice(..ending.head.len(), ending.head);
    let mut lists = Names::default();
    for (ending, list) in &ending.beside {
        lists.add(ending, list.as_slice()).unwrap();
    }
    let lists = Arc::new(lists);
    let lists = format.is_binary().then_some(&lists);
    let back = read(Cursor::new(bytes), lists);
    assert_eq!(back.len(), games.len(), "{format}");
    for (back, game) in back.iter().zip(games) {
        assert_eq!(Trip::new(back, held), Trip::new(game, held), "{format}");
    }
}

/// Everything of every format with all fields comes back from a collection,
/// written as WTHOR once more.
#[test]
fn a_collection_gives_the_games_back() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    let names = names(&folder);
    let home = tempfile::tempdir().unwrap();
    let mut collection = Collection::open(&home.path().join("games.db")).unwrap();
    let everything = TABLE.iter().find(|held| held.format == Format::Wthor);
    let everything = everything.unwrap();
    for year in [1981, 1990, 2000] {
        let games = read(open(&file(&folder, year)), Some(&names));
        let new: Vec<NewGame> = (1..)
            .zip(&games)
            .map(|(line, game)| NewGame::new(game, &year.to_string(), line).unwrap())
            .collect();
        let added = collection.add(&new).unwrap();
        // A few games stand in the federation's files twice.
        assert!(added.known_games() <= 3, "{year}: {}", added.known_games());
        let own = games
            .iter()
            .zip(&added.is_new)
            .filter(|(_, is_new)| **is_new);
        let own: Vec<Trip> = own.map(|(game, _)| Trip::new(game, everything)).collect();

        let of_year = Filter {
            years: Some(year.cast_signed()..=year.cast_signed()),
            ..Filter::default()
        };
        let matches = collection.search(&of_year).unwrap();
        let records: Vec<GameRecord> = matches
            .ids()
            .map(|id| collection.record(id).unwrap())
            .collect();
        for held in TABLE.iter().filter(|held| held.theoretical) {
            go_and_come_back(&records, held);
        }
        let back: Vec<Trip> = records
            .iter()
            .map(|record| Trip::new(record, everything))
            .collect();
        assert_eq!(back.len(), own.len(), "{year}");
        for (back, own) in back.iter().zip(&own) {
            assert_eq!(back, own, "{year}");
        }
    }
}
