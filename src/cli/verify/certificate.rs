//! `verify --certificate`: an answer with its whole proof.

use std::path::Path;

use anyhow::{Result, anyhow, ensure};

use super::{VerifyArgs, VerifyReport};
use crate::cli::args::{Common, RuleArgs};
use crate::cli::game::Rule;
use crate::cli::progress::Follower;
use crate::cli::reader::{self, read_goal};
use crate::cli::report::plural;
use crate::cli::solve::search_memory;
use crate::cli::{input, interrupt, tell};
use lightsout::answer::Target;
use lightsout::verify::certificate::{Certificate, CertificateError, Checked, Effort};

/// Checks a certificate; `None` when Ctrl-C stopped it.
pub(super) fn check(path: &Path, args: &VerifyArgs, common: &Common) -> Result<Option<VerifyReport>> {
    let contents = input::read(Some(path))?;
    let name = contents.name;
    let certificate = Certificate::parse(&contents.bytes).map_err(|error| anyhow!("{name}:{error}"))?;
    drop(contents.bytes);
    let goal = Some(certificate.goal);
    let wrong = |what: &str| VerifyReport { verified: false, goal, message: format!("wrong: {what}") };
    if let Some(difference) = difference(&certificate, args)? {
        return Ok(Some(wrong(difference)));
    }
    let timer = interrupt::Timer::start(None)?;
    let follower = Follower::new(common.quiet);
    let note = |phase: &str, done: u64, total: u64| follower.note_steps(phase, done, total);
    let effort = Effort {
        stop: Some(timer.stop_flag()),
        memory: search_memory(None),
        progress: Some(&note),
        ..Effort::default()
    };
    let checked = interrupt::searching(|| certificate.check(&effort));
    follower.finish();
    match checked {
        Ok(checked) => {
            let message = verified(&certificate, &checked);
            Ok(Some(VerifyReport { verified: true, goal, message }))
        }
        Err(CertificateError::Wrong(what)) => Ok(Some(wrong(&what))),
        Err(CertificateError::Stopped) => {
            if !common.quiet {
                tell!("{name}: {}", CertificateError::Stopped);
            }
            Ok(None)
        }
        Err(error) => Err(anyhow!("{name}: {error}; it takes a larger machine, or another program")),
    }
}

fn verified(certificate: &Certificate, checked: &Checked) -> String {
    let game = &certificate.game;
    let (rows, cols) = (game.rows(), game.cols());
    let rule = format!("{rows}x{cols}, rule {}, {}", game.neighbourhood(), game.topology().name());
    let Some(optimum) = &checked.optimum else {
        return format!("verified: {rule}: no presses reach goal {}", certificate.goal);
    };
    let presses = plural(optimum.presses as u64, "press", "presses");
    let what = match game.costs() {
        None => format!("{presses}, the fewest"),
        Some(_) => format!("cost {} with {presses}, the least", optimum.cost),
    };
    let optima = match optimum.optima.to_string().as_str() {
        "1" => "1 optimum".to_owned(),
        optima => format!("{optima} optima"),
    };
    format!("verified: {rule}: {what} of 2^{} solutions, goal {}, {optima}", checked.nullity, optimum.goal)
}

/// In what the certificate's question differs from the one asked on the command line.
fn difference(certificate: &Certificate, args: &VerifyArgs) -> Result<Option<&'static str>> {
    let Some(path) = &args.board else {
        ensure!(
            is_plain(args),
            "--certificate without BOARD: the rule and the goal are the certificate's; leave them out, or give BOARD"
        );
        return Ok(None);
    };
    let board = reader::read_board(Some(path), &args.format, None)?;
    if board != certificate.board {
        return Ok(Some("the certificate is about another board"));
    }
    let game = Rule::new(&args.rule)?.game(board.rows(), board.cols(), board.holes())?;
    let (asked, told) = (game.neighbourhood(), certificate.game.neighbourhood());
    if (asked.offsets(), asked.rays()) != (told.offsets(), told.rays()) {
        return Ok(Some("the certificate is about another rule"));
    }
    if game.topology() != certificate.game.topology() {
        return Ok(Some("the certificate is about another topology"));
    }
    if game.costs() != certificate.game.costs() {
        return Ok(Some("the certificate is about other costs"));
    }
    let goal = read_goal(&args.goal, &board, &args.format)?;
    let same = |target: &Target| target.lights == certificate.lights_to_change(target.name);
    let same = goal.name() == certificate.goal && goal.targets(&board).iter().all(same);
    Ok((!same).then_some("the certificate is about another goal"))
}

/// Whether neither a rule nor a goal is given.
fn is_plain(args: &VerifyArgs) -> bool {
    let RuleArgs { rule, no_self, offsets, topology, costs } = &args.rule;
    let named = rule == "plus" && !no_self && offsets.is_none() && topology == "plane" && costs.is_none();
    named && args.goal == "off"
}
