//! Tests of the joint controller and of the sensor of joint positions, on an arm from a URDF file.

use std::fs;

use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::diagnostic::Code;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

/// An arm on a fixed base: two links that turn about horizontal axes, and a finger that slides, which another mimics. Stretched
/// out, as at the start, it weighs 7 N m about the shoulder.
const ARM: &str = r#"<robot name="arm">
  <link name="world"/>
  <link name="base"><inertial><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="foot" type="fixed"><parent link="world"/><child link="base"/><origin xyz="0 0 2"/></joint>
  <link name="upper"><inertial><origin xyz="0.25 0 0"/><mass value="1.2"/><inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="EFFORT" velocity="2"/></joint>
  <link name="lower"><inertial><origin xyz="0.2 0 0"/><mass value="0.6"/><inertia ixx="0.005" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0.5 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="40" velocity="2"/></joint>
  <link name="left"><inertial><mass value="0.05"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="finger" type="prismatic"><parent link="lower"/><child link="left"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.1"/></joint>
  <link name="right"><inertial><mass value="0.05"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="other_finger" type="prismatic"><parent link="lower"/><child link="right"/><origin xyz="0.4 0 0"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.1"/><mimic joint="finger"/></joint>
</robot>"#;

/// The environment: a triangle far below the arm.
const GROUND: &str = "v -9 -9 -1\nv 9 -9 -1\nv 0 9 -1\nf 1 2 3\n";

const JOINTS: [&str; 3] = ["shoulder", "elbow", "finger"];

/// The arm with a controller that has these properties, and a sensor.
fn arm_with(effort: &str, properties: Json) -> (tempfile::TempDir, Scene) {
    arm_at(None, effort, properties)
}

/// The arm with a controller at a level, and a sensor.
fn arm_at(level: Option<&str>, effort: &str, properties: Json) -> (tempfile::TempDir, Scene) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("arm.urdf"), ARM.replace("EFFORT", effort)).unwrap();
    fs::write(folder.path().join("empty.obj"), GROUND).unwrap();
    let scene = Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "arm"}))
        .with("body", json!({}))
        .appended("robot", "controller", "JointController")
        .properties(properties)
        .with("level", json!(level))
        .appended("robot", "joints", "JointPositions")
        .models(folder.path());
    (folder, scene)
}

fn arm() -> Run {
    arm_with("60", json!({})).1.run()
}

fn positions(run: &Run) -> [f64; 3] {
    run.reads("joints", JOINTS)
}

#[test]
fn arm_holds_itself_and_reaches_its_positions_at_the_speed_of_the_file() {
    let mut run = arm();
    run.seconds(2.0);
    assert_close(positions(&run), [0.0; 3], 1e-3);
    assert!(run.command("controller", &[("shoulder", -1.0), ("elbow", 0.5), ("finger", 0.03)]));
    run.seconds(0.25);
    let turned = -run.read("joints", "shoulder");
    assert!((0.3..0.5).contains(&turned), "at most 2 rad/s: {turned}");
    run.seconds(2.0);
    assert_close(positions(&run), [-1.0, 0.5, 0.03], 1e-3);
    run.seconds(5.0);
    assert_close(positions(&run), [-1.0, 0.5, 0.03], 1e-3);
}

#[test]
fn positions_are_limited_to_the_range_of_the_joint() {
    let mut run = arm();
    assert!(run.command("controller", &[("shoulder", -4.0), ("elbow", 0.0), ("finger", 1.0)]));
    run.seconds(3.0);
    assert_close(positions(&run), [-1.5, 0.0, 0.04], 2e-3);
}

#[test]
fn motors_are_no_stronger_than_the_file_says() {
    // The stretched arm needs some 7 N m at the shoulder.
    let (_folder, scene) = arm_with("2", json!({}));
    let mut run = scene.run();
    run.seconds(3.0);
    assert!(run.read("joints", "shoulder") > 0.5, "{:?}", positions(&run));
}

#[test]
fn velocities_and_efforts_are_commanded() {
    let (_folder, scene) = arm_with("60", json!({"Command": "Velocity", "Joints": "shoulder, elbow"}));
    let mut run = scene.run();
    assert!(run.command("controller", &[("shoulder", -0.5), ("elbow", 0.0)]));
    run.seconds(2.0);
    assert_close([run.read("joints", "shoulder")], [-1.0], 0.03);
    assert!(run.command("controller", &[("shoulder", 9.0), ("elbow", 0.0)]));
    run.seconds(0.5);
    let velocities = run.call("joints", "get_velocities", &[]);
    assert_close([of(&velocities, "shoulder")], [2.0], 0.02);
    let (_folder, scene) = arm_at(Some("effort"), "60", json!({"Joints": "finger"}));
    let mut run = scene.run();
    assert!(run.command("controller", &[("finger", 1.0)]));
    run.seconds(1.0);
    assert_close([run.read("joints", "finger")], [0.04], 1e-3);
    assert_close([of(&run.call("joints", "get_efforts", &[]), "finger")], [1.0], 1e-12);
}

