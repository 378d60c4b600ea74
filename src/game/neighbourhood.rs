//! Which lights a button toggles, as seen from the button.

use std::fmt;

use super::RuleError;

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
    /// The names [`parse_rule`](Self::parse_rule) knows, besides `diamond:D` and `ring:D`.
    pub const NAMES: [&'static str; 7] = ["plus", "x", "king", "knight", "rook", "bishop", "queen"];

    /// The largest D of `diamond:D` and `ring:D`.
    pub const MAX_DISTANCE: i64 = 1000;

    /// The largest row or column of an offset, in absolute value.
    pub const MAX_REACH: i64 = 1 << 20;

    /// The neighbourhood of the given name, the pressed cell included: one of [`NAMES`](Self::NAMES),
    /// `diamond:D` (Manhattan distance at most D) or `ring:D` (exactly D, and the pressed cell).
    ///
    /// # Errors
    /// [`RuleError::UnknownRule`], or [`RuleError::Distance`] when D is no whole number from 0 to
    /// [`MAX_DISTANCE`](Self::MAX_DISTANCE).
    pub fn parse_rule(name: &str) -> Result<Self, RuleError> {
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
                let (shape, distance) = name.split_once(':').unwrap_or((name, ""));
                match shape {
                    "diamond" => offsets.extend(diamond(parse_distance("diamond", distance)?)),
                    "ring" => {
                        let distance = parse_distance("ring", distance)?;
                        offsets.extend(diamond(distance).filter(|(r, c)| r.abs() + c.abs() == distance));
                    }
                    _ => return Err(RuleError::UnknownRule { name: name.to_owned() }),
                }
            }
        }
        Ok(Self::build(name.to_owned(), offsets, rays))
    }

    /// Reads a list of offsets: `ROW,COL` pairs separated by blanks, such as `0,0 0,1 -1,0`. The pressed
    /// cell is toggled only when `0,0` is listed; an offset that is listed twice counts once.
    ///
    /// # Errors
    /// [`RuleError::NoOffset`], or [`RuleError::Offset`] or [`RuleError::OffsetReach`] with the place.
    pub fn parse_offsets(text: &str) -> Result<Self, RuleError> {
        let mut offsets = Vec::new();
        for (i, pair) in text.split_whitespace().enumerate() {
            let (number, found) = (i + 1, pair.to_owned());
            let Some((row, col)) = pair.split_once(',').filter(|(r, c)| is_whole(r) && is_whole(c)) else {
                return Err(RuleError::Offset { number, found });
            };
            match (parse_reach(row), parse_reach(col)) {
                (Some(row), Some(col)) => offsets.push((row, col)),
                _ => return Err(RuleError::OffsetReach { number, found }),
            }
        }
        if offsets.is_empty() {
            return Err(RuleError::NoOffset);
        }
        Ok(Self::from_offsets(offsets))
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

    /// The neighbourhood as seen from the lights: the buttons that toggle a light, where the topology only
    /// shifts. Every offset and direction is turned round.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turn = |list: &[(i64, i64)]| list.iter().map(|(r, c)| (-r, -c)).collect();
        Self::build(format!("{} reversed", self.name), turn(&self.offsets), turn(&self.rays))
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

/// All offsets at Manhattan distance at most `distance`.
fn diamond(distance: i64) -> impl Iterator<Item = (i64, i64)> {
    (-distance..=distance).flat_map(move |r| {
        let left = distance - r.abs();
        (-left..=left).map(move |c| (r, c))
    })
}

fn parse_distance(shape: &'static str, text: &str) -> Result<i64, RuleError> {
    let distance = Some(text).filter(|t| t.bytes().all(|b| b.is_ascii_digit())).and_then(|t| t.parse().ok());
    distance
        .filter(|d| *d <= Neighbourhood::MAX_DISTANCE)
        .ok_or_else(|| RuleError::Distance { shape, found: text.to_owned() })
}

/// Whether the text is a sign, or none, and digits.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn parse_reach(text: &str) -> Option<i64> {
    let reach = -Neighbourhood::MAX_REACH..=Neighbourhood::MAX_REACH;
    text.parse().ok().filter(|n| reach.contains(n))
}
