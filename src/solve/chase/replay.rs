//! What a recorded chase says about one board, or about 64 at a time.

use std::ops::BitXorAssign;

use super::system::{NONE, System};
use super::tape::{Event, Tape, ones};

/// A bit, or 64 bits of as many boards.
pub(super) trait Lane: Copy + Default + PartialEq + BitXorAssign {
    /// The bit of board number `lane`.
    fn bit(self, lane: usize) -> bool;
}

impl Lane for bool {
    fn bit(self, _: usize) -> bool {
        self
    }
}

impl Lane for u64 {
    fn bit(self, lane: usize) -> bool {
        self >> lane & 1 == 1
    }
}

/// A recorded chase with its system.
#[derive(Clone, Copy)]
pub(super) struct Replay<'a> {
    pub(super) system: &'a System,
    pub(super) tape: &'a Tape,
}

impl Replay<'_> {
    /// The buttons of equation `l` with a function in the window before it, as rows of the window.
    fn known_rows(&self, l: usize) -> impl Iterator<Item = usize> + '_ {
        let fixed = self.tape.fixed[l];
        let rows = self.system.equation(l).iter().filter(move |b| **b != fixed);
        rows.map(|b| self.tape.row[*b as usize]).filter(|row| *row != NONE).map(|row| row as usize)
    }

    /// The rows that are taken back after equation `l`.
    fn freed_rows(&self, l: usize) -> impl Iterator<Item = usize> + '_ {
        let last =
            self.system.equation(l).iter().filter(move |b| self.system.last_use[**b as usize] == l as u32);
        last.map(|b| self.tape.row[*b as usize]).filter(|row| *row != NONE).map(|row| row as usize)
    }

    /// The row in which the button that equation `l` fixes is kept.
    fn fixed_row(&self, l: usize) -> Option<usize> {
        let fixed = self.tape.fixed[l];
        let row = if fixed == NONE { NONE } else { self.tape.row[fixed as usize] };
        (row != NONE).then_some(row as usize)
    }

    /// Follows the constants of all functions for the given right-hand side; `lights[l]` is what has to
    /// change at light `l`. Returned are those of the constraints.
    /// Cost: O(lights · neighbourhood) and the ones of the constraints.
    pub(super) fn constants<L: Lane>(&self, lights: &[L]) -> Vec<L> {
        // A row that nobody has is zero, as in the window; so is one that a new parameter takes.
        let mut rows = vec![L::default(); self.tape.rows];
        let mut constants = Vec::with_capacity(self.tape.constraints.len());
        for (l, &light) in lights.iter().enumerate() {
            let mut sum = light;
            self.known_rows(l).for_each(|row| sum ^= rows[row]);
            self.freed_rows(l).for_each(|row| rows[row] = L::default());
            if self.tape.fixed[l] == NONE {
                let constraint = &self.tape.constraints[constants.len()];
                ones(&constraint.rows).for_each(|row| rows[row as usize] ^= sum);
                constants.push(sum);
            } else if let Some(row) = self.fixed_row(l) {
                rows[row] = sum;
            }
        }
        constants
    }

    /// The first constraint that says 0 = 1 for board number `lane`.
    pub(super) fn contradiction<L: Lane>(&self, constants: &[L], lane: usize) -> Option<usize> {
        let mut constraints = self.tape.constraints.iter().zip(constants);
        constraints.position(|(constraint, constant)| constraint.function.is_none() && constant.bit(lane))
    }

    /// The buttons' values, when the constraints have the given constants and the free parameters the given
    /// values. Parameters are read backwards in time, then the buttons forwards.
    pub(super) fn values<L: Lane>(&self, lights: &[L], constants: &[L], free: &[L]) -> Vec<L> {
        let mut buttons = vec![L::default(); self.system.buttons.len()];
        let mut slots = vec![L::default(); self.tape.slots];
        for event in self.tape.events.iter().rev() {
            match *event {
                Event::Created { button, slot } => {
                    buttons[button as usize] = slots[slot as usize];
                    slots[slot as usize] = L::default();
                }
                Event::Retired { slot, free: number } => slots[slot as usize] = free[number as usize],
                Event::Eliminated { slot, constraint } => {
                    let mut sum = constants[constraint as usize];
                    if let Some(function) = &self.tape.constraints[constraint as usize].function {
                        ones(function).for_each(|other| sum ^= slots[other as usize]);
                    }
                    slots[slot as usize] = sum;
                }
            }
        }
        for (l, &light) in lights.iter().enumerate() {
            let fixed = self.tape.fixed[l];
            if fixed != NONE {
                let mut sum = light;
                let others = self.system.equation(l).iter().filter(|b| **b != fixed);
                others.for_each(|b| sum ^= buttons[*b as usize]);
                buttons[fixed as usize] = sum;
            }
        }
        buttons
    }

    /// The set of equations whose sum is constraint number `constraint`, in which no parameter is left: the
    /// equations' left sides add up to zero. It is the derivative of the constraint's constant by each
    /// light, found by going through [`constants`](Self::constants) backwards.
    pub(super) fn dependency(&self, constraint: usize) -> Vec<bool> {
        let last = self.tape.constraints[constraint].equation as usize;
        let mut equations = vec![false; self.system.lights.len()];
        // For each row: whether the constant at that time counts in the end.
        let mut counts = vec![false; self.tape.rows];
        let mut next = constraint;
        for l in (0..=last).rev() {
            let sum_counts = if self.tape.fixed[l] != NONE {
                self.fixed_row(l).is_some_and(|row| std::mem::take(&mut counts[row]))
            } else if l == last {
                true
            } else {
                next -= 1;
                let rows = &self.tape.constraints[next].rows;
                ones(rows).fold(false, |sum, row| sum ^ counts[row as usize])
            };
            self.freed_rows(l).for_each(|row| counts[row] = false);
            if sum_counts {
                equations[l] = true;
                self.known_rows(l).for_each(|row| counts[row] ^= true);
            }
        }
        equations
    }
}
