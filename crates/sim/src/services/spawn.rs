//! Services of `simulation` that add and remove objects.

use glam::{DQuat, DVec3};
use morse_scene::diagnostic::Code;
use morse_scene::value::{Map, Value};
use morse_world::{Euler, Pose};

use crate::assemble::error::AssembleError;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::objects::spawning::{SpawnError, UrdfError};
use crate::engine::simulation::Simulation;

/// Adds a robot of a class of the catalog, or a model file. A name with a slash, backslash or dot refers to a
/// file.
pub(super) fn spawn_by_service(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let (what, name): (String, String) = (arguments.take(0)?, arguments.take(1)?);
    let pose = pose(arguments)?;
    let is_file = what.contains(['/', '\\', '.']);
    if is_file {
        inside_of_resources(&what)?;
    }
    let spawned = match is_file {
        true => simulation.spawn_model(&name, &what, pose),
        false => simulation.spawn_robot(&name, &what, pose),
    };
    spawned.map_err(refusal)?;
    Ok(Value::Null)
}

/// As [`Simulation::spawn_by_service`], with the text of a URDF.
pub(super) fn spawn_urdf_by_service(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let (text, name): (String, String) = (arguments.take(0)?, arguments.take(1)?);
    simulation.spawn_urdf(&name, &text, pose(arguments)?).map_err(refusal)?;
    Ok(Value::Null)
}

/// The robot classes that [`Simulation::spawn_by_service`] can add: `{what, description}` of each.
pub(super) fn spawnables(simulation: &Simulation) -> Value {
    let classes =
        simulation.engine.spawning.source.as_ref().map(|source| source.robot_classes()).unwrap_or_default();
    let class = |(what, description): (String, String)| {
        Value::from(Map::from([("what", what), ("description", description)]))
    };
    Value::List(classes.into_iter().map(class).collect())
}

/// Removes all objects that were added while the simulation ran. Returns the number of removed objects, not
/// counting parts of other objects.
pub(crate) fn despawn_spawned(simulation: &mut Simulation) -> Result<Value, ServiceError> {
    let spawned = simulation.entities().filter(|entity| entity.is_spawned && entity.parent.is_none());
    let names: Vec<String> = spawned.map(|entity| entity.name.to_owned()).collect();
    for name in &names {
        simulation.despawn(name).map_err(|error| ServiceError::Refused(error.to_string()))?;
    }
    Ok(Value::Int(names.len() as i64))
}

/// Checks that a name of a model or folder does not lead out of the resource folders, because clients must not access
/// other files.
pub(super) fn inside_of_resources(name: &str) -> Result<(), ServiceError> {
    let leaves = |part: &str| part == ".." || part.contains(':');
    if name.starts_with(['/', '\\', '~']) || name.split(['/', '\\']).any(leaves) {
        return Err(ServiceError::Refused(format!(
            "'{name}' is not a model that clients may name: give a path inside of a resource folder, such as \
             'props/chair'"
        )));
    }
    Ok(())
}

/// The pose from the third argument (position) and the fourth (orientation).
fn pose(arguments: &Arguments<'_>) -> Result<Pose, ServiceError> {
    let translation: DVec3 = arguments.take(2)?;
    let pose = Pose { translation, rotation: rotation(arguments)? };
    // The function that adds the object rejects invalid rotations.
    Ok(pose.normalized().unwrap_or(pose))
}

/// The rotation in the fourth argument: roll, pitch and yaw, or a quaternion x y z w. The identity if it is missing.
fn rotation(arguments: &Arguments<'_>) -> Result<DQuat, ServiceError> {
    let numbers = arguments.take::<Option<Vec<f64>>>(3)?;
    match numbers.as_deref() {
        None => Ok(DQuat::IDENTITY),
        Some(&[roll, pitch, yaw]) => Ok(Euler { roll, pitch, yaw }.to_quat()),
        Some(&[x, y, z, w]) => Ok(DQuat::from_xyzw(x, y, z, w)),
        Some(numbers) => Err(ServiceError::Refused(format!(
            "the orientation must be three angles or a quaternion of four numbers, and has {}",
            numbers.len()
        ))),
    }
}

/// Converts the error of a request to add an object.
fn refusal(error: SpawnError) -> ServiceError {
    let message = error.to_string();
    let reason = match &error {
        SpawnError::NameTaken(_) => Reason::NameTaken,
        SpawnError::BadName(_) => Reason::BadName,
        SpawnError::BadPose(_) => Reason::BadPose,
        SpawnError::Unavailable(_) => Reason::NotFound,
        SpawnError::NoWorld => Reason::NoWorld,
        SpawnError::Urdf(UrdfError::Damaged(_)) => Reason::BadModel,
        SpawnError::Urdf(UrdfError::MissingMeshes(_)) => Reason::MissingMeshes,
        SpawnError::Assemble(AssembleError(problems))
            if problems.iter().any(|problem| problem.code == Code::RunModel) =>
        {
            Reason::BadModel
        }
        _ => return ServiceError::Refused(message),
    };
    ServiceError::RefusedFor { reason, message }
}
