//! PBM files: both kinds against the definition of the format, every error, bounded memory, no panic.

use lightsout::board::picture::{Cell, PictureOptions};
use lightsout::board::{Board, Fault, Format, ParseError, ReadOptions, pbm, read_from, read_many, read_one};
use lightsout::gf2::BitMatrix;
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

/// A raw file, bit by bit as the format says.
fn raw_by_definition(pattern: &BitMatrix) -> Vec<u8> {
    let mut file = format!("P4 {} {}\n", pattern.cols(), pattern.rows()).into_bytes();
    for r in 0..pattern.rows() {
        for byte in 0..pattern.cols().div_ceil(8) {
            let bit = |i: usize| byte * 8 + i < pattern.cols() && pattern.get(r, byte * 8 + i);
            file.push((0..8).map(|i| u8::from(bit(i)) << (7 - i)).sum());
        }
    }
    file
}

fn written(pattern: &BitMatrix) -> Vec<u8> {
    let mut file = Vec::new();
    pbm::write(&mut file, pattern).unwrap();
    file
}

/// A reader that gives a few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(out.len());
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads in every way there is, which must agree.
fn read(bytes: &[u8]) -> Result<Board, ParseError> {
    let board = pbm::parse_one(bytes);
    for piece in [1, 100, usize::MAX] {
        let streamed = pbm::read_one(Drip(bytes, piece), None);
        match (&board, &streamed) {
            (Ok(a), Ok(b)) => assert_eq!(a, b),
            // What is missing shows earlier when the length is known.
            (Err(a), Err(b)) => assert_eq!(a.fault(), b.fault()),
            _ => panic!("{board:?} but streamed {streamed:?}"),
        }
    }
    if let Ok(board) = &board {
        board.lights().validate();
    }
    board
}

#[test]
fn round_trips_at_word_boundaries() {
    for cols in [1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1025] {
        for rows in [1, 3, 64] {
            let pattern = random(rows, cols, (rows * cols) as u64);
            let by_definition = raw_by_definition(&pattern);
            assert_eq!(read(&by_definition).unwrap().lights(), &pattern, "{rows} x {cols}");
            let raster = rows * cols.div_ceil(8);
            let file = written(&pattern);
            assert_eq!(file[file.len() - raster..], by_definition[by_definition.len() - raster..]);
            assert_eq!(read(&file).unwrap().lights(), &pattern);
            let mut plain = Vec::new();
            pbm::write_plain(&mut plain, &pattern).unwrap();
            assert!(plain.split(|b| *b == b'\n').all(|line| line.len() <= 70));
            assert_eq!(read(&plain).unwrap().lights(), &pattern);
        }
    }
}

#[test]
fn rows_longer_than_a_batch() {
    // More than a mebibyte a row, so that rows come in pieces.
    let pattern = random(2, 9_000_003, 5);
    let file = written(&pattern);
    assert_eq!(pbm::parse_one(&file).unwrap().lights(), &pattern);
    assert_eq!(pbm::read_one(&file[..], None).unwrap().lights(), &pattern);
}

#[test]
fn what_headers_may_look_like() {
    let cross = BitMatrix::from_fn(3, 3, |r, c| r == 1 || c == 1);
    let files: [&[u8]; 9] = [
        b"P1\n3 3\n0 1 0\n1 1 1\n0 1 0\n",
        b"P1 3 3 010111010",
        b"P1\n# a comment\n3 # columns\n3\n010\n# between\n111\n010",
        b"P1#x\n3\t3\r\n0 1 0 1 1 1 0 1 0\r\n# the end\n",
        b"P1\n3 3\n01\n0111\n010\n\n",
        b"P4 3 3\n\x40\xe0\x40",
        b"P4\n# made by hand\n3 3 \x40\xe0\x40",
        b"P4\n3\n# rows\n3\n\x40\xe0\x40\n",
        b"P4 3 3\n\x5f\xff\x5f", // dirty padding
    ];
    for file in files {
        assert_eq!(read(file).unwrap().lights(), &cross, "{:?}", String::from_utf8_lossy(file));
    }
    // The width comes first.
    assert_eq!(read(b"P1 4 1 1000").unwrap().lights(), &BitMatrix::from_fn(1, 4, |_, c| c == 0));
}

#[test]
fn pictures_one_after_the_other() {
    let (a, b) = (random(5, 9, 1), random(2, 70, 2));
    let file = [written(&a), written(&b), raw_by_definition(&a)].concat();
    let boards = read_many(&file, &ReadOptions::default()).unwrap();
    assert_eq!(boards, [a.clone(), b, a].map(Board::new));
    let error = pbm::parse_one(&file).unwrap_err();
    assert!(matches!(error.fault(), Fault::ExtraBoard), "{error}");
}

