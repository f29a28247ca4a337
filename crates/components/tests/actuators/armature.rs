//! Tests of armatures: joints, objects mounted on an arm, and invalid requests.

mod ik_targets;
mod trajectories;

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use crate::common::{FAKE, HZ, Run, Scene, assert_close, own_models};
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;
use serde_json::json;
use trajectories::trajectory;

const ARM: &str = "robot.arm";
const JOINTS: [&str; 7] = ["kuka_1", "kuka_2", "kuka_3", "kuka_4", "kuka_5", "kuka_6", "kuka_7"];
const TARGET: &str = "ik_target.robot.arm.kuka_7";

/// A Kuka LWR on a robot at the origin, with a sensor of its joints and a sensor of the pose of its tip.
fn kuka() -> Scene {
    Scene::new()
        .robot(FAKE)
        .actuator("arm", "armature.Armature")
        .with("model", json!({"file": "actuators/kuka_lwr", "object": "kuka_armature"}))
        .with("options", json!({"ik_targets": [{"bone": "kuka_7", "name": TARGET}]}))
        .stream()
        .sensor("joints", "armature_pose.ArmaturePose")
        .with("parent", json!(ARM))
        .sensor("tip", "pose.Pose")
        .with("parent", json!(ARM))
        .at([0.0, 0.0, 1.3105], 0.0)
}

/// Model folders with a Kuka: the folder of the project, and the folder of the original if it is installed.
fn folders() -> Vec<PathBuf> {
    let original = Path::new("/usr/share/morse/data").to_owned();
    [own_models(), original].into_iter().filter(|folder| folder.exists()).collect()
}

fn list(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

fn values(run: &Run) -> [f64; 7] {
    run.reads("joints", JOINTS)
}

fn request(run: &mut Run, service: &str, arguments: &[Value]) -> Receiver<Answer> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let id = run.simulation.gateway().next_id();
    let respond = Box::new(move |answer| drop(sender.send(answer)));
    run.simulation.call_with(id, ARM, service, arguments, respond);
    receiver
}

/// The error of a refused request.
#[track_caller]
fn refusal(run: &mut Run, service: &str, arguments: &[Value]) -> String {
    match request(run, service, arguments).try_recv() {
        Ok(Answer::Failed(error)) => error.to_string(),
        other => panic!("{service} answered {other:?}"),
    }
}

fn tip(run: &Run) -> [f64; 3] {
    run.reads("tip", ["x", "y", "z"])
}

#[test]
fn kuka_has_the_kinematics_of_the_original() {
    for folder in folders() {
        let mut run = kuka().models(&folder).run();
        run.step(1);
        assert_close(tip(&run), [0.0, 0.0, 1.3105], 1e-6);
        run.call("arm", "set_rotation", &["kuka_2".into(), (-FRAC_PI_2).into()]);
        run.step(1);
        assert_close(tip(&run), [1.0, 0.0, 0.3105], 1e-4);
        assert_close([run.read("tip", "pitch")], [FRAC_PI_2], 1e-4);
        assert_close(values(&run), [0.0, -FRAC_PI_2, 0.0, 0.0, 0.0, 0.0, 0.0], 1e-12);
    }
}

#[test]
fn kuka_has_the_joints_of_the_original() {
    for folder in folders() {
        let mut run = kuka().models(&folder).run();
        let names = Value::List(JOINTS.iter().map(|&name| Value::from(name)).collect());
        assert_eq!(run.call("arm", "get_joints", &[]), names);
        assert_eq!(run.call("joints", "get_joints", &[]), names);
        let dofs = run.call("arm", "get_dofs", &[]);
        let free = |joint| dofs.as_map().unwrap().get(joint).unwrap().clone();
        assert_eq!(free("kuka_1"), Value::List(vec![false.into(), true.into(), false.into()]));
        assert_eq!(free("kuka_2"), Value::List(vec![false.into(), false.into(), true.into()]));
        let limits = |run: &mut Run, joint: &str| {
            let limits = run.call("arm", "get_IK_limits", &[joint.into()]);
            let limits: Vec<f64> = limits.as_list().unwrap().iter().filter_map(Value::as_f64).collect();
            <[f64; 2]>::try_from(limits).unwrap()
        };
        assert_close(limits(&mut run, "kuka_1"), [-2.9671, 2.9671], 1e-4);
        assert_close(limits(&mut run, "kuka_6"), [-2.0944, 2.0944], 1e-4);
        let lengths = run.call("joints", "get_joints_length", &[]);
        let length = |joint| lengths.as_map().unwrap().get(joint).unwrap().as_f64().unwrap();
        assert_close(JOINTS.map(length), [0.3105, 0.2, 0.2, 0.2, 0.19, 0.078, 0.132], 1e-4);
    }
}

