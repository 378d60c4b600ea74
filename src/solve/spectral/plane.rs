//! σ⁺ and σ on the full rectangle in memory: two chases and one congruence.

use std::convert::Infallible;

use rayon::prelude::*;

use super::blocks::Blocks;
use super::chase::Chase;
use super::first_row::FirstRow;
use crate::gf2::{BitMatrix, words_for};

/// A `rows × cols` board chased from the first row to the last.
#[derive(Debug)]
pub(super) struct Plane {
    rows: usize,
    cols: usize,
    with_self: bool,
    first_row: FirstRow,
}

impl Plane {
    pub(super) fn new(rows: usize, cols: usize, with_self: bool) -> Self {
        Self { rows, cols, with_self, first_row: FirstRow::new(rows, cols, with_self) }
    }

    pub(super) fn nullity(&self) -> usize {
        self.first_row.nullity()
    }

    /// (rows, columns).
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    pub(super) fn blocks(&self) -> Blocks {
        Blocks::new(self.rows, self.cols, self.with_self)
    }

    fn stride(&self) -> usize {
        words_for(self.cols)
    }

    /// The beginnings of the blocks of a solution.
    ///
    /// # Errors
    /// The last row of a quiet pattern that refutes the board.
    fn begin(&self, blocks: &Blocks, lights: &[u64]) -> Result<Vec<Chase>, Vec<u64>> {
        let stride = self.stride();
        let Ok(ends) = blocks.chase_from_nothing(|rows, chase| {
            chase.advance(&lights[rows.start * stride..rows.end * stride]);
            Ok::<(), Infallible>(())
        });
        let first = self.first_row.solve(&blocks.residue(&self.first_row, &ends))?;
        Ok(blocks.beginnings(&self.first_row, &ends, &first))
    }

    /// Puts a press pattern in the place of the lights that it toggles.
    ///
    /// # Errors
    /// The last row of a quiet pattern that refutes the board, which is left as it was.
    pub(super) fn solve_in_place(&self, lights: &mut BitMatrix) -> Result<(), Vec<u64>> {
        if self.rows == 0 || self.cols == 0 {
            return Ok(());
        }
        let blocks = self.blocks();
        let beginnings = self.begin(&blocks, lights.words())?;
        let parts = lights.words_mut().chunks_mut(blocks.height() * self.stride()).collect();
        let Ok((_, fits)) = blocks.run(beginnings, parts, |_, part: &mut [u64], chase| {
            chase.advance_in_place(part);
            Ok::<(), Infallible>(())
        });
        debug_assert!(fits, "the last row of the chase");
        Ok(())
    }

    /// Writes a press pattern that toggles `lights` into `presses`, whatever was there.
    ///
    /// # Errors
    /// The last row of a quiet pattern that refutes the board.
    pub(super) fn solve_into(&self, lights: &BitMatrix, presses: &mut BitMatrix) -> Result<(), Vec<u64>> {
        if self.rows == 0 || self.cols == 0 {
            return Ok(());
        }
        let (blocks, stride) = (self.blocks(), self.stride());
        let beginnings = self.begin(&blocks, lights.words())?;
        let parts = presses.words_mut().chunks_mut(blocks.height() * stride).collect();
        let Ok((_, fits)) = blocks.run(beginnings, parts, |rows, part: &mut [u64], chase| {
            chase.advance_into(&lights.words()[rows.start * stride..rows.end * stride], part);
            Ok::<(), Infallible>(())
        });
        debug_assert!(fits, "the last row of the chase");
        Ok(())
    }

    /// The quiet pattern with the given first row.
    pub(super) fn quiet_pattern(&self, first: &[u64]) -> BitMatrix {
        let mut pattern = BitMatrix::zeros(self.rows, self.cols);
        let mut chase = Chase::new(self.cols, self.with_self, &[], first);
        chase.advance_in_place(pattern.words_mut());
        pattern
    }

    /// The quiet pattern with the given last row: the one with that first row, upside down.
    pub(super) fn quiet_pattern_from_last(&self, last: &[u64]) -> BitMatrix {
        let pattern = self.quiet_pattern(last);
        let mut flipped = BitMatrix::zeros(self.rows, self.cols);
        for r in 0..self.rows {
            flipped.row_words_mut(r).copy_from_slice(pattern.row_words(self.rows - 1 - r));
        }
        flipped
    }

    /// A basis of the quiet patterns.
    pub(super) fn quiet_patterns(&self) -> Vec<BitMatrix> {
        let rows: Vec<_> = self.first_row.kernel_rows().collect();
        rows.par_iter().map(|row| self.quiet_pattern(row)).collect()
    }
}
