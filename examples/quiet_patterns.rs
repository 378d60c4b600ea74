//! For a mathematician: sizes with quiet patterns, their number, and the fewest presses from all on to all off.
//!
//! `cargo run --release --example quiet_patterns`

use lightsout::answer::{Answerer, Goal, Verdict};
use lightsout::board::Board;
use lightsout::game::{Game, Neighbourhood, Topology};
use lightsout::gf2::BitMatrix;
use lightsout::optimize::Limits;
use lightsout::solve::{Solver, nullity_by_polynomials};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (name, topology) in [("plane", Topology::Plane), ("torus", Topology::Torus)] {
        for n in 1..=12 {
            let game = Game::new(n, n, Neighbourhood::plus(), topology);
            let Some(nullity) = nullity_by_polynomials(&game)?.filter(|k| *k > 0) else { continue };
            let mut lights = BitMatrix::zeros(n, n);
            lights.complement();
            let answerer = Answerer::new(Solver::new(game)?);
            let verdict = answerer.fewest(&Board::new(lights), &Goal::Off, &Limits::default())?;
            if let Verdict::Solved(answer) = verdict {
                let optima = answer.optima.map_or(String::new(), |count| count.to_string());
                println!("{name} {n} x {n}: nullity {nullity}, fewest {}, optima {optima}", answer.cost);
            }
        }
    }
    Ok(())
}
