//! The proof by two sides: a cheap element is light on one side or on the other, and all light ones are looked at.
//!
//! On each side the component is a direct sum of parts that share no button of it, so a cost on that side is the sum of
//! the parts' costs. Let these cost at least `p₀` and `q₀` in all. If every element whose excess is below `s` on the first
//! side or below `t` on the second was looked at, any other costs at least `p₀ + q₀ + s + t`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::check::{MAX_DIMENSION, number};
use super::claim::{Component, Part, Side};
use super::classes::Class;
use super::effort::{CertificateError, Effort, wrong};
use super::parts::Optima;
use super::transform::Costs;
use crate::gf2::simd::multiversion;
use crate::gf2::{BitRow, words_for, xor_into};

/// Elements of the first part between two reports.
const REPORT_EVERY: u64 = 64;

/// The light elements of a part, by ascending excess.
struct Light {
    /// Excess and number of each.
    elements: Vec<(u64, u64)>,
}

/// Checks the split of a component whose classes are `own`.
pub(super) fn check(
    component: &Component,
    sides: &[Side; 2],
    own: &[&Class],
    k: usize,
    effort: &Effort<'_>,
) -> Result<Optima, CertificateError> {
    let least = |side: &Side| side.parts.iter().fold(0, |sum: u64, part| sum.saturating_add(part.least));
    let cheapest = [least(&sides[0]), least(&sides[1])];
    let bound =
        [cheapest[0], cheapest[1], sides[0].below, sides[1].below].into_iter().fold(0, u64::saturating_add);
    if Some(bound) != component.least.checked_add(1) {
        return wrong(format!(
            "elements that are not looked at cost at least {bound}: not one more than the claimed least, {}",
            component.least
        ));
    }
    let mut light = Vec::with_capacity(2);
    for (second, side) in [(false, &sides[0]), (true, &sides[1])] {
        check_basis(component, side)?;
        let scans = part_costs(side, own, second)?;
        let parts =
            side.parts.iter().zip(&scans).map(|(part, costs)| Light::new(part, side.below, costs, effort));
        let parts: Vec<Light> = parts.collect::<Result<_, _>>()?;
        check_count(&parts, side, effort)?;
        light.push(parts);
    }
    let mut optima = Optima::default();
    for which in [0, 1] {
        let walk = Walk {
            side: &sides[which],
            light: &light[which],
            other: Layout::new(own.iter().copied().filter(|class| class.second == (which == 0)).collect()),
            cheapest: cheapest[which],
            // What the first side looked at counted there.
            seen: if which == 1 { cheapest[0].saturating_add(sides[0].below) } else { 0 },
            least: component.least,
            k,
        };
        optima = optima.merge(walk.run(effort)?);
    }
    Ok(optima)
}

/// The words of the parts are together a basis of the component.
fn check_basis(component: &Component, side: &Side) -> Result<(), CertificateError> {
    let words: Vec<&BitRow> = side.parts.iter().flat_map(|part| &part.words).collect();
    let inside = |word: &&BitRow| word.ones().all(|one| component.coordinates.binary_search(&one).is_ok());
    if words.len() != component.coordinates.len() || !words.iter().all(inside) {
        return wrong("the parts of a side do not make up the component");
    }
    let mut reduced: Vec<(usize, BitRow)> = Vec::new();
    for word in words {
        let mut word = word.clone();
        for (pivot, other) in &reduced {
            if word.get(*pivot) {
                word.add(other);
            }
        }
        let Some(pivot) = word.ones().next() else {
            return wrong("the words of the parts of a side depend on each other");
        };
        reduced.push((pivot, word));
    }
    Ok(())
}

/// For each part its costs on its own side; no class of the side is seen by two parts.
fn part_costs(side: &Side, own: &[&Class], second: bool) -> Result<Vec<Costs>, CertificateError> {
    let mut scans = Vec::with_capacity(side.parts.len());
    for part in &side.parts {
        let d = part.words.len();
        if d > MAX_DIMENSION {
            return Err(CertificateError::TooMuch {
                what: format!("all 2^{d} elements of a part would be looked at"),
            });
        }
        scans.push(Costs::new(d));
    }
    for class in own.iter().filter(|class| class.second == second) {
        let mut seen = 0;
        for (part, costs) in side.parts.iter().zip(&mut scans) {
            let seen_by = BitRow::from_fn(part.words.len(), |i| part.words[i].dot(&class.functional));
            if !seen_by.is_zero() {
                costs.add(number(&seen_by), class.weight, class.target);
                seen += 1;
            }
        }
        if seen != 1 {
            return wrong("two parts of a side share a button of it");
        }
    }
    Ok(scans)
}

