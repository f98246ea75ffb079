//! The local collection of games, through the library and through the program.

#[path = "common/games.rs"]
mod common;

use std::fs;

use outflank::{
    board::{Color, Game, Position, Rules, Symmetry},
    games::{Ending, Filter, NewGame, Outcome, Pattern, Unfit},
    record::{JudgeOptions, ReadOptions, Records, judge},
};
use tempfile::TempDir;

use common::{Home, entries, games, played, random_games, run, stderr, stdout, text_of};

/// All images of a position, with the pass made that it forces.
fn images(position: &Position) -> Vec<String> {
    let passed = position.play(outflank::board::Move::Pass);
    let position = passed.unwrap_or_else(|_| position.clone());
    let board = position.board().unwrap();
    let turned = Symmetry::ALL.map(|symmetry| {
        Position::from_board(symmetry.board(board), position.to_move()).to_string()
    });
    turned.to_vec()
}

/// The positions of a game, the start among them.
fn positions(game: &Game) -> Vec<Position> {
    let after = game.steps().map(|step| step.after);
    std::iter::once(game.start().clone()).chain(after).collect()
}

#[test]
fn importing_twice_changes_nothing() {
    let text = text_of(&random_games(50));
    let mut home = Home::new();
    let first = home.collection.add(&games("a.pgn", &text)).unwrap();
    assert_eq!((first.new_games(), first.known_games()), (50, 0));
    let before = home.collection.stats(&Filter::default()).unwrap();
    let start = Position::start(Rules::othello());
    let explored = home.collection.explore(&start, &Filter::default()).unwrap();
    let again = home.collection.add(&games("a.pgn", &text)).unwrap();
    assert_eq!((again.new_games(), again.known_games()), (0, 50));
    assert_eq!(home.collection.stats(&Filter::default()).unwrap(), before);
    let same = home.collection.explore(&start, &Filter::default()).unwrap();
    assert_eq!(same, explored);
    // Another file is another source of the same games.
    home.collection.add(&games("b.pgn", &text)).unwrap();
    let after = home.collection.stats(&Filter::default()).unwrap();
    assert_eq!((after.all.games, after.records, after.files), (50, 100, 2));
}

#[test]
fn images_of_a_game_are_one_game_that_learns_from_all() {
    let mut home = Home::with("[Black \"Rose\"]\n\n1. f5 d6 2. c3 d3 3. c4\n");
    // Mirrored in both diagonals, turned by 180°, and from the mirrored start.
    let more = "1. e6 f4 2. c3 c4 3. d3\n\n1. d3 c5 2. f6 f5 3. e6\n\n\
                [White \"Tamenori\"]\n[Date \"1982.10.10\"]\n\n1. c4 e3 2. f6 e6 3. f5\n\n\
                1. c5 e6 2. f3 e3 3. f4\n";
    let added = home.collection.add(&games("more.pgn", more)).unwrap();
    assert_eq!((added.new_games(), added.known_games()), (0, 4));
    let matches = home.collection.search(&Filter::default()).unwrap();
    let game = home.collection.game(0, &matches).unwrap();
    assert_eq!(game.game.compact(), "f5d6c3d3c4");
    assert_eq!(game.black.as_deref(), Some("Rose"));
    assert_eq!(game.white.as_deref(), Some("Tamenori"));
    assert_eq!(game.year, Some(1982));
    let sources = [
        "some.pgn:1",
        "more.pgn:1",
        "more.pgn:3",
        "more.pgn:5",
        "more.pgn:10",
    ];
    assert_eq!(game.sources, sources);
}

