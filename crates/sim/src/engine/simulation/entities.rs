//! The objects of a running simulation as seen by users: names, poses and velocities.

use glam::DVec3;
use morse_scene::document::ObjectKind;
use morse_world::{NodeId, POSITION_MAX_M, Pose, SPEED_MAX_M_PER_S, TURN_RATE_MAX_RAD_PER_S};

use crate::engine::simulation::Simulation;
use crate::engine::simulation::held_parts::joint_states;
use crate::services::running::end_goals;

/// Description of an object of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entity<'a> {
    /// Full name.
    pub name: &'a str,
    /// Robot, sensor, actuator, passive object or zone.
    pub kind: ObjectKind,
    /// Class in the Builder, such as `ATRV`, else class path.
    pub class: Option<&'a str>,
    /// Name of the model file.
    pub model: Option<&'a str>,
    /// Full name of the object that carries it.
    pub parent: Option<&'a str>,
    /// Node in [`Simulation::world`]; `None` for zones.
    pub node: Option<NodeId>,
    /// Whether it was added while the simulation ran.
    pub is_spawned: bool,
}

/// Pose and velocities of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EntityState {
    /// Pose of the object in the world.
    pub world_from_entity: Pose,
    /// Velocity of its origin along the axes of the world. [m/s]
    pub linear_velocity: DVec3,
    /// Angular velocity about the axes of the world. [rad/s]
    pub angular_velocity: DVec3,
}

/// Reason why the state of an object cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntityError {
    /// There is no object of this name that has a pose.
    #[error("there is no object '{0}' in the scene")]
    Unknown(String),
    /// A number is out of range, or the rotation is zero.
    #[error(
        "'{0}': allowed are positions within {POSITION_MAX_M:.0e} m, a rotation that is not zero, velocities up to \
         {SPEED_MAX_M_PER_S:.0e} m/s and {TURN_RATE_MAX_RAD_PER_S:.0e} rad/s"
    )]
    OutOfRange(String),
    /// A joint holds the part and cannot give it this state: the name of the part, and the reason with the name of the joint.
    #[error("'{0}' cannot be moved like this: {1}")]
    Held(String, String),
}

/// All objects that the scene or a spawn added, in the order of addition.
pub(crate) fn entities(simulation: &Simulation) -> impl Iterator<Item = Entity<'_>> {
    simulation.model.objects.list.iter().map(|object| Entity {
        name: &object.name,
        kind: object.kind,
        class: object.class.as_deref(),
        model: object.model.as_deref(),
        parent: object.parent.as_deref(),
        node: object.node,
        is_spawned: object.is_spawned,
    })
}

/// The pose and the velocities of an object of the scene, of a part of its model, or of an object of the
/// environment.
pub(crate) fn entity_state(simulation: &Simulation, name: &str) -> Option<EntityState> {
    let node = simulation.state.world.find(name)?;
    let [linear_velocity, angular_velocity] = simulation.state.world.velocities(node);
    Some(EntityState {
        world_from_entity: simulation.state.world.world_from(node),
        linear_velocity,
        angular_velocity,
    })
}

/// Moves an object, with everything on it, and sets its velocities, between two ticks. A part of a robot that a joint holds
/// moves with its joint.
pub(crate) fn set_entity_state(
    simulation: &mut Simulation,
    name: &str,
    state: &EntityState,
) -> Result<(), EntityError> {
    let node = simulation.state.world.find(name).ok_or_else(|| EntityError::Unknown(name.to_owned()))?;
    let EntityState { world_from_entity, linear_velocity, angular_velocity } = *state;
    // False also for numbers that are not finite.
    let within = |vector: DVec3, most: f64| vector.to_array().into_iter().all(|x| x.abs() <= most);
    if !is_placeable(world_from_entity)
        || !within(linear_velocity, SPEED_MAX_M_PER_S)
        || !within(angular_velocity, TURN_RATE_MAX_RAD_PER_S)
    {
        return Err(EntityError::OutOfRange(name.to_owned()));
    }
    let world = &simulation.state.world;
    if let Some(joint) = world.joint_of(node) {
        let states = joint_states(world, node, joint, world_from_entity, [linear_velocity, angular_velocity]);
        simulation.set_joints(states.map_err(|reason| EntityError::Held(name.to_owned(), reason))?);
        return Ok(());
    }
    simulation.state.world.set_world_pose(node, world_from_entity);
    simulation.state.world.set_velocities(node, linear_velocity, angular_velocity);
    Ok(())
}

/// Moves a node to a pose in the world; its velocities do not change. A part that a joint holds moves with its joint.
///
/// # Errors
/// The reason why a joint that holds it cannot put it there.
pub(crate) fn place(simulation: &mut Simulation, node: NodeId, world_from_node: Pose) -> Result<(), String> {
    let world = &mut simulation.state.world;
    if world.joint_of(node).is_none() {
        world.set_world_pose(node, world_from_node);
        return Ok(());
    }
    let name = world.name(node).to_owned();
    let [linear_velocity, angular_velocity] = world.velocities(node);
    let state = EntityState { world_from_entity: world_from_node, linear_velocity, angular_velocity };
    set_entity_state(simulation, &name, &state).map_err(|error| error.to_string())
}

/// Moves every object back to its initial pose, or to the pose at which it was spawned, at rest, and ends the goals
/// of all actuators.
pub(crate) fn reset_objects(simulation: &mut Simulation) {
    simulation.state.world.reset();
    end_goals(simulation);
}

/// Whether an object can be at a pose: its coordinates are in range, and its rotation is valid.
pub(super) fn is_placeable(pose: Pose) -> bool {
    pose.translation.to_array().into_iter().all(|x| x.abs() <= POSITION_MAX_M) && pose.normalized().is_some()
}
