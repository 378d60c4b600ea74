//! Netpbm bitmaps: plain (P1) and raw (P4), read row by row, written row by row.
//!
//! 1 is black is on. The header gives columns before rows. A raw file may hold several pictures, one directly
//! after the other. Nothing is allocated on the word of a header: memory grows with the rows that arrive.
//!
//! ```
//! use lightsout::board::pbm;
//!
//! let board = pbm::parse_one(b"P1\n3 2\n101 010\n")?;
//! let mut raw = Vec::new();
//! pbm::write(&mut raw, board.lights())?;
//! assert_eq!(raw, b"P4\n3 2\n\xa0\x40");
//! assert_eq!(pbm::parse_one(&raw)?, board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Read, Write};

use super::error::{Fault, Found, ParseError, Place};
use super::pbm_rows::{decode_rows, encode_rows, row_bytes};
use super::text::Row;
use super::{Board, source::Source};
use crate::gf2::{BitMatrix, words_for};

/// Bytes of rows decoded or encoded at once.
const BATCH: usize = 1 << 20;

/// Reads the pictures of a PBM file as boards, one after the other.
pub struct Reader<R> {
    source: Source<R>,
    /// Bytes of the whole input, where they are known.
    len: Option<u64>,
    read_any: bool,
}

impl<R: Read> Reader<R> {
    /// A reader at the magic number. With the length of the input, a header that promises more is refused at once
    /// and the board is allocated in one piece; without, memory grows with what arrives.
    pub fn new(source: R, len: Option<u64>) -> Self {
        Self { source: Source::new(source), len, read_any: false }
    }

