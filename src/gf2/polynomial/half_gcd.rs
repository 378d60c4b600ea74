//! Euclid's algorithm by halves: O(M(n) log n) for degree n.
//!
//! The quotients that bring the degree down by n/2 depend on the n leading coefficients only, so they come,
//! as one matrix, from two calls on polynomials half as long (Knuth; Schönhage; Moenck; as in von zur
//! Gathen and Gerhard, *Modern Computer Algebra*, 11.1).

use super::Polynomial;
use super::euclid::{Pair, reduce};
use crate::gf2::WORD_BITS;

/// Above this degree halves are faster than leading bits alone (measured).
const HALVING_DEGREE: usize = 6000 * WORD_BITS;

/// The degree below which recursion ends (measured).
const BASE_DEGREE: usize = 1000 * WORD_BITS;

/// Brings `pair` to (greatest common divisor, 0), doing the same to each of `followers`.
/// Wants deg first ≥ deg second.
pub(super) fn reduce_fully(pair: &mut Pair, followers: &mut [Pair]) {
    while let (Some(da), Some(db)) = (pair.first.degree(), pair.second.degree())
        && db >= HALVING_DEGREE
    {
        // One exact division first: it makes deg first > deg second whatever came in.
        if 2 * db > da + 1 && da > db {
            let m = half_matrix(&pair.first, &pair.second, da.div_ceil(2), BASE_DEGREE);
            m.apply_to(pair);
            followers.iter_mut().for_each(|follower| m.apply_to(follower));
        } else {
            let (quotient, rest) = super::division::div_rem(&pair.first, &pair.second);
            pair.first = std::mem::replace(&mut pair.second, rest);
            followers.iter_mut().for_each(|follower| follower.divide_step(&quotient));
        }
    }
    reduce(pair, followers, 0);
}

/// A 2 × 2 matrix of polynomials, by columns: what became of (1, 0) and of (0, 1).
pub(super) struct Matrix {
    columns: [Pair; 2],
}

impl Matrix {
    fn identity() -> Self {
        let one = || Polynomial::one();
        let zero = || Polynomial::zero();
        Self { columns: [Pair { first: one(), second: zero() }, Pair { first: zero(), second: one() }] }
    }

    /// pair = matrix · pair.
    fn apply_to(&self, pair: &mut Pair) {
        let [left, right] = &self.columns;
        let row = |a: &Polynomial, b: &Polynomial| {
            let mut sum = a.mul(&pair.first);
            sum.add(&b.mul(&pair.second));
            sum
        };
        *pair = Pair { first: row(&left.first, &right.first), second: row(&left.second, &right.second) };
    }
}

/// The matrix of Euclid's steps that bring (a, b), deg a > deg b, to (c, d) with deg c ≥ `stop` > deg d; the
/// identity when deg b < `stop` already. Wants `stop` ≥ deg a / 2; decides on coefficients of x^(2 stop − deg a)
/// and above only. Recursion ends below degree `base`.
pub(super) fn half_matrix(a: &Polynomial, b: &Polynomial, stop: usize, base: usize) -> Matrix {
    let (Some(da), Some(db)) = (a.degree(), b.degree()) else { return Matrix::identity() };
    if db < stop {
        return Matrix::identity();
    }
    // What lies below has no say.
    let skip = (2 * stop).saturating_sub(da);
    let mut pair = Pair { first: a.shr(skip), second: b.shr(skip) };
    let (da, stop) = (da - skip, stop - skip);
    let mut m = Matrix::identity();
    if da < base.max(4) {
        reduce(&mut pair, &mut m.columns, stop);
        return m;
    }
    // Half of the way from the leading half, one division, and the other half.
    let quarter = (da + stop).div_ceil(2);
    half_step(&mut pair, &mut m, quarter, base);
    let Some(db) = pair.second.degree().filter(|db| *db >= stop) else { return m };
    let (quotient, rest) = super::division::div_rem(&pair.first, &pair.second);
    pair.first = std::mem::replace(&mut pair.second, rest);
    m.columns.iter_mut().for_each(|column| column.divide_step(&quotient));
    if pair.second.degree().is_some_and(|d| d >= stop) && 2 * stop >= db {
        half_step(&mut pair, &mut m, stop, base);
    }
    m
}

/// One recursive call on the pair as it stands, applied to it and to the matrix.
fn half_step(pair: &mut Pair, m: &mut Matrix, stop: usize, base: usize) {
    let step = half_matrix(&pair.first, &pair.second, stop, base);
    step.apply_to(pair);
    m.columns.iter_mut().for_each(|column| step.apply_to(column));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(degree: usize, seed: u64) -> Polynomial {
        let mut state = seed | 1;
        let mut words = vec![0; degree / WORD_BITS + 1];
        for word in &mut words {
            state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ 0x5851_f42d_4c95_7f2d;
            *word = state;
        }
        let mut p = Polynomial::from_words(words).truncated(degree);
        p.add(&Polynomial::monomial(degree));
        p
    }

    /// Recursion to the very bottom does the same steps as the plain algorithm, with determinant one.
    #[test]
    fn half_matrix_stops_where_asked() {
        for (da, db, seed) in [(40, 39, 1), (200, 180, 2), (1000, 999, 3), (3000, 1600, 4), (2999, 2800, 5)] {
            let (a, b) = (random(da, seed), random(db, seed + 100));
            for stop in [da.div_ceil(2), da * 2 / 3, da - 1] {
                for base in [0, 70, 500] {
                    let m = half_matrix(&a, &b, stop, base);
                    let mut pair = Pair { first: a.clone(), second: b.clone() };
                    m.apply_to(&mut pair);
                    assert!(pair.first.degree() >= Some(stop) && pair.second.degree() < Some(stop));
                    let [left, right] = &m.columns;
                    let mut determinant = left.first.mul(&right.second);
                    determinant.add(&left.second.mul(&right.first));
                    assert!(determinant.is_one());
                    let mut plain = Pair { first: a.clone(), second: b.clone() };
                    reduce(&mut plain, &mut [], stop);
                    assert_eq!((plain.first, plain.second), (pair.first, pair.second));
                }
            }
        }
    }
}
