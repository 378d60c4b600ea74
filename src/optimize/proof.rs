//! What proves an optimum, in a form that a second program can follow: see `docs/math.md`, section 5.

use num_bigint::BigUint;

use crate::gf2::BitRow;

/// The optimum of one coset, and the account of why nothing is cheaper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CosetProof {
    /// Which coset: an index into the offsets asked about.
    pub coset: usize,
    /// The lexicographically least of its cheapest elements.
    pub presses: BitRow,
    /// What it costs.
    pub cost: u64,
    /// How many elements of the coset cost as little.
    pub count: BigUint,
    /// The account.
    pub proof: Proof,
}

/// Why nothing in a coset `x₀ + uK` is cheaper. Coordinates and words refer to the reduced row echelon basis K.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The code is small: all elements were looked at.
    Enumeration {
        /// For each of the cheapest costs that occur (at most [`Proof::COSTS`] of them), ascending, how many elements
        /// cost so much.
        distribution: Vec<(u64, u64)>,
    },
    /// The code was taken apart.
    Parts(Apart),
}

impl Proof {
    /// Codes up to this dimension are enumerated whole.
    pub const ENUMERATED: usize = 24;
    /// The most costs that a distribution names.
    pub const COSTS: usize = 1024;
}

/// A code as a direct sum of the directions that no cost depends on and of components that share no button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The partition of the buttons by which equal columns are kept apart; the second side's buttons are set.
    pub second_side: BitRow,
    /// What every element costs at least: each class of buttons at its cheaper value.
    pub base: u64,
    /// A basis of the directions on which no cost depends, `u` in reduced row echelon form.
    pub free: Vec<BitRow>,
    /// The components.
    pub components: Vec<ComponentProof>,
}

/// The optimum of one component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentProof {
    /// The coordinates of `u` that are its own, ascending.
    pub coordinates: Vec<usize>,
    /// Its least cost.
    pub least: u64,
    /// How many of its elements cost that.
    pub count: BigUint,
    /// How to see it.
    pub method: Method,
}

/// How to see that no element of a component costs less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// Look at all elements.
    Enumeration,
    /// Look at the elements that are light on one side or the other.
    Split([SideProof; 2]),
    /// Go through the coordinates in order. Before each, elements that look the same to the columns that see a
    /// coordinate before it and it or a later one are one state, of which the cheapest count.
    Trellis {
        /// How many states there are, summed over the coordinates.
        states: u64,
    },
}

/// One side of a split: the component as a direct sum of parts that share no button of this side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideProof {
    /// The parts.
    pub parts: Vec<PartProof>,
    /// All elements whose cost on this side exceeds the parts' least costs by less than this were looked at.
    pub below: u64,
    /// How many elements these are.
    pub elements: u128,
}

/// A part of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartProof {
    /// A basis, as vectors `u` of the whole code.
    pub words: Vec<BitRow>,
    /// The least cost of an element on this side's buttons.
    pub least: u64,
    /// For each excess over the least cost, as far as it is less than [`SideProof::below`], ascending, how many
    /// elements have it.
    pub light: Vec<(u64, u64)>,
}
