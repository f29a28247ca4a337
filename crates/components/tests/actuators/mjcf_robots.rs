//! Robots of MJCF files with position actuators.

use std::fs;

use crate::common::{FAKE, Run, Scene, assert_close};
use serde_json::json;

/// A link of 2 kg on a fixed base, whose center is 0.25 m from its hinge. Its position actuator has 200 N m/rad at the joint.
const ARM: &str = r#"<mujoco model="arm"><compiler angle="radian"/><worldbody>
  <body name="base" pos="0 0 2"><geom type="box" size="0.05 0.05 0.05" mass="1"/>
    <body name="link" pos="0 0 0.3"><joint name="shoulder" axis="0 1 0" range="-2 2" armature="0.05" damping="1"/>
      <geom type="box" size="0.25 0.02 0.02" pos="0.25 0 0" mass="2"/></body></body></worldbody>
  <actuator><position name="shoulder" joint="shoulder" kp="50" kv="8" gear="2" ctrlrange="-2 2"/></actuator>
  <keyframe><key name="home" qpos="-0.5"/></keyframe></mujoco>"#;

/// The environment: a triangle far below the robot.
const GROUND: &str = "v -9 -9 -1\nv 9 -9 -1\nv 0 9 -1\nf 1 2 3\n";

fn run(text: &str) -> (tempfile::TempDir, Run) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("arm.xml"), text).unwrap();
    fs::write(folder.path().join("empty.obj"), GROUND).unwrap();
    let scene = Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "arm"}))
        .with("body", json!({}))
        .appended("robot", "controller", "JointController")
        .appended("robot", "joints", "JointPositions")
        .models(folder.path());
    let run = scene.run();
    (folder, run)
}

#[test]
fn arm_starts_at_its_home_keyframe_and_holds_it_with_the_gains_of_its_actuator() {
    let (_folder, mut run) = run(ARM);
    run.seconds(0.1);
    assert!((-0.5..-0.45).contains(&run.read("joints", "shoulder")), "{}", run.read("joints", "shoulder"));
    run.seconds(5.0);
    let position = run.read("joints", "shoulder");
    // The spring of the actuator holds the weight: 50 N m/rad, times the square of the gear.
    let weight = 2.0 * 9.81 * 0.25 * position.cos();
    assert_close([200.0 * (position + 0.5)], [weight], 0.01);
}

#[test]
fn arm_without_gains_in_its_file_is_held_by_stiffer_motors() {
    let (_folder, mut run) =
        run(&ARM.replace("<position", "<motor").replace("kp=\"50\" kv=\"8\" gear=\"2\"", "gear=\"20\""));
    run.seconds(5.0);
    assert_close([run.read("joints", "shoulder")], [-0.5], 1e-3);
}
