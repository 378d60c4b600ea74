//! PNG: lights as squares and presses as discs over them; for large boards a pixel a cell.
//!
//! ```
//! use lightsout::board::{Board, ReadOptions, read_one};
//! use lightsout::render::{Picture, png};
//!
//! let board: Board = "X.X\n.X.\nX.X\n".parse()?;
//! let mut file = Vec::new();
//! png::write(&mut file, &Picture::of_board(&board), Some(12))?;
//! // Lights alone are read back.
//! assert_eq!(read_one(&file, &ReadOptions::default())?, board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use super::look::theme;
use super::{Cell, Picture, look};
use crate::board::png as bilevel;

/// The longest side of a picture whose scale is chosen here, and the largest cell.
const COMFORTABLE: usize = 1024;
const LARGEST_CELL: usize = 48;

/// Cells smaller than this have no lines between them.
const LEAST_LINED: usize = 6;

/// The largest cell that can be asked for, and the longest side: the format's own limit.
const LARGEST_SCALE: usize = 4096;
const LARGEST_SIDE: usize = (1 << 31) - 1;

/// Colours by number: holes show what lies behind.
const PALETTE: [look::Rgb; 7] =
    [[255; 3], theme::LINE, theme::OFF, theme::ON, theme::PRESS, theme::PRESS_RIM, [0x17, 0x25, 0x54]];
const HOLE: u8 = 0;
const LINE: u8 = 1;
const OFF: u8 = 2;
const ON: u8 = 3;
const PRESS: u8 = 4;
const RIM: u8 = 5;
const PRESS_ON: u8 = 6;

/// Pixels to a side of a cell when the caller does not say: as large as is comfortable, down to one.
pub fn default_scale(rows: usize, cols: usize) -> usize {
    (COMFORTABLE / rows.max(cols).max(1)).clamp(1, LARGEST_CELL)
}

/// Writes the picture with cells of `scale` × `scale` pixels, [`default_scale`] when `None`.
///
/// Lights alone, or presses alone, at a scale of one are a 1-bit picture, black for on; everything else is in
/// colours, with lines between cells of six pixels and more. Pictures of lights are read back by
/// [`board::read_one`](crate::board::read_one). Memory: a row of cells. Cost: O(pixels), and the compression.
///
/// # Errors
/// When `out` refuses, and [`io::ErrorKind::InvalidInput`] for a picture without cells, with cells of no or more
/// than 4096 pixels a side, or with a side of 2³¹ pixels.
pub fn write(out: impl Write, picture: &Picture<'_>, scale: Option<usize>) -> io::Result<()> {
    let scale = scale.unwrap_or_else(|| default_scale(picture.rows(), picture.cols()));
    match (picture.lights, picture.presses, scale) {
        (Some(bits), None, 1) | (None, Some(bits), 1) => bilevel::write(out, bits),
        _ => write_colours(out, picture, scale),
    }
}

fn write_colours(out: impl Write, picture: &Picture<'_>, scale: usize) -> io::Result<()> {
    let refuse = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if !(1..=LARGEST_SCALE).contains(&scale) {
        return refuse("a cell has 1 to 4096 pixels a side");
    }
    let line = usize::from(scale >= LEAST_LINED);
    let side = |cells: usize| {
        let pixels =
            cells.checked_mul(scale).and_then(|p| p.checked_add(line)).filter(|p| *p <= LARGEST_SIDE);
        pixels.filter(|p| *p > line).and_then(|p| u32::try_from(p).ok())
    };
    let (Some(width), Some(height)) = (side(picture.cols()), side(picture.rows())) else {
        return refuse("a PNG has 1 to 2^31 - 1 pixels a side");
    };
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(PALETTE.concat());
    if picture.holes.is_some() {
        encoder.set_trns(&[0][..]);
    }
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer_with_size(1 << 16)?;
    let tiles = Tiles::new(scale, line);
    let mut pixels = vec![LINE; width as usize];
    let mut packed = vec![0; pixels.len().div_ceil(2)];
    let mut write_row = |pixels: &[u8]| {
        for (byte, pair) in packed.iter_mut().zip(pixels.chunks(2)) {
            *byte = pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
        }
        rows.write_all(&packed)
    };
    let mut cells = Vec::with_capacity(picture.cols());
    for r in 0..picture.rows() {
        cells.clear();
        cells.extend((0..picture.cols()).map(|c| picture.cell(r, c)));
        for y in 0..scale {
            for (place, cell) in pixels.chunks_exact_mut(scale).zip(&cells) {
                place.copy_from_slice(tiles.row(*cell, y));
            }
            write_row(&pixels)?;
        }
    }
    if line > 0 {
        pixels.fill(LINE);
        write_row(&pixels)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(())
}

/// The pixels of every kind of cell, with the lines at its top and left.
struct Tiles {
    scale: usize,
    pixels: Vec<Vec<u8>>,
}

impl Tiles {
    fn new(scale: usize, line: usize) -> Self {
        let cell = |on, press| Cell::Button { on, press };
        let kinds = [Cell::Hole, cell(false, false), cell(true, false), cell(false, true), cell(true, true)];
        Self { scale, pixels: kinds.map(|kind| tile(kind, scale, line)).to_vec() }
    }

    /// Row `y` of the pixels of a cell.
    fn row(&self, cell: Cell, y: usize) -> &[u8] {
        let kind = match cell {
            Cell::Hole => 0,
            Cell::Button { on, press } => 1 + usize::from(on) + 2 * usize::from(press),
        };
        &self.pixels[kind][y * self.scale..][..self.scale]
    }
}

/// One cell: a square, and for a press a disc with a rim in its middle; a small cell is of one colour.
fn tile(cell: Cell, scale: usize, line: usize) -> Vec<u8> {
    let Cell::Button { on, press } = cell else {
        return square(scale, line, HOLE);
    };
    let ground = if on { ON } else { OFF };
    if !press {
        return square(scale, line, ground);
    }
    if scale < LEAST_LINED {
        return square(scale, line, if on { PRESS_ON } else { PRESS });
    }
    let mut pixels = square(scale, line, ground);
    // In half pixels from the middle of what the lines leave.
    let (middle, side) = (scale + line, scale - line);
    let (outer, inner) = (side * 3 / 4, side * 3 / 4 - (side / 8).max(2));
    for y in line..scale {
        for x in line..scale {
            let (dx, dy) = ((2 * x + 1).abs_diff(middle), (2 * y + 1).abs_diff(middle));
            let distance = dx * dx + dy * dy;
            if distance <= outer * outer {
                pixels[y * scale + x] = if distance <= inner * inner { PRESS } else { RIM };
            }
        }
    }
    pixels
}

/// A square of one colour with lines at its top and left.
fn square(scale: usize, line: usize, color: u8) -> Vec<u8> {
    let at = |i: usize| if i / scale < line || i % scale < line { LINE } else { color };
    (0..scale * scale).map(at).collect()
}
