//! The search: each component of each coset by the route that suits it.

use std::sync::atomic::{AtomicI64, Ordering};

use num_bigint::BigUint;

use super::component::{Component, Problem, number_to_row};
use super::scan::Scan;
use super::split::Split;
use super::tally::Tally;
use super::trellis::Trellis;
use super::watch::Watch;
use super::{Limits, Route, descent, normal, two_sided};
use crate::gf2::BitRow;

/// The largest dimension that the transform takes on: past it, only a bound is offered.
const MAX_WALSH: usize = 62;
/// Up to this dimension the transform takes no more than a few milliseconds.
const MIN_SPLIT: usize = 24;

/// What is known of one component after the search.
#[derive(Debug, Clone)]
pub(super) struct Solved {
    /// The cost of the best element found.
    pub(super) best: u64,
    /// No element costs less.
    pub(super) bound: u64,
    /// Whether all elements of cost `best`, and none cheaper, have been seen; then `best == bound`.
    pub(super) complete: bool,
    /// How many cost `best`, when `complete`.
    pub(super) count: BigUint,
    /// When `complete` the least of them in ascending order, as many as asked for; else one element of
    /// cost `best`.
    pub(super) least: Vec<BitRow>,
    /// The way taken.
    pub(super) route: Route,
    /// How far the split was walked on each side: the least excess not seen. Zero by other ways.
    pub(super) walked: [u64; 2],
}

impl Solved {
    /// An element is known, and a bound, but not more.
    pub(super) fn incomplete(known: &Known, bound: u64, route: Route) -> Self {
        Self {
            best: known.cost,
            bound: bound.min(known.cost),
            complete: false,
            count: BigUint::default(),
            least: vec![known.element.clone()],
            route,
            walked: [0, 0],
        }
    }
}

/// An element of a component and its cost.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) element: BitRow,
    pub(super) cost: u64,
}

/// Searches all components of all cosets. Returns what is known of each.
pub(super) fn solve(problems: &[Problem], limits: &Limits<'_>) -> Vec<Vec<Solved>> {
    let mut known: Vec<Vec<Known>> =
        problems.iter().map(|problem| problem.components.iter().map(descent::start).collect()).collect();
    let costs = |known: &Vec<Known>| known.iter().map(|known| known.cost).collect();
    let watch = Watch::new(limits, problems.iter().zip(&known).map(|(p, k)| (p.base, costs(k))).collect());
    for (coset, problem) in problems.iter().enumerate() {
        for (number, component) in problem.components.iter().enumerate() {
            descent::improve(component, &mut known[coset][number], &watch, |cost| {
                watch.learn(coset, number, cost, 0);
            });
        }
    }
    let mut solved = Vec::with_capacity(problems.len());
    for (coset, problem) in problems.iter().enumerate() {
        let mut components = Vec::with_capacity(problem.components.len());
        for (number, component) in problem.components.iter().enumerate() {
            let place = Place { coset, number };
            let result = solve_component(component, &known[coset][number], place, &watch);
            watch.learn(coset, number, result.best, result.bound);
            components.push(result);
        }
        solved.push(components);
    }
    solved
}

/// Which component of which coset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) coset: usize,
    pub(super) number: usize,
}

fn solve_component(component: &Component, known: &Known, place: Place, watch: &Watch<'_>) -> Solved {
    let Some(allowance) = watch.allowance(place.coset, place.number) else {
        // No element of this coset is as cheap as one that is known of another.
        return Solved::incomplete(known, 0, Route::Walsh);
    };
    match Way::of(component, watch.limits().route, watch.limits().memory) {
        Way::Trellis(trellis) => trellis.solve(known, watch),
        Way::Split(split) => {
            let found = two_sided::solve(component, &split, known, allowance, place, watch);
            let proved = found.complete || found.bound > allowance;
            if proved || watch.stopped() || component.dimension() > MAX_WALSH {
                return found;
            }
            // There was no room for the lists that the proof needs; the transform keeps none.
            let known = Known { element: found.least[0].clone(), cost: found.best };
            let all = walsh(component, &known, allowance, place, watch);
            Solved { bound: all.bound.max(found.bound), ..all }
        }
        Way::Transform if component.dimension() > MAX_WALSH => Solved::incomplete(known, 0, Route::Walsh),
        Way::Transform => walsh(component, known, allowance, place, watch),
    }
}

