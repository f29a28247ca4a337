//! Tests with generated robots: the frames of links equal the frames of their parts.

use morse_world::{BodySpec, BoneSpec, Euler, NodeSpec, PhysicsSettings, PhysicsType, Shape};
use morse_world::{Suspension, WheelSpec};

use super::*;
use glam::DQuat;

fn at(position: [f64; 3], yaw: f64) -> Pose {
    let euler = Euler { roll: 0.3, pitch: -0.2, yaw };
    Pose::from_euler(position.into(), euler)
}

pub fn joints(world: &World, robot: NodeId) -> Vec<Joint> {
    joints_of(world, robot, &|name| name == "camera")
}

/// A robot with an arm that has a turning, a sliding and a fixed bone.
pub fn robot() -> (World, NodeId, NodeId) {
    let mut world = World::new(PhysicsSettings::default());
    let robot = world.add_node(NodeSpec::new("robot").at(at([5.0, 1.0, 0.0], 1.0))).unwrap();
    let arm = world.add_node(NodeSpec::new("robot.arm").on(robot).at(at([0.1, 0.2, 0.3], 0.5))).unwrap();
    add_bones(&mut world, arm);
    (world, robot, arm)
}

fn add_bones(world: &mut World, arm: NodeId) {
    let bone =
        |name: &str, parent, pose| BoneSpec { parent, armature_from_rest: pose, ..BoneSpec::new(name) };
    let bones = vec![
        BoneSpec {
            free: [false, false, true],
            limits: [None, None, Some([-1.0, 2.0])],
            ..bone("turn", None, at([0.0, 0.0, 0.1], 0.2))
        },
        BoneSpec { stretch: 0.5, ..bone("slide", Some(0), at([0.0, 0.4, 0.1], 0.7)) },
        bone("base_link", Some(1), at([0.0, 0.6, 0.2], -0.4)),
    ];
    world.add_armature(arm, bones).unwrap();
}

/// Declares a node as a turning part, whose current angle is `angle`.
fn declare_turning_part(world: &mut World, node: NodeId, name: &str, axis: DVec3, angle: f64) {
    let back = Pose { rotation: DQuat::from_axis_angle(axis, -angle), ..Pose::IDENTITY };
    let parent_from_zero = world.parent_from(node) * back;
    let owner = world.parent(node).unwrap();
    let part = TurningPart { name: name.to_owned(), owner, axis, parent_from_zero, limits: None };
    world.set_turning_part(node, part);
}

/// The frames of all links in the frame of the robot, computed like in `robot_state_publisher`.
fn published(world: &World, joints: &[Joint]) -> BTreeMap<String, Pose> {
    let mut frames = BTreeMap::from([(BASE_LINK.to_owned(), Pose::IDENTITY)]);
    for joint in joints {
        let position = joint.read(world).position;
        let moved = match joint.kind {
            JointKind::Prismatic => Pose::from_translation(joint.axis * position),
            JointKind::Fixed => Pose::IDENTITY,
            _ => Pose { rotation: DQuat::from_axis_angle(joint.axis, position), ..Pose::IDENTITY },
        };
        let frame = frames[&joint.parent] * joint.parent_from_joint * moved;
        assert!(frames.insert(joint.link.clone(), frame).is_none(), "duplicate link {}", joint.link);
    }
    frames
}

fn assert_same(found: Pose, expected: Pose, name: &str) {
    assert!(found.translation.distance(expected.translation) < 1e-9, "{name}: {found:?} {expected:?}");
    assert!(found.rotation.dot(expected.rotation).abs() > 1.0 - 1e-12, "{name}: {found:?} {expected:?}");
}

fn robot_from(world: &World, robot: NodeId, node: NodeId) -> Pose {
    world.world_from(robot).inverse() * world.world_from(node)
}

#[test]
fn links_equal_bones_in_any_position() {
    let (mut world, robot, arm) = robot();
    let joints = joints(&world, robot);
    world.set_bone_joint(arm, 0, 0.8);
    world.set_bone_joint(arm, 1, 0.25);
    let frames = published(&world, &joints);
    for (bone, joint) in joints.iter().enumerate() {
        let expected = robot_from(&world, robot, arm) * world.armature(arm).unwrap().armature_from_bone(bone);
        assert_same(frames[&joint.link], expected, &joint.name);
    }
    assert_eq!(joints[0].read(&world).position, 0.8);
    assert_eq!(joints[1].read(&world).position, 0.25);
}

#[test]
fn joints_have_unique_names_and_the_limits_of_the_bones() {
    let (world, robot, _) = robot();
    let joints = joints(&world, robot);
    let names: Vec<_> = joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["turn", "slide", "robot.arm.base_link"]);
    assert_eq!(joints.iter().filter(|joint| joint.moves()).count(), 2);
    assert_eq!((joints[0].limits, joints[0].axis), ([-1.0, 2.0], DVec3::Z));
    assert_eq!((joints[1].limits, joints[1].axis), ([0.0, 0.5], DVec3::Y));
}

