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

/// Status 2 and one line: what is wrong; what would be right.
fn one_error(output: &Output, wanted: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.matches('\n').count() == 1, "{stderr}");
    assert!(stderr.contains(wanted) && stderr.contains("; "), "{stderr}");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// Calls that write much: text, pictures, a stream of rows, answers one by one.
const WRITERS: [&str; 7] = [
    "solve --size 999x999 --all-on --any --quiet -o $D/x.txt",
    "solve --size 999x999 --all-on --any --quiet -o $D/x.png",
    "solve --size 999x999 --all-on --any --quiet -o $D/x.pbm",
    "generate 400x400 -o $D/x.txt",
    "render examples/9x9.txt -o $D/x.svg --title \"$(seq 9999)\"",
    "query --goal off -o $D/x.txt",
    "table nullity --to 1500 -o $D/x.txt",
];

#[test]
fn a_full_disk_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    one_error(
        &shell("$L solve --size 300x300 --all-on --any -o /dev/full", folder.path()),
        "/dev/full: cannot be written",
    );
    one_error(&shell("$L solve --size 300x300 --all-on --any > /dev/full", folder.path()), "standard output");
    for call in [
        "query examples/classic.txt",
        "query --json examples/classic.txt",
        "info 5x5",
        "generate 5x5",
        "verify examples/5x5.txt examples/5x5.txt",
        "table nullity --to 3",
        "swap examples/swap.txt",
        "buttons --quiet examples/buttons.txt",
        "render --format txt examples/5x5.txt",
        "completions bash",
        "man",
    ] {
        one_error(
            &shell(&format!("$L {call} > /dev/full"), folder.path()),
            "standard output: cannot be written",
        );
        one_error(&shell(&format!("$L {call} -o /dev/full"), folder.path()), "/dev/full: cannot be written");
    }
    one_error(
        &shell("$L solve --quiet --witness /dev/full examples/impossible.txt", folder.path()),
        "/dev/full: cannot be written",
    );
    // What is said besides the result may get lost.
    let output = shell("$L solve --size 2x2 --all-on 2> /dev/full", folder.path());
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"XX\nXX\n"[..]));
    let output = shell("$L solve --size 2x2 --all-on 2>&1 > $D/x.txt | :", folder.path());
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert_eq!(fs::read_to_string(folder.path().join("x.txt")).expect("written"), "XX\nXX\n");
}

/// A line of shell that has a file system of its own in `$D`, where the system lets us mount one.
fn mounted(options: &str, folder: &Path) -> Option<String> {
    let mounted = format!(
        "unshare --mount --map-root-user sh -c 'mount -t tmpfs -o {options} none $D && exec \"$@\"' -- "
    );
    shell(&format!("{mounted} true"), folder).status.success().then_some(mounted)
}

#[test]
fn a_disk_of_its_own_that_is_full_or_read_only() {
    let folder = tempfile::tempdir().expect("a folder");
    for options in ["size=4k", "ro"] {
        let Some(mounted) = mounted(options, folder.path()) else { return };
        for call in WRITERS {
            let line = format!(
                "yes bwwbbbwbbwwbbwww | head -n 30000 | {mounted} sh -c '$L {call}; s=$?; ls -A $D; exit $s'"
            );
            let output = shell(&line, folder.path());
            assert_eq!(output.status.code(), Some(2), "{options}: {call}");
            one_error(&output, "/x.");
            assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{call}: a file is left");
        }
    }
}

