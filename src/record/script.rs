//! [`Script`]: the words of a record as the judge reads them, which after a
//! fault are not quite the words of the text.

use crate::{
    board::{Move, Square, SquareError},
    source::{Source, Span},
};

use super::{RawRecord, Token, TokenKind, trial::Item, undecoded};

/// The moves of a record, each with the word of the text that it stands for.
#[derive(Debug, Clone)]
pub(super) struct Script<'a> {
    source: &'a Source,
    raw: &'a RawRecord,
    items: Vec<Item>,
    /// For each item the number of its token.
    tokens: Vec<usize>,
}

/// A change of a script, at one of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) change: Change,
}

/// What an [`Edit`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Another move in its place.
    Replace(Move),
    /// A move before it.
    Insert(Move),
    /// It is left out.
    Drop,
    /// It and the next change places.
    Swap,
    /// The side that the text states is not looked at, here and further on.
    Side,
    /// Words like `5f`, here and further on, name the row first.
    RowFirst,
    /// It and all that follows is left out.
    Cut,
}

impl<'a> Script<'a> {
    pub(super) fn new(source: &'a Source, raw: &'a RawRecord) -> Self {
        let item = |token: &Token| Item {
            mv: match token.kind {
                TokenKind::Place(square) => Some(Move::Place(square)),
                TokenKind::Pass => Some(Move::Pass),
                TokenKind::Word(_) | TokenKind::Undecoded => None,
            },
            side: token.side,
        };
        Self {
            source,
            raw,
            items: raw.tokens.iter().map(item).collect(),
            tokens: (0..raw.tokens.len()).collect(),
        }
    }

    pub(super) const fn raw(&self) -> &'a RawRecord {
        self.raw
    }

    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(super) fn item(&self, at: usize) -> Option<Item> {
        self.items.get(at).copied()
    }

    /// The word of the text that an item stands for.
    pub(super) fn token(&self, at: usize) -> Option<&'a Token> {
        self.raw.tokens.get(*self.tokens.get(at)?)
    }

    /// The place of an item; beyond the last one, the end of the record.
    pub(super) fn span(&self, at: usize) -> Span {
        let end = Span::new(self.raw.span.end, self.raw.span.end);
        self.token(at).map_or(end, |token| token.span)
    }

    /// An item as people know it: a move by its usual name, any other word
    /// as it is written.
    pub(super) fn text(&self, at: usize) -> String {
        match self.item(at).and_then(|item| item.mv) {
            Some(mv) => mv.to_string(),
            None => self.source.slice(self.span(at)).to_owned(),
        }
    }

    /// Why an item is not a move, in the words of the reader, who does not
    /// know the size of the board.
    pub(super) fn reason(&self, at: usize, size: u8) -> String {
        let text = self.text(at);
        let last = char::from(b'a' + size.saturating_sub(1));
        if self.is_cut_off(at) {
            return format!("`{text}` is a column without its row: the last move is cut off");
        }
        if self.is_undecoded(at) {
            return undecoded::reason(&text);
        }
        match (text.parse::<Square>(), self.token(at).map(|t| &t.kind)) {
            (Err(SquareError::Column(_)), _) => {
                format!("`{text}` is not a square: columns go from a to {last}")
            }
            (Err(SquareError::Row(_)), _) => {
                format!("`{text}` is not a square: rows go from 1 to {size}")
            }
            (_, Some(TokenKind::Word(reason))) => reason.clone(),
            _ => format!("`{text}` is not a move"),
        }
    }

    /// The number of the move that an item is. Words count as the moves in
    /// whose place they stand.
    pub(super) fn ply(&self, at: usize) -> usize {
        let before = self.items.iter().take(at);
        1 + before.filter(|item| item.mv != Some(Move::Pass)).count()
    }

    /// Whether an item stands for bytes of another encoding.
    pub(super) fn is_undecoded(&self, at: usize) -> bool {
        let is_word = self.item(at).is_some_and(|item| item.mv.is_none());
        is_word
            && self
                .token(at)
                .is_some_and(|token| token.kind == TokenKind::Undecoded)
    }

    /// Whether an item is a column without a row at the end of the record: a
    /// move that is cut off.
    pub(super) fn is_cut_off(&self, at: usize) -> bool {
        let is_word = self.item(at).is_some_and(|item| item.mv.is_none());
        let column = matches!(self.text(at).as_bytes(), [b'a'..=b'p' | b'A'..=b'P']);
        is_word && column && at + 1 == self.items.len()
    }

    /// The square that a word like `5f` means, row first.
    pub(super) fn row_first(&self, at: usize) -> Option<Square> {
        if self.item(at)?.mv.is_some() {
            return None;
        }
        let text = self.text(at);
        let letter = text.chars().last()?;
        let digits = text.strip_suffix(letter)?;
        format!("{letter}{digits}").parse().ok()
    }

    /// Whether an item names the row first, and another further on does so too.
    pub(super) fn names_rows_first(&self, at: usize) -> bool {
        let mut named = (at..self.items.len()).filter(|&at| self.row_first(at).is_some());
        named.next() == Some(at) && named.next().is_some()
    }

    /// What an edit puts in at its place, and the item at which the script
    /// goes on after that.
    pub(super) fn put(&self, edit: Edit) -> (Vec<Item>, usize) {
        let Edit { at, change } = edit;
        let side = self.item(at).and_then(|item| item.side);
        let unsided = |at: usize| self.item(at).map(|item| Item { side: None, ..item });
        match change {
            Change::Replace(mv) => (vec![Item { mv: Some(mv), side }], at + 1),
            Change::Insert(mv) => (vec![Item::of(mv)], at),
            Change::Drop => (Vec::new(), at + 1),
            Change::Swap => {
                let swapped = [unsided(at + 1), unsided(at)];
                (swapped.into_iter().flatten().collect(), at + 2)
            }
            Change::Side => (
                (at..self.items.len()).filter_map(unsided).collect(),
                self.items.len(),
            ),
            Change::RowFirst => {
                let read = |at: usize| {
                    let item = self.item(at)?;
                    let square = self.row_first(at).map(Move::Place);
                    let mv = item.mv.or(square);
                    Some(Item { mv, ..item })
                };
                (
                    (at..self.items.len()).filter_map(read).collect(),
                    self.items.len(),
                )
            }
            Change::Cut => (Vec::new(), self.items.len()),
        }
    }

    /// The script after an edit.
    pub(super) fn edited(&self, edit: Edit) -> Self {
        let (put, resume) = self.put(edit);
        let mut tokens: Vec<usize> = self.tokens.iter().copied().take(edit.at).collect();
        let replaced = self.tokens.get(edit.at..resume).unwrap_or_default();
        // What is inserted stands for the word before which it stands.
        let last = self.tokens.get(edit.at).copied().unwrap_or_default();
        tokens.extend((0..put.len()).map(|i| replaced.get(i).copied().unwrap_or(last)));
        if let (Change::Swap, [.., first, second]) = (edit.change, tokens.as_mut_slice()) {
            std::mem::swap(first, second);
        }
        tokens.extend(self.tokens.iter().skip(resume));
        let items = self.items.iter().copied();
        let items = items
            .clone()
            .take(edit.at)
            .chain(put)
            .chain(items.skip(resume));
        Self {
            items: items.collect(),
            tokens,
            ..*self
        }
    }
}
