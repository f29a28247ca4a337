//! Tests of faults: invalid commands, robots on their side, conflicting actuators, diverging contacts.

use crate::common::{ATRV, FAKE, HZ, Scene, assert_close};
use morse_scene::description::{BuilderDescription, Description, Kind};
use morse_scene::value::{Map, Value};
use morse_world::WorldEvent;
use serde_json::json;

/// Actuators that can run and take commands, each with a builder class.
fn commanded() -> Vec<(Description, BuilderDescription)> {
    let catalog = morse_components::catalog().components.into_iter();
    let actuators = catalog.filter(|class| class.kind == Kind::Actuator && class.implemented);
    actuators
        .filter(|class| !class.fields.is_empty())
        .filter_map(|class| class.builders.first().cloned().map(|builder| (class, builder)))
        .collect()
}

/// A valid value and invalid values for a type of field.
fn values(type_name: &str) -> (Value, Vec<Value>) {
    let numbers = |numbers: &[f64]| Value::List(numbers.iter().map(|&number| Value::Float(number)).collect());
    let bad_numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    match type_name {
        "float" => {
            let mut bad: Vec<Value> = bad_numbers.map(Value::Float).into();
            bad.extend([Value::Null, Value::from("1.0"), numbers(&[1.0])]);
            (Value::Float(0.1), bad)
        }
        "vec3" | "vec4" => {
            let size = if type_name == "vec3" { 3 } else { 4 };
            let mut bad: Vec<Value> = bad_numbers
                .map(|number| {
                    let mut list = vec![0.0; size];
                    list[1] = number;
                    numbers(&list)
                })
                .into();
            bad.extend([
                numbers(&vec![0.0; size - 1]),
                numbers(&vec![0.0; size + 1]),
                numbers(&[]),
                Value::Float(0.0),
            ]);
            (numbers(&vec![0.1; size]), bad)
        }
        "bool" => (Value::Bool(true), vec![Value::from("yes"), Value::Float(f64::NAN), Value::Null]),
        "string" => (Value::from("stop"), vec![Value::Bool(true), Value::Float(1.0), Value::Null]),
        other => panic!("no values for fields of type {other}"),
    }
}

#[test]
fn actuators_refuse_invalid_numbers_and_wrong_sizes() {
    let catalog = morse_components::catalog();
    let actuators = commanded();
    assert!(actuators.len() > 15, "{}", actuators.len());
    for (class, builder) in actuators {
        let robot = class.fits.first().map_or(ATRV, |fits| fits);
        let robot = catalog.by_class(robot).unwrap();
        let scene = match builder.name.as_str() {
            // They are on the joints of a robot file.
            "DiffDrive" => Scene::new()
                .robot(FAKE)
                .with("model", json!({"file": "robots/small_rover"}))
                .appended("robot", "actuator", "DiffDrive")
                .properties(json!({"LeftWheels": "left_wheel_joint", "RightWheels": "right_wheel_joint"})),
            "AckermannDrive" => Scene::new()
                .robot(FAKE)
                .with("model", json!({"file": "robots/small_car"}))
                .appended("robot", "actuator", "AckermannDrive")
                .properties(json!({
                    "LeftWheels": "rear_left_wheel",
                    "RightWheels": "rear_right_wheel",
                    "SteeringJoints": "front_left_steering, front_right_steering"
                })),
            "OmniDrive" => Scene::new()
                .robot(FAKE)
                .with("model", json!({"file": "robots/omni_base"}))
                .appended("robot", "actuator", "OmniDrive")
                .properties(json!({
                    "Wheels": "front_left_wheel_joint, front_right_wheel_joint, back_left_wheel_joint, back_right_wheel_joint"
                })),
            "JointGripper" => Scene::new()
                .robot(FAKE)
                .with("model", json!({"file": "robots/small_arm"}))
                .appended("robot", "actuator", "JointGripper")
                .properties(json!({"Joints": "finger"})),
            name => Scene::new().built(&robot.builders[0], &robot.class).appended("robot", "actuator", name),
        };
        let mut run = scene.run();
        let good: Map =
            class.fields.iter().map(|field| (field.name.clone(), values(&field.type_name).0)).collect();
        let mut command = |command: &Map| run.simulation.command("robot.actuator", command);
        assert!(command(&good).is_ok(), "{}", class.class);
        for field in &class.fields {
            for value in values(&field.type_name).1 {
                let mut bad = good.clone();
                bad.insert(field.name.clone(), value.clone());
                let refused = command(&bad).unwrap_err().to_string();
                assert!(refused.contains(&field.name), "{} {value:?}: {refused}", class.class);
            }
            let without: Map = good
                .iter()
                .filter(|(name, _)| *name != field.name)
                .map(|(name, value)| (name.to_owned(), value.clone()))
                .collect();
            assert!(command(&without).is_err(), "{} without {}", class.class, field.name);
        }
        run.seconds(0.2);
    }
}

