//! Contact sensors and force-torque sensors against closed forms, on an arm that holds a tray.

use std::fs;

use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use serde_json::{Value as Json, json};

const G: f64 = 9.81;

/// A lift of 1 kg on a fixed base, which carries an arm of 2 kg with its center 0.25 m from its hinge, at whose end, 0.5 m from
/// the hinge, a tray of 0.5 kg is fixed.
const ARM: &str = r#"<robot name="arm">
  <link name="world"/>
  <link name="lift"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="rail" type="prismatic"><parent link="world"/><child link="lift"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="500" velocity="5"/></joint>
  <link name="arm"><inertial><origin xyz="0.25 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="lift"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="100" velocity="5"/></joint>
  <link name="tray"><inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.4 0.02"/></geometry></collision></link>
  <joint name="screw" type="fixed"><parent link="arm"/><child link="tray"/><origin xyz="0.5 0 0"/></joint>
</robot>"#;

/// The environment: a triangle far below the arm.
const GROUND: &str = "v -9 -9 -1\nv 9 -9 -1\nv 0 9 -1\nf 1 2 3\n";

/// A scene of the arm with a controller of its joints.
fn arm() -> (tempfile::TempDir, Scene) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("arm.urdf"), ARM).unwrap();
    fs::write(folder.path().join("empty.obj"), GROUND).unwrap();
    let scene = Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "arm"}))
        .with("body", json!({}))
        .appended("robot", "controller", "JointController")
        .models(folder.path());
    (folder, scene)
}

/// The scene with a sensor on a link.
fn with(scene: Scene, builder: &str, name: &str, link: &str, properties: Json) -> Scene {
    scene.appended("robot", name, builder).with("attach_to", json!(link)).properties(properties)
}

