//! Whether two boards match, and where pieces are to spare or to seek.

use super::lattice::Lattice;
use super::{Imbalance, SwapError};
use crate::board::Board;

/// Checks that two boards have the same size and the same holes.
pub(super) fn check_match(start: &Board, target: &Board) -> Result<(), SwapError> {
    let size = |board: &Board| (board.rows(), board.cols());
    if size(start) != size(target) {
        return Err(SwapError::Sizes { start: size(start), target: size(target) });
    }
    if start.holes() == target.holes() {
        return Ok(());
    }
    let cells = (0..start.rows()).flat_map(|r| (0..start.cols()).map(move |c| (r, c)));
    match cells.into_iter().find(|&(r, c)| start.is_hole(r, c) != target.is_hole(r, c)) {
        Some((row, col)) => Err(SwapError::Holes { row, col }),
        None => Ok(()),
    }
}

/// For each cell the pieces it has to spare: 1 where only the start has a piece, −1 where only the target
/// has one. They sum to zero over each connected part, or the answer is [`SwapError::Impossible`].
pub(super) fn supplies<const K: usize>(
    start: &Board,
    target: &Board,
    lattice: &Lattice<K>,
) -> Result<Vec<i32>, SwapError> {
    let (ours, theirs) = (start.lights(), target.lights());
    let mut supply = vec![0; lattice.cells()];
    for (r, row) in supply.chunks_mut(lattice.cols.max(1)).enumerate() {
        for (c, spare) in row.iter_mut().enumerate() {
            *spare = i32::from(ours.get(r, c)) - i32::from(theirs.get(r, c));
        }
    }
    let counts = (ours.count_ones() as u64, theirs.count_ones() as u64);
    if start.holes().is_some() {
        check_parts(start, target, lattice)?;
    } else if counts.0 != counts.1 {
        let (start, target) = counts;
        return Err(SwapError::Impossible(Imbalance { row: 0, col: 0, start, target, whole: true }));
    }
    Ok(supply)
}

/// Counts the pieces of each connected part of a board with holes.
fn check_parts<const K: usize>(start: &Board, target: &Board, lattice: &Lattice<K>) -> Result<(), SwapError> {
    let place = |cell: usize| (cell / lattice.cols, cell % lattice.cols);
    let mut seen = vec![false; lattice.cells()];
    let mut parts = 0;
    let mut unbalanced = None;
    let mut part = Vec::new();
    for first in 0..lattice.cells() {
        let (row, col) = place(first);
        if seen[first] || start.is_hole(row, col) {
            continue;
        }
        parts += 1;
        let mut counts = (0, 0);
        seen[first] = true;
        part.push(first);
        while let Some(cell) = part.pop() {
            let (r, c) = place(cell);
            counts.0 += u64::from(start.lights().get(r, c));
            counts.1 += u64::from(target.lights().get(r, c));
            for (_, next) in lattice.steps(cell) {
                if !seen[next] {
                    seen[next] = true;
                    part.push(next);
                }
            }
        }
        if counts.0 != counts.1 && unbalanced.is_none() {
            unbalanced = Some(Imbalance { row, col, start: counts.0, target: counts.1, whole: true });
        }
    }
    match unbalanced {
        Some(imbalance) => Err(SwapError::Impossible(Imbalance { whole: parts == 1, ..imbalance })),
        None => Ok(()),
    }
}
