//! A puzzle on the table: the user's moves, the defence, the words between.

use std::{
    collections::VecDeque,
    io::{self, Write},
    time::{Duration, Instant},
};

use outflank::{
    board::{Color, Move, Square},
    diagram::{BoardOptions, board},
    practice::Item,
    puzzle::{Ending, Hint, Mark, Puzzle, Refutation, Reply, Solving, Task},
};
use owo_colors::OwoColorize;

use super::{
    super::{
        super::{
            output::Output,
            recorder::{Recorder, Step, Subject},
            session::{Answer, Session},
        },
        spaced,
    },
    say,
    words::{Said, understand},
};

/// Answers in a row that are no legal moves and no words, before a session
/// gives up: nobody is there.
const MAX_UNUSABLE: usize = 100;

/// Where the user sits.
pub(super) struct Table {
    session: Session,
    pub(super) recorder: Recorder,
    /// How long the user has thought. The program's own time is not counted.
    pub(super) spent: Duration,
    /// Answers in a row that were of no use.
    unusable: usize,
}

impl Table {
    pub(super) const fn new(session: Session, recorder: Recorder) -> Self {
        Self {
            session,
            recorder,
            spent: Duration::ZERO,
            unusable: 0,
        }
    }

    fn ask(&mut self, prompt: &str, out: &mut Output) -> io::Result<Answer> {
        let begun = Instant::now();
        let answer = self.session.ask(prompt, out);
        self.spent += begun.elapsed();
        answer
    }
}

/// Why the user leaves a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// It is over, or the next one was asked for.
    ForTheNext,
    /// The time is up.
    TimeUp,
    /// The user had enough.
    Quits,
    /// Ctrl-C.
    Interrupted,
}

/// How a puzzle was played.
pub(super) struct Played {
    pub(super) mark: Mark,
    /// The moves of both sides.
    pub(super) moves: Vec<Move>,
    pub(super) spent: Duration,
    pub(super) leaves: Leaves,
}

/// A puzzle on the table.
pub(super) struct Round<'p> {
    puzzle: &'p Puzzle,
    solving: Solving<'p>,
    /// Moves that were typed ahead.
    typed: VecDeque<Move>,
    /// The ply before which the board was shown last.
    shown: Option<usize>,
    /// Whether the last move was not good, so that it is not on the board.
    missed: bool,
}

