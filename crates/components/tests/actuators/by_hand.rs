//! Tests of robots that a keyboard or joystick drives.

use crate::common::{ATRV, FAKE, Run, Scene, assert_close};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::engine::devices::{DeviceEvent, Key};
use morse_sim::transport::request::Event;
use serde_json::json;

fn driven(builder: &str) -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 10.0], 0.0)
        .sensor("pose", "pose.Pose")
        .appended("robot", "drive", builder)
        .properties(json!({"ControlType": "Position", "Speed": 2.0}))
}

fn press(run: &mut Run, key: Key, held: bool) {
    run.simulation.handle(Event::Device(DeviceEvent::Key { key, held }));
}

fn push(run: &mut Run, joystick: u8, axis: u8, position: f64) {
    run.simulation.handle(Event::Device(DeviceEvent::Axis { joystick, axis, position }));
}

fn pose(run: &Run) -> [f64; 6] {
    run.reads("pose", ["x", "y", "z", "yaw", "pitch", "roll"])
}

#[test]
fn each_key_moves_the_robot_in_its_direction() {
    for (key, after_half_a_second) in [
        (Key::Up, [1.0, 0.0, 10.0, 0.0, 0.0, 0.0]),
        (Key::Down, [-1.0, 0.0, 10.0, 0.0, 0.0, 0.0]),
        (Key::Left, [0.0, 0.0, 10.0, 0.5, 0.0, 0.0]),
        (Key::Right, [0.0, 0.0, 10.0, -0.5, 0.0, 0.0]),
        (Key::T, [0.0, 0.0, 11.0, 0.0, 0.0, 0.0]),
        (Key::G, [0.0, 0.0, 9.0, 0.0, 0.0, 0.0]),
        (Key::U, [0.0, 1.0, 10.0, 0.0, 0.0, 0.0]),
        (Key::O, [0.0, -1.0, 10.0, 0.0, 0.0, 0.0]),
        (Key::J, [0.0, 0.0, 10.0, 0.0, 0.0, -1.0]),
        (Key::L, [0.0, 0.0, 10.0, 0.0, 0.0, 1.0]),
        (Key::I, [0.0, 0.0, 10.0, 0.0, 1.0, 0.0]),
        (Key::K, [0.0, 0.0, 10.0, 0.0, -1.0, 0.0]),
        (Key::PageUp, [0.0, 0.0, 10.0, 0.0, 0.0, 0.0]),
    ] {
        let mut run = driven("Keyboard").run();
        press(&mut run, key, true);
        run.seconds(0.5);
        press(&mut run, key, false);
        run.seconds(0.5);
        assert_close(pose(&run), after_half_a_second, 1e-9);
    }
}

#[test]
fn opposite_keys_cancel() {
    let mut run = driven("Keyboard").run();
    press(&mut run, Key::Up, true);
    press(&mut run, Key::Down, true);
    press(&mut run, Key::U, true);
    run.seconds(0.5).step(1);
    assert_close(pose(&run), [0.0, 1.0, 10.0, 0.0, 0.0, 0.0], 1e-9);
}

#[test]
fn client_holds_keys_of_one_keyboard() {
    let mut run = driven("Keyboard").run();
    let names = |names: &[&str]| Value::List(names.iter().map(|&name| Value::from(name)).collect());
    run.call("drive", "hold", &[names(&["Up", "Left"])]);
    run.seconds(0.5).step(1);
    assert_close([pose(&run)[3]], [0.5], 1e-9);
    assert!(pose(&run)[0] > 0.9);
    run.call("drive", "hold", &[names(&[])]);
    let before = pose(&run);
    run.seconds(0.5);
    assert_close(pose(&run), before, 0.04);
    for bad in [names(&["Up", "Shift"]), Value::from("Up"), Value::List(vec![Value::Int(1)])] {
        let answer = run.simulation.call("robot.drive", "hold", &[bad]);
        assert!(matches!(answer, Some(Answer::Failed(_))), "{answer:?}");
    }
    let answer = run.simulation.call("robot.drive", "hold", &[names(&["Shift"])]);
    let Some(Answer::Failed(reason)) = answer else { panic!("{answer:?}") };
    assert!(reason.to_string().contains("Shift") && reason.to_string().contains("PageUp"), "{reason}");
}

#[test]
fn released_keyboard_stops_the_robot_once() {
    let mut run = Scene::new()
        .robot(ATRV)
        .sensor("velocity", "velocity.Velocity")
        .appended("robot", "drive", "Keyboard")
        .properties(json!({"ControlType": "Velocity"}))
        .actuator("force", "external_force.ExternalForce")
        .run();
    run.seconds(1.0);
    press(&mut run, Key::Up, true);
    run.seconds(0.5);
    // Friction acts for half a tick between the command and the reading.
    assert_close([run.read("velocity", "linear_velocity.0")], [0.7], 0.31);
    press(&mut run, Key::Up, false);
    run.step(3);
    run.command_vectors("force", &[("force", &[2000.0, 0.0, 0.0]), ("torque", &[0.0; 3])]);
    run.seconds(0.5);
    assert!(run.read("velocity", "linear_velocity.0") > 1.0, "the keyboard does not stop the robot again");
}

