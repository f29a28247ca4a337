//! Large scenes are read and checked in a time that grows with their size, not with its square.

#![allow(clippy::unwrap_used, missing_docs)]

use std::time::{Duration, Instant};

use morse_scene::validate::{Capabilities, validate};
use morse_scene::{Catalogue, Document, Object, ObjectKind, WiringTable};

const CATALOGUE: &str = include_str!("../src/test_scene/catalogue.json");

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

fn checked(document: &Document) -> (usize, Duration) {
    let catalogue = Catalogue::from_json(CATALOGUE).unwrap();
    let wiring = WiringTable::built_in().unwrap();
    let start = Instant::now();
    let findings = validate(document, &catalogue, &wiring, &Capabilities::speaking(["socket"]));
    (findings.len(), start.elapsed())
}

#[test]
fn ten_thousand_robots_are_checked_at_once() {
    let document = Document::from_json(&scene_of(10_000).to_json_pretty().unwrap()).unwrap();
    let (findings, elapsed) = checked(&document);
    assert_eq!(findings, 0);
    // A hundredth of it is usual; comparing every name with every other would take minutes.
    assert!(elapsed < Duration::from_secs(10), "{elapsed:?}");
}

#[test]
fn a_scene_with_ten_thousand_wrong_names_is_not_slower() {
    let mut document = scene_of(10_000);
    for object in &mut document.objects {
        if let Some(parent) = &mut object.parent {
            parent.push('x');
        }
    }
    let (findings, elapsed) = checked(&document);
    assert_eq!(findings, morse_scene::validate::FINDINGS_MAX + 1);
    assert!(elapsed < Duration::from_secs(30), "{elapsed:?}");
    eprintln!("20,000 objects, 10,000 of them wrong: {elapsed:?}");
}
