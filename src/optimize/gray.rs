//! Small codes: every element written out, each one addition from the one before.

use num_bigint::BigUint;

use super::tally::Tally;
use super::{Limits, Optimum, Route};
use crate::gf2::{BitMatrix, BitRow, count_ones, xor_into};

/// The largest dimension searched this way.
const MAX_DIMENSION: usize = 12;
/// Word operations that are not worth a preparation.
const MAX_WORK: usize = 1 << 18;
/// Past this many buttons the preparation of the other routes takes more memory than the kernel itself.
const MANY_BUTTONS: usize = 1 << 28;

/// Whether the code is so small, or so long, that writing out its elements is the thing to do.
pub(super) fn suits(kernel: &BitMatrix, limits: &Limits<'_>) -> bool {
    let small = kernel.rows() <= MAX_DIMENSION;
    match limits.route {
        Some(route) => route == Route::Gray && kernel.rows() < 48,
        None => small && (kernel.stride() << kernel.rows() <= MAX_WORK || kernel.cols() > MANY_BUTTONS),
    }
}

/// The costs of the buttons, digit by binary digit: the cost of a pattern `x` is the sum over `j` of
/// 2^j · popcount(x & plane j).
#[derive(Debug, Clone)]
pub(super) struct Planes(Option<Vec<(u32, BitRow)>>);

impl Planes {
    /// The planes of the given costs. Cost: O(buttons) for each binary digit in use.
    ///
    /// # Panics
    /// When `costs` does not have one entry a button.
    pub(super) fn new(buttons: usize, costs: Option<&[u32]>) -> Self {
        let planes = costs.map(|costs| {
            assert_eq!(costs.len(), buttons, "a cost for each button");
            let digits = u32::BITS - costs.iter().max().map_or(u32::BITS, |max| max.leading_zeros());
            (0..digits).map(|j| (j, BitRow::from_fn(buttons, |b| costs[b] >> j & 1 == 1))).collect()
        });
        Self(planes)
    }

    /// The cost of a pattern. Cost: O(buttons / 64) a plane.
    #[inline]
    pub(super) fn cost(&self, presses: &BitRow) -> u64 {
        match &self.0 {
            None => count_ones(presses.words()) as u64,
            Some(planes) => planes.iter().map(|(j, plane)| common_ones(presses, plane) << j).sum(),
        }
    }
}

fn common_ones(a: &BitRow, b: &BitRow) -> u64 {
    a.words().iter().zip(b.words()).map(|(x, y)| u64::from((x & y).count_ones())).sum()
}

/// A pattern ordered lexicographically.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    presses: BitRow,
    coset: usize,
}

impl Ord for Pattern {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.presses.cmp_lexicographic(&other.presses).then(self.coset.cmp(&other.coset))
    }
}

impl PartialOrd for Pattern {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The cheapest element, by trying all. Cost: O(2^k · buttons / 64) for each coset.
pub(super) fn minimize(
    kernel: &BitMatrix,
    planes: &Planes,
    offsets: &[BitRow],
    limits: &Limits<'_>,
) -> Optimum {
    assert!(!offsets.is_empty(), "at least one coset");
    let mut tally = Tally::new(limits.solutions);
    let mut routes = Vec::new();
    for (coset, offset) in offsets.iter().enumerate() {
        assert_eq!(offset.len(), kernel.cols(), "an offset has one bit a button");
        let seen = walk_coset(kernel, planes, &offsets[..coset], offset, coset, limits);
        routes.push(Route::Gray);
        match seen {
            Walk::All(seen) => tally.merge(seen),
            Walk::Again => {}
            Walk::Stopped(seen) => {
                tally.merge(seen);
                return optimum(tally, false, routes);
            }
        }
    }
    optimum(tally, true, routes)
}

fn optimum(tally: Tally<Pattern>, proved: bool, routes: Vec<Route>) -> Optimum {
    let (cost, count) = (tally.best, tally.count);
    let mut least = tally.least().into_iter().map(|pattern| (pattern.coset, pattern.presses));
    let (coset, presses) = least.next().unwrap_or_default();
    Optimum {
        presses,
        coset,
        cost,
        bound: if proved { cost } else { 0 },
        proved,
        count: proved.then(|| BigUint::from(count)),
        further: if proved { least.collect() } else { Vec::new() },
        routes,
    }
}

enum Walk {
    /// Every element seen.
    All(Tally<Pattern>),
    /// An earlier coset is this one.
    Again,
    /// The caller asked to stop.
    Stopped(Tally<Pattern>),
}

fn walk_coset(
    kernel: &BitMatrix,
    planes: &Planes,
    earlier: &[BitRow],
    offset: &BitRow,
    coset: usize,
    limits: &Limits<'_>,
) -> Walk {
    let mut tally = Tally::new(limits.solutions);
    let mut presses = offset.clone();
    for step in 0_u64..1 << kernel.rows() {
        if step > 0 {
            xor_into(presses.words_mut(), kernel.row_words(step.trailing_zeros() as usize));
        }
        if earlier.contains(&presses) {
            return Walk::Again;
        }
        tally.see(planes.cost(&presses), || Pattern { presses: presses.clone(), coset });
        if step % 4096 == 4095 && limits.stopped() {
            return Walk::Stopped(tally);
        }
    }
    Walk::All(tally)
}
