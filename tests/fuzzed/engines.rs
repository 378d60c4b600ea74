//! Every engine that takes a game agrees with the others and with plain elimination, and what they answer holds by
//! the definition; the fewest presses are those of plain enumeration.

use super::bytes::Bytes;
use super::games;
use crate::oracle::{Plain, eliminate};
use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::solve::{EngineKind, Solver, nullity_by_polynomials};
use lightsout::verify;

const ENGINES: [EngineKind; 3] = [EngineKind::Dense, EngineKind::Chase, EngineKind::Spectral];

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (game, plain) = games::game(&mut bytes);
    let (rows, cols) = (game.rows(), game.cols());
    let mut lights = bytes.matrix(rows, cols);
    if bytes.flag() {
        // One that has a solution.
        plain_presses(&plain, &mut lights);
        lights = games::press(&plain, &lights);
    }
    plain.holes.iter().for_each(|(r, c)| lights.set(*r as usize, *c as usize, false));

    let columns = plain.columns();
    let (x, kernel) = eliminate(&columns, games::number_of(&plain, &lights));
    if let Some(nullity) = nullity_by_polynomials(&game).expect("a small game") {
        assert_eq!(nullity, kernel.len());
    }
    let mut quiet: Option<Vec<BitMatrix>> = None;
    for engine in ENGINES {
        let Some(solver) = Solver::with_engine(game.clone(), engine).expect("a small game") else {
            assert_eq!(engine, EngineKind::Spectral, "the others take any game");
            continue;
        };
        assert_eq!(solver.nullity(), kernel.len(), "{}", engine.name());
        match solver.solve(&lights) {
            Ok(presses) => {
                assert!(x.is_some(), "{} solves what has no solution", engine.name());
                solves(&plain, &game, &presses, &lights);
            }
            Err(witness) => {
                assert!(x.is_none(), "{} refuses what has a solution", engine.name());
                refutes(&plain, &game, &witness.lights, &lights);
            }
        }
        for pattern in solver.quiet_patterns() {
            solves(&plain, &game, pattern, &BitMatrix::zeros(rows, cols));
        }
        let patterns = solver.quiet_patterns().to_vec();
        assert_eq!(*quiet.get_or_insert_with(|| patterns.clone()), patterns, "{}", engine.name());
        if kernel.len() <= 10 {
            fewest(solver, &plain, x.map(|x| (x, kernel.as_slice())), &lights);
        }
    }
}

/// No press where there is no button.
fn plain_presses(plain: &Plain, presses: &mut BitMatrix) {
    for (r, c) in plain.holes.iter().chain(&plain.forbidden) {
        presses.set(*r as usize, *c as usize, false);
    }
}

fn solves(plain: &Plain, game: &Game, presses: &BitMatrix, lights: &BitMatrix) {
    let mut allowed = presses.clone();
    plain_presses(plain, &mut allowed);
    assert_eq!(allowed, *presses, "presses where there are buttons");
    assert_eq!(games::press(plain, presses), *lights);
    assert_eq!(verify::wrong_lights(game, presses, lights), 0);
}

fn refutes(plain: &Plain, game: &Game, witness: &BitMatrix, lights: &BitMatrix) {
    assert!(verify::refutes(game, witness, lights));
    let has = |(r, c): &(i64, i64)| witness.get(*r as usize, *c as usize);
    for button in plain.buttons() {
        assert_eq!(plain.toggled(button).iter().filter(|light| has(light)).count() % 2, 0);
    }
    let changed = |(r, c): &(i64, i64)| lights.get(*r as usize, *c as usize);
    assert_eq!(plain.lights().iter().filter(|light| has(light) && changed(light)).count() % 2, 1);
}

/// The cheapest solution, how many are as cheap, and which is least.
fn fewest(solver: Solver, plain: &Plain, solutions: Option<(u128, &[u128])>, lights: &BitMatrix) {
    let game = solver.game().clone();
    let board = match game.holes() {
        Some(holes) => Board::with_holes(lights.clone(), holes.clone()),
        None => Board::new(lights.clone()),
    };
    let verdict = Answerer::new(solver).fewest(&board, &Goal::Off, &Limits::default()).expect("checks hold");
    let (Verdict::Solved(answer), Some((x, kernel))) = (&verdict, solutions) else {
        assert!(matches!(verdict, Verdict::Impossible(_)) && solutions.is_none());
        return;
    };
    let buttons = plain.buttons();
    let cost = |(r, c): (i64, i64)| match game.costs() {
        None => 1,
        Some(costs) => u64::from(costs.get(r as usize, c as usize).expect("a button that may be pressed")),
    };
    let costs: Vec<u64> = buttons.iter().map(|button| cost(*button)).collect();
    let total = |x: u128| (0..buttons.len()).filter(|i| x >> i & 1 == 1).map(|i| costs[i]).sum::<u64>();
    let (mut best, mut count, mut least) = (u64::MAX, 0u64, 0);
    let mut solution = x;
    for i in 0..1u64 << kernel.len() {
        if i > 0 {
            solution ^= kernel[i.trailing_zeros() as usize];
        }
        let cost = total(solution);
        if cost < best {
            (best, count, least) = (cost, 0, solution);
        }
        if cost == best {
            count += 1;
            if solution.reverse_bits() < least.reverse_bits() {
                least = solution;
            }
        }
    }
    assert_eq!((answer.cost, answer.bound, answer.optima.clone()), (best, best, Some(count.into())));
    let presses = (0..buttons.len()).filter(|i| least >> i & 1 == 1);
    let presses: Vec<_> = presses.map(|i| (buttons[i].0 as usize, buttons[i].1 as usize)).collect();
    assert_eq!(answer.presses.ones().collect::<Vec<_>>(), presses, "of all cheapest the least");
}
