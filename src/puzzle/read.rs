//! The file format: from YAML to a [`PuzzleFile`].

use super::{
    About, Entry, Places, Problem, ProblemKind, Puzzle, PuzzleFile, Refuted, Task, legal::objection,
};
use crate::{
    board::{Color, Game, IllegalMove, Move, Position, Rules, Score, Square},
    source::{
        Diagnostic, Source, Span,
        yaml::{Broken, Document, Map, Node, mend},
    },
};

/// The keys of a file.
const FILE_KEYS: [&str; 2] = ["title", "puzzles"];

/// The keys of a puzzle.
const KEYS: [&str; 18] = [
    "id",
    "title",
    "author",
    "source",
    "themes",
    "level",
    "hints",
    "note",
    "position",
    "moves",
    "to_move",
    "task",
    "in",
    "count",
    "score",
    "solution",
    "line",
    "refutations",
];

/// The keys of a refutation.
const REFUTATION_KEYS: [&str; 2] = ["score", "line"];

/// No game has more moves.
const MOST_MOVES: i64 = 60;

impl PuzzleFile {
    /// Reads a file. What is wrong with its puzzles is kept with each, in
    /// [`Entry::problems`].
    ///
    /// # Errors
    /// The place where the text is not YAML.
    pub fn read(source: &Source) -> Result<Self, Box<Diagnostic>> {
        let mended;
        let mut broken = Vec::new();
        let document = match Document::parse(source) {
            Ok(document) => document,
            Err(fault) => {
                (mended, broken) = mend(source).ok_or(fault)?;
                Document::parse(&mended)?
            }
        };
        let mut faults = Vec::new();
        let mut file = Self {
            title: None,
            entries: Vec::new(),
            problems: Vec::new(),
        };
        if let Some(map) = document.root().map(&FILE_KEYS, &mut faults) {
            file.title = text(map, "title", &mut faults);
            let puzzles = map.require("puzzles", &mut faults);
            let puzzles = puzzles.and_then(|node| node.list(&mut faults));
            file.entries = puzzles.unwrap_or_default().into_iter().map(entry).collect();
        }
        file.entries.extend(broken.into_iter().map(unreadable));
        file.entries.sort_by_key(|entry| entry.places.entry.start);
        file.problems = faults.into_iter().map(Problem::from).collect();
        Ok(file)
    }
}

/// Whether a text can be the id of a puzzle: it has lower-case letters, digits
/// and hyphens, and does not begin with a hyphen.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && !text.starts_with('-') && text.chars().all(good)
}

/// What is found wrong with an entry on the way.
#[derive(Default)]
struct Findings {
    /// Faults of the format.
    syntax: Vec<Diagnostic>,
    /// What the rules object to.
    rules: Vec<Problem>,
}

impl Findings {
    fn problems(self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.syntax.into_iter().map(Problem::from).collect();
        problems.extend(self.rules);
        problems.sort_by_key(|problem| problem.diagnostic.span.map(|span| span.start));
        problems
    }

    fn illegal(&mut self, error: IllegalMove, span: Span) {
        let problem = Problem::new(ProblemKind::IllegalMove, error.to_string(), span);
        self.rules.push(problem);
    }
}

/// An entry that is no YAML.
fn unreadable(broken: Broken) -> Entry {
    let start = broken.entry.start;
    Entry {
        id: None,
        task: None,
        puzzle: None,
        problems: vec![broken.fault.into()],
        places: Places::all_at(Span::new(start, start)),
    }
}

fn entry(node: Node<'_>) -> Entry {
    let mut found = Findings::default();
    let Some(map) = node.map(&KEYS, &mut found.syntax) else {
        return Entry {
            id: None,
            task: None,
            puzzle: None,
            problems: found.problems(),
            places: Places::all_at(node.span()),
        };
    };
    let mut places = places(map);
    let id = id(map, &mut found.syntax);
    let about = about(map, &mut found.syntax);
    let task = task(map, &mut found.syntax);
    let score = score(map, task, &mut found.syntax);
    let keys = keys(map, &mut found.syntax);
    let position = position(map, &mut found);
    let puzzle = match (position, task, keys) {
        (Some(position), Some(task), Some(keys)) => {
            let mut solution = Vec::new();
            for (square, span) in keys {
                match position.play(square.into()) {
                    Ok(_) => {
                        solution.push(square);
                        places.keys.push(span);
                    }
                    Err(error) => found.illegal(error, span),
                }
            }
            let line = line(map, &position, &mut places.line, &mut found);
            let refutations = refutations(map, &position, &mut places.refutations, &mut found);
            Some(Puzzle {
                id: id.clone().unwrap_or_default(),
                about,
                position,
                task,
                score,
                solution,
                line,
                refutations,
            })
        }
        _ => None,
    };
    Entry {
        id,
        task,
        puzzle,
        problems: found.problems(),
        places,
    }
}

