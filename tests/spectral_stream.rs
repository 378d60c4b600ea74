//! Boards that are streamed: the same answers as in memory, for any number of threads, files of every width,
//! and errors that name the byte.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use lightsout::board::Board;
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::solve::Spectral;
use lightsout::solve::spectral::{
    ConstantRows, Discard, PbmError, PlaneStream, RandomRows, RowSink, RowSource, StreamError, Streamed,
    solve_pbm, write_witness_pbm,
};

fn sigma(rows: usize, cols: usize, with_self: bool) -> Game {
    let plus = Neighbourhood::plus();
    Game::new(rows, cols, if with_self { plus } else { plus.without_self() }, Topology::Plane)
}

/// A board in memory that rows are written to.
struct Paper(Mutex<BitMatrix>);

impl Paper {
    fn new(rows: usize, cols: usize) -> Self {
        Self(Mutex::new(BitMatrix::zeros(rows, cols)))
    }

    fn take(self) -> BitMatrix {
        let board = self.0.into_inner().expect("no panic");
        board.validate();
        board
    }
}

impl RowSink for Paper {
    fn write(&self, first: usize, rows: &[u64]) -> io::Result<()> {
        let mut board = self.0.lock().expect("no panic");
        let stride = board.stride();
        board.words_mut()[first * stride..][..rows.len()].copy_from_slice(rows);
        Ok(())
    }
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

#[test]
fn streams_equal_the_engine_in_memory_for_any_number_of_threads() {
    // The large ones are cut into blocks of rows, the last one lower; one is wider than high.
    for (rows, cols) in
        [(1, 1), (5, 70), (70, 5), (300, 129), (2050, 2048), (1999, 2111), (900, 5000), (6007, 700)]
    {
        for with_self in [true, false] {
            let game = sigma(rows, cols, with_self);
            let engine = Spectral::new(&game).expect("memory").expect("its rule");
            let presses = Board::random(rows, cols, 5).expect("memory").into_lights();
            let lights = lightsout::verify::toggled_by(&game, &presses);
            let mut one = None;
            for threads in [1, 2, 3, 5] {
                let paper = Paper::new(rows, cols);
                let (streamed, in_place) = with_threads(threads, || {
                    let stream = PlaneStream::new(rows, cols, with_self).expect("memory");
                    let streamed = stream.solve(&lights, &paper, &|_, _| true).expect("no failure");
                    let mut board = lights.clone();
                    engine.solve_in_place(&mut board).expect("solvable by construction");
                    (streamed, board)
                });
                let answer = paper.take();
                let Streamed::Solved { first_row, presses } = streamed else {
                    panic!("solvable by construction")
                };
                assert_eq!(first_row.words(), answer.row_words(0));
                assert_eq!(presses, answer.count_ones() as u64);
                assert_eq!(lightsout::verify::wrong_lights(&game, &answer, &lights), 0, "{rows} x {cols}");
                if rows >= cols {
                    assert_eq!(answer, in_place);
                }
                assert_eq!(
                    *one.get_or_insert_with(|| (answer.clone(), in_place.clone())),
                    (answer, in_place)
                );
            }
        }
    }
}

#[test]
fn generated_rows_are_the_boards_they_name() {
    let mut rows = vec![0; 2 * 3];
    RandomRows { cols: 130, seed: 9 }.read(4, &mut rows).expect("no failure");
    let board = Board::random(6, 130, 9).expect("memory").into_lights();
    assert_eq!(rows, board.words()[4 * 3..]);
    ConstantRows { cols: 130, on: true }.read(0, &mut rows).expect("no failure");
    let mut on = BitMatrix::zeros(2, 130);
    on.complement();
    assert_eq!(rows, on.words());
    // All lights on, 5 x 5: the published optimum of 15 is among four solutions of 15 presses each.
    let stream = PlaneStream::new(5, 5, true).expect("memory");
    assert_eq!(stream.nullity(), 2);
    let solved =
        stream.solve(&ConstantRows { cols: 5, on: true }, &Discard, &|_, _| true).expect("no failure");
    assert!(matches!(solved, Streamed::Solved { presses: 15, .. }));
}

#[test]
fn impossible_boards_have_a_witness_that_can_be_written() {
    for (rows, cols) in [(4, 4), (9, 9), (5, 23), (23, 11), (2399, 1999)] {
        let game = sigma(rows, cols, true);
        let stream = PlaneStream::new(rows, cols, true).expect("memory");
        assert!(stream.nullity() > 0);
        let lights = RandomRows { cols, seed: 1 };
        let board = Board::random(rows, cols, 1).expect("memory").into_lights();
        let untouched = Paper::new(rows, cols);
        match stream.solve(&lights, &untouched, &|_, _| true).expect("no failure") {
            Streamed::Impossible { witness } => {
                assert!(untouched.take().is_zero());
                let paper = Paper::new(rows, cols);
                let lit = stream.write_witness(&witness, &paper).expect("no failure");
                let q = paper.take();
                assert_eq!((q.row(0), q.count_ones() as u64), (witness, lit));
                assert!(lightsout::verify::refutes(&game, &q, &board), "{rows} x {cols}");
            }
            Streamed::Solved { .. } => {
                assert_eq!(lightsout::verify::wrong_lights(&game, &untouched.take(), &board), 0);
            }
        }
        if stream.nullity() < cols {
            let wrong = lightsout::gf2::BitRow::from_fn(cols, |i| i == 0);
            let refused = stream.write_witness(&wrong, &Discard);
            assert!(matches!(refused, Err(StreamError::Changed)));
        }
    }
}

/// Gives other lights each time, or fails in the middle.
struct Unsteady(AtomicU64);

impl RowSource for Unsteady {
    fn read(&self, _first: usize, rows: &mut [u64]) -> io::Result<()> {
        rows.fill(self.0.fetch_add(1, Ordering::Relaxed) & 0xff);
        Ok(())
    }
}

struct Broken;

impl RowSource for Broken {
    fn read(&self, _first: usize, _rows: &mut [u64]) -> io::Result<()> {
        Err(io::Error::other("unplugged"))
    }
}

impl RowSink for Broken {
    fn write(&self, _first: usize, _rows: &[u64]) -> io::Result<()> {
        Err(io::Error::other("full"))
    }
}

#[test]
fn failures_are_told_apart() {
    let stream = PlaneStream::new(3000, 64, true).expect("memory");
    let on = ConstantRows { cols: 64, on: true };
    let go_on = |_: u64, _: u64| true;
    assert!(matches!(
        stream.solve(&Unsteady(AtomicU64::new(1)), &Discard, &go_on),
        Err(StreamError::Changed)
    ));
    assert!(matches!(stream.solve(&Broken, &Discard, &go_on), Err(StreamError::Read(_))));
    assert!(matches!(stream.solve(&on, &Broken, &go_on), Err(StreamError::Write(_))));
    assert!(matches!(stream.solve(&on, &Discard, &|_, _| false), Err(StreamError::Stopped)));
    let most = AtomicU64::new(0);
    let watch = |now: u64, total: u64| {
        assert_eq!(total, 6000);
        most.fetch_max(now, Ordering::Relaxed);
        true
    };
    let _ = stream.solve(&on, &Discard, &watch).expect("no failure");
    assert_eq!(most.into_inner(), 6000);
    assert!(matches!(PlaneStream::new(1 << 60, 1 << 60, true), Err(too_large) if too_large.rows >= 1 << 60));
}

/// A file that has no name.
fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("room");
    file
}

