//! Writing: what was written reads back as the same record, and what a format
//! cannot hold is told.

use std::time::Duration;

use outflank::{
    board::{Aim, Color, Game, Move, Position, Rules, Score, Start},
    record::{
        Eval, Format, GameRecord, JudgeOptions, Judged, ReadOptions, Records, Remark, Tag, judge,
        write::{Loss, Unheld, WriteError, Writer},
    },
    source::Span,
};
use proptest::prelude::*;

/// The formats of games, as texts.
const GAMES: [Format; 13] = [
    Format::Moves,
    Format::Pgn,
    Format::Sgf,
    Format::Ggf,
    Format::Json,
    Format::Yaml,
    Format::Logbook,
    Format::Eothello,
    Format::Nboard,
    Format::Quest,
    Format::Vong,
    Format::Grid,
    Format::Applet,
];

fn read(text: &str) -> Vec<Judged> {
    Records::new("text", text.as_bytes(), ReadOptions::default())
        .map(|found| {
            let (source, raw) = found.unwrap_or_else(|error| panic!("{error}:\n{text}"));
            judge(&source, &raw, &JudgeOptions::default())
        })
        .collect()
}

fn one(text: &str) -> GameRecord {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    let judged = records.remove(0);
    assert!(judged.is_valid(), "{text}\n{:?}", judged.faults);
    judged.record
}

fn write(target: Format, records: &[&GameRecord]) -> (String, Vec<Loss>) {
    let mut writer = Writer::new(target, Vec::new());
    let mut losses = Vec::new();
    for record in records {
        losses.extend(writer.write(record).unwrap());
    }
    let ending = writer.finish().unwrap();
    assert!(ending.head.is_empty() && ending.beside.is_empty());
    (String::from_utf8(ending.out).unwrap(), losses)
}

fn refusal(target: Format, record: &GameRecord) -> Unheld {
    let mut writer = Writer::new(target, Vec::new());
    let error = writer.write(record).unwrap_err();
    assert!(writer.out().is_empty());
    match error {
        WriteError::Unheld(unheld) => unheld,
        WriteError::Io(error) => panic!("{error}"),
    }
}

/// What tells positions apart: discs, side, board and aim. How the start was
/// named does not.
fn place(position: &Position) -> (String, Aim, Vec<String>) {
    let rules = position.rules();
    let holes = rules.holes().map(|square| square.to_string());
    (position.to_string(), rules.aim(), holes.collect())
}

/// A game of up to so many plies, its moves chosen by numbers.
fn play(start: Position, choices: &[usize]) -> Game {
    let mut game = Game::from_position(start);
    for choice in choices {
        game.pass_if_forced();
        let legal = game.last().legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(legal[choice % legal.len()].into()).unwrap();
    }
    game
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 0..=70)
}

fn record(game: Game) -> GameRecord {
    GameRecord {
        span: Span::new(0, 0),
        tags: Vec::new(),
        game,
        claims: Vec::new(),
        scores: Vec::new(),
        remarks: Vec::new(),
        variations: Vec::new(),
    }
}

fn tag(name: &str, value: &str) -> Tag {
    Tag {
        name: name.to_owned(),
        value: value.to_owned(),
        span: Span::new(0, 0),
    }
}

