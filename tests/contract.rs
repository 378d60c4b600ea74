//! The contract of the command (docs/cli.md, "Exit status"), row by row on the real binary. The rows stand in
//! `tests/data/contract.txt`. Status 3, a failed check, has no row: no input is known that fails one, so it is held by the
//! tests of `src/cli/exit.rs`. Status 130 and closed pipes need signals and pipes and have tests of their own below.

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::run::Run;

/// One row of the table.
#[derive(Debug, Default)]
struct Row {
    line: usize,
    call: Vec<String>,
    stdin: Vec<u8>,
    status: i32,
    stdout: String,
    stderr: String,
}

/// The files and the rows of the table.
fn table() -> (Vec<(String, Vec<u8>)>, Vec<Row>) {
    let (mut files, mut rows) = (Vec::new(), Vec::<Row>::new());
    for (number, line) in include_str!("data/contract.txt").lines().enumerate() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let row = rows.last_mut();
        match (kind, row) {
            ("" | "#", _) => {}
            ("file", _) => {
                let (name, bytes) = rest.split_once(' ').unwrap_or((rest, ""));
                files.push((name.to_owned(), unescaped(bytes)));
            }
            ("$", _) => rows.push(Row { line: number + 1, call: words(rest), ..Row::default() }),
            ("<", Some(row)) => row.stdin = unescaped(rest),
            ("=", Some(row)) => row.status = rest.parse().expect("a status"),
            (">", Some(row)) => row.stdout += &format!("{rest}\n"),
            ("!", Some(row)) => row.stderr += &format!("{rest}\n"),
            _ => panic!("line {}: {line}", number + 1),
        }
    }
    (files, rows)
}

fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        let (byte, used) = match (first, tail) {
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [b'\\', ..]) => (b'\\', 1),
            (b'\\', [b'x', high, low, ..]) => {
                let digits = [*high, *low].map(char::from);
                let byte = u8::from_str_radix(&digits.iter().collect::<String>(), 16);
                (byte.expect("two hexadecimal digits"), 3)
            }
            (b'\\', _) => panic!("{text:?}: an escape that is none"),
            (byte, _) => (*byte, 0),
        };
        bytes.push(byte);
        rest = &tail[used..];
    }
    bytes
}

/// Words apart by blanks; single quotes keep blanks.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn run(folder: &Path, call: &[String], more: &[&str], stdin: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .args(call)
        .args(more)
        .current_dir(folder)
        .env_remove("LIGHTSOUT_SIMD")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // The inputs of the table are shorter than a pipe; whoever does not read closes it.
    drop(child.stdin.take().expect("a pipe").write_all(stdin));
    let output = child.wait_with_output().expect("the binary ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Whether the text is the pattern, where … stands for anything.
fn fits(text: &str, pattern: &str) -> bool {
    match pattern.split_once('…') {
        None => text == pattern,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
            ends.into_iter().any(|i| fits(&rest[i..], after))
        }),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_row() {
    let (files, rows) = table();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes).expect("written");
    }
    fs::create_dir(folder.join("folder")).expect("made");
    fs::write(folder.join("kept.svg"), "before").expect("written");
    let there = names(folder);
    let mut wrong = Vec::new();
    for row in &rows {
        let ran = run(folder, &row.call, &[], &row.stdin);
        let mut right =
            ran.code == row.status && fits(&ran.stdout, &row.stdout) && fits(&ran.stderr, &row.stderr);
        if row.status == 2 {
            // error: [FILE:LINE:COL:] what is wrong; what would be right
            let line = row.stderr.strip_suffix('\n').expect("a line");
            right &= line.starts_with("error: ") && line.contains("; ") && !line.contains('\n');
            if !row.call.iter().any(|word| word == "-o") {
                let again = run(folder, &row.call, &["-o", "kept.svg"], &row.stdin);
                right &= again.code == 2 && again.stdout.is_empty() && fits(&again.stderr, &row.stderr);
                right &= fs::read_to_string(folder.join("kept.svg")).is_ok_and(|text| text == "before");
            }
        }
        right &= names(folder) == there;
        if !right {
            wrong.push(format!("tests/data/contract.txt:{}: {ran:#?}", row.line));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each command has rows of every way it can end at once, so that a new command or a forgotten one is told.
#[test]
fn no_command_is_left_out() {
    let (_, rows) = table();
    for (command, statuses) in [
        ("query", &[0, 2][..]),
        ("solve", &[0, 1, 2]),
        ("info", &[0, 2]),
        ("generate", &[0, 1, 2]),
        ("verify", &[0, 1, 2]),
        ("table", &[0, 2]),
        ("swap", &[0, 1, 2]),
        ("buttons", &[0, 1, 2]),
        ("render", &[0, 2]),
        ("serve", &[2]),
        ("completions", &[2]),
        ("man", &[2]),
    ] {
        let has = |status| rows.iter().any(|row| row.call[0] == command && row.status == status);
        assert!(statuses.iter().all(|status| has(*status)), "{command} {statuses:?}");
    }
}

#[test]
fn a_pattern_fits_or_does_not() {
    assert!(fits("a b c", "a … c") && fits("a b c", "…") && fits("a b c", "…b…") && fits("", "…"));
    assert!(!fits("a b c", "a … d") && !fits("a b c", "a b") && !fits("a b c", "…b"));
}

#[test]
fn a_result_replaces_the_file_and_leaves_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("x.txt"), "before").expect("written");
    let ran = run(folder.path(), &words("solve --quiet -o x.txt"), &[], b"11\n11\n");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(folder.path().join("x.txt")).expect("there"), "XX\nXX\n");
    assert_eq!(names(folder.path()), ["x.txt"]);
}

