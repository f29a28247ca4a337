//! Our robots from URDF files: each stands where it is placed, and does what it is for.

use serde_json::{Value as Json, json};

use crate::common::{FAKE, Run, Scene};

/// A robot of a file at the origin.
fn robot(file: &str) -> Scene {
    Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": format!("robots/{file}")}))
        .with("body", json!({}))
        .with("location", json!([0.0, 0.0, 0.0]))
        .sensor("pose", "pose.Pose")
}

/// The robot with a controller of these joints; of all joints without names.
fn controlled(file: &str, properties: Json) -> Scene {
    robot(file).appended("robot", "controller", "JointController").properties(properties)
}

/// Height and largest tilt. [m, rad]
fn stance(run: &Run) -> [f64; 2] {
    let [z, roll, pitch] = run.reads("pose", ["z", "roll", "pitch"]);
    [z, roll.abs().max(pitch.abs())]
}

#[test]
fn robots_stand_on_the_ground_at_which_they_are_placed() {
    for file in ["small_car", "mobile_manipulator", "quadruped", "six_axis_arm", "omni_base", "humanoid"] {
        let mut run = controlled(file, json!({})).run();
        let starts = stance(&run)[0];
        run.seconds(3.0);
        let [height, tilt] = stance(&run);
        assert!((-0.005..0.01).contains(&height) && tilt < 0.02, "{file}: {starts} {height} {tilt}");
    }
}

#[test]
fn quadruped_trots_in_place() {
    let mut run = controlled("quadruped", json!({})).run();
    run.seconds(1.0);
    for tick in 0..300 {
        let phase = f64::from(tick) / 60.0 * 2.0 * std::f64::consts::TAU;
        let mut command = Vec::new();
        for (leg, sign) in
            [("front_left", 1.0), ("front_right", -1.0), ("rear_left", -1.0), ("rear_right", 1.0)]
        {
            let lift = (sign * phase.sin()).max(0.0) * 0.25;
            command.push((format!("{leg}_hip_roll"), 0.0));
            command.push((format!("{leg}_hip_pitch"), lift));
            command.push((format!("{leg}_knee"), -2.0 * lift));
        }
        let named: Vec<(&str, f64)> = command.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert!(run.command("controller", &named));
        run.step(1);
    }
    let [height, tilt] = stance(&run);
    assert!(height > -0.005 && tilt < 0.2, "{height} {tilt}");
}

#[test]
fn arm_reaches_down_with_its_gripper_open() {
    let arm = "base_yaw, shoulder, elbow, forearm_roll, wrist_pitch, wrist_roll";
    let scene = controlled("six_axis_arm", json!({"Joints": arm}));
    let scene =
        scene.appended("robot", "gripper", "JointGripper").properties(json!({"Joints": "left_finger_slide"}));
    let mut run = scene.appended("robot", "joints", "JointPositions").run();
    let bent = [
        ("base_yaw", 0.5),
        ("shoulder", 0.35),
        ("elbow", 1.3),
        ("forearm_roll", 0.0),
        ("wrist_pitch", 1.49),
        ("wrist_roll", -0.5),
    ];
    assert!(run.command("controller", &bent));
    assert!(run.command("gripper", &[("position", 0.05), ("max_effort", 0.0)]));
    run.seconds(4.0);
    for (joint, goal) in bent.into_iter().chain([("left_finger_slide", 0.05)]) {
        let position = run.read("joints", joint);
        assert!((position - goal).abs() < 0.005, "{joint}: {position}");
    }
}

#[test]
fn humanoid_stands_and_squats() {
    let bent = ["hip_pitch", "knee", "ankle_pitch"];
    let of = |names: &[&str]| {
        let named: Vec<String> = ["left", "right"]
            .iter()
            .flat_map(|side| names.iter().map(move |name| format!("{side}_{name}")))
            .collect();
        named.join(", ")
    };
    let stiff = of(&[
        "hip_yaw",
        "hip_roll",
        "ankle_roll",
        "shoulder_pitch",
        "shoulder_roll",
        "shoulder_yaw",
        "elbow",
        "wrist_yaw",
    ]) + ", waist_yaw, head_yaw, head_pitch";
    let scene = controlled("humanoid", json!({"Joints": of(&bent)}));
    let mut run =
        scene.appended("robot", "rest", "JointController").properties(json!({"Joints": stiff})).run();
    run.seconds(4.0);
    let [standing, tilt] = stance(&run);
    assert!(tilt < 0.02, "{standing} {tilt}");
    for tick in 0..360 {
        // Knees bend by up to 0.9 rad and straighten again; hips and ankles keep the feet flat.
        let bend = 0.45 * (1.0 - (f64::from(tick) / 360.0 * std::f64::consts::TAU).cos());
        let mut command = Vec::new();
        for side in ["left", "right"] {
            command.push((format!("{side}_hip_pitch"), -0.5 * bend));
            command.push((format!("{side}_knee"), bend));
            command.push((format!("{side}_ankle_pitch"), -0.5 * bend));
        }
        let named: Vec<(&str, f64)> = command.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert!(run.command("controller", &named));
        run.step(1);
        let [height, tilt] = stance(&run);
        assert!(tilt < 0.1, "tick {tick}: {height} {tilt}");
        if tick == 180 {
            assert!(standing - height > 0.05, "{standing} {height}");
        }
    }
    run.seconds(1.0);
    let [height, tilt] = stance(&run);
    assert!((height - standing).abs() < 0.005 && tilt < 0.02, "{standing} {height} {tilt}");
}

#[test]
fn drone_hovers_while_its_gimbal_points_the_camera_down() {
    let scene = robot("camera_drone").with("location", json!([0.0, 0.0, 3.0]));
    let mut run = scene
        .actuator("fly", "rotorcraft_velocity.RotorcraftVelocity")
        .properties(json!({"HorizontalPgain": 0.15, "HorizontalDgain": 0.0, "RollPitchPgain": 100.0, "RollPitchDgain": 14.0}))
        .appended("robot", "gimbal", "JointController")
        .properties(json!({"Joints": "gimbal_yaw, gimbal_roll, gimbal_pitch"}))
        .appended("robot", "joints", "JointPositions")
        .run();
    let stop = [("vx", 0.0), ("vy", 0.0), ("vz", 0.0), ("vyaw", 0.0), ("tolerance", 0.1)];
    assert!(run.command("fly", &stop));
    assert!(run.command("gimbal", &[("gimbal_yaw", 0.5), ("gimbal_roll", 0.0), ("gimbal_pitch", 1.5)]));
    run.seconds(10.0);
    let [x, y, ..] = run.reads("pose", ["x", "y", "z", "roll", "pitch"]);
    run.seconds(2.0);
    let start = [x, y];
    let [x, y, z, roll, pitch] = run.reads("pose", ["x", "y", "z", "roll", "pitch"]);
    println!("hovers at {x} {y} {z}, {roll} {pitch}");
    assert!((z - 3.0).abs() < 0.5, "{z}");
    assert!((x - start[0]).hypot(y - start[1]) < 0.05, "{start:?} {x} {y}");
    assert!(roll.abs().max(pitch.abs()) < 0.02, "{roll} {pitch}");
    let [yaw, down] = run.reads("joints", ["gimbal_yaw", "gimbal_pitch"]);
    assert!((yaw - 0.5).abs() < 0.01 && (down - 1.5).abs() < 0.01, "{yaw} {down}");
}
