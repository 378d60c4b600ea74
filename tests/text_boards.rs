//! Boards as text: every pair, every layout, every error, and no panic from any bytes.

use lightsout::board::text::{BoardStream, Symbols, TextOptions, parse_many, parse_one, to_string};
use lightsout::board::{Board, Fault, Found, ParseError, Place};
use lightsout::gf2::BitMatrix;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// A board from rows of `X`, `.`, `~`, without the parser.
fn board(rows: &[&str]) -> Board {
    let cell = |r: usize, c: usize| rows[r].as_bytes()[c];
    let matrix = |wanted| BitMatrix::from_fn(rows.len(), rows[0].len(), |r, c| cell(r, c) == wanted);
    Board::with_holes(matrix(b'X'), matrix(b'~'))
}

fn plain() -> TextOptions {
    TextOptions::default()
}

fn sized(rows: usize, cols: usize) -> TextOptions {
    TextOptions { size: Some((rows, cols)), ..plain() }
}

fn named(on: Option<&str>, off: Option<&str>) -> TextOptions {
    TextOptions { on: on.map(Into::into), off: off.map(Into::into), ..plain() }
}

fn one(text: impl AsRef<[u8]>, options: &TextOptions) -> Result<Board, ParseError> {
    let text = text.as_ref();
    let one = parse_one(text, options);
    if let Ok(board) = &one {
        board.lights().validate();
        assert_eq!(parse_many(text, options), Ok(vec![board.clone()]), "one board, read as many");
    }
    one
}

/// Place, first part of the message, and the typed fault of the error of a text.
fn error(text: impl AsRef<[u8]>, options: &TextOptions) -> (String, String, Fault) {
    let text = text.as_ref();
    let error = parse_one(text, options).expect_err(&String::from_utf8_lossy(text));
    let shown = error.to_string();
    assert!(shown.contains("; ") && !shown.contains('\n'), "says what would be right, on one line: {shown}");
    assert_eq!(shown, format!("{}: {}", error.place(), error.message()));
    assert!(shown.chars().all(|c| !c.is_control()), "nothing unprintable: {shown:?}");
    (error.place().to_string(), error.message(), error.fault().clone())
}

macro_rules! assert_fault {
    ($text:expr, $options:expr, $place:expr, $fault:pat) => {{
        let (place, message, fault) = error($text, $options);
        assert!(matches!(fault, $fault), "{message}");
        assert_eq!(place, $place, "{message}");
    }};
}

const CROSS: [&str; 3] = [".X.", "XXX", ".X."];

#[test]
fn every_pair_in_either_case() {
    for pair in ["10", "bw", "#.", "X.", "x-", "*.", "@.", "O.", "BW", "bW", "x.", "X-", "o."] {
        let (on, off) = pair.split_at(1);
        let text = CROSS.join("\n").replace('.', "0").replace('X', on).replace('0', off);
        assert_eq!(one(&text, &plain()).unwrap(), board(&CROSS), "{pair}");
    }
    // Both cases of a letter on one board are one cell.
    assert_eq!(one("bwB\nWbw\n", &plain()).unwrap(), board(&["X.X", ".X."]));
    assert_eq!(one("xX.\nX.o\n", &named(Some("X"), Some(".o"))).unwrap(), board(&["XX.", "X.."]));
}

#[test]
fn a_board_of_one_character() {
    for (text, row) in [
        (".", "."),
        ("-", "."),
        ("w", "."),
        ("0", "."),
        ("O", "X"),
        ("x", "X"),
        ("1", "X"),
        ("~", "~"),
        ("_", "~"),
    ] {
        assert_eq!(one(text.repeat(3), &plain()).unwrap(), board(&[&row.repeat(3)]), "{text}");
    }
}

