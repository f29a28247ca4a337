//! Tests of the gait of people.

use std::path::Path;

use crate::common::{INSTALLED, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use morse_world::RayKind;
use serde_json::json;

/// A walking person with a commanded skeleton.
fn person(folder: &Path) -> Scene {
    person_with(folder, json!({}))
}

fn person_with(folder: &Path, properties: serde_json::Value) -> Scene {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("Human").unwrap();
    Scene::new()
        .models(folder)
        .built(builder, &class.class)
        .properties(properties)
        .object(json!({"name": "robot.skeleton", "kind": "actuator", "parent": "robot", "rate_hz": 60.0,
            "class": "morse.actuators.armature.Armature", "options": {"armature_name": "HumanSkeleton"}}))
        .actuator("drive", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}))
}

fn drive(run: &mut Run, x: f64, w: f64) {
    assert!(run.command("drive", &[("x", x), ("y", 0.0), ("w", w)]));
}

/// Start of a bone, in the frame of the robot.
fn joint(run: &Run, bone: &str) -> [f64; 3] {
    let world = run.simulation.world();
    let robot = world.find("robot").unwrap();
    let skeleton = world.subtree(robot).into_iter().find(|&node| world.armature(node).is_some()).unwrap();
    let armature = world.armature(skeleton).unwrap();
    let skeleton_from_bone = armature.armature_from_bone(armature.find(bone).unwrap());
    (world.world_from(robot).inverse() * world.world_from(skeleton) * skeleton_from_bone)
        .translation
        .to_array()
}

/// Positions of two bones along x while a person walks for some seconds, tick by tick.
fn traces(run: &mut Run, bones: [&str; 2], seconds: f64) -> [Vec<f64>; 2] {
    let mut traces = [Vec::new(), Vec::new()];
    for _ in 0..(seconds * f64::from(crate::common::HZ)) as u32 {
        run.step(1);
        for (trace, bone) in traces.iter_mut().zip(bones) {
            trace.push(joint(run, bone)[0]);
        }
    }
    traces
}

fn range(trace: &[f64]) -> f64 {
    let low = trace.iter().copied().fold(f64::INFINITY, f64::min);
    trace.iter().copied().fold(f64::NEG_INFINITY, f64::max) - low
}

/// Correlation of two motions: positive in phase, negative in antiphase.
fn correlation(traces: &[Vec<f64>; 2]) -> f64 {
    let mean = |trace: &[f64]| trace.iter().sum::<f64>() / trace.len() as f64;
    let means = [mean(&traces[0]), mean(&traces[1])];
    traces[0].iter().zip(&traces[1]).map(|(a, b)| (a - means[0]) * (b - means[1])).sum()
}

fn folders() -> Vec<std::path::PathBuf> {
    [own_models(), Path::new(INSTALLED).to_owned()].into_iter().filter(|folder| folder.is_dir()).collect()
}

#[test]
fn legs_and_arms_of_a_walking_person_swing_in_antiphase() {
    for folder in folders() {
        let mut run = person(&folder).run();
        drive(&mut run, 1.0, 0.0);
        run.seconds(1.0);
        let feet = traces(&mut run, ["foot_L", "foot_R"], 2.6);
        // A stride of 1.29 m: a foot moves half of that back and forth relative to the hip.
        assert!((0.6..0.85).contains(&range(&feet[0])), "{}", range(&feet[0]));
        assert!((range(&feet[0]) - range(&feet[1])).abs() < 0.02);
        assert!(correlation(&feet) < 0.0, "feet move in antiphase");
        let crossed = traces(&mut run, ["wrist_L", "foot_L"], 2.6);
        assert!(
            range(&crossed[0]) > 0.2 && correlation(&crossed) < 0.0,
            "each arm moves with the opposite leg"
        );
    }
}

#[test]
fn shoes_of_the_original_person_are_rendered_at_its_feet() {
    let mut run = person(Path::new(INSTALLED)).run();
    drive(&mut run, 1.2, 0.0);
    run.seconds(1.0);
    let robot = run.simulation.world().find("robot").unwrap();
    let is_shoes = |run: &Run, node| run.simulation.world().name(node).contains("shoes");
    let shoes = run.simulation.world().subtree(robot).into_iter().find(|&node| is_shoes(&run, node)).unwrap();
    let mut widest = 0.0_f64;
    for _ in 0..70 {
        run.step(1);
        let [low, high] = run.simulation.world().bounds(shoes, RayKind::Visual).unwrap();
        let apart = (joint(&run, "foot_L")[0] - joint(&run, "foot_R")[0]).abs();
        // The distance from heel to tip of both shoes is longer by a shoe than that from ankle to ankle.
        let shoe = high.x - low.x - apart;
        assert!((0.1..0.4).contains(&shoe), "a shoe of {shoe} m, with feet {apart} m apart");
        widest = widest.max(apart);
    }
    assert!(widest > 0.5, "{widest}");
}

