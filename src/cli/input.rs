//! Where a command reads from: standard input, files, puzzles, or text given
//! in the shell.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use clap::{
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use outflank::{
    board::{Color, Position},
    puzzle::{Collection, is_id},
    record::{FaultKind, Format, JudgeOptions, RawRecord, ReadError, ReadOptions, Records, judge},
    source::{Diagnostic, Severity, Source, nearest},
};

use super::{
    error::{UserError, reason},
    names::NameFinder,
    parts::parts,
    ply,
    puzzle::PuzzlesArg,
};

/// What commands read that take several records.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct InputArgs {
    /// `-` for standard input, a file, the id of a puzzle, or the text itself:
    /// move lists like `f5d6c3` or `1. f5 d6`, or a position as 64 squares and
    /// the side to move
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) from: FromArg,
    #[command(flatten)]
    pub(crate) puzzles: PuzzlesArg,
}

/// The arguments of the program, ready to be parsed: a position may begin
/// with empty squares and would be taken for an option, so it gets a blank in
/// front.
pub(crate) fn arguments(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.map(|arg| match arg.to_str() {
        Some(text) if text.starts_with('-') && begins_with_squares(text) => {
            format!(" {text}").into()
        }
        _ => arg,
    })
}

/// Whether a text begins like a position on the smallest board.
fn begins_with_squares(text: &str) -> bool {
    let mut symbols = text.chars().filter(|c| !c.is_whitespace());
    let is_square = |c| matches!(c, '-' | '.' | '_') || Color::from_symbol(c).is_some();
    (0..16).all(|_| symbols.next().is_some_and(is_square))
}

/// The option that names the format of the input.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct FromArg {
    /// Read this format instead of finding it from the text
    #[arg(long = "from", value_name = "FORMAT", value_parser = FormatParser(Format::reads))]
    pub(crate) format: Option<Format>,
}

/// Reads the name of a format, and lists all of them in the help with what is
/// said about each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormatParser(pub(crate) fn(Format) -> &'static str);

impl TypedValueParser for FormatParser {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Format, clap::Error> {
        let name = value.to_string_lossy();
        name.parse().map_err(|error| {
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            let text = format!("{error}; formats are {}\n", names.join(", "));
            clap::Error::raw(ErrorKind::InvalidValue, text).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let about = self.0;
        let value = move |format: Format| PossibleValue::new(format.name()).help(about(format));
        Some(Box::new(Format::ALL.into_iter().map(value)))
    }
}

/// A position with where it comes from.
#[derive(Debug)]
pub(crate) struct PositionInput {
    /// `file:line`.
    pub(crate) label: String,
    /// The position.
    pub(crate) position: Position,
    /// The text that it stands in.
    pub(crate) source: Source,
    /// What was assumed in reading.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// A record with its text.
type Found = anyhow::Result<(Source, RawRecord)>;

/// The records of several INPUTs as a stream. An INPUT that cannot be read
/// gives an error and does not stop the others. Lists of names among several
/// INPUTs hold no records, and are no error.
pub(crate) fn records<'a>(
    inputs: &'a [String],
    puzzles: &'a PuzzlesArg,
    options: ReadOptions,
) -> impl Iterator<Item = Found> + 'a {
    let mut finder = NameFinder::default();
    inputs
        .iter()
        .flat_map(move |input| {
            let opened = open(input, puzzles, options)
                .and_then(|(name, reader)| parts(name, Path::new(input), reader));
            match opened {
                Ok(parts) => parts,
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        })
        .flat_map(move |part| -> Box<dyn Iterator<Item = Found>> {
            let records = part.and_then(|mut part| {
                let names = finder.names_for(&mut part);
                let names = names.map_err(|error| cannot_read(&part.name, &error))?;
                let name = part.name.clone();
                Ok(Records::new(part.name, part.reader, options)
                    .with_names(names)
                    .filter(move |found| inputs.len() < 2 || !is_list_of_names(found))
                    .map(move |found| found.map_err(|error| unreadable(&name, error).into())))
            });
            match records {
                Ok(records) => Box::new(records),
                Err(error) => Box::new(std::iter::once(Err(error.into()))),
            }
        })
}

const fn is_list_of_names<T>(found: &Result<T, ReadError>) -> bool {
    matches!(found, Err(ReadError::OnlyNames { .. }))
}

/// The positions of several INPUTs: those that a text gives, and of games the
/// last one, or the one after ply `at`.
pub(crate) fn positions<'a>(
    inputs: &'a [String],
    puzzles: &'a PuzzlesArg,
    options: ReadOptions,
    judging: &'a JudgeOptions,
    at: Option<i32>,
) -> impl Iterator<Item = anyhow::Result<PositionInput>> + 'a {
    records(inputs, puzzles, options).map(move |record| {
        let (source, raw) = record?;
        position(source, &raw, judging, at)
    })
}

/// The position of a record: the last one, or the one after ply `at`.
pub(crate) fn position(
    source: Source,
    raw: &RawRecord,
    judging: &JudgeOptions,
    at: Option<i32>,
) -> anyhow::Result<PositionInput> {
    let judged = judge(&source, raw, judging);
    // A result that the moves do not bear out leaves the position as it is.
    let (results, faults): (Vec<_>, Vec<_>) = judged
        .faults
        .iter()
        .partition(|fault| fault.kind == FaultKind::ResultMismatch);
    if let Some(fault) = faults.first() {
        return Err(UserError::at(source, fault.diagnostic()).fails().into());
    }
    let mut warnings = judged.warnings;
    warnings.extend(results.into_iter().map(|fault| Diagnostic {
        severity: Severity::Warning,
        ..fault.diagnostic()
    }));
    let game = judged.record.game;
    let label = source.label(raw.span.start);
    let position = match at {
        None => game.last().clone(),
        Some(n) => ply::up_to(&label, "--at", n, &game)?.last().clone(),
    };
    Ok(PositionInput {
        label,
        position,
        warnings,
        source,
    })
}

