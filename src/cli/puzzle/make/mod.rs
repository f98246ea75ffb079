//! `puzzle make`: puzzles mined from games.

mod games;
mod sink;

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::RangeInclusive,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use outflank::{
    board::Game,
    puzzle::{
        Puzzle, Theme,
        mine::{Criteria, Known, Miner, SelfPlay, mistakes},
    },
    source::nearest,
};

use self::{
    games::{Found, Games, Mined},
    sink::Sink,
};
use super::{
    super::{
        Result,
        error::{Status, UserError, report, user},
        input::FromArg,
        number::whole,
        output::{JsonArg, Output},
        pipeline::in_order_on,
        search::Meter,
        timer::Interrupt,
    },
    PuzzlesArg,
};

/// Two puzzles of one game are at least so many plies apart.
const APART: u32 = 6;

/// The empty squares of a position from which games are mined.
const EMPTIES: RangeInclusive<u32> = 12..=18;

/// The empty squares before a mistake that is looked for.
const MISTAKE_EMPTIES: RangeInclusive<u32> = 4..=20;

/// Make puzzles: find positions in games where one move is right
///
/// Looks at the positions of games, and keeps those where one move attains
/// what no other does: wins where every other move does not, draws where every
/// other loses, wipes out in the fewest moves, or scores --min-loss discs more
/// than any other. Refused are keys that are easy to guess: the move that
/// alone flips most, the only corner that can be taken, what a look at the
/// boards after each move prefers, and positions with fewer than three moves.
///
/// Each puzzle gets an id, a title, themes, a level, the main line and the
/// refutations of tempting moves. It is proved as by `puzzle check` before it
/// is written. What is in the shipped puzzles, in those of --puzzles or in the
/// file of -o already, turned, mirrored or with other colours, is left out.
///
/// With -o the puzzles are appended to a file, each as a whole. A run that was
/// stopped goes on where it was when it is started again.
///
/// --from-game makes a puzzle of each mistake in a game of your own: the
/// position before it, with the better move as the key.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Records of games: files, `-` for standard input, or move lists
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// Mine the local collection of games, or that in another file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    db: Option<Option<PathBuf>>,
    /// Mine games of the engine against itself
    #[arg(long, value_name = "GAMES", value_parser = whole::<u32>(1..=100_000_000))]
    self_play: Option<u32>,
    /// Make puzzles of the mistakes in this game
    #[arg(long, value_name = "GAME", conflicts_with_all = ["inputs", "db", "self_play", "min_loss"])]
    from_game: Option<String>,
    /// Stop after so many puzzles
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1_000_000))]
    count: Option<usize>,
    /// Only puzzles with this theme; may be repeated
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Vec<Theme>,
    /// Only puzzles of this level, 1 to 5; may be repeated
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=5))]
    level: Vec<u8>,
    /// What every other move has to cost, where it does not turn the result
    #[arg(long, value_name = "DISCS", default_value = "4", value_parser = whole::<u16>(1..=64))]
    min_loss: u16,
    /// The empty squares of the positions [default: 12-18, for --from-game
    /// 4-20]
    #[arg(long, value_name = "LO-HI", value_parser = empties)]
    empties: Option<RangeInclusive<u32>>,
    /// Which games the engine plays against itself
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = whole::<u64>(0..=18_446_744_073_709_551_615))]
    seed: u64,
    /// Append the puzzles to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Threads that search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    from: FromArg,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    json: JsonArg,
}

/// Reads the name of a theme.
fn theme(text: &str) -> std::result::Result<Theme, String> {
    Theme::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        match nearest(text, names.iter().copied()) {
            Some(near) => format!("`{text}` is not a theme: did you mean `{near}`?"),
            None => format!("`{text}` is not a theme; themes are {}", names.join(", ")),
        }
    })
}

