//! Rules, offsets, topologies and costs: any text gives one or an error, and what is written reads the same.

use super::assert_one_line;
use super::bytes::Bytes;
use super::games;
use crate::oracle::wrap;
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::verify;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.number(0, 3) {
        0 => definition(&mut bytes),
        1 => names(&String::from_utf8_lossy(bytes.rest())),
        2 => offsets(&mut bytes),
        _ => costs(&String::from_utf8_lossy(bytes.rest())),
    }
}

/// What a button toggles is what the plain description says, in whatever way it is asked.
fn definition(bytes: &mut Bytes<'_>) {
    let (game, plain) = games::game(bytes);
    assert_eq!(game.lights(), plain.lights().len());
    assert_eq!(game.buttons(), plain.buttons().len());
    let size = (game.rows(), game.cols());
    let mut presses = bytes.matrix(size.0, size.1);
    for (r, c) in (0..size.0).flat_map(|r| (0..size.1).map(move |c| (r, c))) {
        let cell = (r as i64, c as i64);
        let has_button = !plain.holes.contains(&cell) && !plain.forbidden.contains(&cell);
        assert_eq!(game.has_button(r, c), has_button);
        if !has_button {
            presses.set(r, c, false);
            continue;
        }
        let mut toggled = game.toggled(r, c);
        toggled.sort_unstable();
        let expected: Vec<_> =
            plain.toggled(cell).into_iter().map(|(y, x)| (y as usize, x as usize)).collect();
        assert_eq!(toggled, expected, "the button at {r},{c}");
    }
    let lights = games::press(&plain, &presses);
    assert_eq!(game.apply(&presses), lights);
    assert_eq!(verify::toggled_by(&game, &presses), lights);
    assert_eq!(verify::wrong_lights(&game, &presses, &lights), 0);
    let matrix = game.coefficient_matrix().expect("a small matrix");
    let pressed = game.button_index().gather(&presses);
    assert_eq!(game.light_index().scatter(&matrix.mul_vec(&pressed)), lights);
}

fn names(text: &str) {
    match Neighbourhood::parse_rule(text) {
        Ok(rule) => assert_eq!(rule.to_string(), text),
        Err(error) => assert_one_line(&error.to_string()),
    }
    match Topology::parse(text) {
        Ok(topology) => assert_eq!(topology.name(), text),
        Err(error) => assert_one_line(&error.to_string()),
    }
}

fn offsets(bytes: &mut Bytes<'_>) {
    let (rows, cols) = (bytes.number(1, 9), bytes.number(1, 9));
    let topology = bytes.one_of(&games::TOPOLOGIES);
    let mut text = Vec::new();
    while !bytes.is_empty() {
        text.push(bytes.byte());
    }
    let text = String::from_utf8_lossy(&text);
    let rule = match Neighbourhood::parse_offsets(&text) {
        Ok(rule) => rule,
        Err(error) => return assert_one_line(&error.to_string()),
    };
    let written: Vec<String> = rule.offsets().iter().map(|(r, c)| format!("{r},{c}")).collect();
    let again = Neighbourhood::parse_offsets(&written.join(" "));
    assert_eq!(again.as_ref().map(Neighbourhood::offsets), Ok(rule.offsets()));
    // However far they reach, each leads to one light or over the edge.
    let game = Game::new(rows, cols, rule, Topology::parse(topology).expect("a topology"));
    let mut lights = BitMatrix::zeros(rows, cols);
    for (r, c) in game.neighbourhood().offsets() {
        if let Some((y, x)) = wrap(*r, *c, rows as i64, cols as i64, topology) {
            lights.flip(y as usize, x as usize);
        }
    }
    let mut toggled = game.toggled(0, 0);
    toggled.sort_unstable();
    assert_eq!(toggled, lights.ones().collect::<Vec<_>>());
}

fn costs(text: &str) {
    let costs = match Costs::parse(text) {
        Ok(costs) => costs,
        Err(error) => {
            assert_one_line(&error.to_string());
            let lines: Vec<&str> = text.lines().collect();
            assert!((1..=lines.len().max(1)).contains(&error.line), "{error}");
            let longest = lines.get(error.line - 1).map_or(0, |line| line.chars().count());
            assert!((1..=longest + 1).contains(&error.column), "{error} of {longest} characters");
            return;
        }
    };
    let cell = |r, c| costs.get(r, c).map_or("-".to_owned(), |cost| cost.to_string());
    for separator in [" ", ",", " , "] {
        let row = |r| (0..costs.cols()).map(|c| cell(r, c)).collect::<Vec<_>>().join(separator);
        let text = (0..costs.rows()).map(row).collect::<Vec<_>>().join("\r\n");
        assert_eq!(Costs::parse(&text).as_ref(), Ok(&costs), "{text:?}");
    }
}
