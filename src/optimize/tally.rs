//! The cheapest elements seen so far: their cost, their number, and the least of them.

/// A running record over elements named by keys whose order is the lexicographic order of the patterns.
///
/// What it says in the end is a function of the set of elements it was shown, whatever their order and
/// however the work was divided; that is what makes the answer independent of threads.
#[derive(Debug, Clone)]
pub(super) struct Tally<K> {
    /// How many least keys are wanted.
    keep: usize,
    /// The least cost seen; `u64::MAX` before the first.
    pub(super) best: u64,
    /// How many elements of that cost were seen.
    pub(super) count: u128,
    /// The least keys among them, and some that are not, in any order.
    keys: Vec<K>,
    /// Once `keep` keys were sorted out: no key past this one is wanted.
    bar: Option<K>,
}

impl<K: Ord + Clone> Tally<K> {
    /// Nothing seen.
    pub(super) fn new(keep: usize) -> Self {
        Self { keep: keep.max(1), best: u64::MAX, count: 0, keys: Vec::new(), bar: None }
    }

    /// Takes note of one element; `key` is asked for only when it may matter.
    #[inline]
    pub(super) fn see(&mut self, cost: u64, key: impl FnOnce() -> K) {
        if cost > self.best {
            return;
        }
        self.improve(cost);
        self.count += 1;
        self.insert(key());
    }

    fn improve(&mut self, cost: u64) {
        if cost < self.best {
            self.best = cost;
            self.count = 0;
            self.keys.clear();
            self.bar = None;
        }
    }

    fn insert(&mut self, key: K) {
        if self.bar.as_ref().is_some_and(|bar| *bar <= key) {
            return;
        }
        self.keys.push(key);
        if self.keys.len() >= self.keep.saturating_mul(2) {
            self.sort_out();
        }
    }

    fn sort_out(&mut self) {
        self.keys.sort_unstable();
        self.keys.truncate(self.keep);
        if self.keys.len() == self.keep {
            self.bar = self.keys.last().cloned();
        }
    }

    /// Takes over what another record saw of other elements.
    pub(super) fn merge(&mut self, other: Self) {
        if other.best > self.best || other.count == 0 {
            return;
        }
        self.improve(other.best);
        self.count += other.count;
        for key in other.keys {
            self.insert(key);
        }
    }

    /// The least keys, ascending: as many as wanted, or all there are.
    pub(super) fn least(mut self) -> Vec<K> {
        self.sort_out();
        self.keys
    }
}
