//! The spectral engine against the time it takes to copy the board, and its polynomials.
//!
//! `cargo bench --bench spectral` runs the sections `polynomials`, `nullity`, `boards` and `files`, all small;
//! `cargo bench --bench spectral -- NAME…` runs the sections named. The large ones run only when named:
//! `large-board` and `large-file` are 100 000 × 100 000 (4 GiB of memory, 2.5 GB of temporary files), `tenth` is
//! 100 000 rows of 1 000 000 columns and `million` the whole million by million, all on, as a stream.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lightsout::board::Board;
use lightsout::game::{Game, Topology};
use lightsout::gf2::{BitMatrix, Polynomial};
use lightsout::solve::spectral::{
    ConstantRows, Discard, PbmFile, PlaneStream, RandomRows, RowSink, RowSource, Rule, Streamed, nullity,
    solve_pbm,
};
use lightsout::solve::{Engine, Spectral};

/// The least time of a few runs, and the last result.
fn timed<T>(runs: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..runs {
        let start = Instant::now();
        let result = black_box(work());
        best = best.min(start.elapsed());
        last = Some(result);
    }
    (best, last.expect("at least one run"))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One line: what, how long, and how many times the time of `unit`.
fn line(what: &str, time: Duration, unit: Duration) {
    println!(
        "  {what:<44} {:>10.3} ms {:>8.2} x copy",
        millis(time),
        time.as_secs_f64() / unit.as_secs_f64()
    );
}

/// Whether `presses` toggle exactly `lights` under σ⁺: the definition, three rows of words at a time.
fn plus_toggles(presses: &BitMatrix, lights: &BitMatrix) -> bool {
    let (rows, cols, stride) = (lights.rows(), lights.cols(), lights.stride());
    let zero = vec![0; stride];
    (0..rows).all(|r| {
        let above = if r > 0 { presses.row_words(r - 1) } else { &zero };
        let below = if r + 1 < rows { presses.row_words(r + 1) } else { &zero };
        let (own, want) = (presses.row_words(r), lights.row_words(r));
        (0..stride).all(|w| {
            let left = if w > 0 { own[w - 1] >> 63 } else { 0 };
            let right = if w + 1 < stride { own[w + 1] << 63 } else { 0 };
            let all = own[w] ^ own[w] << 1 ^ left ^ own[w] >> 1 ^ right ^ above[w] ^ below[w] ^ want[w];
            let tail = if w + 1 == stride && cols % 64 != 0 { (1 << (cols % 64)) - 1 } else { u64::MAX };
            all & tail == 0
        })
    })
}

/// A random board that can be solved: random lights when the nullity is zero, random presses applied if not.
fn solve_board(rows: usize, cols: usize, runs: usize) {
    println!("sigma plus, random {rows} x {cols}, {} threads", rayon::current_num_threads());
    let engine = || Spectral::new(&Game::plus(rows, cols)).expect("memory").expect("its rule");
    let lights = Board::random(rows, cols, 1).expect("memory").into_lights();
    let mut copy = lights.clone();
    let (unit, ()) = timed(runs, || copy.words_mut().copy_from_slice(lights.words()));
    line("copy of the board (into memory in use)", unit, unit);
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    // A fresh engine each time: the polynomials are part of the work.
    let (time, solved) = timed(runs, || engine().solve_into(&lights, &mut copy).is_ok());
    if !solved {
        println!("  (not solvable: nullity {})", engine().nullity());
        return;
    }
    line("solve into memory in use", time, unit);
    assert!(plus_toggles(&copy, &lights), "the answer is wrong");
    let (time, _) = timed(runs, || single.install(|| engine().solve_into(&lights, &mut copy).is_ok()));
    line("the same on one thread", time, unit);
    assert!(plus_toggles(&copy, &lights), "the answer is wrong");
    let mut in_place = Duration::MAX;
    for _ in 0..runs {
        copy.words_mut().copy_from_slice(lights.words());
        let (time, solved) = timed(1, || engine().solve_in_place(&mut copy).is_ok());
        assert!(solved);
        in_place = in_place.min(time);
    }
    line("solve in place", in_place, unit);
    assert!(plus_toggles(&copy, &lights), "the answer is wrong");
    drop(copy);
    let (time, presses) = timed(runs.min(3), || engine().solve(&lights).expect("solvable"));
    line("solve into fresh memory", time, unit);
    let (fresh, _) = timed(runs.min(3), || lights.clone());
    line("copy of the board (into fresh memory)", fresh, unit);
    let (time, right) = timed(1, || plus_toggles(&presses, &lights));
    assert!(right);
    line("check of the answer by the definition", time, unit);
}

fn nullities() {
    println!("nullity");
    for n in [10_000, 100_000, 99_999, 100_002, 1_000_000] {
        let (time, k) = timed(3, || nullity(n, n, Rule::Plus, Topology::Plane).expect("memory"));
        println!("  sigma plus {n} x {n}: {:>10.3} ms, nullity {}", millis(time), k.expect("its rule"));
    }
    let (time, total) = timed(3, || {
        (1..=1000)
            .map(|n| nullity(n, n, Rule::Plus, Topology::Plane).expect("memory").expect("its rule"))
            .sum::<usize>()
    });
    println!("  table 1..1000: {:>10.3} ms, sum {total}", millis(time));
    let (time, total) = timed(1, || {
        (1..=25_000)
            .map(|n| nullity(n, n, Rule::Plus, Topology::Plane).expect("memory").expect("its rule"))
            .sum::<usize>()
    });
    println!("  table 1..25000, one thread: {:>10.0} ms, sum {total}", millis(time));
}

fn polynomials() {
    println!("polynomials of degree n, random");
    let random = |len: usize, seed: usize| {
        let mut words = vec![0; len.div_ceil(64)];
        lightsout::board::random_row(3, seed, len, &mut words);
        Polynomial::from_words(words)
    };
    for n in [1_000, 10_000, 25_000, 50_000, 100_000, 200_000, 1_000_000] {
        let (a, b) = (random(n, 1), random(n, 2));
        let runs = if n > 300_000 { 2 } else { 7 };
        let (mul, product) = timed(runs, || a.mul(&b));
        let (div, parts) = timed(runs, || product.div_rem(&a).expect("not zero"));
        assert_eq!(parts, (b.clone(), Polynomial::zero()));
        let (gcd, g) = timed(runs, || a.gcd(&b));
        let (inverse, (h, u)) = timed(runs, || a.semi_inverse(&b));
        assert_eq!((&g, u.mul_mod(&a, &b)), (&h, g.clone()));
        println!(
            "  n = {n:<8} product {:>9.3} ms, quotient {:>9.3} ms, gcd {:>9.3} ms, inverse {:>9.3} ms",
            millis(mul),
            millis(div),
            millis(gcd),
            millis(inverse)
        );
    }
}

/// Raw PBM to raw PBM as the command does it, against a copy of the file.
fn solve_file(rows: usize, cols: usize, runs: usize) {
    println!(
        "sigma plus, raw PBM to raw PBM, random {rows} x {cols}, {} threads",
        rayon::current_num_threads()
    );
    let file = || tempfile::NamedTempFile::new().expect("a temporary file");
    let (input, output) = (file(), file());
    {
        let lights = PbmFile::create(input.as_file(), rows, cols).expect("room for the board");
        let words = cols.div_ceil(64);
        let mut some = vec![0; words * 64];
        for first in (0..rows).step_by(64) {
            let part = &mut some[..words * 64.min(rows - first)];
            RandomRows { cols, seed: 1 }.read(first, part).expect("generated");
            lights.write(first, part).expect("room for the board");
        }
    }
    // Both write to a file that was just emptied, as `cp` and the command do.
    let empty = || output.as_file().set_len(0).and_then(|()| output.reopen()).expect("a file");
    let mut unit = Duration::MAX;
    let mut best = Duration::MAX;
    for _ in 0..runs {
        drop(empty());
        unit = unit.min(timed(1, || std::fs::copy(input.path(), output.path()).expect("room")).0);
        let to = empty();
        let (time, streamed) =
            timed(1, || solve_pbm(input.as_file(), &to, true, &|_, _| true).expect("no failure"));
        assert!(matches!(streamed, Streamed::Solved { .. }), "nullity zero");
        best = best.min(time);
    }
    line("copy of the file", unit, unit);
    line("solve the file", best, unit);
    let read = |file: &tempfile::NamedTempFile| {
        let mut board = BitMatrix::zeros(rows, cols);
        let pbm = PbmFile::open(file.as_file()).expect("a board");
        pbm.read(0, board.words_mut()).expect("a board");
        board
    };
    assert!(plus_toggles(&read(&output), &read(&input)), "the answer is wrong");
}

/// All lights on, nothing kept: the first row and the number of presses.
fn stream(rows: usize, cols: usize) {
    println!("sigma plus, all on, {rows} x {cols} as a stream, {} threads", rayon::current_num_threads());
    let source = ConstantRows { cols, on: true };
    let (time, streamed) = timed(1, || {
        let plane = PlaneStream::new(rows, cols, true).expect("memory");
        plane.solve(&source, &Discard, &|_, _| true).expect("no failure")
    });
    // The chase ends with nothing left to toggle, or there would have been an error: that is the check.
    let Streamed::Solved { first_row, presses } = streamed else { panic!("all on is always solvable") };
    println!(
        "  {:.3} s: {presses} presses, {} of them in the first row",
        time.as_secs_f64(),
        first_row.count_ones()
    );
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let named = |name: &str| chosen.iter().any(|c| c == name);
    let wanted = |name: &str| chosen.is_empty() || named(name);
    if wanted("polynomials") {
        polynomials();
    }
    if wanted("nullity") {
        nullities();
    }
    if wanted("boards") {
        solve_board(1_000, 1_000, 20);
        solve_board(10_000, 10_000, 20);
        stream(10_000, 10_000);
    }
    if wanted("files") {
        solve_file(10_000, 10_000, 10);
    }
    if named("large-board") {
        solve_board(100_000, 100_000, 3);
    }
    if named("large-file") {
        solve_file(100_000, 100_000, 2);
    }
    if named("tenth") {
        stream(100_000, 1_000_000);
    }
    if named("million") {
        stream(1_000_000, 1_000_000);
    }
}
