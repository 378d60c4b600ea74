//! The proof coordinate by coordinate: elements that look alike to what comes are one.
//!
//! Take the coordinates in order. A class is open when some coordinate it sees is done and some is not; what matters of the
//! coordinates done is what they have cost by the classes that are closed, and the values they give to those open. So of
//! all beginnings that give the same values only the cheapest count, and of these the lexicographically least.

use std::collections::HashMap;

use num_bigint::BigUint;

use super::claim::Component;
use super::classes::Class;
use super::effort::{CertificateError, Effort, wrong};
use super::parts::Optima;
use crate::gf2::BitRow;

/// What a state takes in memory, beside its bits, about.
const STATE_BYTES: u128 = 256;

/// The cheapest beginnings that give the same values.
struct Beginning {
    cost: u64,
    count: BigUint,
    first: BitRow,
}

/// Checks the component's least cost.
pub(super) fn check(
    component: &Component,
    states: u64,
    own: &[&Class],
    k: usize,
    effort: &Effort<'_>,
) -> Result<Optima, CertificateError> {
    effort.allow_steps("the walk through the states", u128::from(states) * own.len().max(64) as u128)?;
    // For each class the number in the component of the last coordinate that it sees.
    let last = |class: &&Class| component.coordinates.iter().rposition(|&one| class.functional.get(one));
    let last: Vec<Option<usize>> = own.iter().map(last).collect();
    let start = Beginning { cost: 0, count: BigUint::from(1_u8), first: BitRow::zeros(k) };
    // By the values of the open classes; what is not open is zero.
    let mut before = HashMap::from([(BitRow::zeros(own.len()), start)]);
    let mut met = 0_u64;
    for (i, &coordinate) in component.coordinates.iter().enumerate() {
        effort.go_on()?;
        effort.report("states", met, states);
        met = met.saturating_add(before.len() as u64);
        if met > states {
            break;
        }
        let bytes = STATE_BYTES + (own.len() + k + component.coordinates.len()) as u128 / 8;
        effort.allow_bytes("the states", 3 * before.len() as u128 * bytes)?;
        let choice = BitRow::from_fn(own.len(), |j| own[j].functional.get(coordinate));
        let closing: Vec<usize> = (0..own.len()).filter(|&j| last[j] == Some(i)).collect();
        let mut after: HashMap<BitRow, Beginning> = HashMap::with_capacity(before.len());
        for (values, beginning) in before {
            for value in [false, true] {
                let mut values = values.clone();
                if value {
                    values.add(&choice);
                }
                let mut cost = beginning.cost;
                for &j in &closing {
                    cost += if values.get(j) == own[j].target { 0 } else { own[j].weight };
                    values.set(j, false);
                }
                let mut first = beginning.first.clone();
                first.set(coordinate, value);
                let other = Beginning { cost, count: beginning.count.clone(), first };
                match after.get_mut(&values) {
                    None => drop(after.insert(values, other)),
                    Some(known) => known.take(other),
                }
            }
        }
        before = after;
    }
    if met != states {
        return wrong(format!("there are not {states} states"));
    }
    // Every class is closed: one state is left.
    let Some(end) = before.into_values().next() else { return Ok(Optima::default()) };
    let found = end.cost == component.least;
    Ok(Optima {
        cheaper: end.cost < component.least,
        count: if found { end.count } else { BigUint::default() },
        first: found.then_some(end.first),
    })
}

impl Beginning {
    /// Takes in another beginning that gives the same values.
    fn take(&mut self, other: Self) {
        if other.cost < self.cost {
            *self = other;
        } else if other.cost == self.cost {
            self.count += other.count;
            if other.first.cmp_lexicographic(&self.first).is_lt() {
                self.first = other.first;
            }
        }
    }
}
