//! Where a command writes: standard output and standard error, with colour
//! decided in one place.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use outflank::diagram::Style;
use serde::Serialize;

use super::ascii;

/// Options about output that every command takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: When,
    /// Write ASCII only
    #[arg(long, global = true)]
    ascii: bool,
    /// No progress and no warnings
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say more; twice for more still
    #[arg(short, long, global = true, action = clap::ArgAction::Count, conflicts_with = "quiet")]
    verbose: u8,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Options of commands that can report in JSON.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct JsonArg {
    /// One JSON object a line instead of text
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// The two streams of a command.
pub(crate) struct Output {
    stdout: io::BufWriter<AutoStream<io::Stdout>>,
    /// Standard error, when what people read goes there.
    aside: Option<io::BufWriter<AutoStream<io::Stderr>>>,
    color: bool,
    error_color: ColorChoice,
    ascii: bool,
    quiet: bool,
}

impl Output {
    pub(crate) fn new(args: &OutputArgs) -> Self {
        let choice = match args.color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        choice.write_global();
        let stdout = AutoStream::new(io::stdout(), decide(choice, &io::stdout()));
        let color = stdout.current_choice() != ColorChoice::Never;
        let filter = match args.verbose {
            0 => log::LevelFilter::Warn,
            1 => log::LevelFilter::Info,
            _ => log::LevelFilter::Debug,
        };
        env_logger::Builder::new()
            .filter_level(filter)
            .parse_default_env()
            .format(|line, record| writeln!(line, "{}", record.args()))
            .init();
        Self {
            stdout: io::BufWriter::new(stdout),
            aside: None,
            color,
            error_color: decide(choice, &io::stderr()),
            ascii: args.ascii,
            quiet: args.quiet,
        }
    }

    /// Whether `-q` was given.
    pub(crate) const fn quiet(&self) -> bool {
        self.quiet
    }

    /// Whether only ASCII may be written.
    pub(crate) const fn ascii(&self) -> bool {
        self.ascii
    }

    /// Whether a person looks at standard output.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// From now on what people read goes to standard error, and JSON alone to
    /// standard output.
    pub(crate) fn talk_aside(&mut self) {
        let stderr = AutoStream::new(io::stderr(), self.error_color);
        self.color = stderr.current_choice() != ColorChoice::Never;
        self.aside = Some(io::BufWriter::new(stderr));
    }

    fn talk(&mut self) -> &mut dyn Write {
        match &mut self.aside {
            Some(aside) => aside,
            None => &mut self.stdout,
        }
    }

    /// How diagrams are drawn.
    pub(crate) const fn style(&self) -> Style {
        Style {
            ascii: self.ascii,
            color: self.color,
        }
    }

    /// Whether a person looks at standard output, on a terminal whose cursor
    /// can be moved.
    pub(crate) fn can_step(&self) -> bool {
        self.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
    }

    /// How many columns a line may have: those of the terminal, 80 elsewhere.
    pub(crate) fn width(&self) -> u16 {
        let size = if self.is_terminal() {
            crossterm::terminal::size().ok()
        } else {
            None
        };
        size.map_or(80, |(columns, _)| columns.max(40))
    }

    /// Whether progress and warnings are to be shown: standard error is a terminal and `-q`
    /// was not given.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// One JSON object on a line of its own.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.json_line(&serde_json::to_vec(value)?)
    }

    /// The text of a JSON object, on a line of its own.
    pub(crate) fn json_line(&mut self, text: &[u8]) -> io::Result<()> {
        if self.ascii {
            let text = String::from_utf8_lossy(text);
            self.stdout.write_all(ascii::json(&text).as_bytes())?;
        } else {
            self.stdout.write_all(text)?;
        }
        self.stdout.write_all(b"\n")
    }

    /// The text of a JSON document of several lines.
    pub(crate) fn json_text(&mut self, text: &[u8]) -> io::Result<()> {
        self.json_line(text.strip_suffix(b"\n").unwrap_or(text))
    }

    /// A warning on standard error, where a person sees it and unless `-q` was
    /// given.
    pub(crate) fn warn(&self, text: &str) {
        if self.shows_progress() {
            self.complain(text);
        }
    }

    /// Something about the result on standard error, unless `-q` was given.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// A message on standard error, whatever happens to it.
    pub(crate) fn complain(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr(), self.error_color);
        let text = if self.ascii {
            ascii::plain(text)
        } else {
            text.into()
        };
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// The choice for one stream. `TERM=dumb` and `NO_COLOR` are obeyed by
/// `auto` alone: who says `always` means it.
fn decide(choice: ColorChoice, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    match choice {
        // `CLICOLOR_FORCE=0` forces nothing, though it is set.
        ColorChoice::Auto if forces_nothing() && !stream.is_terminal() => ColorChoice::Never,
        ColorChoice::Auto => AutoStream::choice(stream),
        other => other,
    }
}

fn forces_nothing() -> bool {
    std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value == "0")
}

impl Write for Output {
    /// With `--ascii` nothing else passes, whatever a name or a message has.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.ascii || bytes.is_ascii() {
            return self.talk().write(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        self.talk().write_all(ascii::plain(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(aside) = &mut self.aside {
            aside.flush()?;
        }
        self.stdout.flush()
    }
}
