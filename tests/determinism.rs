//! The same input, the same bytes: whatever the number of threads and the instruction set.

mod common;

use common::run::Run;
use std::process::Command;

/// Calls that go through every engine, every route of the search, every kernel of words.
const CALLS: &[&str] = &[
    "solve --size 30x30 --all-on --json",
    "solve --size 39x39 --all-on",
    "solve --size 16x16 --all-on --solutions 5 --goal either",
    "solve --size 39x39 --all-on --certificate - -o /dev/null",
    "solve --size 20x20 --all-on --rule knight --topology torus --goal either --certificate - -o /dev/null",
    "solve --size 11x11 --all-on --engine dense",
    "solve --size 11x11 --all-on --engine chase",
    "solve --size 12x12 --all-on --rule knight",
    "solve --size 10x10 --all-on --topology torus",
    "solve --size 9x9 --all-on --rule queen",
    "solve --size 8x8 --all-on --rule rook --no-self --solutions 3 --json",
    "solve --size 21x17 --all-on --rule x --topology cylinder",
    "solve --size 300x257 --all-on --any",
    "solve --size 129x500 --random 3 --any",
    "solve --size 65x64 --random 9 --no-self --json",
    "generate 40x70 --seed 12",
    "generate 6x6 --presses 20 --seed 2",
    "generate 5x4 --hardest --json",
    "info 30x30 --quiet-patterns",
    "info 7x12 --rule diamond:2 --topology klein --quiet-patterns",
    "table presses --to 24",
    "table nullity --to 300 --topology torus",
];

fn run(call: &str, threads: &str, simd: Option<&str>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lightsout"));
    command.args(call.split(' ')).args(["--threads", threads]);
    match simd {
        Some(level) => command.env("LIGHTSOUT_SIMD", level),
        None => command.env_remove("LIGHTSOUT_SIMD"),
    };
    let output = command.output().expect("the binary runs");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: without_times(&String::from_utf8_lossy(&output.stdout)),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The document without how long the phases took.
fn without_times(text: &str) -> String {
    text.split("\"phases\"").next().unwrap_or_default().to_owned()
}

#[test]
fn threads_and_instruction_sets_do_not_show() {
    let levels: Vec<&str> = lightsout::gf2::simd::Level::ALL
        .into_iter()
        .filter(|level| level.available())
        .map(|level| level.name())
        .collect();
    for call in CALLS {
        let first = run(call, "1", Some("portable"));
        assert!(matches!(first.code, 0 | 1) && !first.stdout.is_empty(), "{call}: {first:?}");
        for threads in ["1", "2", "8"] {
            for level in levels.iter().map(|level| Some(*level)).chain([None]) {
                let again = run(call, threads, level);
                assert_eq!(again.code, first.code, "{call} {threads} {level:?}");
                assert!(again.stdout == first.stdout, "{call}: {threads} threads, {level:?} differ");
                assert_eq!(again.stderr, first.stderr, "{call} {threads} {level:?}");
            }
        }
    }
}

#[test]
fn an_unknown_or_missing_instruction_set_is_refused() {
    let unknown = run("info 3x3", "1", Some("mmx"));
    assert_eq!((unknown.code, unknown.stderr.matches('\n').count()), (2, 1));
    assert!(unknown.stderr.contains("portable, avx2 or avx512"), "{}", unknown.stderr);
}
