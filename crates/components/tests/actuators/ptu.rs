//! Tests of the pan-tilt unit, its mounted components and its angle sensor.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::path::{Path, PathBuf};

use crate::common::{ATRV, FAKE, Run, Scene, assert_close, own_models};
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_sim::engine::devices::{DeviceEvent, Key};
use morse_sim::transport::request::Event;
use serde_json::json;

/// The project's models and those of Debian's package.
fn folders() -> [PathBuf; 2] {
    [own_models(), Path::new("/usr/share/morse/data").to_owned()]
}

/// A unit 10 m above the ground, with a sensor 0.5 m before it.
fn unit() -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 10.0], 0.0)
        .appended("robot", "ptu", "PTU")
        .appended("robot.ptu", "posture", "PTUPosture")
        .appended("robot.ptu", "pose", "Pose")
        .with("location", json!([0.5, 0.0, 0.0]))
}

fn angles(run: &Run) -> [f64; 2] {
    run.reads("ptu.posture", ["pan", "tilt"])
}

/// The answer to a service that was started, if it has arrived.
fn answer(receiver: &std::sync::mpsc::Receiver<Answer>) -> Option<Answer> {
    receiver.try_recv().ok()
}

const DONE: Option<Answer> = Some(Answer::Success(Value::Null));

#[test]
fn unit_turns_at_its_speed_and_answers_on_arrival() {
    for folder in folders() {
        let mut run = unit().models(&folder).run();
        let _ = run.call("ptu", "set_property", &[Value::from("Speed"), Value::Float(0.5)]);
        let (_, turned) = run.start("ptu", "set_pan_tilt", &[1.0, -0.25]);
        run.seconds(1.0).step(1);
        assert_close(angles(&run), [0.5, -0.25], 1e-9);
        assert_eq!(answer(&turned), None);
        run.seconds(1.0);
        assert_close(angles(&run), [1.0, -0.25], 1e-9);
        run.step(2);
        assert_eq!(answer(&turned), DONE);
        let measured = run.call("ptu", "get_pan_tilt", &[]);
        let measured: Vec<f64> = measured.as_list().unwrap().iter().filter_map(Value::as_f64).collect();
        assert_close([measured[0], measured[1]], [1.0, -0.25], 1e-9);
    }
}

#[test]
fn components_on_a_unit_turn_about_its_axes() {
    for folder in folders() {
        let mut run = unit().models(&folder).run();
        run.step(1);
        assert_close(run.reads("ptu.pose", ["x", "y", "z"]), [0.5, 0.0, 10.0], 1e-6);
        run.start("ptu", "set_pan_tilt", &[FRAC_PI_2, 0.0]);
        run.seconds(2.0);
        assert_close(run.reads("ptu.pose", ["x", "y", "z", "yaw"]), [0.0, 0.5, 10.0, FRAC_PI_2], 1e-6);
        // The tilt axis is 1 cm in front of the pan axis and 3.5 cm above the unit; a positive tilt points down.
        run.start("ptu", "set_pan_tilt", &[FRAC_PI_2, FRAC_PI_4]);
        run.seconds(2.0);
        let (sin, cos) = FRAC_PI_4.sin_cos();
        let y = 0.01 + 0.49 * cos - 0.035 * sin;
        let z = 10.035 - 0.49 * sin - 0.035 * cos;
        assert_close(run.reads("ptu.pose", ["x", "y", "z"]), [0.0, y, z], 1e-6);
        assert_close(angles(&run), [FRAC_PI_2, FRAC_PI_4], 1e-9);
    }
}

#[test]
fn unit_follows_its_stream_without_passing_half_a_turn() {
    let mut run = unit().run();
    assert!(run.command("ptu", &[("pan", 3.0), ("tilt", 0.0)]));
    run.seconds(3.1);
    assert_close(angles(&run), [3.0, 0.0], 1e-9);
    run.command("ptu", &[("pan", 2.0 * std::f64::consts::PI - 3.0), ("tilt", 0.0)]);
    run.seconds(3.0).step(1);
    assert_close(angles(&run), [0.0, 0.0], 0.02);
    run.seconds(3.1);
    assert_close(angles(&run), [3.0 - 6.0, 0.0], 1e-9);
    // Half a turn is reached, and the unit does not turn further.
    let (_, turned) = run.start("ptu", "set_pan_tilt", &[-std::f64::consts::PI, 0.0]);
    run.seconds(1.0);
    assert_eq!(answer(&turned), DONE);
    let pan = angles(&run)[0];
    run.seconds(1.0);
    assert_eq!(angles(&run)[0], pan);
}

