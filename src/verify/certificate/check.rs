//! The check of a certificate, from the outside in: answers, quiet patterns, rank, and the proof of each optimum.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::claim::{Certificate, Claim, Proof, Solved};
use super::classes::Buttons;
use super::effort::{CertificateError, Effort, wrong};
use super::transform::Costs;
use super::{parts, rank};
use crate::gf2::{BitMatrix, BitRow};
use crate::verify::{refutes, toggled_by, wrong_lights};

/// The largest dimension that is enumerated: numbers of elements stay within a word.
pub(super) const MAX_DIMENSION: usize = 62;

/// What a check established.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The fewest presses of all targets; `None` when every target was refuted.
    pub optimum: Option<Optimum>,
    /// The nullity; 0 when every target was refuted, which needs none.
    pub nullity: usize,
}

/// A proved optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optimum {
    /// The target it reaches: `off`, `on` or `pattern`.
    pub goal: &'static str,
    /// How many buttons are pressed.
    pub presses: usize,
    /// What they cost together.
    pub cost: u64,
    /// How many solutions cost as little, over all targets.
    pub optima: BigUint,
}

/// The least of a set of elements of the code, and how many there are.
pub(super) struct Least {
    /// The coordinates of the lexicographically least of the cheapest.
    pub(super) element: BitRow,
    pub(super) count: BigUint,
}

