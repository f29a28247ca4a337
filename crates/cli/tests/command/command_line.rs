//! Tests of the command line: version, usage, help, wrong arguments.

use std::path::Path;

use crate::support::Place;

#[test]
fn version_names_compatible_original_release() {
    let place = Place::new();
    for option in ["-v", "--version"] {
        let ended = place.done(&[option]);
        assert_eq!((ended.code, ended.output.as_str()), (Some(0), "morse 0.1.0 (MORSE 1.4 compatible)\n"));
    }
}

#[test]
fn usage_is_printed_without_arguments() {
    let ended = Place::new().done(&[]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.output.starts_with("Usage: morse"), "{}", ended.output);
    assert!(ended.output.contains("\n  morse demo "), "{}", ended.output);
}

#[test]
fn wrong_arguments_exit_with_status_2() {
    let place = Place::new();
    for wrong in
        [&["fly"][..], &["run", "--hight"], &["run", "-g", "big", "x"], &["run", "--duration", "-1", "x"]]
    {
        assert_eq!(place.done(wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_file_in_the_place_of_a_command_is_answered_with_the_command() {
    let ended = Place::new().done(&["first.py"]);
    assert_eq!(ended.code, Some(2));
    ended.log_has(&["morse run first.py"]);
}

#[test]
fn list_names_scenes_that_can_be_run() {
    let place = Place::new();
    let output = place.done(&["list"]).output;
    for words in ["morse create NAME", "indoors-1/boxes", "ATRV", "morse catalog"] {
        assert!(output.contains(words), "{words}: {output}");
    }
    let json: serde_json::Value = serde_json::from_str(&place.done(&["list", "--json"]).output).unwrap();
    assert!(json["environments"].as_array().unwrap().contains(&"indoors-1/boxes".into()), "{json}");
}

#[test]
fn every_help_has_an_example() {
    let place = Place::new();
    for command in [
        "run",
        "build",
        "check",
        "catalog",
        "list",
        "inspect",
        "convert",
        "schema",
        "multinode-server",
        "create",
        "import",
        "rm",
        "add",
    ] {
        let ended = place.done(&[command, "--help"]);
        assert_eq!(ended.code, Some(0));
        assert!(ended.output.contains(&format!("  morse {command}")), "{}", ended.output);
    }
}

#[test]
fn missing_scene_is_named() {
    let place = Place::new();
    for (words, code, message) in [
        (&["run"][..], 0, "'run' mode requires a simulation environment and/or a simulation scene"),
        (
            &["run", "nowhere.py"],
            1,
            "Cannot find a MORSE environment or simulation scene matching <nowhere.py>!",
        ),
        (&["run", "nowhere", "scene.py"], 1, "MORSE environment <nowhere> does not exist!"),
    ] {
        let ended = place.done(words);
        assert_eq!(ended.code, Some(code));
        ended.log_has(&[message]);
    }
    place.file("scene.blend", "BLENDER");
    let ended = place.done(&["run", "scene.blend"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["scene.blend"]);
}

#[test]
fn model_files_run_as_worlds_and_mechanisms_as_robots() {
    let place = Place::new();
    place.file("wall.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    let ended = place.done(&["run", "--fast", "--duration", "0.1", "wall.obj"]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["wall.obj is a world file", "`observer`"]);
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/tests");
    let bodies = tests.join("blend_constraints/constraints.blend").display().to_string();
    let ended = place.done(&["run", "--fast", "--duration", "0.1", &bodies]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["is a world file"]);
}
