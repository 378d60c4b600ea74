//! From the pixels of a picture to the cells of a board.
//!
//! ```
//! use lightsout::board::picture::{Cell, PictureOptions};
//! use lightsout::board::{ReadOptions, read_one};
//!
//! // Two cells of 2 x 2 pixels each.
//! let picture = PictureOptions { cell: Cell::Pixels(2), ..PictureOptions::default() };
//! let board = read_one(b"P1 4 2 1100 1100", &ReadOptions { picture, ..ReadOptions::default() })?;
//! assert_eq!(board.to_string(), "X.\n");
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

use super::Board;
use super::error::{Fault, ParseError, Place};
use crate::gf2::{BitMatrix, WORD_BITS};

/// How many pixels make a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Cell {
    /// A pixel of a bilevel picture (PBM, 1-bit PNG) is a cell; in any other picture the grid is looked for.
    #[default]
    Auto,
    /// A cell is a square of so many pixels a side; most of its pixels decide, half of them is off.
    Pixels(usize),
}

/// How pictures are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureOptions {
    /// A pixel darker than this, of 0 (black) to 255 (white), is on. Transparent pixels count as on white.
    pub threshold: u8,
    /// On is light, instead of dark.
    pub invert: bool,
    /// How many pixels make a cell.
    pub cell: Cell,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { threshold: 128, invert: false, cell: Cell::Auto }
    }
}

impl PictureOptions {
    /// The board of a bilevel picture, whose dark pixels are the ones.
    ///
    /// # Errors
    /// [`Fault::CellSize`] when the picture is not made of whole cells.
    pub(super) fn board(&self, mut dark: BitMatrix) -> Result<Board, ParseError> {
        if let Cell::Pixels(cell) = self.cell {
            let (height, width) = (dark.rows(), dark.cols());
            if cell == 0 || !width.is_multiple_of(cell) || !height.is_multiple_of(cell) {
                return Err(ParseError::new(Place::Whole, Fault::CellSize { width, height, cell }));
            }
            dark = shrink(dark, cell);
        }
        if self.invert {
            dark.complement();
        }
        Ok(Board::new(dark))
    }
}

/// One cell for each square of `cell` × `cell` pixels: on when more than half of them are.
/// Cost: O(pixels / min(cell, 64)).
fn shrink(pixels: BitMatrix, cell: usize) -> BitMatrix {
    if cell == 1 {
        return pixels;
    }
    let (rows, cols) = (pixels.rows() / cell, pixels.cols() / cell);
    let mut cells = BitMatrix::zeros(rows, cols);
    let mut counts = vec![0usize; cols];
    for r in 0..rows {
        counts.fill(0);
        for y in r * cell..(r + 1) * cell {
            let row = pixels.row_words(y);
            for (c, count) in counts.iter_mut().enumerate() {
                *count += ones_between(row, c * cell, (c + 1) * cell);
            }
        }
        for (c, count) in counts.iter().enumerate() {
            cells.set(r, c, count * 2 > cell * cell);
        }
    }
    cells
}

/// The number of ones among the bits from `from` up to `to`.
fn ones_between(words: &[u64], from: usize, to: usize) -> usize {
    let mut at = from;
    let mut count = 0;
    while at < to {
        let bits = words[at / WORD_BITS] >> (at % WORD_BITS);
        let room = (WORD_BITS - at % WORD_BITS).min(to - at);
        count += (bits & crate::gf2::tail_mask(room)).count_ones() as usize;
        at += room;
    }
    count
}