#[test]
fn the_same_moves_by_others_are_another_game() {
    let text = "[Black \"Rose\"]\n\n1. f5 d6 2. c3\n\n[Black \"Inoue\"]\n\n1. f5 d6 2. c3\n\n\
                [Black \"rose \"]\n[Date \"1977\"]\n\n1. c4 e3 2. f6\n\n\
                [Black \"Rose\"]\n[Date \"1978\"]\n\n1. f5 d6 2. c3\n";
    let home = Home::with(text);
    assert_eq!(home.moves(&Filter::default()).len(), 3);
    let rose = Filter {
        black: Some("ROSE".into()),
        ..Filter::default()
    };
    assert_eq!(home.moves(&rose).len(), 2);
}

#[test]
fn a_result_that_comes_later_is_counted() {
    let mut home = Home::with("1. f5 d6 2. c3 d3 3. c4\n");
    let start = Position::start(Rules::othello());
    let before = home.collection.explore(&start, &Filter::default()).unwrap();
    assert_eq!((before.all.black, before.all.average()), (0, None));
    // Turned, and adjudicated.
    let decided = "[Result \"40-24\"]\n\n1. c4 e3 2. f6 e6 3. f5 40-24\n";
    let added = home.collection.add(&games("late.pgn", decided)).unwrap();
    assert_eq!((added.new_games(), added.known_games()), (0, 1));
    for moves in ["", "f5", "f5d6c3d3c4"] {
        let here = played(moves).last().clone();
        let found = home.collection.explore(&here, &Filter::default()).unwrap();
        assert_eq!((found.all.games, found.all.black), (1, 1), "{moves}");
        assert_eq!(found.all.average(), Some(16.0));
    }
    let matches = home.collection.search(&Filter::default()).unwrap();
    let game = home.collection.game(0, &matches).unwrap();
    assert_eq!(game.outcome, Outcome::Score(16));
}

#[test]
fn spellings_are_one_name_only_in_records_of_the_same_moves() {
    // The same game as other files spell it, and as WTHOR cuts it.
    let text = "[Black \"Schotte, Jean-Christophe\"]\n[White \"O'Brien Pat\"]\n\n1. f5 d6 2. c3\n\n\
                [Black \"SCHOTTE Jean-Christ\"]\n[White \"OBrien  Pat.\"]\n\n1. c4 e3 2. f6\n\n\
                [Black \"Zebra\"]\n[White \"x\"]\n\n1. f5 f6 2. e6\n\n\
                [Black \"Zebra+\"]\n[White \"x\"]\n\n1. f5 f4 2. e3\n";
    let home = Home::with(text);
    assert_eq!(home.moves(&Filter::default()).len(), 3);
    let stats = home.collection.stats(&Filter::default()).unwrap();
    let names: Vec<&str> = stats
        .busiest
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    // Other games' names are not touched by that: these are two programs.
    assert!(
        names.contains(&"Zebra") && names.contains(&"Zebra+"),
        "{names:?}"
    );
    assert!(names.contains(&"Schotte, Jean-Christophe"), "{names:?}");
    assert_eq!(stats.players, 5);
}

#[test]
fn short_lines_are_told_apart_by_day_tournament_round_and_winner() {
    let head = "[Black \"Rose\"]\n[White \"Inoue\"]\n";
    let moves = "\n1. f5 d6 2. c3";
    let one = |tags: &str, result: &str| format!("{head}{tags}{moves} {result}\n\n");
    let text = [
        one("[Date \"1977.10.01\"]\n[Event \"A\"]\n[Round \"1\"]\n", "*"),
        // Another day, tournament, round.
        one("[Date \"1977.10.02\"]\n[Event \"A\"]\n[Round \"1\"]\n", "*"),
        one("[Date \"1977\"]\n[Event \"B\"]\n[Round \"1\"]\n", "*"),
        one("[Event \"A\"]\n[Round \"2\"]\n", "*"),
        // Two results, neither of which was known.
        one("[Event \"C\"]\n", "40-24"),
        one("[Event \"C\"]\n", "24-40"),
        // Of these nothing differs from the first game.
        one("[Date \"1977\"]\n[Event \"a.\"]\n[Round \"1.\"]\n", "*"),
        one("[Date \"1977-10-01\"]\n", "*"),
    ];
    let home = Home::with(&text.concat());
    assert_eq!(home.moves(&Filter::default()).len(), 6);
    let matches = home.collection.search(&Filter::default()).unwrap();
    let first = home.collection.game(0, &matches).unwrap();
    assert_eq!(first.sources.len(), 3, "{:?}", first.sources);
}