#[test]
fn first_declared_of_two_drives_acts_last() {
    for (first, second, goes) in [("one", "two", 1.0), ("two", "one", 0.5)] {
        let mut run = Scene::new()
            .robot(ATRV)
            .sensor("velocity", "velocity.Velocity")
            .actuator(first, "v_omega.MotionVW")
            .actuator(second, "v_omega.MotionVW")
            .run();
        run.seconds(1.0);
        run.command("one", &[("v", 1.0), ("w", 0.0)]);
        run.command("two", &[("v", 0.5), ("w", 0.0)]);
        run.seconds(0.5);
        let speed = run.read("velocity", "linear_velocity.0");
        assert!(((goes - 0.45)..=goes).contains(&speed), "{speed}");
    }
    // Displacements add up.
    let mut scene = Scene::new().robot(FAKE).sensor("pose", "pose.Pose");
    for drive in ["one", "two"] {
        scene = scene.actuator(drive, "xy_omega.MotionXYW");
        scene = scene.with("properties", json!({"ControlType": "Position"}));
    }
    let mut run = scene.run();
    run.command("one", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
    run.command("two", &[("x", 0.0), ("y", 2.0), ("w", 0.0)]);
    run.seconds(1.0).step(1);
    assert_close(run.reads("pose", ["x", "y"]), [1.0, 2.0], 1e-9);
}

#[test]
fn newest_of_several_commands_in_a_tick_is_used() {
    // More commands than the queue holds, from a client that never waits; then for an actuator that acts once per
    // second.
    for rate_hz in [60.0, 1.0] {
        let mut run = Scene::new()
            .robot(FAKE)
            .sensor("pose", "pose.Pose")
            .actuator("drive", "v_omega.MotionVW")
            .with("rate_hz", json!(rate_hz))
            .with("properties", json!({"ControlType": "Position"}))
            .stream()
            .run();
        for number in 0..5000 {
            run.publish(&[("v", f64::from(number)), ("w", 1.0)]);
        }
        run.publish(&[("v", 0.5), ("w", 0.0)]);
        run.seconds(2.0).step(1);
        assert_close(run.reads("pose", ["x", "y", "yaw"]), [1.0, 0.0, 0.0], 1e-9);
    }
}

#[test]
fn robot_on_its_side_stays_on_the_ground_for_any_command() {
    for drive in ["v_omega.MotionVW", "xy_omega.MotionXYW", "waypoint.Waypoint"] {
        let mut run = Scene::new()
            .robot(ATRV)
            .with("location", json!([0.0, 0.0, 0.6]))
            .with("rotation", json!([std::f64::consts::FRAC_PI_2, 0.0, 0.0]))
            .sensor("pose", "pose.Pose")
            .actuator("drive", drive)
            .run();
        run.seconds(1.0);
        let all =
            [("v", 1.0), ("w", 1.0), ("x", 1.0), ("y", 0.5), ("z", 0.0), ("tolerance", 0.1), ("speed", 1.0)];
        assert!(run.command("drive", &all));
        for _ in 0..10 {
            run.seconds(1.0);
            let [x, y, z, roll] = run.reads("pose", ["x", "y", "z", "roll"]);
            assert!((0.0..1.0).contains(&z), "{drive}: the height is {z} m");
            assert!(x.abs() < 30.0 && y.abs() < 30.0 && roll.is_finite(), "{drive}: {x} {y} {roll}");
        }
    }
}

#[test]
fn wheels_in_the_air_do_not_move_a_robot() {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("Pioneer3DX").unwrap();
    let mut run = Scene::new()
        .built(builder, &class.class)
        .with("location", json!([0.0, 0.0, 0.3]))
        .with("rotation", json!([std::f64::consts::PI, 0.0, 0.0]))
        .sensor("pose", "pose.Pose")
        .actuator("drive", "v_omega_diff_drive.MotionVWDiff")
        .run();
    run.seconds(3.0);
    let before = run.reads("pose", ["x", "y"]);
    run.command("drive", &[("v", 1.0), ("w", 0.0)]);
    run.seconds(3.0);
    assert_close(run.reads("pose", ["x", "y"]), before, 0.02);
}

#[test]
fn diverging_collision_stops_only_one_body() {
    let crate_at = |name: &str, mass: f64, x: f64| {
        json!({"name": name, "kind": "object", "location": [x, 5.0, 0.5], "scale": [0.5, 0.5, 0.5],
            "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
            "body": {"physics": "RIGID_BODY", "mass": mass}})
    };
    let mut run = Scene::new()
        .robot(ATRV)
        .sensor("pose", "pose.Pose")
        .actuator("drive", "v_omega.MotionVW")
        .object(crate_at("feather", 1e-6, 0.0))
        .object(crate_at("mountain", 1e12, 0.05))
        .object(json!({"name": "rocket", "kind": "robot", "class": FAKE, "location": [50.0, 0.0, 50.0],
            "body": {"physics": "RIGID_BODY", "mass": 1e-6, "radius": 0.1}}))
        .object(json!({"name": "rocket.engine", "kind": "actuator", "parent": "rocket", "rate_hz": 60.0,
            "class": "morse.actuators.external_force.ExternalForce"}))
        .run();
    run.command("drive", &[("v", 1.0), ("w", 0.0)]);
    let numbers = |number: f64| Value::List(vec![Value::Float(number); 3]);
    let push =
        [("force".to_owned(), numbers(1e17)), ("torque".to_owned(), numbers(0.0))].into_iter().collect();
    assert!(run.simulation.command("rocket.engine", &push).is_ok());
    let mut stopped = Vec::new();
    for _ in 0..5 * HZ {
        run.step(1);
        let world = run.simulation.world();
        let diverged = |event: &WorldEvent| match event {
            WorldEvent::Diverged { node } => Some(world.name(*node).to_owned()),
            _ => None,
        };
        stopped.extend(world.events().iter().filter_map(diverged));
        for node in world.nodes() {
            let pose = world.world_from(node);
            assert!(pose.translation.is_finite() && pose.rotation.is_finite(), "{}", world.name(node));
        }
    }
    assert!(run.read("pose", "x") > 2.0, "the robot continues to drive");
    assert!(stopped.contains(&"rocket".to_owned()), "{stopped:?}");
    assert!(!stopped.contains(&"robot".to_owned()), "{stopped:?}");
}
