//! The proof by the two-sided split: thresholds rise on both sides until nothing unseen can be as cheap.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Route;
use super::component::Component;
use super::layout::WordTable;
use super::light::LightWords;
use super::normal;
use super::pairs::{Pair, Walk};
use super::search::{Known, Place, Solved};
use super::split::{Side, Split};
use super::tally::Tally;
use super::watch::Watch;
use crate::gf2::BitRow;

/// Pairs of the first step; each further step may take half as many again as were walked so far.
const FIRST_PAIRS: u128 = 1 << 22;
/// The parts in which the excess still to be walked is planned.
const FINENESS: u64 = 64;
/// Bytes that a listed element may take while lists are made: its cost and number twice.
const BYTES_PER_ELEMENT: u64 = 32;
/// Lists held at once: two groups on two sides.
const LISTS: u64 = 4;

/// An element by its coordinates, in lexicographic order: words with coordinate 0 at the highest bit.
type Key = Vec<u64>;

/// The state of the proof of one component.
struct Proof<'a> {
    component: &'a Component,
    split: &'a Split,
    place: Place,
    watch: &'a Watch<'a>,
    tables: [[WordTable; 2]; 2],
    /// The cost that nothing of interest exceeds: what is allowed, or the best found.
    limit: AtomicU64,
    tally: Tally<Key>,
    /// For each side, the least excess whose pairs have not been walked.
    next: [u64; 2],
    walked: u128,
}

/// Finds the optima of a component that cost at most `allowance`, by the split.
pub(super) fn solve(
    component: &Component,
    split: &Split,
    known: &Known,
    allowance: u64,
    place: Place,
    watch: &Watch<'_>,
) -> Solved {
    let mut proof = Proof {
        component,
        split,
        place,
        watch,
        tables: [split.tables(component, 0), split.tables(component, 1)],
        limit: AtomicU64::new(allowance.min(known.cost)),
        tally: Tally::new(watch.limits().solutions),
        next: [0, 0],
        walked: 0,
    };
    let bound = proof.run();
    let limit = proof.limit.load(Ordering::Relaxed);
    let complete = bound > limit;
    if proof.tally.count == 0 {
        return Solved::incomplete(known, bound, Route::Split);
    }
    let (best, count) = (proof.tally.best, proof.tally.count);
    let element = |key: &Key| {
        BitRow::from_words(component.dimension(), key.iter().map(|word| word.reverse_bits()).collect())
    };
    let least = proof.tally.least().iter().map(element).collect();
    Solved { best, bound: bound.min(best), complete, count, least, route: Route::Split }
}

/// The light words of a side.
struct Lists {
    groups: [LightWords; 2],
    /// The least cost of each part, the first group's first.
    least: Vec<u64>,
}

impl Lists {
    /// All elements of each part up to its limit, or as many of the cheapest as there is room for. `None`
    /// when stopped.
    fn new(side: &Side, limits: &[u64], room: usize, watch: &Watch<'_>) -> Option<Self> {
        let mut limits = limits.iter();
        let mut least = Vec::new();
        let mut groups = [LightWords::unit(), LightWords::unit()];
        for (group, parts) in groups.iter_mut().zip(&side.groups) {
            for (number, part) in parts.iter().enumerate() {
                let own = LightWords::of_part(part, *limits.next()?, room, watch)?;
                least.push(own.least);
                *group = match number {
                    0 => own,
                    _ => group.product(&own, part.rows.len() as u32, room),
                };
            }
        }
        Some(Self { groups, least })
    }

    /// The least cost of a word of the side.
    fn cheapest(&self) -> u64 {
        self.least.iter().sum()
    }

    /// The excess up to which all pairs can be walked.
    fn complete(&self) -> u64 {
        self.groups[0].complete.min(self.groups[1].complete)
    }

    /// The largest excess of a pair.
    fn largest(&self) -> u64 {
        self.groups.iter().filter_map(|list| list.levels.last()).map(|(excess, _)| excess).sum()
    }

    /// For each part, what it and all parts after it cost at least.
    fn least_from(&self) -> Vec<u64> {
        (0..self.least.len()).map(|part| self.least[part..].iter().sum()).collect()
    }
}

