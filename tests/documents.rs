//! Every command shown in README.md and docs/ is run, and prints what is shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One command of a `console` block, and the lines shown below it.
#[derive(Debug)]
struct Shown {
    place: String,
    command: String,
    output: String,
}

fn shown_in(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).expect("the document is there");
    let mut shown: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => shown.push(Shown {
                    place: format!("{}:{}", path.display(), number + 1),
                    command: command.to_owned(),
                    output: String::new(),
                }),
                None => {
                    let last = shown.last_mut().expect("output follows a command");
                    last.output.push_str(line);
                    last.output.push('\n');
                }
            }
        }
    }
    shown
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).expect("docs").flatten() {
        if entry.path().extension().is_some_and(|e| e == "md") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    paths
}

#[test]
fn every_command_shown_does_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binary = Path::new(env!("CARGO_BIN_EXE_lightsout"));
    fs::create_dir_all(root.join("target")).expect("a folder for what the commands write");
    let path = format!(
        "{}:{}",
        binary.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut commands = 0;
    for shown in documents().iter().flat_map(|d| shown_in(d)) {
        // The two commands of the README, cargo's own part left out: the binary under test is built already.
        let command = shown.command.replace("cargo run --release --", "lightsout");
        if command == "cargo test" {
            continue;
        }
        commands += 1;
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(root)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown.output, "{} {stderr}", shown.place);
    }
    assert!(commands >= 8, "only {commands} commands found");
}
