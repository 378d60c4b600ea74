//! docs/dependencies.md names every direct dependency, and nothing else; no licence comes in that is not welcome.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences of which a package has to offer one, or all where it says AND.
const WELCOME: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Zlib",
    "Unlicense",
    "Unicode-3.0",
    "BSL-1.0",
    "Apache-2.0 WITH LLVM-exception",
];

fn welcome(licence: &str) -> bool {
    let plain = licence.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|all| all.split(" OR ").any(|one| WELCOME.contains(&one.trim())))
}

#[test]
fn the_page_of_dependencies_is_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Only what this machine needs is sure to be here.
    let version = Command::new("rustc").arg("-vV").output().expect("rustc").stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(root)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(welcome(licence), "{} is licensed {licence}", package["name"]);
    }
    let ours = packages.iter().find(|package| package["name"] == "lightsout").expect("this package");
    let direct: BTreeSet<&str> = ours["dependencies"]
        .as_array()
        .expect("dependencies")
        .iter()
        .filter_map(|dependency| dependency["name"].as_str())
        .collect();
    let page = fs::read_to_string(root.join("docs/dependencies.md")).expect("the page");
    let named: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|name| *name != "crate")
        .collect();
    assert_eq!(named, direct);
}

/// What a program that takes the library alone builds: no argument parser, no server, no pictures.
#[cfg(target_os = "linux")]
#[test]
fn the_tree_of_the_library_is_the_one_on_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--no-default-features", "-e", "normal", "--prefix", "none", "--locked", "--offline"])
        .current_dir(root)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8_lossy(&output.stdout).into_owned();
    let built: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let page = fs::read_to_string(root.join("docs/dependencies.md")).expect("the page");
    let list = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a list");
    let listed: BTreeSet<&str> = list.split_whitespace().chain(["lightsout"]).collect();
    assert_eq!(built, listed);
}

/// What `cargo publish` would send: sources, documents, tests and their data, nothing else.
#[test]
fn the_package_holds_no_stray_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join(".git").exists() {
        // Unpacked from a package: there is nothing left to choose.
        return;
    }
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--locked", "--offline"])
        .current_dir(root)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    let files: BTreeSet<&str> = list.lines().collect();
    let made_by_cargo = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];
    let roots =
        ["CHANGELOG.md", "CONTRIBUTING.md", "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
    let folders = [
        ("src/", &["rs", "html", "css", "js", "svg"][..]),
        ("tests/", &["rs", "py"]),
        ("benches/", &["rs", "c", "cpp", "py"]),
        ("examples/", &["rs", "txt"]),
        ("docs/", &["md", "txt", "svg", "png"]),
    ];
    let known = |file: &str| {
        let ending = Path::new(file).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        made_by_cargo.contains(&file)
            || roots.contains(&file)
            || file == "rustfmt.toml"
            || file.starts_with("tests/data/")
            || folders.iter().any(|(folder, endings)| file.starts_with(folder) && endings.contains(&ending))
    };
    let stray: Vec<&&str> =
        files.iter().filter(|file| !known(file) || file.starts_with("tests/browser/")).collect();
    assert!(stray.is_empty(), "{stray:?}");
    for wanted in roots.iter().chain(&["src/lib.rs", "src/main.rs", "src/cli/serve/page/index.html"]) {
        assert!(files.contains(wanted), "{wanted} is missing");
    }
}

#[test]
fn unwelcome_licences_are_told() {
    for licence in ["GPL-3.0", "MIT AND GPL-3.0", "none", "LGPL-2.1-or-later"] {
        assert!(!welcome(licence), "{licence}");
    }
    assert!(welcome("MIT OR LGPL-2.1-or-later") && welcome("(MIT OR Apache-2.0) AND Unicode-3.0"));
}
