//! Random games and boards without end: every engine, the search by its routes and the two siblings (buttons given as
//! lists, swaps) against independent routes that are written from the definition and share no code with the crate.
//!
//! Small by default. A long run is `LIGHTSOUT_SOAK=10000000 cargo test --release --test soak -- --nocapture`, the number
//! being that of boards. `LIGHTSOUT_SOAK_SEED` chooses other games; what fails is printed with its seed and its number,
//! and `LIGHTSOUT_SOAK_GAME` runs that game alone.

#[path = "../common/mod.rs"]
mod common;
mod draw;
mod hold;
mod siblings;
mod system;
mod tally;

use std::sync::Mutex;
use std::thread;

use draw::{Drawn, RULES};
use hold::Held;
use tally::Tally;

fn number_from(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}, no whole number")))
}

/// Boards to run.
pub(crate) fn wanted_boards() -> u64 {
    number_from("LIGHTSOUT_SOAK").unwrap_or(100_000)
}

pub(crate) fn seed() -> u64 {
    number_from("LIGHTSOUT_SOAK_SEED").unwrap_or(1)
}

/// Says how to run a game again when its checks fail.
pub(crate) struct OnFailure<F: Fn() -> String>(pub(crate) F);

impl<F: Fn() -> String> Drop for OnFailure<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.0());
        }
    }
}

/// Runs `work(number)` for 0, 1, … on every processor. `claim(number)` says how many boards a number stands for; the
/// numbers run are those until the boards are as many as wanted, whatever the threads.
pub(crate) fn in_parallel(
    wanted: u64,
    claim: impl Fn(u64) -> u64 + Sync,
    work: impl Fn(u64) -> Tally + Sync,
) -> Tally {
    let next = Mutex::new((0_u64, 0_u64));
    let take = || {
        let mut next = next.lock().ok()?;
        let (number, boards) = *next;
        (boards < wanted).then(|| {
            *next = (number + 1, boards + claim(number));
            number
        })
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut tally = Tally::default();
                    while let Some(number) = take() {
                        tally.merge(work(number));
                    }
                    tally
                })
            })
            .collect();
        let mut all = Tally::default();
        for worker in workers {
            match worker.join() {
                Ok(tally) => all.merge(tally),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

fn draw_game(number: u64) -> (common::Rng, Drawn) {
    let mut random = draw::generator(seed(), number);
    let drawn = draw::game(&mut random, number);
    (random, drawn)
}

fn run_game(number: u64) -> Tally {
    let (mut random, drawn) = draw_game(number);
    let _told = OnFailure(|| {
        let Drawn { game, .. } = &drawn;
        format!("run again with LIGHTSOUT_SOAK_SEED={} LIGHTSOUT_SOAK_GAME={number}: {game:?}", seed())
    });
    let mut held = Held::new(&drawn);
    held.run(&mut random);
    held.tally
}

#[test]
fn engines_agree_with_the_definition() {
    if let Some(number) = number_from("LIGHTSOUT_SOAK_GAME") {
        println!("{}", run_game(number));
        return;
    }
    let tally = in_parallel(wanted_boards(), |number| draw_game(number).1.boards as u64, run_game);
    println!("{} boards, seed {}\n{tally}", tally.total("boards, by rule"), seed());
    assert!(tally.total("boards, by rule") >= wanted_boards());
    if wanted_boards() >= 100_000 {
        for rule in RULES {
            assert!(tally.get("boards, by rule", rule) > 0, "{rule}");
        }
        for (table, line) in [
            ("boards, by verdict", "solved"),
            ("boards, by verdict", "impossible"),
            ("boards solved or refuted, by engine", "spectral"),
            ("fewest presses held, by route asked", "streamed"),
            ("fewest presses held, by goal", "either"),
            ("boards, by holes and costs", "holes and costs"),
        ] {
            assert!(tally.get(table, line) > 500, "{table}, {line}");
        }
    }
}
