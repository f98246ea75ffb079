//! The log of answers as a text that other programs can read: JSON, an answer
//! a line.

use std::io::{self, Write};

use serde::Deserialize;
use thiserror::Error;

use super::Answer;
use crate::source::{Diagnostic, Source, Span};

/// The version of the text. It grows when an older program would misread it.
const VERSION: u32 = 1;

/// Why a text is no log of answers.
#[derive(Debug, Error)]
pub enum LogError {
    /// It is not JSON, or an answer says something impossible; with the place.
    #[error("{}", .0.message)]
    Wrong(Box<Diagnostic>),
    /// It is JSON of something else.
    #[error("this is no export of practice: it has no `outflank_practice`")]
    Foreign,
    /// A later version of the program made it.
    #[error("this export has version {found}, this program knows versions up to {known}", known = VERSION)]
    Newer {
        /// The version of the text.
        found: u32,
    },
}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    outflank_practice: Option<u32>,
}

#[derive(Deserialize)]
struct Log {
    answers: Vec<Answer>,
}

/// Writes answers as one JSON object:
/// `{"outflank_practice": 1, "answers": […]}`.
///
/// # Errors
/// Those of the writer.
pub fn write_log(answers: &[Answer], to: &mut impl Write) -> io::Result<()> {
    write!(to, "{{\"outflank_practice\":{VERSION},\"answers\":[")?;
    for (index, answer) in answers.iter().enumerate() {
        to.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *to, answer)?;
    }
    to.write_all(b"\n]}\n")
}

/// Reads what [`write_log`] has written. What later versions have added is
/// skipped.
///
/// # Errors
/// [`LogError`].
pub fn read_log(source: &Source) -> Result<Vec<Answer>, LogError> {
    let text = source.text().trim_start_matches('\u{feff}');
    let head: Head = serde_json::from_str(text).map_err(|error| wrong(source, text, &error))?;
    match head.outflank_practice {
        None => return Err(LogError::Foreign),
        Some(found) if found > VERSION => return Err(LogError::Newer { found }),
        Some(_) => {}
    }
    let log: Log = serde_json::from_str(text).map_err(|error| wrong(source, text, &error))?;
    for answer in &log.answers {
        if let Some(reason) = impossible(answer) {
            let key = answer.key.as_str();
            let start = source.text().find(key).unwrap_or(0);
            let span = Span::new(start, start + key.len());
            let diagnostic = Diagnostic::error(reason, span).with_label("in this answer");
            return Err(LogError::Wrong(Box::new(diagnostic)));
        }
    }
    Ok(log.answers)
}

/// What no answer can say.
fn impossible(answer: &Answer) -> Option<String> {
    if answer.item.id.trim().is_empty() {
        return Some("the id is empty".to_owned());
    }
    if answer.tries == 0 {
        return Some("tries are counted from 1".to_owned());
    }
    let level = answer.level.filter(|level| !(1..=5).contains(level))?;
    Some(format!("level {level} is none: levels go from 1 to 5"))
}

/// An error of JSON with its place.
fn wrong(source: &Source, text: &str, error: &serde_json::Error) -> LogError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let before = source.text().len() - text.len();
    let lines = text.split_inclusive('\n').take(error.line().max(1) - 1);
    let line_start: usize = lines.map(str::len).sum();
    let at = before + line_start + error.column().saturating_sub(1);
    let mut start = at.min(source.text().trim_end().len());
    while !source.text().is_char_boundary(start) {
        start -= 1;
    }
    let length = source
        .text()
        .get(start..)
        .and_then(|rest| rest.chars().next());
    let span = Span::new(start, start + length.map_or(0, char::len_utf8));
    let message = match error.classify() {
        serde_json::error::Category::Data => message.to_owned(),
        _ => format!("this is not JSON: {message}"),
    };
    LogError::Wrong(Box::new(Diagnostic::error(message, span)))
}

#[cfg(test)]
mod tests {
    use super::{super::answer::tests::solved, *};

    fn text(answers: &[Answer]) -> String {
        let mut text = Vec::new();
        write_log(answers, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn fault(text: &str) -> String {
        let source = Source::new("log.json", text);
        match read_log(&source).unwrap_err() {
            LogError::Wrong(fault) => {
                let place = source.place(fault.span.unwrap().start);
                format!("{}:{} {}", place.line, place.column, fault.message)
            }
            other => other.to_string(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut first = solved(1, "x", "2026-01-01");
        first.level = Some(4);
        first.themes = vec!["C-square".to_owned()];
        let answers = [first, solved(2, "長\"野", "2026-01-02")];
        for answers in [&answers[..], &[]] {
            let read = read_log(&Source::new("log.json", text(answers))).unwrap();
            assert_eq!(read, answers);
        }
        // A line an answer, in words that stay.
        assert_eq!(
            text(&answers[..1]).lines().nth(1).unwrap(),
            "{\"key\":\"00000000000000000000000000000001\",\"kind\":\"puzzle\",\"id\":\"x\",\
             \"time\":\"2026-01-01T12:00:00.001Z\",\"date\":\"2026-01-01\",\"tries\":1,\"hints\":0,\
             \"found\":1,\"millis\":20000,\"outcome\":\"solved\",\"level\":4,\"themes\":[\"C-square\"]}"
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let good = text(&[solved(1, "x", "2026-01-01")]);
        assert_eq!(
            fault("{"),
            "1:1 this is not JSON: EOF while parsing an object"
        );
        assert!(fault("[1]").starts_with("1:"), "{}", fault("[1]"));
        assert!(fault("{}").contains("no export of practice"));
        let newer = good.replace("practice\":1", "practice\":2");
        assert!(fault(&newer).contains("version 2, this program knows"));
        for (from, to, says) in [
            ("2026-01-01\"", "2026-02-30\"", "2:"),
            ("\"solved\"", "\"lucky\"", "unknown variant `lucky`"),
            ("\"puzzle\"", "\"joke\"", "unknown variant `joke`"),
            ("\"tries\":1", "\"tries\":0", "tries are counted from 1"),
            ("\"tries\":1", "\"tries\":-1", "invalid value"),
            ("\"id\":\"x\"", "\"id\":\" \"", "the id is empty"),
            ("\"key\":\"0", "\"key\":\"g", "is no key"),
            ("\"hints\":0,", "", "missing field `hints`"),
        ] {
            assert!(good.contains(from), "{from}");
            let said = fault(&good.replace(from, to));
            assert!(
                said.contains(says) && said.starts_with("2:"),
                "{to}: {said}"
            );
        }
        let more = good.replace("\"tries\":1", "\"tries\":1,\"mood\":\"fine\"");
        assert!(read_log(&Source::new("log.json", more)).is_ok());
    }
}