impl Proof<'_> {
    fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Walks until everything that may cost no more than the limit has been seen, or as far as it gets.
    /// Returns what every element that has not been seen costs at least.
    fn run(&mut self) -> u64 {
        let room = self.watch.limits().memory / (BYTES_PER_ELEMENT * LISTS);
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(1 << 10);
        let mut limits = self.first_limits();
        let mut bound = 0;
        loop {
            let (split, watch) = (self.split, self.watch);
            let list = |side: usize| Lists::new(&split.sides[side], &limits[side], room, watch);
            let (Some(first), Some(second)) = (list(0), list(1)) else { return bound };
            let lists = [first, second];
            let before = self.next;
            bound = self.walk(&lists);
            let missing = self.limit().checked_sub(bound);
            let Some(missing) = missing.filter(|_| !self.watch.stopped()) else { return bound };
            // The lists ended before the proof did. Now it is known how far they have to reach.
            let deeper = missing / 2 + 1;
            limits = [0, 1].map(|side| {
                let reach = self.next[side].saturating_add(deeper);
                lists[side].least.iter().map(|least| least.saturating_add(reach)).collect()
            });
            if before == self.next {
                // There was no room for lists that reach further than the last.
                return bound;
            }
        }
    }

    /// How far to list the parts at first: as far as a code with costs as random as the normal law would
    /// need.
    fn first_limits(&self) -> [Vec<u64>; 2] {
        let parts = self.split.sides.iter().flat_map(|side| side.groups.iter().flatten());
        let mut weight = 0.0;
        let mut squares = 0.0;
        let mut least = 0.0;
        for part in parts {
            weight += part.weight as f64;
            squares += part.squares;
            least += normal::least(part.rows.len(), part.weight as f64, part.squares);
        }
        let optimum = normal::least(self.component.dimension(), weight, squares).min(self.limit() as f64);
        let reach = ((optimum - least) / 2.0).max(0.0) * 1.1;
        let margin = 2.0 + weight / 1000.0;
        [0, 1].map(|side: usize| {
            let parts = self.split.sides[side].groups.iter().flatten();
            let limit = |part: &super::split::Part| {
                normal::least(part.rows.len(), part.weight as f64, part.squares) + reach + margin
            };
            parts.map(|part| limit(part).max(0.0) as u64).collect()
        })
    }

    /// Walks the pairs of the lists. Returns what every element that has not been seen costs at least.
    fn walk(&mut self, lists: &[Lists; 2]) -> u64 {
        let cheapest = lists[0].cheapest() + lists[1].cheapest();
        let least_from = [lists[0].least_from(), lists[1].least_from()];
        let tables = self.tables.clone();
        let split = self.split;
        let walks: [Walk<'_>; 2] = [0, 1].map(|side| Walk {
            lists: [&lists[side].groups[0], &lists[side].groups[1]],
            tables: &tables[side],
            other: &split.sides[1 - side].layout,
            least_from: &least_from[1 - side],
        });
        let reach = [lists[0].complete(), lists[1].complete()];
        loop {
            let bound = match self.next.contains(&u64::MAX) {
                true => u64::MAX,
                false => cheapest.saturating_add(self.next[0]).saturating_add(self.next[1]),
            };
            let best = self.tally.best;
            self.watch.learn(self.place.coset, self.place.number, best, bound.min(best));
            if bound > self.limit() || self.watch.stopped() {
                return bound;
            }
            let next = self.plan(&walks, self.limit() - bound, reach);
            if next == self.next {
                return bound;
            }
            for side in [0, 1] {
                if next[side] > self.next[side] {
                    if !self.band(&walks[side], side, next[side] - 1, lists[1 - side].cheapest()) {
                        return bound;
                    }
                    self.next[side] = next[side];
                    if reach[side] == u64::MAX && next[side] > lists[side].largest() {
                        self.next[side] = u64::MAX;
                        break;
                    }
                }
            }
        }
    }

    /// How far to go next on each side: `missing` is by how much the bound has to rise at least, and no
    /// side can go past its `reach`. Each time the side that has fewer pairs ahead goes on.
    fn plan(&self, walks: &[Walk<'_>; 2], missing: u64, reach: [u64; 2]) -> [u64; 2] {
        let step = (missing / FINENESS).max(1);
        let mut next = self.next;
        let mut left = missing.saturating_add(1);
        let mut pairs = 0;
        let mut seen =
            [0, 1].map(|side: usize| next[side].checked_sub(1).map_or(0, |up_to| walks[side].count(up_to)));
        while left > 0 && (pairs == 0 || pairs <= FIRST_PAIRS.max(self.walked / 2)) {
            let ahead = |side: usize| {
                let further = next[side].saturating_add(step.min(left));
                let further = further.min(reach[side].saturating_add(1));
                (further > next[side]).then(|| (walks[side].count(further - 1), further, side))
            };
            let cheaper =
                [ahead(0), ahead(1)].into_iter().flatten().min_by_key(|&(count, _, side)| count - seen[side]);
            let Some((count, further, side)) = cheaper else { break };
            pairs += count - seen[side];
            left -= (further - next[side]).min(left);
            seen[side] = count;
            next[side] = further;
        }
        next
    }

    /// Walks one side's pairs from where it stands up to an excess. False when stopped.
    fn band(&mut self, walk: &Walk<'_>, side: usize, up_to: u64, cheapest_other: u64) -> bool {
        let above = self.next[side].checked_sub(1);
        let unseen = self.next[1 - side];
        let own = &self.split.sides[side];
        let visit = |tally: &mut Tally<Key>, pair: Pair| {
            // What the other side has walked past was seen, and counted, there.
            if pair.other - cheapest_other < unseen {
                return;
            }
            let cost = pair.own + pair.other;
            if cost > self.limit.load(Ordering::Relaxed) {
                return;
            }
            if self.limit.fetch_min(cost, Ordering::Relaxed) > cost {
                self.watch.learn(self.place.coset, self.place.number, cost, 0);
            }
            let key = || own.element(pair.groups).words().iter().map(|word| word.reverse_bits()).collect();
            tally.see(cost, key);
        };
        let keep = self.watch.limits().solutions;
        let (tallies, complete) =
            walk.band(above, up_to, &self.limit, self.watch, || Tally::new(keep), visit);
        for tally in tallies {
            self.tally.merge(tally);
        }
        self.walked += walk.count(up_to) - above.map_or(0, |above| walk.count(above));
        complete
    }
}
