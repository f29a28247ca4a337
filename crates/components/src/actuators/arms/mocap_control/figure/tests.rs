//! Tests of figures with their own control points, and of errors.

use morse_world::{BoneSpec, PhysicsSettings};

use crate::actuators::arms::mocap_control::figure::*;

/// A robot at (1, 2, 0) with its own control points in a row, and an arm of two bones along Y at rest, whose end
/// follows the left hand.
fn robot() -> (World, NodeId, NodeId) {
    let mut world = World::new(PhysicsSettings::default());
    let at = Pose::from_translation(DVec3::new(1.0, 2.0, 0.0));
    let robot = world.add_node(NodeSpec::new("robot").at(at)).unwrap();
    for (nth, joint) in JOINTS.iter().enumerate() {
        let at = Pose::from_translation(DVec3::Z * nth as f64);
        world.add_node(NodeSpec::new(format!("a.{}.001", joint.point)).on(robot).at(at)).unwrap();
    }
    let arm = world.add_node(NodeSpec::new("arm").on(robot)).unwrap();
    let bone = |name: &str| BoneSpec { length: 0.5, free: [false, false, true], ..BoneSpec::new(name) };
    let fore = BoneSpec {
        parent: Some(0),
        armature_from_rest: Pose::from_translation(DVec3::Y * 0.5),
        ik_chain: 2,
        ik_target: Some("Hand_Empty.L".to_owned()),
        ..bone("fore")
    };
    world.add_armature(arm, vec![bone("upper"), fore]).unwrap();
    (world, robot, arm)
}

fn tracked(joint: usize, place: DVec3) -> Tracked {
    std::array::from_fn(|nth| (nth == joint).then_some(place))
}

fn place(world: &World, name: &str) -> DVec3 {
    world.world_from(world.find(name).unwrap()).translation
}

#[test]
fn bones_with_a_constraint_follow_the_points_of_a_model() {
    let (mut world, robot, arm) = robot();
    let nodes = world.nodes().len();
    let figure = Figure::of("capture", robot, &mut world).unwrap();
    assert_eq!(world.nodes().len(), nodes, "no point is missing");
    let hand = DVec3::new(1.6, 2.3, 0.0);
    for _ in 0..10 {
        figure.imitate(&mut world, tracked(2, hand));
    }
    assert!((place(&world, "a.Hand_Empty.L.001") - hand).length() < 1e-12);
    let tail = world.world_from(arm) * world.armature(arm).unwrap().armature_from_tail(1);
    assert!((tail.translation - hand).length() < 1e-6, "{tail:?}");
    // An arm of 0.5 m and 0.5 m: the law of cosines.
    let far = (hand - DVec3::new(1.0, 2.0, 0.0)).length_squared();
    let elbow = world.armature(arm).unwrap().value(1).abs();
    assert!((elbow - (std::f64::consts::PI - (1.0 - 2.0 * far).acos())).abs() < 1e-5, "{elbow}");
}

#[test]
fn torso_yaw_uses_shoulder_line_of_previous_activation() {
    let (mut world, robot, _) = robot();
    let figure = Figure::of("capture", robot, &mut world).unwrap();
    let torso = world.find("a.Torso_Empty.001").unwrap();
    let mut shoulders = tracked(SHOULDER_LEFT, DVec3::new(-0.3, 0.4, 1.0));
    shoulders[SHOULDER_RIGHT] = Some(DVec3::new(0.3, -0.4, 1.0));
    figure.imitate(&mut world, shoulders);
    // Before, one shoulder was above the other.
    assert!(world.world_from(torso).euler().yaw.abs() < 1e-12);
    figure.imitate(&mut world, shoulders);
    assert!((world.world_from(torso).euler().yaw - 0.6_f64.asin()).abs() < 1e-12);
    // Without a line between them.
    shoulders[SHOULDER_RIGHT] = shoulders[SHOULDER_LEFT];
    figure.imitate(&mut world, shoulders);
    figure.imitate(&mut world, shoulders);
    assert_eq!(world.world_from(torso).rotation, DQuat::IDENTITY);
}

#[test]
fn armature_below_the_torso_point_moves_once() {
    let (mut world, robot, arm) = robot();
    let torso = world.find("a.Torso_Empty.001").unwrap();
    world.attach(arm, torso).unwrap();
    let torso_from_arm = world.parent_from(arm);
    let figure = Figure::of("capture", robot, &mut world).unwrap();
    let to = DVec3::new(4.0, 5.0, 6.0);
    figure.imitate(&mut world, tracked(TORSO, to));
    let expected = Pose::from_translation(to) * torso_from_arm;
    assert!((world.world_from(arm).translation - expected.translation).length() < 1e-9);
}

#[test]
fn errors_name_every_missing_control_point() {
    let mut world = World::new(PhysicsSettings::default());
    let robot = world.add_node(NodeSpec::new("robot")).unwrap();
    let refusal = |world: &mut World| Figure::of("capture", robot, world).err().unwrap().to_string();
    assert_eq!(refusal(&mut world), "capture finds no armature on robot: append it to a Human");
    world.add_node(NodeSpec::new("Head_Empty").on(robot)).unwrap();
    let bones = JOINTS.iter().skip(3).map(|joint| BoneSpec::new(joint.bone)).collect();
    let skeleton = world.add_node(NodeSpec::new("skeleton").on(robot)).unwrap();
    world.add_armature(skeleton, bones).unwrap();
    assert_eq!(
        refusal(&mut world),
        "capture finds no control points on the robot of the armature skeleton for Neck_Empty (or the bone neck01), \
         Hand_Empty.L (or the bone lowerarm02_L)"
    );
}
