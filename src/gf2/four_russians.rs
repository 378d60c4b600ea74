//! The method of the four Russians: many rows added at once by looking up sums in tables.
//!
//! To add to each of many rows a combination of the same five rows, write the 32 combinations down once;
//! then one look-up and one addition serve a row (Arlazarov, Dinic, Kronrod, Faradžev 1970). A word of 64
//! columns is cut into 13 fields, each with its table of 32 lines of 512 bits: 26 KiB, so that the tables
//! of a word stay in the first-level cache while rows stream by, each loaded and stored once for 64 rows
//! added (many tables at once: Albrecht, Bard, Hart: *Algorithm 898*, ACM TOMS 37, 2010, who keep eight
//! larger tables in the second-level cache). Rows come in chunks that stay in the second level while the
//! words of a strip take their turns.
//!
//! Both triangular factors of [`Ple`](super::ple::Ple) are applied this way; the word of a row that the
//! factor keeps under 64 neighbouring columns selects from the tables of these columns.

use super::simd::multiversion;
use super::strips::{LINE_WORDS, Line};

/// Columns of a field.
const FIELD_BITS: usize = 5;

/// Fields of a word; the last has four columns.
const FIELDS: usize = 64usize.div_ceil(FIELD_BITS);

/// Rows that are taken through all words of a strip before the next: 64 KiB of lines.
const CHUNK: usize = 1024;

/// All combinations of up to five lines.
#[derive(Clone, Copy)]
struct Table([Line; 1 << FIELD_BITS]);

/// Room for the tables of the words of one strip.
pub(super) struct Tables(Vec<[Table; FIELDS]>);

impl Tables {
    pub(super) fn new() -> Self {
        Self(vec![[Table([Line::ZERO; 1 << FIELD_BITS]); FIELDS]; LINE_WORDS])
    }
}

/// The pivots of one word of columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    /// The row of the first pivot.
    pub(super) first: usize,
    /// The columns that have a pivot.
    pub(super) mask: u64,
}

/// The pivots of one field of a word.
struct Field {
    number: usize,
    /// The row of the first pivot.
    row: usize,
    /// The columns that have a pivot.
    mask: u8,
}

impl Field {
    fn height(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// The part of an index that selects from the field's table.
    fn of(&self, index: u64) -> u8 {
        (index >> (FIELD_BITS * self.number)) as u8 & ((1 << FIELD_BITS) - 1)
    }
}

impl Batch {
    /// The row past the last pivot.
    pub(super) fn end(&self) -> usize {
        self.first + self.mask.count_ones() as usize
    }

    fn fields(&self) -> [Field; FIELDS] {
        let mut row = self.first;
        std::array::from_fn(|number| {
            let mut field = Field { number, row, mask: 0 };
            field.mask = field.of(self.mask);
            row += field.height();
            field
        })
    }

    /// What the lines of a strip select with word number `word`.
    pub(super) fn indices(&self, lines: &[Line], word: usize) -> Vec<u64> {
        lines.iter().map(|line| line.0[word] & self.mask).collect()
    }

    /// Multiplies by the inverse of the lower factor, as far as the pivots of this batch go: makes the
    /// pivots' lines final and subtracts from every later line what its index says.
    ///
    /// `lines` and `index` start at the row of the first pivot. Of each line only the words from
    /// `from_word` on change.
    pub(super) fn eliminate_below(
        &self,
        lines: &mut [Line],
        index: &[u64],
        from_word: usize,
        tables: &mut Tables,
    ) {
        self.settle_below(lines, index, from_word, &mut tables.0[0]);
        let pivots = self.end() - self.first;
        add_tables(&mut lines[pivots..], &index[pivots..], &tables.0[0]);
    }

    /// Makes the pivots' lines final and fills the tables.
    fn settle_below(
        &self,
        lines: &mut [Line],
        index: &[u64],
        from_word: usize,
        tables: &mut [Table; FIELDS],
    ) {
        let pivots = self.end() - self.first;
        for (field, table) in self.fields().iter().zip(tables) {
            let top = field.row - self.first;
            let bottom = top + field.height();
            for s in 1..field.height() {
                let before = field.of(index[top + s]) & low_ones(field.mask, s);
                add_selected(&mut lines[top..], s, before, field.mask, from_word);
            }
            table.fill(&lines[top..bottom], field.mask, from_word);
            if field.mask != 0 {
                for (line, index) in lines[bottom..pivots].iter_mut().zip(&index[bottom..pivots]) {
                    line.add(&table.0[usize::from(field.of(*index))]);
                }
            }
        }
    }

