//! The proof by the two-sided split: thresholds rise on both sides until nothing unseen can be as cheap.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Route;
use super::component::Component;
use super::layout::WordTable;
use super::light::LightWords;
use super::normal;
use super::pairs::{Pair, Walk};
use super::search::{Known, Place, Solved};
use super::split::{Part, Side, Split};
use super::tally::Tally;
use super::watch::Watch;
use crate::gf2::BitRow;

/// Pairs of the first step; each further step may take half as many again as were walked so far.
const FIRST_PAIRS: u128 = 1 << 22;
/// The parts in which the excess still to be walked is planned.
const FINENESS: u64 = 64;
/// Elements of a large part to list at first, as a power of two.
const FIRST_LIST: usize = 20;
/// Elements that there is always room for.
const LEAST_ROOM: usize = 16;
/// Elements that are met with the listed ones together.
const BATCH: usize = 64;
/// What a sum of the transform and a pair take about.
pub(super) const SECONDS_PER_SUM: f64 = 2.2e-10;
pub(super) const SECONDS_PER_PAIR: f64 = 1e-8;
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
    /// The way taken: the split, with or without words that were not kept.
    route: Route,
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
        route: Route::Split,
    };
    let bound = proof.run();
    let limit = proof.limit.load(Ordering::Relaxed);
    let complete = bound > limit;
    if proof.tally.count == 0 {
        return Solved::incomplete(known, bound, proof.route);
    }
    let (best, count, route) = (proof.tally.best, proof.tally.count.into(), proof.route);
    let walked = proof.next;
    let element = |key: &Key| {
        BitRow::from_words(component.dimension(), key.iter().map(|word| word.reverse_bits()).collect())
    };
    let least = proof.tally.least().iter().map(element).collect();
    Solved { best, bound: bound.min(best), complete, count, least, route, walked }
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
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(LEAST_ROOM);
        let mut limits = self.first_limits(FIRST_LIST.min(room.ilog2() as usize));
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
            if before == self.next {
                // There was no room for lists that reach further than the last.
                return bound;
            }
            // The lists ended before the proof did. Now it is known how far they have to reach.
            let deeper = missing / 2 + 1;
            limits = [0, 1].map(|side| {
                let reach = self.next[side].saturating_add(deeper);
                lists[side].least.iter().map(|least| least.saturating_add(reach)).collect()
            });
        }
    }

    /// How far to list the parts at first: as far as a code with costs as random as the normal law would
    /// need, but no more than about `2^first_list` elements.
    fn first_limits(&self, first_list: usize) -> [Vec<u64>; 2] {
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
        let limit = |part: &Part| {
            let (d, mean, deviation) = (part.rows.len(), part.weight as f64 / 2.0, part.squares.sqrt() / 2.0);
            let needed = normal::least(d, part.weight as f64, part.squares) + reach + margin;
            // Of a large part only so many: what lies deeper is not kept.
            let first = d.saturating_sub(first_list);
            let plenty = if first == 0 { f64::MAX } else { mean - normal::deviations(first) * deviation };
            needed.min(plenty).max(0.0) as u64
        };
        [0, 1].map(|side: usize| self.split.sides[side].groups.iter().flatten().map(limit).collect())
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
                match self.deeper(&walks, lists, self.limit() - bound) {
                    Some(true) => continue,
                    _ => return bound,
                }
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

    /// Walks one side's pairs of listed elements from where it stands up to an excess. False when stopped.
    fn band(&mut self, walk: &Walk<'_>, side: usize, up_to: u64, cheapest_other: u64) -> bool {
        let above = self.next[side].checked_sub(1);
        let keep = self.watch.limits().solutions;
        let (tallies, complete) = {
            let see = self.sight(side, cheapest_other);
            walk.band(above, up_to, &self.limit, self.watch, || Tally::new(keep), see)
        };
        for tally in tallies {
            self.tally.merge(tally);
        }
        self.walked += walk.count(up_to) - above.map_or(0, |above| walk.count(above));
        complete
    }

    /// What is done with a pair that is found on a side.
    fn sight(&self, side: usize, cheapest_other: u64) -> impl Fn(&mut Tally<Key>, Pair) + Sync + '_ {
        let unseen = self.next[1 - side];
        let own = &self.split.sides[side];
        move |tally, pair| {
            // What the other side has walked past was seen, and counted, there.
            if pair.other - cheapest_other < unseen {
                return;
            }
            let cost = pair.own + pair.other;
            if cost > self.limit() {
                return;
            }
            if self.limit.fetch_min(cost, Ordering::Relaxed) > cost {
                self.watch.learn(self.place.coset, self.place.number, cost, 0);
            }
            tally.see(cost, || {
                own.element(pair.groups).words().iter().map(|word| word.reverse_bits()).collect()
            });
        }
    }

    /// Goes on past the lists on one side, by `missing + 1` or part of it: pairs of listed elements, and of
    /// a listed element with one that is not, enumerated again and not kept. Two elements that are both
    /// not listed have excesses that sum to more. `None` when there is no side where it can be done,
    /// `Some(false)` when stopped.
    fn deeper(&mut self, walks: &[Walk<'_>; 2], lists: &[Lists; 2], missing: u64) -> Option<bool> {
        // The excesses that lists can serve: a group of several parts is enumerated only as a list.
        let furthest = |side: usize| {
            let single = self.split.sides[side].groups.iter().all(|parts| parts.len() <= 1);
            let [a, b] = &lists[side].groups;
            single
                .then(|| a.complete.saturating_add(b.complete).saturating_add(1))
                .filter(|far| *far >= self.next[side])
        };
        let furthest = [furthest(0), furthest(1)];
        let (side, up_to) = self.cheapest_descent(walks, missing, furthest)?;
        let cheapest_other = lists[1 - side].cheapest();
        if !self.band(&walks[side], side, up_to, cheapest_other) {
            return Some(false);
        }
        let keep = self.watch.limits().solutions;
        let above = self.next[side].checked_sub(1);
        for group in [0, 1] {
            let list = &lists[side].groups[group];
            let Some(part) = self.split.sides[side].groups[group].first() else { continue };
            if up_to <= list.complete {
                continue;
            }
            self.route = Route::Streamed;
            let (tallies, complete) = {
                let see = self.sight(side, cheapest_other);
                let threshold = AtomicI64::new(part.scan.sum_of_cost(list.least.saturating_add(up_to)));
                let meet = |tally: &mut Tally<Key>, elements: &[(u64, u64)]| {
                    walks[side].meet(group, elements, (above, up_to), &self.limit, |pair| see(tally, pair));
                };
                let start = || (Vec::with_capacity(BATCH), Tally::new(keep));
                let visit = |(batch, tally): &mut (Vec<(u64, u64)>, Tally<Key>), u: u64, cost: u64| {
                    let excess = cost - list.least;
                    if excess > list.complete {
                        batch.push((u, excess));
                        if batch.len() == BATCH {
                            meet(tally, batch);
                            batch.clear();
                        }
                    }
                };
                let found = part.scan.run(self.watch, "light words and pairs", &threshold, start, visit);
                let finish = |(batch, mut tally): (Vec<(u64, u64)>, Tally<Key>)| {
                    meet(&mut tally, &batch);
                    tally
                };
                (found.states.into_par_iter().map(finish).collect::<Vec<_>>(), found.complete)
            };
            for tally in tallies {
                self.tally.merge(tally);
            }
            if !complete {
                return Some(false);
            }
        }
        self.next[side] = up_to + 1;
        Some(true)
    }

    /// The side, and how far to go there, by which the proof is finished at the least cost: both may have to
    /// go on, and then the cheaper goes first. The pairs ahead are guessed from the pairs so far.
    fn cheapest_descent(
        &self,
        walks: &[Walk<'_>; 2],
        missing: u64,
        furthest: [Option<u64>; 2],
    ) -> Option<(usize, u64)> {
        let cost = |side: usize, rise: u64| -> Option<f64> {
            if rise == 0 {
                return Some(0.0);
            }
            let far = self.next[side].saturating_add(rise - 1);
            furthest[side].filter(|furthest| far <= *furthest)?;
            let here = self.next[side].saturating_sub(1);
            let before = here - here / 4;
            let (some, all) =
                (walks[side].count(before).max(1) as f64, walks[side].count(here).max(1) as f64);
            let rate = (all / some).ln() / (here - before).max(1) as f64;
            let parts = self.split.sides[side].groups.iter().flatten();
            let scans: f64 = parts.map(|part| SECONDS_PER_SUM * part.scan.work()).sum();
            Some(scans + SECONDS_PER_PAIR * all * (rate * rise as f64).exp())
        };
        let whole = missing.saturating_add(1);
        let shares = 16_u64;
        let share = |i: u64| (whole as u128 * u128::from(i) / u128::from(shares)) as u64;
        let plan = (0..=shares)
            .filter_map(|i| Some((cost(0, share(i))? + cost(1, whole - share(i))?, share(i))))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match plan {
            Some((_, first)) => {
                let (a, b) = (cost(0, first)?, cost(1, whole - first)?);
                let side = usize::from(first == 0 || (first < whole && b < a));
                let rise = if side == 0 { first } else { whole - first };
                Some((side, self.next[side].saturating_add(rise - 1)))
            }
            // The lists do not serve the whole way; go as far as they do on one side.
            None => [0, 1].into_iter().find_map(|side| Some((side, furthest[side]?))),
        }
    }
}
