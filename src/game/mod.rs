//! The rules of play: what each button of a board toggles, and what pressing it costs.
//!
//! ```
//! use lightsout::game::{Game, Neighbourhood, Topology};
//! use lightsout::gf2::BitMatrix;
//!
//! let game = Game::new(3, 4, Neighbourhood::parse_rule("knight")?, Topology::Torus);
//! let mut lights = BitMatrix::zeros(3, 4);
//! game.press(&mut lights, 0, 0);
//! let mut toggled = game.toggled(0, 0);
//! toggled.sort_unstable();
//! assert_eq!(lights.ones().collect::<Vec<_>>(), toggled);
//! # Ok::<(), lightsout::game::RuleError>(())
//! ```

mod cell_index;
mod costs;
mod error;
mod neighbourhood;
mod topology;

pub use cell_index::CellIndex;
pub use costs::Costs;
pub use error::{CostsError, CostsProblem, RuleError};
pub use neighbourhood::Neighbourhood;
pub use topology::Topology;

use crate::gf2::{BitMatrix, TooLarge};

/// A generalized Lights Out game on a lattice: size, neighbourhood, topology, holes, costs.
///
/// Cells are (row, col) from 0. Every cell that is no hole has a light and a button; the button at a cell
/// toggles the lights that the neighbourhood reaches from it. When two links of a button lead to the same
/// light (a torus of side 2) they cancel, as in the published tables; a line of a `rook`, `bishop` or
/// `queen` is a set of lights and toggles each once, however often it comes round. A link that leaves the
/// board or lands on a hole is lost; a line stops there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    rows: usize,
    cols: usize,
    neighbourhood: Neighbourhood,
    topology: Topology,
    holes: Option<BitMatrix>,
    costs: Option<Costs>,
}

impl Game {
    /// The classic rule σ⁺ on the plane.
    pub fn plus(rows: usize, cols: usize) -> Self {
        Self::new(rows, cols, Neighbourhood::plus(), Topology::Plane)
    }

    /// A game on the full rectangle, each press costing 1.
    pub fn new(rows: usize, cols: usize, neighbourhood: Neighbourhood, topology: Topology) -> Self {
        Self { rows, cols, neighbourhood, topology, holes: None, costs: None }
    }

    /// The same game with holes.
    ///
    /// # Panics
    /// When `holes` has another size.
    #[must_use]
    pub fn with_holes(mut self, holes: Option<&BitMatrix>) -> Self {
        if let Some(holes) = holes {
            assert_eq!((self.rows, self.cols), (holes.rows(), holes.cols()), "holes of the board");
        }
        self.holes = holes.filter(|holes| !holes.is_zero()).cloned();
        self
    }

    /// The same game with the cost of each press.
    ///
    /// # Panics
    /// When `costs` has another size.
    #[must_use]
    pub fn with_costs(mut self, costs: Option<Costs>) -> Self {
        if let Some(costs) = &costs {
            assert_eq!((self.rows, self.cols), (costs.rows(), costs.cols()), "costs of the board");
        }
        self.costs = costs;
        self
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What a button toggles, seen from it.
    pub fn neighbourhood(&self) -> &Neighbourhood {
        &self.neighbourhood
    }

    /// How the edges are glued.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Which cells are holes; `None` when none is.
    pub fn holes(&self) -> Option<&BitMatrix> {
        self.holes.as_ref()
    }

    /// What each press costs; `None` when each costs 1.
    pub fn costs(&self) -> Option<&Costs> {
        self.costs.as_ref()
    }

    /// Whether the cell is a hole.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn is_hole(&self, row: usize, col: usize) -> bool {
        self.holes.as_ref().is_some_and(|holes| holes.get(row, col))
    }