#[test]
fn unit_looks_at_a_point_at_any_attitude_of_its_robot() {
    let point = [4.0, 3.0, 8.0];
    for (yaw, pitch, mounted) in [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (-2.5, 0.4, 0.0), (0.3, -0.2, FRAC_PI_2)]
    {
        let mut run = Scene::new()
            .robot(FAKE)
            .with("location", json!([1.0, -2.0, 10.0]))
            .with("rotation", json!([0.0, pitch, yaw]))
            .appended("robot", "ptu", "PTU")
            .with("rotation", json!([0.0, 0.0, mounted]))
            .appended("robot.ptu", "pose", "Pose")
            .run();
        let (_, looked) = run.start("ptu", "look_at_point", &point);
        run.seconds(5.0);
        assert_eq!(answer(&looked), DONE);
        let [gaze_yaw, gaze_pitch] = run.reads("ptu.pose", ["yaw", "pitch"]);
        let [dx, dy, dz] = [point[0] - 1.0, point[1] + 2.0, point[2] - 10.0];
        let (x, y) = (gaze_pitch.cos() * gaze_yaw.cos(), gaze_pitch.cos() * gaze_yaw.sin());
        let length = dx.hypot(dy).hypot(dz);
        assert_close([x, y, -gaze_pitch.sin()], [dx / length, dy / length, dz / length], 0.02);
    }
}

#[test]
fn unit_looks_at_an_object_and_refuses_an_unknown_name() {
    let mut run = unit().object(json!({"name": "cup", "kind": "object", "location": [3.0, 3.0, 10.0]})).run();
    let (_, looked) = run.start_with("ptu", "look_at_object", &[Value::from("cup")]);
    run.seconds(1.0);
    assert_eq!(answer(&looked), DONE);
    assert_close(angles(&run), [FRAC_PI_4, 0.0], 0.011);
    let (_, refused) = run.start_with("ptu", "look_at_object", &[Value::from("teapot")]);
    let Some(Answer::Failed(reason)) = answer(&refused) else { panic!("not refused") };
    assert!(reason.to_string().contains("teapot"), "{reason}");
    run.seconds(1.0);
    assert_close(angles(&run), [FRAC_PI_4, 0.0], 0.011);
}

#[test]
fn unit_that_looks_at_its_own_origin_keeps_its_angles() {
    let mut run = unit().run();
    let (_, looked) = run.start("ptu", "look_at_point", &[0.0, 0.0, 10.0]);
    run.step(2);
    assert_eq!(answer(&looked), DONE);
    assert_close(angles(&run), [0.0, 0.0], 1e-9);
}

#[test]
fn cancelled_turn_stops_and_a_newer_request_preempts() {
    let mut run = unit().run();
    let (id, turned) = run.start("ptu", "set_pan_tilt", &[2.0, 0.0]);
    run.seconds(0.5);
    run.simulation.handle(Event::Cancel(id));
    let held = angles(&run);
    run.seconds(1.0);
    assert_eq!(answer(&turned), Some(Answer::Preempted(Value::Null)));
    assert_close(angles(&run), [held[0], 0.0], 0.02);
    let (_, first) = run.start("ptu", "set_pan_tilt", &[2.0, 0.0]);
    let (_, second) = run.start("ptu", "set_pan_tilt", &[0.0, 0.0]);
    run.seconds(1.0);
    assert_eq!(answer(&first), Some(Answer::Preempted(Value::Null)));
    assert_eq!(answer(&second), DONE);
    assert_close(angles(&run), [0.0, 0.0], 0.01);
}

#[test]
fn keys_turn_a_manual_unit_and_commands_do_not() {
    let mut run = Scene::new()
        .robot(FAKE)
        .appended("robot", "ptu", "PTU")
        .properties(json!({"Manual": true}))
        .appended("robot.ptu", "posture", "PTUPosture")
        .run();
    let hold = |run: &mut Run, key, held| {
        run.simulation.handle(Event::Device(DeviceEvent::Key { key, held }));
    };
    run.command("ptu", &[("pan", 1.0), ("tilt", 1.0)]);
    run.seconds(0.5);
    assert_close(angles(&run), [0.0, 0.0], 0.0);
    hold(&mut run, Key::Home, true);
    hold(&mut run, Key::PageDown, true);
    run.seconds(0.5).step(1);
    assert_close(angles(&run), [0.5, 0.5], 1e-9);
    hold(&mut run, Key::Home, false);
    hold(&mut run, Key::PageDown, false);
    hold(&mut run, Key::Insert, true);
    hold(&mut run, Key::PageUp, true);
    run.seconds(1.0);
    hold(&mut run, Key::Insert, false);
    hold(&mut run, Key::PageUp, false);
    run.seconds(1.0);
    assert_close(angles(&run), [-0.5, -0.5], 0.02);
}