/// Opens an INPUT and says under which name messages speak of it.
fn open(
    input: &str,
    puzzles: &PuzzlesArg,
    options: ReadOptions,
) -> Result<(String, Box<dyn BufRead>), UserError> {
    // The blank that `arguments` has put in front is not the user's.
    let text = input.strip_prefix(' ');
    let input = text.filter(|text| text.starts_with('-')).unwrap_or(input);
    if input == "-" {
        return Ok(("-".to_owned(), Box::new(io::stdin().lock())));
    }
    let path = Path::new(input);
    if path.is_dir() {
        return Err(UserError::new(format!("`{input}` is a folder, not a file"))
            .hint("name the files in it"));
    }
    if path.exists() {
        let file = File::open(path).map_err(|error| cannot_read(input, &error))?;
        log::info!("reading the file {input}");
        let reader = Box::new(BufReader::with_capacity(1 << 16, file));
        return Ok((input.to_owned(), reader));
    }
    let puzzles = if is_id(input) {
        puzzles.with_shipped()?
    } else {
        Collection::default()
    };
    if let Some(puzzle) = puzzles
        .find(input)
        .and_then(|(_, entry)| entry.puzzle.as_ref())
    {
        let position = puzzle.position.to_string();
        return Ok((input.to_owned(), Box::new(io::Cursor::new(position))));
    }
    if !names_a_file(path) && holds_a_record(input, options) {
        return Ok((
            "argument".to_owned(),
            Box::new(io::Cursor::new(input.to_owned())),
        ));
    }
    Err(not_found(input, path, &puzzles))
}

/// Whether a text can only be meant as the name of a file.
fn names_a_file(path: &Path) -> bool {
    const ENDINGS: [&str; 17] = [
        "txt", "pgn", "sgf", "ggf", "json", "jsonl", "obf", "scr", "yaml", "yml", "wtb", "jou",
        "trn", "csv", "gz", "zst", "zip",
    ];
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str()))
}

fn holds_a_record(text: &str, options: ReadOptions) -> bool {
    let mut records = Records::new("argument", text.as_bytes(), options);
    matches!(records.next(), Some(Ok(_)))
}

fn not_found(input: &str, path: &Path, puzzles: &Collection) -> UserError {
    if names_a_file(path) {
        return no_file(input);
    }
    let short: String = input.chars().take(60).collect();
    let error = UserError::new(format!(
        "`{short}` is no file and no puzzle, and no game or position either"
    ));
    let error = match nearest_file(path) {
        Some(name) => error.hint(format!("did you mean the file `{name}`?")),
        None => error,
    };
    let error = match puzzles.nearest(input) {
        Some(id) => error.hint(format!("did you mean the puzzle `{id}`?")),
        None => error,
    };
    error.hint("a game is written like `f5d6c3` or `1. f5 d6`, a position as 64 squares and the side to move")
}

/// The file beside a missing one whose name is most like it.
fn nearest_file(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let names = folder.read_dir().ok()?.take(10_000).filter_map(|entry| {
        let entry = entry.ok()?;
        let is_file = entry.file_type().is_ok_and(|kind| !kind.is_dir());
        is_file.then(|| entry.file_name().into_string().ok())?
    });
    let names: Vec<String> = names.collect();
    let name = nearest(wanted, names.iter().map(String::as_str))?;
    Some(path.with_file_name(name).display().to_string())
}

/// The error of a file that cannot be read, with the one that may be meant
/// when there is none of this name.
pub(crate) fn cannot_read(name: &str, error: &io::Error) -> UserError {
    if error.kind() == io::ErrorKind::NotFound {
        return no_file(name);
    }
    UserError::new(format!("`{name}` cannot be read: {}", reason(error)))
}

fn no_file(name: &str) -> UserError {
    let error = UserError::new(format!("there is no file `{name}`"));
    match nearest_file(Path::new(name)) {
        Some(name) => error.hint(format!("did you mean `{name}`?")),
        None => error,
    }
}

fn is_yaml(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending == "yaml" || ending == "yml")
}

fn unreadable(name: &str, error: ReadError) -> UserError {
    match error {
        ReadError::Io(error) => cannot_read(name, &error),
        ReadError::OnlyNames { .. } => UserError::new(format!("{name}: {error}"))
            .hint("name the files of games (.wtb) beside it; they find it themselves"),
        ReadError::NoRecord if is_yaml(name) => UserError::new(format!("{name}: {error}"))
            .hint("YAML files hold puzzles or openings: `outflank puzzle check`, `outflank opening check`"),
        other => UserError::new(format!("{name}: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_no_options() {
        let board = "--------".repeat(8);
        let given = [
            "outflank",
            "solve",
            "--all-moves",
            &board,
            "-",
            "-q",
            "--xo",
        ];
        let args: Vec<OsString> = arguments(given.into_iter().map(OsString::from)).collect();
        let blank = format!(" {board}");
        let want = [
            "outflank",
            "solve",
            "--all-moves",
            &blank,
            "-",
            "-q",
            "--xo",
        ];
        assert_eq!(args, want);
    }
}
