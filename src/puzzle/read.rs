//! The file format: from YAML to a [`PuzzleFile`].

use super::{
    About, Entry, Places, Problem, ProblemKind, Puzzle, PuzzleFile, Refuted, Task,
    setup::{Setup, setup},
};
use crate::{
    board::{Game, IllegalMove, Move, Position, Score, Square},
    source::{
        Diagnostic, Source, Span,
        yaml::{Broken, Document, Map, Node, mend},
    },
};

/// The keys of a file.
const FILE_KEYS: [&str; 2] = ["title", "puzzles"];

/// The keys of a puzzle.
const KEYS: [&str; 21] = [
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
    "game",
    "origin",
    "to_move",
    "task",
    "in",
    "count",
    "score",
    "solution",
    "line",
    "variations",
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
pub(super) struct Findings {
    /// Faults of the format.
    pub(super) syntax: Vec<Diagnostic>,
    /// What the rules object to.
    pub(super) rules: Vec<Problem>,
}

impl Findings {
    fn problems(self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.syntax.into_iter().map(Problem::from).collect();
        problems.extend(self.rules);
        problems.sort_by_key(Problem::place);
        problems
    }

    pub(super) fn illegal(&mut self, error: IllegalMove, span: Span) {
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
    let constructed = constructed(map, &mut found.syntax);
    let setup = setup(map, &mut found);
    let puzzle = match (setup, task) {
        (Some(Setup { position, game }), Some(task)) => {
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
            let line = line(map.get("line"), &position, &mut places.line, &mut found);
            let (variations, spans) = lines(map, "variations", &position, &mut found);
            places.variations = spans;
            let refutations = refutations(map, &position, &mut places.refutations, &mut found);
            Some(Puzzle {
                id: id.clone().unwrap_or_default(),
                about,
                position,
                task,
                score,
                solution,
                line,
                variations,
                refutations,
                game,
                constructed,
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
            variations: Vec::new(),
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

/// Whether the position is said to be made up.
fn constructed(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> bool {
    let Some(node) = map.get("origin") else {
        return false;
    };
    let Some(origin) = node.text(faults) else {
        return false;
    };
    if origin != "constructed" {
        let fault = node.fault(format!("`{origin}` is not an origin"));
        faults.push(fault.with_help("a position that no game need lead to is `constructed`"));
    }
    origin == "constructed"
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
        // How long it takes is said, and not understood.
        if within.is_none() && map.get("in").is_some() {
            return None;
        }
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

fn keys(map: Map<'_>, faults: &mut Vec<Diagnostic>) -> Vec<(Square, Span)> {
    let mut keys: Vec<(Square, Span)> = Vec::new();
    let Some(node) = map.require("solution", faults) else {
        return keys;
    };
    let items = node.list(faults);
    if items.as_ref().is_some_and(Vec::is_empty) {
        faults.push(node.fault("`solution` names no move"));
    }
    for item in items.unwrap_or_default() {
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
    keys
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
        let line = line(map.get("line"), position, &mut Vec::new(), found);
        if let (Some(score), false) = (score, line.is_empty()) {
            refutations.push(Refuted { score, line });
            places.push(item.span());
        }
    }
    refutations
}

/// A line from the position on, as far as it is legal.
fn line(
    node: Option<Node<'_>>,
    position: &Position,
    places: &mut Vec<Span>,
    found: &mut Findings,
) -> Vec<Move> {
    let mut game = Game::from_position(position.clone());
    let moves = node.and_then(|node| node.moves(&mut found.syntax));
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

/// The lines of a list, with the places of the discs they place.
fn lines(
    map: Map<'_>,
    key: &str,
    position: &Position,
    found: &mut Findings,
) -> (Vec<Vec<Move>>, Vec<Vec<Span>>) {
    let items = map.get(key).and_then(|node| node.list(&mut found.syntax));
    let items = items.unwrap_or_default().into_iter();
    items
        .map(|item| {
            let mut places = Vec::new();
            let moves = line(Some(item), position, &mut places, found);
            (moves, places)
        })
        .unzip()
}
