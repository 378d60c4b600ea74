//! Polynomials in one variable over GF(2), 64 coefficients a word.
//!
//! Products by carry-less multiplication and Karatsuba, division by the word or by Newton's method, greatest
//! common divisors by the method of Lehmer and Knuth on 128 leading bits at a time, and by halves when long.

mod basis;
mod clmul;
mod division;
mod euclid;
mod half_gcd;
mod multiply;

use super::{WORD_BITS, tail_mask, words_for, xor_into};

/// A polynomial over GF(2).
///
/// ```text
/// word 0                  word 1
/// [c0 c1 c2 ... c63]      [c64 c65 ...]      c_i the coefficient of x^i
/// ```
///
/// The last word is not zero (zero has no word at all), so that equality of words is equality of
/// polynomials; every method keeps that ([`validate`](Self::validate) checks it).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Polynomial {
    words: Vec<u64>,
}

impl Polynomial {
    /// Zero.
    pub fn zero() -> Self {
        Self::default()
    }

    /// One.
    pub fn one() -> Self {
        Self { words: vec![1] }
    }

    /// `x^k`.
    pub fn monomial(k: usize) -> Self {
        let mut words = vec![0; k / WORD_BITS + 1];
        words[k / WORD_BITS] = 1 << (k % WORD_BITS);
        Self { words }
    }

    /// The polynomial with the given coefficients, `x^i` at bit `i % 64` of word `i / 64`.
    pub fn from_words(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self { words }
    }

    /// The coefficients; the last word is not zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The coefficients of `x^0 … x^(len-1)` in exactly `words_for(len)` words.
    ///
    /// # Panics
    /// When the degree is `len` or more.
    pub fn into_padded_words(self, len: usize) -> Vec<u64> {
        assert!(self.degree().is_none_or(|degree| degree < len), "{len} coefficients");
        let mut words = self.words;
        words.resize(words_for(len), 0);
        words
    }

    /// The degree; `None` for zero.
    pub fn degree(&self) -> Option<usize> {
        let top = self.words.last()?;
        Some(self.words.len() * WORD_BITS - 1 - top.leading_zeros() as usize)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether it is one.
    pub fn is_one(&self) -> bool {
        self.words == [1]
    }

    /// The coefficient of `x^i`.
    pub fn coefficient(&self, i: usize) -> bool {
        self.words.get(i / WORD_BITS).is_some_and(|w| w >> (i % WORD_BITS) & 1 == 1)
    }

    /// `self += other`. Cost: O(words).
    pub fn add(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        xor_into(&mut self.words[..other.words.len()], &other.words);
        self.trim();
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// `self · x^k`. Cost: O(words).
    #[must_use]
    pub fn shl(&self, k: usize) -> Self {
        if self.is_zero() {
            return Self::zero();
        }
        let (skip, shift) = (k / WORD_BITS, k % WORD_BITS);
        let mut words = vec![0; skip];
        if shift == 0 {
            words.extend_from_slice(&self.words);
            return Self { words };
        }
        let mut carry = 0;
        words.extend(self.words.iter().map(|w| {
            let shifted = w << shift | carry;
            carry = w >> (WORD_BITS - shift);
            shifted
        }));
        words.push(carry);
        Self::from_words(words)
    }

    /// The quotient by `x^k`. Cost: O(words).
    #[must_use]
    pub fn shr(&self, k: usize) -> Self {
        let (skip, shift) = (k / WORD_BITS, k % WORD_BITS);
        let kept = self.words.get(skip..).unwrap_or(&[]);
        if shift == 0 {
            return Self { words: kept.to_vec() };
        }
        let above = kept.iter().skip(1).chain(&[0]);
        Self::from_words(
            kept.iter().zip(above).map(|(w, up)| w >> shift | up << (WORD_BITS - shift)).collect(),
        )
    }

    /// The remainder by `x^terms`. Cost: O(words).
    #[must_use]
    pub fn truncated(&self, terms: usize) -> Self {
        let mut words = self.words[..words_for(terms).min(self.words.len())].to_vec();
        if words.len() == words_for(terms)
            && let Some(last) = words.last_mut()
        {
            *last &= tail_mask(terms);
        }
        Self::from_words(words)
    }

    /// `x^(len-1) · self(1/x)`: the first `len` coefficients in the opposite order. Cost: O(words).
    ///
    /// # Panics
    /// When the degree is `len` or more.
    #[must_use]
    pub fn reversed(&self, len: usize) -> Self {
        let mut words = self.clone().into_padded_words(len);
        words.reverse();
        for word in &mut words {
            *word = word.reverse_bits();
        }
        Self::from_words(words).shr(words_for(len) * WORD_BITS - len)
    }

    /// The product. Cost: O(words^1.585) for factors of one length (Karatsuba).
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        Self::from_words(multiply::mul(&self.words, &other.words))
    }

    /// The square: the coefficients spread out. Cost: O(words).
    #[must_use]
    pub fn square(&self) -> Self {
        let mut words = vec![0; 2 * self.words.len()];
        clmul::square(&mut words, &self.words);
        Self::from_words(words)
    }

    /// Quotient and remainder: `self = quotient · divisor + remainder`, the remainder's degree below the
    /// divisor's; `None` when the divisor is zero. Cost: words of quotient × words of divisor, or a few products
    /// when both are long.
    pub fn div_rem(&self, divisor: &Self) -> Option<(Self, Self)> {
        (!divisor.is_zero()).then(|| division::div_rem(self, divisor))
    }

    /// The remainder by `modulus`; `self` when that is zero. Cost: as [`div_rem`](Self::div_rem).
    #[must_use]
    pub fn rem(&self, modulus: &Self) -> Self {
        self.div_rem(modulus).map_or_else(|| self.clone(), |(_, remainder)| remainder)
    }

    /// The greatest common divisor; zero only of zero and zero.
    /// Cost: O(words²) word products, O(M(words) log words) when long.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        euclid::gcd(self.clone(), other.clone())
    }

