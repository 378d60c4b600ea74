//! Carry-less multiplication of words, and the few loops over words that everything else is made of.
//!
//! Each kernel is written once over [`Lanes`], a pair of words with the product of any word of one pair and
//! any word of another, and compiled twice: with the machine's carry-less multiply (PCLMULQDQ) and without.

use crate::gf2::simd::{Level, level};

/// Two words side by side, and products of single words of two such pairs.
trait Lanes {
    type Pair: Copy;
    fn pair(low: u64, high: u64) -> Self::Pair;
    fn parts(pair: Self::Pair) -> (u64, u64);
    fn xor(a: Self::Pair, b: Self::Pair) -> Self::Pair;
    /// The 128-bit product of one word of `a` (the low one, or the high one when `A_HIGH`) and one of `b`.
    fn mul<const A_HIGH: bool, const B_HIGH: bool>(a: Self::Pair, b: Self::Pair) -> Self::Pair;
}

/// Plain integer operations.
struct Portable;

impl Lanes for Portable {
    type Pair = [u64; 2];
    #[inline(always)]
    fn pair(low: u64, high: u64) -> [u64; 2] {
        [low, high]
    }
    #[inline(always)]
    fn parts(pair: [u64; 2]) -> (u64, u64) {
        (pair[0], pair[1])
    }
    #[inline(always)]
    fn xor(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0] ^ b[0], a[1] ^ b[1]]
    }
    #[inline(always)]
    fn mul<const A_HIGH: bool, const B_HIGH: bool>(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        let product = mul_words_portable(a[usize::from(A_HIGH)], b[usize::from(B_HIGH)]);
        [product as u64, (product >> 64) as u64]
    }
}

/// The product of two words, four bits of `b` at a time from a table of the multiples of `a`.
fn mul_words_portable(a: u64, b: u64) -> u128 {
    let mut multiples = [0u128; 16];
    for i in 1..16 {
        multiples[i] = (multiples[i / 2] << 1) ^ if i % 2 == 1 { u128::from(a) } else { 0 };
    }
    (0..16).rev().fold(0, |sum, nibble| (sum << 4) ^ multiples[(b >> (4 * nibble)) as usize & 15])
}

/// PCLMULQDQ. Used only from functions compiled with that feature.
#[cfg(target_arch = "x86_64")]
struct Hardware;

#[cfg(target_arch = "x86_64")]
impl Lanes for Hardware {
    type Pair = std::arch::x86_64::__m128i;
    #[inline(always)]
    fn pair(low: u64, high: u64) -> Self::Pair {
        // SAFETY: SSE2 belongs to every x86-64.
        unsafe { std::arch::x86_64::_mm_set_epi64x(high as i64, low as i64) }
    }
    #[inline(always)]
    fn parts(pair: Self::Pair) -> (u64, u64) {
        // SAFETY: both types are 16 plain bytes, the low word first.
        let [low, high]: [u64; 2] = unsafe { std::mem::transmute(pair) };
        (low, high)
    }
    #[inline(always)]
    fn xor(a: Self::Pair, b: Self::Pair) -> Self::Pair {
        // SAFETY: SSE2 belongs to every x86-64.
        unsafe { std::arch::x86_64::_mm_xor_si128(a, b) }
    }
    #[inline(always)]
    fn mul<const A_HIGH: bool, const B_HIGH: bool>(a: Self::Pair, b: Self::Pair) -> Self::Pair {
        use std::arch::x86_64::_mm_clmulepi64_si128 as clmul;
        // SAFETY: reached only through `clmul_kernel!`, after `level` saw PCLMULQDQ on this machine.
        unsafe {
            match (A_HIGH, B_HIGH) {
                (false, false) => clmul::<0x00>(a, b),
                (true, false) => clmul::<0x01>(a, b),
                (false, true) => clmul::<0x10>(a, b),
                (true, true) => clmul::<0x11>(a, b),
            }
        }
    }
}

