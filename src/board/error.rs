//! What can be wrong with the bytes of a board, and where.

use std::fmt;
use std::io;

use crate::gf2::TooLarge;

/// Where in the input something is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A place in text: line and column, both from 1, the column counted in characters.
    Text {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// A place in a binary format: an offset in bytes, from 0.
    Byte(u64),
    /// The whole input, or an option given with it.
    Whole,
}

impl Place {
    /// The place of byte `offset` of `text`. Cost: O(offset).
    pub(crate) fn in_text(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        Place::Text { line, column: 1 + characters(&before[line_start..]) }
    }
}

/// The number of characters that start in `text`; a byte that is no valid UTF-8 may count as one or none.
pub(crate) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|b| **b & 0xC0 != 0x80).count()
}

impl fmt::Display for Place {
    /// `LINE:COL`, `byte N`, or `input`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
            Place::Whole => write!(f, "input"),
        }
    }
}

/// A character of the input, or a byte that belongs to none; shown so that it can't upset a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Found {
    /// A character.
    Char(char),
    /// A byte that is not UTF-8.
    Byte(u8),
}

impl Found {
    /// A byte of a binary format.
    pub(crate) fn byte(byte: u8) -> Self {
        if byte.is_ascii() { Found::Char(char::from(byte)) } else { Found::Byte(byte) }
    }

    /// The first character of `bytes`, and how many bytes it takes; `None` at the end.
    pub(crate) fn first(bytes: &[u8]) -> Option<(Self, usize)> {
        let first = *bytes.first()?;
        for len in 1..=bytes.len().min(4) {
            if let Ok(text) = std::str::from_utf8(&bytes[..len]) {
                return text.chars().next().map(|c| (Found::Char(c), len));
            }
        }
        Some((Found::Byte(first), 1))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Found::Byte(byte) => write!(f, "byte 0x{byte:02X}"),
            Found::Char(c) if c.is_ascii_graphic() || c == ' ' => write!(f, "'{c}'"),
            Found::Char(c) if c.is_ascii() => write!(f, "byte 0x{:02X}", c as u32),
            // Letters and symbols are shown; anything that could move the cursor or hide is only named.
            Found::Char(c)
                if c.is_alphanumeric()
                    || matches!(c as u32, 0x2500..0x27C0 | 0x2B00..0x2C00 | 0x1F300..0x1FB00) =>
            {
                write!(f, "'{c}' (U+{:04X})", c as u32)
            }
            Found::Char(c) => write!(f, "U+{:04X}", c as u32),
        }
    }
}

/// Why bytes are not a board: the place, and what is wrong there.
///
/// Displays as `LINE:COL: what is wrong; what would be right`, on one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ParseError {
    place: Place,
    fault: Fault,
}

