//! The numbering of some cells of a board: from patterns on the board to vectors and back.

use crate::gf2::{BitMatrix, BitRow};

/// A list of cells of a `rows × cols` board in row-major order; a cell's number is its place in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellIndex {
    rows: usize,
    cols: usize,
    cells: Vec<(usize, usize)>,
}

impl CellIndex {
    /// The cells for which `keep(row, col)` holds. Cost: O(rows · cols).
    pub fn new(rows: usize, cols: usize, keep: impl Fn(usize, usize) -> bool) -> Self {
        let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        Self { rows, cols, cells: all.filter(|&(r, c)| keep(r, c)).collect() }
    }

    /// The number of cells listed.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether no cell is listed.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells, in row-major order.
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    /// For each cell of the board in row-major order its number; `usize::MAX` for a cell not listed.
    pub fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![usize::MAX; self.rows * self.cols];
        for (number, (r, c)) in self.cells.iter().enumerate() {
            numbers[r * self.cols + c] = number;
        }
        numbers
    }

    fn is_whole_board(&self) -> bool {
        self.cells.len() == self.rows * self.cols
    }

    /// The listed cells of a pattern on the board, as a vector.
    ///
    /// # Panics
    /// When the pattern has another size.
    pub fn gather(&self, pattern: &BitMatrix) -> BitRow {
        assert_eq!((pattern.rows(), pattern.cols()), (self.rows, self.cols), "pattern of the board");
        if self.is_whole_board() {
            return pattern.to_flat();
        }
        BitRow::from_fn(self.len(), |i| pattern.get(self.cells[i].0, self.cells[i].1))
    }

    /// The pattern on the board with the given values at the listed cells, zero elsewhere.
    ///
    /// # Panics
    /// When `row` does not have one bit a listed cell.
    pub fn scatter(&self, row: &BitRow) -> BitMatrix {
        assert_eq!(row.len(), self.len(), "a value for each listed cell");
        if self.is_whole_board() {
            return BitMatrix::from_flat(self.rows, self.cols, row);
        }
        let mut pattern = BitMatrix::zeros(self.rows, self.cols);
        for i in row.ones() {
            pattern.set(self.cells[i].0, self.cells[i].1, true);
        }
        pattern
    }
}
