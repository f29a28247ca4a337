//! The gripper on joints: positions, efforts, and objects between its fingers.

use crate::common::{FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use serde_json::{Value as Json, json};

fn scene(properties: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .with("model", json!({"file": "robots/small_arm"}))
        .with("body", json!({}))
        .appended("robot", "arm", "JointController")
        .properties(json!({"Joints": "shoulder"}))
        .appended("robot", "gripper", "JointGripper")
        .properties(properties)
        .appended("robot", "joints", "JointPositions")
}

fn gripper() -> Run {
    scene(json!({"Joints": "finger"})).run()
}

fn commanded(run: &mut Run, position: f64, max_effort: f64) -> Vec<(String, Value)> {
    let (_, answer) = run.start_with("gripper", "command", &[position.into(), max_effort.into()]);
    for _ in 0..300 {
        run.step(1);
        if let Ok(answer) = answer.try_recv() {
            let Answer::Success(Value::Map(state)) = answer else { panic!("{answer:?}") };
            return state.into_iter().collect();
        }
    }
    panic!("it has no answer after 5 s");
}

fn number(state: &[(String, Value)], name: &str) -> f64 {
    state.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_f64()).unwrap()
}

fn flags(state: &[(String, Value)]) -> [bool; 2] {
    ["stalled", "reached_goal"]
        .map(|name| state.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_bool()).unwrap())
}

#[test]
fn fingers_reach_their_position() {
    let mut run = gripper();
    let state = commanded(&mut run, 0.03, 0.0);
    assert_eq!(flags(&state), [false, true]);
    assert_close([number(&state, "position"), run.read("joints", "finger")], [0.03; 2], 2e-3);
    // Beyond the range of the joint, its end is the goal.
    let state = commanded(&mut run, 5.0, 0.0);
    assert_eq!(flags(&state), [false, true]);
    assert_close([number(&state, "position")], [0.04], 2e-3);
}

#[test]
fn weak_fingers_stall_with_their_effort() {
    let mut run = scene(json!({"Joints": "elbow", "StallTime": 0.3})).run();
    // The lower arm tips over and hangs; 0.2 N m do not lift it.
    assert!(run.command("gripper", &[("position", 2.4), ("max_effort", 0.2)]));
    run.seconds(8.0);
    let state = commanded(&mut run, 0.0, 0.2);
    assert_eq!(flags(&state), [true, false], "{state:?}");
    assert_close([number(&state, "effort")], [0.2], 1e-6);
}

#[test]
fn stream_commands_the_fingers() {
    let mut run = gripper();
    assert!(run.command("gripper", &[("position", 0.02), ("max_effort", 5.0)]));
    run.seconds(1.0);
    assert_close([run.read("joints", "finger")], [0.02], 1e-3);
    let state = run.call("gripper", "get_state", &[]);
    assert_eq!(state.as_map().and_then(|map| map.get("reached_goal")?.as_bool()), Some(true));
}

#[test]
fn bad_commands_and_joints_are_refused() {
    let mut run = gripper();
    for [position, effort] in [[f64::NAN, 1.0], [0.01, -1.0], [0.01, f64::NAN], [f64::INFINITY, 0.0]] {
        let (_, refused) = run.start_with("gripper", "command", &[position.into(), effort.into()]);
        run.step(2);
        assert!(matches!(refused.try_recv(), Ok(Answer::Failed(_))), "{position} {effort}");
    }
    assert!(scene(json!({"Joints": "fingr"})).refusal().contains("did you mean `finger`?"));
}

#[test]
fn limits_of_joints_are_ranges_of_the_description() {
    let mut run = gripper();
    let mut ranges = |component: &str| -> Vec<Json> {
        let described = run.simulation.call("simulation", "describe_component", &[component.into()]);
        let Some(Answer::Success(value)) = described else { panic!("{described:?}") };
        let value = serde_json::to_value(value).unwrap();
        value["ranges"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(
        ranges("robot.gripper"),
        [
            json!({"name": "position", "unit": "m", "low": 0.0, "high": 0.04}),
            json!({"name": "max_effort", "unit": "N", "low": 0.0, "high": 20.0}),
        ]
    );
    assert_eq!(ranges("robot.arm"), [json!({"name": "shoulder", "unit": "rad", "low": -1.8, "high": 1.8})]);
    assert!(ranges("robot.joints").is_empty());
}
