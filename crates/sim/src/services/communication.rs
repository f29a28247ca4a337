//! The pseudo component `communication`: distance and line of sight between robots.

use morse_scene::value::Value;
use morse_world::NodeId;

use crate::contract::service::{Arguments, ServiceError};
use crate::engine::simulation::Simulation;

/// `distance_and_view`: the distance between two robots [m], and whether there is a line of sight between them, that
/// is, a ray from origin to origin hits no other object. The ray need not hit the second robot, whose origin may lie
/// just outside of its body.
pub(super) fn call(simulation: &Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let (from, to) = (
        robot(simulation, &arguments.take::<String>(0)?)?,
        robot(simulation, &arguments.take::<String>(1)?)?,
    );
    let world = simulation.world();
    let (start, end) = (world.world_from(from).translation, world.world_from(to).translation);
    let distance = start.distance(end);
    // A ray of the exact length might end just before a surface at the robot's origin.
    const BEYOND_M: f64 = 1e-3;
    let hit = world.cast_ray(start, end - start, distance + BEYOND_M, Some(from));
    let visible = match hit {
        Some(hit) => belongs_to(simulation, hit.node, to),
        None => world.subtree(to).into_iter().any(|node| world.has_body(node)),
    };
    Ok(Value::List(vec![Value::Float(distance), Value::Bool(visible)]))
}

fn robot(simulation: &Simulation, name: &str) -> Result<NodeId, ServiceError> {
    let robot = simulation.state.robots.iter().find(|robot| robot.meta.name == name);
    robot
        .map(|robot| robot.meta.node)
        .ok_or_else(|| ServiceError::Refused(format!("{name} does not exist in the simulation ")))
}

fn belongs_to(simulation: &Simulation, node: NodeId, ancestor: NodeId) -> bool {
    std::iter::successors(Some(node), |&node| simulation.world().parent(node)).any(|node| node == ancestor)
}
