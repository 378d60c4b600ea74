//! The classic question on the real binary, against two oracles written apart from the product.

mod common;

use common::run::lightsout;

/// The lights that each of the 16 buttons toggles, as bits of a 4×4 board in row-major order.
fn masks() -> Vec<u16> {
    let mut masks = Vec::new();
    for r in 0i32..4 {
        for c in 0i32..4 {
            let toggles = |l: i32| (l / 4 - r).abs() + (l % 4 - c).abs() <= 1;
            masks.push((0..16).filter(|&l| toggles(l)).map(|l| 1u16 << l).sum());
        }
    }
    masks
}

/// Breadth-first search from both goals at once.
fn by_search() -> Vec<Option<u32>> {
    let masks = masks();
    let mut rounds = vec![None; 1 << 16];
    let mut front = vec![0u16, u16::MAX];
    for board in &front {
        rounds[usize::from(*board)] = Some(0);
    }
    let mut depth = 0;
    while !front.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in front {
            for mask in &masks {
                let there = board ^ mask;
                if rounds[usize::from(there)].is_none() {
                    rounds[usize::from(there)] = Some(depth);
                    next.push(there);
                }
            }
        }
        front = next;
    }
    rounds
}

/// Every one of the 2^16 press sets.
fn by_trying_all() -> Vec<Option<u32>> {
    let masks = masks();
    let mut rounds: Vec<Option<u32>> = vec![None; 1 << 16];
    for presses in 0..=u16::MAX {
        let toggled = (0..16).filter(|b| presses >> b & 1 == 1).fold(0, |acc, b| acc ^ masks[b]);
        for board in [toggled, !toggled] {
            let entry = &mut rounds[usize::from(board)];
            *entry = Some(entry.map_or(presses.count_ones(), |best| best.min(presses.count_ones())));
        }
    }
    rounds
}

fn text(board: u16, on: char, off: char, row_end: &str) -> String {
    let cell = |l: u32| if board >> l & 1 == 1 { on } else { off };
    let row = |r: u32| (0..4).map(|c| cell(r * 4 + c)).collect::<String>() + row_end;
    (0..4).map(row).collect()
}

#[test]
fn all_65536_boards_in_one_stream() {
    let rounds = by_search();
    assert_eq!(rounds, by_trying_all());
    assert_eq!(rounds.iter().flatten().count(), 4096);
    assert_eq!(rounds.iter().flatten().max(), Some(&6));
    let expected: String =
        rounds.iter().map(|r| r.map_or("Impossible\n".to_owned(), |n| format!("{n}\n"))).collect();
    for (on, off, row_end) in [('b', 'w', "\n"), ('1', '0', ""), ('X', '.', " "), ('#', '.', "|\r\n")] {
        let stream: String = (0..=u16::MAX).map(|board| text(board, on, off, row_end)).collect();
        let run = lightsout(&[], &stream);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout == expected, "answers differ for {on}{off}");
    }
}

#[test]
fn the_two_samples() {
    assert_eq!(lightsout(&["examples/classic.txt"], "").stdout, "4\n");
    assert_eq!(lightsout(&["query", "examples/impossible.txt"], "").stdout, "Impossible\n");
    let run = lightsout(&["--no-answer", "-1", "examples/impossible.txt", "examples/classic.txt"], "");
    assert_eq!((run.code, run.stdout.as_str()), (0, "-1\n4\n"));
    let run = lightsout(&["--json", "examples/impossible.txt", "examples/classic.txt"], "");
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(document["answers"], serde_json::json!([null, 4]));
}

#[test]
fn goals_sizes_and_rules() {
    let each = |args: &[&str], board: &str| lightsout(args, board).stdout;
    assert_eq!(each(&["query", "--goal", "off"], "wwww wwww wwww wwww"), "0\n");
    assert_eq!(each(&["query", "--goal", "on"], "wwww wwww wwww wwww"), "4\n");
    assert_eq!(each(&["query", "--size", "5x5", "--goal", "off"], &"1".repeat(25)), "15\n");
    assert_eq!(each(&["query", "--size", "2x3"], "000001 000000 111111"), "Impossible\n0\n0\n");
    assert_eq!(each(&["query", "--rule", "king", "--size", "3x3", "--goal", "off"], "111111111"), "1\n");
    assert_eq!(each(&["query", "--topology", "torus", "--size", "3x3", "--goal", "off"], "111111111"), "3\n");
    // Too large for words: the general machinery.
    assert_eq!(each(&["query", "--size", "9x9", "--goal", "off"], &"1".repeat(81)), "25\n");
}

#[test]
fn pictures_are_boards_too() {
    assert_eq!(lightsout(&["query"], "P1\n4 4\n1001 1101 1001 1000\n").stdout, "4\n");
    assert_eq!(lightsout(&["query"], b"P4\n4 4\n\x90\xd0\x90\x80").stdout, "4\n");
    let run = lightsout(&["query"], "P1\n3 3\n010 111 010\n");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(lightsout(&["query", "--size", "3x3"], "P1\n3 3\n010 111 010\n").stdout, "1\n");
}

#[test]
fn answers_come_before_a_fault_further_on() {
    let run = lightsout(&["query"], "bwwb bbwb bwwb bwww\nbwwb bb?b bwwb bwww\n");
    assert_eq!((run.code, run.stdout.as_str()), (2, "4\n"));
    assert!(run.stderr.starts_with("error: <stdin>:2:8: '?'"), "{}", run.stderr);
    let run = lightsout(&["query"], "bwwb bbwb bwwb bwww bwwb");
    assert_eq!((run.code, run.stdout.as_str()), (2, "4\n"));
    assert!(run.stderr.contains("board 2"), "{}", run.stderr);
}

#[test]
fn each_board_is_answered_as_it_comes() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (board, answer) in [("bwwbbbwbbwwbbwww\n", "4"), ("bwbw wwww bbwb bwwb\n", "Impossible")] {
        input.write_all(board.as_bytes()).expect("written");
        assert_eq!(answers.next().expect("an answer").expect("text"), answer);
    }
    drop(input);
    assert!(child.wait().expect("the binary ends").success());
}
