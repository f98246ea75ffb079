//! Real files: every sample gives what an independent program found in it.
//! They are read from the folder that `OUTFLANK_DATA` names.

#[path = "common/data.rs"]
mod data;

use std::{fs::File, io::BufReader, path::Path};

use outflank::record::{FaultKind, JudgeOptions, Judged, RawRecord, ReadOptions, Records, judge};
use outflank::source::Source;

use data::data;

fn read(path: &Path) -> Vec<(Source, RawRecord)> {
    let file = BufReader::new(File::open(path).unwrap());
    let name = path.display().to_string();
    Records::new(name, file, ReadOptions::default())
        .map(|record| record.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

fn read_and_judge(path: &Path) -> Vec<Judged> {
    read(path)
        .iter()
        .map(|(source, raw)| judge(source, raw, &JudgeOptions::default()))
        .collect()
}

/// `59 moves, passes before move [54, 57], discs 62-1, empties 1, over=True`
fn describe(judged: &Judged) -> String {
    let game = &judged.record.game;
    let last = game.last();
    let passes: Vec<String> = game
        .steps()
        .filter(|step| step.mv == outflank::board::Move::Pass)
        .map(|step| (step.ply + 1).to_string())
        .collect();
    format!(
        "{} moves, passes before move [{}], discs {}-{}, empties {}, over={}",
        game.plies(),
        passes.join(", "),
        last.discs().black,
        last.discs().white,
        last.empties(),
        if game.is_complete() { "True" } else { "False" },
    )
}

#[test]
fn samples_of_many_sites() {
    let Some(data) = data() else { return };
    let folder = data.join("transcripts");
    let table = std::fs::read_to_string(folder.join("samples.tsv")).unwrap();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (id, want) = (cells[0], cells[4]);
        let path = folder.join(format!("{id}.txt"));
        if want == "-" {
            continue;
        }
        let games = read_and_judge(&path);
        let found: Vec<String> = games.iter().map(describe).collect();
        assert_eq!(found, [want], "{id}");
        let faults = games.iter().flat_map(|game| &game.faults);
        let kinds: Vec<FaultKind> = faults.map(|fault| fault.kind).collect();
        // Its last move is missing: the printed score is the one after it.
        let wants: &[FaultKind] = match id {
            "reversatile-share-de" => &[FaultKind::ResultMismatch],
            _ => &[],
        };
        assert_eq!(kinds, wants, "{id}");
    }
}

#[test]
fn every_game_of_eothello_is_legal() {
    let Some(data) = data() else { return };
    let games = read_and_judge(&data.join("transcripts/eothello.jsonl"));
    assert_eq!(games.len(), 1169);
    for (line, game) in (1..).zip(&games) {
        assert!(game.is_valid(), "line {line}: {:?}", game.faults);
    }
    let on_ten = games.iter().filter(|game| game.rules().size() == 10);
    assert_eq!(on_ten.count(), 6);
}

#[test]
fn positions_of_problem_files() {
    let Some(data) = data() else { return };
    let folder = data.join("positions");
    for (name, count) in [
        ("fforum-1-19.obf", 19),
        ("fforum-20-39.obf", 20),
        ("fforum-40-59.obf", 20),
        ("neural-hard-20.obf", 276),
        ("zebra_ffotest.scr", 21),
    ] {
        let records = read(&folder.join(name));
        assert_eq!(records.len(), count, "{name}");
        for (source, raw) in &records {
            let label = source.label(raw.span.start);
            let judged = judge(source, raw, &JudgeOptions::default());
            let start = raw.start.as_ref().unwrap();
            assert!(raw.notes.is_empty() && raw.tokens.is_empty(), "{label}");
            assert!(raw.faults.is_empty(), "{label}");
            if name.ends_with("obf") {
                assert!(judged.is_valid(), "{label}: {:?}", judged.faults);
                assert_eq!(raw.scores.len(), start.legal_moves().len(), "{label}");
            }
        }
    }
    // In the script a score of #44 is given to a square that is filled.
    let script = read(&folder.join("zebra_ffotest.scr"));
    let faulty: Vec<&str> = script
        .iter()
        .filter(|(source, raw)| !judge(source, raw, &JudgeOptions::default()).is_valid())
        .map(|(_, raw)| raw.tags[0].value.as_str())
        .collect();
    assert_eq!(faulty, ["44"]);
    // #59, in its last lines.
    let (_, last) = script.last().unwrap();
    let scores: Vec<(String, i16)> = last
        .scores
        .iter()
        .map(|scored| (scored.mv.to_string(), scored.score.0))
        .collect();
    let want = [("g8", 64), ("e8", 64), ("h4", 64)];
    assert_eq!(scores, want.map(|(mv, score)| (mv.to_owned(), score)));
    assert_eq!(last.tags[0].value, "59");
}

/// Eleven lines are broken on purpose, as the file itself says.
#[test]
fn a_position_database_with_broken_lines() {
    let Some(data) = data() else { return };
    let records = read(&data.join("positions/rcrr_gpdb-test-db.txt"));
    let broken: Vec<&str> = records
        .iter()
        .filter(|(_, raw)| !raw.faults.is_empty())
        .map(|(source, _)| source.text().split(';').next().unwrap().trim())
        .collect();
    let want = [
        "test-wrong",
        "duplicate-entry",
        "incomplete-entry-a",
        "incomplete-entry-b",
        "incomplete-entry-c",
        "incomplete-entry-d",
        "sixty-square-board",
        "wrong-square",
        "wrong-player-a",
        "wrong-player-b",
        "wrong-player-c",
    ];
    assert_eq!(broken, want);
    assert_eq!(records.len() - broken.len(), 6);
}

#[test]
fn games_of_ggs() {
    let Some(data) = data() else { return };
    let games = read_and_judge(&data.join("ggf/ntest_TestGames.ggf"));
    assert_eq!(games.len(), 12);
    for game in &games {
        assert!(game.is_valid(), "{:?}", game.faults);
        assert_eq!(game.record.game.plies(), 60);
    }
    // Pairs on one line, random starts, 10×10, values without their end.
    let records = read(&data.join("ggf/welty_tests.ggf"));
    let faulty: Vec<usize> = records
        .iter()
        .filter(|(_, raw)| !raw.faults.is_empty())
        .map(|(source, raw)| source.place(raw.span.start).line)
        .collect();
    assert_eq!((records.len(), faulty), (16, vec![7, 8, 11]));
    for (source, raw) in &records {
        let judged = judge(source, raw, &JudgeOptions::default());
        assert!(!judged.cut, "{}: {:?}", source.text(), judged.faults);
    }
}
