//! `solve` from and to files: formats by name, streaming without memory, engines by name, several optima.

mod common;

use common::run::{Run, lightsout};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a name").to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    fn names(&self) -> Vec<PathBuf> {
        fs::read_dir(self.0.path()).expect("there").flatten().map(|e| e.path()).collect()
    }
}

fn solve(args: &[&str]) -> Run {
    let mut all = vec!["solve"];
    all.extend(args);
    lightsout(&all, "")
}

#[test]
fn the_name_says_the_format() {
    let folder = Folder::new();
    for name in ["x.txt", "x.pbm", "x.png", "x"] {
        let path = folder.path(name);
        assert_eq!(solve(&["examples/9x9.txt", "-o", &path]).code, 0, "{name}");
        let run = lightsout(&["verify", "examples/9x9.txt", &path], "");
        assert_eq!(run.stdout, "verified: 29 presses, goal off\n", "{name}");
    }
    let path = folder.path("x.json");
    assert_eq!(solve(&["examples/9x9.txt", "-o", &path]).code, 0);
    let document: Value = serde_json::from_slice(&fs::read(&path).expect("there")).expect("JSON");
    assert_eq!(document["presses"], 29);
    let run = solve(&["examples/5x5.txt", "--format", "pbm"]);
    assert!(run.stdout.starts_with("P4\n5 5\n"), "{run:?}");
}

#[test]
fn raw_pbm_streams_with_the_same_answer() {
    let folder = Folder::new();
    for (size, rule) in [("70x130", vec![]), ("130x70", vec![]), ("101x64", vec!["--no-self"])] {
        let board = folder.path("board.pbm");
        // A board that can be solved: what the presses of a random pattern toggle.
        let made = lightsout(&[&["generate", size, "-o", &board, "--seed", "3"], &rule[..]].concat(), "");
        assert_eq!(made.code, 0, "{made:?}");
        let text = fs::read_to_string(&board).expect("there");
        let rows: Vec<&str> = text.lines().collect();
        let mut raw = format!("P4\n{} {}\n", rows[0].len(), rows.len()).into_bytes();
        for row in &rows {
            for eight in row.as_bytes().chunks(8) {
                raw.push(eight.iter().enumerate().map(|(i, c)| u8::from(*c == b'#') << (7 - i)).sum());
            }
        }
        let board = folder.write("board.pbm", raw);
        let answer = folder.path("answer.pbm");
        let run = solve(&[&["--any", "--low-memory", "--stats", &board, "-o", &answer], &rule[..]].concat());
        assert!(run.code == 0 && run.stderr.contains("streamed"), "{run:?}");
        let run = lightsout(&[&["verify", &board, &answer], &rule[..]].concat(), "");
        assert_eq!(run.code, 0, "{run:?}");
        // Without streaming (the answer as text): presses that do the same.
        let text = folder.path("answer.txt");
        let run = solve(&[&["--any", &board, "-o", &text], &rule[..]].concat());
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(lightsout(&[&["verify", &board, &text], &rule[..]].concat(), "").code, 0);
    }
    let answer = folder.path("answer.pbm");
    let run = solve(&["--any", "--size", "300x200", "--all-on", "--stats", "-o", &answer]);
    assert!(run.code == 0 && run.stderr.contains("streamed"), "{run:?}");
    let all_on = folder.write("on.txt", format!("{}\n", "1".repeat(200)).repeat(300));
    assert_eq!(lightsout(&["verify", &all_on, &answer], "").code, 0);
}

