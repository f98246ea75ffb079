//! Puzzles judged by several engines at once, with the verdicts in the order
//! of the puzzles.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use outflank::{
    engine::Engine,
    puzzle::{Complete, Entry, Judge, Origin, Verdict},
};

use super::super::super::{search::Meter, timer::Interrupt};

/// The engines, and how long each works on a puzzle.
pub(super) struct Pool {
    pub(super) engines: Vec<Engine>,
    pub(super) time: Duration,
    /// Whether games are looked for that lead to the positions.
    pub(super) games: bool,
    pub(super) interrupt: Interrupt,
}

/// What was found out about a puzzle.
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    /// What it should say, where that was asked for and its task holds.
    pub(super) complete: Option<Complete>,
}

/// Verdicts in the order of the puzzles, each as soon as those before it are
/// there. They end early when Ctrl-C is pressed.
pub(super) struct InOrder {
    results: Receiver<(usize, Judged)>,
    waiting: BTreeMap<usize, Judged>,
    next: usize,
    done: usize,
    total: usize,
    meter: Meter,
    interrupt: Interrupt,
}

impl Pool {
    /// Judges puzzles and hands the verdicts to `consume`; with `completing`
    /// it is looked for what they should say, too. No engine works on when
    /// `consume` has ended.
    pub(super) fn judge<R>(
        &mut self,
        entries: &[&Entry],
        completing: bool,
        meter: Meter,
        consume: impl FnOnce(&mut InOrder) -> R,
    ) -> R {
        let (sender, results) = channel();
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (time, games) = (self.time, self.games);
        let engines: Vec<_> = self
            .engines
            .iter_mut()
            .map(|engine| (engine, self.interrupt.another()))
            .collect();
        thread::scope(|scope| {
            for (engine, interrupt) in engines {
                let work = Work {
                    entries,
                    next: &next,
                    over: &over,
                    completing,
                    time,
                    games,
                };
                let sender = sender.clone();
                scope.spawn(move || work.go(engine, &interrupt, &sender));
            }
            drop(sender);
            let mut verdicts = InOrder {
                results,
                waiting: BTreeMap::new(),
                next: 0,
                done: 0,
                total: entries.len(),
                meter,
                interrupt: self.interrupt.clone(),
            };
            let consumed = consume(&mut verdicts);
            over.store(true, Ordering::SeqCst);
            self.interrupt.stop_all();
            consumed
        })
    }
}

/// What the engines share.
struct Work<'w> {
    entries: &'w [&'w Entry],
    /// The next puzzle that nobody works on.
    next: &'w AtomicUsize,
    over: &'w AtomicBool,
    completing: bool,
    time: Duration,
    games: bool,
}

impl Work<'_> {
    fn go(&self, engine: &mut Engine, interrupt: &Interrupt, sender: &Sender<(usize, Judged)>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            let Some(entry) = self.entries.get(number) else {
                return;
            };
            let judged = self.judge(entry, engine, interrupt);
            if self.over.load(Ordering::SeqCst) || interrupt.raised() {
                return;
            }
            if sender.send((number, judged)).is_err() {
                return;
            }
        }
    }

    fn judge(&self, entry: &Entry, engine: &mut Engine, interrupt: &Interrupt) -> Judged {
        let Some(puzzle) = &entry.puzzle else {
            // What could not be read takes no time.
            return Judged {
                verdict: Verdict {
                    score: None,
                    keys: Vec::new(),
                    problems: entry.problems.clone(),
                    remarks: Vec::new(),
                    origin: Origin::Unknown,
                },
                complete: None,
            };
        };
        let limit = interrupt.within(Some(self.time));
        // Who ends the search does so before or after this, never between.
        limit.fetch_or(self.over.load(Ordering::SeqCst), Ordering::SeqCst);
        let mut judge =
            Judge::new(engine, &limit).looking_for_games(self.games && !self.completing);
        let verdict = judge.judge(entry);
        let complete = match self.completing {
            // What is not proved in time is reported as such by the check.
            true => judge.complete(puzzle, &verdict).ok().flatten(),
            false => None,
        };
        Judged { verdict, complete }
    }
}

impl InOrder {
    /// Writes something while the progress is out of the way.
    pub(super) fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.meter.above(write)
    }
}

impl Iterator for InOrder {
    type Item = Judged;

    fn next(&mut self) -> Option<Judged> {
        loop {
            if self.interrupt.raised() {
                return None;
            }
            if let Some(judged) = self.waiting.remove(&self.next) {
                self.next += 1;
                return Some(judged);
            }
            let (number, judged) = self.results.recv().ok()?;
            self.waiting.insert(number, judged);
            self.done += 1;
            self.meter.say(format!("{}/{}", self.done, self.total));
        }
    }
}
