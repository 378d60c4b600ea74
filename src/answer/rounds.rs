//! The classic question, asked of many boards of one game: how few rounds?

use super::small::Small;
use super::{AnswerError, Answerer, Goal, Verdict};
use crate::board::Board;
use crate::game::Game;
use crate::gf2::BitMatrix;
use crate::optimize::Limits;
use crate::solve::Solver;

/// The fewest presses of board after board; small games answer from tables.
pub struct Rounds {
    game: Game,
    goal: Goal,
    small: Option<Small>,
    /// The general machinery; prepared anew only when a board has other holes than the one before.
    general: Option<Answerer>,
}

/// The answer for one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Count {
    /// The fewest presses, proved.
    Fewest(u64),
    /// No solution.
    Impossible,
    /// The search was stopped: the best found and the bound proved.
    Between {
        /// No solution costs less.
        bound: u64,
        /// A solution of this cost was found.
        best: u64,
    },
}

impl Rounds {
    /// Prepares the game for one goal.
    ///
    /// # Errors
    /// [`AnswerError::TooLarge`] when the game does not fit in memory.
    pub fn new(game: Game, goal: Goal) -> Result<Self, AnswerError> {
        let small = match goal {
            Goal::Pattern(_) => None,
            _ => Small::new(&game)?,
        };
        Ok(Self { game, goal, small, general: None })
    }

    /// Whether boards may be asked as one word, bit `i` being the `i`-th cell in row-major order.
    pub fn takes_words(&self) -> bool {
        self.small.is_some()
    }

    /// The fewest presses for a board given as one word. Cost: a few table look-ups.
    ///
    /// # Panics
    /// When the game does not take words.
    #[inline]
    pub fn fewest_of_word(&mut self, board: u64) -> Count {
        let (off, on) = (self.goal != Goal::On, self.goal != Goal::Off);
        let small = self.small.as_mut().expect("a game that takes words");
        small.fewest(board, off, on).map_or(Count::Impossible, Count::Fewest)
    }

    /// The fewest presses for any board of the game, holes and all.
    ///
    /// # Errors
    /// [`AnswerError`] when memory runs out or a check fails.
    ///
    /// # Panics
    /// When the board has another size.
    pub fn fewest(&mut self, board: &Board, limits: &Limits<'_>) -> Result<Count, AnswerError> {
        if self.takes_words() && board.holes().is_none() {
            return Ok(self.fewest_of_word(word_of(board.lights())));
        }
        let answerer = match self.general.take() {
            Some(answerer) if answerer.solver().game().holes() == board.holes() => answerer,
            _ => Answerer::new(Solver::new(self.game.clone().with_holes(board.holes()))?),
        };
        let verdict = answerer.fewest(board, &self.goal, limits);
        self.general = Some(answerer);
        Ok(match verdict? {
            Verdict::Impossible(_) => Count::Impossible,
            Verdict::Solved(answer) if answer.bound == answer.cost => Count::Fewest(answer.cost),
            Verdict::Solved(answer) => Count::Between { bound: answer.bound, best: answer.cost },
        })
    }
}

fn word_of(lights: &BitMatrix) -> u64 {
    lights.to_flat().words().first().copied().unwrap_or(0)
}
