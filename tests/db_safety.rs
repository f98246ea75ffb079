//! A collection through kills, other programs, older versions and hostile
//! surroundings.

#[path = "common/games.rs"]
mod common;

use std::{
    fs,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use outflank::{
    board::Color,
    games::{Collection, Filter, GamesError},
    record::ClaimedResult,
};
use tempfile::TempDir;

use common::{
    Home, assert_sound, games, played, program, random_games, run, stderr, stdout, text_of,
};

/// The tables of version 1, with one game.
const VERSION_1: &str = "
    CREATE TABLE players (
        id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
    CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, key INTEGER NOT NULL, start TEXT, moves BLOB NOT NULL,
        result INTEGER, black INTEGER REFERENCES players, white INTEGER REFERENCES players,
        tournament INTEGER REFERENCES tournaments, year INTEGER, date TEXT) STRICT;
    CREATE INDEX games_key ON games (key);
    CREATE INDEX games_black ON games (black);
    CREATE INDEX games_white ON games (white);
    CREATE INDEX games_tournament ON games (tournament);
    CREATE INDEX games_year ON games (year);
    CREATE INDEX games_result ON games (result);
    CREATE TABLE sources (
        game INTEGER NOT NULL REFERENCES games, file INTEGER NOT NULL REFERENCES files,
        line INTEGER NOT NULL, PRIMARY KEY (game, file, line)) STRICT, WITHOUT ROWID;
    INSERT INTO players VALUES (1, 'rose', 'Rose');
    INSERT INTO games VALUES (0, 17, NULL, x'252B12', 12, 1, NULL, NULL, 1982, NULL);
    PRAGMA application_id = 1330007111;
    PRAGMA user_version = 1;";

/// What version 2 added; the rows are those of the game.
const VERSION_2: &str = "
    CREATE TABLE places (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
    CREATE TABLE lines (id INTEGER PRIMARY KEY, moves BLOB NOT NULL) STRICT;
    CREATE INDEX games_start ON games (id) WHERE start IS NOT NULL;
    INSERT INTO tournaments VALUES (1, 'woc', 'W.O.C.');
    INSERT INTO games VALUES (1, 18, NULL, x'252B12', -100, NULL, 1, NULL, NULL, '?');
    INSERT INTO games VALUES (2, 19,
        '---------------------------OX------XO--------------------------- O',
        x'14', 7, NULL, NULL, 1, NULL, NULL);
    INSERT INTO files VALUES (1, '/tmp/a.pgn');
    INSERT INTO sources VALUES (0, 1, 1), (1, 1, 5), (2, 1, 9);
    PRAGMA user_version = 2;";

/// Opens a file as two programs at once would.
fn open_twice(path: &Path) -> Collection {
    let opened = thread::scope(|scope| {
        let other = scope.spawn(|| Collection::open(path).map(drop));
        let collection = Collection::open(path);
        other.join().unwrap().unwrap();
        collection
    });
    opened.unwrap()
}

fn version(path: &Path) -> i64 {
    let db = rusqlite::Connection::open(path).unwrap();
    db.query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn the_first_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(VERSION_1).unwrap();
    drop(old);
    let collection = open_twice(&path);
    let here = played("f5d6").last().clone();
    let found = collection.explore(&here, &Filter::default()).unwrap();
    assert_eq!((found.all.games, found.all.average()), (1, Some(12.0)));
    assert_eq!(found.moves[0].0.to_string(), "c3");
    let filter = Filter {
        pattern: Some("c3=X".parse().unwrap()),
        ..Filter::default()
    };
    assert_eq!(collection.search(&filter).unwrap().total(), 1);
    drop(collection);
    assert_eq!(version(&path), 3);
}

#[test]
fn the_second_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(VERSION_1).unwrap();
    old.execute_batch(VERSION_2).unwrap();
    drop(old);
    let mut collection = open_twice(&path);
    assert_eq!(version(&path), 3);
    // What an old file has comes out: names, years, results, starts.
    let records: Vec<_> = (0..3).map(|id| collection.record(id).unwrap()).collect();
    assert_eq!(records[0].tag("black"), Some("Rose"));
    assert_eq!(records[0].tag("date"), Some("1982"));
    let stated: Vec<_> = records
        .iter()
        .map(|record| record.stated_result())
        .collect();
    assert_eq!(
        stated,
        [
            Some(ClaimedResult::Discs {
                black: 38,
                white: 26
            }),
            Some(ClaimedResult::Winner(Some(Color::White))),
            Some(ClaimedResult::Difference(7)),
        ]
    );
    assert_eq!(records[2].tag("event"), Some("W.O.C."));
    assert_eq!(records[2].game.start().to_move(), Color::White);
    // The names are those that new games have.
    let new = games("new.pgn", "[Black \"Rose\"]\n\n1. f5 f6\n");
    collection.add(&new).unwrap();
    let rose = Filter {
        players: vec!["Rose".into()],
        ..Filter::default()
    };
    let stats = collection.stats(&rose).unwrap();
    assert_eq!((stats.all.games, stats.player.unwrap().names.len()), (3, 1));
    let db = rusqlite::Connection::open(&path).unwrap();
    let broken = db.query_row("PRAGMA foreign_key_check", [], |_| Ok(()));
    assert_eq!(broken, Err(rusqlite::Error::QueryReturnedNoRows));
}

#[test]
fn what_is_no_collection_is_refused_and_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.txt");
    let text = "These are my notes on openings. ".repeat(100);
    fs::write(&path, &text).unwrap();
    let error = Collection::open(&path).unwrap_err();
    assert!(matches!(error, GamesError::NotADatabase), "{error:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    let path = folder.path().join("other.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TABLE birds (name TEXT)")
        .unwrap();
    let error = Collection::open(&path).unwrap_err();
    assert!(matches!(error, GamesError::Foreign), "{error:?}");

    let home = Home::new();
    let db = rusqlite::Connection::open(home.path()).unwrap();
    db.execute_batch("PRAGMA user_version = 99").unwrap();
    let error = Collection::open(&home.path()).unwrap_err();
    assert!(
        matches!(error, GamesError::Newer { found: 99, .. }),
        "{error:?}"
    );

    let error = Collection::open_existing(&folder.path().join("none.db")).unwrap_err();
    assert!(matches!(error, GamesError::Missing), "{error:?}");
}

/// A file of games that takes a while to import: the same games by ever other
/// players.
fn many(folder: &Path, count: usize) -> String {
    let some = random_games(200);
    let text: String = (0..count / 200)
        .map(|i| text_of(&some).replace("[Black \"b", &format!("[Black \"{i}b")))
        .collect();
    let file = folder.join("many.pgn");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// How many games are there, all of which can be found; the file is whole.
fn sound_games(path: &Path) -> u32 {
    if !path.exists() {
        return 0;
    }
    let collection = Collection::open(path).unwrap();
    let games = collection.stats(&Filter::default()).unwrap().all.games;
    drop(collection);
    assert_sound(path, games);
    games
}

#[test]
fn a_kill_at_any_moment_leaves_a_sound_collection() {
    let folder = TempDir::new().unwrap();
    let count = 10_000;
    let file = many(folder.path(), count);
    // How long a whole import takes here.
    let calm = folder.path().join("calm");
    fs::create_dir(&calm).unwrap();
    let begun = Instant::now();
    assert!(run(&calm, &["db", "import", "-q", &file]).status.success());
    let whole = begun.elapsed();
    let path = folder.path().join("games.db");
    let mut state = 20_261_130_u64;
    let mut kept = 0;
    for round in 0..40 {
        // Half of the kills come early, while the file is made.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let part = (state >> 40) as f64 / (1 << 24) as f64;
        let part = if round % 2 == 0 {
            part
        } else {
            part * part * part
        };
        if round % 8 == 0 {
            for ending in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(folder.path().join(format!("games.db{ending}")));
            }
            kept = 0;
        }
        let mut child = program(folder.path(), &["db", "import", "-q", &file])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(whole.mul_f64(part));
        child.kill().unwrap();
        child.wait().unwrap();
        let games = sound_games(&path);
        // What was there stays there, and the import goes on from it.
        assert!(games >= kept, "{kept} games became {games}");
        kept = games;
    }
    let done = run(folder.path(), &["db", "import", "-q", &file]);
    assert!(done.status.success(), "{}", stderr(&done));
    assert_eq!(sound_games(&path), count as u32);
}

/// However busy the machine is: the kill comes when the first batch is seen.
#[test]
fn a_kill_between_two_batches_leaves_the_first() {
    let folder = TempDir::new().unwrap();
    let count = 30_000;
    let file = many(folder.path(), count);
    let path = folder.path().join("games.db");
    let mut child = program(folder.path(), &["db", "import", "-q", &file])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let first = loop {
        let seen = Collection::open_existing(&path)
            .ok()
            .and_then(|collection| {
                let stats = collection.stats(&Filter::default()).ok()?;
                Some(stats.all.games).filter(|&games| games > 0)
            });
        if let Some(games) = seen {
            break games;
        }
        assert!(child.try_wait().unwrap().is_none(), "nothing was seen");
        thread::sleep(Duration::from_millis(2));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let games = sound_games(&path);
    assert!((first..count as u32).contains(&games), "{first}, {games}");
    assert!(
        run(folder.path(), &["db", "import", "-q", &file])
            .status
            .success()
    );
    assert_eq!(sound_games(&path), count as u32);
}

#[test]
fn two_imports_and_searches_work_at_once() {
    let folder = TempDir::new().unwrap();
    let count = 10_000;
    let file = many(folder.path(), count);
    let mut imports: Vec<_> = (0..2)
        .map(|_| {
            program(folder.path(), &["db", "import", "-q", &file])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    let path = folder.path().join("games.db");
    while !path.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let (mut last, mut searches) = (0, 0);
    while imports[0].try_wait().unwrap().is_none() {
        let found = run(
            folder.path(),
            &["db", "search", "--json", "-n", "1", "--pattern", "f5=X"],
        );
        let explored = run(folder.path(), &["db", "explore", "--json"]);
        // Neither waits for the writers, nor sees a half of what they write.
        assert!(matches!(found.status.code(), Some(0 | 1)), "{found:?}");
        assert!(
            matches!(explored.status.code(), Some(0 | 1)),
            "{explored:?}"
        );
        if let Ok(explored) = serde_json::from_str::<serde_json::Value>(stdout(&explored)) {
            let games = explored["games"].as_u64().unwrap();
            let moved: u64 = explored["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["games"].as_u64().unwrap())
                .sum();
            assert_eq!(moved, games);
            assert!(games >= last);
            last = games;
        }
        searches += 1;
    }
    assert!(searches > 0);
    for mut import in imports {
        assert!(import.wait().unwrap().success());
    }
    assert_eq!(sound_games(&path), count as u32);
    let stats = Collection::open(&path)
        .unwrap()
        .stats(&Filter::default())
        .unwrap();
    assert_eq!((stats.records, stats.files), (count as u32, 1));
}

/// The commands that use a collection.
const COMMANDS: [&[&str]; 5] = [
    &["db", "import", "f5d6"],
    &["db", "search"],
    &["db", "explore"],
    &["db", "stats"],
    &["db", "export"],
];

#[test]
fn files_that_are_no_collection_are_refused_by_every_command() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    let text = home.join("notes.txt");
    fs::write(&text, "These are my notes. ".repeat(100)).unwrap();
    let newer = home.join("newer.db");
    drop(Collection::open(&newer).unwrap());
    let db = rusqlite::Connection::open(&newer).unwrap();
    db.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(db);
    let cut = home.join("cut.db");
    let mut whole = Collection::open(&cut).unwrap();
    whole.add(&games("x", "f5d6c3\n")).unwrap();
    drop(whole);
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    for (path, want) in [
        (home, "is a folder"),
        (&text, "not a database"),
        (&newer, "version 99"),
        (&cut, "damaged"),
        (Path::new("/dev/null"), "not a file"),
        (&home.join("no/such/games.db"), "no"),
    ] {
        for command in COMMANDS {
            let args = [command, &["--db", path.to_str().unwrap()]].concat();
            let done = run(home, &args);
            assert_eq!(done.status.code(), Some(2), "{args:?} {done:?}");
            assert!(done.stdout.is_empty(), "{args:?} {done:?}");
            let said = stderr(&done);
            assert!(said.starts_with("error: "), "{args:?} {said}");
            assert!(said.contains(want), "{args:?} {said}");
        }
    }
    assert_eq!(
        fs::read(&text).unwrap(),
        "These are my notes. ".repeat(100).as_bytes()
    );
}

#[test]
fn hostile_words_are_words() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    let file = home.join("it's a \"file\" 🦉; DROP TABLE games.pgn");
    let name = "'); DROP TABLE games; -- 🦉 %_*?[x] e\u{301}\u{202e}";
    let text = format!(
        "[White \"{name}\"]\n[Event \"{}\"]\n\n1. f5 d6 2. c3\n",
        "é".repeat(5_000)
    );
    fs::write(&file, text).unwrap();
    let imported = run(home, &["db", "import", file.to_str().unwrap()]);
    assert!(
        stdout(&imported).ends_with("1 record, 1 new, 0 known\n"),
        "{imported:?}"
    );
    for part in [name, "drop table", "🦉 %_*", "ééé"] {
        for option in ["--player", "--white", "--tournament"] {
            let found = run(home, &["db", "search", "--json", option, part]);
            let is_there = (option == "--tournament") == (part == "ééé");
            assert_eq!(
                found.status.code(),
                Some(i32::from(!is_there)),
                "{option} {part} {found:?}"
            );
        }
    }
    // An empty part is a part of every name; a game without the name has none.
    assert_eq!(
        run(home, &["db", "search", "--white", ""]).status.code(),
        Some(0)
    );
    assert_eq!(
        run(home, &["db", "search", "--black", ""]).status.code(),
        Some(1)
    );
    let found = run(home, &["db", "search", "--json", "--white", "drop"]);
    let game: serde_json::Value = serde_json::from_str(stdout(&found)).unwrap();
    assert_eq!(game["white"], name);
    for args in [
        &["db", "search"][..],
        &["db", "stats", "--player", "drop"],
        &["db", "search", "--ascii"],
    ] {
        let done = run(home, args);
        assert!(done.status.success(), "{done:?}");
        // What turns the order of letters on a terminal is not shown.
        assert!(!stdout(&done).contains('\u{202e}'), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;

    let home = Home::with("1. f5 d6 2. c3\n");
    let (folder, path) = (home.folder.path().to_owned(), home.path());
    let keep = home.folder;
    drop(home.collection);
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&path, 0o444);
    mode(&folder, 0o555);
    let writable = fs::File::create(folder.join("x")).is_ok();
    for command in COMMANDS {
        let done = run(&folder, command);
        // The superuser may write everywhere.
        if writable {
            continue;
        }
        let is_import = command.contains(&"import");
        assert_eq!(
            done.status.code(),
            Some(if is_import { 2 } else { 0 }),
            "{done:?}"
        );
        if is_import {
            assert!(stderr(&done).contains("permission denied"), "{done:?}");
        }
    }
    mode(&folder, 0o755);
    drop(keep);
}