#[test]
fn a_whole_game_is_one_whatever_its_tournament_is_called() {
    let game = random_games(9)
        .into_iter()
        .find(|game| game.plies() > 40)
        .unwrap();
    let moves = text_of(&[game]).split("\n\n").nth(1).unwrap().to_owned();
    let text = format!(
        "[Event \"World Championship\"]\n[Date \"1999\"]\n\n{moves}\n\n\
         [Event \"WOC 1999\"]\n[Date \"1999.11.04\"]\n\n{moves}\n"
    );
    let home = Home::with(&text);
    let matches = home.collection.search(&Filter::default()).unwrap();
    assert_eq!(matches.total(), 1);
    let game = home.collection.game(0, &matches).unwrap();
    assert_eq!(game.tournament.as_deref(), Some("World Championship"));
    // The whole date is more than the year.
    assert_eq!(game.date.as_deref(), Some("1999.11.04"));
}

#[test]
fn explore_counts_what_a_plain_count_counts() {
    let all = random_games(300);
    let mut home = Home::new();
    for part in games("r.pgn", &text_of(&all)).chunks(70) {
        home.collection.add(part).unwrap();
    }
    let probes = all.iter().step_by(29).flat_map(|game| {
        let positions = positions(game);
        positions.into_iter().step_by(3)
    });
    let mut met = 0;
    for probe in probes {
        let places = images(&probe);
        let (mut games, mut black, mut white, mut sum, mut ended) = (0, 0, 0, 0, 0);
        for game in &all {
            let path = positions(game);
            let is_here = |position: &Position| places.contains(&images(position)[0]);
            if !path.iter().any(is_here) {
                continue;
            }
            games += 1;
            ended += u32::from(is_here(game.last()));
            if game.is_complete() {
                let score = game.last().score(Color::Black).0;
                black += u32::from(score > 0);
                white += u32::from(score < 0);
                sum += i64::from(score);
            }
        }
        let found = home.collection.explore(&probe, &Filter::default()).unwrap();
        assert_eq!(found.all.games, games, "{probe}");
        assert_eq!(
            (found.all.black, found.all.white, found.all.sum),
            (black, white, sum),
            "{probe}"
        );
        assert_eq!(found.ended.games, ended, "{probe}");
        let moved: u32 = found.moves.iter().map(|(_, tally)| tally.games).sum();
        assert_eq!(moved + ended, games, "{probe}");
        for (square, tally) in &found.moves {
            let passed = probe.play(outflank::board::Move::Pass);
            let here = passed.unwrap_or_else(|_| probe.clone());
            let next = here.play((*square).into()).unwrap();
            let through = home.collection.explore(&next, &Filter::default()).unwrap();
            // Others may come there by another way.
            assert!(through.all.games >= tally.games);
        }
        met += usize::from(games > 1);
        let filter = Filter {
            position: Some(probe.clone()),
            ..Filter::default()
        };
        let matches = home.collection.search(&filter).unwrap();
        assert_eq!(matches.total(), games as usize);
    }
    assert!(met > 20, "the games meet");
}

