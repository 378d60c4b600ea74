//! Puzzles given as lists, a line each: lines a second, from text to the fewest presses. Every answer is checked.
//!
//! `cargo bench --bench buttons [-- LINES]`

use std::fmt::Write;
use std::time::Instant;

use lightsout::board::Random;
use lightsout::optimize::Limits;
use lightsout::wiring::{Verdict, WiringReader};

fn main() {
    let lines = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(100_000);
    let mut random = Random::new(1);
    let text: String = (0..lines).map(|_| planted(&mut random)).collect();
    report("4 to 10 lights, up to 13 buttons, solvable", &text);
    // Thirteen equal buttons: 4 096 solutions a line, the most there can be.
    report("1 light, 13 buttons", &format!("[#]{}\n", " (0)".repeat(13)).repeat(lines));
}

/// A line with an answer, and counters to leave out.
fn planted(random: &mut Random) -> String {
    let mut below = |bound: usize| random.below(bound);
    let (lights, buttons) = (4 + below(7), 2 + below(12));
    let mut wanted = 0usize;
    let mut list = String::new();
    for _ in 0..buttons {
        let toggled = 1 + below((1 << lights) - 1);
        wanted ^= toggled * below(2);
        let numbers: Vec<String> =
            (0..lights).filter(|l| toggled >> l & 1 == 1).map(|l| l.to_string()).collect();
        // Writing to memory does not fail.
        let _ = write!(list, " ({})", numbers.join(","));
    }
    let wanted: String = (0..lights).map(|l| if wanted >> l & 1 == 1 { '#' } else { '.' }).collect();
    format!("[{wanted}]{list} {{{}}}\n", vec!["7"; lights].join(","))
}

fn report(name: &str, text: &str) {
    let begin = Instant::now();
    let mut puzzles = WiringReader::new(text.as_bytes()).expect("puzzles");
    let mut answers = Vec::new();
    while let Some(wiring) = puzzles.next_wiring().expect("right") {
        let verdict = wiring.fewest(&Limits::default()).expect("fits");
        answers.push((wiring, verdict));
    }
    let seconds = begin.elapsed().as_secs_f64();
    let mut presses = 0;
    for (wiring, verdict) in &answers {
        let Verdict::Solved { optimum, .. } = verdict else { panic!("{name}: planted, yet impossible") };
        assert!(optimum.proved && wiring.is_solution(&optimum.presses), "{name}");
        presses += optimum.cost;
    }
    let lines = answers.len();
    println!("{name}: {lines} lines, {presses} presses, {:.0} lines a second", lines as f64 / seconds);
}
