//! Adds objects to a running simulation, between two ticks.

use std::collections::BTreeSet;

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, ModelReference, Object, ObjectKind};
use morse_world::Pose;
use xxhash_rust::xxh3::xxh3_64;

use crate::assemble::error::AssembleError;
use crate::assemble::spawn::assemble_further;
use crate::contract::registry::{Factory, Registry};
use crate::engine::objects::LoadedWorld;
use crate::engine::objects::spawning::{SPAWNED_JOINTS_MAX, SpawnError, SpawnSource};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::entities::is_placeable;
use crate::models::Models;
use crate::transport::request::PSEUDO_COMPONENTS;

/// Builder class of objects in a document that change objects of the environment.
const CHANGED: &str = "Scene";

/// Lets the simulation add objects, with classes and models from `source`.
pub(crate) fn allow_spawning(simulation: &mut Simulation, source: Box<dyn SpawnSource>) {
    simulation.engine.spawning.source = Some(source);
}

/// Adds the objects of a document to the running scene: robots with their components, passive objects, zones.
pub(crate) fn spawn(simulation: &mut Simulation, document: &Document) -> Result<(), SpawnError> {
    spawn_placed(simulation, document, None)
}

/// As [`Simulation::spawn`], with a pose in the world for the node of the first object.
pub(crate) fn spawn_at(
    simulation: &mut Simulation,
    document: &Document,
    world_from_first: Pose,
) -> Result<(), SpawnError> {
    if !is_placeable(world_from_first) {
        let first = document.objects.first().map(|object| object.name.clone());
        return Err(SpawnError::BadPose(first.unwrap_or_default()));
    }
    spawn_placed(simulation, document, Some(world_from_first))
}

/// Adds a robot of a class of the catalog, such as `ATRV`, with its default model and without components.
pub(crate) fn spawn_robot(
    simulation: &mut Simulation,
    name: &str,
    class: &str,
    world_from_robot: Pose,
) -> Result<(), SpawnError> {
    let source = simulation.engine.spawning.source.as_ref().ok_or(SpawnError::NoSource)?;
    let document = source.robot(name, class).map_err(SpawnError::Unavailable)?;
    simulation.spawn_at(&document, world_from_robot)
}

/// Adds a model file, such as `props/chair`, as a passive object.
pub(crate) fn spawn_model(
    simulation: &mut Simulation,
    name: &str,
    file: &str,
    world_from_object: Pose,
) -> Result<(), SpawnError> {
    simulation.spawn_at(&passive_object(name, file), world_from_object)
}

/// Adds the robot of a URDF text as a passive object.
pub(crate) fn spawn_urdf(
    simulation: &mut Simulation,
    name: &str,
    text: &str,
    world_from_object: Pose,
) -> Result<(), SpawnError> {
    let file = format!("text-{:016x}.urdf", xxh3_64(text.as_bytes()));
    let document = passive_object(name, &file);
    let mut source = simulation.engine.spawning.source.take().ok_or(SpawnError::NoSource)?;
    // Checks the cheap conditions before the text is read, because clients may try several names.
    let checked = check_objects(simulation, source.registry(), &document);
    let loaded = checked.and_then(|()| Ok(source.load_urdf(text)?));
    simulation.engine.spawning.source = Some(source);
    simulation.engine.spawning.models.lend(&file, loaded?);
    // The caches keep nothing of the text, because clients may send any number of texts.
    let kept = std::mem::take(&mut simulation.engine.spawning.model_cache);
    let spawned = simulation.spawn_at(&document, world_from_object);
    simulation.engine.spawning.model_cache = kept;
    simulation.engine.spawning.models.take_back(&file);
    spawned
}

fn spawn_placed(
    simulation: &mut Simulation,
    document: &Document,
    pose: Option<Pose>,
) -> Result<(), SpawnError> {
    let mut source = simulation.engine.spawning.source.take().ok_or(SpawnError::NoSource)?;
    let threads = simulation.threads();
    let spawned = threads.install(|| spawn_from(simulation, source.as_mut(), document, pose));
    simulation.engine.spawning.source = Some(source);
    spawned
}

