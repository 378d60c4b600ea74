//! Which instruction set the word kernels use: found at run time, overridable for tests and bug reports.
//!
//! Each kernel is written once, as plain Rust over words, and compiled several times with different
//! target features (`multiversion!`); so every level computes the same thing by construction, and the
//! tests run every level the machine has.
//!
//! ```
//! use lightsout::gf2::simd::{Level, detected, force, level};
//!
//! assert!(Level::Portable.available() && level() <= detected());
//! assert!(force(Level::Portable) && level() == Level::Portable);
//! ```

use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set level, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// What every machine of the target architecture has.
    Portable = 1,
    /// 256-bit integer vectors, `popcnt` and carry-less multiplication.
    Avx2 = 2,
    /// 512-bit integer vectors with byte and word lanes.
    Avx512 = 3,
}

impl Level {
    /// Every level, lowest first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// Whether this machine can run the level.
    pub fn available(self) -> bool {
        self <= detected()
    }

    /// The name used by the command's `LIGHTSOUT_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

/// 0 = not decided yet, else a `Level`.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// The highest level this machine has.
pub fn detected() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        if avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
        {
            return Level::Avx512;
        }
        if avx2 {
            return Level::Avx2;
        }
    }
    Level::Portable
}

/// The level in force: the highest available unless [`force`] lowered it.
#[inline]
pub fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        1 => Level::Portable,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => {
            let level = detected();
            LEVEL.store(level as u8, Ordering::Relaxed);
            level
        }
    }
}

/// Sets the level for the whole process; returns false, and changes nothing, when this machine lacks it.
pub fn force(level: Level) -> bool {
    let available = level.available();
    if available {
        LEVEL.store(level as u8, Ordering::Relaxed);
    }
    available
}

/// Defines a function whose body is compiled once per [`Level`] and chosen at run time by `level`.
macro_rules! multiversion {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis fn $name($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn body($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
                fn avx2($($arg: $ty),*) $(-> $ret)? { body($($arg),*) }
                #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
                fn avx512($($arg: $ty),*) $(-> $ret)? { body($($arg),*) }
                match $crate::gf2::simd::level() {
                    $crate::gf2::simd::Level::Portable => {}
                    // SAFETY: `level` is Avx2 only after `detected` saw these features on this machine.
                    $crate::gf2::simd::Level::Avx2 => return unsafe { avx2($($arg),*) },
                    // SAFETY: as above for Avx512.
                    $crate::gf2::simd::Level::Avx512 => return unsafe { avx512($($arg),*) },
                }
            }
            body($($arg),*)
        }
    };
}
pub(crate) use multiversion;

/// Asks for the cache line of `words[index]` ahead of its use, where the machine has an instruction for that; `index`
/// may lie past the end.
#[inline(always)]
pub(crate) fn prefetch(words: &[u64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = words.as_ptr().wrapping_add(index).cast::<i8>();
        // SAFETY: SSE belongs to every x86-64, and a hint never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, index);
}
