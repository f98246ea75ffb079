//! `solve`: exact scores, best moves and best lines of positions.

use std::{
    fmt::Write as _,
    io::{self, Write},
    time::{Duration, Instant},
};

use outflank::{
    board::{Aim, Board, Color, Move, Rules, Score, Wld},
    engine::{Bounds, Engine, Goal, Limits, MoveScores, Progress, Prover, Solution},
    record::{JudgeOptions, ReadOptions},
};
use owo_colors::OwoColorize;
use serde::Serialize;

use super::{
    Result,
    error::{Status, UserError, render, report},
    input::{InputArgs, PositionInput, positions},
    output::{JsonArg, Output},
    rules::ScoringArg,
    search::{Meter, SearchArgs},
    timer::Interrupt,
};

/// Find the exact score, the best moves and the best line of positions
///
/// Of a game, the last position is solved. The score is that of perfect play
/// by both sides, for the side to move.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Find only whether the side to move wins, draws or loses; faster
    #[arg(long)]
    wld: bool,
    /// Find the score of every move
    #[arg(long)]
    all_moves: bool,
    /// Find whether the side to move can force a wipe-out, and how soon
    #[arg(long, conflicts_with_all = ["wld", "all_moves"])]
    wipe_out: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    scoring: ScoringArg,
    #[command(flatten)]
    json: JsonArg,
}

/// What was found about one position.
#[derive(Debug, Serialize)]
struct Report {
    source: String,
    board: String,
    to_move: Color,
    empties: u32,
    #[serde(flatten)]
    answer: Answer,
    best: Vec<Move>,
    pv: Vec<Move>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveReport>>,
}

/// The parts that depend on what was asked.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Score(Verdict),
    WipeOut {
        /// `null` when the search was stopped before it knew.
        wipe_out: Option<bool>,
        exact: bool,
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        within: Option<u32>,
    },
}

/// What is proved about a score.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<Score>,
    pub(super) exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bounds: Option<[Score; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<Wld>,
}

/// What is proved about one move: its score, or its result, or bounds.
#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: Move,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Wld>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[Score; 2]>,
}

impl MoveReport {
    fn new(mv: Move, bounds: Bounds, goal: Goal) -> Self {
        let settled = bounds.settle(goal);
        Self {
            mv,
            score: bounds.score().filter(|_| goal == Goal::Exact),
            result: bounds.wld().filter(|_| goal == Goal::Wld),
            bounds: (!settled).then_some([bounds.lo, bounds.hi]),
        }
    }

    /// `a2 +18`, `a2 win`, or `a2 -4..+64`.
    fn short(&self) -> String {
        let mv = self.mv;
        match (self.score, self.result, self.bounds) {
            (Some(score), ..) => format!("{mv} {score}"),
            (_, Some(result), _) => format!("{mv} {result}"),
            (.., Some([lo, hi])) => format!("{mv} {lo}..{hi}"),
            _ => mv.to_string(),
        }
    }
}

impl Verdict {
    pub(super) fn new(bounds: Bounds, goal: Goal) -> Self {
        let exact = bounds.settle(goal);
        Self {
            score: bounds.score().filter(|_| goal == Goal::Exact),
            exact,
            bounds: (!exact).then_some([bounds.lo, bounds.hi]),
            result: bounds.wld(),
        }
    }

