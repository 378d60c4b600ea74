//! Making boards: solvable ones at random, ones of a wanted difficulty, and the hardest of all.
//!
//! ```
//! use lightsout::game::Game;
//! use lightsout::generate::{hardest, solvable};
//!
//! let game = Game::plus(4, 4);
//! assert_eq!(solvable(&game, 1)?, solvable(&game, 1)?);
//! // No board takes more than seven presses.
//! assert_eq!(hardest(&game)?.expect("4096 boards").histogram.len(), 8);
//! # Ok::<(), lightsout::gf2::TooLarge>(())
//! ```

mod hardest;

pub use hardest::{Hardest, MAX_RANK, hardest};

use crate::answer::{Answer, AnswerError, Answerer, Goal, Status, Verdict};
use crate::board::{Board, Random};
use crate::game::Game;
use crate::gf2::{BitMatrix, TooLarge};
use crate::optimize::Limits;
use crate::verify;

/// A board drawn uniformly from those that can be put out; the same seed, the same board.
///
/// Every solvable board is toggled by exactly `2^k` press patterns (a coset of the kernel), so a uniformly
/// random press pattern toggles a uniformly random solvable board; a random *board* would be solvable only
/// once in `2^k` (for a square system). Cost: O(lights · neighbourhood).
///
/// # Errors
/// [`TooLarge`] when the board does not fit in memory.
pub fn solvable(game: &Game, seed: u64) -> Result<Board, TooLarge> {
    let mut presses = Board::random(game.rows(), game.cols(), seed)?.into_lights();
    if game.holes().is_some() || game.costs().is_some() {
        let misplaced: Vec<_> = presses.ones().filter(|&(r, c)| !game.has_button(r, c)).collect();
        for (r, c) in misplaced {
            presses.flip(r, c);
        }
    }
    Ok(board_of(game, verify::toggled_by(game, &presses)))
}

fn board_of(game: &Game, lights: BitMatrix) -> Board {
    match game.holes() {
        Some(holes) => Board::with_holes(lights, holes.clone()),
        None => Board::new(lights),
    }
}

/// What came of the search for a board of a given difficulty.
#[derive(Debug)]
#[must_use]
pub enum Search {
    /// A board whose optimum is exactly what was wanted, and that optimum.
    Found(Board, Box<Answer>),
    /// None in as many tries; the dearest optimum seen.
    NoneFound {
        /// The largest optimum of the boards tried.
        dearest: u64,
    },
}

/// Searches a board that takes exactly `wanted` presses (total cost) to put out.
///
/// The rule it rests on: when `x` is a cheapest pattern for its board, so is every part `y` of it for its own
/// board. For if `z` did the same as `y` and cost less, `x + y + z` would do the same as `x` and cost less
/// (costs are not negative). So an optimum that is too dear is cut down press by press, each remainder being
/// an optimum again; one that is too cheap is pressed on, keeping what does not make it cheaper. The optimum
/// returned has been proved by the search itself. Cost: some `tries` searches for the fewest presses.
///
/// # Errors
/// [`AnswerError`] when memory runs out or a check fails.
pub fn with_optimum(
    answerer: &Answerer,
    wanted: u64,
    seed: u64,
    tries: u64,
    limits: &Limits<'_>,
) -> Result<Search, AnswerError> {
    let game = answerer.solver().game();
    let buttons = game.button_index();
    let mut random = Random::new(seed);
    let mut dearest = 0;
    let mut current = BitMatrix::zeros(game.rows(), game.cols());
    if wanted > 0 && buttons.is_empty() {
        return Ok(Search::NoneFound { dearest });
    }
    for attempt in 0..tries.max(1) {
        // A fresh start now and then, so that no dead end is for ever.
        if attempt % 64 == 0 {
            current = BitMatrix::zeros(game.rows(), game.cols());
            let cells = buttons.cells();
            for _ in 0..wanted.min(4 * cells.len() as u64) {
                let (r, c) = cells[random.below(cells.len())];
                current.set(r, c, true);
            }
        }
        let mut trial = current.clone();
        if attempt % 64 != 0 {
            let (r, c) = buttons.cells()[random.below(buttons.len())];
            trial.flip(r, c);
        }
        let Some(optimum) = optimum_of(answerer, &trial, limits)? else { break };
        dearest = dearest.max(optimum.cost);
        if optimum.cost >= wanted
            && let Some(found) = cut_down(answerer, &optimum, wanted, &mut random, limits)?
        {
            return Ok(found);
        }
        if attempt % 64 == 0 || optimum.cost >= cost_of(game, &current) {
            current = optimum.presses;
        }
    }
    Ok(Search::NoneFound { dearest })
}

/// The optimum of the board that `presses` toggles; `None` when the search was stopped.
fn optimum_of(
    answerer: &Answerer,
    presses: &BitMatrix,
    limits: &Limits<'_>,
) -> Result<Option<Answer>, AnswerError> {
    let game = answerer.solver().game();
    let board = board_of(game, verify::toggled_by(game, presses));
    match answerer.fewest(&board, &Goal::Off, limits)? {
        Verdict::Solved(answer) if answer.status == Status::Optimal => Ok(Some(answer)),
        _ => Ok(None),
    }
}

/// Takes presses away, in random order, until the cost is `wanted`, and proves what is left.
fn cut_down(
    answerer: &Answerer,
    optimum: &Answer,
    wanted: u64,
    random: &mut Random,
    limits: &Limits<'_>,
) -> Result<Option<Search>, AnswerError> {
    let game = answerer.solver().game();
    let cost = |r, c| game.costs().map_or(1, |costs| u64::from(costs.get(r, c).unwrap_or(0)));
    let mut presses = optimum.presses.clone();
    let mut left = optimum.cost;
    let mut order: Vec<(usize, usize)> = presses.ones().collect();
    random.shuffle(&mut order);
    for (r, c) in order {
        if left - cost(r, c).min(left) >= wanted && left > wanted {
            presses.flip(r, c);
            left -= cost(r, c);
        }
    }
    if left != wanted {
        return Ok(None);
    }
    let board = board_of(game, verify::toggled_by(game, &presses));
    Ok(optimum_of(answerer, &presses, limits)?
        .filter(|answer| answer.cost == wanted)
        .map(|answer| Search::Found(board, Box::new(answer))))
}

fn cost_of(game: &Game, presses: &BitMatrix) -> u64 {
    match game.costs() {
        None => presses.count_ones() as u64,
        Some(costs) => presses.ones().map(|(r, c)| u64::from(costs.get(r, c).unwrap_or(0))).sum(),
    }
}
