//! From a board and a goal to the answer: a solution set from an engine, the fewest presses from the
//! search, and every solution applied to the board before it is given out.
//!
//! ```
//! use lightsout::answer::{Answerer, Goal, Verdict};
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::optimize::Limits;
//! use lightsout::solve::Solver;
//!
//! let game = Answerer::new(Solver::new(Game::plus(3, 3))?);
//! let cross: Board = ".X.\nXXX\n.X.\n".parse()?;
//! let Verdict::Solved(answer) = game.fewest(&cross, &Goal::Either, &Limits::default())? else { unreachable!() };
//! assert_eq!((answer.goal, answer.presses.ones().collect::<Vec<_>>()), ("off", vec![(1, 1)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certify;
mod goal;
mod rounds;
mod small;

pub use goal::{Goal, Target};
pub use rounds::{Count, Rounds};

use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::board::Board;
use crate::game::{CellIndex, Game};
use crate::gf2::{BitMatrix, BitRow, TooLarge};
use crate::optimize::{Limits, Minimizer, Optimum};
use crate::solve::{Solver, Witness};
use crate::verify;

/// Why there is no answer of any kind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The game does not fit in memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A solution failed when it was applied to the board: a bug.
    #[error("a solution of a {rows} x {cols} board for goal {goal} leaves {wrong} lights wrong")]
    NotASolution {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// The goal.
        goal: &'static str,
        /// How many lights are not as wanted.
        wrong: usize,
    },
    /// A witness of impossibility failed its check: a bug.
    #[error("the witness that a {rows} x {cols} board has no solution for goal {goal} proves nothing")]
    NotAWitness {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// The goal.
        goal: &'static str,
    },
}

/// How much is known of an answer's cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Proved: no solution costs less.
    Optimal,
    /// The search was stopped: the best found, between the bound and the truth.
    Bounded,
    /// Nobody asked for the fewest.
    Any,
}

/// A press pattern that reaches the goal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer {
    /// Which goal it reaches: `off`, `on` or `pattern`.
    pub goal: &'static str,
    /// The presses, `rows × cols`.
    pub presses: BitMatrix,
    /// Their total cost: their number when each press costs 1.
    pub cost: u64,
    /// A proved lower bound of the cost of every solution.
    pub bound: u64,
    /// What is known of the cost.
    pub status: Status,
    /// How many solutions are as cheap, for all goals asked together; `None` unless proved.
    pub optima: Option<BigUint>,
    /// The optima that follow in lexicographic order, as many as [`Limits::solutions`] asks for in all.
    pub further: Vec<BitMatrix>,
}

/// A goal that cannot be reached, with the proof.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Refutation {
    /// The goal: `off`, `on` or `pattern`.
    pub goal: &'static str,
    /// The proof.
    pub witness: Witness,
}

/// What became of a board.
#[derive(Debug, Clone)]
#[must_use]
pub enum Verdict {
    /// The goal is reached.
    Solved(Answer),
    /// No press pattern reaches any goal asked for; one proof a goal.
    Impossible(Vec<Refutation>),
}

/// A game made ready to answer any number of boards.
pub struct Answerer {
    solver: Solver,
    buttons: OnceLock<CellIndex>,
    minimizer: OnceLock<Minimizer>,
}

/// A goal reached by some solution.
struct Reached {
    goal: &'static str,
    lights: BitMatrix,
    presses: BitMatrix,
}

impl Answerer {
    /// Wraps a prepared game.
    pub fn new(solver: Solver) -> Self {
        Self { solver, buttons: OnceLock::new(), minimizer: OnceLock::new() }
    }

