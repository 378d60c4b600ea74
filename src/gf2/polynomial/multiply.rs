//! Products: schoolbook on words, Karatsuba above that.

use super::clmul::{self, SCHOOLBOOK_WORDS};
use crate::gf2::xor_into;

/// Factors of at least this many words are split in two (Karatsuba); must not exceed what the schoolbook
/// product takes. Measured: with PCLMULQDQ the two break even between 20 and 28 words.
const KARATSUBA_WORDS: usize = 24;
const _: () = assert!(KARATSUBA_WORDS <= SCHOOLBOOK_WORDS + 1);

/// `a · b` in `a.len() + b.len()` words.
/// Cost: O(long · short^0.585) word products for Karatsuba on blocks of the shorter factor's length.
pub(super) fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut product = vec![0; long.len() + short.len()];
    if short.is_empty() {
        return product;
    }
    if long.len() < KARATSUBA_WORDS {
        clmul::mul_schoolbook(&mut product, long, short);
        return product;
    }
    if short.len() == 1 {
        product[long.len()] = clmul::add_mul_word(&mut product, long, short[0]);
        return product;
    }
    let mut scratch = vec![0; scratch_words(short.len())];
    if long.len() == short.len() {
        mul_equal(&mut product, long, short, &mut scratch);
        return product;
    }
    let mut part = vec![0; 2 * short.len()];
    for (i, block) in long.chunks(short.len()).enumerate() {
        let part = &mut part[..block.len() + short.len()];
        if block.len() == short.len() {
            mul_equal(part, block, short, &mut scratch);
        } else {
            part.copy_from_slice(&mul(block, short));
        }
        xor_into(&mut product[i * short.len()..][..part.len()], part);
    }
    product
}

/// Scratch words that [`mul_equal`] needs for factors of `len` words: 4 ⌈len/2⌉ and so on down.
fn scratch_words(mut len: usize) -> usize {
    let mut total = 0;
    while len >= KARATSUBA_WORDS {
        len = len.div_ceil(2);
        total += 4 * len;
    }
    total
}

/// `product = a · b` for factors of one length `n`: with a = a₀ + a₁ z, b = b₀ + b₁ z the middle part is
/// (a₀ + a₁)(b₀ + b₁) + a₀ b₀ + a₁ b₁ (Karatsuba and Ofman, 1962). Cost: O(n^1.585).
fn mul_equal(product: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let n = a.len();
    if n < KARATSUBA_WORDS {
        clmul::mul_schoolbook(product, a, b);
        return;
    }
    let half = n.div_ceil(2);
    let ((a_low, a_high), (b_low, b_high)) = (a.split_at(half), b.split_at(half));
    let (sums, rest) = scratch.split_at_mut(2 * half);
    let (middle, rest) = rest.split_at_mut(2 * half);
    let (a_sum, b_sum) = sums.split_at_mut(half);
    for (sum, low, high) in [(&mut *a_sum, a_low, a_high), (&mut *b_sum, b_low, b_high)] {
        sum.copy_from_slice(low);
        xor_into(&mut sum[..high.len()], high);
    }
    mul_equal(middle, a_sum, b_sum, rest);
    let (low, high) = product.split_at_mut(2 * half);
    mul_equal(low, a_low, b_low, rest);
    mul_equal(high, a_high, b_high, rest);
    xor_into(middle, low);
    xor_into(&mut middle[..high.len()], high);
    xor_into(&mut product[half..3 * half], middle);
}
