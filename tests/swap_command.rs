//! `swap` on the real binary: the forms it reads, what it prints, and how it ends.

mod common;

use common::run::{Run, lightsout};
use common::{Rng, cases};
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use std::fs;

const SAMPLE: &str = "1111\n0000\n1110\n0010\n\n1010\n0101\n1010\n0101\n";

fn swap(args: &[&str], stdin: impl AsRef<[u8]>) -> Run {
    lightsout(&[&["swap"], args].concat(), stdin)
}

/// The boards of the sample in two files of a folder.
fn sample_files() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (start, target) = SAMPLE.split_once("\n\n").expect("two boards");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a name").to_owned()
    };
    let (start, target) = (write("start", start), write("target", target));
    (folder, start, target)
}

#[test]
fn every_form_of_the_sample() {
    let both = [
        SAMPLE.to_owned(),
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.replace('1', "1 ").replace('0', "0 "),
        SAMPLE.replace('1', "1 ").replace('0', "0 ").replace('\n', "\r\n"),
        format!("\u{feff}{SAMPLE}\n\n"),
        format!("\n\n{}", SAMPLE.replace("\n\n", "\n \n\t\n")),
        SAMPLE.replace('1', "#").replace('0', "."),
        format!("4 4\n{}", SAMPLE.replace("\n\n", "\n")),
        SAMPLE.trim_end().replace("\n\n", "!").replace('\n', "/").replace('!', "\n\n"),
        "[[1,1,1,1],[0,0,0,0],[1,1,1,0],[0,0,1,0]]\n[[1,0,1,0],[0,1,0,1],[1,0,1,0],[0,1,0,1]]".to_owned(),
    ];
    for text in both {
        let run = swap(&[], &text);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "4\n", ""), "{text:?}");
    }
    let (folder, start, target) = sample_files();
    let (first, second) = (start.as_str(), target.as_str());
    for args in [[first, second], [second, first], [first, "-"], ["-", first]] {
        let run = swap(&args, fs::read(&target).expect("read"));
        assert_eq!((run.code, run.stdout.as_str()), (0, "4\n"), "{args:?}");
    }
    let both = folder.path().join("both");
    fs::write(&both, SAMPLE).expect("written");
    assert_eq!(swap(&[both.to_str().expect("a name")], "").stdout, "4\n");
    // Two pictures are two boards.
    let plain = "P1\n2 2\n1 0\n0 0\n";
    let there = "P1\n2 2\n0 0\n0 1\n";
    assert_eq!(swap(&[], format!("{plain}{there}")).stdout, "2\n");
}

#[test]
fn published_cases() {
    for case in cases().iter().filter(|case| case.kind == "swap") {
        let rows = |value: &serde_json::Value| -> Vec<String> {
            serde_json::from_value(value.clone()).expect("rows")
        };
        let text = format!("{}\n\n{}\n", rows(&case.board).join("\n"), rows(&case.target).join("\n"));
        let adjacency = if case.rule.contains("king") { "king" } else { "orthogonal" };
        let run = swap(&["--adjacency", adjacency], &text);
        let wanted = case.expected.as_str().map_or_else(|| case.expected.to_string(), str::to_owned);
        assert_eq!(run.stdout.trim_end(), wanted, "{}", case.id);
        assert_eq!(run.code, i32::from(wanted == "Impossible"), "{}", case.id);
    }
}

/// Plays `row,col row,col` lines, from 1, on a board of text.
fn replay(start: &Board, lines: &[&str]) -> BitMatrix {
    let mut lights = start.lights().clone();
    for line in lines {
        let numbers: Vec<usize> =
            line.split([' ', ',']).map(|n| n.parse::<usize>().expect("a number") - 1).collect();
        let [r, c, tr, tc] = numbers[..] else { panic!("four numbers: {line}") };
        assert_eq!(r.abs_diff(tr) + c.abs_diff(tc), 1, "{line}");
        assert!(lights.get(r, c) && !lights.get(tr, tc), "{line}");
        assert!(!start.is_hole(r, c) && !start.is_hole(tr, tc), "{line}");
        lights.flip(r, c);
        lights.flip(tr, tc);
    }
    lights
}

