//! The fewest presses.
//!
//! `cargo bench --bench fewest_presses -- all-on N [FILE]` (FILE gets the press pattern), `random N SEED`, `table TO`,
//! `routes N` (every route on one thread and one board, time for each of its 2^k solutions).

#[path = "../tests/common/plus_board.rs"]
mod plus_board;

use std::sync::Mutex;
use std::time::Instant;

use lightsout::gf2::BitRow;
use lightsout::optimize::{Limits, Minimizer, Optimum, Progress, Route};
use plus_board::{chase, checkerboard, toggled};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |i: usize| arguments.get(i).and_then(|a| a.parse::<usize>().ok());
    match (arguments.first().map(String::as_str), number(1)) {
        (Some("all-on"), Some(n)) => {
            let found = solve(n, &BitRow::from_fn(n * n, |_| true), true);
            if let (Some(file), Some(found)) = (arguments.get(2), found) {
                std::fs::write(file, pattern(n, &found.presses)).expect("the file can be written");
            }
        }
        (Some("random"), Some(n)) => {
            solve(n, &random_board(n, number(2).unwrap_or(1) as u64), true);
        }
        (Some("table"), Some(to)) => table(to),
        (Some("routes"), Some(n)) => routes(n),
        _ => {
            for n in [30, 39, 61, 65] {
                solve(n, &random_board(n, 1), true);
            }
        }
    }
}

/// A solvable board: the lights that random presses toggle.
fn random_board(n: usize, seed: u64) -> BitRow {
    let mut state = seed;
    let presses = BitRow::from_fn(n * n, |_| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) >> 63 == 1
    });
    toggled(n, &presses)
}

fn solve(n: usize, lights: &BitRow, talk: bool) -> Option<Optimum> {
    let (kernel, solutions) = chase(n, std::slice::from_ref(lights));
    let solution = solutions.into_iter().next().flatten()?;
    let begin = Instant::now();
    let last = Mutex::new((String::new(), Instant::now()));
    let show = |p: &Progress<'_>| {
        let mut last = last.lock().unwrap();
        if last.0 != p.phase || last.1.elapsed().as_secs_f64() > 2.0 {
            println!(
                "  {:8.3} s {} {}/{} best {} bound {}",
                begin.elapsed().as_secs_f64(),
                p.phase,
                p.done,
                p.total,
                p.best,
                p.bound
            );
            *last = (p.phase.to_owned(), Instant::now());
        }
    };
    let minimizer = Minimizer::new(&kernel, None, &[checkerboard(n)]);
    let limits =
        Limits { memory: 8 << 30, progress: if talk { Some(&show) } else { None }, ..Limits::default() };
    let found = minimizer.minimize(&[solution], &limits);
    assert_eq!(toggled(n, &found.presses), *lights, "the presses do the job");
    println!(
        "{n} x {n}: k = {}, {} presses, bound {}, optima {:?}, routes {:?}, {:.3} s",
        kernel.rows(),
        found.cost,
        found.bound,
        found.count,
        found.routes,
        begin.elapsed().as_secs_f64()
    );
    Some(found)
}

fn pattern(n: usize, presses: &BitRow) -> String {
    let cell = |i: usize| if presses.get(i) { 'X' } else { '.' };
    (0..n).map(|r| (0..n).map(|c| cell(r * n + c)).chain(['\n']).collect::<String>()).collect()
}

fn table(to: usize) {
    let begin = Instant::now();
    for n in 1..=to {
        solve(n, &BitRow::from_fn(n * n, |_| true), false);
    }
    println!("all in {:.3} s", begin.elapsed().as_secs_f64());
}

/// The same random board by plain enumeration, by the transform and by the split.
fn routes(n: usize) {
    let lights = random_board(n, 1);
    let (kernel, solutions) = chase(n, std::slice::from_ref(&lights));
    let solution = solutions.into_iter().next().flatten().expect("the board was made by presses");
    let minimizer = Minimizer::new(&kernel, None, &[checkerboard(n)]);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut costs = Vec::new();
    for route in [Route::Gray, Route::Walsh, Route::Split] {
        let limits = Limits { memory: 8 << 30, route: Some(route), ..Limits::default() };
        let begin = Instant::now();
        let found = one.install(|| minimizer.minimize(std::slice::from_ref(&solution), &limits));
        let seconds = begin.elapsed().as_secs_f64();
        assert_eq!(toggled(n, &found.presses), lights, "the presses do the job");
        costs.push((found.cost, found.count));
        let each = seconds * 1e9 / (kernel.rows() as f64).exp2();
        println!(
            "{n} x {n}, k = {}: {} {seconds:.4} s, {each:.4} ns a solution",
            kernel.rows(),
            route.name()
        );
    }
    assert!(costs.iter().all(|c| *c == costs[0]), "all routes agree");
}
