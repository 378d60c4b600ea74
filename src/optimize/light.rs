//! Light words: lists of the cheapest elements of a part or a group of parts, in order of cost.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;

use super::split::Part;
use super::watch::Watch;

/// Elements between two looks at the room left.
const ROOM_CHECK: usize = 64;

/// All elements of a part or group whose cost exceeds the least by no more than `complete`.
#[derive(Debug, Clone)]
pub(super) struct LightWords {
    /// The least cost.
    pub(super) least: u64,
    /// The excess up to which every element is listed; `u64::MAX` when all are.
    pub(super) complete: u64,
    /// The elements, by ascending excess.
    pub(super) elements: Vec<u64>,
    /// Each excess that occurs, ascending, with the number of elements of smaller excess.
    pub(super) levels: Vec<(u64, usize)>,
}

impl LightWords {
    /// The list of the group of no part: one element that costs nothing.
    pub(super) fn unit() -> Self {
        Self { least: 0, complete: u64::MAX, elements: vec![0], levels: vec![(0, 0)] }
    }

    /// From elements with their costs; of them those of cost at most `limit` are kept, and known to be all.
    fn new(mut found: Vec<(u64, u64)>, limit: u64, all: bool) -> Option<Self> {
        found.retain(|(cost, _)| *cost <= limit);
        found.par_sort_unstable();
        let least = found.first()?.0;
        let mut levels: Vec<(u64, usize)> = Vec::new();
        for (place, (cost, _)) in found.iter().enumerate() {
            if levels.last().is_none_or(|(excess, _)| *excess != cost - least) {
                levels.push((cost - least, place));
            }
        }
        let complete = if all { u64::MAX } else { limit - least };
        Some(Self { least, complete, elements: found.into_iter().map(|(_, u)| u).collect(), levels })
    }

    /// How many elements have an excess of at most `excess`.
    pub(super) fn up_to(&self, excess: u64) -> usize {
        let next = self.levels.partition_point(|(level, _)| *level <= excess);
        self.levels.get(next).map_or(self.elements.len(), |(_, start)| *start)
    }

    /// The places of the elements whose excess, added to `excess`, is more than `above` (anything when
    /// `None`) and at most `up_to`.
    pub(super) fn between(&self, above: Option<u64>, up_to: u64, excess: u64) -> std::ops::Range<usize> {
        let begin = above.and_then(|above| above.checked_sub(excess)).map_or(0, |rest| self.up_to(rest));
        let end = up_to.checked_sub(excess).map_or(0, |rest| self.up_to(rest));
        begin..end.max(begin)
    }

    /// The index of the level of the element at a place.
    pub(super) fn level_of(&self, place: usize) -> usize {
        self.levels.partition_point(|(_, start)| *start <= place).saturating_sub(1)
    }

    /// The levels with the places of their elements.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> + '_ {
        let ends = self.levels.iter().skip(1).map(|(_, start)| *start).chain([self.elements.len()]);
        self.levels.iter().zip(ends).map(|(&(excess, start), end)| (excess, start..end))
    }

    /// Lists the light elements of a part: all that cost at most `limit` and at least one, except that once
    /// more than `room` have been seen the limit is lowered. `None` when stopped.
    pub(super) fn of_part(part: &Part, limit: u64, room: usize, watch: &Watch<'_>) -> Option<Self> {
        let mut limit = limit.min(part.weight);
        loop {
            let list = Self::try_limit(part, limit, room, watch)?;
            if list.is_some() {
                return list;
            }
            limit = limit.saturating_mul(2).clamp(1, part.weight);
        }
    }

    /// The same; `Some(None)` when no element costs so little.
    fn try_limit(part: &Part, limit: u64, room: usize, watch: &Watch<'_>) -> Option<Option<Self>> {
        let threshold = AtomicI64::new(part.scan.sum_of_cost(limit));
        let seen = AtomicU64::new(0);
        let visit = |list: &mut Vec<(u64, u64)>, u: u64, cost: u64| {
            list.push((cost, u));
            if list.len().is_multiple_of(ROOM_CHECK)
                && seen.fetch_add(ROOM_CHECK as u64, Ordering::Relaxed) > room as u64
            {
                // Too many: about half of what this task has seen is to be enough for all, but at least
                // its cheapest.
                list.sort_unstable();
                let cost = list[list.len() / 2].0.saturating_sub(1).max(list[0].0);
                threshold.fetch_max(part.scan.sum_of_cost(cost), Ordering::Relaxed);
                list.retain(|(kept, _)| *kept <= cost);
                seen.store(0, Ordering::Relaxed);
            }
        };
        let found = part.scan.run(watch, "light words", &threshold, Vec::new, visit);
        if !found.complete {
            return None;
        }
        let reached = part.scan.cost_of_sum(threshold.into_inner());
        let list = Self::new(found.states.concat(), reached, reached >= part.weight);
        Some(list)
    }

    /// The list of two groups taken together: sums of their elements, as far as there is room. `bits`: the
    /// dimension of the second.
    pub(super) fn product(&self, other: &Self, bits: u32, room: usize) -> Self {
        let count = |limit: u64| {
            let meet = |(excess, range): (u64, std::ops::Range<usize>)| {
                limit.checked_sub(excess).map_or(0, |rest| range.len() as u128 * other.up_to(rest) as u128)
            };
            self.ranges().map(meet).sum::<u128>()
        };
        let mut complete = self.complete.min(other.complete);
        let largest = |list: &Self| list.levels.last().map_or(0, |(excess, _)| *excess);
        let mut limit = complete.min(largest(self) + largest(other));
        // Past this excess there is no pair of listed elements.
        while count(limit) > room as u128 && limit > 0 {
            limit /= 2;
            complete = limit;
        }
        let mut found = Vec::new();
        for (excess, range) in self.ranges() {
            let Some(rest) = limit.checked_sub(excess) else { break };
            for (second, others) in other.ranges().take_while(|(second, _)| *second <= rest) {
                for &high in &self.elements[range.clone()] {
                    let low = other.elements[others.clone()].iter();
                    found.extend(low.map(|low| (excess + second, high << bits | low)));
                }
            }
        }
        // Both lists have an element of excess 0, so the product has one.
        let least = self.least + other.least;
        match Self::new(found, limit, false) {
            Some(list) => Self { least, complete, ..list },
            None => Self { least, ..Self::unit() },
        }
    }
}
