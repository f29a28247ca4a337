//! The pseudo component `communication`: which robots are in sight of each other.

use morse_scene::value::Value;
use morse_world::NodeId;

use crate::service::{Arguments, ServiceError};
use crate::simulation::Simulation;

/// `distance_and_view`: how far two robots are apart, and whether a ray from the origin of the first to that of the
/// second meets the second before anything else.
pub(super) fn call(simulation: &Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let (from, to) = (
        robot(simulation, &arguments.take::<String>(0)?)?,
        robot(simulation, &arguments.take::<String>(1)?)?,
    );
    let world = simulation.world();
    let (start, end) = (world.world_from(from).translation, world.world_from(to).translation);
    let distance = start.distance(end);
    // A ray of exactly this length might end just short of a surface through the origin of the robot.
    const BEYOND_M: f64 = 1e-3;
    let hit = world.cast_ray(start, end - start, distance + BEYOND_M, Some(from));
    let visible = hit.is_some_and(|hit| belongs_to(simulation, hit.node, to));
    Ok(Value::List(vec![Value::Float(distance), Value::Bool(visible)]))
}

fn robot(simulation: &Simulation, name: &str) -> Result<NodeId, ServiceError> {
    let robot = simulation.robots.iter().find(|robot| robot.head.name == name);
    robot
        .map(|robot| robot.head.node)
        .ok_or_else(|| ServiceError::Refused(format!("{name} does not exist in the simulation ")))
}

fn belongs_to(simulation: &Simulation, node: NodeId, ancestor: NodeId) -> bool {
    std::iter::successors(Some(node), |&node| simulation.world().parent(node)).any(|node| node == ancestor)
}
