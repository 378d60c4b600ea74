//! The search prepared for one code: any number of cosets can then be asked about.

use super::columns::Classes;
use super::combine::{self, CosetAnswer};
use super::component::Problem;
use super::gray::{self, Planes};
use super::proof::{CosetProof, Proof};
use super::watch::Watch;
use super::{Limits, Optimum};
use super::{account, search};
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
        let (classes, sides) = self.classes.get_or_init(|| self.classes_by(&self.sides));
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

    /// As [`minimize`](Self::minimize), with the account of why nothing is cheaper: the optimum of each coset (of equal
    /// cosets the first), proved by itself. Of several partitions the first is used. `None` when the limits stop it.
    ///
    /// The proofs are a function of the question alone, and refer to the reduced row echelon form of the code's basis,
    /// first button first. Cost: that of the search of each coset, and one or a few scans of each part more.
    ///
    /// # Panics
    /// When there is no offset, or one does not have one bit a button.
    pub fn certify(&self, offsets: &[BitRow], limits: &Limits<'_>) -> (Optimum, Option<Vec<CosetProof>>) {
        assert!(!offsets.is_empty(), "at least one coset");
        let limits = Limits { route: None, ..*limits };
        let partition = &self.sides[..self.sides.len().min(1)];
        let second_side = partition.first().cloned().unwrap_or_else(|| BitRow::zeros(self.kernel.cols()));
        let local;
        let (classes, sides) = match self.sides.len() {
            0 | 1 => self.classes.get_or_init(|| self.classes_by(partition)),
            _ => {
                local = self.classes_by(partition);
                &local
            }
        };
        let mut proofs = Vec::new();
        let mut answers = Vec::new();
        let mut routes = Vec::new();
        for (coset, offset) in self.representatives(offsets) {
            let weighed = classes.weigh(&offset, self.costs.as_deref());
            let problem = Problem::new(classes, &weighed, sides);
            let solved = search::solve(std::slice::from_ref(&problem), &limits).pop().unwrap_or_default();
            routes.extend(solved.iter().map(|component| component.route));
            let answer = CosetAnswer::new(coset, &self.kernel, &offset, &problem, &solved, limits.solutions);
            let best = solved.iter().map(|component| component.best).collect();
            let watch = Watch::new(&limits, vec![(problem.base, best)]);
            let proof = match self.dimension() <= Proof::ENUMERATED {
                true => account::enumeration(classes, &weighed, &watch),
                false => account::apart(&problem, &solved, &second_side, &watch),
            };
            proofs.push(proof.and_then(|proof| answer.proved_by(proof)));
            answers.push(answer);
        }
        (combine::finish(answers, limits.solutions, routes), proofs.into_iter().collect())
    }

    fn classes_by(&self, partitions: &[BitRow]) -> (Classes, Vec<Vec<bool>>) {
        let classes = Classes::new(&self.kernel, partitions);
        let sides = partitions.iter().map(|side| classes.side_of_classes(side)).collect();
        (classes, sides)
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
