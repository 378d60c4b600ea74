//! The whole space of solvable boards, searched breadth first: how many boards take how many presses.

use super::board_of;
use crate::board::Board;
use crate::game::Game;
use crate::gf2::{BitMatrix, BitRow, Echelon, TooLarge};

/// The largest rank for which the space of `2^rank` solvable boards is searched.
pub const MAX_RANK: usize = 26;

/// What the search over all solvable boards found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hardest {
    /// How many boards take 0, 1, 2, … presses; the last entry is not zero.
    pub histogram: Vec<u64>,
    /// The lexicographically least board of those that take the most presses.
    pub board: Board,
}

/// Searches all solvable boards of a game in which every press costs 1; `None` when there are more than
/// `2^`[`MAX_RANK`] of them, or when presses have costs.
///
/// A solvable board is determined by its lights at the pivots of the column space of `A`, so it is a number of
/// `rank` bits, the earliest pivot the highest: the order of numbers is the lexicographic order of boards. Breadth
/// first from the board all off; the numbers of boards at each distance are the coset leader weights of the
/// kernel code. Cost: O(2^rank · buttons) steps, 2^rank bytes.
///
/// # Errors
/// [`TooLarge`] when the table does not fit in memory.
pub fn hardest(game: &Game) -> Result<Option<Hardest>, TooLarge> {
    if game.costs().is_some() {
        return Ok(None);
    }
    let columns = game.coefficient_matrix()?.transpose();
    let space = ColumnSpace::new(&columns);
    if space.basis.len() > MAX_RANK {
        return Ok(None);
    }
    let steps: Vec<u32> = (0..columns.rows()).map(|b| space.number(&columns.row(b))).collect();
    let mut seen = BitMatrix::try_zeros(1, 1 << space.basis.len())?.row(0);
    seen.set(0, true);
    let (mut front, mut histogram) = (vec![0u32], vec![1]);
    loop {
        let mut next = Vec::new();
        for board in &front {
            for step in &steps {
                let there = board ^ step;
                if !seen.get(there as usize) {
                    seen.set(there as usize, true);
                    next.push(there);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        histogram.push(next.len() as u64);
        front = next;
    }
    let least = front.iter().copied().min().unwrap_or(0);
    let lights = game.light_index().scatter(&space.board(least, columns.cols()));
    Ok(Some(Hardest { histogram, board: board_of(game, lights) }))
}

/// The boards that presses can make, with coordinates.
struct ColumnSpace {
    pivots: Vec<usize>,
    /// One board a pivot: on at that pivot, off at the others.
    basis: Vec<BitRow>,
}

impl ColumnSpace {
    /// From the columns of `A`, one a row.
    fn new(columns: &BitMatrix) -> Self {
        let echelon = Echelon::new(columns);
        let reduced = echelon.reduced();
        let basis = (0..echelon.rank()).map(|r| reduced.row(r)).collect();
        Self { pivots: echelon.pivots().to_vec(), basis }
    }

    fn number(&self, board: &BitRow) -> u32 {
        self.pivots.iter().fold(0, |number, &p| number << 1 | u32::from(board.get(p)))
    }

    fn board(&self, number: u32, lights: usize) -> BitRow {
        let mut board = BitRow::zeros(lights);
        for (i, row) in self.basis.iter().rev().enumerate() {
            if number >> i & 1 == 1 {
                board.add(row);
            }
        }
        board
    }
}
