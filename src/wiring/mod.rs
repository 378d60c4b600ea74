//! Free wiring: puzzles whose buttons toggle any set of lights, given as lists.
//!
//! ```
//! use lightsout::optimize::Limits;
//! use lightsout::wiring::{Verdict, WiringReader};
//!
//! let puzzle = b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1)\n";
//! let wiring = WiringReader::new(&puzzle[..])?.next_wiring()?.expect("one line");
//! let Verdict::Solved { optimum, .. } = wiring.fewest(&Limits::default())? else { unreachable!() };
//! assert_eq!(optimum.cost, 2);
//! assert_eq!(optimum.presses.ones().collect::<Vec<_>>(), [4, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod fewest;
mod graph;
mod json;
mod line;
mod reader;

pub use error::{WiringError, WiringFault};
pub use fewest::Verdict;
pub use reader::WiringReader;

use crate::gf2::{BitMatrix, BitRow, Echelon, TooLarge};

/// One puzzle: which lights each button toggles, and which lights have to change. Lights and buttons are
/// numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wiring {
    lights: usize,
    /// The lights of all buttons, one button after the other.
    toggled: Vec<u32>,
    /// For each button where its lights end in `toggled`.
    ends: Vec<usize>,
    wanted: BitRow,
    first_number: usize,
    line: Option<usize>,
}

impl Wiring {
    /// The most lights and the most buttons a puzzle may have: a system of that size fills 128 GiB.
    pub const MAX_SIZE: usize = 1 << 20;

    /// A puzzle of as many lights as `wanted` has bits: each button toggles the lights listed, and those set in
    /// `wanted` have to change. A light that a button lists twice cancels.
    ///
    /// # Panics
    /// When a light does not exist, or there are more than [`MAX_SIZE`](Self::MAX_SIZE) lights.
    pub fn new(wanted: BitRow, buttons: &[Vec<usize>]) -> Self {
        let mut wiring = Self::without_buttons(wanted);
        for button in buttons {
            wiring.push_button(button.iter().copied());
        }
        wiring
    }

    fn without_buttons(wanted: BitRow) -> Self {
        assert!(wanted.len() <= Self::MAX_SIZE, "{} lights", wanted.len());
        let lights = wanted.len();
        Self { lights, toggled: Vec::new(), ends: Vec::new(), wanted, first_number: 0, line: None }
    }

    fn push_button(&mut self, lights: impl IntoIterator<Item = usize>) {
        for light in lights {
            assert!(light < self.lights, "light {light} of {}", self.lights);
            self.toggled.push(light as u32);
        }
        self.ends.push(self.toggled.len());
    }

    /// The number of lights.
    pub fn lights(&self) -> usize {
        self.lights
    }

    /// The number of buttons.
    pub fn buttons(&self) -> usize {
        self.ends.len()
    }

    /// The lights that a button lists.
    ///
    /// # Panics
    /// When the button does not exist.
    pub fn toggled(&self, button: usize) -> impl Iterator<Item = usize> + '_ {
        let begin = button.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.toggled[begin..self.ends[button]].iter().map(|&light| light as usize)
    }

    /// The lights that have to change.
    pub fn wanted(&self) -> &BitRow {
        &self.wanted
    }

    /// The number of the first button and light in the notation the puzzle was read from: 1 for the vertices of a
    /// list of edges, else 0.
    pub fn first_number(&self) -> usize {
        self.first_number
    }

    /// The line the puzzle was read from, from 1, when it stands on one line.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The matrix lights × buttons. A light listed twice cancels.
    ///
    /// # Errors
    /// [`TooLarge`] when it does not fit in memory.
    pub fn matrix(&self) -> Result<BitMatrix, TooLarge> {
        let mut matrix = BitMatrix::try_zeros(self.lights, self.buttons())?;
        for button in 0..self.buttons() {
            for light in self.toggled(button) {
                matrix.flip(light, button);
            }
        }
        Ok(matrix)
    }

    /// Bytes that finding one solution takes.
    pub fn bytes_needed(&self) -> u128 {
        let (lights, buttons) = (self.lights, self.buttons());
        BitMatrix::bytes_needed(lights, buttons) + Echelon::bytes_needed(lights, buttons)
    }

    /// Whether pressing these buttons changes exactly the lights wanted, by the definition.
    /// Cost: O(lights + links).
    ///
    /// # Panics
    /// When there is not one bit a button.
    pub fn is_solution(&self, presses: &BitRow) -> bool {
        assert_eq!(presses.len(), self.buttons(), "a bit for each button");
        let mut changed = BitRow::zeros(self.lights);
        for button in presses.ones() {
            self.toggled(button).for_each(|light| changed.flip(light));
        }
        changed == self.wanted
    }

    /// Whether a set of lights proves that there is no solution: each button toggles an even number of them, and
    /// an odd number of them has to change (Fredholm's alternative). Cost: O(lights + links).
    ///
    /// # Panics
    /// When there is not one bit a light.
    pub fn is_witness(&self, lights: &BitRow) -> bool {
        let meets_evenly =
            |button| self.toggled(button).filter(|&light| lights.get(light)).count().is_multiple_of(2);
        lights.dot(&self.wanted) && (0..self.buttons()).all(meets_evenly)
    }
}
