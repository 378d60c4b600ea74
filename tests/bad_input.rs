//! Every kind of bad input on the real binary: exit status 2, one line that names the place, nothing written.

mod common;

use common::run::lightsout;

/// Arguments, standard input, and what the one line has to contain.
type Case = (&'static [&'static str], &'static [u8], &'static str);

const CASES: &[Case] = &[
    // The call.
    (&["frobnicate"], b"", "frobnicate: no such file"),
    (&["solve", "--frobnicate"], b"", "--frobnicate"),
    (&["solve", "/nonexistent"], b"", "/nonexistent: no such file"),
    (&["solve", "src"], b"", "src: is a directory"),
    (&["query", "src"], b"", "src: is a directory"),
    (&["solve", "--size", "0x4"], b"b\n", "'0x4' has no cells"),
    (&["solve", "--size", "4"], b"b\n", "'4' is no size"),
    (&["solve", "--size", "4x-1"], b"b\n", "'4x-1' is no size"),
    (&["solve", "--size", "99999999999x9999999999", "--all-on"], b"", "of memory"),
    (&["solve", "--size", "99999999999999999999999x4", "--all-on"], b"", "larger than any memory"),
    (&["query", "--size", "99999999999x9999999999"], b"1", "need"),
    (&["info", "99999999999x9999999999", "--rule", "queen"], b"", "need"),
    (&["solve", "--all-on"], b"", "--size"),
    (&["solve", "--goal", "/nonexistent", "--size", "2x2", "--all-on"], b"", "/nonexistent: no such file"),
    (&["solve", "--goal", "examples/5x5.txt"], b"11\n11\n", "examples/5x5.txt: a goal of 5 x 5"),
    (&["solve", "--rule", "rock"], b"1\n", "--rule"),
    (&["solve", "--offsets", "1,2,3"], b"1\n", "--offsets"),
    (&["solve", "--topology", "sphere"], b"1\n", "--topology"),
    (&["solve", "--costs", "/nonexistent"], b"1\n", "/nonexistent: no such file"),
    (&["solve", "--costs", "examples/5x5.txt"], b"1\n", "examples/5x5.txt:1:1"),
    (&["solve", "--time-limit", "soon"], b"1\n", "'soon' is no time"),
    (&["solve", "--memory", "lots"], b"1\n", "'lots' is no size of memory"),
    (&["solve", "-o", "/nonexistent/x.txt"], b"1\n", "/nonexistent/x.txt: cannot be written"),
    (&["verify"], b"", "<BOARD>"),
    // Cells.
    (&["solve"], b"bw\nbz\n", "<stdin>:2:2: 'z' is not a cell"),
    (&["solve"], b"bw\nb\n", "<stdin>:2:"),
    (&["solve"], b"10\n0#\n", "<stdin>:2:2: '#'"),
    (&["solve"], b"XO\nOX\n", "--on CHARS --off CHARS"),
    (&["solve"], b"#O\nO#\n", "--on CHARS --off CHARS"),
    (&["solve"], b"3 2\n11\n11\n", "<stdin>:"),
    (&["solve"], b"", "<stdin>:"),
    (&["solve"], b"\n\n\n", "<stdin>:"),
    (&["solve"], b"\x00\x01\x02\xff", "<stdin>:1:1"),
    (&["solve"], b"[[0,1],[1]]", "<stdin>:1:"),
    (&["solve"], "\u{ff11}\u{ff10}\n".as_bytes(), "<stdin>:1:1"),
    (&["solve"], b"11\n11\n\n11\n11\n", "<stdin>:4:1: another board"),
    (&["solve", "--size", "3x3"], b"11\n11\n", "<stdin>:"),
    (&["query"], b"bwwb\nbbwb\n", "board 1 is incomplete"),
    (&["query"], b"bwwb bbwb bwwb bwwz", "<stdin>:1:19: 'z'"),
    (&["query"], b"10\nX0", "<stdin>:2:1: 'X'"),
];

#[test]
fn one_line_and_status_2() {
    for (args, stdin, wanted) in CASES {
        let run = lightsout(args, stdin);
        let shown = format!("{args:?} < {:?}: {run:?}", String::from_utf8_lossy(stdin));
        assert_eq!(run.code, 2, "{shown}");
        assert!(run.stderr.starts_with("error: "), "{shown}");
        assert_eq!(run.stderr.matches('\n').count(), 1, "{shown}");
        assert!(run.stderr.contains(wanted), "{wanted:?} not in {shown}");
        assert_eq!(run.stdout, "", "{shown}");
    }
}

#[test]
fn the_output_file_stays_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answer.txt");
    std::fs::write(&file, "before").expect("written");
    let path = file.to_str().expect("a name");
    for input in ["bw\nbz\n", "bw\nb\n", ""] {
        assert_eq!(lightsout(&["solve", "-o", path], input).code, 2);
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "before");
    }
    assert_eq!(lightsout(&["solve", "-o", path], "11\n11\n").code, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "XX\nXX\n");
    assert_eq!(std::fs::read_dir(folder.path()).expect("there").count(), 1, "no temporary file is left");
}

#[test]
fn a_closed_pipe_is_success() {
    use std::process::{Command, Stdio};
    let boards = "bwwb bbwb bwwb bwww\n".repeat(100_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_lightsout"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    drop(std::io::Write::write_all(&mut input, boards.as_bytes()));
    drop(input);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
