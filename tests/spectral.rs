//! The spectral engine against the dense engine, the definition of the game, and published nullities.

use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::{BitMatrix, Echelon};
use lightsout::solve::spectral::{Rule, nullity};
use lightsout::solve::{Dense, Engine, Spectral, Witness};
use lightsout::verify::toggled_by;

fn sigma(rows: usize, cols: usize, with_self: bool) -> Game {
    let plus = Neighbourhood::plus();
    Game::new(rows, cols, if with_self { plus } else { plus.without_self() }, Topology::Plane)
}

fn spectral(game: &Game) -> Spectral {
    Spectral::new(game).expect("a small board").expect("a rule of the engine")
}

fn random(rows: usize, cols: usize, seed: u64) -> BitMatrix {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    BitMatrix::from_fn(rows, cols, |_, _| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 62 & 1 == 1
    })
}

fn overlap_is_odd(a: &BitMatrix, b: &BitMatrix) -> bool {
    a.words().iter().zip(b.words()).map(|(x, y)| (x & y).count_ones()).sum::<u32>() % 2 == 1
}

/// Every button toggles an even number of the witness's lights; both rules are symmetric, so that is the
/// same as pressing the witness toggling nothing.
fn assert_refutes(game: &Game, witness: &Witness, lights: &BitMatrix) {
    witness.lights.validate();
    assert!(game.apply(&witness.lights).is_zero(), "a button with an odd number of lights of the witness");
    assert!(overlap_is_odd(&witness.lights, lights), "an even number of the witness's lights have to change");
}

/// Whether two lists of patterns span the same space and are both independent.
fn same_span(a: &[BitMatrix], b: &[BitMatrix]) -> bool {
    let rank = |patterns: &[&BitMatrix]| {
        let rows: Vec<_> = patterns.iter().map(|p| p.to_flat()).collect();
        Echelon::new(&BitMatrix::from_rows(rows.first().map_or(0, |r| r.len()), &rows)).rank()
    };
    let both: Vec<_> = a.iter().chain(b).collect();
    a.len() == b.len() && rank(&both) == a.len() && rank(&both[..a.len()]) == a.len()
}

/// Solvability, the solution set as a set, nullity and witness, on random and on solvable boards.
fn assert_equals_dense(game: &Game, engine: &dyn Engine, seed: u64) {
    let size = (game.rows(), game.cols());
    let dense = Dense::new(game).expect("a small board");
    assert_eq!(engine.nullity(), dense.nullity(), "nullity of {size:?}");
    let quiet = engine.quiet_patterns();
    for pattern in &quiet {
        pattern.validate();
        assert!(game.apply(pattern).is_zero(), "quiet pattern of {size:?}");
    }
    assert!(same_span(&quiet, &dense.quiet_patterns()), "kernel of {size:?}");
    for i in 0..4 {
        let mut lights = random(size.0, size.1, seed + i);
        if i % 2 == 1 {
            lights = game.apply(&lights);
        }
        match (engine.solve(&lights), dense.solve(&lights)) {
            (Ok(x), Ok(_)) => {
                x.validate();
                assert_eq!(game.apply(&x), lights, "solution of {size:?}");
            }
            (Err(witness), Err(_)) => assert_refutes(game, &witness, &lights),
            (ours, _) => panic!("{size:?}: spectral says {}, dense does not", ours.is_ok()),
        }
    }
}

#[test]
fn equals_dense_on_every_size_to_forty() {
    for with_self in [true, false] {
        for rows in 1..=40 {
            for cols in 1..=40 {
                let game = sigma(rows, cols, with_self);
                assert_equals_dense(&game, &spectral(&game), (rows * 100 + cols) as u64);
            }
        }
    }
}

