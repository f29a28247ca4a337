//! Tests of modifiers.

use crate::validate::tests::*;
use crate::value::{Map, Value};
use crate::wiring::{Direction, ModifierEntry};

fn modifier_on(name: &str, class: &str, direction: Direction, arguments: Map) -> Vec<Diagnostic> {
    let entry = ModifierEntry { class: class.to_owned(), direction, arguments };
    findings(|scene| {
        scene.component_modifier.insert(name.to_owned(), vec![entry]);
    })
}

const NOISE: &str = "morse.modifiers.pose_noise.PoseNoiseModifier";

#[test]
fn modifier_without_component_is_a_warning() {
    let all = modifier_on("robot.posee", NOISE, Direction::Out, Map::new());
    assert_warning(&all[0], "scene::modifier-on-nothing", "did you mean `robot.pose`?");
    let all = modifier_on("robot", NOISE, Direction::Out, Map::new());
    assert_warning(&all[0], "scene::modifier-on-nothing", "on a robot");
}

#[test]
fn modifier_must_exist_and_run() {
    let all =
        modifier_on("robot.pose", "morse.modifiers.pose_noise.PoseNoisModifier", Direction::Out, Map::new());
    assert_error(&all[0], "scene::unknown-class", "did you mean");
    let all = modifier_on("robot.pose", "morse.modifiers.ned.CoordinatesToNED", Direction::Out, Map::new());
    assert_error(
        &all[0],
        "scene::not-implemented",
        "first_scene.py:6: error: robot.pose: cannot run the modifier",
    );
    let all = modifier_on("robot.pose", "morse.modifiers.utm.CoordinatesToUTM", Direction::Out, Map::new());
    assert_error(&all[0], "scene::not-implemented", "UTM");
    let all = modifier_on("robot.pose", "lab.Drift", Direction::Out, Map::new());
    assert_error(&all[0], "scene::python-class", "the modifier `lab.Drift`");
    let all = modifier_on("robot.pose", "morse.sensors.pose.Pose", Direction::Out, Map::new());
    assert_error(&all[0], "scene::wrong-kind", "not a modifier");
}

#[test]
fn modifier_must_fit_its_component_and_direction() {
    let all = modifier_on("robot.waypoint", NOISE, Direction::In, Map::new());
    assert_error(&all[0], "scene::modifier-does-not-fit", "it fits morse.sensors.pose.Pose");
    let all = modifier_on("robot.pose", NOISE, Direction::In, Map::new());
    assert_error(&all[0], "scene::wrong-direction", "the direction of a sensor is OUT");
}

#[test]
fn modifier_of_a_component_fits_the_classes_of_its_levels() {
    let all = findings(|scene| {
        scene.objects[2].class = Some("morse.sensors.odometry.RawOdometry".to_owned());
        let entries = scene.component_modifier["robot.pose"].clone();
        scene.component_modifier.insert("robot.odometry".to_owned(), entries);
    });
    assert_eq!(all, []);
}

#[test]
fn arguments_are_checked_like_properties() {
    let with = |name: &str, value: Value| {
        modifier_on("robot.pose", NOISE, Direction::Out, Map::from([(name, value)]))
    };
    assert_eq!(with("_2D", "True".into()), []);
    assert_eq!(with("pos_std", Map::from([("x", 0.5), ("y", 0.1)]).into()), []);
    assert_error(&with("pos_std", "much".into())[0], "scene::wrong-type", "argument `pos_std`");
    assert_error(&with("pos_std", (-0.5).into())[0], "scene::out-of-range", "-0.5 m");
    assert_error(&with("pos_std", Map::from([("x", -0.5)]).into())[0], "scene::out-of-range", "-0.5 m");
    assert_error(&with("postd", 0.5.into())[0], "scene::unknown-argument", "did you mean `pos_std`?");
    assert_error(&with("color", 0.5.into())[0], "scene::unknown-argument", "allowed: pos_std, rot_std");
}
