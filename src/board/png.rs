//! Boards from and to PNG pictures.
//!
//! A dark pixel is on, as black is in PBM. A 1-bit picture has one pixel a cell; in a picture of more colours,
//! such as a screenshot, the grid of cells is looked for, unless its size is given.
//!
//! ```
//! use lightsout::board::picture::PictureOptions;
//! use lightsout::board::{Board, png};
//!
//! let board: Board = "X.\n.X\n".parse()?;
//! let mut file = Vec::new();
//! png::write(&mut file, board.lights())?;
//! assert_eq!(png::parse(&file, &PictureOptions::default())?, board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, BufRead, Cursor, Seek, Write};

use png::{
    BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, Filter, Limits, Transformations,
};

use super::error::{Fault, ParseError, Place};
use super::pbm_rows::{decode_rows, encode_rows, row_bytes};
use super::picture::{Cell, PictureOptions};
use super::{Board, grid};
use crate::gf2::{BitMatrix, words_for};

/// The decoder may hold this much beside the picture: rows, text and profiles.
const DECODER_BYTES: usize = 1 << 26;

/// Pixels, unpacked, that a picture may have in all: a file of a few bytes may claim any number.
const MOST_BYTES: u64 = 1 << 32;

/// Interlaced pictures, which must be held whole, and those in which a grid is looked for.
const MOST_HELD: u64 = 1 << 26;

