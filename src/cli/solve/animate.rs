//! `--animate`: the presses one by one, in place on a terminal, else as plain frames.

use std::io::{self, IsTerminal, Write};
use std::thread::sleep;
use std::time::Duration;

use terminal_size::{Height, Width, terminal_size};

use crate::cli::render::terminal_has_colours;
use lightsout::board::Board;
use lightsout::board::text::{Symbols, write_pattern};
use lightsout::game::Game;
use lightsout::gf2::BitMatrix;
use lightsout::render::{Picture, ansi};

/// Shows the board, then each press in reading order and the board it leaves; `delay` is the time between two of them
/// on a terminal, and `None` when this is for a file.
pub(super) fn animate(
    out: &mut impl Write,
    game: &Game,
    board: &Board,
    presses: &BitMatrix,
    delay: Option<f64>,
) -> io::Result<()> {
    let delay = delay.filter(|_| io::stdout().is_terminal());
    let in_place = delay.is_some() && terminal_has_colours() && fits(board);
    let pause = || sleep(Duration::from_secs_f64(delay.unwrap_or(0.0)));
    let total = presses.count_ones();
    let mut lights = board.lights().clone();
    let mut one = BitMatrix::zeros(board.rows(), board.cols());
    let mut frame = Frame { out, board, in_place, drawn: false };
    frame.draw("start", &lights, &one)?;
    for (i, (row, col)) in presses.ones().enumerate() {
        pause();
        game.press(&mut lights, row, col);
        one.set(row, col, true);
        let title = format!("press {} of {total}: {},{}", i + 1, row + 1, col + 1);
        frame.draw(&title, &lights, &one)?;
        one.set(row, col, false);
    }
    if in_place {
        // The mark of the last press goes.
        pause();
        frame.draw(&format!("{total} of {total} pressed"), &lights, &one)?;
    }
    Ok(())
}

/// Whether the board and a line above it fit on the terminal.
fn fits(board: &Board) -> bool {
    terminal_size().is_some_and(|(Width(width), Height(height))| {
        board.cols() <= width.into() && board.rows().div_ceil(2) + 2 <= height.into()
    })
}

/// The place where frames are drawn.
struct Frame<'a, W> {
    out: &'a mut W,
    board: &'a Board,
    in_place: bool,
    drawn: bool,
}

impl<W: Write> Frame<'_, W> {
    /// Draws a title and a board below it, over the frame before or after a blank line.
    fn draw(&mut self, title: &str, lights: &BitMatrix, press: &BitMatrix) -> io::Result<()> {
        let out = &mut self.out;
        let holes = self.board.holes();
        if self.in_place {
            if self.drawn {
                // Up to the title, and everything from there on cleared.
                write!(out, "\x1b[{}A\r\x1b[J", self.board.rows().div_ceil(2) + 1)?;
            }
            writeln!(out, "{title}")?;
            let now = match holes {
                Some(holes) => Board::with_holes(lights.clone(), holes.clone()),
                None => Board::new(lights.clone()),
            };
            ansi::write(out, &Picture::of_board(&now).with_presses(press))?;
        } else {
            if self.drawn {
                writeln!(out)?;
            }
            writeln!(out, "{title}")?;
            write_pattern(out, lights, holes, Symbols::PATTERN)?;
        }
        self.drawn = true;
        out.flush()
    }
}
