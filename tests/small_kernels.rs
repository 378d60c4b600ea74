//! Every function with `unsafe` inside, and what runs on several threads, at sizes that Miri can interpret: `.ci/miri`
//! runs this file there, where undefined behaviour is an error. As an ordinary test it takes no time.
//!
//! Each check runs at every instruction set level that the machine (or the flags of the interpreter) has, and against a
//! definition written out here.

mod common;

use std::sync::Mutex;

use common::Rng;
use lightsout::board::{Board, random_row};
use lightsout::game::{Game, Topology};
use lightsout::gf2::simd::{Level, detected, force};
use lightsout::gf2::{BitMatrix, BitRow, Echelon, Polynomial, and_parity, count_ones, xor_into};
use lightsout::optimize::{Limits, Minimizer, Route};
use lightsout::solve::spectral::Rule;
use lightsout::solve::{EngineKind, Solver};
use lightsout::verify::{refutes, wrong_lights};

/// The level is the whole process's: one check at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs the check at every level there is; the levels seen.
fn at_every_level(check: impl Fn(Level)) {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for level in Level::ALL.into_iter().filter(|level| level.available()) {
        assert!(force(level));
        check(level);
    }
    force(detected());
}

/// Sizes on both sides of a word; few of them for the interpreter.
fn sizes(all: &[usize]) -> impl Iterator<Item = usize> + '_ {
    all.iter().copied().filter(|n| !cfg!(miri) || *n <= 130)
}

/// `.ci/miri` sets what it asked for, so that a level that the interpreter does not take is no silent pass.
#[test]
fn the_levels_asked_for_are_there() {
    if let Some(wanted) = option_env!("LIGHTSOUT_LEVELS") {
        let there = Level::ALL.into_iter().filter(|level| level.available()).count();
        assert_eq!(wanted.parse(), Ok(there), "instruction set levels");
    }
}

#[test]
fn words_are_added_and_counted() {
    let mut random = Rng::new(1);
    for len in sizes(&[0, 1, 3, 4, 5, 8, 17, 64, 200]) {
        let mut words = || (0..len).map(|_| random.next()).collect::<Vec<u64>>();
        let (a, b) = (words(), words());
        let sum: Vec<u64> = a.iter().zip(&b).map(|(x, y)| x ^ y).collect();
        let ones: u32 = a.iter().map(|x| x.count_ones()).sum();
        let common: u32 = a.iter().zip(&b).map(|(x, y)| (x & y).count_ones()).sum();
        at_every_level(|level| {
            let mut out = a.clone();
            xor_into(&mut out, &b);
            assert_eq!(out, sum, "{level:?}");
            assert_eq!(count_ones(&a), ones as usize, "{level:?}");
            assert_eq!(and_parity(&a, &b), common % 2 == 1, "{level:?}");
        });
    }
}

#[test]
fn elimination_solves_and_refutes() {
    let mut random = Rng::new(2);
    // Past 512 columns there are two strips.
    for (rows, cols, rank) in [(20, 21, 12), (6, 520, 5), (70, 66, 66), (300, 1030, 200)] {
        if cfg!(miri) && rows > 20 {
            continue;
        }
        let left = random.matrix(rows, rank);
        let a = left.mul(&random.matrix(rank, cols));
        let planted = a.mul_vec(&random.matrix(1, cols).row(0));
        let any = random.matrix(1, rows).row(0);
        at_every_level(|level| {
            let echelon = Echelon::new(&a);
            let x = echelon.solve(&planted).expect("planted");
            assert_eq!(a.mul_vec(&x), planted, "{level:?}");
            match echelon.solve(&any) {
                Ok(x) => assert_eq!(a.mul_vec(&x), any),
                Err(q) => assert!(a.vec_mul(&q).is_zero() && q.dot(&any), "{level:?}"),
            }
            if cols < 100 || !cfg!(miri) {
                let kernel = echelon.kernel();
                assert_eq!(kernel.rows() + echelon.rank(), cols);
                assert!(a.mul(&kernel.transpose()).is_zero());
            }
            let many = echelon.solve_many(&BitMatrix::from_rows(rows, [&planted, &any]));
            assert_eq!(many[0].as_ref().ok(), Some(&x));
            assert_eq!(many[1].is_ok(), echelon.solve(&any).is_ok());
        });
    }
}

