//! The account of a finished search: numbers that are a function of the question alone, counted anew.
//!
//! What the search walked depends on how lucky it was and on how it was scheduled. So nothing of it goes into a proof:
//! given the least cost of a component, the thresholds that prove it are chosen by the numbers of light elements of each
//! part, which one more scan of each part counts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::columns::{Classes, Weighed};
use super::component::{Component, Problem, row_to_number};
use super::proof::{Apart, ComponentProof, Method, PartProof, Proof, SideProof};
use super::scan::Scan;
use super::search::{Solved, Way};
use super::split::{Part, Side, Split};
use super::watch::Watch;
use crate::gf2::BitRow;

/// The steps in which the excess to be walked is divided between the sides.
const FINENESS: u64 = 64;
/// Steps counted ahead when a side turns out to be walked further than was counted.
const AHEAD: u64 = 4;

/// All costs of a small code, counted. `None` when stopped. Cost: 2^k sums.
pub(super) fn enumeration(classes: &Classes, weighed: &Weighed, watch: &Watch<'_>) -> Option<Proof> {
    let k = classes.functionals.cols();
    let active: Vec<usize> = (0..weighed.weights.len()).filter(|&j| weighed.weights[j] > 0).collect();
    let numbers = active.iter().map(|&j| row_to_number(classes.functionals.row_words(j), k)).collect();
    let weights: Vec<u64> = active.iter().map(|&j| weighed.weights[j]).collect();
    let targets: Vec<bool> = active.iter().map(|&j| weighed.targets[j]).collect();
    let scan = Scan::new(k, numbers, &weights, &targets);
    let everything = AtomicI64::new(i64::MIN);
    let visit = |counts: &mut Cheapest, _: u64, cost: u64| counts.see(cost, 1);
    let found = scan.run(watch, "all solutions", &everything, Cheapest::default, visit);
    let mut all = Cheapest::default();
    for (cost, count) in found.states.into_iter().flat_map(|state| state.counts) {
        all.see(cost, count);
    }
    all.truncate(Proof::COSTS);
    let distribution = all.counts.into_iter().map(|(cost, count)| (cost + weighed.base, count)).collect();
    found.complete.then_some(Proof::Enumeration { distribution })
}

/// How many elements there are of each of the cheapest costs.
#[derive(Default)]
struct Cheapest {
    counts: BTreeMap<u64, u64>,
    /// No cost from here on is wanted: so many cheaper ones occur.
    bar: Option<u64>,
}

impl Cheapest {
    fn see(&mut self, cost: u64, count: u64) {
        if self.bar.is_some_and(|bar| cost >= bar) {
            return;
        }
        *self.counts.entry(cost).or_insert(0) += count;
        if self.counts.len() >= 2 * Proof::COSTS {
            self.truncate(Proof::COSTS);
        }
    }

    fn truncate(&mut self, keep: usize) {
        if let Some(&bar) = self.counts.keys().nth(keep) {
            self.counts.split_off(&bar);
            self.bar = Some(bar);
        }
    }
}

/// The account of a code taken apart. `None` when stopped, or when a component was not searched to its end.
pub(super) fn apart(
    problem: &Problem,
    solved: &[Solved],
    second_side: &BitRow,
    watch: &Watch<'_>,
) -> Option<Proof> {
    let mut components = Vec::with_capacity(solved.len());
    for (component, solved) in problem.components.iter().zip(solved) {
        if !solved.complete {
            return None;
        }
        // Whatever memory the search had: the proof is a function of the question.
        let method = match Way::of(component, None, u64::MAX) {
            Way::Transform => Method::Enumeration,
            Way::Trellis(trellis) => Method::Trellis { states: trellis.states() },
            Way::Split(split) => {
                Method::Split(Account::new(component, &split, solved, watch)?.sides(problem.free.cols())?)
            }
        };
        components.push(ComponentProof {
            coordinates: component.coordinates.clone(),
            least: solved.best,
            count: solved.count.clone(),
            method,
        });
    }
    let free = (0..problem.free.rows()).map(|r| problem.free.row(r)).collect();
    Some(Proof::Parts(Apart { second_side: second_side.clone(), base: problem.base, free, components }))
}

/// The account of one split.
struct Account<'a> {
    component: &'a Component,
    split: &'a Split,
    watch: &'a Watch<'a>,
    best: u64,
    sides: [Counts; 2],
}

/// The light elements of a side's parts, counted.
struct Counts {
    parts: Vec<LightCounts>,
    /// Every excess below this is counted.
    reach: u64,
}

/// How many elements of a part have each excess.
struct LightCounts {
    least: u64,
    light: Vec<(u64, u64)>,
}

