//! Pictures of a board, of a press pattern, or of presses over lights: for the terminal, as SVG, as PNG.
//!
//! As everywhere here, on is the darker of the two: what [`png`] draws of lights alone, the readers of pictures in
//! [`board`](crate::board) read back. Nothing is printed; everything is written to the caller's writer.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::render::{Cell, Picture};
//!
//! let (board, presses): (Board, Board) = ("X.".parse()?, ".X".parse()?);
//! let picture = Picture::of_board(&board).with_presses(presses.lights());
//! assert_eq!(picture.cell(0, 1), Cell::Button { on: false, press: true });
//! assert_eq!(picture.title(), "Lights Out, 1 x 2: 1 light on, 1 press");
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

pub mod ansi;
mod look;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;

pub use look::{Rgb, theme};

use crate::board::Board;
use crate::gf2::BitMatrix;

/// What a picture shows: lights, presses, or both, on a board that may have holes.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    lights: Option<&'a BitMatrix>,
    presses: Option<&'a BitMatrix>,
    holes: Option<&'a BitMatrix>,
    rows: usize,
    cols: usize,
}

/// What one cell of a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Hole,
    /// A light, on or off, and whether its button is pressed. Without lights in the picture, all are off.
    Button {
        /// Whether the light is on.
        on: bool,
        /// Whether the button is pressed.
        press: bool,
    },
}

impl<'a> Picture<'a> {
    /// The lights of a board.
    pub fn of_board(board: &'a Board) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        Self { lights: Some(board.lights()), presses: None, holes: board.holes(), rows, cols }
    }

    /// A press pattern alone.
    ///
    /// # Panics
    /// When the holes have another size.
    pub fn of_presses(presses: &'a BitMatrix, holes: Option<&'a BitMatrix>) -> Self {
        let (rows, cols) = (presses.rows(), presses.cols());
        assert!(holes.is_none_or(|h| (h.rows(), h.cols()) == (rows, cols)), "holes of the pattern's size");
        Self { lights: None, presses: Some(presses), holes, rows, cols }
    }

    /// The same with presses over the lights.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn with_presses(self, presses: &'a BitMatrix) -> Self {
        assert_eq!((presses.rows(), presses.cols()), (self.rows, self.cols), "presses of the board's size");
        Self { presses: Some(presses), ..self }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What a cell shows.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn cell(&self, row: usize, col: usize) -> Cell {
        let is = |layer: Option<&BitMatrix>| layer.is_some_and(|bits| bits.get(row, col));
        match is(self.holes) {
            true => Cell::Hole,
            false => Cell::Button { on: is(self.lights), press: is(self.presses) },
        }
    }

    /// What the picture is, in words: for titles.
    pub fn title(&self) -> String {
        let size = format!("{} x {}", self.rows, self.cols);
        let count = |layer: &BitMatrix, one: &str, many: &str| match layer.count_ones() {
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let lights = self.lights.map(|l| count(l, "light on", "lights on"));
        let presses = self.presses.map(|p| count(p, "press", "presses"));
        let parts: Vec<String> = lights.into_iter().chain(presses).collect();
        format!("Lights Out, {size}: {}", parts.join(", "))
    }
}