/// The number of a joint in an answer.
fn of(answer: &Value, joint: &str) -> f64 {
    answer.as_map().and_then(|map| map.get(joint)?.as_f64()).unwrap()
}

#[test]
fn joints_move_freely_at_level_effort_before_the_first_command() {
    let (_folder, scene) = arm_at(Some("effort"), "60", json!({}));
    let mut run = scene.run();
    run.seconds(0.5);
    assert!(run.read("joints", "shoulder") > 0.5, "{:?}", positions(&run));
}

#[test]
fn kinematic_joints_move_exactly_without_an_effort_limit() {
    let (_folder, scene) = arm_at(Some("kinematic"), "0.01", json!({}));
    let mut run = scene.run();
    assert!(run.command("controller", &[("shoulder", -1.0), ("elbow", 0.5), ("finger", 0.03)]));
    run.seconds(0.25);
    // 2 rad/s, as in the file.
    assert_close([run.read("joints", "shoulder")], [-0.5], 0.04);
    run.seconds(0.5);
    assert_close(positions(&run), [-1.0, 0.5, 0.03], 1e-4);
    run.seconds(3.0);
    assert_close(positions(&run), [-1.0, 0.5, 0.03], 1e-4);
    assert_eq!(run.call("joints", "get_efforts", &[]), Value::Map(Map::default()));
    let (_folder, scene) = arm_at(Some("kinematic"), "0.01", json!({"Command": "Velocity"}));
    let mut run = scene.run();
    assert!(run.command("controller", &[("shoulder", -0.5), ("elbow", 0.0), ("finger", 0.0)]));
    run.seconds(1.0);
    assert_close([run.read("joints", "shoulder")], [-0.5], 0.02);
}

#[test]
fn efforts_at_rest_are_the_weights_that_the_motors_hold() {
    let mut run = arm();
    run.seconds(3.0);
    let efforts = run.call("controller", "get_efforts", &[]);
    let shoulder = 9.81 * (1.2 * 0.25 + 0.6 * 0.7 + 0.1 * 0.9);
    let elbow = 9.81 * (0.6 * 0.2 + 0.1 * 0.4);
    // Positive angles turn the arm down. rapier's iterations leave an error of 1 %.
    assert_close([of(&efforts, "shoulder"), of(&efforts, "elbow")], [-shoulder, -elbow], 0.1);
    assert_eq!(run.call("joints", "get_efforts", &[]), efforts);
}

#[test]
fn gains_are_properties_and_are_set_while_it_runs() {
    let (_folder, scene) = arm_with("60", json!({"Stiffness": 200.0}));
    let mut run = scene.run();
    run.seconds(4.0);
    let sag = |run: &Run| run.read("joints", "shoulder");
    let torque = 9.81 * (1.2 * 0.25 + 0.6 * 0.7 + 0.1 * 0.9);
    assert!((sag(&run) - torque / 200.0).abs() < 0.003, "{}", sag(&run));
    run.call("controller", "set_gains", &["shoulder".into(), Value::Float(4000.0)]);
    run.seconds(2.0);
    assert!((sag(&run) - torque / 4000.0).abs() < 2e-4, "{}", sag(&run));
    let gains = run.call("controller", "get_gains", &[]);
    let of_shoulder = gains.as_map().unwrap().get("shoulder").unwrap().as_list().unwrap().to_vec();
    assert_eq!(of_shoulder[0], Value::Float(4000.0));
    run.call("controller", "set_property", &["Stiffness".into(), Value::Float(1000.0)]);
    let gains = run.call("controller", "get_gains", &[]);
    let of_elbow = gains.as_map().unwrap().get("elbow").unwrap().as_list().unwrap().to_vec();
    assert_eq!(of_elbow[0], Value::Float(1000.0));
    for arguments in [
        ["shoulder".into(), Value::Float(-1.0), Value::Float(1.0)],
        ["shoulder".into(), Value::Float(f64::NAN), Value::Float(1.0)],
        ["shoulder".into(), Value::Float(1.0), Value::Float(1e12)],
        ["shoulde".into(), Value::Float(1.0), Value::Float(1.0)],
    ] {
        let (_, refused) = run.start_with("controller", "set_gains", &arguments);
        run.step(2);
        assert!(matches!(refused.try_recv(), Ok(Answer::Failed(_))), "{arguments:?}");
    }
}

