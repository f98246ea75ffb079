//! The judge: each kind of fault, the repairs, the choice of the start, the
//! stated results. Records are given as raw words here; how files are read is
//! tested elsewhere.

use outflank::{
    board::{Color, Game, Move, Start},
    record::{
        Claim, ClaimedResult, Counting, FaultKind, JudgeOptions, Judged, RawRecord, RepairKind,
        Token, TokenKind, judge,
    },
    source::{Source, Span},
};

/// A record of words between blanks; `B:` or `W:` in front of a word states
/// its side.
fn words(text: &str) -> (Source, RawRecord) {
    let mut tokens = Vec::new();
    let mut at = 0;
    for word in text.split(' ') {
        let (side, name) = match word.split_once(':') {
            Some(("B", name)) => (Some(Color::Black), name),
            Some(("W", name)) => (Some(Color::White), name),
            _ => (None, word),
        };
        let kind = match name.parse() {
            Ok(Move::Place(square)) => TokenKind::Place(square),
            Ok(Move::Pass) => TokenKind::Pass,
            Err(error) => TokenKind::Word(error.to_string()),
        };
        let end = at + word.len();
        let span = Span::new(end - name.len(), end);
        tokens.push(Token { kind, side, span });
        at = end + 1;
    }
    let raw = RawRecord {
        span: Span::new(0, text.len()),
        tokens,
        ..RawRecord::default()
    };
    (Source::new("argument", text), raw)
}

fn judged(text: &str) -> Judged {
    let (source, raw) = words(text);
    judge(&source, &raw, &JudgeOptions::default())
}

/// `f5d6c10` with blanks.
fn spaced(compact: &str) -> String {
    let blank = |c: char| if c.is_ascii_alphabetic() { " " } else { "" };
    let spaced: String = compact
        .chars()
        .map(|c| format!("{}{c}", blank(c)))
        .collect();
    spaced.trim_start().to_owned()
}

fn with_claim(text: &str, result: ClaimedResult) -> Judged {
    let (source, mut raw) = words(text);
    let span = Span::new(0, 2);
    raw.claims.push(Claim { result, span });
    judge(&source, &raw, &JudgeOptions::default())
}

