//! Services of `simulation` that return the bounding boxes of objects and zones.

use glam::DVec3;
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, Pose, RayKind};

use crate::contract::data::Field;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::simulation::Simulation;

/// The lowest and the highest corner of a box. [m]
type Corners = [DVec3; 2];

/// Bounding boxes of the visuals of all objects of the scene, or of the named object. Null for an object without
/// visuals.
pub(super) fn bounds_by_service(
    simulation: &Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let wanted = arguments.take::<Option<String>>(0)?;
    let fits = |name: &str| wanted.as_deref().is_none_or(|wanted| name == wanted);
    let objects = simulation.entities().filter(|entity| fits(entity.name));
    let nodes: Vec<_> = objects.filter_map(|entity| Some((entity.name, entity.node?))).collect();
    match wanted {
        Some(name) if nodes.is_empty() => {
            let message = format!("there is no object '{name}' in the scene");
            Err(ServiceError::RefusedFor { reason: Reason::NotFound, message })
        }
        _ => {
            Ok(Value::List(nodes.into_iter().map(|(name, node)| bounds_of(simulation, name, node)).collect()))
        }
    }
}

fn bounds_of(simulation: &Simulation, name: &str, node: NodeId) -> Value {
    let parts = simulation.state.world.subtree(node).into_iter().chain([node]);
    let parts: Vec<Corners> =
        parts.filter_map(|part| simulation.state.world.bounds(part, RayKind::Visual)).collect();
    let entity_from_world = simulation.state.world.world_from(node).inverse();
    let own = parts.iter().map(|&corners| turned(entity_from_world, corners));
    let mut map = Map::new();
    map.insert("name", name);
    map.insert("in_object", corners_value(own.reduce(around)));
    map.insert("in_world", corners_value(parts.iter().copied().reduce(around)));
    Value::Map(map)
}

/// The zones of the scene.
pub(super) fn zones(simulation: &Simulation) -> Value {
    let zones = simulation.state.world.zones().iter().map(|zone| {
        let mut map = Map::new();
        map.insert("name", zone.name.as_str());
        map.insert("kind", zone.kind.as_str());
        map.insert("center", Field::Vector(zone.center).to_value());
        map.insert("size", Field::Vector(2.0 * zone.half_extents).to_value());
        Value::Map(map)
    });
    Value::List(zones.collect())
}

/// The bounding box of two boxes.
fn around([low, high]: Corners, [other_low, other_high]: Corners) -> Corners {
    [low.min(other_low), high.max(other_high)]
}

/// The bounding box of a box along the axes of another frame. It is larger than the box unless the axes are parallel.
fn turned(other_from_box: Pose, corners: Corners) -> Corners {
    let points = (0..8).map(|number| {
        let side = |axis: usize| corners[number >> axis & 1][axis];
        let point = other_from_box.transform_point(DVec3::new(side(0), side(1), side(2)));
        [point, point]
    });
    points.reduce(around).unwrap_or(corners)
}

fn corners_value(corners: Option<Corners>) -> Value {
    corners.map_or(Value::Null, |corners| {
        Value::List(corners.map(|corner| Field::Vector(corner).to_value()).into())
    })
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn turned_box_contains_all_corners() {
        let pose =
            Pose { translation: DVec3::X, rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2) };
        let [low, high] = turned(pose, [DVec3::new(0.0, 0.0, 1.0), DVec3::new(2.0, 4.0, 3.0)]);
        assert!((low - DVec3::new(-3.0, 0.0, 1.0)).length() < 1e-12, "{low}");
        assert!((high - DVec3::new(1.0, 2.0, 3.0)).length() < 1e-12, "{high}");
    }
}