#[test]
fn patterns_are_found_as_by_looking_at_every_position() {
    let all = random_games(150);
    let home = Home::with(&text_of(&all));
    for text in [
        "a1=X b2=-",
        "a1=X a8=O",
        "d4=O e5=O d3=X",
        "h8=X h7=X h6=X",
        "d4=-",
    ] {
        let pattern: Pattern = text.parse().unwrap();
        let wanted: Vec<(&str, &str)> = text
            .split(' ')
            .map(|word| word.split_once('=').unwrap())
            .collect();
        let fits = |position: &Position| {
            images(position).iter().any(|image| {
                let image = Position::parse(image, Rules::othello()).unwrap();
                wanted.iter().all(|(square, symbol)| {
                    let disc = image.disc(square.parse().unwrap());
                    disc.map_or('-', Color::symbol).to_string() == *symbol
                })
            })
        };
        let count = all
            .iter()
            .filter(|game| positions(game).iter().any(fits))
            .count();
        let filter = Filter {
            pattern: Some(pattern),
            ..Filter::default()
        };
        let matches = home.collection.search(&filter).unwrap();
        assert_eq!(matches.total(), count, "{text}");
        let both = Filter {
            players: vec!["b7".into()],
            ..filter
        };
        assert!(home.collection.search(&both).unwrap().total() <= 11);
    }
}

#[test]
fn games_are_found_by_what_their_records_say() {
    let home = Home::with(
        "[Event \"World Championship\"]\n[Date \"1977\"]\n[Black \"Inoue Hiroshi\"]\n\
         [White \"Heiberg Thomas\"]\n\n1. f5 d6 2. c3 34-30\n\n\
         [Event \"Préqualif de Paris\"]\n[Date \"1988.03.01\"]\n[Black \"Heiberg Thomas\"]\n\
         [White \"Rose\"]\n\n1. f5 f6 2. e6 20-44\n\n\
         [Date \"?\"]\n[Black \"?\"]\n[White \"???\"]\n\n1. f5 f4 2. e3\n",
    );
    let found = |filter: Filter| home.moves(&filter);
    let player = |name: &str| Filter {
        players: vec![name.into()],
        ..Filter::default()
    };
    assert_eq!(found(player("heiberg")), ["f5d6c3", "f5f6e6"]);
    assert_eq!(found(player("nobody")), [""; 0]);
    let both = Filter {
        players: vec!["rose".into(), "heiberg".into()],
        ..Filter::default()
    };
    assert_eq!(found(both), ["f5f6e6"]);
    let black = Filter {
        black: Some("heiberg".into()),
        ..Filter::default()
    };
    assert_eq!(found(black), ["f5f6e6"]);
    let tournament = Filter {
        tournament: Some("PRÉQUALIF".into()),
        ..Filter::default()
    };
    assert_eq!(found(tournament), ["f5f6e6"]);
    let years = |years| Filter {
        years: Some(years),
        ..Filter::default()
    };
    assert_eq!(found(years(1900..=1977)), ["f5d6c3"]);
    let ended = |ending| Filter {
        result: Some(ending),
        ..Filter::default()
    };
    assert_eq!(found(ended(Ending::Won(Color::Black))), ["f5d6c3"]);
    assert_eq!(found(ended(Ending::Won(Color::White))), ["f5f6e6"]);
    assert_eq!(found(ended(Ending::Drawn)), [""; 0]);
    assert_eq!(found(ended(Ending::Unknown)), ["f5f4e3"]);
    let numbers = Filter {
        ids: vec![2, 0, 99],
        ..Filter::default()
    };
    assert_eq!(found(numbers), ["f5d6c3", "f5f4e3"]);
}

#[test]
fn games_from_other_positions_are_kept_with_their_start() {
    let board = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-";
    let text = format!("{{\"board\": \"{board}\", \"to_move\": \"black\", \"moves\": \"b7\"}}\n");
    let home = Home::with(&text);
    let matches = home.collection.search(&Filter::default()).unwrap();
    let game = home.collection.game(0, &matches).unwrap();
    let start = Position::parse(&format!("{board} X"), Rules::othello()).unwrap();
    assert!(images(&start).contains(&game.game.start().to_string()));
    let found = home.collection.explore(&start, &Filter::default()).unwrap();
    assert_eq!(found.moves.len(), 1);
    assert_eq!(found.moves[0].0.to_string(), "b7");
    let filter = Filter {
        pattern: Some("a1=- b1=X c1=X a2=-".parse().unwrap()),
        ..Filter::default()
    };
    assert_eq!(home.moves(&filter).len(), 1);
    assert_eq!(
        home.collection
            .stats(&Filter::default())
            .unwrap()
            .other_starts,
        1
    );
}

