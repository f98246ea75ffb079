//! What was written reads back.

use std::sync::Arc;

use outflank::{
    board::{Game, Move},
    record::{
        Format, GameRecord, ReadOptions, Records,
        write::{Loss, Writer},
        wthor::Names,
    },
};

/// The formats that keep the moves of a game.
pub const GAMES: [Format; 9] = [
    Format::Moves,
    Format::Pgn,
    Format::Sgf,
    Format::Ggf,
    Format::Json,
    Format::Yaml,
    Format::Logbook,
    Format::Eothello,
    Format::Wthor,
];

/// Writes a game in every format that can hold it, and reads it again.
pub fn every_format(record: &GameRecord) {
    for target in GAMES {
        let mut writer = Writer::new(target, Vec::new());
        let Ok(losses) = writer.write(record) else {
            continue;
        };
        let Ok(ending) = writer.finish() else {
            unreachable!("memory can be written")
        };
        let mut bytes = ending.out;
        bytes.splice(..ending.head.len(), ending.head);
        let mut names = Names::default();
        for (ending, list) in &ending.beside {
            let added = names.add(ending, list.as_slice());
            assert!(added.is_ok(), "{target}: {added:?}");
        }
        let options = ReadOptions {
            // A head without a date and a year looks like many other bytes.
            format: (target == Format::Wthor).then_some(Format::Wthor),
            ..ReadOptions::default()
        };
        let records = Records::new("back", bytes.as_slice(), options);
        let back = crate::hold(records.with_names(Arc::new(names)));
        let text = || format!("{target}: {}", String::from_utf8_lossy(&bytes));
        let [judged] = back.as_slice() else {
            panic!("{} records for one: {}", back.len(), text());
        };
        assert!(!judged.cut, "{:?}\n{}", judged.faults, text());
        let (want, found) = (&record.game, &judged.record.game);
        let dropped = losses.contains(&Loss::LastPass);
        assert_eq!(moves(want, dropped), moves(found, dropped), "{}", text());
        let boards = (want.start().board_text(), found.start().board_text());
        assert_eq!(boards.0, boards.1, "{}", text());
        assert_eq!(
            want.start().to_move(),
            found.start().to_move(),
            "{}",
            text()
        );
    }
}

/// The moves, without a pass at the end where the format has none.
fn moves(game: &Game, dropped: bool) -> &[Move] {
    match game.moves() {
        [moves @ .., Move::Pass] if dropped => moves,
        moves => moves,
    }
}
