//! Games as people write them: every shape of move list, every format.

use outflank::{
    board::{Color, Move, Rules, Start},
    record::{
        ClaimedResult, FaultKind, Format, JudgeOptions, Judged, RawRecord, ReadError, ReadOptions,
        Records, TokenKind, judge,
    },
    source::Source,
};

fn read_as(text: &str, format: Option<Format>) -> Vec<(Source, RawRecord)> {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    Records::new("text", text.as_bytes(), options)
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn read(text: &str) -> Vec<(Source, RawRecord)> {
    read_as(text, None)
}

/// The only record of a text.
fn read_one(text: &str) -> (Source, RawRecord) {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}: {records:?}");
    records.remove(0)
}

fn judge_one(text: &str) -> Judged {
    let (source, raw) = read_one(text);
    judge(&source, &raw, &JudgeOptions::default())
}

/// The words of a move list with what they were taken for: squares and
/// `pass` as they are, other words in quotes.
fn words(text: &str) -> Vec<String> {
    let (source, raw) = read_one(text);
    raw.tokens
        .iter()
        .map(|token| match token.kind {
            TokenKind::Place(square) => square.to_string(),
            TokenKind::Pass => "pass".to_owned(),
            TokenKind::Word(_) | TokenKind::Undecoded => format!("'{}'", source.slice(token.span)),
        })
        .collect()
}

fn joined(text: &str) -> String {
    words(text).join(" ")
}

/// Where each record begins: line and column.
fn places(text: &str) -> Vec<(usize, usize)> {
    read(text)
        .iter()
        .map(|(source, raw)| source.place(raw.span.start))
        .map(|place| (place.line, place.column))
        .collect()
}

#[test]
fn move_lists_in_every_shape() {
    let tiger = "f5 d6 c3 d3 c4 f4";
    for text in [
        "f5d6c3d3c4f4",
        "F5D6C3D3C4F4",
        "F5d6C3d3C4f4",
        "f5 d6 c3 d3 c4 f4",
        "f5,d6,c3,d3,c4,f4",
        "f5, d6, c3, d3, c4, f4.",
        "f5-d6-c3-d3-c4-f4",
        "f5 - d6 - c3 - d3 - c4 - f4",
        "f5–d6–c3–d3–c4–f4",
        "f5/d6/c3/d3/c4/f4",
        "f5→d6→c3→d3→c4→f4",
        "1. f5 d6 2. c3 d3 3. c4 f4",
        "1.f5 d6 2.c3 d3 3.c4 f4",
        "1.f5 2.d6 3.c3 4.d3 5.c4 6.f4",
        "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4",
        "1 f5 2 d6 3 c3 4 d3 5 c4 6 f4",
        "1) f5 d6 2) c3 d3 3) c4 f4",
        "1.f5d6 2.c3d3 3.c4f4",
        "1. F5 d6 2. C3\nd3 3. C4 f4",
        "+f5-d6+c3-d3+c4-f4",
        "BLACK, f5\nWHITE, d6\nBLACK, c3\nWHITE, d3\nBLACK, c4\nWHITE, f4\n",
        "Black: f5 White: d6 Black: c3 White: d3 Black: c4 White: f4",
        "B f5, W d6, B c3, W d3, B c4, W f4",
        "黒f5→白d6→黒c3→白d3→黒c4→白f4",
        "●f5○d6●c3○d3●c4○f4",
        "・F5D6C3D3C4F4",
        "* f5 d6 c3 d3 c4 f4",
        "(f5d6c3d3c4f4)",
        "[f5 d6 c3 d3 c4 f4]",
        "\"f5d6c3d3c4f4\"",
        "f5 d6 c3\nd3 c4 f4",
        "f5d6c3\r\nd3c4f4\r\n",
        "f5!d6?c3!?d3c4f4!",
        "f5 (+0) d6 (-1) c3 (0.5) d3 c4 {a remark} f4",
        "f5 (the usual start) d6 c3 d3 c4 f4",
        "MOVES: f5 d6 c3 d3 c4 f4\nRESULT: BLACK",
        "Zugfolge: f5d6c3d3c4f4",
        "Othello Online https://example.org/games?id=b5.d8/f4 2018-06-10 14:33:24\n\n\
         Zugfolge: f5d6c3d3c4f4\n\nSee you!",
        "Tiger (動画の向きでは f5d6c3d3c4f4)",
        "12.03.2024 f5d6c3d3c4f4",
        "game 17 f5d6c3d3c4f4 by player a1b",
        "ｆ５ｄ６ｃ３ｄ３ｃ４ｆ４",
        "Ｆ５　Ｄ６　Ｃ３　Ｄ３　Ｃ４　Ｆ４",
        "f5d6с3d3с4f4",
        "56, 64, 33, 34, 43, 46, 0",
        "56 64 33 34 43 46",
    ] {
        assert_eq!(joined(text), tiger, "{text}");
    }
}

