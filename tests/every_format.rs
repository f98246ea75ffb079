//! What must hold in every format alike: a fault is found where it stands,
//! a bad game does not stop the file, marks of encodings are no text, and a
//! game may be turned.

use std::io::BufReader;

use outflank::{
    board::{Color, Game, Move, Rules, Start, Symmetry},
    opening,
    puzzle::PuzzleFile,
    record::{
        Counting, FaultKind, Format, JudgeOptions, Judged, RawRecord, ReadOptions, Records, judge,
        write::Writer,
    },
    source::Source,
};

const BOARD: &str = "---------------------------OX------XO---------------------------";

/// A drawn game of 60 moves with a pass that does not begin with f5.
const DRAWN: &str = "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1a4d6e6e7f7b6e8c6b3a5d7a3e1a6g1a2c2c7b8d8c8\
    g8g6h6g5h5g4h4h3g7h8f8h7a8a7b7a1b2g3g2h2h1c1b1";

/// How a game is written down from its words, with a name for messages.
type Shape = (&'static str, fn(&[&str]) -> String);

/// Every way of writing games of which a file can hold several.
const SHAPES: [Shape; 14] = [
    ("compact", |words| words.concat() + "\n"),
    ("blanks", |words| words.join(" ") + "\n"),
    ("commas", |words| words.join(", ") + "\n"),
    ("pairs", |words| numbered(words) + "\n"),
    ("tags", |words| {
        format!(
            "[Event \"(a1 b2)\"]\n[Black \"c3\"]\n\n{} *\n\n",
            numbered(words)
        )
    }),
    ("logbook", |words| {
        let moves = each(words, |side, word| format!("{}{word}", sign(side)));
        format!("{moves}: +00 00\n")
    }),
    ("position", |words| {
        format!("{BOARD} X; {}\n", words.join(" "))
    }),
    ("sgf", |words| {
        let moves = each(words, |side, word| format!(";{}[{word}]", initial(side)));
        format!("(;FF[4]GM[2]SZ[8]PB[a]PW[b]{moves})\n")
    }),
    ("edax", |words| {
        let moves = each(words, |side, word| format!("{}[{word}];", initial(side)));
        format!("(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n{moves})\n")
    }),
    ("ggf", |words| {
        let moves = each(words, |side, word| {
            format!("{}[{word}/0.5/1.2]", initial(side))
        });
        format!("(;GM[Othello]PB[a]PW[b]TY[8]{moves};)\n")
    }),
    ("json list", |words| format!("{{\"moves\":{words:?}}}\n")),
    ("json text", |words| {
        format!("{{\"moves\":{:?}}}\n", words.join(" "))
    }),
    ("eothello", |words| {
        format!("{{\"no\":1,\"type\":1,\"players\":[\"a\",\"b\"],\"moves\":{words:?}}}\n")
    }),
    ("yaml", |words| {
        format!("---\nmoves: {}\ntags:\n  black: d3\n", words.join(" "))
    }),
];

fn numbered(words: &[&str]) -> String {
    let pairs = words.chunks(2).enumerate();
    let texts: Vec<String> = pairs
        .map(|(n, pair)| format!("{}. {}", n + 1, pair.join(" ")))
        .collect();
    texts.join(" ")
}

fn each(words: &[&str], write: impl Fn(Color, &str) -> String) -> String {
    let sides = [Color::Black, Color::White].into_iter().cycle();
    let written = sides.zip(words).map(|(side, word)| write(side, word));
    written.collect()
}

fn initial(side: Color) -> char {
    if side == Color::Black { 'B' } else { 'W' }
}

fn sign(side: Color) -> char {
    if side == Color::Black { '+' } else { '-' }
}

fn read(bytes: &[u8]) -> Vec<(Source, RawRecord)> {
    read_in_pieces(bytes, bytes.len().max(1))
}

/// Reads from a pipe that brings so many bytes at a time.
fn read_in_pieces(bytes: &[u8], size: usize) -> Vec<(Source, RawRecord)> {
    let pipe = BufReader::with_capacity(size, bytes);
    Records::new("text", pipe, ReadOptions::default())
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)))
}

