//! Finding the cells in a picture of a board, such as a screenshot.
//!
//! Cells are squares of one size in rows and columns, with or without lines between them. Wherever neighbouring
//! pixels differ there must be the rim of a cell, so the places where columns (and rows) of pixels
//! differ lie on a regular grid. The coarsest grid through them is taken, and then each cell must be of one kind
//! inside. What is around the board may be cut off only when the board has a frame. A picture in which two
//! readings disagree, or none holds, is refused.

use super::png::Luma;
use crate::gf2::BitMatrix;

/// Pixels that differ by less are of one colour.
const CONTRAST: u8 = 12;

/// The least side of a cell.
const LEAST_PITCH: f64 = 4.0;

/// Lines between cells are at most this wide.
const WIDEST_LINE: usize = 32;

/// A grid along one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Axis {
    first: f64,
    pitch: f64,
    cells: usize,
    /// Pixels at each rim that may belong to a line.
    line: f64,
}

impl Axis {
    /// The pixels well inside cell `i`: its middle half.
    fn inside(&self, i: usize) -> std::ops::Range<usize> {
        let start = self.first + self.pitch * i as f64;
        let from = (start + self.pitch * 0.25).round() as usize;
        from..((start + self.pitch * 0.75).round() as usize).max(from + 1)
    }

    fn same_cells(&self, other: &Axis) -> bool {
        self.cells == other.cells && (self.first - other.first).abs() < self.pitch / 2.0
    }
}

/// The cells of a picture, on where most of the inside is darker than `threshold`.
///
/// # Errors
/// Why no grid is seen, in words.
pub(super) fn cells(picture: &Luma, threshold: u8) -> Result<BitMatrix, String> {
    let (across, down) = edges(picture);
    if across.is_empty() && down.is_empty() {
        return Err("it is all of one colour".into());
    }
    let whole = reading(picture, &across, &down, true, threshold);
    let framed = reading(picture, &across, &down, false, threshold);
    match (whole, framed) {
        (Some((x, y, cells)), Some((u, v, inner))) => {
            if x.same_cells(&u) && y.same_cells(&v) {
                Ok(cells)
            } else if lines_drawn(&u, &across) && lines_drawn(&v, &down) {
                Ok(inner)
            } else {
                Err("it may be a board with or without a margin".into())
            }
        }
        (Some((_, _, cells)), None) | (None, Some((_, _, cells))) => Ok(cells),
        (None, None) => Err("its edges are not those of squares of one size, of at least 4 pixels".into()),
    }
}

/// Where columns differ from the column before, and rows from the row before.
fn edges(picture: &Luma) -> (Vec<usize>, Vec<usize>) {
    let (width, height) = (picture.width, picture.height);
    let mut across = vec![0usize; width];
    let mut down = vec![0usize; height];
    let differ = |a: u8, b: u8| a.abs_diff(b) > CONTRAST;
    let mut above: Option<&[u8]> = None;
    for (row, down) in picture.pixels.chunks_exact(width).zip(&mut down) {
        for (pair, across) in row.windows(2).zip(&mut across[1..]) {
            *across += usize::from(differ(pair[0], pair[1]));
        }
        if let Some(above) = above {
            *down = row.iter().zip(above).filter(|(a, b)| differ(**a, **b)).count();
        }
        above = Some(row);
    }
    let places = |counts: &[usize], other: usize| {
        let least = (other / 512).max(1);
        (0..counts.len()).filter(|i| counts[*i] >= least).collect()
    };
    (places(&across, height), places(&down, width))
}

/// The first reading that holds: with the picture's own rim as the board's, or with a frame drawn inside it.
fn reading(
    picture: &Luma,
    across: &[usize],
    down: &[usize],
    whole: bool,
    threshold: u8,
) -> Option<(Axis, Axis, BitMatrix)> {
    let with_rim = |places: &[usize], size: usize| {
        let mut all = places.to_vec();
        if whole {
            all.insert(0, 0);
            all.push(size);
        }
        all
    };
    // A frame is drawn around single cells, so that two neighbouring rims are seen.
    let most_parts = if whole { 4 } else { 1 };
    let columns = axes(&with_rim(across, picture.width), most_parts);
    let rows = axes(&with_rim(down, picture.height), most_parts);
    for x in &columns {
        for y in rows.iter().filter(|y| (x.pitch - y.pitch).abs() <= 1.0 + x.pitch * 0.05) {
            if x.cells * y.cells < 2 || (!whole && !framed(picture, x, y)) {
                continue;
            }
            if let Some(cells) = read_cells(picture, x, y, threshold) {
                return Some((*x, *y, cells));
            }
        }
    }
    None
}

