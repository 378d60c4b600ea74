//! Both chases over a board, cut into blocks of rows that are chased at the same time.
//!
//! A block can be chased before it is known how it begins: chase it from nothing, and add what its true
//! beginning turns into on the way, which takes four products of polynomials whatever the block's height
//! ([`FreeSteps`]). The same identity gives the true beginnings for the second chase.

use std::ops::Range;

use rayon::prelude::*;

use super::chase::Chase;
use super::first_row::{FirstRow, FreeSteps};
use crate::gf2::{words_for, xor_into};

/// Boards with fewer words than this are chased in one block: it takes less time than the products.
const WORDS_WORTH_A_BLOCK: usize = if cfg!(miri) { 16 } else { 1 << 16 };

/// Two consecutive rows of presses, as [`Chase`] holds them.
type Rows = (Vec<u64>, Vec<u64>);

/// A board of `rows × cols` cells cut into blocks of rows.
#[derive(Debug)]
pub(super) struct Blocks {
    rows: usize,
    cols: usize,
    with_self: bool,
    /// Rows of each block but the last, which may have fewer.
    height: usize,
}

impl Blocks {
    /// One block a thread of the pool in use, where that pays.
    pub(super) fn new(rows: usize, cols: usize, with_self: bool) -> Self {
        let worth = (rows.saturating_mul(words_for(cols)) / WORDS_WORTH_A_BLOCK).min(rows / 16);
        let count = rayon::current_num_threads().min(worth).max(1);
        Self { rows, cols, with_self, height: rows.div_ceil(count).max(1) }
    }

    /// Rows of each block but the last.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        let starts = (0..self.rows).step_by(self.height);
        starts.map(|start| start..(start + self.height).min(self.rows)).collect()
    }

    fn chase(&self, (previous, current): &Rows) -> Chase {
        Chase::new(self.cols, self.with_self, previous, current)
    }

    /// Chases every block from nothing. `visit` feeds the rows of a range to the chase.
    ///
    /// # Errors
    /// Those of `visit`.
    pub(super) fn chase_from_nothing<E: Send>(
        &self,
        visit: impl Fn(Range<usize>, &mut Chase) -> Result<(), E> + Sync,
    ) -> Result<Vec<Rows>, E> {
        let nothing = (Vec::new(), Vec::new());
        self.ranges()
            .into_par_iter()
            .map(|range| {
                let mut chase = self.chase(&nothing);
                visit(range, &mut chase)?;
                Ok((chase.previous().to_vec(), chase.current().to_vec()))
            })
            .collect()
    }

    /// What the whole chase from first row zero leaves below the last row.
    pub(super) fn residue(&self, first_row: &FirstRow, ends: &[Rows]) -> Vec<u64> {
        let zero = (vec![0; words_for(self.cols)], vec![0; words_for(self.cols)]);
        let Some((last, _)) = ends.split_last() else { return zero.1 };
        if ends.len() == 1 {
            return last.1.clone();
        }
        let mut start = zero;
        let steps = first_row.free_steps(self.height);
        for end in &ends[..ends.len() - 1] {
            start = carried(&steps, &start, end);
        }
        let last_height = self.rows - (ends.len() - 1) * self.height;
        let steps = if last_height == self.height { steps } else { first_row.free_steps(last_height) };
        carried(&steps, &start, last).1
    }

    /// How each block begins when the board begins with the given row, made ready to chase.
    pub(super) fn beginnings(&self, first_row: &FirstRow, ends: &[Rows], first: &[u64]) -> Vec<Chase> {
        let mut start: Rows = (vec![0; first.len()], first.to_vec());
        let mut chases = vec![self.chase(&start)];
        if ends.len() > 1 {
            let steps = first_row.free_steps(self.height);
            for end in &ends[..ends.len() - 1] {
                start = carried(&steps, &start, end);
                chases.push(self.chase(&start));
            }
        }
        chases
    }

    /// Runs the second chase: `visit` feeds the rows of a range to the chase that begins there, and may say
    /// something about them. Also tells whether all fits together: each block ends as the next one begins,
    /// and the last one with nothing left to toggle. That is the whole system of equations.
    ///
    /// # Errors
    /// Those of `visit`.
    pub(super) fn run<T: Send, R: Send, E: Send>(
        &self,
        beginnings: Vec<Chase>,
        parts: Vec<T>,
        visit: impl Fn(Range<usize>, T, &mut Chase) -> Result<R, E> + Sync,
    ) -> Result<(Vec<R>, bool), E> {
        let wanted: Vec<Rows> =
            beginnings.iter().skip(1).map(|c| (c.previous().to_vec(), c.current().to_vec())).collect();
        let done: Vec<(R, Chase)> = (self.ranges(), beginnings, parts)
            .into_par_iter()
            .map(|(range, mut chase, part)| Ok((visit(range, part, &mut chase)?, chase)))
            .collect::<Result<_, E>>()?;
        let (results, ends): (Vec<R>, Vec<Chase>) = done.into_iter().unzip();
        let links = ends.iter().zip(&wanted);
        let linked = links.into_iter().all(|(end, (p, c))| end.previous() == p && end.current() == c);
        let finished = ends.last().is_none_or(|end| end.current().iter().all(|w| *w == 0));
        Ok((results, linked && finished))
    }
}

/// The rows that `start` leads to at the end of a block that from nothing ends with `end`.
fn carried(steps: &FreeSteps, start: &Rows, end: &Rows) -> Rows {
    let (mut previous, mut current) = steps.apply(&start.0, &start.1);
    xor_into(&mut previous, &end.0);
    xor_into(&mut current, &end.1);
    (previous, current)
}
