//! Solving `A x = b` for a game: engines that give the whole solution set or a proof that it is empty.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::solve::{EngineKind, Solver};
//!
//! // Every engine describes the same solution set.
//! let board = Board::all_on(5, 5)?;
//! for engine in [EngineKind::Dense, EngineKind::Chase, EngineKind::Spectral] {
//!     let solver = Solver::with_engine(Game::plus(5, 5), engine)?.expect("takes plus");
//!     let set = solver.solution_set(board.lights()).expect("all on can always be put out");
//!     assert_eq!((solver.nullity(), set.quiet.len()), (2, 2));
//! }
//! # Ok::<(), lightsout::gf2::TooLarge>(())
//! ```

mod chase;
mod dense;
mod estimate;
mod plan;
pub mod spectral;

pub use chase::Chase;
pub use dense::Dense;
pub use estimate::Estimate;
pub use plan::{EngineKind, Plan};
pub use spectral::Spectral;

use std::sync::OnceLock;

use crate::game::Game;
use crate::gf2::{BitMatrix, BitRow, TooLarge};

/// One way to solve every board of a game, prepared once.
///
/// Patterns are `rows × cols` bit matrices on the board: lights to toggle, presses, witnesses. All engines
/// describe the same solution set; which particular solution they return is theirs to choose.
pub trait Engine: Send + Sync {
    /// The engine's name, as `--engine` takes it.
    fn name(&self) -> &'static str;

    /// The dimension of the solution set of the all-off board: the number of independent quiet patterns.
    fn nullity(&self) -> usize;

    /// A press pattern that toggles exactly `lights`.
    ///
    /// # Errors
    /// The [`Witness`] that there is none.
    fn solve(&self, lights: &BitMatrix) -> Result<BitMatrix, Witness>;

    /// Solves many boards, each as [`solve`](Self::solve) does; an engine may take many at once.
    ///
    /// # Errors
    /// For each board without a solution the [`Witness`].
    fn solve_many(&self, boards: &[BitMatrix]) -> Vec<Result<BitMatrix, Witness>> {
        boards.iter().map(|lights| self.solve(lights)).collect()
    }

    /// A basis of the quiet patterns, in whatever form the engine finds it.
    fn quiet_patterns(&self) -> Vec<BitMatrix>;
}

/// The proof that no press pattern toggles the wanted lights (Fredholm's alternative): a set `q` of lights
/// such that every button toggles an even number of them (`q A = 0`), while an odd number of them has to
/// change (`q · b = 1`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The set of lights, `rows × cols`.
    pub lights: BitMatrix,
}

/// All press patterns that do the job: `particular` plus any sum of quiet patterns.
#[derive(Debug, Clone)]
pub struct SolutionSet<'a> {
    /// One solution.
    pub particular: BitMatrix,
    /// A basis of the quiet patterns, see [`Solver::quiet_patterns`].
    pub quiet: &'a [BitMatrix],
}

/// A game made ready: any number of boards can be solved.
pub struct Solver {
    game: Game,
    engine: Box<dyn Engine>,
    quiet: OnceLock<Vec<BitMatrix>>,
}

impl Solver {
    /// Prepares the game with the engine that takes the fewest steps, see [`Plan::all`].
    ///
    /// # Errors
    /// [`TooLarge`] when what the engine needs does not fit in memory.
    pub fn new(game: Game) -> Result<Self, TooLarge> {
        let mut failure = None;
        for plan in Plan::all(&game) {
            match plan.engine.prepare(&game) {
                Ok(Some(engine)) => return Ok(Self { game, engine, quiet: OnceLock::new() }),
                Ok(None) => {}
                Err(too_large) => failure = failure.or(Some(too_large)),
            }
        }
        // The dense engine takes any game, so there was a plan, and it failed.
        Err(failure.unwrap_or(TooLarge { rows: game.rows(), cols: game.cols(), bytes: u128::MAX }))
    }

    /// Prepares the game with the engine given; `None` when that engine does not take it.
    ///
    /// # Errors
    /// [`TooLarge`] when what the engine needs does not fit in memory.
    pub fn with_engine(game: Game, engine: EngineKind) -> Result<Option<Self>, TooLarge> {
        let prepared = engine.prepare(&game)?;
        Ok(prepared.map(|engine| Self { game, engine, quiet: OnceLock::new() }))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The engine in use.
    pub fn engine(&self) -> &dyn Engine {
        self.engine.as_ref()
    }

    /// The nullity `k`: the solution set of a solvable board has `2^k` elements.
    pub fn nullity(&self) -> usize {
        self.engine.nullity()
    }

    /// The canonical basis of the quiet patterns: in reduced row echelon form by row-major cell order, so
    /// that it does not depend on the engine. Computed on first use.
    pub fn quiet_patterns(&self) -> &[BitMatrix] {
        self.quiet.get_or_init(|| canonical(self.engine.quiet_patterns()))
    }

    /// One press pattern that toggles exactly `lights`.
    ///
    /// # Errors
    /// The [`Witness`] that there is none.
    ///
    /// # Panics
    /// When `lights` has another size than the board.
    pub fn solve(&self, lights: &BitMatrix) -> Result<BitMatrix, Witness> {
        self.engine.solve(lights)
    }

    /// All press patterns that toggle exactly `lights`.
    ///
    /// # Errors
    /// The [`Witness`] that there is none.
    ///
    /// # Panics
    /// When `lights` has another size than the board.
    pub fn solution_set(&self, lights: &BitMatrix) -> Result<SolutionSet<'_>, Witness> {
        let particular = self.engine.solve(lights)?;
        Ok(SolutionSet { particular, quiet: self.quiet_patterns() })
    }
}

/// The nullity of a game that polynomials tell without an engine, see [`spectral::nullity`]: a full rectangle
/// under one of the four rules, on the plane, the cylinder or the torus. `None` for other games.
///
/// # Errors
/// [`TooLarge`] when the polynomials do not fit in memory.
pub fn nullity_by_polynomials(game: &Game) -> Result<Option<usize>, TooLarge> {
    let full = game.holes().is_none() && game.costs().is_none();
    match spectral::Rule::of(game.neighbourhood()).filter(|_| full) {
        Some(rule) => spectral::nullity(game.rows(), game.cols(), rule, game.topology()),
        None => Ok(None),
    }
}

/// Brings a basis of patterns to reduced row echelon form, first cell first.
fn canonical(mut basis: Vec<BitMatrix>) -> Vec<BitMatrix> {
    for i in 0..basis.len() {
        // The remaining pattern with the earliest first one comes next; ties do not matter.
        let Some((best, lead)) = (i..basis.len())
            .filter_map(|j| basis[j].ones().next().map(|lead| (j, lead)))
            .min_by_key(|&(_, lead)| lead)
        else {
            basis.truncate(i);
            break;
        };
        basis.swap(i, best);
        let pivot = basis[i].clone();
        for (j, pattern) in basis.iter_mut().enumerate() {
            if j != i && pattern.get(lead.0, lead.1) {
                pattern.add(&pivot);
            }
        }
    }
    basis
}

/// A vector over the cells of `index`, as a witness on the board.
fn witness_on_board(index: &crate::game::CellIndex, q: &BitRow) -> Witness {
    Witness { lights: index.scatter(q) }
}
