//! For a game author: ten 5×5 levels of rising difficulty, each with its proved minimum.
//!
//! `cargo run --release --example levels`

use lightsout::answer::Answerer;
use lightsout::board::text::{Symbols, to_string};
use lightsout::game::Game;
use lightsout::generate::{Search, with_optimum};
use lightsout::optimize::Limits;
use lightsout::solve::Solver;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Answerer::new(Solver::new(Game::plus(5, 5))?);
    for level in 1..=10 {
        let presses = level + 2;
        match with_optimum(&game, presses, level, 1000, &Limits::default())? {
            Search::Found(board, answer) => {
                assert_eq!(answer.cost, presses);
                println!("level {level}: {presses} presses\n{}", to_string(&board, Symbols::PATTERN));
            }
            Search::NoneFound { dearest } => {
                println!("level {level}: none found, the dearest took {dearest}")
            }
        }
    }
    Ok(())
}
