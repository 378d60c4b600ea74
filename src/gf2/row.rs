//! One row of bits that owns its storage.

use std::cmp::Ordering;

use bitvec::prelude::{BitSlice, BitVec, Lsb0};

use super::{WORD_BITS, tail_mask, words, words_for};

/// A vector over GF(2): `len` bits in `u64` words, bit `i` at bit `i % 64` of word `i / 64`.
///
/// ```text
/// word 0                 word 1           (len = 70)
/// [b0 b1 b2 ... b63]     [b64 .. b69 0 0 0 ... 0]
///                                    ^ padding: always zero
/// ```
///
/// The padding bits of the last word are zero at all times; every method keeps that and may rely on it
/// ([`validate`](Self::validate) checks it).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BitRow {
    bits: BitVec<u64, Lsb0>,
}

impl BitRow {
    /// `len` zeros. Cost: O(len / 64).
    pub fn zeros(len: usize) -> Self {
        let mut bits = BitVec::from_vec(vec![0; words_for(len)]);
        bits.truncate(len);
        Self { bits }
    }

    /// The vector whose bit `i` is `bit(i)`. Cost: O(len) calls.
    pub fn from_fn(len: usize, mut bit: impl FnMut(usize) -> bool) -> Self {
        let mut row = Self::zeros(len);
        for i in 0..len {
            if bit(i) {
                row.set(i, true);
            }
        }
        row
    }

    /// Takes `words_for(len)` words; what lies past `len` is cleared.
    ///
    /// # Panics
    /// When the number of words is not `words_for(len)`.
    pub fn from_words(len: usize, mut words: Vec<u64>) -> Self {
        assert_eq!(words.len(), words_for(len), "words of a row of {len} bits");
        if let Some(last) = words.last_mut() {
            *last &= tail_mask(len);
        }
        let mut bits = BitVec::from_vec(words);
        bits.truncate(len);
        Self { bits }
    }

    /// The number of bits.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether there is no bit at all.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The storage words, `words_for(len)` of them.
    pub fn words(&self) -> &[u64] {
        self.bits.as_raw_slice()
    }

    /// The storage words, to change; the caller leaves the padding zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        self.bits.as_raw_mut_slice()
    }

    /// The bits as a slice of [`bitvec`].
    pub fn as_bits(&self) -> &BitSlice<u64, Lsb0> {
        &self.bits
    }

    /// Bit `i`.
    ///
    /// # Panics
    /// When `i >= len`.
    pub fn get(&self, i: usize) -> bool {
        self.bits[i]
    }

    /// Sets bit `i`.
    ///
    /// # Panics
    /// When `i >= len`.
    pub fn set(&mut self, i: usize, value: bool) {
        self.bits.set(i, value);
    }

    /// Adds one to bit `i`.
    ///
    /// # Panics
    /// When `i >= len`.
    pub fn flip(&mut self, i: usize) {
        assert!(i < self.len(), "bit {i} of {}", self.len());
        self.words_mut()[i / WORD_BITS] ^= 1 << (i % WORD_BITS);
    }

    /// `self += other`. Cost: O(len / 64).
    ///
    /// # Panics
    /// When the lengths differ.
    pub fn add(&mut self, other: &Self) {
        assert_eq!(self.len(), other.len(), "sum of rows of different lengths");
        words::xor_into(self.words_mut(), other.words());
    }

    /// The inner product with `other`. Cost: O(len / 64).
    ///
    /// # Panics
    /// When the lengths differ.
    pub fn dot(&self, other: &Self) -> bool {
        assert_eq!(self.len(), other.len(), "inner product of rows of different lengths");
        words::and_parity(self.words(), other.words())
    }

    /// The number of ones. Cost: O(len / 64).
    pub fn count_ones(&self) -> usize {
        words::count_ones(self.words())
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|w| *w == 0)
    }

    /// The indices of the ones, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter_ones()
    }

    /// Compares as strings of bits read from index 0, zero before one: the order in which the least of
    /// several optimal press patterns is chosen. A row that is a prefix of the other comes first.
    pub fn cmp_lexicographic(&self, other: &Self) -> Ordering {
        cmp_lexicographic(self.words(), other.words()).then(self.len().cmp(&other.len()))
    }

    /// Checks the layout contract.
    ///
    /// # Panics
    /// When a padding bit is set.
    pub fn validate(&self) {
        assert_eq!(self.words().len(), words_for(self.len()), "words of a row");
        if let Some(last) = self.words().last() {
            assert_eq!(last & !tail_mask(self.len()), 0, "padding bits must be zero");
        }
    }
}

/// Compares two bit strings stored least significant bit first, by the first bit in which they differ.
pub(crate) fn cmp_lexicographic(a: &[u64], b: &[u64]) -> Ordering {
    for (x, y) in a.iter().zip(b) {
        if x != y {
            // Reversed, the first bit becomes the most significant: numbers then compare as strings.
            return x.reverse_bits().cmp(&y.reverse_bits());
        }
    }
    Ordering::Equal
}
