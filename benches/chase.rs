//! The chase engine on large boards: any solution, with the nullity, of rules that the spectral engine
//! does not take, and against the dense engine where that can follow.
//!
//! `cargo bench --bench chase`

use std::time::Instant;

use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::solve::{Chase, Dense, Engine};

fn main() {
    let mut random = Random(7);
    let rule = |name: &str| Neighbourhood::parse_rule(name).expect("a rule");
    let holes =
        |random: &mut Random, n: usize| BitMatrix::from_fn(n, n, |_, _| random.next().is_multiple_of(10));
    let holed = |random: &mut Random, n: usize| Game::plus(n, n).with_holes(Some(&holes(random, n)));
    let games = [
        ("200 x 200 plus, torus", Game::new(200, 200, rule("plus"), Topology::Torus)),
        ("300 x 300 plus, 10% holes", holed(&mut random, 300)),
        ("128 x 128 knight", Game::new(128, 128, rule("knight"), Topology::Plane)),
        ("200 x 200 king, klein", Game::new(200, 200, rule("king"), Topology::Klein)),
        ("13 x 13 ring:7", Game::new(13, 13, rule("ring:7"), Topology::Plane)),
        ("1000 x 1000 plus, 10% holes", holed(&mut random, 1000)),
    ];
    for (name, game) in &games {
        measure(&mut random, name, game);
    }
    let small = Game::new(100, 100, rule("plus"), Topology::Torus);
    let (chase, dense) = (seconds(|| Chase::new(&small)), seconds(|| Dense::new(&small)));
    let nullities = (chase.1.expect("small").nullity(), dense.1.expect("small").nullity());
    assert_eq!(nullities.0, nullities.1);
    println!(
        "100 x 100 plus, torus: dense {:.3} s / chase {:.4} s = {:.0}",
        dense.0,
        chase.0,
        dense.0 / chase.0
    );
}

fn measure(random: &mut Random, name: &str, game: &Game) {
    let (prepare, chase) = seconds(|| Chase::new(game).expect("it fits"));
    let (rows, cols) = (game.rows(), game.cols());
    let presses =
        BitMatrix::from_fn(rows, cols, |r, c| game.has_button(r, c) && random.next().is_multiple_of(2));
    let lights = game.apply(&presses);
    let (solve, found) = seconds(|| chase.solve(&lights).expect("planted"));
    assert!(game.apply(&found) == lights, "the presses do it");
    let any = BitMatrix::from_fn(rows, cols, |r, c| !game.is_hole(r, c) && random.next().is_multiple_of(2));
    let (refute, answer) = seconds(|| chase.solve(&any));
    match &answer {
        Ok(presses) => assert!(game.apply(presses) == any, "the presses do it"),
        Err(witness) => assert!(refutes(game, &witness.lights, &any), "the witness holds"),
    }
    let estimate = Chase::estimate(game);
    println!(
        "{name}: nullity {}, {} parameters at once; chased in {prepare:.3} s, a board in {:.2} ms, a random \
         board {} in {:.2} ms; estimate {} Mi steps, {} MiB",
        chase.nullity(),
        chase.parameters(),
        solve * 1e3,
        if answer.is_ok() { "solved" } else { "refuted" },
        refute * 1e3,
        estimate.steps >> 20,
        estimate.bytes >> 20,
    );
}

/// Whether every button sees an even number of the lights, and an odd number of them has to change.
fn refutes(game: &Game, q: &BitMatrix, lights: &BitMatrix) -> bool {
    let odd = lights.ones().filter(|&(r, c)| q.get(r, c)).count() % 2 == 1;
    let buttons = game.button_index();
    odd && buttons
        .cells()
        .iter()
        .all(|&(r, c)| game.toggled(r, c).into_iter().filter(|&(r, c)| q.get(r, c)).count() % 2 == 0)
}

fn seconds<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32
    }
}