/// The folder is there at the beginning and gone at the end.
#[test]
fn a_folder_that_vanishes() {
    let folder = tempfile::tempdir().expect("a folder");
    for call in ["query", "buttons"] {
        let input = if call == "query" { "bwwbbbwbbwwbbwww" } else { "[#] (0)" };
        let line =
            format!("mkdir $D/sub; (sleep 1; rm -r $D/sub; echo '{input}') | $L {call} -o $D/sub/x.txt");
        one_error(&shell(&line, folder.path()), "sub/x.txt: cannot be written");
        assert!(names(folder.path()).is_empty());
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

/// Whatever the limit, an answer or one line: never an abort, never a panic.
#[test]
fn memory_that_runs_out_half_way_is_told_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("board.txt"), ("10".repeat(1000) + "\n").repeat(2000)).expect("written");
    let mut refused = 0;
    for call in [
        "solve --size 60x60 --all-on --quiet",
        "solve --size 3000x3000 --all-on --any --quiet",
        "solve --any --quiet $D/board.txt -o $D/x.pbm",
        "query --size 2000x2000 $D/board.txt",
        "verify $D/board.txt $D/board.txt --goal $D/board.txt",
        "swap $D/board.txt $D/board.txt",
        "generate 2000x2000",
        "info 700x700 --rule knight",
        "info 300x300 --rule x --quiet-patterns",
        "render $D/board.txt -o $D/x.png",
        "table nullity --from 20000 --to 20000",
    ] {
        for kib in [20_000, 22_000, 24_000, 28_000, 32_000, 48_000, 64_000] {
            let output = shell(&format!("ulimit -v {kib}; exec $L {call}"), folder.path());
            let stderr = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(2) => {
                    refused += 1;
                    one_error(&output, "");
                }
                Some(0 | 1) => assert_eq!(stderr, ""),
                // Too little to load the program itself: that is the system's to tell.
                Some(127) => assert!(stderr.contains("shared"), "{call}: {stderr}"),
                _ => panic!("{call} within {kib} KiB: {:?} {stderr}", output.status),
            }
            let left: Vec<_> =
                names(folder.path()).into_iter().filter(|name| name.starts_with('.')).collect();
            assert!(left.is_empty(), "{call}: {left:?} is left");
        }
    }
    assert!(refused > 0);
}

/// `--memory` bounds what a search keeps, not what it finds: less of it is made up by work.
#[test]
fn little_memory_gives_the_same_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for board in ["--size 30x30 --all-on", "--size 16x16 --all-on --goal either", "examples/9x9.txt"] {
        let plenty = shell(&format!("$L solve {board}"), folder.path());
        let little = shell(&format!("$L solve {board} --memory 1MiB"), folder.path());
        assert_eq!(plenty.status.code(), Some(0));
        assert_eq!((plenty.stdout, plenty.stderr), (little.stdout, little.stderr), "{board}");
    }
}

#[test]
fn two_runs_may_write_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, call) in [
        ("x.txt", "solve --size SIZE --all-on --any --quiet"),
        ("x.pbm", "solve --size SIZE --all-on --any --quiet"),
        ("x.svg", "solve --size SIZE --all-on --any --quiet"),
        ("y.txt", "generate SIZE"),
    ] {
        let alone = |size: &str| {
            let call = call.replace("SIZE", size);
            assert!(shell(&format!("$L {call} -o $D/{name}"), folder.path()).status.success());
            fs::read(folder.path().join(name)).expect("there")
        };
        let wanted = [alone("200x200"), alone("300x300")];
        let [one, two] = ["200x200", "300x300"].map(|size| call.replace("SIZE", size));
        for _ in 0..5 {
            let line = format!("$L {one} -o $D/{name} & $L {two} -o $D/{name}; wait");
            assert!(shell(&line, folder.path()).status.success());
            let got = fs::read(folder.path().join(name)).expect("there");
            assert!(wanted.contains(&got), "{name}: neither of the two");
        }
    }
    let mut left = names(folder.path());
    left.sort();
    assert_eq!(left, ["x.pbm", "x.svg", "x.txt", "y.txt"]);
}

/// A stream reads its file twice. Every 8001 x 8001 board has a solution. Somebody else writes to it meanwhile: no answer, and no talk of a bug.
#[test]
fn a_file_that_changes_while_it_is_read() {
    use std::os::unix::fs::FileExt;
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.pbm");
    let made = shell("$L solve --size 8001x8001 --all-on --any --quiet -o $D/board.pbm", folder.path());
    assert!(made.status.success());
    let file = fs::OpenOptions::new().write(true).open(&path).expect("opened");
    let done = AtomicBool::new(false);
    let told = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Rng::new(3);
            while !done.load(Ordering::Relaxed) {
                let byte = random.next().to_le_bytes()[0];
                file.write_all_at(&[byte], 13 + random.below(8_000_000) as u64).expect("written");
            }
        });
        let mut told = 0;
        for _ in 0..10 {
            let output = shell("$L solve --any --quiet $D/board.pbm -o $D/x.pbm", folder.path());
            match output.status.code() {
                Some(2) => {
                    told += 1;
                    one_error(&output, "board.pbm: changed while it was read");
                }
                code => assert_eq!(code, Some(0), "{output:?}"),
            }
        }
        done.store(true, Ordering::Relaxed);
        told
    });
    assert!(told > 0, "every run was quicker than a write");
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

