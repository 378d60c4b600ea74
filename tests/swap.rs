//! The fewest swaps against breadth-first search over boards, against an assignment by the Hungarian method, and the
//! moves against their definition.

mod common;

use std::collections::{HashMap, VecDeque};

use common::{Rng, cases};
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use lightsout::swap::{Adjacency, SwapError, swap_distance, swap_distance_until};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

const BOTH: [Adjacency; 2] = [Adjacency::Orthogonal, Adjacency::King];

/// Plays the moves by the definition: each exchanges a piece with an empty place on a neighbouring cell that is
/// no hole. The number played; the board is changed.
fn replay(board: &Board, lights: &mut BitMatrix, plan: &lightsout::swap::SwapPlan) -> u64 {
    let mut played = 0;
    for swap in plan.moves() {
        let ((r, c), (tr, tc)) = (swap.from, swap.to);
        assert!(lights.get(r, c), "a piece at {r},{c}");
        assert!(!lights.get(tr, tc), "an empty place at {tr},{tc}");
        assert!(!board.is_hole(r, c) && !board.is_hole(tr, tc), "no holes");
        let (dr, dc) = (r.abs_diff(tr), c.abs_diff(tc));
        let apart = if plan.adjacency() == Adjacency::King { dr.max(dc) } else { dr + dc };
        assert_eq!(apart, 1, "neighbours: {swap:?}");
        lights.flip(r, c);
        lights.flip(tr, tc);
        played += 1;
    }
    played
}

