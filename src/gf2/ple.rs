//! The decomposition `P A = L E`: elimination that keeps what it did in the place of what it cleared.
//!
//! `P` permutes rows, `L` is lower triangular with unit diagonal, `E` is in row echelon form (not reduced).
//! (Jeannerod, Pernet, Storjohann: *Rank-profile revealing Gaussian elimination and the CUP matrix
//! decomposition*, J. Symb. Comp. 56, 2013; Albrecht, Pernet: *Efficient decomposition of dense matrices over
//! GF(2)*, 2010.) Under a pivot, `E` has zeros: there the column of `L` is written. So the decomposition
//! takes the room of the matrix, and half to a third of the work of a reduced form with its transform.
//!
//! ```text
//!        pivot columns
//!          v     v v
//! row 0  . 1 e e e e e e      . zero
//! row 1  . l . . 1 e e e      e entry of E
//! row 2  . l . . l 1 e e      l entry of L (its diagonal of ones is not written)
//! row 3  . l . . l l . .
//! ```
//!
//! The work goes strip by strip (right-looking): a strip is eliminated word by word, a word byte by byte;
//! each level hands its pivots to the columns right of it with the tables of [`four_russians`].
//! A strip right of the current one is touched by one thread at a time, so that threads change nothing.
//!
//! [`four_russians`]: super::four_russians

use std::sync::Mutex;

use rayon::prelude::*;

use super::four_russians::{Batch, Passes, Tables};
use super::simd::multiversion;
use super::strips::{LINE_BITS, LINE_WORDS, Line, Strips};
use super::{BitMatrix, BitRow, TooLarge, WORD_BITS};

/// Table look-ups below which one thread is enough; Miri, which can interpret only small sizes, sees the threads too.
const PARALLEL_LOOKUPS: usize = if cfg!(miri) { 1 << 6 } else { 1 << 17 };

/// A matrix decomposed as the module says.
#[derive(Debug, Clone)]
pub(super) struct Ple {
    strips: Strips,
    /// Row `i` of `P A` is row `order[i]` of `A`.
    order: Vec<u32>,
    /// The pivot column of each of the first `rank` rows, ascending.
    pivots: Vec<usize>,
    /// For each strip its pivot columns.
    masks: Vec<Line>,
    /// For each strip the row of its first pivot; then the rank.
    firsts: Vec<usize>,
}

impl Ple {
    /// Decomposes a copy of `a`. Cost: O(rows · cols · rank / 512) word operations and as many look-ups
    /// an eighth of that; the memory of a copy of `a`.
    ///
    /// # Errors
    /// [`TooLarge`] when the copy does not fit in memory.
    pub(super) fn try_new(a: &BitMatrix) -> Result<Self, TooLarge> {
        let too_large = || TooLarge { rows: a.rows(), cols: a.cols(), bytes: u128::MAX };
        let rows = u32::try_from(a.rows()).map_err(|_| too_large())?;
        let strips = Strips::try_from_matrix(a)?;
        let mut ple =
            Self { strips, order: (0..rows).collect(), pivots: vec![], masks: vec![], firsts: vec![0] };
        let pool = TablePool::default();
        for strip in 0..ple.strips.count() {
            ple.eliminate_strip(strip, &pool);
        }
        Ok(ple)
    }

    fn eliminate_strip(&mut self, strip: usize, pool: &TablePool) {
        let rows = self.strips.rows();
        let first = self.pivots.len();
        let (before, this, after) = self.strips.split_at_strip(strip);
        let panel = Panel::eliminate(this, first, pool);
        self.pivots.extend(panel.columns.iter().map(|c| strip * LINE_BITS + c));
        self.masks.push(panel.mask);
        self.firsts.push(self.pivots.len());
        if panel.columns.is_empty() {
            return;
        }
        for (a, b) in &panel.swaps {
            self.order.swap(*a, *b);
        }
        let exchange = |lines: &mut [Line]| panel.swaps.iter().for_each(|(a, b)| lines.swap(*a, *b));
        before.chunks_exact_mut(rows).for_each(exchange);
        let passes = Passes::lower(this, &panel.mask, first);
        let lookups = (after.len() / rows) * (rows - first) * panel.columns.len() / 8;
        for_each_strip(after, rows, lookups, pool, |lines, tables| {
            exchange(lines);
            passes.eliminate_below(lines, tables);
        });
    }