impl ParseError {
    /// The error `fault` at `place`.
    pub fn new(place: Place, fault: Fault) -> Self {
        Self { place, fault }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What it is.
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// What is wrong and what would be right, without the place.
    pub fn message(&self) -> String {
        self.fault.to_string()
    }
}

/// A number of things: `1 cell`, `2 cells`.
fn many(count: u128, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Everything that can be wrong with the bytes of a board. Rows, columns and boards count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The input holds no cell.
    #[error("there is no board here; give rows of cells, such as #.## or 1011")]
    Empty,
    /// A character that is no cell and no separator.
    #[error("{found} is not a cell; {expected}")]
    WrongCell {
        /// The character.
        found: Found,
        /// Which characters would be cells.
        expected: String,
    },
    /// A cell of another pair than the cells before it.
    #[error(
        "{found} after '{first}' at {first_place} mixes two pairs of cells; use one pair throughout, such as 1/0 or #/., or name the cells with --on CHARS --off CHARS"
    )]
    MixedPairs {
        /// The cell that does not fit.
        found: Found,
        /// The earlier cell.
        first: char,
        /// Where the earlier cell stands.
        first_place: Place,
    },
    /// Two cells of which sources disagree which is on.
    #[error(
        "{found} after '{first}' at {first_place}: which of the two is on is not agreed; say which with --on CHARS --off CHARS"
    )]
    Ambiguous {
        /// The second of the two cells.
        found: Found,
        /// The first.
        first: char,
        /// Where the first stands.
        first_place: Place,
    },
    /// A row of another length than the others.
    #[error(
        "this row has {}, not {wanted}; give every row {wanted}, ~ for a hole, or --ragged for holes at the ends",
        many(*found as u128, "cell")
    )]
    RowLength {
        /// Cells in the row.
        found: usize,
        /// Cells in the other rows, or columns of the size.
        wanted: usize,
    },
    /// A row that does not fit the size asked for.
    #[error("this row has {}; a {rows}x{cols} board takes {} a row, or all {} on one line", many(*found as u128, "cell"), many(*cols as u128, "cell"), rows * cols)]
    RowOfSize {
        /// Cells in the row.
        found: usize,
        /// Rows of the size.
        rows: usize,
        /// Columns of the size.
        cols: usize,
    },
    /// A board of fewer rows than the size asked for.
    #[error("the board ends after {found} of {wanted} rows; give {wanted} rows")]
    RowCount {
        /// Rows found.
        found: usize,
        /// Rows wanted.
        wanted: usize,
    },
    /// The size line and the rows below it disagree.
    #[error("the size line says {rows} x {cols}, but {found}; correct the line, or leave it out")]
    SizeLine {
        /// Rows it says.
        rows: usize,
        /// Columns it says.
        cols: usize,
        /// What follows instead.
        found: String,
    },
    /// The size line of the input and the size asked for disagree.
    #[error(
        "the size line says {rows} x {cols}, but {wanted_rows} x {wanted_cols} was asked for; ask for the size of the file, or for none"
    )]
    SizeConflict {
        /// Rows of the size line.
        rows: usize,
        /// Columns of the size line.
        cols: usize,
        /// Rows asked for.
        wanted_rows: usize,
        /// Columns asked for.
        wanted_cols: usize,
    },
    /// A size with a zero in it.
    #[error("a board of {rows} x {cols} has no cells; give at least 1 x 1")]
    ZeroSize {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// A number too large to be a size.
    #[error("{digits} is no size of a board; give a number below 2^32")]
    AbsurdSize {
        /// The number, shortened.
        digits: String,
    },
    /// A board this machine cannot hold.
    #[error("{0}, more than there is; give a smaller board")]
    TooLarge(TooLarge),
    /// The holes at the ends of short rows would take far more room than the input.
    #[error(
        "one row of {cols} cells makes {rows} x {cols} with holes at the ends, {bytes} bytes; write so large a board without --ragged"
    )]
    TooRagged {
        /// Rows.
        rows: usize,
        /// Cells of the longest row.
        cols: usize,
        /// Bytes of the whole.
        bytes: u128,
    },
    /// Two row separators with nothing between them.
    #[error("a row without cells; write a hole as ~, and one separator between two rows")]
    EmptyRow,
    /// A comma with no cell before it.
    #[error("a comma without a cell before it; write a hole as ~")]
    EmptyCell,
    /// The last board of a stream has too few cells.
    #[error("board {board} is incomplete: {missing} of its {} cells are missing; every board takes {rows}x{cols} cells", rows * cols)]
    Incomplete {
        /// The number of the board, from 1.
        board: u64,
        /// Cells missing.
        missing: usize,
        /// Rows of every board.
        rows: usize,
        /// Columns of every board.
        cols: usize,
    },
    /// More than the one board wanted.
    #[error(
        "another board begins here, where one is wanted; give one board, without blank lines between its rows"
    )]
    ExtraBoard,
    /// One board where two are wanted.
    #[error("one board only, where two are wanted; give start and target, a blank line between them")]
    OneBoard,
    /// Three boards where two are wanted.
    #[error(
        "a third board begins here, where two are wanted; give start and target, a blank line between them"
    )]
    ThirdBoard,
    /// A hole where boards have none.
    #[error("{found} is a hole, and the boards here are full rectangles; give every cell as on or off")]
    Hole {
        /// The character.
        found: Found,
    },
    /// A JSON matrix that is none.
    #[error("{found} where {expected} belongs; a JSON board is a matrix such as [[0,1],[1,1]]")]
    Json {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// UTF-16, which other systems write unasked.
    #[error("the text is UTF-16; save it as UTF-8 or ASCII")]
    Utf16,
    /// Characters for on and off that contradict each other or cannot be cells.
    #[error("{reason}; give --on and --off different characters, none of them a line break")]
    Symbols {
        /// What is wrong with them.
        reason: String,
    },
    /// The header of a netpbm picture is broken.
    #[error("{found} where {expected} belongs; a PBM begins with P1 or P4, the width and the height")]
    PictureHeader {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A netpbm picture of grey or colour.
    #[error("{magic} is netpbm with grey or colours; convert it to PBM (P1 or P4) or PNG")]
    OtherNetpbm {
        /// Its magic number.
        magic: String,
    },
    /// A picture that ends before its rows do.
    #[error("the picture ends early, {} of its rows missing; check that the file is whole", many(*missing, if *plain { "pixel" } else { "byte" }))]
    Truncated {
        /// Pixels (plain) or bytes missing.
        missing: u128,
        /// Whether the picture is plain text.
        plain: bool,
    },
    /// A character in a plain PBM that is no pixel.
    #[error("{found} is not a pixel; the pixels of a plain PBM are 0 and 1")]
    WrongPixel {
        /// The character.
        found: Found,
    },
    /// Something after a picture.
    #[error("{found} after the last row of the picture; give nothing there, or another picture")]
    AfterPicture {
        /// What it begins with.
        found: Found,
    },
    /// A PNG that can't be decoded.
    #[error("not a whole PNG ({message}); check the file, or save the picture again")]
    Png {
        /// The decoder's words.
        message: String,
    },
    /// A picture larger than is read.
    #[error("a picture of {width} x {height} {why}; give a smaller one, or a PBM")]
    LargePicture {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// Which limit it passes.
        why: &'static str,
    },
    /// A PNG where the program was built without that format.
    #[error("PNG is not part of this build; give a PBM or text")]
    NoPng,
    /// A picture in which no uniform grid of cells was found.
    #[error(
        "no grid of cells is to be seen in this picture of {width} x {height}: {why}; crop it to the board, or say how many pixels a cell is wide with --cell N"
    )]
    NoGrid {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// What stands against it.
        why: String,
    },
    /// A picture that is not a whole number of the cells asked for.
    #[error(
        "a picture of {width} x {height} is not made of whole cells of {cell} x {cell}; give a divisor of both"
    )]
    CellSize {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
        /// Pixels to a side of a cell.
        cell: usize,
    },
    /// Reading failed.
    #[error("reading failed: {message}; check the file")]
    Read {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// The system's words.
        message: String,
    },
}

impl From<TooLarge> for Fault {
    fn from(too_large: TooLarge) -> Self {
        Fault::TooLarge(too_large)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Read { kind: error.kind(), message: error.to_string() }
    }
}
