//! Lights Out in every size and shape, solved with the provably fewest presses.
//!
//! The way data flows: text or picture → [`board::Board`] → [`game::Game`] and [`answer::Goal`] → an engine of
//! [`solve`] → [`solve::SolutionSet`] → [`optimize`] → text or picture. [`answer::Answerer`] goes the whole way:
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let game = Answerer::new(Solver::new(Game::plus(5, 5))?);
//! let mut lights = lightsout::gf2::BitMatrix::zeros(5, 5);
//! lights.complement();
//! let all_on = Board::new(lights);
//! match game.fewest(&all_on, &Goal::Off, &Limits::default())? {
//!     Verdict::Solved(answer) => assert_eq!((answer.cost, answer.bound), (15, 15)),
//!     Verdict::Impossible(_) => unreachable!("all on can always be put out (Sutner 1989)"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod board;
pub mod game;
pub mod generate;
pub mod gf2;
pub mod optimize;
pub mod render;
pub mod solve;
pub mod swap;
pub mod verify;
pub mod wiring;
