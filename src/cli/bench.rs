//! `bench`: how fast positions are solved, and whether the scores that they
//! state hold.
//!
//! Each position begins with an empty table, so that the nodes of one thread
//! depend on the search and on the size of the table alone: a change that
//! should not change the search must not change their sum.

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    time::{Duration, Instant},
};

use outflank::{
    board::{Color, Move, Rules, Score, Scoring},
    engine::{Engine, Goal, Limits, Progress, Solution},
    record::{JudgeOptions, MoveScore, RawRecord, ReadOptions, Records},
    source::Source,
};
use owo_colors::OwoColorize;
use serde::Serialize;

use super::{
    Result,
    error::{Status, render, report},
    input::{InputArgs, position, records},
    output::{JsonArg, Output},
    search::{Meter, SearchArgs},
    solve::{Verdict, plain_board},
    timer::Interrupt,
};

/// Positions of 14 to 26 empty squares with the scores of their moves: some of
/// the FFO test, and some that are hard for their number of empty squares.
const BUILT_IN: &str = include_str!("bench.obf");

/// Measure how fast positions are solved, and check the scores they state
///
/// Without an INPUT, the built-in positions are solved by one thread: the sum
/// of their nodes then changes only when the search or --hash does. With more
/// threads it varies from run to run. Each position begins with an empty
/// table, and the time that takes is not counted.
///
/// An INPUT may state the scores of moves, as lines of OBF do; the best of
/// them is what the position must score. Exit 1 if any does not, or if a score
/// was not proved within --time.
#[derive(Debug, clap::Args)]
#[command(mut_arg("inputs", |arg| arg.required(false)))]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Find only whether the side to move wins, draws or loses, and check that
    #[arg(long)]
    wld: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    json: JsonArg,
}

/// What was found about one position.
#[derive(Debug, Serialize)]
struct Report {
    source: String,
    /// What its comment says.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    board: String,
    to_move: Color,
    empties: u32,
    #[serde(flatten)]
    verdict: Verdict,
    best: Vec<Move>,
    pv: Vec<Move>,
    /// The best of the scores that are stated of moves.
    stated: Option<Score>,
    /// Whether that holds; `null` when none is stated or when this was not
    /// proved.
    agrees: Option<bool>,
    nodes: u64,
    seconds: f64,
    /// Why it does not hold.
    #[serde(skip)]
    remark: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let options = ReadOptions {
        format: args.input.from.format,
        ..ReadOptions::default()
    };
    let built_in = args.input.inputs.is_empty();
    let records: Box<dyn Iterator<Item = anyhow::Result<(Source, RawRecord)>>> = if built_in {
        let records = Records::new("built-in", BUILT_IN.as_bytes(), ReadOptions::default());
        Box::new(records.map(|record| record.map_err(Into::into)))
    } else {
        Box::new(records(&args.input.inputs, &args.input.puzzles, options))
    };
    let mut job = Job {
        goal: if args.wld { Goal::Wld } else { Goal::Exact },
        search: &args.search,
        engine: if built_in {
            args.search.engine_on(NonZeroUsize::MIN)?
        } else {
            args.search.engine()?
        },
        interrupt: Interrupt::listen()?,
    };
    let mut status = Status::Holds;
    let mut totals = Totals::default();
    for record in records {
        let found = match record.and_then(|(source, raw)| job.solve(source, &raw, out)) {
            Ok(found) => found,
            Err(error) => {
                // What cannot be read or solved does not stop the rest.
                status = status.worst(report(&error, out));
                continue;
            }
        };
        if found.stated.is_some() && found.agrees != Some(true) {
            status = status.worst(Status::Fails);
        }
        if args.json.json {
            out.json(&found)?;
        } else {
            if totals.positions == 0 {
                write_headings(out)?;
            }
            found.write(built_in, out)?;
        }
        out.flush()?;
        totals.add(&found);
        if job.interrupt.rest() {
            status = Status::Interrupted;
            break;
        }
    }
    if totals.positions > 0 && !args.json.json {
        totals.write(out)?;
    }
    Ok(status)
}

/// What stays the same from position to position.
struct Job<'a> {
    goal: Goal,
    search: &'a SearchArgs,
    engine: Engine,
    interrupt: Interrupt,
}

