//! The judge: from a raw record to a game that cannot hold an illegal move.

use crate::{
    board::{Color, Game, IllegalMove, Move, Position, Rules, Start},
    source::{Diagnostic, Source, Span},
};

use super::{
    Claim, Fault, FaultKind, RawRecord, Tag, Token, TokenKind,
    trial::{Item, Trial},
};

/// What the judge takes for granted.
#[derive(Debug, Clone)]
pub struct JudgeOptions {
    /// The rules of the game; a record that gives its own start keeps its
    /// board and takes from here what wins and what empty squares count for.
    pub rules: Rules,
    /// Whether the board and its start may be guessed from the moves, where
    /// the record does not give them.
    pub guess: bool,
}

/// Othello, unless another start suits the moves better.
impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            rules: Rules::othello(),
            guess: true,
        }
    }
}

/// A game with what its record says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The record's place in its source.
    pub span: Span,
    /// Names and values, in the order of the text.
    pub tags: Vec<Tag>,
    /// The moves, with the passes that the text left out.
    pub game: Game,
    /// The results that the record states.
    pub claims: Vec<Claim>,
}

/// A record that the rules have judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The game, up to the fault that it could not be read past.
    pub record: GameRecord,
    /// What is wrong, in the order of the text; nothing for a valid record.
    pub faults: Vec<Fault>,
    /// What was assumed, by the reader and by the judge.
    pub warnings: Vec<Diagnostic>,
    /// Whether a fault cut the game short.
    pub cut: bool,
}

impl Judged {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// The rules that the game was read under.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.record.game.start().rules()
    }
}

/// Judges a record: plays its moves, inserts the passes that are left out,
/// and says what is wrong.
#[must_use]
pub fn judge(source: &Source, raw: &RawRecord, options: &JudgeOptions) -> Judged {
    let items: Vec<Item> = raw.tokens.iter().map(item).collect();
    let mut warnings = raw.notes.clone();
    let start = match &raw.start {
        Some(start) => own_start(start, &options.rules),
        None if options.guess => {
            let (start, warning) = guess_start(raw, &items, options.rules);
            warnings.extend(warning);
            start
        }
        None => Position::start(options.rules),
    };
    let read = raw.faults.iter();
    let mut faults: Vec<Fault> = read
        .map(|fault| Fault::of_reader(fault, raw.span))
        .collect();
    let mut game = Game::from_position(start);
    let mut cut = false;
    for (index, (token, &item)) in raw.tokens.iter().zip(&items).enumerate() {
        let trial = Trial::new(game.last());
        if trial.accept(item).is_some() {
            play(&mut game, item);
            continue;
        }
        let mut fault = explain(source, token, &game);
        let rest = items.get(index + 1..).unwrap_or_default();
        fault.suggestions = replacements(&trial, token.side, rest);
        faults.push(fault);
        cut = true;
        break;
    }
    faults.sort_by_key(|fault| fault.span.start);
    Judged {
        record: GameRecord {
            span: raw.span,
            tags: raw.tags.clone(),
            game,
            claims: raw.claims.clone(),
        },
        faults,
        warnings,
        cut,
    }
}

fn item(token: &Token) -> Item {
    Item {
        mv: match token.kind {
            TokenKind::Place(square) => Some(Move::Place(square)),
            TokenKind::Pass => Some(Move::Pass),
            TokenKind::Word(_) => None,
        },
        side: token.side,
    }
}

/// A start that the record gives, with the aim and the counting asked for.
fn own_start(start: &Position, asked: &Rules) -> Position {
    let rules = start
        .rules()
        .with_aim(asked.aim())
        .with_scoring(asked.scoring());
    start
        .clone()
        .with_rules(rules)
        .unwrap_or_else(|| start.clone())
}

/// The start under which more of the moves are legal, the one asked for
/// first in ties, with a warning when it is another.
fn guess_start(raw: &RawRecord, items: &[Item], asked: Rules) -> (Position, Option<Diagnostic>) {
    let asked = match raw.rules {
        Some(named) => named.with_scoring(asked.scoring()),
        None => asked,
    };
    let asked_start = Position::start(asked);
    let asked_reach = Trial::new(&asked_start).reach(items.iter().copied());
    let mut best = (asked_start, asked_reach);
    if asked_reach == items.len() {
        return (best.0, None);
    }
    for rules in candidates(asked, raw.rules.is_some()) {
        let start = Position::start(rules);
        let reach = Trial::new(&start).reach(items.iter().copied());
        if reach > best.1 {
            best = (start, reach);
        }
    }
    let warning = (best.1 > asked_reach).then(|| {
        let at = raw.tokens.first().map_or(raw.span, |token| token.span);
        Diagnostic::warning(format!("read from {}", describe_start(best.0.rules())), at)
    });
    (best.0, warning)
}

