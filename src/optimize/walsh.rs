//! The blocked Walsh–Hadamard transform: inner loops over 16-, 32- and 64-bit lanes.
//!
//! A block holds `2^(5 + levels)` sums. The lowest five coordinates are the 32 lanes of a line: adding a
//! column to a block adds its sign pattern over the lanes to the line at its place, which is these five
//! levels of the transform at no cost. The other levels are butterflies of whole lines, plain vertical
//! vector operations; the last three are fused with the search for large sums, so that a block is read
//! and written a few times only and lies in the second-level cache.

use crate::gf2::simd::multiversion;

/// Coordinates that a line's lanes stand for.
pub(super) const LANE_BITS: u32 = 5;
/// Lanes of a line.
pub(super) const LANES: usize = 1 << LANE_BITS;
/// The fewest levels a block has: those of the last pass.
pub(super) const MIN_LEVELS: u32 = 3;

/// Where a column stands in a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The line.
    pub(super) line: u32,
    /// The functional over the lane coordinates.
    pub(super) pattern: u32,
}

/// A signed whole-number type of the sums.
pub(super) trait Lane: Copy + Default + Send + Sync + Ord + Into<i64> + 'static {
    /// The largest sum it holds.
    const MAX_SUM: i64;

    /// The number; it must fit.
    fn narrow(value: i64) -> Self;

    /// Adds twice the negative of each listed column's value to the block and flips the value.
    fn flip(block: &mut [Self], values: &mut [Self], places: &[Place], flipped: &[u32]);

    /// Adds each column's value to the block.
    fn fill(block: &mut [Self], values: &[Self], places: &[Place]);

    /// Transforms the `levels` line levels of `source`, using `work` of the same length, and appends the
    /// places and values of all sums `>= threshold` to `hits`.
    fn transform(
        source: &[Self],
        work: &mut [Self],
        levels: u32,
        threshold: Self,
        hits: &mut Vec<(u32, Self)>,
    );
}

/// `SIGNS[p][l]` is −1 when the functional `p` is odd on lane `l`, else 1.
const SIGNS: [[i8; LANES]; LANES] = {
    let mut signs = [[1; LANES]; LANES];
    let mut p = 0;
    while p < LANES {
        let mut l = 0;
        while l < LANES {
            if (p & l).count_ones() % 2 == 1 {
                signs[p][l] = -1;
            }
            l += 1;
        }
        p += 1;
    }
    signs
};