/// The tags that are facts, in order of their names.
fn facts(record: &GameRecord) -> Vec<(String, String)> {
    let structure = ["result", "setup", "fen", "ff", "ca", "type", "no"];
    let facts = record
        .tags
        .iter()
        .filter(|tag| !structure.contains(&tag.name.as_str()));
    let mut facts: Vec<_> = facts
        .map(|tag| {
            let name = if tag.name == "site" {
                "place"
            } else {
                &tag.name
            };
            (name.to_owned(), tag.value.clone())
        })
        .collect();
    facts.sort();
    facts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The moves of games read back from each format, several in a file.
    #[test]
    fn games_read_back(some in prop::collection::vec(choices(), 1..4)) {
        let games: Vec<GameRecord> = some
            .iter()
            .filter(|choices| choices.len() > 4)
            .map(|choices| record(play(Position::start(Rules::othello()), choices)))
            .collect();
        prop_assume!(!games.is_empty());
        let games: Vec<&GameRecord> = games.iter().collect();
        for target in GAMES {
            let (text, losses) = write(target, &games);
            let back = read(&text);
            prop_assert!(losses.is_empty(), "{target}: {losses:?}");
            prop_assert_eq!(back.len(), games.len(), "{}\n{}", target, text);
            for (back, game) in back.iter().zip(&games) {
                prop_assert!(back.is_valid(), "{target}\n{text}\n{:?}", back.faults);
                prop_assert!(back.warnings.is_empty(), "{target}\n{text}\n{:?}", back.warnings);
                prop_assert_eq!(&back.record.game, &game.game, "{}\n{}", target, text);
            }
        }
    }

    /// So do games from any position, on other boards and of other aims.
    #[test]
    fn games_from_positions_read_back(
        before in prop::collection::vec(0..1000_usize, 0..40),
        after in prop::collection::vec(0..1000_usize, 0..30),
        size in prop::sample::select(vec![4_u8, 6, 8, 10, 12]),
        start in prop::sample::select(vec![Start::Othello, Start::Mirrored, Start::Parallel]),
        anti in any::<bool>(),
        white in any::<bool>(),
    ) {
        let rules = Rules::othello().with_size(size).unwrap().with_start(start);
        let aim = if anti { Aim::Fewest } else { Aim::Most };
        let first = if white { Color::White } else { Color::Black };
        let rules = rules.with_aim(aim).with_first(first);
        let reached = play(Position::start(rules), &before).last().clone();
        let game = record(play(reached, &after));
        for target in [
            Format::Moves, Format::Pgn, Format::Sgf, Format::Ggf, Format::Nboard, Format::Json,
            Format::Yaml, Format::Grid,
        ] {
            let (text, losses) = write(target, &[&game]);
            let back = read(&text);
            prop_assert_eq!(back.len(), 1, "{}\n{}", target, text);
            let judged = &back[0];
            prop_assert!(judged.is_valid(), "{target}\n{text}\n{:?}", judged.faults);
            let (want, found) = (&game.game, &judged.record.game);
            prop_assert_eq!(want.moves(), found.moves(), "{}\n{}", target, text);
            let (want, found) = (place(want.start()), place(found.start()));
            prop_assert_eq!(&want.0, &found.0, "{}\n{}", target, text);
            prop_assert_eq!(&want.2, &found.2, "{}\n{}", target, text);
            prop_assert_eq!(want.1 == found.1, !losses.contains(&Loss::Aim), "{}\n{}", target, text);
        }
    }

    /// Texts of any kind read back where no loss is told, and never break the
    /// record they are in.
    #[test]
    fn texts_read_back(
        black in "\\PC{0,12}",
        event in "[a-z\\[\\]\"\\\\(){};#% \n\u{e9}\u{2460}]{0,16}",
        said in "[a-z\\[\\]\"\\\\(){};#% \n\u{e9}\u{2460}]{0,16}",
        choices in prop::collection::vec(0..1000_usize, 3..20),
        eval in -64_000..64_000_i32,
        millis in 0..10_000_000_u64,
    ) {
        let mut full = record(play(Position::start(Rules::othello()), &choices));
        for (name, value) in [("black", &black), ("event", &event), ("comment", &said)] {
            if !value.trim().is_empty() {
                full.tags.push(tag(name, value.trim()));
            }
        }
        let eval: Eval = format!("{}", f64::from(eval) / 1000.0).parse().unwrap();
        full.remarks.push(Remark {
            eval: Some(eval),
            time: Some(Duration::from_millis(millis)),
            comment: Some(said.trim().to_owned()).filter(|said| !said.is_empty()),
            ..Remark::on(1)
        });
        for target in [Format::Pgn, Format::Sgf, Format::Ggf, Format::Json, Format::Yaml] {
            let (text, losses) = write(target, &[&full]);
            let back = one(&text);
            prop_assert_eq!(&back.game, &full.game);
            let kept = |loss: Loss| !losses.contains(&loss);
            if kept(Loss::LineBreaks) && kept(Loss::Characters) {
                let mut want = facts(&full);
                want.retain(|(name, _)| kept(Loss::Tag(name.clone())));
                prop_assert_eq!(facts(&back), want, "{}\n{}", target, text);
            }
            let remark = &back.remarks[0];
            prop_assert_eq!(remark.at, 1);
            prop_assert_eq!(remark.eval.is_some(), kept(Loss::Evaluations));
            prop_assert!(remark.eval.is_none_or(|found| found == eval));
            prop_assert_eq!(remark.time.is_some(), kept(Loss::Times), "{}\n{}", target, text);
            prop_assert!(remark.time.is_none_or(|found| found.as_millis() == u128::from(millis)));
        }
    }

    /// Positions with scores read back from the formats of positions.
    #[test]
    fn positions_read_back(choices in choices()) {
        let game = play(Position::start(Rules::othello()), &choices);
        let mut position = record(Game::from_position(game.last().clone()));
        let moves = game.last().legal_moves();
        for (score, mv) in (0..).zip(moves) {
            position.scores.push(outflank::record::MoveScore {
                mv: Move::Place(mv),
                score: Score(20 - 2 * score),
                span: Span::new(0, 0),
            });
        }
        position.tags.push(tag("comment", "from a game"));
        for target in [
            Format::Obf, Format::Fen, Format::Zebra, Format::Gpdb, Format::Json, Format::Yaml,
        ] {
            let (text, losses) = write(target, &[&position]);
            let back = one(&text);
            prop_assert_eq!(&back.game, &position.game, "{}\n{}", target, text);
            let scores = |record: &GameRecord| -> Vec<(Move, Score)> {
                record.scores.iter().map(|scored| (scored.mv, scored.score)).collect()
            };
            let no_scores = matches!(target, Format::Gpdb | Format::Fen);
            let lost = no_scores && !position.scores.is_empty();
            prop_assert_eq!(losses.contains(&Loss::Scores), lost);
            if !lost {
                prop_assert_eq!(scores(&back), scores(&position), "{}\n{}", target, text);
            }
        }
    }
}

