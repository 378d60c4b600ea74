//! `solve --animate`: the presses one by one, each frame following from the one before by the definition.

mod common;

use common::run::lightsout;

/// Title and rows of each plain frame.
fn frames(text: &str) -> Vec<(String, Vec<Vec<u8>>)> {
    text.split("\n\n")
        .map(|frame| {
            let mut lines = frame.lines();
            let title = lines.next().expect("a title").to_owned();
            (title, lines.map(|line| line.as_bytes().to_vec()).collect())
        })
        .collect()
}

/// A press of the plus rule on the plane.
fn press(rows: &mut [Vec<u8>], row: usize, col: usize) {
    for (r, line) in rows.iter_mut().enumerate() {
        for (c, light) in line.iter_mut().enumerate() {
            if r.abs_diff(row) + c.abs_diff(col) <= 1 && *light != b'~' {
                *light = if *light == b'X' { b'.' } else { b'X' };
            }
        }
    }
}

#[test]
fn plain_frames_follow_from_each_other() {
    let mut made: Vec<Vec<u8>> = [".....", ".....", "..~..", "....."].map(Vec::from).to_vec();
    for (row, col) in [(0, 0), (0, 3), (1, 1), (2, 4), (3, 0), (3, 2)] {
        press(&mut made, row, col);
    }
    let board: String = made.iter().map(|r| String::from_utf8_lossy(r) + "\n").collect();
    let run = lightsout(&["solve", "--animate"], &board);
    assert_eq!(run.code, 0, "{run:?}");
    let count: usize = run.stderr.split(' ').next().and_then(|n| n.parse().ok()).expect("a count");
    let frames = frames(&run.stdout);
    assert_eq!(frames.len(), count + 1);
    let (title, mut rows) = frames[0].clone();
    assert_eq!(title, "start");
    assert_eq!(rows.iter().map(|r| String::from_utf8_lossy(r) + "\n").collect::<String>(), board);
    for (i, (title, shown)) in frames.iter().enumerate().skip(1) {
        let place = title.strip_prefix(&format!("press {i} of {count}: ")).expect("its number");
        let (row, col) = place.split_once(',').expect("a place");
        press(
            &mut rows,
            row.parse::<usize>().expect("a row") - 1,
            col.parse::<usize>().expect("a column") - 1,
        );
        assert_eq!(&rows, shown, "{title}");
    }
    assert!(!rows.concat().contains(&b'X'));
}

#[test]
fn what_cannot_be_shown() {
    let run = lightsout(&["solve", "--animate", "--goal", "off"], "1000\n0000\n0000\n0000\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
    for args in [
        &["solve", "--animate", "--json"][..],
        &["solve", "--animate", "--delay", "soon"],
        &["solve", "--delay", "1"],
    ] {
        let run = lightsout(args, "1\n");
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{run:?}");
    }
}

/// What a call shows on a terminal of its own, by `script` of util-linux.
#[cfg(target_os = "linux")]
fn on_a_terminal(call: &str, term: &str) -> String {
    let command = format!("stty rows 30 cols 90; {} {call}", env!("CARGO_BIN_EXE_lightsout"));
    let output = std::process::Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TERM", term)
        .env_remove("NO_COLOR")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("script is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_frames_are_drawn_in_place() {
    let text = on_a_terminal("solve --animate --delay 0.01 --size 5x5 --all-on", "xterm-256color");
    // Up by three lines of half blocks and the title: for each of fifteen presses, and once more at the end.
    assert_eq!(text.matches("\x1b[4A\r\x1b[J").count(), 16, "{text}");
    assert!(text.contains("press 15 of 15: 5,4") && text.contains("15 of 15 pressed"), "{text}");
    assert!(text.contains('▀'), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn swaps_on_a_terminal_are_drawn_in_place() {
    let call = "swap --animate --delay 0.01 examples/swap.txt";
    let text = on_a_terminal(call, "xterm-256color");
    // Two lines of half blocks and one of words, four times written over.
    assert_eq!(text.matches("\x1b[3A").count(), 4, "{text}");
    assert!(text.contains("0 of 4") && text.contains("4 of 4: ") && text.contains('▀'), "{text}");
    // A terminal that knows no colours, and none that can be written over.
    let plain = on_a_terminal(call, "dumb");
    assert!(!plain.contains('\x1b') && plain.trim_end().ends_with("\r\n4"), "{plain}");
}

/// A search of more than half a second shows how far it is, on a terminal and nowhere else.
#[cfg(target_os = "linux")]
#[test]
fn a_long_search_shows_its_progress_on_a_terminal() {
    let call = "solve --size 123x123 --all-on --time-limit 4";
    assert!(on_a_terminal(call, "xterm-256color").contains("at least"));
    let told = on_a_terminal(&format!("{call} --json"), "xterm-256color");
    assert!(told.contains("best ") && told.contains("%"), "{told}");
    let quiet = on_a_terminal(&format!("{call} --json --quiet"), "xterm-256color");
    assert!(!quiet.contains("best ") && quiet.contains("not proved"), "{quiet}");
}
