//! Bounding boxes of entities, and regions for filters by bounds.

mod convex_hull;

use std::collections::BTreeMap;

use morse_ros::messages::geometry_msgs::Vector3;
use morse_ros::messages::simulation_interfaces::{
    Bounds, GetEntityBounds, GetEntityBoundsRequest, GetEntityBoundsResponse, Result as Outcome,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::{Map, Value};

use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::engine::object::numbers;
use crate::simulation_interfaces::results::failed;
use crate::simulation_interfaces::{name, results};
use crate::transport_node::Ros2Node;
use convex_hull::ConvexHull;

/// The lowest and the highest corner of a box. [m]
pub type Corners = [[f64; 3]; 2];

/// Opens the service.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetEntityBounds>(
        &name("get_entity_bounds"),
        Box::new(move |GetEntityBoundsRequest { entity }, reply| {
            let engine = calls.clone();
            // Only entities have bounds, not their parts or the environment.
            calls.entity(&entity.clone(), move |found| match found {
                Err(failure) => {
                    let (result, bounds) = (failure.outcome(), Bounds::default());
                    reply.send(Ok(GetEntityBoundsResponse { result, bounds }));
                }
                Ok(_) => engine.call("bounds", vec![Value::Text(entity)], move |answer| {
                    let (result, bounds) = match answer {
                        Ok(value) => (results::ok(), of_entity(&value)),
                        Err(failure) => (failure.outcome(), Bounds::default()),
                    };
                    reply.send(Ok(GetEntityBoundsResponse { result, bounds }));
                }),
            });
        }),
    )?
    .keep();
    Ok(())
}

/// The bounds of an entity in its own frame; empty if it has no visible parts.
fn of_entity(answer: &Value) -> Bounds {
    let first = answer.as_list().unwrap_or_default().first().and_then(Value::as_map);
    first.and_then(|map| corners(map, "in_object")).map_or_else(Bounds::default, of_box)
}

/// The bounds message of a box.
#[must_use]
pub fn of_box([low, high]: Corners) -> Bounds {
    let point = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
    Bounds { r#type: Bounds::TYPE_BOX, points: vec![point(high), point(low)] }
}

fn corners(map: &Map, key: &str) -> Option<Corners> {
    let list = map.get(key)?.as_list()?;
    let corner = |index: usize| list.get(index).map(numbers::<3>);
    Some([corner(0)?, corner(1)?])
}

/// The bounding boxes of all objects, aligned to the axes of the world, by name.
#[must_use]
pub fn in_world(answer: &Value) -> BTreeMap<String, Corners> {
    let maps = answer.as_list().unwrap_or_default().iter().filter_map(Value::as_map);
    maps.filter_map(|map| Some((map.get("name")?.as_str()?.to_owned(), corners(map, "in_world")?))).collect()
}

/// A region of the world.
#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// A box aligned to the axes of the world.
    Box(Corners),
    /// A solid sphere.
    Sphere {
        /// Center of the sphere. [m]
        center: [f64; 3],
        /// Radius of the sphere. [m]
        radius: f64,
    },
    /// The convex hull of points.
    ConvexHull(ConvexHull),
}

impl Region {
    /// The region of a bounds message; `None` for empty bounds, with which all entities overlap.
    ///
    /// # Errors
    /// When the type of the bounds is unknown, or their points are wrong.
    pub fn new(bounds: &Bounds) -> Result<Option<Self>, Outcome> {
        let wrong = |reason: &str| Err(failed(Outcome::RESULT_OPERATION_FAILED, reason));
        let points: Vec<[f64; 3]> = bounds.points.iter().map(|point| [point.x, point.y, point.z]).collect();
        if points.iter().flatten().any(|number| !number.is_finite()) {
            return wrong("the points of bounds must be finite numbers");
        }
        match (bounds.r#type, points.as_slice()) {
            (Bounds::TYPE_EMPTY, _) => Ok(None),
            (Bounds::TYPE_BOX, &[a, b]) => {
                let corner = |pick: fn(f64, f64) -> f64| std::array::from_fn(|axis| pick(a[axis], b[axis]));
                Ok(Some(Self::Box([corner(f64::min), corner(f64::max)])))
            }
            (Bounds::TYPE_SPHERE, &[_, [radius, ..]]) if radius < 0.0 => {
                wrong("the radius of a sphere must not be negative")
            }
            (Bounds::TYPE_SPHERE, &[center, [radius, ..]]) => Ok(Some(Self::Sphere { center, radius })),
            (Bounds::TYPE_BOX | Bounds::TYPE_SPHERE, _) => wrong("bounds of this type have two points"),
            (Bounds::TYPE_CONVEX_HULL, points) => match ConvexHull::new(points) {
                Ok(hull) => Ok(Some(Self::ConvexHull(hull))),
                Err(problem) => wrong(&problem),
            },
            (other, _) => {
                Err(failed(Outcome::RESULT_OPERATION_FAILED, format!("there are no bounds of type {other}")))
            }
        }
    }

    /// Whether a box aligned to the axes of the world has a point in common with the region.
    #[must_use]
    pub fn overlaps(&self, [low, high]: Corners) -> bool {
        match self {
            Self::Box([from, to]) => (0..3).all(|axis| low[axis] <= to[axis] && from[axis] <= high[axis]),
            Self::Sphere { center, radius } => {
                let off = |axis: usize| center[axis] - center[axis].clamp(low[axis], high[axis]);
                (0..3).map(|axis| off(axis) * off(axis)).sum::<f64>() <= radius * radius
            }
            Self::ConvexHull(hull) => hull.overlaps(low.into(), high.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(kind: u8, points: &[[f64; 3]]) -> Bounds {
        Bounds { r#type: kind, points: points.iter().map(|&[x, y, z]| Vector3 { x, y, z }).collect() }
    }

    #[test]
    fn boxes_overlap_boxes_and_spheres() {
        let region = |bounds| Region::new(&bounds).unwrap().unwrap();
        let unit: Corners = [[0.0; 3], [1.0; 3]];
        // The upper corner may be the first point.
        let near = region(bounds(Bounds::TYPE_BOX, &[[2.0; 3], [1.0; 3]]));
        assert!(near.overlaps(unit) && !near.overlaps([[0.0; 3], [1.0, 1.0, 0.9]]));
        let sphere = |radius| region(bounds(Bounds::TYPE_SPHERE, &[[2.0, 0.5, 0.5], [radius, 0.0, 0.0]]));
        assert!(sphere(1.0).overlaps(unit) && !sphere(0.99).overlaps(unit));
        let corner = region(bounds(Bounds::TYPE_SPHERE, &[[2.0; 3], [1.7, 0.0, 0.0]]));
        assert!(!corner.overlaps(unit), "the nearest corner is 1.73 m away");
        assert_eq!(Region::new(&Bounds::default()).unwrap(), None);
    }

    #[test]
    fn wrong_bounds_are_refused() {
        let code = |kind, points: &[[f64; 3]]| Region::new(&bounds(kind, points)).unwrap_err().result;
        for (kind, points) in [
            (Bounds::TYPE_BOX, vec![[0.0; 3]]),
            (Bounds::TYPE_BOX, vec![[0.0; 3], [f64::NAN; 3]]),
            (Bounds::TYPE_SPHERE, vec![[0.0; 3], [-1.0; 3]]),
            (Bounds::TYPE_CONVEX_HULL, vec![[0.0; 3]; 4]),
            (9, Vec::new()),
        ] {
            assert_eq!(code(kind, &points), Outcome::RESULT_OPERATION_FAILED, "{kind}");
        }
    }
}
