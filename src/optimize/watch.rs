//! The state of a search that everybody may see: the best found, the bound proved, the stop flag.

use std::sync::{Mutex, PoisonError};

use super::{Limits, Progress};

/// Best and bound of each component of each coset, and what follows for the whole.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    ledger: Mutex<Ledger>,
}

struct Ledger {
    cosets: Vec<Account>,
    best: u64,
    bound: u64,
}

struct Account {
    base: u64,
    /// Best and bound of each component.
    components: Vec<(u64, u64)>,
}

impl<'a> Watch<'a> {
    /// `cosets`: for each the cost every element has, and the cost of a known element in each component.
    pub(super) fn new(limits: &Limits<'a>, cosets: Vec<(u64, Vec<u64>)>) -> Self {
        let account = |(base, known): (u64, Vec<u64>)| Account {
            base,
            components: known.into_iter().map(|best| (best, 0)).collect(),
        };
        let mut ledger =
            Ledger { cosets: cosets.into_iter().map(account).collect(), best: u64::MAX, bound: 0 };
        ledger.sum_up();
        Self { limits: *limits, ledger: Mutex::new(ledger) }
    }

    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The limits in force.
    pub(super) fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// Whether the caller asked to stop.
    pub(super) fn stopped(&self) -> bool {
        self.limits.stopped()
    }

    /// What a component may cost at most if an element of its coset is to cost no more than the best
    /// found; `None` when none does.
    pub(super) fn allowance(&self, coset: usize, component: usize) -> Option<u64> {
        let ledger = self.ledger();
        let account = &ledger.cosets[coset];
        let others = account.components.iter().enumerate().filter(|(j, _)| *j != component);
        let bound = others.fold(account.base, |sum, (_, (_, bound))| sum.saturating_add(*bound));
        ledger.best.checked_sub(bound)
    }

    /// Takes note of what is known of a component: the cost of an element found, a bound proved.
    pub(super) fn learn(&self, coset: usize, component: usize, best: u64, bound: u64) {
        let mut ledger = self.ledger();
        let known = &mut ledger.cosets[coset].components[component];
        *known = (known.0.min(best), known.1.max(bound));
        ledger.sum_up();
    }

    /// Tells the caller where the search stands.
    pub(super) fn report(&self, phase: &str, done: u64, total: u64) {
        if let Some(progress) = self.limits.progress {
            // Held during the call, so that the caller sees the snapshots in their order.
            let ledger = self.ledger();
            progress(&Progress { phase, done, total, best: ledger.best, bound: ledger.bound });
        }
    }
}

impl Ledger {
    fn sum_up(&mut self) {
        let sum = |account: &Account, pick: fn(&(u64, u64)) -> u64| {
            account.components.iter().map(pick).fold(account.base, u64::saturating_add)
        };
        let best = self.cosets.iter().map(|account| sum(account, |known| known.0)).min();
        let bound = self.cosets.iter().map(|account| sum(account, |known| known.1)).min();
        self.best = self.best.min(best.unwrap_or(u64::MAX));
        self.bound = self.bound.max(bound.unwrap_or(0)).min(self.best);
    }
}
