//! Answers with their certificates.

use num_bigint::BigUint;

use super::{AnswerError, Answerer, Goal, Reached, Refutation, Status, Verdict};
use crate::board::Board;
use crate::game::{CellIndex, Game};
use crate::gf2::{BitMatrix, BitRow};
use crate::optimize::{self, CosetProof, Limits};
use crate::verify::certificate::{
    Apart, Certificate, Claim, Component, Method, Part, Proof, Side, Solved, Target,
};

impl Answerer {
    /// As [`fewest`](Self::fewest), with the [`Certificate`] of the answer: `None` when the limits stopped the search, for
    /// then nothing is proved. Each board that the goal accepts is searched to its end. (A rule with lines to the edge that
    /// has no name of its own, such as one turned round, has no form in the document.)
    ///
    /// # Errors
    /// [`AnswerError`] when memory runs out or a check fails.
    pub fn certify(
        &self,
        board: &Board,
        goal: &Goal,
        limits: &Limits<'_>,
    ) -> Result<(Verdict, Option<Certificate>), AnswerError> {
        let (reached, refutations) = self.reach_each(board, goal)?;
        if reached.is_empty() {
            let certificate = self.certificate(board, goal, &refutations, Vec::new(), &[]);
            return Ok((Verdict::Impossible(refutations), Some(certificate)));
        }
        if self.solver.nullity() == 0 {
            let solved = reached.iter().map(|reached| (reached.goal, self.only_solution(reached))).collect();
            let certificate = self.certificate(board, goal, &refutations, solved, &[]);
            return Ok((Verdict::Solved(self.cheapest_of(reached, limits.solutions)), Some(certificate)));
        }
        if self.bytes_of_quiet_patterns() > u128::from(limits.memory) {
            return Ok((Verdict::Solved(self.unsearched(reached)), None));
        }
        let offsets: Vec<BitRow> = reached.iter().map(|r| self.buttons().gather(&r.presses)).collect();
        let (optimum, proofs) = self.minimizer().certify(&offsets, limits);
        let answer = self.checked(&reached, optimum)?;
        let Some(proofs) = proofs.filter(|_| answer.status == Status::Optimal) else {
            return Ok((Verdict::Solved(answer), None));
        };
        // Targets of nullity above 0 are different cosets, each with its proof.
        let mut solved: Vec<(&'static str, Solved)> = Vec::new();
        for (reached, proof) in reached.iter().zip(&proofs) {
            let claim = self.solved(proof);
            self.check(reached.goal, &claim.presses, &reached.lights)?;
            solved.push((reached.goal, claim));
        }
        if solved.len() < reached.len() {
            return Ok((Verdict::Solved(answer), None));
        }
        let certificate = self.certificate(board, goal, &refutations, solved, self.solver.quiet_patterns());
        Ok((Verdict::Solved(answer), Some(certificate)))
    }

    /// Nullity 0: the solution is the only one.
    fn only_solution(&self, reached: &Reached) -> Solved {
        let cost = self.cost(&reached.presses);
        Solved {
            presses: reached.presses.clone(),
            cost,
            optima: BigUint::from(1_u8),
            proof: Proof::Enumeration(vec![(cost, 1)]),
        }
    }

    /// The claim about a coset.
    fn solved(&self, proof: &CosetProof) -> Solved {
        let index = self.buttons();
        Solved {
            presses: index.scatter(&proof.presses),
            cost: proof.cost,
            optima: proof.count.clone(),
            proof: match &proof.proof {
                optimize::Proof::Enumeration { distribution } => Proof::Enumeration(distribution.clone()),
                optimize::Proof::Parts(apart) => Proof::Parts(self.apart(apart, index)),
            },
        }
    }

    fn apart(&self, apart: &optimize::Apart, index: &CellIndex) -> Apart {
        let part = |part: &optimize::PartProof| Part {
            words: part.words.clone(),
            least: part.least,
            light: part.light.clone(),
        };
        let side = |side: &optimize::SideProof| Side {
            parts: side.parts.iter().map(part).collect(),
            below: side.below,
            elements: side.elements,
        };
        let component = |component: &optimize::ComponentProof| Component {
            coordinates: component.coordinates.clone(),
            least: component.least,
            optima: component.count.clone(),
            method: match &component.method {
                optimize::Method::Enumeration => Method::Enumeration,
                optimize::Method::Split([first, second]) => Method::Split([side(first), side(second)]),
                optimize::Method::Trellis { states } => Method::Trellis(*states),
            },
        };
        // A button that no quiet pattern presses is of neither side.
        let pressed = |i: usize| {
            let (r, c) = index.cells()[i];
            self.solver.quiet_patterns().iter().any(|pattern| pattern.get(r, c))
        };
        let second_side = BitRow::from_fn(index.len(), |i| apart.second_side.get(i) && pressed(i));
        Apart {
            second_side: index.scatter(&second_side),
            base: apart.base,
            free: apart.free.clone(),
            components: apart.components.iter().map(component).collect(),
        }
    }

    fn certificate(
        &self,
        board: &Board,
        goal: &Goal,
        refutations: &[Refutation],
        solved: Vec<(&'static str, Solved)>,
        quiet: &[BitMatrix],
    ) -> Certificate {
        let optimum = total(&solved);
        let mut solved = solved.into_iter();
        let mut next_solved = solved.next();
        let claims = goal.targets(board).into_iter().map(|target| {
            let refuted = refutations.iter().find(|refutation| refutation.goal == target.name);
            let claim = match refuted {
                Some(refutation) => Claim::Impossible(refutation.witness.lights.clone()),
                None => {
                    let (_, claim) = next_solved.take().expect("a target is solved or refuted");
                    next_solved = solved.next();
                    Claim::Solved(claim)
                }
            };
            Target { goal: target.name, claim }
        });
        let targets = claims.collect();
        let wanted = match goal {
            Goal::Pattern(wanted) => Some(without_holes(wanted, self.game())),
            _ => None,
        };
        Certificate {
            game: self.game().clone(),
            board: board.clone(),
            goal: goal.name(),
            wanted,
            quiet: quiet.to_vec(),
            targets,
            optimum,
        }
    }
}

/// The cheapest target, the first pattern of those of equal cost, and the number of optima of all.
fn total(solved: &[(&'static str, Solved)]) -> Option<(&'static str, u64, BigUint)> {
    let order =
        |a: &Solved, b: &Solved| a.cost.cmp(&b.cost).then_with(|| a.presses.cmp_lexicographic(&b.presses));
    let (goal, best) = solved.iter().min_by(|(_, a), (_, b)| order(a, b))?;
    let as_cheap = solved.iter().filter(|(_, claim)| claim.cost == best.cost);
    let optima = as_cheap.map(|(_, claim)| &claim.optima).sum();
    Some((goal, best.cost, optima))
}

/// A pattern of lights with those under holes switched off.
fn without_holes(pattern: &BitMatrix, game: &Game) -> BitMatrix {
    let mut pattern = pattern.clone();
    if let Some(holes) = game.holes() {
        pattern.words_mut().iter_mut().zip(holes.words()).for_each(|(word, hole)| *word &= !hole);
    }
    pattern
}