    /// The same for the upper factor, last pivot first; `lines` and `index` start at row 0.
    fn settle_above(&self, lines: &mut [Line], index: &[u64], tables: &mut [Table; FIELDS]) {
        for (field, table) in self.fields().iter().zip(tables).rev() {
            let (top, bottom) = (field.row, field.row + field.height());
            for s in (0..field.height()).rev() {
                let after = field.of(index[top + s]) & !low_ones(field.mask, s + 1);
                add_selected(&mut lines[top..], s, after, field.mask, 0);
            }
            table.fill(&lines[top..bottom], field.mask, 0);
            if field.mask != 0 {
                for (line, index) in lines[self.first..top].iter_mut().zip(&index[self.first..top]) {
                    line.add(&table.0[usize::from(field.of(*index))]);
                }
            }
        }
    }
}

/// The lowest `count` ones of `mask`.
fn low_ones(mask: u8, count: usize) -> u8 {
    let mut rest = mask;
    for _ in 0..count {
        rest &= rest.wrapping_sub(1);
    }
    mask & !rest
}

/// Adds to line `target` those lines whose columns, numbered by the ones of `mask`, `selected` has.
fn add_selected(lines: &mut [Line], target: usize, selected: u8, mask: u8, from_word: usize) {
    let mut columns = mask;
    let mut source = 0;
    while columns != 0 {
        let column = columns & columns.wrapping_neg();
        if selected & column != 0 {
            let line = lines[source];
            for w in from_word..LINE_WORDS {
                lines[target].0[w] ^= line.0[w];
            }
        }
        columns ^= column;
        source += 1;
    }
}

impl Table {
    /// Entry `m` becomes the sum of the lines that `m` selects, line `i` standing for the i-th one of
    /// `mask`; entries that select outside of `mask` are left as they are. Words before `from_word` are zero.
    fn fill(&mut self, lines: &[Line], mask: u8, from_word: usize) {
        self.0[0] = Line::ZERO;
        let mut columns = mask;
        let mut below = 0;
        for line in lines {
            let mut line = *line;
            line.0[..from_word].fill(0);
            let column = columns & columns.wrapping_neg();
            // Every subset of the lower columns of the mask has its sum by now.
            let mut subset = 0u8;
            loop {
                let mut sum = self.0[usize::from(subset)];
                sum.add(&line);
                self.0[usize::from(subset | column)] = sum;
                subset = subset.wrapping_sub(below) & below;
                if subset == 0 {
                    break;
                }
            }
            below |= column;
            columns ^= column;
        }
    }
}

multiversion! {
    /// Adds to each line the entries that its index selects, one from each table.
    fn add_tables(lines: &mut [Line], index: &[u64], tables: &[Table; FIELDS]) {
        for (line, index) in lines.iter_mut().zip(index) {
            let mut sum = *line;
            for (field, table) in tables.iter().enumerate() {
                sum.add(&table.0[(index >> (FIELD_BITS * field)) as usize % (1 << FIELD_BITS)]);
            }
            *line = sum;
        }
    }
}

/// The pivots of one strip by words, with what the lines that they change select.
pub(super) struct Passes {
    /// The row of the first pivot and the row past the last.
    first: usize,
    end: usize,
    /// Each batch with its indices from `base` on.
    batches: Vec<(Batch, Vec<u64>)>,
    base: usize,
}

impl Passes {
    /// The passes of the lower factor that a strip holds, the pivots of which have rows from `first` on.
    pub(super) fn lower(lines: &[Line], mask: &Line, first: usize) -> Self {
        let mut passes = Self { first, end: first, batches: Vec::new(), base: first };
        passes.cut(&lines[first..], mask);
        passes
    }

    /// The passes of the upper factor.
    pub(super) fn upper(lines: &[Line], mask: &Line, first: usize) -> Self {
        let pivots = super::count_ones(&mask.0);
        let mut passes = Self { first, end: first, batches: Vec::new(), base: 0 };
        passes.cut(&lines[..first + pivots], mask);
        passes
    }

    fn cut(&mut self, lines: &[Line], mask: &Line) {
        for (word, &mask) in mask.0.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            let batch = Batch { first: self.end, mask };
            self.end = batch.end();
            self.batches.push((batch, batch.indices(lines, word)));
        }
    }

    /// Applies the inverse of the lower factor to a strip of any matrix with the same rows.
    pub(super) fn eliminate_below(&self, lines: &mut [Line], tables: &mut Tables) {
        let (pivots, rest) = lines[self.first..].split_at_mut(self.end - self.first);
        for ((batch, index), tables) in self.batches.iter().zip(&mut tables.0) {
            let top = batch.first - self.first;
            batch.settle_below(&mut pivots[top..], &index[top..], 0, tables);
            let bottom = batch.end() - self.first;
            add_tables(&mut pivots[bottom..], &index[bottom..], tables);
        }
        self.add_all(rest, self.end, tables);
    }

    /// Applies the inverse of the upper factor, last pivot first.
    pub(super) fn eliminate_above(&self, lines: &mut [Line], tables: &mut Tables) {
        for ((batch, index), tables) in self.batches.iter().zip(&mut tables.0).rev() {
            batch.settle_above(lines, index, tables);
            add_tables(&mut lines[self.first..batch.first], &index[self.first..], tables);
        }
        self.add_all(&mut lines[..self.first], 0, tables);
    }

    /// Adds the tables of all words to lines of which the first is that of row `row`.
    fn add_all(&self, lines: &mut [Line], row: usize, tables: &Tables) {
        for (chunk, lines) in lines.chunks_mut(CHUNK).enumerate() {
            let start = row - self.base + chunk * CHUNK;
            for ((_, index), tables) in self.batches.iter().zip(&tables.0) {
                add_tables(lines, &index[start..], tables);
            }
        }
    }
}
