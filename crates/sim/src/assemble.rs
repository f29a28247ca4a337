//! Builds a simulation from a scene document.

mod empty;
mod environment;
pub(crate) mod error;
mod external;
mod lights;
pub(crate) mod models;
pub(crate) mod node_property;
mod objects;
mod paint;
pub(crate) mod spawn;
mod starting;
mod wiring;
pub(crate) mod world_change;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use morse_scene::description::Description;
use morse_scene::diagnostic::{Code, Diagnostic, merged};
use morse_scene::document::{Document, Object, ObjectKind, TimeSettings};
use morse_scene::value::Map;
use morse_world::{NodeId, Pose, World};

use crate::assemble::empty::empty;
use crate::assemble::error::AssembleError;
use crate::assemble::models::model_cache::ModelCache;
use crate::contract::registry::{Factory, Registry};
use crate::engine::objects::SceneObject;
use crate::engine::options::Options;
use crate::engine::plan::order_components;
use crate::engine::simulation::Simulation;
use crate::models::Models;
use crate::transport::stream::Middleware;

/// The step rate of a scene: its own rate, or, with automatic tuning, the rate of its fastest component if that is
/// higher. [Hz]
#[must_use]
pub fn step_rate_hz(document: &Document) -> f64 {
    let time = &document.environment.time;
    let fastest =
        document.objects.iter().filter_map(|object| object.rate_hz).fold(time.frequency_hz, f64::max);
    if tunes(time) { fastest } else { time.frequency_hz }
}

fn tunes(time: &TimeSettings) -> bool {
    time.auto_tune && time.strategy != morse_scene::document::Strategy::FixedStep && !time.internal_syncer
}

/// Builds the simulation of a scene.
pub(crate) fn assemble(
    document: &Document,
    registry: &Registry,
    models: &Models,
    middlewares: Vec<Box<dyn Middleware>>,
    options: Options,
) -> Result<Simulation, AssembleError> {
    let mut simulation = empty(document, middlewares, options)?;
    let mut assembly = Assembly::new(&mut simulation, document, registry, models);
    assembly.build_scene();
    assembly.announce_robots();
    assembly.open_streams();
    assembly.open_services();
    assembly.finish()?;
    Ok(simulation)
}

/// Builds the simulation of a scene without streams and request managers, for inspection.
pub(crate) fn assemble_alone(
    document: &Document,
    registry: &Registry,
    models: &Models,
    options: Options,
) -> Result<Simulation, AssembleError> {
    let mut simulation = empty(document, Vec::new(), options)?;
    let mut assembly = Assembly::new(&mut simulation, document, registry, models);
    assembly.build_scene();
    assembly.finish()?;
    Ok(simulation)
}

/// Lists the problems that prevent a run, as far as they can be found without opening a port, and warnings about
/// components without effect.
pub(crate) fn obstacles(
    document: &Document,
    registry: &Registry,
    models: &Models,
    offline: Vec<Box<dyn Middleware>>,
) -> Vec<Diagnostic> {
    match empty(document, offline, Options::default()) {
        Ok(mut simulation) => {
            let mut assembly = Assembly::new(&mut simulation, document, registry, models);
            assembly.is_trial = true;
            assembly.build_scene();
            assembly.announce_robots();
            assembly.open_streams();
            assembly.open_services();
            merged(assembly.problems.into_iter().chain(assembly.warnings).collect())
        }
        Err(AssembleError(problems)) => problems,
    }
}

/// State of an assembly in progress.
struct Assembly<'a> {
    document: &'a Document,
    registry: &'a Registry,
    models: &'a Models,
    cache: ModelCache,
    options: Options,
    /// Number of nodes that belong to the environment. They come first in the world.
    environment_size: usize,
    /// Names of the document's own objects, which objects of model files must not take.
    named: BTreeSet<&'a str>,
    /// Last number that was appended to each name from a model file that was already in use.
    numbers: BTreeMap<String, u32>,
    nodes: BTreeMap<&'a str, NodeId>,
    descriptions: BTreeMap<String, Arc<Description>>,
    /// The scene object of each robot, sensor and actuator.
    objects: BTreeMap<&'a str, &'a Object>,
    problems: Vec<Diagnostic>,
    /// Findings that do not prevent a run.
    warnings: Vec<Diagnostic>,
    /// Whether the objects are added to a running simulation.
    is_further: bool,
    /// Whether only problems are searched: streams of missing middlewares are skipped.
    is_trial: bool,
    /// Modifiers that the host computes: component, class and arguments. The indices are their numbers in the host.
    host_modifiers: Vec<(String, String, Map)>,
    /// Numbers in the host of the streams that it computes, by component and index among its streams.
    host_stream_numbers: BTreeMap<(String, usize), usize>,
    simulation: &'a mut Simulation,
}

