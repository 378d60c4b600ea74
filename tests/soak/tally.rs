//! What a run has seen.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by table and line.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<&'static str, BTreeMap<String, u64>>);

impl Tally {
    pub(crate) fn add(&mut self, table: &'static str, line: impl Into<String>, count: usize) {
        *self.0.entry(table).or_default().entry(line.into()).or_default() += count as u64;
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (table, lines) in other.0 {
            for (line, count) in lines {
                self.add(table, line, count as usize);
            }
        }
    }

    pub(crate) fn get(&self, table: &str, line: &str) -> u64 {
        self.0.get(table).and_then(|lines| lines.get(line)).copied().unwrap_or(0)
    }

    pub(crate) fn total(&self, table: &str) -> u64 {
        self.0.get(table).map_or(0, |lines| lines.values().sum())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (table, lines) in &self.0 {
            writeln!(f, "{table}")?;
            for (line, count) in lines {
                writeln!(f, "  {line:<24} {count:>12}")?;
            }
        }
        Ok(())
    }
}
