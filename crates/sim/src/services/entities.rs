//! Services of `simulation` that return and change the state of objects, and return the status of the run.

use glam::{DQuat, DVec3};
use morse_scene::value::{Map, Value};

use crate::contract::data::Field;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::objects::LoadedWorld;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::entities::{Entity, EntityState};

/// All objects of the scene, or the named object.
pub(super) fn entities_by_service(
    simulation: &Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let wanted = arguments.take::<Option<String>>(0)?;
    let fits = |entity: &Entity<'_>| wanted.as_deref().is_none_or(|wanted| entity.name == wanted);
    let entities: Vec<Value> = simulation
        .entities()
        .filter(fits)
        .map(|entity| Value::Map(entity_map(simulation, &entity)))
        .collect();
    match wanted {
        Some(name) if entities.is_empty() => Err(no_object(&name)),
        _ => Ok(Value::List(entities)),
    }
}

fn entity_map(simulation: &Simulation, entity: &Entity<'_>) -> Map {
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let mut map = Map::new();
    map.insert("name", entity.name);
    map.insert("kind", entity.kind.name());
    map.insert("class", text(entity.class));
    map.insert("model", text(entity.model));
    map.insert("parent", text(entity.parent));
    map.insert("spawned", entity.is_spawned);
    // Zones have no node.
    if let Some(node) = entity.node {
        let world_from_entity = simulation.state.world.world_from(node);
        let [linear, angular] = simulation.state.world.velocities(node);
        let rotation = world_from_entity.rotation.to_array();
        map.insert("position", Field::Vector(world_from_entity.translation).to_value());
        map.insert("orientation", Field::Floats(&rotation).to_value());
        map.insert("linear_velocity", Field::Vector(linear).to_value());
        map.insert("angular_velocity", Field::Vector(angular).to_value());
    }
    map
}

/// Moves an object and sets its velocities.
pub(super) fn set_entity_state_by_service(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let name: String = arguments.take(0)?;
    let before = simulation.entity_state(&name).ok_or_else(|| no_object(&name))?;
    let velocities = (arguments.take::<Option<DVec3>>(3)?, arguments.take::<Option<DVec3>>(4)?);
    let mut state = before;
    if let Some(position) = arguments.take::<Option<DVec3>>(1)? {
        state.world_from_entity.translation = position;
    }
    if let Some(numbers) = arguments.take::<Option<Vec<f64>>>(2)? {
        let bad = |message: String| ServiceError::RefusedFor { reason: Reason::BadPose, message };
        let [x, y, z, w] = <[f64; 4]>::try_from(numbers)
            .map_err(|_| bad("the orientation must be four numbers: x, y, z and w".to_owned()))?;
        let rotation = DQuat::from_xyzw(x, y, z, w);
        let length = rotation.length();
        if !length.is_finite() || length <= f64::EPSILON {
            return Err(bad("the orientation is not a rotation: its length must not be zero".to_owned()));
        }
        state.world_from_entity.rotation = rotation / length;
    }
    state.linear_velocity = velocities.0.unwrap_or(before.linear_velocity);
    state.angular_velocity = velocities.1.unwrap_or(before.angular_velocity);
    let moves = state.linear_velocity != DVec3::ZERO || state.angular_velocity != DVec3::ZERO;
    let is_free = simulation.state.world.find(&name).is_some_and(|node| simulation.state.world.is_free(node));
    if moves && !is_free {
        return Err(ServiceError::Refused(format!(
            "physics does not move '{name}': it cannot have velocities"
        )));
    }
    apply_state(simulation, &name, &state)
}

fn apply_state(simulation: &mut Simulation, name: &str, state: &EntityState) -> Result<Value, ServiceError> {
    let set = simulation.set_entity_state(name, state);
    set.map(|()| Value::Null)
        .map_err(|error| ServiceError::RefusedFor { reason: Reason::BadPose, message: error.to_string() })
}

/// Status of the run: pause, tick, environment and loaded world.
pub(super) fn status(simulation: &Simulation) -> Value {
    let mut status = Map::new();
    status.insert("paused", simulation.is_paused());
    status.insert("tick", simulation.state.clock.tick() as i64);
    status.insert("environment", simulation.model.environment.as_str());
    let loaded = match simulation.loaded_world() {
        LoadedWorld::None => Value::Null,
        LoadedWorld::Scene => Value::from("scene"),
        LoadedWorld::Environment => Value::from("environment"),
    };
    status.insert("world", loaded);
    status.insert("replaces_worlds", simulation.replaces_worlds());
    Value::Map(status)
}

fn no_object(name: &str) -> ServiceError {
    let message = format!("there is no object '{name}' in the scene");
    ServiceError::RefusedFor { reason: Reason::NotFound, message }
}
