//! The form in which a press pattern is written: by the name of the output file, or as asked.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;

use lightsout::board::text::{Symbols, write_pattern};
use lightsout::board::{pbm, png};
use lightsout::gf2::BitMatrix;
use lightsout::render::Picture;
use lightsout::render::svg::{self, SvgOptions};

/// A form of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Rows of . and X, holes as ~
    Txt,
    /// One JSON document
    Json,
    /// A raw PBM, black where a button is pressed
    Pbm,
    /// A PNG picture
    Png,
    /// An SVG picture, the presses numbered in reading order
    Svg,
}

impl Format {
    /// What was asked for, else what the name of the file says, else text.
    pub fn choose(asked: Option<Format>, json: bool, path: Option<&Path>) -> Format {
        let by_name = || match path?.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Format::Json),
            "pbm" => Some(Format::Pbm),
            "png" => Some(Format::Png),
            "svg" => Some(Format::Svg),
            _ => None,
        };
        if json { Format::Json } else { asked.or_else(by_name).unwrap_or(Format::Txt) }
    }

    /// Writes a press pattern on a board with the given holes; JSON is written by the command itself.
    pub fn write_presses(
        self,
        out: &mut impl Write,
        presses: &BitMatrix,
        holes: Option<&BitMatrix>,
    ) -> io::Result<()> {
        match self {
            Format::Txt | Format::Json => write_pattern(out, presses, holes, Symbols::PATTERN),
            Format::Pbm => pbm::write(out, presses),
            Format::Png => png::write(out, presses),
            Format::Svg => {
                let options = SvgOptions { hints: true, ..SvgOptions::default() };
                svg::write(out, &Picture::of_presses(presses, holes), &options)
            }
        }
    }
}
