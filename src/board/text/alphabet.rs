//! Which characters are lights on, lights off, holes and separators.
//!
//! A board is written in one of a few known pairs of characters (on/off): `1/0`, `b/w`, `#/.`, `X/.`, `x/-`,
//! `*/.`, `@/.`, `O/.`, in either case. Which pair it is shows as the cells go by: the first light on and the
//! first light off settle it for the whole input, and whatever belongs to another pair is refused from there.

use super::TextOptions;
use crate::board::error::{Fault, Found, ParseError, Place};

/// What a byte is; the plain lights are 0 and 1 so that rows can be packed without asking.
pub(super) type Class = u8;
/// A light that is off.
pub(super) const OFF: Class = 0;
/// A light that is on.
pub(super) const ON: Class = 1;
/// A cell without a light.
pub(super) const HOLE: Class = 2;
/// A cell of a known pair not seen so far: [`Alphabet::learn`] decides.
pub(super) const NEW: Class = 3;
/// A blank: cells may stand apart.
pub(super) const BLANK: Class = 4;
/// A comma: cells may stand apart, one comma between two.
pub(super) const COMMA: Class = 5;
/// The end of a row within a line.
pub(super) const ROW_END: Class = 6;
/// The end of a line.
pub(super) const LINE_END: Class = 7;
/// The first byte of a character outside ASCII: [`Alphabet::wide`] decides.
pub(super) const WIDE: Class = 8;
/// No part of a board.
pub(super) const WRONG: Class = 9;

/// The cells of the known pairs, in lower case: character, whether it is on, and its partners.
const KNOWN: [(u8, bool, &[u8]); 11] = [
    (b'1', true, b"0"),
    (b'0', false, b"1"),
    (b'b', true, b"w"),
    (b'w', false, b"b"),
    (b'#', true, b"."),
    (b'x', true, b".-"),
    (b'*', true, b"."),
    (b'@', true, b"."),
    (b'o', true, b"."),
    (b'.', false, b"#x*@o"),
    (b'-', false, b"x"),
];

/// Shapes: of two of these on one board nobody knows which is on.
const SHAPES: &[u8] = b"#x*@o";

/// The characters of an input: a class for every byte, settled as cells are seen.
#[derive(Debug, Clone)]
pub(super) struct Alphabet {
    classes: [Class; 256],
    /// The first light on and the first light off, and where they stood.
    on: Option<(u8, Place)>,
    off: Option<(u8, Place)>,
    /// Characters outside ASCII named by the caller, with their light.
    wide: Vec<(char, bool)>,
    /// The light of every character the caller did not name, when only one of the two was named.
    rest: Option<bool>,
    /// The caller's own characters, for messages.
    named: Option<String>,
}

impl Alphabet {
    /// The known pairs, or the characters the options name.
    ///
    /// # Errors
    /// [`Fault::Symbols`] when the named characters contradict each other or are no possible cells.
    pub(super) fn new(options: &TextOptions) -> Result<Self, ParseError> {
        let mut classes = [WRONG; 256];
        classes[0x80..].fill(WIDE);
        for (bytes, class) in
            [(&b" \t\r"[..], BLANK), (b",", COMMA), (b"|/;", ROW_END), (b"\n", LINE_END), (b"~_", HOLE)]
        {
            for &byte in bytes {
                classes[usize::from(byte)] = class;
            }
        }
        let mut alphabet = Self { classes, on: None, off: None, wide: Vec::new(), rest: None, named: None };
        for (cell, _, _) in KNOWN {
            alphabet.set_both_cases(cell, NEW);
        }
        alphabet.name(options.on.as_deref(), options.off.as_deref())?;
        Ok(alphabet)
    }

