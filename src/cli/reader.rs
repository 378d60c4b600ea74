//! Reading boards from files, with errors that name the place.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use super::args::BoardFormat;
use super::{input, memory};
use lightsout::answer::Goal;
use lightsout::board::picture::{Cell, PictureOptions};
use lightsout::board::text::TextOptions;
use lightsout::board::{Board, ParseError, Place, ReadOptions, read_from, read_many, read_pair};

/// The options of the library for boards written as the command line says.
pub fn text_options(format: &BoardFormat, size: Option<(usize, usize)>) -> TextOptions {
    TextOptions { size, on: format.on.clone(), off: format.off.clone(), ragged: format.ragged }
}

/// The options of the library for boards of any format.
pub fn read_options(format: &BoardFormat, size: Option<(usize, usize)>) -> ReadOptions {
    let cell = format.cell.map_or(Cell::Auto, |pixels| Cell::Pixels(pixels as usize));
    let picture = PictureOptions { threshold: format.threshold, invert: format.invert, cell };
    ReadOptions { text: text_options(format, size), picture }
}

/// An error of the library with the name of the input before its place.
pub fn parse_error(name: &str, error: &ParseError) -> anyhow::Error {
    anyhow!("{name}:{error}")
}

/// Reads one board of any format; `size` is checked, and needed for a board on one line.
pub fn read_board(path: Option<&Path>, format: &BoardFormat, size: Option<(usize, usize)>) -> Result<Board> {
    let source = input::open(path)?;
    if let Some(size) = source.size {
        // The file's own size bounds the board of every format; a text is larger than what it says.
        memory::check(u128::from(size)).with_context(|| source.name.clone())?;
    }
    let options = read_options(format, size);
    read_from(source.reader, source.size, &options).map_err(|e| parse_error(&source.name, &e))
}

/// Reads all boards of an input, at least one.
pub fn read_boards(
    path: Option<&Path>,
    format: &BoardFormat,
    size: Option<(usize, usize)>,
) -> Result<Vec<Board>> {
    let contents = input::read(path)?;
    read_many(&contents.bytes, &read_options(format, size)).map_err(|e| parse_error(&contents.name, &e))
}

/// Two boards: of one input, or one of each of two. Also what to call the second in errors: its input, and its
/// place when the input holds both.
pub fn read_two(
    first: Option<&Path>,
    second: Option<&Path>,
    format: &BoardFormat,
) -> Result<(Board, Board, String)> {
    if let Some(second) = second {
        let (a, b) = (read_board(first, format, None)?, read_board(Some(second), format, None)?);
        return Ok((a, b, input::shown(Some(second))));
    }
    let contents = input::read(first)?;
    let (a, place, b) = read_pair(&contents.bytes, &read_options(format, None))
        .map_err(|e| parse_error(&contents.name, &e))?;
    let name = match place {
        Place::Whole => contents.name,
        place => format!("{}:{place}", contents.name),
    };
    Ok((a, b, name))
}

/// The goal of `--goal`: a name, or a file with the board wanted.
pub fn read_goal(text: &str, start: &Board, format: &BoardFormat) -> Result<Goal> {
    match text {
        "off" => Ok(Goal::Off),
        "on" => Ok(Goal::On),
        "either" => Ok(Goal::Either),
        path => {
            let wanted = read_board(Some(Path::new(path)), format, None)?;
            ensure!(
                (wanted.rows(), wanted.cols()) == (start.rows(), start.cols()),
                "{path}: a goal of {} x {} for a board of {} x {}; give a goal of the board's size",
                wanted.rows(),
                wanted.cols(),
                start.rows(),
                start.cols()
            );
            ensure!(
                wanted.holes().is_none() || wanted.holes() == start.holes(),
                "{path}: the goal's holes are not the board's; give the same holes, or none"
            );
            Ok(Goal::Pattern(wanted.into_lights()))
        }
    }
}
