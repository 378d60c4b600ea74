//! The proof by parts: the quiet patterns are a direct sum, so costs add and numbers of optima multiply.

use num_bigint::BigUint;

use super::check::{Least, MAX_DIMENSION, number};
use super::claim::{Apart, Component, Method};
use super::classes::{Buttons, Class};
use super::effort::{CertificateError, Effort, wrong};
use super::transform::Costs;
use super::{split, trellis};
use crate::gf2::{BitMatrix, BitRow};

/// What was found among the elements of a component, held against its claimed least cost.
#[derive(Default)]
pub(super) struct Optima {
    /// Whether an element costs less.
    pub(super) cheaper: bool,
    /// How many cost as much.
    pub(super) count: BigUint,
    /// The lexicographically least of these, as a vector `u` of all coordinates.
    pub(super) first: Option<BitRow>,
}

impl Optima {
    /// Takes note of an element of the claimed cost.
    pub(super) fn see(&mut self, element: BitRow) {
        self.count += 1_u8;
        if self.first.as_ref().is_none_or(|first| element.cmp_lexicographic(first).is_lt()) {
            self.first = Some(element);
        }
    }

    /// What was found among these elements and those.
    pub(super) fn merge(mut self, other: Self) -> Self {
        let count = std::mem::take(&mut self.count) + other.count;
        if let Some(element) = other.first {
            self.see(element);
        }
        Self { cheaper: self.cheaper || other.cheaper, count, ..self }
    }
}

/// Checks the proof. Gives the number of optima and the least of them.
pub(super) fn check(
    apart: &Apart,
    claimed: u64,
    offset: &BitMatrix,
    buttons: &Buttons,
    k: usize,
    effort: &Effort<'_>,
) -> Result<Least, CertificateError> {
    let idle = |(cell, column): (&(usize, usize), &BitRow)| {
        column.is_zero() && apart.second_side.get(cell.0, cell.1)
    };
    let stray = apart.second_side.count_ones()
        != buttons.cells.iter().filter(|(r, c)| apart.second_side.get(*r, *c)).count();
    if stray || buttons.cells.iter().zip(&buttons.columns).any(idle) {
        return wrong("the second side has a button that no quiet pattern presses");
    }
    let (classes, base) = buttons.classes(offset, &apart.second_side);
    if base != apart.base {
        return wrong(format!("every solution costs at least {base} by its classes, not {}", apart.base));
    }
    let own = check_direct_sum(apart, &classes, k)?;
    let mut sum = base;
    let mut count = BigUint::from(1_u8) << apart.free.len();
    let mut element = BitRow::zeros(k);
    for (i, (component, own)) in apart.components.iter().zip(&own).enumerate() {
        let optima = match &component.method {
            Method::Enumeration => enumerate(component, own, k, effort)?,
            Method::Split(sides) => split::check(component, sides, own, k, effort)?,
            Method::Trellis(states) => trellis::check(component, *states, own, k, effort)?,
        };
        let number = i + 1;
        if optima.cheaper {
            return wrong(format!("an element of component {number} costs less than {}", component.least));
        }
        let Some(first) = optima.first.filter(|_| optima.count == component.optima) else {
            return wrong(format!(
                "component {number} has {} optima, not {}",
                optima.count, component.optima
            ));
        };
        sum = sum.saturating_add(component.least);
        count *= &component.optima;
        element.add(&first);
    }
    match sum == claimed {
        true => Ok(Least { element, count }),
        false => wrong(format!("the parts add up to a cost of {sum}, not {claimed}")),
    }
}

/// The coordinates are those of the components and the pivots of the free directions; no cost depends on a free
/// direction, and none on two components. Gives the classes of each component.
///
/// Every `u` is then in one way a free direction plus a vector that is zero at the free pivots. The latter is the least of
/// all that cost the same by free directions, and is a sum of one vector of each component, on coordinates of its own.
fn check_direct_sum<'a>(
    apart: &Apart,
    classes: &'a [Class],
    k: usize,
) -> Result<Vec<Vec<&'a Class>>, CertificateError> {
    // The component of each coordinate.
    let mut owner: Vec<Option<usize>> = vec![None; k];
    let mut pivots = Vec::new();
    for word in &apart.free {
        let lead = word.ones().next().filter(|lead| pivots.last().is_none_or(|last| last < lead));
        let Some(lead) = lead else { return wrong("the free directions are not in echelon form") };
        pivots.push(lead);
    }
    let reduced =
        |(i, word): (usize, &BitRow)| pivots.iter().enumerate().all(|(j, &pivot)| i == j || !word.get(pivot));
    if !apart.free.iter().enumerate().all(reduced) {
        return wrong("the free directions are not reduced");
    }
    for (i, component) in apart.components.iter().enumerate() {
        for &coordinate in &component.coordinates {
            if owner[coordinate].replace(i).is_some() {
                return wrong(format!("coordinate {coordinate} is in two components"));
            }
        }
    }
    if pivots.iter().any(|&pivot| owner[pivot].is_some())
        || owner.iter().filter(|owner| owner.is_some()).count() + pivots.len() != k
    {
        return wrong("components and free directions do not make up the quiet patterns");
    }
    let mut own: Vec<Vec<&Class>> = apart.components.iter().map(|_| Vec::new()).collect();
    for class in classes {
        if apart.free.iter().any(|word| word.dot(&class.functional)) {
            return wrong("a cost depends on a free direction");
        }
        let mut owners = class.functional.ones().filter_map(|coordinate| owner[coordinate]);
        match owners.next() {
            Some(first) if owners.all(|other| other == first) => own[first].push(class),
            _ => return wrong("a cost depends on two components"),
        }
    }
    Ok(own)
}

/// All elements of a component.
fn enumerate(
    component: &Component,
    own: &[&Class],
    k: usize,
    effort: &Effort<'_>,
) -> Result<Optima, CertificateError> {
    let d = component.coordinates.len();
    if d > MAX_DIMENSION {
        return Err(CertificateError::TooMuch { what: format!("all 2^{d} elements would be looked at") });
    }
    let mut costs = Costs::new(d);
    for class in own {
        let restricted = BitRow::from_fn(d, |i| class.functional.get(component.coordinates[i]));
        costs.add(number(&restricted), class.weight, class.target);
    }
    effort.allow_steps("a look at all elements of a component", costs.elements())?;
    let visit = |(cheaper, count, first): &mut (bool, u128, u64), u: u64, cost: u64| {
        *cheaper |= cost < component.least;
        (*count, *first) = (*count + 1, u.min(*first));
        // Nothing more has to be known.
        !*cheaper
    };
    let start = || (false, 0, u64::MAX);
    let found = costs.scan(component.least.saturating_add(1), "all elements", effort, start, visit)?;
    let cheaper = found.iter().any(|(cheaper, ..)| *cheaper);
    let count: u128 = found.iter().map(|(_, count, _)| count).sum();
    let first = found.iter().map(|(.., first)| *first).min().filter(|_| count > 0);
    let in_code = |u: u64| {
        let mut element = BitRow::zeros(k);
        for (i, &coordinate) in component.coordinates.iter().enumerate() {
            element.set(coordinate, u >> (d - 1 - i) & 1 == 1);
        }
        element
    };
    Ok(Optima { cheaper, count: count.into(), first: first.map(in_code) })
}