/// Case A6: a game from a set position, with a pass, to each format and back.
#[test]
fn a_game_from_a_position_with_a_pass_comes_back() {
    // After the eight moves of the earliest pass, from a position with White
    // to move: h6, Black passes, and White goes on.
    let mut game = Game::new(Rules::othello());
    for square in ["f5", "f6", "d3", "g5", "h5", "h4", "f7"] {
        game.play(square.parse().unwrap()).unwrap();
    }
    let start = game.last().clone();
    let mut game = Game::from_position(start.clone());
    game.play("h6".parse().unwrap()).unwrap();
    assert!(game.pass_if_forced());
    let next = game.last().legal_moves()[0];
    game.play(next.into()).unwrap();
    let want = record(game);
    for target in [
        Format::Moves,
        Format::Pgn,
        Format::Sgf,
        Format::Ggf,
        Format::Json,
        Format::Yaml,
    ] {
        let (text, losses) = write(target, &[&want]);
        assert_eq!(losses, []);
        let back = one(&text);
        assert_eq!(back.game.start().to_string(), start.to_string(), "{text}");
        assert_eq!(back.game, want.game, "{text}");
    }
    for target in [Format::Logbook, Format::Eothello, Format::Wthor] {
        assert_eq!(refusal(target, &want), Unheld::Start(target));
    }
}

/// The example of weltyc/othello's tests: every part of it reads back.
#[test]
fn a_game_of_ggs_comes_back() {
    let text = "(;GM[Othello]PC[GGS/os]DT[2010.10.17_05:23:05.MDT]PB[hercule]PW[scorp+]\
        RB[2082.33]RW[1669.67]TI[10:00//02:00]TY[s8]RE[+6.000]BO[8 -------- -------- -------- \
        ---O*--- ---*O--- -------- -------- -------- *]B[D3//3.95]W[c5/-18.40/0.10]B[E6//2.30]\
        W[d2/-2.42/0.04]B[C3//2.48]W[e3/0.46];)";
    let record = one(text);
    assert_eq!(record.remarks.len(), 6);
    assert_eq!(record.remarks[1].eval.map(Eval::thousandths), Some(-18_400));
    assert_eq!(record.remarks[1].time, Some(Duration::from_millis(100)));
    assert_eq!(record.remarks[5].time, None);
    let (ggf, losses) = write(Format::Ggf, &[&record]);
    assert_eq!(losses, []);
    assert_eq!(
        ggf,
        text.replace("D3", "d3")
            .replace("E6", "e6")
            .replace("C3", "c3")
            + "\n"
    );
    // PGN keeps evaluations and times in comments, SGF the evaluations.
    let (pgn, losses) = write(Format::Pgn, &[&record]);
    assert_eq!(losses, []);
    assert_eq!(one(&pgn).remarks, record.remarks);
    let (sgf, losses) = write(Format::Sgf, &[&record]);
    assert_eq!(
        losses,
        [
            Loss::Times,
            Loss::Tag("ti".into()),
            Loss::Tag("type".into())
        ]
    );
    let evals = |record: &GameRecord| -> Vec<Option<Eval>> {
        let remarks = record.remarks.iter().map(|remark| remark.eval);
        remarks.filter(Option::is_some).collect()
    };
    assert_eq!(evals(&one(&sgf)), evals(&record));
}