#[test]
fn every_layout_of_the_same_board() {
    let texts = [
        ".X.\nXXX\n.X.",
        ".X.\r\nXXX\r\n.X.\r\n",
        "\u{FEFF}.X.\nXXX\n.X.\n",
        "\n\n .X. \t\n  XXX\n.X.   \n\n \n",
        ". X .\nX X X\n. X .",
        ".,X,.\nX,X,X\n.,X,.",
        "., X, .,\nX, X, X,\n., X, .,\n",
        ".X.|XXX|.X.",
        ".X./XXX/.X./\n",
        ".X.; XXX; .X.",
        "|.X.|\n|XXX|\n|.X.|",
        ".X./XXX\n.X.",
        "3 3\n.X.\nXXX\n.X.",
        "3x3\n\n.X.\nXXX\n.X.",
        " 3 X 3 \r\n.X.\r\nXXX\r\n.X.",
        "[[0,1,0],[1,1,1],[0,1,0]]",
        " [ [0, 1, 0],\n   [1, 1, 1],\n   [0, 1, 0] ]\n",
        "[\".X.\",\"XXX\",\".X.\"]",
        "[[false,true,false],[true,true,true],[false,true,false]]",
        "[[\".\",\"#\",\".\"],[\"#\",\"#\",\"#\"],[\".\",\"#\",\".\"]]",
        "3 3\n[[0,1,0],[1,1,1],[0,1,0]]",
    ];
    for text in texts {
        assert_eq!(one(text, &plain()).unwrap(), board(&CROSS), "{text:?}");
        assert_eq!(one(text, &sized(3, 3)).unwrap(), board(&CROSS), "{text:?} of a known size");
    }
    for text in [".X.XXX.X.", ". X . X X X . X .", "\n.X. XXX .X.\n", "3 3\n.X.XXX.X."] {
        assert_eq!(one(text, &sized(3, 3)).unwrap(), board(&CROSS), "{text:?} on one line");
    }
    assert_eq!(one("bwwbbbwbbwwbbwww\n", &sized(4, 4)).unwrap(), board(&["X..X", "XX.X", "X..X", "X..."]));
    assert_eq!(one("bwwb\n", &plain()).unwrap(), board(&["X..X"]), "one row");
}

#[test]
fn holes_and_ragged_rows() {
    assert_eq!(one("#~.\n_#.\n", &plain()).unwrap(), board(&["X~.", "~X."]));
    assert_eq!(one("[[null,1],[0,null]]", &plain()).unwrap(), board(&["~X", ".~"]));
    let ragged = TextOptions { ragged: true, ..plain() };
    assert_eq!(one("#\n#.\n~.#\n", &ragged).unwrap(), board(&["X~~", "X.~", "~.X"]));
    assert_eq!(one("#.#\n#.#\n", &ragged).unwrap(), board(&["X.X", "X.X"]));
    let sized = TextOptions { size: Some((2, 4)), ..ragged.clone() };
    assert_eq!(one("#\n#.\n", &sized).unwrap(), board(&["X~~~", "X.~~"]));
    assert_fault!("#\n#.#.#\n", &sized, "2:1", Fault::RowOfSize { found: 5, rows: 2, cols: 4 });
    // Across words: a triangle of 130 rows.
    let triangle: Vec<String> = (1..=130).map(|n| "1".repeat(n)).collect();
    let full: Vec<String> = (1..=130).map(|n| "X".repeat(n) + &"~".repeat(130 - n)).collect();
    let rows: Vec<&str> = full.iter().map(String::as_str).collect();
    let parsed = one(triangle.join("\n"), &ragged).unwrap();
    assert_eq!(parsed, board(&rows));
    parsed.holes().unwrap().validate();
    let comb = "1\n".repeat(200_000) + &"1".repeat(100_000);
    assert_fault!(comb, &ragged, "1:1", Fault::TooRagged { rows: 200_001, cols: 100_000, .. });
}

