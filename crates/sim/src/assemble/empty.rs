//! The simulation of a scene before its environment and objects are added.

use std::collections::BTreeMap;
use std::sync::Arc;

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{AsMorse, Document};
use morse_world::{DrivenContact, PhysicsSettings, World};

use crate::assemble::error::AssembleError;
use crate::assemble::step_rate_hz;
use crate::engine::devices::Devices;
use crate::engine::model::Model;
use crate::engine::objects::spawning::Spawning;
use crate::engine::objects::{LoadedWorld, SceneObjects};
use crate::engine::options::Options;
use crate::engine::plan::StepPlan;
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;
use crate::engine::time::Epoch;
use crate::engine::time::clock::Clock;
use crate::external::scene_access::SCENE_FUNCTIONS;
use crate::transport::stream::Middleware;

/// The simulation of a scene without its environment and objects.
pub(super) fn empty(
    document: &Document,
    middlewares: Vec<Box<dyn Middleware>>,
    options: Options,
) -> Result<Simulation, AssembleError> {
    let environment = &document.environment;
    let rate_hz = step_rate_hz(document);
    let settings = PhysicsSettings {
        gravity: environment.gravity,
        sub_steps: environment.time.physics_sub_steps,
        tick_s: 1.0 / rate_hz,
        driven: match environment.as_morse {
            Some(AsMorse::V1_4) => DrivenContact::Slides,
            None => DrivenContact::Rolls,
        },
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(options.threads.max(1)).build();
    let threads = threads.map_err(|error| {
        let text = format!("cannot start {} threads: {error}", options.threads);
        AssembleError(vec![Diagnostic::error(Code::RunThreads, text)])
    })?;
    let model = Model {
        strategy: environment.time.strategy,
        epoch: Epoch::new(environment.time.epoch_s(options.epoch_s)),
        environment: environment.file.clone(),
        loaded: LoadedWorld::Scene,
        motions: Vec::new(),
        plan: StepPlan::default(),
        instances: BTreeMap::new(),
        objects: SceneObjects::default(),
        supervisors: supervisors(document, &middlewares),
    };
    let state = State {
        clock: Clock::new(rate_hz),
        world: World::new(settings),
        robots: Vec::new(),
        sensors: Vec::new(),
        actuators: Vec::new(),
        devices: Devices::default(),
    };
    let engine = Engine::new(Arc::new(threads), middlewares, Spawning::new(document, options));
    Ok(Simulation { model, state, engine, scene_functions: SCENE_FUNCTIONS })
}

/// Request managers that serve the pseudo components: always that of the socket, and those that the scene names.
fn supervisors(document: &Document, middlewares: &[Box<dyn Middleware>]) -> Vec<String> {
    let named = document.component_service.get("simulation").into_iter().flatten().cloned();
    let always = middlewares.iter().filter(|m| m.supervises()).filter_map(|m| m.request_manager());
    let mut managers: Vec<String> = always.map(str::to_owned).chain(named).collect();
    managers.dedup();
    managers
}
