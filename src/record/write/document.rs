//! This library's own JSON and YAML, which hold everything.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::{Unheld, outcome::Outcome, text};
use crate::{
    board::{Aim, Color, Move},
    record::{ClaimedResult, Eval, Format, GameRecord, Remark, Variation},
};

/// One record.
#[derive(Serialize)]
struct Document<'a> {
    /// The moves with blanks between them, passes as `pass`.
    moves: String,
    /// The start where it is not Othello's.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<Color>,
    #[serde(skip_serializing_if = "is_false")]
    anti: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Outcomes>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<&'a str, Values<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    move_scores: Vec<Scored>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Said<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Line<'a>>,
}

/// A line that was not played, in the place of the move `at`.
#[derive(Serialize)]
struct Line<'a> {
    at: usize,
    moves: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Said<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Self>,
}

const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The values of a tag: a list where there are several.
#[derive(Serialize)]
#[serde(untagged)]
enum Values<'a> {
    One(&'a str),
    Several(Vec<&'a str>),
}

/// A result.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcomes {
    Discs { black: u32, white: u32 },
    Difference { difference: i32 },
    Winner { winner: &'static str },
}

#[derive(Serialize)]
struct Scored {
    #[serde(rename = "move")]
    mv: Move,
    score: i16,
}

/// What is said about a move; `at` counts all moves from 1, passes too.
#[derive(Serialize)]
struct Said<'a> {
    at: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
}

impl<'a> Said<'a> {
    fn new(remark: &'a Remark) -> Self {
        let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
        let discs = |eval: Eval| f64::from(eval.thousandths()) / 1000.0;
        Self {
            at: remark.at + 1,
            eval: remark.eval.map(discs),
            seconds: remark.time.map(seconds),
            left: remark.left.map(seconds),
            comment: remark.comment.as_deref(),
        }
    }
}

impl<'a> Line<'a> {
    fn new(variation: &'a Variation) -> Self {
        let moves: Vec<String> = variation.moves.iter().map(Move::to_string).collect();
        Self {
            at: variation.at + 1,
            moves: moves.join(" "),
            remarks: variation.remarks.iter().map(Said::new).collect(),
            variations: variation.variations.iter().map(Self::new).collect(),
        }
    }
}

impl<'a> Document<'a> {
    fn new(record: &'a GameRecord, format: Format) -> Result<Self, Unheld> {
        let game = &record.game;
        let start = game.start();
        let usual = text::is_othello(start);
        if !usual {
            text::position(start, format)?;
        }
        let mut tags: BTreeMap<&str, Values<'_>> = BTreeMap::new();
        for tag in &record.tags {
            let value = tag.value.as_str();
            match tags.get_mut(tag.name.as_str()) {
                None => {
                    tags.insert(&tag.name, Values::One(value));
                }
                Some(Values::Several(values)) => values.push(value),
                Some(one) => {
                    if let Values::One(first) = *one {
                        *one = Values::Several(vec![first, value]);
                    }
                }
            }
        }
        let scored = record.scores.iter().map(|scored| Scored {
            mv: scored.mv,
            score: scored.score.0,
        });
        Ok(Self {
            moves: game.to_string(),
            board: (!usual).then(|| start.board_text()),
            to_move: (!usual).then(|| start.to_move()),
            anti: start.rules().aim() == Aim::Fewest,
            result: outcome(record),
            tags,
            move_scores: scored.collect(),
            remarks: record.remarks.iter().map(Said::new).collect(),
            variations: record.variations.iter().map(Line::new).collect(),
        })
    }
}

fn outcome(record: &GameRecord) -> Option<Outcomes> {
    match Outcome::of(record) {
        Outcome::Over { discs, .. } => Some(Outcomes::Discs {
            black: discs.black,
            white: discs.white,
        }),
        Outcome::Unknown => None,
        Outcome::Stated { result, .. } => Some(match result {
            ClaimedResult::Discs { black, white } => Outcomes::Discs { black, white },
            ClaimedResult::Difference(difference) => Outcomes::Difference { difference },
            ClaimedResult::Winner(winner) => Outcomes::Winner {
                winner: match winner {
                    Some(Color::Black) => "black",
                    Some(Color::White) => "white",
                    None => "draw",
                },
            },
        }),
    }
}

/// An object on a line of its own.
pub(super) fn json(record: &GameRecord) -> Result<String, Unheld> {
    let document = Document::new(record, Format::Json)?;
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    Ok(text)
}

/// A document that begins with `---`.
pub(super) fn yaml(record: &GameRecord) -> Result<String, Unheld> {
    let document = Document::new(record, Format::Yaml)?;
    let text = serde_yaml::to_string(&document).unwrap_or_default();
    Ok(format!("---\n{text}"))
}
