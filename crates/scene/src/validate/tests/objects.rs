//! Tests of classes, levels and numbers of objects.

use crate::document::Shape;
use crate::validate::tests::*;

#[test]
fn unknown_class_gets_a_suggestion() {
    let finding = finding(|scene| scene.objects[1].class = Some("morse.sensors.pose.Poze".to_owned()));
    assert_error(&finding, "scene::unknown-class", "did you mean `morse.sensors.pose.Pose`?");
}

#[test]
fn known_class_that_cannot_run_is_not_implemented() {
    let camera = finding(|scene| {
        scene.component_modifier.clear();
        scene.objects[1].class = Some("morse.sensors.video_camera.VideoCamera".to_owned());
    });
    assert_error(
        &camera,
        "scene::not-implemented",
        "first_scene.py:5: error: robot.pose: cannot run the sensor",
    );
    // A class of the original without a description in this catalog.
    let gps = finding(|scene| {
        scene.component_modifier.clear();
        scene.objects[1].class = Some("morse.sensors.gps.GPS".to_owned());
    });
    assert_error(&gps, "scene::not-implemented", "morse.sensors.gps.GPS");
}

#[test]
fn python_class_that_cannot_run_is_refused_with_the_reason() {
    let change = |scene: &mut Document| {
        scene.component_modifier.clear();
        scene.objects[1].class = Some("my_lab.sensors.Sonar".to_owned());
    };
    assert_error(&finding(change), "scene::python-class", "a sensor written in Python cannot run here");
    let mut document = first_scene();
    change(&mut document);
    let mut capabilities = Capabilities::speaking(["socket"]);
    capabilities.refusals.insert("my_lab.sensors.Sonar".to_owned(), "there is no module `my_lab`".to_owned());
    let all = validate(&document, &catalog(), &WiringTable::built_in().unwrap(), &capabilities);
    assert_error(
        &all[0],
        "scene::python-class",
        "robot.pose: cannot run the sensor `my_lab.sensors.Sonar`: there is no",
    );
}

#[test]
fn components_of_an_external_robot_need_not_run() {
    let all = findings(|scene| {
        scene.objects[0].external = true;
        scene.objects[1].class = Some("morse.sensors.video_camera.VideoCamera".to_owned());
        scene.component_modifier.clear();
    });
    assert_eq!(all, []);
}

#[test]
fn class_has_the_kind_of_its_object() {
    let finding = finding(|scene| scene.objects[3].class = Some("morse.robots.jido.Jido".to_owned()));
    assert_error(&finding, "scene::wrong-kind", "is a robot, but the object is an actuator");
}

#[test]
fn component_needs_a_class() {
    let finding = finding(|scene| scene.objects[0].class = None);
    assert_error(&finding, "scene::no-class", "this robot has no class");
}

#[test]
fn unknown_level_is_reported_with_the_known_levels() {
    let unknown = finding(|scene| scene.objects[2].level = Some("integrate".to_owned()));
    assert_error(
        &unknown,
        "scene::unknown-level",
        "raw, differential, integrated (did you mean `integrated`?)",
    );
    let none = finding(|scene| scene.objects[1].level = Some("raw".to_owned()));
    assert_error(&none, "scene::unknown-level", "has no levels");
    assert_eq!(findings(|scene| scene.objects[1].level = Some("default".to_owned())), []);
}

#[test]
fn poses_are_finite_and_scales_are_not_zero() {
    let pose = finding(|scene| scene.objects[1].location[2] = f64::NAN);
    assert_error(&pose, "scene::bad-pose", "location is [0.0, 0.0, NaN]");
    let pose = finding(|scene| scene.objects[1].rotation[0] = f64::INFINITY);
    assert_error(&pose, "scene::bad-pose", "rotation");
    let scale = finding(|scene| scene.objects[1].scale[1] = 0.0);
    assert_error(&scale, "scene::zero-scale", "[1.0, 0.0, 1.0]");
}

#[test]
fn rates_are_positive() {
    for rate_hz in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let finding = finding(|scene| scene.objects[1].rate_hz = Some(rate_hz));
        assert_error(&finding, "scene::bad-frequency", "robot.pose");
    }
}

#[test]
fn sizes_of_bodies_and_shapes_are_checked() {
    let mass = finding(|scene| scene.objects[0].body.mass = Some(0.0));
    assert_error(&mass, "scene::bad-body", "mass");
    let friction = finding(|scene| scene.objects[0].body.friction = Some(101.0));
    assert_error(&friction, "scene::bad-body", "between 0 and 100");
    let shape = finding(|scene| scene.objects[0].shape = Some(Shape::Sphere { radius: -1.0 }));
    assert_error(&shape, "scene::bad-shape", "-1.0 m");
}

#[test]
fn number_of_objects_is_limited() {
    let finding = finding(|scene| {
        let object = crate::document::Object::new("", crate::document::ObjectKind::Object);
        scene.objects.resize(crate::validate::OBJECTS_MAX + 1, object);
    });
    assert_error(&finding, "scene::too-many-objects", "at most 1000000");
}
