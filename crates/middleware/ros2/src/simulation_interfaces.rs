//! `simulation_interfaces`, the standard ROS 2 services and actions for simulators, version 2.1.0. Their names begin with the
//! name of the node, such as `/morse/spawn_entity`.
//!
//! Requests are passed to the component `simulation` of the engine. Requests for unsupported features are answered with
//! `RESULT_FEATURE_UNSUPPORTED`; [`features`] lists the supported features.

pub mod bounds;
pub mod convert;
pub mod engine;
pub mod entities;
pub mod entity_state;
pub mod features;
pub mod filters;
pub mod named_poses;
pub mod results;
pub mod run_control;
pub mod simulate_steps;
pub mod spawn;
pub mod worlds;

use std::sync::Arc;

use morse_ros::NodeError;

use crate::actions::Feedback;
use crate::service_caller::Caller;
use crate::simulation_interfaces::engine::Engine;
use crate::topics::clock::Now;
use crate::transport_node::{NODE_NAME, Ros2Node};

/// Opens all services and actions. Returns the feedback of the action.
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
    entity_state::open(node, &engine)?;
    run_control::open(node, &engine)?;
    worlds::open(node, &engine)?;
    simulate_steps::open(node, caller, now, &engine)
}

/// The full name of a service.
fn name(service: &str) -> String {
    format!("/{NODE_NAME}/{service}")
}
