//! The chase and the dense engine against brute force on every kind of game, and the published tables.

mod common;

use common::oracle::{self, Plain};
use common::{Case, Rng, case, cases};
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::{BitMatrix, Echelon};
use lightsout::solve::{Chase, Dense, Engine};

const TOPOLOGIES: [&str; 6] = ["plane", "cylinder", "mobius", "torus", "klein", "projective"];
const RULES: [&str; 9] =
    ["plus", "x", "king", "knight", "diamond:2", "ring:2", "ring:3", "offsets", "offsets"];

/// A random game, as the crate has it and as the oracle has it.
fn random_game(rng: &mut Rng, rows: usize, cols: usize) -> (Game, Plain) {
    let rule = RULES[rng.below(RULES.len())];
    let topology = TOPOLOGIES[rng.below(TOPOLOGIES.len())];
    let with_self = rng.chance(70);
    let (neighbourhood, mut plain) = if rule == "offsets" {
        let mut plain = Plain::new(rows, cols, "plus", true, topology);
        plain.offsets =
            (0..1 + rng.below(6)).map(|_| (rng.below(7) as i64 - 3, rng.below(7) as i64 - 3)).collect();
        plain.offsets.sort_unstable();
        plain.offsets.dedup();
        (Neighbourhood::from_offsets(plain.offsets.clone()), plain)
    } else {
        let neighbourhood = Neighbourhood::parse_rule(rule).unwrap();
        let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
        (neighbourhood, Plain::new(rows, cols, rule, with_self, topology))
    };
    let mut game = Game::new(rows, cols, neighbourhood, Topology::parse(topology).unwrap());
    if rng.chance(50) {
        let percent = [5, 20, 60][rng.below(3)];
        let holes = BitMatrix::from_fn(rows, cols, |_, _| rng.chance(percent));
        plain.holes = holes.ones().map(|(r, c)| (r as i64, c as i64)).collect();
        game = game.with_holes(Some(&holes));
    }
    if rng.chance(40) {
        let percent = [5, 30][rng.below(2)];
        let costs: Vec<Option<u32>> = (0..rows * cols).map(|_| (!rng.chance(percent)).then_some(1)).collect();
        let none = costs.iter().enumerate().filter(|(_, cost)| cost.is_none());
        plain.forbidden = none.map(|(i, _)| ((i / cols) as i64, (i % cols) as i64)).collect();
        game = game.with_costs(Some(Costs::new(cols, costs)));
    }
    (game, plain)
}

/// Checks the engine's answer for a board by the definition; whether it had a solution.
fn check_answer(game: &Game, engine: &dyn Engine, lights: &BitMatrix, what: &str) -> bool {
    match engine.solve(lights) {
        Ok(presses) => {
            assert!(
                presses.ones().all(|(r, c)| game.has_button(r, c)),
                "{what}: presses a button that is none"
            );
            assert_eq!(game.apply(&presses), *lights, "{what}: the presses do not do it");
            true
        }
        Err(witness) => {
            let q = &witness.lights;
            for (r, c) in game.button_index().cells() {
                let seen = game.toggled(*r, *c).into_iter().filter(|&(r, c)| q.get(r, c)).count();
                assert_eq!(seen % 2, 0, "{what}: the witness sees button {r}, {c}");
            }
            assert_eq!(
                lights.ones().filter(|&(r, c)| q.get(r, c)).count() % 2,
                1,
                "{what}: the witness is silent"
            );
            false
        }
    }
}

/// Checks that the quiet patterns are quiet, independent, and as many as the engine says.
fn check_quiet(game: &Game, engine: &dyn Engine, what: &str) {
    let quiet = engine.quiet_patterns();
    assert_eq!(quiet.len(), engine.nullity(), "{what}");
    for pattern in &quiet {
        assert!(pattern.ones().all(|(r, c)| game.has_button(r, c)), "{what}");
        assert!(game.apply(pattern).is_zero(), "{what}: not quiet");
    }
    let cells = game.rows() * game.cols();
    let rows: Vec<_> = quiet.iter().map(BitMatrix::to_flat).collect();
    assert_eq!(Echelon::new(&BitMatrix::from_rows(cells, &rows)).rank(), quiet.len(), "{what}: dependent");
}

