//! Bytes from a reader, one at a time or many, with the place kept.

use std::io::{ErrorKind, Read};

use super::error::{Fault, ParseError, Place};

/// Bytes asked of the reader at once.
const BUFFER: usize = 1 << 16;

/// A buffered reader that knows where it is.
pub(super) struct Source<R> {
    reader: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// Offset of the byte at `start`.
    offset: u64,
    line: usize,
    column: usize,
    /// Whether places are lines and columns, instead of byte offsets.
    pub(super) plain: bool,
}

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R) -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        Self { reader, buffer, start: 0, end: 0, offset: 0, line: 1, column: 1, plain: false }
    }

    /// Bytes taken so far.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The error `fault` at the next byte.
    pub(super) fn error(&self, fault: impl Into<Fault>) -> ParseError {
        let place = match self.plain {
            true => Place::Text { line: self.line, column: self.column },
            false => Place::Byte(self.offset),
        };
        ParseError::new(place, fault.into())
    }

    /// The error `fault` at the byte taken last, which ended no line.
    pub(super) fn error_before(&self, fault: Fault) -> ParseError {
        let place = match self.plain {
            true => Place::Text { line: self.line, column: self.column.saturating_sub(1).max(1) },
            false => Place::Byte(self.offset.saturating_sub(1)),
        };
        ParseError::new(place, fault)
    }

    /// The next byte, left where it is; `None` at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<u8>, ParseError> {
        if self.start == self.end {
            self.end = self.read_into_buffer()?;
            self.start = 0;
        }
        Ok(self.buffer[self.start..self.end].first().copied())
    }

    /// Takes the byte that [`peek`](Self::peek) showed.
    #[inline]
    pub(super) fn skip_one(&mut self) {
        if self.buffer[self.start] == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        self.start += 1;
        self.offset += 1;
    }

    /// Takes the next byte.
    pub(super) fn next(&mut self) -> Result<Option<u8>, ParseError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.skip_one();
        }
        Ok(byte)
    }

    /// Takes blanks, and comments from `#` to the end of the line; whether there were any.
    pub(super) fn skip_blanks(&mut self) -> Result<bool, ParseError> {
        let (before, mut in_comment) = (self.offset, false);
        while let Some(byte) = self.peek()? {
            in_comment = (in_comment || byte == b'#') && byte != b'\n' && byte != b'\r';
            if !in_comment && !byte.is_ascii_whitespace() {
                break;
            }
            self.skip_one();
        }
        Ok(self.offset > before)
    }

    /// Takes bytes until `out` is full or the input ends; how many. Lines are not counted.
    pub(super) fn fill(&mut self, out: &mut [u8]) -> Result<usize, ParseError> {
        let buffered = out.len().min(self.end - self.start);
        out[..buffered].copy_from_slice(&self.buffer[self.start..][..buffered]);
        self.start += buffered;
        self.offset += buffered as u64;
        let mut done = buffered;
        while done < out.len() {
            match self.reader.read(&mut out[done..]) {
                Ok(0) => break,
                Ok(count) => {
                    done += count;
                    self.offset += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(error)),
            }
        }
        Ok(done)
    }

    fn read_into_buffer(&mut self) -> Result<usize, ParseError> {
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(error)),
            }
        }
    }
}
