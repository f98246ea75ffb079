//! Questions and answers: line editing on a terminal, plain lines otherwise,
//! so that sessions can be scripted and tested.

use std::{
    io::{self, BufRead, IsTerminal, Read, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

use outflank::board::Move;
use rustyline::{DefaultEditor, error::ReadlineError};

use super::{output::Output, timer::Interrupt};

/// The longest answer that is read; the rest of its line is skipped.
const LONGEST: u64 = 1024;

/// How often it is looked whether Ctrl-C was pressed, while no line comes.
const LOOK: Duration = Duration::from_millis(50);

/// What the user answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Some words, without blanks around them.
    Text(String),
    /// `?` or `hint`.
    Hint,
    /// `quit`, or nothing more to read.
    Quit,
    /// Ctrl-C.
    Interrupted,
}

/// Where answers come from.
pub(crate) struct Session {
    /// Line editing, when a person sits at a terminal.
    editor: Option<DefaultEditor>,
    /// Plain lines, which Ctrl-C can interrupt.
    lines: Option<Lines>,
}

impl Session {
    pub(crate) fn new() -> io::Result<Self> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = terminal.then(DefaultEditor::new).transpose();
        Ok(Self {
            editor: editor.map_err(io::Error::other)?,
            lines: None,
        })
    }

    /// A session in which Ctrl-C is an answer, even where nobody sits at a
    /// terminal. With `plain` lines are not edited: the question is not for
    /// standard output.
    pub(crate) fn interruptible(interrupt: Interrupt, plain: bool) -> io::Result<Self> {
        let mut session = Self::new()?;
        if plain {
            session.editor = None;
        }
        if session.editor.is_none() {
            session.lines = Some(Lines::new(interrupt));
        }
        Ok(session)
    }

    /// Asks, and waits for an answer. An answer that was not typed is
    /// repeated behind the question, so that the output alone can be read as
    /// the session.
    pub(crate) fn ask(&mut self, prompt: &str, out: &mut Output) -> io::Result<Answer> {
        let Some(editor) = &mut self.editor else {
            write!(out, "{prompt}")?;
            out.flush()?;
            let line = match &self.lines {
                None => read_line(&mut io::stdin().lock())?,
                Some(lines) => match lines.next()? {
                    Next::Line(line) => line,
                    Next::Interrupted => {
                        writeln!(out, "(interrupted)")?;
                        return Ok(Answer::Interrupted);
                    }
                },
            };
            writeln!(out, "{}", line.as_deref().unwrap_or("(end)").trim())?;
            return Ok(line.map_or(Answer::Quit, |line| answer(&line)));
        };
        out.flush()?;
        match editor.readline(prompt) {
            Ok(line) => {
                // A history that cannot be kept is no loss.
                let _ = editor.add_history_entry(&line);
                Ok(answer(&line))
            }
            Err(ReadlineError::Eof) => Ok(Answer::Quit),
            Err(ReadlineError::Interrupted) => Ok(Answer::Interrupted),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Lines of standard input, read by a thread of their own.
struct Lines {
    lines: Receiver<io::Result<Option<String>>>,
    interrupt: Interrupt,
}

/// What came first.
enum Next {
    /// A line; `None` at the end.
    Line(Option<String>),
    Interrupted,
}

impl Lines {
    fn new(interrupt: Interrupt) -> Self {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            loop {
                let line = read_line(&mut io::stdin().lock());
                let is_last = !matches!(line, Ok(Some(_)));
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Self { lines, interrupt }
    }

    fn next(&self) -> io::Result<Next> {
        loop {
            if self.interrupt.raised() {
                return Ok(Next::Interrupted);
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return line.map(Next::Line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::Line(None)),
            }
        }
    }
}

fn answer(line: &str) -> Answer {
    let text = line.trim();
    match text.to_ascii_lowercase().as_str() {
        "?" | "hint" => Answer::Hint,
        "q" | "quit" | "exit" => Answer::Quit,
        _ => Answer::Text(text.to_owned()),
    }
}

/// The moves of an answer, with or without blanks and numbers, passes as
/// `pass`; otherwise the word that is none.
pub(crate) fn moves(text: &str) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    let words = text.split(|c: char| c.is_whitespace() || ",;-".contains(c));
    for said in words {
        let word = said.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let mut rest = word.trim_end_matches(['.', '!']);
        if rest.eq_ignore_ascii_case("pass") {
            moves.push(Move::Pass);
            continue;
        }
        while !rest.is_empty() {
            let end = rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at);
            let (square, after) = rest.split_at(end);
            let square = square.parse().map_err(|_| said.to_owned())?;
            moves.push(Move::Place(square));
            rest = after;
        }
    }
    Ok(moves)
}

/// The next line, cut to a length that fits in memory; `None` at the end.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_moves() {
        assert_eq!(answer(" ? \r\n"), Answer::Hint);
        assert_eq!(answer("Quit"), Answer::Quit);
        assert_eq!(answer(" F5 d6\n"), Answer::Text("F5 d6".into()));
        assert_eq!(answer("\n"), Answer::Text(String::new()));
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        let read = |text: &str| {
            let names = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>();
            moves(text).map(|moves| names(moves).join(" "))
        };
        assert_eq!(read(" F5 ").unwrap(), "f5");
        assert_eq!(read("c4e3f6").unwrap(), "c4 e3 f6");
        assert_eq!(read("1. f5 2. d6, 3.c3").unwrap(), "f5 d6 c3");
        assert_eq!(read("a8 Pass e8").unwrap(), "a8 pass e8");
        assert_eq!(read("").unwrap(), "");
        assert_eq!(read("f5 zz"), Err("zz".to_owned()));
        assert_eq!(read("f5 5f"), Err("5f".to_owned()));
        assert_eq!(read("♔"), Err("♔".to_owned()));
    }

    #[test]
    fn long_lines_and_odd_bytes_do_not_end_a_session() {
        let mut text = vec![b'x'; 5000];
        text.extend(b"\nf5\xff\r\nd6");
        let mut reader = &text[..];
        let mut next = || read_line(&mut reader).unwrap();
        assert_eq!(next().unwrap().len(), LONGEST as usize);
        assert_eq!(next().unwrap().trim(), "f5\u{fffd}");
        assert_eq!(next().unwrap(), "d6");
        assert_eq!(next(), None);
    }
}
