//! Tests of Waypoint: goals by stream and by service, stops, interruptions, obstacles.

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::Event;
use serde_json::json;

fn scene(properties: serde_json::Value) -> Scene {
    Scene::new()
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .actuator("waypoint", "waypoint.Waypoint")
        .with("properties", properties)
        .stream()
}

fn publish(run: &mut Run, goal: [f64; 5]) {
    let fields = ["x", "y", "z", "tolerance", "speed"];
    let command: Vec<(&str, f64)> = fields.into_iter().zip(goal).collect();
    run.publish(&command);
}

fn status(run: &mut Run) -> String {
    run.call("waypoint", "get_status", &[]).as_str().unwrap().to_owned()
}

#[test]
fn goal_ahead_is_reached_and_answered() {
    let mut run = scene(json!({})).run();
    let (_, answer) = run.start("waypoint", "goto", &[2.0, 0.0, 0.0, 0.1, 1.0]);
    run.seconds(1.0).step(1);
    assert_close(run.reads("pose", ["x", "y"]), [1.0, 0.0], 0.15);
    assert_eq!(status(&mut run), "Transit");
    assert!(answer.try_recv().is_err());
    run.seconds(1.5);
    assert_close(run.reads("pose", ["x", "y"]), [2.0, 0.0], 0.1);
    assert_eq!(status(&mut run), "Arrived");
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
}

#[test]
fn goal_with_a_heading_is_reached_within_both_tolerances() {
    use std::f64::consts::FRAC_PI_2;
    for (properties, position_m, yaw_rad) in
        [(json!({}), 0.25, 0.25), (json!({"XYGoalTolerance": 0.1, "YawGoalTolerance": 0.05}), 0.1, 0.05)]
    {
        let mut run = scene(properties).run();
        let (_, answer) = run.start("waypoint", "goto_pose", &[2.0, 1.0, 0.0, -FRAC_PI_2]);
        run.seconds(2.0);
        assert!(answer.try_recv().is_err());
        run.seconds(10.0);
        assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
        let [x, y, yaw] = run.reads("pose", ["x", "y", "yaw"]);
        // The robot rolls on for a moment after the stop.
        assert!((x - 2.0).hypot(y - 1.0) < position_m + 0.05, "{x} {y}");
        assert!((yaw + FRAC_PI_2).abs() < yaw_rad + 0.02, "{yaw}");
        // The service of MORSE 1.4 reaches a position only.
        let (_, answer) = run.start("waypoint", "goto", &[2.0, -2.0, 0.0, 0.5, 1.0]);
        run.seconds(5.0);
        assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
    }
}

#[test]
fn goal_with_a_heading_in_a_wall_fails_without_progress() {
    let wall = json!({"name": "wall", "kind": "object", "location": [4.0, 0.0, 0.5],
        "shape": {"kind": "cube", "half_extents": [1.0, 5.0, 1.0]}, "body": {"physics": "STATIC"}});
    let mut run = scene(json!({})).object(wall).run();
    let (_, answer) = run.start("waypoint", "goto_pose", &[4.0, 0.0, 0.0, 0.0]);
    run.seconds(25.0);
    let Answer::Failed(error) = answer.try_recv().unwrap() else { panic!("the goal was reached") };
    assert!(error.to_string().contains("no progress towards (4.00, 0.00, 0.00) for 10 s"), "{error}");
    assert_eq!(status(&mut run), "Stop");
    let at = run.reads("pose", ["x", "y"]);
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), at, 0.05);
}

#[test]
fn goals_with_a_heading_are_checked() {
    let mut run = scene(json!({})).run();
    for arguments in [[f64::NAN, 0.0, 0.0, 0.0], [1e300, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, f64::INFINITY]] {
        let (_, answer) = run.start("waypoint", "goto_pose", &arguments);
        assert!(matches!(answer.try_recv().unwrap(), Answer::Failed(_)), "{arguments:?}");
    }
    run.seconds(1.0);
    assert_close(run.reads("pose", ["x", "y"]), [0.0, 0.0], 0.05);
}

#[test]
fn robot_with_a_cancelled_goal_stays_at_its_position() {
    let mut run = scene(json!({})).run();
    let (id, answer) = run.start("waypoint", "goto", &[2.0, 0.0, 0.0, 0.1, 1.0]);
    run.seconds(1.0);
    run.simulation.handle(Event::Cancel(id));
    run.step(2);
    assert!(matches!(answer.try_recv().unwrap(), Answer::Preempted(_)));
    let held = run.reads("pose", ["x", "y"]);
    assert_close(held, [1.0, 0.0], 0.15);
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), held, 0.15);
    assert_eq!(status(&mut run), "Stop", "the robot was moving and did not arrive");
    // A goal in a message replaces the previous one.
    publish(&mut run, [2.0, 0.0, 0.0, 0.1, 1.0]);
    run.step(2);
    assert_eq!(status(&mut run), "Transit");
    run.seconds(2.0);
    assert_eq!(status(&mut run), "Arrived");
}

