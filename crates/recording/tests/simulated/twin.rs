//! One simulation of a plan under circumstances that must not matter.

use morse::{LoadOptions, Options, Scene as Loaded, SceneFile, SceneSource, Simulation};

use super::events::Event;
use super::invariants;
use super::network::Clients;
use super::own_components::OwnComponents;
use super::pieces::Pieces;
use super::plan::Plan;
use super::scene::Scene;

/// Numbers of clients that leave after half a line, from here on.
const ABANDONED: u64 = 1 << 32;

/// Differences between twins.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    pub threads: usize,
    pub clock_s: f64,
    /// Whether streams have the listeners of the plan.
    pub has_listeners: bool,
}

impl Twin {
    /// One thread, no listeners.
    pub const ALONE: Self = Self { threads: 1, clock_s: 0.0, has_listeners: false };
}

/// The scene, checked as the command does.
pub fn loaded(scene: &Scene) -> Result<Loaded, String> {
    let document = scene.document(&morse::catalog())?;
    let options = options(scene);
    let file = SceneFile::of_document("simulated").trusted(options.trust);
    let file = file.map_err(|error| error.to_string())?;
    let source = SceneSource { document, python_path: vec![OwnComponents::python_path()] };
    Loaded::of(file, source, &options).map_err(|error| error.to_string())
}

/// Options of all simulations of a scene.
pub fn options(scene: &Scene) -> LoadOptions {
    scene.own.map_or_else(LoadOptions::default, OwnComponents::options)
}

/// A simulation and its clients.
pub struct Run {
    pub simulation: Simulation,
    pub clients: Clients,
    twin: Twin,
}

/// The simulation of a scene with clients.
pub fn assembled(scene: &Scene, seed: u64, twin: Twin) -> Result<Run, String> {
    run_of(&loaded(scene)?, seed, twin)
}

/// The simulation of a loaded scene with clients.
pub fn run_of(loaded: &Loaded, seed: u64, twin: Twin) -> Result<Run, String> {
    let clients = Clients::default();
    let options = Options { seed, threads: twin.threads, epoch_s: twin.clock_s, ..Options::default() };
    let simulation = loaded.serving_simulation(vec![clients.network()], &options);
    let mut simulation = simulation.map_err(|error| error.to_string())?;
    simulation.start().map_err(|error| error.to_string())?;
    Ok(Run { simulation, clients, twin })
}

impl Run {
    /// Sends the events before a tick.
    pub fn send(&self, plan: &Plan, tick: u64) {
        send(plan, tick, &self.clients, self.simulation.gateway(), self.twin.has_listeners);
    }

    /// Makes a tick with its events, and returns the digest of the state if it is valid.
    pub fn step(&mut self, plan: &Plan, tick: u64) -> Result<u64, String> {
        self.send(plan, tick);
        self.simulation.step();
        self.simulation.send_answers();
        invariants::check(&self.simulation, plan.is_calm)?;
        self.simulation.digest().map_err(|error| error.to_string())
    }
}

/// Sends the events before a tick to a simulation.
pub fn send(
    plan: &Plan,
    tick: u64,
    clients: &Clients,
    gateway: &morse_sim::transport::request::Gateway,
    has_listeners: bool,
) {
    let sends_pieces = plan.sends_pieces && has_listeners;
    for (number, pieces) in plan.begun_before(tick).filter(|_| sends_pieces) {
        clients.receive(gateway, number, &pieces.first);
        if pieces.is_left_once {
            clients.receive(gateway, ABANDONED + number, &pieces.first);
        }
    }
    for (number, event) in plan.events_before(tick) {
        match event {
            Event::Command { actuator, command } => clients.command(actuator, command),
            Event::Call { component, service, arguments } => {
                let pieces = Pieces::of(number, component, service, arguments);
                match pieces {
                    None => clients.call(gateway, number, component, service, arguments),
                    Some(pieces) if sends_pieces => clients.receive(gateway, number, &pieces.rest),
                    Some(Pieces { first, rest, .. }) => {
                        clients.receive(gateway, number, &[first, rest].concat());
                    }
                }
            }
            Event::Listen(on) => clients.listen(*on && has_listeners),
        }
    }
}
