//! Pulls bodies by springs.

use glam::DVec3;

use crate::physics::body::pulls::Pull;
use crate::{NodeId, World, WorldError};

/// Natural frequency of a spring with the mass of the whole robot. [rad/s]
const FREQUENCY_RAD_PER_S: f64 = 6.0;
/// Largest stiffness and damping, in shares of those with which a light link, pulled by a force that is constant in a tick, would
/// oscillate.
const STIFFNESS_SHARE: f64 = 0.25;
const DAMPING_SHARE: f64 = 0.5;

/// See [`World::pull`].
pub(crate) fn pull(
    world: &mut World,
    id: NodeId,
    point: DVec3,
    target: DVec3,
    ticks: u32,
) -> Result<(), WorldError> {
    if world.mass(id) <= 0.0 {
        let allowed = "for bodies that physics moves";
        return Err(WorldError::bad(world.name(id), "pull", target, allowed));
    }
    if !point.is_finite() || !target.is_finite() || point.length() > 1e6 || target.length() > 1e6 {
        return Err(WorldError::bad(world.name(id), "pull", target, "coordinates up to 1e6 meters"));
    }
    world.physics.watch(id);
    world.physics.pulls.insert(id, Pull { point, target, ticks });
    Ok(())
}

/// Applies the forces of all springs in the coming tick.
pub(crate) fn apply(world: &mut World) {
    if world.physics.pulls.is_empty() {
        return;
    }
    let mut pulls = std::mem::take(&mut world.physics.pulls);
    pulls.retain(|&id, pull| {
        let [force, torque] = wrench(world, id, pull);
        world.apply_force(id, force);
        world.apply_torque(id, torque);
        pull.ticks = pull.ticks.saturating_sub(1);
        pull.ticks > 0
    });
    world.physics.pulls = pulls;
}

/// Force at the center of mass, and torque. [N, N m]
fn wrench(world: &World, id: NodeId, pull: &Pull) -> [DVec3; 2] {
    let world_from_node = world.world_from(id);
    let point = world_from_node.transform_point(pull.point);
    let arm = point - world_from_node.transform_point(world.center_of_mass(id));
    let [linear, angular] = world.velocities(id);
    let velocity = linear + angular.cross(arm);
    let (mass, tick_s) = (world.mass(id), world.settings.tick_s);
    // The mass that the point seems to have, at least: other links add to it.
    let inertia = world.local_inertia(id).min_element().max(1e-9);
    let light = 1.0 / (1.0 / mass + arm.length_squared() / inertia);
    let robot = world.subtree(root_of(world, id)).into_iter().map(|node| world.mass(node)).sum::<f64>();
    let stiffness = (robot * FREQUENCY_RAD_PER_S.powi(2)).min(STIFFNESS_SHARE * light / tick_s.powi(2));
    let damping = (2.0 * robot * FREQUENCY_RAD_PER_S).min(DAMPING_SHARE * light / tick_s);
    let force = stiffness * (pull.target - point) - damping * velocity;
    [force, arm.cross(force)]
}

/// The topmost node above a node.
fn root_of(world: &World, id: NodeId) -> NodeId {
    let mut at = id;
    while let Some(parent) = world.parent(at) {
        at = parent;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape};

    #[test]
    fn pulled_corner_of_a_cube_is_held_at_its_target() {
        let mut world = World::new(PhysicsSettings { gravity: 0.0, ..PhysicsSettings::default() });
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::splat(0.2) })];
        let body = BodySpec { physics: PhysicsType::RigidBody, mass: 3.0, shapes, ..BodySpec::default() };
        let cube = world.add_node(NodeSpec::new("cube").with_body(body)).unwrap();
        let (corner, target) = (DVec3::splat(0.2), DVec3::new(1.0, 0.5, 0.3));
        for tick in 0..600 {
            world.pull(cube, corner, target, 2).unwrap();
            world.advance();
            // The cube still swings about its corner, which is held.
            let at = world.world_from(cube).transform_point(corner);
            assert!(tick < 500 || at.distance(target) < 0.02, "tick {tick}: {at}");
        }
        // It ends by itself.
        for _ in 0..3 {
            world.advance();
        }
        assert!(world.physics.pulls.is_empty());
        assert!(world.pull(cube, DVec3::NAN, target, 2).is_err());
    }
}
