//! What can be wrong with the text of a rule, a topology or a matrix of costs.
//!
//! Every message says what is wrong and, after a semicolon, what would be right.

use super::{Neighbourhood, Topology};

/// A rule, a list of offsets or a topology that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// No neighbourhood has this name.
    #[error("unknown rule {name:?}; known are {}, diamond:D and ring:D", Neighbourhood::NAMES.join(", "))]
    UnknownRule {
        /// What was given.
        name: String,
    },
    /// The D of `diamond:D` or `ring:D` is missing, no number or too large.
    #[error(
        "the rule {shape} has no distance {found:?}; {shape}:D takes a whole number D from 0 to {}",
        Neighbourhood::MAX_DISTANCE
    )]
    Distance {
        /// `diamond` or `ring`.
        shape: &'static str,
        /// What stood in the place of D.
        found: String,
    },
    /// A list of offsets with nothing in it.
    #[error("no offset is given; offsets are ROW,COL pairs separated by blanks, such as \"0,0 0,1 -1,0\"")]
    NoOffset,
    /// An entry of a list of offsets that is no pair of whole numbers.
    #[error("offset {number} is {found:?}; an offset is two whole numbers ROW,COL, such as -1,0")]
    Offset {
        /// Its place in the list, from 1.
        number: usize,
        /// What was given.
        found: String,
    },
    /// An offset that reaches too far.
    #[error("offset {number} is {found:?}; rows and columns go from -{max} to {max}", max = Neighbourhood::MAX_REACH)]
    OffsetReach {
        /// Its place in the list, from 1.
        number: usize,
        /// What was given.
        found: String,
    },
    /// No topology has this name.
    #[error("unknown topology {name:?}; known are {}", Topology::NAMED.map(|(name, _)| name).join(", "))]
    UnknownTopology {
        /// What was given.
        name: String,
    },
}

/// A matrix of costs that cannot be read: where, and what is wrong there.
///
/// Shown as `LINE:COLUMN: what is wrong; what would be right`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct CostsError {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: CostsProblem,
}

/// What is wrong with a matrix of costs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostsProblem {
    /// There is no cost at all.
    #[error("no costs here; one row a line is expected, whole numbers separated by blanks or commas")]
    Empty,
    /// A cost below zero.
    #[error(
        "the cost {found} is negative; costs are whole numbers from 0 to {}, or - for no button",
        u32::MAX
    )]
    Negative {
        /// What was given.
        found: String,
    },
    /// A cost above [`u32::MAX`].
    #[error("the cost {found} is too large; costs are whole numbers from 0 to {}", u32::MAX)]
    TooLarge {
        /// What was given.
        found: String,
    },
    /// Something that is no number.
    #[error("{found:?} is no cost; costs are whole numbers from 0 to {}, or - for no button", u32::MAX)]
    NotANumber {
        /// What was given.
        found: String,
    },
    /// A comma with no cost before or after it.
    #[error("a cost is missing at this comma; a comma stands between two costs")]
    Missing,
    /// A row of another length than the first.
    #[error("costs in this row: {found}; every row must have {expected}, as the first has")]
    Ragged {
        /// Costs in the row.
        found: usize,
        /// Costs in the first row.
        expected: usize,
    },
}
