//! The two-sided split: what a partition of the columns has to satisfy, tested on the code at hand.

use super::component::{Component, Groups};
use super::layout::{Layout, WordTable};
use super::scan::Scan;
use crate::gf2::{BitMatrix, BitRow, Echelon};

/// A connected part of one side: some rows of the side's basis, and the columns they touch.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Rows of the side's basis.
    pub(super) rows: Vec<usize>,
    /// The costs of the part's words.
    pub(super) scan: Scan,
    /// The sum of its weights, and of their squares.
    pub(super) weight: u64,
    pub(super) squares: f64,
}

/// One side of the split.
///
/// Restricted to the side's columns the code keeps its dimension, so an element is determined by its
/// restriction, and in the basis of the side's reduced echelon form it is a direct sum of the parts.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// Row `i`: the element, in the component's coordinates, that is basis vector `i` of this side.
    basis: BitMatrix,
    /// The parts in two groups, the second perhaps empty, of about the same dimension.
    pub(super) groups: [Vec<Part>; 2],
    /// How a word on this side's columns is laid out in machine words, one segment a part (the parts of the
    /// first group, then those of the second).
    pub(super) layout: Layout,
}

/// A partition of the columns of a component in two sides, each of which determines the element.
#[derive(Debug, Clone)]
pub(super) struct Split {
    pub(super) sides: [Side; 2],
}

impl Split {
    /// The best of the candidate partitions: of those for which both sides determine the element, the one
    /// whose largest part is smallest.
    pub(super) fn find(component: &Component) -> Option<Self> {
        let candidates = component.sides.iter().filter_map(|sides| Self::new(component, sides));
        candidates.min_by_key(Self::largest_part)
    }

    fn new(component: &Component, second: &[bool]) -> Option<Self> {
        let code = component.functionals.transpose();
        let columns = |value: bool| (0..second.len()).filter(|&j| second[j] == value).collect::<Vec<_>>();
        let sides =
            [Side::new(component, &code, &columns(false))?, Side::new(component, &code, &columns(true))?];
        Some(Self { sides })
    }

    /// The dimension of the largest part.
    pub(super) fn largest_part(&self) -> usize {
        let parts = self.sides.iter().flat_map(|side| side.groups.iter().flatten());
        parts.map(|part| part.rows.len()).max().unwrap_or(0)
    }

    /// For each group of side `which`, what turns one of its elements into a word on the other side.
    pub(super) fn tables(&self, component: &Component, which: usize) -> [WordTable; 2] {
        let code = component.functionals.transpose();
        let (side, other) = (&self.sides[which], &self.sides[1 - which]);
        [0, 1].map(|group| {
            let rows: Vec<Vec<u64>> = side.groups[group]
                .iter()
                .flat_map(|part| &part.rows)
                .map(|&row| other.layout.word(&code.vec_mul(&side.basis.row(row))))
                .collect();
            WordTable::new(&rows, other.layout.words())
        })
    }
}

impl Side {
    fn new(component: &Component, code: &BitMatrix, columns: &[usize]) -> Option<Self> {
        let k = component.dimension();
        let restricted = BitMatrix::from_fn(k, columns.len(), |r, c| code.get(r, columns[c]));
        let echelon = Echelon::new(&restricted);
        if echelon.rank() < k {
            return None;
        }
        let functionals = echelon.reduced().transpose();
        let mut groups = Groups::new(k);
        for c in 0..columns.len() {
            let mut ones = functionals.row_bits(c).iter_ones();
            if let Some(first) = ones.next() {
                ones.for_each(|row| groups.join(first, row));
            }
        }
        let mut parts = Vec::new();
        for root in 0..k {
            let rows: Vec<usize> = (0..k).filter(|&row| groups.root(row) == root).collect();
            if rows.is_empty() {
                continue;
            }
            if rows.len() > MAX_PART {
                return None;
            }
            let touches = |c: &usize| {
                functionals.row_bits(*c).first_one().is_some_and(|row| groups.clone().root(row) == root)
            };
            let own: Vec<usize> = (0..columns.len()).filter(touches).collect();
            let number =
                |c: &usize| rows.iter().fold(0, |h, &row| h << 1 | u64::from(functionals.get(*c, row)));
            let weights: Vec<u64> = own.iter().map(|&c| component.weights[columns[c]]).collect();
            let targets: Vec<bool> = own.iter().map(|&c| component.targets[columns[c]]).collect();
            let part = Part {
                scan: Scan::new(rows.len(), own.iter().map(number).collect(), &weights, &targets),
                weight: weights.iter().sum(),
                squares: weights.iter().map(|w| (*w as f64).powi(2)).sum(),
                rows,
            };
            parts.push((part, own.iter().map(|&c| columns[c]).collect::<Vec<_>>()));
        }
        // Largest first, each to the smaller group.
        parts.sort_by_key(|(part, _)| std::cmp::Reverse(part.rows.len()));
        let mut halves: [Vec<(Part, Vec<usize>)>; 2] = Default::default();
        for part in parts {
            let size =
                |half: &Vec<(Part, Vec<usize>)>| half.iter().map(|(part, _)| part.rows.len()).sum::<usize>();
            let smaller = usize::from(size(&halves[1]) < size(&halves[0]));
            halves[smaller].push(part);
        }
        if halves.iter().any(|half| half.iter().map(|(part, _)| part.rows.len()).sum::<usize>() > MAX_PART) {
            return None;
        }
        let columns: Vec<Vec<usize>> = halves.iter().flatten().map(|(_, columns)| columns.clone()).collect();
        Some(Self {
            basis: echelon.transform().clone(),
            groups: halves.map(|half| half.into_iter().map(|(part, _)| part).collect()),
            layout: Layout::new(&columns, &component.weights, &component.targets),
        })
    }

    /// The element, in the component's coordinates, that is basis vector `row` of this side.
    pub(super) fn basis_row(&self, row: usize) -> BitRow {
        self.basis.row(row)
    }

    /// The element of the component that an element of each group makes.
    pub(super) fn element(&self, groups: [u64; 2]) -> BitRow {
        let mut chosen = BitRow::zeros(self.basis.rows());
        for (parts, number) in self.groups.iter().zip(groups) {
            let rows: Vec<usize> = parts.iter().flat_map(|part| part.rows.iter().copied()).collect();
            for (i, row) in rows.iter().enumerate() {
                if number >> (rows.len() - 1 - i) & 1 == 1 {
                    chosen.set(*row, true);
                }
            }
        }
        self.basis.vec_mul(&chosen)
    }
}

/// Elements of a part or a group are numbers.
const MAX_PART: usize = 62;
