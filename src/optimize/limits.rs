//! What the caller allows, and what the search tells while it works.

use std::sync::atomic::{AtomicBool, Ordering};

/// How a connected component of a problem was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Route {
    /// Every element written out, in Gray-code order.
    Gray,
    /// All costs at once, by the blocked Walsh–Hadamard transform.
    Walsh,
    /// The two-sided split: light words of each side, walked in pairs.
    Split,
    /// The split, where the lists did not reach far enough and words past their end were enumerated again.
    Streamed,
    /// Coordinate by coordinate, over what the coordinates so far mean to the columns to come.
    Trellis,
}

impl Route {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Route::Gray => "gray",
            Route::Walsh => "walsh",
            Route::Split => "split",
            Route::Streamed => "streamed",
            Route::Trellis => "trellis",
        }
    }
}

/// What the search may use, whom it tells, and when it has to stop.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Set by the caller, from any thread, to stop the search: it then returns the best found and its bound.
    pub stop: Option<&'a AtomicBool>,
    /// Bytes the search may keep; past it, light words are enumerated again rather than kept.
    pub memory: u64,
    /// Called now and then, from any thread, with a snapshot.
    pub progress: Option<&'a (dyn Fn(&Progress<'_>) + Sync)>,
    /// How many optima to return at most, the least in lexicographic order; at least 1.
    pub solutions: usize,
    /// Insists on one route where it can be taken, for comparisons and tests; `None` takes the cheapest.
    pub route: Option<Route>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { stop: None, memory: 2 << 30, progress: None, solutions: 1, route: None }
    }
}

impl Limits<'_> {
    /// Whether the caller asked to stop.
    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What the search tells while it works; a snapshot. From one call to the next `best` never rises and
/// `bound` never falls, and the least cost lies between them at all times.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// What is being done, for people.
    pub phase: &'a str,
    /// Steps of the phase done.
    pub done: u64,
    /// Steps of the phase in all; 0 when unknown.
    pub total: u64,
    /// Cost of the best element found.
    pub best: u64,
    /// Lower bound proved.
    pub bound: u64,
}
