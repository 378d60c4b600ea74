//! The walk over pairs: an element of each group of one side, and the cost of their sum on the other side.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layout::{Layout, Plane, WordTable};
use super::light::LightWords;
use super::watch::Watch;
use crate::gf2::simd::multiversion;

/// Rows of the outer tile: each word of the inner tile, once built, meets so many.
const OUTER: usize = 64;
/// Rows of the inner tile: they stay in the first-level cache.
const INNER: usize = 32;
/// Tasks between two reports.
const REPORT_EVERY: u64 = 1024;

/// What the walk needs to know of a side.
pub(super) struct Walk<'a> {
    /// The light words of its two groups.
    pub(super) lists: [&'a LightWords; 2],
    /// What makes their words on the other side.
    pub(super) tables: &'a [WordTable; 2],
    /// The other side's machine words.
    pub(super) other: &'a Layout,
    /// For each segment of the other side, the least that it and all segments after it cost together.
    pub(super) least_from: &'a [u64],
}

/// A pair that the walk found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// The element of each group.
    pub(super) groups: [u64; 2],
    /// The cost on the walk's side and on the other.
    pub(super) own: u64,
    pub(super) other: u64,
}

/// Pairs whose outer element is one of `outer` (list `group`).
struct Task {
    group: usize,
    outer: Range<usize>,
}

impl Walk<'_> {
    /// How many pairs have a sum of excesses of at most `excess`. Cost: O(levels).
    pub(super) fn count(&self, excess: u64) -> u128 {
        let [first, second] = self.lists;
        let mut sum = 0;
        for (level, range) in first.ranges() {
            let Some(rest) = excess.checked_sub(level) else { break };
            sum += range.len() as u128 * second.up_to(rest) as u128;
        }
        sum
    }

    /// Calls `visit` with each pair whose excesses sum to more than `above` (any sum when `None`) and at
    /// most `up_to`, and that costs at most `limit` on both sides together; `limit` may fall meanwhile.
    /// Each task has its own state. False when stopped.
    pub(super) fn band<S: Send>(
        &self,
        above: Option<u64>,
        up_to: u64,
        limit: &AtomicU64,
        watch: &Watch<'_>,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Pair) + Sync,
    ) -> (Vec<S>, bool) {
        let mut tasks = Vec::new();
        for group in [0, 1] {
            // The pair belongs to the element of larger excess, the first group's when they are equal: the
            // elements that many others meet are then few and cheap to build.
            let end = self.lists[group].up_to(up_to);
            tasks.extend(
                (0..end).step_by(OUTER).map(|first| Task { group, outer: first..end.min(first + OUTER) }),
            );
        }
        let total = tasks.len() as u64;
        let done = AtomicU64::new(0);
        let results: Vec<(S, bool)> = tasks
            .into_par_iter()
            .map_init(Tiles::default, |tiles, task| {
                let mut state = start();
                if watch.stopped() {
                    return (state, false);
                }
                self.task(&task, (above, up_to), limit, tiles, |pair| visit(&mut state, pair));
                let now = done.fetch_add(1, Ordering::Relaxed) + 1;
                if now.is_multiple_of(REPORT_EVERY) {
                    watch.report("pairs", now, total);
                }
                (state, true)
            })
            .collect();
        let complete = results.iter().all(|(_, complete)| *complete);
        (results.into_iter().map(|(state, _)| state).collect(), complete)
    }

    /// The pairs of a task: those of a band whose outer element has the larger excess.
    fn task(
        &self,
        task: &Task,
        (above, up_to): (Option<u64>, u64),
        limit: &AtomicU64,
        tiles: &mut Tiles,
        visit: impl FnMut(Pair),
    ) {
        let (own, partner) = (self.lists[task.group], self.lists[1 - task.group]);
        tiles.outer.clear();
        let mut level = own.level_of(task.outer.start);
        for place in task.outer.clone() {
            while own.levels.get(level + 1).is_some_and(|(_, start)| *start <= place) {
                level += 1;
            }
            let excess = own.levels[level].0;
            let highest = if task.group == 0 { Some(excess) } else { excess.checked_sub(1) };
            let meets = highest.map_or(0..0, |highest| {
                let meets = partner.between(above, up_to, excess);
                meets.start..meets.end.min(partner.up_to(highest)).max(meets.start)
            });
            tiles.outer.push(Outer { element: own.elements[place], excess, meets });
        }
        self.tile(task.group, limit, tiles, visit);
    }

    /// The pairs of elements of list `group`, of given excess and whether listed or not, with the elements
    /// of the other list; as [`band`](Self::band) otherwise.
    pub(super) fn meet(
        &self,
        group: usize,
        elements: &[(u64, u64)],
        (above, up_to): (Option<u64>, u64),
        limit: &AtomicU64,
        mut visit: impl FnMut(Pair),
    ) {
        let partner = self.lists[1 - group];
        let mut tiles = Tiles::default();
        for chunk in elements.chunks(OUTER) {
            tiles.outer.clear();
            tiles.outer.extend(chunk.iter().map(|&(element, excess)| Outer {
                element,
                excess,
                meets: partner.between(above, up_to, excess),
            }));
            self.tile(group, limit, &mut tiles, &mut visit);
        }
    }

    /// The pairs of the outer elements of `tiles` with those they meet.
    fn tile(&self, group: usize, limit: &AtomicU64, tiles: &mut Tiles, mut visit: impl FnMut(Pair)) {
        let (own, partner) = (self.lists[group], self.lists[1 - group]);
        let words = self.other.words();
        let met = || tiles.outer.iter().map(|outer| &outer.meets).filter(|meets| !meets.is_empty());
        let Some(begin) = met().map(|meets| meets.start).min() else { return };
        let end = met().map(|meets| meets.end).max().unwrap_or(begin);
        tiles.outer_words.clear();
        for outer in &tiles.outer {
            let from = tiles.outer_words.len();
            tiles.outer_words.extend_from_slice(&self.other.targets);
            self.tables[group].add_to(&mut tiles.outer_words[from..], outer.element);
        }
        let mut inner_level = partner.level_of(begin);
        for first in (begin..end).step_by(INNER) {
            let inner = first..end.min(first + INNER);
            tiles.inner_words.clear();
            for &element in &partner.elements[inner.clone()] {
                let from = tiles.inner_words.len();
                tiles.inner_words.resize(from + words, 0);
                self.tables[1 - group].add_to(&mut tiles.inner_words[from..], element);
            }
            while partner.levels.get(inner_level + 1).is_some_and(|(_, start)| *start <= first) {
                inner_level += 1;
            }
            for (i, outer) in tiles.outer.iter().enumerate() {
                let range = outer.meets.start.max(inner.start)..outer.meets.end.min(inner.end);
                if range.is_empty() {
                    continue;
                }
                // No pair of this row costs less on the walk's side.
                let own_cost = own.least + partner.least + outer.excess;
                let least = own_cost + partner.levels[inner_level].0;
                let Some(allowed) = limit.load(Ordering::Relaxed).checked_sub(least) else { continue };
                let word = &tiles.outer_words[i * words..][..words];
                let rows = &tiles.inner_words[(range.start - first) * words..(range.end - first) * words];
                tiles.passed.clear();
                self.sift(word, rows, allowed, &mut tiles.passed);
                for &(row, other) in &tiles.passed {
                    let place = range.start + row as usize;
                    let mut groups = [outer.element, partner.elements[place]];
                    if group == 1 {
                        groups.swap(0, 1);
                    }
                    visit(Pair { groups, own: own_cost + partner.levels[partner.level_of(place)].0, other });
                }
            }
        }
    }

    /// Of `rows`, those whose sum with `outer` costs at most `allowed`.
    fn sift(&self, outer: &[u64], rows: &[u64], allowed: u64, passed: &mut Vec<(u32, u64)>) {
        let words = outer.len();
        if words == 0 {
            // The other side has no column: impossible unless the element is zero.
            return passed.push((0, 0));
        }
        let Some((first, others)) = self.other.segments.split_first() else { return };
        let allowed_first = allowed.checked_sub(self.least_from.get(1).copied().unwrap_or(0));
        let Some(allowed_first) = allowed_first else { return };
        sift_first(outer, rows, &first.planes, allowed_first, passed);
        passed.retain_mut(|(row, cost)| {
            let row = &rows[*row as usize * words..][..words];
            for (number, segment) in others.iter().enumerate() {
                *cost += distance(outer, row, &segment.planes);
                let rest = self.least_from.get(number + 2).copied().unwrap_or(0);
                if cost.saturating_add(rest) > allowed {
                    return false;
                }
            }
            true
        });
    }
}

