//! `info`: what is known of a game before any board is played.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::args::{Common, RuleArgs, Size};
use super::exit::Exit;
use super::game::{self, Rule};
use super::report::{Rules, pattern_rows};
use super::{memory, output};
use lightsout::game::Game;

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The size, such as 5x5
    #[arg(value_name = "RxC")]
    size: Size,
    #[command(flatten)]
    rule: RuleArgs,
    /// List a basis of the quiet patterns: presses that change nothing
    #[arg(long)]
    quiet_patterns: bool,
}

/// `info --json`.
#[derive(Debug, Serialize)]
pub struct InfoReport {
    #[serde(flatten)]
    rules: Rules,
    lights: usize,
    buttons: usize,
    rank: usize,
    pub nullity: usize,
    /// One board in this many can be solved.
    solvable_share: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet_patterns: Option<Vec<Vec<String>>>,
}

pub fn run(args: &InfoArgs, common: &Common) -> Result<Exit> {
    let game = Rule::new(&args.rule)?.game(args.size.rows, args.size.cols, None)?;
    let report = InfoReport::new(&game, args.quiet_patterns)?;
    let text = if common.json { serde_json::to_string_pretty(&report)? + "\n" } else { as_text(&report) };
    output::write(common.output.as_deref(), text.as_bytes())?;
    Ok(Exit::Answered)
}

impl InfoReport {
    /// What is known of a game, with a basis of its quiet patterns when they are wanted.
    pub fn new(game: &Game, quiet_patterns: bool) -> Result<Self> {
        let (nullity, quiet_patterns) = if quiet_patterns {
            let solver = game::prepare(game.clone(), None)?.solver;
            // Each pattern as bits and as text.
            let cells = game.rows() as u128 * game.cols() as u128;
            memory::check(solver.nullity() as u128 * cells * 2)?;
            let rows = |pattern| pattern_rows(pattern, game.holes());
            (solver.nullity(), Some(solver.quiet_patterns().iter().map(rows).collect()))
        } else {
            (game::nullity(game.clone())?, None)
        };
        let rank = game.buttons() - nullity;
        Ok(Self {
            rules: Rules::of(game),
            lights: game.lights(),
            buttons: game.buttons(),
            rank,
            nullity,
            solvable_share: share(game.lights() - rank),
            quiet_patterns,
        })
    }
}

/// One board in 2^corank can be solved.
fn share(corank: usize) -> String {
    match corank {
        0 => "1".to_owned(),
        1..64 => format!("1/{}", 1u64 << corank),
        _ => format!("1/2^{corank}"),
    }
}

fn as_text(report: &InfoReport) -> String {
    let share = match report.solvable_share.as_str() {
        "1" => "every board".to_owned(),
        share => format!("{share} of the boards"),
    };
    let mut text = format!(
        "lights     {}\nbuttons    {}\nrank       {}\nnullity    {}\nsolvable   {share}\n",
        report.lights, report.buttons, report.rank, report.nullity
    );
    for pattern in report.quiet_patterns.iter().flatten() {
        text.push('\n');
        for row in pattern {
            text.push_str(row);
            text.push('\n');
        }
    }
    text
}
