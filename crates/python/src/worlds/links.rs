//! Observations of all links of a robot: their inertia, velocity and contact forces about the center of mass of the robot.
//!
//! They are the quantities `cinert`, `cvel` and `cfrc_ext` of MuJoCo (documentation, "Computation", section "Kinematics").

use glam::{DMat3, DVec3};
use morse_world::{NodeId, World};

/// A quantity of links.
#[derive(Clone, Copy)]
pub(super) enum LinkQuantity {
    /// Moments of inertia xx, yy, zz, xy, xz, yz about the center of mass of the robot [kg m²], mass times the position of the link's
    /// center of mass from there [kg m], mass [kg].
    Inertia,
    /// Angular velocity [rad/s], and velocity of the point of the link at the center of mass of the robot [m/s].
    Velocity,
    /// Moment about the center of mass of the robot [N m] and sum [N] of the contact forces on the link.
    Force,
}

impl LinkQuantity {
    /// The quantity of a field.
    pub(super) fn of_field(field: &str) -> Option<LinkQuantity> {
        match field {
            "@link_inertia" => Some(LinkQuantity::Inertia),
            "@link_velocity" => Some(LinkQuantity::Velocity),
            "@link_force" => Some(LinkQuantity::Force),
            _ => None,
        }
    }

    /// The numbers of links, one link after the other, along the axes of the world.
    pub(super) fn numbers(self, world: &World, links: &[NodeId]) -> Vec<f64> {
        let center = center_of_mass(world, links);
        match self {
            LinkQuantity::Inertia => links.iter().flat_map(|&link| inertia(world, link, center)).collect(),
            LinkQuantity::Velocity => links.iter().flat_map(|&link| velocity(world, link, center)).collect(),
            LinkQuantity::Force => forces(world, links, center),
        }
    }
}

/// The links of a robot that have mass, in the order of its file. Names of pieces of links have a slash, those of components begin
/// with the name of the robot.
pub(crate) fn links(world: &World, robot: NodeId) -> Vec<NodeId> {
    let components = format!("{}.", world.name(robot));
    let is_link = |node: NodeId| {
        let name = world.name(node);
        let is_named = node == robot || (!name.contains('/') && !name.starts_with(&components));
        is_named && world.momentum(&[node]).mass > 0.0
    };
    let mut links: Vec<NodeId> =
        world.subtree(robot).into_iter().filter(|&node| world.has_body(node) && is_link(node)).collect();
    links.sort_unstable();
    links
}

/// The center of mass of links in the world. [m]
pub(super) fn center_of_mass(world: &World, links: &[NodeId]) -> DVec3 {
    let sum = world.momentum(links);
    if sum.mass > 0.0 { sum.moment / sum.mass } else { DVec3::ZERO }
}

fn inertia(world: &World, link: NodeId, center: DVec3) -> [f64; 10] {
    let own = world.momentum(&[link]);
    let arm = own.moment / own.mass - center;
    let axes = DMat3::from_quat(world.world_from(link).rotation);
    let tensor = axes * world.inertia_tensor(link) * axes.transpose();
    let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
    let about = tensor + (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * own.mass;
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = about;
    let first = arm * own.mass;
    [x.x, y.y, z.z, x.y, x.z, y.z, first.x, first.y, first.z, own.mass]
}

fn velocity(world: &World, link: NodeId, center: DVec3) -> [f64; 6] {
    // Bodies that fixed joints connect have the velocity of the one that carries them.
    let above = std::iter::successors(Some(link), |&node| world.parent(node));
    let carrier = above.into_iter().find(|&node| world.is_free(node)).unwrap_or(link);
    let [linear, angular] = world.velocities(carrier);
    let linear = linear + angular.cross(center - world.world_from(carrier).translation);
    [angular.x, angular.y, angular.z, linear.x, linear.y, linear.z]
}

fn forces(world: &World, links: &[NodeId], center: DVec3) -> Vec<f64> {
    let mut sums = vec![0.0; 6 * links.len()];
    for contact in world.contact_forces() {
        for (node, sign) in [(contact.one, -1.0), (contact.other, 1.0)] {
            let Ok(place) = links.binary_search(&node) else { continue };
            let force = contact.force * sign;
            let moment = (contact.position - center).cross(force);
            let numbers = moment.to_array().into_iter().chain(force.to_array());
            for (sum, number) in sums[6 * place..].iter_mut().zip(numbers) {
                *sum += number;
            }
        }
    }
    sums
}
