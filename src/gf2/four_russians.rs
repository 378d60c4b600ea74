//! The method of the four Russians: many rows added at once by looking up sums in tables.
//!
//! To add to each of many rows a combination of the same eight rows, write the 256 combinations down once;
//! then one look-up and one addition serve a row (Arlazarov, Dinic, Kronrod, Faradžev 1970). Sixteen tables
//! of 256 lines fill 256 KiB: they stay in the second-level cache while the lines of a strip stream by, each
//! loaded and stored once for 128 rows added (the many-tables form of Albrecht, Bard, Hart: *Algorithm 898*,
//! ACM TOMS 37, 2010).
//!
//! Both triangular factors of [`Ple`](super::ple::Ple) are applied this way; the byte of a row that the
//! factor keeps under eight neighbouring columns is the index into the table of these columns.

use super::simd::multiversion;
use super::strips::Line;

/// Bytes of a row that one pass takes: one table each.
pub(super) const TABLES: usize = 16;

/// Passes to a strip.
pub(super) const BATCHES: usize = 64 / TABLES;

/// The bytes of one row that select from the tables of one pass.
pub(super) type Index = [u8; TABLES];

/// All combinations of up to eight lines.
pub(super) struct Table([Line; 256]);

/// Room for the tables of one pass.
pub(super) struct Tables(Vec<Table>);

impl Tables {
    pub(super) fn new() -> Self {
        Self((0..TABLES).map(|_| Table([Line::ZERO; 256])).collect())
    }
}

/// The pivots of one pass: for each of its bytes which of the eight columns have a pivot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    /// The row of the first pivot.
    pub(super) first: usize,
    /// Pivot columns of each byte.
    pub(super) masks: Index,
}

impl Batch {
    /// The number of pivots.
    pub(super) fn pivots(&self) -> usize {
        u128::from_le_bytes(self.masks).count_ones() as usize
    }

    /// The row past the last pivot.
    pub(super) fn end(&self) -> usize {
        self.first + self.pivots()
    }

    /// For each byte that has a pivot: the byte, the row of its first pivot, the pivot columns.
    fn groups(&self) -> impl DoubleEndedIterator<Item = (usize, usize, u8)> {
        let mut row = self.first;
        let mut groups = [(0, 0, 0); TABLES];
        for (byte, mask) in self.masks.into_iter().enumerate() {
            groups[byte] = (byte, row, mask);
            row += mask.count_ones() as usize;
        }
        groups.into_iter().filter(|(_, _, mask)| *mask != 0)
    }

    /// The indices that the lines of a strip hold for pass number `batch`.
    pub(super) fn indices(&self, lines: &[Line], batch: usize) -> Vec<Index> {
        let masks = u128::from_le_bytes(self.masks);
        lines
            .iter()
            .map(|line| {
                let (low, high) = (line.0[2 * batch], line.0[2 * batch + 1]);
                ((u128::from(low) | u128::from(high) << 64) & masks).to_le_bytes()
            })
            .collect()
    }

    /// Multiplies by the inverse of the lower factor, as far as the pivots of this batch go: makes
    /// the pivots' lines final and subtracts from every later line what its index says.
    ///
    /// `lines` and `index` start at the row of the first pivot. Of each line only the words from
    /// `from_word` on change.
    pub(super) fn eliminate_below(
        &self,
        lines: &mut [Line],
        index: &[Index],
        from_word: usize,
        tables: &mut Tables,
    ) {
        let pivots = self.pivots();
        let mut used = [0; TABLES];
        let mut count = 0;
        for (byte, row, mask) in self.groups() {
            let top = row - self.first;
            let height = mask.count_ones() as usize;
            for s in 1..height {
                let before = index[top + s][byte] & low_ones(mask, s);
                add_selected(&mut lines[top..], s, before, mask, from_word);
            }
            tables.0[count].fill(&lines[top..top + height], mask, from_word);
            let rest = top + height..pivots;
            for (line, index) in lines[rest.clone()].iter_mut().zip(&index[rest]) {
                line.add(&tables.0[count].0[usize::from(index[byte])]);
            }
            used[count] = byte;
            count += 1;
        }
        add_tables(&mut lines[pivots..], &index[pivots..], &used[..count], &tables.0[..count]);
    }

