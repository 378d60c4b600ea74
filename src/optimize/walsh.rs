//! The blocked Walsh–Hadamard transform: inner loops over 16-, 32- and 64-bit lanes.
//!
//! A block holds `2^(5 + levels)` sums in `2^levels` lines. The lowest five coordinates are the 32 lanes of
//! a line: adding a column to a block adds its sign pattern over the lanes to the line at its place, which
//! is these five levels of the transform at no cost. The other levels are butterflies of whole lines,
//! plain vertical vector operations, three levels to a pass; the last pass is fused with the search for
//! large sums, so a block, which lies in the second-level cache, is read four times and written three.
//!
//! Here are the types and the portable loops; the AVX2 loops for 16- and 32-bit lanes stand beside.

use crate::gf2::simd::{Level, level, multiversion};

/// Coordinates that a line's lanes stand for.
pub(super) const LANE_BITS: u32 = 5;
/// Lanes of a line.
pub(super) const LANES: usize = 1 << LANE_BITS;
/// The fewest levels a block has: those of the last pass.
pub(super) const MIN_LEVELS: u32 = 3;

/// One line of a block.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line<T>(pub(super) [T; LANES]);

/// Lines left empty after each eighth of a source block: the first pass reads and writes eight streams, and
/// at distances of a power of two all sixteen would fall into one set of the first-level cache.
const GAP: usize = 1;

/// Lines of a source block of `levels` levels, gaps included.
pub(super) const fn source_lines(levels: u32) -> usize {
    (1 << levels) + 8 * GAP
}

/// Where line `number` of a source block of `levels` levels stands in it.
pub(super) const fn source_line(levels: u32, number: u32) -> u32 {
    number + (number >> (levels - MIN_LEVELS)) * GAP as u32
}

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
    fn flip(block: &mut [Line<Self>], values: &mut [Self], places: &[Place], flipped: &[u32]);

    /// Adds each column's value to the block.
    fn fill(block: &mut [Line<Self>], values: &[Self], places: &[Place]);

    /// Transforms the line levels of `source`, a block with gaps (see [`source_line`]), using `work`, the same
    /// number of lines without, a power of two and at least eight, and appends the places and values of all
    /// sums `>= threshold` to `hits`.
    fn transform(
        source: &[Line<Self>],
        work: &mut [Line<Self>],
        threshold: Self,
        hits: &mut Vec<(u32, Self)>,
    );
}

/// Splits a slice in eight equal parts.
pub(super) fn eighths<T>(slice: &mut [T]) -> [&mut [T]; 8] {
    let step = slice.len() / 8;
    let mut rest = slice;
    std::array::from_fn(|_| {
        let (part, others) = std::mem::take(&mut rest).split_at_mut(step);
        rest = others;
        part
    })
}

