//! The classic query: a stream of random 4×4 boards through the standard input of the command, beside `cat` of
//! the same bytes, which is the floor. Run with `cargo bench --bench query`.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use lightsout::board::Random;

const BOARDS: usize = 10_000_000;

fn main() {
    let mut random = Random::new(1);
    let mut stream = Vec::with_capacity(BOARDS * 20);
    for _ in 0..BOARDS {
        let board = random.next_word();
        for cell in 0..16 {
            stream.push(if board >> cell & 1 == 1 { b'b' } else { b'w' });
            if cell % 4 == 3 {
                stream.push(b'\n');
            }
        }
    }
    let cat = seconds(&mut Command::new("cat"), &stream, None);
    for _ in 0..3 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lightsout"));
        let taken = seconds(&mut command, &stream, Some(BOARDS));
        let rate = BOARDS as f64 / taken / 1e6;
        println!("query 4x4: {rate:.1} million boards a second, {:.2} x cat of the same bytes", taken / cat);
    }
}

/// Feeds the bytes to the command and reads all it prints, `lines` lines of it.
fn seconds(command: &mut Command, bytes: &[u8], lines: Option<usize>) -> f64 {
    let begun = Instant::now();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let printed = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes).expect("written"));
        let mut printed = Vec::new();
        output.read_to_end(&mut printed).expect("read");
        printed
    });
    assert!(child.wait().expect("it ends").success());
    if let Some(lines) = lines {
        assert_eq!(printed.iter().filter(|b| **b == b'\n').count(), lines);
    }
    begun.elapsed().as_secs_f64()
}
