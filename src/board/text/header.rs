//! The optional first line that gives the size: `R C`, or `RxC`.

use super::super::error::Fault;

/// A size line as written: two numbers apart by blanks or an x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header<'a> {
    rows: &'a [u8],
    cols: &'a [u8],
    /// Written with an x: then it is no row of a known pair of cells.
    pub(super) with_x: bool,
}

impl<'a> Header<'a> {
    /// Reads a line; `None` when it has another form. Numbers have no zeros in front.
    pub(super) fn parse(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let (rows, rest) = line.split_at(line.iter().take_while(|b| b.is_ascii_digit()).count());
        let cols_len = rest.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let (between, cols) = rest.split_at(rest.len() - cols_len);
        let with_x = matches!(between.trim_ascii(), b"x" | b"X");
        let apart = with_x || (!between.is_empty() && between.trim_ascii().is_empty());
        let number = |digits: &[u8]| !digits.is_empty() && (digits.len() == 1 || digits[0] != b'0');
        (apart && number(rows) && number(cols)).then_some(Self { rows, cols, with_x })
    }

    /// How many digits it has: its cells, were it a row.
    pub(super) fn digits(&self) -> usize {
        self.rows.len() + self.cols.len()
    }

    /// Rows and columns.
    ///
    /// # Errors
    /// [`Fault::AbsurdSize`] for a number no board can have.
    pub(super) fn size(&self) -> Result<(usize, usize), Fault> {
        Ok((number(self.rows)?, number(self.cols)?))
    }
}

/// The value of decimal digits, below 2^32.
fn number(digits: &[u8]) -> Result<usize, Fault> {
    let text = String::from_utf8_lossy(digits);
    match text.parse::<u32>() {
        Ok(value) => Ok(value as usize),
        Err(_) if digits.len() > 24 => Err(Fault::AbsurdSize { digits: format!("{}...", &text[..20]) }),
        Err(_) => Err(Fault::AbsurdSize { digits: text.into_owned() }),
    }
}