/// Every size up to 40 × 40: solvable boards are solved, others refuted, quiet patterns are quiet and as many as
/// the closed form says, all by the definition.
#[test]
fn every_size_to_forty_by_the_definition() {
    for with_self in [true, false] {
        for (rows, cols) in (1..=40).flat_map(|r| (1..=40).map(move |c| (r, c))) {
            let game = sigma(rows, cols, with_self);
            let engine = spectral(&game);
            let quiet = engine.quiet_patterns();
            assert_eq!(quiet.len(), engine.nullity());
            assert!(quiet.iter().all(|q| !q.is_zero() && toggled_by(&game, q).is_zero()));
            let lights = toggled_by(&game, &random(rows, cols, 5));
            let x = engine.solve(&lights).expect("solvable by construction");
            assert_eq!(toggled_by(&game, &x), lights, "{rows} x {cols}");
            let arbitrary = random(rows, cols, 6);
            match engine.solve(&arbitrary) {
                Ok(x) => assert_eq!(toggled_by(&game, &x), arbitrary, "{rows} x {cols}"),
                Err(witness) => {
                    assert!(toggled_by(&game, &witness.lights).is_zero());
                    assert!(overlap_is_odd(&witness.lights, &arbitrary));
                }
            }
        }
    }
}

#[test]
fn solves_sizes_around_words_by_the_definition() {
    let sizes = [63, 64, 65, 127, 128, 129, 193];
    let pairs = sizes.iter().flat_map(|&r| sizes.iter().map(move |&c| (r, c)));
    let long =
        [(1023, 1023), (1025, 1025), (1023, 65), (64, 1025), (1, 1000), (1000, 1), (5000, 3), (2, 4999)];
    for (rows, cols) in pairs.chain(long) {
        for with_self in [true, false] {
            let game = sigma(rows, cols, with_self);
            let engine = spectral(&game);
            let lights = toggled_by(&game, &random(rows, cols, (rows + 7 * cols) as u64));
            let x = engine.solve(&lights).expect("solvable by construction");
            x.validate();
            assert_eq!(toggled_by(&game, &x), lights, "{rows} x {cols}");
            let mut board = lights.clone();
            engine.solve_in_place(&mut board).expect("solvable by construction");
            assert_eq!(board, x);
            let arbitrary = random(rows, cols, (3 * rows + cols) as u64);
            match engine.solve(&arbitrary) {
                Ok(x) => assert_eq!(toggled_by(&game, &x), arbitrary, "{rows} x {cols}"),
                Err(witness) => {
                    assert!(engine.nullity() > 0);
                    assert_refutes(&game, &witness, &arbitrary);
                }
            }
            for pattern in engine.quiet_patterns().iter().take(3) {
                assert!(!pattern.is_zero() && toggled_by(&game, pattern).is_zero(), "{rows} x {cols}");
            }
        }
    }
}

#[test]
fn takes_only_what_it_can_do() {
    let plus = Game::plus(2, 2);
    assert!(Spectral::supports(&plus));
    let mut hole = BitMatrix::zeros(2, 2);
    hole.set(1, 1, true);
    let costs = |last| Some(Costs::new(2, vec![Some(1), Some(0), Some(7), last]));
    assert!(Spectral::supports(&plus.clone().with_costs(costs(Some(2)))));
    for refused in [
        plus.clone().with_holes(Some(&hole)),
        plus.clone().with_costs(costs(None)),
        Game::new(2, 2, Neighbourhood::plus(), Topology::Torus),
        Game::new(2, 2, Neighbourhood::from_offsets([(0, 0), (1, 2)]), Topology::Plane),
    ] {
        assert!(!Spectral::supports(&refused));
        assert!(matches!(Spectral::new(&refused), Ok(None)));
    }
    for rule in Rule::ALL {
        assert_eq!(Rule::of(&rule.neighbourhood()), Some(rule));
    }
}