const fn discs(black: u32, white: u32) -> ClaimedResult {
    ClaimedResult::Discs { black, white }
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// A whole game of 60 moves: 37-27, kurnik 2014.
const KURNIK: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5b6e8d8c6c7b5e3c8b8f2a5d2g8b4a3a4b3c2g4g5h5h3b2a7a6a1h4h7g3a2d1c1e1f1e2h2b1g2a8b7h1g1h8g7";

#[test]
fn each_kind_of_fault_is_told() {
    use FaultKind::{
        IllegalMove, IllegalPass, MissingPass, MoveAfterEnd, OccupiedSquare, Syntax, Truncated,
    };
    let wipe_out = "f5 d6 c5 f6 e7 f4 g5 e6 e3";
    let table: &[(&str, FaultKind, usize, &str)] = &[
        ("f5 d6 c3 d3 c4 zz", Syntax, 6, "zz"),
        ("f5 d6 c3 5f", Syntax, 4, "5f"),
        ("f5 d6 c3 3", Syntax, 4, "3"),
        ("f5 d6 c3 x", Syntax, 4, "x"),
        ("f5 d6 c", Truncated, 3, "c"),
        ("f5 d6 C", Truncated, 3, "C"),
        ("f5 d6 c3 a1 c4", IllegalMove, 4, "a1"),
        ("d3 d4 d5 d6", OccupiedSquare, 2, "d4"),
        ("f5 pass", IllegalPass, 2, "pass"),
        ("f5 f6 d3 g5 h5 h4 f7 h6 pass pass", IllegalPass, 9, "pass"),
        ("B:f5 B:f6", MissingPass, 2, "f6"),
        (&format!("{wipe_out} a1"), MoveAfterEnd, 10, "a1"),
        (&format!("{wipe_out} e6"), MoveAfterEnd, 10, "e6"),
    ];
    for (text, kind, ply, word) in table {
        let judged = judged(text);
        let fault = &judged.faults[0];
        assert_eq!((fault.kind, fault.ply), (*kind, Some(*ply)), "{text}");
        assert_eq!(fault.text.as_deref(), Some(*word), "{text}");
        assert_eq!(judged.record.game.plies(), ply - 1, "{text}");
        assert!(judged.cut, "{text}");
    }
}

#[test]
fn the_rest_is_made_legal_by_one_change() {
    use RepairKind::{Cut, Drop, Insert, Replace, RowFirst, Swap};
    let game = spaced(KURNIK);
    let table: &[(&str, &str, usize, RepairKind, usize, &str)] = &[
        // from, to: the ply at fault, the repair, its ply, what it puts there
        (" a1 ", " a8 ", 42, Replace, 42, "a1"),
        ("f5 ", "f4 ", 1, Replace, 1, "f5"),
        (" c5 b6 ", " b6 c5 ", 16, Swap, 16, "c5 b6"),
        (" c5 ", " c5 c5 ", 17, Drop, 17, ""),
        // e8 is left out, and d8, c6 and c7 are legal without it.
        (" e8 ", " ", 21, Insert, 18, "e8"),
        (" e8 ", " 8e ", 18, Replace, 18, "e8"),
        (" e8 ", " pass ", 18, Replace, 18, "e8"),
        (" g7", " g7 h1 h2", 61, Cut, 61, ""),
    ];
    for &(from, to, ply, kind, repair_ply, put) in table {
        let text = game.replacen(from, to, 1);
        let judged = judged(&text);
        assert_eq!(judged.faults.len(), 1, "{text}");
        let fault = &judged.faults[0];
        assert_eq!(fault.ply, Some(ply), "{text}");
        let repair = &fault.repairs[0];
        let found = (repair.kind, repair.ply, repair.put.as_str());
        assert_eq!(found, (kind, repair_ply, put), "{text}");
        assert!(repair.moves.starts_with(KURNIK), "{text}");
        if kind == Replace {
            assert_eq!(fault.suggestions, moves(put), "{text}");
        }
    }
    let turned: Vec<String> = game.split(' ').map(|m| m.chars().rev().collect()).collect();
    let judged = judged(&turned.join(" "));
    let repair = &judged.faults[0].repairs[0];
    assert_eq!((judged.faults.len(), repair.kind), (1, RowFirst));
    assert_eq!(repair.moves, KURNIK);
}

/// All words that are no squares are told, also behind a fault that nothing
/// mends.
#[test]
fn every_word_that_is_no_move_is_a_fault() {
    let words = |text: &str| -> Vec<(FaultKind, usize, String)> {
        let faults = judged(text).faults.into_iter();
        faults
            .map(|fault| (fault.kind, fault.ply.unwrap(), fault.text.unwrap()))
            .collect()
    };
    let syntax = |ply: usize, word: &str| (FaultKind::Syntax, ply, word.to_owned());
    assert_eq!(
        words("f5 d6 zz d3 c4 yy b3"),
        [syntax(3, "zz"), syntax(6, "yy")]
    );
    assert_eq!(
        words("zz yy f5 xx"),
        [syntax(1, "zz"), syntax(2, "yy"), syntax(4, "xx")]
    );
    let illegal = (FaultKind::IllegalMove, 3, "a1".to_owned());
    assert_eq!(
        words("f5 d6 a1 d3 pass yy b3 5f 3c"),
        [illegal, syntax(5, "yy"), syntax(7, "5f")]
    );
    let cut = (FaultKind::Truncated, 6, "c".to_owned());
    assert_eq!(words("f5 d6 zz d3 c4 c"), [syntax(3, "zz"), cut]);
    // The words of a whole game, behind faults that are read past as well.
    let game = spaced(KURNIK);
    let text = game
        .replacen(" d3 ", " zz ", 1)
        .replacen(" e8 ", " yy ", 1)
        .replacen(" a1 ", " xx ", 1)
        .replacen(" h1 ", " ww ", 1);
    let plies: Vec<usize> = words(&text).into_iter().map(|(_, ply, _)| ply).collect();
    assert_eq!(plies, [4, 18, 42, 57]);
    // So many that the rest is only counted.
    let many = words(&format!("f5 d6 {}", "zz ".repeat(10_000)));
    assert!((2..=100).contains(&many.len()), "{}", many.len());
    let last = judged(&format!("f5 d6{}", " zz".repeat(100)));
    let help = last.faults.last().unwrap().help.join("; ");
    assert!(help.contains("39 more words"), "{help}");
}

#[test]
fn two_slips_are_two_faults() {
    let text = spaced(KURNIK)
        .replacen(" d3 ", " d1 ", 1)
        .replacen(" a1 ", " h8 ", 1);
    let judged = judged(&text);
    let plies: Vec<_> = judged.faults.iter().map(|fault| fault.ply).collect();
    assert_eq!(plies, [Some(4), Some(42)]);
    // No single move makes all of the rest legal, but one leads on.
    assert!(judged.faults[0].suggestions.is_empty());
    let help = judged.faults[0].help.join("; ");
    assert!(
        help.contains("put d3 in its place: legal up to move 41"),
        "{help}"
    );
    assert_eq!(judged.faults[1].suggestions, moves("a1"));
    assert_eq!(judged.record.game.plies(), 3);
}

#[test]
fn a_stated_result_tells_repairs_apart() {
    // The last moves but one leave several choices; one gives 37-27.
    let text = spaced(KURNIK).replacen(" g1 h8 g7", " g1 h8 a1", 1);
    let judged = with_claim(&text, discs(37, 27));
    let repair = &judged.faults[0].repairs[0];
    assert!(repair.confirmed);
    assert_eq!(repair.moves, KURNIK);
    assert_eq!(judged.results, []);
}

#[test]
fn passes_may_be_left_out_but_not_here_and_there() {
    // Edited from a PlayOK game with four passes near its end.
    let playok = "d3c5d6e3f4e6b4c4c3d2e2c2f3b5f5a3b6c6c1g5a4b3a5a6g6g4h6h5h4f1d1g3f2g1f6f7b1h3h2g2f8g7d7e7c7b2h1d8e1b7h8h7g8";
    let written = format!("{} pass a8 a7 a2 pass b8 pass c8 pass e8", spaced(playok));
    let judged_written = judged(&written);
    assert!(judged_written.is_valid());
    assert_eq!(judged_written.record.game.passes(), 4);
    let bare = judged(&written.replace(" pass", ""));
    assert!(bare.is_valid());
    assert_eq!(bare.record.game, judged_written.record.game);

    let one_missing = judged(&written.replacen(" pass c8", " c8", 1));
    assert_eq!(one_missing.record.game, judged_written.record.game);
    let fault = &one_missing.faults[0];
    assert_eq!(
        (fault.kind, fault.ply, fault.side),
        (FaultKind::MissingPass, Some(58), Some(Color::White))
    );
    assert_eq!(fault.repairs[0].put, "pass");
    assert!(!one_missing.cut);

    // Passes after the end are no fault.
    let after = judged(&format!("{written} pass pass"));
    assert!(after.is_valid());
    assert_eq!(after.warnings.len(), 1);
    assert_eq!(after.record.game, judged_written.record.game);
}

#[test]
fn stated_sides_are_held_to() {
    assert!(judged("B:f5 W:d6 B:c3").is_valid());
    // Two in a row of one side stand for a pass that is left out.
    let pass = "B:f5 W:f6 B:d3 W:g5 B:h5 W:h4 B:f7 W:h6";
    let next = Game::clone(&judged(pass).record.game);
    assert!(next.last().must_pass());
    let text = format!("{pass} W:{}", {
        let mut game = next;
        game.pass_if_forced();
        game.last().legal_moves()[0]
    });
    assert!(judged(&text).is_valid());
    // A side that is wrong once.
    let judged = judged("B:f5 W:d6 W:c3 W:d3 B:c4");
    let fault = &judged.faults[0];
    assert_eq!(
        (fault.kind, fault.ply, fault.side),
        (FaultKind::MissingPass, Some(3), Some(Color::Black))
    );
    assert_eq!(
        fault.message,
        "c3 is given to White, but it is Black's turn"
    );
    assert!(
        fault
            .repairs
            .iter()
            .any(|repair| repair.kind == RepairKind::Side)
    );
}

#[test]
fn the_start_is_the_one_that_suits_more_moves() {
    let start = |text: &str| {
        let judged = judged(text);
        (
            judged.rules().start(),
            judged.rules().size(),
            judged.warnings.len(),
        )
    };
    assert_eq!(start("f5 d6 c3"), (Start::Othello, 8, 0));
    assert_eq!(start("c5 c6 d6 e6 f6 c4 b6 e7"), (Start::Mirrored, 8, 1));
    // One slip at the first move: what follows tells the start.
    assert_eq!(
        start(&spaced(KURNIK).replacen("f5", "f4", 1)),
        (Start::Othello, 8, 0)
    );
    assert_eq!(start("a1 a2 a3"), (Start::Othello, 8, 0));
    // Feinstein's perfect game on 6×6.
    let feinstein = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1";
    assert_eq!(start(&spaced(feinstein)), (Start::Othello, 6, 1));
    let judged = judged(&spaced(feinstein));
    let discs = judged.record.game.last().discs();
    assert_eq!(
        (discs.black, discs.white, judged.record.game.passes()),
        (16, 20, 1)
    );
    // eOthello's board of 88 squares.
    let octagon = "e4d6f7g6e7f4g4g5g7h5h4d7d5h6i6j6h7d4c8i5c5c7c3e8f8c6b6d8c4a6j4j5j7f9e9g8f10b5h8e10d10b9a4h9h10a5a7g10g9c10d9c9b8d3e3f3e2a8b7a3g3b4i4j3i3j8b3b2c2i9i8e1d2c1f1i7d1i2g1h2h3f2h1g2";
    let judged_octagon = self::judged(&spaced(octagon));
    assert!(judged_octagon.is_valid());
    assert_eq!(judged_octagon.rules().squares(), 88);
    // White first, by the sides that the text states.
    assert_eq!(start("W:c5 B:c6 W:d6"), (Start::Othello, 8, 1));
    assert_eq!(self::judged("W:c5 B:c6 W:d6").rules().first(), Color::White);
}

#[test]
fn results_are_held_against_both_ways_of_counting() {
    let short = "f5 f4 e3 d2 d3 d6 e6 f6 c2 b1";
    let matches = |result| {
        let judged = with_claim(short, result);
        (
            judged.results[0].matches,
            judged.results[0].holds,
            judged.faults.len(),
        )
    };
    assert_eq!(
        matches(discs(0, 14)),
        (Some(Counting::Discs), Some(true), 0)
    );
    assert_eq!(
        matches(discs(0, 64)),
        (Some(Counting::Official), Some(true), 0)
    );
    assert_eq!(
        matches(ClaimedResult::Difference(-64)),
        (Some(Counting::Official), Some(true), 0)
    );
    assert_eq!(
        matches(ClaimedResult::Difference(-14)),
        (Some(Counting::Discs), Some(true), 0)
    );
    let white = ClaimedResult::Winner(Some(Color::White));
    assert_eq!(matches(white), (Some(Counting::Winner), Some(true), 0));
    assert_eq!(matches(ClaimedResult::Winner(None)), (None, Some(false), 1));
    assert_eq!(matches(discs(14, 0)), (None, Some(false), 1));
    let full = with_claim(&spaced(KURNIK), discs(37, 27));
    assert_eq!(full.results[0].matches, Some(Counting::Both));
    // Othello Quest, 2018: 30-30 with four squares empty, a draw.
    let draw = spaced(
        "e6f4c3c4d3d6c5c6d7b5b6f7a6a5b4a7f3c8e8c7f6e7g8g6f8f5g4e3d2h3g5g3h4h5h7d8b8a4b3d1c1b1c2e1e2a3b7f2f1g1b2a2g2h6h2g7",
    );
    for result in [
        discs(30, 30),
        discs(32, 32),
        ClaimedResult::Difference(0),
        ClaimedResult::Winner(None),
    ] {
        assert!(with_claim(&draw, result).is_valid(), "{result:?}");
    }
    assert_eq!(
        with_claim(&draw, discs(30, 34)).faults[0].kind,
        FaultKind::ResultMismatch
    );
}

#[test]
fn a_score_of_an_unfinished_game_is_checked_near_its_end() {
    // Reversatile, 2018: 59 moves, 32-31, one square empty, printed 19:45.
    let share = spaced(
        "f5d6c3d3c4f4e6b3d2c5f3g4e3d7b4c2b5a5a4f2e2a3g3f1e1c1g1d1b1g2h4h3h2h1h5g5h6g6h7g7g8a1b6c6c7f6e7d8e8b2a2b7a6a7b8a8c8f7f8",
    );
    let fault = &with_claim(&share, discs(19, 45)).faults[0];
    assert_eq!(fault.kind, FaultKind::ResultMismatch);
    assert!(
        fault.message.contains("32-31") && fault.message.contains("1 empty square"),
        "{}",
        fault.message
    );
    assert_eq!(fault.help, ["it would be right with h8 at the end"]);
    let fault = &with_claim(&share, discs(20, 44)).faults[0];
    assert_eq!(fault.help, ["no way of playing on leads to it"]);

    let holds = |text: &str, result| {
        let judged = with_claim(text, result);
        assert_eq!(judged.is_valid(), judged.results[0].holds != Some(false));
        (judged.results[0].holds, judged.warnings.len())
    };
    assert_eq!(holds(&share, discs(32, 31)), (Some(true), 0));
    assert_eq!(
        holds(&share, ClaimedResult::Winner(Some(Color::White))),
        (None, 0)
    );
    assert_eq!(holds(&share, discs(64, 0)), (None, 1));
    let early = "f5 d6 c3";
    assert_eq!(holds(early, discs(33, 31)), (None, 1));
    assert_eq!(holds(early, ClaimedResult::Difference(-8)), (None, 1));
    assert_eq!(holds(early, discs(3, 1)), (Some(false), 0));
    assert_eq!(holds(early, discs(40, 40)), (Some(false), 0));
    assert_eq!(
        holds(early, ClaimedResult::Difference(70)),
        (Some(false), 0)
    );
}
