//! What one can say to a puzzle besides a move.

use outflank::{board::Move, source::nearest};

use super::super::super::session::{Answer, moves};

/// What the user said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Moves(Vec<Move>),
    Hint,
    Solution,
    Next,
    Undo,
    Board,
    Legal,
    Help,
    Quit,
    Interrupted,
    /// Nothing that is understood, and what to do instead.
    Unknown(String),
}

const WORDS: &[(&str, Said)] = &[
    ("solution", Said::Solution),
    ("next", Said::Next),
    ("skip", Said::Next),
    ("undo", Said::Undo),
    ("back", Said::Undo),
    ("board", Said::Board),
    ("moves", Said::Legal),
    ("help", Said::Help),
];

/// So many letters of a word that is not understood are repeated.
const LONGEST: usize = 20;

/// Understands an answer.
pub(super) fn understand(answer: Answer) -> Said {
    let text = match answer {
        Answer::Hint => return Said::Hint,
        Answer::Quit => return Said::Quit,
        Answer::Interrupted => return Said::Interrupted,
        Answer::Text(text) => text,
    };
    let lower = text.to_lowercase();
    if let Some((_, said)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return said.clone();
    }
    match moves(&text) {
        Ok(moves) => Said::Moves(moves),
        Err(word) => Said::Unknown(remedy(&word)),
    }
}

fn remedy(word: &str) -> String {
    let word: String = word.chars().take(LONGEST).collect();
    let word = word.as_str();
    let others = ["hint", "quit"];
    let words = WORDS.iter().map(|(word, _)| *word).chain(others);
    // A short word is near to too many.
    let near = (word.chars().count() > 2).then(|| nearest(word, words));
    match near.flatten() {
        Some(near) if near == word.to_lowercase() => {
            format!("`{word}` stands on a line of its own, without moves or other words.")
        }
        Some(near) => format!("`{word}` is no move; did you mean `{near}`?"),
        None => format!("`{word}` is no move: a square is like f5; help lists the words."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_moves_and_neither() {
        let said = |text: &str| understand(Answer::Text(text.to_owned()));
        assert_eq!(said("Back"), Said::Undo);
        assert_eq!(said("moves"), Said::Legal);
        assert_eq!(said("pass"), Said::Moves(vec![Move::Pass]));
        assert_eq!(said(""), Said::Moves(vec![]));
        assert_eq!(understand(Answer::Hint), Said::Hint);
        let unknown = |text: &str| match said(text) {
            Said::Unknown(remedy) => remedy,
            other => panic!("{other:?}"),
        };
        assert!(unknown("f5 Hint").contains("a line of its own"));
        assert!(unknown("soluton").ends_with("did you mean `solution`?"));
        assert!(unknown("zz").contains("a square is like f5"));
        assert!(unknown("🙂").contains("help lists the words"));
    }
}
