//! For a plug-in: which button to press next, board after board of one game.
//!
//! `cargo run --release --example next_hint`

use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::board::text::{TextOptions, parse_one};
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::optimize::Limits;
use lightsout::solve::Solver;

/// The first button of the shortest answer, as (row, col) from 0; `None` when the board is done or impossible.
fn next_hint(game: &Answerer, board: &Board) -> Option<(usize, usize)> {
    match game.fewest(board, &Goal::Off, &Limits::default()).ok()? {
        Verdict::Solved(answer) => answer.presses.ones().next(),
        Verdict::Impossible(_) => None,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A ring of eight lamps round a hole, each toggling itself and its neighbours.
    let mut board = parse_one(b".##/#~#/###", &TextOptions::default())?;
    let game = Game::new(3, 3, Neighbourhood::plus(), Topology::Plane).with_holes(board.holes());
    let answerer = Answerer::new(Solver::new(game.clone())?);
    while let Some((row, col)) = next_hint(&answerer, &board) {
        println!("press {},{}", row + 1, col + 1);
        let mut lights = board.lights().clone();
        game.press(&mut lights, row, col);
        board = Board::with_holes(lights, board.holes().cloned().unwrap_or_default());
    }
    assert!(board.lights().is_zero());
    Ok(())
}
