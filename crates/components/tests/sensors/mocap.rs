//! Tests of motion capture: a person follows tracked joint positions.

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};

use crate::common::{INSTALLED, Run, Scene, assert_close, own_models};
use glam::{DQuat, DVec3};
use morse_scene::value::Value;
use morse_world::{Armature, NodeId, Pose};
use serde_json::json;

/// The joints by the fields of the data, with their control points and the bones that end in them.
const JOINTS: [(&str, &str, &str); 15] = [
    ("head_position", "Head_Empty", "neck03"),
    ("neck_position", "Neck_Empty", "neck01"),
    ("left_hand_position", "Hand_Empty.L", "lowerarm02_L"),
    ("right_hand_position", "Hand_Empty.R", "lowerarm02_R"),
    ("left_elbow_position", "Elbow_Empty.L", "upperarm02_L"),
    ("right_elbow_position", "Elbow_Empty.R", "upperarm02_R"),
    ("left_shoulder_position", "Shoulder_Empty.L", "shoulder01_L"),
    ("right_shoulder_position", "Shoulder_Empty.R", "shoulder01_R"),
    ("left_hip_position", "Hip_Empty.L", "pelvis_L"),
    ("right_hip_position", "Hip_Empty.R", "pelvis_R"),
    ("left_foot_position", "Foot_Empty.L", "lowerleg02_L"),
    ("right_foot_position", "Foot_Empty.R", "lowerleg02_R"),
    ("torso_position", "Torso_Empty", "spine03"),
    ("left_knee_position", "Knee_Empty.L", "upperleg02_L"),
    ("right_knee_position", "Knee_Empty.R", "upperleg02_R"),
];

/// The ends of thigh and shank, and the start of the thigh.
const LEG: [&str; 3] = ["upperleg01_L", "upperleg02_L", "lowerleg02_L"];

const POSITION: DVec3 = DVec3::new(3.0, -2.0, 0.1);

/// A person with a skeleton and a motion capture at [`POSITION`], with a yaw. [rad]
fn person(folder: &Path, yaw: f64) -> Scene {
    Scene::new()
        .models(folder)
        .robot("morse.robots.human.Human")
        .at(POSITION.to_array(), yaw)
        .actuator("skeleton", "armature.Armature")
        .with("options", json!({"armature_name": "HumanSkeleton"}))
        .actuator("mocap", "mocap_control.MocapControl")
}

fn folders() -> Vec<PathBuf> {
    [own_models(), Path::new(INSTALLED).to_owned()].into_iter().filter(|folder| folder.is_dir()).collect()
}

fn skeleton(run: &Run) -> (NodeId, &Armature) {
    let world = run.simulation.world();
    let node = world.find("robot.skeleton").unwrap();
    (node, world.armature(node).unwrap())
}

/// Position of a joint of the figure in the world, by its bone.
fn end(run: &Run, bone: &str) -> DVec3 {
    let (node, armature) = skeleton(run);
    let tail = armature.armature_from_tail(armature.find(bone).unwrap());
    (run.simulation.world().world_from(node) * tail).translation
}

fn point(run: &Run, name: &str) -> Pose {
    let world = run.simulation.world();
    world.world_from(world.find(&format!("robot.{name}")).unwrap())
}

/// Sends positions of joints; all other joints are untracked. Returns whether the command was accepted.
fn track(run: &mut Run, joints: &[(&str, DVec3)]) -> bool {
    let told = JOINTS.map(|(field, ..)| {
        let place = joints.iter().find(|(name, _)| *name == field).map_or(DVec3::ZERO, |(_, place)| *place);
        (field, place.to_array())
    });
    let told: Vec<(&str, &[f64])> = told.iter().map(|(field, place)| (*field, place.as_slice())).collect();
    run.command_vectors("mocap", &told)
}

