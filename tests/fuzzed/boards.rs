//! Boards as text: what parses prints and parses to the same, whatever way it is read.

use super::assert_one_line;
use super::bytes::Bytes;
use lightsout::board::text::{
    BoardStream, Symbols, TextOptions, parse_many, parse_one, parse_pair, to_string,
};
use lightsout::board::{Board, ParseError, Place, ReadOptions, read_from, read_many};

const LETTERS: [&str; 8] = ["#", "X", "O", "1", "ab", "", "é", " "];

/// A ragged row of a few bytes may be of any length: boards past this size are not printed.
const MOST_CELLS: usize = 1 << 16;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let flags = bytes.byte();
    let size = (flags & 1 == 1).then(|| (bytes.number(0, 9), bytes.number(0, 9)));
    let on = (flags & 2 == 2).then(|| bytes.one_of(&LETTERS).to_owned());
    let off = (flags & 4 == 4).then(|| bytes.one_of(&LETTERS).to_owned());
    let options = TextOptions { size, on, off, ragged: flags & 8 == 8 };
    let text = bytes.rest();

    let many = parse_many(text, &options);
    match &many {
        Ok(boards) => boards.iter().for_each(|board| round_trip(board, &options)),
        Err(error) => well_placed(error, text),
    }
    agree(text, &options, &many);
    if size.is_some() {
        stream(text, &options, many.as_ref().ok());
    }
}

/// A board printed in any way is the same board.
fn round_trip(board: &Board, options: &TextOptions) {
    assert!(board.rows() > 0 && board.cols() > 0);
    if let Some((rows, cols)) = options.size {
        assert_eq!((board.rows(), board.cols()), (rows, cols));
    }
    if board.rows() * board.cols() > MOST_CELLS {
        return;
    }
    let default = TextOptions::default();
    let same = |text: &str| {
        let again = parse_one(text.as_bytes(), &default);
        assert_eq!(again.as_ref(), Ok(board), "{text:?}");
    };
    for symbols in [Symbols::PATTERN, Symbols::DIGITS] {
        let text = to_string(board, symbols);
        same(&text);
        same(&format!("\u{feff}{} {}\r\n{}", board.rows(), board.cols(), text.replace('\n', "\r\n")));
        let sized = TextOptions { size: Some((board.rows(), board.cols())), ..default.clone() };
        let one_line: String = text.split_whitespace().collect();
        assert_eq!(parse_one(one_line.as_bytes(), &sized).as_ref(), Ok(board), "{one_line:?}");
    }
    if board.holes().is_none() {
        let row = |r| {
            let cells = (0..board.cols()).map(|c| u8::from(board.lights().get(r, c)).to_string());
            format!("[{}]", cells.collect::<Vec<_>>().join(","))
        };
        same(&format!("[{}]", (0..board.rows()).map(row).collect::<Vec<_>>().join(", ")));
    }
}

/// The ways to read a whole text agree.
fn agree(text: &[u8], options: &TextOptions, many: &Result<Vec<Board>, ParseError>) {
    let one = parse_one(text, options);
    let pair = parse_pair(text, options);
    match many {
        Ok(boards) => {
            assert_eq!(one.is_ok(), boards.len() == 1, "{one:?}");
            assert_eq!(pair.is_ok(), boards.len() == 2, "{pair:?}");
            if let Ok(board) = &one {
                assert_eq!(board, &boards[0]);
            }
            if let Ok((first, place, second)) = &pair {
                assert_eq!([first, second], [&boards[0], &boards[1]]);
                assert!(matches!(place, Place::Text { .. }));
            }
        }
        // What goes wrong in a second board may come after one.
        Err(_) => assert!(one.is_err() || options.size.is_none(), "{one:?}"),
    }
    for error in [one.err(), pair.err()].into_iter().flatten() {
        well_placed(&error, text);
    }
    if !text.starts_with(b"P") && !text.starts_with(b"\x89PNG") {
        let options = ReadOptions { text: options.clone(), ..ReadOptions::default() };
        assert_eq!(&read_many(text, &options), many);
        let from = read_from(text, None, &options);
        assert_eq!(from.is_ok(), matches!(many, Ok(boards) if boards.len() == 1), "{from:?}");
    }
}

/// A stream does not care for the layout: what the parser takes, it takes too, and the same.
fn stream(text: &[u8], options: &TextOptions, many: Option<&Vec<Board>>) {
    let Ok(mut stream) = BoardStream::new(text, options) else {
        assert!(many.is_none());
        return;
    };
    let mut streamed = Vec::new();
    let end = loop {
        match stream.next_board() {
            Ok(Some(board)) => streamed.push(board),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    if let Some(error) = &end {
        well_placed(error, text);
    }
    assert_eq!(stream.boards(), streamed.len() as u64);
    if let (Some(many), None) = (many, &end)
        && many.len() == streamed.len()
    {
        assert_eq!(*many, streamed);
    }
    if options.size.is_some_and(|(rows, cols)| rows * cols > 64) {
        return;
    }
    // The fast way for small boards tells the same, up to the first hole.
    let Ok(mut small) = BoardStream::new(OneByOne(text), options) else { panic!("it was made before") };
    for board in &streamed {
        let word = match small.next_small() {
            Ok(word) => word,
            Err(_) if board.holes().is_some() => return,
            Err(error) => panic!("{error}"),
        };
        assert!(board.holes().is_none());
        let flat = board.lights().to_flat();
        assert_eq!(word, flat.words().first().copied(), "{board:?}");
    }
    match (small.next_small(), end) {
        (Ok(None), None) => {}
        (Err(error), Some(other)) => {
            assert!(error == other || error.to_string().contains("hole"), "{error} where there was {other}")
        }
        (small, other) => panic!("{small:?} where there was {other:?}"),
    }
}

/// A reader that gives a byte at a time.
struct OneByOne<'a>(&'a [u8]);

impl std::io::Read for OneByOne<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let (Some((first, rest)), Some(place)) = (self.0.split_first(), buffer.first_mut()) else {
            return Ok(0);
        };
        *place = *first;
        self.0 = rest;
        Ok(1)
    }
}

/// The place lies in the text or just behind it.
fn well_placed(error: &ParseError, text: &[u8]) {
    assert_one_line(&error.to_string());
    if let Place::Text { line, column } = error.place() {
        let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
        assert!((1..=lines.len() + 1).contains(&line), "{error} of {} lines", lines.len());
        let longest = lines.get(line - 1).map_or(0, |line| line.len());
        assert!((1..=longest + 1).contains(&column), "{error} of {longest} bytes");
    }
}