#[test]
fn a_first_line_of_zeros_and_ones_is_a_size_only_when_the_rows_say_so() {
    // Rows of a 0/1 board with blanks between the cells.
    assert_eq!(one("1 1\n0 1\n", &plain()).unwrap(), board(&["XX", ".X"]));
    assert_eq!(one("1 0\n0 1\n1 1\n", &plain()).unwrap(), board(&["X.", ".X", "XX"]));
    assert_eq!(one("1 1\n", &plain()).unwrap(), board(&["XX"]));
    assert_eq!(one("10 01\n11 00\n", &plain()).unwrap(), board(&["X..X", "XX.."]));
    assert_eq!(one("111111111111 11\n00000000000000\n", &plain()).unwrap().cols(), 14);
    // Sizes of zeros and ones.
    assert_eq!(one("1 1\n0\n", &plain()).unwrap(), board(&["."]));
    assert_eq!(one("1 10\n0100110001\n", &plain()).unwrap(), board(&[".X..XX...X"]));
    assert_eq!(one(format!("10 10\n{}", "1111100000\n".repeat(10)), &plain()).unwrap().rows(), 10);
    assert_eq!(one(format!("11 1\n{}", "#\n".repeat(11)), &plain()).unwrap(), board(&["X"; 11]));
    assert_fault!(format!("10 10\n{}", "1111100000\n".repeat(9)), &plain(), "1:1", Fault::SizeLine { .. });
    // With the size known: two boards of one cell, or a size and one board.
    assert_eq!(parse_many(b"1 1\n", &sized(1, 1)).unwrap(), vec![board(&["X"]), board(&["X"])]);
    assert_eq!(parse_many(b"1 10\n0100110001\n", &sized(1, 10)).unwrap().len(), 1);
    // With names of their own, x and digits may be cells.
    assert_eq!(one("2x2\nx2x\n", &named(Some("2"), Some("x"))).unwrap(), board(&["X.X", ".X."]));
    // A ragged board's first row may be short.
    let ragged = TextOptions { ragged: true, ..plain() };
    assert_eq!(one("1 1\n0\n", &ragged).unwrap(), board(&["XX", ".~"]));
}

#[test]
fn many_boards() {
    let two = |text: &str, options: &TextOptions| {
        let boards = parse_many(text.as_bytes(), options).unwrap();
        assert_eq!(boards, vec![board(&["XX", ".."]), board(&["..", ".X"])], "{text:?}");
        assert!(parse_one(text.as_bytes(), options).is_err(), "two boards where one is wanted: {text:?}");
    };
    for text in [
        "11\n00\n\n00\n01",
        "11\n00\n \t\n\n00\n01\n\n",
        "11/00\n\n00/01",
        "[[1,1],[0,0]]\n[[0,0],[0,1]]",
        "11\n00\n\n2 2\n00\n01",
    ] {
        two(text, &plain());
        two(text, &sized(2, 2));
    }
    for text in [
        "11\n00\n00\n01",
        "1100\n0001",
        "11000001",
        "1 1 0 0\n0 0 0 1",
        "11\n00\n0001",
        "11/00/00/01",
        "11/00\n00/01",
    ] {
        two(text, &sized(2, 2));
        two(&format!("2 2\n{text}"), &plain());
    }
    // Boards of different sizes stand apart by blank lines.
    let boards = parse_many(b"1\n\n10\n01\n\n111\n", &plain()).unwrap();
    assert_eq!(boards.iter().map(|b| (b.rows(), b.cols())).collect::<Vec<_>>(), [(1, 1), (2, 2), (1, 3)]);
    // They share one pair.
    let mixed = parse_many(b"11\n00\n\n#.\n..\n", &plain()).unwrap_err();
    assert_eq!(mixed.place(), Place::Text { line: 4, column: 1 });
    assert!(matches!(mixed.fault(), Fault::MixedPairs { first: '1', .. }), "{mixed}");
}

