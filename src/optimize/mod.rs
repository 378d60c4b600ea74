//! The fewest presses: a minimum-weight word of a coset of the kernel code.
//!
//! The engines give a solution `x₀` and the kernel; every solution is `x₀ + u K` with `u` in GF(2)^k. Here
//! the cheapest of the 2^k is found and proved to be.
//!
//! ```
//! use lightsout::gf2::{BitMatrix, BitRow};
//! use lightsout::optimize::{Cosets, Limits, minimize};
//!
//! // The code of two words, 11111 and 00000, and the solution 11101: the lightest of both is 00010.
//! let kernel = BitMatrix::from_fn(1, 5, |_, _| true);
//! let offsets = [BitRow::from_fn(5, |i| i != 3)];
//! let question = Cosets { kernel: &kernel, offsets: &offsets, costs: None };
//! let optimum = minimize(&question, &[], &Limits::default());
//! assert!(optimum.proved && optimum.cost == 1 && optimum.presses.get(3));
//! ```

mod account;
mod columns;
mod combine;
mod component;
mod descent;
mod gray;
mod layout;
mod light;
mod limits;
mod minimizer;
mod normal;
mod pairs;
mod proof;
mod scan;
mod search;
mod split;
mod tally;
mod trellis;
mod two_sided;
mod walsh;
#[cfg(target_arch = "x86_64")]
mod walsh_avx2;
mod watch;

pub use limits::{Limits, Progress, Route};
pub use minimizer::Minimizer;
pub use proof::{Apart, ComponentProof, CosetProof, Method, PartProof, Proof, SideProof};

use num_bigint::BigUint;

use crate::gf2::{BitMatrix, BitRow};

/// The question: which element of a union of cosets of one code costs least.
#[derive(Debug, Clone, Copy)]
pub struct Cosets<'a> {
    /// Basis of the code, `k × buttons`, rows independent.
    pub kernel: &'a BitMatrix,
    /// One solution of each coset (one a goal), `buttons` bits each, at least one, in order of preference.
    pub offsets: &'a [BitRow],
    /// The cost of pressing each button; `None` when each costs 1.
    pub costs: Option<&'a [u32]>,
}

/// The answer, and how sure it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Optimum {
    /// The cheapest press pattern found: of all cheapest the lexicographically least (button 0 first, no
    /// press before press) when `proved`.
    pub presses: BitRow,
    /// Which coset it belongs to: an index into [`Cosets::offsets`].
    pub coset: usize,
    /// Its total cost.
    pub cost: u64,
    /// A proved lower bound of the cost of every element; equal to `cost` when `proved`.
    pub bound: u64,
    /// Whether the search ended: nothing is cheaper, and nothing as cheap is lexicographically less.
    pub proved: bool,
    /// How many elements cost exactly `cost`, in all cosets together; `None` unless `proved`.
    pub count: Option<BigUint>,
    /// The optima that follow `presses` in lexicographic order, each with its coset: as many as
    /// [`Limits::solutions`] asks for, or all there are. Empty unless `proved`.
    pub further: Vec<(usize, BitRow)>,
    /// How each connected component of each coset was searched.
    pub routes: Vec<Route>,
}

/// Finds the cheapest element of the cosets, once. Tiny codes (a 4×4 board, a handful of buttons) take
/// microseconds; to ask more than one question of a larger code, keep a [`Minimizer`].
///
/// `sides` are candidates for the two-sided split, see [`Minimizer::new`].
///
/// # Panics
/// When there is no offset, or lengths disagree.
pub fn minimize(question: &Cosets<'_>, sides: &[BitRow], limits: &Limits<'_>) -> Optimum {
    let Cosets { kernel, offsets, costs } = *question;
    if gray::suits(kernel, limits) {
        return gray::minimize(kernel, &gray::Planes::new(kernel.cols(), costs), offsets, limits);
    }
    Minimizer::new(kernel, costs, sides).minimize(offsets, limits)
}
