//! The names that most programs need: `use morse::prelude::*`.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use morse::prelude::*;
//!
//! fn main() -> Result<(), Error> {
//!     let scene = Scene::load(Path::new("scene.py"), &LoadOptions::default())?;
//!     let mut simulation = scene.simulation(&Options::default())?;
//!     simulation.command("robot.motion", &[("v", 1.0), ("w", 0.2)].into())?;
//!     Runner::new(simulation).stop_after_seconds(2.0).run();
//!     Ok(())
//! }
//! ```

pub use crate::{
    Error, Frame, LoadOptions, Map, Options, Pace, Pose, Runner, Scene, SceneBuilder, Simulation, Time,
    Value, WiringTable, catalog,
};