/// The values of a published table kept in the test data.
fn published(id: &str) -> Vec<usize> {
    let text = include_str!("data/cases.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).expect("the test data");
    let case = cases.iter().find(|case| case["id"] == id).expect("a case of the test data");
    let values = case["expected"].as_array().expect("a table");
    values.iter().map(|value| value.as_u64().expect("a number") as usize).collect()
}

fn plane_nullity(rows: usize, cols: usize, rule: Rule) -> usize {
    nullity(rows, cols, rule, Topology::Plane).expect("a small board").expect("a rule of the engine")
}

#[test]
fn nullities_are_the_published_ones() {
    let plane = published("oeis-A159257");
    assert_eq!(plane.len(), 130);
    for (i, expected) in plane.into_iter().enumerate() {
        assert_eq!(plane_nullity(i + 1, i + 1, Rule::Plus), expected, "A159257({})", i + 1);
    }
    for (i, expected) in published("oeis-A165738").into_iter().enumerate() {
        let torus = nullity(i + 1, i + 1, Rule::Plus, Topology::Torus);
        assert_eq!(torus, Ok(Some(expected)), "A165738({})", i + 1);
    }
}

/// Every rule on every product of sides, against the rank of the coefficient matrix.
#[test]
fn nullities_are_the_rank_deficits() {
    let sizes = (1..=7).flat_map(|r| (1..=7).map(move |c| (r, c)));
    for (rows, cols) in sizes.chain([(8, 9), (11, 5), (5, 14), (12, 12), (9, 17), (16, 3), (2, 23)]) {
        for (_, topology) in Topology::NAMED {
            for rule in Rule::ALL {
                let found = nullity(rows, cols, rule, topology).expect("a small board");
                let product = matches!(topology, Topology::Plane | Topology::Cylinder | Topology::Torus);
                assert_eq!(found.is_some(), product);
                if let Some(found) = found {
                    let game = Game::new(rows, cols, rule.neighbourhood(), topology);
                    let a = game.coefficient_matrix().expect("a small board");
                    let expected = Echelon::new(&a).nullity();
                    assert_eq!(found, expected, "{rule:?} on the {} {rows} x {cols}", topology.name());
                }
            }
        }
    }
}

/// The closed form by odd parts and the degree of the gcd that the engine itself divides by.
#[test]
fn the_two_ways_to_a_nullity_agree() {
    for (rows, cols) in (1..40).flat_map(|r| (1..=r).map(move |c| (r, c))).chain([
        (95, 95),
        (191, 383),
        (500, 11),
        (40_000, 9),
        (1_000_000_007, 29),
        (1023, 1023),
    ]) {
        for with_self in [true, false] {
            let game = sigma(rows, cols, with_self);
            let engine = spectral(&game);
            let closed = engine.nullity();
            let board_fits = rows < 100_000;
            if board_fits {
                let lights = BitMatrix::zeros(rows, cols);
                engine.solve(&lights).expect("nothing to toggle");
                assert_eq!(engine.nullity(), closed, "{rows} x {cols}");
            }
            let swapped = plane_nullity(cols, rows, if with_self { Rule::Plus } else { Rule::PlusNoSelf });
            assert_eq!(swapped, closed);
        }
    }
    assert_eq!(plane_nullity(0, 5, Rule::Plus), 0);
    assert_eq!(plane_nullity(usize::MAX - 2, 1, Rule::PlusNoSelf), 1);
    assert!(nullity(usize::MAX, usize::MAX, Rule::Plus, Topology::Plane).is_err());
}

#[test]
fn rules_of_two_sides_equal_dense() {
    for rule in [Rule::King, Rule::XNoSelf] {
        for (rows, cols) in (1..=9).flat_map(|r| (1..=9).map(move |c| (r, c))).chain([(14, 11), (3, 26)]) {
            let game = Game::new(rows, cols, rule.neighbourhood(), Topology::Plane);
            assert_equals_dense(&game, &spectral(&game), (rows * 100 + cols) as u64);
        }
        for (rows, cols) in [(64, 63), (65, 128), (127, 129), (130, 193), (200, 200), (5, 1025)] {
            let game = Game::new(rows, cols, rule.neighbourhood(), Topology::Plane);
            let engine = spectral(&game);
            let lights = toggled_by(&game, &random(rows, cols, 9));
            let x = engine.solve(&lights).expect("solvable by construction");
            x.validate();
            assert_eq!(toggled_by(&game, &x), lights, "{rule:?} {rows} x {cols}");
        }
    }
}
