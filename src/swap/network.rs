//! A flow on the lattice with its potentials.

use super::lattice::Lattice;

/// What a cell holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const K: usize> {
    /// Dual variable: how much further from a demand than its neighbours.
    pub(super) potential: i32,
    /// Supply that has not left yet, or as a negative number demand that is not met yet.
    pub(super) excess: i32,
    /// Net flow in each forward direction.
    pub(super) flow: [i32; K],
}

/// A flow that meets part of the supplies and demands, and potentials that prove that it does so at least
/// cost. At all times
///
/// - neighbouring potentials differ by at most 1 (the cost of an edge), and
/// - where flow runs, it runs from a potential to one exactly 1 less,
///
/// which is complementary slackness: a flow without excess is optimal.
pub(super) struct Network<'a, const K: usize> {
    pub(super) lattice: &'a Lattice<K>,
    pub(super) nodes: Vec<Node<K>>,
}

impl<'a, const K: usize> Network<'a, K> {
    /// No flow, all potentials zero.
    pub(super) fn new(lattice: &'a Lattice<K>, supply: &[i32]) -> Self {
        let nodes = supply.iter().map(|&excess| Node { potential: 0, excess, flow: [0; K] }).collect();
        Self { lattice, nodes }
    }

    /// The net flow out of `cell` in a direction whose step leads to `next`.
    #[inline]
    pub(super) fn flow(&self, cell: usize, direction: usize, next: usize) -> i32 {
        if direction < K { self.nodes[cell].flow[direction] } else { -self.nodes[next].flow[direction - K] }
    }

    /// Sends flow from `cell` to `next`, which the direction leads to. Excesses are left alone.
    #[inline]
    pub(super) fn send(&mut self, cell: usize, direction: usize, next: usize, amount: i32) {
        if direction < K {
            self.nodes[cell].flow[direction] += amount;
        } else {
            self.nodes[next].flow[direction - K] -= amount;
        }
    }

    /// For each cell the flow in its forward directions, one after the other, and the potential of each cell.
    pub(super) fn into_flow_and_potential(self) -> (Vec<i32>, Vec<i32>) {
        let potential = self.nodes.iter().map(|node| node.potential).collect();
        (self.nodes.iter().flat_map(|node| node.flow).collect(), potential)
    }
}
