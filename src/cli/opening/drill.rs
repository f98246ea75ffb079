//! `opening drill`: lines asked move by move.

use std::{
    collections::VecDeque,
    io::Write,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::ValueEnum;
use outflank::{
    board::{Color, Move},
    diagram::{BoardOptions, board},
    opening::{Attempt, Book, Hint, Line, Sides, Verdict, deal},
    practice::{Item, Kind},
};
use owo_colors::OwoColorize;

use super::{
    super::{
        Result,
        error::{Status, UserError},
        number::whole,
        output::Output,
        recorder::{RecordArg, Recorder, Step, Subject, due},
        session::{Answer, Session, moves},
        yaml::counted,
    },
    BookArg,
    show::{find, last_square},
    spaced,
};

/// Answers in a row that are no legal moves, before a drill gives up: nobody
/// is there.
const MAX_UNUSABLE: usize = 100;

/// How often a line that was missed is asked again.
const MAX_AGAIN: usize = 3;

/// Drill lines of the book: you play one side, the program plays the other
///
/// Answer with a square, in any orientation: after c4 the program goes on as
/// from f5. Several moves may be typed at once. `?` gives a hint, a second one
/// tells the move; `quit` ends the drill. A line that was missed is asked
/// again at the end, three times at most. The exit status is 0 when every line
/// was right at the first try.
///
/// Every answer is kept before it is judged; `practice` tells where, and what
/// follows from it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only the line of this name; or, if there is none, the lines whose
    /// names contain these words
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// The lines that go on from the ones named, too
    #[arg(long, requires = "name")]
    below: bool,
    /// The moves you are asked for [default: what the book says, or both]
    #[arg(long)]
    side: Option<SideArg>,
    /// How many lines
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u16>(1..=u16::MAX.into()))]
    lines: u16,
    /// The number of the session: the same number asks the same lines, the
    /// next one goes on where it ended [default: by the clock]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX.into()))]
    seed: Option<u64>,
    /// Only lines that you have answered for this side and that are due again
    #[arg(long)]
    due: bool,
    /// Do not show the board
    #[arg(long)]
    blind: bool,
    #[command(flatten)]
    book: BookArg,
    #[command(flatten)]
    record: RecordArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideArg {
    Black,
    White,
    Both,
}

impl From<SideArg> for Sides {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::Black => Self::Black,
            SideArg::White => Self::White,
            SideArg::Both => Self::Both,
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let book = args.book.load(out)?;
    let lines = if args.due {
        choose_due(&book, args, out)?
    } else {
        choose(&book, args)?
    };
    if lines.is_empty() {
        return Ok(Status::Holds);
    }
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs())
    });
    let hand = if args.due {
        lines.iter().copied().take(args.lines.into()).collect()
    } else {
        deal(&lines, args.lines.into(), seed)
    };
    let mut drill = Drill {
        book: &book,
        side: args.side.map(Into::into),
        blind: args.blind,
        session: Session::new()?,
        recorder: Recorder::new(args.record, out)?,
        typed: VecDeque::new(),
        shown: None,
        unusable: 0,
    };
    writeln!(
        out,
        "{} of {}, session {seed}",
        counted(hand.len(), "line"),
        lines.len()
    )?;
    drill.run(&hand, out)
}

/// The lines to choose from: of those asked for, the ones that none of the
/// others goes on from.
fn choose<'b>(book: &'b Book, args: &Args) -> std::result::Result<Vec<&'b Line>, UserError> {
    let name = args.name.join(" ");
    let mut lines: Vec<&Line> = match book.find(&name) {
        Some(line) => vec![line],
        None => book.search(&name).collect(),
    };
    if lines.is_empty() {
        lines.push(find(book, &name)?);
    }
    if args.below {
        let named = lines.clone();
        let is_below = |line: &&Line| {
            let before = book.ancestors(line);
            named.iter().any(|named| before.contains(named))
        };
        lines.extend(book.lines().iter().filter(is_below));
    }
    let before: Vec<&Line> = lines.iter().flat_map(|line| book.ancestors(line)).collect();
    lines.retain(|line| !before.contains(line));
    if args.side == Some(SideArg::White) {
        lines.retain(|line| line.game.plies() > 1);
    }
    if lines.is_empty() {
        return Err(UserError::new("no line has a move for the side asked for"));
    }
    Ok(lines)
}

