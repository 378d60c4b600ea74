//! `generate`: solvable boards, at random or of a wanted difficulty.

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::args::{Common, RuleArgs, Size};
use super::exit::Exit;
use super::game::{self, Rule};
use super::report::{self, Rules, plural};
use super::solve::{as_fault, search_memory};
use super::{interrupt, memory, output, tell};
use lightsout::answer::Answerer;
use lightsout::board::Board;
use lightsout::game::Game;
use lightsout::generate::{self, Search, with_optimum};
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;

#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// The size, such as 5x5
    #[arg(value_name = "RxC")]
    size: Size,
    /// The same seed, the same boards
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A board that takes exactly K presses (total cost), proved
    #[arg(long, value_name = "K")]
    presses: Option<u64>,
    /// How many boards to try for --presses
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "presses")]
    tries: u64,
    /// A board that takes the most presses of all: searches every solvable board, where there are few enough
    #[arg(long, conflicts_with_all = ["presses", "count"])]
    hardest: bool,
    /// How many boards to make: the seeds from --seed on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    #[command(flatten)]
    rule: RuleArgs,
}

#[derive(Debug, Serialize)]
struct GenerateReport {
    #[serde(flatten)]
    rules: Rules,
    boards: Vec<BoardReport>,
    /// How many boards take 0, 1, 2, ... presses.
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<u64>>,
}

#[derive(Debug, Serialize)]
struct BoardReport {
    board: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<Vec<String>>,
}

pub fn run(args: &GenerateArgs, common: &Common) -> Result<Exit> {
    let Size { rows, cols } = args.size;
    memory::check(3 * BitMatrix::bytes_needed(rows, cols))?;
    let game = Rule::new(&args.rule)?.game(rows, cols, None)?;
    let mut report = GenerateReport { rules: Rules::of(&game), boards: Vec::new(), histogram: None };
    if args.hardest {
        hardest(&game, &mut report, common)?;
    } else if let Some(wanted) = args.presses {
        let answerer = Answerer::new(game::prepare(game, None)?.solver);
        for seed in seeds(args) {
            match of_difficulty(&answerer, wanted, seed, args.tries)? {
                Ok(board) => report.boards.push(board),
                Err(why) => {
                    if !common.quiet {
                        tell!("no board of {} with seed {seed}: {why}", plural(wanted, "press", "presses"));
                    }
                    return Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::No });
                }
            }
        }
        if !common.quiet {
            tell!("{}, proved the fewest", plural(wanted, "press", "presses"));
        }
    } else {
        for seed in seeds(args) {
            let board = board_rows(&generate::solvable(&game, seed)?);
            report.boards.push(BoardReport { board, seed: Some(seed), presses: None, pattern: None });
        }
    }
    write(&report, common)
}

fn seeds(args: &GenerateArgs) -> impl Iterator<Item = u64> + use<> {
    let first = args.seed;
    (0..args.count).map(move |i| first.wrapping_add(i))
}

/// A board's lights, `#` on and `.` off, holes `~`.
fn board_rows(board: &Board) -> Vec<String> {
    let rows = report::pattern_rows(board.lights(), board.holes());
    rows.into_iter().map(|row| row.replace('X', "#")).collect()
}

fn hardest(game: &Game, report: &mut GenerateReport, common: &Common) -> Result<()> {
    if game.costs().is_some() {
        bail!("--hardest counts presses; leave --costs out");
    }
    let Some(hardest) = generate::hardest(game)? else {
        bail!(
            "--hardest searches every solvable board, at most 2^{} of them; give a smaller size",
            generate::MAX_RANK
        );
    };
    let presses = hardest.histogram.len() as u64 - 1;
    if !common.quiet {
        let boards = hardest.histogram.last().copied().unwrap_or(0);
        let needs = plural(presses, "press", "presses");
        tell!("{needs}, the most any solvable board takes; {}", plural(boards, "such board", "such boards"));
    }
    report.histogram = Some(hardest.histogram);
    let board = board_rows(&hardest.board);
    report.boards.push(BoardReport { board, seed: None, presses: Some(presses), pattern: None });
    Ok(())
}

/// A board that takes exactly `wanted` presses, or why there is none.
fn of_difficulty(
    answerer: &Answerer,
    wanted: u64,
    seed: u64,
    tries: u64,
) -> Result<Result<BoardReport, String>> {
    let game = answerer.solver().game();
    let timer = interrupt::Timer::start(None)?;
    let limits = Limits { stop: Some(timer.stop_flag()), memory: search_memory(None), ..Limits::default() };
    let search =
        interrupt::searching(|| with_optimum(answerer, wanted, seed, tries, &limits)).map_err(as_fault)?;
    let dearest = match search {
        Search::Found(board, answer) => {
            let pattern = Some(report::pattern_rows(&answer.presses, game.holes()));
            let board = board_rows(&board);
            return Ok(Ok(BoardReport { board, seed: Some(seed), presses: Some(answer.cost), pattern }));
        }
        Search::NoneFound { dearest } => dearest,
    };
    if interrupt::interrupted() {
        return Ok(Err(format!("stopped; no board tried took more than {dearest}")));
    }
    // Where every solvable board can be searched, "none found" becomes a proof.
    if let Some(hardest) = generate::hardest(game)? {
        let most = hardest.histogram.len() as u64 - 1;
        if most < wanted {
            return Ok(Err(format!("proved, no board of this size takes more than {most}")));
        }
    }
    Ok(Err(format!("{tries} tries reached {dearest}; not proved that there is none, give more --tries")))
}

fn write(report: &GenerateReport, common: &Common) -> Result<Exit> {
    let text = if common.json {
        serde_json::to_string_pretty(report)? + "\n"
    } else {
        let boards: Vec<String> = report.boards.iter().map(|b| b.board.join("\n") + "\n").collect();
        boards.join("\n")
    };
    output::write(common.output.as_deref(), text.as_bytes())?;
    Ok(Exit::Answered)
}
