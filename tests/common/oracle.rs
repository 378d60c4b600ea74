//! The rules by their definition, and solving by columns as numbers: shares no code with the crate.

use std::collections::{BTreeSet, HashMap};

pub type Cell = (i64, i64);

/// A small game (at most 128 lights), described plainly.
#[derive(Debug, Clone)]
pub struct Plain {
    pub rows: i64,
    pub cols: i64,
    pub offsets: Vec<Cell>,
    /// The button toggles the whole lines in these directions too.
    pub lines: Vec<Cell>,
    pub topology: String,
    pub holes: BTreeSet<Cell>,
    pub forbidden: BTreeSet<Cell>,
}

/// The offsets of a named rule, the pressed cell included.
pub fn offsets(rule: &str) -> Vec<Cell> {
    let square = || (-9..=9).flat_map(|r: i64| (-9..=9).map(move |c: i64| (r, c)));
    let distance = |(r, c): Cell| r.abs() + c.abs();
    let number = || rule.split(':').nth(1).and_then(|d| d.parse::<i64>().ok()).expect("a distance");
    match rule.split(':').next().unwrap_or(rule) {
        "plus" => square().filter(|x| distance(*x) <= 1).collect(),
        "x" => square().filter(|(r, c)| r.abs() == c.abs() && r.abs() <= 1).collect(),
        "king" => square().filter(|(r, c)| r.abs().max(c.abs()) <= 1).collect(),
        "knight" => square().filter(|(r, c)| *r == 0 && *c == 0 || (r * c).abs() == 2).collect(),
        "diamond" => square().filter(|x| distance(*x) <= number()).collect(),
        "ring" => square().filter(|x| *x == (0, 0) || distance(*x) == number()).collect(),
        "rook" | "bishop" | "queen" => vec![(0, 0)],
        _ => panic!("no rule {rule}"),
    }
}

/// The directions of the lines of a named rule.
pub fn lines(rule: &str) -> Vec<Cell> {
    let king = offsets("king").into_iter().filter(|x| *x != (0, 0));
    match rule {
        "rook" => king.filter(|(r, c)| r * c == 0).collect(),
        "bishop" => king.filter(|(r, c)| r * c != 0).collect(),
        "queen" => king.collect(),
        _ => Vec::new(),
    }
}

/// The cell that the lattice point is glued to, or none past an edge.
pub fn wrap(r: i64, c: i64, rows: i64, cols: i64, topology: &str) -> Option<Cell> {
    let modulo = |a: i64, n: i64| ((a % n) + n) % n;
    let turns = |a: i64, n: i64| (a - modulo(a, n)) / n;
    let (inside_rows, inside_cols) = ((0..rows).contains(&r), (0..cols).contains(&c));
    let mirrored = |r: i64| if turns(c, cols) % 2 == 0 { r } else { rows - 1 - r };
    match topology {
        "plane" => (inside_rows && inside_cols).then_some((r, c)),
        "cylinder" => inside_rows.then_some((r, modulo(c, cols))),
        "torus" => Some((modulo(r, rows), modulo(c, cols))),
        "mobius" => inside_rows.then_some((mirrored(r), modulo(c, cols))),
        "klein" => Some((mirrored(modulo(r, rows)), modulo(c, cols))),
        "projective" => {
            // Across the left and right edges first, then across top and bottom.
            let (r, c) = (mirrored(r), modulo(c, cols));
            let c = if turns(r, rows) % 2 == 0 { c } else { cols - 1 - c };
            Some((modulo(r, rows), c))
        }
        _ => panic!("no topology {topology}"),
    }
}

impl Plain {
    pub fn new(rows: usize, cols: usize, rule: &str, with_self: bool, topology: &str) -> Self {
        let offsets = offsets(rule).into_iter().filter(|x| with_self || *x != (0, 0)).collect();
        Self {
            rows: rows as i64,
            cols: cols as i64,
            offsets,
            lines: lines(rule),
            topology: topology.to_owned(),
            holes: BTreeSet::new(),
            forbidden: BTreeSet::new(),
        }
    }

    /// The cells with a light, in row-major order.
    pub fn lights(&self) -> Vec<Cell> {
        let all = (0..self.rows).flat_map(|r| (0..self.cols).map(move |c| (r, c)));
        all.filter(|x| !self.holes.contains(x)).collect()
    }

    /// The cells with a button that may be pressed, in row-major order.
    pub fn buttons(&self) -> Vec<Cell> {
        self.lights().into_iter().filter(|x| !self.forbidden.contains(x)).collect()
    }

    /// The lights that the button at the cell toggles: links to one light cancel in pairs.
    pub fn toggled(&self, (r, c): Cell) -> BTreeSet<Cell> {
        let mut lights = BTreeSet::new();
        for (dr, dc) in &self.offsets {
            let Some(light) = wrap(r + dr, c + dc, self.rows, self.cols, &self.topology) else { continue };
            if !self.holes.contains(&light) && !lights.remove(&light) {
                lights.insert(light);
            }
        }
        for (dr, dc) in &self.lines {
            // A line ends past an edge that is not glued, at a hole, or where it is back at the button; a light that it
            // crosses more than once is toggled once.
            let mut at = (r + dr, c + dc);
            while let Some(light) = wrap(at.0, at.1, self.rows, self.cols, &self.topology)
                && light != (r, c)
                && !self.holes.contains(&light)
            {
                lights.insert(light);
                at = (at.0 + dr, at.1 + dc);
            }
        }
        lights
    }

    /// For each button the set of lights it toggles, as bits of a number.
    pub fn columns(&self) -> Vec<u128> {
        let number: HashMap<Cell, usize> =
            self.lights().into_iter().enumerate().map(|(i, x)| (x, i)).collect();
        let column = |button| self.toggled(button).iter().fold(0, |mask, light| mask | 1 << number[light]);
        self.buttons().into_iter().map(column).collect()
    }
}

/// One solution, when there is one, and a basis of the kernel, both as sets of columns.
pub fn eliminate(columns: &[u128], target: u128) -> (Option<u128>, Vec<u128>) {
    let mut pivots: HashMap<u32, (u128, u128)> = HashMap::new();
    let mut kernel = Vec::new();
    let reduce = |pivots: &HashMap<u32, (u128, u128)>, mut v: u128, mut combination: u128| {
        while v != 0 {
            match pivots.get(&v.ilog2()) {
                Some((w, c)) => (v, combination) = (v ^ w, combination ^ c),
                None => break,
            }
        }
        (v, combination)
    };
    for (b, column) in columns.iter().enumerate() {
        match reduce(&pivots, *column, 1 << b) {
            (0, combination) => kernel.push(combination),
            (v, combination) => drop(pivots.insert(v.ilog2(), (v, combination))),
        }
    }
    let (left, x) = reduce(&pivots, target, 0);
    ((left == 0).then_some(x), kernel)
}

/// The fewest presses among `x` plus the kernel, how many solutions have it, and the lexicographically
/// least of them (first button first, no press before press).
#[allow(dead_code, reason = "each test program uses its own part")]
pub fn minimum(x: u128, kernel: &[u128]) -> (u32, usize, u128) {
    let (mut best, mut count, mut least) = (u32::MAX, 0, 0);
    let mut solution = x;
    for i in 0..1u64 << kernel.len() {
        if i > 0 {
            solution ^= kernel[i.trailing_zeros() as usize];
        }
        let weight = solution.count_ones();
        if weight < best {
            (best, count, least) = (weight, 1, solution);
        } else if weight == best {
            count += 1;
            if solution.reverse_bits() < least.reverse_bits() {
                least = solution;
            }
        }
    }
    (best, count, least)
}
