//! The geometry that the kernels look up, computed when the program is built.

/// The squares beyond `bit` in one direction, up to the edge.
const fn ray(bit: usize, col_step: isize, row_step: isize) -> u64 {
    let mut set = 0;
    let mut col = (bit % 8) as isize + col_step;
    let mut row = (bit / 8) as isize + row_step;
    while col >= 0 && col < 8 && row >= 0 && row < 8 {
        set |= 1 << (row * 8 + col);
        col += col_step;
        row += row_step;
    }
    set
}

/// The four lines through a square as steps in column and row: along the
/// row, the column, and the two diagonals. Each step goes up the board's bits.
pub(in crate::engine) const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// How far one of the steps shifts.
pub(in crate::engine) const SHIFT: [u64; 4] = [1, 8, 7, 9];

/// The halves of the four lines through a square.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::engine) struct Rays {
    /// The halves that go up the board's bits.
    pub(in crate::engine) up: [u64; 4],
    /// The halves that go down the board's bits.
    pub(in crate::engine) down: [u64; 4],
}

/// For each square, the eight ways from it to the edge.
pub(in crate::engine) static RAYS: [Rays; 64] = {
    let none = Rays {
        up: [0; 4],
        down: [0; 4],
    };
    let mut rays = [none; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut line = 0;
        while line < 4 {
            let (col, row) = STEPS[line];
            rays[bit].up[line] = ray(bit, col, row);
            rays[bit].down[line] = ray(bit, -col, -row);
            line += 1;
        }
        bit += 1;
    }
    rays
};

/// For each square, the other squares of each line through it.
pub(in crate::engine) static LINE: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut line = 0;
        while line < 4 {
            let (col, row) = STEPS[line];
            lines[bit][line] = ray(bit, col, row) | ray(bit, -col, -row);
            line += 1;
        }
        bit += 1;
    }
    lines
};

/// The squares from which 1, 2 and 4 steps up the board's bits lead off the
/// board, for each kind of line.
pub(in crate::engine) static UP_END: [Four; 3] = ends(1);

/// The same for steps down.
pub(in crate::engine) static DOWN_END: [Four; 3] = ends(-1);

/// Four sets or numbers, one for each kind of line, to be loaded at once.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(in crate::engine) struct Four(pub(in crate::engine) [u64; 4]);

const fn ends(way: isize) -> [Four; 3] {
    let mut ends = [Four([0; 4]); 3];
    let mut doubling = 0;
    while doubling < 3 {
        let steps = 1 << doubling;
        let mut bit = 0;
        while bit < 64 {
            let mut line = 0;
            while line < 4 {
                let (col, row) = STEPS[line];
                let short = ray(bit, way * col, way * row).count_ones() < steps;
                ends[doubling].0[line] |= (short as u64) << bit;
                line += 1;
            }
            bit += 1;
        }
        doubling += 1;
    }
    ends
}

/// For each square, the squares next to it.
pub(in crate::engine) static NEIGHBOURS: [u64; 64] = {
    let mut sets = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        let (col, row) = (bit % 8, bit / 8);
        let mut other = 0;
        while other < 64 {
            let near = (other % 8_usize).abs_diff(col) <= 1 && (other / 8_usize).abs_diff(row) <= 1;
            if near && other != bit {
                sets[bit] |= 1 << other;
            }
            other += 1;
        }
        bit += 1;
    }
    sets
};

/// Twice the number of discs that a disc at `place` flips in a full line of
/// eight, given the player's other discs in it; every other square is the
/// opponent's. Squares that a shorter line does not have count as the
/// opponent's too, which changes nothing: no disc of the player lies beyond.
pub(in crate::engine) static FLIPS_IN_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = 2 * flips_in_line(place as i32, own);
            own += 1;
        }
        place += 1;
    }
    table
};

const fn flips_in_line(place: i32, own: usize) -> u8 {
    let mut flips = 0;
    let mut step = -1;
    while step <= 1 {
        let mut run = 0;
        let mut at = place + step;
        while at >= 0 && at < 8 && own >> at & 1 == 0 {
            run += 1;
            at += step;
        }
        if at >= 0 && at < 8 {
            flips += run;
        }
        step += 2;
    }
    flips
}

/// A line through a square, for counting by bit extraction.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Line {
    /// The other squares of the line.
    pub(in crate::engine) others: u64,
    /// Where the counts for a square at this place of a line of this length
    /// begin in [`COUNTS`].
    pub(in crate::engine) counts: usize,
}

/// For each square, the four lines through it.
#[cfg(target_arch = "x86_64")]
pub(in crate::engine) static LINES: [[Line; 4]; 64] = {
    let none = Line {
        others: 0,
        counts: 0,
    };
    let mut lines = [[none; 4]; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut line = 0;
        while line < 4 {
            let length = LINE[bit][line].count_ones() as usize + 1;
            let place = RAYS[bit].down[line].count_ones() as usize;
            lines[bit][line] = Line {
                others: LINE[bit][line],
                counts: first_count(length, place),
            };
            line += 1;
        }
        bit += 1;
    }
    lines
};

/// For every length of a line, every place in it and the player's other discs
/// there, with the place left out: twice the discs that a disc of the player
/// flips, plus 256 times twice those that a disc of the opponent flips, when
/// no other square is empty.
#[cfg(target_arch = "x86_64")]
pub(in crate::engine) static COUNTS: [u16; first_count(9, 0)] = {
    let mut counts = [0; first_count(9, 0)];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let others = (1 << (length - 1)) - 1;
            let mut own = 0;
            while own <= others {
                let player = spread(own, place);
                let opponent = spread(others & !own, place);
                counts[first_count(length, place) + own] = FLIPS_IN_LINE[place][player] as u16
                    + 256 * FLIPS_IN_LINE[place][opponent] as u16;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    counts
};

/// Puts an empty square back at a place.
#[cfg(target_arch = "x86_64")]
const fn spread(discs: usize, place: usize) -> usize {
    let low = (1 << place) - 1;
    (discs & !low) << 1 | discs & low
}

/// The counts of shorter lines come first, then those of lower places.
#[cfg(target_arch = "x86_64")]
const fn first_count(length: usize, place: usize) -> usize {
    let mut first = place << (length - 1);
    let mut shorter = 1;
    while shorter < length {
        first += shorter << (shorter - 1);
        shorter += 1;
    }
    first
}