fn judged(text: &str) -> Vec<Judged> {
    let records = read(text.as_bytes());
    let judged = records.iter();
    judged
        .map(|(source, raw)| judge(source, raw, &JudgeOptions::default()))
        .collect()
}

/// Cases A2, A4, A7 and A8: whatever is wrong with a move is told at its
/// place, the game ends before it, and nothing after it is glued on.
#[test]
fn a_bad_move_ends_the_game_before_it() {
    let bad = [
        ("a1", FaultKind::IllegalMove),
        ("h8", FaultKind::IllegalMove),
        ("f5", FaultKind::OccupiedSquare),
        ("d5", FaultKind::OccupiedSquare),
        ("a9", FaultKind::IllegalMove),
        ("pa", FaultKind::IllegalPass),
        ("zz", FaultKind::Syntax),
        ("x3", FaultKind::Syntax),
    ];
    for (shape, write) in SHAPES {
        for (word, kind) in bad {
            for at in 1..6 {
                let mut words = ["f5", "d6", "c3", "d3", "c4", "f4"];
                words[at] = word;
                let text = write(&words);
                let context = format!("{shape}, {word} at {at}: {text}");
                let records = read(text.as_bytes());
                assert_eq!(records.len(), 1, "{context}");
                let (source, raw) = &records[0];
                let judged = judge(source, raw, &JudgeOptions::default());
                let game = &judged.record.game;
                assert_eq!((game.plies(), game.passes()), (at, 0), "{context}");
                let discs = game.last().discs();
                assert_eq!(discs.black + discs.white, 4 + at as u32, "{context}");
                let fault = judged.faults.first();
                let fault = fault.unwrap_or_else(|| panic!("no fault: {context}"));
                assert_eq!(fault.ply, Some(at + 1), "{context}");
                let (found, place) = (fault.kind, source.slice(fault.span));
                assert_eq!((found, place), (kind, word), "{context}");
            }
        }
    }
}

/// Case A9: of three games the second is bad, and only that is.
#[test]
fn a_bad_game_between_good_ones_is_the_only_one() {
    for (shape, write) in SHAPES {
        for bad in [["f5", "f5", "c3"], ["f5", "d6", "zz"], ["f5", "a1", "d3"]] {
            let good = ["f5", "d6", "c3", "d3"];
            let other = ["f5", "f6", "e6", "f4"];
            let text = [write(&good), write(&bad), write(&other)].concat();
            let found = judged(&text);
            let valid: Vec<bool> = found.iter().map(Judged::is_valid).collect();
            assert_eq!(valid, [true, false, true], "{shape}: {text}");
            let last = &found[2].record.game;
            assert_eq!(last.compact(), other.concat(), "{shape}: {text}");
        }
    }
}

/// A record as it is read, without its places, which a mark shifts: its words,
/// its tags and the number of its faults.
type Content = (Vec<String>, Vec<(String, String)>, usize);

fn content(records: &[(Source, RawRecord)]) -> Vec<Content> {
    let read = records.iter().map(|(source, raw)| {
        let words = raw.tokens.iter();
        let words = words.map(|token| source.slice(token.span).to_owned());
        let tags = raw.tags.iter();
        let tags = tags.map(|tag| (tag.name.clone(), tag.value.clone()));
        (words.collect(), tags.collect(), raw.faults.len())
    });
    read.collect()
}

