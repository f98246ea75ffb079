//! Pictures of boards and games: SVG, PNG, HTML and plain text, from the
//! library and as `show -o` writes them.

use std::{fs, path::Path, process::Output};

use assert_cmd::Command;
use outflank::{
    board::{ByColor, Color, Game, Position, Rules, Square},
    diagram::{BoardOptions, Caption, Figure, Look, Page, Picture, PictureError, Theme},
};
use roxmltree::{Document, ParsingOptions};
use tiny_skia::Pixmap;

/// A drawn game in which Black passes once, a real one.
const GAME: &str = "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1a4d6e6e7f7b6e8c6b3a5d7a3e1a6\
                    g1a2c2c7b8d8c8g8g6h6g5h5g4h4h3g7h8f8h7a8a7b7a1b2g3g2h2h1c1b1";

/// The perfect game on 6×6 that Feinstein published.
const SMALL: &str = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1";

/// A wipe-out in nine moves.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn game(moves: &str, rules: Rules) -> Game {
    let mut game = Game::new(rules);
    let mut rest = moves;
    while !rest.is_empty() {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit());
        let (square, after) = rest.split_at(digits.map_or(rest.len(), |end| end + 1));
        game.play_with_passes(square.parse().unwrap()).unwrap();
        rest = after;
    }
    game
}

fn kifu(game: &Game) -> Picture {
    Picture {
        figure: Figure::kifu(game),
        caption: Caption::default(),
        look: Look::default(),
    }
}

/// A picture on 4×4 with everything that has to be escaped.
fn escaped() -> Picture {
    let rules = Rules::othello().with_size(4).unwrap();
    Picture {
        caption: Caption {
            title: Some("Cup \"A & B\"".to_owned()),
            names: ByColor {
                black: Some("Jörg <the 1st>".to_owned()),
                white: Some("O'Brien ]]> &amp;".to_owned()),
            },
            details: vec!["Préqualif de Paris, 1994".to_owned()],
        },
        look: Look {
            width: 440,
            theme: Theme::Paper,
        },
        ..kifu(&game("d3d4c4", rules))
    }
}

/// The numbers of the plies in a text grid, as moves in their order.
fn read_grid(text: &str, size: usize) -> Vec<Square> {
    let rows = text.lines().filter(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() == size + 2 && words.first() == words.last()
    });
    let mut found = Vec::new();
    for (row, line) in (0..).zip(rows) {
        let cells = line.split_whitespace().skip(1).take(size);
        for (col, cell) in (0..).zip(cells) {
            if let Ok(ply) = cell.parse::<usize>() {
                found.push((ply, Square::new(col, row).unwrap()));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, square)| square).collect()
}

#[test]
fn a_small_game_as_svg() {
    insta::assert_snapshot!(escaped().svg());
}

#[test]
fn a_small_game_as_text() {
    insta::assert_snapshot!(escaped().text());
}

#[test]
fn svg_is_well_formed_and_says_what_it_shows() {
    let picture = escaped();
    let svg = picture.svg();
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox").unwrap().split(' ').count(), 4);
    assert_eq!(root.attribute("width"), Some("440"));
    let labels = root.attribute("aria-labelledby").unwrap();
    let said: Vec<&str> = labels
        .split(' ')
        .map(|id| {
            let mut nodes = root.descendants();
            let node = nodes.find(|node| node.attribute("id") == Some(id)).unwrap();
            node.text().unwrap()
        })
        .collect();
    assert_eq!(said[0], "Cup \"A & B\"");
    assert_eq!(
        said[1],
        "Black: Jörg <the 1st>. White: O'Brien ]]> &amp;. Préqualif de Paris, 1994. \
         Start: Black c2, b3, White b2, c3. Moves: 1 d3, 2 d4, 3 c4. White to move."
    );
    let texts: Vec<&str> = root.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"Jörg <the 1st>"));
}

