//! Buttons that every quiet pattern treats alike, and what a solution pays for them.

use std::collections::HashMap;

use crate::game::Game;
use crate::gf2::{BitMatrix, BitRow};

/// What each press costs, for the buttons in row-major order.
pub(super) struct Buttons {
    /// The places of the buttons.
    pub(super) cells: Vec<(usize, usize)>,
    costs: Vec<u64>,
    /// For each button the quiet patterns that press it.
    pub(super) columns: Vec<BitRow>,
}

/// Buttons of one side that the same quiet patterns press.
pub(super) struct Class {
    /// Which: `h`, a bit for each quiet pattern.
    pub(super) functional: BitRow,
    /// Whether they belong to the second side.
    pub(super) second: bool,
    /// What the dearer value of `h·u` costs more than the cheaper.
    pub(super) weight: u64,
    /// The cheaper value.
    pub(super) target: bool,
}

impl Buttons {
    pub(super) fn new(game: &Game, quiet: &[BitMatrix]) -> Self {
        let cells = game.button_index().cells().to_vec();
        let cost = |&(r, c): &(usize, usize)| game.costs().map_or(1, |costs| costs.get(r, c).unwrap_or(0));
        let columns = cells.iter().map(|&(r, c)| BitRow::from_fn(quiet.len(), |i| quiet[i].get(r, c)));
        Self { costs: cells.iter().map(cost).map(u64::from).collect(), columns: columns.collect(), cells }
    }

    /// What a press pattern costs.
    pub(super) fn cost(&self, presses: &BitMatrix) -> u64 {
        self.each(presses).filter(|(_, pressed)| *pressed).map(|(i, _)| self.costs[i]).sum()
    }

    /// What each button costs, whether the pattern presses it, and which quiet patterns do.
    pub(super) fn priced<'a>(
        &'a self,
        presses: &'a BitMatrix,
    ) -> impl Iterator<Item = (u64, bool, &'a BitRow)> + 'a {
        self.each(presses).map(|(i, pressed)| (self.costs[i], pressed, &self.columns[i]))
    }

    fn each<'a>(&'a self, presses: &'a BitMatrix) -> impl Iterator<Item = (usize, bool)> + 'a {
        self.cells.iter().enumerate().map(|(i, &(r, c))| (i, presses.get(r, c)))
    }

    /// The cost of the solution `offset + uK` is `base + Σ weight·[h·u ≠ target]` over the classes; those of weight zero
    /// are left out. Gives the classes and the base.
    pub(super) fn classes(&self, offset: &BitMatrix, second_side: &BitMatrix) -> (Vec<Class>, u64) {
        let mut number: HashMap<(&BitRow, bool), usize> = HashMap::new();
        // For each class what it costs when h·u = 0, and when h·u = 1.
        let mut prices: Vec<(&BitRow, bool, [u64; 2])> = Vec::new();
        for (i, pressed) in self.each(offset) {
            let (r, c) = self.cells[i];
            let (column, second) = (&self.columns[i], second_side.get(r, c));
            let class = *number.entry((column, second)).or_insert(prices.len());
            if class == prices.len() {
                prices.push((column, second, [0, 0]));
            }
            prices[class].2[usize::from(!pressed)] += self.costs[i];
        }
        let mut base = 0;
        let mut classes = Vec::new();
        for (functional, second, [zero, one]) in prices {
            // No u presses the button of a column of zeros otherwise than the offset does.
            let one = if functional.is_zero() { zero } else { one };
            base += zero.min(one);
            if zero != one {
                let functional = functional.clone();
                classes.push(Class { functional, second, weight: zero.abs_diff(one), target: one < zero });
            }
        }
        (classes, base)
    }
}