fn contents(mut file: &File) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.rewind().expect("a file");
    file.read_to_end(&mut bytes).expect("a file");
    bytes
}

/// A raw PBM written cell by cell.
fn pbm(board: &BitMatrix) -> Vec<u8> {
    let width = board.cols().div_ceil(8);
    let mut bytes = format!("P4\n{} {}\n", board.cols(), board.rows()).into_bytes();
    let start = bytes.len();
    bytes.resize(start + width * board.rows(), 0);
    for (r, c) in board.ones() {
        bytes[start + r * width + c / 8] |= 0x80 >> (c % 8);
    }
    bytes
}

#[test]
fn files_of_every_width() {
    for (rows, cols) in [(1, 1), (3, 7), (9, 8), (20, 63), (64, 64), (65, 71), (130, 129), (2050, 2044)] {
        let game = sigma(rows, cols, false);
        let lights = lightsout::verify::toggled_by(
            &game,
            &Board::random(rows, cols, 3).expect("memory").into_lights(),
        );
        let input = file(&pbm(&lights));
        let output = file(b"");
        let streamed = solve_pbm(&input, &output, false, &|_, _| true).expect("no failure");
        let Streamed::Solved { presses, .. } = streamed else { panic!("solvable by construction") };
        let paper = Paper::new(rows, cols);
        let again = PlaneStream::new(rows, cols, false).expect("memory").solve(&lights, &paper, &|_, _| true);
        assert!(matches!(again, Ok(Streamed::Solved { presses: p, .. }) if p == presses));
        let answer = paper.take();
        assert_eq!(lightsout::verify::wrong_lights(&game, &answer, &lights), 0);
        assert_eq!(contents(&output), pbm(&answer), "{rows} x {cols}");
    }
}