/// Case A12: a byte order mark, blank lines and the other ends of lines
/// change nothing in any format, and no tag becomes a move.
#[test]
fn marks_and_ends_of_lines_change_nothing() {
    for (shape, write) in SHAPES {
        let game = write(&["f5", "d6", "c3", "d3"]);
        let text = format!("{game}{game}");
        let plain = content(&read(text.as_bytes()));
        assert_eq!(plain.len(), 2, "{shape}");
        assert_eq!(plain[0].0, ["f5", "d6", "c3", "d3"], "{shape}");
        let utf16 = |swap: bool| -> Vec<u8> {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units
                .flat_map(|unit| {
                    if swap {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    }
                })
                .collect()
        };
        let changed = [
            format!("\u{feff}{text}").into_bytes(),
            format!("\u{feff}\n\n{text}").into_bytes(),
            format!("\r\n{}", text.replace('\n', "\r\n")).into_bytes(),
            text.trim_end().to_owned().into_bytes(),
            utf16(false),
            utf16(true),
        ];
        for bytes in changed {
            let shown = String::from_utf8_lossy(&bytes);
            assert_eq!(content(&read(&bytes)), plain, "{shape}: {shown:?}");
        }
    }
}

/// A pipe brings a text in pieces, the first of which may be a blank line or a
/// part of a mark: it is the same text.
#[test]
fn pieces_of_any_size_change_nothing() {
    for (shape, write) in SHAPES {
        let game = write(&["f5", "d6", "c3", "d3"]);
        for start in ["", "\n", "\u{feff}", "\u{feff}\r\n\n"] {
            let text = format!("{start}{game}{game}");
            let whole = read(text.as_bytes());
            for size in [1, 2, 3, 7, 16] {
                let pieces = read_in_pieces(text.as_bytes(), size);
                assert_eq!(pieces, whole, "{shape} by {size}: {text:?}");
            }
        }
    }
}

/// The same of the files of puzzles and openings.
#[test]
fn marks_change_nothing_in_books() {
    let puzzle = "puzzles:\n  - id: one\n    moves: f5d6c5f6e7f4g5e6\n    to_move: black\n    \
                  task: win\n    solution: [e3]\n";
    let book = "openings:\n  - name: Tiger\n    moves: f5 d6 c3 d3 c4\n";
    for mark in ["\u{feff}", "\u{feff}\n", "\u{feff}# a book\n"] {
        let source = Source::new("text", format!("{mark}{puzzle}"));
        let file = PuzzleFile::read(&source).unwrap();
        assert_eq!(
            (file.entries.len(), file.problems.len()),
            (1, 0),
            "{mark:?}"
        );
        assert!(
            file.entries[0].sound().is_ok(),
            "{:?}",
            file.entries[0].problems
        );
        let source = Source::new("text", format!("{mark}{book}"));
        let entries = opening::read(&source).unwrap();
        assert!(entries.len() == 1 && entries[0].ok, "{entries:?}");
    }
}

/// Cases A1 and C26: a game begins with any of the four moves, and from the
/// mirrored start with the other four.
#[test]
fn a_game_may_be_turned() {
    let game = drawn();
    assert_eq!((game.plies(), game.passes()), (60, 1));
    let mut first = Vec::new();
    for symmetry in Symmetry::ALL {
        let turned: Vec<String> = game
            .moves()
            .iter()
            .map(|mv| match mv {
                Move::Place(square) => symmetry.square(*square, 8).to_string(),
                Move::Pass => "pa".to_owned(),
            })
            .collect();
        let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
        first.push(turned[0].to_owned());
        let mirrored = !["c4", "d3", "e6", "f5"].contains(&turned[0]);
        for (shape, write) in SHAPES {
            // These give the board themselves.
            if mirrored && matches!(shape, "position" | "edax") {
                continue;
            }
            let text = write(&turned);
            let found = judged(&text);
            assert_eq!(found.len(), 1, "{shape}: {text}");
            let record = &found[0].record;
            let want = turned.concat().replace("pa", "");
            assert_eq!(record.game.compact(), want, "{shape}: {text}");
            assert_eq!((record.game.plies(), record.game.passes()), (60, 1));
            let discs = record.game.last().discs();
            assert_eq!((discs.black, discs.white), (32, 32), "{shape}: {text}");
            let start = if mirrored {
                Start::Mirrored
            } else {
                Start::Othello
            };
            assert_eq!(found[0].rules().start(), start, "{shape}: {text}");
        }
    }
    first.sort();
    first.dedup();
    assert_eq!(first, ["c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5"]);
}

