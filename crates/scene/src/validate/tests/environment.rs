//! Tests of world-wide settings.

use crate::document::{Multinode, RobotNames, Source};
use crate::validate::tests::*;
use crate::value::Value;

#[test]
fn rate_and_time_scale_are_positive() {
    for frequency_hz in [0.0, -60.0, 10_001.0, f64::NAN] {
        let finding = finding(|scene| scene.environment.time.frequency_hz = frequency_hz);
        assert_error(&finding, "scene::bad-simulation-frequency", "at most 10000");
    }
    for scale in [0.0, -1.0, f64::INFINITY] {
        let finding = finding(|scene| scene.environment.time.scale = scale);
        assert_error(&finding, "scene::bad-time-scale", "first_scene.py:20");
    }
    for start_s in [-1.0, f64::NAN, 1e12] {
        let finding = finding(|scene| scene.environment.time.start_s = Some(start_s));
        assert_error(&finding, "scene::bad-start-time", "year 9999");
    }
    assert_eq!(findings(|scene| scene.environment.time.start_s = Some(1.8e9)), []);
    let steps = finding(|scene| scene.environment.time.physics_sub_steps = 0);
    assert_error(&steps, "scene::bad-sub-steps", "there are 0");
    let steps = finding(|scene| scene.environment.time.logic_step_max = Some(0));
    assert_error(&steps, "scene::bad-step-max", "logic");
}

#[test]
fn gravity_and_default_camera_are_finite() {
    let gravity = finding(|scene| scene.environment.gravity = f64::NAN);
    assert_error(&gravity, "scene::bad-gravity", "NaN");
    let camera = finding(|scene| scene.environment.camera.location[0] = f64::NAN);
    assert_error(&camera, "scene::bad-camera", "not finite");
    let camera = finding(|scene| scene.environment.camera.clip = [5.0, 1.0]);
    assert_warning(&camera, "scene::bad-camera", "is 5.0 to 1.0");
    let camera = finding(|scene| scene.environment.camera.focal_length_mm = 0.0);
    assert_warning(&camera, "scene::bad-camera", "focal length");
    let camera = finding(|scene| scene.environment.camera.parent = Some("robo".to_owned()));
    assert_error(&camera, "scene::bad-camera", "did you mean `robot`?");
}

#[test]
fn environment_has_a_name() {
    let finding = finding(|scene| scene.environment.file.clear());
    assert_error(&finding, "scene::no-environment", "`empty`");
}

#[test]
fn component_faster_than_the_simulation_is_reported_without_auto_tune() {
    let fast = |scene: &mut Document| scene.objects[1].rate_hz = Some(100.0);
    assert_eq!(findings(fast), []);
    let finding = finding(|scene| {
        fast(scene);
        scene.environment.time.auto_tune = false;
    });
    assert_warning(&finding, "scene::rate-above-simulation", "robot.pose: asks for 100.0 Hz");
    assert_eq!(finding.source.unwrap().line, 5);
}

#[test]
fn rates_set_by_a_line_are_reported_once_and_rates_of_builder_classes_never() {
    let slow = |scene: &mut Document| {
        scene.environment.time.auto_tune = false;
        scene.environment.time.frequency_hz = 30.0;
    };
    assert_eq!(findings(slow), []);
    let all = findings(|scene| {
        slow(scene);
        for index in [1, 2] {
            let line = Source { file: "scene.py".to_owned(), line: 42 };
            scene.objects[index].sources.insert("frequency".to_owned(), line);
        }
    });
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_warning(
        &all[0],
        "scene::rate-above-simulation",
        "scene.py:42: warning: robot.pose: asks for 60.0 Hz",
    );
    assert!(all[0].message.ends_with("(and 1 more in this line)"), "{}", all[0]);
}

#[test]
fn distribution_names_existing_nodes_and_robots() {
    let multinode = |protocol: &str, port: Value, node: &str, robot: &str| {
        let multinode = Multinode {
            protocol: protocol.to_owned(),
            server_address: "localhost".to_owned(),
            server_port: port,
            node_name: Some(node.to_owned()),
            distribution: Some([("a".to_owned(), RobotNames(vec![robot.to_owned()]))].into()),
        };
        findings(|scene| scene.environment.multinode = Some(multinode))
    };
    assert_eq!(multinode("socket", "65000".into(), "a", "robot"), []);
    assert_error(
        &multinode("soket", 65000.into(), "a", "robot")[0],
        "scene::bad-multinode",
        "did you mean `socket`?",
    );
    assert_error(&multinode("socket", 70000.into(), "a", "robot")[0], "scene::bad-multinode", "70000");
    assert_warning(&multinode("socket", 65000.into(), "b", "robot")[0], "scene::unknown-node", "called `b`");
    assert_warning(&multinode("socket", 65000.into(), "a", "robt")[0], "scene::unknown-robot", "`robot`?");
}