#[test]
fn passes_in_every_spelling() {
    for pass in [
        "--", "-", "pa", "PA", "ps", "PS", "pass", "pAsS", "passes", "passe", "@@", "@@@@", "パス",
    ] {
        let text = format!("f5 f6 d3 g5 h5 h4 f7 h6 {pass} c5");
        assert_eq!(
            words(&text).get(8).map(String::as_str),
            Some("pass"),
            "{text}"
        );
        let judged = judge_one(&text);
        assert!(judged.is_valid(), "{text}: {:?}", judged.faults);
        assert_eq!(
            (judged.record.game.plies(), judged.record.game.passes()),
            (9, 1)
        );
    }
    for glued in [
        "f5f6d3g5h5h4f7h6--c5",
        "F5F6D3G5H5H4F7H6PAC5",
        "f5f6d3g5h5h4f7h6passc5",
        "f5f6d3g5h5h4f7h6@@c5",
        "f5f6d3g5h5h4f7h6pa",
    ] {
        assert_eq!(
            words(glued).get(8).map(String::as_str),
            Some("pass"),
            "{glued}"
        );
    }
    assert_eq!(joined("a10b9pac10d1"), "a10 b9 pass c10 d1");
    assert_eq!(joined("g6f5a10passj9"), "g6 f5 a10 pass j9");
    assert_eq!(
        joined("C2PAB3B2A4A2A6PAA1PAB1"),
        "c2 pass b3 b2 a4 a2 a6 pass a1 pass b1"
    );
}

/// Whatever stands in the place of a move is reported where it stands.
#[test]
fn nothing_inside_a_list_is_skipped() {
    for (text, want) in [
        ("f5d6c3d3c4zz", "f5 d6 c3 d3 c4 'zz'"),
        ("f5 d6 c3 d3 c4 zz", "f5 d6 c3 d3 c4 'zz'"),
        ("f5 d6 zz d3 c4", "f5 d6 'zz' d3 c4"),
        ("zz d6 c3 d3", "'zz' d6 c3 d3"),
        ("f5d6c3d3c4zzf4", "f5 d6 c3 d3 c4 'zz' f4"),
        ("5f d6 c3 d3", "'5f' d6 c3 d3"),
        ("f5d65fc3d3", "f5 d6 '5f' c3 d3"),
        ("5f6d", "'5f' '6d'"),
        ("5F 6D", "'5F' '6D'"),
        ("1. 5f 6d", "'5f' '6d'"),
        ("Moves: 5f 6d", "'5f' '6d'"),
        ("f5 6d c3", "f5 '6d' c3"),
        ("1.f5 2.6d 3.c3", "f5 '6d' c3"),
        ("f5 d6 c3 x9", "f5 d6 c3 'x9'"),
        ("f5 d6 c3 d0", "f5 d6 c3 'd0'"),
        ("f5 d6 c3 d33", "f5 d6 c3 d3 '3'"),
        ("f5 d6 c3 and then d3 c4", "f5 d6 c3 'and then' d3 c4"),
        ("f5 d6 c3 hello d3 c4", "f5 d6 c3 'hello' d3 c4"),
        ("f5 hello d6 c3 d3 c4", "f5 'hello' d6 c3 d3 c4"),
        ("f5 d6 45 c3 d3", "f5 d6 '45' c3 d3"),
        ("f5\nd6\nhello\nc3\n", "f5 d6 'hello' c3"),
        // Squares of larger boards are for the judge to refuse.
        ("f5 d6 c3 a9", "f5 d6 c3 a9"),
        ("f5 d6 c3 i3", "f5 d6 c3 i3"),
    ] {
        assert_eq!(joined(text), want, "{text}");
    }
}

/// What is left of a move at the end of a game is not dropped.
#[test]
fn nothing_after_a_list_is_skipped() {
    for (text, want) in [
        ("f5 d6 c", "f5 d6 'c'"),
        ("f5 d6 c\n", "f5 d6 'c'"),
        ("f5d6c3d3c4 f", "f5 d6 c3 d3 c4 'f'"),
        ("f5d6c3d3c4f", "f5 d6 c3 d3 c4 'f'"),
        ("F5, D6, C3, D", "f5 d6 c3 'D'"),
        ("f5-d6-c3-d", "f5 d6 c3 'd'"),
        ("f5-d6-c3-3", "f5 d6 c3 '3'"),
        ("1. f5 d6 2. c3 d", "f5 d6 c3 'd'"),
        ("1. f5 d6\n2. c3 d\n", "f5 d6 c3 'd'"),
        ("f5\nd6\nc\n", "f5 d6 'c'"),
        ("f5 d6 c3\nd\n\n", "f5 d6 c3 'd'"),
        ("f5 d6 c3 3", "f5 d6 c3 '3'"),
        ("f5 d6 3", "f5 d6 '3'"),
        ("f5 d6 c3 4", "f5 d6 c3 '4'"),
        ("f5 d6 c 3", "f5 d6 'c' '3'"),
        ("f5 d6 c3 zz d", "f5 d6 c3 'zz d'"),
        ("1. f5 d6 2. c3 7", "f5 d6 c3 '7'"),
        // The number of the move that is to come.
        ("1. f5 d6 2.", "f5 d6"),
        ("1 f5 d6 2", "f5 d6"),
        ("1 f5 d6 2 c3 d3 3\nc4 f4 4\nf6", "f5 d6 c3 d3 c4 f4 f6"),
    ] {
        assert_eq!(joined(text), want, "{text}");
    }
}

