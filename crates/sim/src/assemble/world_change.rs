//! Assembles a new world into a running simulation whose world is empty.

use morse_scene::document::Document;

use crate::assemble::Assembly;
use crate::assemble::error::AssembleError;
use crate::contract::registry::Registry;
use crate::engine::simulation::Simulation;
use crate::models::Models;

/// Adds the environment and the objects of a document, as at the start of a run. Opens streams and services,
/// unless the simulation was assembled without them.
///
/// # Errors
/// When the document cannot run; lists every problem. The world may then contain parts of the document.
pub(crate) fn assemble_world(
    simulation: &mut Simulation,
    document: &Document,
    registry: &Registry,
    models: &Models,
) -> Result<(), AssembleError> {
    let is_alone = simulation.engine.middlewares.is_empty();
    let mut assembly = Assembly::new(simulation, document, registry, models);
    assembly.build_scene();
    if !is_alone {
        assembly.open_streams();
        assembly.open_services();
    }
    let problems = assembly.end();
    if problems.is_empty() { Ok(()) } else { Err(AssembleError(problems)) }
}