/// The lines that are due today, the most urgent first. When there are none,
/// says when the next one is.
fn choose_due<'b>(book: &'b Book, args: &Args, out: &mut Output) -> anyhow::Result<Vec<&'b Line>> {
    let lines = if args.name.is_empty() {
        book.lines().iter().collect()
    } else {
        choose(book, args)?
    };
    let (due, next) = due(Kind::Opening)?;
    let side: Option<Sides> = args.side.map(Into::into);
    let item = |line: &Line| item(line, side.or(line.side).unwrap_or(Sides::Both));
    let due = due.iter().filter_map(|due| {
        let mut lines = lines.iter().copied();
        lines.find(|line| item(line) == due.item)
    });
    let due: Vec<&Line> = due.collect();
    if due.is_empty() {
        match next {
            Some(next) => writeln!(out, "no line is due, the next one on {next}")?,
            None => writeln!(out, "no line is due")?,
        }
    }
    Ok(due)
}

/// What is learnt: the moves of a line for a side.
fn item(line: &Line, sides: Sides) -> Item {
    let side = match sides {
        Sides::Black => "black",
        Sides::White => "white",
        Sides::Both => "both",
    };
    Item::opening(format!("{}/{side}", line.game.compact()))
}

/// How the asking of a line ended.
enum Ending {
    /// All answers were right, or some were not.
    Done { right: bool },
    /// The user had enough.
    Stopped(Status),
}

struct Drill<'b> {
    book: &'b Book,
    side: Option<Sides>,
    blind: bool,
    session: Session,
    recorder: Recorder,
    /// Moves that were typed ahead.
    typed: VecDeque<Move>,
    /// The ply before which the board was shown last.
    shown: Option<usize>,
    /// Answers in a row that were no legal moves.
    unusable: usize,
}