#[test]
fn named_characters() {
    assert_eq!(one("XO\nOO", &named(Some("X"), Some("O"))).unwrap(), board(&["X.", ".."]));
    assert_eq!(one("XO\nOO", &named(Some("O"), None)).unwrap(), board(&[".X", "XX"]));
    assert_eq!(one("xo\nOX", &named(None, Some("o"))).unwrap(), board(&["X.", ".X"]));
    assert_eq!(one("a b\nbA", &named(Some("a"), Some("b"))).unwrap(), board(&["X.", ".X"]));
    assert_eq!(one("aA\nAA", &named(Some("a"), Some("A"))).unwrap(), board(&["X.", ".."]));
    assert_eq!(one("# #\n  #\n", &named(Some("#"), Some(" "))).unwrap(), board(&["X.X", "..X"]));
    assert_eq!(one("/|/\n||/\n", &named(Some("/"), Some("|"))).unwrap(), board(&["X.X", "..X"]));
    assert_eq!(one("⬛⬜~\n⬜ ⬛⬛", &named(Some("⬛"), Some("⬜"))).unwrap(), board(&["X.~", ".XX"]));
    assert_eq!(one("１０\n０１\n", &named(Some("１"), Some("０"))).unwrap(), board(&["X.", ".X"]));
    assert_eq!(one("[[2,0],[1,2]]", &named(Some("12"), Some("0"))).unwrap(), board(&["X.", "XX"]));
    for (on, off) in
        [(Some("X"), Some("X")), (Some(""), None), (Some("\n"), Some("0")), (None, Some("\u{1b}"))]
    {
        assert_fault!("1", &named(on, off), "input", Fault::Symbols { .. });
    }
    assert_fault!("XO\nO.", &named(Some("X"), None), "2:2", Fault::MixedPairs { first: 'O', .. });
    assert_fault!("1", &named(Some("a"), Some("b")), "1:1", Fault::WrongCell { .. });
}

#[test]
fn wrong_cells_are_named_with_their_place() {
    assert_fault!("bw\nbz\n", &plain(), "2:2", Fault::WrongCell { found: Found::Char('z'), .. });
    let (place, message, _) = error("10\n１０\n", &plain());
    assert!(place == "2:1" && message.starts_with("'１' (U+FF11) is not a cell; "), "{place} {message}");
    let (place, message, _) = error("~é1\n", &plain());
    assert!(place == "1:2" && message.contains("U+00E9"), "columns count characters: {place} {message}");
    let (place, message, _) = error("⬛⬛x⬛", &named(Some("⬛"), Some("⬜")));
    assert!(place == "1:3" && message.contains("on ⬛, off ⬜"), "{place} {message}");
    assert_fault!(b"01\n0\x00", &plain(), "2:2", Fault::WrongCell { found: Found::Char('\0'), .. });
    assert_fault!(b"01\n0\xff", &plain(), "2:2", Fault::WrongCell { found: Found::Byte(0xff), .. });
    let (_, message, _) = error(b"\x1b[2J", &plain());
    assert!(message.starts_with("byte 0x1B is not a cell"), "{message}");
    let (_, message, _) = error("1\u{202E}0", &plain());
    assert!(message.starts_with("U+202E is not"), "{message}");
    assert_fault!("1 2 3\n", &plain(), "1:3", Fault::WrongCell { found: Found::Char('2'), .. });
    assert_fault!(b"\xff\xfe1\x000\x00", &plain(), "1:1", Fault::Utf16);
}

#[test]
fn mixed_and_ambiguous_pairs() {
    for (text, place) in [
        ("1b", "1:2"),
        ("10\n1w", "2:2"),
        ("#-", "1:2"),
        ("b.", "1:2"),
        ("#.\n#0", "2:2"),
        ("O-", "1:2"),
        ("0O", "1:2"),
        ("1.", "1:2"),
        ("wx", "1:2"),
        ("bw\n1w", "2:1"),
    ] {
        assert_fault!(text, &plain(), place, Fault::MixedPairs { .. });
    }
    for (text, place) in [("XO", "1:2"), ("O.\n.#", "2:2"), ("..#o", "1:4"), ("x-O", "1:3"), ("*@", "1:2")] {
        assert_fault!(text, &plain(), place, Fault::Ambiguous { .. });
        assert!(error(text, &plain()).1.contains("--on CHARS --off CHARS"));
    }
    let (_, message, _) = error("..\nX.\n.0\n", &plain());
    assert!(message.starts_with("'0' after '.' at 1:1 mixes"), "{message}");
}

