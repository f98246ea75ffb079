//! The shipped book, and names whatever the orientation.

use outflank::{
    board::{Game, Move, Rules, Symmetry},
    opening::{Attempt, Book, Sides, Verdict, read},
};

#[test]
fn every_shipped_line_passes_the_check() {
    let mut lines = 0;
    for source in Book::shipped_sources() {
        let entries = read(&source).unwrap();
        lines += entries.len();
        for entry in entries {
            assert!(entry.ok, "{entry:#?}");
        }
    }
    assert_eq!(Book::shipped().lines().len(), lines);
    assert!(lines >= 80, "{lines}");
}

#[test]
fn the_shipped_files_share_no_name_and_no_position() {
    let book = Book::shipped();
    for line in book.lines() {
        assert_eq!(book.at(line.game.last()), Some(line));
        for name in std::iter::once(&line.name).chain(&line.aliases) {
            assert_eq!(book.find(name), Some(line), "{name}");
        }
    }
}

#[test]
fn shipped_lines_begin_with_f5_and_stand_in_order() {
    for source in Book::shipped_sources() {
        let entries = read(&source).unwrap();
        let moves: Vec<String> = entries
            .into_iter()
            .filter_map(|entry| entry.moves)
            .collect();
        assert!(moves.iter().all(|moves| moves.starts_with("f5")));
        assert!(moves.is_sorted(), "{}", source.name());
    }
}

/// The same game, turned.
fn turned(game: &Game, symmetry: Symmetry) -> Game {
    let mut image = Game::new(Rules::othello());
    for mv in game.moves() {
        let mv = match mv {
            Move::Place(square) => Move::Place(symmetry.square(*square, 8)),
            Move::Pass => Move::Pass,
        };
        image.play(mv).unwrap();
    }
    image
}

#[test]
fn every_image_of_a_line_has_its_name() {
    let book = Book::shipped();
    for line in book.lines() {
        for symmetry in Symmetry::OF_START {
            let named = book.name(&turned(&line.game, symmetry)).unwrap();
            assert_eq!((named.line, named.ply), (line, line.game.plies()));
        }
    }
}

#[test]
fn every_line_can_be_drilled_in_every_orientation() {
    let book = Book::shipped();
    for line in book.lines() {
        for symmetry in Symmetry::OF_START {
            let mut attempt = Attempt::new(&book, line, Sides::Both);
            for &mv in turned(&line.game, symmetry).moves() {
                assert_eq!(attempt.answer(mv), Verdict::Right, "{}", line.name);
            }
            assert!(attempt.is_over());
        }
        let mut white = Attempt::new(&book, line, Sides::White);
        for step in line.game.steps() {
            if white.asks() {
                assert_eq!(white.answer(step.mv), Verdict::Right);
            } else {
                assert_eq!(white.reply(), Some(step.mv), "{}", line.name);
            }
        }
    }
}
