//! What `solve` prints: the pattern and nothing else on standard output, the rest on standard error.

use std::io::Write;
use std::path::Path;

use anyhow::Result;

use super::SolveArgs;
use super::animate::animate;
use crate::cli::args::Common;
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::interrupt;
use crate::cli::output::{self, Output};
use crate::cli::progress::Phase;
use crate::cli::report::{self, SolveReport, plural};
use crate::cli::tell;
use lightsout::answer::{Answer, Answerer, Goal, Refutation, Verdict};
use lightsout::board::Board;
use lightsout::solve::Plan;

/// What became of the board, and how.
pub(super) struct Shown<'a> {
    pub(super) verdict: Verdict,
    pub(super) board: &'a Board,
    pub(super) answerer: &'a Answerer,
    pub(super) plan: Plan,
    pub(super) goal: &'a Goal,
    pub(super) phases: Vec<Phase>,
}

impl Shown<'_> {
    pub(super) fn show(self, args: &SolveArgs, common: &Common) -> Result<Exit> {
        let exit = match &self.verdict {
            Verdict::Solved(answer) => self.answer(answer, args, common)?,
            Verdict::Impossible(refutations) => self.impossible(refutations, args, common)?,
        };
        if args.stats {
            self.stats();
        }
        Ok(exit)
    }

    fn answer(&self, answer: &Answer, args: &SolveArgs, common: &Common) -> Result<Exit> {
        let game = self.answerer.solver().game();
        let nullity = self.answerer.solver().nullity();
        let path = common.output.as_deref();
        match Format::choose(args.format, common.json, path) {
            _ if args.animate => {
                let mut out = Output::create(path)?;
                let to_screen = path.is_none_or(|path| path == Path::new("-"));
                animate(&mut out, game, self.board, &answer.presses, to_screen.then_some(args.delay))?;
                out.finish()?;
            }
            Format::Json => {
                let document = self.document();
                output::write(path, (serde_json::to_string_pretty(&document)? + "\n").as_bytes())?;
            }
            format => {
                let mut out = Output::create(path)?;
                for (i, presses) in [&answer.presses].into_iter().chain(&answer.further).enumerate() {
                    if i > 0 && format == Format::Txt {
                        out.write_all(b"\n")?;
                    }
                    format.write_presses(&mut out, presses, game.holes())?;
                }
                out.finish()?;
            }
        }
        if !common.quiet {
            tell!("{}", report::summary(answer, game.costs().is_some()));
        }
        if args.count {
            let optima = answer.optima.as_ref().map_or("not known".to_owned(), ToString::to_string);
            tell!("optima: {optima}; solutions for goal {}: 2^{nullity}", answer.goal);
        }
        Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Answered })
    }

    fn impossible(&self, refutations: &[Refutation], args: &SolveArgs, common: &Common) -> Result<Exit> {
        let game = self.answerer.solver().game();
        if let Some(path) = &args.witness {
            let patterns: Vec<String> =
                refutations.iter().map(|r| report::pattern_text(&r.witness.lights, game.holes())).collect();
            output::write(Some(path), patterns.join("\n").as_bytes())?;
        }
        let path = common.output.as_deref();
        if Format::choose(args.format, common.json, path) == Format::Json {
            let document = self.document();
            output::write(path, (serde_json::to_string_pretty(&document)? + "\n").as_bytes())?;
        } else {
            output::write(None, format!("{}\n", args.no_answer.no_answer).as_bytes())?;
        }
        if !common.quiet {
            for refutation in refutations {
                let lights = plural(refutation.witness.lights.count_ones() as u64, "light", "lights");
                let proof = "every button toggles an even number of them, yet an odd number has to change";
                tell!("goal {} is out of reach: a set of {lights} proves it ({proof})", refutation.goal);
            }
        }
        Ok(Exit::No)
    }

    fn document(&self) -> SolveReport {
        SolveReport::new(&self.verdict, self.answerer.solver(), self.goal, &self.phases)
    }

    /// `--stats`: the engine, what it was expected to need, and where the time went.
    fn stats(&self) {
        let solver = self.answerer.solver();
        let estimate = self.plan.estimate;
        let bytes = lightsout::gf2::bytes_text(estimate.bytes);
        tell!("engine {}, estimated {:.3e} steps and {bytes}", solver.engine().name(), estimate.steps as f64);
        tell!("nullity {}", solver.nullity());
        for phase in &self.phases {
            tell!("{:.6} s {}", phase.seconds, phase.name);
        }
    }
}
