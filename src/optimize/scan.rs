//! All light elements of a problem of at most 64 dimensions, by transforming block after block.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;

use super::walsh::{LANE_BITS, LANES, Lane, Line, MIN_LEVELS, Place, source_line, source_lines};
use super::watch::Watch;

/// Coordinates of a block: 2^16 sums of two bytes are a quarter of a usual second-level cache. (Few under Miri, so that
/// there are several blocks and tasks at sizes that it can interpret.)
const BLOCK_BITS: u32 = if cfg!(miri) { 11 } else { 16 };
/// Coordinates of a task's blocks: enough work that filling its first block does not show.
const TASK_BITS: u32 = if cfg!(miri) { 1 } else { 8 };
/// At most so many tasks, as a power of two.
const MAX_TASKS: u32 = 16;
/// Blocks between two reports.
const REPORT_EVERY: u64 = 256;

/// The cost of `u` as `(total − F(u)) / 2`, where `F(u) = Σ values_j · (−1)^(functionals_j · u)` is the
/// Walsh–Hadamard transform of a sparse function.
#[derive(Debug, Clone)]
pub(super) struct Scan {
    dimension: u32,
    functionals: Vec<u64>,
    values: Vec<i64>,
    total: i64,
}

impl Scan {
    /// Of `Σ weight_j · [functional_j · u ≠ target_j]`, `u` a number of `dimension` bits.
    pub(super) fn new(dimension: usize, functionals: Vec<u64>, weights: &[u64], targets: &[bool]) -> Self {
        let sign = |target: bool, weight: u64| if target { -(weight as i64) } else { weight as i64 };
        let values: Vec<i64> = weights.iter().zip(targets).map(|(w, t)| sign(*t, *w)).collect();
        let total = weights.iter().sum::<u64>() as i64;
        Self { dimension: dimension as u32, functionals, values, total }
    }

    /// How many sums are computed in all.
    pub(super) fn work(&self) -> f64 {
        f64::from(self.dimension.max(LANE_BITS + MIN_LEVELS)).exp2()
    }

    /// The sum `F` of an element of the given cost.
    pub(super) fn sum_of_cost(&self, cost: u64) -> i64 {
        self.total.saturating_sub((cost.min(i64::MAX as u64 / 4) as i64) * 2)
    }

    /// The largest cost of the elements whose sum is at least `sum`.
    pub(super) fn cost_of_sum(&self, sum: i64) -> u64 {
        (self.total.saturating_sub(sum) / 2).max(0) as u64
    }