impl Light {
    /// The elements of a part whose excess is below `below`; they have to be those that the certificate counts.
    fn new(part: &Part, below: u64, costs: &Costs, effort: &Effort<'_>) -> Result<Self, CertificateError> {
        effort.allow_steps("a look at all elements of a part", costs.elements())?;
        let claimed: u128 = part.light.iter().map(|(_, count)| u128::from(*count)).sum();
        effort.allow_bytes("the list of light elements", claimed * 48)?;
        // One past the least where nothing has to be listed: nothing may cost less than that.
        let limit = part.least.saturating_add(below.max(1));
        let found = AtomicU64::new(0);
        let visit = |list: &mut Vec<(u64, u64)>, u: u64, cost: u64| {
            if cost < part.least {
                list.push((u64::MAX, u));
                return false;
            }
            if below > 0 {
                list.push((cost - part.least, u));
            }
            // As many as are claimed, and no more, so that what is kept stays within what was allowed.
            u128::from(found.fetch_add(1, Ordering::Relaxed)) < claimed || below == 0
        };
        let lists = costs.scan(limit, "light elements", effort, Vec::new, visit)?;
        let mut elements = lists.concat();
        elements.par_sort_unstable();
        if elements.last().is_some_and(|(excess, _)| *excess == u64::MAX) {
            return wrong(format!("an element of a part costs less than {}", part.least));
        }
        if found.into_inner() == 0 {
            return wrong(format!("no element of a part costs {}", part.least));
        }
        let levels = elements.chunk_by(|a, b| a.0 == b.0).map(|level| (level[0].0, level.len() as u64));
        if !levels.eq(part.light.iter().copied()) {
            return wrong("the light elements of a part are not as many as it says");
        }
        Ok(Self { elements })
    }

    /// The elements of excess below `below`.
    fn below(&self, below: u64) -> &[(u64, u64)] {
        &self.elements[..self.elements.partition_point(|(excess, _)| *excess < below)]
    }
}

/// Checks how many sums of an element of each part have a total excess below `below`.
fn check_count(parts: &[Light], side: &Side, effort: &Effort<'_>) -> Result<(), CertificateError> {
    effort.allow_steps("the walk over the light elements", side.elements)?;
    let mut counts = BTreeMap::from([(0, 1_u128)]);
    for part in parts {
        let mut next: BTreeMap<u64, u128> = BTreeMap::new();
        for (&sum, &count) in &counts {
            for level in part.below(side.below - sum).chunk_by(|a, b| a.0 == b.0) {
                *next.entry(sum + level[0].0).or_insert(0) += count * level.len() as u128;
            }
            // Each part has an element of no excess, so these are at most as many as in the end.
            if next.len() as u128 > side.elements {
                break;
            }
            effort.allow_bytes("the number of light elements", next.len() as u128 * 64)?;
        }
        counts = next;
    }
    let elements = if side.below > 0 { counts.values().sum() } else { 0 };
    match elements == side.elements {
        true => Ok(()),
        false => wrong(format!("a side has {elements} elements to look at, not {}", side.elements)),
    }
}

/// The classes of one side as bits of machine words: a class of weight `w` stands once for each binary digit of `w`, and
/// equal digits stand together.
struct Layout<'a> {
    classes: Vec<&'a Class>,
    /// Where the words of a digit begin, how many there are, and which digit it is.
    digits: Vec<(usize, usize, u32)>,
    /// The places of each class.
    places: Vec<Vec<usize>>,
    words: usize,
}

impl<'a> Layout<'a> {
    fn new(classes: Vec<&'a Class>) -> Self {
        let mut digits = Vec::new();
        let mut places = vec![Vec::new(); classes.len()];
        let mut words = 0;
        for digit in 0..u64::BITS {
            let with = |i: &usize| classes[*i].weight >> digit & 1 == 1;
            let mut bits = 0;
            for i in (0..classes.len()).filter(with) {
                places[i].push(words * 64 + bits);
                bits += 1;
            }
            if bits > 0 {
                digits.push((words, words_for(bits), digit));
                words += words_for(bits);
            }
        }
        Self { classes, digits, places, words }
    }

    /// The machine words with a bit for each class that `value` holds for.
    fn word(&self, value: impl Fn(&Class) -> bool) -> Vec<u64> {
        let mut word = vec![0; self.words];
        for (class, places) in self.classes.iter().zip(&self.places) {
            if value(class) {
                places.iter().for_each(|place| word[place / 64] |= 1 << (place % 64));
            }
        }
        word
    }
}

multiversion! {
    /// What the sum of two words costs.
    fn cost_of_sum(a: &[u64], b: &[u64], digits: &[(usize, usize, u32)]) -> u64 {
        let mut cost = 0;
        for &(start, len, digit) in digits {
            let (a, b) = (&a[start..start + len], &b[start..start + len]);
            let ones: u64 = a.iter().zip(b).map(|(x, y)| u64::from((x ^ y).count_ones())).sum();
            cost += ones << digit;
        }
        cost
    }
}

