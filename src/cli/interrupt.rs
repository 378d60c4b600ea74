//! Ctrl-C: a long search is asked to stop and tell what it knows; anything else ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Result, anyhow};

static STOP: AtomicBool = AtomicBool::new(false);
static SEARCHING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From here on the first Ctrl-C sets the flag returned; a second one, or one outside a search, ends the
/// process with status 130.
pub fn stop_flag() -> Result<&'static AtomicBool> {
    static WATCHED: OnceLock<Result<(), String>> = OnceLock::new();
    WATCHED
        .get_or_init(|| ctrlc::set_handler(on_interrupt).map_err(|e| e.to_string()))
        .clone()
        .map_err(|e| anyhow!("Ctrl-C cannot be watched: {e}"))?;
    Ok(&STOP)
}

/// For a command that has no other end: the first Ctrl-C calls `end`, a second one ends the process.
#[cfg(feature = "serve")]
pub fn ends(end: impl Fn() + Send + 'static) -> Result<()> {
    let handler = move || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        end();
    };
    ctrlc::set_handler(handler).map_err(|e| anyhow!("Ctrl-C cannot be watched: {e}"))
}

fn on_interrupt() {
    let first = !INTERRUPTED.swap(true, Ordering::SeqCst);
    STOP.store(true, Ordering::SeqCst);
    if !first || !SEARCHING.load(Ordering::SeqCst) {
        std::process::exit(130);
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
        let stop = stop_flag()?;
        STOP.store(INTERRUPTED.load(Ordering::SeqCst), Ordering::SeqCst);
        let alive = seconds.map(|seconds| {
            let (alive, ended) = channel::<()>();
            std::thread::spawn(move || {
                if ended.recv_timeout(Duration::from_secs_f64(seconds)) == Err(RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::SeqCst);
                }
            });
            alive
        });
        Ok(Self { _alive: alive })
    }

    /// The flag that a search heeds.
    pub fn stop_flag(&self) -> &'static AtomicBool {
        &STOP
    }
}
