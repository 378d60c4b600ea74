//! The trellis: the minimum by dynamic programming over what the coordinates chosen so far mean to the columns to
//! come. It pays where few lights face many buttons, and where the code is local in the order of the buttons.
//!
//! Once the coordinates up to `i` are chosen, the columns that involve later ones see of them only the values of their
//! own restrictions to coordinates up to `i`: a state of as many bits as the restrictions have rank, which is at most
//! the number of columns that are no single coordinate, and at most `i + 1`. (For codes: L. R. Bahl, J. Cocke,
//! F. Jelinek, J. Raviv, 1974; J. K. Wolf, 1978.) The coordinates are taken in the order in which the least of several
//! optima is chosen, so that the optima are read off in that order.

use std::collections::HashMap;
use std::ops::AddAssign;

use num_bigint::BigUint;
use rayon::prelude::*;

use super::Route;
use super::component::Component;
use super::search::{Known, Solved};
use super::watch::Watch;
use crate::gf2::BitRow;

/// States are numbers of this many bits at most.
const MAX_BITS: u32 = 34;
/// States that a task works on: whole words of choices.
const CHUNK: usize = 1 << 12;
/// States whose two choices fill a word.
const STATES_A_WORD: usize = 32;
/// What a state takes, beside a column of its section, about.
const SECONDS_PER_STATE: f64 = 3e-9;
const SECONDS_PER_COLUMN: f64 = 1e-9;

/// A component taken apart by coordinate.
#[derive(Debug, Clone)]
pub(super) struct Trellis {
    sections: Vec<Section>,
}

/// One coordinate: from the states before it to the states after it.
#[derive(Debug, Clone)]
struct Section {
    /// Bits of a state before.
    bits: u32,
    /// What each bit of the state before adds to the state after.
    images: Vec<u64>,
    /// What the coordinate adds to the state after, when it is 1.
    choice: u64,
    /// The columns whose last coordinate this is: the bits of the state before that they see, the weight, and
    /// whether they want to see 1. All of them see the coordinate itself.
    columns: Vec<(u64, u64, bool)>,
}

