//! `swap`: the fewest swaps of neighbouring pieces that turn one board into another, and which.

mod animation;
mod report;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use clap::{Args, ValueEnum};

use super::args::{BoardFormat, Common, NoAnswer};
use super::exit::{Exit, Fault};
use super::output::Output;
use super::{interrupt, memory, reader, tell};
use lightsout::board::Board;
use lightsout::swap::{Adjacency, SwapError, SwapPlan, swap_distance_until};

#[derive(Debug, Args)]
pub struct SwapArgs {
    /// The board as it stands; or both boards, a blank line between them; - or nothing for standard input
    #[arg(value_name = "START")]
    start: Option<PathBuf>,
    /// The board wanted
    #[arg(value_name = "TARGET")]
    target: Option<PathBuf>,
    /// Also print the moves, one a line: row,col row,col, from 1
    #[arg(long)]
    moves: bool,
    /// Show the boards step by step: in place on a terminal, else one after the other
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    animate: bool,
    /// Seconds between the steps that a terminal shows
    #[arg(long, value_name = "S", default_value = "0.15", requires = "animate", value_parser = super::solve::seconds)]
    delay: f64,
    /// Which cells are neighbours
    #[arg(long, value_enum, default_value_t = Neighbours::Orthogonal)]
    adjacency: Neighbours,
    #[command(flatten)]
    format: BoardFormat,
    #[command(flatten)]
    no_answer: NoAnswer,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Neighbours {
    /// Cells that share an edge
    Orthogonal,
    /// Cells that share an edge or a corner
    King,
}

impl From<Neighbours> for Adjacency {
    fn from(neighbours: Neighbours) -> Self {
        match neighbours {
            Neighbours::Orthogonal => Adjacency::Orthogonal,
            Neighbours::King => Adjacency::King,
        }
    }
}

pub fn run(args: &SwapArgs, common: &Common) -> Result<Exit> {
    let is_stdin = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    ensure!(
        !(is_stdin(&args.start) && is_stdin(&args.target)),
        "standard input can be read once; give one - for both boards, a blank line between them"
    );
    let (start, target, second) =
        reader::read_two(args.start.as_deref(), args.target.as_deref(), &args.format)?;
    let adjacency = Adjacency::from(args.adjacency);
    memory::check(SwapPlan::bytes_needed(start.rows(), start.cols(), adjacency))?;
    let stop = interrupt::stop_flag();
    let plan = interrupt::searching(|| swap_distance_until(&start, &target, adjacency, stop));
    let plan = match plan {
        Ok(plan) => plan,
        Err(SwapError::Impossible(why)) => {
            if !common.quiet {
                tell!("{why}");
            }
            report::impossible(&start, adjacency, &why, &args.no_answer.no_answer, common)?;
            return Ok(Exit::No);
        }
        Err(SwapError::Stopped { bound }) => {
            tell!("stopped; at least {bound} swaps are needed, not proved");
            report::stopped(&start, adjacency, bound, common)?;
            return Ok(Exit::Interrupted);
        }
        Err(error @ (SwapError::Sizes { .. } | SwapError::Holes { .. })) => {
            return Err(anyhow!("{second}: {error}; give two boards of one size with the same holes"));
        }
        Err(error) => return Err(anyhow!("{error}; give smaller boards")),
    };
    check(&plan, &start, &target, args)?;
    let mut out = Output::create(common.output.as_deref())?;
    if args.animate {
        let to_screen = common.output.as_deref().is_none_or(|path| path == Path::new("-"));
        animation::play(&mut out, &plan, &start, to_screen, args.delay)?;
    } else if common.json {
        report::json(&mut out, &plan, args.moves)?;
    } else {
        report::text(&mut out, &plan, args.moves)?;
    }
    out.finish()?;
    Ok(Exit::Answered)
}

/// Nothing is shown that does not hold: the number is proved again, and moves are played before they are printed.
fn check(plan: &SwapPlan, start: &Board, target: &Board, args: &SwapArgs) -> Result<()> {
    if !plan.verify(start, target) {
        return Err(Fault("the number of swaps is not proved".to_owned()).into());
    }
    if (args.moves || args.animate) && !plan.verify_moves(start, target) {
        return Err(Fault("the moves do not lead to the target".to_owned()).into());
    }
    Ok(())
}