/// The definition of the product: one shifted copy for each coefficient.
fn product(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut sum = Polynomial::zero();
    for i in (0..a.words().len() * 64).filter(|&i| a.coefficient(i)) {
        sum.add(&b.shl(i));
    }
    sum
}

#[test]
fn polynomials_multiply_and_divide() {
    let mut random = Rng::new(3);
    // Up to 24 words the schoolbook, past that factors are halved; odd lengths leave half a pair.
    let sizes: &[(usize, usize)] = if cfg!(miri) {
        &[(1, 1), (2, 3), (5, 4)]
    } else {
        &[(1, 1), (2, 3), (5, 4), (23, 24), (25, 26), (60, 33), (130, 7)]
    };
    for &(m, n) in sizes {
        let mut words = |len: usize| Polynomial::from_words((0..len).map(|_| random.next()).collect());
        let (a, b, rest) = (words(m), words(n), words(n - 1));
        let (wanted, square) = (product(&a, &b), product(&a, &a));
        at_every_level(|level| {
            assert_eq!(a.mul(&b), wanted, "{level:?}");
            assert_eq!(a.square(), square, "{level:?}");
            let mut more = wanted.clone();
            more.add(&rest);
            assert_eq!(more.rem(&b), rest, "{level:?}");
            // The greatest common divisor of two multiples of b: a multiple of b, a divisor of both, a sum of multiples.
            let other = b.mul(&rest);
            let (g, u, v) = wanted.xgcd(&other);
            let mut sum = u.mul(&wanted);
            sum.add(&v.mul(&other));
            assert_eq!(sum, g, "{level:?}");
            assert!(g.rem(&b).is_zero() && wanted.rem(&g).is_zero() && other.rem(&g).is_zero(), "{level:?}");
        });
    }
}

#[test]
fn long_products_are_the_same_at_every_level() {
    let mut random = Rng::new(7);
    for (m, n) in [(24, 24), (25, 26), (33, 7)] {
        let mut words = |len: usize| Polynomial::from_words((0..len).map(|_| random.next()).collect());
        let (a, b) = (words(m), words(n));
        let seen = Mutex::new(Vec::new());
        at_every_level(|_| seen.lock().expect("no panic").push((a.mul(&b), b.mul(&a))));
        let seen = seen.into_inner().expect("no panic");
        // Degrees add up, and at x = 1 a polynomial is the parity of its ones.
        let parity = |p: &Polynomial| count_ones(p.words()) % 2;
        assert_eq!(seen[0].0.degree(), a.degree().zip(b.degree()).map(|(a, b)| a + b));
        assert_eq!(parity(&seen[0].0), parity(&a) * parity(&b));
        assert!(seen.iter().all(|(ab, ba)| ab == ba && *ab == seen[0].0), "{m} and {n} words");
    }
}

