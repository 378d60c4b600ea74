//! One entrance for all formats: which one it is shows in the first bytes.

use std::io::Read;

use super::error::{Fault, ParseError, Place};
use super::picture::PictureOptions;
use super::text::TextOptions;
use super::{Board, pbm, text};

/// A format of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Rows of characters.
    Text,
    /// A netpbm bitmap, plain or raw.
    Pbm,
    /// A PNG picture.
    Png,
}

/// The first bytes of every PNG.
const PNG_SIGNATURE: &[u8] = b"\x89PNG";

impl Format {
    /// The format of an input, by its first bytes: four are enough.
    pub fn of(first: &[u8]) -> Self {
        match first {
            [b'P', b'1'..=b'7', ..] => Format::Pbm,
            _ if first.starts_with(PNG_SIGNATURE) => Format::Png,
            _ => Format::Text,
        }
    }
}

/// How boards of any format are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What is known of the board; the size is checked in every format.
    pub text: TextOptions,
    /// How pictures are understood.
    pub picture: PictureOptions,
}

impl ReadOptions {
    /// Checks the board of a picture against the size asked for.
    fn sized(&self, board: Board) -> Result<Board, ParseError> {
        match self.text.size {
            Some((wanted_rows, wanted_cols))
                if (wanted_rows, wanted_cols) != (board.rows(), board.cols()) =>
            {
                let (rows, cols) = (board.rows(), board.cols());
                Err(ParseError::new(
                    Place::Whole,
                    Fault::SizeConflict { rows, cols, wanted_rows, wanted_cols },
                ))
            }
            _ => Ok(board),
        }
    }

    fn picture(&self, board: Board) -> Result<Board, ParseError> {
        self.sized(self.picture.board(board.into_lights())?)
    }

    #[cfg(feature = "png")]
    fn png(&self, bytes: &[u8]) -> Result<Board, ParseError> {
        self.sized(super::png::parse(bytes, &self.picture)?)
    }

    #[cfg(not(feature = "png"))]
    fn png(&self, _: &[u8]) -> Result<Board, ParseError> {
        Err(ParseError::new(Place::Byte(0), Fault::NoPng))
    }
}

/// The one board of an input of any format. Cost: O(bytes) and O(cells).
///
/// # Errors
/// [`ParseError`] of the format found.
pub fn read_one(bytes: &[u8], options: &ReadOptions) -> Result<Board, ParseError> {
    match Format::of(bytes) {
        Format::Text => text::parse_one(bytes, &options.text),
        Format::Pbm => options.picture(pbm::parse_one(bytes)?),
        Format::Png => options.png(bytes),
    }
}

/// All boards of an input of any format, at least one; a PNG holds one.
///
/// # Errors
/// [`ParseError`] of the format found.
pub fn read_many(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Board>, ParseError> {
    match Format::of(bytes) {
        Format::Text => text::parse_many(bytes, &options.text),
        Format::Png => Ok(vec![options.png(bytes)?]),
        Format::Pbm => {
            let mut pictures = pbm::Reader::new(bytes, Some(bytes.len() as u64));
            let mut boards = Vec::new();
            while let Some(board) = pictures.next_board()? {
                boards.push(options.picture(board)?);
            }
            Ok(boards)
        }
    }
}

/// The two boards of an input of any format that can hold two, and where the second begins.
///
/// # Errors
/// [`ParseError`] of the format found; [`Fault::OneBoard`] and [`Fault::ThirdBoard`] when there are fewer or more.
pub fn read_pair(bytes: &[u8], options: &ReadOptions) -> Result<(Board, Place, Board), ParseError> {
    if Format::of(bytes) == Format::Text {
        return text::parse_pair(bytes, &options.text);
    }
    let mut boards = read_many(bytes, options)?.into_iter();
    match (boards.next(), boards.next(), boards.next()) {
        (Some(first), Some(second), None) => Ok((first, Place::Whole, second)),
        (_, _, Some(_)) => Err(ParseError::new(Place::Whole, Fault::ThirdBoard)),
        _ => Err(ParseError::new(Place::Whole, Fault::OneBoard)),
    }
}

/// The one board of a reader, of any format: a PBM goes straight into the board, without its bytes being held.
/// `len` is the number of bytes when it is known, as of a plain file.
///
/// # Errors
/// [`ParseError`] of the format found, and [`Fault::Read`].
pub fn read_from(
    mut reader: impl Read,
    len: Option<u64>,
    options: &ReadOptions,
) -> Result<Board, ParseError> {
    let failed = |error: std::io::Error| ParseError::new(Place::Whole, error.into());
    let mut first = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut first).map_err(failed)?;
    if Format::of(&first) == Format::Pbm {
        return options.picture(pbm::read_one(first.as_slice().chain(reader), len)?);
    }
    reader.read_to_end(&mut first).map_err(failed)?;
    read_one(&first, options)
}
