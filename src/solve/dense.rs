//! The dense engine: the coefficient matrix written out and eliminated. Takes any game; the reference.

use super::{Engine, Estimate, Witness, witness_on_board};
use crate::game::{CellIndex, Game};
use crate::gf2::{BitMatrix, BitRow, Echelon, TooLarge};

/// The eliminated coefficient matrix of a game.
#[derive(Debug, Clone)]
pub struct Dense {
    lights: CellIndex,
    buttons: CellIndex,
    echelon: Echelon,
}

impl Dense {
    /// Builds and eliminates the coefficient matrix.
    /// Cost: O(N³ / 4096) table look-ups and O(N² / 4) bytes for N lights.
    ///
    /// # Errors
    /// [`TooLarge`] when the matrix does not fit in memory.
    pub fn new(game: &Game) -> Result<Self, TooLarge> {
        let echelon = Echelon::try_new(&game.coefficient_matrix()?)?;
        Ok(Self { lights: game.light_index(), buttons: game.button_index(), echelon })
    }

    /// What [`new`](Self::new) would need. Cost: O(1).
    pub fn estimate(game: &Game) -> Estimate {
        let lights = game.lights() as u128;
        // Lights and buttons, as many: the matrix, its decomposition, and two lists of cells.
        let bytes = lights * lights / 4 + lights * 64;
        // A look-up adds 8 words and serves 8 pivots; a third of the cube is left under the pivots.
        let steps = (lights * lights).saturating_mul(lights) / (192 * 8) + lights * lights / 16;
        Estimate { bytes, steps }
    }

    /// An answer of the echelon form as patterns on the board.
    fn on_board(&self, answer: Result<BitRow, BitRow>) -> Result<BitMatrix, Witness> {
        match answer {
            Ok(x) => Ok(self.buttons.scatter(&x)),
            Err(q) => Err(witness_on_board(&self.lights, &q)),
        }
    }
}

impl Engine for Dense {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn nullity(&self) -> usize {
        self.echelon.nullity()
    }

    fn solve(&self, lights: &BitMatrix) -> Result<BitMatrix, Witness> {
        self.on_board(self.echelon.solve(&self.lights.gather(lights)))
    }

    fn solve_many(&self, boards: &[BitMatrix]) -> Vec<Result<BitMatrix, Witness>> {
        let rows: Vec<BitRow> = boards.iter().map(|lights| self.lights.gather(lights)).collect();
        let answers = self.echelon.solve_many(&BitMatrix::from_rows(self.lights.len(), &rows));
        answers.into_iter().map(|answer| self.on_board(answer)).collect()
    }

    fn quiet_patterns(&self) -> Vec<BitMatrix> {
        let kernel = self.echelon.kernel();
        (0..kernel.rows()).map(|k| self.buttons.scatter(&kernel.row(k))).collect()
    }
}
