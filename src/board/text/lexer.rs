//! From bytes to rows of cells.

use super::alphabet::{self, Alphabet, Class};
use super::builder::Row;
use crate::board::error::{Fault, Found, ParseError, Place};
use crate::gf2::WORD_BITS;

/// What stands next in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A row that begins at this offset.
    Row(usize),
    /// A line without anything, at this offset, or the end of the text.
    Gap(usize),
}

/// Reads rows off a text.
pub(super) struct Lexer<'a> {
    pub(super) text: &'a [u8],
    /// The offset reached.
    pub(super) pos: usize,
    pub(super) alphabet: Alphabet,
    /// Whether the current line has had a row already.
    line_has_row: bool,
    /// Whether a row separator was the last thing on this line.
    after_separator: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], alphabet: Alphabet) -> Self {
        Self { text, pos: 0, alphabet, line_has_row: false, after_separator: false }
    }

    /// The error `fault` at an offset.
    pub(super) fn error(&self, offset: usize, fault: impl Into<Fault>) -> ParseError {
        ParseError::new(Place::in_text(self.text, offset), fault.into())
    }

    /// The class of the byte reached; `None` at the end.
    pub(super) fn class(&self) -> Option<Class> {
        self.text.get(self.pos).map(|b| self.alphabet.classes()[usize::from(*b)])
    }

    /// The line that begins at the offset reached, without its end; `None` in the middle of a line.
    pub(super) fn line(&self) -> Option<&'a [u8]> {
        if self.line_has_row || self.after_separator {
            return None;
        }
        self.text[self.pos..].split(|b| *b == b'\n').next()
    }

    /// Goes on to the next line.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |newline| newline + 1);
        self.start_line();
    }

    fn start_line(&mut self) {
        self.line_has_row = false;
        self.after_separator = false;
    }

    /// Goes on to the first byte that is no blank.
    pub(super) fn skip_blanks(&mut self) {
        while self.class() == Some(alphabet::BLANK) {
            self.pos += 1;
        }
    }

    /// Goes on to the line of the first byte that is no blank and no line end; to the end when there is none.
    pub(super) fn skip_blank_lines(&mut self) {
        let mut at = self.pos;
        while let Some(byte) = self.text.get(at) {
            match self.alphabet.classes()[usize::from(*byte)] {
                alphabet::BLANK => at += 1,
                alphabet::LINE_END => {
                    at += 1;
                    self.pos = at;
                    self.start_line();
                }
                _ => return,
            }
        }
        self.pos = at;
    }

    /// Packs the next row into `row`.
    ///
    /// # Errors
    /// At the first character that is no part of a row.
    pub(super) fn next_row(&mut self, row: &mut Row) -> Result<Next, ParseError> {
        row.clear();
        let mut start = self.pos;
        let mut cell_before_comma = false;
        loop {
            let before = row.len;
            self.take_lights(row);
            cell_before_comma |= row.len > before;
            let class = self.class();
            if row.len == 0 {
                start = self.pos;
            }
            match class {
                None if row.len > 0 => {
                    self.line_has_row = true;
                    self.after_separator = false;
                    return Ok(Next::Row(start));
                }
                None if self.after_separator && !self.line_has_row => {
                    return Err(self.error(self.pos, Fault::EmptyRow));
                }
                None => return Ok(Next::Gap(start)),
                Some(alphabet::BLANK) => self.pos += 1,
                Some(alphabet::COMMA) if cell_before_comma => {
                    self.pos += 1;
                    cell_before_comma = false;
                }
                Some(alphabet::COMMA) => return Err(self.error(self.pos, Fault::EmptyCell)),
                Some(alphabet::ROW_END) => {
                    if row.len == 0 && (self.line_has_row || self.after_separator) {
                        return Err(self.error(self.pos, Fault::EmptyRow));
                    }
                    self.pos += 1;
                    self.after_separator = true;
                    if row.len > 0 {
                        self.line_has_row = true;
                        return Ok(Next::Row(start));
                    }
                }
                Some(alphabet::LINE_END) => {
                    if row.len == 0 && self.after_separator && !self.line_has_row {
                        return Err(self.error(self.pos, Fault::EmptyRow));
                    }
                    let gap = !self.line_has_row && row.len == 0;
                    self.pos += 1;
                    self.start_line();
                    if row.len > 0 {
                        return Ok(Next::Row(start));
                    }
                    if gap {
                        return Ok(Next::Gap(start));
                    }
                }
                Some(_) => {
                    self.take_odd_cell(row)?;
                    cell_before_comma = true;
                }
            }
        }
    }

    /// Packs lights of the settled pair, as many as follow each other: the inner loop of reading text.
    fn take_lights(&mut self, row: &mut Row) {
        let classes = self.alphabet.classes();
        loop {
            let room = WORD_BITS - row.len % WORD_BITS;
            let rest = &self.text[self.pos..];
            let chunk = &rest[..rest.len().min(room)];
            let mut word = 0;
            let mut taken = 0;
            for byte in chunk {
                let class = classes[usize::from(*byte)];
                if class > alphabet::ON {
                    break;
                }
                word |= u64::from(class) << taken;
                taken += 1;
            }
            if taken > 0 {
                row.push_bits(word, taken);
                self.pos += taken;
            }
            if taken < room {
                return;
            }
        }
    }

    /// Takes a cell that is no light of a settled pair: a hole, the first of its kind, or outside ASCII.
    pub(super) fn take_odd_cell(&mut self, row: &mut Row) -> Result<(), ParseError> {
        let (text, pos) = (self.text, self.pos);
        let Some((found, len)) = Found::first(&text[pos..]) else { return Ok(()) };
        match self.alphabet.classes()[usize::from(text[pos])] {
            class @ (alphabet::OFF | alphabet::ON) => row.push(class == alphabet::ON),
            alphabet::HOLE => row.push_hole(),
            alphabet::NEW => row.push(self.alphabet.learn(text[pos], || Place::in_text(text, pos))?),
            _ => match self.alphabet.wide(found) {
                Some(on) => row.push(on),
                None => return Err(self.alphabet.wrong(found, Place::in_text(text, pos))),
            },
        }
        self.pos += len;
        Ok(())
    }

    /// How many cells the row has that begins at an offset, as far as that can be told at a glance.
    pub(super) fn count_cells(&self, offset: usize) -> usize {
        let class = |byte: &u8| self.alphabet.classes()[usize::from(*byte)];
        let row = self.text[offset..].iter().map(class).take_while(|c| {
            !matches!(*c, alphabet::LINE_END | alphabet::ROW_END | alphabet::WIDE | alphabet::WRONG)
        });
        row.filter(|c| *c <= alphabet::NEW).count()
    }
}
