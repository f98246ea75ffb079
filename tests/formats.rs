//! The formats one by one: what each reads, what it gives back, and what it
//! says of a broken text, with the place.

use std::time::Duration;

use outflank::{
    board::{Game, Move, Position, Rules},
    record::{
        Format, GameRecord, JudgeOptions, Judged, ReadOptions, Records, Tag, judge,
        write::{Loss, Unheld, WriteError, Writer},
    },
    source::{Source, Span},
};

/// Ten moves with Black's pass as the ninth.
const WITH_PASS: &str = "f5f6d3g5h5h4f7h6c5";
/// Nine moves, after which White has no disc.
const WIPE_OUT: &str = "f5d6c5f6e7f4g5e6e3";
const UNFINISHED: &str = "f5d6c3d3c4";
/// A game of sixty moves, 36-28.
const WHOLE: &str = "c4e3f4c5d6f3e6c3d3e2b6f5d2f6b4c1b3c2f1e1g5b5g4d7c6e7g6c7f8a3f2a4a5f7d1g1a2g3g8h4h6h5g7e8b2a6a7b7a8b8c8d8g2b1a1h3h1h2h8h7";

fn read_as(text: &str, format: Option<Format>) -> Vec<(Source, Judged)> {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    Records::new("text", text.as_bytes(), options)
        .map(|found| {
            let (source, raw) = found.unwrap_or_else(|error| panic!("{error}:\n{text}"));
            let judged = judge(&source, &raw, &JudgeOptions::default());
            (source, judged)
        })
        .collect()
}

fn one(text: &str) -> GameRecord {
    let mut records = read_as(text, None);
    assert_eq!(records.len(), 1, "{text}");
    let (_, judged) = records.remove(0);
    assert!(judged.is_valid(), "{text}\n{:?}", judged.faults);
    judged.record
}

/// The faults of a text as `line:column kind: message`.
fn faults(text: &str, format: Option<Format>) -> Vec<String> {
    let records = read_as(text, format);
    let told = records.iter().flat_map(|(source, judged)| {
        judged.faults.iter().map(|fault| {
            let place = source.place(fault.span.start);
            format!(
                "{}:{} {}: {}",
                place.line, place.column, fault.kind, fault.message
            )
        })
    });
    told.collect()
}

fn write(format: Format, records: &[&GameRecord]) -> (String, Vec<Loss>) {
    let mut writer = Writer::new(format, Vec::new());
    let mut losses = Vec::new();
    for record in records {
        losses.extend(writer.write(record).unwrap());
    }
    let out = writer.finish().unwrap().out;
    (String::from_utf8(out).unwrap(), losses)
}

