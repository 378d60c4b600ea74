//! σ⁺ and σ from raw PBM file to raw PBM file: two readings and one writing, and a few rows in memory.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;

use super::stream::{PlaneStream, RowSink, RowSource, StreamError, Streamed, Watch};
use crate::board::pbm_rows::{decode_rows, encode_rows, row_bytes};
use crate::gf2::{BitRow, TooLarge, words_for};

/// Why a PBM file was not solved. Offsets are in bytes from the start of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PbmError {
    /// The file does not begin as raw PBM does.
    #[error("byte 0: this is no raw PBM; give a file that begins with P4")]
    Magic,
    /// A header that is no header.
    #[error("byte {offset}: {what}; a raw PBM begins with P4, the columns and the rows, and one blank")]
    Header {
        /// Where.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A board without lights.
    #[error("byte {offset}: a board of {rows} x {cols} has no cells; give at least 1 x 1")]
    ZeroSize {
        /// Where the size ends.
        offset: u64,
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Fewer bytes than the header promises.
    #[error(
        "byte {offset}: the file ends here, with {missing} of the bytes of {rows} x {cols} lights missing; give the whole file"
    )]
    Truncated {
        /// The length of the file.
        offset: u64,
        /// Bytes that are missing.
        missing: u128,
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// More bytes than the header promises.
    #[error(
        "byte {offset}: more follows the {rows} x {cols} lights (length {extra}); give a file of one board"
    )]
    Trailing {
        /// Where the board ends.
        offset: u64,
        /// Bytes after it.
        extra: u64,
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Reading, writing, or the solving itself ended early.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl From<TooLarge> for PbmError {
    fn from(too_large: TooLarge) -> Self {
        Self::Stream(StreamError::TooLarge(too_large))
    }
}

/// A raw PBM file of one board, its header read and its length checked.
#[derive(Debug)]
pub struct PbmFile<'a> {
    file: &'a File,
    rows: usize,
    cols: usize,
    /// Where the first row begins.
    data: u64,
    /// Buffers of bytes that no thread is using.
    spare: Mutex<Vec<Vec<u8>>>,
}

/// The header of a file is looked for in this many bytes.
const LONGEST_HEADER: usize = 1 << 16;

impl<'a> PbmFile<'a> {
    /// Reads the header and checks that exactly the promised rows follow. The file has to be seekable.
    ///
    /// # Errors
    /// See [`PbmError`].
    pub fn open(file: &'a File) -> Result<Self, PbmError> {
        let length = file.metadata().map_err(StreamError::Read)?.len();
        let mut head = vec![0; LONGEST_HEADER.min(usize::try_from(length).unwrap_or(LONGEST_HEADER))];
        read_at(file, &mut head, 0).map_err(StreamError::Read)?;
        let (rows, cols, data) = parse_header(&head)?;
        let data = data as u64;
        if rows == 0 || cols == 0 {
            return Err(PbmError::ZeroSize { offset: data, rows, cols });
        }
        let end = u128::from(data) + rows as u128 * row_bytes(cols) as u128;
        if u128::from(length) < end {
            let missing = end - u128::from(length);
            return Err(PbmError::Truncated { offset: length, missing, rows, cols });
        }
        if u128::from(length) > end {
            let (offset, extra) = (end as u64, length - end as u64);
            return Err(PbmError::Trailing { offset, extra, rows, cols });
        }
        Ok(Self { file, rows, cols, data, spare: Mutex::default() })
    }

    /// Writes the header of an empty board to the start of a file and gives it its length.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(file: &'a File, rows: usize, cols: usize) -> io::Result<Self> {
        let header = format!("P4\n{cols} {rows}\n");
        let data = header.len() as u64;
        let bytes = rows as u128 * row_bytes(cols) as u128 + u128::from(data);
        let length = u64::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        (&*file).write_all(header.as_bytes())?;
        file.set_len(length)?;
        Ok(Self { file, rows, cols, data, spare: Mutex::default() })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Lends a buffer for the bytes of `words` words of rows from row `first` on, and tells where these are.
    fn with_bytes<T>(&self, first: usize, words: usize, work: impl FnOnce(&mut [u8], u64) -> T) -> T {
        let width = row_bytes(self.cols);
        let len = words / words_for(self.cols) * width;
        let spare = || self.spare.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut buffer = spare().pop().unwrap_or_default();
        buffer.resize(buffer.len().max(len), 0);
        let result = work(&mut buffer[..len], self.data + first as u64 * width as u64);
        spare().push(buffer);
        result
    }
}

