//! What presses toggle, a row of words at a time: each offset of the neighbourhood moves the whole row of presses.

use crate::game::Game;
use crate::gf2::simd::multiversion;
use crate::gf2::{BitMatrix, WORD_BITS, tail_mask};

/// The lights that a press pattern toggles in all, for a neighbourhood of offsets only (no lines to the edge).
///
/// For each row and each offset (dr, dc) the presses moved by it fall on one row of the board, or on two stretches of
/// rows where the columns wrap; [`Topology::image`](crate::game::Topology::image) says where the ends of each stretch
/// go. Two links to one light cancel by themselves. Cost: O(rows · words · offsets); presses that land mirrored
/// are moved one by one.
pub(super) fn toggled_by_rows(game: &Game, presses: &BitMatrix) -> BitMatrix {
    debug_assert!(game.neighbourhood().rays().is_empty());
    let mut lights = BitMatrix::zeros(game.rows(), game.cols());
    let mut row = vec![0; presses.stride()];
    for r in 0..game.rows() {
        row.copy_from_slice(presses.row_words(r));
        if let Some(holes) = game.holes() {
            // A hole has no button.
            row.iter_mut().zip(holes.row_words(r)).for_each(|(word, hole)| *word &= !hole);
        }
        for &offset in game.neighbourhood().offsets() {
            add_moved(game, &mut lights, r, &row, offset);
        }
    }
    if let Some(holes) = game.holes() {
        lights.words_mut().iter_mut().zip(holes.words()).for_each(|(word, hole)| *word &= !hole);
    }
    lights
}

/// Adds row `r` of the presses, moved by the offset.
fn add_moved(game: &Game, lights: &mut BitMatrix, r: usize, row: &[u64], (dr, dc): (i64, i64)) {
    let (rows, cols) = (game.rows(), game.cols());
    let width = cols as i64;
    let image = |c: i64| game.topology().image(r as i64 + dr, c, rows, cols);
    // Columns dc … dc + width − 1 of the unrolled lattice, cut where it comes round.
    let mut start = dc;
    while start < dc + width {
        let end = ((start.div_euclid(width) + 1) * width).min(dc + width);
        if let (Some((to, first)), Some((_, last))) = (image(start), image(end - 1)) {
            let (from, len) = ((start - dc) as usize, (end - start) as usize);
            let target = lights.row_words_mut(to);
            if first <= last {
                add_bits(target, first, row, from, len);
            } else {
                let pressed = |i: usize| row[(from + i) / WORD_BITS] >> ((from + i) % WORD_BITS) & 1;
                (0..len)
                    .for_each(|i| target[(first - i) / WORD_BITS] ^= pressed(i) << ((first - i) % WORD_BITS));
            }
        }
        start = end;
    }
}

/// Adds `len` bits of `src` from bit `from` on to those of `dst` from bit `to` on. Cost: O(len / 64).
fn add_bits(dst: &mut [u64], to: usize, src: &[u64], from: usize, len: usize) {
    // Up to the first whole word of the target, then whole words, then the rest.
    let head = (to.next_multiple_of(WORD_BITS) - to).min(len);
    let whole = (len - head) / WORD_BITS;
    let tail = len - head - whole * WORD_BITS;
    let mut piece = |done: usize, bits: usize| {
        if bits > 0 {
            dst[(to + done) / WORD_BITS] ^=
                (word_at(src, from + done) & tail_mask(bits)) << ((to + done) % WORD_BITS);
        }
    };
    piece(0, head);
    piece(head + whole * WORD_BITS, tail);
    if whole > 0 {
        let (first, shift) = ((from + head) / WORD_BITS, (from + head) % WORD_BITS);
        let target = &mut dst[(to + head) / WORD_BITS..][..whole];
        if shift == 0 {
            crate::gf2::xor_into(target, &src[first..][..whole]);
        } else {
            add_shifted(target, &src[first..][..whole + 1], shift as u32);
        }
    }
}

/// The 64 bits of `src` from bit `from` on; zeros past its end.
fn word_at(src: &[u64], from: usize) -> u64 {
    let (word, shift) = (from / WORD_BITS, from % WORD_BITS);
    let low = src.get(word).copied().unwrap_or(0) >> shift;
    let high = src.get(word + 1).copied().unwrap_or(0);
    if shift == 0 { low } else { low | high << (WORD_BITS - shift) }
}

multiversion! {
    /// `dst += src >> shift` for 0 < shift < 64, `src` one word longer.
    fn add_shifted(dst: &mut [u64], src: &[u64], shift: u32) {
        let n = dst.len();
        let (low, high) = (&src[..n], &src[1..=n]);
        for i in 0..n {
            dst[i] ^= low[i] >> shift | high[i] << (64 - shift);
        }
    }
}