impl<'a> Assembly<'a> {
    fn new(
        simulation: &'a mut Simulation,
        document: &'a Document,
        registry: &'a Registry,
        models: &'a Models,
    ) -> Self {
        Self {
            document,
            registry,
            models,
            cache: std::mem::take(&mut simulation.engine.spawning.model_cache),
            options: simulation.engine.spawning.options,
            environment_size: 0,
            named: environment::own_names(document),
            numbers: BTreeMap::new(),
            nodes: BTreeMap::new(),
            descriptions: BTreeMap::new(),
            objects: document.objects.iter().map(|object| (object.name.as_str(), object)).collect(),
            problems: Vec::new(),
            warnings: Vec::new(),
            is_further: false,
            is_trial: false,
            host_modifiers: Vec::new(),
            host_stream_numbers: BTreeMap::new(),
            simulation,
        }
    }

    /// Builds the world of a scene with all components, before streams and request managers are connected.
    fn build_scene(&mut self) {
        self.problems.extend_from_slice(self.models.obstacles());
        self.cache.visuals.changes = self.document.environment.materials.clone();
        self.add_environment();
        self.simulation.model.objects.environment_nodes = self.environment_size;
        self.add_objects(None);
        self.warn_of_unknown_materials();
        self.start_external();
        let Simulation { model, state, engine, .. } = &mut *self.simulation;
        order_components(&mut model.plan, state, engine.external.as_ref());
    }

    /// Adds all objects of the document and starts their components. `world_from_first` replaces the pose of the first
    /// object.
    fn add_objects(&mut self, world_from_first: Option<Pose>) {
        let document = self.document;
        for object in &document.objects {
            let count = self.simulation.state.world.nodes().len();
            self.add_object(object);
            self.list_object(object, count);
        }
        if let Some(pose) = world_from_first
            && let Some(first) = document.objects.first()
            && let Some(&node) = self.nodes.get(first.name.as_str())
        {
            self.simulation.state.world.set_initial_pose(node, pose);
        }
        self.mount_instances();
        self.settle_objects();
        self.start_components();
    }

    /// Adds an object to the list of scene objects. The nodes of the world after the first `count` were added for it.
    fn list_object(&mut self, object: &Object, count: usize) {
        let world = &self.simulation.state.world;
        let node = self.nodes.get(object.name.as_str()).copied();
        if node.is_none() && object.kind != ObjectKind::Zone {
            return;
        }
        let further = roots_after(world, count).filter(|&root| Some(root) != node).collect();
        self.simulation.model.objects.list.push(SceneObject {
            name: object.name.clone(),
            kind: object.kind,
            class: object.builder.clone().or_else(|| object.class.clone()),
            model: object.model.as_ref().map(|model| model.file.clone()),
            parent: object.parent.clone(),
            node,
            further,
            is_spawned: self.is_further,
        });
    }

    /// Hands the model cache back to the simulation. Returns the problems.
    fn end(self) -> Vec<Diagnostic> {
        self.simulation.engine.spawning.model_cache = self.cache;
        log(self.warnings);
        merged(self.problems)
    }

    fn finish(self) -> Result<(), AssembleError> {
        log(self.warnings);
        if self.problems.is_empty() { Ok(()) } else { Err(AssembleError(merged(self.problems))) }
    }

    fn problem(&mut self, code: Code, object: &Object, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, message).on(&*object.name).at(object.source.as_ref()));
    }

    /// The class that runs for an object: its own class, or the class of its level.
    fn entry(&mut self, object: &Object) -> Option<(Factory, Arc<Description>)> {
        let class = object.class.as_deref().unwrap_or_default();
        let found = self.class_entry(class).and_then(|(factory, description)| {
            let level = object.level.as_deref().and_then(|level| description.level(level));
            match level.and_then(|level| level.class.clone()) {
                Some(class) => self.class_entry(&class),
                None => Some((factory, description)),
            }
        });
        if found.is_none() {
            self.problem(Code::RunClass, object, format!("this build cannot run {class}"));
        }
        found
    }

    fn class_entry(&mut self, class: &str) -> Option<(Factory, Arc<Description>)> {
        let factory = self.registry.factory(class)?;
        if let Some(description) = self.descriptions.get(class) {
            return Some((factory, Arc::clone(description)));
        }
        let description = Arc::new(self.registry.describe(class)?);
        self.descriptions.insert(class.to_owned(), Arc::clone(&description));
        Some((factory, description))
    }
}

fn log(warnings: Vec<Diagnostic>) {
    for warning in merged(warnings) {
        tracing::warn!("{warning}");
    }
}

/// The root nodes of the world that come after the first `count` nodes.
fn roots_after(world: &World, count: usize) -> impl Iterator<Item = NodeId> {
    world.nodes().skip(count).filter(|&node| world.parent(node).is_none())
}