    /// Whether the cell has a button that may be pressed.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn has_button(&self, row: usize, col: usize) -> bool {
        !self.is_hole(row, col) && self.costs.as_ref().is_none_or(|costs| costs.get(row, col).is_some())
    }

    /// The number of lights: cells less holes (the largest number there is when it would exceed that).
    pub fn lights(&self) -> usize {
        self.rows.saturating_mul(self.cols) - self.holes.as_ref().map_or(0, BitMatrix::count_ones)
    }

    /// The number of buttons that may be pressed. Cost: O(rows · cols) with costs, else O(words).
    pub fn buttons(&self) -> usize {
        match self.costs {
            None => self.lights(),
            Some(_) => self.button_index().len(),
        }
    }

    /// The cells with a light, in row-major order: the rows of the coefficient matrix.
    pub fn light_index(&self) -> CellIndex {
        CellIndex::new(self.rows, self.cols, |r, c| !self.is_hole(r, c))
    }

    /// The cells with a button that may be pressed, in row-major order: the columns of the coefficient matrix.
    pub fn button_index(&self) -> CellIndex {
        CellIndex::new(self.rows, self.cols, |r, c| self.has_button(r, c))
    }

    /// The lights that the button at (`row`, `col`) toggles, in row-major order, each once; a hole has none.
    /// Cost: O(neighbourhood).
    pub fn toggled(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        if self.is_hole(row, col) {
            return Vec::new();
        }
        let mut lights: Vec<_> = self
            .offsets_near(row)
            .iter()
            .filter_map(|&(dr, dc)| self.light_at(row as i64 + dr, col as i64 + dc))
            .collect();
        lights.sort_unstable();
        cancel_pairs(&mut lights);
        if !self.neighbourhood.rays().is_empty() {
            lights.extend(self.lights_on_rays(row, col));
            lights.sort_unstable();
            lights.dedup();
        }
        lights
    }

    /// The offsets worth trying from the given row: on the plane only those that stay on the board's rows,
    /// so that a wide neighbourhood costs no more than the board is large.
    fn offsets_near(&self, row: usize) -> &[(i64, i64)] {
        let offsets = self.neighbourhood.offsets();
        if self.topology != Topology::Plane {
            return offsets;
        }
        let first = offsets.partition_point(|(dr, _)| row as i64 + dr < 0);
        let end = offsets.partition_point(|(dr, _)| row as i64 + dr < self.rows as i64);
        &offsets[first..end]
    }

    fn light_at(&self, row: i64, col: i64) -> Option<(usize, usize)> {
        let (r, c) = self.topology.image(row, col, self.rows, self.cols)?;
        (!self.is_hole(r, c)).then_some((r, c))
    }

    fn lights_on_rays(&self, row: usize, col: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.neighbourhood.rays().iter().flat_map(move |&(dr, dc)| {
            (1..)
                .map(move |step| self.light_at(row as i64 + step * dr, col as i64 + step * dc))
                .take_while(move |light| light.is_some_and(|cell| cell != (row, col)))
                .flatten()
        })
    }

    /// Presses one button: toggles its lights in `lights`. Cost: O(neighbourhood).
    pub fn press(&self, lights: &mut BitMatrix, row: usize, col: usize) {
        for (r, c) in self.toggled(row, col) {
            lights.flip(r, c);
        }
    }

    /// The lights that a press pattern toggles in all. Cost: O(presses · neighbourhood).
    ///
    /// # Panics
    /// When `presses` has another size.
    pub fn apply(&self, presses: &BitMatrix) -> BitMatrix {
        assert_eq!((presses.rows(), presses.cols()), (self.rows, self.cols), "presses of the board");
        let mut lights = BitMatrix::zeros(self.rows, self.cols);
        for (r, c) in presses.ones() {
            self.press(&mut lights, r, c);
        }
        lights
    }

    /// The neighbourhood coefficient matrix `A`, lights × buttons: `A[l][b] = 1` when button `b` toggles
    /// light `l`, numbered by [`light_index`](Self::light_index) and [`button_index`](Self::button_index).
    /// Buttons that may not be pressed have no column. Cost: O(lights · buttons / 64) memory,
    /// O(buttons · neighbourhood) steps.
    ///
    /// # Errors
    /// [`TooLarge`] when the matrix does not fit in memory.
    pub fn coefficient_matrix(&self) -> Result<BitMatrix, TooLarge> {
        // The matrix first: where it does not fit, the lists of cells would not either.
        let mut a = BitMatrix::try_zeros(self.lights(), self.buttons())?;
        let (lights, buttons) = (self.light_index(), self.button_index());
        let number = lights.numbers();
        for (b, &(row, col)) in buttons.cells().iter().enumerate() {
            for (r, c) in self.toggled(row, col) {
                a.set(number[r * self.cols + c], b, true);
            }
        }
        Ok(a)
    }
}

/// Removes equal neighbours of a sorted list two by two: two links to one light cancel.
fn cancel_pairs(lights: &mut Vec<(usize, usize)>) {
    let mut kept: Vec<(usize, usize)> = Vec::with_capacity(lights.len());
    for light in lights.drain(..) {
        if kept.last() == Some(&light) {
            kept.pop();
        } else {
            kept.push(light);
        }
    }
    *lights = kept;
}
