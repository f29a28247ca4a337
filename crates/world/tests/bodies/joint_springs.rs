//! Springs and rotor inertias of joints compared with closed forms.

use crate::common::arms::{link, void};
use crate::common::{HZ, assert_close};
use glam::DVec3;
use morse_world::{JointDrive, JointId, JointKind, JointSpec, JointSpring, NodeSpec, World};

/// A slider of 2 kg along an axis, with a spring and a rotor.
fn slider(axis: DVec3, spring: Option<JointSpring>, armature: f64) -> (World, JointId) {
    let mut world = void();
    let sled = world.add_node(NodeSpec::new("sled").with_body(link(2.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let spec = JointSpec::new("rail", None, sled, JointKind::Prismatic).about(axis);
    let rail = world.add_joint(JointSpec { spring, armature, ..spec }).unwrap();
    (world, rail)
}

#[test]
fn rotor_inertia_is_accelerated_but_has_no_weight() {
    let (mut world, rail) = slider(DVec3::X, None, 6.0);
    world.drive_joint(rail, JointDrive::Effort(4.0));
    (0..HZ).for_each(|_| world.advance());
    assert_close(world.joint_velocity(rail), 4.0 / (2.0 + 6.0), 1e-6);
    assert_close(world.joint_load(rail).inertia, 8.0, 1e-12);
    let (mut world, rail) = slider(DVec3::Z, None, 6.0);
    (0..HZ).for_each(|_| world.advance());
    assert_close(world.joint_velocity(rail), -9.81 * 2.0 / (2.0 + 6.0), 1e-6);
}

#[test]
fn spring_swings_about_its_rest_with_the_period_of_its_mass() {
    // A period of 2 s: stiffness (2π / 2 s)² · 2 kg.
    let stiffness = std::f64::consts::PI.powi(2) * 2.0;
    let (mut world, rail) = slider(DVec3::X, Some(JointSpring { stiffness, rest: 0.1 }), 0.0);
    (0..HZ).for_each(|_| world.advance());
    // Steps of finite length damp the motion by a few percent.
    assert_close(world.joint_position(rail), 0.2, 0.006);
    assert_close(world.joint_velocity(rail), 0.0, 0.02);
    (0..HZ).for_each(|_| world.advance());
    assert_close(world.joint_position(rail), 0.0, 0.012);
}

#[test]
fn damped_spring_holds_a_weight_at_its_deflection() {
    let spring = JointSpring { stiffness: 200.0, rest: 0.3 };
    let mut world = void();
    let sled = world.add_node(NodeSpec::new("sled").with_body(link(2.0, DVec3::ZERO, DVec3::ONE))).unwrap();
    let spec = JointSpec::new("rail", None, sled, JointKind::Prismatic).about(DVec3::Z);
    let rail = world.add_joint(JointSpec { spring: Some(spring), damping: 40.0, ..spec }).unwrap();
    (0..4 * HZ).for_each(|_| world.advance());
    assert_close(world.joint_position(rail), 0.3 - 2.0 * 9.81 / 200.0, 1e-6);
}
