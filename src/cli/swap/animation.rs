//! The boards of a plan, step by step.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crate::cli::render::terminal_has_colours;
use lightsout::board::Board;
use lightsout::board::text::{Symbols, write_pattern};
use lightsout::gf2::BitMatrix;
use lightsout::render::{Picture, ansi};
use lightsout::swap::{Swap, SwapPlan};

/// Shows the start and the board after each move, then the number. On a terminal each takes the place of the one
/// before; elsewhere they follow each other, a blank line between, and nothing waits.
pub fn play(
    out: &mut impl Write,
    plan: &SwapPlan,
    start: &Board,
    to_screen: bool,
    delay: f64,
) -> io::Result<()> {
    let style = Style::of(to_screen);
    let mut lights = start.lights().clone();
    let mut height = draw(out, style, &lights, start.holes(), plan, None)?;
    for (index, swap) in (1..).zip(plan.moves()) {
        lights.set(swap.from.0, swap.from.1, false);
        lights.set(swap.to.0, swap.to.1, true);
        if style == Style::Plain {
            writeln!(out)?;
        } else {
            out.flush()?;
            std::thread::sleep(Duration::from_secs_f64(delay));
            // Up to where the board before began; what lies above the screen's edge can't be reached.
            write!(out, "\x1b[{height}A")?;
        }
        height = draw(out, style, &lights, start.holes(), plan, Some((index, swap)))?;
    }
    if style == Style::Plain {
        writeln!(out, "\n{}", plan.distance())?;
    }
    out.flush()
}

/// How a board is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Plain text, no control characters.
    Plain,
    /// Text on a screen where lines can be written over.
    Text,
    /// Half blocks in colours, likewise.
    Colour,
}

impl Style {
    fn of(to_screen: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match to_screen && io::stdout().is_terminal() && !is_dumb {
            true if terminal_has_colours() => Style::Colour,
            true => Style::Text,
            false => Style::Plain,
        }
    }
}

/// Draws one board and, on a screen, a line about the move; returns how many lines it took.
fn draw(
    out: &mut impl Write,
    style: Style,
    lights: &BitMatrix,
    holes: Option<&BitMatrix>,
    plan: &SwapPlan,
    step: Option<(u64, Swap)>,
) -> io::Result<usize> {
    let height = match style {
        Style::Colour => {
            let board = match holes {
                Some(holes) => Board::with_holes(lights.clone(), holes.clone()),
                None => Board::new(lights.clone()),
            };
            ansi::write(out, &Picture::of_board(&board))?;
            lights.rows().div_ceil(2)
        }
        Style::Plain | Style::Text => {
            write_pattern(out, lights, holes, Symbols::PATTERN)?;
            lights.rows()
        }
    };
    if style == Style::Plain {
        return Ok(height);
    }
    match step {
        None => writeln!(out, "0 of {}\x1b[K", plan.distance())?,
        Some((index, Swap { from, to })) => {
            let ((r, c), (tr, tc)) = (from, to);
            let of = plan.distance();
            writeln!(out, "{index} of {of}: {},{} to {},{}\x1b[K", r + 1, c + 1, tr + 1, tc + 1)?;
        }
    }
    Ok(height + 1)
}
