//! `puzzle play`: solving puzzles move by move.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::atomic::AtomicBool,
};

use outflank::{
    board::{Color, Move, Score, Square},
    diagram::{BoardOptions, board},
    engine::{Engine, Options},
    practice::{Item, Kind},
    puzzle::{Hint, Outcome, Refutation, Reply, Solving, Task},
};
use owo_colors::OwoColorize;

use super::{
    super::{
        Result,
        error::{Status, UserError},
        output::Output,
        recorder::{RecordArg, Recorder, Step, Subject, due},
        session::{Answer, Session, moves},
        yaml::counted,
    },
    FilterArgs, Listed, PuzzlesArg, spaced,
};

/// Solve puzzles: you find the moves, the program defends
///
/// Answer with a square; several moves may be typed at once. `hint` or `?`
/// gives a hint, and more of them tell more; `solution` gives the puzzle up
/// and shows how it is done; `quit` ends the session.
///
/// Any move as good as the one in the file is right. What is good is for the
/// task to say: where it is to win, every winning move is; where it is to
/// reach the best score, a move that wins by less is wrong, and one can try
/// again. The exit status is 0 when every puzzle was solved without a wrong
/// move, with or without hints.
///
/// Every answer is kept before it is judged; `practice` tells where, and what
/// follows from it. `--due` asks what is due today, first what is most likely
/// forgotten.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Puzzles by their ids [default: all that the options choose, the easy
    /// ones first]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only puzzles that you have answered and that are due again
    #[arg(long, conflicts_with = "ids")]
    due: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    record: RecordArg,
}

/// How a puzzle ended.
enum Ending {
    /// It was solved, with so many wrong moves on the way.
    Solved { wrong: usize },
    /// The user wanted to see the solution.
    GivenUp,
    /// The user had enough.
    Stopped(Status),
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let puzzles = if args.ids.is_empty() && !args.due {
        args.puzzles.load()?
    } else {
        args.puzzles.with_shipped()?
    };
    let chosen = if args.due {
        let due = choose_due(args.filter.choose(&puzzles)?, out)?;
        if due.is_empty() {
            return Ok(Status::Holds);
        }
        due
    } else if args.ids.is_empty() {
        let mut chosen = args.filter.choose(&puzzles)?;
        chosen.sort_by_key(|listed| listed.puzzle.about.level);
        chosen
    } else {
        let ids = args.ids.iter();
        ids.map(|id| Listed::find(&puzzles, id))
            .collect::<std::result::Result<_, UserError>>()?
    };
    if chosen.is_empty() {
        out.note("no puzzle is of that kind\n");
        return Ok(Status::Fails);
    }
    let mut session = Session::new()?;
    let mut recorder = Recorder::new(args.record, out)?;
    let mut engine = Engine::new(Options::default()).map_err(super::super::error::user)?;
    let mut solved = 0;
    for (index, &listed) in chosen.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        if chosen.len() > 1 {
            write!(out, "Puzzle {} of {}: ", index + 1, chosen.len())?;
        }
        match ask(listed, &mut engine, &mut session, &mut recorder, out)? {
            Ending::Solved { wrong: 0 } => solved += 1,
            Ending::Solved { .. } | Ending::GivenUp => {}
            Ending::Stopped(Status::Interrupted) => return Ok(Status::Interrupted),
            Ending::Stopped(_) => break,
        }
    }
    if chosen.len() > 1 {
        let all = counted(chosen.len(), "puzzle");
        writeln!(out, "\n{solved} of {all} solved without a wrong move")?;
    }
    Ok(if solved == chosen.len() {
        Status::Holds
    } else {
        Status::Fails
    })
}

