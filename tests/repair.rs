//! Random games with one slip in them: it is noticed where a replay on the
//! array board notices it, every suggestion holds there, and the game as it
//! was is among the repairs.

use outflank::{
    board::{Color, Grid, Move, Rules, Square, Start},
    record::{FaultKind, JudgeOptions, Judged, RawRecord, RepairKind, Token, TokenKind, judge},
    source::{Source, Span},
};
use proptest::{prelude::*, sample::Index};

/// A word of a move list: a move, or a square with its row first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Move(Move),
    Turned(Square),
}

#[derive(Debug, Clone, Copy)]
enum Slip {
    Replace(Square),
    Delete,
    Double,
    Swap,
    Turn,
    Pass,
    ExtraPass,
}

fn rules(number: u8) -> Rules {
    let othello = Rules::othello();
    match number {
        0 => othello,
        1 => othello.with_start(Start::Mirrored),
        _ => othello.with_size(6).unwrap(),
    }
}

/// A random game, with its passes written or left out.
fn random_game(rules: &Rules, picks: &[Index], writes_passes: bool) -> Vec<Word> {
    let mut grid = Grid::start(rules);
    let mut side = Color::Black;
    let mut game = Vec::new();
    for pick in picks {
        let mut moves = grid.moves(side);
        if moves.is_empty() {
            side = !side;
            moves = grid.moves(side);
            if moves.is_empty() {
                break;
            }
            if writes_passes {
                game.push(Word::Move(Move::Pass));
            }
        }
        let square = *pick.get(&moves);
        grid.play(side, square);
        side = !side;
        game.push(Word::Move(square.into()));
    }
    game
}

/// How many words are legal from the start on, told by the array board.
fn reach(rules: &Rules, words: &[Word]) -> usize {
    let mut grid = Grid::start(rules);
    let mut side = Color::Black;
    for (at, word) in words.iter().enumerate() {
        let stuck = grid.moves(side).is_empty();
        let over = stuck && grid.moves(!side).is_empty();
        match *word {
            Word::Move(Move::Place(square)) => {
                if stuck {
                    side = !side;
                }
                if grid.play(side, square).is_empty() {
                    return at;
                }
                side = !side;
            }
            Word::Move(Move::Pass) if over => {}
            Word::Move(Move::Pass) if stuck => side = !side,
            _ => return at,
        }
    }
    words.len()
}

fn slip(game: &[Word], at: usize, slip: Slip) -> Vec<Word> {
    let mut words = game.to_vec();
    match slip {
        Slip::Replace(square) => words[at] = Word::Move(square.into()),
        Slip::Delete => drop(words.remove(at)),
        Slip::Double => words.insert(at, words[at]),
        Slip::Swap if at + 1 < words.len() => words.swap(at, at + 1),
        Slip::Swap => {}
        Slip::Turn => {
            if let Word::Move(Move::Place(square)) = words[at] {
                words[at] = Word::Turned(square);
            }
        }
        Slip::Pass => words[at] = Word::Move(Move::Pass),
        Slip::ExtraPass => words.insert(at, Word::Move(Move::Pass)),
    }
    words
}

fn judged(rules: Rules, words: &[Word]) -> Judged {
    let mut text = String::new();
    let mut tokens = Vec::new();
    for word in words {
        let start = text.len();
        let kind = match word {
            Word::Move(mv) => {
                text.push_str(&mv.to_string());
                mv.square().map_or(TokenKind::Pass, TokenKind::Place)
            }
            Word::Turned(square) => {
                text.extend(square.to_string().chars().rev());
                TokenKind::Word("not a square".to_owned())
            }
        };
        let span = Span::new(start, text.len());
        tokens.push(Token {
            kind,
            side: None,
            span,
        });
        text.push(' ');
    }
    let raw = RawRecord {
        span: Span::new(0, text.len()),
        tokens,
        ..RawRecord::default()
    };
    let options = JudgeOptions {
        rules,
        guess: false,
        repairs: usize::MAX,
    };
    judge(&Source::new("argument", text), &raw, &options)
}

