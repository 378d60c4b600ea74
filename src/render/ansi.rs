//! Terminal art: two rows of cells to a line, as half blocks in true colour.
//!
//! A character of a terminal is about twice as high as wide, so a half block is a square. Whether the terminal shows
//! colours is the caller's to know; where it does not, [`crate::board::text`] writes plain characters.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::render::{Picture, ansi};
//!
//! let board: Board = "X.\n.X\n.X\n".parse()?;
//! assert_eq!(ansi::to_string(&Picture::of_board(&board)).lines().count(), 2);
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

use std::io::{self, Write};

use super::look::flat;
use super::{Picture, Rgb};

/// Writes the picture, ⌈rows / 2⌉ lines of `cols` characters. Colours are set where they change and reset before
/// the end of each line. Cost: O(cells).
///
/// # Errors
/// When `out` refuses.
pub fn write(out: &mut impl Write, picture: &Picture<'_>) -> io::Result<()> {
    let mut line = String::new();
    for top in (0..picture.rows()).step_by(2) {
        line.clear();
        let mut pen = Pen::default();
        for col in 0..picture.cols() {
            let upper = flat(picture.cell(top, col));
            let lower = if top + 1 < picture.rows() { flat(picture.cell(top + 1, col)) } else { None };
            let (ink, paper, block) = match (upper, lower) {
                (None, None) => (None, None, ' '),
                (Some(color), None) => (Some(color), None, '▀'),
                (None, Some(color)) => (Some(color), None, '▄'),
                (Some(upper), Some(lower)) => (Some(upper), Some(lower), '▀'),
            };
            pen.set(&mut line, ink, paper);
            line.push(block);
        }
        pen.set(&mut line, None, None);
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// The picture as a string; see [`write()`].
pub fn to_string(picture: &Picture<'_>) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and what is written is UTF-8.
    let _ = write(&mut bytes, picture);
    String::from_utf8(bytes).unwrap_or_default()
}

/// The colours the terminal writes in; `None` is its own.
#[derive(Default)]
struct Pen {
    ink: Option<Rgb>,
    paper: Option<Rgb>,
}

impl Pen {
    /// Changes what differs (SGR 38;2, 48;2, and 39, 49 for the terminal's own).
    fn set(&mut self, line: &mut String, ink: Option<Rgb>, paper: Option<Rgb>) {
        let mut change = |old: &mut Option<Rgb>, new: Option<Rgb>, base: u8| {
            if *old != new {
                *old = new;
                match new {
                    Some([r, g, b]) => line.push_str(&format!("\x1b[{};2;{r};{g};{b}m", base + 8)),
                    None => line.push_str(&format!("\x1b[{}m", base + 9)),
                }
            }
        };
        change(&mut self.ink, ink, 30);
        change(&mut self.paper, paper, 40);
    }
}