impl Job<'_> {
    fn solve(&mut self, source: Source, raw: &RawRecord, out: &Output) -> anyhow::Result<Report> {
        let judging = JudgeOptions {
            rules: Rules::othello(),
            ..JudgeOptions::default()
        };
        let input = position(source, raw, &judging, None)?;
        for warning in &input.warnings {
            out.warn(&render(&input.source, warning, out.ascii()));
        }
        let board = plain_board(&input)?;
        let meter = Meter::new(&input.label, out);
        let mut show = |progress: &Progress| meter.show(progress);
        self.engine.clear();
        let stop = self.interrupt.within(self.search.time);
        let limits = Limits {
            stop: &stop,
            progress: Some(&mut show),
        };
        let clock = Instant::now();
        let solution = self
            .engine
            .solve(board, Scoring::Official, self.goal, limits);
        let seconds = clock.elapsed().as_secs_f64();
        let stated = stated(raw);
        let check = Check::new(stated, &solution, self.goal);
        let comment = raw.tags.iter().find(|tag| tag.name == "comment");
        Ok(Report {
            source: input.label,
            name: comment.map(|tag| tag.value.clone()),
            board: input.position.board_text(),
            to_move: input.position.to_move(),
            empties: input.position.empties(),
            verdict: Verdict::new(solution.bounds, self.goal),
            best: solution.best.into_iter().collect(),
            pv: solution.pv,
            stated: best_of(stated),
            agrees: check.agrees(),
            nodes: solution.nodes,
            seconds,
            remark: check.remark(),
        })
    }
}

/// The scores that a record states of the moves of the position to be solved.
/// They are about its start, which is another one where moves follow.
fn stated(raw: &RawRecord) -> &[MoveScore] {
    if raw.tokens.is_empty() {
        &raw.scores
    } else {
        &[]
    }
}

fn best_of(stated: &[MoveScore]) -> Option<Score> {
    stated.iter().map(|scored| scored.score).max()
}

/// What has become of a stated score.
#[derive(Debug, PartialEq, Eq)]
enum Check {
    /// None is stated.
    Unstated,
    /// It is proved.
    Met,
    /// The search was stopped before it knew.
    Open(Score),
    /// The position scores otherwise.
    Wrong(Score),
    /// The move that was found to be best is stated to be worth less.
    WrongMove(MoveScore),
}

impl Check {
    fn new(stated: &[MoveScore], found: &Solution, goal: Goal) -> Self {
        // By result one win is as good as another.
        let worth = |score: Score| match goal {
            Goal::Wld => score.0.signum(),
            _ => score.0,
        };
        let Some(best) = best_of(stated) else {
            return Self::Unstated;
        };
        let (lo, hi) = (worth(found.bounds.lo), worth(found.bounds.hi));
        if !(lo..=hi).contains(&worth(best)) {
            return Self::Wrong(best);
        }
        if !found.bounds.settle(goal) {
            return Self::Open(best);
        }
        let mut of_best = stated.iter().filter(|scored| Some(scored.mv) == found.best);
        match of_best.find(|scored| worth(scored.score) != lo) {
            Some(scored) => Self::WrongMove(*scored),
            None => Self::Met,
        }
    }

    const fn agrees(&self) -> Option<bool> {
        match self {
            Self::Unstated | Self::Open(_) => None,
            Self::Met => Some(true),
            Self::Wrong(_) | Self::WrongMove(_) => Some(false),
        }
    }

    fn remark(&self) -> Option<String> {
        match self {
            Self::Unstated | Self::Met => None,
            Self::Open(score) => Some(format!("not proved: {score} is stated")),
            Self::Wrong(score) => Some(format!("not met: {score} is stated")),
            Self::WrongMove(MoveScore { mv, score, .. }) => {
                Some(format!("not met: {score} is stated of {mv}"))
            }
        }
    }
}

fn write_headings(out: &mut Output) -> io::Result<()> {
    writeln!(
        out,
        "position                empties     score  best         nodes   seconds    Mn/s"
    )
}

impl Report {
    /// A line of the table, and one below it when a stated score is not met.
    fn write(&self, by_name: bool, out: &mut Output) -> io::Result<()> {
        let name = self.name.as_ref().filter(|_| by_name);
        let position = shortened(name.unwrap_or(&self.source), 22);
        let score = match &self.verdict {
            Verdict {
                score: Some(score), ..
            } => score.to_string(),
            Verdict {
                bounds: Some([lo, hi]),
                ..
            } => format!("{lo}..{hi}"),
            Verdict {
                result: Some(result),
                ..
            } => result.to_string(),
            _ => String::new(),
        };
        let best = self.best.first().map(Move::to_string).unwrap_or_default();
        let Self {
            empties,
            nodes,
            seconds,
            ..
        } = self;
        let speed = millions_a_second(*nodes, *seconds);
        writeln!(
            out,
            "{position:<22}  {empties:>7}  {score:>8}  {best:>4}  {nodes:>12}  {seconds:>8.3}  {speed:>6.1}"
        )?;
        match &self.remark {
            Some(remark) => writeln!(out, "  {}", remark.red()),
            None => Ok(()),
        }
    }
}