#[test]
fn client_turns_a_manual_unit_with_held_keys() {
    let mut run = Scene::new()
        .robot(FAKE)
        .appended("robot", "ptu", "PTU")
        .properties(json!({"Manual": true}))
        .appended("robot.ptu", "posture", "PTUPosture")
        .run();
    let hold = |run: &mut Run, keys: &[&str]| {
        let keys = Value::List(keys.iter().map(|&key| Value::from(key)).collect());
        run.simulation.call("robot.ptu", "hold", &[keys])
    };
    assert_eq!(hold(&mut run, &["End", "PageUp"]), Some(Answer::Success(Value::Null)));
    run.seconds(0.5).step(1);
    assert_close(angles(&run), [-0.5, -0.5], 1e-9);
    assert!(matches!(hold(&mut run, &["Escape"]), Some(Answer::Failed(_))));
    hold(&mut run, &["Home", "End"]);
    run.seconds(0.5).step(1);
    assert_close(angles(&run), [-0.5, -0.5], 0.02);
}

#[test]
fn stereo_unit_turns_with_a_pan_tilt_unit_and_captures_images() {
    let mut scene = unit().appended("robot.ptu", "stereo", "StereoUnit");
    for (name, y) in [("left", 0.1), ("right", -0.1)] {
        scene = scene
            .appended("robot.ptu.stereo", name, "VideoCamera")
            .properties(json!({"cam_width": 8, "cam_height": 8}))
            .with("location", json!([0.1, y, 0.0]));
    }
    let mut run = scene.run();
    let (_, taken) = run.start_with("ptu.stereo", "capture", &[Value::Int(1)]);
    run.start("ptu", "set_pan_tilt", &[FRAC_PI_2, 0.0]);
    run.seconds(2.0);
    assert!(matches!(answer(&taken), Some(Answer::Success(_))));
    let world = run.simulation.world();
    let left = world.world_from(world.find("robot.ptu.stereo.left").unwrap()).translation;
    assert_close([left.x, left.y], [-0.1, 0.1], 1e-6);
}

#[test]
fn unit_can_be_mounted_on_a_unit() {
    let mut run = Scene::new()
        .robot(FAKE)
        .appended("robot", "ptu", "PTU")
        .appended("robot.ptu", "upper", "PTU")
        .appended("robot.ptu.upper", "posture", "PTUPosture")
        .appended("robot.ptu.upper", "pose", "Pose")
        .run();
    run.start("ptu", "set_pan_tilt", &[1.0, 0.0]);
    run.start("ptu.upper", "set_pan_tilt", &[0.5, 0.0]);
    run.seconds(2.0);
    assert_close(run.reads("ptu.upper.posture", ["pan", "tilt"]), [0.5, 0.0], 1e-9);
    assert_close([run.read("ptu.upper.pose", "yaw")], [1.5], 1e-9);
}

#[test]
fn ptu_posture_needs_a_unit() {
    let refusal = Scene::new().robot(ATRV).appended("robot", "posture", "PTUPosture").refusal();
    assert!(refusal.contains("append it to a PTU"), "{refusal}");
}

#[test]
fn model_without_rotating_parts_is_refused() {
    let scene = Scene::new().robot(FAKE).appended("robot", "ptu", "PTU").with("model", json!(null));
    let refusal = scene.with("options", json!({})).refusal();
    assert!(refusal.contains("PanBase"), "{refusal}");
}

#[test]
fn commands_that_are_not_finite_are_refused() {
    let mut run = unit().run();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!run.command("ptu", &[("pan", bad), ("tilt", 0.0)]));
        let (_, refused) = run.start("ptu", "set_pan_tilt", &[0.0, bad]);
        assert!(matches!(answer(&refused), Some(Answer::Failed(_))));
    }
    assert!(!run.command("ptu", &[("pan", 1.0)]));
    assert!(run.command("ptu", &[("pan", f64::MAX), ("tilt", -1e300)]));
    run.seconds(1.0);
    assert!(angles(&run).iter().all(|angle| angle.is_finite()));
}

#[test]
fn restored_unit_continues_unchanged() {
    let mut run = unit().run();
    run.start("ptu", "set_pan_tilt", &[1.0, 0.5]);
    run.seconds(0.3);
    let saved = run.simulation.save().unwrap();
    run.seconds(1.0);
    let digest = run.digest();
    run.simulation.restore(&saved).unwrap();
    run.seconds(1.0);
    assert_eq!(run.digest(), digest);
}
