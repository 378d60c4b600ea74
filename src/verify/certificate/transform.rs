//! All costs of a small code: a plain Walsh–Hadamard transform, block by block.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::effort::{CertificateError, Effort};
use crate::gf2::simd::multiversion;

/// Coordinates of a block.
const BLOCK_BITS: u32 = 16;
/// Blocks between two reports.
const REPORT_EVERY: u64 = 64;

/// A function of `u` in GF(2)^d: `Σ weight_j · [h_j·u ≠ target_j]`, `h` and `u` as numbers of `d` bits.
pub(super) struct Costs {
    pub(super) dimension: u32,
    /// `h_j` and `weight_j`, negative when the target is 1.
    columns: Vec<(u64, i64)>,
    total: i64,
}

impl Costs {
    /// `dimension` at most 62.
    pub(super) fn new(dimension: usize) -> Self {
        Self { dimension: dimension as u32, columns: Vec::new(), total: 0 }
    }

    /// Adds a column.
    pub(super) fn add(&mut self, functional: u64, weight: u64, target: bool) {
        let weight = weight as i64;
        self.columns.push((functional, if target { -weight } else { weight }));
        self.total += weight;
    }

    /// How many elements there are.
    pub(super) fn elements(&self) -> u128 {
        1 << self.dimension
    }

    /// Calls `visit(state, u, cost)` for every element of cost below `limit`; false from it ends the scan early. Each
    /// task has its own state. Cost: 2^d sums of d terms, shared out.
    pub(super) fn scan<S: Send>(
        &self,
        limit: u64,
        phase: &str,
        effort: &Effort<'_>,
        start: impl Fn() -> S + Sync + Send,
        visit: impl Fn(&mut S, u64, u64) -> bool + Sync + Send,
    ) -> Result<Vec<S>, CertificateError> {
        match self.total <= i64::from(i32::MAX) {
            true => self.scan_in::<i32, S>(limit, phase, effort, start, visit),
            false => self.scan_in::<i64, S>(limit, phase, effort, start, visit),
        }
    }

    fn scan_in<T: Sum, S: Send>(
        &self,
        limit: u64,
        phase: &str,
        effort: &Effort<'_>,
        start: impl Fn() -> S + Sync + Send,
        visit: impl Fn(&mut S, u64, u64) -> bool + Sync + Send,
    ) -> Result<Vec<S>, CertificateError> {
        let block_bits = self.dimension.min(BLOCK_BITS);
        let blocks = 1_u64 << (self.dimension - block_bits);
        // A cost is (total − sum) / 2, and below the limit when the sum is above this. No sum is outside ±total.
        let twice = i64::try_from(limit).unwrap_or(i64::MAX).saturating_mul(2);
        let above = T::narrow(self.total.saturating_sub(twice).max(-self.total - 1));
        let (done, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        let block = |(mut sums, mut state): (Vec<T>, S), block: u64| {
            if ended.load(Ordering::Relaxed) || effort.stopped() {
                return (sums, state);
            }
            let high = block << block_bits;
            self.fill(high, &mut sums);
            T::transform(&mut sums);
            for (low, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > above) {
                let cost = ((self.total - (*sum).into()) / 2) as u64;
                if !visit(&mut state, high | low as u64, cost) {
                    ended.store(true, Ordering::Relaxed);
                    break;
                }
            }
            let now = done.fetch_add(1, Ordering::Relaxed) + 1;
            if now.is_multiple_of(REPORT_EVERY) {
                effort.report(phase, now, blocks);
            }
            (sums, state)
        };
        let begin = || (vec![T::narrow(0); 1 << block_bits], start());
        let states = (0..blocks).into_par_iter().fold(begin, block).map(|(_, state)| state).collect();
        effort.go_on()?;
        Ok(states)
    }

    /// What stands at each place of a block before the transform.
    fn fill<T: Sum>(&self, high: u64, sums: &mut [T]) {
        sums.fill(T::narrow(0));
        let mask = sums.len() as u64 - 1;
        for &(functional, value) in &self.columns {
            let odd = (functional & high).count_ones() % 2 == 1;
            let place = &mut sums[(functional & mask) as usize];
            *place = T::narrow((*place).into() + if odd { -value } else { value });
        }
    }
}

/// A type of sums.
trait Sum: Copy + Ord + Into<i64> + Send + Sync {
    /// The number, which must fit.
    fn narrow(value: i64) -> Self;

    /// Turns `f` into `F(u) = Σ_h f(h)·(−1)^(h·u)`.
    fn transform(sums: &mut [Self]);
}

macro_rules! sum {
    ($number:ty, $transform:ident) => {
        impl Sum for $number {
            fn narrow(value: i64) -> Self {
                value as $number
            }

            fn transform(sums: &mut [Self]) {
                $transform(sums);
            }
        }

        multiversion! {
            /// In place. No sum exceeds the sum of all absolute values, which the type holds, so nothing wraps.
            fn $transform(sums: &mut [$number]) {
                let mut half = 1;
                while half < sums.len() {
                    for pair in sums.chunks_exact_mut(2 * half) {
                        let (low, high) = pair.split_at_mut(half);
                        for (a, b) in low.iter_mut().zip(high) {
                            (*a, *b) = (a.wrapping_add(*b), a.wrapping_sub(*b));
                        }
                    }
                    half *= 2;
                }
            }
        }
    };
}
sum!(i32, transform_i32);
sum!(i64, transform_i64);
