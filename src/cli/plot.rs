//! Small plots in text.

use std::io::{self, Write};

use jiff::{SignedDuration, civil::Date};

use super::output::Output;

/// How many columns a plot has.
const WIDTH: usize = 60;
/// How many lines.
const HEIGHT: usize = 5;

/// Values of days as columns, from nothing up: how many there were.
pub(crate) fn bars(days: &[(Date, f64)], last: Date, out: &mut Output) -> io::Result<()> {
    let columns = columns(days, last, |sum, value| sum + value);
    let values: Vec<f64> = columns.values.iter().map(|v| v.unwrap_or(0.0)).collect();
    let most = values.iter().copied().fold(1.0, f64::max);
    for line in (0..HEIGHT).rev() {
        let from = most * line as f64 / HEIGHT as f64;
        let cell = |value: &f64| if *value > from { '#' } else { ' ' };
        let label = match line {
            0 => "0".to_owned(),
            _ if line == HEIGHT - 1 => format!("{most:.0}"),
            _ => String::new(),
        };
        row(&label, values.iter().map(cell).collect(), out)?;
    }
    columns.feet(out)
}

/// Values of days as points, from the least to the most.
pub(crate) fn points(days: &[(Date, f64)], last: Date, out: &mut Output) -> io::Result<()> {
    // A column shows the last value of its days, and one without any the value
    // that still holds.
    let columns = columns(days, last, |_, value| value);
    let mut holds = None;
    let values: Vec<Option<f64>> = columns
        .values
        .iter()
        .map(|value| {
            holds = value.or(holds);
            holds
        })
        .collect();
    let known = || values.iter().flatten().copied();
    let least = known().fold(f64::INFINITY, f64::min).floor();
    let most = known().fold(f64::NEG_INFINITY, f64::max).ceil();
    let step = ((most - least) / (HEIGHT - 1) as f64).max(1.0);
    for line in (0..HEIGHT).rev() {
        let is_here = |value: f64| ((value - least) / step).round() as usize == line;
        let cell = |value: &Option<f64>| match value {
            Some(value) if is_here(*value) => '*',
            _ => ' ',
        };
        let label = match line {
            0 => format!("{least:.0}"),
            _ if line == HEIGHT - 1 => format!("{:.0}", least + step * line as f64),
            _ => String::new(),
        };
        row(&label, values.iter().map(cell).collect(), out)?;
    }
    columns.feet(out)
}

/// A line of a plot.
fn row(label: &str, cells: String, out: &mut Output) -> io::Result<()> {
    writeln!(out, "{}", format!("{label:>6} |{cells}").trim_end())
}

/// Days side by side.
struct Columns {
    values: Vec<Option<f64>>,
    first: Date,
    last: Date,
}

/// The days from the first one to the last, so many a column that they fit.
fn columns(days: &[(Date, f64)], last: Date, join: impl Fn(f64, f64) -> f64) -> Columns {
    let first = days.first().map_or(last, |day| day.0);
    let last = days.last().map_or(last, |day| day.0.max(last));
    let between = |date: Date| {
        let days = date.duration_since(first).as_hours() / 24;
        usize::try_from(days).unwrap_or(0)
    };
    let per_column = between(last) / WIDTH + 1;
    let mut values = vec![None; between(last) / per_column + 1];
    for &(date, value) in days {
        if let Some(column) = values.get_mut(between(date) / per_column) {
            *column = Some(column.map_or(value, |before| join(before, value)));
        }
    }
    Columns {
        values,
        first,
        last,
    }
}

impl Columns {
    /// The line below, with the first and the last day.
    fn feet(&self, out: &mut Output) -> io::Result<()> {
        let width = self.values.len();
        writeln!(out, "{:>6} +{}", "", "-".repeat(width))?;
        let (first, last) = (self.first.to_string(), self.last.to_string());
        if self.first == self.last {
            return writeln!(out, "{:>6}  {first}", "");
        }
        let room = width.max(first.len() + 2 + last.len()) - first.len();
        writeln!(out, "{:>6}  {first}{last:>room$}", "")
    }
}

/// The days of a plot that goes back so many days.
pub(crate) fn since(last: Date, days: i64) -> Date {
    let time = SignedDuration::from_hours(24 * (days - 1));
    last.checked_sub(time).unwrap_or(Date::MIN)
}
