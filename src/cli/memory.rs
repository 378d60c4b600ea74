//! How much memory there is, so that what cannot fit is refused before it is begun.

use anyhow::{Result, bail};

use lightsout::gf2::bytes_text;

/// Bytes that can still be had without swapping, as far as the system tells: the free memory, and less
/// when a control group or a limit of the address space holds this process.
pub fn available() -> Option<u128> {
    let free = kib_in("/proc/meminfo", "MemAvailable:");
    let group = number_in("/sys/fs/cgroup/memory.max")
        .map(|limit| limit.saturating_sub(number_in("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    [free, group, address_space()].into_iter().flatten().min()
}

/// What `ulimit -v` leaves.
fn address_space() -> Option<u128> {
    let limit: u128 = value_in("/proc/self/limits", "Max address space")?.parse().ok()?;
    Some(limit.saturating_sub(kib_in("/proc/self/status", "VmSize:").unwrap_or(0)))
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

/// The first word after `key` in a file of lines.
fn value_in(path: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next().map(str::to_owned)
}

fn kib_in(path: &str, key: &str) -> Option<u128> {
    value_in(path, key)?.parse::<u128>().ok().map(|kib| kib * 1024)
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