fn drawn() -> Game {
    let mut game = Game::new(Rules::othello());
    for name in words(DRAWN) {
        game.play_with_passes(name.parse().unwrap()).unwrap();
    }
    game
}

fn words(compact: &str) -> Vec<&str> {
    compact
        .as_bytes()
        .chunks(2)
        .map(|name| std::str::from_utf8(name).unwrap())
        .collect()
}

/// Case A14: passes after the end of a game are not counted, and a game whose
/// last move leaves the other side to pass is not over.
#[test]
fn passes_after_the_end_are_not_counted() {
    let shortest = words("f5d6c5f6e7f4g5e6e3");
    let forced = words("f5f6d3g5h5h4f7h6");
    for (shape, write) in SHAPES {
        for passes in 1..=2 {
            let mut played = shortest.clone();
            played.extend(["pa", "pa"].iter().take(passes));
            let text = write(&played);
            let found = judged(&text);
            let context = format!("{shape}: {text} {:?}", found[0].faults);
            assert!(found.len() == 1 && !found[0].cut, "{context}");
            let game = &found[0].record.game;
            assert_eq!((game.plies(), game.passes()), (9, 0), "{context}");
            assert!(game.is_complete(), "{context}");
            let said = found[0].warnings.iter();
            let said = said.filter(|warning| warning.message.contains("not counted"));
            assert_eq!(said.count(), 1, "{context}");
        }
        let mut played = forced.clone();
        for passes in 0..=1 {
            let found = judged(&write(&played));
            let game = &found[0].record.game;
            assert_eq!(game.passes(), passes, "{shape}: {:?}", found[0].faults);
            assert!(!game.is_complete(), "{shape}");
            played.push("pa");
        }
    }
}

/// Case A14: an evaluation of 0 is one, and one that is left out is none.
#[test]
fn an_evaluation_of_nought_is_no_missing_one() {
    let game = |parts: &str| format!("(;GM[Othello]PB[a]PW[b]TY[8]B[f5{parts}]W[d6];)");
    let found = |text: &str| {
        let judged = judged(text).remove(0);
        let first = judged.record.remarks.into_iter().find(|said| said.at == 0);
        first.map(|said| {
            (
                said.eval.map(|eval| eval.thousandths()),
                said.time.is_some(),
            )
        })
    };
    let table = [
        ("", None),
        ("/", None),
        ("//", None),
        ("//1.5", Some((None, true))),
        ("/0", Some((Some(0), false))),
        ("/0.00", Some((Some(0), false))),
        ("/-0.00", Some((Some(0), false))),
        ("/+0/1.5", Some((Some(0), true))),
        ("/0/", Some((Some(0), false))),
        ("/ /2", Some((None, true))),
    ];
    for (parts, want) in table {
        assert_eq!(found(&game(parts)), want, "{parts}");
        // So it stays in the formats that have evaluations and times.
        let record = judged(&game(parts)).remove(0).record;
        for target in [Format::Ggf, Format::Pgn, Format::Json, Format::Yaml] {
            let mut writer = Writer::new(target, Vec::new());
            assert_eq!(writer.write(&record).unwrap(), [], "{parts}");
            let text = String::from_utf8(writer.finish().unwrap().out).unwrap();
            assert_eq!(found(&text), want, "{parts}: {text}");
        }
    }
    for word in ["nan", "NaN", "inf", "-inf", "1e999", "0x1p3"] {
        let record = judged(&game(&format!("/{word}/{word}"))).remove(0).record;
        assert_eq!(record.remarks, [], "{word}");
        let text = format!("(;GM[Othello]TY[8]RE[{word}]KM[{word}]B[f5]W[d6];)");
        assert_eq!(judged(&text)[0].record.claims, [], "{text}");
    }
}

