//! The names that tags have in the formats, and the tags that are no facts
//! about the game.

use super::{Loss, Losses};
use crate::record::{GameRecord, Tag};

/// Tags that say something about the file or that the format says in its own
/// way: the start, the size, the result.
const STRUCTURE: [&str; 11] = [
    "fen", "setup", "result", "gm", "ff", "ca", "st", "sz", "ty", "bo", "pair",
];

/// Names under which different formats have the same tag; the first is the
/// one that `names` knows.
const SYNONYMS: [(&str, &[&str]); 6] = [
    ("place", &["site"]),
    ("event", &["tournament"]),
    ("comment", &["text"]),
    ("program", &["ap"]),
    ("black", &["pb"]),
    ("white", &["pw"]),
];

/// The tags of SGF.
pub(super) const SGF: &[(&str, &str)] = &[
    ("black", "PB"),
    ("white", "PW"),
    ("blackelo", "BR"),
    ("whiteelo", "WR"),
    ("date", "DT"),
    ("place", "PC"),
    ("event", "EV"),
    ("round", "RO"),
    ("program", "AP"),
    ("comment", "C"),
    // These have the same name on both sides.
    ("gn", "GN"),
    ("tm", "TM"),
    ("ot", "OT"),
    ("us", "US"),
    ("so", "SO"),
    ("an", "AN"),
    ("cp", "CP"),
    ("bt", "BT"),
    ("wt", "WT"),
    ("on", "ON"),
    ("ru", "RU"),
    ("gc", "GC"),
    ("bl", "BL"),
    ("wl", "WL"),
];

/// The tags of GGF.
pub(super) const GGF: &[(&str, &str)] = &[
    ("place", "PC"),
    ("date", "DT"),
    ("black", "PB"),
    ("white", "PW"),
    ("blackelo", "RB"),
    ("whiteelo", "RW"),
    ("comment", "CO"),
    ("komi", "KM"),
    ("ti", "TI"),
    ("tb", "TB"),
    ("tw", "TW"),
    ("kb", "KB"),
    ("kw", "KW"),
];

/// The tags of PGN that are written first, in this order.
pub(super) const PGN: &[(&str, &str)] = &[
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("black", "Black"),
    ("white", "White"),
    ("blackelo", "BlackElo"),
    ("whiteelo", "WhiteElo"),
    ("time", "Time"),
    ("timecontrol", "TimeControl"),
];

/// The tags of a record that are facts about the game.
pub(super) fn facts(record: &GameRecord) -> impl Iterator<Item = &Tag> {
    record.tags.iter().filter(|tag| {
        let kind = tag.name == "type" && is_size(&tag.value);
        !STRUCTURE.contains(&tag.name.as_str()) && !kind
    })
}

/// Whether a type of GGF says no more than size and aim.
fn is_size(kind: &str) -> bool {
    kind.trim().trim_end_matches('a').parse::<u8>().is_ok()
}

/// The name of a tag that stands for all of its synonyms.
pub(super) fn plain_name(name: &str) -> &str {
    let known = SYNONYMS.iter().find(|(_, others)| others.contains(&name));
    known.map_or(name, |(name, _)| name)
}

/// The first value of a tag, whatever the format calls it.
pub(super) fn value<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    let tag = record.tags.iter().find(|tag| plain_name(&tag.name) == name);
    tag.map(|tag| tag.value.as_str())
}

/// The tags that have a name in a format, in its order, each once, and as
/// losses those that have none.
pub(super) fn named<'a>(
    record: &'a GameRecord,
    names: &[(&str, &'static str)],
    losses: &mut Losses,
) -> Vec<(&'static str, &'a str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for tag in facts(record) {
        let name = plain_name(&tag.name);
        let at = names.iter().position(|(known, _)| *known == name);
        match at {
            Some(at) if !found.iter().any(|(other, _)| *other == at) => {
                found.push((at, &tag.value));
            }
            // A name that the format has once.
            Some(at) if found.contains(&(at, &tag.value)) => {}
            _ => losses.add(Loss::Tag(tag.name.clone())),
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let name = |at: usize| names.get(at).map(|(_, name)| *name);
    found
        .into_iter()
        .filter_map(|(at, value)| Some((name(at)?, value)))
        .collect()
}

/// Tells all tags as losses but some.
pub(super) fn lose_all_but(record: &GameRecord, kept: &[&str], losses: &mut Losses) {
    for tag in facts(record).filter(|tag| !kept.contains(&plain_name(&tag.name))) {
        losses.add(Loss::Tag(tag.name.clone()));
    }
}

/// The value of a tag that is a whole number.
pub(super) fn number(record: &GameRecord, name: &str) -> Option<u64> {
    value(record, name)?.trim().parse().ok()
}
