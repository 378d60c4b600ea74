//! Which engine for which game: the cheapest of those that take it.

use super::{Chase, Dense, Engine, Estimate, Spectral};
use crate::game::Game;
use crate::gf2::TooLarge;

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// The matrix written out: takes any game.
    Dense,
    /// Light by light with parameters: takes any game, made for short reaches.
    Chase,
    /// Polynomials: σ⁺, σ and two more rules on the full plane.
    Spectral,
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [EngineKind; 3] = [EngineKind::Spectral, EngineKind::Chase, EngineKind::Dense];

    /// The name `--engine` takes.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Dense => "dense",
            EngineKind::Chase => "chase",
            EngineKind::Spectral => "spectral",
        }
    }

    /// What the engine would need for the game; `None` when it does not take it.
    /// Cost: O(lights · neighbourhood) for the chase, else O(1).
    pub fn estimate(self, game: &Game) -> Option<Estimate> {
        match self {
            EngineKind::Dense => Some(Dense::estimate(game)),
            EngineKind::Chase => Some(Chase::estimate(game)),
            EngineKind::Spectral => Spectral::supports(game).then(|| Spectral::estimate(game)),
        }
    }

    /// Prepares the game.
    ///
    /// # Errors
    /// [`TooLarge`] when what the engine needs does not fit in memory.
    pub(super) fn prepare(self, game: &Game) -> Result<Option<Box<dyn Engine>>, TooLarge> {
        Ok(match self {
            EngineKind::Dense => Some(Box::new(Dense::new(game)?)),
            EngineKind::Chase => Some(Box::new(Chase::new(game)?)),
            EngineKind::Spectral => match Spectral::new(game)? {
                Some(engine) => Some(Box::new(engine)),
                None => None,
            },
        })
    }
}

/// An engine and what it will need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The engine.
    pub engine: EngineKind,
    /// What it will need.
    pub estimate: Estimate,
}

impl Plan {
    /// The plans for a game, the fewest steps first; the dense engine makes sure there is one. An engine that is
    /// the cheapest whatever the others need (the spectral one) is not compared with them.
    pub fn all(game: &Game) -> Vec<Plan> {
        let plan = |engine: EngineKind| engine.estimate(game).map(|estimate| Plan { engine, estimate });
        if let Some(spectral) = plan(EngineKind::Spectral) {
            return vec![spectral];
        }
        let mut plans: Vec<Plan> = plan(EngineKind::Dense).into_iter().collect();
        // The chase lists every link of a button with a light; where they fill the matrix it has no point.
        let links = game.lights() as u128 * links_of_a_button(game);
        if plans.iter().all(|dense| links * 16 < dense.estimate.bytes) {
            plans.extend(plan(EngineKind::Chase));
        }
        plans.sort_by_key(|plan| plan.estimate.steps);
        plans
    }
}

/// The links of a button, about.
fn links_of_a_button(game: &Game) -> u128 {
    let neighbourhood = game.neighbourhood();
    let longest = game.rows().max(game.cols()) as u128;
    neighbourhood.offsets().len() as u128 + neighbourhood.rays().len() as u128 * longest
}