/// The grids that all given places lie on, those of large cells first; the least distance of two places may be
/// up to `most_parts` cells.
fn axes(places: &[usize], most_parts: u32) -> Vec<Axis> {
    let mut found: Vec<Axis> = Vec::new();
    for line in [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, WIDEST_LINE] {
        let lines = clusters(places, line);
        let centres: Vec<f64> = lines.iter().map(|(a, b)| (a + b) as f64 / 2.0).collect();
        let widest = lines.iter().map(|(a, b)| b - a).max().unwrap_or(0) as f64;
        let steps: Vec<f64> = centres.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let Some(least) = steps.iter().copied().reduce(f64::min) else { continue };
        for part in 1..=most_parts {
            let rough = least / f64::from(part);
            if rough < LEAST_PITCH.max(3.0 * widest) {
                break;
            }
            // A line may show only one of its sides, so single places are off by half its width.
            let numbers: Vec<usize> = std::iter::once(0)
                .chain(steps.iter().scan(0, |sum, step| {
                    *sum += (step / rough).round() as usize;
                    Some(*sum)
                }))
                .collect();
            let (first, cells) = (centres[0], numbers[steps.len()]);
            let pitch = (centres[steps.len()] - first) / cells as f64;
            // Where no two neighbouring rims are seen, only whole pixels tell a grid from chance.
            let slack = if part == 1 { (1.0 + widest).min(0.1 * pitch + 0.5 * widest) } else { 0.0 };
            if part > 1 && pitch.fract() != 0.0 {
                continue;
            }
            let fits =
                |(centre, number): (&f64, &usize)| (centre - first - pitch * *number as f64).abs() <= slack;
            let axis = Axis { first, pitch, cells, line: widest.max(line as f64) };
            if centres.iter().zip(&numbers).all(fits) && !found.iter().any(|known| known.same_cells(&axis)) {
                found.push(axis);
            }
        }
    }
    found.sort_by(|a, b| b.pitch.total_cmp(&a.pitch));
    found
}

/// Runs of places no further apart than `gap`: first and last place of each.
fn clusters(places: &[usize], gap: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &place in places {
        match runs.last_mut() {
            Some((_, end)) if place - *end <= gap => *end = place,
            _ => runs.push((place, place)),
        }
    }
    runs
}

/// Whether a line is seen between all cells, and at both ends.
fn lines_drawn(axis: &Axis, places: &[usize]) -> bool {
    (0..=axis.cells).all(|i| {
        let line = axis.first + axis.pitch * i as f64;
        places.iter().any(|place| (*place as f64 - line).abs() <= axis.line / 2.0 + 1.5)
    })
}

/// Whether the outermost lines of a grid inside the picture are drawn along (nearly) their whole length.
fn framed(picture: &Luma, x: &Axis, y: &Axis) -> bool {
    let differs = |a: (usize, usize), b: (usize, usize)| {
        let at = |(x, y): (usize, usize)| {
            picture.pixels[y.min(picture.height - 1) * picture.width + x.min(picture.width - 1)]
        };
        at(a).abs_diff(at(b)) > CONTRAST
    };
    let drawn = |along: &Axis, line: f64, reach: f64, pixel: &dyn Fn(usize, usize) -> (usize, usize)| {
        let near = (line - reach / 2.0 - 1.5).max(1.0) as usize..=(line + reach / 2.0 + 1.5) as usize;
        let (from, to) = (along.first as usize, (along.first + along.pitch * along.cells as f64) as usize);
        let seen =
            (from..to).filter(|i| near.clone().any(|j| differs(pixel(j - 1, *i), pixel(j, *i)))).count();
        seen * 10 >= (to - from) * 9
    };
    let ends = |axis: &Axis| [axis.first, axis.first + axis.pitch * axis.cells as f64];
    ends(x).iter().all(|line| drawn(y, *line, x.line, &|j, i| (j, i)))
        && ends(y).iter().all(|line| drawn(x, *line, y.line, &|j, i| (i, j)))
}

/// The cells of a grid, each of which must be of one kind inside.
fn read_cells(picture: &Luma, x: &Axis, y: &Axis, threshold: u8) -> Option<BitMatrix> {
    let mut cells = BitMatrix::try_zeros(y.cells, x.cells).ok()?;
    for r in 0..y.cells {
        for c in 0..x.cells {
            let (mut dark, mut all) = (0usize, 0usize);
            for v in y.inside(r).filter(|v| *v < picture.height) {
                for u in x.inside(c).filter(|u| *u < picture.width) {
                    dark += usize::from(picture.pixels[v * picture.width + u] < threshold);
                    all += 1;
                }
            }
            if all == 0 || (dark * 10 > all && dark * 10 < all * 9) {
                return None;
            }
            cells.set(r, c, dark * 2 > all);
        }
    }
    Some(cells)
}
