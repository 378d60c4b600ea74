//! Boards: which lights are on, and which cells are holes; and the formats they are read from and written to.
//!
//! ```
//! use lightsout::board::{Board, ReadOptions, read_many};
//!
//! let boards = read_many(b"10/01\n\n11/~1\n", &ReadOptions::default())?;
//! assert_eq!((boards.len(), boards[1].is_hole(1, 0)), (2, true));
//! assert_eq!(boards[0].to_string(), "X.\n.X\n");
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

mod error;
#[cfg(feature = "png")]
mod grid;
pub mod pbm;
pub mod pbm_rows;
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
mod random;
mod read;
mod source;
pub mod text;

pub use error::{Fault, Found, ParseError, Place};
pub use random::{Random, random_row};
pub use read::{Format, ReadOptions, read_from, read_many, read_one, read_pair};

use crate::gf2::{BitMatrix, TooLarge};

/// `rows × cols` cells, each a light (on or off) or a hole (no light, no button).
///
/// Lights and holes are bit matrices whose row and column are the board's, from 0 and from the top left.
/// A hole's light bit is always off.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    lights: BitMatrix,
    holes: Option<BitMatrix>,
}

impl Board {
    /// A full rectangle with the given lights on.
    pub fn new(lights: BitMatrix) -> Self {
        Self { lights, holes: None }
    }

    /// A board with holes; lights under holes are switched off.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn with_holes(mut lights: BitMatrix, holes: BitMatrix) -> Self {
        assert_eq!((lights.rows(), lights.cols()), (holes.rows(), holes.cols()), "lights and holes");
        if holes.is_zero() {
            return Self::new(lights);
        }
        for (word, hole) in lights.words_mut().iter_mut().zip(holes.words()) {
            *word &= !hole;
        }
        Self { lights, holes: Some(holes) }
    }

    /// All lights off, no holes.
    ///
    /// # Errors
    /// [`TooLarge`] when the board does not fit in memory.
    pub fn all_off(rows: usize, cols: usize) -> Result<Self, TooLarge> {
        BitMatrix::try_zeros(rows, cols).map(Self::new)
    }

    /// All lights on, no holes.
    ///
    /// # Errors
    /// [`TooLarge`] when the board does not fit in memory.
    pub fn all_on(rows: usize, cols: usize) -> Result<Self, TooLarge> {
        let mut lights = BitMatrix::try_zeros(rows, cols)?;
        lights.complement();
        Ok(Self::new(lights))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.lights.rows()
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.lights.cols()
    }

    /// Which lights are on.
    pub fn lights(&self) -> &BitMatrix {
        &self.lights
    }

    /// Takes the lights out of the board.
    pub fn into_lights(self) -> BitMatrix {
        self.lights
    }

    /// Which cells are holes; `None` when none is.
    pub fn holes(&self) -> Option<&BitMatrix> {
        self.holes.as_ref()
    }

    /// Whether the cell is a hole.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn is_hole(&self, row: usize, col: usize) -> bool {
        self.holes.as_ref().is_some_and(|holes| holes.get(row, col))
    }
}

impl std::str::FromStr for Board {
    type Err = ParseError;

    /// The one board of a text: [`text::parse_one`] without options.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text::parse_one(text.as_bytes(), &text::TextOptions::default())
    }
}

impl std::fmt::Display for Board {
    /// Rows of `X`, `.` and `~`: [`text::to_string`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text::to_string(self, text::Symbols::PATTERN))
    }
}