    /// Multiplies by the inverse of the upper factor, as far as the pivots of this batch go.
    ///
    /// `lines` and `index` start at row 0 and end at [`end`](Self::end).
    pub(super) fn eliminate_above(&self, lines: &mut [Line], index: &[Index], tables: &mut Tables) {
        let mut used = [0; TABLES];
        let mut count = 0;
        for (byte, row, mask) in self.groups().rev() {
            let height = mask.count_ones() as usize;
            for s in (0..height).rev() {
                let after = index[row + s][byte] & mask & !low_ones(mask, s + 1);
                add_selected(&mut lines[row..], s, after, mask, 0);
            }
            tables.0[count].fill(&lines[row..row + height], mask, 0);
            let rest = self.first..row;
            for (line, index) in lines[rest.clone()].iter_mut().zip(&index[rest]) {
                line.add(&tables.0[count].0[usize::from(index[byte])]);
            }
            used[count] = byte;
            count += 1;
        }
        add_tables(&mut lines[..self.first], &index[..self.first], &used[..count], &tables.0[..count]);
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
            for w in from_word..line.0.len() {
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
    /// Adds to each line the entries that its index selects, byte `bytes[t]` from table `t`.
    fn add_tables(lines: &mut [Line], index: &[Index], bytes: &[usize], tables: &[Table]) {
        #[inline(always)]
        fn all<const T: usize>(lines: &mut [Line], index: &[Index], bytes: &[usize; T], tables: &[Table; T]) {
            for (line, index) in lines.iter_mut().zip(index) {
                let mut sum = *line;
                for t in 0..T {
                    sum.add(&tables[t].0[usize::from(index[bytes[t] % TABLES])]);
                }
                *line = sum;
            }
        }
        if let (Ok(bytes), Ok(tables)) = (bytes.try_into(), tables.try_into()) {
            return all::<16>(lines, index, bytes, tables);
        }
        if let (Ok(bytes), Ok(tables)) = (bytes.try_into(), tables.try_into()) {
            return all::<8>(lines, index, bytes, tables);
        }
        for (table, byte) in tables.iter().zip(bytes) {
            for (line, index) in lines.iter_mut().zip(index) {
                line.add(&table.0[usize::from(index[*byte % TABLES])]);
            }
        }
    }
}

/// The passes of one strip: its pivots by bytes, with the indices of the lines that each pass changes.
pub(super) struct Passes {
    batches: Vec<(Batch, Vec<Index>)>,
}

impl Passes {
    /// The passes of the lower factor that strip `strip` holds, of which the pivots have rows from `first` on.
    pub(super) fn lower(lines: &[Line], mask: &Line, first: usize) -> Self {
        let batches = batches(mask, first).map(|(b, batch)| (batch, batch.indices(&lines[batch.first..], b)));
        Self { batches: batches.collect() }
    }

    /// The passes of the upper factor.
    pub(super) fn upper(lines: &[Line], mask: &Line, first: usize) -> Self {
        let batches = batches(mask, first).map(|(b, batch)| (batch, batch.indices(&lines[..batch.end()], b)));
        Self { batches: batches.collect() }
    }

    /// Applies the inverse of the lower factor to a strip of any matrix with the same rows.
    pub(super) fn eliminate_below(&self, lines: &mut [Line], tables: &mut Tables) {
        for (batch, index) in &self.batches {
            batch.eliminate_below(&mut lines[batch.first..], index, 0, tables);
        }
    }

    /// Applies the inverse of the upper factor, last pivot first.
    pub(super) fn eliminate_above(&self, lines: &mut [Line], tables: &mut Tables) {
        for (batch, index) in self.batches.iter().rev() {
            batch.eliminate_above(&mut lines[..batch.end()], index, tables);
        }
    }
}

/// The batches of a strip that have a pivot, numbered, of which the first has row `first`.
fn batches(mask: &Line, first: usize) -> impl Iterator<Item = (usize, Batch)> {
    let mut row = first;
    let mut list = Vec::with_capacity(BATCHES);
    for b in 0..BATCHES {
        let masks = u128::from(mask.0[2 * b]) | u128::from(mask.0[2 * b + 1]) << 64;
        let batch = Batch { first: row, masks: masks.to_le_bytes() };
        row = batch.end();
        if masks != 0 {
            list.push((b, batch));
        }
    }
    list.into_iter()
}
