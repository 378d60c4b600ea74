//! PNG pictures: every kind of pixel, grids of cells in screenshots, hostile files, round trips.
#![cfg(feature = "png")]

use lightsout::board::picture::{Cell, PictureOptions};
use lightsout::board::{Board, Fault, ParseError, ReadOptions, png as board_png, read_one};
use lightsout::gf2::BitMatrix;
use png::{BitDepth, ColorType};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn random(rows: usize, cols: usize, seed: u64) -> BitMatrix {
    let mut state = seed | 1;
    BitMatrix::from_fn(rows, cols, |_, _| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 40 & 1 == 1
    })
}

fn options(cell: Cell) -> PictureOptions {
    PictureOptions { cell, ..Default::default() }
}

const PIXEL: PictureOptions = PictureOptions { threshold: 128, invert: false, cell: Cell::Pixels(1) };

fn read(bytes: &[u8], picture: PictureOptions) -> Result<Board, ParseError> {
    let board = read_one(bytes, &ReadOptions { picture, ..Default::default() });
    match &board {
        Ok(board) => board.lights().validate(),
        Err(error) => {
            let text = error.to_string();
            assert!(text.chars().all(|c| !c.is_control()) && text.contains("; "), "{text:?}");
        }
    }
    board
}

/// Encodes raw rows of any kind of pixel.
fn encode(
    width: usize,
    height: usize,
    color: ColorType,
    depth: BitDepth,
    palette: Option<&[u8]>,
    data: &[u8],
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette.to_vec());
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

fn rgb(width: usize, height: usize, pixel: impl Fn(usize, usize) -> [u8; 3]) -> Vec<u8> {
    let data: Vec<u8> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
    encode(width, height, ColorType::Rgb, BitDepth::Eight, None, &data)
}

fn written(pattern: &BitMatrix) -> Vec<u8> {
    let mut file = Vec::new();
    board_png::write(&mut file, pattern).unwrap();
    file
}

#[test]
fn round_trips_a_pixel_a_cell() {
    for cols in [1, 7, 8, 9, 63, 64, 65, 129, 1025] {
        for rows in [1, 2, 65] {
            let pattern = random(rows, cols, (rows * 7 + cols) as u64);
            let file = written(&pattern);
            assert_eq!(read(&file, PictureOptions::default()).unwrap().lights(), &pattern, "{rows} x {cols}");
            // Another decoder's view: black is on.
            let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut bytes).unwrap();
            assert_eq!((info.color_type, info.bit_depth), (ColorType::Grayscale, BitDepth::One));
            for (r, row) in bytes.chunks(cols.div_ceil(8)).enumerate() {
                assert!((0..cols).all(|c| (row[c / 8] >> (7 - c % 8) & 1 == 0) == pattern.get(r, c)));
            }
        }
    }
    assert!(board_png::write(Vec::new(), &BitMatrix::zeros(0, 3)).is_err());
}

