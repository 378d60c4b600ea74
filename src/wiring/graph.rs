//! Puzzles on a graph: `N M`, then M pairs of vertices from 1. Each vertex is a light and a button that toggles the
//! vertex and its neighbours; all lights have to change. (USACO November 2009, "Lights".)

use super::line::abridged;
use super::{Wiring, WiringError, WiringFault};
use crate::board::{Found, Place};
use crate::gf2::BitRow;

/// Parses a whole text. An edge given twice, or from a vertex to itself, adds nothing. Cost: O(bytes · log).
pub(super) fn parse(text: &[u8]) -> Result<Wiring, WiringError> {
    let mut numbers = Numbers { text, at: 0 };
    let vertices = numbers.next("the number of vertices")?;
    if vertices.value == 0 {
        return Err(numbers.error(vertices.offset, WiringFault::NoLights));
    }
    if vertices.value > Wiring::MAX_SIZE {
        let number = abridged(vertices.digits);
        return Err(numbers.error(vertices.offset, WiringFault::TooMany { number, what: "lights" }));
    }
    let edges = numbers.next("the number of edges")?.value;
    let mut links = Vec::new();
    for edge in 0..edges {
        let mut vertex = || -> Result<u32, WiringError> {
            let number = numbers.next_of(|| format!("edge {} of {edges}", edge + 1))?;
            if number.value == 0 || number.value > vertices.value {
                let light = abridged(number.digits);
                let fault = WiringFault::NoSuchLight { light, first: 1, last: vertices.value };
                return Err(numbers.error(number.offset, fault));
            }
            Ok((number.value - 1) as u32)
        };
        let (a, b) = (vertex()?, vertex()?);
        links.extend([(a, b), (b, a)]);
    }
    numbers.expect_end()?;
    // Every vertex, with itself before its neighbours, each once.
    links.extend((0..vertices.value as u32).map(|vertex| (vertex, vertex)));
    links.sort_unstable();
    links.dedup();
    let mut wiring = Wiring::without_buttons(BitRow::from_fn(vertices.value, |_| true));
    wiring.first_number = 1;
    for button in links.chunk_by(|a, b| a.0 == b.0) {
        wiring.push_button(button.iter().map(|link| link.1 as usize));
    }
    Ok(wiring)
}

/// Whole numbers apart by blanks and line ends.
struct Numbers<'a> {
    text: &'a [u8],
    at: usize,
}

/// A number and where it stands; one too large is as large as can be.
struct Number<'a> {
    value: usize,
    digits: &'a [u8],
    offset: usize,
}

impl<'a> Numbers<'a> {
    fn error(&self, offset: usize, fault: WiringFault) -> WiringError {
        WiringError { place: Place::in_text(self.text, offset), fault }
    }

    fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn next(&mut self, expected: &str) -> Result<Number<'a>, WiringError> {
        self.next_of(|| expected.to_owned())
    }

    fn next_of(&mut self, expected: impl Fn() -> String) -> Result<Number<'a>, WiringError> {
        self.skip_blanks();
        let offset = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = &self.text[offset..self.at];
        let ends = self.text.get(self.at).is_none_or(u8::is_ascii_whitespace);
        if digits.is_empty() || !ends {
            let found = self.found(self.at);
            return Err(self.error(self.at, WiringFault::Graph { found, expected: expected() }));
        }
        let value = digits.iter().fold(0usize, |n, d| n.saturating_mul(10).saturating_add((d - b'0').into()));
        Ok(Number { value, digits, offset })
    }

    fn expect_end(&mut self) -> Result<(), WiringError> {
        self.skip_blanks();
        if self.at == self.text.len() {
            return Ok(());
        }
        let (found, expected) = (self.found(self.at), "the end".to_owned());
        Err(self.error(self.at, WiringFault::Graph { found, expected }))
    }

    fn found(&self, offset: usize) -> String {
        match Found::first(&self.text[offset..]) {
            Some((found, _)) => found.to_string(),
            None => "the end".to_owned(),
        }
    }
}