/// How a component is to be searched.
pub(super) enum Way {
    Transform,
    Split(Box<Split>),
    Trellis(Trellis),
}

impl Way {
    /// The way insisted on, or the one that promises to take the least time within `memory`: a function of these.
    pub(super) fn of(component: &Component, route: Option<Route>, memory: u64) -> Self {
        let (split, trellis) = match route {
            Some(Route::Split | Route::Streamed) => (Split::find(component), None),
            Some(Route::Trellis) => (None, Trellis::new(component, memory)),
            None if component.dimension() > MIN_SPLIT => {
                let by_transform = match component.dimension() {
                    ..=MAX_WALSH => walsh_seconds(component),
                    _ => f64::INFINITY,
                };
                let split = Split::find(component).map(|split| (split_seconds(component, &split), split));
                let split = split.filter(|(seconds, _)| *seconds < by_transform);
                let other = split.as_ref().map_or(by_transform, |(seconds, _)| *seconds);
                let trellis = Trellis::new(component, memory).filter(|trellis| trellis.seconds() < other);
                (split.map(|(_, split)| split), trellis)
            }
            _ => (None, None),
        };
        match (trellis, split) {
            (Some(trellis), _) => Way::Trellis(trellis),
            (None, Some(split)) => Way::Split(Box::new(split)),
            (None, None) => Way::Transform,
        }
    }
}

/// About how long the transform takes.
fn walsh_seconds(component: &Component) -> f64 {
    2e-10 * (component.dimension() as f64).exp2()
}

/// About how long the split takes, if the costs are as random as the normal law: four lists, and the pairs
/// up to half of what the optimum lies above the least costs of the parts.
fn split_seconds(component: &Component, split: &Split) -> f64 {
    let mut lists = 1e-3;
    let mut pairs = 0.0;
    let mut least = 0.0;
    let (mut weight, mut squares) = (0.0, 0.0);
    for part in split.sides.iter().flat_map(|side| side.groups.iter().flatten()) {
        lists += 2.5e-10 * (part.rows.len() as f64).exp2();
        least += normal::least(part.rows.len(), part.weight as f64, part.squares);
        weight += part.weight as f64;
        squares += part.squares;
    }
    let gap = normal::least(component.dimension(), weight, squares) - least;
    for side in &split.sides {
        let parts = || side.groups.iter().flatten();
        let weight: f64 = parts().map(|part| part.weight as f64).sum();
        let squares: f64 = parts().map(|part| part.squares).sum();
        let least: f64 = parts().map(|p| normal::least(p.rows.len(), p.weight as f64, p.squares)).sum();
        let deviations = (weight - 2.0 * (least + gap / 2.0)) / squares.sqrt().max(1.0);
        pairs += normal::tail(deviations) * (component.dimension() as f64).exp2();
    }
    lists + 1e-8 * pairs
}

/// All costs by the transform, keeping the largest sums.
fn walsh(component: &Component, known: &Known, allowance: u64, place: Place, watch: &Watch<'_>) -> Solved {
    let d = component.dimension();
    let scan = Scan::new(d, component.numbers(), &component.weights, &component.targets);
    let cutoff = allowance.min(known.cost);
    let threshold = AtomicI64::new(scan.sum_of_cost(cutoff));
    let keep = watch.limits().solutions;
    let visit = |tally: &mut Tally<u64>, u: u64, cost: u64| {
        if cost < tally.best {
            let sum = scan.sum_of_cost(cost);
            if threshold.fetch_max(sum, Ordering::Relaxed) < sum {
                watch.learn(place.coset, place.number, cost, 0);
            }
        }
        tally.see(cost, || u);
    };
    let found = scan.run(watch, "transform", &threshold, || Tally::new(keep), visit);
    let mut tally = Tally::new(keep);
    found.states.into_iter().for_each(|state| tally.merge(state));
    if tally.count == 0 {
        let bound = if found.complete { cutoff.saturating_add(1) } else { 0 };
        return Solved::incomplete(known, bound, Route::Walsh);
    }
    let (best, count) = (tally.best, tally.count.into());
    let least: Vec<BitRow> = tally.least().into_iter().map(|u| number_to_row(u, d)).collect();
    let bound = if found.complete { best } else { 0 };
    Solved { best, bound, complete: found.complete, count, least, route: Route::Walsh, walked: [0, 0] }
}
