//! Assembles objects that are added to a running simulation.

use morse_scene::document::Document;
use morse_world::{NodeId, Pose};

use crate::assemble::Assembly;
use crate::assemble::error::AssembleError;
use crate::contract::registry::Registry;
use crate::engine::plan::order_components;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::despawning::remove_objects;
use crate::models::Models;

/// Adds the objects of a document, which has the environment of the running scene. `world_from_first` replaces the
/// pose of the first object.
///
/// # Errors
/// When the objects cannot run; lists every problem. Everything that was added is removed again.
pub(crate) fn assemble_further(
    simulation: &mut Simulation,
    document: &Document,
    registry: &Registry,
    models: &Models,
    world_from_first: Option<Pose>,
) -> Result<(), AssembleError> {
    let (nodes_before, zones_before) =
        (simulation.state.world.nodes().len(), simulation.state.world.zones().len());
    let mut assembly = Assembly::new(simulation, document, registry, models);
    assembly.is_further = true;
    assembly.add_objects(world_from_first);
    if assembly.problems.is_empty() {
        assembly.open_streams();
    }
    let problems = assembly.end();
    let Simulation { model, state, engine, .. } = simulation;
    order_components(&mut model.plan, state, engine.external.as_ref());
    if problems.is_empty() {
        return Ok(());
    }
    remove_objects(simulation, &document.objects.iter().map(|object| object.name.clone()).collect());
    // Nodes and zones that were added before a problem was found, and are not registered as part of an object.
    let left: Vec<NodeId> = simulation.state.world.nodes().skip(nodes_before).collect();
    left.into_iter().for_each(|node| simulation.state.world.remove_node(node));
    let zones: Vec<_> =
        simulation.state.world.zones().iter().skip(zones_before).map(|zone| zone.name.clone()).collect();
    for zone in zones {
        simulation.state.world.remove_zone(&zone);
    }
    Err(AssembleError(problems))
}