#[test]
fn joints_move_at_their_speed_and_the_answer_comes_when_they_stop() {
    let mut run = kuka().run();
    let answer = request(&mut run, "rotate", &["kuka_1".into(), 1.0.into()]);
    run.seconds(1.0);
    assert_close(values(&run), [0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.8 / 60.0 + 1e-9);
    assert!(answer.try_recv().is_err(), "the arm still moves");
    run.seconds(0.3);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
    assert_close([run.read("joints", "kuka_1")], [1.0], 0.01);

    let slowly = Map::from([("kuka_2", -0.5), ("kuka_4", 0.25)]);
    let answer = request(&mut run, "rotate_joints", &[Value::Map(slowly), 0.1.into()]);
    run.seconds(2.0);
    assert_close([run.read("joints", "kuka_2"), run.read("joints", "kuka_4")], [-0.2, 0.2], 0.003);
    run.seconds(3.1);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
}

#[test]
fn stream_sets_all_joints_by_name() {
    let mut run = kuka().run();
    let goals = JOINTS.map(|joint| (joint, 0.4));
    run.publish(&goals).seconds(1.0);
    assert_close(values(&run), [0.4; 7], 0.01);
    // Incomplete or invalid trajectories are refused as a whole.
    run.publish(&goals[..6].iter().map(|&(joint, _)| (joint, 1.0)).collect::<Vec<_>>());
    run.publish(&JOINTS.map(|joint| (joint, f64::NAN))).seconds(1.0);
    assert_close(values(&run), [0.4; 7], 0.01);
}

#[test]
fn joint_values_stay_within_limits() {
    let mut run = kuka().run();
    run.call("arm", "set_rotations", &[list(&[9.0, -9.0, 0.1])]);
    run.step(1);
    assert_close(values(&run), [2.9671, -2.0944, 0.1, 0.0, 0.0, 0.0, 0.0], 1e-4);
    let answer = request(&mut run, "rotate", &["kuka_2".into(), 9.0.into(), 5.0.into()]);
    run.seconds(1.0);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
    assert_close([run.read("joints", "kuka_2")], [2.0944], 0.01);
}

#[test]
fn interrupted_arm_keeps_its_configuration() {
    let mut run = kuka().run();
    let (sender, first) = std::sync::mpsc::channel();
    let id = run.simulation.gateway().next_id();
    let respond = Box::new(move |answer| drop(sender.send(answer)));
    run.simulation.call_with(id, ARM, "rotate", &["kuka_1".into(), 2.0.into()], respond);
    run.seconds(1.0);
    run.simulation.handle(morse_sim::transport::request::Event::Cancel(id));
    run.seconds(1.0);
    assert!(matches!(first.try_recv(), Ok(Answer::Preempted(_))));
    assert_close([run.read("joints", "kuka_1")], [0.8], 0.02);
    // A newer request preempts an older one.
    let older = request(&mut run, "rotate", &["kuka_1".into(), 2.0.into()]);
    let newer = request(&mut run, "rotate", &["kuka_2".into(), 0.4.into()]);
    run.seconds(1.0);
    assert!(matches!(older.try_recv(), Ok(Answer::Preempted(_))));
    assert!(matches!(newer.try_recv(), Ok(Answer::Success(_))));
}

#[test]
fn reset_ends_motions_and_trajectories_of_an_arm() {
    let mut run = kuka().run();
    let answer = request(&mut run, "rotate", &["kuka_1".into(), 2.0.into()]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(1.0);
    assert!(matches!(answer.try_recv(), Ok(Answer::Preempted(_))));
    assert_close(values(&run), [0.0; 7], 1e-12);
    run.publish(&JOINTS.map(|joint| (joint, 0.4))).seconds(0.3);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(1.0);
    assert_close(values(&run), [0.0; 7], 1e-12);
    // The arm no longer follows its target, which is back at the end of its bone.
    run.call("arm", "place_IK_target", &[TARGET.into(), list(&[0.3, 0.0, -0.3])]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(1.0);
    assert_close(values(&run), [0.0; 7], 1e-12);
    run.call("arm", "place_IK_target", &[TARGET.into(), list(&[0.0; 3])]);
    run.seconds(1.0);
    assert_close(values(&run), [0.0; 7], 1e-6);
}

#[test]
fn invalid_joint_requests_are_refused_and_move_no_joint() {
    let mut run = kuka().run();
    run.step(1);
    let unknown = refusal(&mut run, "rotate", &["elbow".into(), 1.0.into()]);
    assert!(unknown.contains("elbow") && unknown.contains("kuka_3"), "{unknown}");
    for service in ["set_rotation", "get_IK_limits"] {
        let arguments = ["elbow".into(), 1.0.into()];
        let arguments = if service == "get_IK_limits" { &arguments[..1] } else { &arguments[..] };
        assert!(refusal(&mut run, service, arguments).contains("elbow"));
    }
    assert!(refusal(&mut run, "translate", &["kuka_1".into(), 0.1.into()]).contains("turns"));
    assert!(refusal(&mut run, "set_translations", &[list(&[0.1])]).contains("turns"));
    let joints = Value::Map(Map::from([("kuka_1", 1.0), ("elbow", 1.0)]));
    assert!(refusal(&mut run, "rotate_joints", &[joints]).contains("elbow"));
    let text = Value::Map(Map::from([("kuka_1", "far")]));
    assert!(refusal(&mut run, "rotate_joints", &[text]).contains("finite"));
    assert!(refusal(&mut run, "rotate_joints", &[1.0.into()]).contains("by name"));
    refusal(&mut run, "rotate", &["kuka_1".into(), f64::NAN.into()]);
    refusal(&mut run, "set_rotations", &[list(&[f64::INFINITY])]);
    refusal(&mut run, "rotate", &["kuka_1".into(), 1.0.into(), (-1.0).into()]);
    refusal(&mut run, "place_IK_target", &["elbow".into(), list(&[0.0; 3])]);
    refusal(&mut run, "place_IK_target", &[TARGET.into(), list(&[0.0; 2])]);
    refusal(&mut run, "place_IK_target", &[TARGET.into(), list(&[0.0, f64::NAN, 0.0])]);
    refusal(
        &mut run,
        "move_IK_target",
        &[TARGET.into(), list(&[0.0; 3]), Value::Null, true.into(), 0.0.into()],
    );
    run.seconds(1.0);
    assert_close(values(&run), [0.0; 7], 1e-12);
}

#[test]
fn objects_on_an_arm_move_with_its_end_effector() {
    let scene = kuka()
        .sensor("label", "pose.Pose")
        .with("parent", json!(ARM))
        .with("properties", json!({"internal": true}));
    let mut run = scene.run();
    run.call("arm", "set_rotation", &["kuka_2".into(), (-FRAC_PI_2).into()]);
    run.step(1);
    assert_close(tip(&run), [1.0, 0.0, 0.3105], 1e-4);
    assert_close(run.reads("label", ["x", "y", "z"]), [0.0; 3], 1e-12);
}

#[test]
fn scenes_without_an_armature_are_refused() {
    let none = Scene::new().robot(FAKE).actuator("arm", "armature.Armature").refusal();
    assert!(none.contains("no armature"), "{none}");
    let none = Scene::new().robot(FAKE).sensor("joints", "armature_pose.ArmaturePose").refusal();
    assert!(none.contains("not on an armature"), "{none}");
    let part = Scene::new().robot(FAKE).actuator("arm", "armature.Armature");
    let part = part.with("options", json!({"armature_name": "left_arm"})).refusal();
    assert!(part.contains("left_arm"), "{part}");
    let bone = kuka();
    let bone = bone.actuator("other", "armature.Armature");
    let bone = bone
        .with("model", json!({"file": "actuators/kuka_lwr", "object": "kuka_armature"}))
        .with("options", json!({"ik_targets": [{"bone": "finger", "name": "it"}]}));
    assert!(bone.refusal().contains("finger"));
}

#[test]
fn digest_does_not_depend_on_threads_or_on_a_save_during_a_motion() {
    let begin = |threads: usize| {
        let mut run = kuka().threads(threads).run();
        run.step(1);
        let there = [0.5, -0.6, 0.2, 0.1, 0.3, -0.1, 1.0];
        let mut answers = vec![request(&mut run, "trajectory", &[trajectory(&[(there, 1.0)])])];
        run.seconds(1.5);
        let way = [TARGET.into(), list(&[0.2, 0.3, -0.3])];
        answers.push(request(&mut run, "move_IK_target", &way));
        run.seconds(0.5);
        (run, answers)
    };
    let (mut one, _answers) = begin(1);
    for threads in [2, 4] {
        let (other, _answers) = begin(threads);
        assert_eq!(other.digest(), one.digest());
    }
    let saved = one.simulation.save().unwrap();
    let mut restored = kuka().run();
    restored.simulation.restore(&saved).unwrap();
    for _ in 0..HZ {
        one.step(1);
        restored.step(1);
        assert_eq!(restored.digest(), one.digest());
    }
}
