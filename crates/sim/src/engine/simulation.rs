//! The type of a simulation: its model, its state, and the engine that runs it. Users call the methods in
//! [`crate::simulation`].

pub(crate) mod costs;
pub(crate) mod despawning;
pub(crate) mod device_events;
pub(crate) mod entities;
mod held_parts;
pub(crate) mod pausing;
pub(crate) mod recording;
pub(crate) mod spawning;
pub(crate) mod twin;
pub(crate) mod worlds;

use morse_scene::value::Value;

use crate::engine::model::Model;
use crate::engine::resources::Engine;
use crate::engine::state::current::State;
use crate::external::message::query::Query;
use crate::external::message::world_command::WorldCommand;

/// A running scene.
///
/// One call of [`Simulation::step`] is one tick. Its result does not depend on wall time, the number of threads or
/// connected clients. Inputs from outside arrive only through [`Simulation::handle`] and the inboxes of the streams.
pub struct Simulation {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) engine: Engine,
    pub(crate) scene_functions: SceneFunctions,
}

/// Functions that serve a host of external components during an exchange. They call services, and services start
/// exchanges: a simulation holds the functions, so that the files of exchanges do not use those of services.
#[derive(Clone, Copy)]
pub(crate) struct SceneFunctions {
    /// Answers a query of the host with this number.
    pub(crate) answer: fn(&mut Simulation, usize, &Query) -> Result<Value, String>,
    pub(crate) execute: fn(&mut Simulation, WorldCommand) -> Result<(), String>,
}
