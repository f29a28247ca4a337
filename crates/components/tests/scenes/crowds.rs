//! Tests of crowds of robots, which are divided among threads: results are identical for any number of threads.

use morse_scene::value::{Map, Value};
use morse_sim::contract::command::CommandError;
use serde_json::{Value as Json, json};

use crate::common::{ATRV, Run, Scene};

const ROBOTS: usize = 100;
const SIDE: usize = 10;
const APART_M: f64 = 4.0;

fn name(nth: usize) -> String {
    format!("robot{nth:03}")
}

/// Robots on a plate with all kinds of drives: by speed, by speed with a stream, kinematic, with two drives, to a
/// goal, and without a drive.
fn crowd(threads: usize) -> Scene {
    let mut scene =
        Scene::new().threads(threads).object(json!({"name": "Ground", "kind": "object", "builder": "Scene",
        "options": {"scene_object": {"scale": [200.0, 200.0, 0.0652]}}}));
    for nth in 0..ROBOTS {
        let robot = name(nth);
        let [x, y] = [nth % SIDE, nth / SIDE].map(|cell| cell as f64 * APART_M);
        let part = |kind: &str, what: &str, class: &str| {
            json!({"name": format!("{robot}.{what}"), "kind": kind, "parent": robot, "rate_hz": 60.0,
                "class": format!("morse.{kind}s.{class}")})
        };
        let actuator = |what: &str, class: &str| part("actuator", what, class);
        let model = json!({"file": "robots/atrv"});
        scene = scene
            .object(
                json!({"name": robot, "kind": "robot", "class": ATRV, "model": model, "location": [x, y, 0.0],
                "properties": {"GroundRobot": true}}),
            )
            .object(part("sensor", "pose", "pose.Pose"));
        scene = match nth {
            11 => scene.object(with(actuator("motion", "v_omega.MotionVW"), "level", json!("kinematic"))),
            22 => scene
                .object(actuator("motion", "v_omega.MotionVW"))
                .object(actuator("second", "v_omega.MotionVW")),
            33 => scene.object(actuator("motion", "xy_omega.MotionXYW")),
            44 => scene.object(actuator("goal", "waypoint.Waypoint")),
            55 => scene,
            66 => scene.object(with(actuator("motion", "v_omega.MotionVW"), "rate_hz", json!(7.0))),
            77 => scene.object(actuator("motion", "v_omega.MotionVW")).stream(),
            _ => scene.object(actuator("motion", "v_omega.MotionVW")),
        };
    }
    scene
}

fn with(mut object: Json, key: &str, value: Json) -> Json {
    object[key] = value;
    object
}

/// Commands an actuator, if it exists.
fn command(run: &mut Run, actuator: &str, fields: &[(&str, f64)]) {
    let fields: Map = fields.iter().map(|&(name, value)| (name.to_owned(), Value::Float(value))).collect();
    match run.simulation.command(actuator, &fields) {
        Ok(()) | Err(CommandError::Unknown(_)) => {}
        Err(error) => panic!("{actuator}: {error}"),
    }
}

/// Commands all robots to drive on circles at different speeds. The two drives of one robot get different commands.
fn drive_circles(run: &mut Run) {
    for nth in 0..ROBOTS {
        let number = nth as f64;
        let (v, w) = (0.6 + 0.4 * number.sin(), 0.8 + 0.2 * (2.0 * number).cos());
        let speed = if nth == 33 { vec![("x", v), ("y", 0.1), ("w", w)] } else { vec![("v", v), ("w", w)] };
        command(run, &format!("{}.motion", name(nth)), &speed);
    }
    command(run, "robot022.second", &[("v", 0.2), ("w", 0.3)]);
    command(
        run,
        "robot044.goal",
        &[("x", 17.0), ("y", 30.0), ("z", 0.0), ("speed", 1.0), ("tolerance", 0.3)],
    );
}

/// Changes a run in certain ticks.
fn disturb(run: &mut Run, tick: usize) {
    match tick {
        20 => drop(run.publish(&[("v", 1.0), ("w", 0.0)])),
        40 => command(run, "robot001.motion", &[("v", 0.0), ("w", 0.0)]),
        60 => command(run, "robot002.motion", &[("v", 4.0), ("w", 0.0)]),
        _ => {}
    }
}

#[test]
fn crowd_has_the_same_digests_on_any_number_of_threads() {
    let drive = |threads: usize| {
        let mut run = crowd(threads).run();
        run.seconds(4.0);
        drive_circles(&mut run);
        run.seconds(1.0);
        let divided = run.simulation.world().divisible_body_count();
        assert!(divided >= 70, "{divided} robots are in planar motion: too few to divide them among threads");
        let digests = (0..90).map(|tick| {
            disturb(&mut run, tick);
            run.step(1).digest()
        });
        let digests: Vec<u64> = digests.collect();
        (run, digests)
    };
    let (mut one, digests) = drive(1);
    let saved = one.simulation.save().unwrap();
    let wheels = |run: &Run| {
        let world = run.simulation.world();
        world.nodes().map(|node| world.parent_from(node)).collect::<Vec<_>>()
    };
    for threads in [2, 3, 8] {
        let (many, same) = drive(threads);
        assert!(same == digests, "{threads} threads: different digests");
        assert_eq!(wheels(&many), wheels(&one));
    }
    let later = one.seconds(1.0).digest();
    for threads in [1, 2] {
        let mut restored = crowd(threads).run();
        restored.simulation.restore(&saved).unwrap();
        assert_eq!(restored.seconds(1.0).digest(), later, "restored, {threads} threads");
    }
}