#[test]
fn chase_and_dense_agree_with_the_oracle_on_random_games() {
    let mut rng = Rng::new(31);
    let mut solvable = 0;
    for round in 0..3000 {
        let (rows, cols) = (1 + rng.below(9), 1 + rng.below(9));
        let (game, plain) = random_game(&mut rng, rows, cols);
        let columns = plain.columns();
        let index = plain.lights();
        let board_of = |mask: u128| {
            let mut board = BitMatrix::zeros(rows, cols);
            let on = index.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            on.for_each(|(_, &(r, c))| board.set(r as usize, c as usize, true));
            board
        };
        let target = if round % 2 == 0 {
            columns.iter().fold(0, |sum, column| if rng.chance(50) { sum ^ column } else { sum })
        } else {
            (0..index.len()).fold(0, |mask, i| mask | u128::from(rng.chance(50)) << i)
        };
        let (solution, kernel) = oracle::eliminate(&columns, target);
        let chase = Chase::new(&game).expect("small");
        let dense = Dense::new(&game).expect("small");
        for engine in [&chase as &dyn Engine, &dense] {
            let what = format!("{} on {plain:?}", engine.name());
            assert_eq!(engine.nullity(), kernel.len(), "{what}");
            assert_eq!(check_answer(&game, engine, &board_of(target), &what), solution.is_some(), "{what}");
            check_quiet(&game, engine, &what);
        }
        solvable += usize::from(solution.is_some());
    }
    assert!((1500..2900).contains(&solvable), "both kinds of boards are met: {solvable}");
}

#[test]
fn chase_and_dense_agree_on_larger_games() {
    let mut rng = Rng::new(32);
    for round in 0..60 {
        let (rows, cols) = (1 + rng.below(40), 1 + rng.below(40));
        let (game, plain) = random_game(&mut rng, rows, cols);
        let chase = Chase::new(&game).expect("small");
        let dense = Dense::new(&game).expect("small");
        let what = format!("{rows} x {cols}, {}, {}, round {round}", game.neighbourhood(), plain.topology);
        assert_eq!(chase.nullity(), dense.nullity(), "{what}");
        check_quiet(&game, &chase, &what);
        for _ in 0..4 {
            let presses = BitMatrix::from_fn(rows, cols, |r, c| game.has_button(r, c) && rng.chance(50));
            assert!(check_answer(&game, &chase, &game.apply(&presses), &what), "{what}");
            let any = BitMatrix::from_fn(rows, cols, |r, c| !game.is_hole(r, c) && rng.chance(50));
            let answers =
                [&chase as &dyn Engine, &dense].map(|engine| check_answer(&game, engine, &any, &what));
            assert_eq!(answers[0], answers[1], "{what}");
        }
    }
}

#[test]
fn many_boards_at_once_are_solved_as_one_by_one() {
    let mut rng = Rng::new(35);
    for round in 0..40 {
        let (rows, cols) = (1 + rng.below(12), 1 + rng.below(12));
        let (game, _) = random_game(&mut rng, rows, cols);
        let boards: Vec<BitMatrix> = (0..[0, 3, 64, 130][round % 4])
            .map(|i| match i % 2 {
                0 => game
                    .apply(&BitMatrix::from_fn(rows, cols, |r, c| game.has_button(r, c) && rng.chance(50))),
                _ => BitMatrix::from_fn(rows, cols, |r, c| !game.is_hole(r, c) && rng.chance(50)),
            })
            .collect();
        for engine in [&Chase::new(&game).unwrap() as &dyn Engine, &Dense::new(&game).unwrap()] {
            let one_by_one: Vec<_> = boards.iter().map(|board| engine.solve(board)).collect();
            assert_eq!(engine.solve_many(&boards), one_by_one, "{} of {rows} x {cols}", engine.name());
        }
    }
}

