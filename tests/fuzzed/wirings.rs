//! Lists of buttons: any bytes give puzzles or an error; a puzzle written as a line is read back the same, and its
//! fewest presses are those of plain enumeration.

use std::sync::atomic::{AtomicBool, Ordering};

use super::assert_one_line;
use super::bytes::Bytes;
use lightsout::board::Place;
use lightsout::optimize::{Limits, Progress};
use lightsout::wiring::{Verdict, Wiring, WiringReader};

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let written = bytes.flag();
    if written {
        made(&mut bytes);
    } else {
        read(bytes.rest());
    }
}

fn read(text: &[u8]) {
    let mut reader = match WiringReader::new(text) {
        Ok(reader) => reader,
        Err(error) => return placed(&error.to_string(), error.place, text),
    };
    loop {
        match reader.next_wiring() {
            Ok(None) => return,
            Ok(Some(wiring)) => agrees(&wiring),
            Err(error) => return placed(&error.to_string(), error.place, text),
        }
    }
}

fn placed(message: &str, place: Place, text: &[u8]) {
    assert_one_line(message);
    if let Place::Text { line, .. } = place {
        assert!((1..=text.iter().filter(|b| **b == b'\n').count() + 1).contains(&line), "{message}");
    }
}

/// A puzzle of up to 80 lights, whose buttons may not list a light twice.
fn made(bytes: &mut Bytes<'_>) {
    let lights = bytes.number(1, 80);
    let wanted = bytes.bits(lights);
    let count = bytes.number(0, 90);
    let button = |bytes: &mut Bytes<'_>| {
        let mut list: Vec<usize> = (0..bytes.number(0, 6)).map(|_| bytes.number(0, lights - 1)).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let buttons: Vec<Vec<usize>> = (0..count).map(|_| button(bytes)).collect();
    agrees(&Wiring::new(wanted, &buttons));
}

fn agrees(wiring: &Wiring) {
    // A large puzzle was read; to eliminate it takes long.
    if wiring.lights() * wiring.buttons() > 1 << 14 {
        return;
    }
    let list = |button| wiring.toggled(button).collect::<Vec<usize>>();
    let buttons: Vec<Vec<usize>> = (0..wiring.buttons()).map(list).collect();
    let line = written(wiring, &buttons);
    let again = WiringReader::new(line.as_bytes()).and_then(|mut reader| reader.next_wiring());
    let again = again.unwrap_or_else(|error| panic!("{error} in {line}")).expect("a puzzle");
    assert_eq!((again.wanted(), again.buttons()), (wiring.wanted(), wiring.buttons()));
    for (button, lights) in buttons.iter().enumerate() {
        assert!(again.toggled(button).eq(lights.iter().copied()), "{line}");
    }

    // A search of more than a moment is cut short: then the bound has to hold.
    let stop = AtomicBool::new(false);
    let note = |progress: &Progress<'_>| stop.store(progress.total > 1 << 12, Ordering::Relaxed);
    let limits = Limits { stop: Some(&stop), memory: 1 << 20, progress: Some(&note), ..Limits::default() };
    let verdict = wiring.fewest(&limits).expect("a small puzzle");
    let fewest = (buttons.len() <= 10).then(|| by_enumeration(wiring, &buttons));
    match verdict {
        Verdict::Solved { optimum, nullity } => {
            assert!(optimum.presses.len() == buttons.len() && wiring.is_solution(&optimum.presses), "{line}");
            assert_eq!(optimum.cost, optimum.presses.count_ones() as u64);
            assert!(optimum.bound <= optimum.cost && optimum.proved == optimum.count.is_some(), "{line}");
            if let Some(fewest) = fewest {
                let (cost, count, solutions) = fewest.expect("there are solutions");
                assert_eq!(solutions, 1 << nullity);
                assert!(optimum.proved && optimum.bound == cost && optimum.cost == cost, "{line}");
                assert_eq!(optimum.count, Some(count.into()), "{line}");
            }
        }
        Verdict::Impossible { witness } => {
            assert!(wiring.is_witness(&witness) && fewest.flatten().is_none(), "{line}");
        }
    }
}

/// `[.##.] (3) (1,3)`.
fn written(wiring: &Wiring, buttons: &[Vec<usize>]) -> String {
    let light = |i| if wiring.wanted().get(i) { '#' } else { '.' };
    let mut line: String = (0..wiring.lights()).map(light).collect();
    line = format!("[{line}]");
    for button in buttons {
        let numbers: Vec<String> = button.iter().map(usize::to_string).collect();
        line += &format!(" ({})", numbers.join(","));
    }
    line
}

/// The fewest presses, how many sets of buttons are as few, and how many solve it at all.
fn by_enumeration(wiring: &Wiring, buttons: &[Vec<usize>]) -> Option<(u64, u64, u64)> {
    let mut found: Option<(u64, u64, u64)> = None;
    for set in 0..1u32 << buttons.len() {
        let mut lights = vec![false; wiring.lights()];
        for (_, button) in buttons.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
            button.iter().for_each(|light| lights[*light] ^= true);
        }
        if (0..lights.len()).any(|i| lights[i] != wiring.wanted().get(i)) {
            continue;
        }
        let cost = u64::from(set.count_ones());
        let (best, count, solutions) = found.unwrap_or((cost, 0, 0));
        let count = match cost.cmp(&best) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => count + 1,
            std::cmp::Ordering::Greater => count,
        };
        found = Some((best.min(cost), count, solutions + 1));
    }
    found
}