impl Trellis {
    /// The trellis of a component, when its states fit in `memory` bytes.
    /// Cost: O((columns + d · bits) · bits · d / 64).
    pub(super) fn new(component: &Component, memory: u64) -> Option<Self> {
        let d = component.dimension();
        // The columns by their last coordinate; since together they have full rank, none is without.
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); d];
        for j in 0..component.functionals.rows() {
            groups[component.functionals.row_bits(j).last_one()?].push(j);
        }
        let mut sections = Vec::with_capacity(d);
        let mut after: Vec<BitRow> = Vec::new();
        for (i, group) in groups.iter().enumerate().rev() {
            let mut before = Basis::default();
            let mut see = |row: &BitRow| {
                let mut earlier = row.clone();
                earlier.set(i, false);
                (before.coordinates(earlier), row.get(i))
            };
            let steps: Vec<(u64, bool)> = after.iter().map(&mut see).collect();
            let columns = group
                .iter()
                .map(|&j| (see(&component.functionals.row(j)).0, component.weights[j], component.targets[j]))
                .collect();
            let bits = before.rows.len() as u32;
            if bits > MAX_BITS {
                return None;
            }
            let image = |bit: u32| {
                let ones = steps.iter().enumerate().filter(|(_, (mask, _))| mask >> bit & 1 == 1);
                ones.fold(0, |sum, (t, _)| sum | 1 << t)
            };
            let choice =
                steps.iter().enumerate().filter(|(_, (_, own))| *own).fold(0, |sum, (t, _)| sum | 1 << t);
            sections.push(Section { bits, images: (0..bits).map(image).collect(), choice, columns });
            after = before.rows.into_iter().map(|(_, row)| row).collect();
        }
        sections.reverse();
        let trellis = Self { sections };
        (trellis.bytes() <= u128::from(memory)).then_some(trellis)
    }

    /// Costs of two sections' states and two bits for every state of all.
    fn bytes(&self) -> u128 {
        let states = || self.sections.iter().map(|section| 1u128 << section.bits);
        16 * states().max().unwrap_or(0) + states().map(|states| states.div_ceil(4).max(8)).sum::<u128>()
    }

    /// How many states there are, over all coordinates.
    pub(super) fn states(&self) -> u64 {
        self.sections.iter().map(|section| 1 << section.bits).sum()
    }

    /// About how long [`solve`](Self::solve) takes on one core.
    pub(super) fn seconds(&self) -> f64 {
        let section = |section: &Section| {
            let state = SECONDS_PER_STATE + SECONDS_PER_COLUMN * section.columns.len() as f64;
            state * f64::from(section.bits).exp2()
        };
        self.sections.iter().map(section).sum()
    }

    /// The optima of the component. Cost: O(Σ 2^bits · (columns of the section + bits / 8)).
    pub(super) fn solve(&self, known: &Known, watch: &Watch<'_>) -> Solved {
        let Some((best, choices)) = self.costs(watch) else {
            return Solved::incomplete(known, 0, Route::Trellis);
        };
        let count = if self.sections.len() < 128 {
            BigUint::from(self.paths::<u128>(&choices))
        } else {
            self.paths::<BigUint>(&choices)
        };
        let least = self.least(&choices, watch.limits().solutions);
        Solved { best, bound: best, complete: true, count, least, route: Route::Trellis, walked: [0, 0] }
    }

    /// The least cost, and for each section and state which values of the coordinate lead to the least cost from
    /// there. `None` when stopped.
    fn costs(&self, watch: &Watch<'_>) -> Option<(u64, Vec<Vec<u64>>)> {
        let total: f64 = self.sections.iter().map(|section| f64::from(section.bits).exp2()).sum();
        let mut done = 0.0;
        let mut later = vec![0_u64];
        let mut choices = Vec::with_capacity(self.sections.len());
        for section in self.sections.iter().rev() {
            let states = 1_usize << section.bits;
            let mut now = vec![0_u64; states];
            let mut chosen = vec![0_u64; states.div_ceil(STATES_A_WORD)];
            let map = LinearMap::new(&section.images);
            let weight: u64 = section.columns.iter().map(|(_, weight, _)| weight).sum();
            let tasks =
                now.par_chunks_mut(CHUNK).zip(chosen.par_chunks_mut(CHUNK / STATES_A_WORD)).enumerate();
            tasks.for_each(|(task, (now, chosen))| {
                if watch.stopped() {
                    return;
                }
                for (i, cost) in now.iter_mut().enumerate() {
                    let state = (task * CHUNK + i) as u64;
                    let unseen = section.cost_of_zero(state);
                    let next = map.of(state);
                    let zero = later[next as usize] + unseen;
                    let one = later[(next ^ section.choice) as usize] + (weight - unseen);
                    *cost = zero.min(one);
                    let both = u64::from(zero <= one) | u64::from(one <= zero) << 1;
                    chosen[i / STATES_A_WORD] |= both << (2 * (i % STATES_A_WORD));
                }
            });
            if watch.stopped() {
                return None;
            }
            choices.push(chosen);
            later = now;
            done += states as f64;
            watch.report("trellis", (done * 1000.0 / total) as u64, 1000);
        }
        choices.reverse();
        Some((later[0], choices))
    }

    /// How many elements have the least cost: paths from the one state at the start.
    fn paths<T: for<'a> AddAssign<&'a T> + From<u8>>(&self, choices: &[Vec<u64>]) -> T {
        let mut at: HashMap<u64, T> = HashMap::from([(0, T::from(1))]);
        for (section, chosen) in self.sections.iter().zip(choices) {
            let map = LinearMap::new(&section.images);
            let mut next = HashMap::with_capacity(at.len());
            for (state, paths) in at {
                for (_, after) in section.steps(&map, chosen, state) {
                    *next.entry(after).or_insert_with(|| T::from(0)) += &paths;
                }
            }
            at = next;
        }
        at.remove(&0).unwrap_or_else(|| T::from(0))
    }

    /// The least elements of least cost, ascending, as many as wanted. Every beginning kept goes on to at least one,
    /// so no more beginnings than that are needed.
    fn least(&self, choices: &[Vec<u64>], wanted: usize) -> Vec<BitRow> {
        let mut begun = vec![(BitRow::zeros(self.sections.len()), 0)];
        for (i, (section, chosen)) in self.sections.iter().zip(choices).enumerate() {
            let map = LinearMap::new(&section.images);
            let mut longer = Vec::with_capacity(begun.len());
            for (element, state) in begun {
                for (value, after) in section.steps(&map, chosen, state) {
                    if longer.len() < wanted.max(1) {
                        let mut element = element.clone();
                        element.set(i, value);
                        longer.push((element, after));
                    }
                }
            }
            begun = longer;
        }
        begun.into_iter().map(|(element, _)| element).collect()
    }
}

