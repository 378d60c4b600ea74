//! What has to hold of any bytes at all: one function a subject, each of which panics when it does not.
//!
//! The fuzz targets in `fuzz/` call them with the bytes they make up; `tests/fuzzed_inputs.rs` calls them with the
//! bytes kept in `tests/data/fuzz`, on the stable toolchain.
#![allow(dead_code, unreachable_pub, reason = "each program uses its own part")]

mod boards;
mod bytes;
mod certificates;
mod engines;
mod games;
mod minimum;
mod pictures;
mod polynomials;
mod rules;
mod swaps;
mod wirings;

/// A subject: its name, which is the fuzz target's and the folder's, and what has to hold.
pub type Subject = (&'static str, fn(&[u8]));

pub const SUBJECTS: [Subject; 9] = [
    ("boards", boards::check),
    ("pictures", pictures::check),
    ("rules", rules::check),
    ("wirings", wirings::check),
    ("engines", engines::check),
    ("minimum", minimum::check),
    ("polynomials", polynomials::check),
    ("swaps", swaps::check),
    ("certificates", certificates::check),
];

/// Runs the subject of the given name.
pub fn check(name: &str, data: &[u8]) {
    let (_, check) = SUBJECTS.iter().find(|(subject, _)| *subject == name).expect("a subject of that name");
    check(data);
}

/// An error is told on one line that a terminal can show.
fn assert_one_line(message: &str) {
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}
