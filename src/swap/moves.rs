//! An order in which a flow can be played, swap by swap.

use super::SwapPlan;
use super::lattice::step;
use crate::gf2::BitMatrix;

/// A move: the piece at `from` changes places with the empty place at `to`, a neighbour. Cells are
/// (row, col) from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swap {
    /// Where the piece is before the move.
    pub from: (usize, usize),
    /// Where it is afterwards.
    pub to: (usize, usize),
}

/// The moves of a plan, one after the other; see [`SwapPlan::moves`].
///
/// The cells are taken from high potential to low, which is a topological order of the flow. From an occupied
/// cell with flow out of it we walk along the flow until we meet an empty cell, then play the steps of that walk
/// from its end to its start: each piece on it moves one step on. Each cell begins at most one walk, and each
/// step walked is a move played, so all moves together cost O(cells + moves). `docs/math.md`, section 6, has
/// the proof that the walk always meets an empty cell and that no flow stays behind.
pub struct Moves {
    cols: usize,
    forward: usize,
    flow: Vec<i32>,
    lights: BitMatrix,
    /// Cells still to begin at, the last first.
    order: Vec<u32>,
    /// The walk: cells and the direction in which it goes on.
    walk: Vec<(usize, usize)>,
    left: u64,
}

impl Moves {
    pub(super) fn new(plan: &SwapPlan) -> Self {
        let forward = plan.adjacency.forward();
        Self {
            cols: plan.cols(),
            forward,
            flow: plan.flow.clone(),
            lights: plan.start.clone(),
            order: cells_by_potential(&plan.potential),
            walk: Vec::new(),
            left: plan.distance,
        }
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    fn next_cell(&self, cell: usize, direction: usize) -> Option<usize> {
        let (r, c) = step(self.forward, direction);
        cell.checked_add_signed(r * self.cols as isize + c)
    }

    /// Where in `flow` a step is counted, and the sign with which.
    fn slot(&self, cell: usize, direction: usize) -> Option<(usize, i32)> {
        if direction < self.forward {
            return Some((cell * self.forward + direction, 1));
        }
        let next = self.next_cell(cell, direction)?;
        Some((next * self.forward + direction - self.forward, -1))
    }

    /// A direction in which flow leaves the cell. Flow never leaves the board, so no edge need be checked.
    fn way_out(&self, cell: usize) -> Option<usize> {
        (0..2 * self.forward).find(|&direction| {
            self.slot(cell, direction)
                .and_then(|(slot, sign)| Some(self.flow.get(slot)? * sign))
                .is_some_and(|flow| flow > 0)
        })
    }

    fn is_occupied(&self, cell: usize) -> bool {
        let (row, col) = self.place(cell);
        self.lights.get(row, col)
    }

    /// Walks along the flow from an occupied cell to the first empty one.
    fn walk_from(&mut self, mut cell: usize) {
        while self.is_occupied(cell) {
            let Some(direction) = self.way_out(cell) else { return };
            self.walk.push((cell, direction));
            let Some(next) = self.next_cell(cell, direction) else { return };
            cell = next;
        }
    }
}

impl Iterator for Moves {
    type Item = Swap;

    fn next(&mut self) -> Option<Swap> {
        while self.walk.is_empty() {
            let cell = self.order.pop()? as usize;
            self.walk_from(cell);
        }
        let (cell, direction) = self.walk.pop()?;
        let (slot, sign) = self.slot(cell, direction)?;
        self.flow[slot] -= sign;
        let (from, to) = (self.place(cell), self.place(self.next_cell(cell, direction)?));
        self.lights.set(from.0, from.1, false);
        self.lights.set(to.0, to.1, true);
        self.left -= 1;
        Some(Swap { from, to })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

/// The cells from low potential to high. Counting sort, O(cells + range).
fn cells_by_potential(potential: &[i32]) -> Vec<u32> {
    let least = potential.iter().copied().min().unwrap_or(0);
    let rank = |&value: &i32| (value - least) as usize;
    let mut starts = vec![0usize; potential.iter().map(rank).max().map_or(1, |most| most + 2)];
    for value in potential {
        starts[rank(value) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut order = vec![0; potential.len()];
    for (cell, value) in potential.iter().enumerate() {
        let start = &mut starts[rank(value)];
        order[*start] = cell as u32;
        *start += 1;
    }
    order
}