#[test]
fn wrong_sizes() {
    assert_fault!("bw\nb\n", &plain(), "2:1", Fault::RowLength { found: 1, wanted: 2 });
    assert_fault!("1/0 1\n", &plain(), "1:3", Fault::RowLength { found: 2, wanted: 1 });
    assert_fault!("[[1,0],[1]]", &plain(), "1:8", Fault::RowLength { found: 1, wanted: 2 });
    assert_fault!("bw\nbw\n", &sized(2, 3), "1:1", Fault::RowOfSize { found: 2, rows: 2, cols: 3 });
    assert_fault!("bwb\nbwbbwb\n", &sized(3, 3), "2:1", Fault::RowOfSize { found: 6, .. });
    assert_fault!("bw\n", &sized(2, 2), "2:1", Fault::RowCount { found: 1, wanted: 2 });
    assert_fault!("bw\n\nwb\n", &sized(2, 2), "2:1", Fault::RowCount { found: 1, wanted: 2 });
    assert_fault!("bw\nbw\nbw\n", &sized(2, 2), "3:1", Fault::ExtraBoard);
    assert_fault!("bw\nbw\nbz\n", &sized(2, 2), "3:2", Fault::WrongCell { .. });
    assert_fault!("bwbwbwbw", &sized(2, 2), "1:9", Fault::ExtraBoard);
    assert_fault!("bw\n\nbw\n", &plain(), "3:1", Fault::ExtraBoard);
    assert_fault!("[[1]]\n[[1]]", &plain(), "2:1", Fault::ExtraBoard);
    assert_fault!("2 3\nbw\nbw\n", &plain(), "2:1", Fault::SizeLine { rows: 2, cols: 3, .. });
    assert_fault!("\n3 2\nbw\nbw\n", &plain(), "2:1", Fault::SizeLine { .. });
    assert_fault!("1x2\nbw\nbw\n", &plain(), "3:1", Fault::SizeLine { .. });
    assert_fault!("3 2\n", &plain(), "1:1", Fault::SizeLine { .. });
    assert_fault!("3 2\n[[1,0]]", &plain(), "1:1", Fault::SizeLine { .. });
    assert_fault!("3 3\nbw\nbw\n", &sized(2, 2), "1:1", Fault::SizeConflict { rows: 3, .. });
    assert_fault!("0 5\n1\n", &plain(), "1:1", Fault::ZeroSize { rows: 0, cols: 5 });
    assert_fault!("b", &sized(0, 4), "input", Fault::ZeroSize { rows: 0, cols: 4 });
    assert_fault!("b", &sized(usize::MAX, 2), "input", Fault::TooLarge(_));
    assert_fault!("b", &sized(99_999_999_999, 99_999_999_999), "input", Fault::TooLarge(_));
    assert_fault!("99999999999999999999 1\n1\n", &plain(), "1:1", Fault::AbsurdSize { .. });
    assert_fault!(format!("{} 1\n1\n", "9".repeat(5000)), &plain(), "1:1", Fault::AbsurdSize { .. });
    assert!(error(format!("{} 1\n1\n", "9".repeat(5000)), &plain()).1.len() < 120);
    // Nothing is taken on the word of a size line.
    assert_fault!("4294967295 4294967295\n1\n", &plain(), "2:1", Fault::SizeLine { .. });
    assert_fault!(
        "1x4294967295\n1\n",
        &TextOptions { ragged: true, ..plain() },
        "2:1",
        Fault::TooRagged { .. }
    );
}

#[test]
fn nothing_where_cells_belong() {
    for text in ["", "\n", "\n\n\n  \t \r\n", "\u{FEFF}\n"] {
        assert_fault!(text, &plain(), "1:1", Fault::Empty);
        assert_fault!(text, &sized(2, 2), "1:1", Fault::Empty);
        assert!(parse_many(text.as_bytes(), &plain()).is_err());
    }
    assert_fault!("10//01", &plain(), "1:4", Fault::EmptyRow);
    assert_fault!("10\n|\n01", &plain(), "2:2", Fault::EmptyRow);
    assert_fault!("||", &plain(), "1:2", Fault::EmptyRow);
    assert_fault!("1,,0", &plain(), "1:3", Fault::EmptyCell);
    assert_fault!(",1,0", &plain(), "1:1", Fault::EmptyCell);
}

