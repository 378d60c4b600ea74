//! The classic rule on large square boards by light chasing: kernel and one solution, for tests and
//! benchmarks of the search alone (it uses no engine of the crate).

use lightsout::gf2::{BitMatrix, BitRow, Echelon};

/// The checkerboard colours of an `n × n` board.
pub(crate) fn checkerboard(n: usize) -> BitRow {
    BitRow::from_fn(n * n, |i| (i / n + i % n) % 2 == 1)
}

/// A basis of the quiet patterns of `n × n`, and for each wanted `lights` (row-major, `n²` bits) a press
/// pattern that toggles them, or `None`.
///
/// Every press of the first row is an unknown; each further row follows from the lights above it; the row
/// past the edge has to be empty.
pub(crate) fn chase(n: usize, boards: &[BitRow]) -> (BitMatrix, Vec<Option<BitRow>>) {
    // Row r of the board as affine functions of the unknowns: n functions of n unknowns, then one
    // constant for each board.
    let terms = n + boards.len();
    let zero = || vec![BitRow::zeros(terms); n];
    let mut above = zero();
    let mut here: Vec<BitRow> = (0..n).map(|c| BitRow::from_fn(terms, |t| t == c)).collect();
    let mut rows = vec![here.clone()];
    for r in 0..n {
        let mut below = zero();
        for c in 0..n {
            below[c].add(&above[c]);
            below[c].add(&here[c]);
            if c > 0 {
                below[c].add(&here[c - 1]);
            }
            if c + 1 < n {
                below[c].add(&here[c + 1]);
            }
            for (b, board) in boards.iter().enumerate() {
                if board.get(r * n + c) {
                    below[c].flip(n + b);
                }
            }
        }
        above = std::mem::replace(&mut here, below);
        rows.push(here.clone());
    }
    let past = rows.pop().unwrap_or_default();
    let system = BitMatrix::from_fn(n, n, |r, c| past[r].get(c));
    let echelon = Echelon::new(&system);
    let evaluate = |first: &BitRow, board: Option<usize>| {
        BitRow::from_fn(n * n, |i| {
            let function = &rows[i / n][i % n];
            let linear = first.ones().fold(false, |x, t| x ^ function.get(t));
            linear ^ board.is_some_and(|b| function.get(n + b))
        })
    };
    let kernel = echelon.kernel();
    let quiet: Vec<BitRow> = (0..kernel.rows()).map(|k| evaluate(&kernel.row(k), None)).collect();
    let solutions = (0..boards.len())
        .map(|b| {
            let wanted = BitRow::from_fn(n, |c| past[c].get(n + b));
            echelon.solve(&wanted).ok().map(|first| evaluate(&first, Some(b)))
        })
        .collect();
    (BitMatrix::from_rows(n * n, &quiet), solutions)
}

/// The lights that a press pattern toggles, by the definition.
pub(crate) fn toggled(n: usize, presses: &BitRow) -> BitRow {
    let mut lights = BitRow::zeros(n * n);
    for i in presses.ones() {
        let (r, c) = (i / n, i % n);
        lights.flip(i);
        if r > 0 {
            lights.flip(i - n);
        }
        if r + 1 < n {
            lights.flip(i + n);
        }
        if c > 0 {
            lights.flip(i - 1);
        }
        if c + 1 < n {
            lights.flip(i + 1);
        }
    }
    lights
}
