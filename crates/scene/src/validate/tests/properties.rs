//! Tests of properties of components.

use crate::document::LEVEL;
use crate::validate::tests::*;
use crate::value::Value;

fn with_property(name: &'static str, value: impl Into<Value>) -> Vec<Diagnostic> {
    findings(|scene| {
        scene.objects[3].properties.insert(name, value);
    })
}

#[test]
fn property_of_the_wrong_type_is_refused() {
    assert_eq!(with_property("Speed", 2), []);
    let all = with_property("Speed", "fast");
    assert_error(&all[0], "scene::wrong-type", "`Speed` is 'fast', of type str (expected: float)");
    let all = with_property("Target", 3);
    assert_error(&all[0], "scene::wrong-type", "`Target` is 3, of type int");
}

#[test]
fn number_may_be_written_as_text() {
    assert_eq!(with_property("Speed", " 2.5 "), []);
    assert_error(&with_property("Speed", "2.5 m")[0], "scene::wrong-type", "`Speed` is '2.5 m'");
}

#[test]
fn level_has_the_properties_of_its_own_class() {
    let at_level = |level: &str| {
        findings(|scene| {
            scene.objects[2].level = Some(level.to_owned());
            scene.objects[2].properties.insert("WheelRadius", -1.0);
        })
    };
    assert_error(&at_level("integrated")[0], "scene::out-of-range", "`WheelRadius` is -1.0 m");
    assert_eq!(at_level("raw"), []);
}

#[test]
fn property_and_level_are_reported_at_the_lines_that_set_them() {
    let with = |level: &str| {
        finding(|scene| {
            let object = &mut scene.objects[2];
            object.level = Some(level.to_owned());
            object.properties.insert("WheelRadius", -1.0);
            for (name, line) in [("WheelRadius", 40), (LEVEL, 41)] {
                object.sources.insert(name.to_owned(), crate::Source { file: "scene.py".to_owned(), line });
            }
        })
    };
    assert_error(&with("integrated"), "scene::out-of-range", "scene.py:40: error: ");
    assert_error(&with("integrate"), "scene::unknown-level", "scene.py:41: error: ");
}

#[test]
fn property_outside_its_range_is_refused() {
    let all = with_property("Speed", -1.0);
    assert_error(&all[0], "scene::out-of-range", "-1.0 m/s (allowed: 0.0 or more m/s)");
    let all = with_property("Speed", f64::NAN);
    assert_error(&all[0], "scene::out-of-range", "nan");
}

#[test]
fn text_outside_the_allowed_values_is_refused() {
    assert_eq!(with_property("ControlType", "Position"), []);
    let all = with_property("ControlType", "position");
    assert_error(&all[0], "scene::not-one-of", "allowed: Velocity, Position; did you mean `Position`?");
}

#[test]
fn unknown_properties_are_kept_and_misspellings_are_reported() {
    assert_eq!(with_property("obstacle", 1), []);
    let all = with_property("speed", 1.0);
    assert_warning(&all[0], "scene::near-miss", "did you mean `Speed`?");
    // Properties that builder classes set are known.
    assert_eq!(with_property("Component_Tag", true), []);
}

#[test]
fn quoted_false_is_a_warning() {
    assert_eq!(with_property("FreeZ", "True"), []);
    assert_eq!(with_property("FreeZ", 1), []);
    let all = with_property("FreeZ", "False");
    assert_warning(&all[0], "scene::text-as-truth", "counts as true");
}
