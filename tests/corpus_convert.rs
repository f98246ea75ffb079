//! Real files, written in every format that can hold them and read back. They
//! are read from the folder that `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::{fs::File, io::BufReader, path::Path};

use outflank::record::{
    Claim, ClaimedResult, Format, GameRecord, JudgeOptions, ReadOptions, Records, Tag, judge,
    write::{Loss, WriteError, Writer},
};

use data::data;

/// The valid records of a text.
fn valid(name: &str, reader: impl std::io::BufRead) -> Vec<GameRecord> {
    Records::new(name, reader, ReadOptions::default())
        .map(|found| found.unwrap_or_else(|error| panic!("{name}: {error}")))
        .map(|(source, raw)| judge(&source, &raw, &JudgeOptions::default()))
        .filter(|judged| judged.is_valid())
        .map(|judged| judged.record)
        .collect()
}

fn file(path: &Path) -> Vec<GameRecord> {
    let reader = BufReader::new(File::open(path).unwrap());
    valid(&path.display().to_string(), reader)
}

/// Writes what a format can hold and reads it back: games, starts and what is
/// said about moves are the same. Gives how many there were.
fn comes_back(records: &[GameRecord], target: Format) -> usize {
    let mut writer = Writer::new(target, Vec::new());
    let mut kept = Vec::new();
    for record in records {
        match writer.write(record) {
            Ok(losses) => kept.push((record, losses)),
            Err(WriteError::Unheld(_)) => {}
            Err(WriteError::Io(error)) => panic!("{error}"),
        }
    }
    if kept.is_empty() {
        return 0;
    }
    let ending = writer.finish().unwrap();
    let back = valid(target.name(), ending.out.as_slice());
    assert_eq!(back.len(), kept.len(), "{target}");
    for (back, (record, losses)) in back.iter().zip(&kept) {
        let (want, found) = (&record.game, &back.game);
        if losses.contains(&Loss::Moves) {
            assert_eq!(
                want.last().to_string(),
                found.last().to_string(),
                "{target}"
            );
            continue;
        }
        assert_eq!(
            want.start().to_string(),
            found.start().to_string(),
            "{target}"
        );
        assert_eq!(want.moves(), found.moves(), "{target}");
        if !losses.contains(&Loss::Evaluations) && !losses.contains(&Loss::Times) {
            assert_eq!(
                record
                    .remarks
                    .iter()
                    .map(|remark| (remark.at, remark.eval, remark.time))
                    .collect::<Vec<_>>(),
                back.remarks
                    .iter()
                    .map(|remark| (remark.at, remark.eval, remark.time))
                    .collect::<Vec<_>>(),
                "{target}"
            );
        }
        for name in ["black", "white", "date", "blackelo", "whiteelo"] {
            if !losses.contains(&Loss::Tag(name.to_owned())) {
                // eOthello's objects always have names.
                let given = |name: &&str| *name != "?";
                let trimmed = |record: &GameRecord| {
                    let value = record.tag(name).map(str::trim).filter(given);
                    value.map(str::to_owned)
                };
                let (want, found) = (trimmed(record), trimmed(back));
                if losses.contains(&Loss::Length) {
                    let found = found.unwrap_or_default();
                    assert!(want.unwrap_or_default().starts_with(&found), "{target}");
                } else {
                    assert_eq!(want, found, "{target}");
                }
            }
        }
    }
    kept.len()
}

/// The formats that are text.
fn texts() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|target| !target.is_binary())
}

#[test]
fn games_of_ggs_come_back() {
    let Some(data) = data() else { return };
    for name in ["ntest_TestGames.ggf", "welty_tests.ggf"] {
        let records = file(&data.join("ggf").join(name));
        assert!(records.len() >= 10, "{name}");
        for target in texts() {
            let count = comes_back(&records, target);
            if matches!(
                target,
                Format::Ggf | Format::Json | Format::Yaml | Format::Pgn
            ) {
                assert_eq!(count, records.len(), "{name} {target}");
            }
        }
    }
}

