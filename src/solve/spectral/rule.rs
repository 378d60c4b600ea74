//! The neighbourhoods that are polynomials in the matrices of the two sides.

use crate::game::Neighbourhood;

/// A neighbourhood whose coefficient matrix is built from T_m ⊗ 1 and 1 ⊗ T_n, T the matrix of a path of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// σ⁺: T_m ⊗ 1 + 1 ⊗ (T_n + 1).
    Plus,
    /// σ: T_m ⊗ 1 + 1 ⊗ T_n.
    PlusNoSelf,
    /// (T_m + 1) ⊗ (T_n + 1).
    King,
    /// T_m ⊗ T_n.
    XNoSelf,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 4] = [Rule::Plus, Rule::PlusNoSelf, Rule::King, Rule::XNoSelf];

    /// The rule with this neighbourhood, if it is one of the four.
    pub fn of(neighbourhood: &Neighbourhood) -> Option<Self> {
        let same = |rule: &Rule| {
            neighbourhood.rays().is_empty() && neighbourhood.offsets() == rule.neighbourhood().offsets()
        };
        Self::ALL.into_iter().find(same)
    }

    /// The neighbourhood.
    pub fn neighbourhood(self) -> Neighbourhood {
        let square = (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c)));
        match self {
            Rule::Plus => Neighbourhood::plus(),
            Rule::PlusNoSelf => Neighbourhood::plus().without_self(),
            Rule::King => Neighbourhood::from_offsets(square),
            Rule::XNoSelf => Neighbourhood::from_offsets(square.filter(|(r, c)| r * c != 0)),
        }
    }
}