#[test]
fn cancelled_goal_releases_the_robot_after_one_stop() {
    // Without friction, the robot covers more than the tolerance in a tick.
    for remain in [false, true] {
        let mut run = Scene::new()
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .actuator("waypoint", "waypoint.Waypoint")
            .with("properties", json!({"ControlType": "Position", "RemainAtDestination": remain}))
            .run();
        let (id, _) = run.start("waypoint", "goto", &[90.0, 0.0, 0.0, 0.01, 6.0]);
        run.seconds(0.5);
        run.simulation.handle(Event::Cancel(id));
        let held = run.step(1).reads("pose", ["x", "y"]);
        run.seconds(1.0);
        assert_close(run.reads("pose", ["x", "y"]), held, 1e-9);
        assert_eq!(status(&mut run), "Stop");
    }
}

#[test]
fn reset_ends_the_goal() {
    let mut run = scene(json!({})).run();
    let (_, answer) = run.start("waypoint", "goto", &[5.0, 0.0, 0.0, 0.2, 1.0]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.step(1);
    assert!(matches!(answer.try_recv().unwrap(), Answer::Preempted(_)));
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), [0.0, 0.0], 0.02);
    assert_eq!(status(&mut run), "Stop");

    publish(&mut run, [4.0, 2.0, 0.0, 0.5, 1.0]);
    run.seconds(1.0);
    run.simulation.call("simulation", "reset_objects", &[]);
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), [0.0, 0.0], 0.02);
}

#[test]
fn newer_goal_preempts_the_older_one() {
    let mut run = scene(json!({})).run();
    let (_, first) = run.start("waypoint", "goto", &[5.0, 0.0, 0.0, 0.2, 1.0]);
    run.seconds(0.5);
    let (_, second) = run.start("waypoint", "goto", &[1.0, 0.0, 0.0, 0.2, 1.0]);
    run.seconds(2.0);
    assert!(matches!(first.try_recv().unwrap(), Answer::Preempted(_)));
    assert_eq!(second.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
    assert_close(run.reads("pose", ["x", "y"]), [0.8, 0.0], 0.1);
}

#[test]
fn stop_keeps_the_goal_for_a_resume() {
    let mut run = scene(json!({})).run();
    let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 0.0, 0.1, 1.0]);
    run.seconds(1.0);
    assert_eq!(run.call("waypoint", "stop", &[]), Value::from("Stop"));
    assert_eq!(run.call("waypoint", "stop", &[]), Value::from("Stop"));
    run.seconds(1.0);
    let stopped = run.reads("pose", ["x", "y"]);
    assert_close(stopped, [1.1, 0.0], 0.3);
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), stopped, 0.01);
    assert_eq!(status(&mut run), "Stop");
    assert!(answer.try_recv().is_err());

    assert_eq!(run.call("waypoint", "resume", &[]), Value::from("Transit"));
    run.seconds(3.0);
    assert_close(run.reads("pose", ["x", "y"]), [3.0, 0.0], 0.12);
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
}

#[test]
fn published_goals_are_reached_within_their_tolerance() {
    for (tolerance, nearest) in [(0.5, 0.3), (1.0, 0.5)] {
        let mut run = scene(json!({})).run();
        publish(&mut run, [4.0, 2.0, 0.0, tolerance, 1.0]);
        run.seconds(10.0);
        let [x, y] = run.reads("pose", ["x", "y"]);
        let distance = (x - 4.0).hypot(y - 2.0);
        assert!((nearest..tolerance + 0.05).contains(&distance), "{distance} m from the goal");
        assert_eq!(status(&mut run), "Arrived");
    }
}

#[test]
fn robot_turns_on_the_spot_to_a_goal_behind_it() {
    let mut run = scene(json!({})).run();
    publish(&mut run, [-3.0, 0.1, 0.0, 0.2, 1.0]);
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x", "y"]), [0.0, 0.0], 0.05);
    // The turn rate is half of the speed, in rad/s.
    let yaw = run.read("pose", "yaw");
    assert!((0.95..=1.0).contains(&yaw), "the robot turns to the left: {yaw}");
    run.seconds(10.0);
    assert_close(run.reads("pose", ["x", "y"]), [-3.0, 0.1], 0.25);
}

#[test]
fn setdest_returns_whether_the_goal_is_away() {
    let mut run = scene(json!({})).run();
    run.seconds(0.5);
    let number = Value::Float;
    let near = [number(0.1), number(0.0), number(0.0)];
    assert_eq!(run.call("waypoint", "setdest", &near), Value::Bool(false));
    assert_eq!(status(&mut run), "Arrived");
    let far = [number(1.0), number(0.0), number(0.0), number(0.2)];
    assert_eq!(run.call("waypoint", "setdest", &far), Value::Bool(true));
    assert_eq!(status(&mut run), "Transit");
    run.seconds(2.0);
    assert_close(run.reads("pose", ["x"]), [0.8], 0.1);
}