    /// The prepared game.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    fn game(&self) -> &Game {
        self.solver.game()
    }

    /// Any solution, checked; the first goal that can be reached, in the goal's order of preference.
    ///
    /// # Errors
    /// [`AnswerError`] when a check fails.
    pub fn any(&self, board: &Board, goal: &Goal) -> Result<Verdict, AnswerError> {
        let mut refutations = Vec::new();
        for target in goal.targets(board) {
            match self.reach(target)? {
                Ok(reached) => {
                    let cost = self.cost(&reached.presses);
                    let answer = Answer {
                        goal: reached.goal,
                        cost,
                        bound: 0,
                        status: Status::Any,
                        optima: None,
                        further: Vec::new(),
                        presses: reached.presses,
                    };
                    return Ok(Verdict::Solved(answer));
                }
                Err(refutation) => refutations.push(refutation),
            }
        }
        Ok(Verdict::Impossible(refutations))
    }

    /// The fewest presses (the least total cost), with proof unless `limits` stops the search; of all
    /// cheapest solutions the lexicographically least in row-major order.
    ///
    /// # Errors
    /// [`AnswerError`] when memory runs out or a check fails.
    pub fn fewest(&self, board: &Board, goal: &Goal, limits: &Limits<'_>) -> Result<Verdict, AnswerError> {
        let (reached, refutations) = self.reach_each(board, goal)?;
        if reached.is_empty() {
            return Ok(Verdict::Impossible(refutations));
        }
        if self.solver.nullity() == 0 {
            return Ok(Verdict::Solved(self.cheapest_of(reached, limits.solutions)));
        }
        if self.bytes_of_quiet_patterns() > u128::from(limits.memory) {
            return Ok(Verdict::Solved(self.unsearched(reached)));
        }
        let offsets: Vec<BitRow> = reached.iter().map(|r| self.buttons().gather(&r.presses)).collect();
        let optimum = self.minimizer().minimize(&offsets, limits);
        Ok(Verdict::Solved(self.checked(&reached, optimum)?))
    }

    /// What the search found, applied to the board.
    fn checked(&self, reached: &[Reached], optimum: Optimum) -> Result<Answer, AnswerError> {
        let Optimum { presses, coset, cost, bound, proved, count, further, .. } = optimum;
        let presses = self.buttons().scatter(&presses);
        let chosen = &reached[coset];
        self.check(chosen.goal, &presses, &chosen.lights)?;
        let mut also = Vec::with_capacity(further.len());
        for (coset, presses) in further {
            let presses = self.buttons().scatter(&presses);
            self.check(reached[coset].goal, &presses, &reached[coset].lights)?;
            also.push(presses);
        }
        let status = if proved { Status::Optimal } else { Status::Bounded };
        let goal = chosen.goal;
        Ok(Answer { goal, presses, cost, bound, status, optima: count, further: also })
    }

    /// What the search would hold at least: the quiet patterns, on the board and in a row.
    fn bytes_of_quiet_patterns(&self) -> u128 {
        let board = BitMatrix::bytes_needed(self.game().rows(), self.game().cols());
        2 * self.solver.nullity() as u128 * board
    }

    /// So many quiet patterns that even a list of them does not fit: the cheaper of the solutions at hand.
    fn unsearched(&self, reached: Vec<Reached>) -> Answer {
        let Answer { goal, presses, cost, .. } = self.cheapest_of(reached, 1);
        Answer { goal, presses, cost, bound: 0, status: Status::Bounded, optima: None, further: Vec::new() }
    }

    /// Nullity 0: each goal has one solution, and the cheapest is the optimum.
    fn cheapest_of(&self, reached: Vec<Reached>, solutions: usize) -> Answer {
        let mut priced: Vec<(u64, Reached)> =
            reached.into_iter().map(|r| (self.cost(&r.presses), r)).collect();
        priced.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.presses.cmp_lexicographic(&y.presses)));
        let cost = priced[0].0;
        priced.retain(|(c, _)| *c == cost);
        let optima = priced.len();
        let mut optimal = priced.into_iter().map(|(_, reached)| reached);
        let best = optimal.next().expect("the cheapest is among the cheapest");
        let further = optimal.map(|reached| reached.presses).take(solutions.saturating_sub(1)).collect();
        Answer {
            goal: best.goal,
            presses: best.presses,
            cost,
            bound: cost,
            status: Status::Optimal,
            optima: Some(BigUint::from(optima)),
            further,
        }
    }

    /// Each board that the goal accepts: reached, or refuted.
    fn reach_each(&self, board: &Board, goal: &Goal) -> Result<(Vec<Reached>, Vec<Refutation>), AnswerError> {
        let mut reached = Vec::new();
        let mut refutations = Vec::new();
        for target in goal.targets(board) {
            match self.reach(target)? {
                Ok(solution) => reached.push(solution),
                Err(refutation) => refutations.push(refutation),
            }
        }
        Ok((reached, refutations))
    }

    /// One solution or the proof that there is none, either of them checked.
    fn reach(&self, target: Target) -> Result<Result<Reached, Refutation>, AnswerError> {
        match self.solver.solve(&target.lights) {
            Ok(presses) => {
                self.check(target.name, &presses, &target.lights)?;
                Ok(Ok(Reached { goal: target.name, lights: target.lights, presses }))
            }
            Err(witness) if verify::refutes(self.game(), &witness.lights, &target.lights) => {
                Ok(Err(Refutation { goal: target.name, witness }))
            }
            Err(_) => Err(AnswerError::NotAWitness {
                rows: self.game().rows(),
                cols: self.game().cols(),
                goal: target.name,
            }),
        }
    }

    fn check(&self, goal: &'static str, presses: &BitMatrix, lights: &BitMatrix) -> Result<(), AnswerError> {
        match verify::wrong_lights(self.game(), presses, lights) {
            0 => Ok(()),
            wrong => Err(AnswerError::NotASolution {
                rows: self.game().rows(),
                cols: self.game().cols(),
                goal,
                wrong,
            }),
        }
    }

    /// The total cost of a press pattern.
    fn cost(&self, presses: &BitMatrix) -> u64 {
        match self.game().costs() {
            None => presses.count_ones() as u64,
            Some(costs) => presses.ones().map(|(r, c)| u64::from(costs.get(r, c).unwrap_or(0))).sum(),
        }
    }

    fn buttons(&self) -> &CellIndex {
        self.buttons.get_or_init(|| self.game().button_index())
    }

    fn minimizer(&self) -> &Minimizer {
        self.minimizer.get_or_init(|| {
            let index = self.buttons();
            let quiet: Vec<BitRow> = self.solver.quiet_patterns().iter().map(|p| index.gather(p)).collect();
            let kernel = BitMatrix::from_rows(index.len(), &quiet);
            let costs = self.game().costs().map(|costs| {
                index.cells().iter().map(|&(r, c)| costs.get(r, c).unwrap_or(0)).collect::<Vec<_>>()
            });
            // The checkerboard: where it splits the code, the search is of half the dimension.
            let black = BitRow::from_fn(index.len(), |i| {
                let (r, c) = index.cells()[i];
                (r + c) % 2 == 1
            });
            Minimizer::new(&kernel, costs.as_deref(), &[black])
        })
    }
}