/// Long games, stopped: the best so far and a bound that is true, status 130.
#[cfg(unix)]
#[test]
fn ctrl_c_is_status_130_after_the_best_and_its_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let all_on = |n: usize| ("1".repeat(n) + "\n").repeat(n);
    fs::write(folder.join("all_on.txt"), all_on(123)).expect("written");
    let mut random = common::Rng::new(5);
    let lights = 60;
    let button = |_| (0..lights).filter(|_| random.chance(50)).collect::<Vec<_>>();
    let buttons: Vec<_> = (0..lights + 45).map(button).collect();
    let puzzle = serde_json::json!({ "lights": lights, "buttons": buttons, "goal": "1".repeat(lights) });
    fs::write(folder.join("buttons.json"), puzzle.to_string()).expect("written");
    for (call, stdout, stderr) in [
        ("solve all_on.txt -o x.txt", "", "… presses, not proved (at least …); goal off\n"),
        ("query --size 123x123 --goal off all_on.txt", "….… not proved\n", ""),
        (
            "query --json --size 123x123 --goal off all_on.txt",
            "{\"answers\": [{\"bound\": …, \"best\": …}]}\n",
            "",
        ),
        ("table presses --from 123 --to 125", "# 123: at least …, at most …, not proved\n", ""),
        ("buttons buttons.json", "….… not proved\n", ""),
        ("generate 123x123 --presses 5000", "", "no board of 5000 presses with seed 0: stopped; …\n"),
    ] {
        // Time to read and to prepare, more of it where the machine has other things to do; the searches take hours.
        let ended = [2, 8, 30, 120].into_iter().find_map(|seconds| {
            let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
                .args(words(call))
                .current_dir(folder)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary starts");
            std::thread::sleep(std::time::Duration::from_secs(seconds));
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(130), "{call}: {output:?}");
            (!output.stdout.is_empty() || !output.stderr.is_empty()).then_some(output)
        });
        let output = ended.expect("the search was reached");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(fits(&out, stdout) && fits(&err, stderr), "{call}: {out} {err}");
    }
    let check = run(folder, &words("verify all_on.txt x.txt"), &[], b"");
    assert_eq!(check.code, 0, "what was found is a solution: {check:?}");
}

/// Whatever closes its end early, results go nowhere and that is no fault.
#[test]
fn a_closed_pipe_is_success() {
    let boards = "bwwb bbwb bwwb bwww\n".repeat(100_000);
    for call in ["query", "query --json", "man", "completions zsh", "table nullity --to 2000"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(words(call))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        drop(child.stdin.take().expect("a pipe").write_all(boards.as_bytes()));
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!(output.status.code(), Some(0), "{call}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{call}");
    }
}
