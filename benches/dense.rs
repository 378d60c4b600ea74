//! Dense elimination of a random matrix against the M4RI library, and what follows from one factorisation.
//!
//! `cargo bench --bench dense [-- SIZE]`. The peer is compiled from `benches/peers/m4ri.c` when a C compiler
//! and the library (Debian: `libm4ri-dev`) are there; else its lines are left out.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use lightsout::gf2::{BitMatrix, Echelon, tail_mask};

const SEED: u64 = 1;
const RUNS: usize = 3;

fn main() {
    let size = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(16_384);
    let a = random(size);
    let (one, e) = least(|| with_threads(1, || Echelon::new(&a)));
    let (two, f) = least(|| with_threads(2, || Echelon::new(&a)));
    assert_eq!(e.pivots(), f.pivots());
    println!("dense {size} x {size}: rank {}, one thread {one:.3} s, two threads {two:.3} s", e.rank());
    println!("  a second thread makes it {:.2} times as fast", one / two);
    if let Some((rank, echelonize, ple)) = peer(size) {
        assert_eq!(rank, e.rank(), "both find the same rank");
        println!("  M4RI, one thread: mzd_echelonize {echelonize:.3} s, mzd_ple {ple:.3} s");
        println!("  ours / M4RI's better, one thread each: {:.2}", one / echelonize.min(ple));
    } else {
        println!("  no M4RI here (a C compiler and libm4ri-dev are needed): not compared");
    }
    many_boards(&a, &e);
}

/// One factorisation, many right-hand sides.
fn many_boards(a: &BitMatrix, e: &Echelon) {
    let presses = random(a.cols());
    let boards = presses_to_boards(a, &presses);
    let (single, x) = least(|| e.solve(&boards.row(0)).expect("planted"));
    let (many, xs) = least(|| e.solve_many(&boards));
    assert_eq!(xs[0].as_ref(), Ok(&x));
    for (i, x) in xs.iter().enumerate() {
        let x = x.as_ref().expect("planted");
        assert!(i % 64 != 0 || a.mul_vec(x) == boards.row(i), "board {i} is solved");
    }
    let each = many / boards.rows() as f64;
    println!(
        "  one more board {:.2} ms, one of {} at once {:.3} ms",
        single * 1e3,
        boards.rows(),
        each * 1e3
    );
    println!("  one at a time / many at once: {:.1}", single / each);
}

/// `A x` for 512 random rows `x`.
fn presses_to_boards(a: &BitMatrix, presses: &BitMatrix) -> BitMatrix {
    let rows: Vec<_> = (0..512.min(presses.rows())).map(|i| a.mul_vec(&presses.row(i))).collect();
    BitMatrix::from_rows(a.rows(), &rows)
}

/// The matrix that the peer makes too.
fn random(n: usize) -> BitMatrix {
    let mut state = SEED;
    let mut a = BitMatrix::zeros(n, n);
    for r in 0..n {
        for word in a.row_words_mut(r) {
            *word = split_mix(&mut state);
        }
        if let Some(last) = a.row_words_mut(r).last_mut() {
            *last &= tail_mask(n);
        }
    }
    a
}

/// The next number of the generator SplitMix64 (Steele, Lea, Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool").install(work)
}

/// The least time of several runs, with the last result.
fn least<R>(mut work: impl FnMut() -> R) -> (f64, R) {
    let mut best = f64::INFINITY;
    let mut last = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        last = Some(work());
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, last.expect("at least one run"))
}

/// Rank and times of the M4RI library.
fn peer(size: usize) -> Option<(usize, f64, f64)> {
    let binary = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("peer-m4ri");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/m4ri.c");
    let compiled =
        Command::new("cc").args(["-O2", "-o"]).arg(&binary).args([source, "-lm4ri"]).output().ok()?;
    if !compiled.status.success() {
        return None;
    }
    let arguments = [size.to_string(), SEED.to_string(), RUNS.to_string()];
    let output = Command::new(&binary).args(arguments).env("OMP_NUM_THREADS", "1").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut fields = text.split_whitespace();
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