#[test]
fn every_kind_of_pixel() {
    let pattern = random(5, 9, 3);
    let cells = || (0..5).flat_map(|r| (0..9).map(move |c| (r, c))).map(|(r, c)| pattern.get(r, c));
    let each = |on: &[u8], off: &[u8]| {
        cells().flat_map(|light| if light { on.to_vec() } else { off.to_vec() }).collect::<Vec<u8>>()
    };
    let packed = |bits: usize, on: u8, off: u8| {
        let mut data = vec![0u8; 5 * (9 * bits).div_ceil(8)];
        for (i, light) in cells().enumerate() {
            let (r, c) = (i / 9, i % 9);
            data[r * (9 * bits).div_ceil(8) + c * bits / 8] |=
                (if light { on } else { off }) << (8 - bits - c * bits % 8);
        }
        data
    };
    let palette: &[u8] = &[250, 240, 0, 20, 20, 90, 255, 255, 255, 0, 0, 0];
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    let files = [
        encode(9, 5, Grayscale, One, None, &packed(1, 0, 1)),
        encode(9, 5, Grayscale, Two, None, &packed(2, 1, 2)),
        encode(9, 5, Grayscale, Four, None, &packed(4, 7, 8)),
        encode(9, 5, Grayscale, Eight, None, &each(&[127], &[128])),
        encode(9, 5, Grayscale, Sixteen, None, &each(&[127, 255], &[128, 0])),
        encode(9, 5, GrayscaleAlpha, Eight, None, &each(&[0, 255], &[0, 100])),
        encode(9, 5, GrayscaleAlpha, Sixteen, None, &each(&[0, 0, 255, 255], &[0, 0, 0, 0])),
        encode(9, 5, Rgb, Eight, None, &each(&[255, 0, 0], &[0, 255, 0])),
        encode(9, 5, Rgb, Sixteen, None, &each(&[255, 255, 0, 0, 0, 0], &[0, 0, 255, 255, 0, 0])),
        encode(9, 5, Rgba, Eight, None, &each(&[0, 0, 0, 255], &[0, 0, 0, 0])),
        encode(9, 5, Indexed, One, Some(palette), &packed(1, 1, 0)),
        encode(9, 5, Indexed, Two, Some(palette), &packed(2, 3, 2)),
        encode(9, 5, Indexed, Eight, Some(palette), &each(&[1], &[0])),
    ];
    for (i, file) in files.iter().enumerate() {
        assert_eq!(read(file, PIXEL).unwrap().lights(), &pattern, "kind {i}");
    }
    // A bilevel palette whose colours are both light, or both dark: only the threshold tells them apart.
    let file = encode(9, 5, Indexed, One, Some(&[250, 250, 250, 200, 200, 200]), &packed(1, 1, 0));
    assert!(read(&file, PIXEL).unwrap().lights().is_zero());
    assert_eq!(read(&file, PictureOptions { threshold: 220, ..PIXEL }).unwrap().lights(), &pattern);
    assert_eq!(read(&file, PictureOptions { threshold: 255, ..PIXEL }).unwrap().lights().count_ones(), 45);
    let mut inverse = pattern.clone();
    inverse.complement();
    assert_eq!(read(&files[7], PictureOptions { invert: true, ..PIXEL }).unwrap().lights(), &inverse);
}

/// A picture of a board: cells of `pitch`, lines of `line` around each in `ink`, a margin of `margin`.
struct Drawing {
    pitch: usize,
    line: usize,
    margin: usize,
    on: [u8; 3],
    off: [u8; 3],
    ink: [u8; 3],
}

impl Drawing {
    fn draw(&self, board: &BitMatrix) -> Vec<u8> {
        let side = |cells: usize| cells * self.pitch + self.line + 2 * self.margin;
        rgb(side(board.cols()), side(board.rows()), |x, y| {
            let inner = |at: usize, cells: usize| {
                at.checked_sub(self.margin).filter(|at| *at < cells * self.pitch + self.line)
            };
            let (Some(x), Some(y)) = (inner(x, board.cols()), inner(y, board.rows())) else {
                return [255; 3];
            };
            if x % self.pitch < self.line || y % self.pitch < self.line {
                return self.ink;
            }
            if board.get(y / self.pitch, x / self.pitch) { self.on } else { self.off }
        })
    }
}

const FLAT: Drawing = Drawing { pitch: 20, line: 0, margin: 0, on: [0; 3], off: [255; 3], ink: [0; 3] };

#[test]
fn grids_are_found_in_screenshots() {
    let drawings = [
        FLAT,
        Drawing { pitch: 5, ..FLAT },
        Drawing { pitch: 16, line: 1, ink: [128; 3], ..FLAT },
        Drawing { pitch: 33, line: 2, ink: [0; 3], ..FLAT },
        Drawing { pitch: 33, line: 2, ink: [255; 3], ..FLAT },
        Drawing { pitch: 40, line: 4, ink: [90, 90, 90], margin: 13, ..FLAT },
        Drawing { pitch: 24, line: 2, ink: [60, 60, 60], margin: 7, on: [20, 20, 80], off: [250, 220, 90] },
        Drawing { pitch: 24, line: 2, ink: [60, 60, 60], margin: 24, on: [20, 20, 80], off: [250, 220, 90] },
    ];
    for (rows, cols) in [(5, 5), (8, 3), (2, 9), (30, 20)] {
        for seed in 1..4 {
            let board = random(rows, cols, seed);
            for (i, drawing) in drawings.iter().enumerate() {
                let read = read(&drawing.draw(&board), PictureOptions::default());
                assert_eq!(
                    read.unwrap_or_else(|e| panic!("drawing {i} of {rows} x {cols}: {e}")).lights(),
                    &board,
                    "drawing {i}"
                );
            }
        }
    }
    // The lights are bright: told by --invert.
    let board = random(6, 6, 11);
    let night =
        Drawing { pitch: 30, line: 3, margin: 0, on: [255, 230, 80], off: [40, 40, 60], ink: [10, 10, 20] };
    let bright = PictureOptions { invert: true, ..Default::default() };
    assert_eq!(read(&night.draw(&board), bright).unwrap().lights(), &board);
    // A pixel a cell in colours: told by --cell 1.
    let dots = Drawing { pitch: 1, on: [10, 20, 30], ..FLAT };
    assert!(read(&dots.draw(&board), PictureOptions::default()).is_err());
    assert_eq!(read(&dots.draw(&board), PIXEL).unwrap().lights(), &board);
}

