//! The progress bar of a long search: on a terminal only, and only past half a second.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use lightsout::optimize::Progress;

/// Searches shorter than this show no bar.
const SILENT: Duration = Duration::from_millis(500);

/// Follows a search: shows it, and notes how long each phase took.
pub struct Follower {
    start: Instant,
    shown: bool,
    bar: OnceLock<ProgressBar>,
    phases: Mutex<Vec<Phase>>,
}

/// One phase of a search.
#[derive(Debug, Clone, Serialize)]
pub struct Phase {
    /// What was done.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
    #[serde(skip)]
    begun: f64,
}

impl Phase {
    /// A phase that took so long.
    pub fn new(name: &str, seconds: f64) -> Self {
        Self { name: name.to_owned(), seconds, begun: 0.0 }
    }
}

impl Follower {
    /// Follows from now on; shows nothing when `quiet` or when standard error is no terminal.
    pub fn new(quiet: bool) -> Self {
        let shown = !quiet && stderr().is_terminal();
        Self { start: Instant::now(), shown, bar: OnceLock::new(), phases: Mutex::default() }
    }

    /// Takes in what the search tells.
    pub fn note(&self, progress: &Progress) {
        let known = || format!(": best {}, at least {}", progress.best, progress.bound);
        self.follow(progress.phase, progress.done, progress.total, known);
    }

    /// Takes in how far a check has come.
    pub fn note_steps(&self, phase: &str, done: u64, total: u64) {
        self.follow(phase, done, total, String::new);
    }

    fn follow(&self, phase: &str, done: u64, total: u64, known: impl FnOnce() -> String) {
        let now = self.start.elapsed();
        self.note_phase(phase, now.as_secs_f64());
        if self.shown && now >= SILENT {
            let bar = self.bar.get_or_init(new_bar);
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(phase.to_owned() + &known());
        }
    }

    fn note_phase(&self, name: &str, now: f64) {
        let mut phases = self.phases.lock().unwrap_or_else(PoisonError::into_inner);
        match phases.last_mut() {
            Some(last) if last.name == name => last.seconds = now - last.begun,
            last => {
                if let Some(last) = last {
                    last.seconds = now - last.begun;
                }
                phases.push(Phase { name: name.to_owned(), seconds: 0.0, begun: now });
            }
        }
    }

    /// Removes the bar and returns the phases.
    pub fn finish(self) -> Vec<Phase> {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
        let mut phases = self.phases.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = phases.last_mut() {
            last.seconds = self.start.elapsed().as_secs_f64() - last.begun;
        }
        phases
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_msg} {bar:20} {percent:>3}% {elapsed}") {
        bar.set_style(style);
    }
    bar
}
