//! The fewest presses on real boards: published values, records, stopping, threads, instruction sets.

#[path = "common/plus_board.rs"]
mod plus_board;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use lightsout::board::Board;
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::{BitMatrix, BitRow, simd};
use lightsout::optimize::{Limits, Minimizer, Optimum, Progress, Route};
use lightsout::solve::Solver;
use num_bigint::BigUint;
use plus_board::{chase, checkerboard, toggled};

fn all_on(n: usize) -> (BitMatrix, BitRow) {
    let (kernel, solutions) = chase(n, &[BitRow::from_fn(n * n, |_| true)]);
    (kernel, solutions.into_iter().next().flatten().expect("all lights on can be solved (Sutner)"))
}

fn solve(n: usize, limits: &Limits<'_>) -> Optimum {
    let (kernel, solution) = all_on(n);
    Minimizer::new(&kernel, None, &[checkerboard(n)]).minimize(&[solution], limits)
}

/// Published values of OEIS A075464, from the data of the tests.
fn published() -> Vec<u64> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cases.json")).expect("data");
    let cases: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let cases = cases.as_array().or_else(|| cases.get("cases")?.as_array()).expect("a list of cases");
    let case = cases.iter().find(|case| case["id"] == "oeis-A075464").expect("the table");
    case["expected"].as_array().expect("a list").iter().map(|v| v.as_u64().expect("a number")).collect()
}

#[test]
fn all_on_agrees_with_the_published_table() {
    let published = published();
    assert!(published.len() >= 54);
    for (n, &value) in (1..).zip(&published) {
        let found = solve(n, &Limits::default());
        assert!(found.proved, "{n}");
        assert_eq!(found.cost, value, "{n} x {n}");
        assert_eq!(toggled(n, &found.presses).count_ones(), n * n, "{n} x {n}: the presses do the job");
        assert_eq!(found.presses.count_ones() as u64, value);
    }
}

#[test]
fn every_route_gives_the_same_answer_on_boards() {
    for (n, k) in [(9, 8), (19, 16), (23, 14), (30, 20)] {
        let (kernel, solution) = all_on(n);
        assert_eq!(kernel.rows(), k);
        let minimizer = Minimizer::new(&kernel, None, &[checkerboard(n)]);
        let by = |route, memory| {
            let limits = Limits { route: Some(route), memory, solutions: 5, ..Limits::default() };
            let mut found = minimizer.minimize(std::slice::from_ref(&solution), &limits);
            (std::mem::take(&mut found.routes), found)
        };
        let (_, walsh) = by(Route::Walsh, 1 << 30);
        assert!(walsh.proved);
        for (route, memory) in [(Route::Gray, 1 << 30), (Route::Split, 1 << 30), (Route::Streamed, 0)] {
            let (routes, found) = by(route, memory);
            assert_eq!(found, walsh, "{n} x {n} by {route:?}");
            // On 23 x 23 columns of weight zero leave a side that does not determine the element.
            if route == Route::Gray || n == 19 || n == 30 {
                assert_eq!(routes, [route], "{n} x {n}");
            }
        }
    }
}

