//! The search prepared for one code: any number of cosets can then be asked about.

use super::columns::Classes;
use super::combine::{self, CosetAnswer};
use super::component::Problem;
use super::gray::{self, Planes};
use super::search;
use super::{Limits, Optimum};
use crate::gf2::{BitMatrix, BitRow, xor_into};

/// A code made ready for the search: basis in reduced form, equal columns merged.
#[derive(Debug, Clone)]
pub struct Minimizer {
    /// In reduced row echelon form, first button first.
    kernel: BitMatrix,
    pivots: Vec<usize>,
    costs: Option<Vec<u32>>,
    planes: Planes,
    sides: Vec<BitRow>,
    /// Made on first use: the smallest codes need none.
    classes: std::sync::OnceLock<(Classes, Vec<Vec<bool>>)>,
}

impl Minimizer {
    /// Prepares the code spanned by the rows of `kernel`, `k × buttons` (rows that depend on others are
    /// dropped), where pressing button `b` costs `costs[b]`, or 1.
    ///
    /// `sides` are partitions of the buttons in two (one bit a button) to try for the two-sided split, such
    /// as the colours of the checkerboard. They are hints: whether a split is sound is tested on the code
    /// itself, and an unsound one is not used. Cost: O(k² · buttons / 64).
    ///
    /// # Panics
    /// When `costs` or a partition does not have one entry a button.
    pub fn new(kernel: &BitMatrix, costs: Option<&[u32]>, sides: &[BitRow]) -> Self {
        for side in sides {
            assert_eq!(side.len(), kernel.cols(), "a partition has one bit a button");
        }
        let (kernel, pivots) = reduced(kernel);
        Self {
            planes: Planes::new(kernel.cols(), costs),
            costs: costs.map(<[u32]>::to_vec),
            sides: sides.to_vec(),
            kernel,
            pivots,
            classes: std::sync::OnceLock::new(),
        }
    }

    /// The dimension of the code.
    pub fn dimension(&self) -> usize {
        self.kernel.rows()
    }

    /// Finds the cheapest element of the union of the cosets `offsets[i] + code`, proves it, and counts
    /// the elements as cheap, unless the limits stop it before.
    ///
    /// The answer (when `proved`) is a function of the question alone: not of the number of threads, of
    /// the order of the basis, or of the way taken.
    ///
    /// # Panics
    /// When there is no offset, or one does not have one bit a button.
    pub fn minimize(&self, offsets: &[BitRow], limits: &Limits<'_>) -> Optimum {
        assert!(!offsets.is_empty(), "at least one coset");
        for offset in offsets {
            assert_eq!(offset.len(), self.kernel.cols(), "an offset has one bit a button");
        }
        if gray::suits(&self.kernel, limits) {
            return gray::minimize(&self.kernel, &self.planes, offsets, limits);
        }
        let (classes, sides) = self.classes.get_or_init(|| {
            let classes = Classes::new(&self.kernel, &self.sides);
            let sides = self.sides.iter().map(|side| classes.side_of_classes(side)).collect();
            (classes, sides)
        });
        let offsets: Vec<(usize, BitRow)> = self.representatives(offsets);
        let problems: Vec<Problem> = offsets
            .iter()
            .map(|(_, offset)| Problem::new(classes, &classes.weigh(offset, self.costs.as_deref()), sides))
            .collect();
        let solved = search::solve(&problems, limits);
        let mut routes = Vec::new();
        let mut answers = Vec::with_capacity(offsets.len());
        for (((coset, offset), problem), solved) in offsets.iter().zip(&problems).zip(&solved) {
            routes.extend(solved.iter().map(|component| component.route));
            answers.push(CosetAnswer::new(*coset, &self.kernel, offset, problem, solved, limits.solutions));
        }
        combine::finish(answers, limits.solutions, routes)
    }

    /// The offsets reduced at the pivots, the order of `u` then being the order of the patterns; of equal
    /// cosets the first.
    fn representatives(&self, offsets: &[BitRow]) -> Vec<(usize, BitRow)> {
        let mut kept: Vec<(usize, BitRow)> = Vec::with_capacity(offsets.len());
        for (coset, offset) in offsets.iter().enumerate() {
            let mut offset = offset.clone();
            for (row, &pivot) in self.pivots.iter().enumerate() {
                if offset.get(pivot) {
                    xor_into(offset.words_mut(), self.kernel.row_words(row));
                }
            }
            if kept.iter().all(|(_, other)| *other != offset) {
                kept.push((coset, offset));
            }
        }
        kept
    }
}

/// The reduced row echelon form of a basis, first column first, and its pivots; dependent rows are dropped.
fn reduced(basis: &BitMatrix) -> (BitMatrix, Vec<usize>) {
    let mut rows: Vec<BitRow> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for r in 0..basis.rows() {
        let mut row = basis.row(r);
        for (other, &pivot) in rows.iter().zip(&pivots) {
            if row.get(pivot) {
                row.add(other);
            }
        }
        let lead = row.ones().next();
        let Some(pivot) = lead else { continue };
        for other in &mut rows {
            if other.get(pivot) {
                other.add(&row);
            }
        }
        let place = pivots.partition_point(|p| *p < pivot);
        rows.insert(place, row);
        pivots.insert(place, pivot);
    }
    (BitMatrix::from_rows(basis.cols(), &rows), pivots)
}