#[test]
fn results_are_those_of_the_moves_or_those_stated() {
    // Nine moves, 13-0, and games that were broken off.
    let whole = one("f5d6c5f6e7f4g5e6e3");
    for (target, want) in [
        (Format::Pgn, "[Result \"13-0\"]"),
        (Format::Sgf, "RE[B+64]"),
        (Format::Ggf, "RE[+64.000]"),
        (Format::Json, "\"result\":{\"black\":13,\"white\":0}"),
        (Format::Logbook, ": +64 00"),
    ] {
        let (text, _) = write(target, &[&whole]);
        assert!(text.contains(want), "{text}");
        assert!(one(&text).game.is_complete());
    }
    let resigned = one("(;GM[2]SZ[8]B[f5]W[d6]B[c3]RE[W+R])");
    for (target, want, lost) in [
        (Format::Pgn, "[Result \"0-1\"]", Some(Loss::Ending)),
        (Format::Sgf, "RE[W+R]", None),
        (Format::Ggf, "RE[?]", Some(Loss::Result)),
    ] {
        let (text, losses) = write(target, &[&resigned]);
        assert!(text.contains(want), "{text}");
        assert_eq!(losses, Vec::from_iter(lost));
    }
    let flagged = "(;GM[Othello]TY[8]RE[+64.000:t]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[f5]W[d6];)";
    let flagged = one(flagged);
    assert!(write(Format::Sgf, &[&flagged]).0.contains("RE[B+T]"));
    assert!(write(Format::Ggf, &[&flagged]).0.contains("RE[+64.000:t]"));
    let komi = "(;GM[Othello]TY[8k]KM[-0.500]RE[+8.500]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[f5]W[d6];)";
    assert!(write(Format::Ggf, &[&one(komi)]).0.contains("RE[+8.500]"));
}

#[test]
fn boards_that_a_format_does_not_have_are_refused() {
    let ten = record(play(
        Position::start(Rules::othello().with_size(10).unwrap()),
        &[0, 1, 2],
    ));
    for target in [Format::Obf, Format::Zebra, Format::Gpdb, Format::Wthor] {
        let unheld = refusal(target, &ten);
        assert_eq!(unheld, Unheld::Size(target, 10));
        assert_eq!(
            unheld.to_string(),
            format!("{target} has no boards of 10×10")
        );
    }
    assert_eq!(write(Format::Eothello, &[&ten]).1, []);
    let octagon = record(play(Position::start(Rules::octagon()), &[0, 1, 2]));
    assert_eq!(refusal(Format::Sgf, &octagon), Unheld::Holes(Format::Sgf));
    for target in [Format::Ggf, Format::Json, Format::Pgn, Format::Moves] {
        let (text, _) = write(target, &[&octagon]);
        let back = one(&text);
        assert_eq!(
            place(back.game.last()),
            place(octagon.game.last()),
            "{text}"
        );
    }
}

/// The bytes are those of the description: little-endian numbers, moves as
/// 10·row + column, names by number, Latin-1.
#[test]
fn wthor_is_written_byte_by_byte() {
    let mut first = one("f5d6c5f6e7f4g5e6e3");
    first.tags = vec![
        tag("black", "Ben Seeley"),
        tag("white", "Tamenori Hid\u{e9}shi Who Has A Long Name"),
        tag("event", "Pr\u{e9}qualif de Paris"),
        tag("date", "2001.05.12"),
    ];
    let mut second = one("f5d6c3d3");
    second.tags = vec![tag("black", "Ben Seeley"), tag("date", "2001")];
    let mut writer = Writer::new(Format::Wthor, Vec::new()).made_on((2026, 2, 23));
    assert_eq!(writer.write(&first).unwrap(), [Loss::Length, Loss::Date]);
    assert_eq!(writer.write(&second).unwrap(), []);
    let ending = writer.finish().unwrap();
    assert_eq!(
        ending.head,
        [20, 26, 2, 23, 2, 0, 0, 0, 0, 0, 0xd1, 0x07, 8, 0, 24, 0]
    );
    let games = &ending.out[16..];
    assert_eq!(games.len(), 2 * 68);
    // Tournament 1, players 1 and 2, 64 discs for Black, f5 d6 c5 …
    assert_eq!(games[..11], [1, 0, 1, 0, 2, 0, 64, 64, 56, 64, 53]);
    assert_eq!(games[68..80], [0, 0, 1, 0, 0, 0, 32, 32, 56, 64, 33, 34]);
    assert!(games[80..].iter().all(|&byte| byte == 0));
    let [(jou, players), (trn, tournaments)] = &ending.beside[..] else {
        panic!("players and tournaments");
    };
    assert_eq!((*jou, *trn), ("jou", "trn"));
    assert_eq!(players.len(), 16 + 3 * 20);
    assert_eq!(players[8..10], [3, 0]);
    assert_eq!(players[16..20], *b"???\0");
    assert_eq!(players[36..47], *b"Ben Seeley\0");
    assert_eq!(players[56..76], *b"Tamenori Hid\xe9shi Wh\0");
    assert_eq!(tournaments.len(), 16 + 2 * 26);
    assert_eq!(tournaments[42..61], *b"Pr\xe9qualif de Paris\0");
}

#[test]
fn targets_have_names() {
    for target in Format::ALL {
        assert_eq!(target.name().parse(), Ok(target));
    }
    assert!("nonsense".parse::<Format>().is_err());
}
