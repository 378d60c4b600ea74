//! The proof that a plan is right and that nothing is shorter, checked from the definitions alone.

use super::lattice::step;
use super::{Adjacency, SwapPlan};
use crate::board::Board;

impl SwapPlan {
    /// The potential of a cell. Potentials of neighbours differ by at most 1, so no move changes the sum of the
    /// potentials of all pieces by more than 1; hence the difference of that sum between start and target is a
    /// lower bound of the number of moves. For the plan's potentials it equals [`distance`](Self::distance).
    ///
    /// # Panics
    /// When the cell lies outside.
    pub fn potential(&self, row: usize, col: usize) -> i32 {
        assert!(col < self.cols(), "column {col} of {}", self.cols());
        self.potential[row * self.cols() + col]
    }

    /// Checks that the plan proves its distance for these boards: the flow carries what start and target differ in,
    /// over open steps, at that cost, and the potentials prove that none costs less. A flow of least cost can be
    /// played (`docs/math.md`, section 6; [`verify_moves`](Self::verify_moves) plays it). Uses nothing of the search.
    /// Cost: O(cells).
    pub fn verify(&self, start: &Board, target: &Board) -> bool {
        self.fits(start)
            && self.fits(target)
            && start.holes() == target.holes()
            && self.flow_is_right(start, target)
            && self.bound(start, target) == Some(i128::from(self.distance))
    }

    /// The lower bound that the potentials prove; `None` when neighbours differ by more than 1.
    fn bound(&self, start: &Board, target: &Board) -> Option<i128> {
        let mut bound = 0;
        for (r, c) in cells(start) {
            let here = i128::from(self.potential(r, c));
            bound += here * i128::from(spare(start, target, r, c));
            let is_near = |(nr, nc)| (here - i128::from(self.potential(nr, nc))).abs() <= 1;
            if !neighbours(self.adjacency, start, r, c).all(is_near) {
                return None;
            }
        }
        Some(bound)
    }

    /// Whether each cell sends on what it gets and has to spare, no flow crosses a wall, and all flow together costs
    /// the distance.
    fn flow_is_right(&self, start: &Board, target: &Board) -> bool {
        let forward = self.adjacency.forward();
        let mut left: Vec<i64> = vec![0; start.rows() * start.cols()];
        let mut cost = 0u64;
        for r in 0..start.rows() {
            for c in 0..start.cols() {
                let cell = r * start.cols() + c;
                left[cell] += i64::from(spare(start, target, r, c));
                for direction in 0..forward {
                    let flow = self.flow[cell * forward + direction];
                    if flow == 0 {
                        continue;
                    }
                    let Some((nr, nc)) = neighbour(forward, start, r, c, direction) else { return false };
                    if start.is_hole(r, c) {
                        return false;
                    }
                    cost += u64::from(flow.unsigned_abs());
                    left[cell] -= i64::from(flow);
                    left[nr * start.cols() + nc] += i64::from(flow);
                }
            }
        }
        cost == self.distance && left.iter().all(|&left| left == 0)
    }

    /// Plays the moves: whether each is a swap of neighbours that are no holes and not alike, the last leads to the
    /// target, and there are as many as the distance. Cost: O(cells + moves).
    pub fn verify_moves(&self, start: &Board, target: &Board) -> bool {
        if !self.fits(start) || !self.fits(target) {
            return false;
        }
        let mut lights = start.lights().clone();
        let mut played = 0u64;
        for swap in self.moves() {
            let ((r, c), (tr, tc)) = (swap.from, swap.to);
            let is_neighbour = neighbours(self.adjacency, start, r, c).any(|next| next == swap.to);
            if start.is_hole(r, c) || !is_neighbour || !lights.get(r, c) || lights.get(tr, tc) {
                return false;
            }
            lights.set(r, c, false);
            lights.set(tr, tc, true);
            played += 1;
        }
        played == self.distance && lights == *target.lights()
    }

    fn fits(&self, board: &Board) -> bool {
        (board.rows(), board.cols()) == (self.rows(), self.cols())
    }
}

/// The cells that are no holes.
fn cells(board: &Board) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..board.rows())
        .flat_map(|r| (0..board.cols()).map(move |c| (r, c)))
        .filter(|&(r, c)| !board.is_hole(r, c))
}

/// 1 where only the start has a piece, −1 where only the target has one.
fn spare(start: &Board, target: &Board, row: usize, col: usize) -> i32 {
    i32::from(start.lights().get(row, col)) - i32::from(target.lights().get(row, col))
}

/// The neighbours of a cell that are no holes.
fn neighbours(
    adjacency: Adjacency,
    board: &Board,
    row: usize,
    col: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    let forward = adjacency.forward();
    (0..2 * forward).filter_map(move |direction| neighbour(forward, board, row, col, direction))
}

/// The neighbour in one direction; `None` where it would be a hole or lie outside.
fn neighbour(
    forward: usize,
    board: &Board,
    row: usize,
    col: usize,
    direction: usize,
) -> Option<(usize, usize)> {
    let (dr, dc) = step(forward, direction);
    let (r, c) = (row.checked_add_signed(dr)?, col.checked_add_signed(dc)?);
    (r < board.rows() && c < board.cols() && !board.is_hole(r, c)).then_some((r, c))
}
