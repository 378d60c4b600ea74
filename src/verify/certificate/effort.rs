//! How much a check may take, and how it ends when the certificate does not hold.

use std::sync::atomic::{AtomicBool, Ordering};

/// Is told what is being done, how much of it is done, and how much there is (0 when that is not known).
pub type Note<'a> = &'a (dyn Fn(&str, u64, u64) + Sync);

/// What a check may use, whom it tells, and when it has to stop.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Set by the caller, from any thread, to stop the check.
    pub stop: Option<&'a AtomicBool>,
    /// Bytes that the check may keep.
    pub memory: u64,
    /// Elements looked at, or word operations, for any one part of the proof: what takes more is refused.
    pub steps: u128,
    /// Called now and then, from any thread.
    pub progress: Option<Note<'a>>,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self { stop: None, memory: 2 << 30, steps: 1 << 40, progress: None }
    }
}

impl Effort<'_> {
    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(super) fn go_on(&self) -> Result<(), CertificateError> {
        if self.stopped() { Err(CertificateError::Stopped) } else { Ok(()) }
    }

    pub(super) fn report(&self, phase: &str, done: u64, total: u64) {
        if let Some(progress) = self.progress {
            progress(phase, done, total);
        }
    }

    /// Refuses what takes too many steps.
    pub(super) fn allow_steps(&self, what: &str, steps: u128) -> Result<(), CertificateError> {
        match steps > self.steps {
            true => Err(CertificateError::TooMuch {
                what: format!("{what} takes 2^{:.1} steps of at most 2^{:.1}", log2(steps), log2(self.steps)),
            }),
            false => Ok(()),
        }
    }

    /// Refuses what takes too much memory.
    pub(super) fn allow_bytes(&self, what: &str, bytes: u128) -> Result<(), CertificateError> {
        use crate::gf2::bytes_text;
        match bytes > u128::from(self.memory) {
            true => Err(CertificateError::TooMuch {
                what: format!(
                    "{what} takes {} of memory of at most {}",
                    bytes_text(bytes),
                    bytes_text(self.memory.into())
                ),
            }),
            false => Ok(()),
        }
    }
}

fn log2(number: u128) -> f64 {
    (number.max(1) as f64).log2()
}

/// Why a certificate is not verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// It is no certificate: what is wrong where, from 1.
    #[error("{line}:{column}: {problem}")]
    Form {
        /// The line.
        line: usize,
        /// The character within the line.
        column: usize,
        /// What is wrong there, and what would be right.
        problem: String,
    },
    /// Something it claims does not hold.
    #[error("{0}")]
    Wrong(String),
    /// Checking it takes more than was allowed: it is neither verified nor refuted.
    #[error("neither verified nor refuted: {what}")]
    TooMuch {
        /// What takes how much.
        what: String,
    },
    /// The caller stopped the check.
    #[error("stopped before it was verified or refuted")]
    Stopped,
}

/// The error that a claim does not hold.
pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T, CertificateError> {
    Err(CertificateError::Wrong(what.into()))
}