/// Reads numbers of empty squares: `14-18`, or `16` alone.
fn empties(text: &str) -> std::result::Result<RangeInclusive<u32>, String> {
    let (lo, hi) = text.split_once('-').unwrap_or((text, text));
    let square = whole::<u32>(1..=30);
    match (square(lo), square(hi)) {
        (Ok(lo), Ok(hi)) if lo <= hi => Ok(lo..=hi),
        _ => Err(format!(
            "`{text}` is not a range of empty squares from 1 to 30: write 14-18"
        )),
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let games = Games::of(args)?;
    let shipped = args.puzzles.with_shipped()?;
    let mut sink = Sink::open(args, &shipped)?;
    let threads = args
        .threads
        .and_then(NonZeroUsize::new)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let interrupt = Interrupt::listen()?;
    let stop = Arc::new(interrupt.within(None));
    let shop = Shop::new(args, sink.known().clone(), threads)?;
    let flag = Arc::clone(&stop);
    let skip = sink.games_done();
    let meter = Meter::new("mining", out);
    let mut status = Status::Holds;
    let mut enough = false;
    let mined = in_order_on(
        threads,
        move |give| games.each(skip, give),
        move |found| shop.work(found, &flag),
        |mined| match mined {
            None => out.flush(),
            Some(Ok(mined)) => {
                if !mined.whole {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                enough = meter.above(|| sink.add(mined, out))?;
                meter.say(sink.standing());
                if enough {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                Ok(())
            }
            Some(Err(error)) => {
                out.flush()?;
                status = status.worst(report(&error, out));
                Ok(())
            }
        },
    );
    drop(meter);
    stop.store(true, Ordering::Relaxed);
    let interrupted = interrupt.raised();
    match mined {
        Err(_) if enough || interrupted => {}
        other => other?,
    }
    sink.finish(!interrupted && !enough, out)?;
    if interrupted {
        return Ok(Status::Interrupted);
    }
    if sink.made() == 0 {
        out.note("no puzzle was found\n");
        return Ok(status.worst(Status::Fails));
    }
    Ok(status)
}

/// What stays the same from game to game.
struct Shop {
    /// One for each thread.
    miners: Mutex<Vec<Miner>>,
    criteria: Criteria,
    mistakes: bool,
    known: Known,
    themes: Vec<Theme>,
    levels: Vec<u8>,
    self_play: SelfPlay,
}

impl Shop {
    fn new(
        args: &Args,
        known: Known,
        threads: NonZeroUsize,
    ) -> std::result::Result<Self, UserError> {
        let miners: std::result::Result<Vec<Miner>, _> =
            (0..threads.get()).map(|_| Miner::new()).collect();
        let mistakes = args.from_game.is_some();
        let usual = if mistakes { MISTAKE_EMPTIES } else { EMPTIES };
        Ok(Self {
            miners: Mutex::new(miners.map_err(user)?),
            criteria: Criteria {
                min_loss: args.min_loss,
                empties: args.empties.clone().unwrap_or(usual),
                ..Criteria::default()
            },
            mistakes,
            known,
            themes: args.theme.clone(),
            levels: args.level.clone(),
            self_play: SelfPlay { seed: args.seed },
        })
    }

    /// The puzzles of a game, each proved.
    fn work(&self, found: Found, stop: &AtomicBool) -> anyhow::Result<Mined> {
        let lend = || self.miners.lock().ok()?.pop();
        let mut miner = match lend() {
            Some(miner) => miner,
            None => Miner::new().map_err(user)?,
        };
        miner.forget();
        let mined = self.mine(found, &mut miner, stop);
        if let Ok(mut miners) = self.miners.lock() {
            miners.push(miner);
        }
        mined
    }

    fn mine(&self, found: Found, miner: &mut Miner, stop: &AtomicBool) -> anyhow::Result<Mined> {
        let (game, origin) = games::game(found?, self.self_play, miner)?;
        let mut mined = Mined::default();
        let puzzles = if self.mistakes {
            self.of_mistakes(&game, miner, stop)?
        } else {
            self.of_positions(&game, miner, stop)
        };
        let Some(puzzles) = puzzles else {
            mined.whole = false;
            return Ok(mined);
        };
        mined.puzzles = puzzles;
        for puzzle in &mut mined.puzzles {
            puzzle.about.source = Some(origin.clone());
        }
        Ok(mined)
    }

    /// The puzzles among the positions of a game; `None` when the search was
    /// stopped.
    fn of_positions(
        &self,
        game: &Game,
        miner: &mut Miner,
        stop: &AtomicBool,
    ) -> Option<Vec<Puzzle>> {
        let mut puzzles = Vec::new();
        let mut last: Option<u32> = None;
        let steps: Vec<_> = game.steps().collect();
        // From the end backwards, where one position helps with the next.
        for position in steps.iter().rev().map(|step| &step.before) {
            let empties = position.empties();
            if last.is_some_and(|last| empties < last + APART) {
                continue;
            }
            if self.known.has(position) {
                last = Some(empties);
                continue;
            }
            let puzzle = miner.mine(position, &self.criteria, stop).ok()?;
            if let Some(puzzle) = puzzle.filter(|puzzle| self.takes(puzzle))
                && self.is_sound(&puzzle, miner, stop)?
            {
                last = Some(empties);
                puzzles.push(puzzle);
            }
        }
        Some(puzzles)
    }

    /// The puzzles of the mistakes of a game; `None` when the search was
    /// stopped.
    fn of_mistakes(
        &self,
        game: &Game,
        miner: &mut Miner,
        stop: &AtomicBool,
    ) -> std::result::Result<Option<Vec<Puzzle>>, UserError> {
        let (least, most) = (*self.criteria.empties.start(), *self.criteria.empties.end());
        let found = mistakes(game, miner, most, stop).map_err(user)?;
        let mut puzzles = Vec::new();
        for mistake in found {
            let Ok(puzzle) = miner.puzzle_of(&mistake, stop) else {
                return Ok(None);
            };
            let Some(mut puzzle) = puzzle.filter(|puzzle| self.takes(puzzle)) else {
                continue;
            };
            if puzzle.position.empties() < least || self.known.has(&puzzle.position) {
                continue;
            }
            puzzle.about.title = Some(format!(
                "Better than {}, move {}",
                mistake.played, mistake.ply
            ));
            puzzle.about.note = Some(format!(
                "{} played {} here, a {} that lost {} discs.",
                mistake.side.name(),
                mistake.played,
                mistake.class,
                mistake.loss
            ));
            match self.is_sound(&puzzle, miner, stop) {
                Some(true) => puzzles.push(puzzle),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(puzzles))
    }

    /// Whether a puzzle is of the kind that was asked for.
    fn takes(&self, puzzle: &Puzzle) -> bool {
        let about = &puzzle.about;
        let has = |theme: &Theme| about.themes.iter().any(|name| name == theme.name());
        let level = || {
            about
                .level
                .is_some_and(|level| self.levels.contains(&level))
        };
        self.themes.iter().all(has) && (self.levels.is_empty() || level())
    }

    /// Whether the judge has nothing to say; `None` when it was stopped.
    fn is_sound(&self, puzzle: &Puzzle, miner: &mut Miner, stop: &AtomicBool) -> Option<bool> {
        let problems = miner.prove(puzzle, stop).ok()?;
        for problem in &problems {
            log::warn!("{} is left out: {}", puzzle.id, problem.diagnostic);
        }
        Some(problems.is_empty())
    }
}