impl Places {
    const fn all_at(entry: Span) -> Self {
        Self {
            entry,
            id: entry,
            position: entry,
            task: entry,
            within: entry,
            score: entry,
            solution: entry,
            keys: Vec::new(),
            line: Vec::new(),
            refutations: Vec::new(),
        }
    }
}

/// The places of the parts. Only plain text has a place of its own that is
/// found at once; the others have the place of their key.
fn places(map: Map<'_>) -> Places {
    let entry = map.node().span();
    let text = |name| map.get(name).map_or(entry, Node::span);
    let key = |name| map.get(name).map_or(entry, Node::key_span);
    Places {
        id: text("id"),
        position: map
            .get("position")
            .or_else(|| map.get("moves"))
            .map_or(entry, Node::key_span),
        task: text("task"),
        within: key("in"),
        score: key("score"),
        solution: key("solution"),
        ..Places::all_at(entry)
    }
}

fn text(map: Map<'_>, key: &str, faults: &mut Vec<Diagnostic>) -> Option<String> {
    let text = map.get(key)?.text(faults)?;
    Some(text.trim().to_owned())
}

fn texts(map: Map<'_>, key: &str, faults: &mut Vec<Diagnostic>) -> Vec<String> {
    let texts = map.get(key).and_then(|node| node.texts(faults));
    let texts = texts.unwrap_or_default().into_iter();
    texts.map(|text| text.trim().to_owned()).collect()
}

/// A whole number within bounds.
fn number(
    map: Map<'_>,
    key: &str,
    (least, most): (i64, i64),
    faults: &mut Vec<Diagnostic>,
) -> Option<i64> {
    let node = map.get(key)?;
    let value = node.int(faults)?;
    if (least..=most).contains(&value) {
        return Some(value);
    }
    faults.push(node.fault(format!(
        "`{key}` is {value}, which is not from {least} to {most}"
    )));
    None
}

