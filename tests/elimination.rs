//! Elimination: the fast one and the plain one through the same tests, and against each other.

mod common;

use common::{Rng, oracle};
use lightsout::gf2::simd::{self, Level};
use lightsout::gf2::small::{Lightest, SmallSystem};
use lightsout::gf2::{BitMatrix, BitRow, Echelon, GaussJordan};

/// Shapes on both sides of a word (64), of a strip (512) and of a pass (128 pivots).
const SHAPES: [(usize, usize); 17] = [
    (1, 1),
    (1, 600),
    (600, 1),
    (7, 9),
    (9, 7),
    (63, 64),
    (64, 63),
    (65, 129),
    (127, 128),
    (128, 127),
    (129, 130),
    (193, 511),
    (260, 513),
    (513, 512),
    (520, 1030),
    (1025, 300),
    (640, 640),
];

/// A matrix of the given rank at most (nearly always exactly), whose column rank profile is random: the
/// right factor has a staircase of ones at random columns.
fn planted(rng: &mut Rng, rows: usize, cols: usize, rank: usize) -> BitMatrix {
    let mut left = rng.matrix(rows, rank);
    for i in 0..rank {
        for j in 0..rank {
            left.set(rows - rank + i, j, i == j);
        }
    }
    let mut columns: Vec<usize> = (0..cols).collect();
    for i in 0..rank {
        columns.swap(i, i + rng.below(cols - i));
    }
    columns.truncate(rank);
    columns.sort_unstable();
    let right = BitMatrix::from_fn(rank, cols, |i, c| {
        c == columns[i] || c > columns[i] && columns.binary_search(&c).is_err() && rng.chance(50)
    });
    left.mul(&right)
}

/// The tests, for one implementation with the interface of [`Echelon`].
macro_rules! elimination_tests {
    ($module:ident, $echelon:ident) => {
        mod $module {
            use super::*;

            #[test]
            fn planted_ranks_and_solutions() {
                let mut rng = Rng::new(11);
                for (rows, cols) in SHAPES {
                    let full = rows.min(cols);
                    for rank in [0, 1, full / 3, full - full / 8, full] {
                        let a = planted(&mut rng, rows, cols, rank);
                        check(&mut rng, &a, Some(rank));
                    }
                }
            }

            #[test]
            fn random_sparse_and_structured_matrices() {
                let mut rng = Rng::new(12);
                for (rows, cols) in SHAPES {
                    for percent in [1, 10, 50, 99] {
                        let a = BitMatrix::from_fn(rows, cols, |_, _| rng.chance(percent));
                        check(&mut rng, &a, None);
                    }
                    let band = BitMatrix::from_fn(rows, cols, |r, c| r.abs_diff(c) % 37 == 1);
                    check(&mut rng, &band, None);
                    let blocks = BitMatrix::from_fn(rows, cols, |r, c| r / 8 == c / 8);
                    check(&mut rng, &blocks, None);
                }
            }

            #[test]
            fn empty_systems() {
                let e = $echelon::new(&BitMatrix::zeros(0, 600));
                assert_eq!((e.rank(), e.nullity()), (0, 600));
                assert_eq!(e.kernel(), BitMatrix::identity(600));
                assert_eq!(e.solve(&BitRow::zeros(0)), Ok(BitRow::zeros(600)));
                let e = $echelon::new(&BitMatrix::zeros(600, 0));
                assert_eq!((e.rank(), e.nullity()), (0, 0));
                assert!(e.solve(&BitRow::zeros(600)).is_ok());
                let one = BitRow::from_fn(600, |i| i == 555);
                assert_eq!(e.solve(&one), Err(one.clone()));
            }

            fn check(rng: &mut Rng, a: &BitMatrix, rank: Option<usize>) {
                let e = $echelon::new(a);
                assert!(rank.is_none_or(|rank| e.rank() == rank), "{} x {}: {rank:?}", a.rows(), a.cols());
                assert_eq!(e.pivots().len(), e.rank());
                assert_eq!(e.rank() + e.nullity(), a.cols());
                assert!(e.pivots().is_sorted_by(|p, q| p < q));
                let kernel = e.kernel();
                kernel.validate();
                assert_eq!((kernel.rows(), kernel.cols()), (e.nullity(), a.cols()));
                assert!(a.mul(&kernel.transpose()).is_zero());
                // Each kernel vector has its own free column: they are independent.
                let free = (0..a.cols()).filter(|c| !e.pivots().contains(c));
                for (k, c) in free.enumerate() {
                    assert!((0..kernel.rows()).all(|row| kernel.get(row, c) == (row == k)));
                }
                for _ in 0..4 {
                    let planted = a.mul_vec(&rng.matrix(1, a.cols()).row(0));
                    assert_eq!(a.mul_vec(&e.solve(&planted).expect("planted")), planted);
                    let b = rng.matrix(1, a.rows()).row(0);
                    match e.solve(&b) {
                        Ok(x) => assert_eq!(a.mul_vec(&x), b),
                        Err(q) => {
                            assert!(a.vec_mul(&q).is_zero());
                            assert!(q.dot(&b));
                        }
                    }
                }
            }
        }
    };
}

