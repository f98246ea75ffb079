//! Reading a book, with everything that is wrong with it.

use std::collections::HashMap;

use serde::Serialize;

use super::{Line, Sides, book::plain};
use crate::{
    board::{Game, Move, Score},
    record::{JudgeOptions, RawRecord, Token, TokenKind, judge},
    source::{
        Diagnostic, Source, Span,
        yaml::{Document, MAX_FAULTS, Map, Node, mend},
    },
};

/// One entry of a book's list, or the file around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Where it stands, as `file:line`.
    pub source: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its moves, as far as they can be read.
    pub moves: Option<String>,
    /// Whether nothing is wrong.
    pub ok: bool,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
    /// The number of the line on which it begins.
    #[serde(skip)]
    at: usize,
    /// The line, when name and moves are as they should be.
    #[serde(skip)]
    pub line: Option<Line>,
}

/// One thing that is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Its kind.
    pub kind: ProblemKind,
    /// What is wrong, in one line.
    pub message: String,
    /// The line of its place.
    pub line: Option<usize>,
    /// The column of its place, in characters.
    pub column: Option<usize>,
    /// How long its place is, in characters.
    pub length: Option<usize>,
    /// The same with its place, to be underlined.
    #[serde(skip)]
    pub diagnostic: Diagnostic,
}

/// The kinds of problems, by the names that scripts know them by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// A key that is unknown, missing or there twice, or a value of the wrong
    /// kind.
    Syntax,
    /// A move that the rules do not allow.
    IllegalMove,
    /// A name that another line has.
    Duplicate,
}

/// Reads a book. The first entry stands for the file itself when something is
/// wrong there; the others are the entries of its list, sound or not.
///
/// # Errors
/// The text is not YAML.
pub fn read(source: &Source) -> Result<Vec<Entry>, Box<Diagnostic>> {
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
    let root = document.root().map(&["title", "openings"], &mut faults);
    if root.is_none() {
        let help = "a book has the key `openings`, and under it a list of lines";
        faults = faults
            .into_iter()
            .map(|fault| fault.with_help(help))
            .collect();
    }
    let items = root
        .and_then(|map| {
            map.get("title").map(|title| title.text(&mut faults));
            map.require("openings", &mut faults)
        })
        .and_then(|openings| openings.list(&mut faults))
        .unwrap_or_default();
    let mut reader = Reader {
        source,
        names: HashMap::new(),
    };
    let broken = broken.into_iter();
    let mut entries: Vec<Entry> = broken
        .map(|broken| {
            let line = source.place(broken.entry.start).line;
            reader.failed(line, vec![broken.fault])
        })
        .collect();
    let mut found = faults.len() + entries.len();
    for item in items {
        if found >= MAX_FAULTS {
            let message = format!("more than {MAX_FAULTS} problems: the rest is not read");
            faults.push(item.fault(message));
            break;
        }
        let entry = reader.entry(item);
        found += entry.problems.len();
        entries.push(entry);
    }
    if !faults.is_empty() {
        entries.push(reader.failed(source.first_line(), faults));
    }
    entries.sort_by_key(|entry| entry.at);
    Ok(entries)
}

/// What is known of the entries that were read.
struct Reader<'s> {
    source: &'s Source,
    /// Where a name stands already.
    names: HashMap<String, String>,
}