fn spawn_from(
    simulation: &mut Simulation,
    source: &mut dyn SpawnSource,
    document: &Document,
    pose: Option<Pose>,
) -> Result<(), SpawnError> {
    check_objects(simulation, source.registry(), document)?;
    let mut document =
        Document { environment: simulation.engine.spawning.environment.clone(), ..document.clone() };
    for (manager, options) in &simulation.engine.spawning.stream_managers {
        document.stream_manager.entry(manager.clone()).or_insert_with(|| options.clone());
    }
    let (errors, warnings): (Vec<_>, Vec<_>) =
        source.check(&document).into_iter().partition(Diagnostic::is_error);
    if !errors.is_empty() {
        return Err(AssembleError(errors).into());
    }
    for diagnostic in warnings.iter().filter(|diagnostic| diagnostic.object.is_some()) {
        tracing::warn!("{diagnostic}");
    }
    let mut models = std::mem::take(&mut simulation.engine.spawning.models);
    let problems = models.add(&document.objects, |file| source.load(file));
    let added = match problems.is_empty() {
        true => check_joints(&document, &models)
            .and_then(|()| Ok(assemble_further(simulation, &document, source.registry(), &models, pose)?)),
        false => Err(AssembleError(problems).into()),
    };
    simulation.engine.spawning.models = models;
    added
}

/// Checks conditions that a scene at its start always fulfills.
fn check_objects(
    simulation: &Simulation,
    registry: &Registry,
    document: &Document,
) -> Result<(), SpawnError> {
    if simulation.model.loaded == LoadedWorld::None {
        return Err(SpawnError::NoWorld);
    }
    if document.objects.is_empty() {
        return Err(SpawnError::Empty);
    }
    let (count, limit) = (simulation.model.objects.spawned_count(), simulation.engine.spawning.spawned_max());
    if count + document.objects.len() > limit {
        return Err(SpawnError::TooMany { count, limit });
    }
    let mut before: BTreeSet<&str> = BTreeSet::new();
    for object in &document.objects {
        let name = object.name.as_str();
        if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(SpawnError::BadName(name.to_owned()));
        }
        if object.builder.as_deref() == Some(CHANGED) {
            return Err(SpawnError::OfEnvironment(name.to_owned()));
        }
        let known =
            simulation.state.world.find(name).is_some() || simulation.model.objects.find(name).is_some();
        if known || PSEUDO_COMPONENTS.contains(&name) || !before.insert(name) {
            return Err(SpawnError::NameTaken(name.to_owned()));
        }
        if let Some(parent) = object.parent.as_deref().filter(|parent| !before.contains(parent)) {
            return Err(SpawnError::OtherParent { name: name.to_owned(), parent: parent.to_owned() });
        }
        if let Some(class) = &object.class
            && matches!(registry.factory(class), Some(Factory::External(..)))
        {
            return Err(SpawnError::External { name: name.to_owned(), class: class.clone() });
        }
    }
    Ok(())
}

/// Checks that no model has more joints than `SPAWNED_JOINTS_MAX`.
fn check_joints(document: &Document, models: &Models) -> Result<(), SpawnError> {
    for object in &document.objects {
        let references = object.model.iter().chain(&object.parts);
        let found = references.filter_map(|reference| models.of_object(object, reference));
        let count = found.map(|model| model.joints.len()).sum();
        if count > SPAWNED_JOINTS_MAX {
            return Err(SpawnError::TooManyJoints { name: object.name.clone(), count });
        }
    }
    Ok(())
}

/// The document of a passive object with a model.
fn passive_object(name: &str, file: &str) -> Document {
    let model = Some(ModelReference { file: file.to_owned(), ..ModelReference::default() });
    let builder = Some("PassiveObject".to_owned());
    let object = Object { model, builder, ..Object::new(name, ObjectKind::Object) };
    Document { objects: vec![object], ..Document::default() }
}
