//! Multi-node simulation: several simulators share a scene. Each moves its own robots and receives the poses of the
//! robots of the other simulators.

use morse_world::{NodeId, Pose};

use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;

/// The robots that this simulator moves, by name, with their poses in the world; in scene order.
pub(crate) fn own_robots(simulation: &Simulation) -> impl Iterator<Item = (&str, Pose)> {
    let own = simulation.state.robots.iter().filter(|robot| !robot.external);
    own.map(|robot| (robot.meta.name.as_str(), simulation.state.world.world_from(robot.meta.node)))
}

/// Sets the poses of objects that other simulators move. Unknown names and objects that belong to a robot of this
/// simulator are ignored.
pub(crate) fn set_remote_poses(simulation: &mut Simulation, objects: &[(String, Pose)]) {
    for (name, world_from_object) in objects {
        let Some(node) = simulation.state.world.find(name).filter(|&node| !is_own(simulation, node)) else {
            continue;
        };
        // Unchanged poses are skipped to save time.
        if simulation.state.world.world_from(node) != *world_from_object {
            simulation.state.world.set_world_pose(node, *world_from_object);
        }
    }
}

/// Whether a node belongs to a robot that this simulator moves.
pub(crate) fn is_own(simulation: &Simulation, node: NodeId) -> bool {
    let mut above = std::iter::successors(Some(node), |&node| simulation.state.world.parent(node));
    above.any(|node| match simulation.model.instances.get(simulation.state.world.name(node)) {
        Some(&InstanceRef::Robot(index)) => !simulation.state.robots[index].external,
        _ => false,
    })
}
