//! Permissions of untrusted scene documents, and the option `--trust`.

use crate::support::{Ended, Place, Running};

/// A scene with a pose sensor whose readings are written to a file.
fn writing(file: &str) -> String {
    serde_json::json!({
        "morse_scene": 1,
        "objects": [
            {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
            {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot", "rate_hz": 60.0}
        ],
        "component_datastream": {"robot.pose": [[
            "morse.middleware.text_datastream.TextDatastreamManager",
            "morse.middleware.text_datastream.Publisher", "OUT", {"file": file}
        ]]}
    })
    .to_string()
}

fn with_robot(model: &str, class: &str) -> String {
    serde_json::json!({"morse_scene": 1,
        "objects": [{"name": "robot", "kind": "robot", "class": class, "model": {"file": model}}]})
    .to_string()
}

const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 3 4\n";

/// Runs a document for 0.1 s in the folder `work`.
fn run(place: &Place, options: &[&str], document: &str) -> Ended {
    place.file("work/scene.json", document);
    let run = ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.1"];
    let words = [&run[..], options, &["scene.json"]].concat();
    let mut command = place.morse(&words);
    Running::start(command.current_dir(place.path("work")).env("PYTHONPATH", place.path("work"))).end()
}

#[test]
fn document_writes_only_below_working_directory() {
    let place = Place::new();
    let elsewhere = place.path("pose.txt");
    for file in ["../pose.txt", elsewhere.to_str().unwrap()] {
        for options in [&[][..], &["--untrusted"]] {
            let ended = run(&place, options, &writing(file));
            assert_eq!(ended.code, Some(1), "{}", ended.log);
            ended.log_has(&["robot.pose", "not below the working directory", "--trust"]);
            assert!(!elsewhere.exists());
        }
        assert_eq!(run(&place, &["--trust"], &writing(file)).code, Some(0));
        assert!(elsewhere.exists());
        std::fs::remove_file(&elsewhere).unwrap();
    }
    assert_eq!(run(&place, &["--untrusted"], &writing("pose.txt")).code, Some(0));
    assert!(place.path("work/pose.txt").exists());
}

#[test]
fn document_reads_models_only_in_resource_folders() {
    let place = Place::new();
    let model = place.file("models/rover.obj", CUBE);
    let class = "morse.robots.fakerobot.FakeRobot";
    for file in ["../models/rover.obj", "../models/rover", &model] {
        let ended = run(&place, &[], &with_robot(file, class));
        assert_eq!(ended.code, Some(1), "{}", ended.log);
        ended.log_has(&["rover.obj is not in the resource folders", "--trust"]);
        assert_eq!(run(&place, &["--trust"], &with_robot(file, class)).code, Some(0));
    }
    place.file("work/robots/rover.obj", CUBE);
    assert_eq!(run(&place, &["--untrusted"], &with_robot("robots/rover", class)).code, Some(0));
    for command in ["check", "render", "sense"] {
        let words = [command, "scene.json"];
        place.file("work/scene.json", &with_robot(&model, class));
        let mut refused = place.morse(&words);
        let ended = Running::start(refused.current_dir(place.path("work"))).end();
        // Without the name of a sensor, the sensors are listed, which needs no model.
        if command != "sense" {
            assert_eq!(ended.code, Some(1), "{command}: {}", ended.log);
            ended.log_has(&["--trust"]);
        }
    }
}

#[test]
fn document_runs_no_python() {
    let place = Place::new();
    place.file("work/mine.py", "open('ran', 'w')\n");
    let ended = run(&place, &[], &with_robot("robots/atrv", "mine.Robot"));
    assert_eq!(ended.code, Some(1), "{}", ended.log);
    ended.log_has(&["mine.Robot", "Python", "--trust"]);
    assert!(!place.path("work/ran").exists());
    // With trust, the module is imported, but it has no such class.
    let ended = run(&place, &["--trust"], &with_robot("robots/atrv", "mine.Robot"));
    assert_eq!(ended.code, Some(1), "{}", ended.log);
    assert!(place.path("work/ran").exists(), "{}", ended.log);
}

#[test]
fn script_cannot_be_untrusted() {
    let place = Place::new();
    let script = place.file("scene.py", "open('ran', 'w')\n");
    let ended = place.done(&["run", "--untrusted", &script]);
    assert_eq!(ended.code, Some(2), "{}", ended.log);
    ended.log_has(&["scripts may do anything"]);
    assert!(!place.path("ran").exists());
}

#[test]
fn script_loads_models_and_environments_by_path() {
    let place = Place::new();
    let yard = place.file("models/yard.obj", CUBE);
    place.file("models/rover.obj", CUBE);
    std::fs::create_dir(place.path("work")).unwrap();
    for environment in ["../models/yard.obj", "../models/yard", yard.as_str()] {
        let script = format!(
            "from morse.builder import *\nrobot = Robot('../models/rover.obj')\nenv = Environment({environment:?})\n"
        );
        place.file("scenes/scene.py", &script);
        let mut command = place.morse(&["check", "../scenes/scene.py"]);
        let ended = Running::start(command.current_dir(place.path("work"))).end();
        assert_eq!(ended.code, Some(0), "{environment}: {}", ended.log);
    }
}