/// The rules that are tried when those asked for do not fit.
pub(super) fn candidates(asked: Rules, keeps_board: bool) -> impl Iterator<Item = Rules> {
    let other = (!keeps_board).then_some(6);
    std::iter::once(asked.size())
        .chain(other)
        .filter_map(move |size| asked.with_size(size).ok())
        .flat_map(|rules| {
            [Start::Othello, Start::Mirrored, Start::Parallel].map(|start| rules.with_start(start))
        })
}

fn describe_start(rules: &Rules) -> String {
    let start = match rules.start() {
        Start::Mirrored => "the mirrored start (Black on the north-west and south-east squares)",
        Start::Parallel => "the parallel start",
        Start::Othello => "Othello's start",
    };
    format!("{start} on {n}×{n}", n = rules.size())
}

/// Plays what a trial has accepted. A pass after the end is no move.
fn play(game: &mut Game, item: Item) {
    if let Some(mv) = item.mv {
        let _ = game.play_with_passes(mv);
    }
}

/// The moves in the place of a fault that make all of the rest legal.
fn replacements(trial: &Trial, side: Option<Color>, rest: &[Item]) -> Vec<Move> {
    let legal = trial.legal_moves();
    let moves = legal.into_iter().map(Move::Place);
    let pass = trial.must_pass().then_some(Move::Pass);
    moves
        .chain(pass)
        .filter(|&mv| {
            let put = Item { mv: Some(mv), side };
            let all = std::iter::once(put).chain(rest.iter().copied());
            trial.reach(all) == rest.len() + 1
        })
        .collect()
}

/// Says why a word cannot stand where it stands.
fn explain(source: &Source, token: &Token, game: &Game) -> Fault {
    let position = game.last();
    let side = position.to_move();
    let (kind, text, message) = match &token.kind {
        TokenKind::Word(reason) => (
            FaultKind::Syntax,
            source.slice(token.span).to_owned(),
            reason.clone(),
        ),
        TokenKind::Pass => (
            FaultKind::IllegalPass,
            Move::Pass.to_string(),
            IllegalMove::PassWithMoves { side }.to_string(),
        ),
        &TokenKind::Place(square) => {
            let error = position.play(square.into());
            let message = error.as_ref().map_or_else(ToString::to_string, |_| {
                format!(
                    "{square} is given to {}, whose turn it is not",
                    (!side).name()
                )
            });
            let kind = match error {
                _ if position.is_over() => FaultKind::MoveAfterEnd,
                Err(IllegalMove::Occupied(_)) => FaultKind::OccupiedSquare,
                Err(_) => FaultKind::IllegalMove,
                Ok(_) => FaultKind::MissingPass,
            };
            (kind, square.to_string(), message)
        }
    };
    Fault {
        ply: Some(game.plies() + 1),
        text: Some(text),
        side: Some(side),
        ..Fault::new(kind, token.span, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of words between blanks.
    fn words(text: &str) -> (Source, RawRecord) {
        let mut tokens = Vec::new();
        let mut at = 0;
        for word in text.split(' ') {
            let kind = match word.parse() {
                Ok(Move::Place(square)) => TokenKind::Place(square),
                Ok(Move::Pass) => TokenKind::Pass,
                Err(error) => TokenKind::Word(error.to_string()),
            };
            let span = Span::new(at, at + word.len());
            tokens.push(Token {
                kind,
                side: None,
                span,
            });
            at = span.end + 1;
        }
        let raw = RawRecord {
            span: Span::new(0, text.len()),
            tokens,
            ..RawRecord::default()
        };
        (Source::new("argument", text), raw)
    }

    #[test]
    fn a_mirrored_start_is_found_and_the_slip_in_it() {
        let (source, raw) = words("c5 c6 d6 e6 f6 c4 b6 e7 f8 e3");
        let judged = judge(&source, &raw, &JudgeOptions::default());
        assert_eq!(judged.rules().start(), Start::Mirrored);
        assert_eq!(judged.warnings.len(), 1);
        let fault = &judged.faults[0];
        assert_eq!(fault.kind, FaultKind::IllegalMove);
        assert_eq!((fault.ply, fault.side), (Some(9), Some(Color::Black)));
        assert_eq!(fault.suggestions, [Move::Place("f3".parse().unwrap())]);
        assert_eq!(judged.record.game.compact(), "c5c6d6e6f6c4b6e7");
    }
}