impl<'b> Drill<'b> {
    fn run(&mut self, hand: &[&'b Line], out: &mut Output) -> Result {
        let mut right = 0;
        let mut asked = 0;
        let mut missed = VecDeque::new();
        let mut stopped = None;
        for (index, line) in hand.iter().enumerate() {
            writeln!(
                out,
                "\nLine {} of {}: {}",
                index + 1,
                hand.len(),
                self.title(line)
            )?;
            match self.ask_line(line, out)? {
                Ending::Done { right: true } => right += 1,
                Ending::Done { right: false } => missed.push_back((*line, 1)),
                Ending::Stopped(status) => {
                    stopped = Some(status);
                    break;
                }
            }
            asked += 1;
        }
        let first_missed: Vec<&str> = missed.iter().map(|(line, _)| line.name.as_str()).collect();
        while stopped.is_none()
            && let Some((line, times)) = missed.pop_front()
        {
            writeln!(out, "\nOnce more: {}", self.title(line))?;
            match self.ask_line(line, out)? {
                Ending::Done { right: false } if times < MAX_AGAIN => {
                    missed.push_back((line, times + 1));
                }
                Ending::Done { .. } => {}
                Ending::Stopped(status) => stopped = Some(status),
            }
        }
        writeln!(
            out,
            "\n{right} of {} right at the first try",
            counted(hand.len(), "line")
        )?;
        if !first_missed.is_empty() {
            writeln!(out, "missed: {}", first_missed.join(", "))?;
        }
        if asked < hand.len() {
            writeln!(out, "not asked: {}", counted(hand.len() - asked, "line"))?;
        }
        Ok(match stopped {
            Some(Status::Interrupted) => Status::Interrupted,
            _ if right == hand.len() => Status::Holds,
            _ => Status::Fails,
        })
    }

    fn sides(&self, line: &Line) -> Sides {
        self.side.or(line.side).unwrap_or(Sides::Both)
    }

    fn title(&self, line: &Line) -> String {
        let you = match self.sides(line) {
            Sides::Black => "you are Black",
            Sides::White => "you are White",
            Sides::Both => "you play both sides",
        };
        format!("{}, {you}", line.name.bold())
    }

    fn ask_line(&mut self, line: &'b Line, out: &mut Output) -> anyhow::Result<Ending> {
        let mut attempt = Attempt::new(self.book, line, self.sides(line));
        self.typed.clear();
        self.shown = None;
        let subject = Subject {
            item: item(line, self.sides(line)),
            level: None,
            themes: &[],
        };
        self.recorder.begin(subject, out);
        while !attempt.is_over() {
            let side = attempt.game().last().to_move();
            let ply = attempt.game().plies() + 1;
            if let Some(mv) = attempt.reply() {
                // Who typed the whole line typed this move too.
                if self.typed.front() == Some(&mv) {
                    self.typed.pop_front();
                }
                let name = self.passing(&attempt).map(|name| format!("  {name}"));
                let name = name.unwrap_or_default();
                writeln!(out, "{ply:>2}. {} {mv}{}", side.name(), name.dimmed())?;
                continue;
            }
            if self.unusable == MAX_UNUSABLE {
                writeln!(
                    out,
                    "    {MAX_UNUSABLE} answers in a row are no legal moves"
                )?;
                return Ok(Ending::Stopped(Status::Fails));
            }
            self.unusable += 1;
            match self.next_answer(&attempt, ply, side, out)? {
                Some(Answer::Text(_)) => {
                    if let Some(mv) = self.typed.pop_front() {
                        self.judge(&mut attempt, mv, out)?;
                    }
                }
                Some(Answer::Hint) => {
                    self.unusable = 0;
                    hint(&mut attempt, &mut self.recorder, out)?;
                }
                Some(Answer::Quit) => return Ok(Ending::Stopped(Status::Fails)),
                Some(Answer::Interrupted) => return Ok(Ending::Stopped(Status::Interrupted)),
                None => {}
            }
        }
        let right = attempt.mistakes() == 0;
        self.recorder.solved(out);
        let moves = spaced(line.game.moves());
        if right {
            writeln!(out, "{} {moves}", "Right:".green())?;
        } else {
            writeln!(out, "{} {moves}", "Missed:".red())?;
        }
        Ok(Ending::Done { right })
    }

    /// What the user says to the question; nothing when it was no answer.
    fn next_answer(
        &mut self,
        attempt: &Attempt<'_>,
        ply: usize,
        side: Color,
        out: &mut Output,
    ) -> anyhow::Result<Option<Answer>> {
        if let Some(mv) = self.typed.front() {
            writeln!(out, "{ply:>2}. {}? {mv}", side.name())?;
            return Ok(Some(Answer::Text(mv.to_string())));
        }
        if !self.blind && self.shown != Some(ply) {
            self.shown = Some(ply);
            let options = BoardOptions {
                style: Output::style(out),
                last: last_square(attempt.game()),
                bare: true,
                ..BoardOptions::default()
            };
            write!(out, "{}", board(attempt.game().last(), &options))?;
        }
        let answer = self
            .session
            .ask(&format!("{ply:>2}. {}? ", side.name()), out)?;
        if let Answer::Text(text) = &answer {
            match moves(text) {
                Ok(moves) => self.typed.extend(moves),
                Err(word) => {
                    writeln!(
                        out,
                        "    `{word}` is no move; a square is like f5, ? is a hint, quit ends the drill"
                    )?;
                    return Ok(None);
                }
            }
        }
        Ok(Some(answer))
    }

    /// The name that the position has on the way to the line's end.
    fn passing(&self, attempt: &Attempt<'b>) -> Option<&'b str> {
        let named = self.book.at(attempt.game().last())?;
        (named != attempt.line()).then_some(named.name.as_str())
    }

    fn judge(
        &mut self,
        attempt: &mut Attempt<'b>,
        mv: Move,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let line = attempt.line();
        let verdict = attempt.answer(mv);
        if !matches!(verdict, Verdict::Illegal(_)) {
            self.unusable = 0;
        }
        match verdict {
            Verdict::Right => self.recorder.step(Step::Found, out),
            Verdict::OtherLine(_) => self.recorder.step(Step::Wrong, out),
            Verdict::Wrong { .. } => self.recorder.step(Step::WrongAndTold, out),
            Verdict::Illegal(_) => {}
        }
        match verdict {
            Verdict::Right => {
                if let Some(name) = self.passing(attempt) {
                    writeln!(out, "    {}", name.dimmed())?;
                }
                return Ok(());
            }
            Verdict::OtherLine(other) => writeln!(
                out,
                "    {mv} leads to the {}; the {} goes on in another way. Try again.",
                other.name, line.name
            )?,
            Verdict::Illegal(error) => writeln!(out, "    {error}")?,
            Verdict::Wrong { right } => {
                writeln!(out, "    {} The move is {right}.", "Wrong.".red())?;
            }
        }
        // What was typed ahead was meant for another position.
        self.typed.clear();
        Ok(())
    }
}

fn hint(
    attempt: &mut Attempt<'_>,
    recorder: &mut Recorder,
    out: &mut Output,
) -> std::io::Result<()> {
    let hint = attempt.hint();
    match hint {
        Some(Hint::Look { .. }) => recorder.step(Step::Hint, out),
        Some(Hint::Told(_)) => recorder.step(Step::HintTold, out),
        None => {}
    }
    match hint {
        Some(Hint::Look { column, flips }) => writeln!(
            out,
            "    It is in column {column} and flips {}; ? again tells it.",
            counted(flips, "disc")
        ),
        Some(Hint::Told(mv)) => writeln!(out, "    The move is {mv}."),
        None => Ok(()),
    }
}