#[test]
fn prose_around_a_list_is_no_move() {
    for text in [
        "f5d6c3d3c4 by John",
        "f5d6c3d3c4 was a draw",
        "f5d6c3d3c4 a fine game",
        "f5d6c3d3c4 12 3",
        "f5d6c3d3c4 -2",
        "f5d6c3d3c4: 7",
        "f5d6c3d3c4 (3)",
        "f5d6c3d3c4\n3 remarks",
        "vs John: f5d6c3d3c4",
        "Game a1 vs b2: f5d6c3d3c4",
        "f5d6c3d3c4 ends B14, W1",
        "Tiger: f5d6c3d3c4 (see h8 and b2 below)",
        "f5d6c3d3c4\nThe move d6 is called the diagonal.",
        "The move d6 is called the diagonal.\nf5d6c3d3c4",
        "Pa won in Philadelphia, PA.\n\nf5d6c3d3c4",
        "www.b4.com/a1 f5d6c3d3c4",
        "b4@example.org sent f5d6c3d3c4",
        "We heard mp3 and h264 of c3po and t7m4o1k9a\nf5d6c3d3c4",
    ] {
        assert_eq!(joined(text), "f5 d6 c3 d3 c4", "{text}");
    }
}

#[test]
fn texts_without_a_record_say_so() {
    let error = |text: &str| {
        let mut records = Records::new("text", text.as_bytes(), ReadOptions::default());
        let first = records.next().unwrap();
        assert!(records.next().is_none());
        first.unwrap_err()
    };
    assert!(matches!(error(""), ReadError::Empty));
    assert!(matches!(error(" \n\r\n\t"), ReadError::Empty));
    assert!(matches!(
        error("Dear reader, the move d6 is called the diagonal."),
        ReadError::NoRecord
    ));
    assert!(matches!(
        error("title: a puzzle\npuzzles:\n  - id: x\n"),
        ReadError::NoRecord
    ));
    assert!(matches!(
        error("f5d6\n\0\0\0"),
        ReadError::Binary { line: 2 }
    ));
    assert!(matches!(error("zz"), ReadError::NoRecord));
    // Brackets that hold nothing are text all the same, whatever the format.
    for format in Format::ALL {
        for text in ["[".repeat(500_000), "[[],[]]\n".to_owned()] {
            let options = ReadOptions {
                format: Some(format),
                ..ReadOptions::default()
            };
            let first = Records::new("deep.json", text.as_bytes(), options).next();
            assert!(
                !matches!(first, Some(Err(ReadError::Empty))),
                "{format}: {first:?}"
            );
        }
    }
    let deep = "[".repeat(500_000);
    let mut records = Records::new("deep.json", deep.as_bytes(), ReadOptions::default());
    assert!(matches!(records.next(), Some(Err(ReadError::NoRecord))));
}

#[test]
fn results_are_claimed() {
    let claims = |text: &str| -> Vec<ClaimedResult> {
        let (_, raw) = read_one(text);
        raw.claims.iter().map(|claim| claim.result).collect()
    };
    let discs = |black, white| vec![ClaimedResult::Discs { black, white }];
    let winner = |color| vec![ClaimedResult::Winner(color)];
    assert_eq!(claims("f5d6c3 62-1"), discs(62, 1));
    assert_eq!(claims("f5d6c3 (62-1)"), discs(62, 1));
    assert_eq!(claims("f5d6c3\n33:31"), discs(33, 31));
    assert_eq!(claims("f5d6c3\n\nA (B)  19:45  (W) Z"), discs(19, 45));
    assert_eq!(claims("f5d6c3\n\nA (W)  45:19  (B) Z"), discs(19, 45));
    assert_eq!(claims("f5d6c3\nBlack 33, White 31"), discs(33, 31));
    assert_eq!(claims("f5d6c3 ends B14, W1"), discs(14, 1));
    assert_eq!(claims("f5d6c3\nResult: 33 - 31"), discs(33, 31));
    assert_eq!(
        claims("MOVES: f5 d6\nRESULT: BLACK"),
        winner(Some(Color::Black))
    );
    assert_eq!(claims("MOVES: f5 d6\nRESULT: draw"), winner(None));
    assert_eq!(claims("f5d6c3 1/2-1/2"), winner(None));
    assert_eq!(claims("f5d6c3 0-1"), winner(Some(Color::White)));
    assert_eq!(claims("+f5-d6+c3: -04 10"), [ClaimedResult::Difference(-4)]);
    // Dates and times are no results.
    assert_eq!(claims("f5d6c3\n2018-06-10 14:33:24 GMT+02:00"), []);
    assert_eq!(claims("on 10-12 at 20:15 we played\nf5d6c3"), []);
}

#[test]
fn look_alikes_are_read_with_a_warning() {
    let notes = |text: &str| {
        let (_, raw) = read_one(text);
        raw.notes
            .into_iter()
            .map(|note| note.message)
            .collect::<Vec<_>>()
    };
    assert_eq!(notes("f5d6c3d3"), Vec::<String>::new());
    let cyrillic = notes("f5d6\u{441}3d3\u{441}4");
    assert_eq!(cyrillic.len(), 1);
    assert!(cyrillic[0].contains("read as c3"), "{cyrillic:?}");
    assert!(notes("ｆ５ｄ６")[0].contains("read as f5"));
}

