//! `buttons` on the real binary.

mod common;

use common::run::{Run, lightsout};
use std::fs;

const THREE: &str = "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n\
    [...#.] (0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}\n\
    [.###.#] (0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}\n";

fn buttons(args: &[&str], stdin: &str) -> Run {
    lightsout(&[&["buttons"], args].concat(), stdin)
}

#[test]
fn one_answer_a_line() {
    let run = buttons(&[], THREE);
    assert_eq!((run.code, run.stdout.as_str()), (0, "2\n3\n2\n"));
    assert_eq!(run.stderr.matches("note:").count(), 1, "{run:?}");
    assert!(run.stderr.contains("another problem"));
    let run = buttons(&["--quiet", "--sum"], THREE);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "7\n", ""));
    assert_eq!(buttons(&["--which", "-q"], THREE).stdout, "2 4,5\n3 2,3,4\n2 1,2\n");
    let run = buttons(&[], "5 6\n1 2\n1 3\n4 2\n3 4\n2 5\n5 3\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "3\n", ""));
    assert_eq!(buttons(&["--which"], "2 1\n1 2\n").stdout, "1 2\n", "vertices count from 1");
    assert_eq!(buttons(&["--which"], "[..] (0,1)\n").stdout, "0\n");
}

#[test]
fn impossible_lines_are_status_1_and_the_others_are_answered() {
    let mixed = "[#.] (0,1)\n[##] (0,1)\n";
    let run = buttons(&[], mixed);
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n1\n"));
    let run = buttons(&["--no-answer", "-1"], mixed);
    assert_eq!((run.code, run.stdout.as_str()), (1, "-1\n1\n"));
    let run = buttons(&["--sum"], mixed);
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
    assert_eq!(run.stderr, "1 of 2 puzzles impossible; the others take 1\n");
}

#[test]
fn json_lists_every_puzzle() {
    let run = buttons(&["--json", "--quiet"], &format!("{THREE}\n[#.] (0,1)\n"));
    let list: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(run.code, 1);
    let presses: Vec<_> = list.as_array().expect("a list").iter().map(|p| p["presses"].as_u64()).collect();
    assert_eq!(presses, [Some(2), Some(3), Some(2), None]);
    assert_eq!(list[0]["buttons"], serde_json::json!([4, 5]));
    assert_eq!((list[0]["status"].as_str(), list[0]["optima"].as_u64()), (Some("optimal"), Some(2)));
    assert_eq!((list[3]["line"].as_u64(), list[3]["puzzle"].as_u64()), (Some(5), Some(4)));
    assert_eq!(list[3]["solvable"].as_bool(), Some(false));
    assert_eq!(list[3]["witness"], serde_json::json!([0, 1]));

    let run = buttons(&["--json"], r#"{"lights":3,"buttons":[[0,1],[1,2]],"start":"101"}"#);
    let list: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, list[0]["presses"].as_u64()), (0, Some(2)));
    let run = buttons(&["--json", "--sum", "-q"], THREE);
    assert_eq!(run.stdout, "{\"puzzles\":3,\"impossible\":0,\"sum\":7}\n");
}

#[test]
fn wrong_input_is_one_line_with_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_str().expect("a name").to_owned();
    fs::write(&out, "before").expect("written");
    let run = buttons(&["-o", &out], "[##] (0,1)\n[##] (0,2)\n");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: <stdin>:2:9: there is no light 2"), "{run:?}");
    assert_eq!(fs::read_to_string(&out).expect("still there"), "before");
    let run = buttons(&["/nonexistent"], "");
    assert!(run.code == 2 && run.stderr.contains("/nonexistent: no such file"), "{run:?}");
    let run = buttons(&[], "");
    assert!(run.code == 2 && run.stderr.contains("<stdin>:1:1: there is no puzzle"), "{run:?}");
    let run = buttons(&["--sum", "--which"], THREE);
    assert_eq!(run.code, 2);
    // 128 GiB of equations.
    let run = buttons(&[], "1048576 0\n");
    assert!(run.code == 2 && run.stderr.contains("of memory"), "{run:?}");
}

#[test]
fn a_time_limit_gives_bounds() {
    // A random code far past what can be searched: 200 buttons for 60 lights.
    let mut random = common::Rng::new(2);
    let mut line = format!("[{}]", "#".repeat(60));
    for _ in 0..200 {
        let lights: Vec<String> =
            (0..60).filter(|_| random.chance(50)).map(|light: usize| light.to_string()).collect();
        line += &format!(" ({})", lights.join(","));
    }
    let run = buttons(&["--time-limit", "0.2"], &line);
    assert_eq!(run.code, 0, "{run:?}");
    let (bound, rest) = run.stdout.split_once("..").expect("bounds");
    let best = rest.strip_suffix(" not proved\n").expect("said");
    let (bound, best): (u64, u64) = (bound.parse().expect("a number"), best.parse().expect("a number"));
    assert!(bound <= best && (1..=60).contains(&best));
    let sum = buttons(&["--time-limit", "0.2", "--sum"], &format!("{line}\n{line}"));
    assert!(sum.code == 0 && sum.stdout.contains("..") && sum.stdout.ends_with(" not proved\n"), "{sum:?}");
}