fn id(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> Option<String> {
    let node = map.require("id", faults)?;
    let id = node.text(faults)?;
    if !is_id(id) {
        faults.push(
            node.fault(format!("`{id}` is not an id"))
                .with_help("an id has lower-case letters, digits and hyphens: `diagonal-sweep`"),
        );
        return None;
    }
    Some(id.to_owned())
}

fn about(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> About {
    let level = number(map, "level", (1, 5), faults);
    About {
        title: text(map, "title", faults),
        author: text(map, "author", faults),
        source: text(map, "source", faults),
        themes: texts(map, "themes", faults),
        level: level.and_then(|level| u8::try_from(level).ok()),
        hints: texts(map, "hints", faults),
        note: text(map, "note", faults),
    }
}

fn task(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> Option<Task> {
    let within = number(map, "in", (1, MOST_MOVES), faults);
    let most_flips = i64::from(Task::MOST_FLIPS);
    let count = number(map, "count", (1, most_flips), faults);
    let node = map.require("task", faults)?;
    let name = node.text(faults)?;
    if let (false, Some(node)) = (name == "flip", map.get("count")) {
        let fault = Diagnostic::error("only flipping discs has a count", node.key_span());
        faults.push(fault.with_help(format!("remove `count`, the task is `{name}`")));
    }
    let number = match name {
        "help-wipe-out" => needed(map, "in", within, "how many plies it takes", faults)?,
        "flip" => needed(map, "count", count, "how many discs are flipped", faults)?,
        _ => 0,
    };
    let Some(task) = Task::from_name(name, number) else {
        let fault = node.fault(format!("`{name}` is not a task"));
        faults.push(fault.with_help(format!("tasks are: {}", Task::NAMES.join(", "))));
        return None;
    };
    if let Task::WipeOut { .. } = task {
        let within = within.and_then(|moves| u32::try_from(moves).ok());
        return Some(Task::WipeOut { within });
    }
    if let (None, Some(node)) = (task.number(), map.get("in")) {
        let fault = Diagnostic::error("only a wipe-out is in a number of moves", node.key_span());
        faults.push(fault.with_help(format!("remove `in`, the task is `{task}`")));
    }
    Some(task)
}

/// A number without which a task says too little.
fn needed(
    map: Map<'_>,
    key: &str,
    value: Option<i64>,
    says: &str,
    faults: &mut Vec<Diagnostic>,
) -> Option<u32> {
    if map.get(key).is_none() {
        let fault = map.node().fault(format!("`{key}` is missing"));
        faults.push(fault.with_help(format!("`{key}` says {says}")));
    }
    u32::try_from(value?).ok()
}

fn score(map: Map<'_>, task: Option<Task>, faults: &mut Vec<Diagnostic>) -> Option<Score> {
    let most = i64::from(Score::MAX.0);
    let score = number(map, "score", (-most, most), faults);
    if task == Some(Task::Best) && map.get("score").is_none() {
        let fault = map.node().fault("`score` is missing");
        faults.push(fault.with_help("where the task is `best`, `score` says what the best is"));
    }
    score.and_then(|score| i16::try_from(score).ok()).map(Score)
}

fn keys(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> Option<Vec<(Square, Span)>> {
    let node = map.require("solution", faults)?;
    let items = node.list(faults)?;
    if items.is_empty() {
        faults.push(node.fault("`solution` names no move"));
    }
    let mut keys: Vec<(Square, Span)> = Vec::new();
    for item in items {
        let Some(name) = item.text(faults) else {
            continue;
        };
        match name.parse::<Square>() {
            Ok(square) if keys.iter().any(|&(key, _)| key == square) => {
                faults.push(item.fault(format!("{square} stands here twice")));
            }
            Ok(square) => keys.push((square, item.span())),
            Err(error) => faults.push(item.fault(error.to_string())),
        }
    }
    Some(keys)
}

/// The position, from `position` and `to_move` or from `moves`.
fn position(map: Map<'_>, found: &mut Findings) -> Option<Position> {
    let side = map
        .get("to_move")
        .and_then(|node| side(node, &mut found.syntax));
    let (node, position) = match (map.get("position"), map.get("moves")) {
        (Some(node), None) => {
            map.require("to_move", &mut found.syntax);
            (node, rows(node, found)?.with_to_move(side?))
        }
        (None, Some(node)) => {
            let position = after_moves(node, found)?;
            if side.is_some_and(|side| side != position.to_move()) {
                let turn = position.to_move();
                let place = map.get("to_move").map_or(node.span(), Node::span);
                let fault = format!("after these moves it is {}'s turn", turn.name());
                found.syntax.push(Diagnostic::error(fault, place));
            }
            (node, position)
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
    let Some(objection) = objection(&position) else {
        return Some(position);
    };
    let span = node.key_span();
    found
        .rules
        .push(Problem::new(ProblemKind::IllegalPosition, objection, span));
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

/// Eight rows of eight squares.
fn rows(node: Node<'_>, found: &mut Findings) -> Option<Position> {
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
fn after_moves(node: Node<'_>, found: &mut Findings) -> Option<Position> {
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
    (found.syntax.len() == faults).then(|| game.last().clone())
}

/// What is said of wrong moves. One that cannot be played is left out.
fn refutations(
    map: Map<'_>,
    position: &Position,
    places: &mut Vec<Span>,
    found: &mut Findings,
) -> Vec<Refuted> {
    let items = map
        .get("refutations")
        .and_then(|node| node.list(&mut found.syntax));
    let mut refutations = Vec::new();
    for item in items.unwrap_or_default() {
        let Some(map) = item.map(&REFUTATION_KEYS, &mut found.syntax) else {
            continue;
        };
        for key in REFUTATION_KEYS {
            map.require(key, &mut found.syntax);
        }
        let score = score(map, None, &mut found.syntax);
        let line = line(map, position, &mut Vec::new(), found);
        if let (Some(score), false) = (score, line.is_empty()) {
            refutations.push(Refuted { score, line });
            places.push(item.span());
        }
    }
    refutations
}

/// The main line, as far as it is legal.
fn line(
    map: Map<'_>,
    position: &Position,
    places: &mut Vec<Span>,
    found: &mut Findings,
) -> Vec<Move> {
    let mut game = Game::from_position(position.clone());
    let moves = map
        .get("line")
        .and_then(|node| node.moves(&mut found.syntax));
    for (mv, span) in moves.unwrap_or_default() {
        match game.play_with_passes(mv) {
            Ok(()) if mv == Move::Pass => {}
            Ok(()) => places.push(span),
            Err(error) => {
                found.illegal(error, span);
                break;
            }
        }
    }
    game.moves().to_vec()
}