/// Defines a function whose body, generic over [`Lanes`], is compiled with and without PCLMULQDQ and chosen
/// at run time by [`level`].
macro_rules! clmul_kernel {
    ($(#[$meta:meta])* fn $name:ident<$lanes:ident>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$meta])*
        #[inline]
        pub(super) fn $name($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn body<$lanes: Lanes>($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            if level() >= Level::Avx2 {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,pclmulqdq")]
                fn hardware($($arg: $ty),*) $(-> $ret)? { body::<Hardware>($($arg),*) }
                // SAFETY: from this level on `simd::detected` has seen all these features on this machine.
                return unsafe { hardware($($arg),*) };
            }
            body::<Portable>($($arg),*)
        }
    };
}

clmul_kernel! {
    /// The 128-bit product of two words.
    fn mul_words<L>(a: u64, b: u64) -> u128 {
        let (low, high) = L::parts(L::mul::<false, false>(L::pair(a, 0), L::pair(b, 0)));
        u128::from(high) << 64 | u128::from(low)
    }
}

/// The longest factor, in words, that [`mul_schoolbook`] takes.
pub(super) const SCHOOLBOOK_WORDS: usize = 32;

clmul_kernel! {
    /// `product = a · b`, column by column with the sums in registers. `product` has `a.len() + b.len()`
    /// words, neither factor more than [`SCHOOLBOOK_WORDS`]. Cost: a.len() · b.len() word products.
    fn mul_schoolbook<L>(product: &mut [u64], a: &[u64], b: &[u64]) {
        const PAIRS: usize = SCHOOLBOOK_WORDS / 2;
        debug_assert_eq!(product.len(), a.len() + b.len());
        let zero = L::pair(0, 0);
        let (mut a_pairs, mut b_pairs) = ([zero; PAIRS], [zero; PAIRS]);
        for (pairs, words) in [(&mut a_pairs, a), (&mut b_pairs, b)] {
            for (pair, two) in pairs.iter_mut().zip(words.chunks(2)) {
                *pair = L::pair(two[0], if two.len() == 2 { two[1] } else { 0 });
            }
        }
        let (a_len, b_len) = (a.len().div_ceil(2), b.len().div_ceil(2));
        let (a_pairs, b_pairs) = (&a_pairs[..a_len], &b_pairs[..b_len]);
        let (mut carry_low, mut carry_high) = (0, 0);
        let mut columns = product.chunks_mut(2);
        for column in 0..(a_len + b_len).saturating_sub(1) {
            let (mut low, mut middle, mut high) = (zero, zero, zero);
            let first = (column + 1).saturating_sub(b_len);
            let last = column.min(a_len - 1);
            let b_run = b_pairs[column - last..=column - first].iter().rev();
            for (x, y) in a_pairs[first..=last].iter().zip(b_run) {
                low = L::xor(low, L::mul::<false, false>(*x, *y));
                middle = L::xor(middle, L::mul::<true, false>(*x, *y));
                middle = L::xor(middle, L::mul::<false, true>(*x, *y));
                high = L::xor(high, L::mul::<true, true>(*x, *y));
            }
            let ((l0, l1), (m0, m1), (h0, h1)) = (L::parts(low), L::parts(middle), L::parts(high));
            store_pair(columns.next(), carry_low ^ l0, carry_high ^ l1 ^ m0);
            (carry_low, carry_high) = (m1 ^ h0, h1);
        }
        store_pair(columns.next(), carry_low, carry_high);
    }
}

/// Writes as many of two words as there is room for; what has no room is zero.
#[inline(always)]
fn store_pair(place: Option<&mut [u64]>, low: u64, high: u64) {
    match place {
        Some([first, second]) => (*first, *second) = (low, high),
        Some([first]) => *first = low,
        _ => {}
    }
}

clmul_kernel! {
    /// `sum[..a.len()] += a · w`, and returns the word that goes to `sum[a.len()]`. Cost: O(words).
    fn add_mul_word<L>(sum: &mut [u64], a: &[u64], w: u64) -> u64 {
        let factor = L::pair(w, 0);
        let mut carry = 0;
        for (s, x) in sum[..a.len()].iter_mut().zip(a) {
            let (low, high) = L::parts(L::mul::<false, false>(L::pair(*x, 0), factor));
            *s ^= low ^ carry;
            carry = high;
        }
        carry
    }
}

clmul_kernel! {
    /// `square = a²`: a zero between every two bits. `square` has `2 · a.len()` words. Cost: O(words).
    fn square<L>(square: &mut [u64], a: &[u64]) {
        for (pair, x) in square.chunks_exact_mut(2).zip(a) {
            let word = L::pair(*x, 0);
            (pair[0], pair[1]) = L::parts(L::mul::<false, false>(word, word));
        }
    }
}

clmul_kernel! {
    /// `(a, b) = (m₀ a + m₁ b, m₂ a + m₃ b)` in place for slices of one length; returns the words that go
    /// to the next place. Cost: four word products a place.
    fn apply_matrix<L>(m: [u64; 4], a: &mut [u64], b: &mut [u64]) -> (u64, u64) {
        let (first, second) = (L::pair(m[0], m[1]), L::pair(m[2], m[3]));
        let (mut carry_a, mut carry_b) = (0, 0);
        for (x, y) in a.iter_mut().zip(b.iter_mut()) {
            let both = L::pair(*x, *y);
            let new_a = L::xor(L::mul::<false, false>(both, first), L::mul::<true, true>(both, first));
            let new_b = L::xor(L::mul::<false, false>(both, second), L::mul::<true, true>(both, second));
            let ((a_low, a_high), (b_low, b_high)) = (L::parts(new_a), L::parts(new_b));
            (*x, *y) = (a_low ^ carry_a, b_low ^ carry_b);
            (carry_a, carry_b) = (a_high, b_high);
        }
        (carry_a, carry_b)
    }
}