    /// The next picture; `None` at the end. Cost: O(bytes), eight lights a step when raw.
    ///
    /// # Errors
    /// [`ParseError`] with a byte offset, or line and column in a plain file: [`Fault::PictureHeader`],
    /// [`Fault::OtherNetpbm`], [`Fault::ZeroSize`], [`Fault::AbsurdSize`], [`Fault::TooLarge`],
    /// [`Fault::Truncated`], [`Fault::WrongPixel`], [`Fault::AfterPicture`], [`Fault::Read`].
    pub fn next_board(&mut self) -> Result<Option<Board>, ParseError> {
        if self.read_any {
            self.source.skip_blanks()?;
            match self.source.peek()? {
                None => return Ok(None),
                Some(b'P') => {}
                Some(byte) => {
                    let found = Found::byte(byte);
                    return Err(self.source.error(Fault::AfterPicture { found }));
                }
            }
        }
        let plain = self.magic()?;
        self.read_any = true;
        let cols = self.number("the width")?;
        let rows = self.number("the height")?;
        if rows == 0 || cols == 0 {
            return Err(self.source.error(Fault::ZeroSize { rows, cols }));
        }
        let lights = if plain {
            self.plain_rows(rows, cols)?
        } else {
            match self.source.next()? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                other => return Err(self.header_error(other, "one blank before the rows")),
            }
            self.raw_rows(rows, cols)?
        };
        Ok(Some(Board::new(lights)))
    }

    /// Whether the picture is plain, by its magic number.
    fn magic(&mut self) -> Result<bool, ParseError> {
        match self.source.next()? {
            Some(b'P') => {}
            other => return Err(self.header_error(other, "P")),
        }
        let plain = match self.source.next()? {
            Some(b'1') => true,
            Some(b'4') => false,
            Some(digit @ (b'2' | b'3' | b'5' | b'6' | b'7')) => {
                return Err(self
                    .source
                    .error_before(Fault::OtherNetpbm { magic: format!("P{}", char::from(digit)) }));
            }
            other => return Err(self.header_error(other, "1 or 4")),
        };
        self.source.plain = plain;
        Ok(plain)
    }

    /// A number of the header, after blanks and comments.
    fn number(&mut self, what: &'static str) -> Result<usize, ParseError> {
        let apart = self.source.skip_blanks()?;
        let mut digits = String::new();
        while let Some(byte) = self.source.peek()?.filter(u8::is_ascii_digit) {
            self.source.skip_one();
            digits.push(char::from(byte));
            if digits.len() > 20 {
                return Err(self.source.error_before(Fault::AbsurdSize { digits: digits + "..." }));
            }
        }
        if digits.is_empty() || !apart {
            let next = self.source.next()?;
            return Err(self.header_error(next, what));
        }
        match digits.parse::<u32>() {
            Ok(number) => Ok(number as usize),
            Err(_) => Err(self.source.error_before(Fault::AbsurdSize { digits })),
        }
    }

    /// The error of the byte just taken.
    fn header_error(&self, byte: Option<u8>, expected: &'static str) -> ParseError {
        let found =
            byte.map_or_else(|| "the end of the file stands".to_owned(), |b| Found::byte(b).to_string());
        let fault = Fault::PictureHeader { found, expected };
        if byte.is_some() { self.source.error_before(fault) } else { self.source.error(fault) }
    }

    fn raw_rows(&mut self, rows: usize, cols: usize) -> Result<BitMatrix, ParseError> {
        let width = row_bytes(cols);
        let needed = rows as u128 * width as u128;
        let too_large = crate::gf2::TooLarge { rows, cols, bytes: BitMatrix::bytes_needed(rows, cols) };
        let stride = words_for(cols);
        let Some(total) = rows.checked_mul(stride).filter(|words| *words <= isize::MAX as usize / 8) else {
            return Err(self.source.error(too_large));
        };
        let mut words: Vec<u64> = Vec::new();
        if let Some(len) = self.len {
            let here = u128::from(len.saturating_sub(self.source.offset()));
            if here < needed {
                return Err(ParseError::new(
                    Place::Byte(len),
                    Fault::Truncated { missing: needed - here, plain: false },
                ));
            }
            words.try_reserve_exact(total).map_err(|_| self.source.error(too_large.clone()))?;
        }
        // Pieces of whole words, so that a row of any width is read in bounded steps; whole rows where they fit.
        let mut bytes = vec![0; BATCH.min(usize::try_from(needed).unwrap_or(BATCH))];
        if width <= bytes.len() {
            let batch = bytes.len() / width;
            for first in (0..rows).step_by(batch) {
                let count = batch.min(rows - first);
                let done = words.len();
                self.fill(&mut bytes[..count * width], needed - first as u128 * width as u128)?;
                grow(&mut words, count * stride).map_err(|()| self.source.error(too_large.clone()))?;
                decode_rows(cols, &bytes[..count * width], &mut words[done..]);
            }
        } else {
            let mut left = needed;
            for _ in 0..rows {
                for first in (0..cols).step_by(BATCH * 8) {
                    let piece_cols = (BATCH * 8).min(cols - first);
                    let piece = row_bytes(piece_cols);
                    let done = words.len();
                    self.fill(&mut bytes[..piece], left)?;
                    left -= piece as u128;
                    grow(&mut words, words_for(piece_cols))
                        .map_err(|()| self.source.error(too_large.clone()))?;
                    decode_rows(piece_cols, &bytes[..piece], &mut words[done..]);
                }
            }
        }
        Ok(BitMatrix::from_words(rows, cols, words))
    }

    /// Fills `bytes`, of which `left` were still to come before.
    fn fill(&mut self, bytes: &mut [u8], left: u128) -> Result<(), ParseError> {
        let got = self.source.fill(bytes)?;
        if got < bytes.len() {
            return Err(self.source.error(Fault::Truncated { missing: left - got as u128, plain: false }));
        }
        Ok(())
    }

    fn plain_rows(&mut self, rows: usize, cols: usize) -> Result<BitMatrix, ParseError> {
        let mut words: Vec<u64> = Vec::new();
        let mut row = Row::default();
        for r in 0..rows {
            row.clear();
            while row.len < cols {
                match self.source.peek()? {
                    Some(b'0') => row.push(false),
                    Some(b'1') => row.push(true),
                    Some(byte) if byte.is_ascii_whitespace() => {}
                    Some(b'#') => {
                        self.source.skip_blanks()?;
                        continue;
                    }
                    Some(byte) => {
                        let found = Found::byte(byte);
                        return Err(self.source.error(Fault::WrongPixel { found }));
                    }
                    None => {
                        let missing = (rows - r) as u128 * cols as u128 - row.len as u128;
                        return Err(self.source.error(Fault::Truncated { missing, plain: true }));
                    }
                }
                self.source.skip_one();
            }
            words.extend_from_slice(&row.lights);
        }
        Ok(BitMatrix::from_words(rows, cols, words))
    }
}

