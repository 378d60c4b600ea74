//! Many boards of one size, one after the other, from a reader, without holding them all.

use std::io::{ErrorKind, Read};

use super::alphabet::{self, Alphabet};
use super::builder::{Builder, Row};
use super::header::Header;
use super::{TextOptions, check_size};
use crate::board::Board;
use crate::board::error::{Fault, Found, ParseError, Place, characters};

/// Bytes asked of the reader at once.
const BUFFER: usize = 1 << 16;

/// A size line is looked for in this many bytes.
const LONGEST_SIZE_LINE: usize = 64;

/// What [`BoardStream::next_small`] does with a byte: a light that is on (bit 0), a cell (bit 1), neither.
const STEP_ON: u8 = 1;
const STEP_CELL: u8 = 2;
/// Leave the fast path.
const STEP_ODD: u8 = 4;

/// Reads boards of a known size, each `rows · cols` cells, separated by anything or nothing.
///
/// Line ends, blanks, commas, `|`, `/`, `;`, brackets and quotes separate cells and are not looked at
/// further: the layout is not checked, only the number of cells. A first line `R C` that could be no row is
/// compared with the size. All boards share one pair of characters. Memory: one buffer and one board.
///
/// ```
/// use lightsout::board::text::{BoardStream, TextOptions};
///
/// let options = TextOptions { size: Some((2, 2)), ..Default::default() };
/// let mut boards = BoardStream::new(&b"bw\nwb\n\nwwbb"[..], &options)?;
/// assert_eq!(boards.next_small()?, Some(0b1001));
/// assert_eq!(boards.next_small()?, Some(0b1100));
/// assert_eq!(boards.next_small()?, None);
/// # Ok::<(), lightsout::board::ParseError>(())
/// ```
pub struct BoardStream<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The bytes of the buffer still to come.
    start: usize,
    end: usize,
    ended: bool,
    began: bool,
    rows: usize,
    cols: usize,
    alphabet: Alphabet,
    steps: [u8; 256],
    boards: u64,
    /// Where the first byte of the buffer stands: line and column, from 1.
    line: usize,
    column: usize,
}

impl<R: Read> BoardStream<R> {
    /// A stream of boards of the options' size.
    ///
    /// # Errors
    /// When the size is zero or absurd, or the options' characters contradict each other.
    ///
    /// # Panics
    /// When the options give no size.
    pub fn new(reader: R, options: &TextOptions) -> Result<Self, ParseError> {
        let (rows, cols) = options.size.expect("a stream of boards has a known size");
        check_size(rows, cols, Place::Whole)?;
        let mut stream = Self {
            reader,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            ended: false,
            began: false,
            rows,
            cols,
            alphabet: Alphabet::new(options)?,
            steps: [STEP_ODD; 256],
            boards: 0,
            line: 1,
            column: 1,
        };
        stream.settle_steps();
        Ok(stream)
    }

    /// The number of boards read so far.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// The place reached: just after the board read last. Cost: O(buffer).
    pub fn place(&self) -> Place {
        let (line, column) = self.line_column();
        Place::Text { line, column }
    }

    /// The next board of at most 64 cells, cell `i` in row-major order as bit `i`; `None` at the end.
    ///
    /// Cost: a few cycles a byte, for which each byte is looked up once and nothing else is asked.
    ///
    /// # Errors
    /// At a wrong cell or a hole, when the last board is incomplete, or when reading fails. The stream is then
    /// at its end.
    ///
    /// # Panics
    /// When the boards have more than 64 cells.
    #[inline]
    pub fn next_small(&mut self) -> Result<Option<u64>, ParseError> {
        let cells = self.cells();
        assert!(cells <= 64, "boards of at most 64 cells, not {cells}");
        let (mut board, mut count) = (0u64, 0usize);
        loop {
            let (mut new_board, mut new_count, mut seen, mut used) = (board, count, 0, 0);
            let bytes = &self.buffer[self.start..self.end];
            // A byte is one cell at most: as many bytes as cells are missing never run past the board.
            while new_count < cells && used < bytes.len() {
                let rest = &bytes[used..];
                for byte in &rest[..rest.len().min(cells - new_count)] {
                    let step = self.steps[usize::from(*byte)];
                    new_board |= u64::from(step & STEP_ON) << new_count;
                    new_count += usize::from(step >> 1 & 1);
                    seen |= step;
                    used += 1;
                }
            }
            if seen & STEP_ODD != 0 {
                // Not committed: again from where this pass began, byte by byte.
                (new_board, new_count) = self.small_slowly(board, count)?;
            } else {
                self.start += used;
            }
            if new_count == cells {
                self.boards += 1;
                return Ok(Some(new_board));
            }
            (board, count) = (new_board, new_count);
            if self.start == self.end && !self.more()? {
                return self.at_end(count).map(|()| None);
            }
        }
    }