/// The scene with a cube of 3 kg and 10 cm that falls onto the middle of the tray.
fn loaded(scene: Scene) -> Scene {
    scene.object(json!({"name": "cube", "kind": "object", "location": [0.5, 0.0, 2.08], "scale": [0.05, 0.05, 0.05],
        "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}, "body": {"physics": "RIGID_BODY", "mass": 3.0}}))
}

fn wrench(run: &Run, name: &str) -> [[f64; 3]; 2] {
    [run.vector(name, "force"), run.vector(name, "torque")]
}

fn touches(run: &Run, name: &str) -> bool {
    let data = run.simulation.data(&format!("robot.{name}")).unwrap().to_map();
    data.get("collision") == Some(&Value::Bool(true))
}

fn assert_wrench(run: &Run, name: &str, force: [f64; 3], torque: [f64; 3], tolerance: f64) {
    let [measured_force, measured_torque] = wrench(run, name);
    assert_close(measured_force, force, tolerance);
    assert_close(measured_torque, torque, tolerance);
}

#[test]
fn joints_transmit_the_weight_of_all_that_they_carry() {
    let (_folder, scene) = arm();
    let scene = with(scene, "ForceTorqueSensor", "hinge", "arm", json!({}));
    let scene = with(scene, "ForceTorqueSensor", "screw", "tray", json!({}));
    let scene = with(scene, "ForceTorqueSensor", "rail", "arm", json!({"Joint": "rail"}));
    let mut run = scene.run();
    run.seconds(2.0);
    // The arm pulls its hinge down and turns it about y, towards its end.
    let moment = 2.0 * G * 0.25 + 0.5 * G * 0.5;
    assert_wrench(&run, "hinge", [0.0, 0.0, -2.5 * G], [0.0, moment, 0.0], 5e-3);
    assert_wrench(&run, "screw", [0.0, 0.0, -0.5 * G], [0.0; 3], 5e-3);
    assert_wrench(&run, "rail", [0.0, 0.0, -3.5 * G], [0.0, moment, 0.0], 5e-3);
}

#[test]
fn frame_and_direction_select_axes_and_side() {
    let (_folder, mut scene) = arm();
    for (name, properties) in [
        ("parent", json!({"Frame": "Parent"})),
        ("sensor", json!({"Frame": "Sensor"})),
        ("child", json!({"Frame": "Child"})),
        ("on_child", json!({"Direction": "ParentToChild", "Frame": "Parent"})),
    ] {
        scene = with(scene, "ForceTorqueSensor", name, "arm", properties);
        scene = scene.with("rotation", json!([0.0, 0.0, std::f64::consts::FRAC_PI_2]));
    }
    let mut run = scene.run();
    assert!(run.command("controller", &[("rail", 0.0), ("hinge", -0.5)]));
    run.seconds(3.0);
    let (weight, moment) = (2.5 * G, (2.0 * G * 0.25 + 0.5 * G * 0.5) * 0.5_f64.cos());
    // The arm points up by 0.5 rad.
    let along = [-weight * 0.5_f64.sin(), 0.0, -weight * 0.5_f64.cos()];
    assert_wrench(&run, "parent", [0.0, 0.0, -weight], [0.0, moment, 0.0], 0.01);
    assert_wrench(&run, "on_child", [0.0, 0.0, weight], [0.0, -moment, 0.0], 0.01);
    assert_wrench(&run, "child", along, [0.0, moment, 0.0], 0.01);
    // Its x axis is the y axis of the arm.
    assert_wrench(&run, "sensor", [0.0, -along[0], along[2]], [moment, 0.0, 0.0], 0.01);
}

#[test]
fn accelerated_bodies_add_mass_times_acceleration() {
    let (_folder, scene) = arm();
    let effort = scene.with("level", json!("effort"));
    let scene = with(effort, "ForceTorqueSensor", "rail", "lift", json!({}));
    let mut run = scene.run();
    assert!(run.command("controller", &[("rail", 50.0), ("hinge", 0.0)]));
    run.step(20);
    // The hinge transmits nothing about its axis, so the arm turns; the motor's effort is the whole force along the rail.
    let [force, _] = wrench(&run, "rail");
    assert_close([force[2]], [-50.0], 0.1);
}

#[test]
fn contact_sensor_measures_the_weight_and_names_of_the_objects_on_its_link() {
    let (_folder, scene) = arm();
    let scene = with(scene, "ContactSensor", "bumper", "tray", json!({}));
    let scene = with(scene, "ContactSensor", "elsewhere", "lift", json!({}));
    let scene = with(scene, "ContactSensor", "numb", "tray", json!({"Threshold": 100.0}));
    let scene = with(scene, "ForceTorqueSensor", "screw", "tray", json!({}));
    let mut run = loaded(scene).run();
    run.step(2);
    assert_eq!((touches(&run, "bumper"), run.text("bumper", "objects").as_str()), (false, ""));
    for seconds in [2.0, 10.0] {
        // Also of a cube that sleeps.
        run.seconds(seconds);
        assert!(touches(&run, "bumper"));
        assert_eq!(run.text("bumper", "objects"), "cube");
        assert_close([run.read("bumper", "normal_force")], [3.0 * G], 0.05);
        assert_close(run.vector("bumper", "force"), [0.0, 0.0, -3.0 * G], 0.05);
        assert_wrench(&run, "screw", [0.0, 0.0, -3.5 * G], [0.0; 3], 0.1);
    }
    for name in ["elsewhere", "numb"] {
        assert!(!touches(&run, name), "{name}");
    }
}

#[test]
fn sensors_of_forces_refuse_unknown_joints_and_robots_without_joints() {
    let (_folder, scene) = arm();
    let refusal = with(scene, "ForceTorqueSensor", "wrist", "arm", json!({"Joint": "hinges"})).refusal();
    assert!(
        refusal.contains("there is no joint `hinges`; the joints are") && refusal.contains("hinge"),
        "{refusal}"
    );
    let (_folder, scene) = arm();
    let refusal = scene.appended("robot", "wrist", "ForceTorqueSensor").refusal();
    assert!(refusal.contains("append it to a link below a joint"), "{refusal}");
    let refusal = Scene::new().robot(FAKE).appended("robot", "bumper", "ContactSensor").refusal();
    assert!(refusal.contains("its robot has no joints that move"), "{refusal}");
}
