//! Why two boards have no number of swaps between them.

use crate::gf2::bytes_text;

/// What is wrong with a pair of boards, or with asking about them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SwapError {
    /// The boards have different sizes.
    #[error("the start is {} x {}, the target {} x {}", .start.0, .start.1, .target.0, .target.1)]
    Sizes {
        /// Rows and columns of the start.
        start: (usize, usize),
        /// Rows and columns of the target.
        target: (usize, usize),
    },
    /// A cell is a hole in one board and none in the other.
    #[error("row {}, column {} is a hole in one board and not in the other", .row + 1, .col + 1)]
    Holes {
        /// Row of the first such cell, from 0.
        row: usize,
        /// Column of the cell, from 0.
        col: usize,
    },
    /// No sequence of swaps leads from the start to the target.
    #[error("{0}")]
    Impossible(Imbalance),
    /// The board is larger than the search can take.
    #[error("swaps on a {rows} x {cols} board need {}, more than there is", bytes_text(*.bytes))]
    TooLarge {
        /// Rows of the boards.
        rows: usize,
        /// Columns of the boards.
        cols: usize,
        /// Bytes the search would take.
        bytes: u128,
    },
    /// The search was told to stop.
    #[error("stopped; at least {bound} swaps are needed")]
    Stopped {
        /// A proved lower bound of the number of swaps.
        bound: u64,
    },
}

/// The proof that swaps cannot do it: connected cells that hold a different number of pieces in the two
/// boards. Swaps never carry a piece out of connected cells, nor into them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imbalance {
    /// Row of the first of the cells in row-major order, from 0.
    pub row: usize,
    /// Column of that cell, from 0.
    pub col: usize,
    /// Pieces among the cells in the start.
    pub start: u64,
    /// Pieces among the cells in the target.
    pub target: u64,
    /// Whether the cells are all cells of the board.
    pub whole: bool,
}

impl std::fmt::Display for Imbalance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = |n: u64| if n == 1 { "1 piece".to_owned() } else { format!("{n} pieces") };
        let (start, target) = (pieces(self.start), self.target);
        if self.whole {
            write!(f, "the start has {start}, the target {target}")
        } else {
            let (row, col) = (self.row + 1, self.col + 1);
            write!(
                f,
                "the cells joined to row {row}, column {col} hold {start} in the start, {target} in the target"
            )
        }
    }
}
