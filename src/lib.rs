//! Lights Out in every size and shape, solved with the provably fewest presses.
//!
//! The way data flows: text or image → [`board::Board`] → [`game::Game`] and goal → an engine of
//! [`solve`] → [`solve::SolutionSet`] → [`optimize`] → text or image.

pub mod board;
pub mod game;
pub mod gf2;
pub mod optimize;
pub mod solve;
pub mod swap;
pub mod verify;
