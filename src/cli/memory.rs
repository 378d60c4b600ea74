//! How much memory there is, so that what cannot fit is refused before it is begun.

use anyhow::{Result, bail};

use lightsout::gf2::bytes_text;

/// Bytes that can still be had without swapping, as far as the system tells: the free memory, and less
/// when a control group limits this process.
pub fn available() -> Option<u128> {
    let free = proc_value("/proc/meminfo", "MemAvailable:").map(|kib| kib * 1024);
    let limit = number_in("/sys/fs/cgroup/memory.max");
    let used = number_in("/sys/fs/cgroup/memory.current").unwrap_or(0);
    match (free, limit) {
        (Some(free), Some(limit)) => Some(free.min(limit.saturating_sub(used))),
        (free, _) => free,
    }
}

/// Fails when `needed` bytes cannot be had.
pub fn check(needed: u128) -> Result<()> {
    match available() {
        Some(free) if needed > free => bail!(
            "this needs {} of memory and {} are free; give a smaller board",
            bytes_text(needed),
            bytes_text(free)
        ),
        _ => Ok(()),
    }
}

fn number_in(path: &str) -> Option<u128> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

fn proc_value(path: &str, key: &str) -> Option<u128> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(key))?.split_whitespace().next()?.parse().ok()
}

/// A size such as `512MiB`, `4GiB` or a plain number of bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let usage = || format!("'{text}' is no size of memory; give one such as 512MiB or 4GiB");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(usage()),
    };
    let number: u64 = digits.parse().map_err(|_| usage())?;
    number.checked_mul(1 << shift).filter(|size| *size > 0).ok_or_else(usage)
}
