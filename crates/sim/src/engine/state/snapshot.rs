//! Snapshots and digests of the complete state of a simulation.

use std::hash::Hasher;

use morse_world::{RayKind, WorldError};
use xxhash_rust::xxh3::Xxh3;

use crate::engine::instance::SensorInstance;
use crate::engine::objects::Layout;
use crate::engine::simulation::Simulation;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::external::component::NOT_RESTORED;

impl From<WorldError> for StateError {
    fn from(error: WorldError) -> Self {
        Self(error.to_string())
    }
}

/// Hash of the complete state: time, world, devices, and the data and state of every component.
pub(crate) fn digest(simulation: &Simulation) -> Result<u64, StateError> {
    let mut hasher = Xxh3::new();
    simulation.state.world.hash_into(&mut hasher);
    let never_resting = simulation.state.never_resting();
    let components = save_components(simulation, |index, sensor, out| match never_resting[index] {
        true if !has_varying_pictures(simulation, sensor) => sensor.save_for_digest(out),
        _ => sensor.save_without_reading(out),
    })?;
    hasher.update(&components);
    Ok(hasher.finish())
}

/// Whether the readings of a sensor come from pictures that differ between computers in their last bits, its own or those of
/// its inputs.
pub(crate) fn has_varying_pictures(simulation: &Simulation, sensor: &SensorInstance) -> bool {
    let state = &simulation.state;
    let of_input = |input: &usize| has_varying_pictures(simulation, &state.sensors[*input]);
    state.world.has_extension()
        && (sensor.component.access().rays == Some(RayKind::Visual) || sensor.inputs.iter().any(of_input))
}

/// The complete state, for [`Simulation::restore`].
pub(crate) fn save(simulation: &Simulation) -> Result<Vec<u8>, StateError> {
    check_complete(simulation)?;
    let mut out = Vec::new();
    state::write(&simulation.model.objects.layout(), &mut out)?;
    state::write(&simulation.state.world.save()?, &mut out)?;
    out.extend(save_all_components(simulation)?);
    Ok(out)
}

/// Restores a state of the same scene from [`Simulation::save`].
pub(crate) fn restore(simulation: &mut Simulation, snapshot: &[u8]) -> Result<(), StateError> {
    let mut input = snapshot;
    simulation.model.objects.check_layout(&state::read::<Layout>(&mut input)?)?;
    let world: Vec<u8> = state::read(&mut input)?;
    simulation.engine.spawning.forget_models();
    simulation.state.world.restore(&world)?;
    restore_components(simulation, input)
}

/// Checks that no component keeps its state outside of the simulation.
pub(crate) fn check_complete(simulation: &Simulation) -> Result<(), StateError> {
    match simulation.engine.external {
        Some(_) => Err(StateError(NOT_RESTORED.to_owned())),
        None => Ok(()),
    }
}

/// Restores everything except the world.
pub(crate) fn restore_components(simulation: &mut Simulation, mut input: &[u8]) -> Result<(), StateError> {
    let (clock, devices) = state::read(&mut input)?;
    let names: Vec<String> = state::read(&mut input)?;
    if names != instance_names(simulation) {
        return Err(StateError("it belongs to a scene with other components".to_owned()));
    }
    (simulation.state.clock, simulation.state.devices) = (clock, devices);
    simulation.state.robots.iter_mut().try_for_each(|robot| robot.component_mut().restore(&mut input))?;
    simulation.state.sensors.iter_mut().try_for_each(|sensor| sensor.restore(&mut input))?;
    simulation.state.actuators.iter_mut().try_for_each(|actuator| actuator.restore(&mut input))?;
    if input.is_empty() {
        Ok(())
    } else {
        Err(StateError(format!("{} bytes remain at its end", input.len())))
    }
}

/// Saves everything except the world, for [`Simulation::restore_components`].
pub(crate) fn save_all_components(simulation: &Simulation) -> Result<Vec<u8>, StateError> {
    save_components(simulation, |_, sensor, out| sensor.save(out))
}

/// Saves everything except the world. `save_sensor` appends the sensor with the given index.
fn save_components(
    simulation: &Simulation,
    save_sensor: impl Fn(usize, &SensorInstance, &mut Vec<u8>) -> Result<(), StateError>,
) -> Result<Vec<u8>, StateError> {
    let mut out = Vec::new();
    state::write(&(&simulation.state.clock, &simulation.state.devices), &mut out)?;
    state::write(&instance_names(simulation), &mut out)?;
    simulation.state.robots.iter().try_for_each(|robot| robot.component().save(&mut out))?;
    let mut sensors = simulation.state.sensors.iter().enumerate();
    sensors.try_for_each(|(index, sensor)| save_sensor(index, sensor, &mut out))?;
    simulation.state.actuators.iter().try_for_each(|actuator| actuator.save(&mut out))?;
    Ok(out)
}

fn instance_names(simulation: &Simulation) -> Vec<&str> {
    simulation.model.instances.keys().map(String::as_str).collect()
}
