//! Games of at most 64 lights and few quiet patterns: a board is one word and a query a few table look-ups.

use crate::game::Game;
use crate::gf2::{BitRow, Echelon, TooLarge};

/// The largest nullity for which all `2^k` solutions of each board are tried.
const MAX_NULLITY: usize = 12;
/// Games of at most this many lights remember the answer of every board.
const MAX_TABLE_LIGHTS: usize = 20;

/// Memo values: not asked yet, no solution; otherwise the count plus [`FIRST_COUNT`].
const UNKNOWN: u8 = 0;
const IMPOSSIBLE: u8 = 1;
const FIRST_COUNT: u8 = 2;

/// The eliminated system of a small game with unit costs, bit `i` of a word being light or button `i`.
#[derive(Debug, Clone)]
pub(super) struct Small {
    /// For each byte position of a board and each byte value: the buttons of its solution, and the
    /// conditions it violates (nonzero in the sum: no solution).
    table: Vec<[(u64, u64); 256]>,
    /// The quiet patterns in Gray-code order: adding `gray[i]` goes from solution `i` to solution `i + 1`.
    gray: Vec<u64>,
    /// All lights.
    full: u64,
    memo: Vec<u8>,
}

impl Small {
    /// Prepares the game, or `None` when it is not small.
    pub(super) fn new(game: &Game) -> Result<Option<Self>, TooLarge> {
        let lights = game.rows().saturating_mul(game.cols());
        if lights > 64 || game.holes().is_some() || game.costs().is_some() {
            return Ok(None);
        }
        let echelon = Echelon::new(&game.coefficient_matrix()?);
        if echelon.nullity() > MAX_NULLITY {
            return Ok(None);
        }
        let columns = echelon.transform().transpose();
        let unit: Vec<(u64, u64)> = (0..lights).map(|l| solve_unit(&echelon, &columns.row(l))).collect();
        let table = unit.chunks(8).map(byte_table).collect();
        let kernel = echelon.kernel();
        let quiet: Vec<u64> = (0..kernel.rows()).map(|k| word(&kernel.row(k))).collect();
        let gray = (1..1usize << quiet.len()).map(|i| quiet[i.trailing_zeros() as usize]).collect();
        let full = if lights == 64 { u64::MAX } else { (1 << lights) - 1 };
        let memo = vec![UNKNOWN; if lights <= MAX_TABLE_LIGHTS { 1 << lights } else { 0 }];
        Ok(Some(Self { table, gray, full, memo }))
    }

    /// The fewest presses that turn `board` off, on (`on`) or either; `None` when there are none.
    #[inline]
    pub(super) fn fewest(&mut self, board: u64, off: bool, on: bool) -> Option<u64> {
        if self.memo.is_empty() {
            return self.search(board, off, on);
        }
        let entry = self.memo[board as usize];
        if entry >= FIRST_COUNT {
            return Some(u64::from(entry - FIRST_COUNT));
        }
        if entry == IMPOSSIBLE {
            return None;
        }
        let answer = self.search(board, off, on);
        self.memo[board as usize] = answer.map_or(IMPOSSIBLE, |count| count as u8 + FIRST_COUNT);
        answer
    }

    fn search(&self, board: u64, off: bool, on: bool) -> Option<u64> {
        let to_off = if off { self.fewest_to_off(board) } else { None };
        let to_on = if on { self.fewest_to_off(board ^ self.full) } else { None };
        to_off.into_iter().chain(to_on).min()
    }

    fn fewest_to_off(&self, board: u64) -> Option<u64> {
        let (mut presses, mut violated) = (0, 0);
        for (bytes, byte) in self.table.iter().zip(board.to_le_bytes()) {
            let (p, v) = bytes[usize::from(byte)];
            presses ^= p;
            violated ^= v;
        }
        if violated != 0 {
            return None;
        }
        let mut fewest = presses.count_ones();
        for quiet in &self.gray {
            presses ^= quiet;
            fewest = fewest.min(presses.count_ones());
        }
        Some(u64::from(fewest))
    }
}

/// What one light contributes to the buttons and to the violated conditions, given its column of the
/// transform: bit `r` of the column belongs to pivot `r`, or to a zero row past the rank.
fn solve_unit(echelon: &Echelon, column: &BitRow) -> (u64, u64) {
    let (mut buttons, mut violated) = (0, 0);
    for r in column.ones() {
        match echelon.pivots().get(r) {
            Some(pivot) => buttons |= 1 << pivot,
            None => violated |= 1 << (r - echelon.rank()),
        }
    }
    (buttons, violated)
}

/// The sums of all subsets of at most eight vectors.
fn byte_table(unit: &[(u64, u64)]) -> [(u64, u64); 256] {
    let mut table = [(0, 0); 256];
    for value in 1..256usize {
        let rest = table[value & (value - 1)];
        let one = unit.get(value.trailing_zeros() as usize).copied().unwrap_or_default();
        table[value] = (rest.0 ^ one.0, rest.1 ^ one.1);
    }
    table
}

fn word(row: &BitRow) -> u64 {
    row.words().first().copied().unwrap_or(0)
}
