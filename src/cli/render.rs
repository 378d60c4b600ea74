//! `render`: a picture of a board, and of presses over it.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args::{BoardFormat, Common};
use super::exit::Exit;
use super::output::{self, Output};
use super::report::pattern_rows;
use super::{input, reader};
use lightsout::board::Board;
use lightsout::board::text::{Symbols, write_pattern};
use lightsout::render::svg::SvgOptions;
use lightsout::render::{Picture, ansi, png, svg};

#[derive(Debug, Args)]
pub struct RenderArgs {
    /// The board, in any format
    board: Option<PathBuf>,
    /// A press pattern to draw over the lights
    #[arg(long, value_name = "FILE")]
    presses: Option<PathBuf>,
    /// The form of the picture (default: by the name of the -o FILE; on standard output, terminal art or text)
    #[arg(long, value_name = "FORM", value_enum)]
    format: Option<Form>,
    /// Number the presses in reading order (SVG)
    #[arg(long, requires = "presses")]
    hints: bool,
    /// The title of the picture (SVG)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Pixels to a side of a cell (PNG; default: up to 48, so that the picture has about 1000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    scale: Option<u32>,
    /// Whether standard output is drawn in colours
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    color: When,
    #[command(flatten)]
    reading: BoardFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Scalable, titled, described in words
    Svg,
    /// Pixels
    Png,
    /// Half blocks in true colour, for a terminal
    Ansi,
    /// Rows of . and X, holes as ~
    Txt,
    /// One JSON document
    Json,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    Auto,
    Always,
    Never,
}

#[derive(Debug, Serialize)]
struct RenderReport {
    rows: usize,
    cols: usize,
    lights: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<Vec<String>>,
}

pub fn run(args: &RenderArgs, common: &Common) -> Result<Exit> {
    let path = common.output.as_deref();
    let form = choose(args, common)?;
    let board = reader::read_board(args.board.as_deref(), &args.reading, None)?;
    let presses =
        args.presses.as_deref().map(|path| read_presses(path, &board, &args.reading)).transpose()?;
    let mut picture = Picture::of_board(&board);
    if let Some(presses) = &presses {
        picture = picture.with_presses(presses.lights());
    }
    let mut out = Output::create(path)?;
    draw(&mut out, form, &picture, &board, presses.as_ref(), args).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidInput => {
            anyhow!("{}: {e}; give a smaller --scale, or .svg", output::shown(path))
        }
        _ => e.into(),
    })?;
    out.finish()?;
    Ok(Exit::Answered)
}

/// The form asked for, else that of the file's name, else what suits standard output.
fn choose(args: &RenderArgs, common: &Common) -> Result<Form> {
    if common.json {
        return Ok(Form::Json);
    }
    if let Some(form) = args.format {
        return Ok(form);
    }
    let Some(path) = common.output.as_deref().filter(|path| *path != Path::new("-")) else {
        let colours = match args.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal_has_colours(),
        };
        return Ok(if colours { Form::Ansi } else { Form::Txt });
    };
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    Form::value_variants()
        .iter()
        .copied()
        .find(|form| form.to_possible_value().is_some_and(|value| value.get_name() == extension))
        .ok_or_else(|| {
            anyhow!("{}: which picture this is to be, its name does not say; end it in .svg or .png, or give --format", path.display())
        })
}

/// Whether standard output shows colours (<https://no-color.org>).
pub fn terminal_has_colours() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && !set("NO_COLOR")
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The press pattern for a board.
fn read_presses(path: &Path, board: &Board, format: &BoardFormat) -> Result<Board> {
    let mut patterns = reader::read_boards(Some(path), format, Some((board.rows(), board.cols())))?;
    let name = input::shown(Some(path));
    match (patterns.pop(), patterns.is_empty()) {
        (Some(presses), true) => {
            ensure!(
                presses.holes().is_none() || presses.holes() == board.holes(),
                "{name}: its holes are not the board's; give a pattern for the same board"
            );
            Ok(presses)
        }
        _ => bail!("{name}: holds more than one pattern; give one press pattern"),
    }
}

fn draw(
    out: &mut impl Write,
    form: Form,
    picture: &Picture<'_>,
    board: &Board,
    presses: Option<&Board>,
    args: &RenderArgs,
) -> io::Result<()> {
    match form {
        Form::Svg => svg::write(out, picture, &SvgOptions { hints: args.hints, title: args.title.clone() }),
        Form::Png => png::write(out, picture, args.scale.map(|scale| scale as usize)),
        Form::Ansi => ansi::write(out, picture),
        Form::Txt => {
            write_pattern(out, board.lights(), board.holes(), Symbols::PATTERN)?;
            if let Some(presses) = presses {
                out.write_all(b"\n")?;
                write_pattern(out, presses.lights(), board.holes(), Symbols::PATTERN)?;
            }
            Ok(())
        }
        Form::Json => {
            let document = RenderReport {
                rows: board.rows(),
                cols: board.cols(),
                lights: pattern_rows(board.lights(), board.holes()),
                presses: presses.map(|presses| pattern_rows(presses.lights(), board.holes())),
            };
            serde_json::to_writer_pretty(&mut *out, &document)?;
            out.write_all(b"\n")
        }
    }
}
