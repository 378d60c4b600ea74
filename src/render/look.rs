//! The colours of pictures.

use super::Cell;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// The one set of colours. On is darker than half grey and off is lighter, so that pictures of lights are read back;
/// a press differs from a light in shape as well, for those who see no colours.
pub mod theme {
    use super::Rgb;

    /// A light that is on.
    pub const ON: Rgb = [0xB4, 0x53, 0x09];
    /// A light that is off.
    pub const OFF: Rgb = [0xF5, 0xF0, 0xE1];
    /// The mark of a press.
    pub const PRESS: Rgb = [0x1D, 0x4E, 0xD8];
    /// The rim of that mark, and what is written on it.
    pub const PRESS_RIM: Rgb = [0xFF, 0xFF, 0xFF];
    /// The lines between cells.
    pub const LINE: Rgb = [0xA8, 0xA2, 0x9E];
}

/// A colour as SVG writes it.
pub(super) fn hex(color: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", color[0], color[1], color[2])
}

/// The one colour of a cell that is too small for a mark in it; `None` for a hole.
pub(super) fn flat(cell: Cell) -> Option<Rgb> {
    match cell {
        Cell::Hole => None,
        Cell::Button { press: true, on: false } => Some(theme::PRESS),
        // Pressed and on: darker still.
        Cell::Button { press: true, on: true } => Some([0x17, 0x25, 0x54]),
        Cell::Button { press: false, on: true } => Some(theme::ON),
        Cell::Button { press: false, on: false } => Some(theme::OFF),
    }
}
