//! Lights Out in every size and shape, solved with the provably fewest presses.
//!
//! A board has lights; a button at each light toggles it and its neighbours; wanted is the shortest list of buttons that
//! puts all lights out. This crate answers with a proof either way: that no list is shorter, or that there is none at
//! all. It never prints, never reads the clock or the environment and never exits; what it cannot do it returns as a
//! typed error that names the place.
//!
//! The way data flows: text or picture → [`board::Board`] → [`game::Game`] and [`answer::Goal`] → an engine of
//! [`solve`] → [`solve::SolutionSet`] → [`optimize`] → text or picture. [`answer::Answerer`] goes the whole way:
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Status, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let game = Answerer::new(Solver::new(Game::plus(5, 5))?);
//! match game.fewest(&Board::all_on(5, 5)?, &Goal::Off, &Limits::default())? {
//!     Verdict::Solved(answer) => {
//!         assert_eq!((answer.cost, answer.bound, answer.status), (15, 15, Status::Optimal));
//!         assert_eq!(answer.optima.map(|n| n.to_string()).as_deref(), Some("4"));
//!     }
//!     Verdict::Impossible(_) => unreachable!("all on can always be put out (Sutner 1989)"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it does, by example
//!
//! **A board in any form**: text in a dozen alphabets, JSON, PBM, PNG. [`board::read_one`] tells them by their content;
//! what is wrong is told with its place.
//!
//! ```
//! use lightsout::board::{Board, ReadOptions, read_one};
//!
//! let board: Board = ".#.\n###\n.#.\n".parse()?;
//! for form in ["bwb/www/bwb", "101|000|101", "[[1,0,1],[0,0,0],[1,0,1]]", "P1 3 3 101000101"] {
//!     let same = read_one(form.as_bytes(), &ReadOptions::default())?;
//!     assert_eq!(same.lights().count_ones(), 9 - board.lights().count_ones());
//! }
//! let wrong = "bw\nbz\n".parse::<Board>().unwrap_err();
//! assert!(wrong.to_string().starts_with("2:2: 'z' is not a cell; "));
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```
//!
//! **Impossible, with its witness**: a set of lights of which every button toggles an even number, while an odd number of
//! them has to change. [`verify`] checks answers and witnesses by the definition; it knows no engine.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::solve::Solver;
//! use lightsout::verify::{refutes, wrong_lights};
//!
//! let game = Game::plus(5, 5);
//! let solver = Solver::new(game.clone())?;
//! let corner: Board = "X..../...../...../...../.....".parse()?;
//! let witness = solver.solve(corner.lights()).unwrap_err();
//! assert!(refutes(&game, &witness.lights, corner.lights()));
//!
//! let all_on = Board::all_on(5, 5)?;
//! let presses = solver.solve(all_on.lights()).expect("all on can always be put out");
//! assert_eq!(wrong_lights(&game, &presses, all_on.lights()), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A certificate**: answer and proof in one document, which [`verify::certificate`] redoes step by step without the
//! engines and the search, and which a program in another language can read (`docs/formats.md` has the schema).
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
//! let (_, certificate) = game.certify(&Board::all_on(5, 5)?, &Goal::Off, &Limits::default())?;
//! let document = certificate.expect("nothing stopped the search").to_json();
//! let checked = Certificate::parse(document.as_bytes())?.check(&Effort::default())?;
//! assert_eq!(checked.optimum.map(|optimum| optimum.cost), Some(15));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Another rule, another surface, holes, costs**: [`game::Neighbourhood`] has the named rules and any offsets,
//! [`game::Topology`] six surfaces; a hole has no light and no button; a press may cost any number, or be forbidden.
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::{Costs, Game, Neighbourhood, Topology};
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let board: Board = "X.X\n.~.\nX.X\n".parse()?;
//! let game = Game::new(3, 3, Neighbourhood::parse_rule("king")?, Topology::parse("torus")?)
//!     .with_holes(board.holes())
//!     .with_costs(Some(Costs::parse("1 1 1\n1 1 1\n1 1 -\n")?));
//! let answerer = Answerer::new(Solver::new(game)?);
//! // On a torus of 3 x 3 a king reaches every light: these four can't be parted from the rest.
//! assert!(matches!(answerer.fewest(&board, &Goal::Off, &Limits::default())?, Verdict::Impossible(_)));
//! let all_on = Board::with_holes(Board::all_on(3, 3)?.into_lights(), board.holes().unwrap().clone());
//! let Verdict::Solved(answer) = answerer.fewest(&all_on, &Goal::Off, &Limits::default())? else { unreachable!() };
//! assert_eq!(answer.cost, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **What a game is like before any board is played**: how many quiet patterns (presses that change nothing) there
//! are, for huge boards by polynomials, and which.
//!
//! ```
//! use lightsout::game::Game;
//! use lightsout::solve::{Solver, nullity_by_polynomials};
//!
//! assert_eq!(nullity_by_polynomials(&Game::plus(1_000_000, 999_999))?, Some(0));
//! assert_eq!(nullity_by_polynomials(&Game::plus(175_359, 175_359))?, Some(1024));
//! let solver = Solver::new(Game::plus(4, 4))?;
//! assert_eq!((solver.nullity(), solver.quiet_patterns().len()), (4, 4));
//! # Ok::<(), lightsout::gf2::TooLarge>(())
//! ```
//!
//! **Any solution of a large board**: without the search for the fewest, in a few passes over its bits; boards that are
//! not in memory stream through [`solve::spectral::PlaneStream`].
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::solve::Solver;
//!
//! let answerer = Answerer::new(Solver::new(Game::plus(1000, 1000))?);
//! assert_eq!(answerer.solver().engine().name(), "spectral");
//! let verdict = answerer.any(&Board::random(1000, 1000, 7)?, &Goal::Off)?;
//! assert!(matches!(verdict, Verdict::Solved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A level of wanted difficulty, and the next hint**: [`generate`] makes boards that can be put out, of exactly as many
//! presses as wanted; any press of a shortest answer is a hint.
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Verdict};
//! use lightsout::game::Game;
//! use lightsout::generate::{Search, with_optimum};
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let game = Answerer::new(Solver::new(Game::plus(5, 5))?);
//! let Search::Found(board, _) = with_optimum(&game, 6, 1, 1000, &Limits::default())? else { unreachable!() };
//! let mut lights = board.lights().clone();
//! for left in (0..6).rev() {
//!     let now = lightsout::board::Board::new(lights.clone());
//!     let Verdict::Solved(answer) = game.fewest(&now, &Goal::Off, &Limits::default())? else { unreachable!() };
//!     let hint = answer.presses.ones().next().expect("not done yet");
//!     game.solver().game().press(&mut lights, hint.0, hint.1);
//!     assert_eq!(answer.cost, left + 1);
//! }
//! assert!(lights.is_zero());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **A search that may be stopped**: [`optimize::Limits`] takes a flag that any thread may set, a bound for memory and a
//! callback for progress. What comes back then is the best found and a proved bound.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use lightsout::answer::{Answerer, Goal, Status, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let stop = AtomicBool::new(true);
//! let limits = Limits { stop: Some(&stop), memory: 1 << 28, ..Limits::default() };
//! let game = Answerer::new(Solver::new(Game::plus(39, 39))?);
//! let Verdict::Solved(answer) = game.fewest(&Board::all_on(39, 39)?, &Goal::Off, &limits)? else { unreachable!() };
//! assert!(answer.status == Status::Bounded && answer.bound <= answer.cost);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Free wiring, swaps, pictures**: puzzles whose buttons toggle any lights are [`wiring`]; the fewest swaps of
//! neighbouring pieces are [`swap`]; SVG, PNG and terminal art are [`render`].
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::gf2::BitRow;
//! use lightsout::optimize::Limits;
//! use lightsout::render::{Picture, svg};
//! use lightsout::swap::{Adjacency, swap_distance};
//! use lightsout::wiring::{Verdict, Wiring};
//!
//! let wiring = Wiring::new(BitRow::from_fn(3, |_| true), &[vec![0, 1], vec![1, 2], vec![1]]);
//! let Verdict::Solved { optimum, .. } = wiring.fewest(&Limits::default())? else { unreachable!() };
//! assert_eq!(optimum.presses.ones().collect::<Vec<_>>(), [0, 1, 2]);
//!
//! let (start, target): (Board, Board) = ("X.\nX.\n".parse()?, ".X\n.X\n".parse()?);
//! assert_eq!(swap_distance(&start, &target, Adjacency::Orthogonal)?.distance(), 2);
//!
//! let picture = svg::to_string(&Picture::of_board(&start), &svg::SvgOptions::default());
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | none (`default-features = false`) | | the library: everything here but `board::png` and `render::png`, six direct dependencies |
//! | `png` | yes, by `cli` | boards from and to PNG |
//! | `cli` | yes | the command `lightsout` |
//! | `serve` | yes | its page in the browser |
//!
//! # What a version promises
//!
//! The crate follows semantic versioning; until 1.0 the minor version is the one that may break. Promised are the public
//! items of this library, the contract of the command (`docs/cli.md`), the boards that seeds name, and that an answer is
//! the same on every machine and for every number of threads. Enums of errors, formats, engines and rules may grow in a
//! minor version and are marked so. A patch may change speed, wording of messages, and which of several solutions
//! [`answer::Answerer::any`] gives; never a number that is proved. The oldest Rust that builds it stands in `Cargo.toml`
//! (`rust-version`) and rises in minor versions only.

// Nothing is printed here, by whatever way.
#![warn(clippy::print_stdout, clippy::print_stderr)]

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
