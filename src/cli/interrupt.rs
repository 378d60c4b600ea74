//! Ctrl-C: a long search is asked to stop and tell what it knows; anything else ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Result, anyhow};

use super::temporary;

static STOP: AtomicBool = AtomicBool::new(false);
static SEARCHING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a command without other end does on the first Ctrl-C.
static END: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// From here on the first Ctrl-C sets the flag of [`stop_flag`]; a second one, or one outside a search, ends the process
/// with status 130.
pub fn watch() -> Result<()> {
    ctrlc::set_handler(on_interrupt)
        .map_err(|e| anyhow!("Ctrl-C cannot be watched ({e}); give this process room for a few threads"))
}

/// The flag that Ctrl-C sets.
pub fn stop_flag() -> &'static AtomicBool {
    &STOP
}

/// For a command that has no other end: the first Ctrl-C calls `end`, a second one ends the process.
#[cfg(feature = "serve")]
pub fn ends(end: impl Fn() + Send + Sync + 'static) {
    let _ = END.set(Box::new(end));
}

fn on_interrupt() {
    let first = !INTERRUPTED.swap(true, Ordering::SeqCst);
    STOP.store(true, Ordering::SeqCst);
    match END.get() {
        Some(end) if first => end(),
        None if first && SEARCHING.load(Ordering::SeqCst) => {}
        _ => temporary::exit(130),
    }
}

/// Runs the part that heeds the flag.
pub fn searching<T>(search: impl FnOnce() -> T) -> T {
    SEARCHING.store(true, Ordering::SeqCst);
    let result = search();
    SEARCHING.store(false, Ordering::SeqCst);
    result
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A stop flag that is set by Ctrl-C and, when asked for, once a time has passed; the timer ends with it.
pub struct Timer {
    /// Dropped to end the waiting thread early.
    _alive: Option<Sender<()>>,
}

impl Timer {
    /// Starts now. One timer at a time: they share the flag.
    pub fn start(seconds: Option<f64>) -> Result<Self> {
        STOP.store(INTERRUPTED.load(Ordering::SeqCst), Ordering::SeqCst);
        let Some(seconds) = seconds else { return Ok(Self { _alive: None }) };
        let (alive, ended) = channel::<()>();
        let wait = move || {
            if ended.recv_timeout(Duration::from_secs_f64(seconds)) == Err(RecvTimeoutError::Timeout) {
                STOP.store(true, Ordering::SeqCst);
            }
        };
        std::thread::Builder::new().spawn(wait).map_err(|e| {
            anyhow!("the time cannot be watched ({e}); give this process room for a few threads")
        })?;
        Ok(Self { _alive: Some(alive) })
    }

    /// The flag that a search heeds.
    pub fn stop_flag(&self) -> &'static AtomicBool {
        &STOP
    }
}
