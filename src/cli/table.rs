//! `table`: one value for each board size, in the form of an OEIS b-file.

use std::io::Write;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use num_bigint::BigUint;

use super::args::{Common, NoAnswer, RuleArgs};
use super::exit::Exit;
use super::game::{self, Rule};
use super::output::Output;
use super::progress::Follower;
use super::solve::{all_on, as_fault, search_memory, seconds};
use super::{interrupt, memory};
use lightsout::answer::{Answerer, Goal, Status, Verdict};
use lightsout::optimize::{Limits, Progress};

#[derive(Debug, Args)]
pub struct TableArgs {
    /// What to tabulate
    #[arg(value_enum)]
    what: What,
    /// The first size
    #[arg(long, value_name = "A", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,
    /// The last size
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..))]
    to: u64,
    /// The board that `presses` starts from
    #[arg(long, value_enum, default_value_t = Start::AllOn)]
    start: Start,
    /// Give up on a size after this many seconds; its bounds are then a comment line
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<f64>,
    /// Let a search use this much memory, such as 4GiB (default: half of what is free)
    #[arg(long, value_name = "SIZE", value_parser = memory::parse_size)]
    memory: Option<u64>,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    no_answer: NoAnswer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The nullity of the n x n board (A159257 for plus)
    Nullity,
    /// The fewest presses from all on to all off (A075464 for plus)
    Presses,
    /// The number of quiet patterns, 2 to the nullity (A075462 for plus)
    Quiet,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Start {
    /// All lights on
    AllOn,
}

/// One entry of the table.
enum Entry {
    Value(BigUint),
    Impossible,
    /// Not proved: between the two.
    Between(u64, u64),
}

pub fn run(args: &TableArgs, common: &Common) -> Result<Exit> {
    ensure!(args.from <= args.to, "--from {} is past --to {}; give sizes in order", args.from, args.to);
    let rule = Rule::new(&args.rule)?;
    let mut table = Table::new(args, common)?;
    for n in args.from..=args.to {
        let size = usize::try_from(n)?;
        let entry = match args.what {
            What::Nullity => Entry::Value(BigUint::from(game::nullity(rule.game(size, size, None)?)?)),
            What::Quiet => Entry::Value(BigUint::from(1u8) << game::nullity(rule.game(size, size, None)?)?),
            What::Presses => presses(size, &rule, args, common)?,
        };
        table.give(n, &entry)?;
        if interrupt::interrupted() {
            break;
        }
    }
    table.finish()
}

fn presses(n: usize, rule: &Rule, args: &TableArgs, common: &Common) -> Result<Entry> {
    let board = match args.start {
        Start::AllOn => all_on(n, n)?,
    };
    let answerer = Answerer::new(game::prepare(rule.game(n, n, None)?, None)?.solver);
    let follower = Follower::new(common.quiet);
    let note = |progress: &Progress<'_>| follower.note(progress);
    let timer = interrupt::Timer::start(args.time_limit)?;
    let limits = Limits {
        stop: Some(timer.stop_flag()),
        memory: search_memory(args.memory),
        progress: Some(&note),
        ..Limits::default()
    };
    let verdict = interrupt::searching(|| answerer.fewest(&board, &Goal::Off, &limits));
    drop(timer);
    follower.finish();
    Ok(match verdict.map_err(as_fault)? {
        Verdict::Impossible(_) => Entry::Impossible,
        Verdict::Solved(answer) if answer.status == Status::Optimal => Entry::Value(answer.cost.into()),
        Verdict::Solved(answer) => Entry::Between(answer.bound, answer.cost),
    })
}

/// The table as it is written, an entry at a time.
struct Table<'a> {
    out: Output,
    json: bool,
    no_answer: &'a str,
    any: bool,
}

impl<'a> Table<'a> {
    fn new(args: &'a TableArgs, common: &Common) -> Result<Self> {
        let mut out = Output::create(common.output.as_deref())?;
        if common.json {
            let what = args.what.to_possible_value().map(|v| v.get_name().to_owned());
            write!(out, "{{\"table\": \"{}\", \"values\": [", what.unwrap_or_default())?;
        }
        Ok(Self { out, json: common.json, no_answer: &args.no_answer.no_answer, any: false })
    }

    fn give(&mut self, n: u64, entry: &Entry) -> Result<()> {
        let Self { out, json, no_answer, any } = self;
        if *json {
            let separator = if *any { ",\n  " } else { "\n  " };
            match entry {
                Entry::Value(value) => match u64::try_from(value) {
                    Ok(number) => write!(out, "{separator}[{n}, {number}]")?,
                    Err(_) => write!(out, "{separator}[{n}, \"{value}\"]")?,
                },
                Entry::Impossible => write!(out, "{separator}[{n}, null]")?,
                Entry::Between(low, high) => write!(out, "{separator}[{n}, [{low}, {high}]]")?,
            }
            *any = true;
        } else {
            match entry {
                Entry::Value(value) => writeln!(out, "{n} {value}")?,
                Entry::Impossible => writeln!(out, "{n} {no_answer}")?,
                Entry::Between(low, high) => {
                    writeln!(out, "# {n}: at least {low}, at most {high}, not proved")?
                }
            }
        }
        Ok(out.flush()?)
    }

    fn finish(mut self) -> Result<Exit> {
        if self.json {
            self.out.write_all(b"\n]}\n")?;
        }
        self.out.finish()?;
        Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Answered })
    }
}
