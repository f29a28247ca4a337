//! Tests of robots with armatures: the torso, head and arms of the PR2, and the skeleton of a human.

use std::path::{Path, PathBuf};

use crate::common::{Run, Scene, assert_close, own_models};
use morse_scene::value::{Map, Value};
use serde_json::{Value as Json, json};

const PR2: &str = "morse.robots.pr2.PR2";
const HUMAN: &str = "morse.robots.human.Human";

/// Armatures of a PR2 and their parents, with the names of the builder class.
const PARTS: [(&str, &str, &str); 4] = [
    ("torso", "torso_armature", "robot"),
    ("torso.head", "head_armature", "robot.torso"),
    ("torso.l_arm", "l_arm_armature", "robot.torso"),
    ("torso.r_arm", "r_arm_armature", "robot.torso"),
];

fn part(scene: Scene, name: &str, armature: &str, parent: &str, targets: Json) -> Scene {
    scene
        .actuator(name, "armature.Armature")
        .with("options", json!({"armature_name": armature, "ik_targets": targets}))
        .with("parent", json!(parent))
        .sensor(&format!("{name}.pose"), "armature_pose.ArmaturePose")
        .with("parent", json!(format!("robot.{name}")))
}

fn pr2() -> Scene {
    let scene = PARTS.iter().fold(Scene::new().robot(PR2), |scene, (name, armature, parent)| {
        let bone = format!("{}_wrist_roll_joint", &name[name.len() - 5..name.len() - 4]);
        let targets = if name.ends_with("_arm") {
            json!([{"bone": bone, "name": format!("target of {name}")}])
        } else {
            json!([])
        };
        part(scene, name, armature, parent, targets)
    });
    let names: Vec<String> = PARTS.iter().map(|(name, ..)| format!("robot.{name}.pose")).collect();
    scene.sensor("joints", "compound.CompoundSensor").with("properties", json!({"sensors": names.join(",")}))
}

fn human() -> Scene {
    let targets = ["head", "wrist_L", "wrist_R", "foot_L", "foot_R"];
    let targets: Vec<Json> =
        targets.iter().map(|bone| json!({"bone": bone, "name": format!("to {bone}")})).collect();
    part(Scene::new().robot(HUMAN), "skeleton", "HumanSkeleton", "robot", json!(targets))
}

/// Model folders with these robots: the folder of the project, and the folder of the original if it is installed.
fn folders() -> Vec<PathBuf> {
    let original = Path::new("/usr/share/morse/data").to_owned();
    [own_models(), original].into_iter().filter(|folder| folder.exists()).collect()
}

/// Position of the end of a bone in the world.
fn tail(run: &Run, armature: &str, bone: &str) -> [f64; 3] {
    let world = run.simulation.world();
    let node = world.find(armature).unwrap();
    let armature = world.armature(node).unwrap();
    (world.world_from(node) * armature.armature_from_tail(armature.find(bone).unwrap())).translation.into()
}

fn list(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

#[test]
fn pr2_lists_its_armatures_and_lifts_its_torso() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        let Value::List(mut names) = run.simulation.call("robot", "get_armatures", &[]).map(success).unwrap()
        else {
            panic!("no list")
        };
        names.sort_by_key(|name| name.as_str().unwrap().to_owned());
        let mut expected: Vec<Value> =
            PARTS.iter().map(|(name, ..)| format!("robot.{name}").as_str().into()).collect();
        expected.sort_by_key(|name| name.as_str().unwrap().to_owned());
        assert_eq!(names, expected);
        let before = tail(&run, "robot.torso.head", "head_tilt_joint");
        let told = run.simulation.call("robot", "set_torso", &[0.1.into()]).map(success);
        assert!(told.unwrap().as_str().unwrap().starts_with("New torso z position: 0.890"));
        let height = run.simulation.call("robot", "get_torso", &[]).map(success).unwrap().as_f64().unwrap();
        assert_close([height], [0.1], 1e-9);
        let [x, y, z] = before;
        assert_close(tail(&run, "robot.torso.head", "head_tilt_joint"), [x, y, z + 0.1], 1e-4);
    }
}

