//! `lightsout render`, run as a user runs it.
#![cfg(feature = "cli")]

mod common;

use common::run::lightsout;
use lightsout::board::{Board, ReadOptions, read_one};
use std::fs;

const CROSS: &str = ".X.\nXXX\n.X.\n";
const CENTRE: &str = "...\n.X.\n...\n";

/// A folder of files, and the path of a name in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            fs::write(folder.0.path().join(name), text).expect("written");
        }
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain name").to_owned()
    }
}

#[test]
fn pictures_by_the_name_of_the_file() {
    let folder = Folder::with(&[("board", CROSS), ("presses", CENTRE)]);
    let (board, presses) = (folder.path("board"), folder.path("presses"));
    let svg = folder.path("x.svg");
    let run = lightsout(
        &["render", &board, "--presses", &presses, "--hints", "--title", "A <cross>", "-o", &svg],
        "",
    );
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let text = fs::read_to_string(&svg).expect("the picture");
    let document = roxmltree::Document::parse(&text).expect("well-formed");
    let count = |name: &str| {
        document.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
    };
    assert_eq!((count("rect"), count("circle"), count("text")), (9, 1, 1));
    assert!(text.contains("<title id=\"lightsout-title\">A &lt;cross&gt;</title>"), "{text}");
    // PNG, in capitals too, and read back by the program itself.
    for (name, scale) in [("x.png", None), ("y.PNG", Some("1")), ("z.png", Some("10"))] {
        let png = folder.path(name);
        let mut args = vec!["render", "-", "-o", &png];
        args.extend(scale.iter().flat_map(|scale| ["--scale", scale]));
        assert_eq!(lightsout(&args, CROSS).code, 0, "{name}");
        let bytes = fs::read(&png).expect("the picture");
        assert_eq!(
            read_one(&bytes, &ReadOptions::default()),
            Ok(CROSS.parse::<Board>().expect("a board")),
            "{name}"
        );
        let solved = lightsout(&["solve", &png, "--cell", if scale == Some("1") { "1" } else { "999" }], "");
        assert_eq!(solved.code, if scale == Some("1") { 0 } else { 2 }, "{}", solved.stderr);
        let solved = lightsout(&["solve", &png], "");
        assert_eq!((solved.code, solved.stdout.as_str()), (0, CENTRE), "{}", solved.stderr);
    }
}

#[test]
fn standard_output() {
    let folder = Folder::with(&[("board", "#~\n.#\n"), ("presses", "X.\n.X\n")]);
    let (board, presses) = (folder.path("board"), folder.path("presses"));
    // No terminal: plain text, unless asked.
    assert_eq!(lightsout(&["render", &board], "").stdout, "X~\n.X\n");
    assert_eq!(lightsout(&["render", &board, "--presses", &presses], "").stdout, "X~\n.X\n\nX~\n.X\n");
    let art = lightsout(&["render", "--color", "always"], "#~\n.#\n").stdout;
    assert!(art.contains("\x1b[38;2;") && art.contains('▀') && art.lines().count() == 1, "{art:?}");
    assert_eq!(lightsout(&["render", "--format", "ansi"], "#~\n.#\n").stdout, art);
    assert!(lightsout(&["render", &board, "--format", "svg"], "").stdout.starts_with("<svg "));
    let json = lightsout(&["render", &board, "--presses", &presses, "--json"], "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("one document");
    assert_eq!(
        json,
        serde_json::json!({"rows": 2, "cols": 2, "lights": ["X~", ".X"], "presses": ["X~", ".X"]})
    );
}

#[test]
fn errors_leave_files_alone() {
    let folder = Folder::with(&[
        ("board", CROSS),
        ("small", "X.\n"),
        ("two", "...\n.X.\n...\n\n...\n.X.\n...\n"),
        ("holed", "~..\n.X.\n...\n"),
        ("bad", "X.\nXz\n"),
        ("old.svg", "old"),
    ]);
    let old = folder.path("old.svg");
    let board = folder.path("board");
    let cases: [(&[&str], &str); 8] = [
        (&[&folder.path("bad"), "-o", &old], ":2:2: 'z' is not a cell; "),
        (&[&folder.path("none"), "-o", &old], "no such file"),
        (
            &[&board, "--presses", &folder.path("small"), "-o", &old],
            ":1:1: this row has 2 cells; a 3x3 board takes",
        ),
        (&[&board, "--presses", &folder.path("two"), "-o", &old], "holds more than one pattern; give one"),
        (&[&board, "--presses", &folder.path("holed"), "-o", &old], "its holes are not the board's"),
        (&[&board, "-o", &folder.path("x.gif")], "end it in .svg or .png"),
        (&[&board, "-o", &folder.path("x")], "end it in .svg or .png"),
        (&[&board, "--scale", "5000", "-o", &folder.path("x.png")], "a cell has 1 to 4096 pixels"),
    ];
    for (args, message) in cases {
        let run = lightsout(&[&["render"], args].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains(message),
            "{args:?}: {}",
            run.stderr
        );
        assert_eq!(run.stderr.lines().count(), 1);
        assert_eq!(fs::read_to_string(&old).expect("still there"), "old");
    }
    assert_eq!(fs::read_dir(folder.0.path()).expect("the folder").count(), 6, "nothing new");
}
