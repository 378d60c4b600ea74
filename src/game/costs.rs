//! What each press costs, and which buttons may not be pressed.

use super::{CostsError, CostsProblem};

/// A `rows × cols` matrix of costs: a whole number, or `None` for a button that may not be pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Costs {
    cols: usize,
    cells: Vec<Option<u32>>,
}

impl Costs {
    /// The matrix with the given cells in row-major order.
    ///
    /// # Panics
    /// When the cells do not fill whole rows.
    pub fn new(cols: usize, cells: Vec<Option<u32>>) -> Self {
        assert!(cols > 0 && cells.len().is_multiple_of(cols), "costs of whole rows");
        Self { cols, cells }
    }

    /// Reads a matrix of costs: one row a line, whole numbers from 0 to [`u32::MAX`] separated by blanks or
    /// commas, `-` for a button that may not be pressed. Empty lines are skipped; a byte order mark and
    /// carriage returns are fine.
    ///
    /// # Errors
    /// [`CostsError`] with the first line and column at which something is wrong.
    pub fn parse(text: &str) -> Result<Self, CostsError> {
        let mut cols = 0;
        let mut cells = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, row) in text.lines().enumerate() {
            let place = |(column, problem)| CostsError { line: line + 1, column: column + 1, problem };
            let before = cells.len();
            parse_row(row, &mut cells).map_err(place)?;
            let found = cells.len() - before;
            if cols == 0 {
                cols = found;
            } else if found != 0 && found != cols {
                let at = row.chars().take_while(|c| c.is_whitespace()).count();
                return Err(place((at, CostsProblem::Ragged { found, expected: cols })));
            }
        }
        match cols {
            0 => Err(CostsError { line: 1, column: 1, problem: CostsProblem::Empty }),
            _ => Ok(Self { cols, cells }),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The cost of the button at (`row`, `col`); `None` when it may not be pressed.
    ///
    /// # Panics
    /// When the cell lies outside.
    pub fn get(&self, row: usize, col: usize) -> Option<u32> {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        self.cells[row * self.cols + col]
    }
}

/// Appends the costs of one line to `cells`; an error carries the character's place in the line, from 0.
fn parse_row(row: &str, cells: &mut Vec<Option<u32>>) -> Result<(), (usize, CostsProblem)> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    // The comma after which no cost has come yet.
    let mut open_comma = None;
    let mut cost_before = false;
    let mut column = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        if is_separator(first) {
            if first == ',' {
                if !cost_before {
                    return Err((column, CostsProblem::Missing));
                }
                (open_comma, cost_before) = (Some(column), false);
            }
            rest = &rest[first.len_utf8()..];
            column += 1;
            continue;
        }
        let word = rest.split(is_separator).next().unwrap_or(rest);
        cells.push(parse_cost(word).map_err(|problem| (column, problem))?);
        (open_comma, cost_before) = (None, true);
        rest = &rest[word.len()..];
        column += word.chars().count();
    }
    open_comma.map_or(Ok(()), |at| Err((at, CostsProblem::Missing)))
}

fn parse_cost(word: &str) -> Result<Option<u32>, CostsProblem> {
    let found = || word.to_owned();
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match word.strip_prefix('-') {
        Some("") => Ok(None),
        Some(digits) if is_number(digits) => Err(CostsProblem::Negative { found: found() }),
        None if is_number(word) => {
            word.parse().map(Some).map_err(|_| CostsProblem::TooLarge { found: found() })
        }
        _ => Err(CostsProblem::NotANumber { found: found() }),
    }
}
