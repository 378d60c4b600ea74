//! Certificates: an answer in one document with everything that proves it, and the checker that follows the proof.
//!
//! A certificate holds the question (board, rule, goal), for each board the goal accepts either the fewest presses with
//! the proof that nothing is cheaper, or the witness that it cannot be reached. The schema stands in `docs/formats.md`,
//! the argument in `docs/math.md`, section 7. [`Certificate::check`] redoes all of it by the definition of the rule, and
//! shares no code with the engines and the search that found the answer. `answer::Answerer::certify` makes one:
//!
//! ```
//! use lightsout::answer::{Answerer, Goal};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//! use lightsout::verify::certificate::{Certificate, Effort};
//!
//! let game = Answerer::new(Solver::new(Game::plus(5, 5))?);
//! let all_on = "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX".parse::<Board>()?;
//! let (_, certificate) = game.certify(&all_on, &Goal::Off, &Limits::default())?;
//! let text = certificate.expect("nothing stopped the search").to_json();
//!
//! let read = Certificate::parse(text.as_bytes())?;
//! let checked = read.check(&Effort::default())?;
//! let optimum = checked.optimum.expect("it can be solved");
//! assert_eq!((optimum.cost, optimum.optima.to_string(), checked.nullity), (15, "4".into(), 2));
//!
//! // Fourteen presses would be news.
//! let lie = text.replace("\"cost\": 15", "\"cost\": 14");
//! assert!(Certificate::parse(lie.as_bytes())?.check(&Effort::default()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod claim;
mod classes;
mod document;
mod effort;
mod locate;
mod parts;
mod rank;
mod read;
mod split;
mod transform;
mod trellis;

pub use check::{Checked, Optimum};
pub use claim::{Apart, Certificate, Claim, Component, Method, Part, Proof, Side, Solved, Target};
pub use effort::{CertificateError, Effort, Note};
