//! `generate`: solvable always, of the wanted difficulty exactly, the hardest in truth.

mod common;

use common::run::lightsout;
use common::{Rng, case};
use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::generate::{hardest, solvable};
use lightsout::optimize::Limits;
use lightsout::solve::Solver;
use serde_json::Value;

fn fewest(answerer: &Answerer, board: &Board) -> Option<u64> {
    match answerer.fewest(board, &Goal::Off, &Limits::default()).expect("its checks hold") {
        Verdict::Solved(answer) => Some(answer.cost),
        Verdict::Impossible(_) => None,
    }
}

#[test]
fn random_boards_are_solvable_and_uniform() {
    for (rows, cols) in [(4, 4), (5, 5), (1, 5), (9, 9), (11, 5)] {
        let game = Game::plus(rows, cols);
        let answerer = Answerer::new(Solver::new(game.clone()).expect("it fits"));
        for seed in 0..20 {
            assert!(fewest(&answerer, &solvable(&game, seed).expect("it fits")).is_some());
        }
    }
    // 1 x 2: two of the four boards can be solved; both come about as often.
    let game = Game::plus(1, 2);
    let on = (0..2000).filter(|&seed| !solvable(&game, seed).expect("it fits").lights().is_zero()).count();
    assert!((900..1100).contains(&on), "{on} of 2000");
}

#[test]
fn the_hardest_boards_of_the_tables() {
    let tables = [("own-grid-histograms", Topology::Plane), ("own-torus-histograms", Topology::Torus)];
    for (id, topology) in tables {
        let sizes = case(id).expected;
        for (size, wanted) in sizes.as_object().expect("sizes") {
            let (rows, cols) = size.split_once('x').expect("RxC");
            let (rows, cols): (usize, usize) = (rows.parse().expect("rows"), cols.parse().expect("cols"));
            if wanted["solvable"].as_u64() > Some(1 << 20) {
                continue;
            }
            let game = Game::new(rows, cols, Neighbourhood::plus(), topology);
            let found = hardest(&game).expect("it fits").expect("few enough");
            assert_eq!(Value::from(found.histogram.clone()), wanted["histogram"], "{id} {size}");
            let answerer = Answerer::new(Solver::new(game).expect("it fits"));
            assert_eq!(fewest(&answerer, &found.board), Some(found.histogram.len() as u64 - 1), "{size}");
        }
    }
    assert!(hardest(&Game::plus(6, 6)).expect("it fits").is_none());
}

#[test]
fn boards_of_a_wanted_difficulty() {
    let mut random = Rng::new(3);
    for _ in 0..25 {
        let n = 3 + random.below(4);
        let wanted = random.below([6, 5, 13, 29][n - 3]);
        let (size, presses) = (format!("{n}x{n}"), wanted.to_string());
        let args = ["generate", &size, "--presses", &presses, "--seed", "8", "--tries", "5000"];
        let run = lightsout(&args, "");
        assert_eq!(run.code, 0, "{n} {wanted} {run:?}");
        let answer = lightsout(&["solve", "--json"], &run.stdout);
        let answer: Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert_eq!((&answer["presses"], &answer["status"]), (&wanted.into(), &"optimal".into()));
    }
    let run = lightsout(&["generate", "4x4", "--presses", "8"], "");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("proved, no board of this size takes more than 7"), "{}", run.stderr);
}

#[test]
fn what_the_command_prints() {
    let first = lightsout(&["generate", "5x5", "--seed", "1", "--count", "3"], "");
    assert_eq!(first.code, 0);
    let boards: Vec<&str> = first.stdout.split("\n\n").collect();
    assert_eq!(boards.len(), 3);
    let second = lightsout(&["generate", "5x5", "--seed", "2"], "");
    assert_eq!(second.stdout.trim_end(), boards[1]);
    let run = lightsout(&["generate", "4x4", "--hardest", "--json"], "");
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(document["boards"][0]["presses"], document["histogram"].as_array().expect("counts").len() - 1);
    assert_eq!(lightsout(&["generate", "9x9", "--hardest"], "").code, 2);
}