/// The same for the other long commands: what is printed is true, what is written is whole, nothing else is left.
#[test]
fn ctrl_c_at_any_moment_of_a_table_and_of_swaps() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = lightsout(&["table", "presses", "--from", "30", "--to", "60"], "").stdout;
    let mut random = Rng::new(12);
    let mut pieces = |n: usize| {
        let mut cells: Vec<usize> = (0..n * n).collect();
        (0..n * n).for_each(|i| cells.swap(i, random.below(n * n)));
        let on = |i: usize| if cells[i] < n * n / 2 { '1' } else { '0' };
        (0..n).map(|r| (0..n).map(|c| on(r * n + c)).collect::<String>() + "\n").collect::<String>()
    };
    let boards = format!("{}\n{}", pieces(400), pieces(400));
    fs::write(folder.path().join("boards"), boards).expect("written");
    let swaps: u64 = String::from_utf8_lossy(&shell("$L swap $D/boards", folder.path()).stdout)
        .trim()
        .parse()
        .expect("a number");
    let mut random = Rng::new(13);
    for round in 0..16 {
        let call = if round % 2 == 0 { "table presses --from 30 --to 60" } else { "swap $D/boards" };
        let wait = random.below(900);
        let line =
            format!("$L {call} > $D/out 2> $D/err & p=$!; sleep 0.{wait:03}; kill -INT $p; wait $p; echo $?");
        // A shell lets what it runs in the background ignore Ctrl-C; the command watches for it all the same.
        let output = shell(&line, folder.path());
        let status = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("there");
        let (out, err) = (read("out"), read("err"));
        assert!(status == "130" || status == "0", "{call}: {status} {out} {err}");
        if round % 2 == 1 {
            let bound = err.strip_prefix("stopped; at least ").and_then(|rest| rest.split(' ').next());
            match bound {
                Some(bound) => assert!(bound.parse::<u64>().expect("a number") <= swaps, "{err}"),
                None => assert!(err.is_empty() && (out.is_empty() || out == format!("{swaps}\n"))),
            }
            continue;
        }
        for (line, known) in out.lines().zip(known.lines()) {
            match line.strip_prefix("# ") {
                None => assert_eq!(line, known),
                Some(open) => {
                    let optimum: u64 = known.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a value");
                    let numbers: Vec<u64> =
                        open.split(|c: char| !c.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect();
                    assert!(numbers[1] <= optimum && optimum <= numbers[2], "{line}: {known}");
                }
            }
        }
    }
}

/// Ctrl-C while a large result is written: the whole file or none, and no piece of it beside.
#[test]
fn ctrl_c_at_any_moment_of_a_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Rng::new(14);
    let mut stopped = 0;
    for (call, length) in [
        ("solve --size 20000x20000 --all-on --any --quiet -o x.pbm", 15 + 20_000 * 2500),
        ("solve --size 3000x3000 --all-on --any --quiet -o x.txt", 3000 * 3001),
        ("solve --size 1500x1500 --all-on --any --quiet -o x.svg", 0),
    ] {
        for _ in 0..8 {
            let child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
                .args(call.split(' '))
                .current_dir(folder.path())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary starts");
            std::thread::sleep(Duration::from_millis(random.below(700) as u64));
            let pid = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
            let output = child.wait_with_output().expect("it ends");
            let stderr = String::from_utf8_lossy(&output.stderr);
            // Before it watches for signals the system ends it by the signal itself.
            assert!(matches!(output.status.code(), Some(0 | 130) | None), "{:?} {stderr}", output.status);
            assert_eq!(stderr, "");
            let left = names(folder.path());
            if left.is_empty() {
                stopped += 1;
                assert_ne!(output.status.code(), Some(0));
                continue;
            }
            assert!(left.len() == 1 && left[0].starts_with('x'), "{left:?}");
            let bytes = fs::read(folder.path().join(&left[0])).expect("there");
            assert!(
                bytes.len() == length || (length == 0 && bytes.ends_with(b"</svg>\n")),
                "{}",
                bytes.len()
            );
            fs::remove_file(folder.path().join(&left[0])).expect("removed");
        }
    }
    assert!(stopped > 0, "every run was quicker than a signal");
}