#[test]
fn every_board_can_be_drawn() {
    let control: String = (0..0x20)
        .map(char::from)
        .chain(['\u{fffe}', '\u{85}'])
        .collect();
    for size in (4..=16).step_by(2) {
        let rules = Rules::othello().with_size(size).unwrap();
        let rules = rules.with_hole("a1".parse().unwrap()).unwrap();
        let mut game = Game::new(rules);
        while let Some(&square) = game.last().legal_moves().first() {
            game.play(square.into()).unwrap();
            game.pass_if_forced();
        }
        let mut picture = kifu(&game);
        picture.caption.names.black = Some(format!("長野 {control} {}", "W".repeat(300)));
        for theme in Theme::ALL {
            picture.look.theme = theme;
            let svg = picture.svg();
            let document = Document::parse(&svg).unwrap();
            let layer = |class: &str| -> Vec<String> {
                let layers = document.descendants();
                layers
                    .filter(|node| node.attribute("class") == Some(class))
                    .flat_map(|layer| layer.children().filter(|node| node.is_element()))
                    .map(|shape| shape.text().unwrap_or_default().to_owned())
                    .collect()
            };
            // Each ply has its number, on a disc of its colour.
            let mut plies: Vec<usize> = ["on-black", "on-white"]
                .iter()
                .flat_map(|class| layer(class))
                .map(|number| number.parse().unwrap())
                .collect();
            plies.sort_unstable();
            assert!(plies.iter().copied().eq(1..=game.plies()));
            assert_eq!(layer("last").len(), 1);
            assert_eq!(layer("hole").len(), 1);
            // Besides those on the board one beside each player.
            let discs = layer("black").len() + layer("white").len();
            assert_eq!(discs, game.plies() + 4 + 2);
        }
        assert!(picture.missing_letters().starts_with(&['長', '野']));
        assert_eq!(read_grid(&picture.text(), size.into()).len(), game.plies());
    }
}

#[test]
fn a_text_sheet_gives_the_game_back() {
    let small = Rules::othello().with_size(6).unwrap();
    for (moves, rules) in [
        (GAME, Rules::othello()),
        (SMALL, small),
        (WIPE_OUT, Rules::othello()),
    ] {
        let played = game(moves, rules);
        let sheet = kifu(&played).text();
        let mut again = Game::new(rules);
        for square in read_grid(&sheet, rules.size().into()) {
            again.play_with_passes(square.into()).unwrap();
        }
        assert_eq!(again, played, "{sheet}");
    }
}

/// The colour of a pixel of a PNG file.
fn pixel(png: &Pixmap, x: f32, y: f32) -> u32 {
    let pixel = png.pixel(x as u32, y as u32).unwrap();
    assert_eq!(pixel.alpha(), 255);
    u32::from_be_bytes([0, pixel.red(), pixel.green(), pixel.blue()])
}

/// Where the upper left corner of the board is, in the units of the SVG.
fn corner(picture: &Picture) -> (f32, f32) {
    let svg = picture.svg();
    let document = Document::parse(&svg).unwrap();
    let mut nodes = document.descendants();
    let board = nodes.find(|node| node.attribute("class") == Some("board"));
    let rect = board.unwrap().first_element_child().unwrap();
    let number = |name| rect.attribute(name).unwrap().parse().unwrap();
    (number("x"), number("y"))
}

