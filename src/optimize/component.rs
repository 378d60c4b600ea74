//! The direct sum: a coset's problem taken apart into problems that share no coordinate.

use super::columns::{Classes, Weighed};
use crate::gf2::{BitMatrix, BitRow, Echelon, xor_into};

/// A weighted minimum-distance problem over GF(2)^d: minimise `Σ weight_j · [h_j·u ≠ target_j]`.
///
/// Coordinate 0 is the most significant in the order in which the least of several optima is chosen.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The coordinates of the whole code that are this component's, ascending.
    pub(super) coordinates: Vec<usize>,
    /// The functionals, one a row, `d` bits; together of rank `d`.
    pub(super) functionals: BitMatrix,
    /// The weight of each functional, positive.
    pub(super) weights: Vec<u64>,
    /// The value of each functional that costs nothing.
    pub(super) targets: Vec<bool>,
    /// For each candidate two-sided partition, the side of each functional.
    pub(super) sides: Vec<Vec<bool>>,
}

impl Component {
    /// The dimension `d`.
    pub(super) fn dimension(&self) -> usize {
        self.functionals.cols()
    }

    /// The cost of an element. Cost: O(columns · d / 64).
    pub(super) fn cost(&self, u: &BitRow) -> u64 {
        let values = self.functionals.mul_vec(u);
        let wrong = |j: &usize| values.get(*j) != self.targets[*j];
        (0..self.weights.len()).filter(wrong).map(|j| self.weights[j]).sum()
    }

    /// The functionals as numbers with coordinate 0 at the highest of `d` bits, so that the order of the
    /// numbers `u` is the lexicographic order.
    ///
    /// # Panics
    /// When `d > 64`.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let d = self.dimension();
        assert!(d <= 64, "numbers of at most 64 bits");
        (0..self.functionals.rows()).map(|j| row_to_number(self.functionals.row_words(j), d)).collect()
    }
}

/// Bits of a row as a number, the first bit the highest of `d`.
pub(super) fn row_to_number(words: &[u64], d: usize) -> u64 {
    words.first().map_or(0, |word| word.reverse_bits() >> (64 - d.max(1)))
}

/// The inverse of [`row_to_number`].
pub(super) fn number_to_row(number: u64, d: usize) -> BitRow {
    BitRow::from_fn(d, |i| number >> (d - 1 - i) & 1 == 1)
}

/// A coset's problem, taken apart.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// What every element costs at least.
    pub(super) base: u64,
    /// The subspace of GF(2)^k on which no cost depends, in reduced row echelon form, first coordinate
    /// first. The components' coordinates are those that are no pivot of it.
    pub(super) free: BitMatrix,
    /// Independent problems, by first coordinate.
    pub(super) components: Vec<Component>,
}

impl Problem {
    /// Takes the problem apart.
    ///
    /// The functionals that make no difference are dropped. Where the others do not have full rank, the
    /// elements fall into cosets of the free subspace, all of one cost; the lexicographically least of
    /// each is zero at the free pivots, so these coordinates are dropped, and the order of the others is
    /// the order of the least elements. Coordinates that a functional links belong together; the classes
    /// of linked coordinates are minimised independently, and since each owns its coordinates, also the
    /// least optimum and the number of optima can be put together from theirs.
    pub(super) fn new(classes: &Classes, weighed: &Weighed, sides: &[Vec<bool>]) -> Self {
        let k = classes.functionals.cols();
        let active: Vec<usize> = (0..weighed.weights.len()).filter(|&j| weighed.weights[j] > 0).collect();
        let free = free_subspace(&classes.functionals, &active);
        let mut kept = vec![true; k];
        for r in 0..free.rows() {
            if let Some(pivot) = free.row_bits(r).first_one() {
                kept[pivot] = false;
            }
        }
        let mut groups = Groups::new(k);
        for &j in &active {
            let mut ones = classes.functionals.row_bits(j).iter_ones().filter(|&i| kept[i]);
            if let Some(first) = ones.next() {
                ones.for_each(|i| groups.join(first, i));
            }
        }
        let roots: Vec<usize> = (0..k).map(|i| groups.root(i)).collect();
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); k];
        for &j in &active {
            if let Some(i) = classes.functionals.row_bits(j).iter_ones().find(|&i| kept[i]) {
                columns[roots[i]].push(j);
            }
        }
        let mut components = Vec::new();
        for (root, columns) in columns.iter().enumerate() {
            if columns.is_empty() {
                continue;
            }
            let coordinates: Vec<usize> = (0..k).filter(|&i| kept[i] && roots[i] == root).collect();
            let pick = |j: usize| {
                let bits = classes.functionals.row_bits(j);
                BitRow::from_fn(coordinates.len(), |i| bits[coordinates[i]])
            };
            let rows: Vec<BitRow> = columns.iter().map(|&j| pick(j)).collect();
            components.push(Component {
                functionals: BitMatrix::from_rows(coordinates.len(), &rows),
                weights: columns.iter().map(|&j| weighed.weights[j]).collect(),
                targets: columns.iter().map(|&j| weighed.targets[j]).collect(),
                sides: sides.iter().map(|side| columns.iter().map(|&j| side[j]).collect()).collect(),
                coordinates,
            });
        }
        Self { base: weighed.base, free, components }
    }
}

/// The `u` on which all active functionals vanish, as a basis in reduced row echelon form.
fn free_subspace(functionals: &BitMatrix, active: &[usize]) -> BitMatrix {
    let span = span_of(functionals, active);
    if span.rows() == functionals.cols() {
        return BitMatrix::zeros(0, functionals.cols());
    }
    let kernel = Echelon::new(&span).kernel();
    let echelon = Echelon::new(&kernel);
    let rows: Vec<BitRow> = (0..echelon.rank()).map(|r| echelon.reduced().row(r)).collect();
    BitMatrix::from_rows(functionals.cols(), &rows)
}

/// Independent rows that span the chosen rows of `matrix`. Stops as soon as the rank is full.
pub(super) fn span_of(matrix: &BitMatrix, chosen: &[usize]) -> BitMatrix {
    let mut basis: Vec<(usize, BitRow)> = Vec::new();
    for &j in chosen {
        if basis.len() == matrix.cols() {
            break;
        }
        let mut row = matrix.row(j);
        for (pivot, other) in &basis {
            if row.get(*pivot) {
                xor_into(row.words_mut(), other.words());
            }
        }
        let pivot = row.ones().next();
        if let Some(pivot) = pivot {
            basis.push((pivot, row));
        }
    }
    BitMatrix::from_rows(matrix.cols(), basis.iter().map(|(_, row)| row))
}

/// Disjoint sets.
#[derive(Debug, Clone)]
pub(super) struct Groups(Vec<usize>);

impl Groups {
    /// `n` sets of one element.
    pub(super) fn new(n: usize) -> Self {
        Self((0..n).collect())
    }

    /// The element that stands for the set of `i`: its least.
    pub(super) fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Unites the sets of `a` and `b`.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
