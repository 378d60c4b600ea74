//! Other bases than the powers of x, reached by folding one half of the coefficients onto the other: O(n log n)
//! bit operations each, 64 at a time.
//!
//! All three rest on a power of two: (x+1)^h = x^h + 1, (x²+x)^h = x^{2h} + x^h, and the Dickson
//! polynomial D_h(x) = x^h, for h = 2^j. So a polynomial of 2h (or 4h) coefficients splits exactly with a few
//! exclusive ors, and the halves are done alike.

use super::Polynomial;
use crate::gf2::{WORD_BITS, words_for};

/// For `j` in 0..6: the bits of a word whose index has bit `j` clear.
const LOW_HALVES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl Polynomial {
    /// `self(x + 1)`, its own inverse: from the top, f = l + x^h u gives f(x+1) = (l + u)(x+1) + x^h u(x+1).
    /// Cost: O(words · log words).
    #[must_use]
    pub fn shifted_by_one(&self) -> Self {
        let mut words = self.words.clone();
        for h in halves(words.len(), 2) {
            for block in words.chunks_mut(2 * h) {
                let (low, high) = block.split_at_mut(h.min(block.len()));
                for (l, u) in low.iter_mut().zip(high) {
                    *l ^= *u;
                }
            }
        }
        for word in &mut words {
            for j in (0..6).rev() {
                *word ^= *word >> (1 << j) & LOW_HALVES[j];
            }
        }
        Self::from_words(words)
    }

    /// `(a, b)` with `self = a(x² + x) + x · b(x² + x)`. Cost: O(words · log words).
    ///
    /// The Taylor expansion at x² + x of Gao and Mateer (*Additive fast Fourier transforms over finite
    /// fields*, 2010). With X = x^h and quarters of h coefficients, q₃X³ + q₂X² = (X² + X)(q₃X + q₂ + q₃) +
    /// (q₂ + q₃) X.
    pub fn split_by_artin_schreier(&self) -> (Self, Self) {
        let mut words = self.words.clone();
        for h in halves(words.len(), 4) {
            for block in words.chunks_mut(4 * h) {
                fold(block, 2 * h, 3 * h);
                fold(block, h, 2 * h);
            }
        }
        // Quarters of half a word: q₀ q₁ in one word, q₂ q₃ in the next.
        for pair in words.chunks_exact_mut(2) {
            pair[1] ^= pair[1] >> 32;
            pair[0] ^= pair[1] << 32;
        }
        for word in &mut words {
            for j in (0..5).rev() {
                let (h, low) = (1 << j, LOW_HALVES[j] & LOW_HALVES[j + 1]);
                *word ^= *word >> h & low << (2 * h);
                *word ^= *word >> h & low << h;
            }
        }
        let mut parts = [vec![0; words.len().div_ceil(2)], vec![0; words.len().div_ceil(2)]];
        for (i, word) in words.iter().enumerate() {
            for (odd, part) in parts.iter_mut().enumerate() {
                part[i / 2] |= every_second_bit(word >> odd) << (32 * (i % 2));
            }
        }
        let [even, odd] = parts;
        (Self::from_words(even), Self::from_words(odd))
    }

    /// `a(x² + x) + x · b(x² + x)`: the inverse of [`split_by_artin_schreier`](Self::split_by_artin_schreier).
    pub fn join_by_artin_schreier(a: &Self, b: &Self) -> Self {
        let mut joined = a.square();
        joined.add(&b.square().shl(1));
        let mut words = joined.words;
        for word in &mut words {
            for j in 0..5 {
                let (h, low) = (1 << j, LOW_HALVES[j] & LOW_HALVES[j + 1]);
                *word ^= *word >> h & low << h;
                *word ^= *word >> h & low << (2 * h);
            }
        }
        for pair in words.chunks_exact_mut(2) {
            pair[0] ^= pair[1] << 32;
            pair[1] ^= pair[1] >> 32;
        }
        for h in halves(words.len(), 4).rev() {
            for block in words.chunks_mut(4 * h) {
                fold(block, h, 2 * h);
                fold(block, 2 * h, 3 * h);
            }
        }
        Self::from_words(words)
    }

    /// `c_0 + Σ_{k≥1} c_k D_k(x)` where `c_k` is bit `k` of the words and D_k the Dickson polynomial,
    /// D_k(z + 1/z) = z^k + z^{-k}. Cost: O(words · log words).
    ///
    /// For 0 < k < h = 2^j: D_{h+k} = D_h D_k + D_{h-k} = x^h D_k + D_{h-k}, so the upper half of 2h terms is
    /// folded backwards onto the lower one, and what stays is x^h times a shorter sum.
    pub fn from_dickson(mut words: Vec<u64>) -> Self {
        let used = words.len();
        words.resize(used.next_power_of_two(), 0);
        for h in halves(words.len(), 2) {
            fold_back_blocks(&mut words[..used.next_multiple_of(2 * h)], h);
        }
        for word in &mut words[..used] {
            for j in (1..6).rev() {
                *word ^= folded_back(*word, j);
            }
        }
        Self::from_words(words)
    }

    /// The coefficients `c_0 … c_{len-1}` with `self = c_0 + Σ_{k≥1} c_k D_k(x)`: the inverse of
    /// [`from_dickson`](Self::from_dickson).
    ///
    /// # Panics
    /// When the degree is `len` or more.
    pub fn into_dickson(self, len: usize) -> Vec<u64> {
        let mut words = self.into_padded_words(len);
        let used = words.len();
        for word in &mut words {
            for j in 1..6 {
                *word ^= folded_back(*word, j);
            }
        }
        words.resize(used.next_power_of_two(), 0);
        for h in halves(words.len(), 2).rev() {
            fold_back_blocks(&mut words[..used.next_multiple_of(2 * h)], h);
        }
        words.truncate(words_for(len));
        words
    }
}

