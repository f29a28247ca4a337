//! Pendulums and arms.

use glam::{DMat3, DVec3};
use morse_world::{
    BodySpec, Inertia, JointId, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, Pose, World,
};

use super::{at, rigid};

/// A world without bodies, with gravity.
pub fn void() -> World {
    World::new(PhysicsSettings::default())
}

/// A body with the given mass distribution, without shapes.
pub fn link(mass: f64, center_of_mass: DVec3, moments: DVec3) -> BodySpec {
    let inertia = Inertia { center_of_mass, tensor: DMat3::from_diagonal(moments) };
    BodySpec { inertia: Some(inertia), ..rigid(mass, 0.5, Vec::new()) }
}

/// A bob below a joint about the y axis of the world, given its mass [kg], its distance from the joint [m], its moment of
/// inertia about its center [kg m²] and the initial angle [rad].
pub fn pendulum(world: &mut World, mass: f64, length: f64, moment: f64, angle: f64) -> JointId {
    let body = link(mass, DVec3::new(0.0, 0.0, -length), DVec3::splat(moment));
    let bob = world.add_node(NodeSpec::new("bob").with_body(body)).unwrap();
    let spec = JointSpec::new("hinge", None, bob, JointKind::Revolute);
    world.add_joint(JointSpec { position: angle, ..spec.about(DVec3::Y).at(at(0.0, 0.0, 2.0)) }).unwrap()
}

/// An arm of six links of 0.3 m, thinner and lighter outwards, with joints about z, y, y, x, y, x.
pub fn arm(world: &mut World, name: &str, foot: Pose, start: f64) -> Vec<JointId> {
    let axes = [DVec3::Z, DVec3::Y, DVec3::Y, DVec3::X, DVec3::Y, DVec3::X];
    let mut parent: Option<NodeId> = None;
    axes.into_iter()
        .enumerate()
        .map(|(i, axis)| {
            let mass = 4.0 / (1.0 + i as f64);
            let body = link(mass, DVec3::new(0.0, 0.0, 0.15), DVec3::new(0.01, 0.01, 0.004) * mass);
            let node = world.add_node(NodeSpec::new(format!("{name}.{i}")).with_body(body)).unwrap();
            let place = if parent.is_some() { at(0.0, 0.0, 0.3) } else { foot };
            let spec = JointSpec::new(format!("{name}.joint{i}"), parent, node, JointKind::Revolute);
            parent = Some(node);
            world.add_joint(JointSpec { position: start, ..spec.about(axis).at(place) }).unwrap()
        })
        .collect()
}

/// Kinetic and potential energy of links made by [`arm`] or [`link`]. [J]
pub fn energy(world: &World, nodes: &[(NodeId, BodySpec)]) -> f64 {
    nodes
        .iter()
        .map(|(node, body)| {
            let inertia = body.inertia.unwrap();
            let pose = world.world_from(*node);
            let spin = pose.rotation.inverse() * world.angular_velocity(*node);
            let arm = pose.rotation * inertia.center_of_mass;
            let speed = world.linear_velocity(*node) + world.angular_velocity(*node).cross(arm);
            let height = (pose.translation + arm).z;
            body.mass * (0.5 * speed.length_squared() + 9.81 * height) + 0.5 * spin.dot(inertia.tensor * spin)
        })
        .sum()
}

/// The links of an arm with their bodies.
pub fn links(world: &World, arm: &[JointId]) -> Vec<(NodeId, BodySpec)> {
    arm.iter()
        .enumerate()
        .map(|(i, &joint)| {
            let mass = 4.0 / (1.0 + i as f64);
            let body = link(mass, DVec3::new(0.0, 0.0, 0.15), DVec3::new(0.01, 0.01, 0.004) * mass);
            (world.joint_child(joint), body)
        })
        .collect()
}