#[test]
fn lines_to_the_edge_can_be_chased_too() {
    let mut rng = Rng::new(33);
    for rule in ["rook", "bishop", "queen"] {
        for topology in TOPOLOGIES {
            let neighbourhood = Neighbourhood::parse_rule(rule).unwrap();
            let holes = BitMatrix::from_fn(7, 6, |_, _| rng.chance(10));
            let game =
                Game::new(7, 6, neighbourhood, Topology::parse(topology).unwrap()).with_holes(Some(&holes));
            let (chase, dense) = (Chase::new(&game).unwrap(), Dense::new(&game).unwrap());
            assert_eq!(chase.nullity(), dense.nullity(), "{rule} {topology}");
            check_quiet(&game, &chase, rule);
            let any = BitMatrix::from_fn(7, 6, |r, c| !game.is_hole(r, c) && rng.chance(50));
            assert_eq!(check_answer(&game, &chase, &any, rule), check_answer(&game, &dense, &any, rule));
        }
    }
}

#[test]
fn the_front_stays_narrow_whatever_the_holes() {
    let mut rng = Rng::new(34);
    let holes = BitMatrix::from_fn(120, 40, |_, _| rng.chance(15));
    let game = Game::plus(120, 40).with_holes(Some(&holes));
    let chase = Chase::new(&game).unwrap();
    assert!(chase.parameters() <= 128, "{}", chase.parameters());
    // The longer side is chased along in either position.
    assert!(Chase::new(&Game::plus(30, 200)).unwrap().parameters() <= 64);
    assert!(Chase::new(&Game::plus(200, 30)).unwrap().parameters() <= 64);
}

#[test]
fn boards_without_lights_or_buttons() {
    let all = BitMatrix::from_fn(3, 4, |_, _| true);
    let no_lights = Game::plus(3, 4).with_holes(Some(&all));
    let no_buttons = Game::plus(3, 4).with_costs(Some(Costs::new(4, vec![None; 12])));
    let idle = Game::new(3, 4, Neighbourhood::from_offsets([(9, 9)]), Topology::Plane);
    for (game, nullity) in [(no_lights, 0), (no_buttons, 0), (idle, 12)] {
        for engine in [&Chase::new(&game).unwrap() as &dyn Engine, &Dense::new(&game).unwrap()] {
            assert_eq!(engine.nullity(), nullity, "{}", engine.name());
            assert!(check_answer(&game, engine, &BitMatrix::zeros(3, 4), engine.name()));
            check_quiet(&game, engine, engine.name());
            if game.lights() > 0 {
                let one = BitMatrix::from_fn(3, 4, |r, c| (r, c) == (1, 2));
                assert!(!check_answer(&game, engine, &one, engine.name()));
            }
        }
    }
}

#[test]
fn games_beyond_the_machine_are_refused_or_estimated_at_once() {
    let huge = Game::plus(1 << 30, 1 << 30);
    assert!(Chase::new(&huge).is_err());
    assert!(Dense::new(&huge).is_err());
    assert!(Chase::estimate(&huge).bytes > 1 << 60);
    assert!(Dense::estimate(&huge).bytes > 1 << 60);
    let torus = Game::new(100, 100, Neighbourhood::plus(), Topology::Torus);
    assert!(Chase::estimate(&torus).steps < Dense::estimate(&torus).steps / 50);
    assert!(Chase::estimate(&torus).bytes < Dense::estimate(&torus).bytes);
    let rook = Game::new(40, 40, Neighbourhood::parse_rule("rook").unwrap(), Topology::Plane);
    assert!(Chase::estimate(&rook).steps > Dense::estimate(&rook).steps);
}

