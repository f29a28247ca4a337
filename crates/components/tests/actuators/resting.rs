//! Tests of drives of sleeping robots: the engine skips them without any visible effect.

use morse_sim::contract::service::Answer;
use serde_json::json;

use crate::common::{ATRV, Run, Scene};
use morse_scene::value::Value;

/// Seconds after which a robot without a command sleeps.
const SETTLED_S: f64 = 3.0;

/// A robot with a drive that is commanded to stand, a force and a stream, in front of a second robot that can drive into it.
fn scene(drive: &str) -> Run {
    let drive = format!("{drive}.{}", if drive == "v_omega" { "MotionVW" } else { "MotionXYW" });
    let mut run = Scene::new()
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .sensor("odometry", "odometry.Odometry")
        .actuator("motion", &drive)
        .stream()
        // The force acts before the drive, which is declared first.
        .actuator("force", "force_torque.ForceTorque")
        .object(json!({"name": "other", "kind": "robot", "class": ATRV, "location": [-3.0, 0.1, 0.0],
            "properties": {"GroundRobot": true}, "model": {"file": "atrv"}}))
        .object(
            json!({"name": "other.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW",
            "parent": "other", "rate_hz": 60.0}),
        )
        .run();
    assert!(run.command("motion", &[("v", 0.0), ("w", 0.0), ("x", 0.0), ("y", 0.0)]));
    run
}

/// Steps two runs of the same scene. The drive of the second run gets its command again before each tick, so that it
/// never rests.
fn steps(runs: &mut [Run; 2], command: &[(&str, f64)], seconds: f64) {
    for _ in 0..(seconds * 60.0) as u32 {
        assert!(runs[1].command("motion", command));
        for run in runs.iter_mut() {
            run.step(1);
        }
        assert_eq!(runs[0].digest(), runs[1].digest());
    }
}

fn is_asleep(run: &Run) -> bool {
    let world = run.simulation.world();
    world.is_asleep(world.find("robot").unwrap())
}

fn in_both(runs: &mut [Run; 2], change: impl Fn(&mut Run)) {
    runs.iter_mut().for_each(change);
}

fn set_speed_of_other(run: &mut Run, v: f64) {
    let answer = run.simulation.call("other.motion", "set_speed", &[Value::Float(v), Value::Float(0.0)]);
    assert!(matches!(answer, Some(Answer::Success(_))), "{answer:?}");
}

#[test]
fn resting_drive_acts_as_soon_as_its_robot_is_touched() {
    let still = [("v", 0.0), ("w", 0.0)];
    let mut runs = [scene("v_omega"), scene("v_omega")];
    steps(&mut runs, &still, SETTLED_S);
    assert!(is_asleep(&runs[0]));
    in_both(&mut runs, |run| set_speed_of_other(run, 1.0));
    steps(&mut runs, &still, 4.0);
    assert!(runs[0].read("pose", "x") > 0.2, "it was pushed: {}", runs[0].read("pose", "x"));
    in_both(&mut runs, |run| set_speed_of_other(run, 0.0));
    steps(&mut runs, &still, SETTLED_S);
    assert!(is_asleep(&runs[0]));
}

#[test]
fn resting_drive_acts_in_the_tick_in_which_a_force_wakes_its_robot() {
    let still = [("x", 0.0), ("y", 0.0), ("w", 0.0)];
    let mut runs = [scene("xy_omega"), scene("xy_omega")];
    steps(&mut runs, &still, SETTLED_S);
    assert!(is_asleep(&runs[0]));
    in_both(&mut runs, |run| {
        assert!(run.command_vectors("force", &[("force", &[900.0, 0.0, 0.0]), ("torque", &[0.0; 3])]));
    });
    steps(&mut runs, &still, 1.0);
    assert!(!is_asleep(&runs[0]));
}

#[test]
fn resting_drive_accepts_commands_and_services() {
    let mut runs = [scene("v_omega"), scene("v_omega")];
    steps(&mut runs, &[("v", 0.0), ("w", 0.0)], SETTLED_S);
    let mut run = runs.into_iter().next().unwrap();
    run.publish(&[("v", 0.5), ("w", 0.0)]).step(1);
    assert!(!is_asleep(&run));
    run.seconds(1.0);
    assert!(run.read("pose", "x") > 0.4);
    run.publish(&[("v", 0.0), ("w", 0.0)]).seconds(SETTLED_S);
    assert!(is_asleep(&run));
    let before = run.read("pose", "x");
    run.call("motion", "set_speed", &[Value::Float(-0.5), Value::Float(0.0)]);
    run.seconds(1.0);
    assert!(run.read("pose", "x") < before - 0.4);
}

#[test]
fn resting_drive_is_restored_unchanged() {
    let mut run = scene("v_omega");
    run.seconds(SETTLED_S);
    let saved = run.simulation.save().unwrap();
    run.publish(&[("v", 0.5), ("w", 0.0)]).seconds(1.0);
    run.simulation.restore(&saved).unwrap();
    run.publish(&[("v", 0.25), ("w", 0.0)]).seconds(1.0);
    let x = run.read("pose", "x");
    assert!((0.2..0.3).contains(&x), "{x}");
}
