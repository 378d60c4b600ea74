//! What a certificate claims, as types.

use num_bigint::BigUint;

use crate::board::Board;
use crate::game::Game;
use crate::gf2::{BitMatrix, BitRow};

/// A question, its answer, and the proof. What is in it is of the right form, but claimed, not checked.
///
/// The form is that all patterns have the game's size and holes, and all words a bit for each quiet pattern;
/// [`parse`](Self::parse) sees to it. Whoever changes fields by hand has to keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The rule on the board, holes and costs included.
    pub game: Game,
    /// The board as it stands.
    pub board: Board,
    /// The goal: `off`, `on`, `either` or `pattern`.
    pub goal: &'static str,
    /// The board wanted when the goal is `pattern`.
    pub wanted: Option<BitMatrix>,
    /// A basis of the quiet patterns in reduced row echelon form, first button first; empty when no target is solved.
    pub quiet: Vec<BitMatrix>,
    /// What becomes of each board that the goal accepts.
    pub targets: Vec<Target>,
    /// The cheapest of the targets, its cost, and how many solutions of all targets together cost that.
    pub optimum: Option<(&'static str, u64, BigUint)>,
}

/// A board that the goal accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// `off`, `on` or `pattern`.
    pub goal: &'static str,
    /// What is said of it.
    pub claim: Claim,
}

/// What is said of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// It is reached, and no cheaper way exists.
    Solved(Solved),
    /// It cannot be reached; the witness is a set of lights, as in [`refutes`](crate::verify::refutes).
    Impossible(BitMatrix),
}

/// The optimum of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The presses, the lexicographically least of the cheapest.
    pub presses: BitMatrix,
    /// What they cost.
    pub cost: u64,
    /// How many solutions cost as little.
    pub optima: BigUint,
    /// Why no solution is cheaper.
    pub proof: Proof,
}

/// Why no solution is cheaper. Coordinates and words are over [`Certificate::quiet`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Look at all of them. The cheapest costs that occur, at most 1024 of them, ascending, each with the number of
    /// solutions that cost so much.
    Enumeration(Vec<(u64, u64)>),
    /// Take them apart.
    Parts(Apart),
}

/// The quiet patterns as a direct sum of directions that no cost depends on and of components that share no button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The buttons of the second side, on the board: equal columns on different sides are kept apart.
    pub second_side: BitMatrix,
    /// What every solution costs at least.
    pub base: u64,
    /// A basis of the directions on which no cost depends, in reduced row echelon form.
    pub free: Vec<BitRow>,
    /// The components.
    pub components: Vec<Component>,
}

/// The optimum of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The quiet patterns that span it, ascending.
    pub coordinates: Vec<usize>,
    /// Its least cost.
    pub least: u64,
    /// How many of its elements cost that.
    pub optima: BigUint,
    /// How to see it.
    pub method: Method,
}

/// How to see that no element of a component costs less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// Look at all elements.
    Enumeration,
    /// Look at the elements that are light on one side or the other.
    Split([Side; 2]),
    /// Go through the coordinates in order, keeping the cheapest of those elements so far that look the same to the
    /// columns still open. The number of these states, summed over the coordinates.
    Trellis(u64),
}

/// A side of a split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The parts, which share no button of this side.
    pub parts: Vec<Part>,
    /// The elements to look at: those whose excess on this side is below this.
    pub below: u64,
    /// How many these are.
    pub elements: u128,
}

/// A part of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its basis, each a sum of quiet patterns.
    pub words: Vec<BitRow>,
    /// The least cost of an element on this side.
    pub least: u64,
    /// Each excess below [`Side::below`] that occurs, ascending, with the number of elements that have it.
    pub light: Vec<(u64, u64)>,
}

/// The boards that a goal accepts, in their order.
pub(super) fn targets_of(goal: &str) -> &'static [&'static str] {
    match goal {
        "on" => &["on"],
        "either" => &["off", "on"],
        "pattern" => &["pattern"],
        _ => &["off"],
    }
}

impl Certificate {
    /// The most costs that an enumeration names.
    pub const COSTS: usize = 1024;

    /// The lights that have to change for a target, `off`, `on` or `pattern`.
    pub fn lights_to_change(&self, target: &str) -> BitMatrix {
        let mut lights = self.board.lights().clone();
        match target {
            "on" => lights.complement(),
            "pattern" => self.wanted.iter().for_each(|wanted| lights.add(wanted)),
            _ => {}
        }
        if let Some(holes) = self.board.holes() {
            for (word, hole) in lights.words_mut().iter_mut().zip(holes.words()) {
                *word &= !hole;
            }
        }
        lights
    }
}
