//! The engine: the component contract, local data, the clock, services, streams, and the step.
//!
//! The engine accesses components and middlewares through traits. It does not depend on a concrete component or
//! middleware, nor on wall time, files or sockets. The step is [`Simulation::step`].
//!
//! ```
//! use morse_scene::document::Document;
//! use morse_sim::contract::registry::{self, Registry};
//! use morse_sim::prelude::*;
//! use morse_sim::{Models, Options, Simulation};
//!
//! /// A robot with a box as its body.
//! #[derive(Robot, Clone, Serialize, Deserialize)]
//! #[component(class = "example.Box")]
//! struct BoxRobot;
//!
//! impl Robot for BoxRobot {
//!     fn model() -> RobotModel {
//!         RobotModel::default()
//!     }
//! }
//!
//! let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"},
//!     "objects": [{"name": "robot", "kind": "robot", "class": "example.Box", "location": [1, 2, 3]}]}"#;
//! let registry: Registry = [registry::robot::<BoxRobot>()].into_iter().collect();
//! let (document, models) = (Document::from_json(scene)?, Models::default());
//! let mut simulation = Simulation::assemble_alone(&document, &registry, &models, Options::default())?;
//! simulation.step();
//! let robot = simulation.robot_id("robot").ok_or("no robot")?;
//! assert_eq!(simulation.world_from_component(robot).translation, DVec3::new(1.0, 2.0, 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

// The derive macros refer to this crate by its external name.
extern crate self as morse_sim;

mod assemble;
pub mod contract;
pub mod engine;
pub mod external;
mod models;
pub mod prelude;
mod services;
mod simulation;
pub mod transport;

pub use crate::assemble::error::AssembleError;
pub use crate::assemble::step_rate_hz;
pub use crate::engine::ids::{ActuatorId, ComponentId, RobotId, SensorId, SensorReading};
pub use crate::engine::objects::LoadedWorld;
pub use crate::engine::objects::spawning::{SpawnError, SpawnSource, UrdfError};
pub use crate::engine::options::Options;
pub use crate::engine::simulation::Simulation;
pub use crate::engine::simulation::despawning::DespawnError;
pub use crate::engine::simulation::entities::{Entity, EntityError, EntityState};
pub use crate::engine::simulation::worlds::WorldChangeError;
pub use crate::engine::state::copy::{Digests, StateCopy};
pub use crate::engine::state::reset::Checkpoint;
pub use crate::models::{ModelFile, Models};
pub use morse_assets::model::Model;
pub use morse_macros::{Actuator, Data, Modifier, PropertyGroup, Robot, Sensor, services};
pub use morse_scene::description;
pub use morse_scene::value::{Map, Value};
