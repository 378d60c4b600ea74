//! Which lights a button toggles, as seen from the button.

use std::fmt;

/// A set of (row, col) offsets, or lines that reach to the edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Neighbourhood {
    name: String,
    offsets: Vec<(i64, i64)>,
    /// Directions in which the button toggles every light until an edge or a hole, or until it is back.
    rays: Vec<(i64, i64)>,
}

const ORTHOGONAL: [(i64, i64); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const SELF: (i64, i64) = (0, 0);

impl Neighbourhood {
    /// The names [`named`](Self::named) knows, besides `diamond:D` and `ring:D`.
    pub const NAMES: [&'static str; 7] = ["plus", "x", "king", "knight", "rook", "bishop", "queen"];

    /// The largest D of `diamond:D` and `ring:D`, and the largest offset.
    pub const MAX_REACH: i64 = 1 << 20;

    /// The neighbourhood of the given name, the pressed cell included: one of [`NAMES`](Self::NAMES),
    /// `diamond:D` (Manhattan distance at most D) or `ring:D` (exactly D, and the pressed cell).
    /// `None` when the name is unknown or D is no whole number from 0 to 1 000.
    pub fn named(name: &str) -> Option<Self> {
        let mut offsets = vec![SELF];
        let mut rays = Vec::new();
        match name {
            "plus" => offsets.extend(ORTHOGONAL),
            "x" => offsets.extend(DIAGONAL),
            "king" => offsets.extend(ORTHOGONAL.into_iter().chain(DIAGONAL)),
            "knight" => offsets.extend(within(2).filter(|(r, c)| r.abs() + c.abs() == 3)),
            "rook" => rays.extend(ORTHOGONAL),
            "bishop" => rays.extend(DIAGONAL),
            "queen" => rays.extend(ORTHOGONAL.into_iter().chain(DIAGONAL)),
            _ => {
                let (shape, distance) = name.split_once(':')?;
                let distance: i64 = distance.parse().ok().filter(|d| (0..=1000).contains(d))?;
                let within_distance = |(r, c): &(i64, i64)| match shape {
                    "ring" => r.abs() + c.abs() == distance,
                    _ => r.abs() + c.abs() <= distance,
                };
                if !matches!(shape, "ring" | "diamond") {
                    return None;
                }
                offsets.extend(within(distance).filter(within_distance));
            }
        }
        Some(Self::build(name.to_owned(), offsets, rays))
    }

    /// The von Neumann neighbourhood with the pressed cell: the rule σ⁺ of the classic game.
    pub fn plus() -> Self {
        Self::build("plus".to_owned(), ORTHOGONAL.into_iter().chain([SELF]).collect(), Vec::new())
    }

    /// Any set of offsets; one that is listed twice counts once.
    pub fn from_offsets(offsets: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self::build("offsets".to_owned(), offsets.into_iter().collect(), Vec::new())
    }

    fn build(name: String, mut offsets: Vec<(i64, i64)>, rays: Vec<(i64, i64)>) -> Self {
        offsets.sort_unstable();
        offsets.dedup();
        Self { name, offsets, rays }
    }

    /// The same without the pressed cell: σ is `plus` without it.
    #[must_use]
    pub fn without_self(mut self) -> Self {
        self.offsets.retain(|offset| *offset != SELF);
        self.name.push_str(" --no-self");
        self
    }

    /// The offsets, in row-major order.
    pub fn offsets(&self) -> &[(i64, i64)] {
        &self.offsets
    }

    /// The directions of lines that reach to the edge.
    pub fn rays(&self) -> &[(i64, i64)] {
        &self.rays
    }

    /// Whether it is σ⁺ (`plus`).
    pub fn is_plus(&self) -> bool {
        self.rays.is_empty() && self.offsets == [(-1, 0), (0, -1), SELF, (0, 1), (1, 0)]
    }

    /// Whether it is σ (`plus --no-self`).
    pub fn is_plus_without_self(&self) -> bool {
        self.rays.is_empty() && self.offsets == ORTHOGONAL
    }
}

impl fmt::Display for Neighbourhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// All offsets with both coordinates at most `reach` in absolute value.
fn within(reach: i64) -> impl Iterator<Item = (i64, i64)> {
    (-reach..=reach).flat_map(move |r| (-reach..=reach).map(move |c| (r, c)))
}