#[test]
fn errors_name_the_place() {
    let cases: [(&[u8], &str, &str); 22] = [
        (b"P4", "byte 2", "the end of the file stands where the width"),
        (b"P4\n", "byte 3", "the end of the file stands where the width"),
        (b"P4x3 3\n", "byte 2", "'x' where the width"),
        (b"P4 3", "byte 4", "the end of the file stands where the height"),
        (b"P4 3 -3\n", "byte 5", "'-' where the height"),
        (b"P43 3\n", "byte 3", "' ' where the width"),
        (b"P4 3 3x", "byte 6", "'x' where one blank"),
        (b"P4 0 3\n", "byte 6", "a board of 3 x 0 has no cells"),
        (b"P4 99999999999999999999 1\n", "byte 22", "99999999999999999999 is no size"),
        (b"P4 999999999999999999999999999 1\n", "byte 23", "999999999999999999999... is no size"),
        (b"P4 4294967295 4294967295\n\x00", "byte 26", "the picture ends early, 2305843008676823039 bytes"),
        (b"P4\n9 2\n\xff\x80\x00", "byte 10", "the picture ends early, 1 byte of"),
        (b"P4\n9 2\n\xff\x80\x00\x00z", "byte 11", "'z' after the last row"),
        (b"P4\n9 2\n\xff\x80\x00\x00\xff", "byte 11", "byte 0xFF after the last row"),
        (b"P5\n3 3\n255\n", "byte 1", "P5 is netpbm with grey"),
        (b"P7\nWIDTH 3\n", "byte 1", "P7 is netpbm"),
        (b"P1 2 2\n01\n1", "3:2", "the picture ends early, 1 pixel of"),
        (b"P1 2 2\n01\n12", "3:2", "'2' is not a pixel"),
        (b"P1\n2 2\n01\n1\xc3", "4:2", "byte 0xC3 is not a pixel"),
        (b"P1 2 2\n0110 1", "2:6", "'1' after the last row"),
        (b"P1\n2 b", "2:3", "'b' where the height"),
        (b"P1 4294967295 4294967295\n01", "2:3", "the picture ends early, 18446744065119617023 pixels"),
    ];
    for (file, place, message) in cases {
        let error = read(file).unwrap_err();
        assert_eq!(error.place().to_string(), place, "{error}");
        assert!(error.message().starts_with(message) && error.message().contains("; "), "{error}");
    }
}

#[test]
fn options_of_pictures_hold_for_pbm() {
    let pattern = random(3, 5, 9);
    let big = BitMatrix::from_fn(12, 20, |r, c| pattern.get(r / 4, c / 4) ^ (r % 4 == 0 && c % 4 == 3));
    let options = |cell, invert| ReadOptions {
        picture: PictureOptions { cell, invert, ..Default::default() },
        ..Default::default()
    };
    let read = |cell, invert| read_one(&written(&big), &options(cell, invert));
    assert_eq!(read(Cell::Auto, false).unwrap().lights(), &big);
    assert_eq!(read(Cell::Pixels(4), false).unwrap().lights(), &pattern, "the majority of each cell");
    let mut inverse = pattern.clone();
    inverse.complement();
    assert_eq!(read(Cell::Pixels(4), true).unwrap().lights(), &inverse);
    for cell in [0, 3, 5, 100] {
        assert!(matches!(read(Cell::Pixels(cell), false).unwrap_err().fault(), Fault::CellSize { .. }));
    }
    // Cells across words.
    let wide = BitMatrix::from_fn(100, 300, |r, c| (r / 100 + c / 100) % 2 == 1);
    let cells = read_one(&written(&wide), &options(Cell::Pixels(100), false)).unwrap();
    assert_eq!(cells.lights(), &BitMatrix::from_fn(1, 3, |_, c| c == 1));
    let half = BitMatrix::from_fn(2, 4, |_, c| c % 2 == 0 || c == 3);
    let cells = read_one(&written(&half), &options(Cell::Pixels(2), false)).unwrap();
    assert_eq!(cells.lights(), &BitMatrix::from_fn(1, 2, |_, c| c == 1), "half is off");
    let mut sized = options(Cell::Auto, false);
    sized.text.size = Some((12, 20));
    assert!(read_one(&written(&big), &sized).is_ok());
    sized.text.size = Some((20, 12));
    assert!(matches!(
        read_one(&written(&big), &sized).unwrap_err().fault(),
        Fault::SizeConflict { rows: 12, cols: 20, .. }
    ));
}

#[test]
fn formats_are_told_by_content() {
    for (bytes, format) in [
        (&b"P1"[..], Format::Pbm),
        (b"P4\n", Format::Pbm),
        (b"P6 1 1", Format::Pbm),
        (b"\x89PNG\r\n", Format::Png),
        (b"", Format::Text),
        (b"P", Format::Text),
        (b"10\n01", Format::Text),
    ] {
        assert_eq!(Format::of(bytes), format, "{bytes:?}");
    }
    let pattern = random(7, 130, 4);
    let text = Board::new(pattern.clone()).to_string();
    for file in [written(&pattern), text.into_bytes()] {
        for len in [None, Some(file.len() as u64)] {
            let board = read_from(Drip(&file, 3), len, &ReadOptions::default()).unwrap();
            assert_eq!(board.lights(), &pattern);
        }
        assert_eq!(read_many(&file, &ReadOptions::default()).unwrap().len(), 1);
    }
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn any_bytes_after_a_magic_number(magic in 1..8u8, rest in proptest::collection::vec(any::<u8>(), 0..100)) {
        let mut file = format!("P{magic}").into_bytes();
        file.extend(rest);
        let _ = read(&file);
        let _ = read_many(&file, &ReadOptions::default());
    }

    #[test]
    fn nearly_pictures(text in "P[14][ \n#]{1,2}[0-9]{1,2}[ \n#]{0,2}[0-9]{0,11}[ \n#01]{0,40}") {
        if let Ok(board) = read(text.as_bytes()) {
            prop_assert_eq!(read(&written(board.lights())).unwrap(), board);
        }
    }

    #[test]
    fn any_size(rows in 1..20usize, cols in 1..200usize, seed in any::<u64>()) {
        let pattern = random(rows, cols, seed);
        let board = read(&written(&pattern)).unwrap();
        prop_assert_eq!(board.lights(), &pattern);
    }
}
