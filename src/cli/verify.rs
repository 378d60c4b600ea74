//! `verify`: presses applied by the definition, or a witness of impossibility checked, without any engine.

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
use lightsout::verify::{refutes, wrong_lights};

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The board as it stands
    board: PathBuf,
    /// The press pattern: X (or any on) where a button is pressed
    #[arg(required_unless_present = "witness")]
    presses: Option<PathBuf>,
    /// off, on, either, or a file with the board wanted
    #[arg(long, value_name = "GOAL", default_value = "off")]
    goal: String,
    /// Check instead the proof that the board has no solution: a set of lights of which every button
    /// toggles an even number, while an odd number of them has to change
    #[arg(long, value_name = "FILE", conflicts_with = "presses")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    format: BoardFormat,
}

#[derive(Debug, Serialize)]
struct VerifyReport {
    verified: bool,
    goal: &'static str,
    message: String,
}

pub fn run(args: &VerifyArgs, common: &Common) -> Result<Exit> {
    let board = reader::read_board(Some(&args.board), &args.format, None)?;
    let goal = read_goal(&args.goal, &board, &args.format)?;
    let rule = Rule::new(&args.rule)?;
    let game = rule.game(board.rows(), board.cols(), board.holes())?;
    let targets = goal.targets(&board);
    let report = if args.witness.is_some() {
        let witnesses = read_patterns(args.witness.as_deref(), &board, &args.format)?;
        check_witnesses(&game, &witnesses, &goal, &targets)
    } else {
        let presses = read_patterns(args.presses.as_deref(), &board, &args.format)?;
        ensure!(
            presses.len() == 1,
            "{}: holds more than one pattern; give one press pattern",
            input::shown(args.presses.as_deref())
        );
        check_presses(&game, presses[0].lights(), &targets)
    };
    let text = if common.json {
        serde_json::to_string_pretty(&report)? + "\n"
    } else {
        format!("{}\n", report.message)
    };
    output::write(common.output.as_deref(), text.as_bytes())?;
    Ok(if report.verified { Exit::Answered } else { Exit::No })
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

fn check_presses(game: &Game, presses: &BitMatrix, targets: &[Target]) -> VerifyReport {
    if let Some((r, c)) = presses.ones().find(|&(r, c)| !game.has_button(r, c)) {
        let message = format!("wrong: a press at {},{}, where no button may be pressed", r + 1, c + 1);
        return VerifyReport { verified: false, goal: targets[0].name, message };
    }
    let checked = targets.iter().map(|t| (t.name, wrong_lights(game, presses, &t.lights) as u64));
    let (goal, wrong) = checked.min_by_key(|&(_, wrong)| wrong).unwrap_or(("off", 0));
    let presses = plural(presses.count_ones() as u64, "press", "presses");
    let message = match wrong {
        0 => format!("verified: {presses}, goal {goal}"),
        _ => format!("wrong: after {presses} {} wrong, goal {goal}", plural(wrong, "light is", "lights are")),
    };
    VerifyReport { verified: wrong == 0, goal, message }
}

/// Every goal accepted has to be refuted by one of the witnesses.
fn check_witnesses(game: &Game, witnesses: &[Board], goal: &Goal, targets: &[Target]) -> VerifyReport {
    let refuted = |t: &Target| witnesses.iter().any(|w| refutes(game, w.lights(), &t.lights));
    let (verified, message) = match targets.iter().find(|t| !refuted(t)) {
        None => (true, format!("verified: no presses reach goal {}", goal.name())),
        Some(open) => (false, format!("wrong: the witness proves nothing about goal {}", open.name)),
    };
    VerifyReport { verified, goal: goal.name(), message }
}
