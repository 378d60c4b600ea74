//! Random boards that a seed names for good.
//!
//! Each light is on with probability one half. Row `r` of the board of a seed is a stream of words of its own, so
//! that rows can be made in any order, by any number of threads, or again:
//!
//! ```text
//! mix(z): z ^= z >> 30;  z *= 0xbf58476d1ce4e5b9;  z ^= z >> 27;  z *= 0x94d049bb133111eb;  z ^= z >> 31
//! word w of row r = mix(mix(seed ^ mix(r)) + (w + 1) · 0x9e3779b97f4a7c15)      (all modulo 2^64)
//! ```
//!
//! that is, the outputs of SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number
//! generators*, 2014) started at `mix(seed ^ mix(r))`; light 64 w + i is bit i of word w. This is part of what the
//! crate promises: the board of a seed does not change between versions, machines or numbers of threads.

use rayon::prelude::*;

use super::Board;
use crate::gf2::simd::multiversion;
use crate::gf2::{BitMatrix, TooLarge, tail_mask};

/// The weight of the SplitMix64 sequence: 2^64 divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline(always)]
fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Writes row `row` of the random board of `cols` columns that `seed` names into `words_for(cols)` words.
/// Cost: O(words).
///
/// # Panics
/// When `words` has another length.
pub fn random_row(seed: u64, row: usize, cols: usize, words: &mut [u64]) {
    assert_eq!(words.len(), crate::gf2::words_for(cols), "words of a row of {cols} lights");
    fill(words, mix(seed ^ mix(row as u64)));
    if let Some(last) = words.last_mut() {
        *last &= tail_mask(cols);
    }
}

multiversion! {
    fn fill(words: &mut [u64], start: u64) {
        let mut state = start;
        for word in words {
            state = state.wrapping_add(STEP);
            *word = mix(state);
        }
    }
}

/// A stream of random numbers, the same on every machine: SplitMix64 started at the seed.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`, the high half of a product: its bias is below `bound / 2^64`.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a number below 0");
        ((u128::from(self.next_word()) * bound as u128) >> 64) as usize
    }

    /// Puts the items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

impl Board {
    /// The random full rectangle that `seed` names, see [`random_row`]. Cost: O(words), on all threads.
    ///
    /// # Errors
    /// [`TooLarge`] when the board does not fit in memory.
    pub fn random(rows: usize, cols: usize, seed: u64) -> Result<Self, TooLarge> {
        let mut lights = BitMatrix::try_zeros(rows, cols)?;
        let stride = lights.stride().max(1);
        let by_rows = lights.words_mut().par_chunks_mut(stride).with_min_len(16).enumerate();
        by_rows.for_each(|(r, words)| random_row(seed, r, cols, words));
        Ok(Self::new(lights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_a_seed_never_changes() {
        let board = Board::random(3, 70, 1).expect("a small board");
        board.lights().validate();
        // SplitMix64 started at zero, as published with its reference implementation.
        let mut words = [0; 2];
        fill(&mut words, 0);
        assert_eq!(words, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
        for r in 0..3 {
            let mut row = [0; 2];
            random_row(1, r, 70, &mut row);
            assert_eq!(board.lights().row_words(r), row);
            let start = mix(1 ^ mix(r as u64));
            let bit = |i: u64| mix(start.wrapping_add((i / 64 + 1).wrapping_mul(STEP))) >> (i % 64) & 1 == 1;
            assert!((0..70).all(|i| board.lights().get(r, i as usize) == bit(i)));
        }
        let lit = Board::random(500, 500, 7).expect("a small board").lights().count_ones();
        assert!((120_000..130_000).contains(&lit), "{lit} of 250 000 lights on");
        assert_ne!(Board::random(9, 9, 1), Board::random(9, 9, 2));
        assert!(Board::random(usize::MAX / 64, usize::MAX, 1).is_err());
    }
}
