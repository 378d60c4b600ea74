//! Warm starts: the flow of a board of half the side is nearly that of the board.
//!
//! Blocks of 2 × 2 cells become cells of a coarser lattice, their supplies are summed, and the coarse problem
//! is solved in the same way. A coarse edge is two fine edges long. The coarse potentials, doubled, are laid
//! on one cell of each block and filled in between them; coarse flow is laid on the two fine edges where they
//! run straight between those cells. What does not fit (walls, blocks with several parts) is left out. What
//! remains to be done is local, mostly within a block, so few rises of the potentials are needed.
//!
//! Nothing rests on the coarse solution being good: any potentials whose neighbours differ by at most 1, with
//! any flow on tight steps, are a valid start.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use super::forest::route;
use super::lattice::Lattice;
use super::network::Network;

/// Lattices of at most this many cells are solved without a coarser one.
const SMALLEST: usize = 64;

/// The search was stopped; the potentials it had come to, laid on the lattice asked about.
pub(super) struct Stopped {
    pub(super) potentials: Vec<i32>,
}

/// A flow of least cost that meets the supplies, which sum to zero over each connected part.
pub(super) fn solve<'a, const K: usize>(
    lattice: &'a Lattice<K>,
    supply: Vec<i32>,
    stop: &AtomicBool,
) -> Result<Network<'a, K>, Stopped> {
    let mut network = Network::new(lattice, &supply);
    drop(supply);
    if lattice.cells() > SMALLEST {
        let coarse_lattice = lattice.coarsen();
        let mut sums = vec![0; coarse_lattice.cells()];
        for (cell, node) in network.nodes.iter().enumerate() {
            sums[lattice.block(cell)] += node.excess;
        }
        let coarse = solve(&coarse_lattice, sums, stop).map_err(|stopped| Stopped {
            potentials: lay_potentials(lattice, &coarse_lattice, stopped.potentials.into_iter()),
        })?;
        warm_start(&mut network, &coarse);
    }
    if route(&mut network, stop) {
        Ok(network)
    } else {
        Err(Stopped { potentials: network.into_flow_and_potential().1 })
    }
}

/// Lays the coarse solution on a network without flow.
fn warm_start<const K: usize>(network: &mut Network<'_, K>, coarse: &Network<'_, K>) {
    let lattice = network.lattice;
    let potentials = coarse.nodes.iter().map(|node| node.potential);
    for (node, potential) in network.nodes.iter_mut().zip(lay_potentials(lattice, coarse.lattice, potentials))
    {
        node.potential = potential;
    }
    for (block, node) in coarse.nodes.iter().enumerate() {
        let corner = corner(lattice, coarse.lattice, block);
        for (direction, &flow) in node.flow.iter().enumerate() {
            if flow != 0 {
                lay_flow(network, corner, direction, flow);
            }
        }
    }
}

/// Potentials of blocks, doubled, on one cell of each block and filled in between.
fn lay_potentials<const K: usize>(
    lattice: &Lattice<K>,
    blocks: &Lattice<K>,
    potentials: impl Iterator<Item = i32>,
) -> Vec<i32> {
    let mut known = vec![UNKNOWN; lattice.cells()];
    for (block, potential) in potentials.enumerate() {
        if let Some(cell) = representative(lattice, blocks, block) {
            known[cell] = 2 * potential;
        }
    }
    fill_between(lattice, known)
}

/// Lays coarse flow on the two fine steps from the corner of a block to the corner of the next, if they are
/// open and tight.
fn lay_flow<const K: usize>(network: &mut Network<'_, K>, from: usize, direction: usize, flow: i32) {
    let lattice = network.lattice;
    if !lattice.is_open(from, direction) {
        return;
    }
    let middle = lattice.next(from, direction);
    if !lattice.is_open(middle, direction) {
        return;
    }
    let to = lattice.next(middle, direction);
    if network.nodes[from].potential - network.nodes[to].potential == 2 * flow.signum() {
        network.send(from, direction, middle, flow);
        network.send(middle, direction, to, flow);
        network.nodes[from].excess -= flow;
        network.nodes[to].excess += flow;
    }
}

/// The first cell of a block.
fn corner<const K: usize>(lattice: &Lattice<K>, blocks: &Lattice<K>, block: usize) -> usize {
    2 * (block / blocks.cols) * lattice.cols + 2 * (block % blocks.cols)
}

/// The first cell of a block that is joined to anything.
fn representative<const K: usize>(lattice: &Lattice<K>, blocks: &Lattice<K>, block: usize) -> Option<usize> {
    let corner = corner(lattice, blocks, block);
    let (row, col) = (corner / lattice.cols, corner % lattice.cols);
    (row..lattice.rows.min(row + 2))
        .flat_map(|r| (col..lattice.cols.min(col + 2)).map(move |c| r * lattice.cols + c))
        .find(|&cell| lattice.steps(cell).next().is_some())
}

const UNKNOWN: i32 = i32::MAX;

/// Potentials that differ by at most 1 between neighbours and keep to the known ones where those allow it:
/// the mean of the highest such potentials that are nowhere above the known ones and of the lowest that
/// are nowhere below (E. J. McShane, "Extension of range of functions", Bull. AMS 40 (1934)). Rounding
/// down keeps the bound, the potentials being whole numbers.
fn fill_between<const K: usize>(lattice: &Lattice<K>, known: Vec<i32>) -> Vec<i32> {
    let negated = known.iter().map(|&value| if value == UNKNOWN { UNKNOWN } else { -value }).collect();
    let (mut from_below, from_above) = (fill_from_least(lattice, known), fill_from_least(lattice, negated));
    for (low, high) in from_below.iter_mut().zip(from_above) {
        *low = if *low == UNKNOWN { 0 } else { (*low - high).div_euclid(2) };
    }
    from_below
}

/// The highest potentials that are nowhere above the known ones and differ by at most 1 between neighbours;
/// unknown where no known one is within reach. Breadth-first from all known cells, the least first.
fn fill_from_least<const K: usize>(lattice: &Lattice<K>, mut potential: Vec<i32>) -> Vec<i32> {
    let mut seeds: Vec<(i32, u32)> =
        (0..).zip(&potential).filter(|seed| *seed.1 != UNKNOWN).map(|(cell, &value)| (value, cell)).collect();
    seeds.sort_unstable();
    let mut seeds = seeds.into_iter().peekable();
    let mut reached: VecDeque<(i32, u32)> = VecDeque::new();
    loop {
        let seed_is_least = match (seeds.peek(), reached.front()) {
            (Some(seed), Some(front)) => seed.0 <= front.0,
            (seed, _) => seed.is_some(),
        };
        let Some((value, cell)) = (if seed_is_least { seeds.next() } else { reached.pop_front() }) else {
            return potential;
        };
        if potential[cell as usize] != value {
            continue; // Lowered since.
        }
        for (_, next) in lattice.steps(cell as usize) {
            if potential[next] > value + 1 {
                potential[next] = value + 1;
                reached.push_back((value + 1, next as u32));
            }
        }
    }
}
