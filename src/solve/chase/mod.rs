//! The chase engine: lights in order, each fixing a button; what stays open is a parameter.
//!
//! In Lights Out on a rectangle one chooses the first row and *chases the lights*: a light still on is put
//! out by the button below it, row after row; the last row then says which first rows were right. Here the
//! same for any rule on any lattice with any holes. The equations are taken in order; each fixes the last
//! of the buttons that no equation had before, as an affine function of parameters, and makes parameters of
//! the others. An equation all of whose buttons are known is a *constraint* on the parameters: it is solved
//! for the youngest one, which is replaced at once wherever it still stands. So no more than about two
//! lines of the board's shorter side are ever alive (four when it wraps), however many holes there are: a
//! hole makes one parameter below it and one constraint above, and they meet. It is the elimination of a
//! band matrix (George, *Nested dissection of a regular finite element mesh*, 1973, calls the live part the
//! front) with the pivots that the game gives for free.
//!
//! Functions do not depend on the board. They are chased once, and what happens is recorded; each board
//! then is a pass over the record with single bits. The proof that a board has no solution is the same pass
//! backwards: the derivative of the contradiction by each light.

mod outline;
mod replay;
mod system;
mod tape;
mod window;

use outline::Outline;
use replay::{Lane, Replay};
use system::{Direction, NONE, System};
use tape::Tape;

use super::{Engine, Estimate, Witness};
use crate::game::Game;
use crate::gf2::{BitMatrix, TooLarge};

/// A game chased once, ready for any number of boards.
#[derive(Debug)]
pub struct Chase {
    rows: usize,
    cols: usize,
    system: System,
    tape: Tape,
    /// Buttons that toggle nothing: each a quiet pattern by itself.
    idle: Vec<u32>,
}

/// Lanes in a word.
const LANES: usize = u64::BITS as usize;

impl Chase {
    /// Chases the functions of all buttons, in the direction that costs less.
    /// Cost: O(lights · neighbourhood · P / 64 + constraints · W · P / 64) word operations, P parameters and
    /// W functions alive at once; W and P are about twice the shorter side for a neighbourhood of reach 1 on
    /// the plane. Memory: O(W · P + constraints · (W + P)) bits and some 60 bytes a light.
    ///
    /// # Errors
    /// [`TooLarge`] when the game has too many links to write down (2³¹) or the functions do not fit in memory.
    pub fn new(game: &Game) -> Result<Self, TooLarge> {
        let (system, outline) = Self::outline(game)?;
        let bytes = outline.estimate(&system).bytes;
        let fits =
            usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
        if !fits {
            return Err(TooLarge { rows: game.rows(), cols: game.cols(), bytes });
        }
        let tape = Tape::record(&system, &outline);
        let idle =
            (0..system.buttons.len() as u32).filter(|b| system.last_use[*b as usize] == NONE).collect();
        Ok(Self { rows: game.rows(), cols: game.cols(), system, tape, idle })
    }

    /// What [`new`](Self::new) would need. Cost: O(lights · neighbourhood) when that is at all feasible,
    /// else a lower bound at once.
    pub fn estimate(game: &Game) -> Estimate {
        match Self::outline(game) {
            Ok((system, outline)) => outline.estimate(&system),
            Err(too_large) => Estimate { bytes: too_large.bytes, steps: too_large.bytes },
        }
    }

    /// The system in the direction that costs less.
    fn outline(game: &Game) -> Result<(System, Outline), TooLarge> {
        let system = System::new(game, Direction::RowByRow)?;
        let outline = Outline::of(&system);
        if game.rows() == 1 || game.cols() == 1 {
            return Ok((system, outline));
        }
        let other_system = System::new(game, Direction::ColumnByColumn)?;
        let other = Outline::of(&other_system);
        Ok(if other.steps < outline.steps { (other_system, other) } else { (system, outline) })
    }

    /// The most parameters alive at once.
    pub fn parameters(&self) -> usize {
        self.tape.slots
    }

    fn replay(&self) -> Replay<'_> {
        Replay { system: &self.system, tape: &self.tape }
    }

    /// Solves as many boards as the lane has bits; `lights(row, col)` are what has to change there.
    fn solve_lanes<L: Lane>(
        &self,
        boards: &[BitMatrix],
        lights: impl Fn(usize, usize) -> L,
    ) -> Vec<Result<BitMatrix, Witness>> {
        for board in boards {
            assert_eq!((board.rows(), board.cols()), (self.rows, self.cols), "lights of the board");
        }
        let cell = |cell: &u32| lights(*cell as usize / self.cols, *cell as usize % self.cols);
        let lights: Vec<L> = self.system.lights.iter().map(cell).collect();
        let replay = self.replay();
        let constants = replay.constants(&lights);
        let buttons = replay.values(&lights, &constants, &vec![L::default(); self.tape.free]);
        let answer = |lane| match replay.contradiction(&constants, lane) {
            None => Ok(self.pattern(&self.system.buttons, |b| buttons[b].bit(lane))),
            Some(constraint) => {
                let equations = replay.dependency(constraint);
                Err(Witness { lights: self.pattern(&self.system.lights, |l| equations[l]) })
            }
        };
        (0..boards.len()).map(answer).collect()
    }

    /// A pattern on the board from what holds for each of the given cells.
    fn pattern(&self, cells: &[u32], is_set: impl Fn(usize) -> bool) -> BitMatrix {
        let mut pattern = BitMatrix::zeros(self.rows, self.cols);
        for (_, &cell) in cells.iter().enumerate().filter(|(i, _)| is_set(*i)) {
            pattern.set(cell as usize / self.cols, cell as usize % self.cols, true);
        }
        pattern
    }
}

impl Engine for Chase {
    fn name(&self) -> &'static str {
        "chase"
    }

    fn nullity(&self) -> usize {
        self.tape.free + self.idle.len()
    }

    fn solve(&self, lights: &BitMatrix) -> Result<BitMatrix, Witness> {
        self.solve_lanes::<bool>(std::slice::from_ref(lights), |r, c| lights.get(r, c)).remove(0)
    }

    fn solve_many(&self, boards: &[BitMatrix]) -> Vec<Result<BitMatrix, Witness>> {
        let chunks = boards.chunks(LANES).flat_map(|chunk| {
            self.solve_lanes(chunk, |r, c| {
                chunk.iter().rev().fold(0u64, |word, board| word << 1 | u64::from(board.get(r, c)))
            })
        });
        chunks.collect()
    }

    fn quiet_patterns(&self) -> Vec<BitMatrix> {
        let lights = vec![0u64; self.system.lights.len()];
        let constants = vec![0u64; self.tape.constraints.len()];
        let mut patterns = Vec::with_capacity(self.nullity());
        // One free parameter a lane is one, the others are zero.
        for start in (0..self.tape.free).step_by(LANES) {
            let lanes = LANES.min(self.tape.free - start);
            let mut free = vec![0u64; self.tape.free];
            (0..lanes).for_each(|lane| free[start + lane] = 1 << lane);
            let buttons = self.replay().values(&lights, &constants, &free);
            patterns.extend(
                (0..lanes).map(|lane| self.pattern(&self.system.buttons, |b| buttons[b] >> lane & 1 == 1)),
            );
        }
        patterns.extend(
            self.idle.iter().map(|&b| self.pattern(&self.system.buttons, |other| other == b as usize)),
        );
        patterns
    }
}