/// A pass is the move `pass`, wherever it is written.
#[test]
fn a_pass_in_every_format() {
    let mut played = words("f5f6d3g5h5h4f7h6");
    for pass in ["--", "pa", "PA", "pass"] {
        played.truncate(8);
        played.extend([pass, "c5"]);
        for (shape, write) in SHAPES {
            // A dash is what stands between words, too.
            if pass == "--" && shape == "logbook" {
                continue;
            }
            let text = write(&played);
            let found = judged(&text);
            assert!(found[0].is_valid(), "{text} {:?}", found[0].faults);
            let moves = found[0].record.game.moves();
            assert_eq!((moves.len(), moves[8]), (10, Move::Pass), "{shape}: {text}");
        }
    }
}

/// A finished game with a stated result in each format that has one; `discs`
/// are Black's and White's, `ahead` is Black's lead.
fn with_result(words: &[&str], discs: (u32, u32)) -> Vec<String> {
    let (black, white) = discs;
    let ahead = i64::from(black) - i64::from(white);
    let sgf = match ahead {
        0 => "0".to_owned(),
        1.. => format!("B+{ahead}"),
        _ => format!("W+{}", -ahead),
    };
    let moves = each(words, |side, word| format!(";{}[{word}]", initial(side)));
    let ggf = each(words, |side, word| format!("{}[{word}]", initial(side)));
    let logbook = each(words, |side, word| format!("{}{word}", sign(side)));
    let (list, pairs) = (words.join(" "), numbered(words));
    vec![
        format!("{list} {black}-{white}"),
        format!("{list}\nResult: {black} - {white}"),
        format!("{list}\nBlack {black}, White {white}"),
        format!("[Black \"a\"]\n[Result \"{black}-{white}\"]\n\n{pairs} {black}-{white}\n"),
        format!("(;FF[4]GM[2]SZ[8]RE[{sgf}]{moves})"),
        format!("(;GM[Othello]TY[8]RE[{ahead:+}.000]{ggf};)"),
        format!("{logbook}: {ahead:+03} 00"),
        format!("{{\"moves\":{list:?},\"result\":{{\"black\":{black},\"white\":{white}}}}}"),
        format!("---\nmoves: {list}\nresult:\n  difference: {ahead}\n"),
    ]
}

/// Case B24: a stated result may leave the empty squares out or give them to
/// the winner; which of both it did is told, and anything else is a fault.
#[test]
fn results_may_be_counted_in_two_ways() {
    // White's wipe-out in ten moves, and 14-1 after eleven.
    for (moves, raw, official) in [
        ("f5f4e3d2d3d6e6f6c2b1", (0, 14), (0, 64)),
        ("f5f4c3e6f7g6g4e8g8g5h5", (14, 1), (63, 1)),
    ] {
        let table = [
            (raw, Some(Counting::Discs)),
            (official, Some(Counting::Official)),
            ((raw.0 + 1, raw.1 + 3), None),
            ((official.1, official.0), None),
        ];
        for (discs, want) in table {
            for text in with_result(&words(moves), discs) {
                let found = judged(&text);
                assert_eq!(found.len(), 1, "{text}");
                let matches = found[0].results.iter().map(|result| result.matches);
                let matches: Vec<Option<Counting>> = matches.collect();
                assert!(!matches.is_empty(), "{text}");
                assert!(
                    matches.iter().all(|&found| found == want),
                    "{matches:?} {text}"
                );
                let kinds: Vec<FaultKind> = found[0].faults.iter().map(|f| f.kind).collect();
                match want {
                    Some(_) => assert_eq!(kinds, [], "{text}"),
                    None => assert_eq!(kinds, [FaultKind::ResultMismatch], "{text}"),
                }
            }
        }
    }
}

