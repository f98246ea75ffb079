//! [`Remark`]: what a record says about a single move.

use std::{fmt, str::FromStr, time::Duration};

use crate::board::Move;

use super::{Token, TokenKind};

/// What a record says about one of its moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remark {
    /// Which move, counted from 0 and with the passes: of a
    /// [`RawRecord`](super::RawRecord) the number of its token, of a
    /// [`GameRecord`](super::GameRecord) that of the move in its game.
    pub at: usize,
    /// The evaluation, for the side that moved.
    pub eval: Option<Eval>,
    /// How long the side thought.
    pub time: Option<Duration>,
    /// How much time the side had left after the move.
    pub left: Option<Duration>,
    /// What is said about the move in words.
    pub comment: Option<String>,
}

impl Remark {
    /// A remark on a move that says nothing yet.
    #[must_use]
    pub fn on(at: usize) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    /// Whether nothing is said.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.eval.is_none() && self.time.is_none() && self.left.is_none() && self.comment.is_none()
    }
}

/// An evaluation in discs, exact to a thousandth, from −1000 to 1000.
///
/// ```
/// use outflank::record::Eval;
///
/// let eval: Eval = "-18.4".parse()?;
/// assert_eq!(eval.to_string(), "-18.40");
/// assert_eq!((-eval).thousandths(), 18_400);
/// # Ok::<(), outflank::record::NotANumber>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Eval(i32);

/// A text that is not a number, or not one in range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a number of at most three digits before the point was expected")]
pub struct NotANumber;

impl Eval {
    /// The evaluation in thousandths of a disc.
    #[must_use]
    pub const fn thousandths(self) -> i32 {
        self.0
    }
}

impl std::ops::Neg for Eval {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl FromStr for Eval {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let (negative, digits) = match text.strip_prefix(['-', '+']) {
            Some(digits) => (text.starts_with('-'), digits),
            None => (false, text),
        };
        let thousandths = thousandths(digits).ok_or(NotANumber)?;
        let thousandths = i32::try_from(thousandths).map_err(|_| NotANumber)?;
        if thousandths > 1_000_000 {
            return Err(NotANumber);
        }
        Ok(Self(if negative { -thousandths } else { thousandths }))
    }
}

/// With at least two digits after the point: `-6.00`, `2.375`.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}", decimal(self.0.unsigned_abs().into()))
    }
}

/// A number without a sign in thousandths; digits beyond these are cut off.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || !digits(whole) || !digits(part) || whole.len() > 9 {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let part: u64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(whole * 1000 + part)
}

/// Thousandths as a number with two digits after the point, or three.
fn decimal(thousandths: u64) -> String {
    let (whole, part) = (thousandths / 1000, thousandths % 1000);
    match part % 10 {
        0 => format!("{whole}.{:02}", part / 10),
        _ => format!("{whole}.{part:03}"),
    }
}

/// A time in seconds as text: `26.00`.
pub(super) fn seconds(time: Duration) -> String {
    decimal(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Seconds, or minutes and seconds, or hours too, and days before a dot or a
/// colon: `26.00`, `1:26`, `2.01:00:26`.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let dotted;
    // A dot before a colon is that of the days.
    let text = match text.split_once('.') {
        Some((days, rest)) if rest.matches(':').count() == 2 => {
            dotted = format!("{days}:{rest}");
            dotted.as_str()
        }
        _ => text,
    };
    let mut parts = text.rsplit(':');
    let mut millis = thousandths(parts.next()?)?;
    for unit in [60_000, 3_600_000, 86_400_000] {
        let Some(part) = parts.next() else { break };
        let part: u64 = part.parse::<u32>().ok()?.into();
        millis = millis.checked_add(part.checked_mul(unit)?)?;
    }
    parts
        .next()
        .is_none()
        .then(|| Duration::from_millis(millis))
}

/// The remark on a token, which is the last one that anything is said about.
pub(super) fn remark_on(remarks: &mut Vec<Remark>, at: usize) -> &mut Remark {
    let last = match remarks.last() {
        Some(last) if last.at == at => remarks.len() - 1,
        _ => {
            remarks.push(Remark::on(at));
            remarks.len() - 1
        }
    };
    &mut remarks[last]
}

/// The remarks on the tokens of a line as remarks on its moves.
pub(super) fn on_moves(remarks: &[Remark], tokens: &[Token], moves: &[Move]) -> Vec<Remark> {
    let places = places(tokens, moves);
    let said = remarks.iter().filter(|remark| !remark.is_empty());
    let placed = said.filter_map(|remark| {
        let at = (*places.get(remark.at)?)?;
        Some(Remark {
            at,
            ..remark.clone()
        })
    });
    placed.collect()
}

/// How many moves of a line come before one of its tokens, or before its end;
/// `None` where the line could not be played so far.
pub(super) fn place(at: usize, tokens: &[Token], moves: &[Move]) -> Option<usize> {
    let Some(before) = at.checked_sub(1) else {
        return Some(0);
    };
    let last = *places(tokens, moves).get(before)?;
    Some(last.map_or(moves.len(), |last| last + 1))
}

/// For each token of a line the number of its move, as far as they could be
/// played. The moves have passes that the text left out, and the text may have
/// passes after the end of the game, which are no moves.
fn places(tokens: &[Token], moves: &[Move]) -> Vec<Option<usize>> {
    let mut moves = moves.iter().enumerate().peekable();
    let mut places = Vec::with_capacity(tokens.len());
    for token in tokens {
        let mv = match token.kind {
            TokenKind::Place(square) => Move::Place(square),
            TokenKind::Pass => Move::Pass,
            TokenKind::Word(_) | TokenKind::Undecoded => break,
        };
        // A pass that the text left out.
        if mv != Move::Pass {
            moves.next_if(|(_, played)| **played == Move::Pass);
        }
        let played = moves.next_if(|(_, played)| **played == mv);
        if played.is_none() && mv != Move::Pass {
            break;
        }
        places.push(played.map(|(at, _)| at));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for (text, want) in [
            ("-6.00", "-6.00"),
            ("+2.5", "2.50"),
            ("8", "8.00"),
            (".125", "0.125"),
            ("-0.4567", "-0.456"),
        ] {
            assert_eq!(text.parse::<Eval>().unwrap().to_string(), want);
        }
        for text in ["", "-", ".", "NaN", "1e3", "2000", "1.2.3", "--1"] {
            assert_eq!(text.parse::<Eval>(), Err(NotANumber), "{text}");
        }
    }

    #[test]
    fn times_are_seconds_or_clocks() {
        for (text, millis) in [
            ("26.00", 26_000),
            ("0.01", 10),
            ("1:26", 86_000),
            ("1:00:00.5", 3_600_500),
            ("2.01:00:26", 176_426_000),
            ("2:01:00:26.25", 176_426_250),
        ] {
            assert_eq!(
                read_time(text),
                Some(Duration::from_millis(millis)),
                "{text}"
            );
        }
        assert_eq!(read_time("soon"), None);
        assert_eq!(read_time("1:2:3:4:5"), None);
        assert_eq!(seconds(Duration::from_millis(26_000)), "26.00");
    }
}
