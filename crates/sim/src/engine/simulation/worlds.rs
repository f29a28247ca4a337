//! Unloads and replaces the world of a running simulation, between two ticks.
//!
//! A world is an environment, or the scene with which the simulation started. The settings of that scene stay in
//! effect:
//! gravity, rates, stream managers. The time continues.

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Environment};

use crate::assemble::error::AssembleError;
use crate::assemble::world_change::assemble_world;
use crate::engine::objects::LoadedWorld;
use crate::engine::objects::spawning::SpawnSource;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::despawning::remove_objects;

/// Reason why a world cannot be loaded or unloaded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WorldChangeError {
    /// There is no world to unload.
    #[error("no world is loaded")]
    NoWorld,
    /// The simulation was created without a source of classes and models.
    #[error("this simulation cannot load worlds: it has no source of classes and models")]
    NoSource,
    /// The scene has components that Python processes compute; they cannot be removed.
    #[error("the scene has components that run in Python, which stay as long as the simulation")]
    External,
    /// Other simulators have robots of this scene.
    #[error("the scene is shared with other simulators, which have the same world")]
    Shared,
    /// The environment is not available. The world is unchanged.
    #[error("{0}")]
    Unavailable(AssembleError),
    /// The new world cannot run. No world is loaded now.
    #[error("{0}; no world is loaded now")]
    Assemble(AssembleError),
}

/// Removes all objects with their components, and the environment.
pub(crate) fn unload_world(simulation: &mut Simulation) -> Result<(), WorldChangeError> {
    if simulation.model.loaded == LoadedWorld::None {
        return Err(WorldChangeError::NoWorld);
    }
    check_replaceable(simulation)?;
    let threads = simulation.threads();
    threads.install(|| clear_world(simulation));
    Ok(())
}

/// Loads an environment in place of the world, such as `indoors-1/indoor-1`.
pub(crate) fn load_environment(simulation: &mut Simulation, file: &str) -> Result<(), WorldChangeError> {
    let settings = simulation.engine.spawning.environment.clone();
    let environment = Environment { file: file.to_owned(), main_scene: None, source: None, ..settings };
    let document = Document { environment, ..Document::default() };
    replace_world(simulation, &document, LoadedWorld::Environment)
}

/// Loads the scene with which the simulation started, in place of the world.
pub(crate) fn load_scene(simulation: &mut Simulation) -> Result<(), WorldChangeError> {
    let source = simulation.engine.spawning.source.as_ref().ok_or(WorldChangeError::NoSource)?;
    let document = source.scene().ok_or(WorldChangeError::NoSource)?;
    replace_world(simulation, &document, LoadedWorld::Scene)
}

pub(crate) fn check_replaceable(simulation: &Simulation) -> Result<(), WorldChangeError> {
    if simulation.engine.external.is_some() {
        return Err(WorldChangeError::External);
    }
    if simulation.engine.spawning.environment.multinode.is_some() {
        return Err(WorldChangeError::Shared);
    }
    Ok(())
}

fn replace_world(
    simulation: &mut Simulation,
    document: &Document,
    kind: LoadedWorld,
) -> Result<(), WorldChangeError> {
    check_replaceable(simulation)?;
    let mut source = simulation.engine.spawning.source.take().ok_or(WorldChangeError::NoSource)?;
    let threads = simulation.threads();
    let replaced = threads.install(|| replace_from(simulation, source.as_mut(), document, kind));
    simulation.engine.spawning.source = Some(source);
    replaced
}

fn replace_from(
    simulation: &mut Simulation,
    source: &mut dyn SpawnSource,
    document: &Document,
    kind: LoadedWorld,
) -> Result<(), WorldChangeError> {
    let errors: Vec<Diagnostic> = source.check(document).into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(WorldChangeError::Unavailable(AssembleError(errors)));
    }
    // Keeps models and the cache of their visuals, because their materials stay in the world permanently.
    let mut models = std::mem::take(&mut simulation.engine.spawning.models);
    let problems = models.add_scene(document, |file| source.load(file));
    let replaced = if problems.is_empty() {
        clear_world(simulation);
        let assembled = assemble_world(simulation, document, source.registry(), &models);
        assembled.map_err(WorldChangeError::Assemble)
    } else {
        Err(WorldChangeError::Unavailable(AssembleError(problems)))
    };
    simulation.engine.spawning.models = models;
    match &replaced {
        Ok(()) => {
            simulation.model.loaded = kind;
            simulation.model.environment.clone_from(&document.environment.file);
            simulation.engine.spawning.environment = document.environment.clone();
        }
        Err(WorldChangeError::Assemble(_)) => clear_world(simulation),
        Err(_) => {}
    }
    replaced
}

/// Removes everything from the world.
fn clear_world(simulation: &mut Simulation) {
    let names = simulation.model.objects.list.iter().map(|object| object.name.clone()).collect();
    remove_objects(simulation, &names);
    simulation.state.world.clear();
    simulation.model.motions.clear();
    simulation.model.objects.environment_nodes = 0;
    simulation.model.environment.clear();
    simulation.model.loaded = LoadedWorld::None;
}
