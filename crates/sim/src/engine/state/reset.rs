//! Resets a simulation to an earlier state with another seed, as if it had just been created.

use crate::engine::answers::send_all_answers;
use crate::engine::control::Controls;
use crate::engine::instance::{ModifierInstance, Reading};
use crate::engine::objects::Layout;
use crate::engine::random::RandomKey;
use crate::engine::simulation::Simulation;
use crate::engine::state::StateError;
use crate::engine::state::current::State;
use crate::engine::state::snapshot::check_complete;
use crate::services::running::end_goals;
use crate::services::spawn::despawn_spawned;

/// A clone of the complete state of a simulation, held in memory. Meshes and images are shared with the simulation.
/// Does not include running services and connections.
pub struct Checkpoint {
    layout: Layout,
    state: State,
}

/// The complete state, for [`Simulation::reset`].
pub(crate) fn checkpoint(simulation: &Simulation) -> Result<Checkpoint, StateError> {
    check_complete(simulation)?;
    let layout =
        simulation.model.objects.layout().into_iter().map(|(name, node)| (name.to_owned(), node)).collect();
    Ok(Checkpoint { layout, state: simulation.state.clone() })
}

/// Returns to a checkpoint, usually one before the first tick, with another seed.
pub(crate) fn reset(simulation: &mut Simulation, start: &Checkpoint, seed: u64) -> Result<(), StateError> {
    let threads = simulation.threads();
    threads.install(|| {
        despawn_spawned(simulation).map_err(|error| StateError(error.to_string()))?;
        simulation.model.objects.check_layout(&start.layout)?;
        if !simulation.state.component_names().eq(start.state.component_names()) {
            return Err(StateError("it belongs to a scene with other components".to_owned()));
        }
        end_goals(simulation);
        while simulation.engine.events.try_recv().is_ok() {}
        send_all_answers(simulation);
        simulation.engine.spawning.forget_models();
        simulation.state.rewind(&start.state);
        forget_transients(simulation);
        set_seed(simulation, seed);
        Ok(())
    })
}

/// Clears values that exist only between two ticks and are not part of a snapshot.
fn forget_transients(simulation: &mut Simulation) {
    simulation.engine.controls = Controls::new(simulation.engine.controls.time_scale);
    for robot in &mut simulation.state.robots {
        (robot.mover, robot.conflict_warned) = (None, false);
    }
    for sensor in &mut simulation.state.sensors {
        (sensor.reading, sensor.completion) = (Reading::None, None);
        sensor.meta.running = None;
    }
    for actuator in &mut simulation.state.actuators {
        actuator.completion = None;
        actuator.meta.running = None;
    }
}

/// Replaces the seed of all further random numbers.
fn set_seed(simulation: &mut Simulation, seed: u64) {
    simulation.engine.spawning.options.seed = seed;
    let key_modifiers = |name: &str, modifiers: &mut [ModifierInstance]| {
        for (nth, modifier) in modifiers.iter_mut().enumerate() {
            modifier.key = RandomKey::new(seed, &format!("{name}/{nth}"));
        }
    };
    for sensor in &mut simulation.state.sensors {
        sensor.key = RandomKey::new(seed, &sensor.meta.name);
        key_modifiers(&sensor.meta.name, &mut sensor.modifiers);
    }
    for actuator in &mut simulation.state.actuators {
        key_modifiers(&actuator.meta.name, &mut actuator.modifiers);
    }
}
