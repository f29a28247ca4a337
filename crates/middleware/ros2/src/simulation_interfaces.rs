//! `simulation_interfaces`, the standard services and actions of ROS 2 for simulators, version 2.1.0: they are below the node's name,
//! such as `/morse/spawn_entity`.
//!
//! Each is served by requests to the component `simulation` of the engine. What the simulator cannot do is answered with
//! `RESULT_FEATURE_UNSUPPORTED`, and is not among the features of [`features`].

pub mod bounds;
pub mod convert;
pub mod convex_hull;
pub mod engine;
pub mod entities;
pub mod features;
pub mod filters;
pub mod known;
pub mod named_poses;
pub mod results;
pub mod run;
pub mod simulate_steps;
pub mod spawn;
pub mod state;
pub mod worlds;

use std::sync::Arc;

use morse_ros::NodeError;

use crate::actions::feedback::Feedback;
use crate::clock::Now;
use crate::component_services::calls::Caller;
use crate::node::{NODE_NAME, Ros2Node};
use crate::simulation_interfaces::engine::Engine;

/// Opens all services and actions. Returns what publishes feedback.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, caller: &Caller, now: &Arc<Now>) -> Result<Box<dyn Feedback>, NodeError> {
    let engine = Engine::new(caller, now);
    features::open(node, &engine)?;
    spawn::open(node, &engine)?;
    entities::open(node, &engine)?;
    bounds::open(node, &engine)?;
    named_poses::open(node, &engine)?;
    state::open(node, &engine)?;
    run::open(node, &engine)?;
    worlds::open(node, &engine)?;
    simulate_steps::open(node, caller, now, &engine)
}

/// The full name of a service.
fn name(service: &str) -> String {
    format!("/{NODE_NAME}/{service}")
}