#[test]
fn an_impossible_stream_leaves_no_file_and_gives_its_proof() {
    let folder = Folder::new();
    // 4 x 4 with one corner on has no solution.
    let board = folder.write("board.pbm", b"P4\n4 4\n\x80\x00\x00\x00");
    let (answer, witness) = (folder.path("answer.pbm"), folder.path("witness.pbm"));
    let run = solve(&["--any", &board, "-o", &answer, "--witness", &witness]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
    let run = lightsout(&["verify", &board, "--witness", &witness], "");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
}

#[test]
fn bad_raw_pbm_leaves_the_output_as_it_was() {
    let folder = Folder::new();
    let answer = folder.write("answer.pbm", "before");
    for (name, bytes, wanted) in [
        ("short.pbm", &b"P4\n9 2\n\xff\x80\x00"[..], "byte 10"),
        ("long.pbm", b"P4\n9 2\n\xff\x80\x00\x00\x00", "byte 11"),
        ("huge.pbm", b"P4\n4294967295 4294967295\n\x00", "missing; give the whole file"),
        ("absurd.pbm", b"P4\n99999999999999999999 1\n", "too large"),
        ("zero.pbm", b"P4\n0 1\n", "no cells"),
    ] {
        let board = folder.write(name, bytes);
        let run = solve(&["--any", &board, "-o", &answer]);
        assert_eq!(run.code, 2, "{name} {run:?}");
        assert!(run.stderr.starts_with("error: ") && run.stderr.matches('\n').count() == 1, "{run:?}");
        assert!(run.stderr.contains(name) && run.stderr.contains(wanted), "{name} {run:?}");
        assert_eq!(fs::read(&answer).expect("there"), b"before");
    }
    assert_eq!(folder.names().len(), 6, "{:?}", folder.names());
}

#[test]
fn every_engine_gives_the_same_optimum() {
    for args in [&["--size", "11x9", "--all-on"][..], &["--size", "9x5", "--random", "4", "--goal", "either"]]
    {
        let answers: Vec<Run> = ["dense", "chase", "spectral"]
            .iter()
            .map(|engine| solve(&[args, &["--engine", engine, "--stats"]].concat()))
            .collect();
        assert!(answers.iter().all(|run| run.stdout == answers[0].stdout && run.code == answers[0].code));
        for (run, engine) in answers.iter().zip(["dense", "chase", "spectral"]) {
            assert!(run.stderr.contains(&format!("engine {engine}, estimated")), "{run:?}");
        }
    }
    let run = solve(&["--engine", "spectral", "--topology", "torus", "--size", "5x5", "--all-on"]);
    assert!(run.code == 2 && run.stderr.contains("--engine spectral"), "{run:?}");
}

#[test]
fn quiet_patterns_past_memory_are_said_not_searched() {
    // Sigma on 1999 x 1999 has 1999 quiet patterns, a gigabyte of them.
    let made = lightsout(&["generate", "1999x1999", "--no-self"], "");
    let run = lightsout(&["solve", "--no-self", "--memory", "100MiB"], &made.stdout);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("not proved (at least 0)"), "{}", run.stderr);
}

#[test]
fn several_optima_in_order() {
    let run = solve(&["examples/5x5.txt", "--solutions", "9", "--count"]);
    let optima: Vec<&str> = run.stdout.split("\n\n").collect();
    assert_eq!(optima.len(), 4, "{run:?}");
    assert!(optima.is_sorted_by(|a, b| a.replace('X', "x") < b.replace('X', "x")), "{optima:?}");
    assert!(run.stderr.contains("optima: 4; solutions for goal off: 2^2"), "{run:?}");
    let run = solve(&["examples/5x5.txt", "--solutions", "3", "--json"]);
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(document["further"].as_array().expect("patterns").len(), 2);
}

#[test]
fn a_time_limit_gives_the_best_and_its_bound() {
    // A random board of this size is solvable once in 2^64: made solvable, it is stopped long before its proof.
    let made = lightsout(&["generate", "79x79"], "");
    let run = lightsout(&["solve", "--time-limit", "0.3", "--json"], &made.stdout);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(document["status"], "not proved");
    assert!(document["bound"].as_u64() < document["cost"].as_u64(), "{document}");
    assert!(run.stderr.contains("not proved (at least"), "{}", run.stderr);
}

/// What a stream takes and what goes the ordinary way, with the same answer.
#[test]
fn a_stream_or_not() {
    let folder = Folder::new();
    let out = folder.path("x.pbm");
    let read = |path: &str| fs::read(path).expect("there");
    let made = solve(&["--any", "--random", "7", "--size", "60x72", "-o", &out]);
    let plain = solve(&[
        "--any",
        "--random",
        "7",
        "--size",
        "60x72",
        "-o",
        &folder.path("y.pbm"),
        "--engine",
        "chase",
    ]);
    assert_eq!((made.code, plain.code), (0, 0), "{made:?} {plain:?}");
    assert_eq!(read(&out), read(&folder.path("y.pbm")), "one solution only, so any is that one");
    let raw = folder.write("board.pbm", b"P4\n3 3\n\x40\xe0\x40");
    let text = folder.write("board.txt", ".X.\nXXX\n.X.\n");
    let centre = b"P4\n3 3\n\x00\x40\x00";
    for call in [&["--any", &raw][..], &["--any", &text], &["--any", "--size", "3x3", &raw]] {
        assert_eq!(solve(&[call, &["-o", &out]].concat()).code, 0, "{call:?}");
        assert_eq!(read(&out), centre, "{call:?}");
    }
    let wrong = solve(&["--any", "--size", "3x4", &raw, "-o", &out]);
    assert!(wrong.code == 2 && wrong.stderr.contains("is 3x3, not 3x4; give its own size"), "{wrong:?}");
    assert_eq!(read(&out), centre);
    let none = folder.write("none.pbm", b"P4\n5 5\n\x80\x00\x00\x00\x00");
    let quiet = solve(&["--any", "--quiet", &none, "-o", &out]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (1, "Impossible\n", ""));
    assert_eq!(read(&out), centre);
}