fn refusal(format: Format, record: &GameRecord) -> Unheld {
    match Writer::new(format, Vec::new()).write(record) {
        Err(WriteError::Unheld(unheld)) => unheld,
        other => panic!("{other:?}"),
    }
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

fn game(moves: &str) -> GameRecord {
    record(one(moves).game)
}

fn named(mut record: GameRecord) -> GameRecord {
    for (name, value) in [("black", "Hid\u{e9}shi"), ("white", "M\u{fc}ller")] {
        record.tags.push(Tag {
            name: name.to_owned(),
            value: value.to_owned(),
            span: Span::new(0, 0),
        });
    }
    record
}

/// A game from a start, its moves chosen by a number.
fn play(start: Position, mut seed: u64, plies: usize) -> Game {
    let mut game = Game::from_position(start);
    for _ in 0..plies {
        game.pass_if_forced();
        let legal = game.last().legal_moves();
        if legal.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = legal[(seed >> 33) as usize % legal.len()];
        game.play(mv.into()).unwrap();
    }
    game
}

/// The formats of games, as texts.
const GAMES: [Format; 13] = [
    Format::Moves,
    Format::Pgn,
    Format::Sgf,
    Format::Ggf,
    Format::Nboard,
    Format::Json,
    Format::Yaml,
    Format::Eothello,
    Format::Quest,
    Format::Logbook,
    Format::Vong,
    Format::Grid,
    Format::Applet,
];

/// Those that have a place for the names of players.
const NAMED: [Format; 9] = [
    Format::Pgn,
    Format::Sgf,
    Format::Ggf,
    Format::Nboard,
    Format::Json,
    Format::Yaml,
    Format::Eothello,
    Format::Quest,
    Format::Vong,
];

#[test]
fn games_of_every_kind_come_back() {
    let games = [WITH_PASS, WIPE_OUT, UNFINISHED, WHOLE].map(game);
    let games: Vec<&GameRecord> = games.iter().collect();
    for format in GAMES {
        let (text, losses) = write(format, &games);
        assert_eq!(losses, [], "{format}");
        for found in [None, Some(format)] {
            let back = read_as(&text, found);
            assert_eq!(back.len(), games.len(), "{format}\n{text}");
            for ((_, judged), game) in back.iter().zip(&games) {
                assert!(judged.is_valid(), "{format}\n{text}\n{:?}", judged.faults);
                assert!(judged.warnings.is_empty(), "{text}\n{:?}", judged.warnings);
                assert_eq!(judged.record.game, game.game, "{format}\n{text}");
            }
        }
    }
}

#[test]
fn names_with_letters_of_latin1_come_back() {
    let named = named(game(WHOLE));
    for format in NAMED {
        let (text, losses) = write(format, &[&named]);
        assert_eq!(losses, [], "{format}");
        let back = one(&text);
        assert_eq!(back.tag("black"), Some("Hid\u{e9}shi"), "{text}");
        assert_eq!(back.tag("white"), Some("M\u{fc}ller"), "{text}");
    }
    let lost = [Loss::Tag("black".into()), Loss::Tag("white".into())];
    for format in GAMES.into_iter().filter(|format| !NAMED.contains(format)) {
        assert_eq!(write(format, &[&named]).1, lost, "{format}");
    }
}

#[test]
fn set_up_positions_come_back_or_are_refused() {
    for seed in 0..20 {
        let plies = 4 + 2 * seed as usize;
        let start = play(Position::start(Rules::othello()), seed, plies)
            .last()
            .clone();
        let set_up = record(play(start.clone(), seed + 100, 8));
        let black = start.to_move() == outflank::board::Color::Black;
        for format in GAMES {
            match format {
                Format::Eothello | Format::Quest | Format::Logbook | Format::Vong => {
                    assert_eq!(refusal(format, &set_up), Unheld::Start(format));
                }
                Format::Applet if !black => {
                    assert_eq!(refusal(format, &set_up), Unheld::White(format));
                }
                _ => {
                    let (text, losses) = write(format, &[&set_up]);
                    let text = text.trim_end_matches('\n');
                    let back = read_as(text, Some(format).filter(|f| *f != Format::Moves));
                    let [(_, judged)] = back.as_slice() else {
                        panic!("{format}\n{text}");
                    };
                    assert!(judged.is_valid(), "{format}\n{text}\n{:?}", judged.faults);
                    let back = &judged.record.game;
                    assert_eq!(back.start().to_string(), start.to_string(), "{text}");
                    let mut want = set_up.game.moves().to_vec();
                    if losses.contains(&Loss::LastPass) {
                        want.pop();
                    }
                    assert_eq!(back.moves(), want, "{format}\n{text}");
                }
            }
        }
    }
}

#[test]
fn positions_come_back_from_the_formats_of_positions() {
    for seed in 0..20 {
        let game = play(Position::start(Rules::othello()), seed, 3 * seed as usize);
        let position = record(Game::from_position(game.last().clone()));
        for format in [Format::Obf, Format::Fen, Format::Zebra, Format::Gpdb] {
            let (text, losses) = write(format, &[&position]);
            assert_eq!(losses, []);
            assert_eq!(one(&text).game, position.game, "{text}");
            let (text, losses) = write(format, &[&record(game.clone())]);
            let moved = !game.moves().is_empty();
            assert_eq!(losses, Vec::from_iter(moved.then_some(Loss::Moves)));
            assert_eq!(one(&text).game, position.game, "{text}");
        }
    }
}

/// The characters count from h8: c4 is number 37, e3 43.
#[test]
fn lines_of_vong() {
    let line = "*Tamenori    Brightwe   EK23:\n";
    let read = one(line);
    assert_eq!(read.game.compact(), "c4e3f6e6f5");
    assert_eq!(read.tag("black"), Some("Tamenori"));
    assert_eq!(read.tag("white"), Some("Brightwe"));
    assert_eq!(write(Format::Vong, &[&read]).0, line);
    // White is named first, with its own score or with Black's.
    let whole = named(game(WHOLE));
    let (text, _) = write(Format::Vong, &[&whole]);
    assert!(
        text.starts_with("*Hid\u{e9}shi  +08M\u{fc}ller     E"),
        "{text}"
    );
    for score in ["-08", "+08"] {
        let text = text.replace("*Hid\u{e9}shi  +08", &format!("OHid\u{e9}shi  {score}"));
        assert_eq!(one(&text).tag("white"), Some("Hid\u{e9}shi"));
    }
    let wrong = text.replace("+08", "+10");
    assert_eq!(
        faults(&wrong, None),
        ["1:11 result-mismatch: the record states +10, but Black wins 36-28"]
    );
}

/// A blank is the square h8, so that the end of a line matters.
#[test]
fn a_blank_at_the_end_of_a_line_of_vong_is_a_move() {
    let ends_in_h8 = |seed: &u64| {
        let game = play(Position::start(Rules::othello()), *seed, 60);
        game.is_complete() && game.moves().last().map(Move::to_string).as_deref() == Some("h8")
    };
    let seed = (0..5000).find(ends_in_h8).expect("a game that ends in h8");
    let want = record(play(Position::start(Rules::othello()), seed, 60));
    let (text, _) = write(Format::Vong, &[&want]);
    assert!(text.ends_with(" \n"));
    for text in [
        text.clone(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "   \n"),
    ] {
        assert_eq!(one(&text).game, want.game, "{text:?}");
    }
    // Blanks that are no moves fill up the line.
    let (short, _) = write(Format::Vong, &[&game(WIPE_OUT)]);
    let filled = short.replace('\n', &format!("{}\n", " ".repeat(51)));
    assert_eq!(one(&filled).game, game(WIPE_OUT).game);
}

#[test]
fn broken_lines_of_vong() {
    let vong = Some(Format::Vong);
    assert_eq!(
        faults(
            "*Tamenori    Brightwe   EK23:\n*Tamenori    Brightwe   EKz3:\n",
            vong
        )[0],
        "2:27 syntax: `z` is no square: their characters go from a blank for h8 to `_` for a1"
    );
    assert_eq!(
        faults("?Tamenori +x0Brightwe   EK23:\n", vong),
        [
            "1:1 syntax: `?` is no colour: `*` for Black, `O` for White",
            "1:11 syntax: `+x0` is no score: a sign and two digits",
        ]
    );
    assert!(faults("f5d6c3\n", vong)[0].starts_with("1:1 syntax: this is no line of a game"));
    assert_eq!(
        faults("*Tamenori    Brightwe   EKE3:\n", vong)[0],
        "1:27 occupied-square: c4 is occupied"
    );
}

/// As `show --kifu` prints it, with discs of either kind.
const KIFU: &str = "\
argument:1
   a b c d e f g h
1  - - - - - - - -  1
2  - - - - - - - -  2
3  - - - 3 - - - -  3
4  - - - O X - - 6  4
5  - - 9 X O 1 4 5  5
6  - - - - - 2 - 8  6
7  - - - - - 7 - -  7
8  - - - - - - - -  8
   a b c d e f g h
Black X 2   White O 11   empty 51
Passes: Black after ply 8
Black to move
";

#[test]
fn diagrams_of_games() {
    for text in [
        KIFU.to_owned(),
        KIFU.replace('X', "●").replace('O', "○").replace('-', "·"),
        // Without letters, numbers and notes, as on a score sheet.
        KIFU.lines()
            .skip(2)
            .take(8)
            .map(|line| format!("{}\n", &line[3..18]))
            .collect(),
    ] {
        assert_eq!(one(&text).game, game(WITH_PASS).game, "{text}");
    }
    let two = format!("{KIFU}\n{KIFU}");
    assert_eq!(read_as(&two, None).len(), 2);
    for size in [6, 10] {
        let rules = Rules::othello().with_size(size).unwrap();
        for seed in 0..10 {
            let want = record(play(Position::start(rules), seed, 20));
            for format in [Format::Grid, Format::Applet] {
                let (text, losses) = write(format, &[&want]);
                assert_eq!(losses, []);
                assert_eq!(one(&text).game, want.game, "{text}");
            }
        }
    }
    // A board alone is a position.
    let board = "  a b c d\n1 - - - X 1\n2 - O X - 2\n3 - X O - 3\n4 - - - - 4\nWhite to move\n";
    assert_eq!(one(board).game.last().to_string(), "---X-OX--XO----- O");
}

#[test]
fn broken_diagrams() {
    let grid = Some(Format::Grid);
    // Both places of a number; the number that is then missing.
    let twice = faults(&KIFU.replace("- 8  6", "- 7  6"), grid);
    let told = "9:14 syntax: 7 stands on h6 and on f7".to_owned();
    assert!(twice.contains(&told), "{twice:?}");
    let missing = faults(&KIFU.replace("- - - 3 -", "- - - - -"), grid);
    assert!(missing[0].ends_with("syntax: move 3 is missing: no square has its number"));
    assert_eq!(
        faults(&KIFU.replace("- - 9 X", "- - ? X"), grid)[0],
        "7:8 syntax: `?` is no square of a diagram: a number, a disc, or `-`"
    );
    assert_eq!(
        faults(&KIFU.replace("4  - - - O", "4  - - O"), grid)[0],
        "6:1 syntax: row 4 of the diagram has 7 squares, and there should be 8"
    );
    let cut: String = KIFU
        .lines()
        .take(7)
        .map(|line| format!("{line}\n"))
        .collect();
    let told = faults(&cut, grid);
    assert!(
        told[0].contains("truncated: the diagram has 5 rows of 8 squares"),
        "{told:?}"
    );
}

#[test]
fn diagrams_of_applets() {
    let (text, losses) = write(Format::Applet, &[&game(WITH_PASS)]);
    assert_eq!(losses, []);
    let line = "<PARAM name=\"Line5\" value=\"-- -- 09 ## () 01 04 05\">\n";
    assert!(text.contains(line), "{text}");
    let page = format!(
        "<html><applet code=Hamlet.class>\n{}</applet></html>",
        text.replace("PARAM", "param").replace("name", "NAME")
    );
    assert_eq!(one(&page).game, game(WITH_PASS).game);
    assert_eq!(
        faults(&text.replace("Line5", "Line4"), None)[0],
        "5:28 syntax: Line4 stands here twice"
    );
    assert_eq!(
        faults(&text.replace("-- -- 09", "-- 09"), None)[0],
        "5:28 syntax: Line5 should have 8 squares, and has 7"
    );
    assert_eq!(
        faults(&text.replace("09", "zz"), None)[0],
        "5:34 syntax: `zz` is no square of a diagram: a number, a disc, or `-`"
    );
}

#[test]
fn objects_of_othello_quest() {
    let (text, losses) = write(Format::Quest, &[&named(game(WITH_PASS))]);
    assert_eq!(losses, []);
    let begins = "{\"players\":[{\"name\":\"Hid\u{e9}shi\"},{\"name\":\"M\u{fc}ller\"}],\"moves\":[{\"m\":\"f5\"}";
    assert!(text.starts_with(begins), "{text}");
    assert!(
        text.contains("{\"m\":\"h6\"},{\"m\":\"-\"},{\"m\":\"c5\"}"),
        "{text}"
    );
    assert_eq!(
        faults("{\"moves\":[{\"m\":\"f5\"},{\"m\":7}]}", None)[0],
        "1:27 syntax: `7` is not a move: a move is a string like \"f5\""
    );
}

const BOARD: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

#[test]
fn what_nboard_says() {
    let text = format!(
        "nboard 2\nset depth 10\nset game (;GM[Othello]PB[A]PW[B]TY[8]{BOARD}B[f5/1.00/2.00];)\n\
         move d6/-1.20/0.50\n=== c3/0.5\nmove c3\nping 3\nset game (;GM[Othello]TY[8]{BOARD}B[f5]W[f6];)\n"
    );
    let records = read_as(&text, None);
    let compact: Vec<String> = records
        .iter()
        .map(|(_, r)| r.record.game.compact())
        .collect();
    assert_eq!(compact, ["f5d6c3", "f5f6"]);
    let remarks = &records[0].1.record.remarks;
    assert_eq!(remarks[1].time, Some(Duration::from_millis(500)));
    let broken = text.replace("move c3", "move d6");
    assert_eq!(
        faults(&broken, None)[0],
        "6:6 occupied-square: d6 is occupied"
    );
}

#[test]
fn positions_of_edax() {
    let start = "8/8/8/3pP3/3Pp3/8/8/8 b";
    let read = one(start);
    assert_eq!(read.game, Game::new(Rules::othello()));
    assert_eq!(write(Format::Fen, &[&read]).0, format!("{start}\n"));
    assert_eq!(one(&format!("{start} - - 0 1\n")).game, read.game);
    let tagged = one(&format!("[FEN \"{start}\"]\n\n1. f5 d6 *\n"));
    assert_eq!(tagged.game.compact(), "f5d6");
    assert_eq!(
        faults("8/8/8/3pP3/3Pp2/8/8/8 b", None),
        ["1:1 syntax: row 4 of the position has 7 squares, and there are 8 rows"]
    );
    assert_eq!(
        faults("8/8/8/3pP3/3Pp3/8/8/8 k", None),
        ["1:1 syntax: `k` is not a side to move: b for Black, w for White"]
    );
    let broken = faults("8/8/8/3pP3/3Pp3/8/8 b\nf5\n", Some(Format::Fen));
    assert!(broken[0].starts_with("1:1 syntax: row 7"), "{broken:?}");
    assert!(
        broken[1].starts_with("2:1 syntax: this is not a position"),
        "{broken:?}"
    );
}

#[test]
fn variations_and_clocks_of_sgf() {
    let text = "(;GM[2]FF[4]SZ[8]TM[1500]BL[1500]WL[1500];B[f5]BL[1490.5](;W[d6]WL[1480]\
        (;B[c3];W[d3])(;B[c5]C[also played];W[f6]))(;C[rare]W[f4]V[-2];B[e3]))";
    let read = one(text);
    assert_eq!(read.game.compact(), "f5d6c3d3");
    assert_eq!(read.tag("bl"), Some("1500"));
    assert_eq!(read.remarks[0].left, Some(Duration::from_millis(1_490_500)));
    assert_eq!(read.remarks[1].left, Some(Duration::from_secs(1480)));
    let lines = |record: &GameRecord| -> Vec<(usize, String)> {
        let moves = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<String>();
        let variations = record.variations.iter();
        variations
            .map(|line| (line.at, moves(&line.moves)))
            .collect()
    };
    assert_eq!(lines(&read), [(2, "c5f6".into()), (1, "f4e3".into())]);
    let rare = &read.variations[1].remarks[0];
    assert_eq!(rare.comment.as_deref(), Some("rare"));
    // White's move, and V is Black's.
    assert_eq!(rare.eval.map(|eval| eval.thousandths()), Some(2000));
    for format in [Format::Sgf, Format::Json, Format::Yaml] {
        let (text, losses) = write(format, &[&read]);
        assert_eq!(losses, [], "{format}");
        let back = one(&text);
        assert_eq!(back.game, read.game);
        assert_eq!(back.remarks, read.remarks, "{text}");
        let sorted = |record: &GameRecord| {
            let mut variations = record.variations.clone();
            variations.sort_by_key(|line| line.at);
            variations
        };
        assert_eq!(sorted(&back), sorted(&read), "{text}");
    }
    let (pgn, losses) = write(Format::Pgn, &[&read]);
    assert_eq!(losses, [Loss::Variations]);
    assert_eq!(one(&pgn).remarks, read.remarks);
    assert!(write(Format::Ggf, &[&read]).1.contains(&Loss::Clocks));
    let turned = read.turned_to("c4".parse().unwrap()).unwrap();
    assert_eq!(turned.variations[1].moves[0].to_string(), "c5");
}

#[test]
fn broken_variations() {
    let text = "(;GM[2];B[f5](;W[d6])(;W[e6])(;B[f4])(;W[f6];B[zz9]))";
    assert_eq!(
        faults(text, None),
        [
            "1:26 illegal-move: in a variation: e6 flips nothing for White",
            "1:34 missing-pass: in a variation: f4 is given to Black, but it is White's turn",
            "1:48 syntax: in a variation: `zz9` is not a square: columns go from a to p on the \
             largest board",
        ]
    );
    let json = "{\"moves\": \"f5 d6\", \"variations\": [{\"at\": 2, \"moves\": \"f5\"}]}";
    assert_eq!(
        faults(json, None),
        ["1:55 occupied-square: in a variation: f5 is occupied"]
    );
}

/// A fault of the library's own YAML stands at the value, in whatever style.
#[test]
fn faults_of_yaml_stand_at_their_values() {
    let text = "\
---
moves: f5 d6 c3
result:
  black: 40
move_scores:
- move: f5
  score: high
- move: z9
  score: 4
remarks:
- at: 0
- at: 1
  eval: good
  seconds: 1.5
variations:
- at: 2
  moves: >
    f4
    zz
- moves: f4
";
    assert_eq!(
        faults(text, None),
        [
            "4:3 syntax: a result has the discs of `black` and `white`, a `difference`, or a `winner`",
            "7:10 syntax: `score` is `\"high\"`: it should be a whole number",
            "8:9 syntax: `move` is `\"z9\"`: it should be a move like \"g8\"",
            "11:7 syntax: `at` is `0`: it should be the number of a move, from 1 on",
            "13:9 syntax: `eval` is `\"good\"`: it should be a number of discs",
            "19:5 syntax: in a variation: `zz` is not a square: columns go from a to p on the largest board",
            "20:3 syntax: `at` is missing: the number of a move, from 1 on",
        ]
        .map(str::to_owned)
    );
    let moves = "---\nmoves: |\n  f5 d6\n  d6 c3\ntags:\n  black: A\n";
    assert_eq!(
        faults(moves, None)[0],
        "4:3 occupied-square: d6 is occupied"
    );
    let json = "{\"moves\": \"f5 d6\",\n \"remarks\": [{\"at\": 1, \"seconds\": \"long\"}]}";
    assert_eq!(
        faults(json, None),
        ["2:35 syntax: `seconds` is `\"long\"`: it should be a number of seconds"]
    );
}

/// Types, clocks, komi and results as GGS writes them.
#[test]
fn tags_of_ggf_come_back() {
    let tags = [
        "PC[GGS/os]",
        "DT[2003.12.15_12:33:18.MST]",
        "PB[Saio1200]",
        "PW[Saio3000]",
        "RB[2197.01]",
        "RW[2199.72]",
    ];
    let clocks = [
        "TI[05:00//02:00]",
        "TI[15:00/10:00/02:00]",
        "TI[0]",
        "TB[2.01:00:00.50/00:30]TW[15/3/1]",
    ];
    for clock in clocks {
        for (kind, komi) in [
            ("s8r18", "KB[f4]KW[d3]KM[-3.133]"),
            ("8kr20", "KM[2]"),
            ("bs8", ""),
            ("8a", ""),
        ] {
            let text = format!(
                "(;GM[Othello]{}{clock}{komi}TY[{kind}]RE[?]{BOARD}B[f5/-6.00/26.00]W[d6//0.01]\
                 B[c3/1.50];)",
                tags.concat()
            );
            let read = one(&text);
            assert_eq!(read.game.compact(), "f5d6c3");
            let (back, losses) = write(Format::Ggf, &[&read]);
            assert_eq!(losses, [], "{text}");
            let values = |text: &str| -> Vec<String> {
                let mut values: Vec<String> = text.split(']').map(str::to_owned).collect();
                values.sort();
                values
            };
            assert_eq!(values(back.trim_end()), values(&text));
        }
    }
    // The side that is not asked for, unknown squares, and a start that is
    // not told.
    let start = |board: &str| format!("(;GM[Othello]TY[8r20]BO[{board}]B[f5];)");
    let glued = "8-------- ---------------- ---O*------*O--- -------- ----------------*";
    assert_eq!(one(&start(glued)).game.compact(), "f5");
    assert_eq!(
        faults(&start(&glued.replacen('-', "?", 1)), None)[0],
        "1:25 syntax: the game begins from a board with unknown squares: `?`"
    );
    assert!(
        faults("(;GM[Othello]TY[8r]B[f5];)", None)[0].starts_with("1:17 syntax: `8r` is no type")
    );
    assert!(faults("(;GM[Othello]TY[8r20]B[f5];)", None)[0].contains("random position"));
}

#[test]
fn passes_and_results_of_ggf() {
    let passes = WITH_PASS
        .as_bytes()
        .chunks(2)
        .enumerate()
        .map(|(at, square)| {
            let square = String::from_utf8_lossy(square);
            match at {
                8 => format!("B[PASS//1.67]W[{square}]"),
                _ => format!("{}[{square}]", if at % 2 == 0 { "B" } else { "W" }),
            }
        });
    let passes: String = passes.collect();
    let text = format!("(;GM[othello]TY[8]{BOARD}{passes};)");
    let read = one(&text);
    assert_eq!(read.game, game(WITH_PASS).game);
    assert_eq!(read.remarks[0].at, 8);
    assert!(
        write(Format::Ggf, &[&read])
            .0
            .contains("B[pass//1.67]W[c5]")
    );
    // Black's sign is wrong.
    let moves = ["B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3]"].concat();
    let wrong = format!("(;GM[Othello]TY[8]RE[-64.000]{BOARD}{moves};)");
    let told = faults(&wrong, None);
    assert!(told[0].starts_with("1:22 result-mismatch"), "{told:?}");
    let komi = format!("(;GM[Othello]TY[8k]KM[-3.133]RE[+67.133]{BOARD}{moves};)");
    one(&komi);
}

#[test]
fn the_two_games_of_a_synchronous_match_stay_one_line() {
    let game = |first: &str| format!("(;GM[Othello]TY[s8]RE[?]{BOARD}B[{first}];)");
    let text = format!("2 {}{}\n1 {}\n", game("f5"), game("d3"), game("c4"));
    let records = read_as(&text, None);
    let pairs: Vec<Option<&str>> = records.iter().map(|(_, r)| r.record.tag("pair")).collect();
    assert_eq!(pairs, [Some("1/2"), Some("2/2"), None]);
    let records: Vec<&GameRecord> = records.iter().map(|(_, r)| &r.record).collect();
    let (back, losses) = write(Format::Ggf, &records);
    assert_eq!(losses, []);
    assert_eq!(back, text.replace("\n1 ", "\n"));
    // Half a pair is a game.
    let (half, _) = write(Format::Ggf, &records[..1]);
    assert_eq!(half, format!("{}\n", game("f5")));
}

#[test]
fn formats_are_listed_once() {
    let mut names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    for (format, name) in Format::ALL.into_iter().zip(&names) {
        assert_eq!(name.parse(), Ok(format));
        assert!(!format.reads().is_empty() && !format.writes().is_empty());
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Format::ALL.len());
    assert!("nonsense".parse::<Format>().is_err());
}
