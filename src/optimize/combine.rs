//! From the components' answers to the answer.

use num_bigint::BigUint;

use super::component::Problem;
use super::proof::{CosetProof, Proof};
use super::search::Solved;
use super::{Optimum, Route};
use crate::gf2::{BitMatrix, BitRow};

/// What the search says of one coset.
#[derive(Debug, Clone)]
pub(super) struct CosetAnswer {
    pub(super) coset: usize,
    cost: u64,
    bound: u64,
    complete: bool,
    count: BigUint,
    /// Patterns of that cost, ascending; all that are wanted when `complete`.
    patterns: Vec<BitRow>,
}

impl CosetAnswer {
    /// Puts a coset's answer together; `offset` is reduced at the pivots of `kernel`, which is in reduced
    /// row echelon form, so that the order of `u` is the order of the patterns.
    pub(super) fn new(
        coset: usize,
        kernel: &BitMatrix,
        offset: &BitRow,
        problem: &Problem,
        solved: &[Solved],
        wanted: usize,
    ) -> Self {
        let sum = |pick: fn(&Solved) -> u64| solved.iter().map(pick).fold(problem.base, u64::saturating_add);
        let complete = solved.iter().all(|component| component.complete);
        let counts = solved.iter().map(|component| component.count.clone());
        let wanted = if complete { wanted.max(1) } else { 1 };
        let elements = least_elements(kernel.rows(), problem, solved, wanted);
        let pattern = |u: &BitRow| {
            let mut pattern = kernel.vec_mul(u);
            pattern.add(offset);
            pattern
        };
        Self {
            coset,
            cost: sum(|component| component.best),
            bound: sum(|component| component.bound),
            complete,
            count: counts.product::<BigUint>() << problem.free.rows(),
            patterns: elements.iter().map(pattern).collect(),
        }
    }

    /// The answer with its proof; `None` when the coset was not searched to its end.
    pub(super) fn proved_by(&self, proof: Proof) -> Option<CosetProof> {
        let presses = self.patterns.first().filter(|_| self.complete)?.clone();
        Some(CosetProof { coset: self.coset, presses, cost: self.cost, count: self.count.clone(), proof })
    }
}

/// The least of all combinations of the components' least elements, as vectors `u` of the whole code.
fn least_elements(k: usize, problem: &Problem, solved: &[Solved], wanted: usize) -> Vec<BitRow> {
    let mut elements = vec![BitRow::zeros(k)];
    for (component, solved) in problem.components.iter().zip(solved) {
        let mut products = Vec::new();
        for (i, element) in elements.iter().enumerate() {
            // Element i with part j comes after all (i', j') with i' <= i and j' <= j: the components own
            // their coordinates, so the order is that of a product.
            for part in solved.least.iter().take(wanted / (i + 1)) {
                let mut product = element.clone();
                for one in part.ones() {
                    product.set(component.coordinates[one], true);
                }
                products.push(product);
            }
        }
        elements = least_of(products, wanted);
    }
    if problem.free.rows() == 0 || wanted == 1 {
        return elements;
    }
    // Each element, zero at the free pivots, is the least of its coset of the free subspace; the cosets'
    // elements in order are the combinations of the reduced basis in order.
    let dimension = problem.free.rows();
    let choices = 1_usize.checked_shl(dimension as u32).unwrap_or(usize::MAX).min(wanted);
    let mut all = Vec::new();
    for (i, element) in elements.iter().enumerate() {
        // The i elements before are less, and so are the j choices before of the same coset.
        for choice in 0..choices.min(wanted - i) {
            let digits = (0..dimension.min(64)).filter(|bit| choice as u64 >> bit & 1 == 1);
            let mut sum = element.clone();
            digits.for_each(|bit| sum.add(&problem.free.row(dimension - 1 - bit)));
            all.push(sum);
        }
    }
    least_of(all, wanted)
}

fn least_of(mut elements: Vec<BitRow>, wanted: usize) -> Vec<BitRow> {
    elements.sort_by(BitRow::cmp_lexicographic);
    elements.truncate(wanted);
    elements
}

/// Puts the cosets' answers together.
pub(super) fn finish(cosets: Vec<CosetAnswer>, wanted: usize, routes: Vec<Route>) -> Optimum {
    let cost = cosets.iter().map(|answer| answer.cost).min().unwrap_or(0);
    let bound = cosets.iter().map(|answer| answer.bound).min().unwrap_or(0).min(cost);
    // A coset that was not searched to its end is settled when its bound lies above.
    let proved = cosets.iter().all(|answer| answer.complete || answer.bound > cost);
    let best = cosets.into_iter().filter(|answer| answer.cost == cost);
    let mut count = BigUint::default();
    let mut patterns = Vec::new();
    for answer in best {
        count += answer.count;
        patterns.extend(answer.patterns.into_iter().map(|pattern| (answer.coset, pattern)));
    }
    patterns.sort_by(|(i, a), (j, b)| a.cmp_lexicographic(b).then(i.cmp(j)));
    patterns.truncate(if proved { wanted.max(1) } else { 1 });
    let mut patterns = patterns.into_iter();
    let (coset, presses) = patterns.next().unwrap_or_default();
    let count = proved.then_some(count);
    Optimum { presses, coset, cost, bound, proved, count, further: patterns.collect(), routes }
}
