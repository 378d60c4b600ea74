//! The passes of the Walsh–Hadamard transform in 256-bit vectors: three levels to a pass, eight vectors at
//! a time in registers.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_cmpgt_epi16, _mm256_cmpgt_epi32, _mm256_max_epi16,
    _mm256_max_epi32, _mm256_movemask_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_sub_epi16,
    _mm256_sub_epi32,
};

use super::walsh::{LANES, Line, eighths};

macro_rules! vectors {
    ($module:ident, $lane:ty, $add:ident, $sub:ident, $max:ident, $greater:ident, $broadcast:ident) => {
        pub(super) mod $module {
            use super::*;

            /// Lanes of a vector.
            const WIDTH: usize = size_of::<__m256i>() / size_of::<$lane>();
            /// Vectors of a line.
            const PER_LINE: usize = LANES / WIDTH;
            /// One bit a lane of the byte mask of a vector.
            const LANE_MASK: u32 = if size_of::<$lane>() == 2 { 0x5555_5555 } else { 0x1111_1111 };

            const _: () = assert!(size_of::<Line<$lane>>() == PER_LINE * size_of::<__m256i>());
            const _: () = assert!(align_of::<Line<$lane>>() >= align_of::<__m256i>());

            fn as_vectors(lines: &[Line<$lane>]) -> &[__m256i] {
                // SAFETY: a line is as large as `PER_LINE` vectors and aligned for them (asserted above), it has no
                // padding, and any bits are valid as either type; the borrow lasts as long as that of the lines.
                unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * PER_LINE) }
            }

            fn as_vectors_mut(lines: &mut [Line<$lane>]) -> &mut [__m256i] {
                // SAFETY: as above; the lines are borrowed for as long as the vectors, so nothing else reaches them.
                unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * PER_LINE) }
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn butterfly(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
                ($add(a, b), $sub(a, b))
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn butterfly8(v: [__m256i; 8]) -> [__m256i; 8] {
                let (a0, a4) = butterfly(v[0], v[4]);
                let (a1, a5) = butterfly(v[1], v[5]);
                let (a2, a6) = butterfly(v[2], v[6]);
                let (a3, a7) = butterfly(v[3], v[7]);
                let (b0, b2) = butterfly(a0, a2);
                let (b1, b3) = butterfly(a1, a3);
                let (b4, b6) = butterfly(a4, a6);
                let (b5, b7) = butterfly(a5, a7);
                let (c0, c1) = butterfly(b0, b1);
                let (c2, c3) = butterfly(b2, b3);
                let (c4, c5) = butterfly(b4, b5);
                let (c6, c7) = butterfly(b6, b7);
                [c0, c1, c2, c3, c4, c5, c6, c7]
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn three_levels_from(source: &[__m256i], work: &mut [__m256i]) {
                let (step, apart) = (work.len() / 8, source.len() / 8);
                let s: [&[__m256i]; 8] = std::array::from_fn(|i| &source[i * apart..][..step]);
                let w = eighths(work).map(|part| &mut part[..step]);
                for i in 0..step {
                    let v =
                        butterfly8([s[0][i], s[1][i], s[2][i], s[3][i], s[4][i], s[5][i], s[6][i], s[7][i]]);
                    w[0][i] = v[0];
                    w[1][i] = v[1];
                    w[2][i] = v[2];
                    w[3][i] = v[3];
                    w[4][i] = v[4];
                    w[5][i] = v[5];
                    w[6][i] = v[6];
                    w[7][i] = v[7];
                }
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn three_levels(block: &mut [__m256i]) {
                let step = block.len() / 8;
                let w = eighths(block).map(|part| &mut part[..step]);
                for i in 0..step {
                    let v =
                        butterfly8([w[0][i], w[1][i], w[2][i], w[3][i], w[4][i], w[5][i], w[6][i], w[7][i]]);
                    w[0][i] = v[0];
                    w[1][i] = v[1];
                    w[2][i] = v[2];
                    w[3][i] = v[3];
                    w[4][i] = v[4];
                    w[5][i] = v[5];
                    w[6][i] = v[6];
                    w[7][i] = v[7];
                }
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn two_levels(block: &mut [__m256i]) {
                let (low, high) = block.split_at_mut(block.len() / 2);
                let (w0, w1) = low.split_at_mut(low.len() / 2);
                let (w2, w3) = high.split_at_mut(high.len() / 2);
                for (((x0, x1), x2), x3) in w0.iter_mut().zip(w1).zip(w2).zip(w3) {
                    let (a0, a2) = butterfly(*x0, *x2);
                    let (a1, a3) = butterfly(*x1, *x3);
                    (*x0, *x1) = butterfly(a0, a1);
                    (*x2, *x3) = butterfly(a2, a3);
                }
            }

            #[inline]
            #[target_feature(enable = "avx2")]
            fn one_level(block: &mut [__m256i]) {
                let (low, high) = block.split_at_mut(block.len() / 2);
                for (x, y) in low.iter_mut().zip(high) {
                    (*x, *y) = butterfly(*x, *y);
                }
            }

            /// The last three levels, and the search for sums above `below`; `start` is the place of the
            /// first sum.
            #[inline]
            #[target_feature(enable = "avx2")]
            fn last_levels(block: &[__m256i], start: usize, below: __m256i, hits: &mut Vec<(u32, $lane)>) {
                for (number, chunk) in block.chunks_exact(8 * PER_LINE).enumerate() {
                    for j in 0..PER_LINE {
                        let v = butterfly8(std::array::from_fn(|i| chunk[i * PER_LINE + j]));
                        let left = $max($max(v[0], v[1]), $max(v[2], v[3]));
                        let right = $max($max(v[4], v[5]), $max(v[6], v[7]));
                        if _mm256_movemask_epi8($greater($max(left, right), below)) != 0 {
                            pick(&v, start + number * 8 * LANES + j * WIDTH, below, hits);
                        }
                    }
                }
            }

            #[cold]
            #[inline(never)]
            #[target_feature(enable = "avx2")]
            fn pick(v: &[__m256i; 8], start: usize, below: __m256i, hits: &mut Vec<(u32, $lane)>) {
                for (i, sums) in v.iter().enumerate() {
                    let mut mask = _mm256_movemask_epi8($greater(*sums, below)) as u32 & LANE_MASK;
                    if mask == 0 {
                        continue;
                    }
                    // SAFETY: both are 32 bytes without padding in which any bits are valid.
                    let sums: [$lane; WIDTH] = unsafe { std::mem::transmute(*sums) };
                    while mask != 0 {
                        let lane = mask.trailing_zeros() as usize / size_of::<$lane>();
                        hits.push(((start + i * LANES + lane) as u32, sums[lane]));
                        mask &= mask - 1;
                    }
                }
            }

            /// See [`Lane::transform`](super::super::walsh::Lane::transform).
            #[target_feature(enable = "avx2")]
            pub(in crate::optimize) fn transform(
                source: &[Line<$lane>],
                work: &mut [Line<$lane>],
                threshold: $lane,
                hits: &mut Vec<(u32, $lane)>,
            ) {
                let below = $broadcast(threshold.saturating_sub(1));
                let levels = work.len().ilog2();
                let (source, work) = (as_vectors(source), as_vectors_mut(work));
                // What is left after the first pass falls apart into pieces that lie in the first-level
                // cache; each is finished before the next is begun.
                let first = levels >= 6;
                if first {
                    three_levels_from(source, work);
                } else {
                    let (step, apart) = (work.len() / 8, source.len() / 8);
                    for (to, from) in work.chunks_exact_mut(step).zip(source.chunks_exact(apart)) {
                        to.copy_from_slice(&from[..step]);
                    }
                }
                let middle = levels - 3 - if first { 3 } else { 0 };
                let piece = PER_LINE << (middle + 3);
                for (number, part) in work.chunks_exact_mut(piece).enumerate() {
                    let (mut size, mut left) = (piece, middle);
                    while left >= 3 {
                        part.chunks_exact_mut(size).for_each(|part| three_levels(part));
                        (size, left) = (size / 8, left - 3);
                    }
                    if left == 2 {
                        part.chunks_exact_mut(size).for_each(|part| two_levels(part));
                    } else if left == 1 {
                        part.chunks_exact_mut(size).for_each(|part| one_level(part));
                    }
                    last_levels(part, number * piece * WIDTH, below, hits);
                }
            }
        }
    };
}

vectors!(
    lanes16,
    i16,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_max_epi16,
    _mm256_cmpgt_epi16,
    _mm256_set1_epi16
);
vectors!(
    lanes32,
    i32,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_max_epi32,
    _mm256_cmpgt_epi32,
    _mm256_set1_epi32
);
