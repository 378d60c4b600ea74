//! Buttons given as lists against all subsets, swaps against breadth-first search: for each random puzzle all answers are
//! known at once, and many questions are asked.

use std::collections::{HashMap, VecDeque};

use lightsout::board::Board;
use lightsout::gf2::{BitMatrix, BitRow};
use lightsout::optimize::Limits;
use lightsout::swap::{Adjacency, SwapError, swap_distance};
use lightsout::wiring::{Verdict, Wiring};

use super::common::Rng;
use super::tally::Tally;
use super::{OnFailure, draw, in_parallel, seed, wanted_boards};

/// Questions asked of a puzzle.
const QUESTIONS: usize = 64;

/// For each set of lights that some buttons toggle: the fewest buttons, the least such set, and how many there are.
fn all_subsets(columns: &[u64]) -> HashMap<u64, (u32, u32, u64)> {
    let mut best: HashMap<u64, (u32, u32, u64)> = HashMap::new();
    let mut lights = 0;
    let mut set = 0_u32;
    for step in 0_u32..1 << columns.len() {
        if step > 0 {
            let button = step.trailing_zeros();
            lights ^= columns[button as usize];
            set ^= 1 << button;
        }
        let (size, found) = (set.count_ones(), best.entry(lights).or_insert((u32::MAX, 0, 0)));
        if size < found.0 {
            *found = (size, set, 1);
        } else if size == found.0 {
            let first = set.reverse_bits() < found.1.reverse_bits();
            *found = (size, if first { set } else { found.1 }, found.2 + 1);
        }
    }
    best
}

fn one_wiring(number: u64) -> Tally {
    let mut random = draw::generator(seed() ^ 0x57, number);
    let (lights, buttons) = (1 + random.below(20), random.below(11));
    // Past 64 lights it goes another way: lights that nothing toggles.
    let idle = if random.chance(30) { 64 } else { 0 };
    let list: Vec<Vec<usize>> = (0..buttons)
        .map(|_| {
            let share = 5 + random.below(70);
            let once: Vec<usize> = (0..lights).filter(|_| random.chance(share)).collect();
            // A light listed twice cancels.
            let twice = random.chance(10);
            if twice { once.iter().chain(&once).copied().chain([0]).collect() } else { once }
        })
        .collect();
    let _told = OnFailure(|| format!("puzzle {number} of seed {}: {lights} lights, {list:?}", seed()));
    let columns: Vec<u64> =
        list.iter().map(|list| list.iter().fold(0, |set, light| set ^ 1 << light)).collect();
    let best = all_subsets(&columns);
    let mut tally = Tally::default();
    for _ in 0..QUESTIONS {
        let mut wanted = if random.chance(40) { random.next() & ((1 << lights) - 1) } else { 0 };
        columns.iter().filter(|_| random.chance(50)).for_each(|column| wanted ^= column);
        let wiring =
            Wiring::new(BitRow::from_fn(lights + idle, |i| i < lights && wanted >> i & 1 == 1), &list);
        match (wiring.fewest(&Limits::default()).expect("it fits"), best.get(&wanted)) {
            (Verdict::Solved { optimum, nullity }, Some((size, least, count))) => {
                assert_eq!((optimum.cost, optimum.bound), (u64::from(*size), u64::from(*size)));
                assert!(optimum.proved && optimum.count == Some((*count).into()));
                assert!(optimum.presses.ones().eq((0..buttons).filter(|b| least >> b & 1 == 1)));
                // Every set of lights that can be had can be had in 2^nullity ways.
                assert_eq!(best.len() << nullity, 1 << buttons);
                tally.add("puzzles of buttons", "solved", 1);
            }
            (Verdict::Impossible { witness }, None) => {
                let among = |set: u64| (0..lights).filter(|&i| set >> i & 1 == 1 && witness.get(i)).count();
                assert!(among(wanted) % 2 == 1 && columns.iter().all(|column| among(*column) % 2 == 0));
                tally.add("puzzles of buttons", "impossible", 1);
            }
            (verdict, best) => panic!("{verdict:?}, not {best:?}"),
        }
    }
    tally
}

