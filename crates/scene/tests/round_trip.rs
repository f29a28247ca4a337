//! Values and documents survive a round trip through JSON.

#![allow(clippy::unwrap_used, missing_docs)]

use morse_scene::document::{BodySettings, Bounds, ModelReference, Physics, Shape, Source, VisualSettings};
use morse_scene::wiring::Direction;
use morse_scene::{Document, Map, Object, ObjectKind, StreamEntry, Value};
use proptest::prelude::*;

/// Any value without NaN, which is not equal to itself.
fn any_value() -> impl Strategy<Value = Value> {
    let number = any::<f64>().prop_filter("a number", |number| !number.is_nan());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        number.clone().prop_map(Value::Float),
        ".*".prop_map(Value::Text),
        number.prop_filter("finite", |number| number.is_finite()).prop_map(Value::Timer),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Value::Bytes),
        ".*".prop_map(Value::Python),
    ];
    leaf.prop_recursive(4, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Tuple),
            any_map(inner).prop_map(Value::Map),
        ]
    })
}

fn any_map(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map> {
    let key = prop_oneof![".*", r"\$[a-z]{0,8}", Just("$tuple".to_owned())];
    prop::collection::vec((key, value), 0..6).prop_map(|entries| entries.into_iter().collect())
}

fn numbers() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(any::<f64>().prop_filter("a number", |number| !number.is_nan()))
}

prop_compose! {
    fn any_object()(
        name in "[a-z.]{1,20}", kind in 0..5_usize, class in any::<Option<String>>(), parent in any::<Option<String>>(),
        location in numbers(), rotation in numbers(), scale in numbers(), properties in any_map(any_value()),
        rate_hz in prop::option::of(0.1..1e6), level in any::<Option<String>>(), model in any::<Option<String>>(),
        sphere in any::<bool>(), ghost in any::<bool>(), color in prop::option::of(numbers()),
        external in any::<bool>(), options in any_map(any_value()), line in any::<Option<u32>>(),
    ) -> Object {
        let kinds = [ObjectKind::Robot, ObjectKind::Sensor, ObjectKind::Actuator, ObjectKind::Object, ObjectKind::Zone];
        Object {
            class, parent, location, rotation, scale, properties, rate_hz, level, external, options,
            model: model.map(|file| ModelReference { file, objects: vec!["y".into()], object: None, prefix: Some("x".into()), keep_pose: ghost, keyframe: ghost.then(|| "z".into()), fixed: ghost, gives_view: ghost }),
            shape: sphere.then_some(Shape::Cylinder { radius: 0.5, depth: 2.0 }),
            body: BodySettings {
                physics: Some(Physics::RigidBody), bounds: Some(Bounds::ConvexHull), ghost, ..BodySettings::default()
            },
            visual: VisualSettings { color, other: Map::from([("mist", true)]), ..VisualSettings::default() },
            source: line.map(|line| Source { file: "scene.py".into(), line }),
            ..Object::new(name, kinds[kind])
        }
    }
}

proptest! {
    #[test]
    fn value_survives_a_round_trip(value in any_value()) {
        let json = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value, "{}", json);
    }

    #[test]
    fn type_of_a_number_survives_a_round_trip(number in any::<f64>()) {
        let json = serde_json::to_string(&Value::Float(number)).unwrap();
        match serde_json::from_str(&json).unwrap() {
            Value::Float(read) if number.is_nan() => prop_assert!(read.is_nan()),
            read => prop_assert_eq!(read, Value::Float(number)),
        }
    }

    #[test]
    fn document_survives_a_round_trip(objects in prop::collection::vec(any_object(), 0..4), options in any_map(any_value())) {
        let mut document = Document { objects, ..Document::default() };
        document.environment.properties = options.clone();
        let entry = StreamEntry { manager: "m".into(), class: "c".into(), direction: Direction::In, options };
        document.component_datastream.insert("robot.pose".into(), vec![entry]);
        let json = document.to_json_pretty().unwrap();
        prop_assert_eq!(Document::from_json(&json).unwrap(), document);
    }
}

#[test]
fn tags_have_the_documented_form() {
    let cases = [
        (Value::Tuple(vec![1.into(), 2.0.into()]), r#"{"$tuple":[1,2.0]}"#),
        (Value::Float(f64::NEG_INFINITY), r#"{"$float":"-inf"}"#),
        (Value::Timer(1.5), r#"{"$timer":1.5}"#),
        (Value::Bytes(vec![1, 2, 255]), r#"{"$bytes":"AQL/"}"#),
        (Value::Python("<object>".into()), r#"{"$python":"<object>"}"#),
        (Map::from([("$a", 1)]).into(), r#"{"$dict":[["$a",1]]}"#),
        (Map::from([("b", 1.0), ("a", 2.0)]).into(), r#"{"b":1.0,"a":2.0}"#),
    ];
    for (value, json) in cases {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value);
    }
}

#[test]
fn dictionary_with_keys_that_are_not_strings_is_kept_as_python_text() {
    let value: Value = serde_json::from_str(r#"{"$dict": [[1, "a"], [{"$tuple": [2]}, null]]}"#).unwrap();
    assert_eq!(value, Value::Python("{1: 'a', (2,): None}".to_owned()));
}

#[test]
fn wrong_tags_and_duplicate_keys_are_refused() {
    for (json, text) in [
        (r#"{"$tupel": []}"#, "unknown key `$tupel`"),
        (r#"{"$tuple": [], "a": 1}"#, "no other key"),
        (r#"{"a": 1, "$tuple": []}"#, "starts with `$`"),
        (r#"{"$float": "1.0"}"#, "one of nan, inf, -inf"),
        (r#"{"$timer": "x"}"#, "number of seconds"),
        (r#"{"$bytes": "?"}"#, "base64"),
        (r#"{"a": 1, "a": 2}"#, "`a` occurs twice"),
        (r#"{"$dict": [["a", 1], ["a", 2]]}"#, "`a` occurs twice"),
    ] {
        let error = serde_json::from_str::<Value>(json).unwrap_err().to_string();
        assert!(error.contains(text), "{json}: {error}");
    }
}