/// Solves with both engines; the fewest presses, their number and the least of them by enumeration.
fn optimum(game: &Game, lights: &BitMatrix) -> (usize, Option<(u32, usize, BitMatrix)>) {
    let cells = game.button_index();
    let mut found = Vec::new();
    for engine in [&Chase::new(game).unwrap() as &dyn Engine, &Dense::new(game).unwrap()] {
        let mask = |pattern: &BitMatrix| cells.gather(pattern).ones().fold(0u128, |mask, i| mask | 1 << i);
        let best = check_answer(game, engine, lights, engine.name()).then(|| {
            let kernel: Vec<u128> = engine.quiet_patterns().iter().map(mask).collect();
            let (fewest, count, least) = oracle::minimum(mask(&engine.solve(lights).unwrap()), &kernel);
            let least = lightsout::gf2::BitRow::from_fn(cells.len(), |i| least >> i & 1 == 1);
            (fewest, count, cells.scatter(&least))
        });
        found.push((engine.nullity(), best));
    }
    assert_eq!(found[0], found[1], "chase and dense");
    found.swap_remove(0)
}

fn game_of(case: &Case, rows: usize, cols: usize) -> Game {
    let (rule, with_self) = case.rule_name();
    let neighbourhood = Neighbourhood::parse_rule(&rule).expect("a rule of the cases");
    let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
    Game::new(
        rows,
        cols,
        neighbourhood,
        Topology::parse(case.topology_name()).expect("a topology of the cases"),
    )
}

fn all_on(rows: usize, cols: usize) -> BitMatrix {
    BitMatrix::from_fn(rows, cols, |_, _| true)
}

#[test]
fn published_boards_have_their_optima() {
    let mut seen = 0;
    for case in cases().iter().filter(|case| case.kind == "flip" && !case.rule.contains(',')) {
        if case.rows * case.cols > 128 || case.nullity.is_some_and(|k| k > 16) {
            continue;
        }
        let game = game_of(case, case.rows, case.cols).with_holes(Some(&case.hole_pattern()));
        let off = case.lights();
        let on = BitMatrix::from_fn(case.rows, case.cols, |r, c| !off.get(r, c) && !game.is_hole(r, c));
        let boards = match case.goal.as_str() {
            "off" => vec![off],
            "on" => vec![on],
            _ => vec![off, on],
        };
        let answers: Vec<_> = boards.iter().map(|board| optimum(&game, board)).collect();
        assert!(case.nullity.is_none_or(|k| answers[0].0 == k), "{}", case.id);
        let best = answers.into_iter().filter_map(|(_, best)| best).min_by_key(|best| best.0);
        match (case.expected.as_u64(), best) {
            (None, None) => assert_eq!(case.expected, "Impossible", "{}", case.id),
            (Some(fewest), Some((found, count, least))) => {
                assert_eq!(u64::from(found), fewest, "{}", case.id);
                if boards.len() == 1 {
                    assert!(case.optimal_solutions.is_none_or(|n| n == count), "{}", case.id);
                    assert!(
                        case.lexmin_solution.as_ref().is_none_or(|rows| common::from_rows(rows) == least)
                    );
                }
            }
            (expected, found) => panic!("{}: {expected:?}, found {found:?}", case.id),
        }
        seen += 1;
    }
    assert!(seen >= 36, "{seen} cases");
}

#[test]
fn tables_of_squares_come_out() {
    for id in ["own-king-nxn", "own-plus_no_self-nxn", "own-king_no_self-nxn", "own-x-nxn", "own-knight-nxn"]
    {
        let table = case(id);
        for (i, row) in table.expected.as_array().unwrap().iter().enumerate() {
            let n = i + 1;
            let (nullity, best) = optimum(&game_of(&table, n, n), &all_on(n, n));
            assert_eq!(Some(nullity as u64), row[0].as_u64(), "{id}, {n}");
            assert_eq!(best.map(|best| u64::from(best.0)), row[1].as_u64(), "{id}, {n}");
        }
    }
    let table = case("own-rowcol-nullity");
    for (i, nullity) in table.expected.as_array().unwrap().iter().enumerate() {
        let game = game_of(&table, i + 1, i + 1);
        assert_eq!(Some(Chase::new(&game).unwrap().nullity() as u64), nullity.as_u64(), "rook, {}", i + 1);
    }
}

