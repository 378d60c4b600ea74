//! What an engine will need, before it is asked to work.

/// The cost of preparing a game with an engine, to choose between engines and to refuse in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes of memory at the peak, about.
    pub bytes: u128,
    /// Steps, each one operation on a word in cache, about.
    pub steps: u128,
}