    /// The next board of any size, holes and all; `None` at the end. Cost: O(bytes).
    ///
    /// # Errors
    /// At a wrong cell, when the last board is incomplete, or when reading fails. The stream is then at its end.
    pub fn next_board(&mut self) -> Result<Option<Board>, ParseError> {
        let mut builder = Builder::new(Some(self.cols), false);
        let mut row = Row::default();
        while builder.rows() < self.rows {
            row.clear();
            while row.len < self.cols {
                if self.start == self.end && !self.more()? {
                    return self.at_end(builder.rows() * self.cols + row.len).map(|()| None);
                }
                match self.take()? {
                    None => {}
                    Some(Cell::Light(on)) => row.push(on),
                    Some(Cell::Hole(_)) => row.push_hole(),
                }
            }
            // Every row is of the length the builder was told.
            let _ = builder.push(&row);
        }
        self.boards += 1;
        builder.finish().map(Some).map_err(|fault| self.fail(fault))
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether the input may end after `count` cells of a board.
    fn at_end(&mut self, count: usize) -> Result<(), ParseError> {
        if count == 0 {
            return Ok(());
        }
        let (rows, cols, board) = (self.rows, self.cols, self.boards + 1);
        Err(self.fail(Fault::Incomplete { board, missing: self.cells() - count, rows, cols }))
    }

    /// The rest of a board, or of the buffer, with all that can occur.
    #[cold]
    fn small_slowly(&mut self, mut board: u64, mut count: usize) -> Result<(u64, usize), ParseError> {
        while count < self.cells() && self.start < self.end {
            match self.take()? {
                None => {}
                Some(Cell::Light(on)) => {
                    board |= u64::from(on) << count;
                    count += 1;
                }
                Some(Cell::Hole(found)) => {
                    self.start -= 1;
                    return Err(self.fail(Fault::Hole { found }));
                }
            }
        }
        Ok((board, count))
    }

    /// Takes one character, of which at least one byte is in the buffer: a cell, or a separator.
    fn take(&mut self) -> Result<Option<Cell>, ParseError> {
        let byte = self.buffer[self.start];
        let step = self.steps[usize::from(byte)];
        if step & STEP_ODD == 0 {
            self.start += 1;
            return Ok((step & STEP_CELL != 0).then_some(Cell::Light(step & STEP_ON != 0)));
        }
        match self.alphabet.classes()[usize::from(byte)] {
            alphabet::HOLE => {
                self.start += 1;
                return Ok(Some(Cell::Hole(Found::Char(char::from(byte)))));
            }
            alphabet::NEW => {
                let place = self.place();
                let on = self.alphabet.learn(byte, || place).map_err(|error| self.end_with(error))?;
                self.settle_steps();
                self.start += 1;
                return Ok(Some(Cell::Light(on)));
            }
            _ => {}
        }
        // A character may continue past the buffer.
        while byte >= 0x80 && self.end - self.start < 4 && self.extend()? {}
        let Some((found, len)) = Found::first(&self.buffer[self.start..self.end]) else { return Ok(None) };
        if self.alphabet.classes()[usize::from(byte)] == alphabet::WIDE
            && let Some(on) = self.alphabet.wide(found)
        {
            self.start += len;
            return Ok(Some(Cell::Light(on)));
        }
        let error = self.alphabet.wrong(found, self.place());
        Err(self.end_with(error))
    }

    /// Rebuilds the table of steps from the classes.
    fn settle_steps(&mut self) {
        for (byte, step) in self.steps.iter_mut().enumerate() {
            *step = match self.alphabet.classes()[byte] {
                alphabet::OFF => STEP_CELL,
                alphabet::ON => STEP_CELL | STEP_ON,
                alphabet::BLANK | alphabet::COMMA | alphabet::ROW_END | alphabet::LINE_END => 0,
                alphabet::WRONG if b"[]\"".contains(&(byte as u8)) => 0,
                _ => STEP_ODD,
            };
        }
    }

    /// Refills the empty buffer; false at the end of the input.
    fn more(&mut self) -> Result<bool, ParseError> {
        if !self.began {
            self.began = true;
            self.begin()?;
            if self.start < self.end {
                return Ok(true);
            }
        }
        self.extend()
    }

    /// Reads on behind the bytes still to come; false at the end of the input.
    fn extend(&mut self) -> Result<bool, ParseError> {
        if self.start > 0 {
            (self.line, self.column) = self.line_column();
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while !self.ended {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    self.end += count;
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.fail(error)),
            }
        }
        Ok(false)
    }