/// Appends zero words, if they can be had.
fn grow(words: &mut Vec<u64>, count: usize) -> Result<(), ()> {
    if words.capacity() - words.len() < count {
        words.try_reserve(count).map_err(|_| ())?;
    }
    words.resize(words.len() + count, 0);
    Ok(())
}

/// The one picture of a PBM file in memory.
///
/// # Errors
/// As [`Reader::next_board`]; [`Fault::ExtraBoard`] when another picture follows.
pub fn parse_one(bytes: &[u8]) -> Result<Board, ParseError> {
    read_one(bytes, Some(bytes.len() as u64))
}

/// The one picture of a PBM from a reader; see [`Reader::new`] for `len`.
///
/// # Errors
/// As [`parse_one`].
pub fn read_one(source: impl Read, len: Option<u64>) -> Result<Board, ParseError> {
    let mut reader = Reader::new(source, len);
    let board = reader.next_board()?;
    reader.source.skip_blanks()?;
    match (board, reader.source.peek()?) {
        (Some(board), None) => Ok(board),
        (None, _) => Err(reader.source.error(Fault::Empty)),
        (_, Some(b'P')) => Err(reader.source.error(Fault::ExtraBoard)),
        (_, Some(byte)) => Err(reader.source.error(Fault::AfterPicture { found: Found::byte(byte) })),
    }
}

/// The header of a raw PBM of `rows` × `cols`.
pub fn header(rows: usize, cols: usize) -> String {
    format!("P4\n{cols} {rows}\n")
}

/// Writes a pattern as raw PBM (P4). Cost: O(words); memory: one batch of rows.
///
/// # Errors
/// When `out` refuses.
pub fn write(out: &mut impl Write, pattern: &BitMatrix) -> io::Result<()> {
    out.write_all(header(pattern.rows(), pattern.cols()).as_bytes())?;
    let (width, stride) = (row_bytes(pattern.cols()), pattern.stride());
    if width == 0 {
        return Ok(());
    }
    let batch = (BATCH / width).clamp(1, pattern.rows().max(1));
    let mut bytes = vec![0; batch * width];
    for words in pattern.words().chunks(batch * stride) {
        let bytes = &mut bytes[..words.len() / stride * width];
        encode_rows(pattern.cols(), words, bytes);
        out.write_all(bytes)?;
    }
    Ok(())
}

/// Writes a pattern as plain PBM (P1): digits, lines of at most 70. Cost: O(cells).
///
/// # Errors
/// When `out` refuses.
pub fn write_plain(out: &mut impl Write, pattern: &BitMatrix) -> io::Result<()> {
    writeln!(out, "P1\n{} {}", pattern.cols(), pattern.rows())?;
    let mut line = Vec::with_capacity(71);
    for r in 0..pattern.rows() {
        for bits in pattern.row_bits(r).chunks(70) {
            line.clear();
            line.extend(bits.iter().map(|on| if *on { b'1' } else { b'0' }));
            line.push(b'\n');
            out.write_all(&line)?;
        }
    }
    Ok(())
}
