//! The Generic Game Format: a game a line, with evaluations and times after
//! the moves, and Black's net discs less the komi as the result. The two games
//! of a synchronous match, which the tag `pair` counts, are one line again:
//! `2 (;…;)(;…;)`.

use super::{Loss, Losses, Unheld, outcome::Outcome, tags, text};
use crate::{
    board::{Aim, Color, Move, Position, Rules, Square},
    record::{Format, GameRecord, facts::By, remark::seconds},
};

/// Holds the first game of a pair until the second one comes.
#[derive(Debug, Default)]
pub(super) struct Writer {
    first: Option<String>,
}

impl Writer {
    pub(super) fn write(
        &mut self,
        record: &GameRecord,
        losses: &mut Losses,
    ) -> Result<String, Unheld> {
        let text = game(record, losses)?;
        let first = self.first.take();
        let alone = |first: Option<String>| first.map_or(String::new(), |game| game + "\n");
        Ok(match (first, record.tag("pair")) {
            (Some(first), Some("2/2")) => format!("2 {first}{text}\n"),
            (first, Some("1/2")) => {
                self.first = Some(text);
                alone(first)
            }
            (first, _) => format!("{}{text}\n", alone(first)),
        })
    }

    /// The first game of a pair without its second.
    pub(super) fn finish(&mut self) -> String {
        self.first.take().map_or(String::new(), |game| game + "\n")
    }
}

/// A game in its brackets.
pub(super) fn game(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    let start = record.game.start();
    let rules = start.rules();
    if rules.holes().next().is_some() && !text::is_octagon(rules) {
        return Err(Unheld::Holes(Format::Ggf));
    }
    // The type is written from the rules, with the flags that it came with.
    let named: Vec<_> = tags::named(&without_type(record), tags::GGF, losses)
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    let mut out = "(;GM[Othello]".to_owned();
    for (name, value) in named {
        property(name, &text::one_line(&value, losses), &mut out);
    }
    property("TY", &kind(record, rules, losses), &mut out);
    let outcome = Outcome::of(record);
    let komi = komi(record);
    let result = outcome.difference().map(|difference| {
        let by = match outcome.by() {
            Some(By::Resignation) => ":r",
            Some(By::Time) => ":t",
            Some(By::Leaving) => ":l",
            Some(By::Forfeit) | None => "",
        };
        format!("{:+.3}{by}", f64::from(difference) - komi)
    });
    losses.add_if(outcome.winner_alone().is_some(), Loss::Result);
    losses.add_if(outcome.by() == Some(By::Forfeit), Loss::Ending);
    property("RE", result.as_deref().unwrap_or("?"), &mut out);
    property("BO", &board(start), &mut out);
    moves(record, &mut out);
    out.push_str(";)");
    Ok(out)
}

fn property(name: &str, value: &str, out: &mut String) {
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    out.push_str(&format!("{name}[{value}]"));
}

fn without_type(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    record.tags.retain(|tag| tag.name != "type");
    record
}

/// The size of the board with its flags, as the record has it where that is
/// of the same board.
fn kind(record: &GameRecord, rules: &Rules, losses: &mut Losses) -> String {
    let size = match text::is_octagon(rules) {
        true => 88,
        false => rules.size(),
    };
    let anti = rules.aim() == Aim::Fewest;
    let given = record.tags.iter().find(|tag| tag.name == "type");
    if let Some(tag) = given {
        let digits = tag
            .value
            .trim()
            .trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let is_same = digits.get(..end).and_then(|size| size.parse().ok()) == Some(size);
        let is_flag = |c: char| c.is_ascii_digit() || "aAsSkKbBwWrR".contains(c);
        let flagged = tag.value.to_ascii_lowercase().contains('a') == anti;
        if is_same && flagged && tag.value.trim().chars().all(is_flag) {
            return tag.value.trim().to_owned();
        }
        losses.add_if(
            !tag.value.trim().starts_with('0'),
            Loss::Tag("type".to_owned()),
        );
    }
    format!("{size}{}", if anti { "a" } else { "" })
}

/// The komi that was taken off the result.
fn komi(record: &GameRecord) -> f64 {
    let komi = tags::value(record, "komi").and_then(|komi| komi.trim().parse::<f64>().ok());
    komi.filter(|komi| komi.is_finite()).unwrap_or_default()
}

/// `8 -------- … *`
fn board(position: &Position) -> String {
    let n = position.rules().size();
    let row = |row| {
        let squares = (0..n).filter_map(move |col| Square::new(col, row));
        squares
            .map(|square| match position.disc(square) {
                Some(color) => symbol(color),
                None => '-',
            })
            .collect::<String>()
    };
    let rows: Vec<String> = (0..n).map(row).collect();
    format!("{n} {} {}", rows.join(" "), symbol(position.to_move()))
}

const fn symbol(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

fn moves(record: &GameRecord, out: &mut String) {
    let mut remarks = record.remarks.iter().peekable();
    for (index, step) in record.game.steps().enumerate() {
        let mut text = match step.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pass".to_owned(),
        };
        let (mut eval, mut time) = (None, None);
        while let Some(remark) = remarks.next_if(|remark| remark.at <= index) {
            eval = eval.or(remark.eval.map(|eval| eval.to_string()));
            time = time.or(remark.time.map(seconds));
        }
        // An evaluation that is missing is empty before a time.
        if eval.is_some() || time.is_some() {
            text.push_str(&format!("/{}", eval.unwrap_or_default()));
        }
        if let Some(time) = time {
            text.push_str(&format!("/{time}"));
        }
        let name = match step.side {
            Color::Black => "B",
            Color::White => "W",
        };
        property(name, &text, out);
    }
}
