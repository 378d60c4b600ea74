//! Puzzles on a line: `[.##.] (3) (1,3) (2) {3,5,4,7}`.
//!
//! The lights wanted (`#` has to change), the buttons with the lights they toggle, from 0, and the targets of
//! counters, which are another problem and are left out. (Advent of Code 2025, day 10.)

use super::{Wiring, WiringError, WiringFault};
use crate::board::{Found, Place};
use crate::gf2::BitRow;

/// A line read, and whether it had counters.
pub(super) struct Line {
    pub(super) wiring: Wiring,
    pub(super) has_counters: bool,
}

/// Parses the line of the given number. Cost: O(bytes).
pub(super) fn parse(text: &[u8], number: usize) -> Result<Line, WiringError> {
    let mut cursor = Cursor { text: text.trim_ascii_end(), at: 0, number };
    cursor.skip_blanks();
    cursor.expect(b'[', "'['")?;
    let mut wiring = Wiring::without_buttons(cursor.lights()?);
    wiring.line = Some(number);
    loop {
        cursor.skip_blanks();
        match cursor.peek() {
            None => return Ok(Line { wiring, has_counters: false }),
            Some(b'(') => cursor.button(&mut wiring)?,
            Some(b'{') => {
                cursor.counters()?;
                return Ok(Line { wiring, has_counters: true });
            }
            Some(_) => return Err(cursor.unexpected("'(' or '{' or the end of the line")),
        }
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    number: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| matches!(b, b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn error_at(&self, offset: usize, fault: WiringFault) -> WiringError {
        let column = match Place::in_text(&self.text[..offset], offset) {
            Place::Text { column, .. } => column,
            _ => 1,
        };
        WiringError { place: Place::Text { line: self.number, column }, fault }
    }

    fn unexpected(&self, expected: &'static str) -> WiringError {
        let found = Found::first(&self.text[self.at..]).map(|(found, _)| found);
        self.error_at(self.at, WiringFault::Unexpected { found, expected })
    }

    fn expect(&mut self, byte: u8, name: &'static str) -> Result<(), WiringError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected(name));
        }
        self.at += 1;
        Ok(())
    }

    /// The lights up to and with the closing bracket.
    fn lights(&mut self) -> Result<BitRow, WiringError> {
        let begin = self.at;
        let (off, on) = if matches!(self.peek(), Some(b'0' | b'1')) { (b'0', b'1') } else { (b'.', b'#') };
        while self.peek().is_some_and(|b| b == off || b == on) {
            self.at += 1;
        }
        let cells = &self.text[begin..self.at];
        self.expect(b']', if off == b'0' { "'0' or '1' or ']'" } else { "'.' or '#' or ']'" })?;
        if cells.is_empty() {
            return Err(self.error_at(begin, WiringFault::NoLights));
        }
        if cells.len() > Wiring::MAX_SIZE {
            let number = cells.len().to_string();
            return Err(self.error_at(begin, WiringFault::TooMany { number, what: "lights" }));
        }
        Ok(BitRow::from_fn(cells.len(), |i| cells[i] == on))
    }

    /// A button in parentheses; one without lights does nothing.
    fn button(&mut self, wiring: &mut Wiring) -> Result<(), WiringError> {
        if wiring.buttons() >= Wiring::MAX_SIZE {
            let number = "as many".to_owned();
            return Err(self.error_at(self.at, WiringFault::TooMany { number, what: "buttons" }));
        }
        self.at += 1;
        self.skip_blanks();
        let begin = wiring.toggled.len();
        if self.peek() != Some(b')') {
            loop {
                self.skip_blanks();
                let offset = self.at;
                let light = self.light(wiring.lights)?;
                if wiring.toggled[begin..].contains(&light) {
                    return Err(self.error_at(offset, WiringFault::LightTwice { light: light as usize }));
                }
                wiring.toggled.push(light);
                self.skip_blanks();
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
            }
        }
        self.expect(b')', "',' or ')'")?;
        wiring.ends.push(wiring.toggled.len());
        Ok(())
    }

    /// The number of a light.
    fn light(&mut self, lights: usize) -> Result<u32, WiringError> {
        let begin = self.at;
        let digits = self.digits("the number of a light")?;
        let number =
            digits.iter().fold(0usize, |n, d| n.saturating_mul(10).saturating_add((d - b'0').into()));
        if number >= lights {
            let light = abridged(digits);
            return Err(self.error_at(begin, WiringFault::NoSuchLight { light, first: 0, last: lights - 1 }));
        }
        Ok(number as u32)
    }

    fn digits(&mut self, expected: &'static str) -> Result<&[u8], WiringError> {
        let begin = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == begin {
            return Err(self.unexpected(expected));
        }
        Ok(&self.text[begin..self.at])
    }

    /// Numbers in braces, the last thing on the line.
    fn counters(&mut self) -> Result<(), WiringError> {
        self.at += 1;
        loop {
            self.skip_blanks();
            self.digits("the number of a counter")?;
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        self.expect(b'}', "',' or '}'")?;
        self.skip_blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }
}

/// A number as written, cut when it is long.
pub(super) fn abridged(digits: &[u8]) -> String {
    let text = String::from_utf8_lossy(&digits[..digits.len().min(20)]);
    if digits.len() > 20 { format!("{text}…") } else { text.into_owned() }
}
