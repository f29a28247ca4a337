//! Invalid documents are refused with a reason and never crash the command.

use crate::support::Place;

const POSE: &str = include_str!("../scenes/pose.json");

#[test]
fn invalid_documents_are_refused_with_a_reason() {
    let place = Place::new();
    let deep = format!("{{\"morse_scene\": 1, \"objects\": {}", "[".repeat(100_000));
    let cases: &[(&str, &str)] = &[
        ("", "not JSON"),
        ("{}", "not a scene document"),
        ("[1, 2]", "not a scene document"),
        ("{\"morse_scene\": 2}", "version 2"),
        ("{\"morse_scene\": 1, \"robots\": []}", "robots"),
        ("{\"morse_scene\": 1, \"objects\": 7}", "objects"),
        (&deep, "line 1"),
        ("{\"morse_scene\": 1}", "robot"),
    ];
    for (text, reason) in cases {
        place.file("scene.json", text);
        let ended = place.done(&["run", "--port", "0", "scene.json"]);
        assert_eq!(ended.code, Some(1), "{}", ended.log);
        ended.log_has(&[reason, "INITIALIZATION FAILED!"]);
        assert!(!ended.log.contains("panicked"), "{}", ended.log);
    }
}

#[test]
fn truncated_documents_are_refused() {
    let place = Place::new();
    for length in (0..POSE.len() - 2).step_by(41) {
        place.file("scene.json", &POSE[..length]);
        let ended = place.done(&["check", "scene.json"]);
        assert_eq!(ended.code, Some(1), "{length} bytes: {}", ended.log);
        assert!(!ended.log.contains("panicked"), "{}", ended.log);
    }
}

#[test]
fn documents_that_are_not_utf8_are_refused() {
    let place = Place::new();
    std::fs::write(place.path("scene.json"), [0xFF, 0xFE, 0x00]).unwrap();
    let ended = place.done(&["run", "scene.json"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["INITIALIZATION ERROR: cannot read scene.json"]);
}

#[test]
fn unknown_class_suggests_nearest_class() {
    let place = Place::new();
    place.file("scene.json", &POSE.replace("pose.Pose", "pose.Poses"));
    let ended = place.done(&["run", "--port", "0", "scene.json"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["robot.pose", "morse.sensors.pose.Poses", "morse.sensors.pose.Pose"]);
}

#[test]
fn document_takes_no_arguments() {
    let place = Place::new();
    place.file("scene.json", POSE);
    for words in [&["run", "scene.json", "robots"][..], &["run", "scene.json", "--", "--fast"]] {
        let ended = place.done(words);
        assert_eq!(ended.code, Some(2));
        ended.log_has(&["takes no arguments, got: ", words.last().unwrap()]);
    }
}