/// The least cost of a coset of at most 64 buttons and how many have it, every element written out.
fn brute(kernel: &[u64], offset: u64, costs: &[u32]) -> (u64, u64) {
    let (mut least, mut count) = (u64::MAX, 0);
    let mut x = offset;
    for step in 0_usize..1 << kernel.len() {
        if step > 0 {
            x ^= kernel[step.trailing_zeros() as usize];
        }
        let mut cost = 0;
        let mut rest = x;
        while rest != 0 {
            cost += u64::from(costs[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
        if cost < least {
            (least, count) = (cost, 0);
        }
        count += u64::from(cost == least);
    }
    (least, count)
}

#[test]
fn every_shape_of_the_transform_finds_the_optimum() {
    let mut random = Rng::new(4);
    // Blocks of 3, 4 and 5 levels of butterflies, then those that begin with a pass of three, then several blocks and tasks
    // (for the interpreter, whose blocks are smaller, from 12 on). Sums of 16, 32 and 64 bits.
    const COSTS: [usize; 3] = [3, 1 << 16, u32::MAX as usize];
    let shapes: Vec<(usize, usize)> = if cfg!(miri) {
        vec![(8, COSTS[1]), (9, COSTS[2]), (10, COSTS[0]), (13, COSTS[0])]
    } else {
        [2, 8, 9, 10, 11, 12, 13, 14, 18].iter().flat_map(|&k| COSTS.map(|cost| (k, cost))).collect()
    };
    for (k, cost) in shapes {
        let buttons = k + 9;
        let kernel = BitMatrix::from_fn(k, buttons, |r, c| if c < k { r == c } else { random.chance(50) });
        let offset = random.matrix(1, buttons);
        let rows: Vec<u64> = (0..k).map(|r| kernel.row_words(r)[0]).collect();
        let costs: Vec<u32> = (0..buttons).map(|_| random.below(cost) as u32).collect();
        let wanted = brute(&rows, offset.row_words(0)[0], &costs);
        let offsets = [offset.row(0)];
        let minimizer = Minimizer::new(&kernel, Some(&costs), &[]);
        at_every_level(|level| {
            let limits = Limits { route: Some(Route::Walsh), ..Limits::default() };
            let found = minimizer.minimize(&offsets, &limits);
            assert!(found.proved && found.routes.iter().all(|route| *route == Route::Walsh));
            assert_eq!((found.cost, found.count), (wanted.0, Some(wanted.1.into())), "{level:?} {k} {cost}");
        });
    }
}

#[test]
fn the_two_sided_split_finds_the_optimum() {
    let mut random = Rng::new(5);
    // Each element of the code stands on the even and on the odd buttons; there its parts share no button.
    let (k, buttons) = if cfg!(miri) { (6, 36) } else { (8, 48) };
    let side = |c: usize| c % 2;
    let part = |c: usize| c / 2 % 2;
    let own: Vec<u64> = (0..k).map(|_| random.next()).collect();
    let bit = |r: usize, c: usize| r % 2 == part(c) && (c / 4 == r / 2 || own[r] >> c & 1 == 1);
    let kernel = BitMatrix::from_fn(k, buttons, |r, c| {
        // On the odd side in another basis: row r and the row before it.
        bit(r, c) ^ (side(c) == 1 && r > 0 && bit(r - 1, c))
    });
    let odd = BitRow::from_fn(buttons, |c| side(c) == 1);
    let offset = random.matrix(1, buttons);
    let offsets = [offset.row(0)];
    let rows: Vec<u64> = (0..k).map(|r| kernel.row_words(r)[0]).collect();
    let wanted = brute(&rows, offset.row_words(0)[0], &vec![1; buttons]);
    let minimizer = Minimizer::new(&kernel, None, std::slice::from_ref(&odd));
    at_every_level(|level| {
        for (route, memory) in [(Route::Split, 1 << 20), (Route::Streamed, 0)] {
            let limits = Limits { route: Some(route), memory, ..Limits::default() };
            let found = minimizer.minimize(&offsets, &limits);
            assert!(found.routes.iter().all(|route| matches!(route, Route::Split | Route::Streamed)));
            assert_eq!((found.cost, found.count), (wanted.0, Some(wanted.1.into())), "{level:?} {route:?}");
        }
    });
}

#[test]
fn rows_are_chased_on_one_thread_and_on_several() {
    let mut random = Rng::new(6);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    // 34 rows are two blocks to the interpreter, whose thresholds are lower.
    let games: &[(Rule, usize, usize)] = if cfg!(miri) {
        &[(Rule::Plus, 34, 9), (Rule::King, 3, 4)]
    } else {
        &[(Rule::Plus, 34, 9), (Rule::King, 3, 4), (Rule::PlusNoSelf, 5, 70), (Rule::XNoSelf, 50, 16)]
    };
    for &(rule, rows, cols) in games {
        let game = Game::new(rows, cols, rule.neighbourhood(), Topology::Plane);
        let solver =
            Solver::with_engine(game.clone(), EngineKind::Spectral).expect("fits").expect("its rule");
        let planted = game.apply(&random.matrix(rows, cols));
        let any = random.matrix(rows, cols);
        at_every_level(|level| {
            pool.install(|| {
                let presses = solver.solve(&planted).expect("planted");
                assert_eq!(wrong_lights(&game, &presses, &planted), 0, "{level:?}");
                match solver.solve(&any) {
                    Ok(presses) => assert_eq!(wrong_lights(&game, &presses, &any), 0, "{level:?}"),
                    Err(witness) => assert!(refutes(&game, &witness.lights, &any), "{level:?}"),
                }
                assert_eq!(solver.quiet_patterns().len(), solver.nullity());
            });
        });
    }
}

#[test]
fn boards_are_filled_by_several_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let board = pool.install(|| Board::random(50, 70, 9)).expect("small");
    for row in 0..50 {
        let mut words = [0; 2];
        random_row(9, row, 70, &mut words);
        assert_eq!(board.lights().row_words(row), words);
    }
}