/// Case B22: a draw is nobody's loss, with and without empty squares.
#[test]
fn a_draw_is_a_draw() {
    // Four squares stay empty: 30-30 on the board, 32-32 by the rules.
    let with_empties = "e6f4c3c4d3d6c5c6d7b5b6f7a6a5b4a7f3c8e8c7f6e7g8g6f8f5g4e3d2h3g5g3h4h5h7d8b8\
        a4b3d1c1b1c2e1e2a3b7f2f1g1b2a2g2h6h2g7";
    // Black passes before the last two moves.
    let with_pass = format!("{}pac1b1", &DRAWN[..116]);
    for (moves, raw) in [(with_empties, (30, 30)), (with_pass.as_str(), (32, 32))] {
        let moves = words(moves);
        let mut texts = with_result(&moves, raw);
        texts.extend(with_result(&moves, (32, 32)));
        texts.push(format!("{} 1/2-1/2", moves.join(" ")));
        texts.push(format!("{}\nResult: draw", moves.join(" ")));
        let nodes = each(&moves, |side, word| format!(";{}[{word}]", initial(side)));
        texts.push(format!("(;GM[2]SZ[8]RE[Draw]{nodes})"));
        for text in texts {
            let found = judged(&text).remove(0);
            assert!(found.is_valid(), "{text} {:?}", found.faults);
            let last = found.record.game.last();
            assert!(found.record.game.is_complete(), "{text}");
            assert_eq!((last.winner(), last.score(Color::Black).0), (None, 0));
            assert_eq!((last.discs().black, last.discs().white), raw);
        }
        for result in ["1-0", "0-1"] {
            let found = judged(&format!("{} {result}", moves.join(" "))).remove(0);
            let kinds: Vec<FaultKind> = found.faults.iter().map(|fault| fault.kind).collect();
            assert_eq!(kinds, [FaultKind::ResultMismatch], "{result}");
        }
    }
}

/// Case B17: who cannot move passes, and the game goes on.
#[test]
fn no_move_is_not_the_end() {
    let colours = "BLACK, e6\nWHITE, f6\nBLACK, c4\nWHITE, c5\nBLACK, c6\nWHITE, d6\nBLACK, g7\n\
        WHITE, f4\nBLACK, g4\nWHITE, g6\nBLACK, e7\nWHITE, h8\nBLACK, h6\nWHITE, g5\nBLACK, g8\n\
        WHITE, f8";
    let found = judged(colours).remove(0);
    let game = &found.record.game;
    let discs = game.last().discs();
    assert_eq!((game.plies(), discs.black, discs.white), (16, 17, 3));
    assert!(!game.is_complete() && game.last().must_pass());
    for symmetry in Symmetry::OF_START {
        let turned: Vec<String> = words("f5f6d3g5h5h4f7h6")
            .iter()
            .map(|name| symmetry.square(name.parse().unwrap(), 8).to_string())
            .collect();
        let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
        for (shape, write) in SHAPES {
            let found = judged(&write(&turned)).remove(0);
            let last = found.record.game.last();
            assert!(found.is_valid() && last.must_pass(), "{shape} {turned:?}");
            assert!(!found.record.game.is_complete(), "{shape} {turned:?}");
        }
    }
}

/// Case A15: the text that a program shares, with an address and a date before
/// the moves and a score after them that is not theirs.
#[test]
fn prose_around_moves_eats_none_of_them() {
    let moves = "f5d6c3d3c4f4e6b3d2c5f3g4e3d7b4c2b5a5a4f2e2a3g3f1e1c1g1d1b1g2h4h3h2h1h5g5h6g6h7g7\
        g8a1b6c6c7f6e7d8e8b2a2b7a6a7b8a8c8f7f8";
    let german = format!(
        "Generiert von Reversatile (https://play.google.com/store/apps/details?id=de.earthlingz.\
         oerszebra) \nDatum: Sun Jun 10 14:33:24 GMT+02:00 2018 \n\nZugfolge: {moves} \n\n\
         Player  (B)  19:45  (W)  Player\n"
    );
    let english = format!("Hi B7, see www.d3.org/c4?f5=e6 (10 a2 p.m.):\n{moves}\nScore: 19-45\n");
    let japanese = format!("2018年6月10日（日）14:33 第1局\n・{moves}\n結果: 19-45\n");
    for text in [german, english, japanese] {
        let found = judged(&text);
        assert_eq!(found.len(), 1, "{text}");
        let game = &found[0].record.game;
        assert_eq!(game.compact(), moves, "{text}");
        let last = game.last();
        let discs = (last.discs().black, last.discs().white);
        assert_eq!((game.plies(), discs, last.empties()), (59, (32, 31), 1));
        assert!(!game.is_complete());
        let kinds: Vec<FaultKind> = found[0].faults.iter().map(|fault| fault.kind).collect();
        assert_eq!(kinds, [FaultKind::ResultMismatch], "{text}");
    }
}