#[test]
fn moves_replay() {
    let mut random = Rng::new(12);
    let mut answered = 0;
    for _ in 0..40 {
        let (rows, cols) = (1 + random.below(14), 1 + random.below(14));
        let holes = BitMatrix::from_fn(rows, cols, |_, _| random.chance(8));
        let start = Board::with_holes(random.matrix(rows, cols), holes.clone());
        let target = Board::with_holes(random.matrix(rows, cols), holes);
        let run = swap(&["--moves"], format!("{start}\n{target}"));
        if run.code == 1 {
            assert_eq!(run.stdout, "Impossible\n");
            continue;
        }
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(lines[0], (lines.len() - 1).to_string());
        assert_eq!(&replay(&start, &lines[1..]), target.lights());
        answered += 1;
    }
    assert!(answered > 0, "none was possible");
}

#[test]
fn json_says_the_same() {
    let run = swap(&["--json", "--moves"], SAMPLE);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.code, document["distance"].as_u64(), document["solvable"].as_bool()),
        (0, Some(4), Some(true))
    );
    assert_eq!((document["rows"].as_u64(), document["adjacency"].as_str()), (Some(4), Some("orthogonal")));
    let text = swap(&["--moves"], SAMPLE).stdout;
    let moves: Vec<String> = document["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|m| format!("{},{} {},{}", m[0][0], m[0][1], m[1][0], m[1][1]))
        .collect();
    assert_eq!(format!("4\n{}\n", moves.join("\n")), text);

    let run = swap(&["--json"], SAMPLE);
    assert!(!run.stdout.contains("moves"), "{run:?}");
    let run = swap(&["--json"], "10\n\n11\n");
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, document["solvable"].as_bool()), (1, Some(false)));
    assert!(document["distance"].is_null());
    assert_eq!(document["reason"].as_str(), Some("the start has 1 piece, the target 2"));
}

