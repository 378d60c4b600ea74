//! Puzzles as JSON: `{"lights": 3, "buttons": [[0,1],[1,2]], "start": "101", "goal": "000"}`, one object, several one
//! after the other, or a list of them.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Wiring, WiringError, WiringFault};
use crate::board::Place;
use crate::gf2::BitRow;

/// Parses a whole text. Cost: O(bytes).
pub(super) fn parse(text: &[u8]) -> Result<Vec<Wiring>, WiringError> {
    let mut puzzles = Vec::new();
    for item in serde_json::Deserializer::from_slice(text).into_iter::<Item>() {
        match item.map_err(error)? {
            Item::One(wiring) => puzzles.push(wiring),
            Item::Many(list) => puzzles.extend(list),
        }
    }
    Ok(puzzles)
}

/// The error of the library without its place, which stands before it already.
fn error(error: serde_json::Error) -> WiringError {
    let text = error.to_string();
    let (line, column) = (error.line().max(1), error.column().max(1));
    let message = text.strip_suffix(&format!(" at line {} column {}", error.line(), error.column()));
    let message = shown(message.unwrap_or(&text));
    WiringError { place: Place::Text { line, column }, fault: WiringFault::Json { message } }
}

/// The library repeats what it read, such as a key it does not know: on one line, and not all of a long one.
fn shown(message: &str) -> String {
    let safe = |c: char| if c.is_control() { c.escape_default().collect() } else { String::from(c) };
    let begin: String = message.chars().take(LONGEST_MESSAGE).map(safe).collect();
    if message.chars().nth(LONGEST_MESSAGE).is_some() { begin + "..." } else { begin }
}

/// Characters of a message of the library.
const LONGEST_MESSAGE: usize = 200;

/// A puzzle or a list of puzzles.
enum Item {
    One(Wiring),
    Many(Vec<Wiring>),
}

/// The keys of a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    lights: usize,
    buttons: Vec<Vec<usize>>,
    #[serde(default)]
    start: Option<Cells>,
    #[serde(default)]
    goal: Option<Cells>,
    /// Only 2 is lights that are on or off.
    #[serde(default)]
    modulus: Option<u64>,
    /// By how much a press changes a light: any odd number toggles it.
    #[serde(default)]
    press_delta: Option<i64>,
}

impl TryFrom<Keys> for Wiring {
    type Error = WiringFault;

    fn try_from(keys: Keys) -> Result<Self, WiringFault> {
        let lights = keys.lights;
        if let Some(modulus) = keys.modulus.filter(|modulus| *modulus != 2) {
            return Err(WiringFault::Modulus { modulus });
        }
        if keys.press_delta.is_some_and(|delta| delta % 2 == 0) {
            let message = "a press_delta that is even changes nothing".to_owned();
            return Err(WiringFault::Json { message });
        }
        for (number, what) in [(lights, "lights"), (keys.buttons.len(), "buttons")] {
            if number > Wiring::MAX_SIZE {
                return Err(WiringFault::TooMany { number: number.to_string(), what });
            }
        }
        if lights == 0 {
            return Err(WiringFault::NoLights);
        }
        let mut wanted = BitRow::zeros(lights);
        for (what, cells) in [("start", keys.start), ("goal", keys.goal)] {
            let Some(Cells(cells)) = cells else { continue };
            if cells.len() != lights {
                return Err(WiringFault::Length { what, found: cells.len(), lights });
            }
            if let Some(number) = cells.iter().find(|cell| **cell > 1) {
                let message = format!("{number} in {what} is not a light, which is 1 or 0");
                return Err(WiringFault::Json { message });
            }
            wanted.add(&BitRow::from_fn(lights, |i| cells[i] == 1));
        }
        let mut wiring = Wiring::without_buttons(wanted);
        for button in keys.buttons {
            let mut sorted = button.clone();
            sorted.sort_unstable();
            if let Some(light) = sorted.last().filter(|light| **light >= lights) {
                let light = light.to_string();
                return Err(WiringFault::NoSuchLight { light, first: 0, last: lights - 1 });
            }
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(WiringFault::LightTwice { light: pair[0] });
            }
            wiring.push_button(button);
        }
        Ok(wiring)
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemVisitor;
        impl<'de> Visitor<'de> for ItemVisitor {
            type Value = Item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a puzzle or a list of puzzles")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
                puzzle(map).map(Item::One)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Item, A::Error> {
                let mut puzzles = Vec::new();
                while let Some(Puzzle(wiring)) = list.next_element()? {
                    puzzles.push(wiring);
                }
                Ok(Item::Many(puzzles))
            }
        }
        deserializer.deserialize_any(ItemVisitor)
    }
}

/// Checked while the reader still knows the place.
fn puzzle<'de, A: MapAccess<'de>>(map: A) -> Result<Wiring, A::Error> {
    Keys::deserialize(MapAccessDeserializer::new(map))?.try_into().map_err(A::Error::custom)
}

/// One puzzle of a list.
struct Puzzle(Wiring);

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PuzzleVisitor;
        impl<'de> Visitor<'de> for PuzzleVisitor {
            type Value = Puzzle;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a puzzle")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Puzzle, A::Error> {
                puzzle(map).map(Puzzle)
            }
        }
        deserializer.deserialize_map(PuzzleVisitor)
    }
}

/// Lights, or what pretends to be: a string of `1`, `0`, `#`, `.`, or as a list of 1, 0, true, false.
struct Cells(Vec<u64>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CellsVisitor;
        impl<'de> Visitor<'de> for CellsVisitor {
            type Value = Cells;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("lights such as \"101\", \"#.#\" or [1,0,1]")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Cells, E> {
                let cell = |c: char| match c {
                    '1' | '#' => Ok(1),
                    '0' | '.' => Ok(0),
                    _ => Err(E::custom(format_args!("'{}' is not a light", c.escape_default()))),
                };
                text.chars().map(cell).collect::<Result<_, E>>().map(Cells)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cells, A::Error> {
                let mut cells = Vec::new();
                while let Some(Cell(number)) = list.next_element()? {
                    cells.push(number);
                }
                Ok(Cells(cells))
            }
        }
        deserializer.deserialize_any(CellsVisitor)
    }
}

/// One light of a list; whether the number is a light's is seen when the modulus is known.
struct Cell(u64);

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CellVisitor;
        impl Visitor<'_> for CellVisitor {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a light: 1, 0, true or false")
            }

            fn visit_bool<E: Error>(self, on: bool) -> Result<Cell, E> {
                Ok(Cell(on.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Cell, E> {
                Ok(Cell(number))
            }
        }
        deserializer.deserialize_any(CellVisitor)
    }
}
