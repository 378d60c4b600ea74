//! The identities of polynomials over GF(2), of any length the fast algorithms begin at.

use super::bytes::Bytes;
use lightsout::gf2::Polynomial;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    // Karatsuba, division by products and the half gcd begin at tens of words.
    let words = bytes.one_of(&[1, 2, 4, 16, 60, 200]);
    let a = bytes.polynomial(words);
    let b = bytes.polynomial(words);
    let c = bytes.polynomial(words);
    let shift = bytes.number(0, 200);
    for polynomial in [&a, &b, &c] {
        polynomial.validate();
    }
    products(&a, &b, &c, shift);
    divisions(&a, &b, &c);
    moduli(&a, &b, &c, u64::from(bytes.byte()));
    bases(&a, &b);
}

fn sum(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut sum = a.clone();
    sum.add(b);
    sum.validate();
    sum
}

/// By the definition: a shift for each coefficient.
fn schoolbook(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut words = vec![0u64; a.words().len() + b.words().len()];
    for i in (0..64 * a.words().len()).filter(|i| a.coefficient(*i)) {
        let (word, bit) = (i / 64, i % 64);
        for (j, other) in b.words().iter().enumerate() {
            words[word + j] ^= other << bit;
            if bit > 0 {
                words[word + j + 1] ^= other >> (64 - bit);
            }
        }
    }
    Polynomial::from_words(words)
}

fn products(a: &Polynomial, b: &Polynomial, c: &Polynomial, shift: usize) {
    let ab = a.mul(b);
    ab.validate();
    assert_eq!(ab, schoolbook(a, b));
    assert_eq!(ab, b.mul(a));
    assert_eq!(sum(a, b).mul(c), sum(&a.mul(c), &b.mul(c)));
    assert_eq!(a.square(), a.mul(a));
    assert_eq!(a.shl(shift), a.mul(&Polynomial::monomial(shift)));
    assert_eq!(a.shl(shift).shr(shift), *a);
    assert_eq!(sum(&a.shr(shift).shl(shift), &a.truncated(shift)), *a);
    if let Some(degree) = a.degree() {
        assert!(a.coefficient(degree) && !a.coefficient(degree + 1));
        assert_eq!(a.reversed(degree + 1).reversed(degree + 1), *a);
        assert_eq!(b.degree().map(|other| other + degree), ab.degree());
    }
}

fn divisions(a: &Polynomial, b: &Polynomial, c: &Polynomial) {
    let product = sum(&a.mul(b), c);
    match product.div_rem(b) {
        None => assert!(b.is_zero()),
        Some((quotient, remainder)) => {
            assert_eq!(sum(&quotient.mul(b), &remainder), product);
            assert!(remainder.degree() < b.degree());
            assert_eq!(product.rem(b), remainder);
            if c.degree() < b.degree() {
                assert_eq!((&quotient, &remainder), (a, c));
            }
        }
    }
    let (ac, bc) = (a.mul(c), b.mul(c));
    let gcd = ac.gcd(&bc);
    assert_eq!(gcd, bc.gcd(&ac));
    assert_eq!(gcd, a.gcd(b).mul(c));
    for multiple in [&ac, &bc] {
        assert!(gcd.is_zero() && multiple.is_zero() || multiple.rem(&gcd).is_zero());
    }
    let (g, u, v) = ac.xgcd(&bc);
    assert_eq!(g, gcd);
    assert_eq!(sum(&u.mul(&ac), &v.mul(&bc)), g);
}

fn moduli(a: &Polynomial, b: &Polynomial, modulus: &Polynomial, exponent: u64) {
    if modulus.is_zero() {
        return;
    }
    assert_eq!(a.mul_mod(b, modulus), a.mul(b).rem(modulus));
    let (g, u) = a.semi_inverse(modulus);
    assert_eq!(g, a.gcd(modulus));
    assert_eq!(u.mul_mod(a, modulus), g.rem(modulus));
    match a.inverse_mod(modulus) {
        Some(inverse) => assert_eq!(inverse.mul_mod(a, modulus), Polynomial::one().rem(modulus)),
        None => assert!(!g.is_one()),
    }
    let power = a.pow_mod(exponent, modulus);
    assert_eq!(power.mul_mod(a, modulus), a.pow_mod(exponent + 1, modulus));
    assert_eq!(power.square().rem(modulus), a.pow_mod(2 * exponent, modulus));
}

fn bases(a: &Polynomial, b: &Polynomial) {
    let shifted = a.shifted_by_one();
    assert_eq!(shifted.shifted_by_one(), *a);
    assert_eq!(shifted.mul(&b.shifted_by_one()), a.mul(b).shifted_by_one());
    let (even, odd) = a.split_by_artin_schreier();
    assert_eq!(Polynomial::join_by_artin_schreier(&even, &odd), *a);
    let joined = Polynomial::join_by_artin_schreier(a, b);
    let (even, odd) = joined.split_by_artin_schreier();
    assert_eq!((&even, &odd), (a, b));
    let len = 64 * a.words().len();
    if len > 0 {
        assert_eq!(Polynomial::from_dickson(a.clone().into_dickson(len)), *a);
        let dickson = Polynomial::from_dickson(a.words().to_vec());
        assert_eq!(Polynomial::from_words(dickson.into_dickson(len)), *a);
    }
}