/// The powers of two `h` of words such that a block of `parts · h` words is needed for `len`, from the top.
fn halves(len: usize, parts: usize) -> impl DoubleEndedIterator<Item = usize> {
    let top = len.next_power_of_two() / parts;
    (0..usize::BITS - top.leading_zeros()).rev().map(|j| 1 << j)
}

/// Adds the words from `from` on to those from `to` on, `from - to` of them or as many as there are.
fn fold(block: &mut [u64], to: usize, from: usize) {
    if from < block.len() {
        let (low, high) = block.split_at_mut(from);
        for (l, u) in low[to..].iter_mut().zip(high) {
            *l ^= *u;
        }
    }
}

/// In each block of `2h` words: bit `i` of the lower half += bit `2H − i` of the block, H = 64 h, 0 < i < H.
fn fold_back_blocks(words: &mut [u64], h: usize) {
    for block in words.chunks_exact_mut(2 * h) {
        let (low, high) = block.split_at_mut(h);
        // The upper half reversed, then moved up by one bit; what comes in at the bottom stays out.
        let mut carry = 0;
        for (l, u) in low.iter_mut().zip(high.iter().rev()) {
            let reversed = u.reverse_bits();
            *l ^= reversed << 1 | carry;
            carry = reversed >> 63;
        }
    }
}

/// The same within each block of `2 · 2^j` bits of a word, `1 ≤ j < 6`: what is to be added.
fn folded_back(word: u64, j: usize) -> u64 {
    let mut reversed = word;
    for (level, low) in LOW_HALVES.iter().enumerate().take(j + 1) {
        reversed = reversed >> (1 << level) & low | (reversed & low) << (1 << level);
    }
    // Index i ≥ 1 of each lower half; index 0 would come from the block below.
    let first = (0..WORD_BITS).step_by(2 << j).fold(0, |mask, i| mask | 1 << i);
    reversed << 1 & LOW_HALVES[j] & !first
}

/// The bits of even index, moved together to the low half.
fn every_second_bit(word: u64) -> u64 {
    let mut bits = word & LOW_HALVES[0];
    for j in 0..5 {
        bits = (bits | bits >> (1 << j)) & LOW_HALVES[j + 1];
    }
    bits
}