#[test]
fn pictures_without_a_grid_are_refused() {
    let refused = |file: &[u8]| match read(file, PictureOptions::default()) {
        Err(error) => assert!(matches!(error.fault(), Fault::NoGrid { .. }), "{error}"),
        Ok(board) => panic!("{} bytes read as\n{board}", file.len()),
    };
    refused(&rgb(64, 64, |_, _| [255; 3]));
    refused(&rgb(64, 64, |x, y| [(x * 4) as u8, (y * 4) as u8, 0])); // shades
    refused(&rgb(100, 100, |x, y| {
        if (x as i32 - 50).pow(2) + (y as i32 - 50).pow(2) < 900 { [0; 3] } else { [255; 3] }
    }));
    let noise = random(90, 90, 5);
    refused(&rgb(
        90,
        90,
        |x, y| if noise.get(y, x) { [(x * 2) as u8, 0, 0] } else { [255, (y * 2) as u8, 255] },
    ));
    // Cells of different widths.
    refused(&rgb(100, 60, |x, y| {
        if (usize::from(x > 13) + usize::from(x > 47) + y / 20) % 2 == 0 { [0; 3] } else { [255; 3] }
    }));
    // A board in a margin without a frame: nobody can say how many cells are off at its rim.
    let ring =
        BitMatrix::from_fn(5, 5, |r, c| (1..4).contains(&r) && (1..4).contains(&c) && (r + c) % 2 == 0);
    refused(&Drawing { margin: 7, ..FLAT }.draw(&ring));
    // --cell settles what can't be seen.
    let black = rgb(60, 40, |_, _| [0; 3]);
    assert_eq!(
        read(&black, options(Cell::Pixels(20))).unwrap().lights(),
        &BitMatrix::from_fn(2, 3, |_, _| true)
    );
    assert!(matches!(read(&black, options(Cell::Pixels(7))).unwrap_err().fault(), Fault::CellSize { .. }));
}

/// A chunk of a PNG, with its checksum.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = !0u32;
    for byte in name.iter().chain(data) {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    [&(data.len() as u32).to_be_bytes()[..], name, data, &(!crc).to_be_bytes()].concat()
}

fn header(width: u32, height: u32, depth: u8, color: u8, interlaced: u8) -> Vec<u8> {
    let ihdr = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, interlaced]].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &ihdr)].concat()
}

#[test]
fn interlaced_pictures() {
    // Adam7, 1 bit, stored without compression, written by the definition of its seven passes.
    let pattern = random(13, 21, 8);
    let passes =
        [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)];
    let mut raw = Vec::new();
    for (y0, x0, dy, dx) in passes {
        for y in (y0..13).step_by(dy) {
            let bits: Vec<bool> = (x0..21).step_by(dx).map(|x| !pattern.get(y, x)).collect();
            raw.push(0);
            raw.extend(
                bits.chunks(8).map(|eight| {
                    eight.iter().enumerate().map(|(i, on)| u8::from(*on) << (7 - i)).sum::<u8>()
                }),
            );
        }
    }
    let (mut a, mut b) = (1u32, 0u32);
    for byte in &raw {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let len = raw.len() as u16;
    let zlib =
        [&[0x78, 1, 1][..], &len.to_le_bytes(), &(!len).to_le_bytes(), &raw, &(b << 16 | a).to_be_bytes()]
            .concat();
    let file = [header(21, 13, 1, 0, 1), chunk(b"IDAT", &zlib), chunk(b"IEND", &[])].concat();
    assert_eq!(read(&file, PictureOptions::default()).unwrap().lights(), &pattern);
}