/// Positions of all joints of a figure relative to its robot.
fn configuration(run: &Run) -> Vec<(&'static str, DVec3)> {
    let world = run.simulation.world();
    let robot = world.world_from(world.find("robot").unwrap()).translation;
    JOINTS.map(|(field, _, bone)| (field, end(run, bone) - robot)).to_vec()
}

/// Joint positions of a person who waves with one hand, takes a step and bends the head.
fn tracked_person(folder: &Path) -> Vec<(&'static str, DVec3)> {
    let mut run = person(folder, 0.0).run();
    for (bone, angle) in [
        ("upperarm02_L", 0.9),
        ("lowerarm01_L", 1.1),
        ("upperarm02_R", 0.4),
        ("upperleg02_R", -0.5),
        ("lowerleg01_R", -0.6),
        ("neck02", 0.3),
    ] {
        run.call("skeleton", "set_rotation", &[bone.into(), angle.into()]);
    }
    run.step(1);
    configuration(&run)
}

/// The same joint positions, rotated about the vertical. [rad]
fn turned(joints: &[(&'static str, DVec3)], angle: f64) -> Vec<(&'static str, DVec3)> {
    joints.iter().map(|&(field, place)| (field, DQuat::from_rotation_z(angle) * place)).collect()
}

#[track_caller]
fn assert_near(actual: DVec3, expected: DVec3, tolerance: f64) {
    assert_close(actual.to_array(), expected.to_array(), tolerance);
}

/// Asserts that the figure has the tracked joint positions.
#[track_caller]
fn assert_same(run: &Run, seen: &[(&str, DVec3)]) {
    for ((joint, now), (_, seen)) in configuration(run).into_iter().zip(seen) {
        // The shoulders of the original's model are rotated by 9 degrees, and so are its hips.
        let tolerance = if joint.contains("hip") { 0.01 } else { 1e-5 };
        assert_near(now, *seen, tolerance);
    }
}

#[test]
fn control_points_move_to_the_commanded_positions() {
    for folder in folders() {
        let mut run = person(&folder, 0.7).run();
        let told: Vec<(&str, DVec3)> = JOINTS
            .iter()
            .zip(1..)
            .map(|((field, ..), nth)| (*field, DVec3::new(0.1, -0.2, 0.1) * f64::from(nth)))
            .collect();
        assert!(track(&mut run, &told));
        run.step(2);
        for ((_, name, _), (_, place)) in JOINTS.iter().zip(&told) {
            assert_near(point(&run, name).translation, POSITION + *place, 1e-12);
        }
    }
}

#[test]
fn figure_takes_the_pose_of_a_tracked_person() {
    for folder in folders() {
        let seen = tracked_person(&folder);
        let mut run = person(&folder, 0.0).run();
        let before = configuration(&run);
        let farthest = before.iter().zip(&seen).map(|(a, b)| a.1.distance(b.1)).fold(0.0, f64::max);
        assert!(farthest > 0.3, "the tracked pose differs from the initial pose");
        assert!(track(&mut run, &seen));
        run.seconds(0.5);
        assert_same(&run, &seen);
    }
}

#[test]
fn shoulder_line_rotates_the_whole_figure() {
    for folder in folders() {
        for angle in [1.2, -0.8] {
            let seen = turned(&tracked_person(&folder), angle);
            // The orientation of the robot has no effect.
            let mut run = person(&folder, 2.0).run();
            let robot_from_skeleton = run.simulation.world().parent_from(skeleton(&run).0).rotation;
            assert!(track(&mut run, &seen));
            run.seconds(0.5);
            let yaw = (seen[6].1 - seen[7].1).normalize().x.acos() - FRAC_PI_2;
            assert!((yaw - angle).abs() < 0.2, "{yaw}");
            let expected = DQuat::from_rotation_z(yaw);
            assert!(point(&run, "Torso_Empty").rotation.angle_between(expected) < 1e-7);
            let world_from_skeleton = run.simulation.world().world_from(skeleton(&run).0).rotation;
            assert!(world_from_skeleton.angle_between(expected * robot_from_skeleton) < 1e-7);
            assert_near(end(&run, "spine03"), POSITION + seen[12].1, 1e-9);
            assert_same(&run, &seen);
        }
    }
}

#[test]
fn figure_moves_with_its_torso() {
    for folder in folders() {
        let mut run = person(&folder, 0.0).run();
        let way = DVec3::new(0.4, 0.2, -0.1);
        let seen: Vec<(&str, DVec3)> =
            configuration(&run).into_iter().map(|(field, place)| (field, place + way)).collect();
        assert!(track(&mut run, &seen));
        run.step(10);
        assert_same(&run, &seen);
    }
}

#[test]
fn single_tracked_hand_moves_only_its_arm() {
    for folder in folders() {
        let mut run = person(&folder, 0.0).run();
        let rest = configuration(&run);
        let goal = rest[2].1 + DVec3::new(0.1, -0.1, 0.15);
        assert!(track(&mut run, &[("left_hand_position", goal)]));
        run.seconds(0.5);
        assert_near(end(&run, "lowerarm02_L"), POSITION + goal, 1e-3);
        let bones =
            |run: &Run| ["spine03", "lowerleg02_L", "lowerleg02_R"].map(|bone| end(run, bone) - POSITION);
        for (now, before) in bones(&run).into_iter().zip([rest[12].1, rest[10].1, rest[11].1]) {
            assert_near(now, before, 1e-9);
        }
    }
}

#[test]
fn limb_stretches_towards_a_position_out_of_reach() {
    for folder in folders() {
        let mut run = person(&folder, 0.0).run();
        let rest = configuration(&run);
        // The target is in line with the thigh, far below the ground.
        let (hip, knee) = (rest[8].1, rest[13].1);
        let goal = hip + (knee - hip).normalize() * 5.0;
        assert!(track(&mut run, &[("left_foot_position", goal)]));
        run.seconds(2.0);
        let [hip, knee, foot] = LEG.map(|bone| end(&run, bone));
        let (thigh, shank) = (knee - hip, foot - knee);
        assert!(thigh.angle_between(shank) < 0.1 && thigh.angle_between(POSITION + goal - hip) < 0.05);
        // The reach of bones in line is the sum of their lengths.
        let (node, armature) = skeleton(&run);
        let first = armature.armature_from_bone(armature.find("pelvis_L").unwrap());
        let start = (run.simulation.world().world_from(node) * first).translation;
        let row = ["pelvis_L", "upperleg01_L", "upperleg02_L", "lowerleg01_L", "lowerleg02_L"];
        let reach: f64 = row.iter().map(|bone| armature.bones()[armature.find(bone).unwrap()].length).sum();
        let missing = (POSITION + goal).distance(start) - reach;
        assert_close([foot.distance(POSITION + goal)], [missing], 1e-3);
    }
}

#[test]
fn figure_does_not_move_without_tracked_joints() {
    for folder in folders() {
        let mut run = person(&folder, 0.3).run();
        let rest = configuration(&run);
        let points = |run: &Run| JOINTS.map(|(_, name, _)| point(run, name));
        let before = points(&run);
        run.seconds(0.5);
        assert_eq!((configuration(&run), points(&run)), (rest, before));
        for ((.., bone), before) in JOINTS.iter().zip(&before) {
            assert_near(before.translation, end(&run, bone), 1e-9);
        }
        assert!(track(&mut run, &tracked_person(&folder)));
        run.seconds(0.5);
        let seen = points(&run);
        assert!(track(&mut run, &[]));
        run.seconds(0.5);
        assert_eq!(points(&run), seen);
    }
}

#[test]
fn untracked_points_move_with_the_robot() {
    let mut run = person(&own_models(), 0.0).run();
    let way = DVec3::new(1.0, 2.0, 0.0);
    let before = point(&run, "Hand_Empty.L").translation;
    let [to, angles] =
        [POSITION + way, DVec3::ZERO].map(|part| Value::List(part.to_array().map(Value::Float).to_vec()));
    run.simulation.call("simulation", "set_object_position", &["robot".into(), to, angles]);
    run.step(1);
    assert_near(point(&run, "Hand_Empty.L").translation, before + way, 1e-9);
}

#[test]
fn invalid_positions_are_refused_and_the_last_command_is_kept() {
    let mut run = person(&own_models(), 0.0).run();
    let seen = tracked_person(&own_models());
    assert!(track(&mut run, &seen));
    run.seconds(0.5);
    let before = configuration(&run);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut broken = seen.clone();
        broken[2].1.y = bad;
        assert!(!track(&mut run, &broken));
    }
    assert!(
        !run.command_vectors("mocap", &[("head_position", &[0.0, 0.0, 1.0])]),
        "the other joints are missing"
    );
    assert!(!run.command_vectors("mocap", &JOINTS.map(|(field, ..)| (field, [0.0, 1.0].as_slice()))));
    run.step(10);
    assert_same(&run, &before);
}

#[test]
fn extreme_positions_keep_the_figure_finite() {
    for huge in [1e6, 1e300] {
        let mut run = person(&own_models(), 0.0).run();
        let seen: Vec<(&str, DVec3)> = JOINTS
            .iter()
            .zip(1..)
            .map(|((field, ..), nth)| (*field, DVec3::new(1.0, -1.0, 0.5) * huge / f64::from(nth)))
            .collect();
        track(&mut run, &seen);
        run.seconds(0.2);
        assert!(configuration(&run).iter().all(|(_, place)| place.is_finite()), "{huge}");
        // The figure returns to a reachable pose.
        let seen = tracked_person(&own_models());
        assert!(track(&mut run, &seen));
        run.seconds(0.5);
        assert_same(&run, &seen);
    }
}

#[test]
fn tracked_person_does_not_walk() {
    let scene = person(&own_models(), 0.0)
        .actuator("drive", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}));
    let mut run = scene.run();
    let seen = tracked_person(&own_models());
    assert!(track(&mut run, &seen));
    run.seconds(0.5);
    assert!(run.command("drive", &[("x", 1.0), ("y", 0.0), ("w", 0.6)]));
    run.seconds(0.5);
    // The actuators act before the robot moves in the same tick.
    for (now, seen) in configuration(&run).into_iter().zip(seen) {
        assert_near(now.1, seen.1, 0.03);
    }
}

