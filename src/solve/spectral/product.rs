//! The rules that act on rows and columns separately: A = M ⊗ N with M = T_m + c, N = T_n + c, T the matrix of a
//! path; c = 1 for the king, 0 for `x --no-self`. The board B is toggled by X when M X N = B.
//!
//! Both factors are tridiagonal with at most one kernel vector, so X comes from two chases without parameters:
//! M Y = B down the rows, then x N = y along each row. B can be toggled exactly when μ B = 0 for the
//! kernel vector μ of M and B ν = 0 for that of N: those boards have the dimension of the image.

use rayon::prelude::*;

use crate::gf2::{BitMatrix, WORD_BITS, and_parity, tail_mask, words_for, xor_into};

/// One factor, T + c for a path of `len` cells.
#[derive(Debug)]
struct Side {
    len: usize,
    own: bool,
    /// 1 / (1 + c z + z²) to `len` terms: the chase from first cell one. It is the kernel vector when there is one.
    unit: Vec<u64>,
    singular: bool,
}

impl Side {
    fn new(len: usize, own: bool) -> Self {
        let mut unit = vec![0; words_for(len)];
        let past_last = divide_series(&mut unit, own, true, len);
        Self { len, own, unit, singular: !past_last }
    }
}

/// `(M ⊗ N)` for a full rectangle.
#[derive(Debug)]
pub(super) struct Product {
    down: Side,
    across: Side,
}

impl Product {
    pub(super) fn new(rows: usize, cols: usize, own: bool) -> Self {
        Self { down: Side::new(rows, own), across: Side::new(cols, own) }
    }

    pub(super) fn size(&self) -> (usize, usize) {
        (self.down.len, self.across.len)
    }

    pub(super) fn nullity(&self) -> usize {
        let (a, b) = (usize::from(self.down.singular), usize::from(self.across.singular));
        a * self.across.len + b * self.down.len - a * b
    }

    /// Puts a press pattern in the place of the lights that it toggles. Cost: a few passes over the board.
    ///
    /// # Errors
    /// A witness; the board is left as it was.
    pub(super) fn solve_in_place(&self, board: &mut BitMatrix) -> Result<(), BitMatrix> {
        let (rows, cols) = self.size();
        if rows == 0 || cols == 0 {
            return Ok(());
        }
        if self.across.singular
            && let Some(r) = (0..rows).find(|&r| and_parity(board.row_words(r), &self.across.unit))
        {
            return Err(self.unit_row(r));
        }
        let residue = self.chase_down(board, None);
        let first = match self.down.singular {
            true => vec![0; residue.len()],
            false => residue.clone(),
        };
        if self.down.singular
            && let Some(w) = residue.iter().position(|word| *word != 0)
        {
            return Err(self.unit_column(w * WORD_BITS + residue[w].trailing_zeros() as usize));
        }
        self.chase_down(&mut *board, Some(&first));
        let stride = board.stride();
        board.words_mut().par_chunks_mut(stride).for_each(|row| self.solve_row(row));
        Ok(())
    }

    /// y_{i+1} = b_i + c y_i + y_{i-1}: returns what is left below the last row. With a first row given the
    /// board is replaced by the y, without one it is left alone and the first row is zero.
    fn chase_down(&self, board: &mut BitMatrix, first: Option<&[u64]>) -> Vec<u64> {
        let stride = board.stride();
        let mut previous = vec![0; stride];
        let mut current = first.map_or_else(|| vec![0; stride], <[u64]>::to_vec);
        for r in 0..board.rows() {
            xor_into(&mut previous, board.row_words(r));
            if self.down.own {
                xor_into(&mut previous, &current);
            }
            if first.is_some() {
                board.row_words_mut(r).copy_from_slice(&current);
            }
            std::mem::swap(&mut previous, &mut current);
        }
        current
    }

    /// Puts x with x N = y in the place of y.
    fn solve_row(&self, row: &mut [u64]) {
        let Side { len, own, ref unit, singular } = self.across;
        // z y, its last cell kept aside: it belongs to the equation of the last cell only.
        let past_last = row[(len - 1) / WORD_BITS] >> ((len - 1) % WORD_BITS) & 1 == 1;
        let mut carry = 0;
        for word in row.iter_mut() {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        let residue = divide_series(row, own, false, len) ^ past_last;
        if residue && !singular {
            xor_into(row, unit);
        }
        debug_assert!(!(residue && singular), "such boards were refused");
    }

    /// A basis of the quiet patterns: μ in one column, ν in one row; their product counts once.
    pub(super) fn quiet_patterns(&self) -> Vec<BitMatrix> {
        let (rows, cols) = self.size();
        let both = self.down.singular && self.across.singular;
        let columns = if self.down.singular { usize::from(both)..cols } else { 0..0 };
        let rows = if self.across.singular { 0..rows } else { 0..0 };
        columns.map(|c| self.unit_column(c)).chain(rows.map(|r| self.unit_row(r))).collect()
    }

    /// μ in column `c`.
    fn unit_column(&self, c: usize) -> BitMatrix {
        let mut pattern = BitMatrix::zeros(self.down.len, self.across.len);
        for r in (0..self.down.len).filter(|r| self.down.unit[r / WORD_BITS] >> (r % WORD_BITS) & 1 == 1) {
            pattern.set(r, c, true);
        }
        pattern
    }

    /// ν in row `r`.
    fn unit_row(&self, r: usize) -> BitMatrix {
        let mut pattern = BitMatrix::zeros(self.down.len, self.across.len);
        pattern.row_words_mut(r).copy_from_slice(&self.across.unit);
        pattern
    }
}

/// Divides the power series `[first] + series` by 1 + c z + z², keeping `len` terms; returns the term of z^len
/// (of the series cut off there). Bit k becomes x_k = s_k + c x_{k-1} + x_{k-2}. Cost: a dozen steps a word.
///
/// Within a word: the inverse modulo z^64 is (1 + c z + z²)^63, the product of six squares of squares.
fn divide_series(series: &mut [u64], own: bool, first: bool, len: usize) -> bool {
    let own = if own { u64::MAX } else { 0 };
    // x_{k-1} and x_{k-2} for the first bit k of the word.
    let (mut one_before, mut two_before) = (0, 0);
    let mut numerator = u64::from(first);
    for word in &mut *series {
        let mut x = *word ^ numerator ^ (one_before & own) ^ two_before ^ one_before << 1;
        numerator = 0;
        for j in 0..5 {
            x ^= (x << (1 << j) & own) ^ x << (2 << j);
        }
        x ^= x << 32 & own;
        (one_before, two_before) = (x >> 63, x >> 62 & 1);
        *word = x;
    }
    let bit = |k: usize| series[k / WORD_BITS] >> (k % WORD_BITS) & 1 == 1;
    let before = len >= 1 && bit(len - 1);
    let past_last = (own != 0 && before) ^ (len >= 2 && bit(len - 2)) ^ (first && len == 0);
    if let Some(last) = series.last_mut() {
        *last &= tail_mask(len);
    }
    past_last
}
