//! A good first element: the best of random affine subspaces, each searched whole by the transform.

use std::sync::atomic::{AtomicI64, Ordering};

use super::component::{Component, number_to_row};
use super::scan::Scan;
use super::search::Known;
use super::watch::Watch;
use crate::gf2::{BitMatrix, BitRow};

/// Below this dimension the exact search is as quick.
const WORTHWHILE: usize = 26;
/// The dimension of the subspaces: one block of the transform.
const DIRECTIONS: usize = 14;
/// Subspaces in all, and how many without success end the search.
const ROUNDS: u64 = 400;
const PATIENCE: u64 = 60;

/// The element zero.
pub(super) fn start(component: &Component) -> Known {
    let element = BitRow::zeros(component.dimension());
    Known { cost: component.cost(&element), element }
}

/// Improves the element `known`, and tells each better cost. The way is the same every time.
/// Cost: a few hundred transforms of 2^14 sums.
pub(super) fn improve(
    component: &Component,
    known: &mut Known,
    watch: &Watch<'_>,
    mut tell: impl FnMut(u64),
) {
    let d = component.dimension();
    if d < WORTHWHILE {
        return;
    }
    // Row i: the columns that coordinate i changes.
    let code = component.functionals.transpose();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut failures = 0;
    for round in 0..ROUNDS {
        if watch.stopped() || failures == PATIENCE {
            return;
        }
        // By turns single coordinates and random sums of them.
        let directions: Vec<BitRow> = (0..DIRECTIONS)
            .map(|_| match round % 2 {
                0 => {
                    let one = random.below(d);
                    BitRow::from_fn(d, |i| i == one)
                }
                _ => BitRow::from_fn(d, |_| random.next() >> 63 == 1),
            })
            .collect();
        if best_of_subspace(component, &code, known, &directions, watch) {
            failures = 0;
            tell(known.cost);
        } else {
            failures += 1;
        }
        watch.report("first solution", round + 1, ROUNDS);
    }
}

/// Moves `known` to the best element of `known + span(directions)`; whether that is better.
fn best_of_subspace(
    component: &Component,
    code: &BitMatrix,
    known: &mut Known,
    directions: &[BitRow],
    watch: &Watch<'_>,
) -> bool {
    let mut functionals = vec![0_u64; component.weights.len()];
    for direction in directions {
        let changed = code.vec_mul(direction);
        for (j, functional) in functionals.iter_mut().enumerate() {
            *functional = *functional << 1 | u64::from(changed.get(j));
        }
    }
    let here = code.vec_mul(&known.element);
    let targets: Vec<bool> = component.targets.iter().enumerate().map(|(j, t)| *t != here.get(j)).collect();
    let scan = Scan::new(directions.len(), functionals, &component.weights, &targets);
    let Some(better) = known.cost.checked_sub(1) else { return false };
    let threshold = AtomicI64::new(scan.sum_of_cost(better));
    let found = scan.run(
        watch,
        "first solution",
        &threshold,
        || (known.cost, 0),
        |best, u, cost| {
            *best = (*best).min((cost, u));
            threshold.fetch_max(scan.sum_of_cost(best.0), Ordering::Relaxed);
        },
    );
    let Some((cost, u)) = found.states.into_iter().min() else { return false };
    if cost >= known.cost {
        return false;
    }
    for i in number_to_row(u, directions.len()).ones() {
        known.element.add(&directions[i]);
    }
    known.cost = cost;
    true
}

/// A small generator of random numbers (Marsaglia's xorshift64*): the search must not depend on chance.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
}