#[test]
fn transcripts_of_many_sites_come_back() {
    let Some(data) = data() else { return };
    let folder = data.join("transcripts");
    let mut count = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let records = file(&path);
        for target in texts() {
            count += comes_back(&records, target);
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn all_of_eothello_comes_back() {
    let Some(data) = data() else { return };
    let records = file(&data.join("transcripts/eothello.jsonl"));
    assert_eq!(records.len(), 1169);
    for target in [
        Format::Eothello,
        Format::Json,
        Format::Yaml,
        Format::Pgn,
        Format::Ggf,
        Format::Moves,
    ] {
        assert_eq!(comes_back(&records, target), 1169, "{target}");
    }
}

#[test]
fn problem_files_come_back() {
    let Some(data) = data() else { return };
    for (name, count) in [
        ("fforum-1-19.obf", 19),
        ("neural-hard-20.obf", 276),
        // One of its 21 gives a score to an occupied square.
        ("zebra_ffotest.scr", 20),
    ] {
        let records = file(&data.join("positions").join(name));
        assert_eq!(records.len(), count, "{name}");
        for target in [
            Format::Obf,
            Format::Zebra,
            Format::Gpdb,
            Format::Json,
            Format::Yaml,
        ] {
            assert_eq!(comes_back(&records, target), count, "{name} {target}");
        }
    }
    // The FFO positions are the bytes of the file again.
    let path = data.join("positions/fforum-1-19.obf");
    let mut writer = Writer::new(Format::Obf, Vec::new());
    for record in file(&path) {
        assert_eq!(writer.write(&record).unwrap(), []);
    }
    let written = String::from_utf8(writer.finish().unwrap().out).unwrap();
    let original = std::fs::read_to_string(&path).unwrap();
    let lines =
        |text: &str| -> Vec<String> { text.lines().map(|line| line.trim().to_owned()).collect() };
    assert_eq!(lines(&written), lines(&original));
}

/// A file of games as numbers of its names and the bytes of its games, and the
/// names of a file of names.
struct Wthor {
    games: Vec<[u8; 68]>,
    players: Vec<Vec<u8>>,
}

fn wthor(folder: &Path, games: &str) -> Wthor {
    let bytes = std::fs::read(folder.join(games)).unwrap();
    let names = std::fs::read(folder.join("WTH.JOU")).unwrap();
    Wthor {
        games: bytes[16..]
            .chunks_exact(68)
            .map(|game| game.try_into().unwrap())
            .collect(),
        players: names[16..].chunks_exact(20).map(<[u8]>::to_vec).collect(),
    }
}

/// The text of a transcript with the squares of a game of WTHOR.
fn squares(moves: &[u8]) -> String {
    let played = moves.iter().take_while(|&&byte| byte != 0);
    played
        .map(|byte| format!("{}{}", char::from(b'a' + byte % 10 - 1), byte / 10))
        .collect()
}

/// What the federation has in its files is what is written: names, scores and
/// moves, byte by byte.
#[test]
fn wthor_is_written_as_the_federation_writes_it() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    for name in ["WTH_1977.wtb", "WTH_1985.wtb", "WTH_2001.wtb"] {
        let original = wthor(&folder, name);
        let mut writer = Writer::new(Format::Wthor, Vec::new());
        for game in &original.games {
            let mut records = valid(name, squares(&game[8..]).as_bytes());
            let mut record = records.remove(0);
            let number = |at: usize| usize::from(u16::from_le_bytes([game[at], game[at + 1]]));
            let player = |at| {
                let name = original.players[number(at)].iter();
                let name = name.take_while(|&&byte| byte != 0);
                name.map(|&byte| char::from(byte)).collect::<String>()
            };
            for (name, value) in [
                ("black", player(2)),
                ("white", player(4)),
                ("theoretical", game[7].to_string()),
                ("theoreticalempties", "24".to_owned()),
            ] {
                record.tags.push(Tag {
                    name: name.to_owned(),
                    value,
                    span: record.span,
                });
            }
            // Games that were broken off have been adjudicated.
            record.claims = vec![Claim {
                result: ClaimedResult::Discs {
                    black: u32::from(game[6]),
                    white: 64 - u32::from(game[6]),
                },
                span: record.span,
            }];
            assert_eq!(writer.write(&record).unwrap(), [], "{name}");
        }
        let ending = writer.finish().unwrap();
        assert_eq!(
            ending.head[4..8],
            (original.games.len() as u32).to_le_bytes()
        );
        assert_eq!(ending.head[14], 24);
        let names = &ending.beside[0].1[16..];
        for (written, game) in ending.out[16..].chunks_exact(68).zip(&original.games) {
            assert_eq!(written[6..], game[6..], "{name}");
            for at in [2, 4] {
                let number =
                    |bytes: &[u8]| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
                let there = number(written) * 20;
                let named = |name: &[u8]| name.split(|&byte| byte == 0).next().unwrap().to_vec();
                assert_eq!(
                    named(&names[there..there + 20]),
                    named(&original.players[number(game)])
                );
            }
        }
    }
}