#[test]
fn restored_capture_has_the_same_digests_on_any_number_of_threads() {
    let start = |threads| {
        let mut run = person(&own_models(), 0.4).threads(threads).run();
        assert!(track(&mut run, &tracked_person(&own_models())));
        run.seconds(0.1);
        run
    };
    let mut run = start(1);
    let saved = run.simulation.save().unwrap();
    run.seconds(0.5);
    for threads in [1, 2, 4] {
        assert_eq!(start(threads).seconds(0.5).digest(), run.digest(), "{threads} threads");
        let mut restored = person(&own_models(), 0.4).threads(threads).run();
        restored.simulation.restore(&saved).unwrap();
        assert_eq!(restored.seconds(0.5).digest(), run.digest(), "{threads} threads, restored");
    }
}

#[test]
fn robots_without_a_human_skeleton_are_refused() {
    let alone =
        Scene::new().robot(crate::common::ATRV).actuator("mocap", "mocap_control.MocapControl").refusal();
    assert!(alone.contains("robot.mocap finds no armature on robot: append it to a Human"), "{alone}");
    let arm = Scene::new()
        .robot(crate::common::FAKE)
        .actuator("arm", "armature.Armature")
        .with("model", json!({"file": "actuators/kuka_lwr", "object": "kuka_armature"}))
        .actuator("mocap", "mocap_control.MocapControl")
        .refusal();
    assert!(arm.contains("finds no control points on the robot of the armature robot.arm for Head_Empty (or the bone neck03)"), "{arm}");
    assert!(arm.contains("Knee_Empty.R (or the bone upperleg02_R)"), "{arm}");
}
