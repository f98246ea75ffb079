//! `puzzle play`: solving puzzles move by move.

mod choose;
mod report;
mod round;
mod say;
mod words;

use std::{io::Write, time::Duration};

use jiff::civil::Date;
use outflank::{
    engine::{Engine, Options},
    practice::Kind,
    puzzle::{Aim, Ending, Over, Sitting, Solving, days_in_a_row},
};
use owo_colors::OwoColorize;

use self::{
    report::{PlayedReport, Summary, SummaryReport},
    round::{Leaves, Played, Round, Table},
};
use super::{
    super::{
        Result,
        error::{Status, user},
        number::whole,
        output::{JsonArg, Output},
        recorder::{self, RecordArg, Recorder},
        search::duration,
        session::Session,
        timer::Interrupt,
        yaml::counted,
    },
    FilterArgs, Listed, PuzzlesArg,
};

/// Solve puzzles: you find the moves, the program defends
///
/// Answer with a square; several moves may be typed at once. `hint` or `?`
/// gives a hint, `solution` gives the puzzle up and shows how it is done,
/// `next` skips it, `undo` takes a move back, `board` and `moves` show the
/// board and the legal moves, `help` lists these words, `quit` ends the
/// session.
///
/// A solved puzzle is worth 100 %. Hints come in steps: the words of the
/// author take 10 % each; where to look, how many moves are good and which
/// moves to choose from take 20 % each; at least 10 % are left. The move
/// itself takes all, and so do a wrong move and the solution.
///
/// Any move as good as the one in the file is right. What is good is for the
/// task to say: where it is to win, every winning move is, by however little;
/// where it is to reach the best score, a move that wins by less is not. A
/// move that costs two discs there and keeps the win (the draw, the loss) is
/// nearly right: it takes 20 %, and one tries again. A wrong move is answered
/// with what it costs and the best play after it, and one can go on.
///
/// Every answer is kept before it is judged; `practice` tells where, and what
/// follows from it. `--due` asks what is due today, first what is most likely
/// forgotten.
///
/// The exit status is 0 when every puzzle was solved, that is without a wrong
/// move and without being told one; with --timed, when none of those that were
/// answered in time failed.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles by their ids, or all those of a file [default: all that the
    /// options choose, the easy ones first]
    #[arg(value_name = "ID|FILE")]
    named: Vec<String>,
    /// Only puzzles that you have answered and that are due again
    #[arg(long, conflicts_with = "named")]
    due: bool,
    #[command(flatten)]
    filter: FilterArgs,
    /// At most so many puzzles
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1_000_000))]
    count: Option<usize>,
    /// In random order
    #[arg(long)]
    random: bool,
    /// In the random order of this number, the same each time [default: by
    /// the clock]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX.into()))]
    seed: Option<u64>,
    /// As many puzzles as you can solve in this time, like 90s or 3m. Only
    /// your own time counts
    #[arg(long, value_name = "T", value_parser = duration, conflicts_with = "streak")]
    timed: Option<Duration>,
    /// One after the other, three of each level and then the hard ones: the
    /// first that fails ends it. One may be skipped
    #[arg(long)]
    streak: bool,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    how: HowArgs,
}

/// How puzzles are played, whichever they are.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct HowArgs {
    /// Only the first move of each puzzle
    #[arg(long)]
    first: bool,
    #[command(flatten)]
    record: RecordArg,
    #[command(flatten)]
    pub(super) json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let loaded = choose::load(args)?;
    let due = args.due.then(|| recorder::due(Kind::Puzzle)).transpose()?;
    let (chosen, seed) = loaded.choose(args, due.as_ref().map(|(due, _)| &due[..]))?;
    if chosen.is_empty() {
        if let Some((_, next)) = due {
            writeln!(out, "{}", say::nothing_due(next))?;
            return Ok(Status::Holds);
        }
        out.note("no puzzle is of that kind\n");
        return Ok(Status::Fails);
    }
    let aim = match args.timed {
        Some(time) => Aim::Timed(time),
        None if args.streak => Aim::Streak,
        None => Aim::All,
    };
    let series = Series {
        puzzles: &chosen,
        aim,
        seed,
        date: None,
        how: args.how,
    };
    series.play(out)
}

/// Puzzles to be played one after the other.
pub(super) struct Series<'p> {
    pub(super) puzzles: &'p [Listed<'p>],
    pub(super) aim: Aim,
    /// The number of a random order.
    pub(super) seed: Option<u64>,
    /// The day, when it is the puzzle of a day.
    pub(super) date: Option<Date>,
    pub(super) how: HowArgs,
}

