//! What several tests share: the published cases, reproducible randomness, and a plain oracle.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its own part")]

pub mod oracle;
pub mod plain;
pub mod run;
#[cfg(feature = "serve")]
pub mod server;

use lightsout::gf2::BitMatrix;
use serde::Deserialize;
use serde_json::Value;

/// A case of `tests/data/cases.json`; its README says what the fields mean.
#[derive(Debug, Deserialize)]
pub struct Case {
    pub id: String,
    pub kind: String,
    #[serde(default)]
    pub rows: usize,
    #[serde(default)]
    pub cols: usize,
    #[serde(default)]
    pub board: Value,
    #[serde(default)]
    pub holes: Vec<(usize, usize)>,
    #[serde(default)]
    pub target: Value,
    pub rule: String,
    pub topology: String,
    pub goal: String,
    pub expected: Value,
    #[serde(default)]
    pub params: Value,
    #[serde(default)]
    pub distance: Option<u32>,
    #[serde(default)]
    pub nullity: Option<usize>,
    #[serde(default)]
    pub optimal_solutions: Option<usize>,
    #[serde(default)]
    pub lexmin_solution: Option<Vec<String>>,
}

impl Case {
    /// The rule as `--rule` names it, and whether the pressed cell is toggled.
    pub fn rule_name(&self) -> (String, bool) {
        let (name, with_self) = match self.rule.strip_suffix("_no_self") {
            Some(name) => (name, false),
            None => (self.rule.as_str(), true),
        };
        let name = match (name, self.distance) {
            ("rowcol", _) => "rook".to_owned(),
            ("manhattan", Some(d)) => format!("ring:{d}"),
            _ => name.to_owned(),
        };
        (name, with_self)
    }

    /// The topology as `--topology` names it.
    pub fn topology_name(&self) -> &str {
        if self.topology == "grid" { "plane" } else { &self.topology }
    }

    /// The board's holes.
    pub fn hole_pattern(&self) -> BitMatrix {
        BitMatrix::from_fn(self.rows, self.cols, |r, c| self.holes.contains(&(r, c)))
    }

    /// The board's lights.
    pub fn lights(&self) -> BitMatrix {
        let rows: Vec<String> = serde_json::from_value(self.board.clone()).expect("rows of 0 and 1");
        from_rows(&rows)
    }
}

/// Every case of the file.
pub fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../data/cases.json")).expect("the cases can be read")
}

/// The case with the given id.
pub fn case(id: &str) -> Case {
    cases().into_iter().find(|case| case.id == id).unwrap_or_else(|| panic!("no case {id}"))
}

/// A bit matrix from rows of `0` and `1`; anything else counts as 0.
pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> BitMatrix {
    let cols = rows.first().map_or(0, |row| row.as_ref().len());
    BitMatrix::from_fn(rows.len(), cols, |r, c| rows[r].as_ref().as_bytes()[c] == b'1')
}

/// A reproducible random number generator (xorshift64*).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    /// True `percent` times of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Random bits.
    pub fn matrix(&mut self, rows: usize, cols: usize) -> BitMatrix {
        BitMatrix::from_fn(rows, cols, |_, _| self.chance(50))
    }
}
