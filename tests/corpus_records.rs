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
