//! What each press costs, and which buttons may not be pressed.

/// A `rows × cols` matrix of costs: a whole number, or `None` for a button that may not be pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Costs {
    cols: usize,
    cells: Vec<Option<u32>>,
}

impl Costs {
    /// The matrix with the given cells in row-major order.
    ///
    /// # Panics
    /// When the cells do not fill whole rows.
    pub fn new(cols: usize, cells: Vec<Option<u32>>) -> Self {
        assert!(cols > 0 && cells.len().is_multiple_of(cols), "costs of whole rows");
        Self { cols, cells }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The cost of the button at (`row`, `col`); `None` when it may not be pressed.
    ///
    /// # Panics
    /// When the cell lies outside.
    pub fn get(&self, row: usize, col: usize) -> Option<u32> {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        self.cells[row * self.cols + col]
    }
}