#[test]
fn games_follow_one_another() {
    // One game a line.
    assert_eq!(
        places("f5d6c3d3c4\nf5f6e6f4\nc4c3d3c5\n"),
        [(1, 1), (2, 1), (3, 1)]
    );
    // Among games on a line each, one of a single move is a game, too.
    assert_eq!(
        places("c4c3d3c5\nd3e3f4g5g4g3h4c3f5\ne6\nd3\nd3\nf5d6c3\n").len(),
        6
    );
    // A fault in one does not touch the others.
    assert_eq!(places("f5d6c3\nf5f5\nd3c5d6\n"), [(1, 1), (2, 1), (3, 1)]);
    // Blank lines, numbers, tags.
    assert_eq!(places("f5\n\nd3\n\n\nc4 c3\n"), [(1, 1), (3, 1), (6, 1)]);
    assert_eq!(
        places("1. f5 d6\n2. c3 d3\n1. f5 f6\n2. e6 f4\n"),
        [(1, 4), (3, 4)]
    );
    assert_eq!(
        places("1. f5d6c3d3\n2. f5f6e6f4\n3. f5f4e3f6\n"),
        [(1, 4), (2, 4), (3, 4)]
    );
    assert_eq!(
        places("[Black \"a\"]\n\n1. f5 d6\n\n[Black \"b\"]\n\n1. f5 f6\n"),
        [(1, 1), (5, 1)]
    );
    // Headings belong to the game below, unless the first game has none.
    let text = "Round 1, 33-31\nf5d6c3\n\nRound 2, Black 40 White 24\nf5f6e6\n";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].1.claims.len(), 1, "{games:?}");
    let text = "f5d6c3\nBlack 40 White 24\nf5f6e6\n";
    assert_eq!(read(text)[0].1.claims.len(), 1);
}

#[test]
fn a_wrapped_game_is_one_game() {
    for text in [
        "f5d6c3d3c4f4f6f3\ne6e7d7g6f8f7h6c5",
        "f5 d6 c3\nd3 c4 f4\nf6 f3 e6\n",
        "1. f5 d6 2. c3\nd3 3. c4 f4 4. f6\nf3",
        "f5\nd6\nc3\nd3\nc4\n",
        "f5 d6\nc3 d3\nc4 f4\n",
    ] {
        assert_eq!(read(text).len(), 1, "{text}");
    }
    // The second line could begin a game, but most of it would be illegal.
    let (_, raw) = read_one("f5d6c3d3\nc4f4f6f3e6\n");
    assert_eq!(raw.tokens.len(), 9);
    assert_eq!(raw.notes.len(), 1, "it is said: {:?}", raw.notes);
    // After a slip in the first line the second is still the rest of it.
    let text = "f5d6c3d3c4f4f6a8\ne6e7d7g6f8f7h6c5\n";
    assert_eq!(read(text).len(), 1);
}

#[test]
fn other_starts_and_boards_are_found() {
    let judged = judge_one("c5 c6 d6 e6 f6 c4 b6 e7");
    assert!(judged.is_valid());
    assert_eq!(judged.rules().start(), Start::Mirrored);
    assert_eq!(judged.warnings.len(), 1);
    // Two whole games of 6×6 on two lines (tothello.com).
    let game = "C2B4D5E2E3C1B1E4D1D2F2E1F3F4B3D6A5A4A3A2B5B2E6C5C6F1F5E5F6B6A6A1";
    let games = read(&format!("{game}\n{game}\n"));
    assert_eq!(games.len(), 2);
    let (source, raw) = &games[1];
    let judged = judge(source, raw, &JudgeOptions::default());
    assert!(judged.is_valid());
    assert_eq!(judged.rules().size(), 6);
}

const TAGS: &str = "[Event \"Open (f5 d6) [blitz]\"]\n[Site \"PlayOK\"]\n[Black \"say \\\"c4\\\" a1\"]\n[White \"vs f5\"]\n[Result \"2-5\"]\n";

#[test]
fn pgn_takes_moves_from_moves_alone() {
    for (start, gap) in [("", "\n"), ("\u{feff}", "\n"), ("", "\n\n\n"), ("", "")] {
        let text = format!(
            "{start}{TAGS}{gap}1. f5 {{not d3}} f4 ; not c4\n2. e3 (2. d3 c5 (3. b2)) 2... f6 $5 2-5\n"
        );
        let (_, raw) = read_one(&text);
        assert_eq!(joined(&text), "f5 f4 e3 f6");
        let tags: Vec<(&str, &str)> = raw
            .tags
            .iter()
            .map(|tag| (tag.name.as_str(), tag.value.as_str()))
            .collect();
        assert_eq!(tags[0], ("event", "Open (f5 d6) [blitz]"));
        assert_eq!(tags[2], ("black", "say \"c4\" a1"));
        assert_eq!(raw.claims.len(), 2);
        assert_eq!(raw.notes.len(), 1, "the variation is mentioned");
    }
}