#[test]
fn an_impossible_file_leaves_a_witness_to_write() {
    let mut lights = BitMatrix::zeros(4, 4);
    lights.set(0, 0, true);
    let (input, output) = (file(&pbm(&lights)), file(b""));
    let streamed = solve_pbm(&input, &output, true, &|_, _| true).expect("no failure");
    let Streamed::Impossible { witness } = streamed else {
        panic!("a single light of 4 x 4 can't be toggled")
    };
    let written = file(b"");
    write_witness_pbm(&written, 4, &witness, true).expect("no failure");
    let bytes = contents(&written);
    let q = BitMatrix::from_fn(4, 4, |r, c| bytes[7 + r] & 0x80 >> c != 0);
    assert!(lightsout::verify::refutes(&Game::plus(4, 4), &q, &lights));
}

#[test]
fn wrong_files_are_refused_before_anything_is_written() {
    let good = pbm(&BitMatrix::zeros(3, 9));
    assert_eq!(good.len(), 7 + 6);
    type Check = fn(&PbmError) -> bool;
    let cases: [(Vec<u8>, Check, &str); 7] = [
        (b"".to_vec(), |e| matches!(e, PbmError::Magic), "byte 0"),
        (b"P5\n9 3\n".to_vec(), |e| matches!(e, PbmError::Magic), "byte 0"),
        (good[..12].to_vec(), |e| matches!(e, PbmError::Truncated { missing: 1, .. }), "byte 12"),
        ([&good[..], b"P4"].concat(), |e| matches!(e, PbmError::Trailing { extra: 2, .. }), "byte 13"),
        (b"P4\n9 x\n".to_vec(), |e| matches!(e, PbmError::Header { .. }), "byte 5"),
        (b"P4\n0 3\n".to_vec(), |e| matches!(e, PbmError::ZeroSize { .. }), "byte 7"),
        (b"P4\n99999999999999 9999999999\n".to_vec(), |e| matches!(e, PbmError::Truncated { .. }), "byte 29"),
    ];
    for (bytes, right, place) in cases {
        let output = file(b"");
        let error = solve_pbm(&file(&bytes), &output, true, &|_, _| true).expect_err("a wrong file");
        assert!(right(&error), "{error:?}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("{place}: ")) && !text.contains('\n'), "{text}");
        assert!(contents(&output).is_empty());
    }
}
