//! Which puzzles a session asks, and in which order.

use std::{
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use outflank::{
    practice::Due,
    puzzle::{Collection, rising, shuffle},
};

use super::{
    super::{super::error::UserError, Listed, PuzzlesArg},
    Args,
};

/// The puzzles that are loaded for a session, and the files among the names.
pub(super) struct Loaded {
    puzzles: Collection,
    /// The names that are files, in the order in which they were loaded.
    files: Vec<String>,
}

/// Loads the files that are named as arguments and with `--puzzles`.
pub(super) fn load(args: &Args) -> Result<Loaded, UserError> {
    if args.named.iter().any(|name| name == "-") {
        let error = UserError::new("puzzles are not read from standard input: answers are");
        return Err(error.hint("name a file of puzzles"));
    }
    let files: Vec<String> = args
        .named
        .iter()
        .filter(|name| is_file(name))
        .cloned()
        .collect();
    let all = PuzzlesArg {
        puzzles: files.iter().chain(&args.puzzles.puzzles).cloned().collect(),
    };
    // What is due may be of the shipped puzzles, too.
    let puzzles = if args.named.is_empty() && !args.due {
        all.load()?
    } else {
        all.with_shipped()?
    };
    Ok(Loaded { puzzles, files })
}

/// What is a file, or can be nothing else.
fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    let ending = path.extension();
    path.is_file() || ending.is_some_and(|ending| ending == "yaml" || ending == "yml")
}

impl Loaded {
    /// The puzzles of a session in order, and the seed of that order if
    /// chance had a part in it. Given what is due, of that, most urgent first.
    pub(super) fn choose(
        &self,
        args: &Args,
        due: Option<&[Due]>,
    ) -> Result<(Vec<Listed<'_>>, Option<u64>), UserError> {
        // Names of themes are judged by what there is.
        let mut chosen = args.filter.choose(&self.puzzles)?;
        if let Some(due) = due {
            chosen = those_due(&chosen, due);
        }
        if !args.named.is_empty() {
            chosen = self.named(args)?;
            chosen.retain(|listed| args.filter.takes(listed.puzzle));
        }
        let chance = args.random || args.streak || args.seed.is_some();
        let seed = chance.then(|| args.seed.unwrap_or_else(by_the_clock));
        if let Some(seed) = seed {
            shuffle(&mut chosen, seed, |listed| &listed.puzzle.id);
        } else if args.named.is_empty() && due.is_none() {
            chosen.sort_by_key(|listed| listed.puzzle.about.level);
        }
        if args.streak {
            chosen = rising(chosen, |listed| listed.puzzle.about.level);
        }
        chosen.truncate(args.count.unwrap_or(usize::MAX));
        Ok((chosen, seed))
    }

    /// The puzzles that are named.
    fn named(&self, args: &Args) -> Result<Vec<Listed<'_>>, UserError> {
        let mut chosen: Vec<Listed<'_>> = Vec::new();
        for name in &args.named {
            let file = self.files.iter().position(|file| file == name);
            let Some(file) = file.and_then(|at| self.puzzles.files().nth(at)) else {
                chosen.push(Listed::find(&self.puzzles, name)?);
                continue;
            };
            let (source, file) = file;
            let entries = file.entries.iter().map(|entry| (source, entry));
            chosen.extend(entries.filter_map(Listed::new));
        }
        Ok(chosen)
    }
}

/// Of these puzzles the ones that are due, in the order in which they are.
fn those_due<'p>(puzzles: &[Listed<'p>], due: &[Due]) -> Vec<Listed<'p>> {
    let find = |due: &Due| {
        puzzles
            .iter()
            .find(|listed| listed.puzzle.id == due.item.id)
    };
    due.iter().filter_map(|due| find(due).copied()).collect()
}

fn by_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}