impl Reader<'_> {
    fn entry(&mut self, item: Node<'_>) -> Entry {
        const KEYS: [&str; 7] = [
            "name", "aliases", "japanese", "moves", "note", "score", "side",
        ];
        let at = item.line();
        let source = self.label(at);
        let mut faults = Vec::new();
        let mut problems = Vec::new();
        let map = item.map(&KEYS, &mut faults);
        let line = map.and_then(|map| self.line(map, &source, &mut faults, &mut problems));
        let text = |key| map?.get(key)?.text(&mut Vec::new()).map(str::to_owned);
        let moves = match &line {
            Some(line) => Some(line.game.compact()),
            None => text("moves").map(|moves| one_line(&moves)),
        };
        problems.extend(self.syntax(faults));
        problems.sort_by_key(|problem| (problem.line, problem.column));
        Entry {
            source,
            name: text("name"),
            moves,
            ok: problems.is_empty(),
            problems,
            at,
            line,
        }
    }

    /// An entry of which nothing can be read.
    fn failed(&self, at: usize, faults: Vec<Diagnostic>) -> Entry {
        Entry {
            source: self.label(at),
            name: None,
            moves: None,
            ok: false,
            problems: self.syntax(faults),
            at,
            line: None,
        }
    }

    fn label(&self, line: usize) -> String {
        format!("{}:{line}", self.source.name())
    }

    /// Reads an entry; each thing that is wrong becomes a fault of syntax or
    /// a problem of another kind.
    fn line(
        &mut self,
        map: Map<'_>,
        source: &str,
        faults: &mut Vec<Diagnostic>,
        problems: &mut Vec<Problem>,
    ) -> Option<Line> {
        let name = map.require("name", faults);
        let name = name.and_then(|node| filled(node, faults));
        let aliases = map.get("aliases").and_then(|node| node.list(faults));
        let aliases: Vec<(&str, Node<'_>)> = aliases
            .into_iter()
            .flatten()
            .filter_map(|node| Some((filled(node, faults)?, node)))
            .collect();
        let mut text = |key| map.get(key)?.text(faults).map(str::to_owned);
        let (japanese, note) = (text("japanese"), text("note"));
        let score = map.get("score").and_then(|node| score(node, faults));
        let side = map.get("side").and_then(|node| sides(node, faults));
        let moves = map.require("moves", faults);
        let game = moves.and_then(|node| self.game(node, faults, problems));

        let own = map.get("name").zip(name).map(|(node, name)| (name, node));
        for (name, node) in own.into_iter().chain(aliases.iter().copied()) {
            if let Some(other) = self.names.insert(plain(name), source.to_owned()) {
                let message = format!("the name `{name}` is there already");
                let fault = node
                    .fault(message)
                    .with_help(format!("the other is at {other}"));
                problems.push(self.problem(ProblemKind::Duplicate, fault));
            }
        }
        let (name, game) = (name?, game?);
        Some(Line {
            name: name.to_owned(),
            aliases: aliases.iter().map(|&(name, _)| name.to_owned()).collect(),
            japanese,
            note,
            score,
            side,
            game,
            source: source.to_owned(),
        })
    }

    /// Plays the moves of an entry. What comes after an illegal one is lost.
    fn game(
        &self,
        node: Node<'_>,
        faults: &mut Vec<Diagnostic>,
        problems: &mut Vec<Problem>,
    ) -> Option<Game> {
        let before = faults.len();
        let moves = node.moves(faults)?;
        if faults.len() > before {
            return None;
        }
        if moves.is_empty() {
            faults.push(node.fault("`moves` should have at least one move"));
            return None;
        }
        let raw = RawRecord {
            span: node.span(),
            tokens: moves.into_iter().map(token).collect(),
            ..RawRecord::default()
        };
        let options = JudgeOptions {
            guess: false,
            ..JudgeOptions::default()
        };
        let judged = judge(self.source, &raw, &options);
        for fault in &judged.faults {
            problems.push(self.problem(ProblemKind::IllegalMove, fault.diagnostic()));
        }
        judged.is_valid().then_some(judged.record.game)
    }

    fn syntax(&self, faults: Vec<Diagnostic>) -> Vec<Problem> {
        let faults = faults.into_iter();
        faults
            .map(|fault| self.problem(ProblemKind::Syntax, fault))
            .collect()
    }

    fn problem(&self, kind: ProblemKind, diagnostic: Diagnostic) -> Problem {
        let place = diagnostic.span.map(|span| self.source.place(span.start));
        Problem {
            kind,
            message: diagnostic.message.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            length: diagnostic
                .span
                .map(|span| self.source.slice(span).chars().count()),
            diagnostic,
        }
    }
}

/// A text of several lines with a blank for each of their ends.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that is not blank.
fn filled<'d>(node: Node<'d>, faults: &mut Vec<Diagnostic>) -> Option<&'d str> {
    let text = node.text(faults)?;
    if plain(text).is_empty() {
        faults.push(node.fault("a name should have a letter or a digit"));
        return None;
    }
    Some(text)
}

fn score(node: Node<'_>, faults: &mut Vec<Diagnostic>) -> Option<Score> {
    let value = node.int(faults)?;
    let score = i16::try_from(value).ok().map(Score);
    let score = score.filter(|score| (Score::MIN..=Score::MAX).contains(score));
    if score.is_none() {
        faults.push(node.fault("`score` should be from -64 to 64 discs"));
    }
    score
}

fn sides(node: Node<'_>, faults: &mut Vec<Diagnostic>) -> Option<Sides> {
    match node.text(faults)? {
        "black" => Some(Sides::Black),
        "white" => Some(Sides::White),
        "both" => Some(Sides::Both),
        _ => {
            faults.push(node.fault("`side` should be black, white or both"));
            None
        }
    }
}

