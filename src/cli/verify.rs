//! `verify`: presses applied by the definition, or a proof checked, without any engine.

mod certificate;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;

use super::args::{BoardFormat, Common, RuleArgs};
use super::exit::Exit;
use super::game::Rule;
use super::reader::{self, read_goal};
use super::report::plural;
use super::{input, output};
use lightsout::answer::{Goal, Target};
use lightsout::board::Board;
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::verify::{refutes, toggled_by, wrong_lights};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The board as it stands; with --certificate, a board that the certificate has to be about
    #[arg(required_unless_present_any = ["certificate", "quiet_pattern"])]
    board: Option<PathBuf>,
    /// The press pattern: X (or any on) where a button is pressed
    #[arg(required_unless_present_any = ["witness", "certificate", "quiet_pattern"])]
    presses: Option<PathBuf>,
    /// off, on, either, or a file with the board wanted
    #[arg(long, value_name = "GOAL", default_value = "off")]
    goal: String,
    /// Check instead the proof that the board has no solution: a set of lights of which every button
    /// toggles an even number, while an odd number of them has to change
    #[arg(long, value_name = "FILE", conflicts_with = "presses")]
    witness: Option<PathBuf>,
    /// Check instead a certificate of solve --certificate: the answer and the whole proof
    #[arg(long, value_name = "FILE", conflicts_with_all = ["presses", "witness"])]
    certificate: Option<PathBuf>,
    /// Check instead that these presses change nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "presses", "witness", "certificate", "goal"])]
    quiet_pattern: Option<PathBuf>,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    format: BoardFormat,
}

#[derive(Debug, Serialize)]
struct VerifyReport {
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'static str>,
    message: String,
}

pub fn run(args: &VerifyArgs, common: &Common) -> Result<Exit> {
    let report = match (&args.certificate, &args.quiet_pattern) {
        (Some(path), _) => match certificate::check(path, args, common)? {
            Some(report) => report,
            None => return Ok(Exit::Interrupted),
        },
        (None, Some(path)) => check_quiet(path, args)?,
        (None, None) => check_answer(args)?,
    };
    let text = if common.json {
        serde_json::to_string_pretty(&report)? + "\n"
    } else {
        format!("{}\n", report.message)
    };
    output::write(common.output.as_deref(), text.as_bytes())?;
    Ok(if report.verified { Exit::Answered } else { Exit::No })
}

fn check_answer(args: &VerifyArgs) -> Result<VerifyReport> {
    let board = reader::read_board(args.board.as_deref(), &args.format, None)?;
    let goal = read_goal(&args.goal, &board, &args.format)?;
    let rule = Rule::new(&args.rule)?;
    let game = rule.game(board.rows(), board.cols(), board.holes())?;
    let targets = goal.targets(&board);
    if args.witness.is_some() {
        let witnesses = read_patterns(args.witness.as_deref(), &board, &args.format)?;
        return Ok(check_witnesses(&game, &witnesses, &goal, &targets));
    }
    let presses = read_patterns(args.presses.as_deref(), &board, &args.format)?;
    ensure!(
        presses.len() == 1,
        "{}: holds more than one pattern; give one press pattern",
        input::shown(args.presses.as_deref())
    );
    Ok(check_presses(&game, presses[0].lights(), &targets))
}

/// Presses that toggle nothing.
fn check_quiet(path: &Path, args: &VerifyArgs) -> Result<VerifyReport> {
    let pattern = reader::read_board(Some(path), &args.format, None)?;
    let game = Rule::new(&args.rule)?.game(pattern.rows(), pattern.cols(), pattern.holes())?;
    if let Some(report) = misplaced(&game, pattern.lights(), None) {
        return Ok(report);
    }
    let lights = toggled_by(&game, pattern.lights()).count_ones() as u64;
    let presses = plural(pattern.lights().count_ones() as u64, "press", "presses");
    let message = match lights {
        0 => format!("verified: a quiet pattern of {presses}"),
        _ => {
            let toggle = if pattern.lights().count_ones() == 1 { "toggles" } else { "toggle" };
            format!("wrong: {presses} {toggle} {}", plural(lights, "light", "lights"))
        }
    };
    Ok(VerifyReport { verified: lights == 0, goal: None, message })
}

/// Patterns for the board: of its size, with its holes or none.
fn read_patterns(path: Option<&Path>, board: &Board, format: &BoardFormat) -> Result<Vec<Board>> {
    let patterns = reader::read_boards(path, format, Some((board.rows(), board.cols())))?;
    let name = input::shown(path);
    for pattern in &patterns {
        ensure!(
            pattern.holes().is_none() || pattern.holes() == board.holes(),
            "{name}: its holes are not the board's; give a pattern for the same board"
        );
    }
    Ok(patterns)
}

/// A press where there is no button.
fn misplaced(game: &Game, presses: &BitMatrix, goal: Option<&'static str>) -> Option<VerifyReport> {
    let (r, c) = presses.ones().find(|&(r, c)| !game.has_button(r, c))?;
    let message = format!("wrong: a press at {},{}, where no button may be pressed", r + 1, c + 1);
    Some(VerifyReport { verified: false, goal, message })
}

fn check_presses(game: &Game, presses: &BitMatrix, targets: &[Target]) -> VerifyReport {
    if let Some(report) = misplaced(game, presses, Some(targets[0].name)) {
        return report;
    }
    let checked = targets.iter().map(|t| (t.name, wrong_lights(game, presses, &t.lights) as u64));
    let (goal, wrong) = checked.min_by_key(|&(_, wrong)| wrong).unwrap_or(("off", 0));
    let presses = plural(presses.count_ones() as u64, "press", "presses");
    let message = match wrong {
        0 => format!("verified: {presses}, goal {goal}"),
        _ => format!("wrong: after {presses} {} wrong, goal {goal}", plural(wrong, "light is", "lights are")),
    };
    VerifyReport { verified: wrong == 0, goal: Some(goal), message }
}

/// Every goal accepted has to be refuted by one of the witnesses.
fn check_witnesses(game: &Game, witnesses: &[Board], goal: &Goal, targets: &[Target]) -> VerifyReport {
    let refuted = |t: &Target| witnesses.iter().any(|w| refutes(game, w.lights(), &t.lights));
    let (verified, message) = match targets.iter().find(|t| !refuted(t)) {
        None => (true, format!("verified: no presses reach goal {}", goal.name())),
        Some(open) => (false, format!("wrong: the witness proves nothing about goal {}", open.name)),
    };
    VerifyReport { verified, goal: Some(goal.name()), message }
}
