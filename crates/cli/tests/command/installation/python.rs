//! Tests of Python interpreters: missing, old, and incomplete.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{Place, Running};

const SCENE: &str =
    "from morse.builder import *\nrobot = ATRV()\nenv = Environment('empty', fastmode=True)\n";

#[test]
fn missing_python_is_reported_with_remedies() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    let ended = Running::start(place.morse(&["run", &script]).env("PATH", "")).end();
    assert_eq!(ended.code, Some(1));
    ended.log_has(&[
        "INITIALIZATION ERROR: cannot start Python (python3)",
        "--python PATH",
        "need no Python",
    ]);
}

#[test]
fn document_runs_without_python() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    assert_eq!(place.done(&["build", "-o", "scene.json", &script]).code, Some(0));
    let words = ["run", "--port", "0", "--fast", "--duration", "1", "--json", "--digest"];
    let run = |file: &str| place.done(&[&words[..], &[file]].concat());
    let without = Running::start(place.morse(&[&words[..], &["scene.json"]].concat()).env("PATH", "")).end();
    assert_eq!(without.code, Some(0), "{}", without.log);
    let digest = |output: &str| output.lines().find(|line| line.contains("digest")).unwrap().to_owned();
    assert_eq!(digest(&without.output), digest(&run(&script).output), "both describe the same scene");
}

#[test]
fn old_python_is_reported_with_its_version() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    let old = place.file("python", "#!/bin/sh\necho 3.6.9 >&3\nexit 1\n");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = place.done(&["run", "--python", &old, &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["is Python 3.6.9; scene scripts need Python 3.9 or later"]);
    let ended = Running::start(place.morse(&["run", &script]).env("MORSE_PYTHON", "true")).end();
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["true is not a Python that runs"]);
}

#[test]
fn unwritable_cache_folder_does_not_fail() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    let file = place.file("not_a_folder", "");
    let ended = Running::start(place.morse(&["check", &script]).env("XDG_CACHE_HOME", &file)).end();
    assert_eq!(ended.code, Some(0), "{}", ended.log);
}

#[test]
fn printed_python_folder_contains_pymorse() {
    let place = Place::new();
    let printed = place.done(&["pythonpath"]);
    assert_eq!(printed.code, Some(0), "{}", printed.log);
    let client = Command::new("python3")
        .args(["-c", "import pymorse; print(pymorse.__file__); pymorse.Morse(port=1)"])
        .current_dir(place.path("."))
        .env("PYTHONPATH", printed.output.trim())
        .output()
        .unwrap();
    let found = String::from_utf8_lossy(&client.stdout);
    assert!(found.starts_with(printed.output.trim()), "{found}");
    let errors = String::from_utf8_lossy(&client.stderr);
    assert!(errors.contains("no simulator answers at localhost:1"), "{errors}");
    assert!(errors.contains("morse run scene.py"), "{errors}");

    let file = place.file("not_a_folder", "");
    let ended = Running::start(place.morse(&["pythonpath"]).env("XDG_CACHE_HOME", &file)).end();
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["cannot unpack the Python packages to"]);
}

#[test]
fn scene_script_imports_pymorse() {
    let place = Place::new();
    let script = place.file("scene.py", &format!("import pymorse\npymorse.Morse.rpc\n{SCENE}"));
    assert_eq!(place.done(&["check", &script]).code, Some(0));
}

#[test]
fn check_without_scene_checks_installation() {
    let place = Place::new();
    let ended = place.done(&["check"]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["* Python 3.", "* The Builder is in "]);
    let ended = Running::start(place.morse(&["check"]).env("PATH", "")).end();
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["* Your environment is not correctly setup to run MORSE!\n"]);
}
