//! The cells of a board and the steps between them, as the flow sees them.

use crate::board::Board;

/// The forward directions: those that lead on in row-major order. Orthogonal steps use the first two.
const FORWARD: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The most directions there are.
const DIRECTIONS: usize = 2 * FORWARD.len();

/// The (row, col) step of a direction. Of `2 · forward` directions the first half leads forward, and
/// direction `d + forward` is the reverse of direction `d`.
pub(super) fn step(forward: usize, direction: usize) -> (isize, isize) {
    let (r, c) = FORWARD[direction % forward];
    if direction < forward { (r, c) } else { (-r, -c) }
}

/// A `rows × cols` grid of cells in row-major order, each with the set of directions in which a piece may
/// step. `K` is the number of forward directions: 2 for orthogonal steps, 4 for a king's. A step that is
/// open is open in reverse.
pub(super) struct Lattice<const K: usize> {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// For each cell a bit for each open direction.
    open: Vec<u8>,
    offsets: [isize; DIRECTIONS],
}

impl<const K: usize> Lattice<K> {
    /// The cells of a board; a hole has no open direction.
    pub(super) fn new(board: &Board) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        let mut lattice = Self::closed(rows, cols);
        for r in 0..rows {
            for c in 0..cols {
                if !board.is_hole(r, c) {
                    lattice.open[r * cols + c] = open_directions::<K>(board, r, c);
                }
            }
        }
        lattice
    }

    fn closed(rows: usize, cols: usize) -> Self {
        let mut offsets = [0; DIRECTIONS];
        for (direction, offset) in offsets.iter_mut().enumerate().take(2 * K) {
            let (r, c) = step(K, direction);
            *offset = r * cols as isize + c;
        }
        Self { rows, cols, open: vec![0; rows * cols], offsets }
    }

    /// The number of cells, holes included.
    pub(super) fn cells(&self) -> usize {
        self.open.len()
    }

    /// Whether a piece may step from the cell in that direction.
    pub(super) fn is_open(&self, cell: usize, direction: usize) -> bool {
        self.open[cell] >> direction & 1 != 0
    }

    /// The direction back.
    pub(super) fn reverse(direction: usize) -> usize {
        // K is a power of two.
        direction ^ K
    }

    /// The cell one step on; the step must be open.
    #[inline]
    pub(super) fn next(&self, cell: usize, direction: usize) -> usize {
        cell.wrapping_add_signed(self.offsets[direction])
    }

    /// The open directions of a cell, each with the cell it leads to.
    #[inline]
    pub(super) fn steps(&self, cell: usize) -> Steps<'_> {
        Steps { cell, left: self.open[cell], offsets: &self.offsets }
    }

    /// The lattice of blocks of 2 × 2 cells. Blocks are neighbours when some step leads from one to the other.
    pub(super) fn coarsen(&self) -> Self {
        let mut coarse = Self::closed(self.rows.div_ceil(2), self.cols.div_ceil(2));
        for r in 0..self.rows {
            for c in 0..self.cols {
                let open = self.open[r * self.cols + c];
                let block = &mut coarse.open[r / 2 * coarse.cols + c / 2];
                for direction in (0..2 * K).filter(|d| open >> d & 1 != 0) {
                    let (dr, dc) = step(K, direction);
                    // A step leads to a neighbouring block or stays: per axis it crosses iff its end has
                    // another half.
                    let crossing = (
                        (r as isize + dr).div_euclid(2) - (r / 2) as isize,
                        (c as isize + dc).div_euclid(2) - (c / 2) as isize,
                    );
                    if let Some(towards) = (0..2 * K).find(|&d| step(K, d) == crossing) {
                        *block |= 1 << towards;
                    }
                }
            }
        }
        coarse
    }

    /// The block of [`coarsen`](Self::coarsen) that a cell belongs to.
    pub(super) fn block(&self, cell: usize) -> usize {
        cell / self.cols / 2 * self.cols.div_ceil(2) + cell % self.cols / 2
    }
}

fn open_directions<const K: usize>(board: &Board, row: usize, col: usize) -> u8 {
    let is_cell = |direction: &usize| {
        let (dr, dc) = step(K, *direction);
        let (r, c) = (row.wrapping_add_signed(dr), col.wrapping_add_signed(dc));
        r < board.rows() && c < board.cols() && !board.is_hole(r, c)
    };
    (0..2 * K).filter(is_cell).fold(0, |open, direction| open | 1 << direction)
}

/// See [`Lattice::steps`].
pub(super) struct Steps<'a> {
    cell: usize,
    left: u8,
    offsets: &'a [isize; DIRECTIONS],
}

impl Iterator for Steps<'_> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let direction = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some((direction, self.cell.wrapping_add_signed(self.offsets[direction])))
    }
}