#[test]
fn impossible_is_status_1() {
    let run = swap(&[], "11\n00\n\n10\n00\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
    assert_eq!(run.stderr, "the start has 2 pieces, the target 1\n");
    let run = swap(&["--no-answer", "-1", "--quiet"], "1~0\n\n0~1\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, "-1\n", ""));
    // Round the corner of the wall.
    let run = swap(&["--adjacency", "king", "--moves"], "1~\n~0\n\n0~\n~1\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "1\n1,1 2,2\n"));
}

#[test]
fn animation_without_a_terminal_is_plain_boards() {
    let run = swap(&["--animate"], SAMPLE);
    assert_eq!(run.code, 0);
    assert!(run.stdout.bytes().all(|b| b == b'\n' || (b' '..=b'~').contains(&b)), "{run:?}");
    let frames: Vec<&str> = run.stdout.split("\n\n").collect();
    assert_eq!((frames.len(), frames[5]), (6, "4\n"), "the start, four moves, the number");
    let board = |text: &str| text.trim_end().replace('X', "1").replace('.', "0");
    let (start, target) = SAMPLE.split_once("\n\n").expect("two boards");
    assert_eq!((board(frames[0]), board(frames[4])), (start.to_owned(), target.trim_end().to_owned()));
    // Each frame is one move from the next.
    for pair in frames[..5].windows(2) {
        assert_eq!(swap(&[], format!("{}\n\n{}", pair[0], pair[1])).stdout, "1\n");
    }
}

#[test]
fn output_files_appear_whole_or_not() {
    let (folder, start, target) = sample_files();
    let out = folder.path().join("out").to_str().expect("a name").to_owned();
    let run = swap(&["--moves", "-o", &out, &start, &target], "");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let before = fs::read_to_string(&out).expect("written");
    assert_eq!(before, swap(&["--moves", &start, &target], "").stdout);
    assert_eq!(swap(&["-o", &out, &start], "").code, 2);
    assert_eq!(fs::read_to_string(&out).expect("still there"), before);
}

#[test]
fn wrong_input_is_one_line_with_the_place() {
    let cases: [(&[&str], &str, &str); 14] = [
        (&[], "", "<stdin>:1:1: there is no board here"),
        (&[], "10\n01\n", "<stdin>:3:1: one board only"),
        (&[], "10\n01", "<stdin>:2:3: one board only"),
        (&[], "10\n01\n\n\n", "<stdin>:5:1: one board only"),
        (&[], "10\n\n01\n\n11\n", "<stdin>:5:1: a third board"),
        (&[], "10\n\n01\n01\n", "<stdin>:3:1: the start is 1 x 2, the target 2 x 2"),
        (&[], "1~\n\n01\n", "<stdin>:3:1: row 1, column 2 is a hole in one board"),
        (&[], "10\n02\n\n01\n10\n", "<stdin>:2:2: '2' is not a cell"),
        (&[], "10\n01\n\n01\n1x\n", "<stdin>:5:2: 'x'"),
        (&[], "10\n01\n\n01\n1\n", "<stdin>:5:1: this row has 1 cell"),
        (&["/nonexistent"], "", "/nonexistent: no such file"),
        (&["-", "-"], SAMPLE, "standard input can be read once"),
        (&["--adjacency", "knight"], SAMPLE, "knight"),
        (&["--animate", "--moves"], SAMPLE, "--animate"),
    ];
    for (args, stdin, wanted) in cases {
        let run = swap(args, stdin);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{stdin:?}: {run:?}");
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains(wanted), "{stdin:?}: {run:?}");
        assert_eq!(run.stderr.matches('\n').count(), 1, "{run:?}");
    }
    let (_folder, start, target) = sample_files();
    let run = swap(&[&start, "-"], "1\n0\n");
    assert!(run.code == 2 && run.stderr.contains("<stdin>: the start is 4 x 4, the target 2 x 1"), "{run:?}");
    let run = swap(&[&start, &target, &target], "");
    assert_eq!(run.code, 2);
    let run = swap(&[&start, "-"], SAMPLE);
    assert!(run.code == 2 && run.stderr.contains("<stdin>:6:1: another board"), "{run:?}");
}

/// Far transports round scattered walls that cut nothing off: two boards in one text.
fn much_to_do(n: usize) -> String {
    let mut random = Rng::new(1);
    let holes = BitMatrix::from_fn(n, n, |r, c| r % 2 == 1 && c % 2 == 1 && random.chance(60));
    let mut cells: Vec<_> = (0..n * n).map(|i| (i / n, i % n)).filter(|&(r, c)| !holes.get(r, c)).collect();
    let mut board = || {
        let mut lights = BitMatrix::zeros(n, n);
        cells.iter().take(n * n / 3).for_each(|&(r, c)| lights.set(r, c, true));
        cells.reverse();
        Board::with_holes(lights, holes.clone())
    };
    format!("{}\n{}", board(), board())
}

/// Ctrl-C while it searches: a bound on standard error, status 130.
#[cfg(unix)]
#[test]
fn interrupted_is_status_130() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards");
    // On a quick machine the smaller ones may be done before the signal.
    for n in [300, 600, 1200] {
        fs::write(&path, much_to_do(n)).expect("written");
        let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(["swap", "--adjacency", "king", "--json"])
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let output = child.wait_with_output().expect("ends");
        if output.status.success() {
            continue;
        }
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert!(said.contains("at least"), "{output:?}");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
        assert!(told["solvable"].is_null() && told["distance"].is_null(), "{told}");
        assert!(said.contains(&format!("at least {} swaps", told["bound"])), "{said} {told}");
        assert!(begun.elapsed() < Duration::from_secs(20));
        return;
    }
    panic!("none took long enough to be stopped");
}
