//! The rank of a game's coefficient matrix, by plain elimination of the buttons one after the other.
//!
//! A button is the set of lights it toggles. Lights are numbered along the longer side of the board, the two ends
//! folded together where edges are glued, so that buttons next to each other in the order toggle lights close to each
//! other, and so do the sums of those. A sum keeps only the words between its first light and its last.

use super::effort::{CertificateError, Effort};
use crate::game::{Game, Topology};

/// Buttons between two looks at the stop flag.
const LOOK_EVERY: usize = 256;

/// Some consecutive words of a row of lights; the lowest bit of the first is a light of the sum, none is before it.
struct Sum {
    first_word: usize,
    words: Vec<u64>,
}

impl Sum {
    fn new(lights: &[usize]) -> Self {
        let first_word = lights.first().map_or(0, |light| light / 64);
        let last_word = lights.last().map_or(0, |light| light / 64);
        let mut words = vec![0; last_word - first_word + 1];
        lights.iter().for_each(|light| words[light / 64 - first_word] |= 1 << (light % 64));
        Self { first_word, words }
    }

    /// The first light of the sum.
    fn lead(&mut self) -> Option<usize> {
        let empty = self.words.iter().take_while(|word| **word == 0).count();
        self.words.drain(..empty);
        self.first_word += empty;
        self.words.first().map(|word| self.first_word * 64 + word.trailing_zeros() as usize)
    }

    /// Adds a sum with the same lead.
    fn add(&mut self, other: &Sum) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a ^= b);
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

/// The rank. Cost on the plane: O(lights · (reach · shorter side)² / 64) word operations.
pub(super) fn rank(game: &Game, effort: &Effort<'_>) -> Result<usize, CertificateError> {
    let cells = game.rows() * game.cols();
    // A place in the order and a place for a sum.
    effort.allow_bytes("the rank", cells as u128 * 64)?;
    let place = |r: usize, c: usize| match game.rows() >= game.cols() {
        true => folded(r, game.rows(), game.topology()) * game.cols() + c,
        false => folded(c, game.cols(), game.topology()) * game.rows() + r,
    };
    let button = |r: usize, c: usize| {
        let mut lights: Vec<usize> = game.toggled(r, c).into_iter().map(|(y, x)| place(y, x)).collect();
        lights.sort_unstable();
        lights
    };
    // By the first light that each toggles.
    let mut order: Vec<(usize, usize, usize)> = Vec::with_capacity(cells);
    for r in 0..game.rows() {
        effort.go_on()?;
        for c in (0..game.cols()).filter(|&c| game.has_button(r, c)) {
            order.extend(button(r, c).first().map(|first| (*first, r, c)));
        }
    }
    order.sort_unstable();
    let mut sums: Vec<Option<Sum>> = Vec::new();
    sums.resize_with(cells, || None);
    let (mut rank, mut kept, mut steps, mut dead) = (0, 0_u128, 0_u128, 0);
    for (number, &(first, r, c)) in order.iter().enumerate() {
        if number % LOOK_EVERY == 0 {
            effort.go_on()?;
            effort.report("rank", number as u64, order.len() as u64);
            effort.allow_steps("the rank", steps)?;
            effort.allow_bytes("the rank", kept * 8)?;
        }
        // No sum from here on has a light before this.
        while dead < first {
            kept -= sums[dead].take().map_or(0, |sum| sum.words.len() as u128);
            dead += 1;
        }
        let mut sum = Sum::new(&button(r, c));
        while let Some(lead) = sum.lead() {
            match &sums[lead] {
                Some(other) => {
                    steps += other.words.len() as u128 + 1;
                    sum.add(other);
                }
                None => {
                    kept += sum.words.len() as u128;
                    rank += 1;
                    sums[lead] = Some(sum);
                    break;
                }
            }
        }
    }
    Ok(rank)
}

/// The place of a line of cells when the ends of the board are folded together, if any edges are glued.
fn folded(line: usize, lines: usize, topology: Topology) -> usize {
    match topology {
        Topology::Plane => line,
        _ if line < lines.div_ceil(2) => 2 * line,
        _ => 2 * (lines - 1 - line) + 1,
    }
}
