//! The equation for the first row, P_m(T') x = r, as a congruence of polynomials modulo P_n.

use std::sync::OnceLock;

use super::Rule;
use super::fibonacci::{
    fibonacci_mod, path_polynomial, polynomial_to_row, root_polynomial, row_to_polynomial,
};
use super::nullity::{is_much_longer, nullity};
use crate::game::Topology;
use crate::gf2::{Polynomial, and_parity};

/// The algebra of a `rows × cols` plane under σ⁺ or σ, chased row by row.
///
/// Everything is written in s, the matrix T of the path of `cols` cells; the chase multiplies by t = s + 1 for
/// σ⁺ and t = s for σ. A vector of `cols` cells is a polynomial modulo P_n(s).
#[derive(Debug)]
pub(super) struct FirstRow {
    rows: usize,
    cols: usize,
    with_self: bool,
    division: OnceLock<Division>,
}

/// What it takes to divide by P_m(t) modulo P_n(s).
#[derive(Debug)]
struct Division {
    /// G, the greatest common divisor of P_m(t) and P_n(s).
    gcd: Polynomial,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// W with W · P_m(t) ≡ G modulo P_n(s): X = (R/G) W.
    Factor(Polynomial),
    /// For boards much wider than high, where products of the length of a row would be too dear: with a = P_m(t)/G,
    /// N = P_n(s)/G and r = R/G, from a X = r + N Y follow Y ≡ r N⁻¹ modulo a, shorter than a column, and
    /// X = (r + N Y)/a.
    Wide {
        /// a.
        by_rows: Polynomial,
        /// N.
        by_cols: Polynomial,
        /// N⁻¹ modulo a.
        inverse: Polynomial,
    },
}

impl FirstRow {
    pub(super) fn new(rows: usize, cols: usize, with_self: bool) -> Self {
        Self { rows, cols, with_self, division: OnceLock::new() }
    }

    /// The nullity of the board: the degree of G.
    pub(super) fn nullity(&self) -> usize {
        match self.division.get() {
            Some(division) => division.gcd.degree().unwrap_or(0),
            None => {
                let rule = if self.with_self { Rule::Plus } else { Rule::PlusNoSelf };
                match nullity(self.rows, self.cols, rule, Topology::Plane) {
                    Ok(Some(nullity)) => nullity,
                    _ => self.division().gcd.degree().unwrap_or(0),
                }
            }
        }
    }

    /// t as a polynomial in s.
    fn argument(&self) -> Polynomial {
        Polynomial::from_words(vec![if self.with_self { 0b11 } else { 0b10 }])
    }

    fn at_argument(&self, p: &Polynomial) -> Polynomial {
        if self.with_self { p.shifted_by_one() } else { p.clone() }
    }

    fn division(&self) -> &Division {
        self.division.get_or_init(|| self.divide())
    }

    /// Finds G and W. Cost: an extended gcd of polynomials of degree n/4 (square board of even side), n/2 (other
    /// square boards; both sides even) or n, or m on boards much wider than high.
    fn divide(&self) -> Division {
        let (m, n) = (self.rows, self.cols);
        if n / 2 > m {
            return self.divide_wide();
        }
        let even = m.is_multiple_of(2) && n.is_multiple_of(2);
        if self.with_self && even {
            // P_n = H² and P_m = K²: with w K(t) ≡ g modulo H also w² K(t)² ≡ g² modulo H².
            let root = root_polynomial(n + 1);
            let (gcd, factor) =
                if m == n { shift_semi_inverse(&root) } else { self.root_semi_inverse(&root) };
            return Division { gcd: gcd.square(), method: Method::Factor(factor.square()) };
        }
        let modulus = path_polynomial(n);
        let (gcd, factor) = if self.with_self && m == n {
            shift_semi_inverse(&modulus)
        } else {
            self.transfer(&modulus).semi_inverse(&modulus)
        };
        Division { gcd, method: Method::Factor(factor) }
    }

    /// Cost: a few divisions of n by m coefficients, and an extended gcd of degree m.
    fn divide_wide(&self) -> Division {
        let by_rows = self.at_argument(&path_polynomial(self.rows));
        let by_cols = path_polynomial(self.cols);
        let gcd = by_cols.rem(&by_rows).gcd(&by_rows);
        let (by_rows, by_cols) = (exact_quotient(&by_rows, &gcd), exact_quotient(&by_cols, &gcd));
        let (_, inverse) = by_cols.semi_inverse(&by_rows);
        Division { gcd, method: Method::Wide { by_rows, by_cols, inverse } }
    }

    /// For even m: (g, w) with w · H_{m+1}(t) ≡ g modulo `root`.
    fn root_semi_inverse(&self, root: &Polynomial) -> (Polynomial, Polynomial) {
        let half = if is_much_longer(self.rows, self.cols) {
            let (mut this, next) = fibonacci_mod(self.rows / 2, &self.argument(), root);
            this.add(&next);
            this
        } else {
            self.at_argument(&root_polynomial(self.rows + 1)).rem(root)
        };
        half.semi_inverse(root)
    }

    /// P_m(t) modulo `modulus`.
    fn transfer(&self, modulus: &Polynomial) -> Polynomial {
        if is_much_longer(self.rows, self.cols) {
            fibonacci_mod(self.rows, &self.argument(), modulus).1
        } else {
            self.at_argument(&path_polynomial(self.rows)).rem(modulus)
        }
    }

