//! Searches: so many at once, each with its threads, its memory and its time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use axum::http::StatusCode;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::limits;
use super::refusal::Refusal;

/// Where requests wait for one of the workers.
pub struct Desk {
    free: Arc<Semaphore>,
    /// The threads of each worker of its own, so that a long search does not hold up a short one. As many as are free.
    pools: Mutex<Vec<ThreadPool>>,
    /// Bytes each search may keep.
    pub memory: u64,
    /// The longest time of a search, in seconds.
    longest: f64,
}

impl Desk {
    pub fn new(longest: f64, threads: Option<u16>) -> Result<Arc<Self>> {
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let workers = cores.clamp(2, limits::WORKERS);
        let threads = threads.map_or(cores, usize::from);
        let pools: Vec<ThreadPool> = (0..workers)
            .map(|_| ThreadPoolBuilder::new().num_threads(threads).build())
            .collect::<Result<_, _>>()?;
        Ok(Arc::new(Self {
            free: Arc::new(Semaphore::new(workers)),
            pools: Mutex::new(pools),
            memory: limits::SEARCH_MEMORY / workers as u64,
            longest,
        }))
    }

    /// The time a search gets: what it asks for, within what is allowed.
    pub fn time(&self, asked: Option<f64>) -> Duration {
        let asked = asked.filter(|seconds| *seconds >= 0.0).unwrap_or(limits::SEARCH_SECONDS);
        Duration::from_secs_f64(asked.min(self.longest))
    }

    fn pools(&self) -> std::sync::MutexGuard<'_, Vec<ThreadPool>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a worker and lets it do `work`; `stop` is set once `time` has passed. Who waits too long is sent away.
    /// Returns when the work has begun, with the handle that gives what comes of it.
    pub async fn begin<T: Send + 'static>(
        self: &Arc<Self>,
        time: Duration,
        stop: Arc<AtomicBool>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<JoinHandle<T>, Refusal> {
        let waiting = timeout(limits::TURN, Arc::clone(&self.free).acquire_owned());
        let Ok(Ok(permit)) = waiting.await else {
            let text = "too many searches are under way; try again in a moment";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text));
        };
        let clock = tokio::spawn(async move {
            sleep(time).await;
            stop.store(true, Ordering::Relaxed);
        });
        let turn = Turn { pool: self.pools().pop(), desk: Arc::clone(self), clock, _permit: permit };
        Ok(tokio::task::spawn_blocking(move || match &turn.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }))
    }
}

/// A worker at work. However the work ends, its threads go back to the desk.
struct Turn {
    desk: Arc<Desk>,
    pool: Option<ThreadPool>,
    clock: JoinHandle<()>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.clock.abort();
        self.desk.pools().extend(self.pool.take());
    }
}

/// Stops a search when nobody waits for its answer any more.
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