    /// Puts the caller's characters in place of the known pairs.
    fn name(&mut self, on: Option<&str>, off: Option<&str>) -> Result<(), ParseError> {
        let refuse = |reason: String| Err(ParseError::new(Place::Whole, Fault::Symbols { reason }));
        if on.is_none() && off.is_none() {
            return Ok(());
        }
        let (on_chars, off_chars) = (on.unwrap_or(""), off.unwrap_or(""));
        if on == Some("") || off == Some("") {
            return refuse("no character is named".into());
        }
        for c in on_chars.chars().chain(off_chars.chars()) {
            if c.is_control() && c != '\t' || c == '\u{FEFF}' {
                return refuse(format!("{} cannot be a cell", Found::Char(c)));
            }
        }
        if let Some(both) = on_chars.chars().find(|c| off_chars.contains(*c)) {
            return refuse(format!("{} is both on and off", Found::Char(both)));
        }
        if on.is_some() && off.is_some() {
            for (cell, _, _) in KNOWN {
                self.set_both_cases(cell, WRONG);
            }
        } else {
            self.rest = Some(on.is_none());
        }
        // The other case of a letter means the same unless it is named itself: first both, then the exact.
        for exact in [false, true] {
            for (chars, class) in [(on_chars, ON), (off_chars, OFF)] {
                for c in chars.chars() {
                    match u8::try_from(c).ok().filter(u8::is_ascii) {
                        Some(byte) if exact => self.classes[usize::from(byte)] = class,
                        Some(byte) => self.set_both_cases(byte, class),
                        None if exact => self.wide.push((c, class == ON)),
                        None => {}
                    }
                }
            }
        }
        let shown = |what: &str, chars: Option<&str>| {
            chars.map(|chars| format!("{what} {}", chars.escape_debug())).unwrap_or_default()
        };
        let both = [shown("on", on), shown("off", off)];
        self.named = Some(both.iter().filter(|s| !s.is_empty()).cloned().collect::<Vec<_>>().join(", "));
        Ok(())
    }

    fn set_both_cases(&mut self, byte: u8, class: Class) {
        self.classes[usize::from(byte.to_ascii_lowercase())] = class;
        self.classes[usize::from(byte.to_ascii_uppercase())] = class;
    }

    /// The class of every byte.
    pub(super) fn classes(&self) -> &[Class; 256] {
        &self.classes
    }

    /// Whether the caller named characters.
    pub(super) fn is_named(&self) -> bool {
        self.named.is_some()
    }

    /// Decides a [`NEW`] cell: on or off, from here on for the whole input. `place` is asked only when needed.
    ///
    /// # Errors
    /// [`Fault::MixedPairs`] or [`Fault::Ambiguous`] when it does not go with the cells before it.
    pub(super) fn learn(&mut self, byte: u8, place: impl Fn() -> Place) -> Result<bool, ParseError> {
        let cell = byte.to_ascii_lowercase();
        let found = Found::Char(char::from(byte));
        let Some(&(_, known_on, partners)) = KNOWN.iter().find(|(known, _, _)| *known == cell) else {
            return Err(self.wrong(found, place()));
        };
        let on = self.rest.unwrap_or(known_on);
        let (same, other) = if on { (self.on, self.off) } else { (self.off, self.on) };
        let clash = same.or(other.filter(|(o, _)| {
            // With one of the two named by the caller, any other single character is the other.
            self.rest.is_none() && !partners.contains(&o.to_ascii_lowercase())
        }));
        if let Some((first, first_place)) = clash {
            let first_char = char::from(first);
            let shapes = SHAPES.contains(&cell) && SHAPES.contains(&first.to_ascii_lowercase());
            let fault = if shapes && self.rest.is_none() {
                Fault::Ambiguous { found, first: first_char, first_place }
            } else {
                Fault::MixedPairs { found, first: first_char, first_place }
            };
            return Err(ParseError::new(place(), fault));
        }
        let seen = if on { &mut self.on } else { &mut self.off };
        *seen = Some((byte, place()));
        self.set_unnamed_cases(cell, if on { ON } else { OFF });
        Ok(on)
    }

    /// Settles both cases of a cell, leaving alone what the caller named.
    fn set_unnamed_cases(&mut self, byte: u8, class: Class) {
        for case in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
            if self.classes[usize::from(case)] == NEW {
                self.classes[usize::from(case)] = class;
            }
        }
    }

    /// The light of a character outside ASCII, if the caller named it.
    pub(super) fn wide(&self, found: Found) -> Option<bool> {
        let Found::Char(c) = found else { return None };
        self.wide.iter().find(|(named, _)| *named == c).map(|(_, on)| *on)
    }

    /// The error of a character that is no cell.
    pub(super) fn wrong(&self, found: Found, place: Place) -> ParseError {
        let expected = match &self.named {
            Some(named) => format!("the cells are {named}, a hole is ~ or _"),
            None => "cells are one pair (on/off) of 1/0 b/w #/. X/. x/- */. @/. O/., a hole is ~ or _".into(),
        };
        ParseError::new(place, Fault::WrongCell { found, expected })
    }
}