impl Series<'_> {
    pub(super) fn play(&self, out: &mut Output) -> Result {
        let interrupt = Interrupt::listen()?;
        // Ctrl-C is waited for to the end, so that there is a summary.
        let stop = interrupt.within(None);
        let json = self.how.json.json;
        if json {
            out.talk_aside();
        }
        let recorder = Recorder::new(self.how.record, out)?;
        let session = Session::interruptible(interrupt, json)?;
        let mut table = Table::new(session, recorder);
        let mut engine = Engine::new(Options::default()).map_err(user)?;
        let mut sitting = Sitting::new(self.aim, self.puzzles.len());
        self.greet(out)?;
        let end = loop {
            let left = sitting.left(table.spent);
            let listed = match sitting.next(table.spent) {
                Ok(index) => self.puzzles.get(index).copied(),
                Err(over) => break End::Over(over),
            };
            let Some(listed) = listed else {
                break End::Over(Over::Done);
            };
            self.announce(listed, sitting.marks().len(), left, out)?;
            let solving = Solving::new(listed.puzzle, &mut engine, &stop);
            let solving = if self.how.first {
                solving.only_first()
            } else {
                solving
            };
            let until = left.map(|left| table.spent + left);
            let played = Round::new(listed.puzzle, solving).play(&mut table, until, out)?;
            if json {
                out.json(&PlayedReport::new(listed, &played, self.date))?;
            }
            let Played { mark, leaves, .. } = played;
            sitting.note(mark);
            match leaves {
                Leaves::ForTheNext => {}
                Leaves::TimeUp => break End::Over(Over::TimeUp),
                Leaves::Quits => break End::Quit,
                Leaves::Interrupted => break End::Interrupted,
            }
        };
        self.sum_up(&sitting, end, &table, out)
    }

    fn greet(&self, out: &mut Output) -> std::io::Result<()> {
        if let Some(seed) = self.seed {
            let count = counted(self.puzzles.len(), "puzzle");
            writeln!(out, "{count}, --seed {seed}")?;
        }
        let text = "A square is an answer; ? gives a hint and takes 10 or 20 %; help tells more.";
        writeln!(out, "{}\n", text.dimmed())
    }

    fn announce(
        &self,
        listed: Listed<'_>,
        before: usize,
        left: Option<Duration>,
        out: &mut Output,
    ) -> std::io::Result<()> {
        if before > 0 {
            writeln!(out)?;
        }
        if let Some(date) = self.date {
            write!(out, "{}: ", date.strftime("%A, %-d %B %Y"))?;
        }
        match (self.aim, left) {
            (_, Some(left)) => write!(out, "Puzzle {}, {} left: ", before + 1, clock(left))?,
            (Aim::All, _) if self.puzzles.len() > 1 => {
                write!(out, "Puzzle {} of {}: ", before + 1, self.puzzles.len())?;
            }
            (Aim::Streak, _) => write!(out, "Puzzle {}: ", before + 1)?,
            _ => {}
        }
        let puzzle = listed.puzzle;
        let title = puzzle.about.title.as_ref().unwrap_or(&puzzle.id);
        let level = puzzle.about.level.map(|level| format!(" (level {level})"));
        writeln!(out, "{}{}", title.bold(), level.unwrap_or_default())?;
        writeln!(out, "{}", puzzle.task.sentence(puzzle.position.to_move()))
    }

    /// The summary, and what it means for the exit status.
    fn sum_up(&self, sitting: &Sitting, end: End, table: &Table, out: &mut Output) -> Result {
        let tally = sitting.tally();
        let puzzles = self.puzzles.len();
        let passed = sitting.is_passed() && end != End::Interrupted;
        let days = self.days_in_a_row(&table.recorder);
        if self.how.json.json {
            let summary = Summary {
                puzzles,
                tally,
                end: end.name(),
                passed,
                seed: self.seed,
                days_in_a_row: days,
                seconds: table.spent.as_secs_f64(),
            };
            out.json(&SummaryReport { summary })?;
        }
        match (self.aim, end) {
            (Aim::Timed(_), End::Over(Over::TimeUp)) => writeln!(out, "\nThe time is up.")?,
            (Aim::Streak, End::Over(Over::Broken)) => {
                writeln!(out, "\nThe streak ends after {} solved.", tally.solved)?;
            }
            _ => {}
        }
        if puzzles > 1 || end == End::Interrupted {
            writeln!(out, "\n{}", say::tally(&tally, puzzles))?;
            self.name_failed(sitting, out)?;
        }
        if let Some(days @ 1..) = days {
            writeln!(out, "\n{} in a row", counted(days, "day"))?;
        }
        Ok(match end {
            End::Interrupted => Status::Interrupted,
            _ if passed => Status::Holds,
            _ => Status::Fails,
        })
    }

    /// On how many days in a row up to today a puzzle was solved, when it is
    /// the puzzle of today.
    fn days_in_a_row(&self, recorder: &Recorder) -> Option<usize> {
        let today = recorder.today();
        if self.date != Some(today) {
            return None;
        }
        let days = recorder.days_with_a_solved_puzzle()?;
        Some(days_in_a_row(&days, today))
    }

    /// The ids of what was not solved, to be tried again.
    fn name_failed(&self, sitting: &Sitting, out: &mut Output) -> std::io::Result<()> {
        let marks = sitting.marks().iter().zip(self.puzzles);
        let failed = marks.filter(|(mark, _)| mark.ending != Ending::Solved);
        let ids: Vec<&str> = failed.map(|(_, listed)| &*listed.puzzle.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        writeln!(out, "again: outflank puzzle play {}", ids.join(" "))
    }
}

/// Why a series ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Over(Over),
    Quit,
    Interrupted,
}

impl End {
    const fn name(self) -> &'static str {
        match self {
            Self::Over(Over::Done) => "done",
            Self::Over(Over::TimeUp) => "time-up",
            Self::Over(Over::Broken) => "broken",
            Self::Quit => "quit",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Minutes and seconds, rounded up.
fn clock(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