    pub(super) fn rows(&self) -> usize {
        self.strips.rows()
    }

    pub(super) fn cols(&self) -> usize {
        self.strips.cols()
    }

    pub(super) fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The entry of `E` (right of the pivot) in row `r < rank`.
    pub(super) fn entry(&self, r: usize, c: usize) -> bool {
        self.strips.get(r, c)
    }

    /// The first row of the strip's pivots and the row past the last.
    fn pivot_rows(&self, strip: usize) -> std::ops::Range<usize> {
        self.firsts[strip]..self.firsts[strip + 1]
    }

    /// Multiplies a matrix with the same rows, in the order of `P A`, by the inverse of `L`.
    pub(super) fn eliminate_below(&self, right: &mut Strips) {
        self.for_each_pass(right, 0..self.masks.len(), Passes::lower, Passes::eliminate_below);
    }

    /// Multiplies the first `rank` rows by the inverse of the upper triangle that `E` is in its pivot columns.
    pub(super) fn eliminate_above(&self, right: &mut Strips) {
        self.for_each_pass(right, (0..self.masks.len()).rev(), Passes::upper, Passes::eliminate_above);
    }

    fn for_each_pass(
        &self,
        right: &mut Strips,
        strips: impl Iterator<Item = usize>,
        passes: fn(&[Line], &Line, usize) -> Passes,
        eliminate: fn(&Passes, &mut [Line], &mut Tables),
    ) {
        let pool = TablePool::default();
        let rows = right.rows();
        for strip in strips.filter(|strip| !self.pivot_rows(*strip).is_empty()) {
            let pivots = self.pivot_rows(strip);
            let passes = passes(self.strips.strip(strip), &self.masks[strip], pivots.start);
            let lookups = right.count() * rows * pivots.len() / 16;
            for_each_strip(right.lines_mut(), rows, lookups, &pool, |lines, tables| {
                eliminate(&passes, lines, tables);
            });
        }
    }

    /// Solves `L y = b` for the pivot rows; `b` is in the order of `P A`. Returns `b - L y`, which holds `y`
    /// in the pivot rows and is zero below them when `b` is in the column space.
    pub(super) fn forward(&self, mut b: Vec<bool>) -> Vec<bool> {
        for strip in 0..self.masks.len() {
            let lines = self.strips.strip(strip);
            let pivots = self.pivot_rows(strip);
            let mut known = Line::ZERO;
            for r in pivots.clone() {
                // The line's bits from the pivot on are of E, but there nothing is known yet.
                b[r] ^= lines[r].and(&known).parity();
                if b[r] {
                    known.set(self.pivots[r] % LINE_BITS);
                }
            }
            add_parities(&lines[pivots.end..], &known, &mut b[pivots.end..]);
        }
        b
    }

    /// Solves `E x = y` with all free variables zero.
    pub(super) fn backward(&self, mut y: Vec<bool>) -> BitRow {
        let mut x = BitRow::zeros(self.cols());
        for strip in (0..self.masks.len()).rev() {
            let lines = self.strips.strip(strip);
            let pivots = self.pivot_rows(strip);
            let mut known = Line::ZERO;
            for r in pivots.clone().rev() {
                // The line's bits left of the pivot are of L, but there nothing is known yet.
                y[r] ^= lines[r].and(&known).parity();
                if y[r] {
                    known.set(self.pivots[r] % LINE_BITS);
                    x.set(self.pivots[r], true);
                }
            }
            add_parities(&lines[..pivots.start], &known, &mut y[..pivots.start]);
        }
        x
    }

