//! What ends a search early: Ctrl-C and `--time`. The library reads no clock;
//! it looks at a flag that is set here.

use std::{
    ops::Deref,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::Context;

use super::error::Status;

/// Listens to Ctrl-C for the rest of the program.
#[derive(Debug, Clone)]
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    /// From the start of a search until what it found is written.
    busy: Arc<AtomicBool>,
    /// The flags of searches that run at the same time.
    others: Arc<Mutex<Vec<Arc<AtomicBool>>>>,
}

impl Interrupt {
    /// From now on Ctrl-C stops the search that runs. It ends the program
    /// when none runs, as while it waits for input, and so does a second one.
    /// To be called once.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let interrupt = Self {
            raised: Arc::default(),
            stop: Arc::default(),
            busy: Arc::default(),
            others: Arc::default(),
        };
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let again = heard.raised.swap(true, Ordering::SeqCst);
            if again || !heard.busy.load(Ordering::SeqCst) {
                std::process::exit(Status::Interrupted.code().into());
            }
            heard.stop_all();
        })
        .context("cannot listen to Ctrl-C")?;
        Ok(interrupt)
    }

    /// The same for one of several searches that run at the same time: each
    /// has a time of its own, and Ctrl-C stops all of them.
    pub(crate) fn another(&self) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.push(Arc::clone(&stop));
        Self {
            stop,
            ..self.clone()
        }
    }

    /// Stops every search that runs.
    pub(crate) fn stop_all(&self) {
        self.stop.store(true, Ordering::SeqCst);
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        for other in others.iter() {
            other.store(true, Ordering::SeqCst);
        }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Says that all that was found is written. Whether Ctrl-C was pressed
    /// before; from now on it ends the program, until the next search.
    pub(crate) fn rest(&self) -> bool {
        self.busy.store(false, Ordering::SeqCst);
        self.raised()
    }

    /// A flag for one search, which is set by Ctrl-C or after some time.
    pub(crate) fn within(&self, time: Option<Duration>) -> Limit {
        self.busy.store(true, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        if self.raised() {
            self.stop.store(true, Ordering::SeqCst);
        }
        let stop = Arc::clone(&self.stop);
        let watch = time.map(|time| {
            let (over, waits) = channel::<()>();
            let stop = Arc::clone(&self.stop);
            let thread = thread::spawn(move || {
                // The other end hangs up when the search is over.
                if waits.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::SeqCst);
                }
            });
            (over, thread)
        });
        Limit { stop, watch }
    }
}

/// From now on Ctrl-C ends the program at once, for commands that have
/// written all that they have found.
pub(crate) fn end_on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| std::process::exit(Status::Interrupted.code().into()))
        .context("cannot listen to Ctrl-C")
}

/// From now on Ctrl-C removes a file and ends the program, for commands whose
/// output is whole or not there at all.
pub(crate) fn remove_on_interrupt(file: PathBuf) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        let _ = std::fs::remove_file(&file);
        std::process::exit(Status::Interrupted.code().into());
    })
    .context("cannot listen to Ctrl-C")
}

/// The flag of one search; its watch ends with it.
#[derive(Debug)]
pub(crate) struct Limit {
    stop: Arc<AtomicBool>,
    watch: Option<(Sender<()>, thread::JoinHandle<()>)>,
}

impl Deref for Limit {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.stop
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        if let Some((over, thread)) = self.watch.take() {
            drop(over);
            let _ = thread.join();
        }
    }
}
