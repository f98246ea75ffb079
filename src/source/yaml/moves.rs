//! Moves written in a value.

use std::ops::Range;

use super::Node;
use crate::{
    board::Move,
    source::{Diagnostic, Span},
};

impl Node<'_> {
    /// The value as moves, with blanks or commas between them or without
    /// anything, passes as `pass`; each with its place. A word that is no
    /// move is a fault and is left out.
    pub fn moves(self, faults: &mut Vec<Diagnostic>) -> Option<Vec<(Move, Span)>> {
        let text = self.text(faults)?;
        let mut moves = Vec::new();
        for word in words(text) {
            let span = self.span_of(word.clone());
            match text.get(word).unwrap_or_default().parse::<Move>() {
                Ok(mv) => moves.push((mv, span)),
                Err(error) => faults.push(Diagnostic::error(error.to_string(), span)),
            }
        }
        Some(moves)
    }
}

/// The words of a list of moves. After a letter and a digit a letter begins a
/// new word, so that `f5d6` is two.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut square = false;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let between = c.is_whitespace() || c == ',';
        if between || (square && c.is_alphabetic()) {
            words.extend(start.take().map(|start| start..at));
        }
        if !between && start.is_none() {
            start = Some(at);
        }
        let word = start.and_then(|start| text.get(start..at));
        square = c.is_ascii_digit()
            && word.is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic()));
    }
    words
}

#[cfg(test)]
mod tests {
    use crate::source::{Source, yaml::Document};

    #[test]
    fn moves_are_read_with_their_places() {
        let source = Source::new("x", "v: f5d6 C3,pass\n  e9 6e ♔\n");
        let document = Document::parse(&source).unwrap();
        let mut faults = Vec::new();
        let map = document.root().map(&["v"], &mut faults).unwrap();
        let moves = map.get("v").unwrap().moves(&mut faults).unwrap();
        let read: Vec<_> = moves
            .iter()
            .map(|&(mv, span)| (mv.to_string(), source.slice(span)))
            .collect();
        let want = [("f5", "f5"), ("d6", "d6"), ("c3", "C3"), ("pass", "pass")];
        assert_eq!(read[..4], want.map(|(mv, text)| (mv.to_owned(), text)));
        let wrong: Vec<_> = faults
            .iter()
            .map(|fault| source.slice(fault.span.unwrap()))
            .collect();
        assert_eq!((read.len(), wrong), (5, vec!["6e", "♔"]));
    }
}
