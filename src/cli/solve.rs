//! `solve`: one board, its fewest presses, and which they are.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::args::{BoardFormat, Common, NoAnswer, RuleArgs, Size};
use super::exit::{Exit, Fault};
use super::game::Rule;
use super::progress::{Follower, Phase};
use super::reader::{self, read_goal};
use super::report::{self, Rules, SolveReport, WitnessReport};
use super::{interrupt, memory, output};
use lightsout::answer::{Answer, AnswerError, Answerer, Goal, Refutation, Status, Verdict};
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::{Limits, Progress};
use lightsout::solve::Solver;

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The board; - or nothing for standard input
    file: Option<PathBuf>,
    /// The size: needed with --all-on and --random and for a board on one line, else checked
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    /// off, on, either, or a file with the board wanted
    #[arg(long, value_name = "GOAL", default_value = "off")]
    goal: String,
    /// Any solution will do: skip the search for the fewest presses
    #[arg(long)]
    any: bool,
    /// Stop after this many seconds with the best found and a proved bound
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<f64>,
    /// Let the search use this much memory, such as 4GiB (default: half of what is free)
    #[arg(long, value_name = "SIZE", value_parser = memory::parse_size)]
    memory: Option<u64>,
    /// Instead of a file: a board of the given size, all lights on
    #[arg(long, conflicts_with_all = ["file", "random"], requires = "size")]
    all_on: bool,
    /// Instead of a file: a random board of the given size; the same seed, the same board
    #[arg(long, value_name = "SEED", conflicts_with = "file", requires = "size")]
    random: Option<u64>,
    /// When the board is impossible, write the proof to FILE (one pattern a goal)
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    format: BoardFormat,
    #[command(flatten)]
    no_answer: NoAnswer,
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err(format!("'{text}' is no time; give seconds, such as 60")),
    }
}

pub fn run(args: &SolveArgs, common: &Common) -> Result<Exit> {
    let rule = Rule::new(&args.rule)?;
    let board = board(args)?;
    let goal = read_goal(&args.goal, &board, &args.format)?;
    let game = rule.game(board.rows(), board.cols(), board.holes())?;
    let answerer = Answerer::new(Solver::new(game)?);
    let follower = Follower::new(common.quiet);
    let verdict = if args.any {
        answerer.any(&board, &goal)
    } else {
        let timer = interrupt::Timer::start(args.time_limit)?;
        let note = |progress: &Progress<'_>| follower.note(progress);
        let limits = Limits {
            stop: Some(timer.stop_flag()),
            memory: search_memory(args.memory),
            progress: Some(&note),
            ..Limits::default()
        };
        interrupt::searching(|| answerer.fewest(&board, &goal, &limits))
    };
    let phases = follower.finish();
    match verdict.map_err(as_fault)? {
        Verdict::Solved(answer) => show_answer(&answer, &answerer, phases, common),
        Verdict::Impossible(refutations) => show_impossible(&refutations, &goal, &answerer, args, common),
    }
}

/// The board asked about, read or made.
fn board(args: &SolveArgs) -> Result<Board> {
    let size = args.size.map(|s| (s.rows, s.cols));
    let Some((rows, cols)) = size.filter(|_| args.all_on || args.random.is_some()) else {
        return reader::read_board(args.file.as_deref(), &args.format, size);
    };
    match args.random {
        Some(seed) => {
            check_memory(rows, cols)?;
            Ok(Board::random(rows, cols, seed)?)
        }
        None => all_on(rows, cols),
    }
}

/// The board of the given size with all lights on.
pub fn all_on(rows: usize, cols: usize) -> Result<Board> {
    check_memory(rows, cols)?;
    let mut lights = BitMatrix::try_zeros(rows, cols)?;
    lights.complement();
    Ok(Board::new(lights))
}

/// The board, its goal and its answer are held at once.
fn check_memory(rows: usize, cols: usize) -> Result<()> {
    memory::check(3 * BitMatrix::bytes_needed(rows, cols))
}

/// Bytes the search may use: what was asked for, or half of what is free.
pub fn search_memory(asked: Option<u64>) -> u64 {
    let half = || memory::available().map(|free| u64::try_from(free / 2).unwrap_or(u64::MAX));
    asked.or_else(half).unwrap_or(1 << 30)
}

/// A failed check is a bug; everything else the user can mend.
pub fn as_fault(error: AnswerError) -> anyhow::Error {
    match error {
        AnswerError::TooLarge(too_large) => too_large.into(),
        fault => Fault(fault.to_string()).into(),
    }
}

fn show_answer(answer: &Answer, answerer: &Answerer, phases: Vec<Phase>, common: &Common) -> Result<Exit> {
    let game = answerer.solver().game();
    if common.json {
        let document = SolveReport {
            rules: Rules::of(game),
            goal: answer.goal,
            solvable: true,
            status: report::status_name(answer.status),
            presses: Some(answer.presses.count_ones()),
            cost: Some(answer.cost),
            bound: (answer.status != Status::Any).then_some(answer.bound),
            optima: answer.optima.clone(),
            nullity: answerer.solver().nullity(),
            engine: answerer.solver().engine().name(),
            pattern: Some(report::pattern_rows(&answer.presses, game.holes())),
            witnesses: Vec::new(),
            phases,
        };
        write_json(&document, common.output.as_deref())?;
    } else {
        let text = report::pattern_text(&answer.presses, game.holes());
        output::write(common.output.as_deref(), text.as_bytes())?;
    }
    if !common.quiet {
        eprintln!("{}", report::summary(answer, game.costs().is_some()));
    }
    Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Answered })
}

fn show_impossible(
    refutations: &[Refutation],
    goal: &Goal,
    answerer: &Answerer,
    args: &SolveArgs,
    common: &Common,
) -> Result<Exit> {
    let game = answerer.solver().game();
    if let Some(path) = &args.witness {
        let patterns: Vec<String> =
            refutations.iter().map(|r| report::pattern_text(&r.witness.lights, game.holes())).collect();
        output::write(Some(path), patterns.join("\n").as_bytes())?;
    }
    if common.json {
        let document = SolveReport {
            rules: Rules::of(game),
            goal: goal.name(),
            solvable: false,
            status: "impossible",
            presses: None,
            cost: None,
            bound: None,
            optima: None,
            nullity: answerer.solver().nullity(),
            engine: answerer.solver().engine().name(),
            pattern: None,
            witnesses: refutations.iter().map(|r| WitnessReport::of(r, game)).collect(),
            phases: Vec::new(),
        };
        write_json(&document, common.output.as_deref())?;
    } else {
        output::write(None, format!("{}\n", args.no_answer.no_answer).as_bytes())?;
    }
    if !common.quiet {
        for refutation in refutations {
            let lights = report::plural(refutation.witness.lights.count_ones() as u64, "light", "lights");
            let proof = "every button toggles an even number of them, yet an odd number has to change";
            eprintln!("goal {} is out of reach: a set of {lights} proves it ({proof})", refutation.goal);
        }
    }
    Ok(Exit::No)
}

fn write_json(document: &SolveReport, path: Option<&Path>) -> Result<()> {
    output::write(path, (serde_json::to_string_pretty(document)? + "\n").as_bytes())
}