#[test]
fn png_has_the_size_and_the_colours() {
    let mut picture = kifu(&game(WIPE_OUT, Rules::othello()));
    // As many pixels as the SVG has units.
    picture.look.width = 588;
    let (left, top) = corner(&picture);
    let png = Pixmap::decode_png(&picture.png().unwrap()).unwrap();
    assert_eq!(png.width(), 588);
    assert!((680..=800).contains(&png.height()), "{}", png.height());
    // A place in a square, from its middle.
    let at = |square: &str, dx: f32, dy: f32| {
        let square: Square = square.parse().unwrap();
        let x = left + (f32::from(square.col()) + 0.5) * 60.0 + dx;
        let y = top + (f32::from(square.row()) + 0.5) * 60.0 + dy;
        pixel(&png, x, y)
    };
    assert_eq!(pixel(&png, 1.0, 1.0), 0xff_ff_ff, "the page");
    assert_eq!(at("a1", 0.0, 0.0), 0x35_8f_5a, "an empty square");
    assert_eq!(at("d4", 0.0, 0.0), 0xfa_fa_fa, "a white disc of the start");
    assert_eq!(at("e4", 0.0, 0.0), 0x14_14_14, "a black disc of the start");
    assert_eq!(at("e6", 0.0, -20.0), 0x14_14_14, "the first move");
    assert_eq!(at("f4", 0.0, -20.0), 0xfa_fa_fa, "the second move");
    assert_eq!(at("c5", 0.0, -20.0), 0x14_14_14, "the last move");
    assert_eq!(at("c5", 28.0, 0.0), 0xff_d5_4a, "the ring of the last move");
    assert_eq!(at("e6", 28.0, 0.0), 0x35_8f_5a, "no ring");
    // The number on a disc is of the other colour.
    let drawn = |square: &str, color: u32| {
        let steps = -12..=12;
        let row = |y: i32| (-12..=12).filter(move |&x| at(square, x as f32, y as f32) == color);
        steps.flat_map(row).count()
    };
    assert!(drawn("e6", 0xfa_fa_fa) > 40, "the number 1");
    assert!(drawn("f4", 0x14_14_14) > 40, "the number 2");
    assert_eq!(drawn("e4", 0xfa_fa_fa), 0, "no number");
}

#[test]
fn png_is_as_wide_as_asked_for() {
    let mut picture = kifu(&game("f5", Rules::othello()));
    for width in [100, 101, 4000] {
        picture.look.width = width;
        let png = Pixmap::decode_png(&picture.png().unwrap()).unwrap();
        assert_eq!(png.width(), width);
    }
    for width in [0, 99, 4001, u32::MAX] {
        picture.look.width = width;
        assert!(matches!(picture.png(), Err(PictureError::Width(_))));
    }
}

#[test]
fn a_position_shows_its_legal_moves_and_the_last_one() {
    let played = game("f5d6c3", Rules::othello());
    let options = BoardOptions {
        legal: true,
        last: Some("c3".parse().unwrap()),
        ..BoardOptions::default()
    };
    let picture = Picture {
        figure: Figure::board(played.last(), &options),
        ..kifu(&played)
    };
    let svg = picture.svg();
    let document = Document::parse(&svg).unwrap();
    let count = |class: &str| {
        let layers = document.descendants();
        layers
            .filter(|node| node.attribute("class") == Some(class))
            .map(|layer| layer.children().filter(|node| node.is_element()).count())
            .sum::<usize>()
    };
    assert_eq!(count("legal"), played.last().legal_moves().len());
    assert_eq!((count("last-dot"), count("last")), (1, 0));
    assert_eq!(picture.name(), "Othello position");
    let empty = Position::parse(&format!("X{}O X", "-".repeat(62)), Rules::othello()).unwrap();
    let bare = Figure::board(&empty, &BoardOptions::default());
    assert_eq!((bare.discs(Color::Black).len(), bare.moves().len()), (1, 0));
}

#[test]
fn a_page_is_well_formed_and_holds_every_game() {
    let mut page = Page::new(Vec::new());
    page.add(&escaped()).unwrap();
    page.add(&kifu(&game(GAME, Rules::othello()))).unwrap();
    let html = String::from_utf8(page.finish().unwrap()).unwrap();
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&html, options).unwrap();
    let named = |name: &'static str| {
        let nodes = document.descendants();
        nodes.filter(move |node| node.tag_name().name() == name)
    };
    assert_eq!(named("article").count(), 2);
    assert_eq!(named("svg").count(), 2);
    assert_eq!(named("h1").next().unwrap().text(), Some("Cup \"A & B\""));
    assert_eq!(named("td").next().unwrap().text(), Some("Jörg <the 1st>"));
    let mut ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), all), (4, 4));
    // It needs no other file.
    for word in ["src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("@media print"));
    assert!(html.contains("<p>Passes: Black after ply 58</p>"));
}