    /// Calls `visit(state, u, cost)` for every `u` whose sum is at least `threshold`, which may be raised
    /// while the scan runs; each task has its own state, and the states are returned in a fixed order.
    /// A scan that the caller stopped is not complete.
    ///
    /// Cost: 2^d sums, `d/16` additions each, and a pass over the columns for every 2^16 of them.
    pub(super) fn run<S: Send>(
        &self,
        watch: &Watch<'_>,
        phase: &str,
        threshold: &AtomicI64,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, u64, u64) + Sync,
    ) -> Found<S> {
        if self.total <= i64::from(i16::MAX) {
            self.run_lanes::<i16, S>(watch, phase, threshold, start, visit)
        } else if self.total <= i64::from(i32::MAX) {
            self.run_lanes::<i32, S>(watch, phase, threshold, start, visit)
        } else {
            self.run_lanes::<i64, S>(watch, phase, threshold, start, visit)
        }
    }

    fn run_lanes<L: Lane, S: Send>(
        &self,
        watch: &Watch<'_>,
        phase: &str,
        threshold: &AtomicI64,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, u64, u64) + Sync,
    ) -> Found<S> {
        let block_bits = self.dimension.clamp(LANE_BITS + MIN_LEVELS, BLOCK_BITS);
        let high_bits = self.dimension.saturating_sub(block_bits);
        let task_bits = high_bits.min(TASK_BITS.max(high_bits.saturating_sub(MAX_TASKS)));
        let blocks = Blocks::<L>::new(self, block_bits, high_bits);
        let done = AtomicU64::new(0);
        let total = 1_u64 << high_bits;
        let task = |room: &mut Room<L>, number: u64| {
            let Room { source, work, hits } = room;
            let mut state = start();
            if watch.stopped() {
                // Before the first block: there may be many tasks left.
                return (state, false);
            }
            let first = number << task_bits;
            let mut values = blocks.values_at(first ^ first >> 1);
            source.fill(Line([L::default(); LANES]));
            L::fill(source, &values, &blocks.places);
            for step in first..first + (1 << task_bits) {
                if step > first {
                    L::flip(
                        source,
                        &mut values,
                        &blocks.places,
                        &blocks.flipped[step.trailing_zeros() as usize],
                    );
                }
                let wanted = threshold.load(Ordering::Relaxed).max(-self.total);
                if wanted <= self.total {
                    hits.clear();
                    L::transform(source, work, L::narrow(wanted), hits);
                    let high = (step ^ step >> 1) << block_bits;
                    for &(low, sum) in &*hits {
                        let u = high | u64::from(low);
                        // A problem smaller than a block is seen several times over in it.
                        if self.dimension >= block_bits || u >> self.dimension == 0 {
                            visit(&mut state, u, ((self.total - sum.into()) / 2) as u64);
                        }
                    }
                }
                if watch.stopped() {
                    return (state, false);
                }
                let now = done.fetch_add(1, Ordering::Relaxed) + 1;
                if now.is_multiple_of(REPORT_EVERY) {
                    watch.report(phase, now, total);
                }
            }
            (state, true)
        };
        let levels = block_bits - LANE_BITS;
        let zeros = |lines| vec![Line([L::default(); LANES]); lines];
        let room =
            || Room { source: zeros(source_lines(levels)), work: zeros(1 << levels), hits: Vec::new() };
        let tasks = 1_usize << (high_bits - task_bits);
        let results: Vec<(S, bool)> = if tasks == 1 {
            vec![task(&mut room(), 0)]
        } else {
            (0..tasks).into_par_iter().map_init(room, |room, number| task(room, number as u64)).collect()
        };
        let complete = results.iter().all(|(_, complete)| *complete);
        Found { states: results.into_iter().map(|(state, _)| state).collect(), complete }
    }
}

/// What a scan found.
#[derive(Debug)]
pub(super) struct Found<S> {
    /// The states of the tasks.
    pub(super) states: Vec<S>,
    /// Whether the scan went to its end.
    pub(super) complete: bool,
}

/// What a task works in.
struct Room<L> {
    source: Vec<Line<L>>,
    work: Vec<Line<L>>,
    hits: Vec<(u32, L)>,
}

/// The columns as the blocks see them.
struct Blocks<L> {
    /// Where each column stands in a block.
    places: Vec<Place>,
    /// The functional over the coordinates above the block.
    high: Vec<u64>,
    values: Vec<L>,
    /// For each coordinate above the block, the columns whose sign it flips.
    flipped: Vec<Vec<u32>>,
}

impl<L: Lane> Blocks<L> {
    fn new(scan: &Scan, block_bits: u32, high_bits: u32) -> Self {
        let line_mask = (1_u64 << (block_bits - LANE_BITS)) - 1;
        let place = |h: &u64| Place {
            line: source_line(block_bits - LANE_BITS, (h >> LANE_BITS & line_mask) as u32),
            pattern: (h & (LANES as u64 - 1)) as u32,
        };
        let high: Vec<u64> =
            scan.functionals.iter().map(|h| h.checked_shr(block_bits).unwrap_or(0)).collect();
        let sees = |bit: u32| (0..high.len() as u32).filter(|&j| high[j as usize] >> bit & 1 == 1).collect();
        Self {
            places: scan.functionals.iter().map(place).collect(),
            values: scan.values.iter().map(|v| L::narrow(*v)).collect(),
            flipped: (0..high_bits).map(sees).collect(),
            high,
        }
    }

    /// The signed values of the columns when the coordinates above the block are `u`.
    fn values_at(&self, u: u64) -> Vec<L> {
        let sign = |j: usize| (self.high[j] & u).count_ones() % 2 == 1;
        let value = |j: usize| {
            let value: i64 = self.values[j].into();
            L::narrow(if sign(j) { -value } else { value })
        };
        (0..self.values.len()).map(value).collect()
    }
}