impl Certificate {
    /// Redoes everything that the certificate claims, by the definition of the rule.
    ///
    /// Cost: the rank by plain elimination, O(lights · (reach · shorter side)² / 64) on the plane; and for each target
    /// a look at all 2^k solutions, or at the elements that its split names.
    ///
    /// # Errors
    /// [`CertificateError::Wrong`] with the first claim that does not hold; [`CertificateError::TooMuch`] when the check
    /// takes more than `effort` allows; [`CertificateError::Stopped`].
    pub fn check(&self, effort: &Effort<'_>) -> Result<Checked, CertificateError> {
        let mut solved: Vec<(&'static str, &Solved)> = Vec::new();
        for target in &self.targets {
            let lights = self.lights_to_change(target.goal);
            match &target.claim {
                Claim::Impossible(witness) if refutes(&self.game, witness, &lights) => {}
                Claim::Impossible(_) => {
                    return wrong(format!("the witness proves nothing about goal {}", target.goal));
                }
                Claim::Solved(claim) => {
                    let left = wrong_lights(&self.game, &claim.presses, &lights);
                    if left > 0 {
                        return wrong(format!(
                            "the presses for goal {} leave {left} lights wrong",
                            target.goal
                        ));
                    }
                    solved.push((target.goal, claim));
                }
            }
        }
        if solved.is_empty() {
            return Ok(Checked { optimum: None, nullity: 0 });
        }
        let pivots = self.check_quiet()?;
        self.check_rank(effort)?;
        let mut total: Option<(&'static str, u64, BigUint)> = None;
        let mut least: Option<&BitMatrix> = None;
        let cells = self.game.lights() as u128 * (40 + self.quiet.len() as u128 / 8);
        effort.allow_bytes("the columns of the quiet patterns", cells)?;
        let buttons = Buttons::new(&self.game, &self.quiet);
        for (goal, claim) in &solved {
            let proved = self.check_solved(goal, claim, &pivots, &buttons, effort)?;
            let better = least.is_none_or(|least| {
                let best = total.as_ref().map_or(u64::MAX, |total| total.1);
                let before = claim.presses.cmp_lexicographic(least).is_lt();
                claim.cost < best || claim.cost == best && before
            });
            total = match total {
                Some((first, cost, optima)) if cost == claim.cost => {
                    Some((if better { goal } else { first }, cost, optima + proved))
                }
                Some(total) if !better => Some(total),
                _ => Some((goal, claim.cost, proved)),
            };
            least = if better { Some(&claim.presses) } else { least };
        }
        if total != self.optimum {
            return wrong("the optimum is not that of the targets");
        }
        let presses = least.map_or(0, BitMatrix::count_ones);
        let optimum = total.map(|(goal, cost, optima)| Optimum { goal, presses, cost, optima });
        Ok(Checked { optimum, nullity: self.quiet.len() })
    }

    /// The quiet patterns are quiet, and in reduced row echelon form, which makes them independent. Gives the pivots.
    fn check_quiet(&self) -> Result<Vec<(usize, usize)>, CertificateError> {
        let mut pivots: Vec<(usize, usize)> = Vec::new();
        for (i, pattern) in self.quiet.iter().enumerate() {
            let number = i + 1;
            let misplaced = pattern.ones().any(|(r, c)| !self.game.has_button(r, c));
            if misplaced || !toggled_by(&self.game, pattern).is_zero() {
                return wrong(format!("quiet pattern {number} is not quiet"));
            }
            let lead = pattern.ones().next();
            let Some(lead) = lead.filter(|lead| pivots.last().is_none_or(|last| last < lead)) else {
                return wrong(format!("quiet pattern {number} does not begin after the one before"));
            };
            pivots.push(lead);
        }
        for (i, pattern) in self.quiet.iter().enumerate() {
            if pivots.iter().enumerate().any(|(j, &(r, c))| i != j && pattern.get(r, c)) {
                return wrong(format!("quiet pattern {} is not reduced by the others", i + 1));
            }
        }
        Ok(pivots)
    }

    /// There are no other quiet patterns: rank and nullity make up the buttons.
    fn check_rank(&self, effort: &Effort<'_>) -> Result<(), CertificateError> {
        let nullity = self.game.buttons() - rank::rank(&self.game, effort)?;
        match nullity == self.quiet.len() {
            true => Ok(()),
            false => wrong(format!("the nullity is {nullity}, not {}", self.quiet.len())),
        }
    }

    /// The optimum of a target whose presses are a solution. Gives the number of optima.
    fn check_solved(
        &self,
        goal: &str,
        claim: &Solved,
        pivots: &[(usize, usize)],
        buttons: &Buttons,
        effort: &Effort<'_>,
    ) -> Result<BigUint, CertificateError> {
        let cost = buttons.cost(&claim.presses);
        if cost != claim.cost {
            return wrong(format!("the presses for goal {goal} cost {cost}, not {}", claim.cost));
        }
        // The solution that is zero at the pivots: from it, the order of u is the order of the patterns.
        let mut offset = claim.presses.clone();
        for (pattern, &(r, c)) in self.quiet.iter().zip(pivots) {
            if offset.get(r, c) {
                offset.add(pattern);
            }
        }
        let least = match &claim.proof {
            Proof::Enumeration(costs) => self.enumerate(claim.cost, costs, &offset, buttons, effort)?,
            Proof::Parts(apart) => {
                parts::check(apart, claim.cost, &offset, buttons, self.quiet.len(), effort)?
            }
        };
        if least.count != claim.optima {
            return wrong(format!("goal {goal} has {} optima, not {}", least.count, claim.optima));
        }
        for i in least.element.ones() {
            offset.add(&self.quiet[i]);
        }
        if offset != claim.presses {
            return wrong(format!("the presses for goal {goal} are not the lexicographically least optimum"));
        }
        Ok(least.count)
    }

    /// All solutions, one cost after the other.
    fn enumerate(
        &self,
        claimed: u64,
        distribution: &[(u64, u64)],
        offset: &BitMatrix,
        buttons: &Buttons,
        effort: &Effort<'_>,
    ) -> Result<Least, CertificateError> {
        let k = self.quiet.len();
        if k > MAX_DIMENSION {
            return Err(CertificateError::TooMuch {
                what: format!("all 2^{k} solutions would be looked at"),
            });
        }
        // Pressing is h·u = 1 where the offset leaves the button, h·u = 0 where it presses it.
        let mut costs = Costs::new(k);
        buttons.priced(offset).for_each(|(cost, pressed, column)| costs.add(number(column), cost, pressed));
        effort.allow_steps("a look at all solutions", costs.elements())?;
        let Some(limit) = distribution.last().map(|(cost, _)| cost.saturating_add(1)) else {
            return wrong("the distribution names no cost");
        };
        let visit = |(counts, least): &mut (BTreeMap<u64, u64>, u64), u: u64, cost: u64| {
            *counts.entry(cost).or_insert(0) += 1;
            if cost == claimed {
                *least = u.min(*least);
            }
            counts.len() <= distribution.len()
        };
        let start = || (BTreeMap::new(), u64::MAX);
        let found = costs.scan(limit, "all solutions", effort, start, visit)?;
        let mut counts = BTreeMap::new();
        let mut least = u64::MAX;
        for (part, first) in found {
            part.into_iter().for_each(|(cost, count)| *counts.entry(cost).or_insert(0) += count);
            least = least.min(first);
        }
        if !counts.iter().map(|(cost, count)| (*cost, *count)).eq(distribution.iter().copied()) {
            return wrong("the solutions are not of the costs that the distribution says");
        }
        let all: u128 = counts.values().map(|count| u128::from(*count)).sum();
        if all != costs.elements() && counts.len() < Self::COSTS {
            return wrong("the distribution leaves out costs that occur");
        }
        match counts.first_key_value() {
            Some((cost, count)) if *cost == claimed => {
                Ok(Least { element: word(least, k), count: BigUint::from(*count) })
            }
            _ => wrong(format!("the cheapest solution does not cost {claimed}")),
        }
    }
}

/// At most 64 bits as a number, the first the highest, so that the order of numbers is the order of the words.
pub(super) fn number(row: &BitRow) -> u64 {
    (0..row.len()).fold(0, |number, i| number << 1 | u64::from(row.get(i)))
}

/// The inverse of [`number`].
pub(super) fn word(number: u64, bits: usize) -> BitRow {
    BitRow::from_fn(bits, |i| number >> (bits - 1 - i) & 1 == 1)
}
