//! A collection in numbers.

use super::{Collection, GamesError, Outcome, Tally};

/// What a collection has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stats {
    /// All games by their results.
    pub all: Tally,
    /// How many games have no result.
    pub unknown: u32,
    /// How many records they come from.
    pub records: u32,
    /// How many files.
    pub files: u32,
    /// How many players are named.
    pub players: u32,
    /// How many tournaments.
    pub tournaments: u32,
    /// The first and the last year.
    pub years: Option<(i32, i32)>,
    /// How many games do not begin at Othello's start.
    pub other_starts: u32,
    /// Who has played most, with how many games; at most ten.
    pub busiest: Vec<(String, u32)>,
}

impl Collection {
    /// The collection in numbers.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn stats(&self) -> Result<Stats, GamesError> {
        let mut stats = Stats::default();
        let mut results = self
            .db
            .prepare("SELECT result, count(*) FROM games GROUP BY result")?;
        let mut results = results.query([])?;
        while let Some(row) = results.next()? {
            let mut one = Tally::default();
            one.add(Outcome::from_code(row.get(0)?));
            stats.all.add_times(one, row.get(1)?);
        }
        let all = stats.all;
        stats.unknown = all.games - all.black - all.draws - all.white;
        let count = |sql: &str| -> Result<u32, GamesError> {
            Ok(self.db.query_row(sql, [], |row| row.get(0))?)
        };
        stats.records = count("SELECT count(*) FROM sources")?;
        stats.files = count("SELECT count(*) FROM files")?;
        stats.players = count("SELECT count(*) FROM players")?;
        stats.tournaments = count("SELECT count(*) FROM tournaments")?;
        stats.other_starts = count("SELECT count(*) FROM games WHERE start IS NOT NULL")?;
        let years = "SELECT min(year), max(year) FROM games";
        stats.years = self.db.query_row(years, [], |row| {
            let (first, last): (Option<i32>, Option<i32>) = (row.get(0)?, row.get(1)?);
            Ok(first.zip(last))
        })?;
        let mut busiest = self.db.prepare(
            "SELECT name, sum(games) AS games FROM (
                 SELECT black AS player, count(*) AS games FROM games GROUP BY black
                 UNION ALL
                 SELECT white, count(*) FROM games GROUP BY white
             ) JOIN players ON players.id = player
             GROUP BY player ORDER BY games DESC, name LIMIT 10",
        )?;
        stats.busiest = busiest
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(stats)
    }
}

impl Tally {
    fn add_times(&mut self, other: Self, times: u32) {
        self.games += other.games * times;
        self.black += other.black * times;
        self.draws += other.draws * times;
        self.white += other.white * times;
        self.scored += other.scored * times;
        self.sum += other.sum * i64::from(times);
    }
}