#[test]
fn hostile_files() {
    let mut files = vec![
        b"\x89PNG".to_vec(),
        b"\x89PNG\r\n\x1a\n".to_vec(),
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\xff\x00\x00\xff\xff\x01\x00\x00\x00\x00".to_vec(),
    ];
    for (depth, color) in [(1, 0), (8, 0), (16, 6), (8, 2), (1, 3), (16, 0)] {
        for interlaced in [0, 1] {
            for (width, height) in [
                (65535, 65535),
                (0x7fff_ffff, 0x7fff_ffff),
                (0x7fff_ffff, 1),
                (1, 0x7fff_ffff),
                (0, 5),
                (0xffff_ffff, 0xffff_ffff),
            ] {
                let alone = header(width, height, depth, color, interlaced);
                files.push([alone.clone(), chunk(b"IEND", &[])].concat());
                files.push([alone.clone(), chunk(b"IDAT", &[0x78, 1, 0, 0])].concat());
                files.push(alone);
            }
        }
    }
    let good = written(&random(40, 40, 2));
    files.extend((0..good.len()).map(|len| good[..len].to_vec()));
    for at in 8..good.len() {
        let mut broken = good.clone();
        broken[at] ^= 0x10;
        files.push(broken);
    }
    for file in files {
        for options in [PictureOptions::default(), PIXEL] {
            let error = read(&file, options).expect_err("a broken file");
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

#[test]
fn errors_name_the_place() {
    let good = written(&random(40, 40, 2));
    let error = read(&good[..good.len() / 2], PIXEL).unwrap_err();
    assert!(matches!(error.fault(), Fault::Png { .. }), "{error}");
    assert!(error.to_string().starts_with("byte ") && error.message().contains("ends early"), "{error}");
    let mut broken = good.clone();
    broken[60] ^= 1;
    let error = read(&broken, PIXEL).unwrap_err();
    assert!(error.message().contains("CRC"), "{error}");
    let bomb = [header(0x7fff_ffff, 0x7fff_ffff, 8, 6, 0), chunk(b"IDAT", &[0x78, 1])].concat();
    assert!(matches!(
        read(&bomb, PIXEL).unwrap_err().fault(),
        Fault::Png { .. } | Fault::LargePicture { .. }
    ));
    let bomb = [header(65535, 65535, 1, 0, 1), chunk(b"IDAT", &[0x78, 1])].concat();
    assert!(matches!(read(&bomb, PIXEL).unwrap_err().fault(), Fault::LargePicture { .. }));
    let bomb = [header(65535, 65535, 8, 0, 0), chunk(b"IDAT", &[0x78, 1])].concat();
    assert!(matches!(
        read(&bomb, PictureOptions::default()).unwrap_err().fault(),
        Fault::LargePicture { .. }
    ));
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn broken_anywhere(seed in any::<u64>(), at in any::<prop::sample::Index>(), bytes in proptest::collection::vec(any::<u8>(), 0..6)) {
        let mut file = written(&random(9, 20, seed));
        let at = at.index(file.len());
        file.splice(at..(at + bytes.len()).min(file.len()), bytes);
        for options in [PictureOptions::default(), PIXEL] {
            let _ = read(&file, options);
        }
    }

    #[test]
    fn any_pixels_have_a_board_or_none(width in 1..40usize, height in 1..40usize, seed in any::<u64>(), cell in 1..9usize, colours in 1..4u64) {
        // Blocks of pixels in few colours: nothing may panic, and what is read has sensible sides.
        let blocks = random(41, 41 * 8, seed);
        let file = rgb(width, height, |x, y| {
            let colour = (0..colours).filter(|k| blocks.get(y / cell, x / cell * 8 + *k as usize)).count();
            [255 - 80 * colour as u8; 3]
        });
        if let Ok(board) = read(&file, PictureOptions::default()) {
            prop_assert!(board.rows() <= height && board.cols() <= width);
        }
        prop_assert!(read(&file, PIXEL).is_ok());
    }
}
