//! Work on a stream by several threads, with the results in its order.

use std::{
    collections::BTreeMap,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel},
    },
    thread,
    time::Duration,
};

/// What comes so soon is not waited for, as people see it.
const AT_ONCE: Duration = Duration::from_millis(5);

/// So many items are on their way at once, which bounds the memory.
const ON_THE_WAY: usize = 128;

/// So many of them a thread takes at once, if they are there.
const TAKEN: usize = 8;

/// An item with its number in the stream.
type Numbered<T> = (usize, T);

/// Works on the items of a stream and hands the results on, each as soon as
/// those before it are there. `source` is read in a thread of its own: it
/// gives what it reads to its argument, which says whether to go on. `each`
/// gets the results, and `None` when there are none to wait for: what was
/// written may then be shown.
///
/// # Errors
/// What `each` fails with ends it at once, even while the source waits.
pub(crate) fn in_order<T, U>(
    source: impl FnOnce(&mut dyn FnMut(T) -> bool) + Send + 'static,
    work: impl Fn(T) -> U + Send + Sync + 'static,
    each: impl FnMut(Option<U>) -> io::Result<()>,
) -> anyhow::Result<()>
where
    T: Send + 'static,
    U: Send + 'static,
{
    let count = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    in_order_on(count, source, work, each)
}

/// The same with a number of threads that work.
///
/// # Errors
/// As [`in_order`].
pub(crate) fn in_order_on<T, U>(
    threads: NonZeroUsize,
    source: impl FnOnce(&mut dyn FnMut(T) -> bool) + Send + 'static,
    work: impl Fn(T) -> U + Send + Sync + 'static,
    mut each: impl FnMut(Option<U>) -> io::Result<()>,
) -> anyhow::Result<()>
where
    T: Send + 'static,
    U: Send + 'static,
{
    let count = threads.get();
    let (to_workers, items) = channel::<Numbered<T>>();
    let (to_printer, results) = channel::<Numbered<thread::Result<U>>>();
    let (room, taken) = sync_channel::<()>(ON_THE_WAY);
    let mut threads = vec![thread::spawn(move || {
        let mut number = 0;
        source(&mut |item| {
            let sent = room.send(()).is_ok() && to_workers.send((number, item)).is_ok();
            number += 1;
            sent
        });
    })];
    let (items, work) = (Arc::new(Mutex::new(items)), Arc::new(work));
    threads.extend((0..count).map(|_| {
        let (items, work, results) = (items.clone(), work.clone(), to_printer.clone());
        thread::spawn(move || while work_on(&items, &*work, &results) {})
    }));
    drop(to_printer);
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        let (number, result) = match results.recv_timeout(AT_ONCE) {
            Ok(result) => result,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                each(None)?;
                match results.recv() {
                    Ok(result) => result,
                    Err(_) => break,
                }
            }
        };
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            let result = result.unwrap_or_else(|panic| resume_unwind(panic));
            each(Some(result))?;
            // There is room for one more.
            let _ = taken.try_recv();
            next += 1;
        }
    }
    for thread in threads {
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    }
    each(None)?;
    Ok(())
}

/// Works on some items; says whether there may be more.
fn work_on<T, U>(
    items: &Mutex<Receiver<Numbered<T>>>,
    work: &impl Fn(T) -> U,
    results: &Sender<Numbered<thread::Result<U>>>,
) -> bool {
    let mut taken = Vec::with_capacity(TAKEN);
    {
        let Ok(items) = items.lock() else {
            return false;
        };
        taken.extend(items.recv());
        taken.extend(items.try_iter().take(TAKEN - 1));
    }
    let more = !taken.is_empty();
    // A panic is handed on, or those who wait for its result would wait long.
    let safely = |item| catch_unwind(AssertUnwindSafe(|| work(item)));
    let mut done = taken
        .into_iter()
        .map(|(number, item)| results.send((number, safely(item))));
    more && done.all(|sent| sent.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_stream() {
        let mut seen = Vec::new();
        in_order(
            |give| {
                for n in 0..2_000_u32 {
                    assert!(give(n));
                }
            },
            |n| {
                // Some take longer than others.
                std::thread::sleep(std::time::Duration::from_micros(u64::from(n * 7919 % 50)));
                2 * n
            },
            |result| {
                seen.extend(result);
                Ok(())
            },
        )
        .unwrap();
        assert!(seen.into_iter().eq((0..2_000).map(|n| 2 * n)));
    }

    #[test]
    fn an_error_ends_it_while_the_source_goes_on() {
        let mut left = 10;
        let ended = in_order(
            |give| while give(()) {},
            |()| (),
            |result| {
                left -= i32::from(result.is_some());
                match left {
                    0 => Err(io::ErrorKind::BrokenPipe.into()),
                    _ => Ok(()),
                }
            },
        );
        assert!(ended.is_err());
    }
}
