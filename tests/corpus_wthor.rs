//! The WTHOR database: every file of it is read, and every game is legal.
//! The files are read from the folder that `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::{
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
    sync::Arc,
};

use outflank::{
    board::Color,
    record::{
        JudgeOptions, Judged, ReadOptions, Records, judge,
        wthor::{NameKind, Names},
    },
};

use data::data;

fn open(path: &Path) -> BufReader<File> {
    BufReader::new(File::open(path).unwrap())
}

fn names(folder: &Path) -> Names {
    let mut names = Names::default();
    let added = ["WTH.JOU", "WTH.TRN"].map(|list| names.add(list, open(&folder.join(list))));
    assert_eq!(
        added.map(Result::unwrap),
        [(NameKind::Players, 4448), (NameKind::Tournaments, 492)]
    );
    names
}

/// The files of games, in the order of their years.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "wtb"))
        .collect();
    files.sort();
    files
}

/// The games of a file with the place of each.
fn games(path: &Path, names: &Arc<Names>) -> Vec<(String, Judged)> {
    Records::new("x", open(path), ReadOptions::default())
        .with_names(Arc::clone(names))
        .map(|found| {
            let (source, raw) = found.unwrap();
            let judged = judge(&source, &raw, &JudgeOptions::default());
            (source.text().to_owned(), judged)
        })
        .collect()
}

#[test]
fn every_game_is_legal_and_bears_out_its_score() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    let names = Arc::new(names(&folder));
    let files = files(&folder);
    assert_eq!(files.len(), 36);
    let (mut unfinished, mut years) = (0, Vec::new());
    for path in &files {
        let games = games(path, &names);
        let length = path.metadata().unwrap().len();
        assert_eq!(16 + 68 * games.len() as u64, length, "{}", path.display());
        let year = path
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
            .replace("WTH_", "");
        for (text, judged) in &games {
            assert!(judged.is_valid(), "{year}: {text}: {:?}", judged.faults);
            let game = &judged.record.game;
            assert_eq!(game.moves()[0].to_string(), "f5", "{text}");
            let result = &judged.results[0];
            if game.is_complete() {
                assert_eq!(result.holds, Some(true), "{text}");
            } else {
                unfinished += 1;
                years.push(year.clone());
            }
            let tags = &judged.record.tags;
            assert!(
                tags.iter()
                    .any(|tag| tag.name == "date" && tag.value == year)
            );
        }
    }
    years.dedup();
    let (first, last) = (years.first().unwrap(), years.last().unwrap());
    assert_eq!(
        (unfinished, first.as_str(), last.as_str()),
        (413, "1981", "2000")
    );
}

#[test]
fn the_shortest_games_stand_where_they_are_known_to_stand() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    let names = Arc::new(names(&folder));
    // These numbers count from 0.
    for (year, number, plies) in [(2001, 1388, 9), (2003, 3692, 11)] {
        let games = games(&folder.join(format!("WTH_{year}.wtb")), &names);
        let (text, judged) = &games[number];
        let game = &judged.record.game;
        assert_eq!(game.plies(), plies, "{text}");
        assert!(game.is_complete(), "{text}");
        let shortest = games.iter().map(|(_, judged)| judged.record.game.plies());
        assert_eq!(shortest.min(), Some(plies));
    }
}

#[test]
fn names_are_read_as_they_are_spelt() {
    let Some(data) = data() else { return };
    let names = names(&data.join("wthor"));
    assert_eq!(
        names.get(NameKind::Tournaments, 17),
        Some("Préqualif de Paris")
    );
    assert_eq!(names.get(NameKind::Players, 0), Some("???"));
    let list = |kind| names.list(kind).unwrap().iter();
    let foreign = list(NameKind::Tournaments).filter(|name| !name.is_ascii());
    assert_eq!(foreign.count(), 21);
    assert!(list(NameKind::Players).all(|name| name.is_ascii()));
    let programs = list(NameKind::Players).filter(|name| name.ends_with(')'));
    assert_eq!(programs.count(), 225);
}

/// A game of many passes, and one of the largest flips: what an independent
/// program found in them.
#[test]
fn the_first_games_of_all() {
    let Some(data) = data() else { return };
    let folder = data.join("wthor");
    let games = games(&folder.join("WTH_1977.wtb"), &Arc::new(names(&folder)));
    assert_eq!(games.len(), 12);
    for (text, judged) in &games {
        let last = judged.record.game.last();
        let winner = last.winner();
        let score = last.score(Color::Black).0;
        assert_eq!(winner == Some(Color::Black), score > 0, "{text}");
        let theoretical = judged.record.tags.iter();
        let depth = theoretical
            .clone()
            .find(|tag| tag.name == "theoreticalempties");
        assert_eq!(depth.unwrap().value, "24");
        assert!(theoretical.into_iter().any(|tag| tag.name == "theoretical"));
    }
}
