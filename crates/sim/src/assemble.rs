//! From a scene document to a simulation that can be stepped.

mod armatures;
mod bodies;
mod environment;
mod frames;
mod hosted;
mod joined;
mod models;
mod modifiers;
mod objects;
mod streams;
mod wheels;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use morse_scene::description::Description;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Object, TimeSettings};
use morse_world::{NodeId, PhysicsSettings, World};

use crate::clock::Clock;
use crate::component::Mount;
use crate::control::Controls;
use crate::devices::Devices;
use crate::models::Models;
use crate::registry::{Maker, Registry};
use crate::request::Gateway;
use crate::simulation::Simulation;
use crate::stream::Middleware;
use crate::unit::UnitRef;
use models::{Forms, Skins, Wardrobe};

/// What a run is told besides the scene.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads that sensors and physics may use. Changes nothing in the result.
    pub threads: usize,
    /// What clients see at simulated time zero, unless the scene asks for relative time. [s]
    pub epoch_s: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, threads: 1, epoch_s: 0.0 }
    }
}

/// Why a scene cannot be simulated: one entry for each obstacle.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct AssembleError(pub Vec<Diagnostic>);

/// The rate at which a scene is stepped: its own, or that of its fastest component when it lets the simulator tune itself.
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

impl Simulation {
    /// Builds the simulation of a scene. The scene is taken to have passed the checks of `morse_scene`; what these cannot
    /// know – missing files, taken ports – is found here.
    ///
    /// # Errors
    /// With everything that stands in the way.
    pub fn assemble(
        document: &Document,
        registry: &Registry,
        models: &Models,
        middlewares: Vec<Box<dyn Middleware>>,
        options: Options,
    ) -> Result<Self, AssembleError> {
        let mut assembly = Assembly::of(document, registry, models, middlewares, options)?;
        assembly.open_streams();
        assembly.finish()
    }

    /// Builds the simulation of a scene that publishes nothing and serves nobody: to look at it.
    ///
    /// # Errors
    /// With everything that stands in the way, as far as can be told without opening a port.
    pub fn assemble_alone(
        document: &Document,
        registry: &Registry,
        models: &Models,
        options: Options,
    ) -> Result<Self, AssembleError> {
        Assembly::of(document, registry, models, Vec::new(), options)?.finish()
    }

    /// What stands in the way of a scene, as far as can be told without opening a port.
    #[must_use]
    pub fn obstacles(document: &Document, registry: &Registry, models: &Models) -> Vec<Diagnostic> {
        match Assembly::of(document, registry, models, Vec::new(), Options::default()) {
            Ok(assembly) => assembly.problems,
            Err(AssembleError(problems)) => problems,
        }
    }
}

/// A simulation in the making.
struct Assembly<'a> {
    document: &'a Document,
    registry: &'a Registry,
    models: &'a Models,
    forms: Forms,
    wardrobe: Wardrobe,
    skins: Skins,
    options: Options,
    /// How many nodes of the world belong to the environment; they come first.
    environment_size: usize,
    /// Names that objects of the scene have, or will have.
    named: BTreeSet<&'a str>,
    /// The last number that was given to a name of a model file which was taken.
    numbers: HashMap<String, u32>,
    nodes: HashMap<&'a str, NodeId>,
    descriptions: HashMap<String, Arc<Description>>,
    /// The object behind each robot, sensor and actuator.
    objects: HashMap<&'a str, &'a Object>,
    problems: Vec<Diagnostic>,
    simulation: Simulation,
}

impl<'a> Assembly<'a> {
    /// The world of a scene and everything in it, ready to be connected.
    fn of(
        document: &'a Document,
        registry: &'a Registry,
        models: &'a Models,
        middlewares: Vec<Box<dyn Middleware>>,
        options: Options,
    ) -> Result<Self, AssembleError> {
        let mut assembly = Self::new(document, registry, models, middlewares, options)?;
        assembly.problems.extend_from_slice(models.obstacles());
        assembly.add_environment();
        for object in &document.objects {
            assembly.add_object(object);
        }
        assembly.mount_units();
        assembly.start_components();
        assembly.start_hosted();
        Ok(assembly)
    }

