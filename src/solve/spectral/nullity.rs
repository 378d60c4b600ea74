//! The number of independent quiet patterns, from polynomials alone: no board is touched.
//!
//! The side of a board, a path or a cycle of cells, is described by the invariant factors of its matrix; each is a
//! product t^α H_q(t)^β, see [`Factor`]. Two sides together give the nullity as a sum of degrees of gcds.

use super::Rule;
use super::fibonacci::{fibonacci_mod, root_polynomial};
use crate::game::Topology;
use crate::gf2::{Polynomial, TooLarge, words_for};

/// The polynomial t^zero · H_q(t)^root, q odd. H_q has degree (q-1)/2, no repeated factor, and is not zero at
/// 0; it is zero at 1 exactly when 3 divides q.
#[derive(Debug, Clone, Copy)]
struct Factor {
    zero: u128,
    root: u128,
    q: usize,
}

impl Factor {
    /// The degree of the gcd of `self` at t = s + 1 and `other` at t = s; `shared` is that of the H alone.
    fn shared_when_shifted(self, other: Self, shared: usize) -> u128 {
        // s + 1 to the power `zero` meets H_q(s), and H_p(s + 1) meets s to the power `zero`.
        let own = if other.q.is_multiple_of(3) { self.zero.min(other.root) } else { 0 };
        let others = if self.q.is_multiple_of(3) { self.root.min(other.zero) } else { 0 };
        self.root.min(other.root) * shared as u128 + own + others
    }

    /// The degree of the gcd of both at the same argument; `shared` is that of the H alone.
    fn shared(self, other: Self, shared: usize) -> u128 {
        self.root.min(other.root) * shared as u128 + self.zero.min(other.zero)
    }

    /// Whether it is zero at 0, or at 1.
    fn vanishes_at(self, one: bool) -> bool {
        if one { self.q.is_multiple_of(3) && self.root > 0 } else { self.zero > 0 }
    }
}

/// 2^e and q, with `number` = 2^e q and q odd.
fn odd_part(number: usize) -> (u128, usize) {
    let e = number.trailing_zeros();
    (1 << e, number >> e)
}

/// The invariant factors of the path of `len` cells: P_len(t) = t^(2^e − 1) H_q^(2^(e+1)) for len + 1 = 2^e q.
fn path(len: usize) -> Vec<Factor> {
    let (power, q) = odd_part(len + 1);
    vec![Factor { zero: power - 1, root: 2 * power, q }]
}

/// Those of the cycle: D_h and D_h for len = 2h, H_len and t H_len for odd len.
///
/// With U the matrix of one step of the recurrence, of determinant one and trace t, U^2h − 1 is U^h times U^h −
/// U^-h = D_h(t) · 1; the odd case follows from det(U^len − 1) = D_len = t H².
fn cycle(len: usize) -> Vec<Factor> {
    if len.is_multiple_of(2) {
        let (power, q) = odd_part(len / 2);
        vec![Factor { zero: power, root: 2 * power, q }; 2]
    } else {
        vec![Factor { zero: 0, root: 1, q: len }, Factor { zero: 1, root: 1, q: len }]
    }
}

/// The nullity of a full `rows × cols` rectangle, or `None` for a topology that is no product of sides
/// (those that mirror).
///
/// For σ⁺ and σ it is the degree of a gcd, on the plane of P_m(t) and P_n(s) with t = s + 1 or s (K. Sutner,
/// *σ-automata and Chebyshev polynomials*, 2000; OEIS A159257 for σ⁺ on the square plane, A165738 on the square
/// torus); for σ on the plane that is gcd(m+1, n+1) − 1. For the rules that act on rows and columns separately it is
/// m n − rank · rank. Doubled links cancel.
///
/// Cost: a gcd of polynomials of degree q/4 for square boards, where q is the odd part of the side (the side
/// plus one on the plane), and min(q, p)/2 for others: about a millisecond for a side of 100 000.
///
/// # Errors
/// [`TooLarge`] when even these polynomials do not fit in memory.
pub fn nullity(rows: usize, cols: usize, rule: Rule, topology: Topology) -> Result<Option<usize>, TooLarge> {
    let (rows_wrap, cols_wrap) = match topology {
        Topology::Plane => (false, false),
        Topology::Cylinder => (false, true),
        Topology::Torus => (true, true),
        Topology::Mobius | Topology::Klein | Topology::Projective => return Ok(None),
    };
    if rows == 0 || cols == 0 {
        return Ok(Some(0));
    }
    check_memory(rows, cols)?;
    let side = |len, wraps: bool| if wraps { cycle(len) } else { path(len) };
    let (down, across) = (side(rows, rows_wrap), side(cols, cols_wrap));
    let (p, q) = (down[0].q, across[0].q);
    let pairs = || down.iter().flat_map(|a| across.iter().map(move |b| (*a, *b)));
    let total: u128 = match rule {
        Rule::Plus => {
            let shared = shifted_gcd_degree(p, q);
            pairs().map(|(a, b)| a.shared_when_shifted(b, shared)).sum()
        }
        Rule::PlusNoSelf => {
            // gcd(H_p, H_q) = H_gcd(p, q), as for Fibonacci numbers.
            let shared = gcd_of_numbers(p, q) / 2;
            pairs().map(|(a, b)| a.shared(b, shared)).sum()
        }
        Rule::King | Rule::XNoSelf => {
            let deficit =
                |side: &[Factor]| side.iter().filter(|f| f.vanishes_at(rule == Rule::King)).count() as u128;
            let (a, b) = (deficit(&down), deficit(&across));
            a * cols as u128 + b * rows as u128 - a * b
        }
    };
    // Never more than the lights; a number of lights past usize is past memory too, but is no reason to fail.
    Ok(Some(usize::try_from(total).unwrap_or(usize::MAX)))
}

/// Refuses sizes whose polynomials cannot be had. The largest has the degree of the shorter side, or of the
/// longer one while that is not very much longer; a dozen of them live at a time.
pub(super) fn check_memory(rows: usize, cols: usize) -> Result<(), TooLarge> {
    let degree = rows.max(cols).min(rows.min(cols).saturating_mul(8).saturating_add(4096));
    let words = words_for(degree).saturating_mul(12);
    let too_large = |_| TooLarge { rows, cols, bytes: words as u128 * 8 };
    if rows.max(cols) == usize::MAX {
        return Err(TooLarge { rows, cols, bytes: u128::from(u64::MAX) });
    }
    Vec::<u64>::new().try_reserve_exact(words).map_err(too_large)
}

/// The degree of gcd(H_p(s + 1), H_q(s)) for odd p and q.
fn shifted_gcd_degree(p: usize, q: usize) -> usize {
    let (p, q) = (p.max(q), p.min(q));
    let root = root_polynomial(q);
    if p == q {
        // gcd(f(s), f(s+1)) is a polynomial in s² + s, found from the two parts of f: half the degree.
        let (even, odd) = root.split_by_artin_schreier();
        return 2 * even.gcd(&odd).degree().unwrap_or(0);
    }
    let other = if is_much_longer(p, q) {
        let (mut this, next) = fibonacci_mod(p / 2, &Polynomial::from_words(vec![0b11]), &root);
        this.add(&next);
        this
    } else {
        root_polynomial(p).shifted_by_one()
    };
    other.gcd(&root).degree().unwrap_or(0)
}

/// Whether a polynomial of degree about `long` modulo one of degree `short` is better found by squarings than
/// written out.
pub(super) fn is_much_longer(long: usize, short: usize) -> bool {
    long > short.saturating_mul(8).saturating_add(4096)
}

fn gcd_of_numbers(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