#[test]
fn arguments_that_are_not_finite_are_refused() {
    let mut run = scene(json!({})).run();
    for bad in [Value::Float(f64::NAN), Value::Float(f64::INFINITY), Value::from("far"), Value::Null] {
        let arguments = [bad, Value::Float(0.0), Value::Float(0.0)];
        for service in ["goto", "setdest"] {
            let answer = run.simulation.call("robot.waypoint", service, &arguments);
            assert!(matches!(answer, Some(Answer::Failed(_))), "{service}: {answer:?}");
        }
    }
    assert!(matches!(run.simulation.call("robot.waypoint", "goto", &[]), Some(Answer::Failed(_))));
    assert_eq!(status(&mut run), "Arrived");
}

#[test]
fn flying_robot_follows_the_height_of_its_goal() {
    let mut run = Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 2.0], 0.0)
        .sensor("pose", "pose.Pose")
        .actuator("waypoint", "waypoint.Waypoint")
        .with("properties", json!({"FreeZ": true, "ControlType": "Position"}))
        .run();
    let (_, answer) = run.start("waypoint", "goto", &[3.0, 0.0, 6.0, 0.1, 1.0]);
    run.seconds(1.0).step(1);
    // Along the straight line: 3, 0, 4 is five meters long.
    assert_close(run.reads("pose", ["x", "y", "z"]), [0.6, 0.0, 2.8], 1e-6);
    run.seconds(5.0);
    assert_close(run.reads("pose", ["x", "y", "z"]), [3.0, 0.0, 6.0], 0.11);
    assert_eq!(answer.try_recv().unwrap(), Answer::Success(Value::from("Arrived")));
}

#[test]
fn target_marker_moves_to_the_goal() {
    let marker = json!({"name": "flag", "kind": "object", "shape": {"kind": "empty"}});
    let mut run = Scene::new()
        .object(marker)
        .robot(ATRV)
        .actuator("waypoint", "waypoint.Waypoint")
        .with("properties", json!({"Target": "flag"}))
        .run();
    run.start("waypoint", "goto", &[3.0, 1.0, 0.5]);
    run.step(1);
    let world = run.simulation.world();
    let flag = world.find("flag").unwrap();
    assert_eq!(world.world_from(flag).translation.to_array(), [3.0, 1.0, 0.5]);
}

#[test]
fn robot_that_remains_at_its_destination_returns_to_it() {
    let pushed = |properties| {
        let mut run = scene(properties).actuator("push", "teleport.Teleport").run();
        publish(&mut run, [1.0, 0.0, 0.0, 0.2, 1.0]);
        let deactivate = |run: &mut Run, service: &str| {
            run.simulation.call("simulation", service, &[Value::from("robot.push")]).unwrap()
        };
        deactivate(&mut run, "deactivate");
        run.seconds(2.0);
        run.command(
            "push",
            &[("x", 0.0), ("y", 0.0), ("z", 0.1), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)],
        );
        deactivate(&mut run, "activate");
        run.step(1);
        deactivate(&mut run, "deactivate");
        run.seconds(2.0).read("pose", "x")
    };
    assert_close([pushed(json!({"RemainAtDestination": false}))], [0.0], 0.15);
    assert_close([pushed(json!({"RemainAtDestination": true}))], [0.8], 0.1);
}

/// A robot that drives to x = 8, with a block in front of its right or left radar.
fn past_a_block(block_y: f64, block: serde_json::Value, properties: serde_json::Value) -> Run {
    let mut object = json!({"name": "block", "kind": "object", "location": [4.0, block_y, 0.5],
        "shape": {"kind": "cube", "half_extents": [0.3, 0.3, 1.0]}, "body": {"physics": "STATIC"}});
    object["properties"] = block;
    let builder = morse_components::catalog().by_builder("Waypoint").unwrap().1.clone();
    let options = serde_json::to_value(&builder.options).unwrap();
    let mut run = Scene::new()
        .object(object)
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .actuator("waypoint", "waypoint.Waypoint")
        .with("options", options)
        .with("properties", properties)
        .run();
    run.start("waypoint", "goto", &[8.0, 0.0, 0.0, 0.3, 1.0]);
    run.seconds(2.5);
    run
}

#[test]
fn robot_turns_away_from_detected_obstacles() {
    let yaw = |block_y, block, properties| past_a_block(block_y, block, properties).read("pose", "yaw");
    assert!(yaw(-0.4, json!({}), json!({})) > 0.1, "a block on the right turns the robot to the left");
    assert!(yaw(0.4, json!({}), json!({})) < -0.1, "a block on the left turns the robot to the right");
    assert_close([yaw(-0.4, json!({}), json!({"ObstacleAvoidance": false}))], [0.0], 0.05);
    assert_close([yaw(-0.4, json!({"Friend": true}), json!({"Ignore": "Foe, Friend"}))], [0.0], 0.05);
    assert!(yaw(-0.4, json!({"Stranger": true}), json!({"Ignore": "Foe, Friend"})) > 0.1);
}

#[test]
fn invalid_radar_options_are_refused() {
    for radars in [json!(3), json!([{"name": "Radar.L"}]), json!([{"name": "x", "location": [0.0, 0.0]}])] {
        let scene = Scene::new()
            .robot(ATRV)
            .actuator("waypoint", "waypoint.Waypoint")
            .with("options", json!({"radars": radars}));
        assert!(scene.refusal().contains("robot.waypoint"), "{}", scene.refusal());
    }
}
