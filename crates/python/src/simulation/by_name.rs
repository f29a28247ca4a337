//! Access to components and objects of a simulation by name.

use morse::Simulation;
use morse_scene::document::ObjectKind;
use morse_sim::contract::command::CommandError as RejectedCommand;
use morse_sim::contract::data::Data;
use morse_sim::{ComponentId, EntityState, Map};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::convert;
use crate::errors::CommandError;
use crate::listener::Listener;

/// Full name, kind, and the robot that carries it.
pub(super) type ComponentRow = (String, &'static str, Option<String>);

/// Name, type, unit and description of a field.
pub(super) type FieldRow = (&'static str, &'static str, Option<&'static str>, &'static str);

/// Position [m], and quaternion x, y, z, w.
type Pose = ([f64; 3], [f64; 4]);

/// Pose, linear velocity [m/s] and angular velocity [rad/s], in the world frame.
pub(super) type StateRow = (Pose, [f64; 3], [f64; 3]);

/// All components, in scene order.
pub(super) fn components(simulation: &Simulation) -> Vec<ComponentRow> {
    let all = simulation.component_ids().map(|(name, id)| {
        let kind = match id {
            ComponentId::Robot(_) => "robot",
            ComponentId::Sensor(_) => "sensor",
            ComponentId::Actuator(_) => "actuator",
        };
        let robot = simulation.robot_of(id).map(|robot| simulation.component_name(robot).to_owned());
        (name.to_owned(), kind, robot)
    });
    all.collect()
}

/// Names of the passive objects.
pub(super) fn objects(simulation: &Simulation) -> Vec<String> {
    let objects = simulation.entities().filter(|entity| entity.kind == ObjectKind::Object);
    objects.map(|entity| entity.name.to_owned()).collect()
}

/// Pose and velocities of an object.
pub(super) fn state(simulation: &Simulation, name: &str) -> PyResult<StateRow> {
    let state = simulation.entity_state(name).ok_or_else(|| unknown("object", name))?;
    let velocities = (state.linear_velocity.to_array(), state.angular_velocity.to_array());
    Ok((convert::pose(state.world_from_entity), velocities.0, velocities.1))
}

/// Sets the pose and the velocities of an object.
pub(super) fn set_state(simulation: &mut Simulation, name: &str, state: &EntityState) -> PyResult<()> {
    if simulation.world().find(name).is_none() {
        return Err(unknown("object", name));
    }
    let set = simulation.set_entity_state(name, state);
    set.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The local data of a component.
pub(super) fn data<'s>(simulation: &'s Simulation, component: &str) -> PyResult<&'s dyn Data> {
    simulation.data(component).ok_or_else(|| unknown("component", component))
}

/// One field of the local data of a component.
pub(super) fn field<'py>(
    py: Python<'py>,
    simulation: &Simulation,
    component: &str,
    field: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let data = data(simulation, component)?;
    if let Some(value) = data.index_of(field).and_then(|index| data.get(index)) {
        return convert::field(py, value);
    }
    let open = data.open().and_then(|open| open.get(field));
    convert::to_python(py, open.ok_or_else(|| PyKeyError::new_err(field.to_owned()))?)
}

/// Fields of a component.
pub(super) fn fields(simulation: &Simulation, component: &str) -> PyResult<Vec<FieldRow>> {
    let fields = data(simulation, component)?.fields();
    Ok(fields.iter().map(|info| (info.name, info.type_name, info.unit, info.doc)).collect())
}

/// Time of the newest reading of a sensor [s], and whether it is from the last tick.
pub(super) fn reading_time(simulation: &Simulation, sensor: &str) -> PyResult<(f64, bool)> {
    let id = simulation.sensor_id(sensor).ok_or_else(|| unknown("sensor", sensor))?;
    let reading = simulation.reading(id);
    Ok((reading.time.seconds(), reading.is_new))
}

/// Makes a sensor read from now on, if it reads only on demand.
pub(super) fn listen(simulation: &mut Simulation, sensor: &str) -> PyResult<()> {
    match simulation.listen(sensor, Box::new(Listener)) {
        true => Ok(()),
        false => Err(unknown("sensor", sensor)),
    }
}

/// Commands an actuator.
pub(super) fn command(simulation: &mut Simulation, actuator: &str, values: &Map) -> PyResult<()> {
    simulation.command(actuator, values).map_err(|error| match error {
        RejectedCommand::Unknown(_) => unknown("actuator", actuator),
        error => CommandError::new_err(format!("{actuator}: {error}")),
    })
}

fn unknown(noun: &str, name: &str) -> PyErr {
    PyKeyError::new_err(format!("there is no {noun} {name:?} in the simulation"))
}
