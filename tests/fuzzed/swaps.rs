//! The swaps: the moves replayed lead from the start to the target, the proof holds, and on small boards nothing is
//! shorter.

use std::collections::{HashMap, VecDeque};

use super::bytes::Bytes;
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use lightsout::swap::{Adjacency, SwapError, swap_distance};

/// Boards of so few cells are searched through.
const SEARCHED: usize = 10;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (rows, cols) = (bytes.number(1, 12), bytes.number(1, 12));
    let flags = bytes.byte();
    let adjacency = if flags & 1 == 1 { Adjacency::King } else { Adjacency::Orthogonal };
    let start = bytes.matrix(rows, cols);
    let mut target = bytes.matrix(rows, cols);
    let holes = if flags & 2 == 2 { bytes.matrix(rows, cols) } else { BitMatrix::zeros(rows, cols) };
    let start = Board::with_holes(start, holes.clone());
    if flags & 4 == 4 {
        target = as_many(&start, &target, &holes);
    }
    let target = Board::with_holes(target, holes.clone());
    let fewest = (rows * cols <= SEARCHED).then(|| breadth_first(&start, &target, adjacency));
    let plan = match swap_distance(&start, &target, adjacency) {
        Ok(plan) => plan,
        Err(SwapError::Impossible(imbalance)) => {
            assert!(fewest.flatten().is_none());
            assert_ne!(imbalance.start, imbalance.target);
            return cut_off(&start, &target, adjacency, (imbalance.row, imbalance.col), &imbalance);
        }
        Err(error) => panic!("{error}"),
    };
    assert!(plan.verify(&start, &target) && plan.verify_moves(&start, &target));
    let mut lights = start.lights().clone();
    let mut played = 0;
    for swap in plan.moves() {
        assert!(neighbours(swap.from, swap.to, adjacency), "{swap:?}");
        assert!(!holes.get(swap.from.0, swap.from.1) && !holes.get(swap.to.0, swap.to.1), "{swap:?}");
        assert!(lights.get(swap.from.0, swap.from.1) && !lights.get(swap.to.0, swap.to.1), "{swap:?}");
        lights.flip(swap.from.0, swap.from.1);
        lights.flip(swap.to.0, swap.to.1);
        played += 1;
    }
    assert_eq!((&lights, played), (target.lights(), plan.distance()));
    if let Some(fewest) = fewest {
        assert_eq!(fewest, Some(plan.distance()));
    }
    let back = swap_distance(&target, &start, adjacency).map(|plan| plan.distance());
    assert_eq!(back, Ok(plan.distance()));
}

/// The target with pieces taken away or added, first cell first, until it has as many as the start.
fn as_many(start: &Board, target: &BitMatrix, holes: &BitMatrix) -> BitMatrix {
    let mut target = Board::with_holes(target.clone(), holes.clone()).into_lights();
    for (r, c) in (0..target.rows()).flat_map(|r| (0..holes.cols()).map(move |c| (r, c))) {
        let more = start.lights().count_ones() > target.count_ones();
        let fewer = start.lights().count_ones() < target.count_ones();
        if !holes.get(r, c) && (more && !target.get(r, c) || fewer && target.get(r, c)) {
            target.flip(r, c);
        }
    }
    target
}

fn neighbours(a: (usize, usize), b: (usize, usize), adjacency: Adjacency) -> bool {
    let (r, c) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    match adjacency {
        Adjacency::Orthogonal => r + c == 1,
        Adjacency::King => r.max(c) == 1,
    }
}

/// The cells that hang together with the one named have the counts told.
fn cut_off(
    start: &Board,
    target: &Board,
    adjacency: Adjacency,
    first: (usize, usize),
    imbalance: &lightsout::swap::Imbalance,
) {
    let cells = |r: usize| (0..start.cols()).map(move |c| (r, c));
    let open: Vec<(usize, usize)> =
        (0..start.rows()).flat_map(cells).filter(|(r, c)| !start.is_hole(*r, *c)).collect();
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        let cell = reached[next];
        next += 1;
        let new: Vec<_> = open
            .iter()
            .filter(|other| neighbours(cell, **other, adjacency) && !reached.contains(other))
            .copied()
            .collect();
        reached.extend(new);
    }
    if imbalance.whole {
        reached = open;
    }
    let count = |board: &Board| reached.iter().filter(|(r, c)| board.lights().get(*r, *c)).count() as u64;
    assert_eq!((count(start), count(target)), (imbalance.start, imbalance.target));
}

fn breadth_first(start: &Board, target: &Board, adjacency: Adjacency) -> Option<u64> {
    let (rows, cols) = (start.rows(), start.cols());
    let word = |board: &Board| board.lights().to_flat().words()[0];
    let cell = |i: usize| (i / cols, i % cols);
    let open = |i: usize| !start.is_hole(i / cols, i % cols);
    let links: Vec<(usize, usize)> = (0..rows * cols)
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .filter(|(i, j)| open(*i) && open(*j) && neighbours(cell(*i), cell(*j), adjacency))
        .collect();
    let mut distance = HashMap::from([(word(start), 0)]);
    let mut queue = VecDeque::from([word(start)]);
    while let Some(board) = queue.pop_front() {
        if board == word(target) {
            return Some(distance[&board]);
        }
        for (i, j) in &links {
            if (board >> i ^ board >> j) & 1 == 1 {
                let other = board ^ 1 << i ^ 1 << j;
                let further = distance[&board] + 1;
                distance.entry(other).or_insert_with(|| {
                    queue.push_back(other);
                    further
                });
            }
        }
    }
    None
}
