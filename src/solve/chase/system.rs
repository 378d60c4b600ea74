//! The equations of a game in the order in which the chase takes them.

use crate::game::Game;
use crate::gf2::TooLarge;

/// No button, no row, no equation.
pub(super) const NONE: u32 = u32::MAX;

/// The direction in which the chase goes over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Row by row from the top, each from the left.
    RowByRow,
    /// Column by column from the left, each from the top.
    ColumnByColumn,
}

/// One equation a light: the sum of the buttons that toggle it is what has to change there.
///
/// Lights and buttons are numbered in the order of the chase, each on its own.
#[derive(Debug, Clone)]
pub(super) struct System {
    /// The cell of each light, and of each button, as `row · cols + col`.
    pub(super) lights: Vec<u32>,
    pub(super) buttons: Vec<u32>,
    /// Equation `l` has the buttons `links[starts[l]..starts[l + 1]]`, ascending.
    starts: Vec<usize>,
    links: Vec<u32>,
    /// For each button the last equation it stands in; [`NONE`] when it toggles nothing.
    pub(super) last_use: Vec<u32>,
}

impl System {
    /// The most links that are worth writing down.
    const MAX_LINKS: u128 = 1 << 31;

    /// An upper bound of the number of links, without counting them.
    pub(super) fn links_at_most(game: &Game) -> u128 {
        let cells = game.rows() as u128 * game.cols() as u128;
        let neighbourhood = game.neighbourhood();
        let lines = neighbourhood.rays().len() as u128 * game.rows().max(game.cols()) as u128;
        cells * (neighbourhood.offsets().len() as u128 + lines).min(cells)
    }

    /// Bytes of a system with so many cells and links, while it is built.
    pub(super) fn bytes_needed(cells: u128, links: u128) -> u128 {
        cells * 36 + links * 8
    }

    /// Writes the equations down. Cost: O(lights · neighbourhood).
    ///
    /// # Errors
    /// [`TooLarge`] when there are more than 2³¹ links or 2³² - 1 cells.
    pub(super) fn new(game: &Game, direction: Direction) -> Result<Self, TooLarge> {
        let (rows, cols) = (game.rows(), game.cols());
        let cells = rows as u128 * cols as u128;
        let links = Self::links_at_most(game);
        if cells >= u128::from(NONE) || links > Self::MAX_LINKS {
            return Err(TooLarge { rows, cols, bytes: Self::bytes_needed(cells, links) });
        }
        let in_order = |keep: &dyn Fn(usize, usize) -> bool| -> Vec<u32> {
            let cell = |r: usize, c: usize| keep(r, c).then_some((r * cols + c) as u32);
            match direction {
                Direction::RowByRow => {
                    (0..rows).flat_map(|r| (0..cols).filter_map(move |c| cell(r, c))).collect()
                }
                Direction::ColumnByColumn => {
                    (0..cols).flat_map(|c| (0..rows).filter_map(move |r| cell(r, c))).collect()
                }
            }
        };
        let lights = in_order(&|r, c| !game.is_hole(r, c));
        let buttons = in_order(&|r, c| game.has_button(r, c));
        let mut number = vec![NONE; rows * cols];
        for (l, &cell) in lights.iter().enumerate() {
            number[cell as usize] = l as u32;
        }
        let toggled = |button: &u32| {
            let cell = *button as usize;
            game.toggled(cell / cols, cell % cols).into_iter().map(|(r, c)| number[r * cols + c])
        };
        // Counting sort of the links by light; within a light the buttons come in ascending order.
        let by_button: Vec<Vec<u32>> = buttons.iter().map(|button| toggled(button).collect()).collect();
        let mut starts = vec![0; lights.len() + 1];
        for light in by_button.iter().flatten() {
            starts[*light as usize + 1] += 1;
        }
        for l in 0..lights.len() {
            starts[l + 1] += starts[l];
        }
        let mut next = starts.clone();
        let mut links = vec![0; starts[lights.len()]];
        let mut last_use = vec![NONE; buttons.len()];
        for (b, toggled) in by_button.iter().enumerate() {
            for &light in toggled {
                links[next[light as usize]] = b as u32;
                next[light as usize] += 1;
                last_use[b] = if last_use[b] == NONE { light } else { last_use[b].max(light) };
            }
        }
        Ok(Self { lights, buttons, starts, links, last_use })
    }

    /// The buttons that toggle light `l`, ascending.
    pub(super) fn equation(&self, l: usize) -> &[u32] {
        &self.links[self.starts[l]..self.starts[l + 1]]
    }

    /// Bytes of the system itself.
    pub(super) fn bytes(&self) -> u128 {
        Self::bytes_needed(self.last_use.len() as u128, self.links.len() as u128)
    }
}
