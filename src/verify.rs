//! The checker: answers and witnesses held against the definition of the game alone. Imports no engine.
//!
//! ```
//! use lightsout::board::Board;
//! use lightsout::game::Game;
//! use lightsout::verify::{toggled_by, wrong_lights};
//!
//! let (game, cross): (_, Board) = (Game::plus(3, 3), ".X.\nXXX\n.X.\n".parse()?);
//! let centre: Board = "...\n.X.\n...\n".parse()?;
//! assert_eq!(toggled_by(&game, centre.lights()), *cross.lights());
//! assert_eq!(wrong_lights(&game, cross.lights(), cross.lights()), 4);
//! # Ok::<(), lightsout::board::ParseError>(())
//! ```

pub mod certificate;
mod lattice;

use crate::game::{Game, Topology};
use crate::gf2::{BitMatrix, and_parity};

/// The lights that a press pattern toggles in all, by the definition.
/// Cost: O(words · neighbourhood) for neighbourhoods of offsets, moved a row at a time; O(presses · neighbourhood) where
/// lines reach to the edge, or presses are rare.
///
/// # Panics
/// When `presses` has another size than the board.
#[must_use]
pub fn toggled_by(game: &Game, presses: &BitMatrix) -> BitMatrix {
    assert_eq!((presses.rows(), presses.cols()), (game.rows(), game.cols()), "presses of the board");
    // A press costs a few words of a moved row; where presses are that rare, one by one is less work.
    let rare = presses.count_ones() * 4 < presses.words().len();
    if game.neighbourhood().rays().is_empty() && !rare {
        return lattice::toggled_by_rows(game, presses);
    }
    game.apply(presses)
}

/// How many lights are not as wanted when `presses` have been pressed to toggle exactly the lights `wanted`;
/// 0 when the presses are a solution. A press where there is no button is never part of a solution: it
/// counts as a wrong light.
///
/// # Panics
/// When a size differs from the board's.
#[must_use]
pub fn wrong_lights(game: &Game, presses: &BitMatrix, wanted: &BitMatrix) -> usize {
    let mut lights = toggled_by(game, presses);
    lights.add(wanted);
    let full = game.holes().is_none() && game.costs().is_none();
    let misplaced = if full { 0 } else { presses.ones().filter(|&(r, c)| !game.has_button(r, c)).count() };
    lights.count_ones() + misplaced
}

/// Whether the set `q` of lights proves that no press pattern toggles exactly `wanted`: every button toggles
/// an even number of its lights (`q A = 0`), and an odd number of them has to change (`q · wanted = 1`).
/// Cost: O(words · neighbourhood) for neighbourhoods of offsets where edges are glued without mirroring or not at
/// all, else O(buttons · neighbourhood). A light of `q` under a hole is no light.
///
/// # Panics
/// When a size differs from the board's.
#[must_use]
pub fn refutes(game: &Game, q: &BitMatrix, wanted: &BitMatrix) -> bool {
    let size = (game.rows(), game.cols());
    assert_eq!((q.rows(), q.cols()), size, "witness of the board");
    assert_eq!((wanted.rows(), wanted.cols()), size, "lights of the board");
    and_parity(q.words(), wanted.words()) && every_button_is_even(game, q)
}

fn every_button_is_even(game: &Game, q: &BitMatrix) -> bool {
    if game.neighbourhood().rays().is_empty() && shifts_only(game.topology()) {
        // q A is what the lights of q toggle when they are pressed and every link is turned round.
        let reversed = game.neighbourhood().reversed();
        let turned = Game::new(game.rows(), game.cols(), reversed, game.topology()).with_holes(game.holes());
        return lattice::toggled_by_rows(&turned, q).ones().all(|(r, c)| !game.has_button(r, c));
    }
    let even = |r, c| game.toggled(r, c).into_iter().filter(|&(y, x)| q.get(y, x)).count() % 2 == 0;
    (0..game.rows()).all(|r| (0..game.cols()).all(|c| !game.has_button(r, c) || even(r, c)))
}

/// Whether the topology glues edges without mirroring, so that a link turned round leads back.
fn shifts_only(topology: Topology) -> bool {
    matches!(topology, Topology::Plane | Topology::Cylinder | Topology::Torus)
}
