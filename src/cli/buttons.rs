//! `buttons`: the fewest presses of puzzles given as lists of buttons, one answer each.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use num_bigint::BigUint;
use serde::Serialize;

use super::args::{Common, NoAnswer};
use super::exit::{Exit, Fault};
use super::input::{self, Source};
use super::output::Output;
use super::{interrupt, memory, report, tell};
use lightsout::optimize::{Limits, Optimum};
use lightsout::wiring::{Verdict, Wiring, WiringReader};

#[derive(Debug, Args)]
pub struct ButtonsArgs {
    /// Lines such as "[.##.] (3) (1,3) (2)", JSON, or a graph "N M" with M pairs; - or nothing for standard input
    file: Option<PathBuf>,
    /// After each number also say which buttons, as the input numbers them
    #[arg(long, conflicts_with = "sum")]
    which: bool,
    /// Print only the sum of all answers
    #[arg(long)]
    sum: bool,
    /// Stop after this many seconds; what is not proved by then is given as bounds
    #[arg(long, value_name = "S", value_parser = super::solve::seconds)]
    time_limit: Option<f64>,
    #[command(flatten)]
    no_answer: NoAnswer,
}

/// One answer as JSON.
#[derive(Debug, Serialize)]
struct ButtonsReport {
    /// The number of the puzzle in the input, from 1.
    puzzle: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    solvable: bool,
    status: &'static str,
    presses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buttons: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "report::count")]
    optima: Option<BigUint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nullity: Option<usize>,
    /// Lights of which every button toggles an even number, while an odd number has to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<usize>>,
}

/// `buttons --sum --json`.
#[derive(Debug, Serialize)]
struct SumReport {
    puzzles: u64,
    impossible: u64,
    sum: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
}

/// All answers together.
#[derive(Debug, Default)]
struct Total {
    puzzles: u64,
    impossible: u64,
    presses: u64,
    bound: u64,
}

pub fn run(args: &ButtonsArgs, common: &Common) -> Result<Exit> {
    let Source { name, reader, .. } = input::open(args.file.as_deref())?;
    let timer = interrupt::Timer::start(args.time_limit)?;
    let mut out = Output::create(common.output.as_deref())?;
    let mut puzzles = WiringReader::new(reader).map_err(|e| anyhow!("{name}:{e}"))?;
    let mut total = Total::default();
    let mut noted = false;
    loop {
        if puzzles.is_drained() {
            out.flush()?; // At a terminal each line is answered as it comes.
        }
        let wiring = match puzzles.next_wiring() {
            Ok(Some(wiring)) => wiring,
            Ok(None) => break,
            Err(error) => {
                out.flush()?; // What was answered before a fault stands.
                return Err(anyhow!("{name}:{error}"));
            }
        };
        if puzzles.has_counters() && !noted && !common.quiet {
            noted = true;
            tell!("note: {{…}} is left out: counters that have to reach a number are another problem");
        }
        let verdict = answer(&wiring, &timer)?;
        total.add(&verdict);
        if !args.sum {
            write_answer(&mut out, &wiring, verdict, total.puzzles, args, common)?;
        }
        if interrupt::interrupted() {
            break;
        }
    }
    total.finish(&mut out, args, common)?;
    out.finish()?;
    Ok(match total.impossible {
        _ if interrupt::interrupted() => Exit::Interrupted,
        0 => Exit::Answered,
        _ => Exit::No,
    })
}

/// The verdict on a puzzle, checked by the definition.
fn answer(wiring: &Wiring, timer: &interrupt::Timer) -> Result<Verdict> {
    if wiring.lights() > 64 || wiring.buttons() > 64 {
        memory::check(wiring.bytes_needed())?;
    }
    let limits = Limits { stop: Some(timer.stop_flag()), ..Limits::default() };
    let verdict = interrupt::searching(|| wiring.fewest(&limits))?;
    match &verdict {
        Verdict::Solved { optimum, .. } if !wiring.is_solution(&optimum.presses) => {
            Err(Fault("these buttons do not change the lights wanted".to_owned()).into())
        }
        Verdict::Impossible { witness } if !wiring.is_witness(witness) => {
            Err(Fault("the witness proves nothing".to_owned()).into())
        }
        _ => Ok(verdict),
    }
}

fn write_answer(
    out: &mut Output,
    wiring: &Wiring,
    verdict: Verdict,
    puzzle: u64,
    args: &ButtonsArgs,
    common: &Common,
) -> Result<()> {
    if common.json {
        out.write_all(if puzzle == 1 { b"[" } else { b",\n " })?;
        serde_json::to_writer(out, &json(wiring, verdict, puzzle)).map_err(io::Error::from)?;
        return Ok(());
    }
    match verdict {
        Verdict::Impossible { .. } => writeln!(out, "{}", args.no_answer.no_answer)?,
        Verdict::Solved { optimum, .. } => {
            if optimum.proved {
                write!(out, "{}", optimum.cost)?;
            } else {
                write!(out, "{}..{} not proved", optimum.bound, optimum.cost)?;
            }
            if args.which && optimum.cost > 0 {
                let numbers: Vec<String> = numbers(wiring, &optimum).map(|n| n.to_string()).collect();
                write!(out, " {}", numbers.join(","))?;
            }
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

/// The buttons to press as the input numbers them.
fn numbers(wiring: &Wiring, optimum: &Optimum) -> impl Iterator<Item = usize> {
    let first = wiring.first_number();
    optimum.presses.ones().map(move |button| button + first)
}

fn json(wiring: &Wiring, verdict: Verdict, puzzle: u64) -> ButtonsReport {
    let line = wiring.line();
    match verdict {
        Verdict::Solved { optimum, nullity } => ButtonsReport {
            puzzle,
            line,
            solvable: true,
            status: if optimum.proved { "optimal" } else { "not proved" },
            presses: Some(optimum.cost),
            bound: Some(optimum.bound),
            buttons: Some(numbers(wiring, &optimum).collect()),
            optima: optimum.count,
            nullity: Some(nullity),
            witness: None,
        },
        Verdict::Impossible { witness } => ButtonsReport {
            puzzle,
            line,
            solvable: false,
            status: "impossible",
            presses: None,
            bound: None,
            buttons: None,
            optima: None,
            nullity: None,
            witness: Some(witness.ones().map(|light| light + wiring.first_number()).collect()),
        },
    }
}

impl Total {
    fn add(&mut self, verdict: &Verdict) {
        self.puzzles += 1;
        match verdict {
            Verdict::Impossible { .. } => self.impossible += 1,
            Verdict::Solved { optimum, .. } => {
                self.presses += optimum.cost;
                self.bound += optimum.bound;
            }
        }
    }

    /// Ends the document, or writes the sum.
    fn finish(&self, out: &mut Output, args: &ButtonsArgs, common: &Common) -> Result<()> {
        let &Total { puzzles, impossible, presses, bound } = self;
        if !args.sum {
            if common.json {
                out.write_all(b"]\n")?;
            }
            return Ok(());
        }
        let possible = impossible == 0;
        if common.json {
            let sum = possible.then_some(presses);
            let bound = (possible && bound < presses).then_some(bound);
            let report = SumReport { puzzles, impossible, sum, bound };
            serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        } else if !possible {
            if !common.quiet {
                let of = report::plural(puzzles, "puzzle", "puzzles");
                tell!("{impossible} of {of} impossible; the others take {presses}");
            }
            writeln!(out, "{}", args.no_answer.no_answer)?;
        } else if bound < presses {
            writeln!(out, "{bound}..{presses} not proved")?;
        } else {
            writeln!(out, "{presses}")?;
        }
        Ok(())
    }
}
