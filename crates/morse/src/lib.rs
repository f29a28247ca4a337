//! MORSE as a library: from a scene to a running simulation, for programs that embed the simulator.
//!
//! A [`Scene`] is loaded from a Python script or a scene document, or built in Rust, and checked. It creates
//! [`Simulation`]s. A [`Runner`] steps a simulation at a [`Pace`] until a stop condition. [`Observer`]s see every finished
//! tick. With [`middlewares`] a simulation serves clients on sockets, and a [`multinode::Node`] shares its scene with
//! other simulators.
//!
//! It must never know command lines, terminals or exit codes, and has no state that two simulations of one process
//! share. It writes to no standard stream and logs with `tracing` events.
//!
//! ```
//! use morse::{LoadOptions, Options, Runner, Scene, SceneBuilder, WiringTable};
//!
//! let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
//! let mut builder = SceneBuilder::new(&catalog, &wiring);
//! builder.robot("robot", "ATRV").sensor("pose", "Pose");
//! builder.environment("empty");
//! let scene = Scene::from_document("a robot", builder.build()?, &LoadOptions::default())?;
//! let mut runner = Runner::new(scene.simulation(&Options::default())?).stop_after_seconds(2.0);
//! runner.run();
//! assert_eq!(runner.simulation().clock().tick(), 120);
//! # Ok::<(), morse::Error>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod checkpoints;
pub mod client;
pub mod environments;
mod error;
mod interrupt;
pub mod middlewares;
pub mod models;
pub mod multinode;
pub mod pictures;
pub mod prelude;
pub mod python;
mod runner;
mod scene;

pub use error::{Error, LoadError, SceneError, UnknownSensor};
pub use interrupt::{INTERRUPT_POLL_MS, Interrupt};
/// The files of `morse ros2-package`.
#[cfg(feature = "ros2")]
pub use morse_ros2::package as ros2_package;
pub use morse_scene::builder::SceneBuilder;
pub use morse_scene::{Catalog, Code, Diagnostic, Document, WiringTable};
pub use morse_sim::contract::service::Answer;
pub use morse_sim::engine::activity::Activity;
pub use morse_sim::engine::time::Time;
pub use morse_sim::transport::request::{Event, RequestId};
pub use morse_sim::transport::stream::Sample;
pub use morse_sim::{Map, Options, Simulation, Value};
pub use morse_world::{NodeId, Pose};
pub use runner::{Background, Ending, Frame, Observer, Observers, Pace, Runner};
pub use scene::{
    DefaultScene, Format, LoadOptions, ParameterValue, Parameters, Scene, SceneFile, SceneSource, TRUST_HELP,
    Trust, may_read,
};

/// The descriptions of all components of this library.
#[must_use]
pub fn catalog() -> Catalog {
    morse_components::catalog()
}
