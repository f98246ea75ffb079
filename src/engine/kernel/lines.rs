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
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// For each square, the half of each line that goes up the board's bits.
pub(in crate::engine) static UP: [[u64; 4]; 64] = halves(1);

/// For each square, the half of each line that goes down the board's bits.
pub(in crate::engine) static DOWN: [[u64; 4]; 64] = halves(-1);

const fn halves(way: isize) -> [[u64; 4]; 64] {
    let mut halves = [[0; 4]; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut line = 0;
        while line < 4 {
            let (col, row) = STEPS[line];
            halves[bit][line] = ray(bit, way * col, way * row);
            line += 1;
        }
        bit += 1;
    }
    halves
}

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
