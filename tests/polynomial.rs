//! Polynomials over GF(2) against schoolbook definitions on vectors of bits, planted factors, and
//! certificates (Bézout), at lengths on both sides of every threshold, with and without the machine's
//! carry-less multiply.

use lightsout::gf2::Polynomial;
use lightsout::gf2::simd::{Level, detected, force};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

const SIZES: [usize; 16] = [0, 1, 2, 5, 63, 64, 65, 127, 128, 129, 193, 640, 1023, 1300, 2049, 4100];

/// `len` random bits as a polynomial.
fn random(len: usize, seed: u64) -> Polynomial {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let words = (0..len.div_ceil(64)).map(|_| {
        state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ 0x5851_f42d_4c95_7f2d;
        state
    });
    Polynomial::from_words(words.collect()).truncated(len)
}

/// The definition of the product: one shifted copy for each coefficient.
fn naive_mul(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut sum = Polynomial::zero();
    for i in (0..a.words().len() * 64).filter(|&i| a.coefficient(i)) {
        sum.add(&b.shl(i));
    }
    sum
}

/// The definition of division: cancel the leading coefficient while there is one to cancel.
fn naive_rem(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut rest = a.clone();
    while let (Some(da), Some(db)) = (rest.degree(), b.degree())
        && da >= db
    {
        rest.add(&b.shl(da - db));
    }
    rest
}

fn naive_gcd(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_zero() {
        let rest = naive_rem(&a, &b);
        (a, b) = (b, rest);
    }
    a
}

fn sum(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut sum = a.clone();
    sum.add(b);
    sum
}

/// Runs the checks at every level the machine has. (Other tests may run meanwhile at either: they must not care.)
fn at_every_level(check: impl Fn()) {
    for level in Level::ALL.into_iter().filter(|level| level.available()) {
        assert!(force(level));
        check();
    }
    force(detected());
}

#[test]
fn shifts_and_coefficients_follow_the_definition() {
    for len in SIZES {
        let a = random(len, 17);
        a.validate();
        for k in SIZES {
            let up = a.shl(k);
            up.validate();
            assert!((0..len + k + 70).all(|i| up.coefficient(i) == (i >= k && a.coefficient(i - k))));
            assert_eq!(up.shr(k), a);
            let cut = a.truncated(k);
            cut.validate();
            assert!((0..len + 70).all(|i| cut.coefficient(i) == (i < k && a.coefficient(i))));
            assert_eq!(sum(&a.shr(k).shl(k), &cut), a);
        }
        let back = a.reversed(len);
        assert!((0..len).all(|i| back.coefficient(i) == a.coefficient(len - 1 - i)));
        assert_eq!(Polynomial::monomial(len).degree(), Some(len));
    }
}

#[test]
fn products_and_squares_follow_the_definition() {
    at_every_level(|| {
        for (i, &m) in SIZES.iter().enumerate() {
            for &n in &SIZES[..=i] {
                let (a, b) = (random(m, 1 + m as u64), random(n, 1000 + n as u64));
                let product = a.mul(&b);
                product.validate();
                assert_eq!(product, naive_mul(&b, &a), "{m} by {n} bits");
                assert_eq!(b.mul(&a), product);
            }
            let a = random(m, 5);
            assert_eq!(a.square(), naive_mul(&a, &a));
        }
    });
}

#[test]
fn division_by_a_planted_quotient_and_remainder() {
    at_every_level(|| {
        for m in SIZES {
            for n in SIZES.into_iter().filter(|n| *n > 0) {
                let mut divisor = random(n - 1, 3 + n as u64);
                divisor.add(&Polynomial::monomial(n - 1));
                let (quotient, remainder) = (random(m, 7), random(n - 1, 8));
                let dividend = sum(&quotient.mul(&divisor), &remainder);
                assert_eq!(dividend.div_rem(&divisor), Some((quotient, remainder)));
            }
        }
    });
    assert_eq!(Polynomial::one().div_rem(&Polynomial::zero()), None);
    // Long enough for Newton's method.
    let (divisor, quotient) = (sum(&random(40_000, 1), &Polynomial::monomial(40_000)), random(90_000, 2));
    let remainder = random(40_000, 3);
    let dividend = sum(&quotient.mul(&divisor), &remainder);
    assert_eq!(dividend.div_rem(&divisor), Some((quotient, remainder)));
}

#[test]
fn gcd_follows_the_definition() {
    at_every_level(|| {
        for m in SIZES.into_iter().filter(|m| *m <= 1300) {
            for n in SIZES.into_iter().filter(|n| *n <= 700) {
                let factor = random(n / 3, 11);
                let (a, b) = (random(m, 12).mul(&factor), random(n, 13).mul(&factor));
                let g = a.gcd(&b);
                g.validate();
                assert_eq!(g, naive_gcd(&a, &b), "{m} and {n} bits");
                check_bezout(&a, &b);
            }
        }
    });
}

/// A common divisor that is a combination is the greatest: no other proof is needed.
fn check_bezout(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (g, u, v) = a.xgcd(b);
    assert_eq!(sum(&u.mul(a), &v.mul(b)), g);
    assert_eq!(a.gcd(b), g);
    if !g.is_zero() {
        assert!(a.rem(&g).is_zero() && b.rem(&g).is_zero());
        let (da, db, dg) = (a.degree(), b.degree(), g.degree());
        if da > dg && db > dg {
            assert!(u.degree() < db && v.degree() < da);
        }
    }
    g
}

