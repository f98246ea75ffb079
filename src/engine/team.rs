//! [`Team`]: several threads at one search.
//!
//! Young Brothers Wait (Feldmann, Monien, Mysliwietz and Vornberger, 1989):
//! when the first move of a node has been searched without a cut, the moves
//! after it may be searched at the same time. A thread that finds others idle
//! makes a [`Split`] of the node that it is in; idle threads join it, take
//! moves from it, and leave when there are none. Whoever made it waits for
//! those who joined, and meanwhile helps them with splits of their own. What
//! the threads know of each other is only the shared table, so the score does
//! not depend on how many there are.

use std::sync::{
    Arc, Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use super::{
    counting::Counting,
    kernel::Level,
    order::List,
    probcut::Confidence,
    upper::null,
    worker::{Stopped, Worker},
};

/// Searches of fewer plies are not split: to join one has its cost.
pub(super) const LEAST_DEPTH: u32 = 16;

/// The threads of a search.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// Threads with nothing to do.
    idle: AtomicUsize,
    splits: Mutex<Splits>,
    /// Told when there is a new split, when a helper leaves one, and at the
    /// end.
    change: Condvar,
}

#[derive(Debug, Default)]
struct Splits {
    /// Those with moves left, the oldest first.
    open: Vec<Arc<Split>>,
    /// The search is over.
    over: bool,
}

/// A node whose moves are shared.
#[derive(Debug)]
pub(super) struct Split {
    /// The split inside of which this one was made.
    parent: Option<Arc<Self>>,
    /// The null window, as the player of the node sees it.
    alpha: i32,
    /// Plies and empty squares after a move.
    depth: u32,
    empties: u32,
    confidence: Confidence,
    /// A move above alpha was found: nobody needs the others.
    cut: AtomicBool,
    work: Mutex<Work>,
}

#[derive(Debug)]
struct Work {
    moves: List<34>,
    best: i32,
    best_bit: u32,
    /// Threads at work here besides the one that made the split.
    helpers: usize,
    /// What the helpers looked at.
    nodes: u64,
    /// Somebody was stopped, so not all moves were searched.
    stopped: bool,
}

/// Locks; a thread that panicked has left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Split {
    /// Whether what is searched here is of no use any more.
    pub(super) fn is_cut(&self) -> bool {
        let mut split = Some(self);
        while let Some(this) = split {
            if this.cut.load(Relaxed) {
                return true;
            }
            split = this.parent.as_deref();
        }
        false
    }

    fn is_within(&self, other: &Arc<Self>) -> bool {
        let mut parent = self.parent.as_ref();
        while let Some(this) = parent {
            if Arc::ptr_eq(this, other) {
                return true;
            }
            parent = this.parent.as_ref();
        }
        false
    }

    /// Takes moves and searches them until there are none.
    fn search<L: Level, C: Counting>(&self, level: L, worker: &mut Worker<'_>) {
        loop {
            let taken = {
                let mut work = lock(&self.work);
                if self.cut.load(Relaxed) || work.stopped {
                    return;
                }
                work.moves.take_best()
            };
            let Some(item) = taken else { return };
            let alpha = -self.alpha - 1;
            let score = null::<L, C>(level, worker, item.child, alpha, self.depth, self.empties);
            let mut work = lock(&self.work);
            match score {
                Ok(score) if -score > work.best => {
                    (work.best, work.best_bit) = (-score, item.bit);
                    if -score > self.alpha {
                        self.cut.store(true, Relaxed);
                    }
                }
                Ok(_) => {}
                Err(Stopped) => work.stopped = true,
            }
        }
    }
}

/// See [`Team::until_dropped`].
struct End<'a>(&'a Team);

impl Drop for End<'_> {
    fn drop(&mut self) {
        lock(&self.0.splits).over = true;
        self.0.change.notify_all();
    }
}

impl Team {
    /// Whether a thread waits for something to do.
    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Ends the search for everybody when what it gives is dropped.
    pub(super) fn until_dropped(&self) -> impl Drop {
        End(self)
    }

    /// What a thread does that has no search of its own: it joins splits
    /// until the search is over.
    pub(super) fn help<L: Level, C: Counting>(&self, level: L, worker: &mut Worker<'_>) {
        self.help_while::<L, C>(level, worker, None);
    }

    /// Joins splits: any until the end of the search, or those within a split
    /// while there are helpers in it.
    fn help_while<L: Level, C: Counting>(
        &self,
        level: L,
        worker: &mut Worker<'_>,
        within: Option<&Arc<Split>>,
    ) {
        let mut splits = lock(&self.splits);
        loop {
            let done = match within {
                None => splits.over,
                Some(split) => lock(&split.work).helpers == 0,
            };
            if done {
                return;
            }
            let open = splits.open.iter();
            let found = open.filter(|open| within.is_none_or(|split| open.is_within(split)));
            let Some(split) = found.into_iter().next().cloned() else {
                self.idle.fetch_add(1, Relaxed);
                splits = self
                    .change
                    .wait(splits)
                    .unwrap_or_else(PoisonError::into_inner);
                self.idle.fetch_sub(1, Relaxed);
                continue;
            };
            lock(&split.work).helpers += 1;
            drop(splits);
            self.join::<L, C>(level, worker, &split);
            splits = lock(&self.splits);
            splits.open.retain(|open| !Arc::ptr_eq(open, &split));
            lock(&split.work).helpers -= 1;
            self.change.notify_all();
        }
    }

    /// Works for a split of another thread.
    fn join<L: Level, C: Counting>(&self, level: L, worker: &mut Worker<'_>, split: &Arc<Split>) {
        let outer = worker.split.replace(split.clone());
        let confidence = worker.confidence;
        worker.confidence = split.confidence;
        let before = worker.nodes;
        split.search::<L, C>(level, worker);
        let nodes = worker.nodes - before;
        // They are counted where the split was made.
        worker.nodes = before;
        worker.split = outer;
        worker.confidence = confidence;
        lock(&split.work).nodes += nodes;
    }

    /// Searches the rest of the moves of a node together with the threads
    /// that are idle. Gives the best score, at least `best`, and its move.
    pub(super) fn split<L: Level, C: Counting>(
        &self,
        level: L,
        worker: &mut Worker<'_>,
        moves: List<34>,
        (best, best_bit): (i32, u32),
        alpha: i32,
        (depth, empties): (u32, u32),
    ) -> Result<(i32, u32), Stopped> {
        let split = Arc::new(Split {
            parent: worker.split.clone(),
            alpha,
            depth,
            empties,
            confidence: worker.confidence,
            cut: AtomicBool::new(false),
            work: Mutex::new(Work {
                moves,
                best,
                best_bit,
                helpers: 0,
                nodes: 0,
                stopped: false,
            }),
        });
        lock(&self.splits).open.push(split.clone());
        self.change.notify_all();
        let outer = worker.split.replace(split.clone());
        split.search::<L, C>(level, worker);
        lock(&self.splits)
            .open
            .retain(|open| !Arc::ptr_eq(open, &split));
        self.help_while::<L, C>(level, worker, Some(&split));
        worker.split = outer;
        let work = lock(&split.work);
        worker.nodes += work.nodes;
        if work.stopped && !split.cut.load(Relaxed) {
            return Err(Stopped);
        }
        Ok((work.best, work.best_bit))
    }
}
