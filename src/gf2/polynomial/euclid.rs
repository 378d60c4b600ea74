//! Euclid's algorithm on 128 leading bits at a time (Lehmer, 1938; Knuth, *The Art of Computer Programming* 2,
//! 4.5.2), and by halves above a threshold.
//!
//! The quotients depend on leading coefficients only, so many steps are done on the 128 leading bits of both
//! and collected in a 2 × 2 matrix with entries of one word, which is then applied to the whole.

use super::{Polynomial, clmul, half_gcd};
use crate::gf2::WORD_BITS;

/// A pair on its way down: `first = p·a + …`, `second = …` for what it started with.
pub(super) struct Pair {
    pub(super) first: Polynomial,
    pub(super) second: Polynomial,
}

impl Pair {
    /// (first, second) = m · (first, second).
    fn apply(&mut self, m: [u64; 4]) {
        let len = self.first.words.len().max(self.second.words.len());
        self.first.words.resize(len, 0);
        self.second.words.resize(len, 0);
        let (carry, second_carry) = clmul::apply_matrix(m, &mut self.first.words, &mut self.second.words);
        if carry | second_carry != 0 {
            self.first.words.push(carry);
            self.second.words.push(second_carry);
        }
        self.first.trim();
        self.second.trim();
    }

    /// (first, second) = (second, first + quotient · second).
    pub(super) fn divide_step(&mut self, quotient: &Polynomial) {
        let product = quotient.mul(&self.second);
        self.first.add(&product);
        self.swap();
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.first, &mut self.second);
    }
}

/// Runs Euclid's algorithm until the second of `pair` has degree below `stop` (is zero for 0) while the first
/// has not, doing the same to each of `followers`. Wants deg first ≥ deg second, deg first ≥ stop.
/// Cost: O(words²) word products.
pub(super) fn reduce(pair: &mut Pair, followers: &mut [Pair], stop: usize) {
    while let (Some(da), Some(db)) = (pair.first.degree(), pair.second.degree()) {
        if db < stop {
            return;
        }
        if da - db >= WORD_BITS {
            let (quotient, rest) = super::division::div_rem(&pair.first, &pair.second);
            pair.first = rest;
            pair.swap();
            followers.iter_mut().for_each(|follower| follower.divide_step(&quotient));
            continue;
        }
        // Bit 127 of the window is x^da; nothing below x^stop may be decided on.
        let lowest = WORD_BITS.max((stop + 127).saturating_sub(da));
        let m = leading_steps(window(&pair.first, da), window(&pair.second, da), lowest as u32);
        pair.apply(m);
        followers.iter_mut().for_each(|follower| follower.apply(m));
        debug_assert!(pair.first.degree() >= pair.second.degree());
    }
}

/// The coefficients of x^top … x^(top−127), x^top at bit 127; zeros below x^0.
fn window(p: &Polynomial, top: usize) -> u128 {
    let word = |i: usize| u128::from(p.words.get(i).copied().unwrap_or(0));
    let (i, used) = (top / WORD_BITS, top % WORD_BITS + 1);
    let (high, middle) = (word(i), if i >= 1 { word(i - 1) } else { 0 });
    let low = if i >= 2 { word(i - 2) } else { 0 };
    // `used` bits of the high word, the whole middle one, and the rest from the low one.
    let shift = WORD_BITS - used;
    let both = high << 64 | middle;
    if shift == 0 { both } else { both << shift | low >> used }
}

/// Euclid's algorithm on two windows, deg a = 127 ≥ deg b, in single subtractions of shifts, until deg b <
/// `lowest` ≤ deg a, where `lowest` ≥ 64. Returns the matrix by which (a, b) was multiplied.
///
/// A row of the matrix that brought its number down to degree d has entries of degree ≤ 127 − (the degree of
/// the other number) ≤ 63; so the unknown bits under the windows have spoilt bits 0 to 62 only, and no
/// decision was based on these.
fn leading_steps(mut a: u128, mut b: u128, lowest: u32) -> [u64; 4] {
    debug_assert!(lowest >= 64);
    let (mut row_a, mut row_b) = ([1u64, 0], [0u64, 1]);
    // The common top is kept at bit 127 − `da` by counting, not by moving the numbers.
    let (mut da, mut db) = (127 - a.leading_zeros(), degree_or_zero(b));
    while db >= lowest {
        let shift = da - db;
        a ^= b << shift;
        row_a = [row_a[0] ^ row_b[0] << shift, row_a[1] ^ row_b[1] << shift];
        da = degree_or_zero(a);
        if da < db {
            (a, b, row_a, row_b) = (b, a, row_b, row_a);
            (da, db) = (db, da);
        }
    }
    [row_a[0], row_a[1], row_b[0], row_b[1]]
}

#[inline(always)]
fn degree_or_zero(a: u128) -> u32 {
    127 - (a | 1).leading_zeros()
}

/// The greatest common divisor.
pub(super) fn gcd(a: Polynomial, b: Polynomial) -> Polynomial {
    let mut pair = ordered(a, b);
    half_gcd::reduce_fully(&mut pair, &mut []);
    pair.first
}

fn ordered(a: Polynomial, b: Polynomial) -> Pair {
    if a.degree() >= b.degree() { Pair { first: a, second: b } } else { Pair { first: b, second: a } }
}

/// `(g, u)` with `u · a ≡ g` modulo `modulus`, g the greatest common divisor.
pub(super) fn semi_inverse(a: &Polynomial, modulus: &Polynomial) -> (Polynomial, Polynomial) {
    if modulus.is_zero() {
        return (a.clone(), Polynomial::one());
    }
    // What is followed is the factor of `a` in each remainder.
    let mut pair = Pair { first: modulus.clone(), second: a.rem(modulus) };
    let mut factors = [Pair { first: Polynomial::zero(), second: Polynomial::one() }];
    half_gcd::reduce_fully(&mut pair, &mut factors);
    let [factors] = factors;
    (pair.first, factors.first)
}

/// `(g, u, v)` with `u a + v b = g`, g the greatest common divisor.
pub(super) fn xgcd(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial, Polynomial) {
    let (g, u) = semi_inverse(a, b);
    let mut rest = u.mul(a);
    rest.add(&g);
    let v = rest.div_rem(b).map_or_else(Polynomial::zero, |(v, _)| v);
    (g, u, v)
}