impl RowSource for PbmFile<'_> {
    fn read(&self, first: usize, rows: &mut [u64]) -> io::Result<()> {
        self.with_bytes(first, rows.len(), |bytes, offset| {
            read_at(self.file, bytes, offset)?;
            decode_rows(self.cols, bytes, rows);
            Ok(())
        })
    }
}

impl RowSink for PbmFile<'_> {
    fn write(&self, first: usize, rows: &[u64]) -> io::Result<()> {
        self.with_bytes(first, rows.len(), |bytes, offset| {
            encode_rows(self.cols, rows, bytes);
            write_at(self.file, bytes, offset)
        })
    }
}

/// (rows, columns, where the first row begins).
fn parse_header(head: &[u8]) -> Result<(usize, usize, usize), PbmError> {
    if !head.starts_with(b"P4") {
        return Err(PbmError::Magic);
    }
    let error = |offset: usize, what| PbmError::Header { offset: offset as u64, what };
    let mut at = 2;
    let mut numbers = [0usize; 2];
    for number in &mut numbers {
        let start = at;
        // Blanks, and comments from # to the end of the line.
        while let Some(byte) = head.get(at) {
            match byte {
                b'#' => at += head[at..].iter().take_while(|b| !matches!(b, b'\n' | b'\r')).count(),
                b if is_blank(*b) => at += 1,
                _ => break,
            }
        }
        if at == start {
            return Err(error(at, "a blank is missing"));
        }
        let digits = head[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return Err(error(at, "a number is missing"));
        }
        let text = std::str::from_utf8(&head[at..at + digits]).unwrap_or_default();
        *number = text.parse().map_err(|_| error(at, "this number is too large"))?;
        at += digits;
    }
    match head.get(at) {
        Some(byte) if is_blank(*byte) => Ok((numbers[1], numbers[0], at + 1)),
        _ => Err(error(at, "a blank is missing")),
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0b' | b'\x0c' | b'\r')
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// One thread at a time where the system shares one position among all.
#[cfg(not(unix))]
static POSITION: Mutex<()> = Mutex::new(());

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let _alone = POSITION.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    let _alone = POSITION.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Solves the raw PBM board in `input` and writes the presses as raw PBM to `output`, an empty file: under σ⁺
/// (`with_self`) or σ. Memory: O(columns) bits and the buffers, whatever the file. When this does not say solved, what
/// stands in `output` is nothing or no answer.
///
/// # Errors
/// See [`PbmError`]; nothing is written before the input's header and length are known to be right.
pub fn solve_pbm(input: &File, output: &File, with_self: bool, watch: Watch) -> Result<Streamed, PbmError> {
    let source = PbmFile::open(input)?;
    let stream = PlaneStream::new(source.rows, source.cols, with_self)?;
    let sink = PbmFile::create(output, source.rows, source.cols).map_err(StreamError::Write)?;
    Ok(stream.solve(&source, &sink, watch)?)
}

/// Writes the witness with the given first row, found by [`solve_pbm`], as a raw PBM of `rows` rows to `output`.
///
/// # Errors
/// See [`PbmError`].
pub fn write_witness_pbm(
    output: &File,
    rows: usize,
    first_row: &BitRow,
    with_self: bool,
) -> Result<u64, PbmError> {
    let stream = PlaneStream::new(rows, first_row.len(), with_self)?;
    let sink = PbmFile::create(output, rows, first_row.len()).map_err(StreamError::Write)?;
    Ok(stream.write_witness(first_row, &sink)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_the_format() {
        let size = |head: &[u8]| parse_header(head).ok();
        assert_eq!(size(b"P4\n5 7\n\x00"), Some((7, 5, 7)));
        assert_eq!(size(b"P4 # by hand\n# 9 9\n 5#five\n\t7 #"), Some((7, 5, 30)));
        for (head, offset) in [
            (&b"P45 7\n"[..], 2),
            (b"P4\n5 7", 6),
            (b"P4\n5 7x", 6),
            (b"P4\n-5 7\n", 3),
            (b"P4\n5,7\n", 4),
            (b"P4\n5 99999999999999999999999\n", 5),
            (b"P4", 2),
        ] {
            let error = parse_header(head);
            assert!(matches!(error, Err(PbmError::Header { offset: o, .. }) if o == offset), "{error:?}");
        }
        assert!(matches!(parse_header(b"P1\n1 1\n1"), Err(PbmError::Magic)));
    }
}