#[test]
fn a_comment_before_the_tags_is_no_json() {
    for comment in ["{ played at home }", "{a}", "[ {x} ]"] {
        let text = format!("{comment}\n[Black \"x\"]\n\n1. f5 d6 2. c3 *\n");
        let (_, raw) = read_one(&text);
        assert_eq!((raw.tokens.len(), raw.tags.len()), (3, 1), "{comment}");
        assert!(raw.faults.is_empty(), "{:?}", raw.faults);
    }
    let (_, raw) = read_one("[ {\n \"moves\": [\"f5\"]} ]");
    assert_eq!((raw.tokens.len(), raw.faults.len()), (1, 0));
}

#[test]
fn pgn_of_several_games() {
    // Wrapped inside pairs, passes as PlayOK writes them.
    let text = format!(
        "{TAGS}\n1. f5 f6 2. d3\ng5 3. h5 h4 4. f7 h6 5. --\nc5 7-8\n\n{TAGS}\n1. f5 zz 2. c3 *\n\n{TAGS}\n1. f5 d6 1-0\n"
    );
    let games = read(&text);
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].1.tokens.len(), 10);
    assert_eq!(
        games[2].1.claims[1].result,
        ClaimedResult::Winner(Some(Color::Black))
    );
    let valid: Vec<bool> = games
        .iter()
        .map(|(source, raw)| {
            judge(source, raw, &JudgeOptions::default())
                .faults
                .iter()
                .all(|fault| fault.kind != FaultKind::Syntax)
        })
        .collect();
    assert_eq!(valid, [true, false, true]);
    assert_eq!(games[1].0.label(games[1].1.span.start), "text:11");
}

#[test]
fn pgn_from_a_position() {
    // The mirrored start as Edax writes it, from row 8 up.
    let text = "[FEN \"8/8/8/3Pp3/3pP3/8/8/8 b\"]\n\n1. c5 c6\n";
    let judged = judge_one(text);
    assert!(judged.is_valid(), "{:?}", judged.faults);
    assert_eq!(judged.record.game.plies(), 2);
    let (_, raw) = read_one("[FEN \"8/8/8/8 b\"]\n\n1. c5 c6\n");
    assert_eq!(raw.faults.len(), 1);
}

#[test]
fn sgf_in_both_styles() {
    // Edax: letter and digit, the semicolon after the move.
    let edax = "(;FF[4]GM[2]PB[?]PW[a\\]b]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[B+2]\nB[f5];W[f6];\nB[d3];W[g5];B[h5];W[h4];B[f7];W[h6];B[PA];W[c5];)";
    assert_eq!(joined(edax), "f5 f6 d3 g5 h5 h4 f7 h6 pass c5");
    let (_, raw) = read_one(edax);
    assert_eq!(raw.claims[0].result, ClaimedResult::Difference(2));
    assert!(
        raw.tags
            .iter()
            .any(|tag| tag.name == "white" && tag.value == "a]b")
    );
    assert!(
        judge_one(edax)
            .faults
            .iter()
            .all(|fault| fault.kind == FaultKind::ResultMismatch)
    );
    // Quarry: two letters, a pass left out shows as two moves of one colour.
    let quarry = "(;FF[4]GM[2]SZ[8];B[fe];W[ff];B[dc];W[ge];B[he];W[hd];B[fg];W[hf];W[ce])";
    assert_eq!(joined(quarry), "f5 f6 d3 g5 h5 h4 f7 h6 c5");
    let judged = judge_one(quarry);
    assert_eq!(judged.record.game.passes(), 1, "{:?}", judged.faults);
    // Variations: the first branch is the game.
    let branches = "(;GM[2];B[f5](;W[d6];B[c3](;W[d3])(;W[f4]))(;W[f4]))";
    assert_eq!(joined(branches), "f5 d6 c3 d3");
    let kept: Vec<_> = judge_one(branches).record.variations;
    let places: Vec<_> = kept
        .iter()
        .map(|line| (line.at, line.moves.len()))
        .collect();
    assert_eq!(places, [(3, 1), (1, 1)]);
}

#[test]
fn sgf_from_a_position_and_on_other_boards() {
    let text = "(;GM[2]SZ[6]AB[cc][dd]AW[cd][dc]PL[W];W[b3])";
    let (_, raw) = read_one(text);
    let start = raw.start.unwrap();
    assert_eq!((start.rules().size(), start.to_move()), (6, Color::White));
    for (broken, message) in [
        ("(;GM[1]B[dd])", "not a game of Othello"),
        ("(;GM[2]SZ[19];B[dd])", "unsupported board size 19"),
        ("(;GM[2]SZ[8]AB[zz])", "not a square"),
        ("(;GM[2]B[f5]AB[a1])", "in the middle of a game"),
        ("(;GM[2]B[f5];W", "ends without"),
        ("(;GM[2]B f5)", "expected"),
    ] {
        let (_, raw) = read_one(broken);
        let messages: Vec<String> = raw
            .faults
            .iter()
            .map(|fault| fault.diagnostic.message.clone())
            .collect();
        assert!(
            messages.iter().any(|found| found.contains(message)),
            "{broken}: {messages:?}"
        );
    }
}

