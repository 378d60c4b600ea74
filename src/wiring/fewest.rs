//! The fewest presses of a puzzle given as a list.

use num_bigint::BigUint;

use super::Wiring;
use crate::gf2::small::SmallSystem;
use crate::gf2::{BitMatrix, BitRow, Echelon, TooLarge};
use crate::optimize::{Cosets, Limits, Optimum, Route, minimize};

/// What became of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// Buttons that do it.
    Solved {
        /// The fewest, or the best found when the search was stopped: one bit a button.
        optimum: Optimum,
        /// The dimension of the kernel: there are 2^nullity solutions.
        nullity: usize,
    },
    /// None do.
    Impossible {
        /// The proof, one bit a light: see [`Wiring::is_witness`].
        witness: BitRow,
    },
}

/// Past this dimension the elements of a small system are not written out one by one.
const MAX_WRITTEN_OUT: usize = 14;

impl Wiring {
    /// The fewest presses that change the lights wanted; of all such, the one whose buttons are lexicographically
    /// least (button 0 first, no press before press). A handful of lights and buttons takes about a microsecond.
    ///
    /// # Errors
    /// [`TooLarge`] when the system does not fit in memory.
    pub fn fewest(&self, limits: &Limits<'_>) -> Result<Verdict, TooLarge> {
        if self.lights <= 64 && self.buttons() <= 64 {
            Ok(self.fewest_small(limits))
        } else {
            self.fewest_large(limits)
        }
    }

    fn fewest_small(&self, limits: &Limits<'_>) -> Verdict {
        let mut columns = [0u64; 64];
        for (button, column) in columns.iter_mut().enumerate().take(self.buttons()) {
            *column = self.toggled(button).fold(0, |set, light| set ^ 1 << light);
        }
        let target = self.wanted.words().first().copied().unwrap_or(0);
        let system = SmallSystem::new(&columns[..self.buttons()]);
        let row = |bits: u64| row_of(self.buttons(), bits);
        let nullity = system.nullity();
        if let Some(witness) = system.witness(target) {
            return Verdict::Impossible { witness: row_of(self.lights, witness) };
        }
        if nullity <= MAX_WRITTEN_OUT
            && limits.solutions <= 1
            && let Some(lightest) = system.lightest(target)
        {
            let cost = u64::from(lightest.weight);
            let optimum = Optimum {
                presses: row(lightest.solution),
                coset: 0,
                cost,
                bound: cost,
                proved: true,
                count: Some(BigUint::from(lightest.count)),
                further: Vec::new(),
                routes: vec![Route::Gray],
            };
            return Verdict::Solved { optimum, nullity };
        }
        let kernel: Vec<BitRow> = system.kernel().iter().map(|&bits| row(bits)).collect();
        let particular = row(system.solve(target).unwrap_or(0));
        self.search(&BitMatrix::from_rows(self.buttons(), &kernel), particular, limits)
    }

    fn fewest_large(&self, limits: &Limits<'_>) -> Result<Verdict, TooLarge> {
        let echelon = Echelon::try_new(&self.matrix()?)?;
        match echelon.solve(&self.wanted) {
            Err(witness) => Ok(Verdict::Impossible { witness }),
            Ok(particular) => Ok(self.search(&echelon.kernel(), particular, limits)),
        }
    }

    fn search(&self, kernel: &BitMatrix, particular: BitRow, limits: &Limits<'_>) -> Verdict {
        let offsets = [particular];
        let optimum = minimize(&Cosets { kernel, offsets: &offsets, costs: None }, &[], limits);
        Verdict::Solved { optimum, nullity: kernel.rows() }
    }
}

fn row_of(len: usize, bits: u64) -> BitRow {
    BitRow::from_words(len, if len == 0 { Vec::new() } else { vec![bits] })
}
