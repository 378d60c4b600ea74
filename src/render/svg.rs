//! SVG: crisp squares, presses as discs over them, titled and described for those who can't see them.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::render::{Picture, svg};
//!
//! let board: Board = "X.".parse()?;
//! let options = svg::SvgOptions { title: Some("Level 1".to_owned()), ..Default::default() };
//! let text = svg::to_string(&Picture::of_board(&board), &options);
//! assert!(text.contains("<title id=\"lightsout-title\">Level 1</title>"));
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};

use super::look::{hex, theme};
use super::{Cell, Picture};

/// Units to a side of a cell; a unit is a pixel unless the picture is scaled.
const CELL: usize = 32;

/// Units between two cells, and around the board.
const GAP: usize = 2;

/// Boards of more cells are described by numbers alone.
const MOST_DESCRIBED: usize = 400;

/// What an SVG shows beside the picture itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SvgOptions {
    /// Whether presses are numbered in reading order.
    pub hints: bool,
    /// The title; what the picture shows, when `None`.
    pub title: Option<String>,
}

/// Writes the picture as a document of SVG 1.1. Every light is a `rect` in the group of class `on` or `off`, every press
/// a `circle` in the group of class `presses`; a hole is left out. Row by row, so that memory stays small.
/// Cost: O(cells).
///
/// # Errors
/// When `out` refuses.
pub fn write(out: &mut impl Write, picture: &Picture<'_>, options: &SvgOptions) -> io::Result<()> {
    let side = |cells: usize| cells * (CELL + GAP) + GAP;
    let (width, height) = (side(picture.cols()), side(picture.rows()));
    let title = escape(options.title.as_deref().unwrap_or(&picture.title()));
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"lightsout-title lightsout-desc\">\n\
         <title id=\"lightsout-title\">{title}</title>\n\
         <desc id=\"lightsout-desc\">{}</desc>\n",
        escape(&description(picture, options.hints))
    )?;
    for (class, wanted, color) in [("off", false, theme::OFF), ("on", true, theme::ON)] {
        // Half a unit on, so that the outlines fall on whole pixels.
        writeln!(
            out,
            "<g class=\"{class}\" fill=\"{}\" stroke=\"{}\" transform=\"translate(0.5 0.5)\">",
            hex(color),
            hex(theme::LINE)
        )?;
        each_row(out, picture, |line, row, col, cell, _| {
            if matches!(cell, Cell::Button { on, .. } if on == wanted) {
                let (x, y) = (left(col), left(row));
                // Writing to a string does not fail.
                let side = CELL - 1;
                let _ = writeln!(line, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
            }
        })?;
        out.write_all(b"</g>\n")?;
    }
    if picture.presses.is_some() {
        let (fill, rim) = (hex(theme::PRESS), hex(theme::PRESS_RIM));
        writeln!(out, "<g class=\"presses\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\">")?;
        each_row(out, picture, |line, row, col, cell, _| {
            if matches!(cell, Cell::Button { press: true, .. }) {
                let (x, y, r) = (left(col) + CELL / 2, left(row) + CELL / 2, CELL * 3 / 8);
                let _ = writeln!(line, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
            }
        })?;
        out.write_all(b"</g>\n")?;
        if options.hints {
            write_hints(out, picture)?;
        }
    }
    out.write_all(b"</svg>\n")
}

/// The numbers on the presses, the first in reading order 1.
fn write_hints(out: &mut impl Write, picture: &Picture<'_>) -> io::Result<()> {
    writeln!(
        out,
        "<g class=\"hints\" fill=\"{}\" font-family=\"sans-serif\" font-weight=\"bold\" \
         text-anchor=\"middle\">",
        hex(theme::PRESS_RIM)
    )?;
    each_row(out, picture, |line, row, col, cell, presses| {
        if matches!(cell, Cell::Button { press: true, .. }) {
            // Numbers of more digits are smaller, to stay on the disc.
            let size = match presses {
                0..100 => 14,
                100..1000 => 11,
                _ => 8,
            };
            let (x, y) = (left(col) + CELL / 2, left(row) + CELL / 2 + size * 5 / 14);
            let _ = writeln!(line, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{presses}</text>");
        }
    })?;
    out.write_all(b"</g>\n")
}

/// Calls `draw` for every cell with a line to write to, its place, and how many presses there were up to it; writes the
/// lines row by row.
fn each_row(
    out: &mut impl Write,
    picture: &Picture<'_>,
    mut draw: impl FnMut(&mut String, usize, usize, Cell, usize),
) -> io::Result<()> {
    let mut lines = String::new();
    let mut presses = 0;
    for row in 0..picture.rows() {
        lines.clear();
        for col in 0..picture.cols() {
            let cell = picture.cell(row, col);
            presses += usize::from(matches!(cell, Cell::Button { press: true, .. }));
            draw(&mut lines, row, col, cell, presses);
        }
        out.write_all(lines.as_bytes())?;
    }
    Ok(())
}

/// The picture as a string; see [`write()`].
pub fn to_string(picture: &Picture<'_>, options: &SvgOptions) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and what is written is UTF-8.
    let _ = write(&mut bytes, picture, options);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where column (or row) `i` begins.
fn left(i: usize) -> usize {
    GAP + i * (CELL + GAP)
}

/// The picture in words: row by row when it is small.
fn description(picture: &Picture<'_>, hints: bool) -> String {
    let mut text = format!("A board of {} rows and {} columns.", picture.rows(), picture.cols());
    if picture.rows().saturating_mul(picture.cols()) > MOST_DESCRIBED {
        return text;
    }
    let mut layer = |name: &str, mark: &dyn Fn(bool, bool) -> bool| {
        let _ = write!(text, " {name}, row by row:");
        for row in 0..picture.rows() {
            text.push(' ');
            text.extend((0..picture.cols()).map(|col| match picture.cell(row, col) {
                Cell::Hole => '~',
                Cell::Button { on, press } => {
                    if mark(on, press) {
                        'X'
                    } else {
                        '.'
                    }
                }
            }));
        }
        text.push('.');
    };
    if picture.lights.is_some() {
        layer("Lights on as X", &|on, _| on);
    }
    if picture.presses.is_some() {
        layer("Buttons to press as X", &|_, press| press);
    }
    if hints && picture.presses.is_some() {
        text.push_str(" The presses are numbered in reading order; any order does.");
    }
    text
}

/// Text as XML writes it; characters that XML has none for are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}