#[test]
fn keys_drive_wheels_and_a_robot_without_wheels_is_refused() {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("SegwayRMP400").unwrap();
    for driver in ["Keyboard", "Joystick"] {
        let mut run = Scene::new()
            .built(builder, &class.class)
            .sensor("pose", "pose.Pose")
            .appended("robot", "drive", driver)
            .properties(json!({"ControlType": "Differential"}))
            .run();
        run.seconds(1.0);
        press(&mut run, Key::Up, true);
        push(&mut run, 0, 1, -1.0);
        run.seconds(2.0);
        assert!(run.read("pose", "x") > 1.0, "{driver}");
        press(&mut run, Key::Up, false);
        press(&mut run, Key::Left, true);
        push(&mut run, 0, 1, 0.0);
        push(&mut run, 0, 0, -1.0);
        run.seconds(1.0);
        assert!(run.read("pose", "yaw") > 0.3, "{driver}");
        let refusal = driven(driver).properties(json!({"ControlType": "Differential"})).refusal();
        assert!(refusal.contains("SegwayRMP400"), "{refusal}");
    }
}

#[test]
fn joystick_deflection_sets_the_speed() {
    let mut run = driven("Joystick").run();
    run.seconds(0.5);
    assert_close(pose(&run), [0.0, 0.0, 10.0, 0.0, 0.0, 0.0], 0.0);
    push(&mut run, 0, 1, -0.5);
    run.seconds(1.0).step(1);
    assert_close(pose(&run), [1.0, 0.0, 10.0, 0.0, 0.0, 0.0], 1e-9);
    push(&mut run, 0, 1, 0.0);
    push(&mut run, 0, 0, 1.0);
    run.seconds(0.5);
    push(&mut run, 0, 0, 0.0);
    run.seconds(0.5);
    assert_close([pose(&run)[3]], [-0.5], 1e-9);
}

#[test]
fn each_joystick_drives_the_robots_with_its_index() {
    let mut run = driven("Joystick").with("options", json!({"joystick_index": 3})).run();
    push(&mut run, 0, 1, -1.0);
    run.seconds(0.5);
    assert_close([pose(&run)[0]], [0.0], 0.0);
    push(&mut run, 3, 1, -1.0);
    run.seconds(0.5).step(1);
    assert_close([pose(&run)[0]], [1.0], 1e-9);
    for bad in [json!(8), json!(-1), json!("first")] {
        let refusal = driven("Joystick").with("options", json!({"joystick_index": bad})).refusal();
        assert!(refusal.contains("0 to 7"), "{refusal}");
    }
}

#[test]
fn held_key_is_part_of_a_snapshot() {
    let mut run = driven("Keyboard").run();
    press(&mut run, Key::Up, true);
    run.seconds(0.5);
    let saved = run.simulation.save().unwrap();
    run.seconds(0.5);
    let digest = run.digest();
    press(&mut run, Key::Up, false);
    assert_ne!(run.digest(), digest);
    run.simulation.restore(&saved).unwrap();
    run.seconds(0.5);
    assert_eq!(run.digest(), digest);
}

/// Calls a service of the simulation that succeeds.
fn simulate(run: &mut Run, service: &str, arguments: &[Value]) {
    match run.simulation.call("simulation", service, arguments) {
        Some(Answer::Success(_)) => {}
        other => panic!("{service}: {other:?}"),
    }
}

#[test]
fn clients_hold_keys_of_all_keyboards_and_move_joysticks() {
    let keys = |names: &[&str]| [Value::List(names.iter().map(|&name| Value::from(name)).collect())];
    let mut run = driven("Keyboard").run();
    simulate(&mut run, "hold_keys", &keys(&["Up", "Q"]));
    run.seconds(0.5);
    simulate(&mut run, "hold_keys", &keys(&["T"]));
    run.seconds(0.5);
    simulate(&mut run, "hold_keys", &keys(&[]));
    run.seconds(0.5);
    assert_close(pose(&run), [1.0, 0.0, 11.0, 0.0, 0.0, 0.0], 1e-9);
    let mut run = driven("Joystick").run();
    let [joystick, axis] = [0, 1].map(Value::Int);
    simulate(&mut run, "move_joystick", &[joystick.clone(), axis.clone(), Value::Float(-0.5)]);
    run.seconds(1.0).step(1);
    assert_close(pose(&run), [1.0, 0.0, 10.0, 0.0, 0.0, 0.0], 1e-9);
    let refused = run.simulation.call("simulation", "move_joystick", &[joystick, axis, Value::Float(2.0)]);
    assert!(matches!(refused, Some(Answer::Failed(error)) if error.to_string().contains("-1 to 1")));
}
