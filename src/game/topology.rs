//! How the edges of a board are glued together.

use super::RuleError;

/// What happens to a link that crosses an edge of the board.
///
/// The board is a square of paper whose edges are glued; [`image`](Self::image) says in which cell a walk
/// ends that leaves over them. Cylinder, Möbius band, torus and Klein bottle are quotients of the plane by a
/// group of isometries, so any walk may be taken; on the projective plane, which is none, the turns across
/// the left and right edges are taken first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Topology {
    /// Nothing wraps: what crosses an edge is lost.
    #[default]
    Plane,
    /// Columns wrap: the left edge is glued to the right edge.
    Cylinder,
    /// Columns wrap with the rows mirrored.
    Mobius,
    /// Rows and columns wrap.
    Torus,
    /// Columns wrap with the rows mirrored, rows wrap plainly.
    Klein,
    /// Columns wrap with the rows mirrored, and rows wrap with the columns mirrored.
    Projective,
}

impl Topology {
    /// Every topology with the name the command uses.
    pub const NAMED: [(&'static str, Topology); 6] = [
        ("plane", Topology::Plane),
        ("cylinder", Topology::Cylinder),
        ("mobius", Topology::Mobius),
        ("torus", Topology::Torus),
        ("klein", Topology::Klein),
        ("projective", Topology::Projective),
    ];

    /// The topology of the given name.
    ///
    /// # Errors
    /// [`RuleError::UnknownTopology`].
    pub fn parse(name: &str) -> Result<Self, RuleError> {
        let found = Self::NAMED.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, topology)| *topology)
            .ok_or_else(|| RuleError::UnknownTopology { name: name.to_owned() })
    }

    /// The name the command uses.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, topology)| *topology == self).map_or("", |(name, _)| name)
    }

    /// The cell of a `rows × cols` board that the lattice point (`row`, `col`) is glued to, or `None`
    /// when the point lies past an edge that is not glued.
    pub fn image(self, row: i64, col: i64, rows: usize, cols: usize) -> Option<(usize, usize)> {
        let (height, width) = (rows as i64, cols as i64);
        let (mut r, mut c) = (row, col);
        if self != Topology::Plane {
            let turns = c.div_euclid(width);
            c = c.rem_euclid(width);
            let mirrors = matches!(self, Topology::Mobius | Topology::Klein | Topology::Projective);
            if mirrors && turns % 2 != 0 {
                r = height - 1 - r;
            }
        }
        if matches!(self, Topology::Torus | Topology::Klein | Topology::Projective) {
            let turns = r.div_euclid(height);
            r = r.rem_euclid(height);
            if self == Topology::Projective && turns % 2 != 0 {
                c = width - 1 - c;
            }
        }
        ((0..height).contains(&r) && (0..width).contains(&c)).then_some((r as usize, c as usize))
    }
}