/// Case B25: boards of every size are read, or refused by their size.
#[test]
fn boards_of_other_sizes() {
    for size in [
        0_u32, 1, 2, 3, 5, 7, 9, 11, 13, 15, 17, 18, 19, 32, 99, 255, 256, 1000,
    ] {
        let texts = [
            format!("(;FF[4]GM[2]SZ[{size}];B[f5];W[d6])"),
            format!("(;GM[Othello]TY[{size}]B[f5]W[d6];)"),
            format!("(;GM[Othello]TY[8]BO[{size} ---- *]B[f5]W[d6];)"),
        ];
        for text in texts {
            // In GGF 0 stands for a size that is not said.
            if text.contains("TY[0]") {
                continue;
            }
            let found = judged(&text).remove(0);
            assert!(!found.is_valid(), "{text}");
            let said = &found.faults[0].message;
            assert!(
                said.contains(&size.to_string()) || said.contains("size"),
                "{said}: {text}"
            );
        }
    }
    for size in [4_u8, 6, 8, 10, 12, 14, 16] {
        let game = Game::new(Rules::othello().with_size(size).unwrap());
        let first = game.last().legal_moves()[0].to_string();
        let texts = [
            format!("(;FF[4]GM[2]SZ[{size}];B[{first}])"),
            format!("(;GM[Othello]TY[{size}]B[{first}];)"),
        ];
        for text in texts {
            let found = judged(&text).remove(0);
            assert!(found.is_valid(), "{text}: {:?}", found.faults);
            assert_eq!((found.rules().size(), found.record.game.plies()), (size, 1));
        }
    }
}

/// So have those of a string of JSON with line breaks.
#[test]
fn moves_of_json_may_have_line_breaks() {
    for text in [
        r#"{"moves": "f5 d6\nc3 a1\r\n\tc4"}"#,
        r#"{"moves": "\n1. f5 d6\n2. c3 a1\n3. c4\n"}"#,
    ] {
        let records = read(text.as_bytes());
        let (source, raw) = &records[0];
        let found = judge(source, raw, &JudgeOptions::default());
        assert_eq!(found.record.game.compact(), "f5d6c3", "{text}");
        assert_eq!(source.slice(found.faults[0].span), "a1", "{text}");
        assert_eq!(raw.tokens.len(), 5, "{text}");
    }
    // What stands for a letter is none that is read, and is not dropped.
    let found = judged(r#"{"moves": "f5 \u00646 c3"}"#).remove(0);
    assert_eq!(
        (found.record.game.plies(), found.faults[0].ply),
        (1, Some(2))
    );
}

/// The moves of a document of YAML have their places however they are quoted
/// and folded: repairs go there.
#[test]
fn moves_of_yaml_have_their_places() {
    for moves in [
        "f5 d6 c3 a1 c4",
        "\"f5 d6 c3 a1 c4\"",
        "'f5 d6 c3 a1 c4' # a remark",
        "f5 d6 c3\n  a1 c4",
        "\"f5 d6\n  c3 a1 c4\"",
        "|\n  f5 d6 c3\n\n  a1 c4",
        ">-\n  f5 d6 c3 a1\n  c4",
    ] {
        let text = format!("---\nmoves: {moves}\ntags:\n  black: d3\n");
        let records = read(text.as_bytes());
        let (source, raw) = &records[0];
        let found = judge(source, raw, &JudgeOptions::default());
        assert_eq!(found.record.game.compact(), "f5d6c3", "{text}");
        assert_eq!(source.slice(found.faults[0].span), "a1", "{text}");
        let words: Vec<&str> = raw
            .tokens
            .iter()
            .map(|token| source.slice(token.span))
            .collect();
        assert_eq!(words, ["f5", "d6", "c3", "a1", "c4"], "{text}");
    }
}