#[test]
fn what_is_not_taken_says_why() {
    let small = "(;GM[Othello]TY[6]BO[6 -------------------O*----*O-------------- *]B[d2];)";
    let anti = "(;GM[Othello]TY[8a]BO[8 ---------------------------O*------*O--------------------------- *]B[d3];)";
    for (text, want) in [(small, Unfit::Board), (anti, Unfit::Anti)] {
        let records = Records::new("x", text.as_bytes(), ReadOptions::default());
        for found in records {
            let (source, raw) = found.unwrap();
            let judged = judge(&source, &raw, &JudgeOptions::default());
            assert_eq!(
                NewGame::new(&judged.record, "x", 1).unwrap_err(),
                want,
                "{text}"
            );
        }
    }
    let position = format!("{}\n", Position::start(Rules::othello()));
    assert_eq!(
        entries("x", &position)[0].as_ref().unwrap_err(),
        &Unfit::NoMoves
    );
}

#[test]
fn exit_statuses_and_messages_are_those_of_the_contract() {
    let folder = TempDir::new().unwrap();
    let home = folder.path();
    let none = run(home, &["db", "stats"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("there is no collection of games yet"));
    assert!(stderr(&none).contains("hint: `outflank db import FILE` makes one"));
    // One bad game does not stop the others.
    let file = home.join("games.txt");
    fs::write(&file, "f5d6c3\nf5f5\nc4c5\n").unwrap();
    let file = file.to_str().unwrap();
    let mixed = run(home, &["db", "import", file]);
    assert_eq!(mixed.status.code(), Some(1));
    assert!(
        stdout(&mixed).ends_with("3 records, 2 new, 0 known, 1 invalid\n"),
        "{mixed:?}"
    );
    assert!(stderr(&mixed).contains("games.txt:2"), "{}", stderr(&mixed));
    let missing = run(home, &["db", "import", file, "gone.pgn"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("there is no file `gone.pgn`"));
    for (args, status) in [
        (&["db", "search"][..], 0),
        (&["db", "search", "--player", "nobody"], 1),
        (&["db", "search", "--opening", "tyger"], 2),
        (&["db", "search", "--pattern", "XO"], 2),
        (&["db", "search", "--year", "last"], 2),
        (&["db", "explore", "f5d6"], 0),
        (&["db", "explore", "f5", "d6", "c3", "g5"], 1),
        (&["db", "explore", "f5a1"], 1),
        (&["db", "export", "--player", "nobody"], 1),
        (&["db", "export", "-o", "no/such/folder/x.json"], 2),
        (&["db", "stats", "--db", file], 2),
    ] {
        let done = run(home, args);
        assert_eq!(done.status.code(), Some(status), "{args:?} {done:?}");
        assert_eq!(done.stdout.is_empty(), status != 0, "{args:?}");
        assert_eq!(done.stderr.is_empty(), status == 0, "{args:?}");
    }
    let explored = run(home, &["db", "explore", "c4", "--json"]);
    let explored: serde_json::Value = serde_json::from_str(stdout(&explored)).unwrap();
    assert_eq!(explored["games"], 2);
    assert_eq!(explored["to_move"], "white");
    // The board is turned as it was asked for.
    assert_eq!(explored["moves"][0]["share"], 0.5);
    let moves: Vec<&str> = explored["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["move"].as_str().unwrap())
        .collect();
    assert_eq!(moves, ["e3", "c5"]);
}
