//! Words on one side's columns as machine words, so that costs are popcounts.

use crate::gf2::{BitRow, WORD_BITS, words_for, xor_into};

/// Where the columns of a side go: one segment a part, each made of planes.
///
/// The cost of a word on a segment is the sum over its planes of `popcount << shift`. A column of weight
/// `w` stands once in the plane of each binary digit of `w`; or, where that takes no more machine words,
/// `w` times in a single plane, as if its buttons had not been merged.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// The segments, one after the other.
    pub(super) segments: Vec<Segment>,
    /// The column at each bit of the words.
    bits: Vec<Option<usize>>,
    /// The word of the targets: added to a word of values it gives the word whose ones cost.
    pub(super) targets: Vec<u64>,
}

/// The machine words of one part.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// The planes, ascending in place.
    pub(super) planes: Vec<Plane>,
}

/// Some machine words whose ones all cost `1 << shift`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plane {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) shift: u32,
}

impl Layout {
    /// `parts`: the columns of each part.
    pub(super) fn new(parts: &[Vec<usize>], weights: &[u64], targets: &[bool]) -> Self {
        let mut bits: Vec<Option<usize>> = Vec::new();
        let mut segments = Vec::new();
        for columns in parts {
            let digits =
                u64::BITS - columns.iter().map(|&j| weights[j]).fold(0, |or, w| or | w).leading_zeros();
            let binary: Vec<Vec<usize>> = (0..digits)
                .map(|shift| columns.iter().copied().filter(|&j| weights[j] >> shift & 1 == 1).collect())
                .collect();
            let binary_words: usize = binary.iter().map(|plane| words_for(plane.len())).sum();
            let ones: u64 = columns.iter().fold(0, |sum, &j| sum.saturating_add(weights[j]));
            let planes = if ones.div_ceil(WORD_BITS as u64) <= binary_words as u64 {
                vec![columns.iter().flat_map(|&j| std::iter::repeat_n(j, weights[j] as usize)).collect()]
            } else {
                binary
            };
            let mut segment = Segment { planes: Vec::new() };
            for (shift, plane) in planes.into_iter().enumerate().filter(|(_, plane)| !plane.is_empty()) {
                let (start, len) = (bits.len() / WORD_BITS, words_for(plane.len()));
                segment.planes.push(Plane { start, len, shift: shift as u32 });
                bits.extend(plane.into_iter().map(Some));
                bits.resize((start + len) * WORD_BITS, None);
            }
            segments.push(segment);
        }
        let mut layout = Self { segments, bits, targets: Vec::new() };
        layout.targets = layout.word(&BitRow::from_fn(targets.len(), |j| targets[j]));
        layout
    }

    /// Machine words of a word.
    pub(super) fn words(&self) -> usize {
        self.bits.len() / WORD_BITS
    }

    /// The word whose value at each column is given.
    pub(super) fn word(&self, values: &BitRow) -> Vec<u64> {
        let mut word = vec![0; self.words()];
        for (bit, column) in self.bits.iter().enumerate() {
            if column.is_some_and(|j| values.get(j)) {
                word[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
            }
        }
        word
    }
}

/// Linear combinations of given words by table, eight coefficients at a time.
#[derive(Debug, Clone)]
pub(super) struct WordTable {
    words: usize,
    /// For each byte of the number, lowest first, the 256 combinations.
    bytes: Vec<Vec<u64>>,
}

impl WordTable {
    /// `rows`: the word of each coordinate, that of the highest bit first.
    pub(super) fn new(rows: &[Vec<u64>], words: usize) -> Self {
        let bit = |i: usize| rows.len().checked_sub(i + 1).map(|row| &rows[row]);
        let byte = |number: usize| {
            let mut table = vec![0; 256 * words];
            for index in 1_usize..256 {
                let low = index.trailing_zeros() as usize;
                if let (Some(row), true) = (bit(8 * number + low), words > 0) {
                    let (before, here) = table.split_at_mut(index * words);
                    let here = &mut here[..words];
                    here.copy_from_slice(&before[(index & (index - 1)) * words..][..words]);
                    xor_into(here, row);
                }
            }
            table
        };
        Self { words, bytes: (0..rows.len().div_ceil(8)).map(byte).collect() }
    }

    /// Adds the word of `number` to `word`.
    pub(super) fn add_to(&self, word: &mut [u64], number: u64) {
        for (i, table) in self.bytes.iter().enumerate() {
            let index = (number >> (8 * i) & 255) as usize;
            xor_into(word, &table[index * self.words..][..self.words]);
        }
    }
}