    fn new(
        document: &'a Document,
        registry: &'a Registry,
        models: &'a Models,
        middlewares: Vec<Box<dyn Middleware>>,
        options: Options,
    ) -> Result<Self, AssembleError> {
        let environment = &document.environment;
        let rate_hz = step_rate_hz(document);
        let settings = PhysicsSettings {
            gravity: environment.gravity,
            sub_steps: environment.time.physics_sub_steps,
            tick_s: 1.0 / rate_hz,
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(options.threads.max(1)).build();
        let threads = threads.map_err(|error| {
            let text = format!("cannot start {} threads: {error}", options.threads);
            AssembleError(vec![Diagnostic::error("run::threads", text)])
        })?;
        let (gateway, events) = Gateway::new();
        let simulation = Simulation {
            clock: Clock::new(rate_hz),
            strategy: environment.time.strategy,
            epoch_s: if environment.time.relative { 0.0 } else { options.epoch_s },
            environment: environment.file.clone(),
            world: World::new(settings),
            robots: Vec::new(),
            sensors: Vec::new(),
            actuators: Vec::new(),
            units: BTreeMap::new(),
            supervisors: supervisors(document, &middlewares),
            middlewares,
            gateway,
            events,
            finished: Vec::new(),
            alarm: None,
            controls: Controls::new(environment.time.scale),
            devices: Devices::default(),
            company: None,
            threads: Arc::new(threads),
        };
        Ok(Self {
            document,
            registry,
            models,
            forms: Forms::default(),
            wardrobe: Wardrobe::default(),
            skins: Skins::default(),
            options,
            environment_size: 0,
            named: environment::own_names(document),
            numbers: HashMap::new(),
            nodes: HashMap::new(),
            descriptions: HashMap::new(),
            objects: document.objects.iter().map(|object| (object.name.as_str(), object)).collect(),
            problems: Vec::new(),
            simulation,
        })
    }

    fn finish(self) -> Result<Simulation, AssembleError> {
        if self.problems.is_empty() { Ok(self.simulation) } else { Err(AssembleError(self.problems)) }
    }

    fn problem(&mut self, code: &'static str, object: &Object, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, message).on(&*object.name).at(object.source.as_ref()));
    }

    /// The class that runs for an object: its own, or the one its level names.
    fn entry(&mut self, object: &Object) -> Option<(Maker, Arc<Description>)> {
        let class = object.class.as_deref().unwrap_or_default();
        let found = self.class_entry(class).and_then(|(maker, description)| {
            let level = object.level.as_deref().and_then(|level| description.level(level));
            match level.and_then(|level| level.class.clone()) {
                Some(class) => self.class_entry(&class),
                None => Some((maker, description)),
            }
        });
        if found.is_none() {
            self.problem("run::class", object, format!("this build cannot run {class}"));
        }
        found
    }

    fn class_entry(&mut self, class: &str) -> Option<(Maker, Arc<Description>)> {
        let maker = self.registry.maker(class)?;
        if let Some(description) = self.descriptions.get(class) {
            return Some((maker, Arc::clone(description)));
        }
        let description = Arc::new(self.registry.describe(class)?);
        self.descriptions.insert(class.to_owned(), Arc::clone(&description));
        Some((maker, description))
    }

    /// Calls `mount` of every robot and actuator, in scene order, when the whole world stands.
    fn mount_units(&mut self) {
        let Simulation { robots, actuators, world, .. } = &mut self.simulation;
        let mut problems = Vec::new();
        for robot in robots.iter_mut() {
            let Some(&object) = self.objects.get(robot.head.name.as_str()) else { continue };
            let node = robot.head.node;
            let mut mount = Mount { name: &object.name, node, robot: node, world, object };
            problems.extend(robot.cell.mount(&mut mount).err().map(|error| (object, error)));
        }
        for actuator in actuators {
            let Some(&object) = self.objects.get(actuator.head.name.as_str()) else { continue };
            let (node, robot) = (actuator.head.node, robots[actuator.robot].head.node);
            let mut mount = Mount { name: &object.name, node, robot, world, object };
            problems.extend(actuator.cell.mount(&mut mount).err().map(|error| (object, error)));
        }
        for (object, error) in problems {
            self.problem("run::setup", object, error.to_string());
        }
    }

    /// Calls `start` of every modifier and component, in scene order, when the whole world stands.
    fn start_components(&mut self) {
        let units: Vec<(String, UnitRef)> =
            self.simulation.units.iter().map(|(name, &unit)| (name.clone(), unit)).collect();
        for (name, unit) in units {
            if let Some(&object) = self.objects.get(name.as_str()) {
                self.start_unit(object, unit);
            }
        }
    }
}

/// Request managers that serve the pseudo components: the socket's always, others when the scene says so.
fn supervisors(document: &Document, middlewares: &[Box<dyn Middleware>]) -> Vec<String> {
    let named = document.component_service.get("simulation").into_iter().flatten().cloned();
    let always = middlewares.iter().filter(|m| m.supervises()).filter_map(|m| m.request_manager());
    let mut managers: Vec<String> = always.map(str::to_owned).chain(named).collect();
    managers.dedup();
    managers
}
