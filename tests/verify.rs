//! `verify`: right answers pass, wrong answers and damaged witnesses do not.

mod common;

use common::Rng;
use common::run::lightsout;
use std::fs;

/// A folder with the given files; the names come back as arguments.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a name").to_owned()
    }
}

#[test]
fn presses_are_applied() {
    let files = Files::new();
    let right = files.write("right", "...XX\nXX.XX\nXXX..\n.XXX.\nX.XX.\n");
    let wrong = files.write("wrong", "...XX\nXX.XX\nXXX..\n.XXX.\nX.X..\n");
    let run = lightsout(&["verify", "examples/5x5.txt", &right], "");
    assert_eq!((run.code, run.stdout.as_str()), (0, "verified: 15 presses, goal off\n"));
    let run = lightsout(&["verify", "examples/5x5.txt", &wrong], "");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (1, "wrong: after 14 presses 4 lights are wrong, goal off\n")
    );
    let run = lightsout(&["verify", "--goal", "on", "examples/5x5.txt", &right], "");
    assert_eq!(run.code, 1);
    let run = lightsout(&["verify", "--goal", "either", "--json", "examples/5x5.txt", &right], "");
    assert!(run.code == 0 && run.stdout.contains("\"verified\": true"), "{run:?}");
    let run = lightsout(&["verify", "--rule", "king", "examples/5x5.txt", &right], "");
    assert_eq!(run.code, 1);
    let other = files.write("other", "XX\nXX\n");
    let run = lightsout(&["verify", "examples/5x5.txt", &other], "");
    assert_eq!(run.code, 2);
}

#[test]
fn every_impossible_comes_with_a_witness_that_is_checked() {
    let files = Files::new();
    let mut random = Rng::new(7);
    let mut seen = 0;
    for _ in 0..40 {
        let (rows, cols) = [(4, 4), (5, 5), (1, 2), (5, 7), (2, 3), (11, 11)][random.below(6)];
        let row = |random: &mut Rng| -> String {
            (0..cols).map(|_| if random.chance(50) { '1' } else { '0' }).collect()
        };
        let text: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
        let board = files.write("board", &text.join("\n"));
        for goal in ["off", "on", "either"] {
            let witness = files.0.path().join("witness").to_str().expect("a name").to_owned();
            let run = lightsout(&["solve", "--goal", goal, "--witness", &witness, &board], "");
            if run.code == 0 {
                continue;
            }
            seen += 1;
            assert_eq!((run.code, run.stdout.as_str()), (1, "Impossible\n"));
            let check = ["verify", "--goal", goal, "--witness", &witness, &board];
            assert_eq!(lightsout(&check, "").code, 0, "{goal} {text:?}");
            // In each pattern one light more or less: some button then toggles an odd number of them.
            let text = fs::read_to_string(&witness).expect("there");
            let damage = |pattern: &str| match pattern.strip_prefix('.') {
                Some(rest) => format!("X{rest}"),
                None => format!(".{}", &pattern[1..]),
            };
            let damaged: Vec<String> = text.split("\n\n").map(damage).collect();
            fs::write(&witness, damaged.join("\n\n")).expect("written");
            let run = lightsout(&check, "");
            assert_eq!(run.code, 1, "{run:?}");
        }
    }
    assert!(seen > 30, "only {seen} impossible boards");
}