#[test]
fn states_have_positions_velocities_and_efforts() {
    let (_folder, scene) = arm_with("60", json!({}));
    let scene = scene.appended("robot", "states", "JointPositions").with("level", json!("states"));
    let mut run = scene.run();
    run.seconds(2.0);
    assert!(run.command("controller", &[("shoulder", -1.4), ("elbow", 0.0), ("finger", 0.0)]));
    run.seconds(0.4);
    let data = run.call("states", "get_local_data", &[]);
    let dict = |name: &str| data.as_map().and_then(|map| map.get(name).cloned()).unwrap();
    assert!((of(&dict("positions"), "shoulder") + 0.8).abs() < 0.06);
    assert!((of(&dict("velocities"), "shoulder") + 2.0).abs() < 0.05);
    assert!(of(&dict("efforts"), "shoulder") < -5.0);
    assert_eq!(dict("efforts").as_map().unwrap().len(), 3);
}

#[test]
fn level_effort_has_no_positions_to_go_to() {
    let (_folder, scene) = arm_at(Some("effort"), "60", json!({}));
    let mut run = scene.run();
    let (_, refused) = run.start_with("controller", "rotate", &["elbow".into(), Value::Float(0.1)]);
    run.step(2);
    let Answer::Failed(error) = refused.try_recv().unwrap() else { panic!("it has no positions") };
    assert!(error.to_string().contains("level is `effort`"), "{error}");
}

#[test]
fn services_answer_on_arrival() {
    let mut run = arm();
    let joints = run.call("controller", "get_joints", &[]);
    assert_eq!(joints, Value::List(JOINTS.map(Value::from).to_vec()));
    let goals = Value::from(Map::from([("shoulder", -0.5), ("elbow", 0.2)]));
    let (_, moved) = run.start_with("controller", "rotate_joints", &[goals, Value::Float(1.0)]);
    run.seconds(0.4);
    assert!(moved.try_recv().is_err());
    run.seconds(1.0);
    assert_eq!(moved.try_recv().unwrap(), Answer::Success(Value::Null));
    assert_close(positions(&run), [-0.5, 0.2, 0.0], 0.01);
    let (_, refused) = run.start_with("controller", "translate", &["elbow".into(), Value::Float(0.1)]);
    run.step(2);
    let Answer::Failed(error) = refused.try_recv().unwrap() else { panic!("it slides") };
    assert!(error.to_string().contains("joint `elbow` turns"), "{error}");
    let (_, refused) = run.start_with("controller", "rotate", &["elbo".into(), Value::Float(0.1)]);
    run.step(2);
    let Answer::Failed(error) = refused.try_recv().unwrap() else { panic!("there is no such joint") };
    assert!(error.to_string().contains("did you mean `elbow`?"), "{error}");
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let mut run = arm();
    for [goal, speed] in [[f64::NAN, 1.0], [f64::INFINITY, 1.0], [0.1, f64::NAN], [0.1, -1.0]] {
        let arguments = ["elbow".into(), Value::Float(goal), Value::Float(speed)];
        let (_, refused) = run.start_with("controller", "rotate", &arguments);
        run.step(3);
        assert!(matches!(refused.try_recv(), Ok(Answer::Failed(_))), "{goal} {speed}");
    }
    assert_close(positions(&run), [0.0; 3], 1e-3);
}

#[test]
fn trajectory_passes_its_points_in_time() {
    let mut run = arm();
    let point = |positions: [f64; 3], time_s: f64| {
        let positions = Value::List(positions.map(Value::Float).to_vec());
        Value::from(Map::from([("positions", positions), ("time_from_start", Value::Float(time_s))]))
    };
    let points = Value::List(vec![point([-0.6, 0.4, 0.02], 1.0), point([-0.2, 0.0, 0.0], 2.0)]);
    let (_, done) =
        run.start_with("controller", "trajectory", &[Value::from(Map::from([("points", points)]))]);
    run.seconds(0.5);
    assert_close(positions(&run), [-0.3, 0.2, 0.01], 0.03);
    run.seconds(0.5);
    assert_close(positions(&run), [-0.6, 0.4, 0.02], 0.03);
    assert!(done.try_recv().is_err());
    run.seconds(1.5);
    assert_close(positions(&run), [-0.2, 0.0, 0.0], 0.01);
    assert_eq!(done.try_recv().unwrap(), Answer::Success(Value::Null));
}

