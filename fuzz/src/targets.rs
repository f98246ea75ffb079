//! What each target does with its input.

use std::io::{self, BufReader, Read, Write};

use outflank::{
    board::{Game, Move, Position, Rules, Square},
    games::Pattern,
    opening,
    puzzle::{Entry, PuzzleFile},
    record::{ReadOptions, Records, wthor::Names},
    source::{
        Ahead, Source,
        packed::{Archive, FREE, MOST_TIMES, unpack},
    },
};

use crate::{back, diagnostic, hold, inside, read_from, records, replay};

/// Long texts are for the targets of texts.
const SHORT: u64 = 4096;

/// Reads whatever it is, in the format that it is found to be in, at once and
/// from a pipe that brings a few bytes at a time.
pub fn any(bytes: &[u8]) {
    let whole = hold(records(bytes, None));
    let pieces = hold(records(BufReader::with_capacity(3, bytes), None));
    // What begins with bytes that no text has is refused as a whole, but only
    // what lies ready is looked at for that.
    if !whole.is_empty() {
        assert_eq!(whole, pieces);
    }
}

/// Reads games, writes each in every format, and reads it again.
pub fn round_trip(bytes: &[u8]) {
    for judged in hold(Records::new("fuzz", bytes, ReadOptions::default())) {
        if judged.is_valid() {
            back::every_format(&judged.record);
        }
    }
}

/// Reads lists of names of the WTHOR database: players and tournaments.
pub fn names(bytes: &[u8]) {
    let mut names = Names::default();
    let Ok((kind, count)) = names.add("names", bytes) else {
        return;
    };
    let list = names.list(kind).map_or(0, Vec::len);
    assert_eq!(list, count);
}

/// So much may come out of so many packed bytes.
fn most(bytes: &[u8]) -> u64 {
    FREE.max(bytes.len() as u64 * MOST_TIMES) + (1 << 17)
}

/// Unpacks gzip and Zstandard, and reads what is in it.
pub fn packed(bytes: &[u8]) {
    let Ok(stream) = unpack(Ahead::new(bytes)) else {
        return;
    };
    let unpacked = io::copy(&mut stream.take(most(bytes) + 1), &mut io::sink());
    assert!(unpacked.map_or(true, |count| count <= most(bytes)));
    if let Ok(stream) = unpack(Ahead::new(bytes)) {
        read_from(BufReader::new(stream.take(SHORT)), None);
    }
}

/// Opens zip archives, and reads what is in them.
pub fn archive(bytes: &[u8]) {
    let Ok(mut file) = tempfile::tempfile() else {
        return;
    };
    if file.write_all(bytes).is_err() {
        return;
    }
    let Ok(archive) = Archive::open(file) else {
        return;
    };
    let mut unpacked = 0;
    for member in archive.members().iter().take(16) {
        let mut stream = archive.read(member).take(most(bytes) + 1);
        unpacked += io::copy(&mut stream, &mut io::sink()).unwrap_or(0);
        assert!(
            unpacked <= most(bytes),
            "{unpacked} bytes of {}",
            bytes.len()
        );
        read_from(BufReader::new(archive.read(member).take(SHORT)), None);
    }
}

/// Reads files of puzzles.
pub fn puzzles(text: &str) {
    let source = Source::new("fuzz", text);
    let file = match PuzzleFile::read(&source) {
        Ok(file) => file,
        Err(error) => return diagnostic(&source, &error),
    };
    for problem in &file.problems {
        diagnostic(&source, &problem.diagnostic);
    }
    for entry in &file.entries {
        puzzle(&source, entry);
    }
}

fn puzzle(source: &Source, entry: &Entry) {
    for problem in &entry.problems {
        diagnostic(source, &problem.diagnostic);
    }
    let places = &entry.places;
    for &span in places.keys.iter().chain(&places.line) {
        inside(source, span);
    }
    let Ok(puzzle) = entry.sound() else { return };
    assert!(!puzzle.solution.is_empty() && puzzle.position.can_move());
    for &key in &puzzle.solution {
        assert!(puzzle.position.play(key.into()).is_ok());
    }
    let mut game = Game::from_position(puzzle.position.clone());
    for &mv in &puzzle.line {
        assert!(game.play(mv).is_ok());
    }
    replay::game(&game);
}

/// Reads books of openings.
pub fn openings(text: &str) {
    let source = Source::new("fuzz", text);
    let entries = match opening::read(&source) {
        Ok(entries) => entries,
        Err(error) => return diagnostic(&source, &error),
    };
    for entry in &entries {
        for problem in &entry.problems {
            diagnostic(&source, &problem.diagnostic);
        }
        if let Some(line) = &entry.line {
            replay::game(&line.game);
        }
    }
}

/// Reads positions on boards of all sizes, patterns, squares and moves.
pub fn positions(text: &str) {
    for size in [4, 6, 8, 10, 16] {
        if let Ok(rules) = Rules::othello().with_size(size) {
            position(text, rules);
        }
    }
    position(text, Rules::octagon());
    let _ = text.parse::<Pattern>();
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
}

/// What is read is written and read again, and its moves are legal.
fn position(text: &str, rules: Rules) {
    let Ok(position) = Position::parse(text, rules) else {
        return;
    };
    let again = Position::parse(&position.to_string(), rules);
    assert_eq!(again.as_ref(), Ok(&position));
    for square in position.legal_moves() {
        assert!(!position.flips(square).is_empty());
        assert!(position.play(square.into()).is_ok());
    }
    let discs = position.discs();
    assert_eq!(
        discs.black + discs.white + position.empties(),
        rules.squares()
    );
}
