//! `table`: the published sequences come out, in the form of a b-file.

mod common;

use common::case;
use common::run::lightsout;

fn published(id: &str) -> Vec<String> {
    let values: Vec<u64> = serde_json::from_value(case(id).expected).expect("numbers");
    values.into_iter().map(|value| value.to_string()).collect()
}

fn table(args: &[&str]) -> Vec<String> {
    let run = lightsout(&[&["table"], args].concat(), "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    let value = |(i, line): (usize, &str)| {
        let (n, value) = line.split_once(' ').expect("n value");
        assert_eq!(n, (i + 1).to_string());
        value.to_owned()
    };
    run.stdout.lines().enumerate().map(value).collect()
}

#[test]
fn the_published_sequences() {
    assert_eq!(table(&["nullity", "--to", "130"]), published("oeis-A159257"));
    assert_eq!(table(&["nullity", "--to", "90", "--topology", "torus"]), published("oeis-A165738"));
    assert_eq!(table(&["quiet", "--to", "20"]), published("oeis-A075462"));
    assert_eq!(table(&["presses", "--to", "54"]), published("oeis-A075464"));
    assert_eq!(
        table(&["presses", "--to", "14", "--topology", "torus"]),
        published("own-torus-allon-min")[..14]
    );
}

#[test]
fn impossible_sizes_and_ranges() {
    let odd = ["presses", "--to", "6", "--no-self"];
    assert_eq!(table(&odd), ["Impossible", "2", "Impossible", "6", "Impossible", "12"]);
    let run = lightsout(&["table", "nullity", "--from", "4", "--to", "5"], "");
    assert_eq!(run.stdout, "4 4\n5 2\n");
    let run = lightsout(&["table", "nullity", "--from", "4", "--to", "5", "--json"], "");
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(document, serde_json::json!({"table": "nullity", "values": [[4, 4], [5, 2]]}));
    assert_eq!(lightsout(&["table", "nullity", "--from", "5", "--to", "4"], "").code, 2);
    assert_eq!(lightsout(&["table", "nullity", "--to", "0"], "").code, 2);
}

#[test]
fn a_size_that_takes_too_long_is_said_to_be_open() {
    let run = lightsout(&["table", "presses", "--from", "79", "--to", "79", "--time-limit", "0.1"], "");
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("# 79: at least ") && run.stdout.contains("not proved"), "{}", run.stdout);
}