#[test]
fn unknown_joints_and_robots_without_joints_are_named() {
    let (_folder, scene) = arm_with("60", json!({"Joints": "shoulder, elbw"}));
    let problem = scene.refusal();
    assert!(problem.contains("no joint `elbw`") && problem.contains("did you mean `elbow`?"), "{problem}");
    let without = Scene::new().robot(FAKE).appended("robot", "controller", "JointController").refusal();
    assert!(without.contains("no joints that move"), "{without}");
    let (_folder, scene) = arm_with("60", json!({"Joints": "other_finger"}));
    assert!(scene.refusal().contains("no joint `other_finger`"), "a mimic joint is not commanded");
}

#[test]
fn result_does_not_depend_on_threads() {
    let digest = |threads| {
        let (_folder, scene) = arm_with("60", json!({}));
        let mut run = scene.threads(threads).run();
        assert!(run.command("controller", &[("shoulder", -1.0), ("elbow", 0.0), ("finger", 0.0)]));
        run.seconds(1.0).digest()
    };
    assert_eq!(digest(1), digest(4));
}

/// The findings with a code: their objects and texts.
fn found(scene: &Scene, code: Code) -> Vec<(String, String)> {
    let findings = scene.obstacles().into_iter().filter(|finding| finding.code == code);
    findings.map(|finding| (finding.object.unwrap_or_default(), finding.message)).collect()
}

#[test]
fn motors_that_cannot_hold_the_arm_are_named() {
    let weak = |effort: &str, properties: Json| found(&arm_with(effort, properties).1, Code::RunWeakJoint);
    assert_eq!(weak("60", json!({})), []);
    assert_eq!(weak("60", json!({"Stiffness": 2000.0})), []);
    for (effort, properties, text) in [
        ("5", json!({}), "joint shoulder has an effort of 5.000 N m at most; its load weighs up to 7."),
        ("0", json!({}), "the file gives joint shoulder the effort 0: nothing moves it"),
        (
            "60",
            json!({"Stiffness": 20.0, "Joints": "shoulder"}),
            "a stiffness of 20 N m/rad lets the weight of its load",
        ),
    ] {
        let found = weak(effort, properties);
        assert!(
            matches!(&found[..], [(on, found)] if on == "robot.controller" && found.contains(text)),
            "{found:?}"
        );
    }
    // Joints that move exactly, and commanded velocities, hold nothing by their gains.
    let velocities = json!({"Stiffness": 20.0, "Command": "Velocity"});
    assert_eq!(found(&arm_with("60", velocities).1, Code::RunWeakJoint), []);
    assert_eq!(found(&arm_at(Some("kinematic"), "5", json!({})).1, Code::RunWeakJoint), []);
}

#[test]
fn two_controllers_of_a_joint_are_named() {
    let scene = |joints: &str| {
        let (folder, scene) = arm_with("60", json!({"Joints": "shoulder, elbow"}));
        (folder, scene.appended("robot", "gripper", "JointGripper").properties(json!({"Joints": joints})))
    };
    assert_eq!(found(&scene("finger").1, Code::RunJointTwice), []);
    let twice = found(&scene("finger, elbow").1, Code::RunJointTwice);
    assert!(
        matches!(&twice[..], [(on, text)] if on == "robot.gripper" && text.contains("`robot.controller`")
            && text.contains("elbow") && !text.contains("shoulder")),
        "{twice:?}"
    );
}

#[test]
fn encoder_measures_whole_counts_from_its_zero() {
    let (_folder, scene) = arm_with("60", json!({}));
    let encoder = json!({"Joints": "shoulder", "Resolution": 0.1, "Zero": -0.25});
    let mut run = scene.appended("robot", "encoder", "JointPositions").properties(encoder).run();
    run.seconds(0.5);
    // 0 - (-0.25) lies between two counts.
    let at_rest = run.read("encoder", "shoulder");
    assert!((at_rest - 0.2).abs() < 1e-9 || (at_rest - 0.3).abs() < 1e-9, "{at_rest}");
    assert!(run.command("controller", &[("shoulder", -0.67), ("elbow", 0.0), ("finger", 0.0)]));
    run.seconds(3.0);
    assert_close([run.read("encoder", "shoulder")], [-0.4], 1e-9);
}
