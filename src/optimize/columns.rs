//! The columns of the code: buttons that see the same functional merged, and what a coset makes of them.

use std::collections::HashMap;

use crate::gf2::{BitMatrix, BitRow, WORD_BITS, words_for};

/// The buttons of a code, sorted into classes: two buttons are in one class when every quiet pattern
/// presses both or neither, that is when their columns of the kernel are the same functional `h` of `u`.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// The functional of each class, `classes × k`, none zero.
    pub(super) functionals: BitMatrix,
    /// The class of each button; `NONE` for one that no quiet pattern presses.
    class_of: Vec<u32>,
}

/// The class of a button whose column is zero.
const NONE: u32 = u32::MAX;

impl Classes {
    /// Sorts the columns of `kernel`, in order of first appearance; of equal columns those that some partition
    /// of `sides` separates are kept apart. Cost: O(buttons · k / 64) and a hash
    /// each.
    pub(super) fn new(kernel: &BitMatrix, sides: &[BitRow]) -> Self {
        let mut functionals = BitMatrix::zeros(0, kernel.rows());
        let mut class_of = Vec::with_capacity(kernel.cols());
        let mut known: HashMap<(BitRow, Vec<bool>), u32> = HashMap::new();
        for word in 0..words_for(kernel.cols()) {
            // Sixty-four columns at a time, so that no second copy of the kernel is held.
            let width = WORD_BITS.min(kernel.cols() - word * WORD_BITS);
            let mut slice = BitMatrix::zeros(kernel.rows(), width);
            for r in 0..kernel.rows() {
                slice.row_words_mut(r)[0] = kernel.row_words(r)[word];
            }
            let columns = slice.transpose();
            for c in 0..width {
                let functional = columns.row(c);
                if functional.is_zero() {
                    class_of.push(NONE);
                    continue;
                }
                let side = sides.iter().map(|side| side.get(word * WORD_BITS + c)).collect();
                let class = *known.entry((functional, side)).or_insert_with_key(|(functional, _)| {
                    functionals.push_row(functional);
                    (functionals.rows() - 1) as u32
                });
                class_of.push(class);
            }
        }
        Self { functionals, class_of }
    }

    /// The value that a partition of the buttons gives each class: that of its first button.
    pub(super) fn side_of_classes(&self, sides: &BitRow) -> Vec<bool> {
        let mut side = vec![false; self.functionals.rows()];
        for (button, &class) in self.class_of.iter().enumerate().rev() {
            if class != NONE {
                side[class as usize] = sides.get(button);
            }
        }
        side
    }

    /// Writes the cost of the elements of a coset as a constant and a weight for each class.
    /// Cost: O(buttons).
    pub(super) fn weigh(&self, offset: &BitRow, costs: Option<&[u32]>) -> Weighed {
        let mut base = 0;
        // For each class: what it costs more to press its buttons' complement than what the offset presses.
        let mut gain = vec![0_i64; self.functionals.rows()];
        let mut pressed = vec![0_u64; self.functionals.rows()];
        for (button, &class) in self.class_of.iter().enumerate() {
            let cost = costs.map_or(1, |costs| costs[button]);
            let press = offset.get(button);
            if class == NONE {
                base += if press { u64::from(cost) } else { 0 };
            } else if press {
                gain[class as usize] -= i64::from(cost);
                pressed[class as usize] += u64::from(cost);
            } else {
                gain[class as usize] += i64::from(cost);
            }
        }
        base += gain
            .iter()
            .zip(&pressed)
            .map(|(g, p)| if *g < 0 { p - g.unsigned_abs() } else { *p })
            .sum::<u64>();
        Weighed {
            base,
            weights: gain.iter().map(|g| g.unsigned_abs()).collect(),
            targets: gain.iter().map(|g| *g < 0).collect(),
        }
    }
}

/// The cost of `x₀ + uK` as a weighted Hamming weight:
/// `base + Σ weight_j · [h_j·u ≠ target_j]` over the classes `j`.
#[derive(Debug, Clone)]
pub(super) struct Weighed {
    /// What every element of the coset costs at least: each class at its cheaper value.
    pub(super) base: u64,
    /// What the dearer value of each class costs more; zero when it makes no difference.
    pub(super) weights: Vec<u64>,
    /// The cheaper value of each class.
    pub(super) targets: Vec<bool>,
}
