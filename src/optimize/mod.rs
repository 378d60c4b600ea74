//! The fewest presses: a minimum-weight word of a coset of the kernel code.
//!
//! The engines give a solution `x₀` and the kernel; every solution is `x₀ + u K` with `u` in GF(2)^k. Here
//! the cheapest of the 2^k is found and proved to be.

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
}

/// What the search tells while it works; a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// What is being done, for people.
    pub phase: &'a str,
    /// Steps of the phase done.
    pub done: u64,
    /// Steps of the phase in all; 0 when unknown.
    pub total: u64,
    /// Cost of the best element found.
    pub best: u64,
    /// Lower bound proved.
    pub bound: u64,
}
