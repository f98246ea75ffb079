//! Collections of games for tests, and the program that works on one.

#![allow(dead_code, reason = "each test uses some of it")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use outflank::{
    board::{Game, Position, Rules},
    games::{Collection, Filter, NewGame, Unfit},
    record::{JudgeOptions, ReadOptions, Records, judge},
};
use tempfile::TempDir;

/// The games of a text, as `db import` makes them ready.
pub(crate) fn entries(name: &str, text: &str) -> Vec<Result<NewGame, Unfit>> {
    Records::new(name, text.as_bytes(), ReadOptions::default())
        .map(|found| {
            let (source, raw) = found.unwrap();
            let judged = judge(&source, &raw, &JudgeOptions::default());
            assert!(judged.is_valid(), "{:?}", judged.faults);
            NewGame::new(&judged.record, name, source.place(raw.span.start).line)
        })
        .collect()
}

pub(crate) fn games(name: &str, text: &str) -> Vec<NewGame> {
    entries(name, text)
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

/// A collection in a folder of its own.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
    pub(crate) collection: Collection,
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let collection = Collection::open(&folder.path().join("games.db")).unwrap();
        Self { folder, collection }
    }

    pub(crate) fn with(text: &str) -> Self {
        let mut home = Self::new();
        home.collection.add(&games("some.pgn", text)).unwrap();
        home
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    pub(crate) fn moves(&self, filter: &Filter) -> Vec<String> {
        let matches = self.collection.search(filter).unwrap();
        let found = matches.ids().map(|id| {
            let game = self.collection.game(id, &matches).unwrap();
            game.game.compact()
        });
        found.collect()
    }
}

pub(crate) fn played(moves: &str) -> Game {
    let mut game = Game::new(Rules::othello());
    for square in moves.as_bytes().chunks(2) {
        let square = std::str::from_utf8(square).unwrap();
        game.play_with_passes(square.parse().unwrap()).unwrap();
    }
    game
}

/// Games of random moves, some of them broken off, and some with White's
/// names missing.
pub(crate) fn random_games(count: usize) -> Vec<Game> {
    let mut state = 2026_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    let random = (0..count).map(|_| {
        let mut game = Game::new(Rules::othello());
        let plies = 4 + below(70);
        while game.plies() < plies && !game.is_complete() {
            game.pass_if_forced();
            let moves = game.last().legal_moves();
            // Few moves to choose from at first, so that games meet.
            let choice = if game.plies() < 8 {
                moves.len().min(2)
            } else {
                moves.len()
            };
            game.play(moves[below(choice)].into()).unwrap();
        }
        game
    });
    random.collect()
}

/// A text of games, each with players of its own so that none are merged.
pub(crate) fn text_of(games: &[Game]) -> String {
    let text = games.iter().enumerate().map(|(i, game)| {
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        let moves: Vec<&str> = moves
            .iter()
            .map(String::as_str)
            .filter(|mv| *mv != "pass")
            .collect();
        format!(
            "[Black \"b{i}\"]\n[White \"w{i}\"]\n\n1. {}\n\n",
            moves.join(" ")
        )
    });
    text.collect()
}

pub(crate) fn program(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command
        .args(args)
        .env("OUTFLANK_HOME", home)
        .stdin(Stdio::null());
    command
}

pub(crate) fn run(home: &Path, args: &[&str]) -> Output {
    program(home, args).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

pub(crate) fn assert_sound(path: &Path, games: u32) {
    let db = rusqlite::Connection::open(path).unwrap();
    let check: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
    drop(db);
    let collection = Collection::open(path).unwrap();
    assert_eq!(
        collection.stats(&Filter::default()).unwrap().all.games,
        games
    );
    let start = Position::start(Rules::othello());
    let explored = collection.explore(&start, &Filter::default()).unwrap();
    assert_eq!(explored.all.games, games);
    // The packed moves have as many games as there are.
    let anything = Filter {
        pattern: Some("d4=O e5=O d5=X e4=X".parse().unwrap()),
        ..Filter::default()
    };
    assert_eq!(
        collection.search(&anything).unwrap().total(),
        games as usize
    );
}