/// The grey values of a picture, row-major, 0 black to 255 white.
pub(super) struct Luma {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// Reads a PNG as a board. Memory: the board and a few rows; the picture too, a byte a pixel, when a grid is
/// looked for. Cost: O(pixels).
///
/// # Errors
/// [`Fault::Png`] for what is no whole PNG, [`Fault::LargePicture`] past the limits, [`Fault::CellSize`],
/// and [`Fault::NoGrid`] when a grid is looked for and not found.
pub fn parse(bytes: &[u8], options: &PictureOptions) -> Result<Board, ParseError> {
    let mut input = Cursor::new(bytes);
    let picture = decode(&mut input, options);
    let place = Place::Byte(input.position());
    match picture.map_err(|fault| ParseError::new(place, fault))? {
        Picture::Bilevel(dark) => options.board(dark),
        Picture::Luma(luma) => {
            let cells = grid::cells(&luma, options.threshold).map_err(|why| {
                let (width, height) = (luma.width, luma.height);
                ParseError::new(Place::Whole, Fault::NoGrid { width, height, why })
            })?;
            PictureOptions { cell: Cell::Auto, ..*options }.board(cells)
        }
    }
}

/// A picture, reduced as far as the options allow.
enum Picture {
    /// Dark pixels are ones.
    Bilevel(BitMatrix),
    Luma(Luma),
}

fn decode(input: impl BufRead + Seek, options: &PictureOptions) -> Result<Picture, Fault> {
    let mut decoder = Decoder::new_with_limits(input, Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(fault)?;
    let one_bit = header.bit_depth == BitDepth::One;
    let (width, height) = (header.width as usize, header.height as usize);
    let interlaced = header.interlaced;
    // Bits stay packed; all else becomes grey or colours of eight bits.
    decoder.set_transformations(match one_bit && !interlaced {
        true => Transformations::IDENTITY,
        false => Transformations::EXPAND | Transformations::STRIP_16,
    });
    let mut reader = decoder.read_info().map_err(fault)?;
    let (color, _) = reader.output_color_type();
    let large = |why| Fault::LargePicture { width, height, why };
    let line = reader.output_line_size(width as u32).ok_or_else(|| large("has rows past all limits"))? as u64;
    if line.saturating_mul(height as u64) > MOST_BYTES {
        return Err(large("takes more than 4 GiB of pixels"));
    }
    let seek_grid = options.cell == Cell::Auto && !one_bit;
    let pixels = width as u64 * height as u64;
    if interlaced && line * height as u64 > 4 * MOST_HELD {
        return Err(large("is interlaced and must be held whole"));
    }
    if seek_grid && pixels > MOST_HELD {
        return Err(large("is too large to look for a grid of cells"));
    }

    let one_bit_rows = (one_bit && !interlaced).then(|| bilevel(&reader, options.threshold));
    let mut sink = Sink {
        width,
        threshold: options.threshold,
        one_bit_rows,
        luma: seek_grid.then(Vec::new),
        words: Vec::new(),
    };
    if interlaced {
        let mut frame = vec![0; line as usize * height];
        reader.next_frame(&mut frame).map_err(fault)?;
        for row in frame.chunks_exact(line as usize) {
            sink.take(row, color);
        }
    } else {
        while let Some(row) = reader.next_row().map_err(fault)? {
            sink.take(row.data(), color);
        }
    }
    reader.finish().map_err(fault)?;
    let Sink { luma, words, .. } = sink;
    Ok(match luma {
        Some(pixels) => Picture::Luma(Luma { width, height, pixels }),
        None => Picture::Bilevel(BitMatrix::from_words(height, width, words)),
    })
}

/// For a 1-bit picture, whether its zeros and its ones are dark.
fn bilevel<R: BufRead + Seek>(reader: &png::Reader<R>, threshold: u8) -> [bool; 2] {
    let info = reader.info();
    let grey = |value: usize| {
        let transparent = info.trns.as_deref();
        match (&info.palette, info.color_type) {
            (Some(palette), ColorType::Indexed) => match palette.get(value * 3..value * 3 + 3) {
                Some(&[r, g, b]) => {
                    luma(r, g, b, transparent.and_then(|t| t.get(value)).copied().unwrap_or(255))
                }
                _ => 0,
            },
            // Grey: the transparent value is one 16-bit number.
            _ if transparent.is_some_and(|t| t.get(1) == Some(&(value as u8))) => 255,
            _ => value as u8 * 255,
        }
    };
    [grey(0) < threshold, grey(1) < threshold]
}

/// The grey of a colour over white, by the weights of ITU-R BT.601.
fn luma(r: u8, g: u8, b: u8, alpha: u8) -> u8 {
    let grey = (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000;
    let alpha = u32::from(alpha);
    ((grey * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

/// Where decoded rows go.
struct Sink {
    width: usize,
    threshold: u8,
    one_bit_rows: Option<[bool; 2]>,
    luma: Option<Vec<u8>>,
    words: Vec<u64>,
}

impl Sink {
    fn take(&mut self, row: &[u8], color: ColorType) {
        let begin = self.words.len();
        if let Some(dark) = self.one_bit_rows {
            self.words.resize(begin + words_for(self.width), 0);
            let words = &mut self.words[begin..];
            decode_rows(self.width, &row[..row_bytes(self.width)], words);
            match dark {
                [false, true] => {}
                // The padding is cleared when the words become a matrix.
                [true, false] => words.iter_mut().for_each(|word| *word = !*word),
                [same, _] => words.fill(if same { u64::MAX } else { 0 }),
            }
            return;
        }
        match color {
            ColorType::Grayscale | ColorType::Indexed => self.take_grey(row.iter().copied()),
            ColorType::GrayscaleAlpha => {
                self.take_grey(row.as_chunks().0.iter().map(|&[v, a]| luma(v, v, v, a)))
            }
            ColorType::Rgb => self.take_grey(row.as_chunks().0.iter().map(|&[r, g, b]| luma(r, g, b, 255))),
            ColorType::Rgba => self.take_grey(row.as_chunks().0.iter().map(|&[r, g, b, a]| luma(r, g, b, a))),
        }
    }

    fn take_grey(&mut self, greys: impl Iterator<Item = u8>) {
        if let Some(pixels) = &mut self.luma {
            pixels.extend(greys);
            return;
        }
        for (x, grey) in greys.enumerate() {
            if x % 64 == 0 {
                self.words.push(0);
            }
            if let Some(last) = self.words.last_mut() {
                *last |= u64::from(grey < self.threshold) << (x % 64);
            }
        }
    }
}

/// The decoder's complaint in one line of plain characters.
fn fault(error: DecodingError) -> Fault {
    let message = match error {
        DecodingError::IoError(e) if e.kind() == io::ErrorKind::UnexpectedEof => "it ends early".to_owned(),
        DecodingError::LimitsExceeded => "it needs more memory than a picture may".to_owned(),
        error => error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect(),
    };
    Fault::Png { message }
}

/// Writes a pattern as a 1-bit PNG, a pixel a cell, black for on. Memory: a batch of rows.
/// Cost: O(words), and the compression.
///
/// # Errors
/// When `out` refuses, and [`io::ErrorKind::InvalidInput`] for a pattern without cells or with a side of 2³¹.
pub fn write(out: impl Write, pattern: &BitMatrix) -> io::Result<()> {
    let side = |n: usize| u32::try_from(n).ok().filter(|n| *n > 0 && *n < 1 << 31);
    let (Some(width), Some(height)) = (side(pattern.cols()), side(pattern.rows())) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a PNG has 1 to 2^31 - 1 pixels a side"));
    };
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer_with_size(1 << 18)?;
    let bytes_a_row = row_bytes(pattern.cols());
    let batch = ((1 << 18) / bytes_a_row).max(1);
    let mut bytes = vec![0; batch.min(pattern.rows()) * bytes_a_row];
    for words in pattern.words().chunks(batch * pattern.stride()) {
        let bytes = &mut bytes[..words.len() / pattern.stride() * bytes_a_row];
        encode_rows(pattern.cols(), words, bytes);
        // Grey 0 is black.
        bytes.iter_mut().for_each(|byte| *byte = !*byte);
        rows.write_all(bytes)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(())
}
