//! Mass and momentum of several nodes together.

use glam::{DMat3, DVec3};

use crate::{NodeId, World};

/// Mass and momentum of bodies.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Momentum {
    /// Mass. [kg]
    pub mass: f64,
    /// Mass times the center of mass in the world. [kg m]
    pub moment: DVec3,
    /// Linear momentum in the world. [kg m/s]
    pub linear: DVec3,
    /// Angular momentum about the origin of the world. [kg m²/s]
    pub angular: DVec3,
}

/// See [`World::momentum`].
pub(crate) fn momentum(world: &World, nodes: &[NodeId]) -> Momentum {
    let mut sum = Momentum::default();
    for &node in nodes {
        let Some(body) = world.physics.body(node) else { continue };
        let own = &body.own;
        if own.mass <= 0.0 {
            continue;
        }
        let world_from_node = world.world_from(node);
        let center = world_from_node.transform_point(own.center);
        // Velocities are those of the body that carries the node.
        let carrier = world.tree.anchor(node);
        let turn_rate = world.angular_velocity(carrier);
        let arm = center - world.world_from(carrier).translation;
        let velocity = world.linear_velocity(carrier) + turn_rate.cross(arm);
        let axes = DMat3::from_quat(world_from_node.rotation);
        let spin = axes * (own.tensor * (axes.transpose() * turn_rate));
        sum.mass += own.mass;
        sum.moment += center * own.mass;
        sum.linear += velocity * own.mass;
        sum.angular += center.cross(velocity) * own.mass + spin;
    }
    sum
}
