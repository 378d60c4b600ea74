//! The command as a whole: help, version, completions, the manual, and `query` when no command is named.

mod common;

use common::run::lightsout;

const COMMANDS: &[&str] = &[
    "query",
    "solve",
    "info",
    "generate",
    "verify",
    "table",
    "swap",
    "buttons",
    "render",
    "serve",
    "completions",
    "man",
];

#[test]
fn every_command_has_help_and_a_place_in_the_manual() {
    let help = lightsout(&["--help"], "");
    let manual = lightsout(&["man"], "");
    assert_eq!((help.code, manual.code), (0, 0), "{}", manual.stderr);
    for command in COMMANDS {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{command} in --help");
        let own = lightsout(&[command, "--help"], "");
        assert_eq!(own.code, 0);
        assert!(own.stdout.contains("Usage: lightsout "), "{}", own.stdout);
        assert!(manual.stdout.contains(&format!("lightsout\\-{command}")), "{command} in the manual");
    }
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = lightsout(&["completions", shell], "");
        assert_eq!(run.code, 0);
        assert!(COMMANDS.iter().all(|command| run.stdout.contains(command)), "{shell}");
    }
    assert_eq!(lightsout(&["completions", "tcsh"], "").code, 2);
}

#[test]
fn without_a_command_it_is_query() {
    let (plain, named) =
        (lightsout(&["examples/classic.txt"], ""), lightsout(&["query", "examples/classic.txt"], ""));
    assert_eq!((plain.code, plain.stdout), (named.code, named.stdout));
    assert_eq!(lightsout(&["-"], "bwwb bbwb bwwb bwww").stdout, "4\n");
    assert_eq!(lightsout(&["--goal", "off"], "0".repeat(16)).stdout, "0\n");
    assert_eq!(lightsout(&["--version"], "").stdout, format!("lightsout {}\n", env!("CARGO_PKG_VERSION")));
}