#[test]
fn ggf_with_evaluations_passes_and_komi() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[name\\]x]PW[b]RE[-22.867]KM[-3.133]TY[8]\
                BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                B[f5/-6.00/26.00]W[F6//0.01]B[d3/1.2]W[g5]B[h5]W[h4]B[f7]W[h6]B[PA//1.67]W[c5];)";
    assert_eq!(joined(text), "f5 f6 d3 g5 h5 h4 f7 h6 pass c5");
    let (_, raw) = read_one(text);
    assert_eq!(raw.claims[0].result, ClaimedResult::Difference(-26));
    assert!(
        raw.tags
            .iter()
            .any(|tag| tag.name == "black" && tag.value == "name]x")
    );
    // A pair of games on a line, the second from a 4×4 board, White first.
    let pair =
        "2 (;GM[Othello]TY[8a]B[f5]W[a1];)(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- O]W[c1];)";
    let games = read(pair);
    assert_eq!(games.len(), 2);
    assert_eq!(places(pair), [(1, 3), (1, 34)]);
    let judged = judge(&games[0].0, &games[0].1, &JudgeOptions::default());
    assert_eq!(judged.faults[0].ply, Some(2));
    assert_eq!(judged.rules().aim(), outflank::board::Aim::Fewest);
    assert_eq!(games[1].1.start.as_ref().unwrap().rules().size(), 4);
    // A value without its end does not swallow the next game.
    let broken = "(;GM[Othello]PB[oops;)\n(;GM[Othello]TY[8]B[f5]W[d6];)\n";
    assert_eq!(read(broken).len(), 2);
    let (_, raw) = read_one("(;GM[Othello]TY[7]B[f5];)");
    assert!(
        raw.faults[0]
            .diagnostic
            .message
            .contains("unsupported board size 7")
    );
}

#[test]
fn json_objects() {
    let text = "{\"no\": 1, \"type\": 1, \"players\": [\"x\", \"y\"], \"scores\": [1080, 1053], \"moves\": [\"f5\", \"f6\", \"e6\"]}\n\
                {\"no\":2,\"type\":3,\"players\":[\"x\",\"y\"],\"moves\":[\"g6\",\"zz\",5]}";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].1.tokens.len(), 3);
    let names: Vec<&str> = games[0]
        .1
        .tags
        .iter()
        .map(|tag| tag.name.as_str())
        .collect();
    assert_eq!(names, ["no", "black", "white", "blackelo", "whiteelo"]);
    let (source, raw) = &games[1];
    assert_eq!(raw.rules, Some(Rules::octagon()));
    let slices: Vec<&str> = raw
        .tokens
        .iter()
        .map(|token| source.slice(token.span))
        .collect();
    assert_eq!(slices, ["g6", "zz", "5"]);
    assert_eq!(places(text), [(1, 1), (2, 1)]);
    // Othello Quest, QuiMatematica, a list of games on one line.
    let quest = "{\n \"players\": [{\"id\": \"a\", \"name\": \"A\"}, {\"id\": \"b\"}],\n \"position\": {\"moves\": [{\"m\": \"f5\"}, {\"m\": \"f6\", \"t\": 3}, {\"m\": \"-\"}]}\n}";
    assert_eq!(joined(quest), "f5 f6 pass");
    assert_eq!(read_one(quest).1.tags[1].value, "b");
    let rows = "{\"position\":[\"--------\",\"--------\",\"--------\",\"---O#---\",\"---#O---\",\"--------\",\"--------\",\"--------\"],\"turn\":\"black\",\"moves\":[{\"move\":\"f5\",\"comment\":\"d6\"}]}";
    assert!(judge_one(rows).is_valid());
    let list = "[{\"moves\":\"f5d6c3\"}, {\"moves\":\"f5f6 e6\"}]";
    assert_eq!(places(list), [(1, 2), (1, 22)]);
    // What is broken does not stop the rest.
    let broken = "{\"moves\": [\"f5\",}\n{\"players\": []}\nnonsense\n{\"moves\":[\"f5\"]}";
    let games = read(broken);
    let faults: Vec<usize> = games.iter().map(|(_, raw)| raw.faults.len()).collect();
    assert_eq!(faults, [1, 1, 1, 0]);
}

const BOARD: &str = "---------------------------OX------XO---------------------------";