#[test]
fn nullities_of_squares_and_tori_come_out() {
    for (id, up_to) in [("oeis-A159257", 60), ("oeis-A165738", 48)] {
        let table = case(id);
        for n in 1..=up_to {
            let game = game_of(&table, n, n);
            let nullity = Chase::new(&game).unwrap().nullity();
            assert_eq!(Some(nullity as u64), table.expected[n - 1].as_u64(), "{id}, {n}");
            assert!(n > 24 || Dense::new(&game).unwrap().nullity() == nullity);
        }
    }
}

#[test]
fn all_on_tori_need_the_published_presses() {
    let table = case("own-torus-allon-min");
    for n in 1..=11 {
        let (nullity, best) = optimum(&game_of(&table, n, n), &all_on(n, n));
        assert!(nullity <= 16);
        assert_eq!(best.map(|best| u64::from(best.0)), table.expected[n - 1].as_u64(), "{n}");
    }
}

#[test]
fn histograms_of_all_boards_come_out() {
    for id in ["own-grid-histograms", "own-torus-histograms"] {
        let table = case(id);
        for (size, row) in table.expected.as_object().unwrap() {
            let (rows, cols) = size.split_once('x').unwrap();
            let game = game_of(&table, rows.parse().unwrap(), cols.parse().unwrap());
            let chase = Chase::new(&game).unwrap();
            let counts = histogram_of_cosets(&chase, game.lights());
            let expected: Vec<u64> = serde_json::from_value(row["histogram"].clone()).unwrap();
            assert_eq!(counts, expected, "{id}, {size}");
            assert_eq!(Some(counts.iter().sum()), row["solvable"].as_u64());
            assert_eq!(Some(counts.len() as u64 - 1), row["max_min_presses"].as_u64());
            if game.lights() <= 12 {
                assert_eq!(histogram_of_boards(&game, &chase), expected, "{id}, {size}");
            }
        }
    }
}

/// How many boards need 0, 1, 2 ... presses: every board solved.
fn histogram_of_boards(game: &Game, chase: &Chase) -> Vec<u64> {
    let (rows, cols) = (game.rows(), game.cols());
    let kernel: Vec<u128> = chase.quiet_patterns().iter().map(as_number).collect();
    let mut counts = vec![0; game.lights() + 1];
    for board in 0..1u32 << game.lights() {
        let lights = BitMatrix::from_fn(rows, cols, |r, c| board >> (r * cols + c) & 1 == 1);
        if let Ok(presses) = chase.solve(&lights) {
            counts[oracle::minimum(as_number(&presses), &kernel).0 as usize] += 1;
        }
    }
    without_trailing_zeros(counts)
}

/// The same from the kernel alone: a solvable board is a coset of press patterns.
fn histogram_of_cosets(chase: &Chase, cells: usize) -> Vec<u64> {
    let quiet: Vec<_> = chase.quiet_patterns().iter().map(BitMatrix::to_flat).collect();
    let reduced = Echelon::new(&BitMatrix::from_rows(cells, &quiet));
    let free: Vec<usize> = reduced.free_columns();
    let basis: Vec<u32> = reduced.reduced().ones().fold(vec![0; quiet.len()], |mut basis, (k, c)| {
        basis[k] |= 1 << c;
        basis
    });
    let mut counts = vec![0; cells + 1];
    // One pattern of each coset has no press at the pivots; Gray code goes through these and the cosets.
    let mut pattern = 0u32;
    for i in 0..1u32 << free.len() {
        if i > 0 {
            pattern ^= 1 << free[i.trailing_zeros() as usize];
        }
        let mut least = u32::MAX;
        let mut member = pattern;
        for j in 0..1u32 << basis.len() {
            if j > 0 {
                member ^= basis[j.trailing_zeros() as usize];
            }
            least = least.min(member.count_ones());
        }
        counts[least as usize] += 1;
    }
    without_trailing_zeros(counts)
}

fn without_trailing_zeros(mut counts: Vec<u64>) -> Vec<u64> {
    counts.truncate(counts.iter().rposition(|count| *count != 0).map_or(0, |last| last + 1));
    counts
}

fn as_number(pattern: &BitMatrix) -> u128 {
    pattern.to_flat().ones().fold(0, |mask, i| mask | 1 << i)
}