/// The sides of a rook's code fall into many parts. What a group of several parts may list is cut short where there is no
/// room, and such a group is not enumerated again: the split ends without a proof, and another route has to give it.
#[test]
fn sides_of_many_parts_are_proved_without_room() {
    for (rows, cols, with_self, topology) in
        [(12, 2, false, Topology::Torus), (12, 11, true, Topology::Plane), (10, 7, true, Topology::Plane)]
    {
        let rook = Neighbourhood::parse_rule("rook").expect("a rule");
        let rook = if with_self { rook } else { rook.without_self() };
        let solver = Solver::new(Game::new(rows, cols, rook, topology)).expect("small");
        let quiet: Vec<BitRow> = solver.quiet_patterns().iter().map(BitMatrix::to_flat).collect();
        let kernel = BitMatrix::from_rows(rows * cols, &quiet);
        let black = BitRow::from_fn(rows * cols, |i| (i / cols + i % cols) % 2 == 1);
        let minimizer = Minimizer::new(&kernel, None, &[black]);
        for seed in 0..40 {
            let offset = Board::random(rows, cols, seed).expect("small").lights().to_flat();
            let by = |route, memory| {
                let limits = Limits { route: Some(route), memory, solutions: 3, ..Limits::default() };
                let mut found = minimizer.minimize(std::slice::from_ref(&offset), &limits);
                found.routes.clear();
                found
            };
            let walsh = by(Route::Walsh, 1 << 30);
            assert!(walsh.proved);
            for memory in [0, 10_000, 1 << 30] {
                assert_eq!(by(Route::Split, memory), walsh, "{rows} x {cols}, board {seed}, {memory} bytes");
            }
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_threads_or_instruction_sets() {
    let reference = solve(39, &Limits::default());
    assert!(reference.proved && reference.routes == [Route::Split]);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        assert_eq!(pool.install(|| solve(39, &Limits::default())), reference, "{threads} threads");
    }
    let walsh = Limits { route: Some(Route::Walsh), ..Limits::default() };
    let reference = solve(23, &walsh);
    for level in simd::Level::ALL.into_iter().filter(|level| level.available()) {
        assert!(simd::force(level));
        assert_eq!(solve(23, &walsh), reference, "{}", level.name());
        assert!(solve(33, &Limits::default()).proved, "{}", level.name());
    }
    simd::force(simd::detected());
}

#[test]
fn a_stopped_search_never_promises_too_much() {
    let (kernel, solution) = all_on(65);
    let minimizer = Minimizer::new(&kernel, None, &[checkerboard(65)]);
    for (truth, after) in [(1867, 1), (1867, 40), (1867, 83), (1867, 131), (1867, 177), (1867, 400)] {
        let stop = AtomicBool::new(false);
        let seen: Mutex<Vec<(u64, u64)>> = Mutex::default();
        let watch = |progress: &Progress<'_>| {
            let mut seen = seen.lock().expect("no panic");
            seen.push((progress.best, progress.bound));
            if seen.len() >= after {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let limits =
            Limits { stop: Some(&stop), progress: Some(&watch), memory: 1 << 22, ..Limits::default() };
        let found = minimizer.minimize(std::slice::from_ref(&solution), &limits);
        assert!(found.bound <= truth && truth <= found.cost, "{} {} after {after}", found.bound, found.cost);
        assert_eq!(found.presses.count_ones() as u64, found.cost);
        assert_eq!(toggled(65, &found.presses).count_ones(), 65 * 65);
        assert!(!found.proved || found.cost == truth);
        assert!(found.proved || found.count.is_none());
        let seen = seen.into_inner().expect("no panic");
        assert!(!seen.is_empty());
        for pair in seen.windows(2) {
            assert!(pair[1].0 <= pair[0].0 && pair[1].1 >= pair[0].1, "best falls, bound rises: {pair:?}");
        }
        assert!(seen.iter().all(|(best, bound)| *bound <= truth && truth <= *best));
    }
    let stopped = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stopped), ..Limits::default() };
    let found = minimizer.minimize(std::slice::from_ref(&solution), &limits);
    assert!(!found.proved && found.bound <= 1867 && found.cost >= 1867);
}

#[test]
fn two_goals_are_two_cosets_of_one_code() {
    // Off and on: the cheaper goal wins, and a coset that can hold nothing as cheap is left alone.
    for n in [19, 33, 47] {
        let lights = BitRow::from_fn(n * n, |i| (i * i + i / n) % 3 == 0);
        let mut board = toggled(n, &lights);
        let off = board.clone();
        board.add(&BitRow::from_fn(n * n, |_| true));
        let (kernel, solutions) = chase(n, &[off, board]);
        let offsets: Vec<BitRow> = solutions.into_iter().flatten().collect();
        assert_eq!(offsets.len(), 2);
        let minimizer = Minimizer::new(&kernel, None, &[checkerboard(n)]);
        let one = |i: usize| minimizer.minimize(&offsets[i..=i], &Limits::default());
        let (off, on) = (one(0), one(1));
        let both = minimizer.minimize(&offsets, &Limits::default());
        assert!(both.proved);
        assert_eq!(both.cost, off.cost.min(on.cost));
        let count =
            |o: &Optimum| if o.cost == both.cost { o.count.clone().expect("proved") } else { BigUint::ZERO };
        assert_eq!(both.count, Some(count(&off) + count(&on)));
        assert_eq!(
            both.coset,
            usize::from(
                on.cost < off.cost
                    || (on.cost == off.cost && on.presses.cmp_lexicographic(&off.presses).is_lt())
            )
        );
    }
}

#[test]
fn records_do_the_job() {
    for (n, presses) in [(79, 2629), (95, 4095)] {
        let path = format!("{}/docs/records/all-on-{n}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect(&path);
        let cells: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        assert_eq!(cells.len(), n * n, "{path}");
        let pattern = BitRow::from_fn(n * n, |i| cells[i] == b'X');
        assert_eq!(pattern.count_ones(), presses, "{path}");
        assert_eq!(toggled(n, &pattern).count_ones(), n * n, "{path}");
    }
}
