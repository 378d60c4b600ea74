//! What several commands take: sizes, rules, how boards are written.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// `RxC`: rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = || format!("'{text}' is no size; give rows x columns, such as 4x4");
        let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(usage)?;
        let number = |digits: &str| -> Result<usize, String> {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(usage());
            }
            match digits.parse() {
                Ok(0) => Err(format!("'{text}' has no cells; rows and columns start at 1")),
                Ok(number) => Ok(number),
                Err(_) => Err(format!("'{text}' is larger than any memory; give a smaller size")),
            }
        };
        Ok(Size { rows: number(rows)?, cols: number(cols)? })
    }
}

/// Options that every command takes.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Write the result to FILE (to a temporary name first, then renamed) instead of standard output
    #[arg(short = 'o', long, value_name = "FILE", global = true, help_heading = "Common options")]
    pub output: Option<PathBuf>,
    /// Print one JSON document instead of text (schema: docs/cli.md)
    #[arg(long, global = true, help_heading = "Common options")]
    pub json: bool,
    /// Use N threads (default: one a core); the result does not depend on it
    #[arg(long, value_name = "N", global = true, help_heading = "Common options",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print nothing but results and errors
    #[arg(short, long, global = true, help_heading = "Common options")]
    pub quiet: bool,
}

/// How a board is written.
#[derive(Debug, Clone, Args)]
pub struct BoardFormat {
    /// Characters that mean on, for boards in another alphabet
    #[arg(long, value_name = "CHARS", help_heading = "Reading boards")]
    pub on: Option<String>,
    /// Characters that mean off
    #[arg(long, value_name = "CHARS", help_heading = "Reading boards")]
    pub off: Option<String>,
    /// Take the missing end of a shorter row as holes
    #[arg(long, help_heading = "Reading boards")]
    pub ragged: bool,
    /// In a picture, pixels darker than T (0 to 255) are on
    #[arg(long, value_name = "T", default_value_t = 128, help_heading = "Reading boards")]
    pub threshold: u8,
    /// In a picture, light pixels are on instead of dark ones
    #[arg(long, help_heading = "Reading boards")]
    pub invert: bool,
    /// In a picture, N x N pixels make a cell (default: looked for)
    #[arg(long, value_name = "N", help_heading = "Reading boards",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub cell: Option<u32>,
}

impl BoardFormat {
    /// Whether nothing out of the ordinary is asked for.
    pub fn is_plain(&self) -> bool {
        let text = self.on.is_none() && self.off.is_none() && !self.ragged;
        text && !self.invert && self.cell.is_none()
    }
}

/// Which lights a button toggles.
#[derive(Debug, Clone, Args)]
pub struct RuleArgs {
    /// plus, x, king, knight, rook, bishop, queen, diamond:D or ring:D, the pressed cell included
    #[arg(long, value_name = "RULE", default_value = "plus", help_heading = "Rule")]
    pub rule: String,
    /// A button does not toggle its own light
    #[arg(long, help_heading = "Rule")]
    pub no_self: bool,
    /// The offsets a button toggles, such as "0,0 0,1 -1,0" (row,col), instead of a named rule
    #[arg(
        long,
        value_name = "OFFSETS",
        conflicts_with = "rule",
        allow_hyphen_values = true,
        help_heading = "Rule"
    )]
    pub offsets: Option<String>,
    /// plane, cylinder, mobius, torus, klein or projective
    #[arg(long, value_name = "TOPOLOGY", default_value = "plane", help_heading = "Rule")]
    pub topology: String,
    /// A matrix of whole numbers, the cost of each press; - for a button that can't be pressed
    #[arg(long, value_name = "FILE", help_heading = "Rule")]
    pub costs: Option<PathBuf>,
}

/// The word for an impossible board.
#[derive(Debug, Clone, Args)]
pub struct NoAnswer {
    /// The word printed for a board that has no answer
    #[arg(long, value_name = "WORD", default_value = "Impossible", allow_hyphen_values = true)]
    pub no_answer: String,
}