    /// Deals with what may stand before the first board: a byte order mark, a size line.
    fn begin(&mut self) -> Result<(), ParseError> {
        // How much of a longer line is there depends on the reader, so it is never looked at.
        let line_len = loop {
            let seen = &self.buffer[..self.end.min(LONGEST_SIZE_LINE)];
            if let Some(newline) = seen.iter().position(|b| *b == b'\n') {
                break newline;
            }
            if self.end > LONGEST_SIZE_LINE {
                break 0;
            }
            if !self.extend()? {
                break self.end;
            }
        };
        if self.buffer[..self.end].starts_with(&[0xFE, 0xFF])
            || self.buffer[..self.end].starts_with(&[0xFF, 0xFE])
        {
            return Err(self.fail(Fault::Utf16));
        }
        let bom = if self.buffer[..self.end].starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let line = &self.buffer[bom..line_len.max(bom)];
        let size = Header::parse(line).map(|header| {
            // What may be cells is a size line only when it says the size and has too few cells for a row.
            let classes = self.alphabet.classes();
            let may_be_cells = (self.alphabet.is_named() || !header.with_x)
                && line.iter().all(|b| classes[usize::from(*b)] <= alphabet::BLANK);
            let asked = header.size() == Ok((self.rows, self.cols));
            (!may_be_cells || (asked && header.digits() < self.cols), header.size())
        });
        if let Some((true, size)) = size {
            let (rows, cols) = size.map_err(|fault| self.fail(fault))?;
            let (wanted_rows, wanted_cols) = (self.rows, self.cols);
            if (rows, cols) != (wanted_rows, wanted_cols) {
                return Err(self.fail(Fault::SizeConflict { rows, cols, wanted_rows, wanted_cols }));
            }
            self.start = line_len;
        } else if bom > 0 {
            // The mark takes no column: what remains begins the line again.
            self.buffer.copy_within(bom..self.end, 0);
            self.end -= bom;
        }
        Ok(())
    }

    fn line_column(&self) -> (usize, usize) {
        let read = &self.buffer[..self.start];
        match read.iter().rposition(|b| *b == b'\n') {
            None => (self.line, self.column + characters(read)),
            Some(newline) => {
                let lines = read.iter().filter(|b| **b == b'\n').count();
                (self.line + lines, 1 + characters(&read[newline + 1..]))
            }
        }
    }

    /// An error at the place reached, which ends the stream.
    fn fail(&mut self, fault: impl Into<Fault>) -> ParseError {
        let error = ParseError::new(self.place(), fault.into());
        self.end_with(error)
    }

    fn end_with(&mut self, error: ParseError) -> ParseError {
        self.ended = true;
        self.start = self.end;
        error
    }
}

/// A cell of a stream.
enum Cell {
    Light(bool),
    Hole(Found),
}