macro_rules! lanes {
    ($module:ident, $lane:ty) => {
        mod $module {
            use super::*;

            impl Lane for $lane {
                const MAX_SUM: i64 = <$lane>::MAX as i64;

                fn narrow(value: i64) -> Self {
                    debug_assert!(value.abs() <= Self::MAX_SUM);
                    value as $lane
                }

                fn flip(block: &mut [Self], values: &mut [Self], places: &[Place], flipped: &[u32]) {
                    flip(block, values, places, flipped);
                }

                fn fill(block: &mut [Self], values: &[Self], places: &[Place]) {
                    fill(block, values, places);
                }

                fn transform(
                    source: &[Self],
                    work: &mut [Self],
                    levels: u32,
                    threshold: Self,
                    hits: &mut Vec<(u32, Self)>,
                ) {
                    transform(source, work, levels, threshold, hits);
                }
            }

            #[inline(always)]
            fn add_pattern(block: &mut [$lane], place: Place, value: $lane) {
                let line = &mut block[place.line as usize * LANES..][..LANES];
                let signs = &SIGNS[place.pattern as usize];
                for (sum, sign) in line.iter_mut().zip(signs) {
                    *sum = sum.wrapping_add(value.wrapping_mul(<$lane>::from(*sign)));
                }
            }

            multiversion! {
                fn flip(block: &mut [$lane], values: &mut [$lane], places: &[Place], flipped: &[u32]) {
                    for &column in flipped {
                        let value = values[column as usize];
                        values[column as usize] = -value;
                        add_pattern(block, places[column as usize], value.wrapping_mul(-2));
                    }
                }
            }

            multiversion! {
                fn fill(block: &mut [$lane], values: &[$lane], places: &[Place]) {
                    for (value, place) in values.iter().zip(places) {
                        add_pattern(block, *place, *value);
                    }
                }
            }

            #[inline(always)]
            fn butterfly8(mut v: [$lane; 8]) -> [$lane; 8] {
                let mut width = 4;
                while width > 0 {
                    let mut i = 0;
                    while i < 8 {
                        if i & width == 0 {
                            let (a, b) = (v[i], v[i + width]);
                            v[i] = a.wrapping_add(b);
                            v[i + width] = a.wrapping_sub(b);
                        }
                        i += 1;
                    }
                    width /= 2;
                }
                v
            }

            /// Three levels at once, from one block to another.
            #[inline(always)]
            fn three_levels(source: &[$lane], work: &mut [$lane]) {
                let step = source.len() / 8;
                let (s0, s1, s2, s3) = (&source[..step], &source[step..][..step], &source[2 * step..][..step], &source[3 * step..][..step]);
                let (s4, s5, s6, s7) = (&source[4 * step..][..step], &source[5 * step..][..step], &source[6 * step..][..step], &source[7 * step..][..step]);
                let (low, high) = work.split_at_mut(4 * step);
                let (a, b) = low.split_at_mut(2 * step);
                let (c, d) = high.split_at_mut(2 * step);
                let (w0, w1) = a.split_at_mut(step);
                let (w2, w3) = b.split_at_mut(step);
                let (w4, w5) = c.split_at_mut(step);
                let (w6, w7) = d.split_at_mut(step);
                let w7 = &mut w7[..step];
                for i in 0..step {
                    let v = butterfly8([s0[i], s1[i], s2[i], s3[i], s4[i], s5[i], s6[i], s7[i]]);
                    w0[i] = v[0];
                    w1[i] = v[1];
                    w2[i] = v[2];
                    w3[i] = v[3];
                    w4[i] = v[4];
                    w5[i] = v[5];
                    w6[i] = v[6];
                    w7[i] = v[7];
                }
            }

            /// Two levels in place.
            #[inline(always)]
            fn two_levels(block: &mut [$lane]) {
                let step = block.len() / 4;
                let (low, high) = block.split_at_mut(2 * step);
                let (b0, b1) = low.split_at_mut(step);
                let (b2, b3) = high.split_at_mut(step);
                for (((x0, x1), x2), x3) in b0.iter_mut().zip(b1).zip(b2).zip(b3) {
                    let (s, t) = (x0.wrapping_add(*x2), x0.wrapping_sub(*x2));
                    let (p, q) = (x1.wrapping_add(*x3), x1.wrapping_sub(*x3));
                    *x0 = s.wrapping_add(p);
                    *x1 = s.wrapping_sub(p);
                    *x2 = t.wrapping_add(q);
                    *x3 = t.wrapping_sub(q);
                }
            }

            #[inline(always)]
            fn one_level(block: &mut [$lane]) {
                let (low, high) = block.split_at_mut(block.len() / 2);
                for (x, y) in low.iter_mut().zip(high) {
                    (*x, *y) = (x.wrapping_add(*y), x.wrapping_sub(*y));
                }
            }

            /// The last three levels, and the search for large sums.
            #[inline(always)]
            fn last_levels(block: &[$lane], start: u32, threshold: $lane, hits: &mut Vec<(u32, $lane)>) {
                for (number, chunk) in block.chunks_exact(8 * LANES).enumerate() {
                    let mut sums = [0; 8 * LANES];
                    let mut largest = [<$lane>::MIN; LANES];
                    for l in 0..LANES {
                        let v = butterfly8([
                            chunk[l],
                            chunk[LANES + l],
                            chunk[2 * LANES + l],
                            chunk[3 * LANES + l],
                            chunk[4 * LANES + l],
                            chunk[5 * LANES + l],
                            chunk[6 * LANES + l],
                            chunk[7 * LANES + l],
                        ]);
                        for (i, sum) in v.iter().enumerate() {
                            sums[i * LANES + l] = *sum;
                        }
                        largest[l] = v[0].max(v[1]).max(v[2].max(v[3])).max(v[4].max(v[5]).max(v[6].max(v[7])));
                    }
                    if largest.iter().fold(false, |any, sum| any | (*sum >= threshold)) {
                        let start = start + (number * 8 * LANES) as u32;
                        for (i, line) in sums.chunks_exact(8).enumerate() {
                            if line.iter().fold(false, |any, sum| any | (*sum >= threshold)) {
                                for (j, sum) in line.iter().enumerate() {
                                    if *sum >= threshold {
                                        hits.push((start + (8 * i + j) as u32, *sum));
                                    }
                                }
                            }
                        }
                    }
                }
            }

            multiversion! {
                fn transform(
                    source: &[$lane],
                    work: &mut [$lane],
                    levels: u32,
                    threshold: $lane,
                    hits: &mut Vec<(u32, $lane)>,
                ) {
                    assert!(source.len() == LANES << levels && work.len() == source.len() && levels >= MIN_LEVELS);
                    let mut middle = levels - MIN_LEVELS;
                    if middle >= 3 {
                        three_levels(source, work);
                        middle -= 3;
                    } else {
                        work.copy_from_slice(source);
                    }
                    // What is left of the block after the first pass falls apart into pieces that lie in
                    // the first-level cache: each is finished before the next is begun.
                    let piece = 8 * LANES << middle;
                    for (number, piece_sums) in work.chunks_exact_mut(piece).enumerate() {
                        let mut size = piece;
                        let mut left = middle;
                        while left >= 2 {
                            piece_sums.chunks_exact_mut(size).for_each(|part| two_levels(part));
                            size /= 4;
                            left -= 2;
                        }
                        if left == 1 {
                            piece_sums.chunks_exact_mut(size).for_each(|part| one_level(part));
                        }
                        last_levels(piece_sums, (number * piece) as u32, threshold, hits);
                    }
                }
            }
        }
    };
}

lanes!(lanes16, i16);
lanes!(lanes32, i32);
lanes!(lanes64, i64);