#[test]
fn foot_on_the_ground_does_not_slide() {
    let mut run = person(&own_models()).run();
    drive(&mut run, 1.2, 0.0);
    run.seconds(2.0);
    let mut slides = 0.0_f64;
    let mut before: Option<(f64, bool)> = None;
    let (mut steps, mut last_side) = (0, None);
    for _ in 0..120 {
        run.step(1);
        let at =
            run.simulation.world().world_from(run.simulation.world().find("robot").unwrap()).translation.x;
        let (left, right) = (joint(&run, "foot_L"), joint(&run, "foot_R"));
        // One foot is in the air, well above the foot on the ground.
        let now = ((left[2] - right[2]).abs() > 0.03)
            .then(|| if left[2] < right[2] { (at + left[0], true) } else { (at + right[0], false) });
        if let (Some(before), Some(now)) = (before, now) {
            slides = slides.max((now.0 - before.0).abs() * f64::from(crate::common::HZ));
        }
        if let Some((_, side)) = now {
            steps += i32::from(last_side.replace(side).is_some_and(|last| last != side));
        }
        before = now;
    }
    assert!(steps >= 2, "{steps}");
    assert!(slides < 0.05, "while the body goes at 1.2 m/s a foot on the ground slides at {slides} m/s");
}

#[test]
fn steps_are_longer_at_higher_speed_and_short_when_turning_on_the_spot() {
    let step = |x, w| {
        let mut run = person(&own_models()).run();
        drive(&mut run, x, w);
        run.seconds(1.0);
        range(&traces(&mut run, ["foot_L", "foot_R"], 4.0)[0])
    };
    let [turning, slow, fast] = [step(0.0, 1.0), step(0.5, 0.0), step(1.5, 0.0)];
    assert!(0.05 < turning && turning < slow && slow < fast, "{turning} {slow} {fast}");
}

#[test]
fn stopped_person_stands_as_before_the_walk() {
    for folder in folders() {
        let mut run = person(&folder).run();
        run.step(1);
        let places = |run: &Run| ["foot_L", "wrist_R", "head"].map(|bone| joint(run, bone));
        let before = places(&run);
        run.seconds(1.0);
        assert_eq!(places(&run), before, "nobody walks");
        drive(&mut run, 1.0, 0.2);
        run.seconds(1.3);
        assert_ne!(places(&run), before);
        drive(&mut run, 0.0, 0.0);
        run.seconds(2.0);
        for (now, before) in places(&run).into_iter().zip(before) {
            assert_close(now, before, 1e-9);
        }
    }
}

#[test]
fn raised_arm_stays_up_during_a_walk() {
    let mut run = person(&own_models()).run();
    let raise = [Value::from("upperarm02_L"), Value::Float(1.0)];
    run.call("skeleton", "set_rotation", &raise);
    let raised = joint(&run, "wrist_L");
    drive(&mut run, 1.0, 0.0);
    run.seconds(1.0);
    let wrists = traces(&mut run, ["wrist_L", "wrist_R"], 1.3);
    assert!(range(&wrists[1]) > 0.2);
    assert!(range(&wrists[0]) < 1e-9, "{}", range(&wrists[0]));
    assert!((wrists[0][0] - raised[0]).abs() < 1e-9);
}

#[test]
fn person_without_animations_glides() {
    let mut run = person_with(&own_models(), json!({"Animations": false})).run();
    run.step(1);
    let before = joint(&run, "foot_L");
    drive(&mut run, 1.0, 0.0);
    run.seconds(1.0);
    assert_close(joint(&run, "foot_L"), before, 1e-9);
}

#[test]
fn teleported_person_does_not_walk() {
    let mut run = person(&own_models()).run();
    run.step(1);
    let before = joint(&run, "foot_L");
    let place = [0.0, 5.0, 0.0].map(Value::Float).to_vec();
    let turn = [0.0; 3].map(Value::Float).to_vec();
    run.simulation.call(
        "simulation",
        "set_object_position",
        &[Value::from("robot"), Value::List(place), Value::List(turn)],
    );
    run.step(2);
    assert_close(joint(&run, "foot_L"), before, 1e-9);
}

#[test]
fn restored_walk_continues_in_phase() {
    let mut run = person(&own_models()).run();
    drive(&mut run, 1.0, 0.3);
    run.seconds(0.7);
    let saved = run.simulation.save().unwrap();
    run.seconds(0.5);
    let digest = run.digest();
    run.simulation.restore(&saved).unwrap();
    run.seconds(0.5);
    assert_eq!(run.digest(), digest);
}