impl<'p> Round<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, solving: Solving<'p>) -> Self {
        Self {
            puzzle,
            solving,
            typed: VecDeque::new(),
            shown: None,
            missed: false,
        }
    }

    /// Plays the puzzle to its end, or until the user has spent so much time.
    pub(super) fn play(
        mut self,
        table: &mut Table,
        until: Option<Duration>,
        out: &mut Output,
    ) -> anyhow::Result<Played> {
        let before = table.spent;
        let about = &self.puzzle.about;
        let subject = Subject {
            item: Item::puzzle(&self.puzzle.id),
            level: about.level,
            themes: &about.themes,
        };
        table.recorder.begin(subject, out);
        let (ending, leaves) = match self.talk(table, until, out) {
            // Only Ctrl-C stops the search.
            Err(error) if error.is::<outflank::engine::Unproved>() => {
                (Ending::Unfinished, Leaves::Interrupted)
            }
            other => other?,
        };
        let mark = match ending {
            Ending::Solved => self.solving.mark().clone(),
            other => self.solving.mark().clone().ended(other),
        };
        if leaves == Leaves::ForTheNext && ending != Ending::Skipped {
            self.lesson(out)?;
        }
        Ok(Played {
            mark,
            moves: self.solving.game().moves().to_vec(),
            spent: table.spent - before,
            leaves,
        })
    }

    fn talk(
        &mut self,
        table: &mut Table,
        until: Option<Duration>,
        out: &mut Output,
    ) -> anyhow::Result<(Ending, Leaves)> {
        loop {
            if let Some(mv) = self.typed.pop_front() {
                writeln!(out, "{}? {mv}", self.side().name())?;
                if self.answer(mv, table, out)? {
                    return Ok((Ending::Solved, Leaves::ForTheNext));
                }
                continue;
            }
            if table.unusable >= MAX_UNUSABLE {
                writeln!(out, "    {MAX_UNUSABLE} answers in a row are of no use")?;
                return Ok((Ending::Unfinished, Leaves::Quits));
            }
            self.show_board(out)?;
            let answer = table.ask(&format!("{}? ", self.side().name()), out)?;
            if until.is_some_and(|until| table.spent >= until) {
                return Ok((Ending::Unfinished, Leaves::TimeUp));
            }
            table.unusable += 1;
            let said = understand(answer);
            if !matches!(said, Said::Moves(_) | Said::Unknown(_)) {
                table.unusable = 0;
            }
            match said {
                Said::Moves(moves) => {
                    self.typed.extend(moves);
                    // The first stands behind the question already.
                    if let Some(mv) = self.typed.pop_front()
                        && self.answer(mv, table, out)?
                    {
                        return Ok((Ending::Solved, Leaves::ForTheNext));
                    }
                }
                Said::Hint => self.hint(table, out)?,
                Said::Solution => {
                    self.give_up(table, out)?;
                    return Ok((Ending::GivenUp, Leaves::ForTheNext));
                }
                Said::Next => return Ok((Ending::Skipped, Leaves::ForTheNext)),
                Said::Undo => self.undo(out)?,
                Said::Board => self.shown = None,
                Said::Legal => {
                    let moves = self.solving.position().legal_moves();
                    writeln!(out, "    {}", say::names(&moves, " "))?;
                }
                Said::Help => self.help(out)?,
                Said::Quit => return Ok((Ending::Unfinished, Leaves::Quits)),
                Said::Interrupted => return Ok((Ending::Unfinished, Leaves::Interrupted)),
                Said::Unknown(remedy) => writeln!(out, "    {remedy}")?,
            }
        }
    }

    /// Who is to move: the solver, and where both sides help each in turn.
    fn side(&self) -> Color {
        self.solving.position().to_move()
    }

    fn show_board(&mut self, out: &mut Output) -> io::Result<()> {
        let game = self.solving.game();
        if self.shown == Some(game.plies()) {
            return Ok(());
        }
        self.shown = Some(game.plies());
        let last = game.moves().iter().rev().find_map(|mv| mv.square());
        let options = BoardOptions {
            style: Output::style(out),
            last,
            bare: true,
            ..BoardOptions::default()
        };
        write!(out, "\n{}", board(game.last(), &options))
    }

    /// Judges a move; whether the puzzle is solved. What the move was worth is
    /// kept before it is told.
    fn answer(&mut self, mv: Move, table: &mut Table, out: &mut Output) -> anyhow::Result<bool> {
        let Some(square) = mv.square() else {
            self.typed.clear();
            writeln!(out, "    There is a move to find: no passing.")?;
            return Ok(false);
        };
        let (task, side) = (self.solving.task(), self.side());
        let reply = self.solving.answer(square)?;
        if !matches!(reply, Reply::Illegal(_)) {
            table.unusable = 0;
        }
        self.missed = matches!(reply, Reply::Wrong(_) | Reply::Near(_));
        if !matches!(reply, Reply::Good { .. }) {
            // What was typed ahead was meant for another position.
            self.typed.clear();
        }
        match reply {
            Reply::Illegal(error) => writeln!(out, "    {error}.")?,
            Reply::Wrong(refutation) => {
                table.recorder.step(Step::Wrong, out);
                self.refute(square, task, &refutation, out)?;
            }
            Reply::Near(refutation) => {
                table.recorder.step(Step::Wrong, out);
                self.nearly(square, task, &refutation, out)?;
            }
            Reply::Good { defence, solved } => {
                table.recorder.found(solved, out);
                self.defend(side, &defence, out)?;
                if solved {
                    let mark = self.solving.mark();
                    let done = say::done(mark);
                    let game = self.solving.game();
                    writeln!(out, "{}, {} %: {game}", done.green(), mark.worth)?;
                }
                return Ok(solved);
            }
        }
        Ok(false)
    }

    fn defend(&mut self, side: Color, defence: &[Move], out: &mut Output) -> io::Result<()> {
        let mut side = !side;
        for &mv in defence {
            // Who typed the whole line typed this move, too.
            if self.typed.front() == Some(&mv) {
                self.typed.pop_front();
            }
            match mv {
                Move::Place(square) => writeln!(out, "{}: {square}", side.name())?,
                Move::Pass => writeln!(out, "{} must pass.", side.name())?,
            }
            side = !side;
        }
        Ok(())
    }

    fn refute(
        &self,
        square: Square,
        task: Task,
        refutation: &Refutation,
        out: &mut Output,
    ) -> io::Result<()> {
        let says = say::outcome(task, refutation, !self.side());
        writeln!(out, "    {} {square} {says}.", "Wrong:".red())?;
        if !refutation.line.is_empty() {
            let line = say::refutation(square, &refutation.line);
            writeln!(out, "    {line}")?;
        }
        if self.solving.mark().wrong.len() == 1 {
            writeln!(out, "    Try again, or say hint, solution or next.")?;
        }
        Ok(())
    }

    fn nearly(
        &self,
        square: Square,
        task: Task,
        refutation: &Refutation,
        out: &mut Output,
    ) -> io::Result<()> {
        let says = say::outcome(task, refutation, !self.side());
        writeln!(out, "    {} {square} {says}.", "Nearly:".yellow())?;
        if let Some(worth) = say::worth(self.solving.mark(), None) {
            writeln!(out, "    Try again; {worth}")?;
        }
        Ok(())
    }

    fn hint(&mut self, table: &mut Table, out: &mut Output) -> anyhow::Result<()> {
        let Some(hint) = self.solving.hint()? else {
            return Ok(());
        };
        let step = match hint {
            Hint::Key(_) => Step::HintTold,
            _ => Step::Hint,
        };
        table.recorder.step(step, out);
        writeln!(out, "    {}", say::hint(&hint))?;
        let next = self.solving.next_hint()?.cloned();
        if let Some(worth) = say::worth(self.solving.mark(), next.as_ref()) {
            writeln!(out, "    {}", worth.dimmed())?;
        }
        Ok(())
    }

    fn help(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let next = self.solving.next_hint()?.cloned();
        let mark = self.solving.mark();
        let next = next.as_ref();
        let next = next.map(|next| (next.about(), mark.after(next.price())));
        write!(out, "{}", say::help(next))?;
        Ok(())
    }

    /// A move that was not good is not on the board: taking it back shows
    /// the board again.
    fn undo(&mut self, out: &mut Output) -> io::Result<()> {
        let missed = std::mem::take(&mut self.missed);
        if missed || self.solving.undo() {
            self.shown = None;
            return Ok(());
        }
        writeln!(
            out,
            "    This is the position of the puzzle: nothing was played."
        )
    }

    fn give_up(&mut self, table: &mut Table, out: &mut Output) -> anyhow::Result<()> {
        let keys: Vec<Move> = self.solving.keys()?.into_iter().map(Move::Place).collect();
        let line = self.solving.solution()?;
        table.recorder.given_up(out);
        let plural = if keys.len() == 1 {
            "move is"
        } else {
            "moves are"
        };
        writeln!(out, "    The {plural} {}: {}", spaced(&keys), spaced(&line))?;
        Ok(())
    }

    /// What is to be learnt from the puzzle.
    fn lesson(&self, out: &mut Output) -> io::Result<()> {
        let about = &self.puzzle.about;
        if let Some(note) = &about.note {
            writeln!(out, "{note}")?;
        }
        if !about.themes.is_empty() {
            writeln!(
                out,
                "{}",
                format!("Themes: {}", about.themes.join(", ")).dimmed()
            )?;
        }
        Ok(())
    }
}
