//! What every outcome means for the shell: messages, hints, exit status.

use std::{
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use outflank::source::{Diagnostic, Severity, Source, Span};

use super::output::Output;

/// How a command ended when it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, and what was asked about holds: exit 0.
    Holds,
    /// Done, and it does not hold: exit 1.
    Fails,
    /// Some of it could not be done, and was reported on the way: exit 2.
    Undone,
    /// Stopped by Ctrl-C: exit 130.
    Interrupted,
}

impl Status {
    /// The worse of two outcomes: what could not be done weighs more than
    /// what does not hold.
    pub(crate) fn worst(self, other: Self) -> Self {
        let rank = |status| match status {
            Self::Holds => 0,
            Self::Fails => 1,
            Self::Undone => 2,
            Self::Interrupted => 3,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

impl Status {
    /// The exit status as a number.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::Fails => 1,
            Self::Undone => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// What the user gave cannot be read, or what was asked cannot be done: a
/// message and what to do instead. Ends the command with exit 2, unless it
/// says otherwise.
#[derive(Debug)]
pub(crate) struct UserError {
    message: String,
    hints: Vec<String>,
    place: Option<Box<(Source, Diagnostic)>>,
    status: Status,
}

impl UserError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hints: Vec::new(),
            place: None,
            status: Status::Undone,
        }
    }

    /// An error that underlines a place of a text.
    pub(crate) fn at(source: Source, diagnostic: Diagnostic) -> Self {
        Self {
            message: diagnostic.message.clone(),
            hints: Vec::new(),
            place: Some(Box::new((source, diagnostic))),
            status: Status::Undone,
        }
    }

    /// The same about a record that was understood and does not hold: exit 1.
    pub(crate) fn fails(mut self) -> Self {
        self.status = Status::Fails;
        self
    }

    /// The same with one more remedy.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

/// Writes an error to standard error and gives its exit status. A closed
/// pipe is nobody's error and says nothing.
pub(crate) fn report(error: &anyhow::Error, out: &Output) -> Status {
    if error.chain().any(is_closed_pipe) {
        return Status::Holds;
    }
    let user = error.downcast_ref::<UserError>();
    match user {
        Some(UserError {
            place: Some(place), ..
        }) => out.complain(&render(&place.0, &place.1, out.ascii())),
        Some(user) => {
            let mut text = format!("error: {error:#}\n");
            for hint in &user.hints {
                text.push_str(&format!("hint: {hint}\n"));
            }
            out.complain(&text);
        }
        None => match error.downcast_ref::<io::Error>() {
            // What cannot be read is a UserError that names it.
            Some(error) => out.complain(&unwritable(error)),
            None => out.complain(&format!("error: {error:#}\n")),
        },
    }
    user.map_or(Status::Undone, |user| user.status)
}

/// The outcome of a program that could not write its help.
pub(crate) fn unwritten(error: &io::Error) -> Status {
    if is_closed_pipe(error) {
        return Status::Holds;
    }
    let _ = io::stderr().write_all(unwritable(error).as_bytes());
    Status::Undone
}

fn unwritable(error: &io::Error) -> String {
    format!("error: cannot write the output: {}\n", reason(error))
}

/// Why something could not be read or written, without the number that the
/// system has for it.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A diagnostic with its place underlined, in colour; the stream that it is
/// written to drops the colour where it cannot be shown.
pub(crate) fn render(source: &Source, diagnostic: &Diagnostic, ascii: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()));
    if let Some(span) = diagnostic.span {
        // Only the lines of the place are shown, so only they are laid out.
        let text = source.text();
        let (lines, first) = lines_of(text, span);
        let end = span.end.min(text.len()).saturating_sub(first);
        let start = span.start.saturating_sub(first).min(end);
        let mut mark = AnnotationKind::Primary.span(start..end);
        if let Some(label) = &diagnostic.label {
            mark = mark.label(label.as_str());
        }
        group = group.element(
            Snippet::source(lines)
                .line_start(source.place(first).line)
                .path(source.name())
                .annotation(mark),
        );
    }
    let byte = diagnostic.span.and_then(|span| source.byte(span.start));
    if let (Some(byte), Some(span)) = (byte, diagnostic.span) {
        let game = source.place(span.start).line;
        let place = format!("byte {byte} of the file, in its game {game}");
        group = group.element(Level::NOTE.message(place));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let style = if ascii {
        DecorStyle::Ascii
    } else {
        DecorStyle::Unicode
    };
    let mut text = Renderer::styled().decor_style(style).render(&[group]);
    text.push('\n');
    text
}

/// The whole lines that a place is on, and where they begin.
fn lines_of(text: &str, span: Span) -> (&str, usize) {
    let before = text.get(..span.start).unwrap_or(text);
    let first = before.rfind('\n').map_or(0, |at| at + 1);
    let after = text.get(span.end..).and_then(|rest| rest.find('\n'));
    let last = after.map_or(text.len(), |at| span.end + at);
    (text.get(first..last).unwrap_or_default(), first)
}

/// An error of the library about something the user asked for.
pub(crate) fn user(error: impl std::error::Error) -> UserError {
    UserError::new(error.to_string())
}
