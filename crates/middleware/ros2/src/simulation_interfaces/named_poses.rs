//! Named poses: the zones of the scene. The tag of a named pose is the kind of the zone, its bounds are the size.

use morse_ros::messages::geometry_msgs::{Point, Pose, Quaternion};
use morse_ros::messages::simulation_interfaces::{
    Bounds, GetNamedPoseBounds, GetNamedPoseBoundsRequest, GetNamedPoseBoundsResponse, GetNamedPoses,
    GetNamedPosesRequest, GetNamedPosesResponse, NamedPose, Result as Outcome,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::{Map, Value};

use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::engine::object::numbers;
use crate::simulation_interfaces::filters::Tags;
use crate::simulation_interfaces::results::{Failure, failed};
use crate::simulation_interfaces::{bounds, name, results};
use crate::transport_node::Ros2Node;

/// A zone of the scene.
struct Zone {
    name: String,
    kind: String,
    /// Center in the world. [m]
    center: [f64; 3],
    /// Size along the axes of the world. [m]
    size: [f64; 3],
}

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetNamedPoses>(
        &name("get_named_poses"),
        Box::new(move |GetNamedPosesRequest { tags }, reply| {
            let tags = match Tags::new(tags) {
                Ok(tags) => tags,
                Err(result) => return reply.send(Ok(GetNamedPosesResponse { result, poses: Vec::new() })),
            };
            zones(&calls, move |found| {
                let (result, zones) = match found {
                    Ok(zones) => (results::ok(), zones),
                    Err(failure) => (failure.outcome(), Vec::new()),
                };
                let poses = zones.iter().map(pose).filter(|pose| tags.match_tags(&pose.tags)).collect();
                reply.send(Ok(GetNamedPosesResponse { result, poses }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<GetNamedPoseBounds>(
        &name("get_named_pose_bounds"),
        Box::new(move |GetNamedPoseBoundsRequest { name }, reply| {
            zones(&calls, move |found| {
                let found = found.map(|zones| zones.into_iter().find(|zone| zone.name == name));
                let (result, bounds) = match found {
                    Ok(Some(zone)) => (results::ok(), size(&zone)),
                    Ok(None) => {
                        let text = format!("there is no zone '{name}'");
                        (failed(Outcome::RESULT_NOT_FOUND, text), Bounds::default())
                    }
                    Err(failure) => (failure.outcome(), Bounds::default()),
                };
                reply.send(Ok(GetNamedPoseBoundsResponse { result, bounds }));
            });
        }),
    )?
    .keep();
    Ok(())
}

fn zones(engine: &Engine, then: impl FnOnce(Result<Vec<Zone>, Failure>) + Send + 'static) {
    engine.call("zones", Vec::new(), move |answer| {
        then(answer.map(|value| {
            let maps = value.as_list().unwrap_or_default().iter().filter_map(Value::as_map);
            maps.map(read).collect()
        }));
    });
}

fn read(map: &Map) -> Zone {
    let text = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let vector = |key: &str| map.get(key).map(numbers).unwrap_or_default();
    Zone { name: text("name"), kind: text("kind"), center: vector("center"), size: vector("size") }
}

fn pose(zone: &Zone) -> NamedPose {
    let [x, y, z] = zone.center;
    NamedPose {
        name: zone.name.clone(),
        description: if zone.kind.is_empty() {
            "zone".to_owned()
        } else {
            format!("zone of kind {}", zone.kind)
        },
        tags: if zone.kind.is_empty() { Vec::new() } else { vec![zone.kind.clone()] },
        pose: Pose {
            position: Point { x, y, z },
            orientation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        },
    }
}

/// The bounds of a zone, relative to its pose.
fn size(zone: &Zone) -> Bounds {
    let half = zone.size.map(|side| side / 2.0);
    bounds::of_box([half.map(|side| -side), half])
}
