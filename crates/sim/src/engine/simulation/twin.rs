//! A second simulation in the state of a simulation.

use std::sync::Arc;

use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::state::StateError;
use crate::engine::state::snapshot::check_complete;

/// See [`Simulation::twin`].
pub(crate) fn twin(simulation: &Simulation) -> Result<Simulation, StateError> {
    check_complete(simulation)?;
    let engine = &simulation.engine;
    let mut model = simulation.model.clone();
    model.plan.publishing.clear();
    model.plan.has_own_publishers = false;
    Ok(Simulation {
        model,
        state: simulation.state.clone(),
        engine: Engine::new(Arc::clone(&engine.threads), Vec::new(), engine.spawning.for_twin()),
        scene_functions: simulation.scene_functions,
    })
}
