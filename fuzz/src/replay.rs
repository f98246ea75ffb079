//! Games on the plain array board: the rules as a beginner writes them, apart
//! from the kernels.

use outflank::board::{Color, Game, Grid, Move, Position};

/// Every move of a game is legal, and leads where the game says.
pub fn game(game: &Game) {
    let start = game.start();
    let mut grid = grid(start);
    let mut side = start.to_move();
    for (ply, &mv) in game.moves().iter().enumerate() {
        match mv {
            Move::Place(square) => {
                assert!(grid.get(square).is_none(), "{ply}: {square} is occupied");
                let flipped = grid.play(side, square);
                assert!(!flipped.is_empty(), "{ply}: {square} flips nothing");
            }
            Move::Pass => {
                assert!(grid.moves(side).is_empty(), "{ply}: {side} can move");
                assert!(!grid.moves(!side).is_empty(), "{ply}: the game is over");
            }
        }
        side = !side;
    }
    let last = game.last();
    assert_eq!(last.to_move(), side);
    for square in start.rules().iter_squares() {
        assert_eq!(last.disc(square), grid.get(square), "{square}");
    }
    for color in [Color::Black, Color::White] {
        assert_eq!(last.discs()[color], grid.count(color));
    }
}

fn grid(position: &Position) -> Grid {
    let rules = position.rules();
    let mut grid = Grid::empty(rules);
    for square in rules.iter_squares() {
        grid.set(square, position.disc(square));
    }
    grid
}
