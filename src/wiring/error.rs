//! What can be wrong with a puzzle given as a list, and where.

use crate::board::{Found, Place};

/// Why an input is no puzzle: the place, and what is wrong there.
///
/// Displays as `LINE:COL: what is wrong; what would be right`, on one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct WiringError {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub fault: WiringFault,
}

/// Everything that can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WiringFault {
    /// The input holds no puzzle.
    #[error(
        "there is no puzzle here; give lines such as [.##.] (3) (1,3) (2), JSON, or a line N M and M pairs"
    )]
    Empty,
    /// A character that does not belong.
    #[error("{} where {expected} belongs; a line is such as [.##.] (3) (1,3) (2)", shown(.found))]
    Unexpected {
        /// What stands there; `None` at the end of the line.
        found: Option<Found>,
        /// What should.
        expected: &'static str,
    },
    /// A puzzle without lights.
    #[error("there are no lights; give at least one")]
    NoLights,
    /// A light that does not exist.
    #[error("there is no light {light}; the lights are {first} to {last}")]
    NoSuchLight {
        /// Its number, as written.
        light: String,
        /// The number of the first light.
        first: usize,
        /// The number of the last light.
        last: usize,
    },
    /// A button that lists a light twice.
    #[error(
        "light {light} stands twice in one button; toggled twice it does not change: give it once or not at all"
    )]
    LightTwice {
        /// The light.
        light: usize,
    },
    /// More than a puzzle can hold.
    #[error("{number} {what} are more than fit; give at most 1048576")]
    TooMany {
        /// How many, as written.
        number: String,
        /// Lights or buttons.
        what: &'static str,
    },
    /// A start or goal of another length.
    #[error("cells in {what}: {found}; give {lights}, one a light")]
    Length {
        /// Which pattern.
        what: &'static str,
        /// Its cells.
        found: usize,
        /// The lights.
        lights: usize,
    },
    /// Lights with more than two states.
    #[error(
        "modulus {modulus}: lights here are on or off, modulus 2; counters, with or without a modulus, are another problem"
    )]
    Modulus {
        /// The modulus asked for.
        modulus: u64,
    },
    /// JSON that is none, or of another shape.
    #[error("{message}{}", example(.message))]
    Json {
        /// What is wrong.
        message: String,
    },
    /// A list of edges that is too short or too long.
    #[error("{found} where {expected} belongs; a graph is a line N M and M pairs of vertices from 1 to N")]
    Graph {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// Reading failed.
    #[error("reading failed: {message}; check the file")]
    Read {
        /// The system's words.
        message: String,
    },
}

/// What would be right, where the message does not say it itself.
fn example(message: &str) -> &'static str {
    match message.contains("; ") {
        true => "",
        false => {
            r#"; give objects such as {"lights": 3, "buttons": [[0,1],[1,2]], "start": "101", "goal": "000"}"#
        }
    }
}

fn shown(found: &Option<Found>) -> String {
    found.map_or_else(|| "the end of the line".to_owned(), |found| found.to_string())
}