/// Of these puzzles the ones that are due today, the most urgent first. When
/// there are none, says when the next one is.
fn choose_due<'p>(listed: Vec<Listed<'p>>, out: &mut Output) -> anyhow::Result<Vec<Listed<'p>>> {
    let (due, next) = due(Kind::Puzzle)?;
    let find = |id: &String| listed.iter().find(|listed| listed.puzzle.id == *id);
    let chosen: Vec<Listed<'p>> = due
        .iter()
        .filter_map(|due| find(&due.item.id).copied())
        .collect();
    if chosen.is_empty() {
        match next {
            Some(next) => writeln!(out, "no puzzle is due, the next one on {next}")?,
            None => writeln!(out, "no puzzle is due")?,
        }
    }
    Ok(chosen)
}

/// One puzzle, from the position to its end.
fn ask(
    listed: Listed<'_>,
    engine: &mut Engine,
    session: &mut Session,
    recorder: &mut Recorder,
    out: &mut Output,
) -> anyhow::Result<Ending> {
    // Nobody sets the flag: until the search knows, Ctrl-C ends the program.
    let stop = AtomicBool::new(false);
    let puzzle = listed.puzzle;
    let mut game = Round {
        recorder,
        solving: Solving::new(puzzle, engine, &stop),
        side: puzzle.position.to_move(),
        typed: VecDeque::new(),
        shown: None,
        wrong: 0,
        hints: 0,
    };
    let title = puzzle.about.title.as_ref().unwrap_or(&puzzle.id);
    writeln!(out, "{}", title.bold())?;
    writeln!(out, "{}", puzzle.task.sentence(game.side))?;
    let subject = Subject {
        item: Item::puzzle(&puzzle.id),
        level: puzzle.about.level,
        themes: &puzzle.about.themes,
    };
    game.recorder.begin(subject, out);
    let ending = game.run(session, out)?;
    if !matches!(ending, Ending::Stopped(_))
        && let Some(note) = &puzzle.about.note
    {
        writeln!(out, "{note}")?;
    }
    Ok(ending)
}

/// A puzzle on the table.
struct Round<'p> {
    recorder: &'p mut Recorder,
    solving: Solving<'p>,
    side: Color,
    /// Moves that were typed ahead.
    typed: VecDeque<Move>,
    /// The ply before which the board was shown last.
    shown: Option<usize>,
    wrong: usize,
    hints: usize,
}