macro_rules! lanes {
    ($module:ident, $lane:ty, $transform:path) => {
        mod $module {
            use super::*;

            /// `SIGNS[p].0[l]` is −1 when the functional `p` is odd on lane `l`, else 1.
            const SIGNS: [Line<$lane>; LANES] = {
                let mut signs = [Line([1; LANES]); LANES];
                let mut p = 0;
                while p < LANES {
                    let mut l = 0;
                    while l < LANES {
                        if (p & l).count_ones() % 2 == 1 {
                            signs[p].0[l] = -1;
                        }
                        l += 1;
                    }
                    p += 1;
                }
                signs
            };

            impl Lane for $lane {
                const MAX_SUM: i64 = <$lane>::MAX as i64;

                fn narrow(value: i64) -> Self {
                    debug_assert!(value.abs() <= Self::MAX_SUM);
                    value as $lane
                }

                fn flip(block: &mut [Line<Self>], values: &mut [Self], places: &[Place], flipped: &[u32]) {
                    flip(block, values, places, flipped);
                }

                fn fill(block: &mut [Line<Self>], values: &[Self], places: &[Place]) {
                    fill(block, values, places);
                }

                fn transform(
                    source: &[Line<Self>],
                    work: &mut [Line<Self>],
                    threshold: Self,
                    hits: &mut Vec<(u32, Self)>,
                ) {
                    assert!(work.len().is_power_of_two() && work.len() >= 1 << MIN_LEVELS);
                    assert_eq!(source.len(), work.len() + 8 * GAP);
                    $transform(source, work, threshold, hits);
                }
            }

            #[inline(always)]
            fn add_pattern(block: &mut [Line<$lane>], place: Place, value: $lane) {
                let line = &mut block[place.line as usize].0;
                let signs = &SIGNS[place.pattern as usize].0;
                for (sum, sign) in line.iter_mut().zip(signs) {
                    *sum = sum.wrapping_add(value.wrapping_mul(*sign));
                }
            }

            multiversion! {
                fn flip(block: &mut [Line<$lane>], values: &mut [$lane], places: &[Place], flipped: &[u32]) {
                    for &column in flipped {
                        let value = values[column as usize];
                        values[column as usize] = value.wrapping_neg();
                        add_pattern(block, places[column as usize], value.wrapping_mul(-2));
                    }
                }
            }

            multiversion! {
                fn fill(block: &mut [Line<$lane>], values: &[$lane], places: &[Place]) {
                    for (value, place) in values.iter().zip(places) {
                        add_pattern(block, *place, *value);
                    }
                }
            }

            #[inline(always)]
            fn one_level(block: &mut [Line<$lane>]) {
                let (low, high) = block.split_at_mut(block.len() / 2);
                for (x, y) in low.iter_mut().zip(high) {
                    for l in 0..LANES {
                        (x.0[l], y.0[l]) = (x.0[l].wrapping_add(y.0[l]), x.0[l].wrapping_sub(y.0[l]));
                    }
                }
            }

            multiversion! {
                /// One level to a pass: for machines without AVX2, and for 64-bit lanes.
                pub(super) fn plain(
                    source: &[Line<$lane>],
                    work: &mut [Line<$lane>],
                    threshold: $lane,
                    hits: &mut Vec<(u32, $lane)>,
                ) {
                    let eighth = work.len() / 8;
                    for (to, from) in work.chunks_exact_mut(eighth).zip(source.chunks_exact(eighth + GAP)) {
                        to.copy_from_slice(&from[..eighth]);
                    }
                    let mut size = work.len();
                    while size > 1 {
                        work.chunks_exact_mut(size).for_each(|part| one_level(part));
                        size /= 2;
                    }
                    for (number, line) in work.iter().enumerate() {
                        if line.0.iter().fold(false, |any, sum| any | (*sum >= threshold)) {
                            for (lane, sum) in line.0.iter().enumerate() {
                                if *sum >= threshold {
                                    hits.push(((number * LANES + lane) as u32, *sum));
                                }
                            }
                        }
                    }
                }
            }
        }
    };
}

lanes!(lanes16, i16, super::transform16);
lanes!(lanes32, i32, super::transform32);
lanes!(lanes64, i64, plain);

/// Chooses the loops for 16-bit lanes.
fn transform16(source: &[Line<i16>], work: &mut [Line<i16>], threshold: i16, hits: &mut Vec<(u32, i16)>) {
    #[cfg(target_arch = "x86_64")]
    if level() >= Level::Avx2 {
        // SAFETY: all that `transform` needs is AVX2, and the level is Avx2 or more only after that was seen here.
        return unsafe { super::walsh_avx2::lanes16::transform(source, work, threshold, hits) };
    }
    lanes16::plain(source, work, threshold, hits);
}

/// Chooses the loops for 32-bit lanes.
fn transform32(source: &[Line<i32>], work: &mut [Line<i32>], threshold: i32, hits: &mut Vec<(u32, i32)>) {
    #[cfg(target_arch = "x86_64")]
    if level() >= Level::Avx2 {
        // SAFETY: as for 16-bit lanes.
        return unsafe { super::walsh_avx2::lanes32::transform(source, work, threshold, hits) };
    }
    lanes32::plain(source, work, threshold, hits);
}
