//! Tests of reading documents: defaults and errors.

use crate::document::*;
use crate::test_scene::{FIRST_SCENE, first_scene};
use crate::value::Value;

fn error(text: &str) -> String {
    Document::from_json(text).unwrap_err().to_string()
}

#[test]
fn shortest_document_has_all_defaults() {
    let document = Document::from_json(r#"{"morse_scene": 1}"#).unwrap();
    assert_eq!(document, Document::default());
    let environment = &document.environment;
    assert_eq!(
        (environment.gravity, environment.file.as_str(), environment.fastmode),
        (9.81, "empty", false)
    );
    let time = &environment.time;
    assert_eq!((time.scale, time.frequency_hz, time.physics_sub_steps), (1.0, 60.0, 2));
    assert!(time.auto_tune);
    let object =
        r#"{"morse_scene": 1, "objects": [{"name": "box", "kind": "object", "shape": {"kind": "cube"}}]}"#;
    let document = Document::from_json(object).unwrap();
    let object = document.object("box").unwrap();
    assert_eq!(object.scale, [1.0; 3]);
    assert_eq!(object.shape, Some(Shape::Cube { half_extents: [1.0; 3] }));
}

#[test]
fn first_scene_is_read_completely() {
    let scene = first_scene();
    assert_eq!(scene.robots().count(), 1);
    assert_eq!(scene.object("robot.pose").unwrap().location, [0.0, 0.0, 0.75]);
    assert_eq!(scene.wiring_sources.stream("robot.pose", 0).unwrap().line, 7);
    assert_eq!(scene.wiring_sources.stream("robot.waypoint", 0), None);
    assert!(!scene.environment.file.is_empty());
}

#[test]
fn unsupported_version_is_reported_before_unknown_keys() {
    let message = error(r#"{"morse_scene": 2, "something_new": true}"#);
    assert!(message.contains("version 2") && message.contains("understands 1"), "{message}");
    assert!(error(r#"{"morse_scene": "1"}"#).contains("version '1'"));
    assert!(error(r#"{"scene": 1}"#).contains("morse build"));
    assert!(error("[1, 2]").contains("not a scene document"));
    assert!(error("7").contains("not a scene document"));
}

#[test]
fn syntax_error_gives_line_and_column() {
    let message = error("{\"morse_scene\": 1,\n  \"objects\": [}\n}");
    assert!(message.contains("not JSON at line 2, column 15"), "{message}");
    let message = error("{\"morse_scene\": 1} trailing");
    assert!(message.contains("not JSON at line 1"), "{message}");
}

#[test]
fn invalid_value_is_reported_with_its_path() {
    let text = FIRST_SCENE.replacen("\"rate_hz\": 60.0", "\"rate_hz\": \"fast\"", 1);
    let message = error(&text);
    assert!(message.contains("`objects[1].rate_hz`: expected a number, found str"), "{message}");
    let text = FIRST_SCENE.replacen("[0, 0, 0.75]", "[0, 0]", 1);
    assert!(error(&text).contains("`objects[1].location`: expected a list of 3 numbers, found 2"));
    let text = FIRST_SCENE.replacen("\"OUT\"", "\"UP\"", 1);
    let message = error(&text);
    assert!(
        message.contains("component_datastream") && message.contains("expected `IN` or `OUT`"),
        "{message}"
    );
}

#[test]
fn unknown_key_is_reported_with_the_most_similar_known_key() {
    let text = FIRST_SCENE.replacen("\"rate_hz\"", "\"rate\"", 1);
    let message = error(&text);
    assert!(
        message.contains("unknown field `rate`") && message.contains("did you mean `rate_hz`?"),
        "{message}"
    );
    assert!(error(r#"{"morse_scene": 1, "objets": []}"#).contains("did you mean `objects`?"));
}

#[test]
fn duplicate_key_of_a_table_is_refused() {
    let message = error(r#"{"morse_scene": 1, "component_service": {"robot": [], "robot": []}}"#);
    assert!(message.contains("`component_service`: the key `robot` occurs twice"), "{message}");
}

#[test]
fn number_that_is_not_finite_reaches_the_checks() {
    let text = FIRST_SCENE.replacen("0.75", "{\"$float\": \"nan\"}", 1);
    let document = Document::from_json(&text).unwrap();
    assert!(document.objects[1].location[2].is_nan());
}

#[test]
fn robots_of_a_node_are_a_list_or_one_name() {
    let text = r#"{"protocol": "socket", "server_address": "localhost", "server_port": "65000", "node_name": "b",
        "distribution": {"a": ["r1", "r2"], "b": "r3", "c": {"$tuple": ["r4"]}}}"#;
    let mut multinode: Multinode = serde_json::from_str(text).unwrap();
    assert_eq!(multinode.own_robots(), Some(&["r3".to_owned()][..]));
    assert_eq!(multinode.server_port, Value::from("65000"));
    multinode.node_name = Some("elsewhere".to_owned());
    assert_eq!(multinode.own_robots(), Some(&[][..]));
    multinode.distribution = None;
    assert_eq!(multinode.own_robots(), None);
}

#[test]
fn default_values_are_not_written() {
    let json = Document::default().to_json_pretty().unwrap();
    for absent in ["multinode", "main_scene", "wiring_sources", "builder_log", "null"] {
        assert!(!json.contains(absent), "{json}");
    }
    let json = serde_json::to_string(&Object::new("box", ObjectKind::Object)).unwrap();
    assert_eq!(json, r#"{"name":"box","kind":"object","location":[0.0,0.0,0.0],"rotation":[0.0,0.0,0.0]}"#);
}
