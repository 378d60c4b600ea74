//! Kernels over slices of words: the inner loops of all linear algebra here.

use super::simd::multiversion;

multiversion! {
    /// `dst ^= src`, word by word. Cost: O(words).
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn xor_into(dst: &mut [u64], src: &[u64]) {
        assert_eq!(dst.len(), src.len(), "xor of rows of different widths");
        for (d, s) in dst.iter_mut().zip(src) {
            *d ^= *s;
        }
    }
}

multiversion! {
    /// The inner product over GF(2): whether `a & b` has an odd number of ones. Cost: O(words).
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn and_parity(a: &[u64], b: &[u64]) -> bool {
        assert_eq!(a.len(), b.len(), "inner product of rows of different widths");
        let folded = a.iter().zip(b).fold(0, |acc, (x, y)| acc ^ (x & y));
        folded.count_ones() % 2 == 1
    }
}

multiversion! {
    /// The number of ones. Cost: O(words).
    pub fn count_ones(words: &[u64]) -> usize {
        words.iter().map(|w| w.count_ones() as usize).sum()
    }
}

/// Transposes a 64 × 64 block in place: bit `c` of word `r` becomes bit `r` of word `c`.
///
/// Halving exchange of off-diagonal blocks (Warren, *Hacker's Delight*, 7-3). Cost: 6 · 64 word steps.
pub(crate) fn transpose_block(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut r = 0;
        while r < 64 {
            let swap = ((block[r] >> width) ^ block[r + width]) & mask;
            block[r] ^= swap << width;
            block[r + width] ^= swap;
            r = (r + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}
