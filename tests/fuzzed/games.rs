//! Games made of bytes, each with its plain description.

use super::bytes::Bytes;
use crate::oracle::{Plain, lines, offsets};
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;

pub const RULES: [&str; 11] =
    ["plus", "x", "king", "knight", "rook", "bishop", "queen", "diamond:2", "ring:2", "diamond:3", "ring:3"];

pub const TOPOLOGIES: [&str; 6] = ["plane", "cylinder", "mobius", "torus", "klein", "projective"];

/// A game and the same described plainly, of at most 128 lights.
pub fn game(bytes: &mut Bytes<'_>) -> (Game, Plain) {
    let rows = bytes.number(1, 12);
    let cols = bytes.number(1, (128 / rows).min(20));
    let flags = bytes.byte();
    let with_self = flags & 1 == 0;
    // Half of all games are of a rule of the spectral engine.
    let mut rule = if flags & 2 == 0 { bytes.one_of(&["plus", "king", "x"]) } else { bytes.one_of(&RULES) };
    let mut topology = if flags & 4 == 0 { "plane" } else { bytes.one_of(&TOPOLOGIES) };
    let mut neighbourhood = Neighbourhood::parse_rule(rule).expect("a rule");
    let mut plain = Plain::new(rows, cols, rule, with_self, topology);
    if flags & 8 == 8 {
        let reach = |bytes: &mut Bytes<'_>| bytes.number(0, 14) as i64 - 7;
        let count = bytes.number(1, 6);
        let list: Vec<(i64, i64)> = (0..count).map(|_| (reach(bytes), reach(bytes))).collect();
        neighbourhood = Neighbourhood::from_offsets(list.iter().copied());
        plain.lines.clear();
        plain.offsets = neighbourhood.offsets().to_vec();
        assert!(list.iter().all(|offset| plain.offsets.contains(offset)));
        rule = "offsets";
    } else if !plain.lines.is_empty() {
        // The plain description knows lines on the plane alone.
        topology = "plane";
        plain.topology = topology.to_owned();
    }
    if !with_self {
        neighbourhood = neighbourhood.without_self();
        plain.offsets.retain(|offset| *offset != (0, 0));
    }
    if rule != "offsets" {
        let mut expected: Vec<_> = offsets(rule).into_iter().filter(|x| with_self || *x != (0, 0)).collect();
        expected.sort_unstable();
        assert_eq!(neighbourhood.offsets(), expected);
        assert_eq!(neighbourhood.rays().len(), lines(rule).len());
    }
    let mut game = Game::new(rows, cols, neighbourhood, Topology::parse(topology).expect("a topology"));
    if flags & 16 == 16 {
        let holes = bytes.matrix(rows, cols);
        plain.holes = holes.ones().map(|(r, c)| (r as i64, c as i64)).collect();
        game = game.with_holes(Some(&holes));
    }
    if flags & 32 == 32 {
        let cost = |bytes: &mut Bytes<'_>| match bytes.byte() {
            0..=31 => None,
            32..=47 => Some(bytes.u32()),
            small => Some(u32::from(small % 4)),
        };
        let cells: Vec<Option<u32>> = (0..rows * cols).map(|_| cost(bytes)).collect();
        let forbidden = (0..rows * cols).filter(|i| cells[*i].is_none());
        plain.forbidden = forbidden.map(|i| ((i / cols) as i64, (i % cols) as i64)).collect();
        game = game.with_costs(Some(Costs::new(cols, cells)));
    }
    (game, plain)
}

/// What the presses toggle, by the plain description.
pub fn press(plain: &Plain, presses: &BitMatrix) -> BitMatrix {
    let mut lights = BitMatrix::zeros(presses.rows(), presses.cols());
    for (r, c) in presses.ones() {
        for (y, x) in plain.toggled((r as i64, c as i64)) {
            lights.flip(y as usize, x as usize);
        }
    }
    lights
}

/// The lights of a board as a number, in the order of [`Plain::lights`].
pub fn number_of(plain: &Plain, lights: &BitMatrix) -> u128 {
    let cells = plain.lights().into_iter().enumerate();
    cells.filter(|(_, (r, c))| lights.get(*r as usize, *c as usize)).fold(0, |sum, (i, _)| sum | 1 << i)
}