impl Round<'_> {
    fn run(&mut self, session: &mut Session, out: &mut Output) -> anyhow::Result<Ending> {
        loop {
            let answer = match self.typed.pop_front() {
                Some(mv) => {
                    writeln!(out, "{}? {mv}", self.side.name())?;
                    Some(mv)
                }
                None => {
                    self.show_board(out)?;
                    match session.ask(&format!("{}? ", self.side.name()), out)? {
                        Answer::Hint => {
                            self.hint(out)?;
                            None
                        }
                        Answer::Quit => return Ok(Ending::Stopped(Status::Fails)),
                        Answer::Interrupted => return Ok(Ending::Stopped(Status::Interrupted)),
                        Answer::Text(text) if text.eq_ignore_ascii_case("solution") => {
                            self.give_up(out)?;
                            return Ok(Ending::GivenUp);
                        }
                        Answer::Text(text) => self.read(&text, out)?,
                    }
                }
            };
            match answer {
                Some(Move::Place(square)) if self.answer(square, out)? => {
                    return Ok(Ending::Solved { wrong: self.wrong });
                }
                Some(Move::Pass) => writeln!(out, "    There is a move to find: no passing.")?,
                _ => {}
            }
        }
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

    /// The first move of an answer; the others wait.
    fn read(&mut self, text: &str, out: &mut Output) -> io::Result<Option<Move>> {
        match moves(text) {
            Ok(moves) if !moves.is_empty() => {
                self.typed.extend(moves);
                Ok(self.typed.pop_front())
            }
            Ok(_) => Ok(None),
            Err(word) => {
                writeln!(
                    out,
                    "    `{word}` is no move: a square is like f5, ? gives a hint,\n    \
                     solution shows how it is done, quit ends the session"
                )?;
                Ok(None)
            }
        }
    }

    /// Judges a move; whether the puzzle is solved.
    fn answer(&mut self, square: Square, out: &mut Output) -> anyhow::Result<bool> {
        let task = self.solving.task();
        match self.solving.answer(square)? {
            Reply::Illegal(error) => {
                self.typed.clear();
                writeln!(out, "    {error}.")?;
            }
            Reply::Wrong(refutation) => {
                self.wrong += 1;
                self.recorder.step(Step::Wrong, out);
                self.typed.clear();
                self.refute(square, task, &refutation, out)?;
            }
            Reply::Good { defence, solved } => {
                self.recorder.found(solved, out);
                self.defend(&defence, out)?;
                if solved {
                    self.solved(out)?;
                }
                return Ok(solved);
            }
        }
        Ok(false)
    }

    fn defend(&mut self, defence: &[Move], out: &mut Output) -> io::Result<()> {
        let mut side = !self.side;
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
        let other = (!self.side).name();
        let outcome = refutation.outcome;
        let says = match (task, outcome) {
            (
                Task::WipeOut {
                    within: Some(within),
                },
                Outcome::Score(Score::MAX),
            ) => format!(
                "wipes {other} out, but not in {}",
                counted(within as usize, "move")
            ),
            (Task::WipeOut { .. }, Outcome::Score(_)) => {
                format!("lets {other} get away, and {outcome}")
            }
            (Task::WipeOut { .. }, _) => format!("lets {other} get away"),
            (Task::Win, _) => format!("{outcome}: the win is gone"),
            (Task::Draw, _) => format!("{outcome}: the draw is gone"),
            (Task::Best, _) => match refutation.price() {
                Some(price) => format!("{outcome}, {price} discs less than the best"),
                None => outcome.to_string(),
            },
        };
        writeln!(out, "    {} {square} {says}.", "Wrong:".red())?;
        if !refutation.line.is_empty() {
            writeln!(out, "    {square} {}", spaced(&refutation.line))?;
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut Output) -> anyhow::Result<()> {
        self.hints += 1;
        let names = |squares: &[Square]| {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            names.join(", ")
        };
        let mut step = Step::Hint;
        let text = match self.solving.hint()? {
            Some(Hint::Words(words)) => words,
            Some(Hint::Quarters(corners)) => match corners.as_slice() {
                [corner] => format!("Look at the quarter of the board with {corner}."),
                corners => format!("Look at the quarters of the board with {}.", names(corners)),
            },
            Some(Hint::Count(1)) => "One move is good.".to_owned(),
            Some(Hint::Count(count)) => format!("{count} moves are good."),
            Some(Hint::Candidates(squares)) => format!("Try {}.", names(&squares)),
            Some(Hint::Key(square)) => {
                step = Step::HintTold;
                format!("The move is {square}.")
            }
            None => return Ok(()),
        };
        self.recorder.step(step, out);
        writeln!(out, "    {text}")?;
        Ok(())
    }

    fn give_up(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let keys: Vec<Move> = self.solving.keys()?.into_iter().map(Move::Place).collect();
        let line = self.solving.solution()?;
        self.recorder.given_up(out);
        let plural = if keys.len() == 1 {
            "move is"
        } else {
            "moves are"
        };
        writeln!(out, "    The {plural} {}: {}", spaced(&keys), spaced(&line))?;
        Ok(())
    }

    fn solved(&self, out: &mut Output) -> io::Result<()> {
        let mut with = Vec::new();
        if self.wrong > 0 {
            with.push(counted(self.wrong, "wrong move"));
        }
        if self.hints > 0 {
            with.push(counted(self.hints, "hint"));
        }
        let with = match with.as_slice() {
            [] => String::new(),
            some => format!(" with {}", some.join(" and ")),
        };
        writeln!(out, "{}{with}: {}", "Solved".green(), self.solving.game())
    }
}
