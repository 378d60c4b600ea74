//! Rows of lights as raw PBM (P4) keeps them, eight a byte: from words to bytes and back, many at a time.
//!
//! ```text
//! P4 \n cols ' ' rows \n   then rows × ⌈cols / 8⌉ bytes
//! byte b of a row: lights 8 b … 8 b + 7, the leftmost in the most significant bit; 1 = black = on;
//! the bits past the last light of a row are without meaning (zero when written, ignored when read)
//! ```
//!
//! A word of ours has its first light in the least significant bit, so in the order of bytes in memory only the bits
//! within each byte are turned round.
//!
//! ```
//! use lightsout::board::pbm_rows::{decode_rows, encode_rows};
//!
//! let mut words = [0];
//! decode_rows(3, &[0b1000_0000], &mut words);
//! assert_eq!(words, [0b001]);
//! let mut bytes = [0];
//! encode_rows(3, &words, &mut bytes);
//! assert_eq!(bytes, [0b1000_0000]);
//! ```

use crate::gf2::simd::multiversion;
use crate::gf2::{tail_mask, words_for};

/// Bytes of one row of `cols` lights.
pub const fn row_bytes(cols: usize) -> usize {
    cols.div_ceil(8)
}

/// Turns round the bits of each byte of a word.
#[inline(always)]
fn turn_bytes(word: u64) -> u64 {
    let word = word >> 1 & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) << 1;
    let word = word >> 2 & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) << 2;
    word >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (word & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

multiversion! {
    /// Whole words from eight bytes each.
    fn decode_words(words: &mut [u64], bytes: &[u8]) {
        for (word, eight) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            let mut all = [0; 8];
            all.copy_from_slice(eight);
            *word = turn_bytes(u64::from_le_bytes(all));
        }
    }
}

multiversion! {
    /// Eight bytes from each word.
    fn encode_words(bytes: &mut [u8], words: &[u64]) {
        for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
            eight.copy_from_slice(&turn_bytes(*word).to_le_bytes());
        }
    }
}

/// Reads whole rows of `cols` lights: `row_bytes(cols)` bytes each into `words_for(cols)` words each, the padding
/// cleared. Cost: O(words).
///
/// # Panics
/// When `words` and `bytes` are not as many whole rows as each other.
pub fn decode_rows(cols: usize, bytes: &[u8], words: &mut [u64]) {
    let (width, stride) = (row_bytes(cols), words_for(cols));
    if cols == 0 {
        return;
    }
    assert!(bytes.len().is_multiple_of(width) && bytes.len() / width * stride == words.len(), "whole rows");
    for (row, from) in words.chunks_exact_mut(stride).zip(bytes.chunks_exact(width)) {
        let (whole, rest) = from.split_at(width / 8 * 8);
        decode_words(row, whole);
        if !rest.is_empty() {
            let mut all = [0; 8];
            all[..rest.len()].copy_from_slice(rest);
            row[stride - 1] = turn_bytes(u64::from_le_bytes(all));
        }
        row[stride - 1] &= tail_mask(cols);
    }
}

/// Writes whole rows of `cols` lights: `words_for(cols)` words each into `row_bytes(cols)` bytes each. Cost: O(words).
///
/// # Panics
/// When `words` and `bytes` are not as many whole rows as each other.
pub fn encode_rows(cols: usize, words: &[u64], bytes: &mut [u8]) {
    let (width, stride) = (row_bytes(cols), words_for(cols));
    if cols == 0 {
        return;
    }
    assert!(bytes.len().is_multiple_of(width) && bytes.len() / width * stride == words.len(), "whole rows");
    for (to, row) in bytes.chunks_exact_mut(width).zip(words.chunks_exact(stride)) {
        let (whole, rest) = to.split_at_mut(width / 8 * 8);
        encode_words(whole, row);
        if !rest.is_empty() {
            rest.copy_from_slice(&turn_bytes(row[stride - 1]).to_le_bytes()[..rest.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of the format, light by light.
    #[test]
    fn bytes_follow_the_format() {
        for cols in [1, 7, 8, 9, 63, 64, 65, 71, 72, 73, 127, 128, 129, 600] {
            let (width, stride, rows) = (row_bytes(cols), words_for(cols), 3);
            let bytes: Vec<u8> = (0..rows * width).map(|i| (i * 151 + i / 3 + cols) as u8).collect();
            let mut words = vec![u64::MAX; rows * stride];
            decode_rows(cols, &bytes, &mut words);
            let mut clean = bytes.clone();
            for r in 0..rows {
                for c in 0..stride * 64 {
                    let light = words[r * stride + c / 64] >> (c % 64) & 1 == 1;
                    assert_eq!(light, c < cols && bytes[r * width + c / 8] >> (7 - c % 8) & 1 == 1);
                }
                if cols % 8 != 0 {
                    clean[(r + 1) * width - 1] &= !(0xff >> (cols % 8));
                }
            }
            let mut back = vec![0xaa; rows * width];
            encode_rows(cols, &words, &mut back);
            assert_eq!(back, clean);
        }
        decode_rows(0, &[], &mut []);
        encode_rows(0, &[], &mut []);
    }
}
