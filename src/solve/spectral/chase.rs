//! The chase: each row of presses from the two before it, x_{i+1} = b_i + T' x_i + x_{i-1}.

use crate::gf2::simd::{multiversion, prefetch};
use crate::gf2::{tail_mask, words_for};

/// Two consecutive rows of presses, (x_{i-1}, x_i), about to take in the lights of row i.
///
/// Each is kept between two zero words, so that a shift by one cell may look past either end.
#[derive(Debug, Clone)]
pub(super) struct Chase {
    previous: Vec<u64>,
    current: Vec<u64>,
    /// All ones for σ⁺, zero for σ: whether a press toggles its own cell.
    own: u64,
    tail: u64,
}

impl Chase {
    /// From the given rows of `cols` cells, in `words_for(cols)` words each.
    pub(super) fn new(cols: usize, with_self: bool, previous: &[u64], current: &[u64]) -> Self {
        let padded = |row: &[u64]| {
            let mut words = vec![0; words_for(cols) + 2];
            words[1..=row.len()].copy_from_slice(row);
            words
        };
        Self {
            previous: padded(previous),
            current: padded(current),
            own: if with_self { u64::MAX } else { 0 },
            tail: tail_mask(cols),
        }
    }

    /// The row before the current one.
    pub(super) fn previous(&self) -> &[u64] {
        &self.previous[1..self.previous.len() - 1]
    }

    /// The current row: the presses of the row of lights that comes next.
    pub(super) fn current(&self) -> &[u64] {
        &self.current[1..self.current.len() - 1]
    }

    /// Takes in whole rows of lights. Cost: O(words).
    pub(super) fn advance(&mut self, lights: &[u64]) {
        for row in lights.chunks_exact(self.current.len() - 2) {
            chase_row(&mut self.previous, &self.current, row, self.own);
            self.finish_row();
        }
    }

    /// Takes in whole rows of lights and puts the presses of the same rows in their place. Cost: O(words).
    pub(super) fn advance_in_place(&mut self, lights: &mut [u64]) {
        for row in lights.chunks_exact_mut(self.current.len() - 2) {
            chase_row_in_place(&mut self.previous, &self.current, row, self.own);
            self.finish_row();
        }
    }

    /// Takes in whole rows of lights and writes the presses of the same rows into `presses`. Cost: O(words).
    pub(super) fn advance_into(&mut self, lights: &[u64], presses: &mut [u64]) {
        let stride = self.current.len() - 2;
        for (row, to) in lights.chunks_exact(stride).zip(presses.chunks_exact_mut(stride)) {
            chase_row_into(&mut self.previous, &self.current, row, to, self.own);
            self.finish_row();
        }
    }

    /// What was moved past the last cell is no cell; the row just made becomes the current one.
    fn finish_row(&mut self) {
        let last = self.previous.len() - 2;
        self.previous[last] &= self.tail;
        std::mem::swap(&mut self.previous, &mut self.current);
    }
}

/// Words ahead of the one in hand that are asked for from memory: 4 KiB, because the machine's own reading ahead ends
/// at each page (measured: a third off the time of the second chase).
const AHEAD: usize = 512;

/// Words of a cache line.
const LINE: usize = 8;

multiversion! {
    /// `previous += row + T' current`, the rows of presses between zero words.
    fn chase_row(previous: &mut [u64], current: &[u64], row: &[u64], own: u64) {
        let n = row.len();
        let (left, centre, right) = (&current[..n], &current[1..=n], &current[2..n + 2]);
        let previous = &mut previous[1..=n];
        for line in (0..n).step_by(LINE) {
            prefetch(row, line + AHEAD);
            for w in line..(line + LINE).min(n) {
                let (l, c, r) = (left[w], centre[w], right[w]);
                previous[w] ^= row[w] ^ (c & own) ^ (c << 1 | l >> 63) ^ (c >> 1 | r << 63);
            }
        }
    }
}

multiversion! {
    /// The same, and `row = current`.
    fn chase_row_in_place(previous: &mut [u64], current: &[u64], row: &mut [u64], own: u64) {
        let n = row.len();
        let (left, centre, right) = (&current[..n], &current[1..=n], &current[2..n + 2]);
        let previous = &mut previous[1..=n];
        for line in (0..n).step_by(LINE) {
            prefetch(row, line + AHEAD);
            for w in line..(line + LINE).min(n) {
                let (l, c, r) = (left[w], centre[w], right[w]);
                previous[w] ^= row[w] ^ (c & own) ^ (c << 1 | l >> 63) ^ (c >> 1 | r << 63);
                row[w] = c;
            }
        }
    }
}

multiversion! {
    /// The same with `presses = current` and the row of lights left alone.
    fn chase_row_into(previous: &mut [u64], current: &[u64], row: &[u64], presses: &mut [u64], own: u64) {
        let n = row.len();
        let (left, centre, right) = (&current[..n], &current[1..=n], &current[2..n + 2]);
        let (previous, presses) = (&mut previous[1..=n], &mut presses[..n]);
        for line in (0..n).step_by(LINE) {
            prefetch(row, line + AHEAD);
            prefetch(presses, line + AHEAD);
            for w in line..(line + LINE).min(n) {
                let (l, c, r) = (left[w], centre[w], right[w]);
                previous[w] ^= row[w] ^ (c & own) ^ (c << 1 | l >> 63) ^ (c >> 1 | r << 63);
                presses[w] = c;
            }
        }
    }
}