#[test]
fn positions_in_every_spelling() {
    let start = outflank::board::Position::start(Rules::othello());
    let lower = BOARD.to_lowercase();
    let stars = BOARD.replace('X', "*").replace('-', ".");
    let digits = BOARD.replace('X', "0").replace('O', "1").replace('-', ".");
    let rows: Vec<&str> = (0..8).map(|row| &BOARD[8 * row..8 * row + 8]).collect();
    for text in [
        format!("{BOARD} X"),
        format!("{BOARD} X;"),
        format!("{BOARD}X"),
        format!("{BOARD} *"),
        format!("{BOARD} b"),
        format!("{BOARD} black"),
        format!("{BOARD} X; D3:+0; C4:+0; F5:+0; E6:+0; % a comment"),
        format!("{lower} x"),
        format!("{stars} *"),
        format!("{digits} X"),
        format!("{digits} 0"),
        format!("{digits}0"),
        format!("{} X", rows.join(" ")),
        format!("[8 {} *]", rows.join(" ").replace('X', "*")),
    ] {
        let (_, raw) = read_one(&text);
        assert_eq!(raw.start.as_ref(), Some(&start), "{text}");
        assert!(
            raw.notes.is_empty() && raw.faults.is_empty(),
            "{text}: {raw:?}"
        );
    }
    // Without a side it is Black's move, which is said.
    let (_, raw) = read_one(BOARD);
    assert_eq!((raw.start.as_ref(), raw.notes.len()), (Some(&start), 1));
    // White to move, and moves from there.
    for text in [
        format!("{BOARD} O; c5 c6"),
        format!("{BOARD} O c5c6"),
        format!("{BOARD} O;c5c6"),
    ] {
        let (_, raw) = read_one(&text);
        assert_eq!(raw.start.as_ref().unwrap().to_move(), Color::White);
        assert_eq!(raw.tokens.len(), 2, "{text}");
    }
    // 6×6 by its length; holes.
    let six = "--------------OX----XO--------------";
    assert_eq!(read_one(&format!("{six} X")).1.rules.unwrap().size(), 6);
    let holed = BOARD.replacen('-', "#", 1);
    assert_eq!(
        read_one(&format!("{holed} X"))
            .1
            .start
            .unwrap()
            .rules()
            .squares(),
        63
    );
}

#[test]
fn scores_of_problem_files() {
    let (source, raw) = read_one(&format!("{BOARD} X; D3:+2; c4:-04; PS:0; --:-127; % best"));
    let scores: Vec<(Move, i16)> = raw.scores.iter().map(|s| (s.mv, s.score.0)).collect();
    let square = |name: &str| Move::Place(name.parse().unwrap());
    assert_eq!(
        scores,
        [(square("d3"), 2), (square("c4"), -4), (Move::Pass, 0)]
    );
    assert_eq!(source.slice(raw.scores[1].span), "c4:-04");
    let script = format!(
        "%\n% A script\n%\n% #40, 51-13\n% d3 +38   c4 -2\n%\n{BOARD} X\n%\n% #41\n{BOARD} O\n% the end\n"
    );
    let records = read(&script);
    assert_eq!(records.len(), 2);
    let raw = &records[0].1;
    assert_eq!(
        (raw.tags[0].value.as_str(), raw.tags[1].value.as_str()),
        ("40", "51-13")
    );
    assert_eq!(raw.scores.len(), 2);
    assert_eq!((records[1].1.tags.len(), records[1].1.scores.len()), (1, 0));
    assert_eq!(places(&script), [(7, 1), (10, 1)]);
}

#[test]
fn broken_positions_are_faults_in_place() {
    for (text, message) in [
        (format!("{} X", &BOARD[1..]), "64 squares, this one has 63"),
        (format!("{BOARD}-- X"), "64 squares, this one has 66"),
        (
            format!("{} X", BOARD.replacen('O', "?", 1)),
            "`?` is neither",
        ),
    ] {
        let (_, raw) = read_one(&text);
        assert_eq!(raw.faults.len(), 1, "{text}");
        assert!(
            raw.faults[0].diagnostic.message.contains(message),
            "{:?}",
            raw.faults
        );
    }
    // In a file of positions every line is meant as one.
    let records = read_as(&format!("{BOARD} X\nhello\n{BOARD} O\n"), Some(Format::Obf));
    let faults: Vec<usize> = records.iter().map(|(_, raw)| raw.faults.len()).collect();
    assert_eq!(faults, [0, 1, 0]);
}

#[test]
fn a_position_database() {
    let board = BOARD.replace('X', "b").replace('O', "w").replace('-', ".");
    let text = format!(
        "# a comment\none;{board};b;first;\none;{board};w;again; # a double\ntwo;{board};x;;\nthree;{board}\n"
    );
    let records = read(&text);
    let faults: Vec<usize> = records.iter().map(|(_, raw)| raw.faults.len()).collect();
    assert_eq!(faults, [0, 1, 1, 1]);
    assert_eq!(records[0].1.tags[0].value, "one");
}

#[test]
fn encodings() {
    let read_bytes = |bytes: &[u8]| -> Vec<(Source, RawRecord)> {
        Records::new("text", bytes, ReadOptions::default())
            .collect::<Result<_, _>>()
            .unwrap()
    };
    let utf16: Vec<u8> = "\u{feff}f5d6c3\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(read_bytes(&utf16)[0].1.tokens.len(), 3);
    let latin1 = read_bytes(b"Pr\xe9: f5d6c3d3\n");
    assert_eq!(latin1[0].0.text(), "Pré: f5d6c3d3\n");
    assert_eq!(latin1[0].1.notes.len(), 1);
    // A byte that no text has, later on, is a fault of its record.
    let mut text = b"f5d6c3\n\n".repeat(20_000);
    text.extend_from_slice(b"f5d6\0c3\n\nf5f6e6\n");
    let records = read_bytes(&text);
    assert_eq!(records.len(), 20_002);
    assert_eq!(records[20_000].1.faults.len(), 1);
    assert!(records[20_001].1.faults.is_empty());
}

