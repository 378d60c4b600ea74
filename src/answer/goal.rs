//! What the board should look like in the end.

use crate::board::Board;
use crate::gf2::BitMatrix;

/// The board wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// All lights off (white).
    Off,
    /// All lights on (black).
    On,
    /// All off or all on, whichever takes fewer presses; off when they tie and the patterns do not decide.
    Either,
    /// This very pattern of lights.
    Pattern(BitMatrix),
}

/// One board a goal accepts, and what has to change to get there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// `off`, `on` or `pattern`.
    pub name: &'static str,
    /// The lights to toggle: the board plus the board wanted.
    pub lights: BitMatrix,
}

impl Goal {
    /// The name the command uses.
    pub fn name(&self) -> &'static str {
        match self {
            Goal::Off => "off",
            Goal::On => "on",
            Goal::Either => "either",
            Goal::Pattern(_) => "pattern",
        }
    }

    /// The boards that the goal accepts, as lights to toggle from `board`, in order of preference.
    ///
    /// # Panics
    /// When a wanted pattern has another size than the board.
    pub fn targets(&self, board: &Board) -> Vec<Target> {
        let off = || Target { name: "off", lights: board.lights().clone() };
        let on = || Target { name: "on", lights: toggled_to_on(board) };
        match self {
            Goal::Off => vec![off()],
            Goal::On => vec![on()],
            Goal::Either => vec![off(), on()],
            Goal::Pattern(wanted) => {
                let mut lights = board.lights().clone();
                lights.add(wanted);
                clear_holes(&mut lights, board);
                vec![Target { name: "pattern", lights }]
            }
        }
    }
}

fn toggled_to_on(board: &Board) -> BitMatrix {
    let mut lights = board.lights().clone();
    lights.complement();
    clear_holes(&mut lights, board);
    lights
}

fn clear_holes(lights: &mut BitMatrix, board: &Board) {
    if let Some(holes) = board.holes() {
        for (word, hole) in lights.words_mut().iter_mut().zip(holes.words()) {
            *word &= !hole;
        }
    }
}
