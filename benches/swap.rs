//! The fewest swaps on random boards: the time, and what the moves add to it. Every plan is verified.
//!
//! `cargo bench --bench swap [-- SIZE…]`; sizes are sides of square boards, 300 and 1000 when none is given.
//! `cargo bench --bench swap -- write SIZE FILE` also writes the random boards of that size, for the peers in
//! `benches/peers`.

use std::time::{Duration, Instant};

use lightsout::board::text::{Symbols, write};
use lightsout::board::{Board, Random};
use lightsout::gf2::BitMatrix;
use lightsout::swap::{Adjacency, swap_distance};

/// `n × n` with exactly half of the cells that are no holes on, each choice as likely.
fn half_full(random: &mut Random, n: usize, holes: &BitMatrix) -> Board {
    let mut cells: Vec<_> = (0..n * n).map(|i| (i / n, i % n)).filter(|&(r, c)| !holes.get(r, c)).collect();
    random.shuffle(&mut cells);
    let mut lights = BitMatrix::zeros(n, n);
    cells.iter().take(cells.len() / 2).for_each(|&(r, c)| lights.set(r, c, true));
    Board::with_holes(lights, holes.clone())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [command, size, file, ..] = args.as_slice()
        && command == "write"
    {
        let n: usize = size.parse().expect("write SIZE FILE");
        let (start, target) = random_boards(n, &BitMatrix::zeros(n, n));
        let text = |board: &Board| {
            let mut text = Vec::new();
            write(&mut text, board, Symbols::DIGITS).expect("memory takes all");
            String::from_utf8(text).expect("digits")
        };
        std::fs::write(file, format!("{}\n{}", text(&start), text(&target))).expect("the file is written");
        report("random, half full", n, Adjacency::Orthogonal, &start, &target);
        return;
    }
    let mut sizes: Vec<usize> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![300, 1000];
    }
    for n in sizes {
        let none = BitMatrix::zeros(n, n);
        measure("random, half full", n, Adjacency::Orthogonal, &none);
        measure("random, half full", n, Adjacency::King, &none);
        // Single holes that cut nothing off.
        let mut random = Random::new(n as u64);
        let scattered = BitMatrix::from_fn(n, n, |r, c| r % 2 == 1 && c % 2 == 1 && random.below(5) < 2);
        measure("10 % holes", n, Adjacency::Orthogonal, &scattered);
        let far = (corner(n, false), corner(n, true));
        report("a third, corner to corner", n, Adjacency::Orthogonal, &far.0, &far.1);
    }
}

fn measure(name: &str, n: usize, adjacency: Adjacency, holes: &BitMatrix) {
    let (start, target) = random_boards(n, holes);
    report(name, n, adjacency, &start, &target);
}

fn random_boards(n: usize, holes: &BitMatrix) -> (Board, Board) {
    let mut random = Random::new(1);
    (half_full(&mut random, n, holes), half_full(&mut random, n, holes))
}

/// A square of a third of the side in one corner.
fn corner(n: usize, opposite: bool) -> Board {
    Board::new(BitMatrix::from_fn(n, n, |r, c| {
        let (r, c) = if opposite { (n - 1 - r, n - 1 - c) } else { (r, c) };
        r < n / 3 && c < n / 3
    }))
}

fn report(name: &str, n: usize, adjacency: Adjacency, start: &Board, target: &Board) {
    let (plan, search) = timed(|| swap_distance(start, target, adjacency));
    let plan = plan.unwrap_or_else(|error| panic!("{name}: {error}"));
    let (count, moves) = timed(|| plan.moves().count() as u64);
    assert_eq!(count, plan.distance(), "{name}");
    assert!(plan.verify(start, target) && plan.verify_moves(start, target), "{name}");
    println!(
        "{n} x {n}, {name}, {}: {} swaps in {:.3} s; the moves add {:.0} %",
        adjacency.name(),
        plan.distance(),
        search.as_secs_f64(),
        100.0 * moves.as_secs_f64() / search.as_secs_f64(),
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed())
}