/// What a task works in.
#[derive(Default)]
struct Tiles {
    outer: Vec<Outer>,
    outer_words: Vec<u64>,
    inner_words: Vec<u64>,
    passed: Vec<(u32, u64)>,
}

/// An element of the outer tile, and the places of the elements of the other list that it meets.
struct Outer {
    element: u64,
    excess: u64,
    meets: Range<usize>,
}

#[inline(always)]
fn distance_here(a: &[u64], b: &[u64], planes: &[Plane]) -> u64 {
    let mut cost = 0;
    for plane in planes {
        let (a, b) = (&a[plane.start..][..plane.len], &b[plane.start..][..plane.len]);
        let ones: u64 = a.iter().zip(b).map(|(x, y)| u64::from((x ^ y).count_ones())).sum();
        cost += ones << plane.shift;
    }
    cost
}

multiversion! {
    /// The cost of the sum of two words on one segment.
    fn distance(a: &[u64], b: &[u64], planes: &[Plane]) -> u64 {
        distance_here(a, b, planes)
    }
}

multiversion! {
    /// The rows whose sum with `outer` costs at most `allowed` on the first segment, and that cost.
    fn sift_first(outer: &[u64], rows: &[u64], planes: &[Plane], allowed: u64, passed: &mut Vec<(u32, u64)>) {
        for (number, row) in rows.chunks_exact(outer.len()).enumerate() {
            let cost = distance_here(outer, row, planes);
            if cost <= allowed {
                passed.push((number as u32, cost));
            }
        }
    }
}
