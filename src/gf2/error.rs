//! What can go wrong when bits are asked for.

/// A matrix that this machine cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rows} x {cols} bits need {} of memory", bytes_text(*.bytes))]
pub struct TooLarge {
    /// Rows asked for.
    pub rows: usize,
    /// Columns asked for.
    pub cols: usize,
    /// Bytes the storage needs (saturating at `u128::MAX` is impossible: two `usize` factors fit).
    pub bytes: u128,
}

/// A number of bytes as a person reads it, for example `1.2 GiB`.
pub fn bytes_text(bytes: u128) -> String {
    const UNITS: [&str; 9] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{value:.1} {}", UNITS[unit]) }
}
