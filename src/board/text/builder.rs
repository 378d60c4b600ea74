//! Rows of cells, collected into a board.

use crate::board::Board;
use crate::board::error::Fault;
use crate::gf2::{BitMatrix, WORD_BITS, words_for};

/// Holes at the ends of short rows may take this much before the board is refused: past it the input is
/// a handful of long rows among many short ones, and no board.
const MOST_RAGGED_BYTES: u128 = 1 << 28;

/// The cells of one row, packed as the board will hold them.
#[derive(Debug, Default)]
pub(in crate::board) struct Row {
    /// Number of cells.
    pub(in crate::board) len: usize,
    /// Lights, bit `i` of the row at bit `i % 64` of word `i / 64`.
    pub(in crate::board) lights: Vec<u64>,
    /// Holes likewise; empty when the row has none, and possibly shorter than `lights`.
    pub(in crate::board) holes: Vec<u64>,
}

impl Row {
    pub(in crate::board) fn clear(&mut self) {
        self.len = 0;
        self.lights.clear();
        self.holes.clear();
    }

    /// Appends a light.
    #[inline]
    pub(in crate::board) fn push(&mut self, on: bool) {
        if self.len.is_multiple_of(WORD_BITS) {
            self.lights.push(0);
        }
        self.lights[self.len / WORD_BITS] |= u64::from(on) << (self.len % WORD_BITS);
        self.len += 1;
    }

    /// Appends `count` lights, as many at most as the last word has room for.
    #[inline]
    pub(in crate::board) fn push_bits(&mut self, bits: u64, count: usize) {
        let used = self.len % WORD_BITS;
        debug_assert!(used + count <= WORD_BITS);
        match self.lights.last_mut() {
            Some(last) if used > 0 => *last |= bits << used,
            _ => self.lights.push(bits),
        }
        self.len += count;
    }

    /// Appends a hole.
    pub(in crate::board) fn push_hole(&mut self) {
        self.push(false);
        self.holes.resize(self.lights.len(), 0);
        let last = self.len - 1;
        self.holes[last / WORD_BITS] |= 1 << (last % WORD_BITS);
    }

    /// Cuts a row that holds whole boards one after the other. Cost: O(cells).
    pub(in crate::board) fn cut_boards(&self, rows: usize, cols: usize) -> Vec<Board> {
        let bit =
            |words: &[u64], i: usize| words.get(i / WORD_BITS).is_some_and(|w| w >> (i % WORD_BITS) & 1 == 1);
        let cut = |words: &[u64], first: usize| {
            BitMatrix::from_fn(rows, cols, |r, c| bit(words, first + r * cols + c))
        };
        (0..self.len)
            .step_by(rows * cols)
            .map(|first| Board::with_holes(cut(&self.lights, first), cut(&self.holes, first)))
            .collect()
    }
}

/// A board under construction: rows of equal length, or of any length when short rows end in holes.
#[derive(Debug)]
pub(super) struct Builder {
    cols: Option<usize>,
    ragged: bool,
    rows: usize,
    lights: Vec<u64>,
    holes: Vec<u64>,
    /// Only when ragged: the length of every row, and where its words begin.
    lens: Vec<usize>,
}

impl Builder {
    /// An empty board of `cols` columns; of as many as its first row has (its longest, when ragged) if `None`.
    pub(super) fn new(cols: Option<usize>, ragged: bool) -> Self {
        Self { cols, ragged, rows: 0, lights: Vec::new(), holes: Vec::new(), lens: Vec::new() }
    }

    /// Rows so far.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Appends a row below, or returns the length it should have had.
    pub(super) fn push(&mut self, row: &Row) -> Result<(), usize> {
        match self.cols {
            Some(cols) if row.len > cols || (row.len < cols && !self.ragged) => return Err(cols),
            None if !self.ragged => self.cols = Some(row.len),
            _ => {}
        }
        if !row.holes.is_empty() {
            self.holes.resize(self.lights.len(), 0);
            self.holes.extend_from_slice(&row.holes);
        }
        self.lights.extend_from_slice(&row.lights);
        if self.ragged {
            self.lens.push(row.len);
        }
        self.rows += 1;
        Ok(())
    }

    /// The board. Cost: O(words), plus O(rows · cols / 64) when ragged.
    ///
    /// # Errors
    /// [`Fault::TooRagged`] when the holes at the ends of rows would take unreasonable room.
    pub(super) fn finish(mut self) -> Result<Board, Fault> {
        if !self.holes.is_empty() {
            self.holes.resize(self.lights.len(), 0);
        }
        let longest = self.lens.iter().copied().max();
        let cols = self.cols.or(longest).unwrap_or(0);
        if self.lens.iter().all(|len| *len == cols) {
            let lights = BitMatrix::from_words(self.rows, cols, self.lights);
            return Ok(match self.holes.is_empty() {
                true => Board::new(lights),
                false => Board::with_holes(lights, BitMatrix::from_words(self.rows, cols, self.holes)),
            });
        }
        let bytes = 2 * BitMatrix::bytes_needed(self.rows, cols);
        if bytes > MOST_RAGGED_BYTES {
            return Err(Fault::TooRagged { rows: self.rows, cols, bytes });
        }
        let mut lights = BitMatrix::try_zeros(self.rows, cols)?;
        let mut holes = BitMatrix::try_zeros(self.rows, cols)?;
        let mut first = 0;
        for (r, &len) in self.lens.iter().enumerate() {
            let words = words_for(len);
            lights.row_words_mut(r)[..words].copy_from_slice(&self.lights[first..][..words]);
            let hole_row = holes.row_words_mut(r);
            if !self.holes.is_empty() {
                hole_row[..words].copy_from_slice(&self.holes[first..][..words]);
            }
            set_from(hole_row, len, cols);
            first += words;
        }
        Ok(Board::with_holes(lights, holes))
    }
}

/// Sets the bits from `from` up to `to` of a row.
fn set_from(words: &mut [u64], from: usize, to: usize) {
    for bit in from..to.min(from.next_multiple_of(WORD_BITS)) {
        words[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }
    let whole = from.next_multiple_of(WORD_BITS);
    if whole < to {
        words[whole / WORD_BITS..to / WORD_BITS].fill(u64::MAX);
        if !to.is_multiple_of(WORD_BITS) {
            words[to / WORD_BITS] = crate::gf2::tail_mask(to);
        }
    }
}
