//! A board as a JSON matrix: `[[0,1],[1,1]]`.
//!
//! A row is an array of cells or a string of them; a cell is a number or a string of one character, in one of
//! the known pairs, or `true`, `false`, or `null` for a hole.

use super::builder::Row;
use super::lexer::Lexer;
use crate::board::error::{Fault, Found, ParseError};

/// Reads the matrix that begins where the lexer stands, handing each row to `take` with its offset.
pub(super) fn matrix(
    lexer: &mut Lexer<'_>,
    row: &mut Row,
    mut take: impl FnMut(usize, &Row, &Lexer<'_>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    expect(lexer, b'[', "[")?;
    loop {
        row.clear();
        skip_blanks(lexer);
        let start = lexer.pos;
        match peek(lexer) {
            Some(b'[') => array(lexer, row)?,
            Some(b'"') => string(lexer, row)?,
            _ => return Err(unexpected(lexer, "a row, [ or \",")),
        }
        if row.len == 0 {
            return Err(lexer.error(start, Fault::EmptyRow));
        }
        take(start, row, lexer)?;
        if !more(lexer)? {
            return Ok(());
        }
    }
}

/// `[cell, cell, ...]`
fn array(lexer: &mut Lexer<'_>, row: &mut Row) -> Result<(), ParseError> {
    expect(lexer, b'[', "[")?;
    skip_blanks(lexer);
    if peek(lexer) == Some(b']') {
        lexer.pos += 1;
        return Ok(());
    }
    loop {
        skip_blanks(lexer);
        let rest = &lexer.text[lexer.pos..];
        let word = [("true", Some(true)), ("false", Some(false)), ("null", None)];
        if let Some((name, cell)) = word.iter().find(|(name, _)| rest.starts_with(name.as_bytes())) {
            lexer.pos += name.len();
            match cell {
                Some(on) => row.push(*on),
                None => row.push_hole(),
            }
        } else if peek(lexer) == Some(b'"') {
            let before = row.len;
            string(lexer, row)?;
            if row.len != before + 1 {
                return Err(unexpected(lexer, "a string of one cell"));
            }
        } else if matches!(peek(lexer), None | Some(b'[' | b']' | b',' | b'{' | b'}')) {
            return Err(unexpected(lexer, "a cell"));
        } else {
            lexer.take_odd_cell(row)?;
        }
        if !more(lexer)? {
            return Ok(());
        }
    }
}

/// `"cells"`
fn string(lexer: &mut Lexer<'_>, row: &mut Row) -> Result<(), ParseError> {
    expect(lexer, b'"', "\"")?;
    loop {
        match peek(lexer) {
            None | Some(b'\n') => return Err(unexpected(lexer, "the end of the string")),
            Some(b'"') => {
                lexer.pos += 1;
                return Ok(());
            }
            Some(_) => lexer.take_odd_cell(row)?,
        }
    }
}

/// After an element: whether a comma promises another, or a bracket ends the array.
fn more(lexer: &mut Lexer<'_>) -> Result<bool, ParseError> {
    skip_blanks(lexer);
    match peek(lexer) {
        Some(b',') => {
            lexer.pos += 1;
            Ok(true)
        }
        Some(b']') => {
            lexer.pos += 1;
            Ok(false)
        }
        _ => Err(unexpected(lexer, "a comma or ]")),
    }
}

fn peek(lexer: &Lexer<'_>) -> Option<u8> {
    lexer.text.get(lexer.pos).copied()
}

fn skip_blanks(lexer: &mut Lexer<'_>) {
    while matches!(peek(lexer), Some(b' ' | b'\t' | b'\r' | b'\n')) {
        lexer.pos += 1;
    }
}

fn expect(lexer: &mut Lexer<'_>, byte: u8, name: &'static str) -> Result<(), ParseError> {
    if peek(lexer) != Some(byte) {
        return Err(unexpected(lexer, name));
    }
    lexer.pos += 1;
    Ok(())
}

fn unexpected(lexer: &Lexer<'_>, expected: &'static str) -> ParseError {
    let found = match Found::first(&lexer.text[lexer.pos..]) {
        Some((found, _)) => found.to_string(),
        None => "the end of the text stands".into(),
    };
    lexer.error(lexer.pos, Fault::Json { found, expected })
}
