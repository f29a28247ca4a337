//! Boxes around entities, and what lies in the bounds of a filter.

use std::collections::BTreeMap;

use morse_ros::messages::geometry_msgs::Vector3;
use morse_ros::messages::simulation_interfaces::{
    Bounds, GetEntityBounds, GetEntityBoundsRequest, GetEntityBoundsResponse, Result as Outcome,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::{Map, Value};

use crate::node::Ros2Node;
use crate::simulation_interfaces::convex_hull::ConvexHull;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::known::numbers;
use crate::simulation_interfaces::results::failed;
use crate::simulation_interfaces::{name, results};

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
            // Parts of entities and of the environment are no entities.
            calls.entity(&entity.clone(), move |found| match found {
                Err(failure) => {
                    let (result, bounds) = (failure.outcome(), Bounds::default());
                    reply.send(Ok(GetEntityBoundsResponse { result, bounds }));
                }
                Ok(_) => engine.call("bounds", vec![Value::Text(entity)], move |answer| {
                    let (result, bounds) = match answer {
                        Ok(told) => (results::ok(), of_entity(&told)),
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

/// The bounds in the frame of the entity; empty if nothing of it is seen.
fn of_entity(told: &Value) -> Bounds {
    let first = told.as_list().unwrap_or_default().first().and_then(Value::as_map);
    first.and_then(|map| corners(map, "in_object")).map_or_else(Bounds::default, of_box)
}

/// A box as bounds.
#[must_use]
pub fn of_box([low, high]: Corners) -> Bounds {
    let point = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
    Bounds { r#type: Bounds::TYPE_BOX, points: vec![point(high), point(low)] }
}

fn corners(map: &Map, key: &str) -> Option<Corners> {
    let list = map.get(key)?.as_list()?;
    let corner = |place: usize| list.get(place).map(numbers::<3>);
    Some([corner(0)?, corner(1)?])
}

/// The boxes of all objects along the axes of the world, by name.
#[must_use]
pub fn in_world(told: &Value) -> BTreeMap<String, Corners> {
    let maps = told.as_list().unwrap_or_default().iter().filter_map(Value::as_map);
    maps.filter_map(|map| Some((map.get("name")?.as_str()?.to_owned(), corners(map, "in_world")?))).collect()
}

/// A part of the world.
#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// A box along the axes of the world.
    Box(Corners),
    /// A ball.
    Sphere {
        /// Its middle. [m]
        centre: [f64; 3],
        /// Its radius. [m]
        radius: f64,
    },
    /// The convex hull of points.
    ConvexHull(ConvexHull),
}

impl Region {
    /// The region of bounds; `None` for empty bounds, which all overlap.
    ///
    /// # Errors
    /// When there are no such bounds, or they are wrong.
    pub fn new(bounds: &Bounds) -> Result<Option<Self>, Outcome> {
        let wrong = |reason: &str| Err(failed(Outcome::RESULT_OPERATION_FAILED, reason));
        let points: Vec<[f64; 3]> = bounds.points.iter().map(|point| [point.x, point.y, point.z]).collect();
        if points.iter().flatten().any(|number| !number.is_finite()) {
            return wrong("the points of bounds must be finite numbers");
        }
        match (bounds.r#type, points.as_slice()) {
            (Bounds::TYPE_EMPTY, _) => Ok(None),
            (Bounds::TYPE_BOX, &[a, b]) => {
                let of = |pick: fn(f64, f64) -> f64| std::array::from_fn(|axis| pick(a[axis], b[axis]));
                Ok(Some(Self::Box([of(f64::min), of(f64::max)])))
            }
            (Bounds::TYPE_SPHERE, &[_, [radius, ..]]) if radius < 0.0 => {
                wrong("the radius of a sphere must not be negative")
            }
            (Bounds::TYPE_SPHERE, &[centre, [radius, ..]]) => Ok(Some(Self::Sphere { centre, radius })),
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

    /// Whether a box along the axes of the world has a point in common with the region.
    #[must_use]
    pub fn overlaps(&self, [low, high]: Corners) -> bool {
        match self {
            Self::Box([from, to]) => (0..3).all(|axis| low[axis] <= to[axis] && from[axis] <= high[axis]),
            Self::Sphere { centre, radius } => {
                let off = |axis: usize| centre[axis] - centre[axis].clamp(low[axis], high[axis]);
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
    fn boxes_overlap_boxes_and_balls() {
        let region = |bounds| Region::new(&bounds).unwrap().unwrap();
        let unit: Corners = [[0.0; 3], [1.0; 3]];
        // The upper corner may come first.
        let near = region(bounds(Bounds::TYPE_BOX, &[[2.0; 3], [1.0; 3]]));
        assert!(near.overlaps(unit) && !near.overlaps([[0.0; 3], [1.0, 1.0, 0.9]]));
        let ball = |radius| region(bounds(Bounds::TYPE_SPHERE, &[[2.0, 0.5, 0.5], [radius, 0.0, 0.0]]));
        assert!(ball(1.0).overlaps(unit) && !ball(0.99).overlaps(unit));
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
