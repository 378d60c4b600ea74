//! Random games and boards.

use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;

use super::common::Rng;
use super::common::oracle::{self, Plain};
use super::system::{Cells, System, add, flip};

/// The kinds of rules, as the summary lists them.
pub(crate) const RULES: [&str; 10] =
    ["plus", "x", "king", "knight", "rook", "bishop", "queen", "diamond", "ring", "offsets"];

/// Every so many games, one for each kind of rule and some more of those that the spectral engine takes.
const TURNS: usize = 14;

/// A random game in two forms: the crate's, and the plain one of the independent route.
pub(crate) struct Drawn {
    pub(crate) game: Game,
    pub(crate) plain: Plain,
    /// The cost of the button at each cell.
    pub(crate) costs: Option<Vec<u64>>,
    /// Which of [`RULES`].
    pub(crate) rule: usize,
    /// How many boards to ask.
    pub(crate) boards: usize,
}

/// The generator of game `number` of a run.
pub(crate) fn generator(seed: u64, number: u64) -> Rng {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    Rng::new(z ^ z >> 31)
}

fn size(random: &mut Rng) -> (usize, usize) {
    let side = |random: &mut Rng, most: usize| 1 + random.below(most);
    match random.below(100) {
        0..45 => (side(random, 8), side(random, 8)),
        45..78 => (side(random, 12), side(random, 12)),
        78..88 => {
            // Long and thin, often about as long as words.
            let long = if random.chance(50) { side(random, 140) } else { 61 + random.below(9) };
            let thin = side(random, 3);
            if random.chance(50) { (long, thin) } else { (thin, long) }
        }
        88..96 => (side(random, 24), side(random, 24)),
        _ => [(4, 4), (5, 5), (8, 8), (9, 9)][random.below(4)],
    }
}

/// A neighbourhood: the crate's, and the offsets and lines by their definition.
fn rule(
    random: &mut Rng,
    rule: &str,
    with_self: bool,
) -> (Neighbourhood, Vec<oracle::Cell>, Vec<oracle::Cell>) {
    if rule == "offsets" {
        let reach = [1, 1, 1, 2, 2, 3, 6, 50][random.below(8)];
        let part = |random: &mut Rng| random.below(2 * reach + 1) as i64 - reach as i64;
        let mut offsets: Vec<_> = (0..1 + random.below(6)).map(|_| (part(random), part(random))).collect();
        let neighbourhood = if random.chance(50) {
            Neighbourhood::from_offsets(offsets.iter().copied())
        } else {
            let text: Vec<String> = offsets.iter().map(|(r, c)| format!("{r},{c}")).collect();
            Neighbourhood::parse_offsets(&text.join(" ")).expect("offsets")
        };
        // An offset that is listed twice counts once.
        offsets.sort_unstable();
        offsets.dedup();
        return (neighbourhood, offsets, Vec::new());
    }
    let name = match rule {
        "diamond" => format!("diamond:{}", random.below(6)),
        "ring" => format!("ring:{}", random.below(8)),
        name => name.to_owned(),
    };
    let neighbourhood = Neighbourhood::parse_rule(&name).expect("a rule");
    let neighbourhood = if with_self { neighbourhood } else { neighbourhood.without_self() };
    let offsets =
        oracle::offsets(&name).into_iter().filter(|offset| with_self || *offset != (0, 0)).collect();
    (neighbourhood, offsets, oracle::lines(&name))
}

/// For each cell what its button costs, none where it may not be pressed.
fn costs(random: &mut Rng, cells: usize, may_forbid: bool) -> Vec<Option<u32>> {
    let forbidden = if may_forbid { [0, 0, 10, 50][random.below(4)] } else { 0 };
    let kind = random.below(4);
    let cost = |random: &mut Rng| match kind {
        0 => random.below(2) as u32,
        1 => 1 + random.below(9) as u32,
        2 => random.below(1000) as u32,
        _ => u32::MAX - random.below(3) as u32,
    };
    (0..cells).map(|_| if random.chance(forbidden) { None } else { Some(cost(random)) }).collect()
}

/// Game `number`.
pub(crate) fn game(random: &mut Rng, number: u64) -> Drawn {
    let (rows, cols) = size(random);
    let turn = (number % TURNS as u64) as usize;
    // The last turns are for the four rules of the spectral engine, on the full plane.
    let spectral = turn >= RULES.len();
    let (kind, with_self) = match turn {
        10 => (0, true),
        11 => (0, false),
        12 => (1, false),
        13 => (2, true),
        _ => (turn, random.chance(65)),
    };
    let topology = if spectral || random.chance(25) { 0 } else { random.below(6) };
    let (neighbourhood, offsets, lines) = rule(random, RULES[kind], with_self);
    let (name, glued) = Topology::NAMED[topology];
    let mut plain = Plain::new(rows, cols, "plus", true, name);
    (plain.offsets, plain.lines) = (offsets, lines);
    let mut game = Game::new(rows, cols, neighbourhood, glued);
    let cell_of = |cell: usize| ((cell / cols) as i64, (cell % cols) as i64);
    if !spectral && random.chance(35) {
        let share = [3, 10, 30, 60, 100][random.below(5)];
        let holes = BitMatrix::from_fn(rows, cols, |_, _| random.chance(share));
        plain.holes = (0..rows * cols).filter(|x| holes.get(x / cols, x % cols)).map(cell_of).collect();
        game = game.with_holes(Some(&holes));
    }
    let mut prices = None;
    if random.chance(25) {
        let costs = costs(random, rows * cols, !spectral);
        plain.forbidden = (0..rows * cols).filter(|x| costs[*x].is_none()).map(cell_of).collect();
        prices = Some(costs.iter().map(|cost| cost.map_or(0, u64::from)).collect());
        game = game.with_costs(Some(Costs::new(cols, costs)));
    }
    let boards = match rows * cols {
        0..=6 => 64,
        7..=200 => 256,
        _ => 128,
    };
    Drawn { game, plain, costs: prices, rule: kind, boards }
}

/// Random lights of the game.
pub(crate) fn any_lights(random: &mut Rng, system: &System) -> Cells {
    system.lights.iter().map(|light| light & random.next()).collect()
}

/// Lights to toggle: what random presses toggle, anything, or nearly one of these.
pub(crate) fn wanted(random: &mut Rng, system: &System) -> Cells {
    let lights = |random: &mut Rng, lights: &mut Cells, most: usize| {
        for _ in 0..random.below(most + 1) {
            let cell = random.below(system.columns.len());
            if super::system::has(&system.lights, cell) {
                flip(lights, cell);
            }
        }
    };
    let mut wanted = vec![0; system.lights.len()];
    match random.below(100) {
        // Few presses, half of the presses, and the same with a light amiss.
        kind @ 0..55 => {
            if kind < 20 {
                for _ in 0..random.below(6) {
                    add(&mut wanted, &system.columns[random.below(system.columns.len())]);
                }
            } else {
                let mut bits = random.next();
                for (number, &button) in system.buttons.iter().enumerate() {
                    if number % 64 == 63 {
                        bits = random.next();
                    }
                    if bits >> (number % 64) & 1 == 1 {
                        add(&mut wanted, &system.columns[button]);
                    }
                }
            }
            if kind >= 45 {
                lights(random, &mut wanted, 1);
            }
        }
        55..92 => wanted = any_lights(random, system),
        92..97 => lights(random, &mut wanted, 4),
        _ => {
            wanted.clone_from(&system.lights);
            lights(random, &mut wanted, 2);
        }
    }
    wanted
}
