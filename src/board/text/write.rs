//! Boards written as text.

use std::io::{self, Write};

use crate::board::Board;
use crate::gf2::BitMatrix;

/// The characters of a written board: ASCII, one a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// A light that is on, or a button to press.
    pub on: u8,
    /// A light that is off, or a button to leave.
    pub off: u8,
    /// A hole.
    pub hole: u8,
}

impl Symbols {
    /// `X` and `.`, holes `~`: what the command prints.
    pub const PATTERN: Symbols = Symbols { on: b'X', off: b'.', hole: b'~' };
    /// `1` and `0`, holes `~`.
    pub const DIGITS: Symbols = Symbols { on: b'1', off: b'0', hole: b'~' };
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols::PATTERN
    }
}

/// Writes the board, one row a line. Cost: O(cells), in steps of eight.
///
/// # Errors
/// When `out` refuses.
pub fn write(out: &mut impl Write, board: &Board, symbols: Symbols) -> io::Result<()> {
    write_pattern(out, board.lights(), board.holes(), symbols)
}

/// Writes a pattern on a board with the given holes, such as the buttons to press, one row a line.
///
/// # Errors
/// When `out` refuses.
///
/// # Panics
/// When the sizes differ.
pub fn write_pattern(
    out: &mut impl Write,
    pattern: &BitMatrix,
    holes: Option<&BitMatrix>,
    symbols: Symbols,
) -> io::Result<()> {
    let eight = eight_cells(symbols);
    let mut line = Vec::with_capacity(pattern.stride() * 64 + 1);
    for r in 0..pattern.rows() {
        line.clear();
        for word in pattern.row_words(r) {
            for byte in word.to_le_bytes() {
                line.extend_from_slice(&eight[usize::from(byte)]);
            }
        }
        line.truncate(pattern.cols());
        if let Some(holes) = holes {
            assert_eq!((holes.rows(), holes.cols()), (pattern.rows(), pattern.cols()), "pattern and holes");
            for c in holes.row_bits(r).iter_ones() {
                line[c] = symbols.hole;
            }
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

/// The board as a string; see [`write()`].
pub fn to_string(board: &Board, symbols: Symbols) -> String {
    let mut text = Vec::with_capacity(board.rows().saturating_mul(board.cols() + 1));
    // Writing to memory does not fail.
    let _ = write(&mut text, board, symbols);
    // Symbols past ASCII are taken as the characters of those numbers.
    String::from_utf8(text).unwrap_or_else(|e| e.into_bytes().into_iter().map(char::from).collect())
}

/// For every byte of a row, the characters of its eight cells.
fn eight_cells(symbols: Symbols) -> Box<[[u8; 8]; 256]> {
    let mut table = Box::new([[symbols.off; 8]; 256]);
    for (byte, cells) in table.iter_mut().enumerate() {
        for (bit, cell) in cells.iter_mut().enumerate() {
            if byte >> bit & 1 == 1 {
                *cell = symbols.on;
            }
        }
    }
    table
}