elimination_tests!(fast, Echelon);
elimination_tests!(plain, GaussJordan);

#[test]
fn both_find_the_same_form_solutions_and_kernel() {
    let mut rng = Rng::new(13);
    for (rows, cols) in SHAPES {
        for rank in [rows.min(cols) / 2, rows.min(cols)] {
            let a = planted(&mut rng, rows, cols, rank);
            let (fast, plain) = (Echelon::new(&a), GaussJordan::new(&a));
            assert_eq!(fast.pivots(), plain.pivots());
            assert_eq!(fast.reduced(), *plain.reduced());
            assert_eq!(fast.kernel(), plain.kernel());
            let transform = fast.transform();
            assert_eq!(transform.mul(&a), *plain.reduced());
            assert_eq!(GaussJordan::new(&transform).rank(), rows);
            let b = a.mul_vec(&rng.matrix(1, cols).row(0));
            assert_eq!(fast.solve(&b), plain.solve(&b));
        }
    }
}

#[test]
fn many_boards_at_once_are_solved_as_one_by_one() {
    let mut rng = Rng::new(14);
    for (rows, cols, rank, count) in [(5, 5, 4, 3), (130, 140, 120, 513), (600, 530, 500, 70), (40, 9, 9, 0)]
    {
        let a = planted(&mut rng, rows, cols, rank);
        let e = Echelon::new(&a);
        let boards = BitMatrix::from_rows(
            rows,
            &(0..count)
                .map(|i| match i % 2 {
                    0 => a.mul_vec(&rng.matrix(1, cols).row(0)),
                    _ => rng.matrix(1, rows).row(0),
                })
                .collect::<Vec<_>>(),
        );
        let answers = e.solve_many(&boards);
        assert_eq!(answers.len(), count);
        for (i, answer) in answers.into_iter().enumerate() {
            assert_eq!(answer, e.solve(&boards.row(i)), "board {i}");
            assert!(i % 2 == 1 || e.solve(&boards.row(i)).is_ok());
        }
    }
}

#[test]
fn threads_and_instruction_sets_change_nothing() {
    let mut rng = Rng::new(15);
    let a = planted(&mut rng, 1400, 1600, 1200);
    let b = a.mul_vec(&rng.matrix(1, 1600).row(0));
    let bad = rng.matrix(1, 1400).row(0);
    let run = || {
        let e = Echelon::new(&a);
        (e.pivots().to_vec(), e.kernel(), e.solve(&b), e.solve(&bad), e.transform())
    };
    let with_threads =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run);
    let one = with_threads(1);
    assert!(one.2.is_ok() && one.3.is_err());
    assert!(with_threads(2) == one);
    assert!(with_threads(3) == one);
    for level in Level::ALL.into_iter().filter(|level| level.available()) {
        assert!(simd::force(level));
        assert!(with_threads(1) == one, "{}", level.name());
    }
}

#[test]
fn a_matrix_too_large_is_refused() {
    assert!(Echelon::bytes_needed(1 << 20, 1 << 20) >= 1 << 37);
    assert!(Echelon::bytes_needed(10_000, 10_000) < 13_000_000);
}

#[test]
fn small_systems_agree_with_the_oracle() {
    let mut rng = Rng::new(16);
    let mut impossible = 0;
    for round in 0..20_000 {
        let (lights, buttons) = (1 + rng.below(if round % 9 == 0 { 64 } else { 12 }), rng.below(15));
        let mask = u64::MAX >> (64 - lights);
        let columns: Vec<u64> = (0..buttons).map(|_| rng.next() & rng.next() & mask).collect();
        let target = match round % 3 {
            0 => rng.next() & mask,
            _ => columns.iter().fold(0, |sum, column| if rng.chance(50) { sum ^ column } else { sum }),
        };
        let system = SmallSystem::new(&columns);
        let wide: Vec<u128> = columns.iter().map(|column| u128::from(*column)).collect();
        let (solution, kernel) = oracle::eliminate(&wide, u128::from(target));
        assert_eq!(system.nullity(), kernel.len());
        let sum = |set: u64| (0..buttons).filter(|j| set >> j & 1 == 1).fold(0, |sum, j| sum ^ columns[j]);
        assert!(system.kernel().iter().all(|set| *set != 0 && sum(*set) == 0));
        match solution {
            Some(x) => {
                assert_eq!(system.solve(target).map(sum), Some(target));
                assert_eq!(system.witness(target), None);
                let (weight, count, least) = oracle::minimum(x, &kernel);
                let expected = Lightest { solution: least as u64, weight, count: count as u64 };
                assert_eq!(system.lightest(target), Some(expected));
            }
            None => {
                impossible += 1;
                assert_eq!((system.solve(target), system.lightest(target)), (None, None));
                let witness = system.witness(target).expect("a witness");
                assert!(columns.iter().all(|column| (column & witness).count_ones().is_multiple_of(2)));
                assert_eq!((target & witness).count_ones() % 2, 1);
            }
        }
    }
    assert!(impossible > 1000);
    let identity: Vec<u64> = (0..64).map(|i| 1 << i).collect();
    assert_eq!(SmallSystem::new(&identity).solve(u64::MAX), Some(u64::MAX));
}
