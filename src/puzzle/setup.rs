//! Where a puzzle begins: the rows of its position, or the moves that lead to
//! it.

use std::ops::Range;

use super::{Problem, ProblemKind, legal::objection, read::Findings};
use crate::{
    board::{Color, Game, Move, Position, Rules, Square},
    source::{
        Diagnostic,
        yaml::{Map, Node},
    },
};

/// Where a puzzle begins.
pub(super) struct Setup {
    /// The position.
    pub(super) position: Position,
    /// A game that leads to it, if one is given.
    pub(super) game: Option<Vec<Move>>,
}

/// The position, from `position` and `to_move` or from `moves`.
pub(super) fn setup(map: Map<'_>, found: &mut Findings) -> Option<Setup> {
    let mut cells = Vec::new();
    let side = map
        .get("to_move")
        .and_then(|node| side(node, &mut found.syntax));
    let (node, setup) = match (map.get("position"), map.get("moves")) {
        (Some(node), None) => {
            map.require("to_move", &mut found.syntax);
            let position = rows(node, &mut cells, found)?.with_to_move(side?);
            let game = map.get("game");
            let game = game.and_then(|game| game_to(&position, game, found));
            (node, Setup { position, game })
        }
        (None, Some(node)) => {
            let game = after_moves(node, found)?;
            let (position, moves) = (game.last().clone(), game.moves().to_vec());
            if let Some(node) = map.get("game") {
                let fault = Diagnostic::error("`moves` are the game already", node.key_span());
                found.syntax.push(fault.with_help("remove `game`"));
            }
            if side.is_some_and(|side| side != position.to_move()) {
                let turn = position.to_move();
                let place = map.get("to_move").map_or(node.span(), Node::span);
                let fault = format!("after these moves it is {}'s turn", turn.name());
                found.syntax.push(Diagnostic::error(fault, place));
            }
            let game = Some(moves);
            (node, Setup { position, game })
        }
        (Some(_), Some(node)) => {
            let fault =
                Diagnostic::error("`moves` and `position` exclude each other", node.key_span());
            found
                .syntax
                .push(fault.with_help("keep the one that says where the puzzle begins"));
            return None;
        }
        (None, None) => {
            let fault = map.node().fault("`position` is missing");
            found
                .syntax
                .push(fault.with_help("or give the `moves` that lead there"));
            return None;
        }
    };
    let Some(objection) = objection(&setup.position) else {
        return Some(setup);
    };
    let square = objection.square.and_then(Square::bit);
    let cell = square.and_then(|bit| cells.get(usize::try_from(bit).ok()?).cloned());
    let span = cell.map_or(node.key_span(), |cell| node.span_of(cell));
    let problem = Problem::new(ProblemKind::IllegalPosition, objection.message, span);
    found.rules.push(problem);
    None
}

fn side(node: Node<'_>, faults: &mut Vec<Diagnostic>) -> Option<Color> {
    let name = node.text(faults)?;
    let side = Color::ALL.into_iter().find(|side| side.to_string() == name);
    if side.is_none() {
        let fault = node.fault(format!("`{name}` is not a side"));
        faults.push(fault.with_help("sides are: black, white"));
    }
    side
}

/// Eight rows of eight squares; `cells` gets the part of the text that each
/// square takes.
fn rows(node: Node<'_>, cells: &mut Vec<Range<usize>>, found: &mut Findings) -> Option<Position> {
    let text = node.text(&mut found.syntax)?;
    let mut board = String::new();
    let mut rows = 0;
    let before = found.rules.len();
    let mut wrong = |message: String, span| {
        let problem = Problem::new(ProblemKind::IllegalPosition, message, span);
        found
            .rules
            .push(problem.help("a position has eight rows of eight squares: X, O or -"));
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let begin = start + line.len() - line.trim_start().len();
        start += line.len();
        let row = line.trim();
        if row.is_empty() {
            continue;
        }
        rows += 1;
        let mut squares = 0;
        for (at, symbol) in row.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            squares += 1;
            let at = begin + at;
            let disc = Color::from_symbol(symbol).filter(|_| symbol != '#');
            if disc.is_none() && !matches!(symbol, '-' | '.' | '_') {
                wrong(
                    format!("`{symbol}` is neither a disc nor an empty square"),
                    node.span_of(at..at + symbol.len_utf8()),
                );
            }
            board.push(symbol);
            cells.push(at..at + symbol.len_utf8());
        }
        if squares != 8 && rows <= 8 {
            let span = node.span_of(begin..begin + row.len());
            wrong(format!("row {rows} has {squares} squares"), span);
        }
    }
    if rows != 8 {
        wrong(format!("the position has {rows} rows"), node.key_span());
    }
    if found.rules.len() > before {
        return None;
    }
    // What the rows are made of has been looked at: nothing is left to say.
    Position::parse(&board, Rules::othello()).ok()
}

/// The position after moves from the start of a game.
fn after_moves(node: Node<'_>, found: &mut Findings) -> Option<Game> {
    let faults = found.syntax.len();
    let moves = node.moves(&mut found.syntax)?;
    let mut game = Game::new(Rules::othello());
    for (mv, span) in moves {
        if let Err(error) = game.play_with_passes(mv) {
            found.illegal(error, span);
            return None;
        }
    }
    game.pass_if_forced();
    (found.syntax.len() == faults).then_some(game)
}

/// The moves of a game that is to lead to a position, if it does.
fn game_to(position: &Position, node: Node<'_>, found: &mut Findings) -> Option<Vec<Move>> {
    let game = after_moves(node, found)?;
    let Some(difference) = difference(game.last(), position) else {
        return Some(game.moves().to_vec());
    };
    let message = format!("these moves do not lead to the position: {difference}");
    let problem = Problem::new(ProblemKind::WrongGame, message, node.key_span());
    found.rules.push(problem);
    None
}

/// What tells one position from another, if anything does.
fn difference(reached: &Position, wanted: &Position) -> Option<String> {
    let name = |disc: Option<Color>| disc.map_or("empty".to_owned(), |color| color.to_string());
    let squares = (0..64).map(Square::from_bit);
    let told = squares
        .map(|square| (square, reached.disc(square), wanted.disc(square)))
        .find(|(_, reached, wanted)| reached != wanted)
        .map(|(square, reached, wanted)| {
            format!(
                "they leave {square} {}, not {}",
                name(reached),
                name(wanted)
            )
        });
    let turn = reached.to_move();
    told.or_else(|| {
        (turn != wanted.to_move()).then(|| format!("after them it is {}'s turn", turn.name()))
    })
}
