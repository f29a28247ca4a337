//! Tests that large scenes are read and checked completely.
//!
//! `benches/command/building.py` measures the duration. If a check compared each name with every other name, these tests would
//! take minutes.

#![allow(clippy::unwrap_used, missing_docs)]

use morse_scene::validate::{Capabilities, validate};
use morse_scene::{Catalog, Document, Object, ObjectKind, WiringTable};

const CATALOG: &str = include_str!("../src/test_scene/catalog.json");

/// Robots with one sensor each.
fn scene_of(robots: usize) -> Document {
    let mut document = Document::default();
    for index in 0..robots {
        let robot = Object::new(format!("robot{index}"), ObjectKind::Robot);
        let sensor = Object::new(format!("robot{index}.pose"), ObjectKind::Sensor);
        document.objects.push(Object { class: Some("morse.robots.atrv.ATRV".into()), ..robot });
        let (class, parent) = (Some("morse.sensors.pose.Pose".into()), Some(format!("robot{index}")));
        document.objects.push(Object { class, parent, ..sensor });
    }
    document
}

fn problems(document: &Document) -> usize {
    let catalog = Catalog::from_json(CATALOG).unwrap();
    let wiring = WiringTable::built_in().unwrap();
    validate(document, &catalog, &wiring, &Capabilities::speaking(["socket"])).len()
}

#[test]
fn ten_thousand_robots_have_no_problem() {
    let document = Document::from_json(&scene_of(10_000).to_json_pretty().unwrap()).unwrap();
    assert_eq!(problems(&document), 0);
}

#[test]
fn ten_thousand_wrong_names_are_reported_up_to_the_limit() {
    let mut document = scene_of(10_000);
    for object in &mut document.objects {
        if let Some(parent) = &mut object.parent {
            parent.push('x');
        }
    }
    assert_eq!(problems(&document), morse_scene::validate::FINDINGS_MAX + 1);
}