#[test]
fn turning_parts_and_their_loads_are_in_the_tree_of_the_arm() {
    let (mut world, robot, arm) = robot();
    let mut add = |name: &str, parent, x: f64| {
        world.add_node(NodeSpec::new(name).on(parent).at(at([x, 0.1, 0.0], x))).unwrap()
    };
    // A pan-tilt unit on the last bone, whose tilt part carries a second arm.
    let unit = add("robot.unit", arm, 0.4);
    let pan = add("Pan", unit, 0.1);
    let tilt = add("Tilt", pan, 0.2);
    let second = add("robot.second", tilt, 0.3);
    add_bones(&mut world, second);
    world.attach_to_bone(unit, "base_link").unwrap();
    declare_turning_part(&mut world, pan, "camera", DVec3::Z, 0.3);
    declare_turning_part(&mut world, tilt, "turn", DVec3::Y, 0.0);
    let joints = joints(&world, robot);
    for (node, axis, by) in [(pan, DVec3::Z, 0.5), (tilt, DVec3::Y, -0.7)] {
        let turn = Pose { rotation: DQuat::from_axis_angle(axis, by), ..Pose::IDENTITY };
        world.set_local_pose(node, world.parent_from(node) * turn);
    }
    world.set_bone_joint(arm, 0, 0.8);
    world.set_bone_joint(second, 0, -0.6);
    let found = |name: &str| joints.iter().find(|joint| joint.name == name).unwrap();
    assert!((found("camera").read(&world).position - 0.8).abs() < 1e-9);
    assert_eq!(found("camera").link, "camera_link", "TF has a frame of this name");
    assert_eq!(found("camera").parent, "robot.arm.base_link");
    assert_eq!(found("Pan.turn").parent, "camera_link");
    assert_eq!(found("robot.second.turn").parent, "Pan.turn");
    let frames = published(&world, &joints);
    assert_eq!(frames.len(), 1 + joints.len());
    assert_same(frames["camera_link"], robot_from(&world, robot, pan), "pan");
    assert_same(frames["Pan.turn"], robot_from(&world, robot, tilt), "tilt");
    let last = world.armature(second).unwrap().armature_from_bone(2);
    assert_same(frames["robot.second.base_link"], robot_from(&world, robot, second) * last, "second arm");
}

/// A car with a steered wheel with suspension, and a wheel without steering and suspension.
fn car() -> (World, NodeId, [NodeId; 2]) {
    let mut world = World::new(PhysicsSettings::default());
    let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::new(1.0, 0.5, 0.2) })];
    let body = BodySpec { physics: PhysicsType::Dynamic, shapes, mass: 10.0, ..BodySpec::default() };
    let car = world.add_node(NodeSpec::new("car").at(at([0.0, 0.0, 50.0], 0.4)).with_body(body)).unwrap();
    let mut wheel =
        |name: &str, x: f64| world.add_node(NodeSpec::new(name).on(car).at(at([x, 0.5, -0.3], 1.0))).unwrap();
    let nodes = [wheel("front", 0.8), wheel("rear.001", -0.8)];
    let spring = Suspension {
        rest_length: 0.3,
        stiffness: 100.0,
        compression_damping: 1.0,
        extension_damping: 1.0,
        ray_cast: false,
    };
    let front = WheelSpec {
        node: Some(nodes[0]),
        steered: true,
        suspension: Some(spring),
        ..WheelSpec::new(DVec3::new(0.8, 0.5, 0.0), 0.2)
    };
    let rear = WheelSpec {
        name: "rear".to_owned(),
        node: Some(nodes[1]),
        ..WheelSpec::new(DVec3::new(-0.8, 0.5, -0.3), 0.2)
    };
    world.add_wheels(car, vec![front, rear]).unwrap();
    (world, car, nodes)
}

#[test]
fn links_of_wheels_equal_their_nodes() {
    let (mut world, car, nodes) = car();
    let joints = joints(&world, car);
    let names: Vec<_> = joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["front_suspension", "front_steering", "front", "rear"]);
    world.steer_wheel(car, 0, 0.4).unwrap();
    for wheel in 0..2 {
        world.drive_wheel(car, wheel, 5.0, 100.0).unwrap();
    }
    (0..90).for_each(|_| world.advance());
    let rolled = joints[3].read(&world);
    assert!(rolled.position > 5.0 && !rolled.wraps, "{rolled:?}");
    assert!((rolled.velocity.unwrap() - 5.0).abs() < 1e-6, "{rolled:?}");
    assert_eq!(joints[1].read(&world).position, 0.4);
    let frames = published(&world, &joints);
    assert_same(frames["front"], robot_from(&world, car, nodes[0]), "front");
    assert_same(frames["rear"], robot_from(&world, car, nodes[1]), "rear");
}

#[test]
fn links_of_wheels_of_a_suspended_robot_equal_their_nodes() {
    let (mut world, car, nodes) = car();
    let joints = joints(&world, car);
    world.steer_wheel(car, 0, 0.4).unwrap();
    (0..3).for_each(|_| world.advance());
    world.suspend_dynamics(car);
    let roll = Pose { rotation: DQuat::from_axis_angle(joints[3].axis, 1.3), ..Pose::IDENTITY };
    world.set_local_pose(nodes[1], world.parent_from(nodes[1]) * roll);
    let frames = published(&world, &joints);
    for (node, link) in nodes.into_iter().zip(["front", "rear"]) {
        assert_same(frames[link], robot_from(&world, car, node), link);
    }
    let reading = joints[3].read(&world);
    assert!((reading.position - 1.3).abs() < 1e-9 && reading.wraps && reading.velocity.is_none());
    let unwrapped = reading.after(Some(1.2 + 4.0 * std::f64::consts::TAU));
    assert!((unwrapped - 1.3 - 4.0 * std::f64::consts::TAU).abs() < 1e-9);
}