fn compact(words: &[Word]) -> String {
    let square = |word: &Word| match word {
        Word::Move(mv) => mv.square().map(|square| square.to_string()),
        Word::Turned(_) => None,
    };
    words.iter().filter_map(square).collect()
}

/// `f5d6` as words.
fn parse(moves: &str) -> Vec<Word> {
    let names = moves.as_bytes().chunks(2);
    let name = |name| std::str::from_utf8(name).unwrap().parse().unwrap();
    names.map(|pair| Word::Move(name(pair))).collect()
}

fn any_slip() -> impl Strategy<Value = Slip> {
    prop_oneof![
        (0..64_u32).prop_map(|bit| Slip::Replace(Square::from_bit(bit))),
        Just(Slip::Delete),
        Just(Slip::Double),
        Just(Slip::Swap),
        Just(Slip::Turn),
        Just(Slip::Pass),
        Just(Slip::ExtraPass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_slip_is_noticed_and_repaired(
        board in 0..3_u8,
        picks in prop::collection::vec(any::<Index>(), 1..70),
        writes_passes in any::<bool>(),
        place in any::<Index>(),
        kind in any_slip(),
    ) {
        let rules = rules(board);
        let game = random_game(&rules, &picks, writes_passes);
        let words = slip(&game, place.index(game.len()), kind);
        let judged = judged(rules, &words);
        let at = reach(&rules, &words);
        // A pass that is left out cuts nothing.
        let fault = judged.faults.iter().find(|fault| fault.kind != FaultKind::MissingPass);
        let Some(fault) = fault else {
            prop_assert_eq!(at, words.len());
            prop_assert!(!judged.cut);
            return Ok(());
        };
        prop_assert!(judged.cut);
        // The place is the one where the replay stops.
        let span: usize = words[..at].iter().map(length).sum();
        prop_assert_eq!(fault.span.start, span);
        prop_assert_eq!(judged.record.game.compact(), compact(&words[..at]));
        // The suggestions are the moves that make the rest legal, and all of them.
        let mut put = words.clone();
        let all = rules.iter_squares().map(Move::Place).chain([Move::Pass]);
        let wanted: Vec<Move> = all
            .filter(|&mv| {
                put[at] = Word::Move(mv);
                // After the end a pass is ignored, but it is no remedy.
                let after_end = mv == Move::Pass && fault.kind == FaultKind::MoveAfterEnd;
                !after_end && words[at] != put[at] && reach(&rules, &put) == words.len()
            })
            .collect();
        prop_assert_eq!(&fault.suggestions, &wanted);
        // The game as it was is among the repairs, and all of these are legal.
        for repair in &fault.repairs {
            let repaired = parse(&repair.moves);
            prop_assert_eq!(reach(&rules, &repaired), repaired.len());
        }
        let whole = compact(&game);
        prop_assert!(fault.repairs.iter().any(|repair| repair.moves == whole),
            "{} at {} of {}", whole, fault.message, compact(&words));
    }

    #[test]
    fn a_game_with_its_rows_first_is_repaired_as_a_whole(
        picks in prop::collection::vec(any::<Index>(), 3..70),
    ) {
        let rules = Rules::othello();
        let game = random_game(&rules, &picks, false);
        let turned: Vec<Word> = (0..game.len()).map(|at| slip(&game, at, Slip::Turn)[at]).collect();
        let judged = judged(rules, &turned);
        prop_assert_eq!(judged.faults.len(), 1);
        let repair = &judged.faults[0].repairs[0];
        prop_assert_eq!((repair.kind, repair.moves.clone()), (RepairKind::RowFirst, compact(&game)));
    }
}

fn length(word: &Word) -> usize {
    match word {
        Word::Move(mv) => mv.to_string().len() + 1,
        Word::Turned(square) => square.to_string().len() + 1,
    }
}