    /// The first row of a solution, from what the chase with first row zero leaves below the last row: in
    /// `words_for(cols)` words. Cost: a product of polynomials of degree n, or O(m n/64²) word products on wide boards.
    ///
    /// # Errors
    /// When there is none: a row `y` that is the last (and the first) row of a quiet pattern, with y · r = 1.
    pub(super) fn solve(&self, residue: &[u64]) -> Result<Vec<u64>, Vec<u64>> {
        let Division { gcd, method } = self.division();
        let mut quotient = row_to_polynomial(residue);
        if !gcd.is_one() {
            match quotient.div_rem(gcd) {
                Some((exact, rest)) if rest.is_zero() => quotient = exact,
                _ => return Err(self.refutation(residue)),
            }
        }
        let first_row = match method {
            Method::Factor(factor) => quotient.mul(factor),
            Method::Wide { by_rows, by_cols, inverse } => {
                let y = quotient.rem(by_rows).mul_mod(inverse, by_rows);
                let mut multiple = by_cols.mul(&y);
                multiple.add(&quotient);
                exact_quotient(&multiple, by_rows)
            }
        };
        Ok(polynomial_to_row(&first_row, self.cols))
    }

    /// A kernel row with odd overlap with the residue; one exists when the residue is no multiple of G.
    ///
    /// Let q be a quiet pattern and x the chase from first row zero. Summing q_i · (x_{i-1} + T' x_i + x_{i+1})
    /// over the rows, all that is left by symmetry of T' and quietness of q is q · b = q_m · r.
    fn refutation(&self, residue: &[u64]) -> Vec<u64> {
        self.kernel_rows().find(|row| and_parity(row, residue)).unwrap_or_default()
    }

    /// First rows of a basis of the quiet patterns: s^j P_n / G for j below the nullity.
    /// Cost: O(n / 64) each, and one division.
    pub(super) fn kernel_rows(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let gcd = &self.division().gcd;
        let count = gcd.degree().unwrap_or(0);
        let cofactor =
            if count == 0 { Polynomial::zero() } else { exact_quotient(&path_polynomial(self.cols), gcd) };
        let first = Polynomial::from_words(polynomial_to_row(&cofactor, self.cols));
        // Times s: the matrix of the path, each cell the sum of its neighbours.
        let times_s = |row: &Polynomial| {
            let mut sum = row.shl(1).truncated(self.cols);
            sum.add(&row.shr(1));
            Some(sum)
        };
        std::iter::successors(Some(first), times_s).take(count).map(|row| row.into_padded_words(self.cols))
    }

    /// The step of `k` rows without lights to toggle.
    pub(super) fn free_steps(&self, k: usize) -> FreeSteps {
        let modulus = path_polynomial(self.cols);
        let (this, next) = fibonacci_mod(k, &self.argument(), &modulus);
        // F_{k-1} = F_{k+1} + t F_k.
        let mut before = self.argument().mul(&this).rem(&modulus);
        before.add(&next);
        FreeSteps { cols: self.cols, fibonacci: [before, this, next] }
    }
}

/// The matrix that carries two consecutive rows of the chase over k rows with nothing to toggle:
/// x_{i+k} = F_{k+1}(t) x_i + F_k(t) x_{i-1}, and the same one row before.
#[derive(Debug)]
pub(super) struct FreeSteps {
    cols: usize,
    /// F_{k-1}, F_k, F_{k+1} at t, modulo P_n.
    fibonacci: [Polynomial; 3],
}

impl FreeSteps {
    /// (x_{i-1}, x_i) to (x_{i+k-1}, x_{i+k}). Cost: four products of polynomials of degree n.
    pub(super) fn apply(&self, previous: &[u64], current: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let [before, this, next] = &self.fibonacci;
        let (previous, current) = (row_to_polynomial(previous), row_to_polynomial(current));
        let combine = |a: &Polynomial, b: &Polynomial| {
            let mut sum = a.mul(&current);
            sum.add(&b.mul(&previous));
            polynomial_to_row(&sum, self.cols)
        };
        (combine(this, before), combine(next, this))
    }
}

/// (g, w) with w(s) · p(s + 1) ≡ g(s) modulo p(s), where g = gcd(p(s), p(s+1)).
///
/// Let u = s² + s, which does not change under s → s + 1, and p = a(u) + s b(u). Then p(s+1) = p + b(u), and
/// g is the gcd of p and b, that is of a and b, as polynomials in u: half the degree. With α a + β b = g we
/// have a ≡ s b, so (α s + β) b ≡ g modulo p.
fn shift_semi_inverse(p: &Polynomial) -> (Polynomial, Polynomial) {
    let (a, b) = p.split_by_artin_schreier();
    let (g, alpha, beta) = a.xgcd(&b);
    let zero = Polynomial::zero();
    (Polynomial::join_by_artin_schreier(&g, &zero), Polynomial::join_by_artin_schreier(&beta, &alpha))
}

/// The quotient by a divisor that is not zero and leaves no remainder.
fn exact_quotient(dividend: &Polynomial, divisor: &Polynomial) -> Polynomial {
    let (quotient, rest) = dividend.div_rem(divisor).unwrap_or_default();
    debug_assert!(rest.is_zero(), "an exact division");
    quotient
}
