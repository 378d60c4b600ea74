//! From the rule options to a game.

use anyhow::{Context, Result, anyhow, ensure};

use super::args::RuleArgs;
use super::input;
use lightsout::game::{Costs, Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;

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
