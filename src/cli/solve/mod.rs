//! `solve`: one board, its fewest presses, and which they are.

mod animate;
mod certificate;
mod show;
mod stream;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::args::{BoardFormat, Common, NoAnswer, RuleArgs, Size};
use super::exit::{Exit, Fault};
use super::format::Format;
use super::game::{self, EngineName, Rule};
use super::progress::{Follower, Phase};
use super::reader::{self, read_goal};
use super::{interrupt, memory};
use lightsout::answer::{AnswerError, Answerer};
use lightsout::board::Board;
use lightsout::gf2::BitMatrix;
use lightsout::optimize::{Limits, Progress};

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
    /// Keep only a few rows in memory: with --any, from a raw PBM file (or --all-on, --random) to a .pbm file
    #[arg(long, requires = "any")]
    low_memory: bool,
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
    /// List the N least optima, a blank line between two
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000),
          conflicts_with = "any")]
    solutions: u32,
    /// Also say how many optima and how many solutions there are
    #[arg(long, conflicts_with = "any")]
    count: bool,
    /// When the board is impossible, write the proof to FILE (one pattern a goal)
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// Write the answer with the proof that nothing is cheaper, or that there is none, to FILE (JSON): see verify
    /// --certificate. Where the search is stopped before it is proved, nothing is written
    #[arg(long, value_name = "FILE", conflicts_with = "any")]
    certificate: Option<PathBuf>,
    /// The form of the result (default: by the name of the output file, else txt)
    #[arg(long, value_enum, conflicts_with = "json")]
    format: Option<Format>,
    /// Solve with this engine (default: the one that takes the fewest steps)
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    /// Show the presses one by one: in place on a terminal, else as boards that follow each other
    #[arg(long, conflicts_with_all = ["format", "json"])]
    animate: bool,
    /// Seconds between two steps of --animate on a terminal
    #[arg(long, value_name = "S", default_value = "0.4", requires = "animate", value_parser = seconds)]
    delay: f64,
    /// Tell the engine, what it was expected to need, and the time of each phase
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    board: BoardFormat,
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
    let mut phases = Phases::default();
    if let Some(exit) = stream::run(args, &rule, common)? {
        return Ok(exit);
    }
    if args.low_memory {
        bail!(
            "--low-memory streams plus (or plus --no-self) on the plane, goal off, from a raw PBM file, --all-on \
             or --random to a .pbm file; give such a call, or leave it out"
        );
    }
    let certificate = certificate::Place::new(args.certificate.as_deref(), common.output.as_deref())?;
    let board = phases.time("read", || board(args))?;
    let goal = read_goal(&args.goal, &board, &args.board)?;
    let game = rule.game(board.rows(), board.cols(), board.holes())?;
    let timer = interrupt::Timer::start(args.time_limit)?;
    let prepared = phases.time("prepare", || game::prepare(game, args.engine))?;
    let answerer = Answerer::new(prepared.solver);
    let verdict = if args.any {
        phases.time("solve", || answerer.any(&board, &goal)).map_err(as_fault)?
    } else {
        let follower = Follower::new(common.quiet);
        let note = |progress: &Progress<'_>| follower.note(progress);
        let limits = Limits {
            stop: Some(timer.stop_flag()),
            memory: search_memory(args.memory),
            progress: Some(&note),
            solutions: args.solutions as usize,
            ..Limits::default()
        };
        let begun = Instant::now();
        let searched = interrupt::searching(|| match &certificate {
            None => answerer.fewest(&board, &goal, &limits).map(|verdict| (verdict, None)),
            Some(_) => answerer.certify(&board, &goal, &limits),
        });
        phases.search(begun, follower.finish());
        let (verdict, proved) = searched.map_err(as_fault)?;
        if let Some(place) = certificate {
            place.write(proved.as_ref(), common.quiet)?;
        }
        verdict
    };
    let shown = show::Shown {
        verdict,
        board: &board,
        answerer: &answerer,
        plan: prepared.plan,
        goal: &goal,
        phases: phases.list,
    };
    shown.show(args, common)
}

/// What was done and how long each part took.
#[derive(Default)]
struct Phases {
    list: Vec<Phase>,
}

impl Phases {
    fn time<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        self.list.push(Phase::new(name, begun.elapsed().as_secs_f64()));
        result
    }

    /// The phases of a search that began at `begun`; what came before the first of them is the solving.
    fn search(&mut self, begun: Instant, phases: Vec<Phase>) {
        let searched: f64 = phases.iter().map(|phase| phase.seconds).sum();
        self.list.push(Phase::new("solve", (begun.elapsed().as_secs_f64() - searched).max(0.0)));
        self.list.extend(phases);
    }
}

/// The board asked about, read or made.
fn board(args: &SolveArgs) -> Result<Board> {
    let size = args.size.map(|s| (s.rows, s.cols));
    match (size, args.random) {
        (Some((rows, cols)), Some(seed)) => {
            check_memory(rows, cols)?;
            Ok(Board::random(rows, cols, seed)?)
        }
        (Some((rows, cols)), None) if args.all_on => all_on(rows, cols),
        _ => reader::read_board(args.file.as_deref(), &args.board, size),
    }
}

/// The board of the given size with all lights on.
pub fn all_on(rows: usize, cols: usize) -> Result<Board> {
    check_memory(rows, cols)?;
    Ok(Board::all_on(rows, cols)?)
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
