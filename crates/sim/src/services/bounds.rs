//! The services of `simulation` that tell how large objects and zones are.

use glam::DVec3;
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, Pose, RayKind};

use crate::contract::data::Field;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::simulation::Simulation;

/// The lowest and the highest corner of a box. [m]
type Corners = [DVec3; 2];

impl Simulation {
    /// The boxes around what is seen of all objects of the scene, or of the one of the name that is given. Objects of which
    /// nothing is seen have none.
    pub(super) fn bounds_by_service(&self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let wanted = arguments.take::<Option<String>>(0)?;
        let fits = |name: &str| wanted.as_deref().is_none_or(|wanted| name == wanted);
        let objects = self.entities().filter(|entity| fits(entity.name));
        let nodes: Vec<_> = objects.filter_map(|entity| Some((entity.name, entity.node?))).collect();
        match wanted {
            Some(name) if nodes.is_empty() => {
                let message = format!("there is no object '{name}' in the scene");
                Err(ServiceError::RefusedFor { reason: Reason::NotFound, message })
            }
            _ => Ok(Value::List(nodes.into_iter().map(|(name, node)| self.bounds_of(name, node)).collect())),
        }
    }

    fn bounds_of(&self, name: &str, node: NodeId) -> Value {
        let parts = self.world.below(node).into_iter().chain([node]);
        let parts: Vec<Corners> = parts.filter_map(|part| self.world.bounds(part, RayKind::Visual)).collect();
        let entity_from_world = self.world.world_from(node).inverse();
        let own = parts.iter().map(|&corners| turned(entity_from_world, corners));
        let mut told = Map::new();
        told.insert("name", name);
        told.insert("in_object", told_corners(own.reduce(around)));
        told.insert("in_world", told_corners(parts.iter().copied().reduce(around)));
        Value::Map(told)
    }

    /// The zones of the scene.
    pub(super) fn zones(&self) -> Value {
        let zones = self.world.zones().iter().map(|zone| {
            let mut told = Map::new();
            told.insert("name", zone.name.as_str());
            told.insert("kind", zone.kind.as_str());
            told.insert("centre", Field::Vector(zone.centre).to_value());
            told.insert("size", Field::Vector(2.0 * zone.half_extents).to_value());
            Value::Map(told)
        });
        Value::List(zones.collect())
    }
}

/// The box around two boxes.
fn around([low, high]: Corners, [other_low, other_high]: Corners) -> Corners {
    [low.min(other_low), high.max(other_high)]
}

/// The box along the axes of another frame around a box. It is larger unless the axes are parallel.
fn turned(other_from_box: Pose, corners: Corners) -> Corners {
    let places = (0..8).map(|number| {
        let side = |axis: usize| corners[number >> axis & 1][axis];
        let place = other_from_box.transform_point(DVec3::new(side(0), side(1), side(2)));
        [place, place]
    });
    places.reduce(around).unwrap_or(corners)
}

fn told_corners(corners: Option<Corners>) -> Value {
    corners.map_or(Value::Null, |corners| {
        Value::List(corners.map(|corner| Field::Vector(corner).to_value()).into())
    })
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn a_turned_box_contains_all_corners() {
        let pose =
            Pose { translation: DVec3::X, rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2) };
        let [low, high] = turned(pose, [DVec3::new(0.0, 0.0, 1.0), DVec3::new(2.0, 4.0, 3.0)]);
        assert!((low - DVec3::new(-3.0, 0.0, 1.0)).length() < 1e-12, "{low}");
        assert!((high - DVec3::new(1.0, 2.0, 3.0)).length() < 1e-12, "{high}");
    }
}
