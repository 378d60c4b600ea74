//! Bytes taken as choices: as long as they last, then zeros.

use lightsout::gf2::{BitMatrix, BitRow, Polynomial};

/// What is left of an input.
pub struct Bytes<'a> {
    data: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { data }
    }

    pub fn byte(&mut self) -> u8 {
        match self.data.split_first() {
            None => 0,
            Some((first, rest)) => {
                self.data = rest;
                *first
            }
        }
    }

    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// A number from `least` to `most`, which are less than 256 apart.
    pub fn number(&mut self, least: usize, most: usize) -> usize {
        least + usize::from(self.byte()) % (most - least + 1)
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::from(self.byte()) % items.len()]
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// So many bits, eight a byte.
    pub fn bits(&mut self, len: usize) -> BitRow {
        let bytes: Vec<u8> = (0..len.div_ceil(8)).map(|_| self.byte()).collect();
        BitRow::from_fn(len, |i| bytes[i / 8] >> (i % 8) & 1 == 1)
    }

    pub fn matrix(&mut self, rows: usize, cols: usize) -> BitMatrix {
        BitMatrix::from_flat(rows, cols, &self.bits(rows * cols))
    }

    /// A polynomial of fewer than `64 · words` coefficients, whose words are each any, sparse or full.
    pub fn polynomial(&mut self, words: usize) -> Polynomial {
        let word = |bytes: &mut Self| match bytes.byte() {
            0..=63 => 0,
            64..=95 => u64::MAX,
            96..=159 => 1 << (bytes.byte() % 64),
            _ => u64::from(bytes.u32()) << 32 | u64::from(bytes.u32()),
        };
        let count = self.number(0, words);
        Polynomial::from_words((0..count).map(|_| word(self)).collect())
    }

    pub fn rest(self) -> &'a [u8] {
        self.data
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}