    /// Of a search that was to do more, whatever it has proved.
    fn stopped(bounds: Bounds) -> Self {
        Self {
            score: None,
            exact: false,
            bounds: Some([bounds.lo, bounds.hi]),
            result: bounds.wld(),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let rules = Rules::othello().with_scoring(args.scoring.scoring());
    let options = ReadOptions {
        format: args.input.from.format,
        ..ReadOptions::default()
    };
    let judging = JudgeOptions {
        rules,
        ..JudgeOptions::default()
    };
    let mut job = Job {
        args,
        engine: args.search.engine()?,
        interrupt: Interrupt::listen()?,
    };
    let mut status = Status::Holds;
    let mut first = true;
    for input in positions(
        &args.input.inputs,
        &args.input.puzzles,
        options,
        &judging,
        None,
    ) {
        let found = match input.and_then(|input| job.solve(input, out)) {
            Ok(found) => found,
            Err(error) => {
                // What cannot be read or solved does not stop the rest.
                status = status.worst(report(&error, out));
                continue;
            }
        };
        if args.json.json {
            out.json(&found)?;
        } else {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            found.write(out)?;
        }
        out.flush()?;
        if let Answer::WipeOut {
            wipe_out: Some(false),
            ..
        } = found.answer
        {
            status = status.worst(Status::Fails);
        }
        if job.interrupt.rest() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

/// What stays the same from position to position.
struct Job<'a> {
    args: &'a Args,
    engine: Engine,
    interrupt: Interrupt,
}

impl Job<'_> {
    fn solve(&mut self, input: PositionInput, out: &Output) -> anyhow::Result<Report> {
        for warning in &input.warnings {
            out.warn(&render(&input.source, warning, out.ascii()));
        }
        let board = plain_board(&input)?;
        let meter = Meter::new(&input.label, out);
        let clock = Instant::now();
        let report = Report {
            source: input.label,
            board: input.position.board_text(),
            to_move: input.position.to_move(),
            empties: input.position.empties(),
            answer: Answer::WipeOut {
                wipe_out: None,
                exact: false,
                within: None,
            },
            best: Vec::new(),
            pv: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            moves: None,
        };
        let report = if self.args.wipe_out {
            self.wipe_out(board, report)
        } else if self.args.all_moves {
            self.all_moves(board, report, &meter)
        } else {
            self.score(board, report, &meter)
        };
        Ok(Report {
            seconds: clock.elapsed().as_secs_f64(),
            ..report
        })
    }

    const fn goal(&self) -> Goal {
        if self.args.wld {
            Goal::Wld
        } else {
            Goal::Exact
        }
    }

    fn score(&mut self, board: Board, report: Report, meter: &Meter) -> Report {
        let goal = self.goal();
        let stop = self.interrupt.within(self.args.search.time);
        let mut show = |progress: &Progress| meter.show(progress);
        let limits = Limits {
            stop: &stop,
            progress: Some(&mut show),
        };
        let scoring = self.args.scoring.scoring();
        let Solution {
            bounds,
            best,
            pv,
            nodes,
        } = self.engine.solve(board, scoring, goal, limits);
        Report {
            answer: Answer::Score(Verdict::new(bounds, goal)),
            best: best.into_iter().collect(),
            pv,
            nodes,
            ..report
        }
    }

    fn all_moves(&mut self, board: Board, report: Report, meter: &Meter) -> Report {
        let goal = self.goal();
        let stop = self.interrupt.within(self.args.search.time);
        let mut show = |progress: &Progress| meter.show(progress);
        let limits = Limits {
            stop: &stop,
            progress: Some(&mut show),
        };
        let scoring = self.args.scoring.scoring();
        let all = self.engine.solve_moves(board, scoring, goal, limits);
        let Some(bounds) = all.bounds() else {
            // The game is over.
            return Report {
                moves: Some(Vec::new()),
                ..self.score(board, report, meter)
            };
        };
        let moves = all
            .moves
            .iter()
            .map(|(mv, solution)| MoveReport::new(*mv, solution.bounds, goal));
        let best = best_moves(&all, bounds, goal);
        let mut ranked = all.moves.iter();
        let pv = ranked
            .find(|(mv, _)| best.contains(mv))
            .map(|(_, solution)| solution.pv.clone());
        let verdict = if all.settled(goal) {
            Verdict::new(bounds, goal)
        } else {
            Verdict::stopped(bounds)
        };
        Report {
            answer: Answer::Score(verdict),
            best,
            pv: pv.unwrap_or_default(),
            nodes: all.nodes,
            moves: Some(moves.collect()),
            ..report
        }
    }

    /// Where few squares are empty a short wipe-out is looked for first; then
    /// the solver says whether there is any, before the longer ones are.
    fn wipe_out(&mut self, board: Board, report: Report) -> Report {
        const SHORT: u32 = 4;
        const SOLVABLE: u32 = 20;
        let stop = self.interrupt.within(self.args.search.time);
        let mut prover = Prover::new(&stop).with_hash(self.engine.options().hash);
        let mut nodes = 0;
        let few = board.empties().len() <= SOLVABLE;
        let mut proof = if few {
            prover.prove_within(board, SHORT)
        } else {
            prover.prove(board)
        };
        if few && proof == Ok(None) {
            let goal = Goal::AtLeast(Score::MAX);
            let scoring = outflank::board::Scoring::Official;
            let solution = self
                .engine
                .solve(board, scoring, goal, Limits::until(&stop));
            nodes = solution.nodes;
            if solution.bounds.hi == Score::MAX {
                proof = prover.prove(board);
            }
        }
        nodes += prover.nodes();
        match proof {
            Ok(Some(proof)) => Report {
                answer: Answer::WipeOut {
                    wipe_out: Some(true),
                    exact: true,
                    within: Some(proof.moves),
                },
                best: proof.best.into_iter().map(Move::from).collect(),
                pv: proof.pv,
                nodes,
                ..report
            },
            other => Report {
                answer: Answer::WipeOut {
                    wipe_out: other.is_ok().then_some(false),
                    exact: other.is_ok(),
                    within: None,
                },
                nodes,
                ..report
            },
        }
    }
}

/// The board as the engine sees it.
pub(super) fn plain_board(input: &PositionInput) -> std::result::Result<Board, UserError> {
    let position = &input.position;
    let rules = position.rules();
    let n = rules.size();
    let label = &input.label;
    if !rules.is_plain_8x8() {
        return Err(UserError::new(format!(
            "{label}: the solver knows the whole 8×8 board only, not this one of {n}×{n}"
        )));
    }
    if rules.aim() == Aim::Fewest {
        return Err(UserError::new(format!(
            "{label}: the solver knows the game for the most discs only, not anti-reversi"
        )));
    }
    position
        .board()
        .ok_or_else(|| UserError::new(format!("{label}: this board is too large to be solved")))
}

/// The best moves; of a search that was stopped, those that are proved to
/// reach most, if any are.
fn best_moves(all: &MoveScores, bounds: Bounds, goal: Goal) -> Vec<Move> {
    if all.settled(goal) {
        return all.best(goal);
    }
    let reached = |found: &Bounds| match (goal, bounds.wld()) {
        // By result one win is as good as another.
        (Goal::Wld, Some(result)) => found.wld() == Some(result),
        _ => found.lo == bounds.lo && found.lo > Score::MIN,
    };
    let moves = all.moves.iter();
    let mut best: Vec<Move> = moves
        .filter(|(_, solution)| reached(&solution.bounds))
        .map(|&(mv, _)| mv)
        .collect();
    best.sort_unstable();
    best
}

impl Report {
    /// For people: what was found in one line, below it the line of play, the
    /// moves, and what it cost.
    fn write(&self, out: &mut Output) -> io::Result<()> {
        let width = 80;
        let side = self.to_move.name();
        let squares = match self.empties {
            1 => "1 empty square".to_owned(),
            n => format!("{n} empty squares"),
        };
        writeln!(out, "{}: {side} to move, {squares}", self.source.bold())?;
        writeln!(out, "  {}", self.headline())?;
        if let Some(moves) = &self.moves {
            let words = moves.iter().map(MoveReport::short);
            write_wrapped(out, "  moves ", words, 3, width)?;
        }
        let pv = self.pv.iter().map(ToString::to_string);
        write_wrapped(out, "  line  ", pv, 1, width)?;
        let time = Duration::from_secs_f64(self.seconds);
        writeln!(out, "  {} nodes in {time:.2?}", self.nodes)
    }

    fn headline(&self) -> String {
        let mut text = match &self.answer {
            Answer::Score(verdict) => verdict.long(),
            Answer::WipeOut {
                wipe_out: Some(true),
                within: Some(0),
                ..
            } => "the opponent is wiped out already".to_owned(),
            Answer::WipeOut {
                wipe_out: Some(true),
                within,
                ..
            } => {
                let moves = within.unwrap_or_default();
                let plural = if moves == 1 { "" } else { "s" };
                format!("a wipe-out in {moves} move{plural}")
                    .green()
                    .to_string()
            }
            Answer::WipeOut {
                wipe_out: Some(false),
                ..
            } => "no wipe-out can be forced".to_owned(),
            Answer::WipeOut { wipe_out: None, .. } => {
                "not known yet whether a wipe-out can be forced".to_owned()
            }
        };
        let best: Vec<String> = self.best.iter().map(|mv| mv.bold().to_string()).collect();
        match best.as_slice() {
            [] => {}
            [one] if one.contains("pass") => text.push_str(", after a pass"),
            _ => {
                let _ = write!(text, " with {}", best.join(" or "));
            }
        }
        text
    }
}

impl Verdict {
    /// `+18, a win`.
    fn long(&self) -> String {
        let result = self.result.map(|wld| match wld {
            Wld::Win => "a win".green().to_string(),
            Wld::Draw => "a draw".yellow().to_string(),
            Wld::Loss => "a loss".red().to_string(),
        });
        match (self.score, self.bounds, result) {
            (Some(score), _, Some(result)) => format!("{}, {result}", score.bold()),
            (_, None, Some(result)) => result,
            (_, Some([lo, hi]), Some(result)) if lo == hi => {
                format!("stopped at {}, {result}", lo.bold())
            }
            (_, Some([lo, hi]), Some(result)) => {
                format!("{result}, stopped between {lo} and {hi}")
            }
            (_, Some([Score::MIN, Score::MAX]), _) => "stopped, nothing is proved".to_owned(),
            (_, Some([lo, hi]), _) => format!("stopped between {lo} and {hi}"),
            _ => String::new(),
        }
    }
}

/// Words in lines of a width, under each other behind a heading; nothing when
/// there are none.
fn write_wrapped(
    out: &mut Output,
    heading: &str,
    words: impl Iterator<Item = String>,
    gap: usize,
    width: usize,
) -> io::Result<()> {
    let mut line = heading.to_owned();
    for word in words {
        if line.len() > heading.len() && line.len() + word.len() > width {
            writeln!(out, "{}", line.trim_end())?;
            line = " ".repeat(heading.len());
        }
        line.push_str(&word);
        line.push_str(&" ".repeat(gap));
    }
    if line.len() > heading.len() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scores of moves of which this is proved, for a search that was
    /// stopped.
    fn proved(moves: [(&str, i16, i16); 3]) -> MoveScores {
        let moves = moves.map(|(name, lo, hi)| {
            let mv = Move::Place(name.parse().unwrap());
            let solution = Solution {
                bounds: Bounds {
                    lo: Score(lo),
                    hi: Score(hi),
                },
                best: Some(mv),
                pv: vec![mv],
                nodes: 0,
            };
            (mv, solution)
        });
        MoveScores {
            moves: moves.into(),
            nodes: 0,
        }
    }

    #[test]
    fn of_a_stopped_search_the_best_moves_are_those_that_reach_most() {
        let best = |all: &MoveScores, goal| {
            let best = best_moves(all, all.bounds().unwrap(), goal);
            best.iter().map(Move::to_string).collect::<Vec<_>>()
        };
        // The score is known; the last move may be as good.
        let all = proved([("g8", 64, 64), ("e8", 64, 64), ("b1", -64, 64)]);
        assert_eq!(best(&all, Goal::Exact), ["e8", "g8"]);
        let all = proved([("g8", 10, 10), ("e8", 4, 4), ("b1", -64, 64)]);
        assert_eq!(best(&all, Goal::Exact), ["g8"]);
        assert_eq!(best(&all, Goal::Wld), ["e8", "g8"]);
        let nothing = proved([("b1", -64, 64), ("e8", -64, 64), ("g8", -64, 0)]);
        assert!(best(&nothing, Goal::Exact).is_empty());
        assert!(best(&nothing, Goal::Wld).is_empty());
    }

    #[test]
    fn a_stopped_verdict_claims_no_more_than_is_proved() {
        let verdict = Verdict::stopped(Bounds::exactly(Score(64)));
        assert_eq!(
            serde_json::to_value(verdict).unwrap(),
            serde_json::json!({"exact": false, "bounds": [64, 64], "result": "win"})
        );
    }
}
