//! Where `puzzle make` has its games from.

use std::path::Path;

use outflank::{
    board::Game,
    games::{CollectedGame, Collection, Filter, Matches},
    puzzle::{
        Puzzle,
        mine::{Miner, SelfPlay},
    },
    record::{GameRecord, JudgeOptions, RawRecord, ReadOptions, judge},
    source::Source,
};

use super::{
    super::{
        super::{
            check::Numbers,
            db::DbArg,
            error::{UserError, user},
            input::{FromArg, records},
        },
        PuzzlesArg,
    },
    Args,
};

/// The games that were asked for.
pub(super) struct Games {
    inputs: Vec<String>,
    from: FromArg,
    puzzles: PuzzlesArg,
    db: Option<(Collection, Matches)>,
    self_play: u32,
}

/// A game as its source gives it.
pub(super) enum Item {
    /// A record, and its number among those of its file.
    Record(Source, Box<RawRecord>, usize),
    /// A game of the collection.
    Collected(Box<CollectedGame>),
    /// A game of the engine, by its number from 0.
    Played(u32),
}

/// A game, or why there is none.
pub(super) type Found = anyhow::Result<Item>;

/// What became of a game.
pub(super) struct Mined {
    pub(super) puzzles: Vec<Puzzle>,
    /// Whether it was looked through as a whole.
    pub(super) whole: bool,
}

impl Default for Mined {
    fn default() -> Self {
        Self {
            puzzles: Vec::new(),
            whole: true,
        }
    }
}

impl Games {
    pub(super) fn of(args: &Args) -> anyhow::Result<Self> {
        let mut inputs = args.inputs.clone();
        inputs.extend(args.from_game.clone());
        let db = match &args.db {
            None => None,
            Some(file) => {
                let (collection, _) = DbArg::new(file.clone()).open()?;
                let matches = collection.search(&Filter::default()).map_err(user)?;
                Some((collection, matches))
            }
        };
        if inputs.is_empty() && db.is_none() && args.self_play.is_none() {
            return Err(UserError::new("there are no games to look at")
                .hint("name files of games, or give --db, --self-play or --from-game")
                .into());
        }
        Ok(Self {
            inputs,
            from: args.from,
            puzzles: args.puzzles.clone(),
            db,
            self_play: args.self_play.unwrap_or_default(),
        })
    }

    /// Gives all games but the first `skip` of them, until nobody wants more.
    pub(super) fn each(&self, skip: usize, give: &mut dyn FnMut(Found) -> bool) {
        let options = ReadOptions {
            format: self.from.format,
            rules: JudgeOptions::default().rules,
        };
        let mut numbers = Numbers::default();
        let read = records(&self.inputs, &self.puzzles, options).map(|found| {
            let (source, raw) = found?;
            let number = numbers.next(&source, raw.span);
            Ok(Item::Record(source, Box::new(raw), number))
        });
        let collected = self.db.iter().flat_map(|(collection, matches)| {
            matches.ids().map(|id| {
                let game = collection.game(id, matches).map_err(user)?;
                Ok(Item::Collected(Box::new(game)))
            })
        });
        let played = (0..self.self_play).map(|number| Ok(Item::Played(number)));
        for found in read.chain(collected).chain(played).skip(skip) {
            if !give(found) {
                return;
            }
        }
    }
}

/// The game of an item, and where it is from in words.
pub(super) fn game(
    item: Item,
    self_play: SelfPlay,
    miner: &mut Miner,
) -> Result<(Game, String), UserError> {
    match item {
        Item::Record(source, raw, number) => {
            let judged = judge(&source, &raw, &JudgeOptions::default());
            if let Some(fault) = judged.faults.first().filter(|_| judged.cut) {
                return Err(UserError::at(source, fault.diagnostic()).fails());
            }
            let origin = origin(source.name(), number, &judged.record);
            Ok((judged.record.game, origin))
        }
        Item::Collected(found) => {
            let mut origin = found.sources.first().cloned().unwrap_or_default();
            if let (Some(black), Some(white)) = (&found.black, &found.white) {
                origin = format!("{black} - {white}");
            }
            let words = [
                Some(origin),
                found.tournament,
                found.year.map(|y| y.to_string()),
            ];
            Ok((found.game, joined(words)))
        }
        Item::Played(number) => {
            let origin = format!(
                "a game of the engine against itself (seed {}, game {})",
                self_play.seed,
                u64::from(number) + 1
            );
            Ok((self_play.game(number, miner), origin))
        }
    }
}

/// Where a record is from: `WTHOR 1996, game 1629`; else the file, the
/// players and the year.
fn origin(name: &str, number: usize, record: &GameRecord) -> String {
    let path = Path::new(name);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let wthor = stem.as_deref().and_then(|stem| stem.strip_prefix("WTH_"));
    if let Some(year) = wthor.filter(|year| year.len() == 4 && year.parse::<u16>().is_ok()) {
        return format!("WTHOR {year}, game {number}");
    }
    let file = path.file_name().map(|file| file.to_string_lossy());
    let place = match file.as_deref() {
        Some("argument" | "-") | None => None,
        Some(file) => Some(format!("{file}, game {number}")),
    };
    let players = match (record.tag("black"), record.tag("white")) {
        (Some(black), Some(white)) => Some(format!("{black} - {white}")),
        _ => None,
    };
    let told = joined([place, players, record.year().map(|year| year.to_string())]);
    match told.as_str() {
        "" => "a game of one's own".to_owned(),
        _ => told,
    }
}

fn joined(words: [Option<String>; 3]) -> String {
    let words: Vec<String> = words.into_iter().flatten().collect();
    words.join(", ")
}
