//! `solve --any` for boards that need not be in memory: rows in, rows out.

use std::fs;
use std::io::{Read, Seek};
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

use anyhow::{Result, anyhow};

use super::SolveArgs;
use crate::cli::args::Common;
use crate::cli::exit::{Exit, Fault};
use crate::cli::format::Format;
use crate::cli::game::Rule;
use crate::cli::output::{self, Output};
use crate::cli::report::plural;
use crate::cli::{input, interrupt, tell};
use lightsout::gf2::BitRow;
use lightsout::solve::spectral::{
    ConstantRows, PbmError, PbmFile, PlaneStream, RandomRows, RowSource, StreamError, Streamed,
    write_witness_pbm,
};

/// Solves by streaming when the call allows it: any solution, goal off, σ⁺ or σ on the plane, the board a raw
/// PBM file or made, the answer a `.pbm` file. `None` when it does not.
pub(super) fn run(args: &SolveArgs, rule: &Rule, common: &Common) -> Result<Option<Exit>> {
    let path = common.output.as_deref();
    let to_pbm = Format::choose(args.format, common.json, path) == Format::Pbm;
    let plain = args.engine.is_none_or(|engine| engine.is_spectral())
        && args.goal == "off"
        && args.board.is_plain()
        && rule.streams().is_some();
    let (true, true, true, Some(with_self)) = (args.any, to_pbm, plain, rule.streams()) else {
        return Ok(None);
    };
    let mut out = Output::create(path)?;
    let Some(target) = out.as_seekable_file() else { return Ok(None) };
    let begun = Instant::now();
    let before = stamp(args);
    let stop = interrupt::stop_flag();
    let go_on = |_: u64, _: u64| !stop.load(Ordering::Relaxed);
    let name;
    let (rows, cols, streamed) = match (args.size, args.random, args.file.as_deref()) {
        (Some(size), random, None) if random.is_some() || args.all_on => {
            name = "board".to_owned();
            let (rows, cols) = (size.rows, size.cols);
            let source: Box<dyn RowSource> = match random {
                Some(seed) => Box::new(RandomRows { cols, seed }),
                None => Box::new(ConstantRows { cols, on: true }),
            };
            let stream = PlaneStream::new(rows, cols, with_self)?;
            let sink = PbmFile::create(target, rows, cols)?;
            (rows, cols, interrupt::searching(|| stream.solve(&*source, &sink, &go_on)))
        }
        (size, None, Some(file)) if file != std::path::Path::new("-") => {
            name = input::shown(Some(file));
            let mut source = input::open_file(file)?;
            let mut magic = Vec::new();
            source.by_ref().take(2).read_to_end(&mut magic)?;
            if !source.metadata()?.is_file() || magic != b"P4" {
                return Ok(None);
            }
            source.rewind()?;
            let source = PbmFile::open(&source).map_err(|e| match e {
                PbmError::Stream(e) => anyhow!("{name}: {e}; check the file"),
                placed => anyhow!("{name}:{placed}"),
            })?;
            let (rows, cols) = (source.rows(), source.cols());
            if let Some(size) = size.filter(|s| (s.rows, s.cols) != (rows, cols)) {
                return Err(anyhow!(
                    "{name}: is {rows}x{cols}, not {}x{}; give its own size",
                    size.rows,
                    size.cols
                ));
            }
            let stream = PlaneStream::new(rows, cols, with_self)?;
            let sink = PbmFile::create(target, rows, cols)?;
            (rows, cols, interrupt::searching(|| stream.solve(&source, &sink, &go_on)))
        }
        _ => return Ok(None),
    };
    match streamed {
        Ok(Streamed::Solved { presses, .. }) => {
            out.finish()?;
            if !common.quiet {
                tell!("{}, any solution; goal off", plural(presses, "press", "presses"));
            }
            if args.stats {
                tell!("engine spectral, streamed\n{:.6} s solve and write", begun.elapsed().as_secs_f64());
            }
            Ok(Some(Exit::Answered))
        }
        Ok(Streamed::Impossible { witness }) => {
            drop(out);
            impossible(&witness, rows, cols, with_self, args, common).map(Some)
        }
        Err(StreamError::Stopped) => Ok(Some(Exit::Interrupted)),
        Err(StreamError::Changed) if stamp(args) != before => {
            Err(anyhow!("{name}: changed while it was read; give a file that nobody writes to"))
        }
        Err(StreamError::Changed) => {
            Err(Fault(format!("{name}: the {rows}x{cols} board changed while it was read")).into())
        }
        Err(StreamError::Write(error)) => Err(output::cannot_write(path, &error).into()),
        Err(StreamError::Read(error)) => Err(anyhow!("{name}: cannot be read, {error}; check the file")),
        Err(error) => Err(anyhow!("{name}: {error}")),
    }
}

/// The length and the last change of the file with the board.
fn stamp(args: &SolveArgs) -> Option<(u64, SystemTime)> {
    let about = fs::metadata(args.file.as_deref()?).ok()?;
    Some((about.len(), about.modified().ok()?))
}

fn impossible(
    witness: &BitRow,
    rows: usize,
    cols: usize,
    with_self: bool,
    args: &SolveArgs,
    common: &Common,
) -> Result<Exit> {
    if let Some(path) = &args.witness {
        let mut out = Output::create(Some(path))?;
        let target = out
            .as_seekable_file()
            .ok_or_else(|| anyhow!("{}: is no plain file; give the name of one", path.display()))?;
        write_witness_pbm(target, rows, witness, with_self)?;
        out.finish()?;
    }
    output::write(None, format!("{}\n", args.no_answer.no_answer).as_bytes())?;
    if !common.quiet {
        tell!("goal off is out of reach for this {rows}x{cols} board; see --witness for the proof");
    }
    Ok(Exit::No)
}