fn success(answer: morse_sim::contract::service::Answer) -> Value {
    match answer {
        morse_sim::contract::service::Answer::Success(value) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn torso_of_a_pr2_slides_with_head_and_arms() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        run.step(1);
        let ends = |run: &Run| {
            [("robot.torso.head", "head_tilt_joint"), ("robot.torso.l_arm", "l_wrist_roll_joint")]
                .map(|(armature, bone)| tail(run, armature, bone))
        };
        let before = ends(&run);
        run.call("torso", "set_translation", &["torso_lift_joint".into(), 0.2.into()]);
        run.step(1);
        for ([x, y, z], after) in before.into_iter().zip(ends(&run)) {
            assert_close(after, [x, y, z + 0.2], 1e-4);
        }
        assert_close([run.read("torso.pose", "torso_lift_joint")], [0.2], 1e-12);
        // Up to the limit.
        run.call("torso", "set_translations", &[list(&[7.0])]);
        run.step(1);
        assert_close([run.read("torso.pose", "torso_lift_joint")], [0.31], 1e-6);
    }
}

#[test]
fn pr2_reports_all_joints_in_one_reading() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        run.call("torso.head", "set_rotations", &[list(&[0.3, 0.2])]);
        run.call("torso.l_arm", "set_rotation", &["l_elbow_flex_joint".into(), 0.7.into()]);
        run.step(2);
        let readings = run.simulation.data("robot.joints").unwrap().to_map();
        let joint = |part: &str, joint: &str| {
            let reading = readings.get(&format!("robot.{part}.pose")).and_then(Value::as_map).unwrap();
            reading.get(joint).unwrap().as_f64().unwrap()
        };
        assert_close(
            [joint("torso.head", "head_pan_joint"), joint("torso.head", "head_tilt_joint")],
            [0.3, 0.2],
            1e-12,
        );
        assert_close([joint("torso.l_arm", "l_elbow_flex_joint")], [0.7], 1e-12);
        let counts = PARTS.map(|(name, ..)| {
            readings.get(&format!("robot.{name}.pose")).and_then(Value::as_map).map(Map::len).unwrap()
        });
        // The readings have time stamps.
        assert_eq!(counts, [2, 3, 8, 8]);
    }
}

#[test]
fn arm_of_a_pr2_follows_its_target() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        let bent = list(&[0.3, 0.4, 0.0, 1.0, 0.0, 0.6]);
        run.call("torso.l_arm", "set_rotations", &[bent]);
        run.step(1);
        let [x, y, z] = tail(&run, "robot.torso.l_arm", "l_wrist_roll_joint");
        let to = list(&[x - 0.05, y + 0.05, z + 0.05]);
        let target = Value::from("target of torso.l_arm");
        let rotation = {
            let world = run.simulation.world();
            let node = world.find("robot.torso.l_arm").unwrap();
            let armature = world.armature(node).unwrap();
            let bone = armature.find("l_wrist_roll_joint").unwrap();
            (world.world_from(node) * armature.armature_from_tail(bone)).euler()
        };
        let angles = list(&[rotation.roll, rotation.pitch, rotation.yaw]);
        run.call("torso.l_arm", "place_IK_target", &[target, to, angles, false.into()]);
        run.seconds(1.0);
        assert_close(
            tail(&run, "robot.torso.l_arm", "l_wrist_roll_joint"),
            [x - 0.05, y + 0.05, z + 0.05],
            1e-3,
        );
    }
}

#[test]
fn torso_of_a_pr2_has_its_own_target() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        let name = Value::from("ik_target.robot.torso.torso_lift_joint");
        assert_eq!(run.call("torso", "list_IK_targets", &[]), Value::List(vec![name.clone()]));
        assert_eq!(run.call("torso.head", "list_IK_targets", &[]), Value::List(Vec::new()));
        run.step(1);
        let [x, y, z] = tail(&run, "robot.torso", "torso_lift_joint");
        run.call("torso", "place_IK_target", &[name, list(&[0.0, 0.0, 0.12])]);
        run.seconds(0.5);
        assert_close(tail(&run, "robot.torso", "torso_lift_joint"), [x, y, z + 0.12], 1e-5);
    }
}

#[test]
fn human_reaches_its_target() {
    for folder in folders() {
        let mut run = human().models(&folder).run();
        run.step(1);
        let [x, y, z] = tail(&run, "robot.skeleton", "wrist_R");
        let foot = tail(&run, "robot.skeleton", "foot_L");
        run.call("skeleton", "place_IK_target", &["to wrist_R".into(), list(&[0.05, 0.02, 0.05])]);
        run.seconds(2.0);
        assert_close(tail(&run, "robot.skeleton", "wrist_R"), [x + 0.05, y + 0.02, z + 0.05], 0.02);
        assert_close(tail(&run, "robot.skeleton", "foot_L"), foot, 0.02);
        let targets = run.call("skeleton", "list_IK_targets", &[]);
        assert_eq!(targets.as_list().map(<[Value]>::len), Some(5));
    }
}

