//! Properties of the readers: what is legal reads back from every shape, what
//! is not text does no harm.

use outflank::{
    board::{Color, Game, Move, Rules, Step},
    record::{Format, JudgeOptions, ReadOptions, Records, TokenKind, judge},
    source::{Source, Span},
};
use proptest::prelude::*;

/// A game of up to so many plies, its moves chosen by numbers.
fn game(choices: &[usize]) -> Game {
    let mut game = Game::new(Rules::othello());
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

fn games() -> impl Strategy<Value = Game> {
    prop::collection::vec(0..1000_usize, 3..=60).prop_map(|choices| game(&choices))
}

/// The moves of a game as words, passes written so, or left out for `""`.
fn words(game: &Game, pass: &str) -> Vec<String> {
    let words = game.moves().iter().map(|mv| match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => pass.to_owned(),
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// Pairs of moves with numbers in front: `1. f5 d6 2. c3`.
fn numbered(words: &[String], dot: &str) -> String {
    let pairs = words.chunks(2).enumerate();
    let texts: Vec<String> = pairs
        .map(|(n, pair)| format!("{}{dot}{}", n + 1, pair.join(" ")))
        .collect();
    texts.join(" ")
}

/// Every move with a number: `1.f5 2.d6`.
fn counted(words: &[String]) -> String {
    let counted = words.iter().enumerate();
    let texts: Vec<String> = counted
        .map(|(n, word)| format!("{}.{word}", n + 1))
        .collect();
    texts.join(" ")
}

/// Broken at blanks into lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + word.len() >= width {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += word.len();
    }
    lines
}

/// One text a move, with the step it belongs to.
fn each(game: &Game, write: impl Fn(&Step, &str) -> String) -> Vec<String> {
    game.steps()
        .filter_map(|step| Some(write(&step, &step.mv.square()?.to_string())))
        .collect()
}

fn full_width(text: &str) -> String {
    let wide = |c: char| char::from_u32(c as u32 + 0xFEE0).filter(|_| c.is_ascii_alphanumeric());
    text.chars().map(|c| wide(c).unwrap_or(c)).collect()
}

fn look_alike(text: &str) -> String {
    text.replace('a', "\u{430}")
        .replace('c', "\u{441}")
        .replace('e', "\u{435}")
}

fn letters(square: &str) -> String {
    let row = square[1..].parse::<u8>().unwrap();
    format!("{}{}", &square[..1], char::from(b'a' + row - 1))
}

fn initial(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A game in every shape that is read back to the same moves.
fn shapes(game: &Game) -> Vec<String> {
    let bare = words(game, "");
    let compact = bare.concat();
    let dashed = words(game, "--");
    let nodes = |write: &dyn Fn(&str) -> String| {
        each(game, |step, square| {
            format!(";{}[{}]", initial(step.side), write(square))
        })
        .concat()
    };
    let decimals: Vec<String> = bare
        .iter()
        .map(|square| format!("{}{}", &square[1..], square.as_bytes()[0] - b'a' + 1))
        .collect();
    vec![
        compact.clone(),
        compact.to_uppercase(),
        each(game, |step, square| match step.side {
            Color::Black => square.to_uppercase(),
            Color::White => square.to_owned(),
        })
        .concat(),
        bare.join(" "),
        bare.join(", "),
        bare.join("-"),
        bare.join(" → "),
        bare.join("\n"),
        numbered(&bare, ". "),
        numbered(&dashed, ". "),
        numbered(&words(game, "pass"), "."),
        counted(&bare),
        wrapped(&numbered(&dashed, ". "), 80),
        wrapped(&numbered(&bare, ". "), 40),
        words(game, "--").concat(),
        words(game, "PA").concat(),
        words(game, "@@").concat(),
        words(game, "pASs").join(" "),
        full_width(&compact),
        look_alike(&compact),
        each(game, |step, square| format!("{}, {square}\n", step.side)).concat(),
        each(game, |step, square| {
            format!(
                "{}{square}",
                if step.side == Color::Black { '+' } else { '-' }
            )
        })
        .concat(),
        each(game, |step, square| {
            format!(
                "{}{square}",
                if step.side == Color::Black {
                    '黒'
                } else {
                    '白'
                }
            )
        })
        .join("→"),
        format!("{}, 0", decimals.join(", ")),
        format!(
            "Played on 2018-06-10, https://example.org/a1?b2=c3\n\nMoves: {compact}\n\nGood game!"
        ),
        format!("（今日の棋譜 {compact}）"),
        format!(
            "[Event \"(f5 d6)\"]\n[White \"d3\"]\n\n{}\n",
            wrapped(&numbered(&dashed, ". "), 80)
        ),
        format!("(;FF[4]GM[2]SZ[8]{})", nodes(&str::to_owned)),
        format!("(;FF[4]GM[2]SZ[8]{})", nodes(&letters)),
        format!(
            "(;GM[Othello]TY[8]{};)",
            each(game, |step, square| format!(
                "{}[{square}/1.5/0.01]",
                initial(step.side)
            ))
            .concat()
        ),
        format!("{{\"moves\": {:?}}}", words(game, "-")),
        format!("{{\"moves\": {compact:?}}}"),
        format!("{}; {compact}", game.start()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_game_reads_back_from_every_shape(game in games()) {
        for text in shapes(&game) {
            let records: Vec<_> = Records::new("text", text.as_bytes(), ReadOptions::default()).collect();
            prop_assert_eq!(records.len(), 1, "{}", text);
            for record in records {
                prop_assert!(record.is_ok(), "{}", text);
                let Ok((source, raw)) = record else { continue };
                let judged = judge(&source, &raw, &JudgeOptions::default());
                prop_assert!(judged.is_valid(), "{}\n{:?}", text, judged.faults);
                prop_assert_eq!(judged.record.game.compact(), game.compact(), "{}", text);
            }
        }
    }

    #[test]
    fn games_one_a_line_stay_apart(games in prop::collection::vec(games(), 1..6)) {
        let games: Vec<&Game> = games.iter().filter(|game| game.plies() >= 8).collect();
        let text: String = games.iter().map(|game| format!("{}\n", game.compact())).collect();
        let apart: String = games.iter().map(|game| format!("{}\n\n", game.compact())).collect();
        for text in [text, apart] {
            let found: Vec<String> = Records::new("text", text.as_bytes(), ReadOptions::default())
                .filter_map(|record| record.ok())
                .map(|(source, raw)| judge(&source, &raw, &JudgeOptions::default()).record.game.compact())
                .collect();
            let want: Vec<String> = games.iter().map(|game| game.compact()).collect();
            prop_assert_eq!(found, want, "{}", text);
        }
    }

    /// A word that is no move is never dropped, wherever it stands.
    #[test]
    fn a_slip_is_found(
        game in games(),
        place in 0..60_usize,
        slip in prop::sample::select(vec!["zz", "5f", "x3", "k0", "3d", "qq"]),
    ) {
        let mut words = words(&game, "");
        let place = place % words.len();
        words[place] = slip.to_owned();
        let played = words.join(" ");
        for text in [words.join(" "), words.concat(), numbered(&words, ". "), counted(&words), words.join(", "), words.join("-"), format!("Moves: {played}\n\nGood game!")] {
            let record = Records::new("text", text.as_bytes(), ReadOptions::default()).next();
            let Some(Ok((source, raw))) = record else {
                return Err(TestCaseError::fail(text));
            };
            let found: Vec<&str> = raw.tokens.iter().map(|token| source.slice(token.span)).collect();
            prop_assert_eq!(&found, &words, "{}", text);
            prop_assert!(matches!(raw.tokens[place].kind, TokenKind::Word(_)), "{}", text);
        }
    }

    #[test]
    fn any_text_does_no_harm(text in texts(), format in formats()) {
        harmless(text.as_bytes(), format)?;
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), format in formats()) {
        harmless(&bytes, format)?;
    }
}

fn formats() -> impl Strategy<Value = Option<Format>> {
    let all = Format::ALL.into_iter().map(Some).chain([None, None, None]);
    prop::sample::select(all.collect::<Vec<_>>())
}

/// Texts of the pieces that the formats are made of.
fn texts() -> impl Strategy<Value = String> {
    let pieces = [
        "f5",
        "d6",
        "C3",
        "a9",
        "5f",
        "zz",
        "i3",
        "1.",
        "12",
        "1.f5",
        "--",
        "-",
        "pa",
        "PASS",
        "@@",
        "+",
        ":",
        "62-1",
        "0-1",
        "* ",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ";",
        "(;",
        "B[",
        "W[dd]",
        "GM[2]",
        "GM[Othello]",
        "BO[8 ",
        "TY[8]",
        "AB[",
        "\"",
        "\"]",
        "\\",
        "[Black \"",
        "{\"moves\":",
        "[\"f5\"",
        ",",
        "X",
        "O",
        "-----",
        "---------------------------OX------XO---------------------------",
        " X; ",
        "G8:+18;",
        "%",
        "#",
        "黒",
        "白",
        "→",
        "・",
        "ｆ５",
        "с4",
        "é",
        "word",
        "Moves:",
        "Result:",
        "black",
        "http://a.b/c1",
        "\n",
        "\n",
        "\n\n",
        " ",
        " ",
        "\r\n",
        "\t",
        "\u{feff}",
        "56, 64, 53, 46, 0",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Reads and judges; nothing panics, and every place lies inside its text.
fn harmless(bytes: &[u8], format: Option<Format>) -> Result<(), TestCaseError> {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    for record in Records::new("text", bytes, options) {
        let Ok((source, raw)) = record else { continue };
        inside(&source, raw.span)?;
        for token in &raw.tokens {
            inside(&source, token.span)?;
        }
        for tag in &raw.tags {
            inside(&source, tag.span)?;
        }
        for claim in &raw.claims {
            inside(&source, claim.span)?;
        }
        for score in &raw.scores {
            inside(&source, score.span)?;
        }
        let faults = raw.faults.iter().map(|fault| &fault.diagnostic);
        for span in raw.notes.iter().chain(faults).filter_map(|note| note.span) {
            inside(&source, span)?;
        }
        let in_order = raw
            .tokens
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start);
        prop_assert!(in_order, "{:?}", raw.tokens);
        let judged = judge(&source, &raw, &JudgeOptions::default());
        for fault in &judged.faults {
            inside(&source, fault.span)?;
        }
    }
    Ok(())
}

fn inside(source: &Source, span: Span) -> Result<(), TestCaseError> {
    let text = source.text();
    prop_assert!(
        span.end <= text.len()
            && text.is_char_boundary(span.start)
            && text.is_char_boundary(span.end),
        "{:?} in {:?}",
        span,
        text
    );
    Ok(())
}
