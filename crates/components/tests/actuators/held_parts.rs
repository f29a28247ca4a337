//! States of parts of robots that joints hold.

use std::path::Path;

use crate::common::{FAKE, Run, Scene};
use glam::{DQuat, DVec3};
use morse_sim::EntityState;
use morse_world::Pose;
use serde_json::json;

fn run(model: &str) -> Run {
    let scene = Scene::new().robot(FAKE).with("model", json!({"file": model})).with("body", json!({}));
    scene.models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mjcf")).run()
}

fn state(run: &Run, name: &str) -> EntityState {
    run.simulation.entity_state(name).unwrap()
}

/// Positions and velocities of joints of the robot.
fn joints<const N: usize>(run: &Run, names: [&str; N]) -> [[f64; 2]; N] {
    let world = run.simulation.world();
    names.map(|name| {
        let joint = world.find_joint(&format!("robot/{name}")).unwrap();
        [world.joint_position(joint), world.joint_velocity(joint)]
    })
}

fn turned(pose: Pose, axis: DVec3, angle: f64) -> Pose {
    Pose { rotation: pose.rotation * DQuat::from_axis_angle(axis, angle), ..pose }
}

#[test]
fn part_on_a_hinge_turns_its_hinge() {
    let mut run = run("puppet");
    let start = state(&run, "hand");
    let mut wanted = start;
    wanted.world_from_entity = turned(start.world_from_entity, DVec3::Y, 0.7);
    wanted.angular_velocity = DVec3::Y * 2.0;
    run.simulation.set_entity_state("hand", &wanted).unwrap();
    let [[turn, _], [lift, _], [elbow, rate]] = joints(&run, ["turn", "lift", "elbow"]);
    assert!((elbow - 0.7).abs() < 1e-6 && (rate - 2.0).abs() < 1e-9, "{elbow} {rate}");
    assert_eq!([turn, lift], [0.0; 2]);
    assert!(
        state(&run, "hand").world_from_entity.rotation.dot(wanted.world_from_entity.rotation) > 1.0 - 1e-12
    );
    // The same state again changes nothing.
    let same = state(&run, "hand");
    run.simulation.set_entity_state("hand", &same).unwrap();
    assert_eq!(joints(&run, ["elbow"]), [[elbow, rate]]);
}

#[test]
fn body_with_several_joints_moves_all_of_them() {
    let mut run = run("puppet");
    let mut wanted = state(&run, "upper");
    let pose = wanted.world_from_entity;
    wanted.world_from_entity.rotation =
        DQuat::from_rotation_z(0.4) * DQuat::from_rotation_y(-0.3) * pose.rotation;
    wanted.angular_velocity = DVec3::Z * 0.5;
    run.simulation.set_entity_state("upper", &wanted).unwrap();
    let [turn, lift] = joints(&run, ["turn", "lift"]);
    assert!((turn[0] - 0.4).abs() < 1e-5 && (lift[0] + 0.3).abs() < 1e-5, "{turn:?} {lift:?}");
    assert!((turn[1] - 0.5).abs() < 1e-5 && lift[1].abs() < 1e-5, "{turn:?} {lift:?}");
}

#[test]
fn pose_that_its_joints_do_not_allow_is_refused_with_the_joint_and_changes_nothing() {
    let mut run = run("puppet");
    let before = joints(&run, ["turn", "lift", "elbow"]);
    let mut wanted = state(&run, "hand");
    wanted.world_from_entity.translation.y += 0.1;
    let error = run.simulation.set_entity_state("hand", &wanted).unwrap_err().to_string();
    for part in ["'hand'", "'robot/elbow'", "0.100 m", "move 'robot'"] {
        assert!(error.contains(part), "{error}");
    }
    let mut wanted = state(&run, "hand");
    wanted.linear_velocity.y = 1.0;
    let error = run.simulation.set_entity_state("hand", &wanted).unwrap_err().to_string();
    assert!(error.contains("'robot/elbow'") && error.contains("velocities"), "{error}");
    // A body that is fixed to its parent.
    let mut wanted = state(&run, "mark");
    wanted.world_from_entity.translation.y += 0.1;
    let error = run.simulation.set_entity_state("mark", &wanted).unwrap_err().to_string();
    assert!(error.contains("'robot/mark/fixed' fixes it") && error.contains("move 'robot'"), "{error}");
    assert_eq!(joints(&run, ["turn", "lift", "elbow"]), before);
}

#[test]
fn ball_joint_takes_any_rotation() {
    let mut run = run("balls");
    let mut wanted = state(&run, "lower");
    wanted.world_from_entity = turned(wanted.world_from_entity, DVec3::new(0.6, 0.0, 0.8), 0.0);
    let around = state(&run, "lower").world_from_entity;
    // The joint is at (0, 0.01, 0.02) of the body.
    let joint = around.transform_point(DVec3::new(0.0, 0.01, 0.02));
    let rotation = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.9) * around.rotation;
    wanted.world_from_entity = Pose { translation: joint - rotation * DVec3::new(0.0, 0.01, 0.02), rotation };
    run.simulation.set_entity_state("lower", &wanted).unwrap();
    let now = state(&run, "lower").world_from_entity;
    assert!(now.translation.distance(wanted.world_from_entity.translation) < 1e-5, "{now:?}");
    assert!(now.rotation.dot(rotation).abs() > 1.0 - 1e-10, "{now:?}");
}