impl Section {
    /// What the columns cost when the coordinate is 0; when it is 1, they cost the rest of their weight.
    #[inline]
    fn cost_of_zero(&self, state: u64) -> u64 {
        let cost = |(mask, weight, target): &(u64, u64, bool)| {
            if ((mask & state).count_ones() & 1 == 1) == *target { 0 } else { *weight }
        };
        self.columns.iter().map(cost).sum()
    }

    /// The values of the coordinate that lead to the least cost, and the states that they lead to.
    fn steps(&self, map: &LinearMap, chosen: &[u64], state: u64) -> impl Iterator<Item = (bool, u64)> {
        let both = chosen[state as usize / STATES_A_WORD] >> (2 * (state as usize % STATES_A_WORD));
        let next = map.of(state);
        let steps = [(false, next, both & 1), (true, next ^ self.choice, both >> 1 & 1)];
        steps.into_iter().filter(|(_, _, leads)| *leads == 1).map(|(value, state, _)| (value, state))
    }
}

/// Independent rows, and for any row in their span which of them sum to it.
#[derive(Default)]
struct Basis {
    /// Each with its first one; at the first ones of those before it, it is 0.
    rows: Vec<(usize, BitRow)>,
}

impl Basis {
    /// The rows that sum to `row`, as bits; what is independent of them becomes a row of its own. Past 64 rows the
    /// bits mean nothing.
    fn coordinates(&mut self, mut row: BitRow) -> u64 {
        let mut mask = 0;
        for (number, (first, other)) in self.rows.iter().enumerate() {
            if row.get(*first) {
                row.add(other);
                mask |= 1_u64.checked_shl(number as u32).unwrap_or(0);
            }
        }
        let first = row.ones().next();
        if let Some(first) = first {
            mask |= 1_u64.checked_shl(self.rows.len() as u32).unwrap_or(0);
            self.rows.push((first, row));
        }
        mask
    }
}

/// A linear map of words, eight bits at a time.
struct LinearMap {
    tables: Vec<[u64; 256]>,
}

impl LinearMap {
    fn new(images: &[u64]) -> Self {
        let table = |images: &[u64]| {
            let mut table = [0; 256];
            for byte in 1..256_usize {
                let image = images.get(byte.ilog2() as usize).copied().unwrap_or(0);
                table[byte] = table[byte ^ 1 << byte.ilog2()] ^ image;
            }
            table
        };
        Self { tables: images.chunks(8).map(table).collect() }
    }

    #[inline]
    fn of(&self, word: u64) -> u64 {
        let byte = |i: usize| (word >> (8 * i) & 0xff) as usize;
        self.tables.iter().enumerate().fold(0, |sum, (i, table)| sum ^ table[byte(i)])
    }
}