#[test]
fn planted_divisors_are_found_at_any_length() {
    // Around the thresholds of Karatsuba, of Newton and of the half-gcd; with long quotients too.
    for (m, n, k) in [
        (3000, 2900, 400),
        (20_000, 19_999, 1),
        (70_000, 60_000, 10_000),
        (384_000, 383_998, 1000),
        (420_000, 400_000, 0),
        (90_000, 89_000, 30_000),
        (120_000, 120_000, 64),
        (150_000, 80_000, 5),
        (200_000, 300, 77),
    ] {
        let planted = sum(&random(k, 21), &Polynomial::monomial(k));
        let (a, b) = (random(m, 22).mul(&planted), random(n, 23).mul(&planted));
        let g = check_bezout(&a, &b);
        assert!(g.rem(&planted).is_zero() && g.degree() >= Some(k));
        // A multiple of the planted divisor as a whole divides: quotients of one step, then zero.
        assert_eq!(a.mul(&b).gcd(&a), a);
    }
}

#[test]
fn inverses_and_powers_modulo() {
    // x^64 + x^4 + x^3 + x + 1 is irreducible: Fermat's little theorem in GF(2^64).
    let field = Polynomial::from_words(vec![0b11011, 1]);
    for seed in 1..20 {
        let a = random(64, seed);
        let inverse = a.inverse_mod(&field).expect("a field");
        assert!(inverse.mul_mod(&a, &field).is_one());
        assert_eq!(a.pow_mod(u64::MAX - 1, &field), inverse);
        assert_eq!(a.pow_mod(5, &field), a.mul(&a).mul(&a).mul(&a).mul(&a).rem(&field));
        assert_eq!(a.pow_mod(0, &field), Polynomial::one());
    }
    let shared = random(50, 3);
    let (a, modulus) = (shared.mul(&random(500, 4)), shared.mul(&random(800, 5)));
    assert_eq!(a.inverse_mod(&modulus), None);
    let (g, u) = a.semi_inverse(&modulus);
    assert_eq!(u.mul_mod(&a, &modulus), g);
    assert!(g.rem(&shared).is_zero() && u.degree() < modulus.degree());
    assert_eq!(random(9, 1).inverse_mod(&Polynomial::one()), Some(Polynomial::zero()));
}

#[test]
fn other_bases_follow_the_definition() {
    let x = Polynomial::monomial(1);
    let u = sum(&x.square(), &x);
    for len in SIZES.into_iter().filter(|len| *len <= 1300).chain([300, 511, 512, 513]) {
        let f = random(len, 31 + len as u64);
        // Horner's rule in x + 1.
        let mut shifted = Polynomial::zero();
        for i in (0..len).rev() {
            shifted = sum(&sum(&shifted.shl(1), &shifted), &f.truncated(i + 1).shr(i));
        }
        assert_eq!(f.shifted_by_one(), shifted, "{len}");
        // Horner's rule in x² + x.
        let (a, b) = (random(len, 32), random(len, 33));
        let mut joined = Polynomial::zero();
        for i in (0..len).rev() {
            let digit = sum(&a.truncated(i + 1).shr(i), &b.truncated(i + 1).shr(i).shl(1));
            joined = sum(&joined.mul(&u), &digit);
        }
        assert_eq!(Polynomial::join_by_artin_schreier(&a, &b), joined, "{len}");
        assert_eq!(joined.split_by_artin_schreier(), (a, b), "{len}");
        // The three-term recurrence of the Dickson polynomials.
        let mut value = f.truncated(1);
        let (mut previous, mut current) = (Polynomial::zero(), x.clone());
        for k in 1..len {
            if f.coefficient(k) {
                value.add(&current);
            }
            (previous, current) = (current.clone(), sum(&current.shl(1), &previous));
        }
        assert_eq!(Polynomial::from_dickson(f.clone().into_padded_words(len)), value, "{len}");
        assert_eq!(Polynomial::from_words(value.into_dickson(len)), f, "{len}");
    }
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn the_ring_and_euclid_obey_their_laws(
        a in prop::collection::vec(any::<u64>(), 0..40),
        b in prop::collection::vec(any::<u64>(), 0..40),
        c in prop::collection::vec(any::<u64>(), 0..40),
    ) {
        let [a, b, c] = [a, b, c].map(Polynomial::from_words);
        prop_assert_eq!(a.mul(&sum(&b, &c)), sum(&a.mul(&b), &a.mul(&c)));
        prop_assert_eq!(a.mul(&b).mul(&c), a.mul(&b.mul(&c)));
        let (g, u, v) = a.xgcd(&b);
        prop_assert_eq!(sum(&u.mul(&a), &v.mul(&b)), g.clone());
        if !g.is_zero() {
            prop_assert!(a.rem(&g).is_zero() && b.rem(&g).is_zero());
            prop_assert_eq!(a.mul(&c).gcd(&b.mul(&c)), g.mul(&c));
        }
        prop_assert_eq!(a.shifted_by_one().shifted_by_one(), a);
    }
}
