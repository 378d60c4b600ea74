//! The polynomials of a path: P_0 = 1, P_1 = t, P_{k+1} = t P_k + P_{k-1}, shifted by one place from the
//! Fibonacci polynomials F_0 = 0, F_1 = 1, so that P_k = F_{k+1}.
//!
//! With t = z + 1/z the Dickson polynomial D_k is z^k + z^{-k}, and t F_k = D_k. So F_k needs no recurrence
//! (a change of basis gives all its coefficients), F_{2k} = t F_k² and F_{2k+1} = (F_k + F_{k+1})² lead to
//! any index by squarings, and for odd q we have F_q = H_q², D_q = t H_q² with H_q = F_{(q+1)/2} + F_{(q-1)/2} of
//! degree (q-1)/2 without a repeated root.

use crate::gf2::{Polynomial, words_for};

/// The polynomial P_k = F_{k+1}, of degree k: the characteristic polynomial of the path of k cells.
/// Cost: O(k log k / 64).
pub(super) fn path_polynomial(k: usize) -> Polynomial {
    let mut dickson = vec![0; words_for(k + 2)];
    dickson[(k + 1) / 64] = 1 << ((k + 1) % 64);
    Polynomial::from_dickson(dickson).shr(1)
}

/// The polynomial H_q for odd q, with t H_q² = D_q, of degree (q-1)/2. Cost: O(q log q / 64).
pub(super) fn root_polynomial(q: usize) -> Polynomial {
    // t H_q = t F_{(q+1)/2} + t F_{(q-1)/2} is the sum of two Dickson polynomials.
    let k = q / 2;
    let mut dickson = vec![0; words_for(k + 2)];
    for index in [k, k + 1] {
        // D_0 is zero over GF(2), while the word format counts a constant there.
        if index > 0 {
            dickson[index / 64] |= 1 << (index % 64);
        }
    }
    Polynomial::from_dickson(dickson).shr(1)
}

/// (F_k, F_{k+1}) at the argument `t`, modulo `modulus`.
/// Cost: O(log k) squarings and reductions.
pub(super) fn fibonacci_mod(k: usize, t: &Polynomial, modulus: &Polynomial) -> (Polynomial, Polynomial) {
    let (mut this, mut next) = (Polynomial::zero(), Polynomial::one().rem(modulus));
    for bit in (0..usize::BITS - k.leading_zeros()).rev() {
        // (F_j, F_{j+1}) to (F_{2j}, F_{2j+1}), or one further.
        let mut both = this.clone();
        both.add(&next);
        let odd = both.square().rem(modulus);
        let double = if k >> bit & 1 == 0 { &this } else { &next };
        let even = double.square().mul(t).rem(modulus);
        (this, next) = if k >> bit & 1 == 0 { (even, odd) } else { (odd, even) };
    }
    (this, next)
}

/// The polynomial whose value at the matrix of the path applied to the first unit vector is `row`, a vector
/// of `n` cells: Σ row_k F_k(s), k from 1. Cost: O(n log n / 64).
///
/// The unit vectors are F_k(T) e_1 (the path graph has e_1 as a cyclic vector), so t times the sum is given in
/// Dickson polynomials.
pub(super) fn row_to_polynomial(row: &[u64]) -> Polynomial {
    let shifted = Polynomial::from_words(row.to_vec()).shl(1);
    let words = shifted.words().to_vec();
    if words.is_empty() { shifted } else { Polynomial::from_dickson(words).shr(1) }
}

/// The inverse of [`row_to_polynomial`] for any polynomial of degree below `2 n`, taken modulo P_n: the vector
/// `p(T) e_1` of `n` cells, in `words_for(n)` words. Cost: O(n log n / 64).
///
/// No division is needed: D_{n+1+j} ≡ D_{n+1-j} modulo t P_n = D_{n+1}, since their sum is D_{n+1} D_j.
pub(super) fn polynomial_to_row(p: &Polynomial, n: usize) -> Vec<u64> {
    let dickson = Polynomial::from_words(p.shl(1).into_dickson(2 * n + 1));
    let mut row = dickson.truncated(n + 1).shr(1);
    row.add(&dickson.shr(n + 2).reversed(n));
    row.into_padded_words(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_a_path_polynomial_agree() {
        let t = Polynomial::monomial(1);
        let (mut previous, mut current) = (Polynomial::zero(), Polynomial::one());
        for k in 0..300 {
            assert_eq!(path_polynomial(k), current, "P_{k}");
            let modulus = path_polynomial(70);
            let (this, next) = fibonacci_mod(k, &t, &modulus);
            assert_eq!((this, next), (previous.rem(&modulus), current.rem(&modulus)));
            let (this, next) = fibonacci_mod(k, &t, &Polynomial::zero());
            assert_eq!((&this, &next), (&previous, &current));
            if k % 2 == 1 {
                assert_eq!(root_polynomial(k).square(), previous, "H_{k}");
            }
            let mut following = current.shl(1);
            following.add(&previous);
            (previous, current) = (current, following);
        }
    }

    #[test]
    fn rows_are_polynomials_modulo_the_characteristic_polynomial() {
        for n in [1, 2, 3, 10, 63, 64, 65, 127, 128, 129, 200] {
            // t^j applied to e_1 by the tridiagonal matrix itself.
            let mut row = Polynomial::one();
            for j in 0..2 * n {
                let expected = row.clone().into_padded_words(n);
                assert_eq!(polynomial_to_row(&Polynomial::monomial(j), n), expected, "t^{j} for {n}");
                assert_eq!(row_to_polynomial(&expected), Polynomial::monomial(j).rem(&path_polynomial(n)));
                let mut sum = row.shl(1).truncated(n);
                sum.add(&row.shr(1));
                row = sum;
            }
        }
    }
}
