//! A spinning top on a fixed point.

use glam::DVec3;
use morse_world::{JointId, JointKind, JointSpec, NodeSpec, World};

use super::arms::{link, void};

/// A fast inclined top in two almost massless rings.
pub struct Top {
    pub world: World,
    /// The precession joint, about the vertical.
    pub round: JointId,
    /// The inclination joint.
    pub lean: JointId,
    /// Inclination from the vertical. [rad]
    pub leaning: f64,
    /// Rate of the steady precession. [rad/s]
    pub precession: f64,
}

/// A top of 1 kg with its center 5 cm above its point, spinning at 60 rad/s.
///
/// Steady precession (Goldstein, Classical Mechanics, section 5.7) is the slow root of `A Ω² cos θ - C ω Ω + m g h = 0`, with
/// the moments of inertia A about a transverse axis through the point and C about the axis of symmetry.
pub fn top() -> Top {
    let (mass, height, leaning, spin) = (1.0, 0.05, 0.5_f64, 60.0);
    let (across, along) = (0.003 + mass * height * height, 0.004);
    let [a, b, c] = [across * leaning.cos(), along * spin, mass * 9.81 * height];
    let precession = (b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a);
    let ring = link(1e-6, DVec3::ZERO, DVec3::splat(1e-9));
    let body = link(mass, DVec3::Z * height, DVec3::new(0.003, 0.003, along));
    let mut world = void();
    let mut parent = None;
    let parts =
        [("round", &ring, DVec3::Z, 0.0), ("lean", &ring, DVec3::Y, leaning), ("spin", &body, DVec3::Z, 0.0)];
    let [round, lean, own] = parts.map(|(name, body, axis, position)| {
        let node = world.add_node(NodeSpec::new(name).with_body(body.clone())).unwrap();
        let joint = JointSpec::new(name, parent.replace(node), node, JointKind::Continuous).about(axis);
        world.add_joint(JointSpec { position, ..joint }).unwrap()
    });
    world.set_joint_velocity(round, precession);
    world.set_joint_velocity(own, spin - precession * leaning.cos());
    Top { world, round, lean, leaning, precession }
}