#[test]
fn robots_of_the_same_class_have_separate_armatures() {
    let scene = human()
        .object(json!({"name": "other", "kind": "robot", "class": HUMAN, "location": [3, 0, 0],
            "model": {"file": "robots/human_rig"}}));
    let scene = scene
        .object(json!({"name": "other.skeleton", "kind": "actuator", "parent": "other", "rate_hz": 60.0,
            "class": "morse.actuators.armature.Armature", "options": {"armature_name": "HumanSkeleton"}}));
    let mut run = scene.run();
    run.call("skeleton", "set_rotation", &["neck03".into(), 0.5.into()]);
    let world = run.simulation.world();
    let neck = |name: &str| {
        let armature = world.armature(world.find(name).unwrap()).unwrap();
        armature.value(armature.find("neck03").unwrap())
    };
    assert_eq!((neck("robot.skeleton"), neck("other.skeleton")), (0.5, 0.0));
}

#[test]
fn arm_of_a_pr2_rotates_about_its_shoulder_with_all_its_children() {
    for folder in folders() {
        let mut run = pr2().models(&folder).run();
        run.step(1);
        // The arm is at the height of the torso, straight ahead.
        assert_close(tail(&run, "robot.torso.l_arm", "l_wrist_roll_joint"), [0.9467, 0.1889, 0.7911], 1e-3);
        let lower = 0.5_f64;
        run.call("torso.l_arm", "set_rotation", &["l_shoulder_lift_joint".into(), lower.into()]);
        let (sin, cos) = lower.sin_cos();
        let at = |reach: f64| [0.1 + reach * cos, 0.1889, 0.7911 - reach * sin];
        assert_close(tail(&run, "robot.torso.l_arm", "l_wrist_roll_joint"), at(0.8467), 1e-3);
        let world = run.simulation.world();
        let wrist = world.part(world.find("robot").unwrap(), "l_wrist_flex_joint").unwrap();
        assert_close(world.world_from(wrist).translation.into(), at(0.721), 1e-3);
    }
}

const POSTURE: &str = "human_posture.HumanPosture";

#[test]
fn human_posture_measures_pose_and_joints() {
    for folder in folders() {
        let scene = human().sensor("posture", POSTURE).with("parent", json!("robot"));
        let mut run = scene.models(&folder).run();
        run.step(1);
        let joints = ["dof_15", "dof_22", "dof_29", "dof_35", "dof_42"];
        let before: [f64; 5] = run.reads("posture", joints);
        let world = run.simulation.world();
        let stands = world.world_from(world.find("robot.skeleton").unwrap());
        assert_close(run.reads("posture", ["x", "y", "z"]), stands.translation.into(), 1e-9);
        let angles = stands.euler();
        let expected = [angles.yaw - std::f64::consts::FRAC_PI_2, angles.pitch, angles.roll];
        assert_close(run.reads("posture", ["yaw", "pitch", "roll"]), expected, 1e-9);
        let moved = [
            ("head", -0.1),
            ("wrist_R", 0.2),
            ("wrist_L", -0.3),
            ("lowerleg01_R", -0.4),
            ("lowerleg01_L", -0.5),
        ];
        let mut turned = before;
        for ((bone, angle), turned) in moved.into_iter().zip(&mut turned) {
            run.call("skeleton", "set_rotation", &[bone.into(), angle.into()]);
            // The angle of the head has the opposite sign.
            *turned = if bone == "head" { -angle } else { angle };
        }
        run.step(1);
        assert_close(run.reads("posture", joints), turned, 1e-9);
        assert_ne!(before, turned);
        assert_close(run.reads("posture", ["empty1", "dof_46", "dof_49"]), [0.0; 3], 0.0);
    }
}

#[test]
fn human_posture_without_a_human_is_refused() {
    let refusal = Scene::new().robot(crate::common::ATRV).sensor("posture", POSTURE).refusal();
    assert!(refusal.contains("finds no armature on robot: append it to a Human"), "{refusal}");
    let arm = Scene::new()
        .robot(crate::common::FAKE)
        .actuator("arm", "armature.Armature")
        .with("model", json!({"file": "actuators/kuka_lwr", "object": "kuka_armature"}));
    let refusal = arm.sensor("posture", POSTURE).with("parent", json!("robot.arm")).refusal();
    assert!(refusal.contains("lacks the bones Chest (or spine02), Head (or head), UpArm.R"), "{refusal}");
}
