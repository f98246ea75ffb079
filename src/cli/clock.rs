//! What time it is, which the library does not ask.

use std::time::Instant;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::error::UserError;

/// The variable that stops the clock at a time like `2026-11-30T18:20:00Z`, so
/// that a session can be repeated.
const VARIABLE: &str = "OUTFLANK_NOW";

/// The clock of the program.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    stopped: Option<Timestamp>,
    zone: TimeZone,
}

/// A moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    /// To the millisecond.
    pub(crate) time: Timestamp,
    /// The day where the user lives.
    pub(crate) date: Date,
}

impl Clock {
    /// The clock of the system, unless it was stopped.
    pub(crate) fn new() -> Result<Self, UserError> {
        let stopped = match std::env::var(VARIABLE) {
            Ok(text) if !text.is_empty() => Some(text.parse().map_err(|_| {
                UserError::new(format!("{VARIABLE} is no time: `{text}`"))
                    .hint("a time is like 2026-11-30T18:20:00Z")
            })?),
            _ => None,
        };
        Ok(Self {
            stopped,
            zone: TimeZone::system(),
        })
    }

    pub(crate) fn now(&self) -> Now {
        let exact = self.stopped.unwrap_or_else(Timestamp::now);
        let time = Timestamp::from_millisecond(exact.as_millisecond()).unwrap_or(exact);
        Now {
            time,
            date: time.to_zoned_datetime(self.zone.clone()).date(),
        }
    }

    /// The day where the user lives.
    pub(crate) fn today(&self) -> Date {
        self.now().date
    }

    pub(crate) fn stopwatch(&self) -> Stopwatch {
        Stopwatch(self.stopped.is_none().then(Instant::now))
    }
}

/// How much time has passed; none while the clock is stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// In milliseconds.
    pub(crate) fn millis(self) -> u32 {
        let passed = self.0.map_or(0, |start| start.elapsed().as_millis());
        u32::try_from(passed).unwrap_or(u32::MAX)
    }
}
