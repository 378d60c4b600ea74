//! The command line: what is typed becomes a plain call of the library, and what comes back becomes text.
//!
//! One file a subcommand; nothing here computes.

mod args;
mod buttons;
pub mod exit;
mod format;
mod game;
mod generate;
mod info;
mod input;
mod interrupt;
mod memory;
mod out_of_memory;
mod output;
mod progress;
mod query;
mod reader;
mod render;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod swap;
mod table;
mod temporary;
mod verify;

use anyhow::{Result, anyhow};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use exit::Exit;
use lightsout::gf2::simd;

const ABOUT: &str = "Lights Out in every size and shape, solved with the provably fewest presses";

const AFTER: &str = "\
Without a command, `lightsout` is `lightsout query`: the classic 4x4 question.
A board is rows of cells: 1/0, b/w, #/., X/., x/-, *, @ or O with ., PBM and PNG; ~ is a hole.
Exit status: 0 answered; 1 the answer is no; 2 the call or the input is wrong; 3 a bug; 130 Ctrl-C.";

#[derive(Debug, Parser)]
#[command(name = "lightsout", version, about = ABOUT, after_help = AFTER, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    query: query::QueryArgs,
    #[command(flatten)]
    common: args::Common,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The classic question for any number of boards: the fewest rounds, or Impossible
    Query(query::QueryArgs),
    /// The fewest presses of one board, and which
    Solve(solve::SolveArgs),
    /// What is known of a game: lights, rank, nullity, quiet patterns
    Info(info::InfoArgs),
    /// Make a solvable board, at random or of a wanted difficulty
    Generate(generate::GenerateArgs),
    /// Check presses, or the proof that there are none, by the definition alone
    Verify(verify::VerifyArgs),
    /// A value for each size n x n: nullity, fewest presses, number of quiet patterns
    Table(table::TableArgs),
    /// A picture of a board, and of presses over it: SVG, PNG, terminal art
    Render(render::RenderArgs),
    /// The sibling puzzle: the fewest swaps of neighbouring pieces that turn one board into another
    Swap(swap::SwapArgs),
    /// Free wiring: the fewest presses of puzzles given as lists of buttons
    Buttons(buttons::ButtonsArgs),
    /// The page in the browser: paint a board, see the fewest presses, play it
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

#[derive(Debug, Args)]
struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    shell: Shell,
}

/// Runs the command line of this process.
pub fn main() -> Result<Exit> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            error.print()?;
            return Ok(Exit::Answered);
        }
        Err(error) => return Err(anyhow!(one_line(&error))),
    };
    set_up(&cli.common)?;
    let common = &cli.common;
    match &cli.command {
        None => query::run(&cli.query, common),
        Some(Command::Query(args)) => query::run(args, common),
        Some(Command::Solve(args)) => solve::run(args, common),
        Some(Command::Info(args)) => info::run(args, common),
        Some(Command::Generate(args)) => generate::run(args, common),
        Some(Command::Verify(args)) => verify::run(args, common),
        Some(Command::Table(args)) => table::run(args, common),
        Some(Command::Render(args)) => render::run(args, common),
        Some(Command::Swap(args)) => swap::run(args, common),
        Some(Command::Buttons(args)) => buttons::run(args, common),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(args, common),
        Some(Command::Completions(args)) => completions(args.shell, common),
        Some(Command::Man) => man(common),
    }
}

/// What clap has to say, in one line: its first paragraph, and where to read on.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let first = first.trim_start_matches("error: ").split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{first}; see lightsout --help")
}

/// Says something on standard error, when anybody listens there.
macro_rules! tell {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($text)*)));
    }};
}
pub(crate) use tell;

/// Ctrl-C, and threads and instruction set as asked for.
fn set_up(common: &args::Common) -> Result<()> {
    interrupt::watch()?;
    if let Ok(name) = std::env::var("LIGHTSOUT_SIMD") {
        let level = simd::Level::ALL.into_iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| {
            anyhow!("LIGHTSOUT_SIMD={name}: is no instruction set; give portable, avx2 or avx512")
        })?;
        if !simd::force(level) {
            let best = simd::detected().name();
            return Err(anyhow!("LIGHTSOUT_SIMD={name}: is more than this machine has; give at most {best}"));
        }
    }
    // Begun here, where it is no more than an error that threads are not to be had. 0 is one a core.
    let threads = common.threads.map_or(0, usize::from);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|e| anyhow!("threads cannot be started ({e}); raise the limit, or give --threads 1"))
}

fn completions(shell: Shell, common: &args::Common) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "lightsout", &mut script);
    output::write(common.output.as_deref(), &script)?;
    Ok(Exit::Answered)
}

/// The manual page of the command, followed by those of its subcommands.
fn man(common: &args::Common) -> Result<Exit> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    // Hands the common options down to the subcommands.
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let name = format!("lightsout-{}", subcommand.get_name());
        clap_mangen::Man::new(subcommand.clone().name(name)).render(&mut page)?;
    }
    output::write(common.output.as_deref(), &page)?;
    Ok(Exit::Answered)
}
