//! Kinematics of robots with joints: poses and Jacobians as the world has them, solutions within limits.

use crate::common::arms::{arm, link, void};
use crate::common::at;
use glam::{DQuat, DVec3};
use morse_world::{
    IkRequest, JointId, JointKind, JointLimits, JointSpec, Mimic, NodeId, NodeSpec, Pose, RobotKinematics,
    World,
};

/// A base with an arm of six joints, and a tool fixed to its last link.
fn robot() -> (World, NodeId, NodeId, Vec<JointId>) {
    let mut world = void();
    let place = Pose { translation: DVec3::new(1.0, 2.0, 0.5), rotation: DQuat::from_rotation_z(0.7) };
    let base = world.add_node(NodeSpec::new("base").at(place)).unwrap();
    let axes = [DVec3::Z, DVec3::Y, DVec3::Y, DVec3::X, DVec3::Y, DVec3::X];
    let mut parent = base;
    let mut joints = Vec::new();
    for (number, axis) in axes.into_iter().enumerate() {
        let node = world.add_node(NodeSpec::new(format!("link{number}")).with_body(link(
            1.0,
            DVec3::ZERO,
            DVec3::ONE,
        )));
        let limits = JointLimits { lower: -2.5, upper: 2.5, ..JointLimits::default() };
        let spec = JointSpec::new(format!("joint{number}"), Some(parent), node.unwrap(), JointKind::Revolute);
        parent = spec.child;
        joints
            .push(world.add_joint(JointSpec { limits, ..spec.about(axis).at(at(0.02, 0.0, 0.3)) }).unwrap());
    }
    let tool = NodeSpec { parent: Some(parent), ..NodeSpec::new("tool").at(at(0.1, 0.02, 0.05)) };
    let tool = world.add_node(tool).unwrap();
    (world, base, tool, joints)
}

fn configuration(seed: usize) -> Vec<f64> {
    (0..6).map(|joint| 2.0 * ((seed * 6 + joint) as f64 * 1.7).sin()).collect()
}

fn request(node: NodeId, pose: Pose) -> IkRequest {
    IkRequest {
        node,
        point: DVec3::ZERO,
        position: pose.translation,
        rotation: Some(pose.rotation),
        tolerance_m: 1e-9,
        tolerance_rad: 1e-9,
    }
}

fn assert_reaches(kinematics: &mut RobotKinematics, node: NodeId, pose: Pose, positions: &[f64]) {
    let found = kinematics.base_from(node, positions).unwrap();
    assert!(found.translation.distance(pose.translation) < 1e-8, "{found:?} instead of {pose:?}");
    assert!(found.rotation.angle_between(pose.rotation) < 1e-7);
    assert!(positions.iter().all(|position| position.abs() <= 2.5), "{positions:?}");
}

#[test]
fn poses_of_links_are_those_of_the_world() {
    let (mut world, base, tool, joints) = robot();
    let mut kinematics = world.kinematics(base).unwrap();
    assert_eq!(kinematics.joints(), joints);
    for seed in 0..20 {
        let q = configuration(seed);
        for (&joint, &position) in joints.iter().zip(&q) {
            world.set_joint_position(joint, position);
        }
        let expected = world.world_from(base).inverse() * world.world_from(tool);
        let found = kinematics.base_from(tool, &q).unwrap();
        assert!(found.translation.distance(expected.translation) < 1e-12);
        assert!(found.rotation.angle_between(expected.rotation) < 1e-7);
    }
}