/// The walk over the light elements of one side.
struct Walk<'a> {
    side: &'a Side,
    light: &'a [Light],
    /// The other side's classes.
    other: Layout<'a>,
    /// What the parts of this side cost at least together.
    cheapest: u64,
    /// Elements that cost less than this on the other side were looked at there.
    seen: u64,
    /// The claimed least cost of the component.
    least: u64,
    k: usize,
}

impl Walk<'_> {
    fn run(&self, effort: &Effort<'_>) -> Result<Optima, CertificateError> {
        let Some(last) = self.light.last().filter(|_| self.side.below > 0) else {
            return Ok(Optima::default());
        };
        // The words of the bases on the other side, and of all the last part's elements.
        let on_other = |word: &BitRow| self.other.word(|class| word.dot(&class.functional));
        let bases: Vec<Vec<Vec<u64>>> =
            self.side.parts.iter().map(|part| part.words.iter().map(on_other).collect()).collect();
        let width = self.other.words;
        effort.allow_bytes("the light elements of a part", (last.elements.len() * width) as u128 * 8)?;
        let mut listed = vec![0; last.elements.len() * width];
        for (i, (_, u)) in last.elements.iter().enumerate() {
            add_element(&mut listed[i * width..][..width], *u, &bases[self.light.len() - 1]);
        }
        let descent = Descent { walk: self, bases: &bases, listed: &listed };
        let start = self.other.word(|class| class.target);
        if self.light.len() == 1 {
            let mut found = Optima::default();
            descent.go_on(0, &start, &mut Vec::new(), &mut found);
            return Ok(found);
        }
        let first = &self.light[0].elements;
        let done = AtomicU64::new(0);
        let walked = first.par_iter().map(|&(excess, u)| {
            let mut found = Optima::default();
            if effort.stopped() {
                return found;
            }
            let mut word = start.clone();
            add_element(&mut word, u, &bases[0]);
            descent.go_on(excess, &word, &mut vec![u], &mut found);
            let now = done.fetch_add(1, Ordering::Relaxed) + 1;
            if now.is_multiple_of(REPORT_EVERY) {
                effort.report("light elements", now, first.len() as u64);
            }
            found
        });
        let found = walked.reduce(Optima::default, Optima::merge);
        effort.go_on()?;
        Ok(found)
    }
}

/// The walk from part to part.
struct Descent<'a> {
    walk: &'a Walk<'a>,
    bases: &'a [Vec<Vec<u64>>],
    /// The last part's elements on the other side, one after the other.
    listed: &'a [u64],
}

impl Descent<'_> {
    /// Goes through all elements of the parts after those of `chosen`, whose excess and word on the other side are given.
    fn go_on(&self, excess: u64, word: &[u64], chosen: &mut Vec<u64>, found: &mut Optima) {
        let Walk { side, light, other, .. } = self.walk;
        let depth = chosen.len();
        let within = light[depth].below(side.below - excess);
        if depth + 1 < light.len() {
            for &(more, u) in within {
                let mut word = word.to_vec();
                add_element(&mut word, u, &self.bases[depth]);
                chosen.push(u);
                self.go_on(excess + more, &word, chosen, found);
                chosen.pop();
            }
            return;
        }
        for (i, &(more, u)) in within.iter().enumerate() {
            let last = &self.listed[i * other.words..][..other.words];
            let there = cost_of_sum(word, last, &other.digits);
            if there < self.walk.seen {
                continue;
            }
            let cost = self.walk.cheapest.saturating_add(excess + more).saturating_add(there);
            if cost < self.walk.least {
                found.cheaper = true;
            } else if cost == self.walk.least {
                chosen.push(u);
                found.see(self.walk.element(chosen));
                chosen.pop();
            }
        }
    }
}

impl Walk<'_> {
    /// The element that one of each part makes.
    fn element(&self, chosen: &[u64]) -> BitRow {
        let mut element = BitRow::zeros(self.k);
        for (part, u) in self.side.parts.iter().zip(chosen) {
            for (i, word) in part.words.iter().enumerate() {
                if u >> (part.words.len() - 1 - i) & 1 == 1 {
                    element.add(word);
                }
            }
        }
        element
    }
}

/// Adds the word of an element of a part, given the words of the part's basis.
fn add_element(word: &mut [u64], u: u64, basis: &[Vec<u64>]) {
    for (i, row) in basis.iter().enumerate() {
        if u >> (basis.len() - 1 - i) & 1 == 1 {
            xor_into(word, row);
        }
    }
}
