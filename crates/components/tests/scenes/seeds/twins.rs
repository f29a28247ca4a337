//! Runs of one plan under circumstances that must not matter.

use morse_sim::{Options, Simulation};
use morse_world::POSITION_MAX_M;

use super::plan::{Event, Plan, Scene};
use crate::common::{models, own_models};

/// Differences between twins.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    pub threads: usize,
    pub clock_s: f64,
    pub has_readers: bool,
}

pub fn assembled(scene: &Scene, seed: u64, twin: Twin) -> Result<Simulation, String> {
    let document = scene.document();
    let options = Options { seed, threads: twin.threads, epoch_s: twin.clock_s, ..Options::default() };
    let models = models(&document, &own_models());
    let registry = morse_components::registry();
    let simulation = Simulation::assemble(&document, &registry, &models, Vec::new(), options);
    simulation.map_err(|error| error.to_string())
}

/// Applies the events of a tick, then makes it. A refused event changes nothing.
fn step(simulation: &mut Simulation, plan: &Plan, tick: u64) {
    for (_, event) in plan.events.iter().filter(|(of, _)| *of == tick) {
        match event {
            Event::Command { actuator, command } => drop(simulation.command(actuator, command)),
            Event::Place { object, state } => drop(simulation.set_entity_state(object, state)),
            Event::Call { component, service, arguments } => {
                drop(simulation.call(component, service, arguments));
            }
            Event::Despawn { object } => drop(simulation.despawn(object)),
            Event::ResetObjects => simulation.reset_objects(),
        }
    }
    simulation.step();
    simulation.send_answers();
}

/// The digest of a state, if the state is valid.
fn checked(simulation: &Simulation) -> Result<u64, String> {
    let world = simulation.world();
    for node in world.nodes() {
        let pose = world.world_from(node);
        // A part is a chain of objects away from its root.
        if !pose.is_finite() || pose.translation.abs().max_element() > 100.0 * POSITION_MAX_M {
            return Err(format!("{} is at {pose:?}", world.name(node)));
        }
    }
    simulation.digest().map_err(|error| error.to_string())
}

/// Runs the twins of a plan. Returns the first difference.
pub fn compare(plan: &Plan, seed: u64, ticks: u64) -> Result<(), String> {
    let twins = [
        Twin { threads: 1, clock_s: 0.0, has_readers: false },
        Twin { threads: 3, clock_s: 1.7e9, has_readers: true },
    ];
    let mut runs = Vec::new();
    for twin in twins {
        let mut simulation = assembled(&plan.scene, seed, twin)?;
        simulation.keep_all_reading(twin.has_readers);
        runs.push(simulation);
    }
    for tick in 0..ticks {
        let mut digests = Vec::new();
        for simulation in &mut runs {
            step(simulation, plan, tick);
            digests.push(checked(simulation)?);
        }
        if digests.iter().any(|digest| *digest != digests[0]) {
            let parts: Vec<_> = runs.iter().map(|run| run.digests().unwrap()).collect();
            let differing: Vec<&str> = runs[0]
                .digest_names()
                .zip(parts[0].components.iter().zip(&parts[1].components))
                .filter_map(|(name, (one, other))| (one != other).then_some(name))
                .collect();
            return Err(format!("tick {tick}: the twins {:?} differ in {differing:?}", &twins[1..]));
        }
        // Services that run are not part of a saved state, and a state fits only the objects of its scene.
        let is_restorable = plan
            .events
            .iter()
            .all(|(at, event)| *at > tick || !matches!(event, Event::Call { .. } | Event::Despawn { .. }));
        if tick == plan.saved_at && is_restorable {
            let saved = runs[0].save().map_err(|error| error.to_string())?;
            let mut restored = assembled(&plan.scene, seed, twins[0])?;
            restored.restore(&saved).map_err(|error| error.to_string())?;
            runs[0] = restored;
        }
    }
    Ok(())
}
