//! Pictures: any bytes give a board or an error, and a board written as a picture is read back the same.

use std::io::Read;

use super::assert_one_line;
use super::bytes::Bytes;
use lightsout::board::picture::{Cell, PictureOptions};
use lightsout::board::text::TextOptions;
use lightsout::board::{
    Board, Format, ParseError, Place, ReadOptions, pbm, read_from, read_many, read_one, read_pair,
};
use lightsout::gf2::BitMatrix;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let flags = bytes.byte();
    let threshold = bytes.byte();
    let cell = if flags & 1 == 1 { Cell::Pixels(bytes.number(0, 40)) } else { Cell::Auto };
    let picture = PictureOptions { threshold, invert: flags & 2 == 2, cell };
    let size = (flags & 4 == 4).then(|| (bytes.number(0, 20), bytes.number(0, 20)));
    let options = ReadOptions { text: TextOptions { size, ..TextOptions::default() }, picture };
    let file = bytes.rest();
    // What is text is another subject.
    if Format::of(file) == Format::Text {
        return;
    }
    let many = read_many(file, &options);
    match &many {
        Ok(boards) => boards.iter().for_each(|board| {
            assert!(board.holes().is_none());
            assert!(size.is_none_or(|size| size == (board.rows(), board.cols())));
            written_and_read(board.lights());
        }),
        Err(error) => well_placed(error, file),
    }
    let one = read_one(file, &options);
    let count = many.as_ref().map_or(0, Vec::len);
    if count > 0 {
        assert_eq!(one.is_ok(), count == 1, "{one:?}");
        assert_eq!(read_pair(file, &options).is_ok(), count == 2);
    }
    // With the length unknown, or a few bytes at a time, it is the same board.
    for len in [None, Some(file.len() as u64)] {
        let from = read_from(file.take(u64::MAX), len, &options);
        assert_eq!(from.as_ref().ok(), one.as_ref().ok(), "{from:?} where there was {one:?}");
    }
}

fn written_and_read(pattern: &BitMatrix) {
    let board = Board::new(pattern.clone());
    let mut files = [Vec::new(), Vec::new()];
    pbm::write(&mut files[0], pattern).expect("memory takes it");
    pbm::write_plain(&mut files[1], pattern).expect("memory takes it");
    for file in &files {
        assert_eq!(read_one(file, &ReadOptions::default()).as_ref(), Ok(&board));
    }
    // Raw pictures follow each other.
    let twice = [files[0].as_slice(), &files[0]].concat();
    assert_eq!(read_many(&twice, &ReadOptions::default()), Ok(vec![board.clone(), board.clone()]));
    #[cfg(feature = "png")]
    {
        let mut file = Vec::new();
        lightsout::board::png::write(&mut file, pattern).expect("memory takes it");
        assert_eq!(read_one(&file, &ReadOptions::default()).as_ref(), Ok(&board));
    }
}

fn well_placed(error: &ParseError, file: &[u8]) {
    assert_one_line(&error.to_string());
    match error.place() {
        Place::Byte(offset) => assert!(offset <= file.len() as u64, "{error} of {} bytes", file.len()),
        Place::Text { line, column } => {
            assert!(line <= file.iter().filter(|b| **b == b'\n').count() + 1, "{error}");
            assert!(column <= file.len() + 1, "{error}");
        }
        Place::Whole => {}
    }
}
