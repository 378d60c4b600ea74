//! A dense matrix of bits.

use std::cmp::Ordering;

use bitvec::prelude::{BitSlice, Lsb0};

use super::row::cmp_lexicographic;
use super::{BitRow, TooLarge, WORD_BITS, tail_mask, words, words_for};

/// A `rows × cols` matrix over GF(2), row-major, each row starting on a word.
///
/// ```text
///            stride words a row
/// row 0   [ w0 ][ w1 ]...[ w(stride-1) ]     bit c of a row: bit c % 64 of word c / 64
/// row 1   [    ][    ]...[         0 0 ]     bits at and past `cols` are padding: always zero
///   ...
/// ```
///
/// `stride = words_for(cols)`. Padding is zero at all times: every method keeps that and relies on it
/// ([`validate`](Self::validate) checks it). Besides systems of equations this is the storage of boards
/// and press patterns, where row and column are the board's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BitMatrix {
    rows: usize,
    cols: usize,
    stride: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// All zeros.
    ///
    /// # Panics
    /// When the storage cannot be had; [`try_zeros`](Self::try_zeros) reports that instead.
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self::try_zeros(rows, cols).unwrap_or_else(|too_large| panic!("{too_large}"))
    }

    /// All zeros, or what the storage would have needed when it cannot be had.
    ///
    /// The pages are reserved, not touched: large zero matrices cost nothing until written.
    ///
    /// # Errors
    /// [`TooLarge`] when the size overflows or the allocator refuses.
    pub fn try_zeros(rows: usize, cols: usize) -> Result<Self, TooLarge> {
        let too_large = || TooLarge { rows, cols, bytes: Self::bytes_needed(rows, cols) };
        let stride = words_for(cols);
        let len = rows.checked_mul(stride).ok_or_else(too_large)?;
        Ok(Self { rows, cols, stride, words: zeroed_words(len).ok_or_else(too_large)? })
    }

    /// Bytes of storage of a `rows × cols` matrix.
    pub fn bytes_needed(rows: usize, cols: usize) -> u128 {
        rows as u128 * words_for(cols) as u128 * 8
    }

    /// The `n × n` identity.
    pub fn identity(n: usize) -> Self {
        Self::from_fn(n, n, |r, c| r == c)
    }

    /// The matrix whose entry in row `r` and column `c` is `bit(r, c)`. Cost: O(rows · cols) calls.
    pub fn from_fn(rows: usize, cols: usize, mut bit: impl FnMut(usize, usize) -> bool) -> Self {
        let mut matrix = Self::zeros(rows, cols);
        for r in 0..rows {
            for c in 0..cols {
                if bit(r, c) {
                    matrix.set(r, c, true);
                }
            }
        }
        matrix
    }

    /// The matrix with the given rows, each of `cols` bits.
    ///
    /// # Panics
    /// When a row has another length.
    pub fn from_rows<'a>(cols: usize, rows: impl IntoIterator<Item = &'a BitRow>) -> Self {
        let mut matrix = Self { cols, stride: words_for(cols), ..Self::default() };
        for row in rows {
            matrix.push_row(row);
        }
        matrix
    }

    /// Cuts a flat vector of `rows · cols` bits, row-major, into a matrix.
    ///
    /// # Panics
    /// When `flat` has another length.
    pub fn from_flat(rows: usize, cols: usize, flat: &BitRow) -> Self {
        assert_eq!(flat.len(), rows * cols, "a flat {rows} x {cols} matrix");
        let mut matrix = Self::zeros(rows, cols);
        for r in 0..rows {
            copy_bits(flat.words(), r * cols, matrix.row_words_mut(r), 0, cols);
        }
        matrix
    }

    /// Takes `rows · words_for(cols)` words, row after row; what lies past `cols` in a row is cleared.
    ///
    /// # Panics
    /// When the number of words is another.
    pub fn from_words(rows: usize, cols: usize, mut words: Vec<u64>) -> Self {
        let stride = words_for(cols);
        assert_eq!(Some(words.len()), rows.checked_mul(stride), "words of a {rows} x {cols} matrix");
        if tail_mask(cols) != u64::MAX {
            for last in words.iter_mut().skip(stride - 1).step_by(stride) {
                *last &= tail_mask(cols);
            }
        }
        Self { rows, cols, stride, words }
    }

    /// The entries row by row in one vector of `rows · cols` bits.
    pub fn to_flat(&self) -> BitRow {
        let mut flat = BitRow::zeros(self.rows * self.cols);
        for r in 0..self.rows {
            copy_bits(self.row_words(r), 0, flat.words_mut(), r * self.cols, self.cols);
        }
        flat
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Words from the start of one row to the start of the next.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All words, row after row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words, to change; the caller leaves the padding zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The words of row `r`.
    ///
    /// # Panics
    /// When `r >= rows`.
    pub fn row_words(&self, r: usize) -> &[u64] {
        assert!(r < self.rows, "row {r} of {}", self.rows);
        &self.words[r * self.stride..][..self.stride]
    }

    /// The words of row `r`, to change; the caller leaves the padding zero.
    ///
    /// # Panics
    /// When `r >= rows`.
    pub fn row_words_mut(&mut self, r: usize) -> &mut [u64] {
        assert!(r < self.rows, "row {r} of {}", self.rows);
        &mut self.words[r * self.stride..][..self.stride]
    }

    /// Row `r` as a slice of [`bitvec`].
    ///
    /// # Panics
    /// When `r >= rows`.
    pub fn row_bits(&self, r: usize) -> &BitSlice<u64, Lsb0> {
        &BitSlice::from_slice(self.row_words(r))[..self.cols]
    }

    /// A copy of row `r`.
    ///
    /// # Panics
    /// When `r >= rows`.
    pub fn row(&self, r: usize) -> BitRow {
        BitRow::from_words(self.cols, self.row_words(r).to_vec())
    }

    /// The entry in row `r` and column `c`.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn get(&self, r: usize, c: usize) -> bool {
        assert!(c < self.cols, "column {c} of {}", self.cols);
        self.row_words(r)[c / WORD_BITS] >> (c % WORD_BITS) & 1 == 1
    }

    /// Sets the entry in row `r` and column `c`.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn set(&mut self, r: usize, c: usize, value: bool) {
        if self.get(r, c) != value {
            self.flip(r, c);
        }
    }

    /// Adds one to the entry in row `r` and column `c`.
    ///
    /// # Panics
    /// When it lies outside.
    pub fn flip(&mut self, r: usize, c: usize) {
        assert!(c < self.cols, "column {c} of {}", self.cols);
        self.row_words_mut(r)[c / WORD_BITS] ^= 1 << (c % WORD_BITS);
    }

    /// Appends a row below.
    ///
    /// # Panics
    /// When its length is not `cols`.
    pub fn push_row(&mut self, row: &BitRow) {
        assert_eq!(row.len(), self.cols, "a row of the matrix");
        self.words.extend_from_slice(row.words());
        self.rows += 1;
    }

    /// Exchanges rows `a` and `b`. Cost: O(cols / 64).
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            let (low, high) = self.two_rows(a.min(b), a.max(b));
            low.swap_with_slice(high);
        }
    }

    /// Row `dst += ` row `src`. Cost: O(cols / 64).
    ///
    /// # Panics
    /// When `src == dst` or one lies outside.
    pub fn add_row(&mut self, src: usize, dst: usize) {
        let (low, high) = self.two_rows(src.min(dst), src.max(dst));
        if src < dst { words::xor_into(high, low) } else { words::xor_into(low, high) }
    }

    fn two_rows(&mut self, low: usize, high: usize) -> (&mut [u64], &mut [u64]) {
        assert!(low < high && high < self.rows, "two rows {low} and {high} of {}", self.rows);
        let (head, tail) = self.words.split_at_mut(high * self.stride);
        (&mut head[low * self.stride..][..self.stride], &mut tail[..self.stride])
    }

    /// `self += other`, entry by entry. Cost: O(words).
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn add(&mut self, other: &Self) {
        assert_eq!((self.rows, self.cols), (other.rows, other.cols), "sum of matrices of different sizes");
        words::xor_into(&mut self.words, &other.words);
    }

    /// Adds one to every entry. Cost: O(words).
    pub fn complement(&mut self) {
        let tail = tail_mask(self.cols);
        for row in self.words.chunks_exact_mut(self.stride.max(1)) {
            for word in &mut *row {
                *word = !*word;
            }
            if let Some(last) = row.last_mut() {
                *last &= tail;
            }
        }
    }

    /// The product with a column vector: bit `r` is the inner product of row `r` with `vector`.
    /// Cost: O(rows · cols / 64).
    ///
    /// # Panics
    /// When `vector` does not have `cols` bits.
    pub fn mul_vec(&self, vector: &BitRow) -> BitRow {
        assert_eq!(vector.len(), self.cols, "matrix times vector");
        BitRow::from_fn(self.rows, |r| words::and_parity(self.row_words(r), vector.words()))
    }

    /// The product with a row vector on the left: the sum of the rows that `vector` selects.
    /// Cost: O(rows · cols / 64).
    ///
    /// # Panics
    /// When `vector` does not have `rows` bits.
    pub fn vec_mul(&self, vector: &BitRow) -> BitRow {
        assert_eq!(vector.len(), self.rows, "vector times matrix");
        let mut sum = BitRow::zeros(self.cols);
        for r in vector.ones() {
            words::xor_into(sum.words_mut(), self.row_words(r));
        }
        sum
    }

    /// The product `self · other`, `rows × other.cols`. Cost: O(rows · cols · other.cols / 64).
    ///
    /// # Panics
    /// When `other` does not have `cols` rows.
    pub fn mul(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows, "matrix times matrix");
        let mut product = Self::zeros(self.rows, other.cols);
        for r in 0..self.rows {
            let sum = &mut product.words[r * product.stride..][..product.stride];
            for c in self.row_bits(r).iter_ones() {
                words::xor_into(sum, other.row_words(c));
            }
        }
        product
    }

    /// The transpose, by 64 × 64 blocks. Cost: O(rows · cols · 6 / 64) word operations.
    pub fn transpose(&self) -> Self {
        let mut transposed = Self::zeros(self.cols, self.rows);
        let mut block = [0; WORD_BITS];
        for top in (0..self.rows).step_by(WORD_BITS) {
            let height = WORD_BITS.min(self.rows - top);
            for word in 0..self.stride {
                for (i, lane) in block.iter_mut().enumerate() {
                    *lane = if i < height { self.words[(top + i) * self.stride + word] } else { 0 };
                }
                words::transpose_block(&mut block);
                let left = word * WORD_BITS;
                for (i, lane) in block.iter().enumerate().take(WORD_BITS.min(self.cols - left)) {
                    transposed.words[(left + i) * transposed.stride + top / WORD_BITS] = *lane;
                }
            }
        }
        transposed
    }

    /// The number of ones. Cost: O(words).
    pub fn count_ones(&self) -> usize {
        words::count_ones(&self.words)
    }

    /// Whether every entry is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The (row, column) of each one, in row-major order.
    pub fn ones(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows).flat_map(|r| self.row_bits(r).iter_ones().map(move |c| (r, c)))
    }

    /// Compares two matrices of the same size as strings of bits in row-major order, zero before one.
    pub fn cmp_lexicographic(&self, other: &Self) -> Ordering {
        debug_assert_eq!((self.rows, self.cols), (other.rows, other.cols));
        cmp_lexicographic(&self.words, &other.words)
    }

    /// Checks the layout contract.
    ///
    /// # Panics
    /// When the storage has the wrong length or a padding bit is set.
    pub fn validate(&self) {
        assert_eq!(self.stride, words_for(self.cols), "stride");
        assert_eq!(self.words.len(), self.rows * self.stride, "words of a matrix");
        for r in 0..self.rows {
            if let Some(last) = self.row_words(r).last() {
                assert_eq!(last & !tail_mask(self.cols), 0, "padding bits of row {r} must be zero");
            }
        }
    }
}

/// `len` zero words, or `None` when the allocator refuses: `vec![0; len]` aborts the process instead.
fn zeroed_words(len: usize) -> Option<Vec<u64>> {
    // Large requests are probed with a reservation first: it fails cleanly, is never written and is
    // given back at once; the zeroed allocation that follows then takes untouched zero pages.
    const PROBE: usize = 1 << 20;
    if len >= PROBE {
        Vec::<u64>::new().try_reserve_exact(len).ok()?;
    }
    Some(vec![0; len])
}

/// Copies `len` bits from bit `from` of `src` to bit `to` of `dst`; the target bits must be zero before.
fn copy_bits(src: &[u64], from: usize, dst: &mut [u64], to: usize, len: usize) {
    let mut done = 0;
    while done < len {
        let (s, d) = (from + done, to + done);
        let room = (WORD_BITS - s % WORD_BITS).min(WORD_BITS - d % WORD_BITS).min(len - done);
        let bits = src[s / WORD_BITS] >> (s % WORD_BITS) & tail_mask(room);
        dst[d / WORD_BITS] |= bits << (d % WORD_BITS);
        done += room;
    }
}