    /// For a row `r >= rank`: the combination of rows of `P A` that is row `r` alone among those past the
    /// rank, and is zero.
    pub(super) fn dependency(&self, r: usize) -> Vec<bool> {
        let mut combination = vec![false; self.rows()];
        combination[r] = true;
        for strip in (0..self.masks.len()).rev() {
            let lines = self.strips.strip(strip);
            let pivots = self.pivot_rows(strip);
            // What of the strip's columns of L is still to be cancelled.
            let mut sum = Line::ZERO;
            for (line, used) in lines.iter().zip(&combination).skip(pivots.end) {
                if *used {
                    sum.add(line);
                }
            }
            for i in pivots.rev() {
                if sum.get(self.pivots[i] % LINE_BITS) {
                    combination[i] = true;
                    // Bits from the pivot on are not looked at again.
                    sum.add(&lines[i]);
                }
            }
        }
        combination
    }
}

multiversion! {
    /// Adds to each bit the inner product of its line with `known`.
    fn add_parities(lines: &[Line], known: &Line, bits: &mut [bool]) {
        for (line, bit) in lines.iter().zip(bits) {
            *bit ^= line.and(known).parity();
        }
    }
}

/// Tables that wait for the next strip.
#[derive(Default)]
struct TablePool(Mutex<Vec<Tables>>);

impl TablePool {
    /// Calls `work` with tables, new ones only when all are in use.
    fn with<R>(&self, work: impl FnOnce(&mut Tables) -> R) -> R {
        let lock = || self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let pooled = lock().pop();
        let mut tables = pooled.unwrap_or_else(Tables::new);
        let result = work(&mut tables);
        lock().push(tables);
        result
    }
}

/// Does `work` on each strip of `rows` lines, by all threads at hand when it is worth it.
fn for_each_strip(
    lines: &mut [Line],
    rows: usize,
    lookups: usize,
    pool: &TablePool,
    work: impl Fn(&mut [Line], &mut Tables) + Sync,
) {
    let work = |lines: &mut [Line]| pool.with(|tables| work(lines, tables));
    if lookups < PARALLEL_LOOKUPS || rayon::current_num_threads() == 1 {
        lines.chunks_exact_mut(rows).for_each(work);
    } else {
        lines.par_chunks_exact_mut(rows).for_each(work);
    }
}

/// What eliminating one strip found.
struct Panel {
    /// The pivot columns within the strip, ascending, as a list and as a mask.
    columns: Vec<usize>,
    mask: Line,
    /// The exchanges of rows, in order.
    swaps: Vec<(usize, usize)>,
}

impl Panel {
    /// Eliminates the lines of one strip from row `first` on.
    fn eliminate(lines: &mut [Line], first: usize, pool: &TablePool) -> Self {
        let mut panel = Self { columns: Vec::new(), mask: Line::ZERO, swaps: Vec::new() };
        let mut column = Vec::with_capacity(lines.len() - first);
        for word in 0..LINE_WORDS {
            let top = first + panel.columns.len();
            column.clear();
            column.extend(lines[top..].iter().map(|line| line.0[word]));
            if column.iter().all(|w| *w == 0) {
                continue;
            }
            let found = panel.columns.len();
            let swaps = panel.swaps.len();
            panel.eliminate_word(&mut column, word, top);
            for (a, b) in &panel.swaps[swaps..] {
                lines.swap(*a, *b);
            }
            for (line, w) in lines[top..].iter_mut().zip(&column) {
                line.0[word] = *w;
            }
            if panel.columns.len() > found && word + 1 < LINE_WORDS {
                let batch = Batch { first: top, mask: panel.mask.0[word] };
                let index = batch.indices(&lines[top..], word);
                pool.with(|tables| batch.eliminate_below(&mut lines[top..], &index, word + 1, tables));
            }
        }
        panel
    }

    /// Eliminates one word of each row, byte by byte; `column` starts at row `top`.
    fn eliminate_word(&mut self, column: &mut [u64], word: usize, top: usize) {
        let mut done = 0;
        for byte in 0..8 {
            let found = ByteColumn::eliminate(&mut column[done..], 8 * byte);
            for (to, from) in found.swaps {
                self.swaps.push((top + done + to, top + done + from));
            }
            for bit in (0..8).filter(|bit| found.mask >> bit & 1 == 1) {
                let column = WORD_BITS * word + 8 * byte + bit;
                self.columns.push(column);
                self.mask.set(column);
            }
            done += found.mask.count_ones() as usize;
        }
    }
}

