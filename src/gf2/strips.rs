//! A matrix cut into vertical strips of 512 columns: the storage in which elimination runs.

use super::{BitMatrix, TooLarge, WORD_BITS};

/// Words in a line.
pub(super) const LINE_WORDS: usize = 8;

/// Bits in a line.
pub(super) const LINE_BITS: usize = LINE_WORDS * WORD_BITS;

/// 512 bits of one row, one cache line: bit `c` is bit `c % 64` of word `c / 64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [u64; LINE_WORDS]);

impl Line {
    pub(super) const ZERO: Self = Self([0; LINE_WORDS]);

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = *self;
        for (word, other) in both.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        both
    }

    /// Whether an odd number of bits is set.
    #[inline(always)]
    pub(super) fn parity(&self) -> bool {
        self.0.iter().fold(0, |sum, word| sum ^ word).count_ones() % 2 == 1
    }

    #[inline(always)]
    pub(super) fn get(&self, bit: usize) -> bool {
        self.0[bit / WORD_BITS] >> (bit % WORD_BITS) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn set(&mut self, bit: usize) {
        self.0[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }
}

/// A `rows × cols` matrix, strip after strip, within a strip row after row:
///
/// ```text
///           columns 0..512        columns 512..1024   ...
/// row 0     line 0                line rows
/// row 1     line 1                line rows + 1
///  ...       ...                   ...
/// ```
///
/// A strip is contiguous, so a pass over it streams; all that a pass needs besides fits in cache. Bits at
/// and past `cols` are zero.
#[derive(Debug, Clone)]
pub(super) struct Strips {
    rows: usize,
    cols: usize,
    lines: Vec<Line>,
}

impl Strips {
    /// All zeros.
    ///
    /// # Errors
    /// [`TooLarge`] when the storage cannot be had.
    pub(super) fn try_zeros(rows: usize, cols: usize) -> Result<Self, TooLarge> {
        let too_large = || TooLarge { rows, cols, bytes: Self::bytes_needed(rows, cols) };
        let len = rows.checked_mul(cols.div_ceil(LINE_BITS)).ok_or_else(too_large)?;
        let mut lines = Vec::new();
        lines.try_reserve_exact(len).map_err(|_| too_large())?;
        lines.resize(len, Line::ZERO);
        Ok(Self { rows, cols, lines })
    }

    /// Bytes of storage of a `rows × cols` matrix.
    pub(super) fn bytes_needed(rows: usize, cols: usize) -> u128 {
        rows as u128 * cols.div_ceil(LINE_BITS) as u128 * size_of::<Line>() as u128
    }

    /// A copy of a matrix.
    pub(super) fn try_from_matrix(matrix: &BitMatrix) -> Result<Self, TooLarge> {
        let mut strips = Self::try_zeros(matrix.rows(), matrix.cols())?;
        for r in 0..matrix.rows() {
            for (strip, words) in matrix.row_words(r).chunks(LINE_WORDS).enumerate() {
                strips.lines[strip * matrix.rows() + r].0[..words.len()].copy_from_slice(words);
            }
        }
        Ok(strips)
    }

    /// The first `rows` rows as a matrix of words.
    pub(super) fn to_matrix(&self, rows: usize) -> BitMatrix {
        let mut matrix = BitMatrix::zeros(rows, self.cols);
        for r in 0..rows {
            for (strip, words) in matrix.row_words_mut(r).chunks_mut(LINE_WORDS).enumerate() {
                words.copy_from_slice(&self.lines[strip * self.rows + r].0[..words.len()]);
            }
        }
        matrix
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn cols(&self) -> usize {
        self.cols
    }

    /// The number of strips.
    pub(super) fn count(&self) -> usize {
        self.cols.div_ceil(LINE_BITS)
    }

    /// The lines of one strip, one a row.
    pub(super) fn strip(&self, strip: usize) -> &[Line] {
        &self.lines[strip * self.rows..][..self.rows]
    }

    /// All lines, strip after strip.
    pub(super) fn lines_mut(&mut self) -> &mut [Line] {
        &mut self.lines
    }

    /// All lines before the strip, those of the strip, and all after it.
    pub(super) fn split_at_strip(&mut self, strip: usize) -> (&mut [Line], &mut [Line], &mut [Line]) {
        let (before, rest) = self.lines.split_at_mut(strip * self.rows);
        let (this, after) = rest.split_at_mut(self.rows);
        (before, this, after)
    }

    /// The entry in row `r` and column `c`.
    pub(super) fn get(&self, r: usize, c: usize) -> bool {
        self.strip(c / LINE_BITS)[r].get(c % LINE_BITS)
    }
}