/// The end of a text that is too long for its column.
fn shortened(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let end = text.chars().skip(length + 3 - width);
    "...".chars().chain(end).collect()
}

fn millions_a_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / 1e6 / seconds.max(1e-9)
}

/// The sum of all that was found.
#[derive(Debug, Default)]
struct Totals {
    positions: usize,
    stated: usize,
    met: usize,
    nodes: u64,
    seconds: f64,
}

impl Totals {
    fn add(&mut self, found: &Report) {
        self.positions += 1;
        self.stated += usize::from(found.stated.is_some());
        self.met += usize::from(found.agrees == Some(true));
        self.nodes += found.nodes;
        self.seconds += found.seconds;
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        let Self {
            positions,
            stated,
            met,
            nodes,
            seconds,
        } = self;
        let plural = if *positions == 1 { "" } else { "s" };
        writeln!(out)?;
        match stated {
            0 => writeln!(out, "{positions} position{plural}, no score is stated")?,
            _ => writeln!(
                out,
                "{positions} position{plural}, {met} of {stated} stated scores met"
            )?,
        }
        let time = Duration::from_secs_f64(*seconds);
        let speed = millions_a_second(*nodes, *seconds);
        writeln!(out, "{nodes} nodes in {time:.2?}, {speed:.1} Mn/s")
    }
}

#[cfg(test)]
mod tests {
    use outflank::{engine::Bounds, source::Span};

    use super::*;

    fn move_score(name: &str, score: i16) -> MoveScore {
        MoveScore {
            mv: Move::Place(name.parse().unwrap()),
            score: Score(score),
            span: Span::new(0, 0),
        }
    }

    fn found(lo: i16, hi: i16) -> Solution {
        Solution {
            bounds: Bounds {
                lo: Score(lo),
                hi: Score(hi),
            },
            best: Some(move_score("a1", 0).mv),
            pv: Vec::new(),
            nodes: 0,
        }
    }

    #[test]
    fn a_stated_score_is_met_or_not_or_open() {
        let stated = [move_score("h8", 4), move_score("b1", -2)];
        let check = |lo, hi, goal| Check::new(&stated, &found(lo, hi), goal);
        assert_eq!(check(4, 4, Goal::Exact), Check::Met);
        assert_eq!(check(6, 6, Goal::Exact), Check::Wrong(Score(4)));
        assert_eq!(check(2, 64, Goal::Exact), Check::Open(Score(4)));
        // A search that was stopped may know enough.
        assert_eq!(check(6, 64, Goal::Exact), Check::Wrong(Score(4)));
        assert_eq!(check(-64, 2, Goal::Exact), Check::Wrong(Score(4)));
        assert_eq!(check(2, 64, Goal::Wld), Check::Met);
        assert_eq!(check(-64, 64, Goal::Wld), Check::Open(Score(4)));
        assert_eq!(check(0, 0, Goal::Wld), Check::Wrong(Score(4)));
        assert_eq!(Check::new(&[], &found(0, 0), Goal::Exact), Check::Unstated);
    }

    #[test]
    fn the_best_move_must_be_stated_as_such() {
        let check = |score, goal| {
            let stated = [move_score("h8", 4), move_score("a1", score)];
            Check::new(&stated, &found(4, 4), goal)
        };
        assert_eq!(check(4, Goal::Exact), Check::Met);
        assert_eq!(check(2, Goal::Exact), Check::WrongMove(move_score("a1", 2)));
        assert_eq!(check(2, Goal::Wld), Check::Met);
        assert_eq!(check(0, Goal::Wld), Check::WrongMove(move_score("a1", 0)));
    }

    #[test]
    fn long_names_keep_their_ends() {
        assert_eq!(shortened("ffo.obf:12", 10), "ffo.obf:12");
        assert_eq!(shortened("tests/ffo.obf:12", 10), "....obf:12");
    }
}