impl<'a> Account<'a> {
    fn new(
        component: &'a Component,
        split: &'a Split,
        solved: &Solved,
        watch: &'a Watch<'a>,
    ) -> Option<Self> {
        // How far the search went is a good guess of how far to count; it does not show in the result.
        let [first, second] = solved.walked;
        let sides = [
            Counts::new(&split.sides[0], first.max(1), watch)?,
            Counts::new(&split.sides[1], second.max(1), watch)?,
        ];
        Some(Self { component, split, watch, best: solved.best, sides })
    }

    /// The thresholds that prove the least cost: together one more than what it lies above the parts' least costs. Each
    /// step goes to the side on which it takes in fewer elements, the first when equal.
    fn sides(mut self, k: usize) -> Option<[SideProof; 2]> {
        let cheapest: u64 = self.sides.iter().flat_map(|side| &side.parts).map(|part| part.least).sum();
        let wanted = self.best - cheapest + 1;
        let step = (wanted / FINENESS).max(1);
        let mut below = [0, 0];
        let mut elements = [0, 0];
        while below[0] + below[1] < wanted {
            let rise = step.min(wanted - below[0] - below[1]);
            let mut ahead = [0, 0];
            for side in [0, 1] {
                let reach = below[side] + rise;
                if self.sides[side].reach < reach {
                    let further = (reach + AHEAD * step).min(wanted);
                    self.sides[side] = Counts::new(&self.split.sides[side], further, self.watch)?;
                }
                ahead[side] = self.sides[side].elements(reach);
            }
            let side = usize::from(ahead[1] - elements[1] < ahead[0] - elements[0]);
            below[side] += rise;
            elements[side] = ahead[side];
        }
        let words = |side: &Side, part: &Part| -> Vec<BitRow> {
            part.rows.iter().map(|&row| self.in_code(&side.basis_row(row), k)).collect()
        };
        let proof = |which: usize| {
            let (side, counts) = (&self.split.sides[which], &self.sides[which]);
            let part = |(part, counted): (&Part, &LightCounts)| PartProof {
                words: words(side, part),
                least: counted.least,
                light: counted.light.iter().copied().filter(|(excess, _)| *excess < below[which]).collect(),
            };
            SideProof {
                parts: side.groups.iter().flatten().zip(&counts.parts).map(part).collect(),
                below: below[which],
                elements: elements[which],
            }
        };
        Some([proof(0), proof(1)])
    }

    /// An element of the component as one of the whole code.
    fn in_code(&self, element: &BitRow, k: usize) -> BitRow {
        let mut u = BitRow::zeros(k);
        element.ones().for_each(|i| u.set(self.component.coordinates[i], true));
        u
    }
}

impl Counts {
    fn new(side: &Side, reach: u64, watch: &Watch<'_>) -> Option<Self> {
        let parts = side.groups.iter().flatten().map(|part| LightCounts::new(part, reach - 1, watch));
        Some(Self { parts: parts.collect::<Option<_>>()?, reach })
    }

    /// How many elements of the side have an excess below `below`, which is within reach.
    fn elements(&self, below: u64) -> u128 {
        let mut sums = BTreeMap::from([(0_u64, 1_u128)]);
        for part in &self.parts {
            let mut next = BTreeMap::new();
            for (&sum, &count) in &sums {
                for &(excess, more) in part.light.iter().take_while(|(excess, _)| sum + excess < below) {
                    *next.entry(sum + excess).or_insert(0) += count * u128::from(more);
                }
            }
            sums = next;
        }
        if below == 0 { 0 } else { sums.values().sum() }
    }
}

impl LightCounts {
    /// Counts the elements whose excess is at most `most`. `None` when stopped. Cost: one scan.
    fn new(part: &Part, most: u64, watch: &Watch<'_>) -> Option<Self> {
        // Every column splits the elements in halves, so the mean cost is half the weight, and some element costs no more.
        let limit = |least: u64| part.scan.sum_of_cost(least.saturating_add(most));
        let threshold = AtomicI64::new(limit(part.weight / 2));
        let least = AtomicU64::new(u64::MAX);
        let visit = |counts: &mut BTreeMap<u64, u64>, _: u64, cost: u64| {
            if least.load(Ordering::Relaxed) > cost && least.fetch_min(cost, Ordering::Relaxed) > cost {
                threshold.fetch_max(limit(cost), Ordering::Relaxed);
            }
            *counts.entry(cost).or_insert(0) += 1;
        };
        let found = part.scan.run(watch, "light words", &threshold, BTreeMap::new, visit);
        let least = least.into_inner();
        let mut light = BTreeMap::new();
        for (cost, count) in found.states.into_iter().flatten() {
            if cost - least <= most {
                *light.entry(cost - least).or_insert(0) += count;
            }
        }
        found.complete.then(|| Self { least, light: light.into_iter().collect() })
    }
}
