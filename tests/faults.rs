//! What the world does to a program: full disks, lost folders, closed streams, signals, limits.
#![cfg(unix)]

mod common;

use common::Rng;
use common::run::lightsout;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Runs a line of shell in which `$L` is the binary and `$D` an empty folder.
fn shell(line: &str, folder: &Path) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .env("L", env!("CARGO_BIN_EXE_lightsout"))
        .env("D", folder)
        .output()
        .expect("a shell")
}

fn one_error(output: &Output, wanted: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.matches('\n').count() == 1, "{stderr}");
    assert!(stderr.contains(wanted), "{stderr}");
}

#[test]
fn a_full_disk_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    one_error(
        &shell("$L solve --size 300x300 --all-on --any -o /dev/full", folder.path()),
        "/dev/full: cannot be written",
    );
    one_error(&shell("$L solve --size 300x300 --all-on --any > /dev/full", folder.path()), "standard output");
    // A disk of 16 KiB of its own, where the system lets us mount one.
    let mounted =
        "unshare --mount --map-root-user sh -c 'mount -t tmpfs -o size=16k none $D && exec \"$@\"' -- ";
    if shell(&format!("{mounted} true"), folder.path()).status.success() {
        for name in ["x.txt", "x.pbm", "x.png"] {
            let line = format!(
                "{mounted} sh -c '$L solve --size 999x999 --all-on --any -o $D/{name}; s=$?; ls -A $D; exit $s'"
            );
            let output = shell(&line, folder.path());
            one_error(&output, "cannot be written");
            assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{name} is left");
        }
    }
}

#[test]
fn lost_folders_and_closed_streams() {
    let folder = tempfile::tempdir().expect("a folder");
    one_error(
        &shell("$L solve --size 3x3 --all-on -o $D/no/x.txt", folder.path()),
        "no/x.txt: cannot be written",
    );
    one_error(&shell("$L solve --size 3x3 --all-on -o $D", folder.path()), "is a directory");
    one_error(&shell("$L solve <&-", folder.path()), "<stdin>");
    let output = shell("$L solve --size 3x3 --all-on >&-", folder.path());
    assert_eq!(output.status.code(), Some(0));
    let output = shell("$L solve --size 900x900 --all-on --any --quiet | head -c 5", folder.path());
    assert_eq!((output.stdout.len(), output.stderr.len()), (5, 0));
    let output = shell("$L table nullity --to 2000 | head -n 2", folder.path());
    assert_eq!((output.stdout.as_slice(), output.stderr.len()), (&b"1 0\n2 0\n"[..], 0));
}

#[test]
fn memory_that_is_not_there_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    for call in [
        "solve --size 60000x60000 --all-on",
        "solve --size 60000x60000 --random 1 --any",
        "solve --size 400x400 --rule queen --all-on --any",
        "generate 60000x60000",
        "info 500x500 --rule queen",
    ] {
        one_error(&shell(&format!("ulimit -v 400000; exec $L {call}"), folder.path()), "memory");
    }
}

#[test]
fn two_runs_may_write_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "$L solve --size 200x200 --all-on --any -o $D/x.txt & $L solve --size 300x300 --all-on --any -o $D/x.txt; wait";
    assert!(shell(line, folder.path()).status.success());
    let lines = fs::read_to_string(folder.path().join("x.txt")).expect("there").lines().count();
    assert!(lines == 200 || lines == 300, "{lines}");
    assert_eq!(fs::read_dir(folder.path()).expect("there").count(), 1);
}

/// Ctrl-C at random moments: status 130, and whatever was printed or written is whole and true. The optimum
/// of this board is on record: 2629.
#[test]
fn ctrl_c_at_any_moment() {
    const OPTIMUM: u64 = 2629;
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (folder.path().join("board.txt"), folder.path().join("answer.txt"));
    fs::write(&input, ("1".repeat(79) + "\n").repeat(79)).expect("written");
    let mut random = Rng::new(11);
    let mut answered = 0;
    for _ in 0..12 {
        let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
            .args(["solve", "-o"])
            .args([&output, &input])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        std::thread::sleep(Duration::from_millis(random.below(900) as u64));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        let run = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&run.stderr);
        // Before it watches for signals the system ends it by the signal itself.
        assert!(matches!(run.status.code(), Some(130) | None), "{:?} {stderr}", run.status);
        if output.exists() {
            answered += 1;
            // "2640 presses, not proved (at least 2101); goal off"
            let numbers: Vec<u64> =
                stderr.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
            assert!(stderr.contains("not proved (at least"), "{stderr}");
            assert!(numbers[1] <= OPTIMUM && OPTIMUM <= numbers[0], "{stderr}");
            let (board, answer) = (input.to_str().expect("a name"), output.to_str().expect("a name"));
            let check = lightsout(&["verify", board, answer], "");
            assert_eq!(check.stdout, format!("verified: {} presses, goal off\n", numbers[0]), "{check:?}");
            fs::remove_file(&output).expect("removed");
        } else {
            assert_eq!(stderr, "");
        }
    }
    assert!(answered > 0, "never interrupted within the search");
}
