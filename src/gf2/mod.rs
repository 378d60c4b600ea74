//! Linear algebra over GF(2), the field of two elements.
//!
//! Bits are packed in `u64` words, least significant first ([`bitvec`]'s `Lsb0`); addition is
//! exclusive or. Everything above this module (games, engines, the search for the fewest presses)
//! is expressed in [`BitRow`] and [`BitMatrix`].
//!
//! ```
//! use lightsout::gf2::{BitMatrix, BitRow, Echelon};
//!
//! let a = BitMatrix::from_fn(3, 3, |r, c| r != c);
//! let b = BitRow::from_fn(3, |i| i < 2);
//! let echelon = Echelon::new(&a);
//! assert_eq!(echelon.rank(), 2);
//! let x = echelon.solve(&b).expect("in the column space");
//! assert_eq!(a.mul_vec(&x), b);
//! ```

mod echelon;
mod error;
mod four_russians;
mod gauss_jordan;
mod matrix;
mod ple;
pub mod polynomial;
mod row;
pub mod simd;
pub mod small;
mod strips;
mod words;

pub use echelon::Echelon;
pub use error::{TooLarge, bytes_text};
pub use gauss_jordan::GaussJordan;
pub use matrix::BitMatrix;
pub use polynomial::Polynomial;
pub use row::BitRow;
pub use words::{and_parity, count_ones, xor_into};

/// Bits in one storage word.
pub const WORD_BITS: usize = u64::BITS as usize;

/// Words needed for `bits` bits.
pub const fn words_for(bits: usize) -> usize {
    bits.div_ceil(WORD_BITS)
}

/// The bits of the last of `words_for(bits)` words that belong to the row; all ones when the row fills it.
pub const fn tail_mask(bits: usize) -> u64 {
    match bits % WORD_BITS {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}
