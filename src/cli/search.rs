//! What the commands that search share: their options and their progress.

use std::{num::NonZeroUsize, thread, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank::engine::{Engine, Options, Progress};

use super::{
    error::{UserError, user},
    output::Output,
};

/// Options of the commands that search.
#[derive(Debug, Clone, Copy, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Threads that search [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Memory of the table of positions, like 64M or 1G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size, allow_negative_numbers = true)]
    hash: usize,
    /// Stop after this time for each position or game, like 500ms, 10s or 2m
    #[arg(long, value_name = "T", value_parser = duration, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
}

impl SearchArgs {
    /// An engine as asked for, on all cores where nothing else was.
    pub(crate) fn engine(&self) -> Result<Engine, UserError> {
        self.engine_on(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Engines that work at the same time, one for each thread, but no more
    /// than there is work for; threads that are left over help, and all share
    /// the memory.
    pub(crate) fn engines(&self, most: usize) -> Result<Vec<Engine>, UserError> {
        let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or(cores);
        let count = NonZeroUsize::new(threads.get().min(most)).unwrap_or(NonZeroUsize::MIN);
        let each = Self {
            threads: NonZeroUsize::new(threads.get() / count),
            hash: (self.hash / count).max(Options::MIN_HASH),
            ..*self
        };
        (0..count.get()).map(|_| each.engine()).collect()
    }

    /// An engine as asked for, with so many threads where nothing else was.
    pub(crate) fn engine_on(&self, threads: NonZeroUsize) -> Result<Engine, UserError> {
        let options = Options {
            threads: self.threads.unwrap_or(threads),
            hash: self.hash,
        };
        log::info!("searching with a table of {} MB", options.hash >> 20);
        Engine::new(options).map_err(|error| {
            user(error).hint("--hash takes a size that the memory can hold, like 64M or 1G")
        })
    }
}

/// Splits a number from the letters behind it.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    Some((number.parse().ok()?, unit.trim()))
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number of threads: write 1 or more"))
}

/// Reads a size of memory: `64K`, `256M`, `1G`, `1.5GiB`. A bare number is
/// refused: nobody agrees on whether it is bytes or megabytes.
fn size(text: &str) -> Result<usize, String> {
    let wrong = || format!("`{text}` is not a size: write a number and K, M or G, like 256M");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let unit = unit.to_ascii_lowercase();
    let factor = match unit.trim_end_matches('b').trim_end_matches('i') {
        "k" => 1_u64 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(wrong()),
    };
    let bytes = number * factor as f64;
    if bytes < Options::MIN_HASH as f64 {
        return Err(format!("`{text}` is too small: the least is 64K"));
    }
    // 2^47 bytes is what a processor can address.
    if bytes > (1_u64 << 47) as f64 {
        return Err(format!("`{text}` is more than any machine has"));
    }
    usize::try_from(bytes as u64)
        .map_err(|_| format!("`{text}` is more than this machine can have"))
}

/// Reads a time: `500ms`, `10s`, `1.5s`, `2m`, `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time: write a number and ms, s, m or h, like 10s");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time.is_zero() => Err(format!(
            "`{text}` is too short: a search takes time, like 10s"
        )),
        Ok(time) => Ok(time),
        _ => Err(wrong()),
    }
}

/// A line on standard error that says where a search stands; nothing where
/// nobody looks.
pub(crate) struct Meter {
    bar: ProgressBar,
}

impl Meter {
    pub(crate) fn new(label: &str, out: &Output) -> Self {
        if !out.shows_progress() {
            return Self {
                bar: ProgressBar::hidden(),
            };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = if out.ascii() {
            "{spinner} "
        } else {
            "{spinner:.cyan} "
        };
        let template = format!("{style}{{prefix}} {{elapsed}} {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let ticks = if out.ascii() {
                "-\\|/ "
            } else {
                "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "
            };
            bar.set_style(style.tick_chars(ticks));
        }
        bar.set_prefix(label.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// Shows where the search stands.
    pub(crate) fn show(&self, progress: &Progress) {
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        let millions = progress.nodes as f64 / 1e6;
        let mut text = format!(
            "move {}/{}  {millions:.0} Mn  {:.0} Mn/s",
            (progress.done + 1).min(progress.total),
            progress.total,
            millions / seconds,
        );
        if let Some(best) = progress.best {
            text.push_str(&format!(
                "  {best} {}..{}",
                progress.bounds.lo, progress.bounds.hi
            ));
        }
        self.bar.set_message(text);
    }

    /// Shows how far something else has come.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Writes something above the line.
    pub(crate) fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("256M"), Ok(256 << 20));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("64KiB"), Ok(64 << 10));
        assert_eq!(size("1.5 GB"), Ok(3 << 29));
        for wrong in [
            "0",
            "-1",
            "999999",
            "",
            "M",
            "12 apples",
            "999999G",
            "nan",
            "inf",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_read() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["0s", "-1s", "5", "s", "1 year", "1e400s", ""] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