#[test]
fn json_that_is_no_matrix() {
    for (text, place) in [
        ("[", "1:2"),
        ("[]", "1:2"),
        ("[[1,0],", "1:8"),
        ("[[1,0],]", "1:8"),
        ("[[1,]]", "1:5"),
        ("[[1 0]]", "1:5"),
        ("[1,0]", "1:2"),
        ("[[1,0]", "1:7"),
        ("[[[1]]]", "1:3"),
        ("[\"10", "1:5"),
        ("[[\"10\"]]", "1:7"),
        ("[.##.] (3)", "1:2"),
    ] {
        assert_fault!(text, &plain(), place, Fault::Json { .. });
    }
    assert_fault!("[[]]", &plain(), "1:2", Fault::EmptyRow);
    assert_fault!("[[1,7]]", &plain(), "1:5", Fault::WrongCell { found: Found::Char('7'), .. });
    assert_fault!("[[1,-1]]", &plain(), "1:5", Fault::MixedPairs { .. });
    assert_fault!("[[1]] x", &plain(), "1:7", Fault::MixedPairs { .. });
}

/// A reader that gives few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(out.len());
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// All boards of a stream, read both ways and in pieces of several lengths.
fn stream(text: &[u8], options: &TextOptions) -> Result<Vec<Board>, ParseError> {
    let (rows, cols) = options.size.unwrap();
    let read = |piece: usize| -> Result<Vec<Board>, ParseError> {
        let mut stream = BoardStream::new(Drip(text, piece), options)?;
        let mut boards = Vec::new();
        while let Some(board) = stream.next_board()? {
            boards.push(board);
            assert_eq!(stream.boards(), boards.len() as u64);
        }
        assert_eq!(stream.next_board(), Ok(None), "the end stays the end");
        Ok(boards)
    };
    let whole = read(usize::MAX);
    for piece in [1, 2, 3, 7, 64, 65] {
        assert_eq!(read(piece), whole, "in pieces of {piece} bytes");
        if rows * cols > 64 || whole.as_ref().is_ok_and(|boards| boards.iter().any(|b| b.holes().is_some())) {
            continue;
        }
        let mut stream = BoardStream::new(Drip(text, piece), options)?;
        let mut small = Vec::new();
        let end = loop {
            match stream.next_small() {
                Ok(Some(word)) => small.push(word),
                Ok(None) => break Ok(()),
                Err(error) => {
                    assert_eq!(stream.next_small(), Ok(None), "an error ends the stream");
                    break Err(error);
                }
            }
        };
        match (&whole, end) {
            (Ok(boards), Ok(())) => {
                let flat = |b: &Board| b.lights().to_flat().words()[0];
                assert_eq!(small, boards.iter().map(flat).collect::<Vec<_>>());
            }
            (Err(error), Err(small)) if !matches!(small.fault(), Fault::Hole { .. }) => {
                assert_eq!(*error, small)
            }
            (_, Err(small)) => assert!(matches!(small.fault(), Fault::Hole { .. }), "{small}"),
            (Err(error), Ok(())) => panic!("only one way saw {error}"),
        }
    }
    whole
}

