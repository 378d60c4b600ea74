//! Boards as text: rows of cells in one of the known pairs of characters.
//!
//! ```
//! use lightsout::board::text::{TextOptions, parse_one};
//!
//! let board = parse_one(b"2 3\n#.#\n.~.\n", &TextOptions::default())?;
//! assert_eq!((board.rows(), board.cols()), (2, 3));
//! assert!(board.lights().get(0, 2) && board.is_hole(1, 1));
//!
//! let wrong = parse_one(b"bw\nbz\n", &TextOptions::default()).unwrap_err();
//! assert!(wrong.to_string().starts_with("2:2: 'z' is not a cell;"));
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```
//!
//! Whole inputs are parsed here; streams of many small boards, whose layout does not matter, by [`BoardStream`].

mod alphabet;
mod builder;
mod header;
mod json;
mod lexer;
mod parser;
mod stream;
mod write;

pub(in crate::board) use builder::Row;
pub use stream::BoardStream;
pub use write::{Symbols, to_string, write, write_pattern};

use super::Board;
use super::error::{Fault, ParseError, Place};
use parser::Parser;

/// What the caller knows about a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Rows and columns of every board. Then a board may stand on one line, and boards may follow each other.
    pub size: Option<(usize, usize)>,
    /// The characters of lights that are on, instead of the known pairs. Named alone, any one other cell is off.
    /// They win over separators and holes, and any character but a control character will do.
    pub on: Option<String>,
    /// The characters of lights that are off; as [`on`](Self::on).
    pub off: Option<String>,
    /// Whether the missing cells at the end of a short row are holes, instead of an error.
    pub ragged: bool,
}

/// The one board of a text.
///
/// Rows stand on lines or apart by `|`, `/` or `;`, cells next to each other or apart by blanks or commas; a
/// JSON matrix is a board too. A first line `R C` or `RxC` is checked against the rows. When the size is known, rows
/// may follow each other on one line without a mark. Cost: O(bytes).
///
/// # Errors
/// [`ParseError`] at the first thing wrong, and [`Fault::ExtraBoard`] where a second board begins.
pub fn parse_one(text: &[u8], options: &TextOptions) -> Result<Board, ParseError> {
    let mut parser = Parser::new(text, options)?;
    let board = parser.next_board()?.ok_or_else(|| parser.empty())?;
    parser.expect_end()?;
    Ok(board)
}

/// All boards of a text, at least one: separated by blank lines, or following each other when the size is known
/// (from the options, or from a first line `R C`). They share one pair of characters. Cost: O(bytes).
///
/// # Errors
/// [`ParseError`] at the first thing wrong.
pub fn parse_many(text: &[u8], options: &TextOptions) -> Result<Vec<Board>, ParseError> {
    let mut parser = Parser::new(text, options)?;
    let mut boards = Vec::new();
    while let Some(board) = parser.next_board()? {
        boards.push(board);
    }
    if boards.is_empty() {
        return Err(parser.empty());
    }
    Ok(boards)
}

/// The two boards of a text and where the second begins: separated by a blank line, or following each other when the
/// size is known.
///
/// # Errors
/// [`ParseError`] at the first thing wrong; [`Fault::OneBoard`] and [`Fault::ThirdBoard`] when there are fewer or more.
pub fn parse_pair(text: &[u8], options: &TextOptions) -> Result<(Board, Place, Board), ParseError> {
    let mut parser = Parser::new(text, options)?;
    let first = parser.next_board()?.ok_or_else(|| parser.empty())?;
    let place = parser.next_place();
    let second = parser.next_board()?.ok_or_else(|| ParseError::new(place, Fault::OneBoard))?;
    let end = parser.next_place();
    match parser.next_board()? {
        None => Ok((first, place, second)),
        Some(_) => Err(ParseError::new(end, Fault::ThirdBoard)),
    }
}

/// Refuses a size without cells, and one no machine can hold.
fn check_size(rows: usize, cols: usize, place: Place) -> Result<(), ParseError> {
    if rows == 0 || cols == 0 {
        return Err(ParseError::new(place, Fault::ZeroSize { rows, cols }));
    }
    // A board in memory can't have more bits than memory has addresses; nothing is taken before cells are there.
    let bytes = crate::gf2::BitMatrix::bytes_needed(rows, cols);
    if rows.checked_mul(cols).is_none() || bytes > isize::MAX as u128 {
        return Err(ParseError::new(place, crate::gf2::TooLarge { rows, cols, bytes }.into()));
    }
    Ok(())
}
