//! Puzzles off an input, whatever their form: it shows in the first characters.

use std::io::{self, BufRead, BufReader, Read};

use super::{Wiring, WiringError, WiringFault, graph, json, line};
use crate::board::Place;

/// Reads one puzzle after the other. Lines are taken as they come; JSON and graphs are read whole.
pub struct WiringReader<R> {
    source: Source<R>,
    has_counters: bool,
}

enum Source<R> {
    Lines(Lines<R>),
    Read(std::vec::IntoIter<Wiring>),
}

struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Goes on to the next line that is not blank; false at the end.
    fn advance(&mut self) -> Result<bool, WiringError> {
        loop {
            self.line.clear();
            self.number += 1;
            if self.reader.read_until(b'\n', &mut self.line).map_err(|e| failed(&e))? == 0 {
                return Ok(false);
            }
            if self.number == 1 && self.line.starts_with(b"\xEF\xBB\xBF") {
                self.line.drain(..3);
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    /// The whole text from the current line on, with blank lines for those before, so that places are right.
    fn rest(mut self) -> Result<Vec<u8>, WiringError> {
        let mut text = vec![b'\n'; self.number - 1];
        text.append(&mut self.line);
        self.reader.read_to_end(&mut text).map_err(|e| failed(&e))?;
        Ok(text)
    }
}

fn failed(error: &io::Error) -> WiringError {
    WiringError { place: Place::Whole, fault: WiringFault::Read { message: error.to_string() } }
}

impl<R: Read> WiringReader<R> {
    /// Looks at the first line to tell the form: `[.#` is a line, `{` or `[{` JSON, a digit a graph.
    ///
    /// # Errors
    /// [`WiringError`] when there is no puzzle, or when one of JSON or of a graph is wrong.
    pub fn new(reader: R) -> Result<Self, WiringError> {
        let mut lines =
            Lines { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), number: 0 };
        let empty = || WiringError { place: Place::Text { line: 1, column: 1 }, fault: WiringFault::Empty };
        if !lines.advance()? {
            return Err(empty());
        }
        let source = if is_json(&lines.line) {
            let puzzles = json::parse(&lines.rest()?)?;
            if puzzles.is_empty() {
                return Err(empty());
            }
            Source::Read(puzzles.into_iter())
        } else if lines.line.trim_ascii_start()[0].is_ascii_digit() {
            Source::Read(vec![graph::parse(&lines.rest()?)?].into_iter())
        } else {
            Source::Lines(lines)
        };
        Ok(Self { source, has_counters: false })
    }

    /// The next puzzle; `None` at the end.
    ///
    /// # Errors
    /// [`WiringError`] at the first thing wrong with it.
    pub fn next_wiring(&mut self) -> Result<Option<Wiring>, WiringError> {
        match &mut self.source {
            Source::Read(puzzles) => Ok(puzzles.next()),
            Source::Lines(lines) => {
                if lines.line.is_empty() && !lines.advance()? {
                    return Ok(None);
                }
                let line = line::parse(&lines.line, lines.number)?;
                lines.line.clear();
                self.has_counters |= line.has_counters;
                Ok(Some(line.wiring))
            }
        }
    }

    /// Whether the next puzzle may have to be waited for: all that was read has been given.
    pub fn is_drained(&self) -> bool {
        match &self.source {
            Source::Lines(lines) => lines.line.is_empty() && lines.reader.buffer().is_empty(),
            Source::Read(_) => false,
        }
    }

    /// Whether a line so far had counters, `{…}`, which are left out: reaching counts without a modulus is another
    /// problem.
    pub fn has_counters(&self) -> bool {
        self.has_counters
    }
}

/// Whether a text that begins with this line is JSON rather than puzzles on lines.
fn is_json(line: &[u8]) -> bool {
    match line.trim_ascii() {
        [b'{', ..] => true,
        [b'[', rest @ ..] => matches!(rest.trim_ascii_start(), [] | [b'{' | b'[', ..] | [b']']),
        _ => false,
    }
}