/// Eight columns while they are eliminated.
struct ByteColumn {
    /// Where the byte starts in the word.
    shift: usize,
    /// The columns that have a pivot.
    mask: u8,
    /// The parts of the pivots' words that belong to `E`.
    words: Vec<u64>,
    /// For every byte what is left of it after subtracting pivots, and which pivots were subtracted.
    rest: [u8; 256],
    subtracted: [u8; 256],
    swaps: Vec<(usize, usize)>,
}

impl ByteColumn {
    /// Finds the pivots of eight columns, brings them to the top and clears the byte below them in every
    /// row, leaving there the multipliers.
    fn eliminate(column: &mut [u64], shift: usize) -> Self {
        let mut this = Self {
            shift,
            mask: 0,
            words: Vec::new(),
            rest: std::array::from_fn(|byte| byte as u8),
            subtracted: [0; 256],
            swaps: Vec::new(),
        };
        let mut least = 0;
        while least < 8 {
            let Some((row, bit)) = this.find_pivot(column, least) else { break };
            this.take_pivot(column, row, bit);
            least = bit + 1;
        }
        if this.mask != 0 {
            let sums = this.sums();
            for word in &mut column[this.words.len()..] {
                *word ^= sums[usize::from((*word >> shift) as u8)];
            }
        }
        this
    }

    /// The first row whose byte, once the pivots are subtracted, has the lowest one of all; columns before
    /// `least` are clear.
    fn find_pivot(&self, column: &[u64], least: u32) -> Option<(usize, u32)> {
        let mut best = None;
        let mut best_bit = 8;
        for (row, word) in column.iter().enumerate().skip(self.words.len()) {
            let bit = self.rest[usize::from((word >> self.shift) as u8)].trailing_zeros();
            if bit < best_bit {
                (best, best_bit) = (Some(row), bit);
                if bit == least {
                    break;
                }
            }
        }
        best.map(|row| (row, best_bit))
    }

    /// Makes `row` the next pivot row, with its pivot in column `bit` of the byte.
    fn take_pivot(&mut self, column: &mut [u64], row: usize, bit: u32) {
        let to = self.words.len();
        if to != row {
            column.swap(to, row);
            self.swaps.push((to, row));
        }
        let byte = (column[to] >> self.shift) as u8;
        let multipliers = self.subtracted[usize::from(byte)];
        for (i, pivot) in ones(self.mask).enumerate() {
            if multipliers >> pivot & 1 == 1 {
                column[to] ^= self.words[i];
            }
        }
        // Left of the pivot the word is now zero but for multipliers of earlier bytes.
        let entries = column[to] & u64::MAX << (self.shift as u32 + bit);
        column[to] |= u64::from(multipliers) << self.shift;
        let entries_byte = (entries >> self.shift) as u8;
        for (rest, subtracted) in self.rest.iter_mut().zip(&mut self.subtracted) {
            let hit = *rest >> bit & 1;
            *rest ^= entries_byte & hit.wrapping_neg();
            *subtracted |= hit << bit;
        }
        self.words.push(entries);
        self.mask |= 1 << bit;
    }

    /// For every byte the word to add to a row that has it: subtracts pivots and writes the multipliers.
    fn sums(&self) -> [u64; 256] {
        let mut combinations = [0; 256];
        for subset in 1..256usize {
            // Entries for subsets outside of the mask are never asked for.
            let bit = subset.ilog2();
            if self.mask >> bit & 1 == 1 {
                let i = (self.mask & ((1u16 << bit) - 1) as u8).count_ones() as usize;
                combinations[subset] = combinations[subset ^ 1 << bit] ^ self.words[i];
            }
        }
        std::array::from_fn(|byte| {
            let multipliers = self.subtracted[byte];
            combinations[usize::from(multipliers)] ^ u64::from(multipliers) << self.shift
        })
    }
}

/// The positions of the ones, ascending.
fn ones(mask: u8) -> impl Iterator<Item = u32> {
    (0..8).filter(move |bit| mask >> bit & 1 == 1)
}
