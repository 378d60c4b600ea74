//! Quotient and remainder: by the word, or through a power series inverse when both parts are long.

use super::{Polynomial, clmul};
use crate::gf2::WORD_BITS;

/// From this many words of quotient and of divisor on, Newton's method is the faster one (measured).
const NEWTON_WORDS: usize = 400;

/// Quotient and remainder of `a` by `b`, which is not zero.
pub(super) fn div_rem(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
    let (Some(da), Some(db)) = (a.degree(), b.degree()) else { return (Polynomial::zero(), a.clone()) };
    if da < db {
        return (Polynomial::zero(), a.clone());
    }
    if (da - db).min(db) / WORD_BITS >= NEWTON_WORDS { newton(a, b, da, db) } else { by_words(a, b, da, db) }
}

/// One word of the quotient at a time. Both are shifted so that the divisor is x^{64 n} + …; the next word
/// of the quotient is then the top word of the rest times μ / x^64, with μ = ⌊x^128 / top of b⌋, exactly:
/// 64 bits of quotient depend on the 64 leading bits of both only (Barrett, 1986; over GF(2) there is no
/// error to correct). Cost: words of quotient × words of divisor.
pub(super) fn by_words(a: &Polynomial, b: &Polynomial, da: usize, db: usize) -> (Polynomial, Polynomial) {
    let shift = (WORD_BITS - db % WORD_BITS) % WORD_BITS;
    let divisor = b.shl(shift);
    let n = (db + shift) / WORD_BITS;
    let divisor = &divisor.words[..n];
    let mu = reciprocal(divisor.last().copied().unwrap_or(0));
    let mut rest = a.shl(shift).words;
    let mut quotient = vec![0; ((da + shift) / WORD_BITS + 1).saturating_sub(n)];
    for i in (0..quotient.len()).rev() {
        let top = rest[n + i];
        let word = top ^ (clmul::mul_words(top, mu) >> WORD_BITS) as u64;
        quotient[i] = word;
        rest[n + i] ^= word ^ clmul::add_mul_word(&mut rest[i..n + i], divisor, word);
        debug_assert_eq!(rest[n + i], 0);
    }
    rest.truncate(n);
    (Polynomial::from_words(quotient), Polynomial::from_words(rest).shr(shift))
}

/// The low word of ⌊x^128 / (x^64 + low)⌋; its bit 64 is one.
fn reciprocal(low: u64) -> u64 {
    // Long division: `rest` holds the 64 bits below the bit being decided.
    let (mut quotient, mut rest) = (0u64, low);
    for _ in 0..WORD_BITS {
        let bit = rest >> 63;
        quotient = quotient << 1 | bit;
        rest = rest << 1 ^ if bit == 1 { low } else { 0 };
    }
    quotient
}

/// The quotient is the reverse of rev(a) / rev(b) as a power series (Strassen, 1973).
/// Cost: a few products of the length of the quotient, and one for the remainder.
pub(super) fn newton(a: &Polynomial, b: &Polynomial, da: usize, db: usize) -> (Polynomial, Polynomial) {
    let terms = da - db + 1;
    let series = a.reversed(da + 1).truncated(terms).mul(&inverse_series(&b.reversed(db + 1), terms));
    let quotient = series.truncated(terms).reversed(terms);
    let mut rest = quotient.mul(b);
    rest.add(a);
    debug_assert!(rest.degree() < Some(db));
    (quotient, rest)
}

/// The first `terms` terms of 1 / f for f with constant term one: Newton's step 2g − f g² is f g² here.
fn inverse_series(f: &Polynomial, terms: usize) -> Polynomial {
    let mut inverse = Polynomial::one();
    let mut known = 1;
    while known < terms {
        known = (2 * known).min(terms);
        inverse = inverse.square().truncated(known).mul(&f.truncated(known)).truncated(known);
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both methods at all small degrees, where neither would be chosen by length.
    #[test]
    fn newton_agrees_with_words() {
        let a = Polynomial::from_words((1..6u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect());
        for da in (0..320).step_by(7) {
            for db in 0..=da {
                let (mut x, mut y) = (a.truncated(da), a.shr(3).truncated(db));
                x.add(&Polynomial::monomial(da));
                y.add(&Polynomial::monomial(db));
                assert_eq!(newton(&x, &y, da, db), by_words(&x, &y, da, db), "degrees {da} and {db}");
            }
        }
    }
}
