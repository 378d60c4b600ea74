//! From the rule options to a game.

use anyhow::{Context, Result, anyhow, ensure};

use clap::ValueEnum;

use super::args::RuleArgs;
use super::{input, memory};
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::solve::{EngineKind, Plan, Solver, nullity_by_polynomials};

/// A rule and a topology, not yet on a board.
pub struct Rule {
    neighbourhood: Neighbourhood,
    topology: Topology,
    costs: Option<(String, Costs)>,
}

impl Rule {
    /// Reads the options, the costs file included.
    pub fn new(args: &RuleArgs) -> Result<Self> {
        let neighbourhood = match &args.offsets {
            Some(offsets) => Neighbourhood::parse_offsets(offsets).context("--offsets")?,
            None => Neighbourhood::parse_rule(&args.rule).context("--rule")?,
        };
        let neighbourhood = if args.no_self { neighbourhood.without_self() } else { neighbourhood };
        let topology = Topology::parse(&args.topology).context("--topology")?;
        let costs = match &args.costs {
            None => None,
            Some(path) => {
                let contents = input::read(Some(path))?;
                let text = String::from_utf8_lossy(&contents.bytes);
                let costs = Costs::parse(&text).map_err(|e| anyhow!("{}:{e}", contents.name))?;
                Some((contents.name, costs))
            }
        };
        Ok(Self { neighbourhood, topology, costs })
    }

    /// The game on a board of the given size.
    pub fn game(&self, rows: usize, cols: usize, holes: Option<&BitMatrix>) -> Result<Game> {
        let game = Game::new(rows, cols, self.neighbourhood.clone(), self.topology).with_holes(holes);
        let Some((name, costs)) = &self.costs else { return Ok(game) };
        ensure!(
            (costs.rows(), costs.cols()) == (rows, cols),
            "{name}: costs of {} x {} for a board of {rows} x {cols}; give one cost a cell",
            costs.rows(),
            costs.cols()
        );
        Ok(game.with_costs(Some(costs.clone())))
    }
}

impl Rule {
    /// Whether boards of this rule can be streamed, and if so whether a button toggles its own light.
    pub fn streams(&self) -> Option<bool> {
        if self.topology != Topology::Plane || self.costs.is_some() {
            return None;
        }
        match (self.neighbourhood.is_plus(), self.neighbourhood.is_plus_without_self()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

/// The engines as `--engine` names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The matrix written out and eliminated: any game
    Dense,
    /// Light by light, with parameters: any game, made for short reaches
    Chase,
    /// Polynomials: plus, plus --no-self, king and x --no-self on the full plane
    Spectral,
}

impl EngineName {
    fn kind(self) -> EngineKind {
        match self {
            EngineName::Dense => EngineKind::Dense,
            EngineName::Chase => EngineKind::Chase,
            EngineName::Spectral => EngineKind::Spectral,
        }
    }

    /// Whether it is the spectral engine.
    pub fn is_spectral(self) -> bool {
        self == EngineName::Spectral
    }
}

/// A game made ready, and what that was expected to need.
pub struct Prepared {
    pub solver: Solver,
    pub plan: Plan,
}

/// Prepares a game with the engine named, or with the one that takes the fewest steps; refuses what memory
/// cannot hold before it is begun.
pub fn prepare(game: Game, engine: Option<EngineName>) -> Result<Prepared> {
    let plan = match engine {
        None => Plan::all(&game)[0],
        Some(name) => {
            let engine = name.kind();
            let estimate = engine.estimate(&game).ok_or_else(|| unsuited(engine))?;
            Plan { engine, estimate }
        }
    };
    memory::check(plan.estimate.bytes)?;
    let solver = Solver::with_engine(game, plan.engine)?.ok_or_else(|| unsuited(plan.engine))?;
    Ok(Prepared { solver, plan })
}

/// The nullity of a game, by polynomials where they tell it, else by preparing the game.
pub fn nullity(game: Game) -> Result<usize> {
    match nullity_by_polynomials(&game)? {
        Some(nullity) => Ok(nullity),
        None => Ok(prepare(game, None)?.solver.nullity()),
    }
}

fn unsuited(engine: EngineKind) -> anyhow::Error {
    anyhow!("--engine {}: does not take this game; give chase or dense, or leave it out", engine.name())
}
