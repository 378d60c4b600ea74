//! The chase without its bits: how many functions and parameters will be alive at once.

use super::super::Estimate;
use super::system::{NONE, System};

/// How large the chase over a system becomes, supposing that every constraint removes a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outline {
    /// The most functions needed at once.
    pub(super) rows: usize,
    /// The most parameters alive at once.
    pub(super) slots: usize,
    /// Equations that fix no button.
    pub(super) constraints: usize,
    /// Word operations of the whole chase.
    pub(super) steps: u128,
}

impl Outline {
    /// Follows the chase. Cost: O(lights · neighbourhood).
    pub(super) fn of(system: &System) -> Self {
        let mut outline = Self { rows: 0, slots: 0, constraints: 0, steps: 0 };
        let mut assigned = vec![false; system.buttons.len()];
        let (mut rows, mut slots) = (0usize, 0usize);
        for l in 0..system.lights.len() {
            let equation = system.equation(l);
            let fresh = equation.iter().filter(|b| !assigned[**b as usize]).count();
            equation.iter().for_each(|b| assigned[*b as usize] = true);
            rows += fresh;
            let words = slots.div_ceil(64) as u128 + 1;
            outline.steps += equation.len() as u128 * words;
            if fresh > 0 {
                slots += fresh - 1;
            } else {
                outline.constraints += 1;
                outline.steps += rows as u128 * (1 + words / 2);
                slots = slots.saturating_sub(1);
            }
            outline.rows = outline.rows.max(rows);
            outline.slots = outline.slots.max(slots);
            rows -= equation.iter().filter(|b| system.last_use[**b as usize] == l as u32).count();
        }
        debug_assert!(system.last_use.iter().zip(&assigned).all(|(l, known)| (*l != NONE) == *known));
        outline
    }

    /// What the chase will need.
    pub(super) fn estimate(&self, system: &System) -> Estimate {
        let window = self.rows as u128 * self.slots as u128 / 8;
        let tape = self.constraints as u128 * (self.rows + self.slots) as u128 / 8;
        let values = 16 * (self.rows + self.slots + system.buttons.len()) as u128;
        Estimate { bytes: system.bytes() + window + tape + values, steps: self.steps }
    }
}