/// The distance, after the moves and the certificate have been checked.
fn checked_distance(start: &Board, target: &Board, adjacency: Adjacency) -> Option<u64> {
    let plan = match swap_distance(start, target, adjacency) {
        Ok(plan) => plan,
        Err(SwapError::Impossible(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let mut lights = start.lights().clone();
    assert_eq!(replay(start, &mut lights, &plan), plan.distance());
    assert_eq!(&lights, target.lights());
    assert!(plan.verify(start, target) && plan.verify_moves(start, target));
    Some(plan.distance())
}

fn board_of(rows: usize, cols: usize, bits: u32) -> Board {
    Board::new(BitMatrix::from_fn(rows, cols, |r, c| bits >> (r * cols + c) & 1 != 0))
}

/// The pairs of neighbouring cells, as masks of two bits.
fn edges(rows: usize, cols: usize, adjacency: Adjacency) -> Vec<u32> {
    let cells: Vec<_> = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).collect();
    let near = |a: (usize, usize), b: (usize, usize)| {
        let (dr, dc) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        if adjacency == Adjacency::King { dr.max(dc) == 1 } else { dr + dc == 1 }
    };
    let mut masks = Vec::new();
    for i in 0..cells.len() {
        masks.extend((0..i).filter(|&j| near(cells[i], cells[j])).map(|j| 1 << i | 1 << j));
    }
    masks
}

/// The distances of all boards from `start`, by breadth-first search.
fn search(start: u32, edges: &[u32]) -> HashMap<u32, u64> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(board) = queue.pop_front() {
        let next = distances[&board] + 1;
        for edge in edges {
            if (board & edge).count_ones() == 1 {
                distances.entry(board ^ edge).or_insert_with(|| {
                    queue.push_back(board ^ edge);
                    next
                });
            }
        }
    }
    distances
}

#[test]
fn published_cases() {
    let mut seen = 0;
    for case in cases().iter().filter(|case| case.kind == "swap") {
        let rows: Vec<String> = serde_json::from_value(case.target.clone()).expect("rows");
        let (start, target) = (Board::new(case.lights()), Board::new(common::from_rows(&rows)));
        let adjacency = if case.rule.contains("king") { Adjacency::King } else { Adjacency::Orthogonal };
        assert_eq!(checked_distance(&start, &target, adjacency), case.expected.as_u64(), "{}", case.id);
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[test]
fn all_pairs_of_three_by_three() {
    for adjacency in BOTH {
        let edges = edges(3, 3, adjacency);
        for start in 0..1 << 9 {
            let distances = search(start, &edges);
            for target in 0..1 << 9 {
                let ours = swap_distance(&board_of(3, 3, start), &board_of(3, 3, target), adjacency);
                match distances.get(&target) {
                    Some(&distance) => assert_eq!(ours.expect("possible").distance(), distance),
                    None => assert!(matches!(ours, Err(SwapError::Impossible(_)))),
                }
            }
        }
    }
}

#[test]
fn pairs_of_four_by_four() {
    let mut random = Rng::new(44);
    for adjacency in BOTH {
        let edges = edges(4, 4, adjacency);
        for _ in 0..20 {
            let start = random.next() as u32 & 0xffff;
            let distances = search(start, &edges);
            let mut reachable: Vec<_> = distances.keys().copied().collect();
            reachable.sort_unstable();
            for _ in 0..100 {
                let target = reachable[random.below(reachable.len())];
                let ours = checked_distance(&board_of(4, 4, start), &board_of(4, 4, target), adjacency);
                assert_eq!(ours, Some(distances[&target]), "{start:x} to {target:x}");
            }
        }
    }
}

/// Steps from a cell to every cell, by breadth-first search; `None` where walls are between.
fn steps_from(board: &Board, from: (usize, usize), adjacency: Adjacency) -> Vec<Option<u32>> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut steps = vec![None; rows * cols];
    steps[from.0 * cols + from.1] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some((r, c)) = queue.pop_front() {
        let next = steps[r * cols + c].map(|s: u32| s + 1);
        for nr in r.saturating_sub(1)..rows.min(r + 2) {
            for nc in c.saturating_sub(1)..cols.min(c + 2) {
                let diagonal = nr != r && nc != c;
                if (diagonal && adjacency == Adjacency::Orthogonal) || board.is_hole(nr, nc) {
                    continue;
                }
                if steps[nr * cols + nc].is_none() {
                    steps[nr * cols + nc] = next;
                    queue.push_back((nr, nc));
                }
            }
        }
    }
    steps
}

/// The least cost of a perfect assignment (the Hungarian method with potentials, O(n³)); `None` when there is none.
fn assignment(cost: &[Vec<Option<u32>>]) -> Option<u64> {
    const FAR: i64 = 1 << 40;
    let n = cost.len();
    let at = |i: usize, j: usize| cost[i - 1][j - 1].map_or(FAR, i64::from);
    let (mut u, mut v) = (vec![0; n + 1], vec![0; n + 1]);
    let (mut owner, mut way) = (vec![0; n + 1], vec![0; n + 1]);
    for i in 1..=n {
        owner[0] = i;
        let mut j0 = 0;
        let (mut least, mut used) = (vec![i64::MAX; n + 1], vec![false; n + 1]);
        while owner[j0] != 0 {
            used[j0] = true;
            let (i0, mut delta, mut j1) = (owner[j0], i64::MAX, 0);
            for j in (1..=n).filter(|&j| !used[j]).collect::<Vec<_>>() {
                let reduced = at(i0, j) - u[i0] - v[j];
                if reduced < least[j] {
                    (least[j], way[j]) = (reduced, j0);
                }
                if least[j] < delta {
                    (delta, j1) = (least[j], j);
                }
            }
            for j in 0..=n {
                if used[j] {
                    u[owner[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            j0 = j1;
        }
        while j0 != 0 {
            owner[j0] = owner[way[j0]];
            j0 = way[j0];
        }
    }
    let total: i64 = (1..=n).map(|j| at(owner[j], j)).sum();
    (total < FAR).then_some(total as u64)
}

/// The distance as the least total of ways from pieces to places, each way round the holes.
fn assigned_distance(start: &Board, target: &Board, adjacency: Adjacency) -> Option<u64> {
    let places: Vec<_> = target.lights().ones().collect();
    let cost: Vec<Vec<_>> = start
        .lights()
        .ones()
        .map(|piece| {
            let steps = steps_from(start, piece, adjacency);
            places.iter().map(|&(r, c)| steps[r * start.cols() + c]).collect()
        })
        .collect();
    (cost.len() == places.len()).then(|| assignment(&cost)).flatten()
}

/// A board with as many pieces as said, as far as there are cells.
fn random_board(random: &mut Rng, holes: &BitMatrix, pieces: usize) -> Board {
    let (rows, cols) = (holes.rows(), holes.cols());
    let mut cells: Vec<_> =
        (0..rows * cols).map(|i| (i / cols, i % cols)).filter(|&(r, c)| !holes.get(r, c)).collect();
    let mut lights = BitMatrix::zeros(rows, cols);
    for i in 0..pieces.min(cells.len()) {
        let j = i + random.below(cells.len() - i);
        cells.swap(i, j);
        lights.set(cells[i].0, cells[i].1, true);
    }
    Board::with_holes(lights, holes.clone())
}

proptest! {
    // What fails is kept beside this file and tried first from then on: it belongs to the change that mends it.
    #![proptest_config(ProptestConfig {
        cases: 150,
        ..ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions"))
    })]

    #[test]
    fn distance_is_that_of_the_best_assignment(
        (rows, cols) in (1usize..=40, 1usize..=40),
        holes in prop_oneof![Just(0usize), 1usize..45],
        share in 0usize..=100,
        adjacency in prop_oneof![Just(Adjacency::Orthogonal), Just(Adjacency::King)],
        seed in any::<u64>(),
    ) {
        let mut random = Rng::new(seed);
        let holes = BitMatrix::from_fn(rows, cols, |_, _| random.chance(holes));
        // The Hungarian method is cubic: few pieces on large boards.
        let pieces = (rows * cols * share / 100).min(70);
        let (start, target) = (random_board(&mut random, &holes, pieces), random_board(&mut random, &holes, pieces));
        prop_assert_eq!(
            checked_distance(&start, &target, adjacency),
            assigned_distance(&start, &target, adjacency)
        );
    }

    #[test]
    fn full_boards_replay(
        (rows, cols) in (1usize..=40, 1usize..=40),
        holes in prop_oneof![Just(0usize), 1usize..30],
        share in 0usize..=100,
        adjacency in prop_oneof![Just(Adjacency::Orthogonal), Just(Adjacency::King)],
        seed in any::<u64>(),
    ) {
        let mut random = Rng::new(seed);
        let holes = BitMatrix::from_fn(rows, cols, |_, _| random.chance(holes));
        let pieces = rows * cols * share / 100;
        let (start, target) = (random_board(&mut random, &holes, pieces), random_board(&mut random, &holes, pieces));
        // The certificate and the moves are checked inside; there and back is as far.
        prop_assert_eq!(
            checked_distance(&start, &target, adjacency),
            checked_distance(&target, &start, adjacency)
        );
    }
}

#[test]
fn boards_in_bulk() {
    // All pieces of one half to the other; from one corner to the opposite; single lines.
    let half = |rows: usize, cols: usize, right: bool| {
        Board::new(BitMatrix::from_fn(rows, cols, |_, c| (c >= cols / 2) == right))
    };
    for (rows, cols) in [(64, 64), (1, 1000), (3, 130), (129, 2)] {
        for adjacency in BOTH {
            let distance = checked_distance(&half(rows, cols, false), &half(rows, cols, true), adjacency);
            assert_eq!(distance, Some((rows * (cols / 2) * (cols / 2)) as u64));
        }
    }
    let corner =
        |opposite: bool| {
            Board::new(BitMatrix::from_fn(90, 90, |r, c| {
                if opposite { r >= 60 && c >= 60 } else { r < 30 && c < 30 }
            }))
        };
    assert_eq!(checked_distance(&corner(false), &corner(true), Adjacency::Orthogonal), Some(900 * 120));
    assert_eq!(checked_distance(&corner(false), &corner(true), Adjacency::King), Some(900 * 60));
}

#[test]
fn walls_are_gone_round() {
    // A serpentine: every second row is wall but for one end.
    let wall = |r: usize, c: usize| r % 2 == 1 && c != if r % 4 == 1 { 30 } else { 0 };
    let holes = BitMatrix::from_fn(31, 31, wall);
    let at = |cell: (usize, usize)| {
        Board::with_holes(BitMatrix::from_fn(31, 31, |r, c| (r, c) == cell), holes.clone())
    };
    let (start, target) = (at((0, 0)), at((30, 30)));
    // 15 rows of 30 steps, then straight down in the last column; 30 steps down in all.
    assert_eq!(checked_distance(&start, &target, Adjacency::Orthogonal), Some(15 * 30 + 30));
}

#[test]
fn what_does_not_match_is_named() {
    let board = |rows: &[&str]| {
        let bits = |on: u8| BitMatrix::from_fn(rows.len(), rows[0].len(), |r, c| rows[r].as_bytes()[c] == on);
        Board::with_holes(bits(b'1'), bits(b'~'))
    };
    let error = |start: &[&str], target: &[&str]| {
        swap_distance(&board(start), &board(target), Adjacency::Orthogonal).expect_err("an error").to_string()
    };
    assert_eq!(error(&["10"], &["1", "0"]), "the start is 1 x 2, the target 2 x 1");
    assert_eq!(
        error(&["10", "00"], &["10", "0~"]),
        "row 2, column 2 is a hole in one board and not in the other"
    );
    assert_eq!(error(&["10"], &["11"]), "the start has 1 piece, the target 2");
    assert_eq!(
        error(&["1~0"], &["0~0"]),
        "the cells joined to row 1, column 1 hold 1 piece in the start, 0 in the target"
    );
    assert_eq!(
        error(&["11~00", "00~01"], &["10~01", "00~01"]),
        "the cells joined to row 1, column 1 hold 2 pieces in the start, 1 in the target"
    );
    // A king goes round the end of a wall that a rook's step does not pass.
    let (start, target) = (board(&["1~", "~0"]), board(&["0~", "~1"]));
    assert!(matches!(swap_distance(&start, &target, Adjacency::Orthogonal), Err(SwapError::Impossible(_))));
    assert_eq!(checked_distance(&start, &target, Adjacency::King), Some(1));
}

#[test]
fn boards_without_anything_to_do() {
    for (rows, cols) in [(0, 0), (0, 5), (5, 0), (1, 1), (9, 9)] {
        let empty = Board::new(BitMatrix::zeros(rows, cols));
        assert_eq!(checked_distance(&empty, &empty, Adjacency::King), Some(0));
    }
    let walls = Board::with_holes(BitMatrix::zeros(20, 20), BitMatrix::from_fn(20, 20, |_, _| true));
    assert_eq!(checked_distance(&walls, &walls, Adjacency::Orthogonal), Some(0));
}

#[test]
fn damaged_plans_are_refused() {
    let mut random = Rng::new(3);
    let none = BitMatrix::zeros(12, 12);
    let boards: Vec<_> = (0..3).map(|_| random_board(&mut random, &none, 60)).collect();
    let plan = swap_distance(&boards[0], &boards[1], Adjacency::Orthogonal).expect("possible");
    assert!(plan.verify(&boards[0], &boards[1]));
    assert!(plan.verify_moves(&boards[0], &boards[1]));
    for (start, target) in [(0, 2), (2, 1), (1, 0), (0, 0)] {
        assert!(!plan.verify(&boards[start], &boards[target]));
        assert!(!plan.verify_moves(&boards[start], &boards[target]));
    }
    let small = Board::new(BitMatrix::zeros(3, 3));
    assert!(!plan.verify(&small, &small) && !plan.verify_moves(&small, &small));
    // Walls that the plan does not know.
    let walled = |board: &Board| {
        Board::with_holes(board.lights().clone(), BitMatrix::from_fn(12, 12, |r, c| (r, c) == (6, 6)))
    };
    assert!(!plan.verify(&walled(&boards[0]), &walled(&boards[1])));
    assert!(!plan.verify_moves(&walled(&boards[0]), &walled(&boards[1])));
    // A king's plan uses steps that others may not take, so its number is lower.
    let king = swap_distance(&boards[0], &boards[1], Adjacency::King).expect("possible");
    assert!(king.verify(&boards[0], &boards[1]) && king.distance() < plan.distance());
}

#[test]
fn stopping_tells_a_bound() {
    let mut random = Rng::new(5);
    let none = BitMatrix::zeros(200, 200);
    let (start, target) =
        (random_board(&mut random, &none, 20_000), random_board(&mut random, &none, 20_000));
    let distance = checked_distance(&start, &target, Adjacency::Orthogonal).expect("possible");
    let stop = std::sync::atomic::AtomicBool::new(true);
    match swap_distance_until(&start, &target, Adjacency::Orthogonal, &stop) {
        Err(SwapError::Stopped { bound }) => assert!(bound <= distance),
        other => panic!("not stopped: {other:?}"),
    }
}

/// Stopped ever later, on coarse boards and on the fine one: the bound is always true, and worth something.
#[test]
fn the_later_the_stop_the_better_the_bound() {
    const N: usize = 160;
    let mut random = Rng::new(6);
    let holes = BitMatrix::from_fn(N, N, |r, c| r % 2 == 1 && c % 2 == 1 && random.chance(60));
    let side = |left: bool| {
        let on = BitMatrix::from_fn(N, N, |r, c| (c < N / 2) == left && c != N / 2 && c != 0 && r % 2 == 0);
        Board::with_holes(on, holes.clone())
    };
    let (start, target) = (side(true), side(false));
    for adjacency in [Adjacency::Orthogonal, Adjacency::King] {
        let distance = swap_distance(&start, &target, adjacency).expect("possible").distance();
        let mut best = 0;
        for step in 0..30 {
            let stop = std::sync::atomic::AtomicBool::new(false);
            let ended = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_micros(100 << (step / 2)));
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                });
                swap_distance_until(&start, &target, adjacency, &stop)
            });
            match ended {
                Ok(plan) => {
                    assert_eq!(plan.distance(), distance);
                    break;
                }
                Err(SwapError::Stopped { bound }) => {
                    assert!(bound <= distance, "{bound} > {distance}");
                    best = best.max(bound);
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(best > distance / 2, "{best} of {distance}");
    }
}
