//! Reading and writing boards: text, streams of small boards, PBM, PNG, against a copy of the same bytes.
//!
//! `cargo bench --bench formats`

use std::hint::black_box;
use std::time::Instant;

use lightsout::board::text::{BoardStream, Symbols, TextOptions, parse_one, to_string};
use lightsout::board::{Board, ReadOptions, pbm, png, read_one};
use lightsout::gf2::BitMatrix;

/// Lights a side of the large board.
const SIDE: usize = 10_000;

/// Boards of the stream.
const BOARDS: usize = 1_000_000;

fn main() {
    let board = Board::random(SIDE, SIDE, 1).expect("memory for a board");
    text(&board);
    stream();
    pictures(&board);
}

/// The shortest of seven runs, in seconds, and what the last gave.
fn shortest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut timed = || {
        let start = Instant::now();
        let result = black_box(run());
        (start.elapsed().as_secs_f64(), result)
    };
    let least = (0..6).map(|_| timed().0).fold(f64::INFINITY, f64::min);
    let (last, result) = timed();
    (least.min(last), result)
}

/// One line: time, throughput, and the ratio to copying the bytes.
fn report(name: &str, seconds: f64, bytes: &[u8]) {
    let (copy, _) = shortest(|| bytes.to_vec());
    let rate = bytes.len() as f64 / seconds / 1e6;
    println!("{name:32} {seconds:8.4} s  {rate:8.0} MB/s  {:6.2} x a copy", seconds / copy);
}

fn text(board: &Board) {
    for symbols in [Symbols::DIGITS, Symbols::PATTERN] {
        let (write, text) = shortest(|| to_string(board, symbols));
        let (read, again) = shortest(|| parse_one(text.as_bytes(), &TextOptions::default()));
        assert_eq!(again.as_ref(), Ok(board));
        report(&format!("write text {SIDE} x {SIDE}"), write, text.as_bytes());
        report(&format!("read text {SIDE} x {SIDE}"), read, text.as_bytes());
    }
}

fn stream() {
    let lines = Board::new(BitMatrix::from_fn(BOARDS * 4, 4, |r, c| (r * 4 + c) % 7 < 3));
    let text = to_string(&lines, Symbols { on: b'b', off: b'w', hole: b'~' });
    let options = TextOptions { size: Some((4, 4)), ..TextOptions::default() };
    let (seconds, (count, ones)) = shortest(|| {
        let mut boards = BoardStream::new(text.as_bytes(), &options).expect("options");
        let (mut count, mut ones) = (0u64, 0u64);
        while let Some(board) = boards.next_small().expect("boards") {
            count += 1;
            ones += u64::from(board.count_ones());
        }
        (count, ones)
    });
    assert_eq!((count, ones), (BOARDS as u64, lines.lights().count_ones() as u64));
    report("stream of 4 x 4", seconds, text.as_bytes());
    println!("{:32} {:8.1} million boards a second", "", BOARDS as f64 / seconds / 1e6);
}

fn pictures(board: &Board) {
    let options = ReadOptions::default();
    let (write, file) = shortest(|| {
        let mut file = Vec::new();
        pbm::write(&mut file, board.lights()).expect("memory");
        file
    });
    let (read, again) = shortest(|| read_one(&file, &options));
    assert_eq!(again.as_ref(), Ok(board));
    report(&format!("write PBM {SIDE} x {SIDE}"), write, &file);
    report(&format!("read PBM {SIDE} x {SIDE}"), read, &file);
    let (write, file) = shortest(|| {
        let mut file = Vec::new();
        png::write(&mut file, board.lights()).expect("memory");
        file
    });
    let (read, again) = shortest(|| read_one(&file, &options));
    assert_eq!(again.as_ref(), Ok(board));
    report(&format!("write PNG {SIDE} x {SIDE}"), write, &file);
    report(&format!("read PNG {SIDE} x {SIDE}"), read, &file);
}
