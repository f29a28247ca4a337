//! Tests of the component configuration, evaluated by Python.

#![allow(clippy::unwrap_used, missing_docs)]

use std::process::Command;

use morse_scene::document::{Multinode, RobotNames};
use morse_scene::wiring::OverlayEntry;
use morse_scene::{Document, Map, Value, component_config};

const SCENE: &str = include_str!("../src/test_scene/first_scene.json");

/// Runs the text and an assertion in Python.
fn assert_in_python(text: &str, assertion: &str) {
    let program = format!("{text}\n{assertion}\n");
    match Command::new("python3").args(["-c", &program]).output() {
        Ok(output) => {
            assert!(output.status.success(), "{program}\n{}", String::from_utf8_lossy(&output.stderr));
        }
        Err(error) => eprintln!("not evaluated: python3 does not start here: {error}"),
    }
}

#[test]
fn first_scene_has_the_tables_of_release_1_4() {
    let text = component_config(&Document::from_json(SCENE).unwrap());
    assert_in_python(
        &text,
        "
manager = 'morse.middleware.socket_datastream.SocketDatastreamManager'
publisher = 'morse.middleware.socket_datastream.SocketPublisher'
reader = 'morse.middleware.socket_datastream.SocketReader'
assert component_datastream == {
    'robot.odometry': [[manager, publisher, {}]],
    'robot.pose': [[manager, publisher, {}]],
    'robot.waypoint': [[manager, reader, {}]]}
assert list(component_datastream) == sorted(component_datastream)
assert component_modifier == {'robot.pose': [['morse.modifiers.pose_noise.PoseNoiseModifier', {}]]}
assert component_service == {
    'robot.waypoint': ['morse.middleware.socket_request_manager.SocketRequestManager']}
assert overlays == {}
assert stream_manager == {manager: {'sync_port': 5000, 'time_sync': True}}",
    );
}

#[test]
fn layout_has_one_entry_per_line() {
    let text = component_config(&Document::from_json(SCENE).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("component_datastream = {'robot.odometry': [["));
    assert!(lines[1].starts_with("    'robot.pose': [["));
    assert!(lines[2].ends_with("'morse.middleware.socket_datastream.SocketReader', {}]]}"));
    assert!(lines[3].starts_with("component_modifier = {'robot.pose': "));
    assert!(lines[4].starts_with("component_service = {"));
    assert_eq!(lines[5], "overlays = {}");
    assert!(lines[6].ends_with("{'sync_port': 5000, 'time_sync': True}}"));
    assert_eq!(lines.len(), 7);
}

#[test]
fn every_kind_of_option_can_be_evaluated() {
    let mut document = Document::from_json(SCENE).unwrap();
    let options = Map::from([
        ("quote", Value::from("it's \"é\"\n")),
        ("tuple", Value::Tuple(vec![1.into(), 2.5.into()])),
        ("none", Value::Null),
        ("bytes", Value::Bytes(vec![0, 255])),
        ("infinite", Value::Float(f64::INFINITY)),
        ("$dollar", Value::Map(Map::from([("b", 1e-5), ("a", 1e16)]))),
    ]);
    document.component_datastream.get_mut("robot.pose").unwrap()[0].options = options;
    assert_in_python(
        &component_config(&document),
        r#"
assert component_datastream['robot.pose'][0][2] == {
    'quote': 'it\'s "é"\n', 'tuple': (1, 2.5), 'none': None, 'bytes': b'\x00\xff', 'infinite': float('inf'),
    '$dollar': {'a': 1e16, 'b': 1e-05}}"#,
    );
}

#[test]
fn node_lists_only_its_own_components() {
    let mut document = Document::from_json(SCENE).unwrap();
    let entry = document.component_datastream["robot.pose"].clone();
    document.component_datastream.insert("other.pose".into(), entry);
    document.component_service.insert("simulation".into(), vec!["x.Manager".into()]);
    let overlay = OverlayEntry { class: "lab.Overlay".into(), arguments: Map::new() };
    let overlaid = [("robot.waypoint".to_owned(), overlay.clone()), ("other.waypoint".to_owned(), overlay)];
    document.overlays.insert("x.Manager".into(), overlaid.into());
    document.environment.multinode = Some(Multinode {
        protocol: "socket".into(),
        server_address: "localhost".into(),
        server_port: "65000".into(),
        node_name: Some("here".into()),
        distribution: Some([("here".to_owned(), RobotNames(vec!["robot".into()]))].into()),
    });
    assert_in_python(
        &component_config(&document),
        "
assert set(component_datastream) == {'robot.odometry', 'robot.pose', 'robot.waypoint'}
assert list(component_service) == ['robot.waypoint']
assert overlays == {'x.Manager': {'robot.waypoint': ['lab.Overlay', {}]}}
assert len(stream_manager) == 1",
    );
    // A node that is not in the distribution simulates no robot.
    document.environment.multinode.as_mut().unwrap().node_name = Some("elsewhere".into());
    assert!(component_config(&document).starts_with("component_datastream = {}\ncomponent_modifier = {}\n"));
}
