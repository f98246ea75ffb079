//! [`Expected`]: the error of the readers' grammars.

use nom::error::{ContextError, ErrorKind, ParseError};

/// How far a grammar got, and what would have been right there. Of several
/// alternatives the one that got furthest is kept: it tells the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Expected {
    /// How many bytes were left at the furthest failure.
    left: usize,
    /// What was expected there; empty when no grammar said it.
    what: &'static str,
}

impl Expected {
    pub(super) const fn new(rest: &str, what: &'static str) -> Self {
        Self {
            left: rest.len(),
            what,
        }
    }

    /// How far the grammar got in a text of so many bytes.
    pub(super) const fn place(self, total: usize) -> usize {
        total.saturating_sub(self.left)
    }

    /// What would have been right there.
    pub(super) const fn what(self) -> &'static str {
        if self.what.is_empty() {
            "something else"
        } else {
            self.what
        }
    }
}

impl ParseError<&str> for Expected {
    fn from_error_kind(rest: &str, _: ErrorKind) -> Self {
        Self::new(rest, "")
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        let further = other.left < self.left;
        if further || other.left == self.left && self.what.is_empty() {
            other
        } else {
            self
        }
    }
}

/// The outermost grammar that failed where it began names itself.
impl ContextError<&str> for Expected {
    fn add_context(rest: &str, what: &'static str, other: Self) -> Self {
        if other.left == rest.len() || other.what.is_empty() {
            Self { what, ..other }
        } else {
            other
        }
    }
}

impl<E> nom::error::FromExternalError<&str, E> for Expected {
    fn from_external_error(rest: &str, _: ErrorKind, _: E) -> Self {
        Self::new(rest, "")
    }
}