fn token((mv, span): (Move, Span)) -> Token {
    let kind = match mv {
        Move::Place(square) => TokenKind::Place(square),
        Move::Pass => TokenKind::Pass,
    };
    Token {
        kind,
        side: None,
        span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `line:column kind: message` of every problem of a book.
    fn problems(text: &str) -> Vec<String> {
        let entries = read(&Source::new("x", text)).unwrap();
        let problems = entries.iter().flat_map(|entry| &entry.problems);
        problems
            .map(|problem| {
                format!(
                    "{}:{} {:?}: {}",
                    problem.line.unwrap(),
                    problem.column.unwrap(),
                    problem.kind,
                    problem.message
                )
            })
            .collect()
    }

    #[test]
    fn one_run_tells_everything_that_is_wrong() {
        let text = "\
title: 3
openings:
  - name: Tiger
    moves: f5 d6 c3 d3 c4
  - name: Off
    moves: f5 d6 c3 d3 c4 f4 a1 c5
    side: left
  - name: tiger
    aliases: [Cat, 7, '!']
    moves: c4 e3 f6 e6 f5
    score: 65
  - moves: f5 d6 zz
    nmae: Cow
  - Cow
  - name: Cat
    moves: ''
";
        assert_eq!(
            problems(text),
            [
                "1:8 Syntax: `title` should be text, but is a whole number",
                "6:30 IllegalMove: a1 flips nothing for Black",
                "7:11 Syntax: `side` should be black, white or both",
                "8:11 Duplicate: the name `tiger` is there already",
                "9:20 Syntax: an entry of `aliases` should be text, but is a whole number",
                "9:24 Syntax: a name should have a letter or a digit",
                "11:12 Syntax: `score` should be from -64 to 64 discs",
                "12:5 Syntax: `name` is missing",
                "12:18 Syntax: `zz` is not a square: columns go from a to p on the largest board",
                "13:5 Syntax: `nmae` is not a key that is known here",
                "14:5 Syntax: an entry of `openings` should be a map of keys, but is text",
                "15:11 Duplicate: the name `Cat` is there already",
                "16:13 Syntax: `moves` should have at least one move",
            ]
        );
    }

    #[test]
    fn an_entry_that_is_no_yaml_does_not_hide_the_others() {
        let text = "\
openings:
  - name: Tiger
    moves: f5 d6 c3 d3 c4
  - name: 'Cat
    moves: f5 d6 c4 d3 c5
  - name: Cow: Bat
    moves: f5 f6 e6 f4 e3
  - name: Horse
    moves: f5 d6 a1
";
        let entries = read(&Source::new("x", text)).unwrap();
        let sources: Vec<_> = entries.iter().map(|entry| entry.source.as_str()).collect();
        assert_eq!(sources, ["x:2", "x:4", "x:6", "x:8"]);
        let unclosed = "not readable as YAML: this quote is never closed";
        let nested =
            "not readable as YAML: a colon and a blank inside a value; put the value in quotes";
        assert_eq!(
            problems(text),
            [
                format!("4:11 Syntax: {unclosed}"),
                format!("6:14 Syntax: {nested}"),
                "9:18 IllegalMove: a1 flips nothing for Black".to_owned(),
            ]
        );
    }

    #[test]
    fn one_slip_has_its_remedy() {
        let text = "openings: [{name: A, moves: f5 d6 c3 d3 c4 f4 d7 b4}]";
        let entries = read(&Source::new("x", text)).unwrap();
        assert!(entries[0].ok, "{entries:?}");
        let text = "openings: [{name: A, moves: f5 d6 c3 c2 c4 f4 f6 g5 e3}]";
        let entries = read(&Source::new("x", text)).unwrap();
        let problem = &entries[0].problems[0];
        assert_eq!(
            problem.diagnostic.help,
            ["put d3 in its place: the rest is then legal"]
        );
        assert_eq!(
            entries[0].moves.as_deref(),
            Some("f5 d6 c3 c2 c4 f4 f6 g5 e3")
        );
    }

    #[test]
    fn a_hostile_book_ends_soon() {
        let text = format!("openings:\n{}", "- x\n".repeat(100_000));
        assert_eq!(problems(&text).len(), MAX_FAULTS + 1);
        let text = format!("openings: [{}]", "x,".repeat(100_000));
        assert_eq!(problems(&text).len(), MAX_FAULTS + 1);
        let text = format!("openings:\n- name: x\n{}", "  y: z\n".repeat(100_000));
        assert!(problems(&text).len() <= MAX_FAULTS + 1);
        let text = format!("openings:\n- name: x\n  moves: {}", "f5".repeat(100_000));
        assert_eq!(problems(&text).len(), 1);
    }
}