/// Runs the program in a folder.
fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.current_dir(folder).args(args).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn files_are_written_as_their_names_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["a.svg", "a.PNG", "a.html", "a.txt", "b.htm"] {
        let output = run(
            at,
            &["show", "--kifu", GAME, "-o", name, "--title", "Final"],
        );
        assert!(output.status.success(), "{output:?}");
        assert!(
            output.stdout.is_empty() && output.stderr.is_empty(),
            "{output:?}"
        );
    }
    assert_eq!(names(at), ["a.PNG", "a.html", "a.svg", "a.txt", "b.htm"]);
    let read = |name: &str| fs::read(at.join(name)).unwrap();
    assert!(read("a.svg").starts_with(b"<svg "));
    assert_eq!(Pixmap::decode_png(&read("a.PNG")).unwrap().width(), 800);
    assert!(read("a.html").starts_with(b"<!DOCTYPE html>"));
    assert!(read("a.txt").starts_with(b"Final\n\n    a  b  c"));
}

#[test]
fn names_come_from_the_record_or_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let pgn =
        "[Event \"Open\"]\n[Date \"2017.12.28\"]\n[Black \"Anné\"]\n[White \"Bob\"]\n\n1. f5 d6\n";
    fs::write(at.join("g.pgn"), pgn).unwrap();
    assert!(
        run(at, &["show", "--kifu", "g.pgn", "-o", "a.txt"])
            .status
            .success()
    );
    let head = "Open\n2017.12.28\nBlack: Anné\nWhite: Bob\n\n";
    let text = |name| fs::read_to_string(at.join(name)).unwrap();
    assert!(text("a.txt").starts_with(head), "{}", text("a.txt"));
    let args = ["show", "--ascii", "g.pgn", "-o", "b.txt", "--white", "Cid"];
    assert!(run(at, &args).status.success());
    let head = "Open\n2017.12.28\nBlack: Anne\nWhite: Cid\n\n   a b c d";
    assert!(text("b.txt").starts_with(head), "{}", text("b.txt"));
    assert!(
        run(at, &["show", "--ascii", "g.pgn", "-o", "b.svg"])
            .status
            .success()
    );
    assert!(text("b.svg").is_ascii());
    let svg = text("b.svg");
    let document = Document::parse(&svg).unwrap();
    assert!(
        document
            .descendants()
            .any(|node| node.text() == Some("Anné"))
    );
}

#[test]
fn several_games_are_numbered_or_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("g.txt"), "f5d6c3\nf5f5\nf5f4\n").unwrap();
    for name in ["a.svg", "a.html", "b.txt"] {
        let output = run(at, &["show", "--kifu", "g.txt", "-o", name]);
        // The second game is not legal; the others are drawn.
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .contains("g.txt:2")
        );
    }
    assert_eq!(
        names(at),
        ["a-1.svg", "a-2.svg", "a.html", "b.txt", "g.txt"]
    );
    let read = |name: &str| fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(read("a.html").matches("<article>").count(), 2);
    assert_eq!(read("b.txt").matches("Black to move").count(), 1);
    assert_eq!(
        read("b.txt").matches("a  b").count() + read("b.txt").matches("a b").count(),
        4
    );
}

#[test]
fn what_fails_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["a.svg", "a.html", "a.txt"] {
        let output = run(at, &["show", "--kifu", "f5f5", "-o", name]);
        assert_eq!(output.status.code(), Some(1));
    }
    for name in ["no/a.svg", "a.bmp", "a", "-"] {
        let output = run(at, &["show", "--kifu", "f5d6", "-o", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
    assert_eq!(names(at), Vec::<String>::new());
}