#[test]
fn streams_do_not_look_at_the_layout() {
    let wanted = vec![board(&["XX", ".."]), board(&["..", ".X"])];
    for text in [
        "11000001",
        "11\n00\n00\n01\n",
        "1\n1\n0 0\n\n0,0/0|1",
        "[[1,1],[0,0]]\n[[0,0],[0,1]]",
        "[\"11\",\"00\"]\r\n\"0001\"",
        "\u{FEFF}11000001",
        "2 2\n1100\n0001",
        "2x2\n11000001",
        "BbWw wWwB",
        "##...\n..#",
    ] {
        assert_eq!(stream(text.as_bytes(), &sized(2, 2)).unwrap(), wanted, "{text:?}");
    }
    let wide = TextOptions { size: Some((2, 2)), ..named(Some("⬛"), Some("⬜")) };
    assert_eq!(stream("⬛⬛⬜⬜\n⬜⬜⬜⬛".as_bytes(), &wide).unwrap(), wanted);
    assert_eq!(stream(b"", &sized(4, 4)).unwrap(), vec![]);
    assert_eq!(stream(b"\n \n", &sized(4, 4)).unwrap(), vec![]);
    assert_eq!(stream(b"1 1", &sized(1, 1)).unwrap().len(), 2, "two boards of one cell");
    assert_eq!(stream(b"1 10\n0000000000\n", &sized(1, 10)).unwrap(), vec![board(&[".........."])]);
    assert_eq!(stream(b"11~0 1_00", &sized(2, 2)).unwrap(), vec![board(&["XX", "~."]), board(&["X~", ".."])]);
    // Exactly one word, and past it.
    let ones = "1".repeat(64);
    let mut small = BoardStream::new(ones.as_bytes(), &sized(8, 8)).unwrap();
    assert_eq!(small.next_small(), Ok(Some(u64::MAX)));
    assert_eq!(stream(&[b'#'; 130], &sized(1, 65)).unwrap().len(), 2);
}

#[test]
fn errors_of_streams_name_board_and_place() {
    let error = |text: &str, rows, cols| stream(text.as_bytes(), &sized(rows, cols)).unwrap_err();
    let incomplete = error("bwwb\nbbwb\n", 4, 4);
    assert_eq!(*incomplete.fault(), Fault::Incomplete { board: 1, missing: 8, rows: 4, cols: 4 });
    assert_eq!(
        incomplete.to_string(),
        "3:1: board 1 is incomplete: 8 of its 16 cells are missing; every board takes 4x4 cells"
    );
    let third = error(&"1111\n".repeat(9), 4, 4);
    assert!(matches!(third.fault(), Fault::Incomplete { board: 3, missing: 12, .. }), "{third}");
    for (text, place) in [
        ("10\n0z", "2:2"),
        ("\u{FEFF}z", "1:1"),
        ("1\u{e9}", "1:2"),
        ("\n\n 1 1\n\t2", "4:2"),
        ("1111\n1111\n11b1", "3:3"),
        ("1010 1x", "1:7"),
    ] {
        assert_eq!(error(text, 2, 2).place().to_string(), place, "{text:?}");
    }
    assert!(matches!(error("3 2\n10", 2, 2).fault(), Fault::SizeConflict { rows: 3, cols: 2, .. }));
    assert!(matches!(error("xxxO", 2, 2).fault(), Fault::Ambiguous { .. }));
    // Far into the input, past many buffers.
    let long = "1010\n".repeat(100_000) + "10z0";
    let far = BoardStream::new(long.as_bytes(), &sized(2, 2)).unwrap();
    let mut far = far;
    let end = std::iter::from_fn(|| far.next_small().transpose()).last().unwrap().unwrap_err();
    assert_eq!(end.place(), Place::Text { line: 100_001, column: 3 });
    assert_eq!(far.boards(), 100_000);
    let hole = BoardStream::new(&b"10\n1~"[..], &sized(2, 2)).unwrap().next_small().unwrap_err();
    assert!(
        matches!(hole.fault(), Fault::Hole { .. }) && hole.place() == Place::Text { line: 2, column: 2 },
        "{hole}"
    );
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let broken = BoardStream::new(Broken, &sized(2, 2)).unwrap().next_small().unwrap_err();
    assert!(broken.message().contains("the disk is gone"), "{broken}");
    assert!(BoardStream::new(&b""[..], &sized(0, 2)).is_err());
}

