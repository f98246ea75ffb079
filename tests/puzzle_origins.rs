//! Shipped positions that are called impossible, looked at once more by the
//! plain rules: no game leads there. Nothing here is shared with the library
//! but the text of the puzzles.

use std::{collections::BTreeSet, fs, path::Path};

use assert_cmd::Command;

/// Squares, row by row: `X`, `O` or `-`.
type Grid = [u8; 64];

/// The squares from one on in each direction, nearest first.
fn rays(square: usize) -> Vec<Vec<usize>> {
    let steps = [-1, 0, 1]
        .into_iter()
        .flat_map(|y| [-1, 0, 1].map(|x| (y, x)));
    steps
        .filter(|&step| step != (0, 0))
        .map(|(down, right): (i32, i32)| {
            let (row, column) = (square as i32 / 8, square as i32 % 8);
            let place = |n: i32| (row + n * down, column + n * right);
            (1..8)
                .map(place)
                .take_while(|(row, column)| (0..8).contains(row) && (0..8).contains(column))
                .map(|(row, column)| (row * 8 + column) as usize)
                .collect()
        })
        .collect()
}

const fn other(side: u8) -> u8 {
    if side == b'X' { b'O' } else { b'X' }
}

/// What a disc of a side flips.
fn flips(grid: &Grid, square: usize, side: u8) -> BTreeSet<usize> {
    let mut flips = BTreeSet::new();
    for ray in rays(square) {
        let run: Vec<usize> = ray
            .iter()
            .copied()
            .take_while(|&at| grid[at] == other(side))
            .collect();
        if ray.get(run.len()).is_some_and(|&end| grid[end] == side) {
            flips.extend(run);
        }
    }
    flips
}

fn must_pass(grid: &Grid, side: u8) -> bool {
    (0..64).all(|square| grid[square] != b'-' || flips(grid, square, side).is_empty())
}

const CENTRE: [usize; 4] = [27, 28, 35, 36];

/// All positions from which one move leads to a position, with the side that
/// makes it: every disc is taken away in turn, every choice of discs in rows
/// beside it is turned over, and the move is made to see what comes of it.
fn before(grid: &Grid, to_move: u8) -> Vec<(Grid, u8)> {
    let mut found = Vec::new();
    let mut movers = vec![other(to_move)];
    if must_pass(grid, other(to_move)) {
        movers.push(to_move);
    }
    for side in movers {
        for square in (0..64).filter(|at| grid[*at] == side && !CENTRE.contains(at)) {
            let mut choices: Vec<Vec<usize>> = vec![vec![]];
            for ray in rays(square) {
                let own = ray.iter().take_while(|&&at| grid[at] == side).count();
                let counts = 0..own.max(1);
                choices = choices
                    .iter()
                    .flat_map(|chosen| counts.clone().map(|count| [chosen, &ray[..count]].concat()))
                    .collect();
            }
            for chosen in choices.into_iter().filter(|chosen| !chosen.is_empty()) {
                let mut earlier = *grid;
                earlier[square] = b'-';
                for &at in &chosen {
                    earlier[at] = other(side);
                }
                if flips(&earlier, square, side) == chosen.into_iter().collect() {
                    found.push((earlier, side));
                }
            }
        }
    }
    found
}

/// Whether the occupied squares can have been filled in some order: each next
/// to one that was filled, with another one behind it.
fn can_be_filled(grid: &Grid) -> bool {
    let mut filled: BTreeSet<usize> = CENTRE.into();
    loop {
        let beside = |square: &usize| {
            let is_filled =
                |ray: &[usize], at: usize| ray.get(at).is_some_and(|s| filled.contains(s));
            rays(*square)
                .iter()
                .any(|ray| is_filled(ray, 0) && is_filled(ray, 1))
        };
        let occupied = (0..64).filter(|&square| grid[square] != b'-');
        let left: Vec<usize> = occupied.filter(|at| !filled.contains(at)).collect();
        let next: Vec<usize> = left.iter().copied().filter(beside).collect();
        if next.is_empty() {
            return left.is_empty();
        }
        filled.extend(next);
    }
}

/// After how many moves that are taken back no position is left; `None` when
/// some are left after four.
fn dead_end(grid: Grid, to_move: u8) -> Option<usize> {
    let mut level = BTreeSet::from([(grid, to_move)]);
    (1..=4).find(|_| {
        let all = level.iter().flat_map(|(grid, side)| before(grid, *side));
        level = all.filter(|(grid, _)| can_be_filled(grid)).collect();
        level.is_empty()
    })
}

/// The position of a shipped puzzle and its side to move.
fn shipped(id: &str) -> (Grid, u8) {
    let mut command = Command::cargo_bin("outflank").unwrap();
    let output = command.args(["puzzle", "show", "--json", id]).output();
    let report: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let board = report["board"].as_str().unwrap().as_bytes();
    let side = if report["to_move"] == "black" {
        b'X'
    } else {
        b'O'
    };
    (board.try_into().unwrap(), side)
}

#[test]
fn shipped_positions_that_are_called_constructed_are_impossible() {
    let known = [
        ("nine-on-the-axis", 3),
        ("narrow-win", 1),
        ("quiet-axis", 1),
        ("mirror-of-gaps", 1),
        ("diagonal-sweep", 1),
    ];
    for (id, moves) in known {
        let (grid, side) = shipped(id);
        assert_eq!(dead_end(grid, side), Some(moves), "{id}");
    }
    // There are no others.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files = fs::read_dir(folder).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let constructed = texts.map(|text| text.matches("origin: constructed").count());
    assert_eq!(constructed.sum::<usize>(), known.len());
}

#[test]
fn a_position_of_a_game_has_no_dead_end() {
    let (grid, side) = shipped("shortest-game");
    assert_eq!(dead_end(grid, side), None);
    let mut start = [b'-'; 64];
    for (at, disc) in CENTRE.into_iter().zip(*b"OXXO") {
        start[at] = disc;
    }
    let mut after = start;
    (after[37], after[36]) = (b'X', b'X');
    assert_eq!(before(&after, b'O'), [(start, b'X')]);
}
