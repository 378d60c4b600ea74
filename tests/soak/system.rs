//! The independent route: the equations written down from the definition of the game, and eliminated column by column.
//! Shares no code with the crate.

use super::common::oracle::Plain;

/// A set of cells, bit `row · cols + col`, in words.
pub(crate) type Cells = Vec<u64>;

pub(crate) fn has(set: &[u64], cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 == 1
}

pub(crate) fn flip(set: &mut [u64], cell: usize) {
    set[cell / 64] ^= 1 << (cell % 64);
}

pub(crate) fn add(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

pub(crate) fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, word)| {
        let rest = |word: &u64| Some(word & word.wrapping_sub(1));
        std::iter::successors(Some(*word), rest)
            .take_while(|word| *word != 0)
            .map(move |word| 64 * i + word.trailing_zeros() as usize)
    })
}

fn common(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(x, y)| (x & y).count_ones() as usize).sum()
}

/// Whether `a` comes before `b` as a string of bits, cell 0 first, no press before press.
pub(crate) fn before(a: &[u64], b: &[u64]) -> bool {
    let differ = a.iter().zip(b).find(|(x, y)| x != y);
    differ.is_some_and(|(x, y)| x >> (x ^ y).trailing_zeros() & 1 == 0)
}

/// A game's equations.
pub(crate) struct System {
    /// The cells with a light.
    pub(crate) lights: Cells,
    /// The cells with a button that may be pressed, ascending.
    pub(crate) buttons: Vec<usize>,
    /// For each cell the lights its button toggles; none where there is no button.
    pub(crate) columns: Vec<Cells>,
    /// The quiet patterns, in reduced echelon form, first cell first: the one basis of that form there is.
    pub(crate) quiet: Vec<Cells>,
    words: usize,
    /// For each pivot a light, and a sum of columns in which it is on, with the buttons that give the sum.
    pivots: Vec<(usize, Cells)>,
}

/// The cheapest of some solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cheapest {
    pub(crate) cost: u64,
    pub(crate) count: u64,
    pub(crate) least: Cells,
    /// All of them, in order, when they were asked for.
    pub(crate) all: Vec<Cells>,
}

impl System {
    pub(crate) fn new(plain: &Plain) -> Self {
        let cells = (plain.rows * plain.cols) as usize;
        let words = cells.div_ceil(64);
        let number = |(r, c): (i64, i64)| (r * plain.cols + c) as usize;
        let mut lights = vec![0; words];
        plain.lights().into_iter().for_each(|cell| flip(&mut lights, number(cell)));
        let mut columns = vec![vec![0; words]; cells];
        let mut buttons = Vec::new();
        for button in plain.buttons() {
            let column = &mut columns[number(button)];
            plain.toggled(button).into_iter().for_each(|light| flip(column, number(light)));
            buttons.push(number(button));
        }
        let mut system = Self { lights, buttons, columns, quiet: Vec::new(), words, pivots: Vec::new() };
        let mut quiet = Vec::new();
        for &button in &system.buttons {
            let mut sum = vec![0; 2 * words];
            sum[..words].copy_from_slice(&system.columns[button]);
            flip(&mut sum[words..], button);
            system.reduce(&mut sum);
            let pivot = members(&sum[..words]).next();
            match pivot {
                Some(light) => system.pivots.push((light, sum)),
                None => quiet.push(sum.split_off(words)),
            }
        }
        system.quiet = reduced(quiet);
        system
    }

    /// Adds sums of columns to the first half, and the buttons that give them to the second, until no pivot is on.
    fn reduce(&self, sum: &mut [u64]) {
        for (light, pivot) in &self.pivots {
            if has(sum, *light) {
                add(sum, pivot);
            }
        }
    }

    /// A press pattern that toggles exactly the lights wanted, when there is one.
    pub(crate) fn solve(&self, wanted: &[u64]) -> Option<Cells> {
        let mut sum = vec![0; 2 * self.words];
        sum[..self.words].copy_from_slice(wanted);
        self.reduce(&mut sum);
        let presses = sum.split_off(self.words);
        (size(&sum) == 0).then_some(presses)
    }

    /// The lights that the presses toggle.
    pub(crate) fn pressed(&self, presses: &[u64]) -> Cells {
        let mut lights = vec![0; self.words];
        members(presses).for_each(|button| add(&mut lights, &self.columns[button]));
        lights
    }

    /// Whether the presses toggle exactly the lights wanted, by the definition.
    pub(crate) fn is_solution(&self, presses: &[u64], wanted: &[u64]) -> bool {
        let on_buttons = members(presses).all(|cell| self.buttons.binary_search(&cell).is_ok());
        on_buttons && self.pressed(presses) == wanted
    }

    /// Whether the set of lights proves that no presses toggle exactly the lights wanted.
    pub(crate) fn is_witness(&self, q: &[u64], wanted: &[u64]) -> bool {
        let even = |button: &usize| common(&self.columns[*button], q).is_multiple_of(2);
        common(q, &self.lights) == size(q) && common(q, wanted) % 2 == 1 && self.buttons.iter().all(even)
    }

    /// The cheapest of the solutions that differ from one of `solutions` by quiet patterns, every one written out.
    pub(crate) fn cheapest(&self, solutions: &[Cells], costs: Option<&[u64]>, keep_all: bool) -> Cheapest {
        let mut best = Cheapest { cost: u64::MAX, count: 0, least: Vec::new(), all: Vec::new() };
        let patterns: Vec<Vec<usize>> = match costs {
            Some(_) => self.quiet.iter().map(|pattern| members(pattern).collect()).collect(),
            None => Vec::new(),
        };
        for solution in solutions {
            let mut x = solution.clone();
            let mut cost: u64 = match costs {
                Some(costs) => members(&x).map(|button| costs[button]).sum(),
                None => size(&x) as u64,
            };
            best.see(cost, &x, keep_all);
            for step in 1..1_usize << self.quiet.len() {
                let next = step.trailing_zeros() as usize;
                add(&mut x, &self.quiet[next]);
                cost = match costs {
                    Some(costs) => patterns[next].iter().fold(cost, |cost, &button| {
                        if has(&x, button) { cost + costs[button] } else { cost - costs[button] }
                    }),
                    None => size(&x) as u64,
                };
                best.see(cost, &x, keep_all);
            }
        }
        best.all.sort_by(|a, b| before(b, a).cmp(&before(a, b)));
        best
    }
}

impl Cheapest {
    fn see(&mut self, cost: u64, x: &[u64], keep_all: bool) {
        if cost > self.cost {
            return;
        }
        if cost < self.cost {
            (self.cost, self.count) = (cost, 0);
            self.all.clear();
            self.least = x.to_vec();
        } else if before(x, &self.least) {
            self.least.copy_from_slice(x);
        }
        self.count += 1;
        if keep_all {
            self.all.push(x.to_vec());
        }
    }
}

/// The basis in reduced echelon form.
fn reduced(mut rows: Vec<Cells>) -> Vec<Cells> {
    let lead = |row: &Cells| members(row).next().unwrap_or(usize::MAX);
    for i in 0..rows.len() {
        let first = (i..rows.len()).min_by_key(|&j| lead(&rows[j])).unwrap_or(i);
        rows.swap(i, first);
        let (pivot, row) = (lead(&rows[i]), rows[i].clone());
        for (j, other) in rows.iter_mut().enumerate() {
            if j != i && has(other, pivot) {
                add(other, &row);
            }
        }
    }
    rows
}