#[test]
fn buttons_agree_with_all_subsets() {
    let wanted = (wanted_boards() / 20).max(1);
    let tally = in_parallel(wanted, |_| QUESTIONS as u64, one_wiring);
    println!("{tally}");
    assert!(tally.total("puzzles of buttons") >= wanted);
}

/// The distances of all boards from `start`, by breadth-first search; `edges` are pairs of neighbours as masks.
fn distances_from(start: u32, edges: &[u32]) -> HashMap<u32, u64> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(board) = queue.pop_front() {
        let next = distances[&board] + 1;
        for edge in edges.iter().filter(|edge| (board & **edge).count_ones() == 1) {
            distances.entry(board ^ edge).or_insert_with(|| {
                queue.push_back(board ^ edge);
                next
            });
        }
    }
    distances
}

/// A random board with so many pieces, as bits of its cells.
fn pieces(random: &mut Rng, cells: &[usize], count: usize) -> u32 {
    let mut cells = cells.to_vec();
    (0..count.min(cells.len())).fold(0, |set, _| set | 1 << cells.swap_remove(random.below(cells.len())))
}

fn one_swap(number: u64) -> Tally {
    let mut random = draw::generator(seed() ^ 0x5a, number);
    let (rows, cols) =
        [(1, 12), (2, 6), (3, 4), (4, 3), (6, 2), (3, 3), (2, 2), (11, 1), (1, 1), (2, 5)][random.below(10)];
    let holes: u32 = if random.chance(50) {
        (0..rows * cols).filter(|_| random.chance(20)).map(|i| 1 << i).sum()
    } else {
        0
    };
    let adjacency = if random.chance(50) { Adjacency::Orthogonal } else { Adjacency::King };
    let cells: Vec<usize> = (0..rows * cols).filter(|i| holes >> i & 1 == 0).collect();
    let near = |a: usize, b: usize| {
        let (dr, dc) = ((a / cols).abs_diff(b / cols), (a % cols).abs_diff(b % cols));
        if adjacency == Adjacency::King { dr.max(dc) == 1 } else { dr + dc == 1 }
    };
    let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b)));
    let edges: Vec<u32> = pairs.filter(|&(a, b)| a < b && near(a, b)).map(|(a, b)| 1 << a | 1 << b).collect();
    let count = random.below(cells.len() + 1);
    let start = pieces(&mut random, &cells, count);
    let _told = OnFailure(|| {
        format!("swap {number} of seed {}: {rows} x {cols}, holes {holes:b}, start {start:b}", seed())
    });
    let board = |bits: u32| {
        let set = |bits: u32| BitMatrix::from_fn(rows, cols, |r, c| bits >> (r * cols + c) & 1 == 1);
        Board::with_holes(set(bits), set(holes))
    };
    let (first, distances) = (board(start), distances_from(start, &edges));
    let mut tally = Tally::default();
    for _ in 0..QUESTIONS {
        let more = usize::from(random.chance(10));
        let target = pieces(&mut random, &cells, count + more);
        match (swap_distance(&first, &board(target), adjacency), distances.get(&target)) {
            (Ok(plan), Some(&distance)) => {
                assert_eq!(plan.distance(), distance, "to {target:b}");
                let mut now = start;
                for swap in plan.moves() {
                    let cell = |(r, c): (usize, usize)| r * cols + c;
                    let edge = 1 << cell(swap.from) | 1 << cell(swap.to);
                    assert!(edges.contains(&edge) && (now & edge).count_ones() == 1, "a move {swap:?}");
                    now ^= edge;
                }
                assert_eq!(now, target);
                assert_eq!(plan.moves().count() as u64, distance);
                tally.add("swaps", "distance", 1);
            }
            (Err(SwapError::Impossible(_)), None) => tally.add("swaps", "impossible", 1),
            (plan, distance) => panic!("to {target:b}: {plan:?}, not {distance:?}"),
        }
    }
    tally
}

#[test]
fn swaps_agree_with_breadth_first_search() {
    let wanted = (wanted_boards() / 20).max(1);
    let tally = in_parallel(wanted, |_| QUESTIONS as u64, one_swap);
    println!("{tally}");
    assert!(tally.total("swaps") >= wanted);
}