fn any_board() -> impl Strategy<Value = Board> {
    let size = prop_oneof![(1..6usize, 1..6usize), (1..3usize, 60..70usize), (60..70usize, 1..3usize)];
    (size, any::<u64>(), any::<bool>()).prop_map(|((rows, cols), seed, holes)| {
        let mut state = seed | 1;
        let mut bit = move |_, _| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> 40 & 1 == 1
        };
        let lights = BitMatrix::from_fn(rows, cols, &mut bit);
        match holes {
            true => Board::with_holes(lights, BitMatrix::from_fn(rows, cols, &mut bit)),
            false => Board::new(lights),
        }
    })
}

fn any_options() -> impl Strategy<Value = TextOptions> {
    let size =
        prop_oneof![Just(None), (0..5usize, 0..5usize).prop_map(Some), Just(Some((1, usize::MAX / 64)))];
    let chars = || prop_oneof![4 => Just(None), 1 => "[ -~⬛１]{0,2}".prop_map(Some)];
    (size, chars(), chars(), any::<bool>()).prop_map(|(size, on, off, ragged)| TextOptions {
        size,
        on,
        off,
        ragged,
    })
}

/// Reads bytes in every way; nothing may panic, and what is read must print and read the same.
fn read_every_way(bytes: &[u8], options: &TextOptions) {
    let many = parse_many(bytes, options);
    match (parse_one(bytes, options), &many) {
        (Ok(board), Ok(boards)) => assert_eq!(vec![board], *boards),
        (Ok(_), Err(error)) => panic!("one board, but not many: {error}"),
        (Err(_), _) => {}
    }
    for board in many.into_iter().flatten() {
        board.lights().validate();
        for symbols in [Symbols::PATTERN, Symbols::DIGITS] {
            assert_eq!(parse_one(to_string(&board, symbols).as_bytes(), &plain()).as_ref(), Ok(&board));
        }
    }
    if options.size.is_some() {
        let Ok(mut boards) = BoardStream::new(Drip(bytes, 5), options) else { return };
        while let Ok(Some(_)) = boards.next_board() {}
        if options.size.is_some_and(|(rows, cols)| rows * cols <= 64) {
            let _ = stream(bytes, options);
        }
    }
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn what_is_printed_is_read_again(board in any_board()) {
        for symbols in [Symbols::PATTERN, Symbols::DIGITS, Symbols { on: b'b', off: b'W', hole: b'_' }] {
            let text = to_string(&board, symbols);
            prop_assert_eq!(text.lines().count(), board.rows());
            prop_assert_eq!(one(&text, &plain()).unwrap(), board.clone());
            prop_assert_eq!(one(&text, &sized(board.rows(), board.cols())).unwrap(), board.clone());
            let flat = text.replace('\n', "");
            prop_assert_eq!(one(&flat, &sized(board.rows(), board.cols())).unwrap(), board.clone());
            let spaced: String = text.chars().flat_map(|c| if c == '\n' { vec![c] } else { vec![c, ' '] }).collect();
            let size = format!("{} {}\n", board.rows(), board.cols());
            prop_assert_eq!(one(format!("{size}{spaced}"), &plain()).unwrap(), board.clone());
            let twice = format!("{text}{text}");
            let sized = sized(board.rows(), board.cols());
            prop_assert_eq!(parse_many(twice.as_bytes(), &sized).unwrap(), vec![board.clone(), board.clone()]);
            prop_assert_eq!(stream(twice.as_bytes(), &sized).unwrap(), vec![board.clone(), board.clone()]);
        }
        prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), options in any_options()) {
        read_every_way(&bytes, &options);
    }

    #[test]
    fn nearly_boards(text in "[01bw#.xX*@Oo~_ \t,|/;\r\n\\[\\]\"-]{0,40}", options in any_options()) {
        read_every_way(text.as_bytes(), &options);
    }

    #[test]
    fn boards_with_a_fault(board in any_board(), options in any_options(), at in any::<prop::sample::Index>(), byte in any::<u8>(), kind in 0..4u8) {
        let mut bytes = format!("{} {}\n{board}", board.rows(), board.cols()).into_bytes();
        let at = at.index(bytes.len());
        match kind {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 => { bytes.remove(at); }
            _ => bytes.truncate(at),
        }
        read_every_way(&bytes, &options);
    }
}
