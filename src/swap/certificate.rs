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

    /// Checks that the plan proves its distance for these boards: the potentials give the lower bound, and playing
    /// the moves gives the target in as many moves. Uses nothing of the search. O(cells + moves).
    pub fn verify(&self, start: &Board, target: &Board) -> bool {
        self.verify_bound(start, target) && self.verify_moves(start, target)
    }

    /// The part of [`verify`](Self::verify) that proves that nothing is shorter. O(cells).
    pub fn verify_bound(&self, start: &Board, target: &Board) -> bool {
        if !self.fits(start) || !self.fits(target) {
            return false;
        }
        let mut sum = 0i128;
        for r in 0..start.rows() {
            for c in 0..start.cols() {
                if start.is_hole(r, c) {
                    continue;
                }
                let here = i128::from(self.potential(r, c));
                sum += here * (i128::from(start.lights().get(r, c)) - i128::from(target.lights().get(r, c)));
                for (nr, nc) in neighbours(self.adjacency, start, r, c) {
                    if (here - i128::from(self.potential(nr, nc))).abs() > 1 {
                        return false;
                    }
                }
            }
        }
        sum == i128::from(self.distance)
    }

    /// The part of [`verify`](Self::verify) that plays the moves. O(cells + moves).
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

/// The neighbours of a cell that are no holes.
fn neighbours(
    adjacency: Adjacency,
    board: &Board,
    row: usize,
    col: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..2 * adjacency.forward()).filter_map(move |direction| {
        let (dr, dc) = step(adjacency.forward(), direction);
        let (r, c) = (row.checked_add_signed(dr)?, col.checked_add_signed(dc)?);
        (r < board.rows() && c < board.cols() && !board.is_hole(r, c)).then_some((r, c))
    })
}
