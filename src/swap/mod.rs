//! The sibling puzzle: the fewest swaps of adjacent pieces that turn one board into another.
//!
//! A light that is on is a piece, a light that is off an empty place; a move swaps a piece with an empty
//! place next to it (swapping two alike changes nothing). Holes are walls that pieces go round.
//!
//! The number of moves is the cost of a minimum-cost flow on the board: supply 1 where only the start has a
//! piece, demand 1 where only the target has one, cost 1 for each unit over each edge, no capacities. Each
//! move carries a unit over an edge, so no sequence is shorter; and a flow of least cost can always be
//! played move by move (`docs/math.md`, section 6).
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::gf2::BitMatrix;
//! use lightsout::swap::{Adjacency, swap_distance};
//!
//! let board = |rows: [&str; 4]| Board::new(BitMatrix::from_fn(4, 4, |r, c| rows[r].as_bytes()[c] == b'1'));
//! let start = board(["1111", "0000", "1110", "0010"]);
//! let target = board(["1010", "0101", "1010", "0101"]);
//! let plan = swap_distance(&start, &target, Adjacency::Orthogonal)?;
//! assert_eq!(plan.distance(), 4);
//! assert_eq!(plan.moves().count(), 4);
//! # Ok::<(), lightsout::swap::SwapError>(())
//! ```

mod balance;
mod certificate;
mod error;
mod forest;
mod lattice;
mod moves;
mod multigrid;
mod network;

use std::sync::atomic::AtomicBool;

pub use error::{Imbalance, SwapError};
pub use moves::{Moves, Swap};

use crate::board::Board;
use crate::gf2::BitMatrix;
use lattice::Lattice;

/// Which cells are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Adjacency {
    /// Cells that share an edge.
    #[default]
    Orthogonal,
    /// Cells that share an edge or a corner, whatever lies beside the corner.
    King,
}

impl Adjacency {
    /// Every adjacency with the name the command uses.
    pub const NAMED: [(&'static str, Adjacency); 2] =
        [("orthogonal", Adjacency::Orthogonal), ("king", Adjacency::King)];

    /// The name the command uses.
    pub fn name(self) -> &'static str {
        match self {
            Adjacency::Orthogonal => "orthogonal",
            Adjacency::King => "king",
        }
    }

    /// How many of the directions lead forward in row-major order; as many lead back.
    fn forward(self) -> usize {
        match self {
            Adjacency::Orthogonal => 2,
            Adjacency::King => 4,
        }
    }
}

/// The fewest swaps from one board to another: their number, the proof, and the moves on demand.
#[derive(Debug, Clone)]
#[must_use]
pub struct SwapPlan {
    adjacency: Adjacency,
    distance: u64,
    start: BitMatrix,
    /// For each cell its net flow in each forward direction.
    flow: Vec<i32>,
    /// For each cell its potential: neighbours differ by at most 1, and flow runs down by exactly 1.
    potential: Vec<i32>,
}

/// The fewest swaps of adjacent pieces that turn `start` into `target`.
///
/// Cost: each of the levels of a multigrid (a quarter of the cells each) runs a primal-dual minimum-cost
/// flow from the solution of the level above; in practice the cells are visited some tens of times in all.
/// About 30 bytes a cell ([`SwapPlan::bytes_needed`]).
///
/// # Errors
/// [`SwapError::Sizes`] and [`SwapError::Holes`] when the boards do not match, [`SwapError::Impossible`]
/// when the pieces differ in number, everywhere or in a part that holes cut off,
/// [`SwapError::TooLarge`] when the board does not fit in memory.
pub fn swap_distance(start: &Board, target: &Board, adjacency: Adjacency) -> Result<SwapPlan, SwapError> {
    swap_distance_until(start, target, adjacency, &AtomicBool::new(false))
}

/// As [`swap_distance`], giving up soon after `stop` becomes true.
///
/// # Errors
/// As [`swap_distance`], and [`SwapError::Stopped`] with the lower bound proved so far.
pub fn swap_distance_until(
    start: &Board,
    target: &Board,
    adjacency: Adjacency,
    stop: &AtomicBool,
) -> Result<SwapPlan, SwapError> {
    balance::check_match(start, target)?;
    let bytes = SwapPlan::bytes_needed(start.rows(), start.cols(), adjacency);
    if start.rows() as u128 * start.cols() as u128 > MAX_CELLS {
        return Err(SwapError::TooLarge { rows: start.rows(), cols: start.cols(), bytes });
    }
    let (distance, flow, potential) = match adjacency {
        Adjacency::Orthogonal => solve::<2>(start, target, stop)?,
        Adjacency::King => solve::<4>(start, target, stop)?,
    };
    Ok(SwapPlan { adjacency, distance, start: start.lights().clone(), flow, potential })
}

/// Flows, potentials and cell numbers are kept in 32 bits; sums of two of them must fit too.
const MAX_CELLS: u128 = 1 << 30;

type Solved = (u64, Vec<i32>, Vec<i32>);

fn solve<const K: usize>(start: &Board, target: &Board, stop: &AtomicBool) -> Result<Solved, SwapError> {
    let lattice = Lattice::<K>::new(start);
    let supply = balance::supplies(start, target, &lattice)?;
    let network = multigrid::solve(&lattice, supply.clone(), stop)
        .map_err(|stopped| SwapError::Stopped { bound: dual_value(&supply, &stopped.potentials) })?;
    let (flow, potential) = network.into_flow_and_potential();
    Ok((flow.iter().map(|f| u64::from(f.unsigned_abs())).sum(), flow, potential))
}

/// The value of a dual solution, a lower bound of the cost of every flow.
fn dual_value(supply: &[i32], potential: &[i32]) -> u64 {
    let value: i64 = supply.iter().zip(potential).map(|(&s, &p)| i64::from(s) * i64::from(p)).sum();
    u64::try_from(value).unwrap_or(0)
}

impl SwapPlan {
    /// The fewest moves.
    pub fn distance(&self) -> u64 {
        self.distance
    }

    /// The number of rows of the boards.
    pub fn rows(&self) -> usize {
        self.start.rows()
    }

    /// The number of columns of the boards.
    pub fn cols(&self) -> usize {
        self.start.cols()
    }

    /// Which cells count as neighbours.
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// The moves one by one, exactly [`distance`](Self::distance) of them; played in this order on the
    /// start they give the target, and each swaps a piece with an empty place. Always the same moves.
    ///
    /// Cost: O(cells) to begin with, then O(1) a move on average.
    pub fn moves(&self) -> Moves {
        Moves::new(self)
    }

    /// Bytes of memory that the search takes, about.
    pub fn bytes_needed(rows: usize, cols: usize, adjacency: Adjacency) -> u128 {
        // Potential, excess, flows; parent, open directions; alarm; supplies and lists: each level of the
        // multigrid is a quarter of the one below.
        let per_cell = 4 * (6 + adjacency.forward() as u128) + 6;
        rows as u128 * cols as u128 * per_cell * 4 / 3
    }
}
