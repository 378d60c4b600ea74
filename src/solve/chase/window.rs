//! The functions of buttons that equations to come still need, over the parameters alive.

use crate::gf2::{words_for, xor_into};

/// A set of bit rows of equal length that grows; rows and columns are given out and taken back.
///
/// A row that nobody has is zero, and so is a column.
#[derive(Debug, Default)]
pub(super) struct Window {
    stride: usize,
    words: Vec<u64>,
    rows: usize,
    free_rows: Vec<u32>,
    slots: usize,
    free_slots: Vec<u32>,
}

impl Window {
    /// An empty window with room for so many rows and parameters before it has to grow.
    pub(super) fn with_room(rows: usize, slots: usize) -> Self {
        let stride = words_for(slots).max(1);
        Self { stride, words: Vec::with_capacity(rows.saturating_mul(stride)), ..Self::default() }
    }

    /// Rows ever given out.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Columns ever given out.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Words of a row.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.stride..][..self.stride]
    }

    pub(super) fn row_mut(&mut self, row: u32) -> &mut [u64] {
        &mut self.words[row as usize * self.stride..][..self.stride]
    }

    /// A zero row.
    pub(super) fn take_row(&mut self) -> u32 {
        self.free_rows.pop().unwrap_or_else(|| {
            self.words.resize(self.words.len() + self.stride, 0);
            self.rows += 1;
            (self.rows - 1) as u32
        })
    }

    /// Clears a row and takes it back.
    pub(super) fn give_row(&mut self, row: u32) {
        self.row_mut(row).fill(0);
        self.free_rows.push(row);
    }

    /// How many columns can be taken before longer rows are needed.
    pub(super) fn room(&self) -> usize {
        self.stride * 64 - self.slots + self.free_slots.len()
    }

    /// A column that is zero in every row; there must be [`room`](Self::room).
    pub(super) fn take_slot(&mut self) -> u32 {
        debug_assert!(self.room() > 0, "room for a parameter");
        self.free_slots.pop().unwrap_or_else(|| {
            self.slots += 1;
            (self.slots - 1) as u32
        })
    }

    /// Takes back a column, which is zero in every row.
    pub(super) fn give_slot(&mut self, slot: u32) {
        self.free_slots.push(slot);
    }

    /// The columns in which any row has a one, as bits.
    pub(super) fn used_slots(&self) -> Vec<u64> {
        let mut used = vec![0; self.stride];
        for row in self.words.chunks_exact(self.stride) {
            used.iter_mut().zip(row).for_each(|(used, word)| *used |= word);
        }
        used
    }

    /// Doubles the length of the rows.
    pub(super) fn lengthen(&mut self) {
        let mut words = vec![0; self.words.len() * 2];
        for (new, old) in words.chunks_exact_mut(2 * self.stride).zip(self.words.chunks_exact(self.stride)) {
            new[..self.stride].copy_from_slice(old);
        }
        self.words = words;
        self.stride *= 2;
    }

    /// Adds `function` to every row that has a one in column `slot`; which these were, as bits.
    pub(super) fn substitute(&mut self, slot: u32, function: &[u64]) -> Vec<u64> {
        let (word, bit) = (slot as usize / 64, slot as usize % 64);
        let mut changed = vec![0; words_for(self.rows)];
        for (r, row) in self.words.chunks_exact_mut(self.stride).enumerate() {
            if row[word] >> bit & 1 == 1 {
                xor_into(row, function);
                changed[r / 64] |= 1 << (r % 64);
            }
        }
        changed
    }
}