#[test]
fn jacobian_is_the_derivative_of_the_pose() {
    let (world, base, tool, joints) = robot();
    let mut kinematics = world.kinematics(base).unwrap();
    let (q, point, step) = (configuration(3), DVec3::new(0.1, -0.2, 0.3), 1e-6);
    let jacobian = kinematics.jacobian(tool, point, &q).unwrap();
    for joint in 0..joints.len() {
        let mut pose_at = |by: f64| {
            let mut moved = q.clone();
            moved[joint] += by;
            kinematics.base_from(tool, &moved).unwrap()
        };
        let (before, after) = (pose_at(-step), pose_at(step));
        let velocity = (after.transform_point(point) - before.transform_point(point)) / (2.0 * step);
        let turn = (after.rotation * before.rotation.inverse()).to_scaled_axis() / (2.0 * step);
        let [x, y, z, a, b, c] = jacobian[joint];
        assert!(velocity.distance(DVec3::new(x, y, z)) < 1e-8, "joint {joint}");
        assert!(turn.distance(DVec3::new(a, b, c)) < 1e-8, "joint {joint}");
    }
}

#[test]
fn solution_puts_the_tool_to_every_place_that_it_can_reach() {
    let (world, base, tool, _) = robot();
    let mut kinematics = world.kinematics(base).unwrap();
    for seed in 0..50 {
        let pose = kinematics.base_from(tool, &configuration(seed)).unwrap();
        let solution = kinematics.solve(&request(tool, pose), &[0.1; 6]).unwrap();
        assert!(solution.is_reached, "{seed}: {solution:?}");
        assert_reaches(&mut kinematics, tool, pose, &solution.positions);
        let again = kinematics.solve(&request(tool, pose), &[0.1; 6]).unwrap();
        assert_eq!(solution, again);
    }
}

#[test]
fn place_out_of_reach_has_its_distance() {
    let (world, base, tool, _) = robot();
    let mut kinematics = world.kinematics(base).unwrap();
    let far = IkRequest { rotation: None, ..request(tool, at(9.0, 0.0, 0.3)) };
    let solution = kinematics.solve(&far, &[0.0; 6]).unwrap();
    assert!(!solution.is_reached && solution.error_rad == 0.0);
    let found = kinematics.base_from(tool, &solution.positions).unwrap().translation;
    assert!((found.distance(DVec3::new(9.0, 0.0, 0.3)) - solution.error_m).abs() < 1e-9);
    // Four links of 0.3 m and the tool point to the place from a joint 0.3 m above it.
    assert!(solution.error_m < 7.7, "{}", solution.error_m);
}

#[test]
fn mimic_joints_move_with_their_leaders() {
    let mut world = void();
    let base = world.add_node(NodeSpec::new("base")).unwrap();
    let mut joints: Vec<JointId> = Vec::new();
    let mut parent = base;
    for number in 0..3 {
        let body = link(1.0, DVec3::ZERO, DVec3::ONE);
        let node = world.add_node(NodeSpec::new(format!("link{number}")).with_body(body)).unwrap();
        let spec = JointSpec::new(format!("joint{number}"), Some(parent), node, JointKind::Prismatic);
        let mimic = joints.last().map(|&leader| Mimic { leader, multiplier: 2.0, offset: 0.1 });
        joints.push(world.add_joint(JointSpec { mimic, ..spec.about(DVec3::X) }).unwrap());
        parent = node;
    }
    let mut kinematics = world.kinematics(base).unwrap();
    assert_eq!(kinematics.joints(), &joints[..1]);
    // x + (2 x + 0.1) + (2 (2 x + 0.1) + 0.1)
    let found = kinematics.base_from(parent, &[0.5]).unwrap().translation.x;
    assert!((found - 3.9).abs() < 1e-12, "{found}");
    assert_eq!(kinematics.jacobian(parent, DVec3::ZERO, &[0.5]).unwrap(), [[7.0, 0.0, 0.0, 0.0, 0.0, 0.0]]);
}

#[test]
fn robots_without_joints_have_no_kinematics() {
    let mut world = void();
    let base = world.add_node(NodeSpec::new("base")).unwrap();
    assert!(world.kinematics(base).is_none());
    arm(&mut world, "arm", at(0.0, 0.0, 0.0), 0.0);
    assert!(world.kinematics(base).is_none());
}
