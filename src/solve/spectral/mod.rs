//! The spectral engine: σ⁺ and σ on the full rectangle in a few passes over the bits of the board, and the
//! two rules that act on rows and columns separately.
//!
//! Let m be the rows, n the columns, T the matrix of the path of n cells and T' = T + I for σ⁺, T for σ. The rows x_i
//! of the presses obey x_{i+1} = b_i + T' x_i + x_{i-1}, so one chase from x_1 = 0 gives a residue r and the first
//! row must solve P_m(T') x_1 = r; a second chase from it writes the answer. T has a cyclic vector, so that
//! equation is a congruence of polynomials modulo the characteristic polynomial P_n of T (K. Sutner,
//! *σ-automata and Chebyshev polynomials*, 2000).
//!
//! ```
//! use lightsout::solve::spectral::{Discard, PlaneStream, RandomRows, Streamed};
//!
//! // A board that is nowhere in memory, solved row by row; its presses are counted and dropped.
//! let stream = PlaneStream::new(501, 700, true)?;
//! let board = RandomRows { cols: 700, seed: 3 };
//! let Streamed::Solved { presses, .. } = stream.solve(&board, &Discard, &|_, _| true)? else { unreachable!() };
//! assert!(presses > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod chase;
mod fibonacci;
mod first_row;
mod nullity;
mod pbm;
mod plane;
mod product;
mod rule;
mod stream;

pub use nullity::nullity;
pub use pbm::{PbmError, PbmFile, solve_pbm, write_witness_pbm};
pub use rule::Rule;
pub use stream::{
    ConstantRows, Discard, PlaneStream, RandomRows, RowSink, RowSource, StreamError, Streamed, Watch,
};

use super::{Engine, Estimate, Witness};
use crate::game::{Game, Topology};
use crate::gf2::{BitMatrix, TooLarge};
use plane::Plane;
use product::Product;

/// A full rectangle under one of the four [`Rule`]s, prepared once. Memory: O(rows + cols) bits.
#[derive(Debug)]
pub struct Spectral {
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// Chased from row to row.
    Plane(Plane),
    /// A side at a time.
    Product(Product),
}

impl Spectral {
    /// Whether the game is one for this engine: one of the four rules on the plane, no hole, and every button may be
    /// pressed. Cost: O(1), or a look at every cost.
    pub fn supports(game: &Game) -> bool {
        let allowed = |r, c| game.costs().is_none_or(|costs| costs.get(r, c).is_some());
        Rule::of(game.neighbourhood()).is_some()
            && game.topology() == Topology::Plane
            && game.holes().is_none()
            && (game.costs().is_none() || (0..game.rows()).all(|r| (0..game.cols()).all(|c| allowed(r, c))))
    }

    /// What [`new`](Self::new) and one board would need, the board and its answer included. Cost: O(1).
    pub fn estimate(game: &Game) -> Estimate {
        let (rows, cols) = (game.rows() as u128, game.cols() as u128);
        let short = rows.min(cols);
        // Two passes over the words of the board, and polynomials of the short side multiplied by words.
        let board = BitMatrix::bytes_needed(game.rows(), game.cols());
        Estimate { bytes: 2 * board + 64 * (rows + cols), steps: board / 4 + short * short / 1024 }
    }

    /// The engine for a game, or `None` when it does not [support](Self::supports) the game. Nothing is computed
    /// before it is needed.
    ///
    /// # Errors
    /// [`TooLarge`] when what it needs besides the board does not fit in memory.
    pub fn new(game: &Game) -> Result<Option<Self>, TooLarge> {
        if !Self::supports(game) {
            return Ok(None);
        }
        let (rows, cols) = (game.rows(), game.cols());
        nullity::check_memory(rows, cols)?;
        let Some(rule) = Rule::of(game.neighbourhood()) else { return Ok(None) };
        let method = match rule {
            Rule::Plus | Rule::PlusNoSelf => Method::Plane(Plane::new(rows, cols, rule == Rule::Plus)),
            Rule::King | Rule::XNoSelf => Method::Product(Product::new(rows, cols, rule == Rule::King)),
        };
        Ok(Some(Self { method }))
    }

    /// Puts a press pattern in the place of the lights that it toggles; the board is left as it was when
    /// there is none. Cost: two passes over the board, and O(n²/64²) products of words at most for the polynomials, n
    /// the columns (O(m n/64²) on boards of few rows m).
    ///
    /// # Errors
    /// The [`Witness`] that there is none.
    ///
    /// # Panics
    /// When `lights` has another size than the board.
    pub fn solve_in_place(&self, lights: &mut BitMatrix) -> Result<(), Witness> {
        self.check_size(lights);
        match &self.method {
            Method::Plane(plane) => plane.solve_in_place(lights).map_err(|last| refuted(plane, &last)),
            Method::Product(product) => product.solve_in_place(lights).map_err(|lights| Witness { lights }),
        }
    }

    /// Writes a press pattern that toggles `lights` into `presses`, whatever was there (it may have been
    /// written to when there is none). Cost: as [`solve_in_place`](Self::solve_in_place).
    ///
    /// # Errors
    /// The [`Witness`] that there is none.
    ///
    /// # Panics
    /// When one of the two has another size than the board.
    pub fn solve_into(&self, lights: &BitMatrix, presses: &mut BitMatrix) -> Result<(), Witness> {
        self.check_size(lights);
        self.check_size(presses);
        if let Method::Plane(plane) = &self.method {
            return plane.solve_into(lights, presses).map_err(|last| refuted(plane, &last));
        }
        presses.words_mut().copy_from_slice(lights.words());
        self.solve_in_place(presses)
    }

    fn size(&self) -> (usize, usize) {
        match &self.method {
            Method::Plane(plane) => plane.size(),
            Method::Product(product) => product.size(),
        }
    }

    fn check_size(&self, pattern: &BitMatrix) {
        assert_eq!((pattern.rows(), pattern.cols()), self.size(), "pattern of the board");
    }
}

/// The witness with the given last row.
fn refuted(plane: &Plane, last: &[u64]) -> Witness {
    Witness { lights: plane.quiet_pattern_from_last(last) }
}

impl Engine for Spectral {
    fn name(&self) -> &'static str {
        "spectral"
    }

    fn nullity(&self) -> usize {
        match &self.method {
            Method::Plane(plane) => plane.nullity(),
            Method::Product(product) => product.nullity(),
        }
    }

    fn solve(&self, lights: &BitMatrix) -> Result<BitMatrix, Witness> {
        let (rows, cols) = self.size();
        let mut presses = BitMatrix::zeros(rows, cols);
        self.solve_into(lights, &mut presses)?;
        Ok(presses)
    }

    fn quiet_patterns(&self) -> Vec<BitMatrix> {
        match &self.method {
            Method::Plane(plane) => plane.quiet_patterns(),
            Method::Product(product) => product.quiet_patterns(),
        }
    }
}
