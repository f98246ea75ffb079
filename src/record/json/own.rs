//! What only this library's own objects hold.

use serde_json::value::RawValue;

use super::{
    super::{
        Claim, ClaimedResult, MoveScore, RawVariation, Remark, remark::read_time,
        variation::DEEPEST,
    },
    Members, Reader, shorten, string,
};
use crate::{
    board::{Color, Move, Score},
    source::Diagnostic,
};

impl Reader<'_> {
    /// The result: both sides' discs, Black's difference, or the winner.
    pub(super) fn result(&mut self, value: &RawValue) {
        let Some(members) = Members::of(value) else {
            return;
        };
        let number = |name| {
            members
                .get(&[name])
                .and_then(|value| value.get().parse().ok())
        };
        let winner = members.get(&["winner"]).and_then(string);
        let result = match (number("black"), number("white"), number("difference")) {
            (Some(black), Some(white), _) => u32::try_from(black)
                .ok()
                .zip(u32::try_from(white).ok())
                .map(|(black, white)| ClaimedResult::Discs { black, white }),
            (_, _, Some(difference)) => Some(ClaimedResult::Difference(difference)),
            _ => match winner.as_deref() {
                Some("black") => Some(ClaimedResult::Winner(Some(Color::Black))),
                Some("white") => Some(ClaimedResult::Winner(Some(Color::White))),
                Some("draw") => Some(ClaimedResult::Winner(None)),
                _ => None,
            },
        };
        let span = self.span(value);
        match result {
            Some(result) => self.record.claims.push(Claim { result, span }),
            None => self.fault(
                "a result has the discs of `black` and `white`, a `difference`, or a `winner`",
                span,
            ),
        }
    }

    /// The items of a list; another value under its name is a fault.
    fn items<'v>(&mut self, name: &str, value: &'v RawValue) -> Vec<&'v RawValue> {
        match serde_json::from_str(value.get()) {
            Ok(items) => items,
            Err(_) => {
                self.fault(&format!("`{name}` is not a list"), self.span(value));
                Vec::new()
            }
        }
    }

    /// The members of an object in a list; another value there is a fault.
    fn members<'v>(&mut self, name: &str, item: &'v RawValue) -> Option<Members<'v>> {
        let members = Members::of(item);
        if members.is_none() {
            let message = format!("`{}` in `{name}` is not an object", shorten(item.get()));
            self.fault(&message, self.span(item));
        }
        members
    }

    /// A member that must be there, read from its text; the fault is at its
    /// value, or at the object that misses it.
    fn required<T>(
        &mut self,
        (object, members): (&RawValue, &Members<'_>),
        name: &str,
        what: &str,
        read: impl Fn(&RawValue) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = members.get(&[name]) else {
            self.fault(&format!("`{name}` is missing: {what}"), self.span(object));
            return None;
        };
        self.read(value, name, what, read)
    }

    /// A member that may be there.
    fn optional<T>(
        &mut self,
        members: &Members<'_>,
        name: &str,
        what: &str,
        read: impl Fn(&RawValue) -> Option<T>,
    ) -> Option<T> {
        self.read(members.get(&[name])?, name, what, read)
    }

    fn read<T>(
        &mut self,
        value: &RawValue,
        name: &str,
        what: &str,
        read: impl Fn(&RawValue) -> Option<T>,
    ) -> Option<T> {
        let found = read(value);
        if found.is_none() {
            let message = format!(
                "`{name}` is `{}`: it should be {what}",
                shorten(value.get())
            );
            self.fault(&message, self.span(value));
        }
        found
    }

    /// Scores of moves from the start: `[{"move": "g8", "score": 18}]`.
    pub(super) fn scores(&mut self, list: &RawValue) {
        for item in self.items("move_scores", list) {
            let Some(members) = self.members("move_scores", item) else {
                continue;
            };
            let object = (item, &members);
            let mv = |value: &RawValue| string(value)?.parse::<Move>().ok();
            let number = |value: &RawValue| value.get().parse().ok();
            let mv = self.required(object, "move", "a move like \"g8\"", mv);
            let score = self.required(object, "score", "a whole number", number);
            if let (Some(mv), Some(score)) = (mv, score) {
                self.record.scores.push(MoveScore {
                    mv,
                    score: Score(score),
                    span: self.span(item),
                });
            }
        }
    }

    /// What is said about moves: `[{"at": 1, "eval": -6.0, "seconds": 26.0}]`.
    pub(super) fn remarks(&mut self, list: &RawValue) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for item in self.items("remarks", list) {
            let Some(members) = self.members("remarks", item) else {
                continue;
            };
            let eval = |value: &RawValue| value.get().parse().ok();
            let time = |value: &RawValue| read_time(value.get());
            let time_of = "a number of seconds";
            let Some(at) = self.at((item, &members)) else {
                continue;
            };
            remarks.push(Remark {
                at,
                eval: self.optional(&members, "eval", "a number of discs", eval),
                time: self.optional(&members, "seconds", time_of, time),
                left: self.optional(&members, "left", time_of, time),
                comment: self.optional(&members, "comment", "text", string),
            });
        }
        remarks.sort_by_key(|remark| remark.at);
        remarks
    }

    /// The number of a move, which counts from 1, as one from 0.
    fn at(&mut self, object: (&RawValue, &Members<'_>)) -> Option<usize> {
        let number = |value: &RawValue| value.get().parse::<usize>().ok()?.checked_sub(1);
        self.required(object, "at", "the number of a move, from 1 on", number)
    }

    /// Lines that were not played: `[{"at": 2, "moves": "f4 e3"}]`.
    pub(super) fn variations(&mut self, list: &RawValue, depth: usize) -> Vec<RawVariation> {
        let mut variations = Vec::new();
        for item in self.items("variations", list) {
            let Some(members) = self.members("variations", item) else {
                continue;
            };
            let at = self.at((item, &members));
            let Some(moves) = members.get(&["moves"]) else {
                self.fault("`moves` is missing: the moves of the line", self.span(item));
                continue;
            };
            let Some(at) = at else { continue };
            let remarks = members.get(&["remarks"]);
            let inner = members.get(&["variations"]);
            variations.push(RawVariation {
                at,
                span: self.span(item),
                tokens: self.tokens(moves),
                remarks: remarks.map_or(Vec::new(), |list| self.remarks(list)),
                variations: match (inner, depth.checked_sub(1)) {
                    (Some(list), Some(depth)) => self.variations(list, depth),
                    (Some(list), None) => {
                        let message = format!("variations inside {DEEPEST} others left out");
                        let warning = Diagnostic::warning(message, self.span(list));
                        self.record.notes.push(warning);
                        Vec::new()
                    }
                    (None, _) => Vec::new(),
                },
            });
        }
        variations
    }
}