    /// The greatest common divisor `g` and Bézout's factors: `(g, u, v)` with `u · self + v · other = g`.
    /// When neither is zero nor divides the other, deg u < deg other − deg g and deg v < deg self − deg g.
    /// Cost: about twice that of [`gcd`](Self::gcd).
    pub fn xgcd(&self, other: &Self) -> (Self, Self, Self) {
        euclid::xgcd(self, other)
    }

    /// `(g, u)` with `g` the greatest common divisor of `self` and `modulus` and `u · self ≡ g` modulo
    /// `modulus`: the inverse when `g` is one, the best there is when not. `deg u < deg modulus`.
    /// Cost: as [`gcd`](Self::gcd), half as much again.
    pub fn semi_inverse(&self, modulus: &Self) -> (Self, Self) {
        euclid::semi_inverse(self, modulus)
    }

    /// The inverse modulo `modulus`, if there is one.
    pub fn inverse_mod(&self, modulus: &Self) -> Option<Self> {
        let (g, inverse) = self.semi_inverse(modulus);
        g.is_one().then_some(inverse)
    }

    /// The product modulo `modulus` (the product itself when that is zero).
    #[must_use]
    pub fn mul_mod(&self, other: &Self, modulus: &Self) -> Self {
        self.mul(other).rem(modulus)
    }

    /// `self^exponent` modulo `modulus` (not reduced when that is zero), by repeated squaring.
    #[must_use]
    pub fn pow_mod(&self, exponent: u64, modulus: &Self) -> Self {
        let base = self.rem(modulus);
        let mut power = Self::one().rem(modulus);
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = power.square().rem(modulus);
            if exponent >> bit & 1 == 1 {
                power = power.mul_mod(&base, modulus);
            }
        }
        power
    }

    /// Checks the layout contract.
    ///
    /// # Panics
    /// When the last word is zero.
    pub fn validate(&self) {
        assert_ne!(self.words.last(), Some(&0), "the last word of a polynomial");
    }
}