/// Found by fuzzing: the heading of a game is first read as the end of the one
/// above, and what is said about it must go with it.
#[test]
fn what_is_said_about_a_heading_goes_with_it() {
    let text = b"f5d6c3\n\nRound 2, caf\xe9\nf5f6e6\n";
    let records: Vec<_> = Records::new("text", text.as_slice(), ReadOptions::default())
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].1.notes, []);
    let (source, raw) = &records[1];
    let span = raw.notes[0].span.unwrap();
    assert_eq!(source.slice(span), "\u{e9}");
    let place = source.place(span.start);
    assert_eq!((place.line, place.column), (3, 13));
    // So must a fault.
    let text = format!("{}\n\nRound\0 2\nf5f6e6\n", "f5d6c3\n\n".repeat(1000));
    let records = read(&text);
    let (source, raw) = records.last().unwrap();
    assert_eq!(source.slice(raw.faults[0].diagnostic.span.unwrap()), "\0");
    assert!(
        records
            .iter()
            .rev()
            .skip(1)
            .all(|(_, raw)| raw.faults.is_empty())
    );
}

#[test]
fn a_record_without_end_is_cut() {
    let long = "f5".repeat(100_000);
    let lines = "f5\n".repeat(100_000);
    let sgf = format!("(;GM[2]{}", ";B[f5]".repeat(50_000));
    let json = format!("{{\"moves\": [{}", "\"f5\",".repeat(50_000));
    let tagged = format!("[Black \"x\"]\n\n{}", "f5 d6\n".repeat(50_000));
    for text in [
        long,
        lines,
        sgf,
        json,
        tagged,
        "(;".repeat(200_000),
        "{\"a\":".repeat(50_000),
    ] {
        let records = read(&text);
        assert_eq!(records.len(), 1);
        let (source, raw) = &records[0];
        assert!(source.text().len() <= 70_000);
        assert!(
            raw.faults
                .iter()
                .any(|fault| fault.diagnostic.message.contains("65536 bytes")),
            "{:?}",
            raw.faults
        );
    }
    // The next record is read.
    let text = format!("{}\nf5d6c3\n", "f5".repeat(100_000));
    assert_eq!(read(&text).len(), 2);
}

#[test]
fn a_long_line_without_moves_is_skipped_to_its_end() {
    let games = "f5 d6 c3 d3\n".repeat(20);
    for noise in ["-", "lorem ipsum ", "—", "{", "\t#"] {
        let noise = noise.repeat(70_000);
        for blank in ["", "\n"] {
            let text = format!("f5 d6 c3\n{blank}{noise}\n{blank}{games}");
            let records = read(&text);
            assert_eq!(records.len(), 21, "{}", &text[..20]);
            let (source, first) = &records[1];
            let line = if blank.is_empty() { 2 } else { 3 };
            let note = format!("line {line} is skipped");
            assert!(first.notes[0].message.starts_with(&note), "{first:?}");
            assert_eq!(source.slice(first.span), "f5 d6 c3 d3");
            assert!(records.iter().all(|(_, raw)| raw.faults.is_empty()));
        }
        assert_eq!(read(&format!("{noise}\n{games}")).len(), 20);
    }
    // Prose that is just short enough leaves no room for a game either.
    let prose = "ab cdefg\n".repeat(7_281);
    assert_eq!(read(&format!("{prose}{games}")).len(), 20);
}

/// The time grows with the length of a line and not with its square, which
/// would be minutes here.
#[test]
fn long_lines_take_little_time() {
    let begun = std::time::Instant::now();
    for piece in [
        "f5",
        "f5 ",
        "1. ",
        "62-1 ",
        "(",
        "()",
        "f5 (no) ",
        "word ",
        "B f5 ",
        "PAPA",
        "f5,zz,",
        "[",
        "black 3 white 3 ",
        "http://a.b/c1 ",
        "a@b.c ",
        "f5 x ",
        "10 ",
        "-",
        "- ",
        "\"",
        "f5(",
        "f5<a",
        "f5;",
        "\\",
        "}",
        "😀",
    ] {
        for start in [
            "",
            "f5 d6 ",
            "[Black \"x\"]\n\n",
            "(;GM[2]",
            "{\"moves\":[",
            &format!("{BOARD} X;"),
        ] {
            let text = format!("{start}{}", piece.repeat(60_000 / piece.len()));
            for record in Records::new("text", text.as_bytes(), ReadOptions::default()) {
                let Ok((_, raw)) = record else { continue };
                assert!(raw.span.end <= text.len());
            }
        }
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn moves_behind_a_tag_are_read() {
    for text in [
        "[Event \"x\"] 1. f5 d6\n2. c3 d3 *\n",
        "[Event \"x\"] [Black \"f5 f5\"] 1. f5 d6 2. c3 d3 *",
        "[Event \"x\"]\n[Black \"A\"] {a comment} 1. f5 d6 2. c3\nd3",
    ] {
        assert_eq!(joined(text), "f5 d6 c3 d3", "{text}");
    }
}
