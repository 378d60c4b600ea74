//! From the rows of a whole text to its boards, one after the other.

use std::collections::VecDeque;

use super::alphabet::{self, Alphabet};
use super::builder::{Builder, Row};
use super::header::Header;
use super::lexer::{Lexer, Next};
use super::{TextOptions, check_size, json};
use crate::board::Board;
use crate::board::error::{Fault, ParseError, Place};

/// The size every board must have, and what says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    rows: usize,
    cols: usize,
    /// The offset of the size line; `None` when the caller asked.
    line: Option<usize>,
}

impl Size {
    /// What is wrong with a row of `found` cells.
    fn wrong_row(self, found: usize) -> Fault {
        let Size { rows, cols, line } = self;
        match line {
            None => Fault::RowOfSize { found, rows, cols },
            Some(_) => Fault::SizeLine {
                rows,
                cols,
                found: format!("a row below it has {found} in place of {cols} cells"),
            },
        }
    }
}

/// Reads boards off a text.
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    options: &'a TextOptions,
    size: Option<Size>,
    /// Boards of a line that held several.
    queue: VecDeque<Board>,
    row: Row,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a [u8], options: &'a TextOptions) -> Result<Self, ParseError> {
        if text.starts_with(&[0xFE, 0xFF]) || text.starts_with(&[0xFF, 0xFE]) {
            return Err(ParseError::new(Place::Text { line: 1, column: 1 }, Fault::Utf16));
        }
        if let Some((rows, cols)) = options.size {
            check_size(rows, cols, Place::Whole)?;
        }
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        Ok(Self {
            lexer: Lexer::new(text, Alphabet::new(options)?),
            options,
            size: options.size.map(|(rows, cols)| Size { rows, cols, line: None }),
            queue: VecDeque::new(),
            row: Row::default(),
        })
    }

    /// The error of a text without a board.
    pub(super) fn empty(&self) -> ParseError {
        ParseError::new(Place::Text { line: 1, column: 1 }, Fault::Empty)
    }

    /// The next board; `None` when only blanks are left.
    pub(super) fn next_board(&mut self) -> Result<Option<Board>, ParseError> {
        if let Some(board) = self.queue.pop_front() {
            return Ok(Some(board));
        }
        self.lexer.skip_blank_lines();
        let line_start = self.lexer.pos;
        if self.take_header()? {
            self.lexer.skip_blank_lines();
            if self.at_end()
                && let Some(Size { rows, cols, .. }) = self.size
            {
                let found = "no rows follow".into();
                return Err(self.lexer.error(line_start, Fault::SizeLine { rows, cols, found }));
            }
        }
        if self.at_end() {
            return Ok(None);
        }
        self.lexer.skip_blanks();
        if self.at_json() { self.json_board() } else { self.rows_of_board() }.map(Some)
    }

    /// Where the next board begins, or where the text ends.
    pub(super) fn next_place(&mut self) -> Place {
        if self.queue.is_empty() {
            self.lexer.skip_blank_lines();
            self.lexer.skip_blanks();
        }
        Place::in_text(self.lexer.text, self.lexer.pos)
    }

    /// Checks that nothing but blanks is left.
    pub(super) fn expect_end(&mut self) -> Result<(), ParseError> {
        self.lexer.skip_blank_lines();
        self.lexer.skip_blanks();
        let place = self.lexer.pos;
        if self.queue.is_empty() {
            // A wrong cell is the better news, should the rest be no board either.
            if self.at_end()
                || (!self.at_json() && matches!(self.lexer.next_row(&mut self.row)?, Next::Gap(_)))
            {
                return Ok(());
            }
        }
        let fault = match self.size {
            Some(Size { rows, cols, line: Some(_) }) => {
                Fault::SizeLine { rows, cols, found: "more follows below them".into() }
            }
            _ => Fault::ExtraBoard,
        };
        Err(self.lexer.error(place, fault))
    }

    fn at_end(&self) -> bool {
        self.lexer.pos >= self.lexer.text.len()
    }

    fn at_json(&self) -> bool {
        self.lexer.text.get(self.lexer.pos) == Some(&b'[') && self.lexer.class() == Some(alphabet::WRONG)
    }

    /// Takes a size line, if that is what the line is.
    ///
    /// Two numbers of zeros and ones, such as `1 1` or `10 11`, may also be a row. They are a size line only when
    /// the row below fits the size and not the row that they would be: `1 1` above `01` is the first row of
    /// a 2 × 2 board, `1 10` above `0100110001` is a size. With ragged rows they are always a row.
    fn take_header(&mut self) -> Result<bool, ParseError> {
        let Some(line) = self.lexer.line() else { return Ok(false) };
        let Some(header) = Header::parse(line) else { return Ok(false) };
        let start = self.lexer.pos;
        if self.may_be_row(line, header) && !self.fits_below(line, header) {
            return Ok(false);
        }
        let (rows, cols) = header.size().map_err(|fault| self.lexer.error(start, fault))?;
        check_size(rows, cols, Place::in_text(self.lexer.text, start))?;
        match self.options.size {
            None => self.size = Some(Size { rows, cols, line: Some(start) }),
            Some(asked) if asked == (rows, cols) => {}
            Some((wanted_rows, wanted_cols)) => {
                let fault = Fault::SizeConflict { rows, cols, wanted_rows, wanted_cols };
                return Err(self.lexer.error(start, fault));
            }
        }
        self.lexer.skip_line();
        Ok(true)
    }

    fn may_be_row(&self, line: &[u8], header: Header) -> bool {
        let classes = self.lexer.alphabet.classes();
        (self.lexer.alphabet.is_named() || !header.with_x)
            && line.iter().all(|b| classes[usize::from(*b)] <= alphabet::BLANK)
    }

    /// Whether a line that may be a row is a size line for what stands below it.
    fn fits_below(&self, line: &[u8], header: Header) -> bool {
        let Ok((rows, cols)) = header.size() else { return false };
        let as_row = header.digits() + usize::from(header.with_x);
        let below = self.lexer.count_cells((self.lexer.pos + line.len() + 1).min(self.lexer.text.len()));
        let Some(cells) = rows.checked_mul(cols).filter(|cells| *cells > 0) else { return false };
        match self.options.size {
            _ if self.options.ragged => false,
            None => below == cols && as_row != cols,
            Some(asked) => {
                asked == (rows, cols)
                    && (below == cols || below == cells)
                    && as_row != cols
                    && !as_row.is_multiple_of(cells)
            }
        }
    }

    /// Collects rows until the board is complete.
    fn rows_of_board(&mut self) -> Result<Board, ParseError> {
        let start = self.lexer.pos;
        let mut builder = Builder::new(self.size.map(|size| size.cols), self.options.ragged);
        let end = loop {
            let offset = match self.lexer.next_row(&mut self.row)? {
                Next::Row(offset) => offset,
                Next::Gap(offset) => break offset,
            };
            let found = self.row.len;
            if let Some(Size { rows, cols, .. }) = self.size
                && builder.rows() == 0
                && found != cols
                && found.is_multiple_of(rows * cols)
            {
                self.queue.extend(self.row.cut_boards(rows, cols));
                return self.queue.pop_front().ok_or_else(|| self.empty());
            }
            if let Err(wanted) = builder.push(&self.row) {
                let fault =
                    self.size.map_or(Fault::RowLength { found, wanted }, |size| size.wrong_row(found));
                return Err(self.lexer.error(offset, fault));
            }
            if self.size.is_some_and(|size| size.rows == builder.rows()) {
                break self.lexer.pos;
            }
        };
        self.finish(builder, start, end)
    }

    fn json_board(&mut self) -> Result<Board, ParseError> {
        let start = self.lexer.pos;
        let mut builder = Builder::new(self.size.map(|size| size.cols), self.options.ragged);
        let size = self.size;
        json::matrix(&mut self.lexer, &mut self.row, |offset, row, lexer| {
            builder.push(row).map_err(|wanted| {
                let found = row.len;
                let fault = size.map_or(Fault::RowLength { found, wanted }, |size| size.wrong_row(found));
                lexer.error(offset, fault)
            })
        })?;
        self.finish(builder, start, self.lexer.pos)
    }

    /// The finished board, after a last look at its size.
    fn finish(&self, builder: Builder, start: usize, end: usize) -> Result<Board, ParseError> {
        let found = builder.rows();
        match self.size {
            Some(Size { rows, cols, line }) if found != rows => Err(match line {
                None => self.lexer.error(end, Fault::RowCount { found, wanted: rows }),
                Some(line) => {
                    let found = format!("in place of {rows} rows, {found} follow");
                    self.lexer.error(line, Fault::SizeLine { rows, cols, found })
                }
            }),
            _ => builder.finish().map_err(|fault| self.lexer.error(start, fault)),
        }
    }
}
