//! [`Worker`]: what one searching thread carries with it.
//!
//! Nearly all of the search is by **null windows**: `score(…, alpha)` gives a
//! number that is above `alpha` when the score is at least that number, and
//! at most `alpha` when the score is at most that number.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::board::{Board, Scoring};

use super::{
    Bounds, Progress,
    cache::Cache,
    counting::{Discs, Official},
    eval::{Features, Stage, Weights, stage_of},
    kernel::{Level, Processor},
    probcut::Confidence,
    stability::EdgeTable,
    table::Table,
    team::{Split, Team},
};

/// Nodes between two calls of the listener.
const REPORT_EVERY: u64 = 1 << 22;

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    /// Positions looked at.
    pub(super) nodes: u64,
    pub(super) edges: &'static EdgeTable,
    pub(super) cache: &'a mut Cache,
    pub(super) table: &'a Table,
    /// The threads that search together, if there are several.
    pub(super) team: Option<&'a Team>,
    /// The split that this one works for.
    pub(super) split: Option<Arc<Split>>,
    processor: Processor,
    weights: &'static Weights,
    /// How sure the cuts of the present pass must be.
    pub(super) confidence: Confidence,
    scoring: Scoring,
    stop: &'a AtomicBool,
    listener: Option<&'a mut dyn FnMut(&Progress)>,
    /// What the listener is told, kept up to date by the root.
    pub(super) report: Progress,
    next_report: u64,
}

/// The search was stopped: nothing is known about the node it was in.
#[derive(Debug)]
pub(super) struct Stopped;

impl<'a> Worker<'a> {
    pub(super) fn new(
        table: &'a Table,
        cache: &'a mut Cache,
        scoring: Scoring,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            nodes: 0,
            edges: EdgeTable::get(),
            weights: Weights::get(),
            confidence: Confidence::PROOF,
            cache,
            table,
            team: None,
            split: None,
            processor: Processor::detect(),
            scoring,
            stop,
            listener: None,
            report: Progress {
                nodes: 0,
                bounds: Bounds::UNKNOWN,
                best: None,
                done: 0,
                total: 0,
            },
            next_report: REPORT_EVERY,
        }
    }

    /// Reports to this listener from now on.
    pub(super) fn listen<'l: 'a>(&mut self, listener: Option<&'l mut dyn FnMut(&Progress)>) {
        // The coercion shortens the lifetime inside the `dyn`.
        self.listener = listener.map(|listener| listener as _);
    }

    pub(super) const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Counts a node of the upper search, and looks up from it: whether to
    /// stop, whether to report.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_report {
            self.tell();
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if let Some(split) = &self.split
            && split.is_cut()
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Tells the listener where the search stands.
    #[cold]
    pub(super) fn tell(&mut self) {
        self.next_report = self.nodes + REPORT_EVERY;
        self.report.nodes = self.nodes;
        if let Some(listener) = &mut self.listener {
            listener(&self.report);
        }
    }

    /// The weights for a board with so many empty squares.
    #[inline(always)]
    pub(super) fn stage(&self, empties: u32) -> &'static Stage {
        self.weights.stage(stage_of(64 - empties))
    }

    /// The value of a board by the evaluation, in units.
    #[inline(always)]
    pub(super) fn evaluate(&self, board: Board) -> i32 {
        let stage = self.stage(board.empties().len());
        stage.evaluate(&Features::of(board).indices())
    }

    /// The score of a board, fail-soft: exact inside the window, a bound
    /// outside it.
    pub(super) fn score(&mut self, board: Board, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.score_ahead(board, alpha, beta, board.empties().len())
    }

    /// The same, looking only `depth` plies ahead.
    pub(super) fn score_ahead(
        &mut self,
        board: Board,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        match self.processor {
            Processor::Portable(level) => self.score_at(level, board, alpha, beta, depth),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(level) => self.score_at(level, board, alpha, beta, depth),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(level) => self.score_at(level, board, alpha, beta, depth),
        }
    }

    fn score_at(
        &mut self,
        level: impl Level,
        board: Board,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        match self.scoring {
            Scoring::Official => level.open::<Official>(self, board, alpha, beta, depth),
            Scoring::Discs => level.open::<Discs>(self, board, alpha, beta, depth),
        }
    }

    /// Helps the other threads of the team until the search is over.
    pub(super) fn help(&mut self) {
        match self.processor {
            Processor::Portable(level) => self.help_at(level),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(level) => self.help_at(level),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(level) => self.help_at(level),
        }
    }

    fn help_at(&mut self, level: impl Level) {
        let Some(team) = self.team else { return };
        match self.scoring {
            Scoring::Official => team.help::<_, Official>(level, self),
            Scoring::Discs => team.help::<_, Discs>(level, self),
        }
    }
}
