//! Tests of `morse check`, `morse catalog` and `morse schema`.

use crate::support::Place;

const WRONG: &str = "\
from morse.builder import *
robot = ATRV()
odometry = Odometry()
odometry.level('rw')
robot.append(odometry)
env = Environment('empty', fastmode=True)
";

#[test]
fn diagnostics_are_printed_as_text_and_json() {
    let place = Place::new();
    let script = place.file("scene.py", WRONG);
    let ended = place.done(&["check", &script]);
    assert_eq!((ended.code, ended.output.as_str()), (Some(1), ""));
    ended.log_has(&["error[scene::unknown-level]", "cannot run: 1 error"]);

    let ended = place.done(&["check", "--json", &script]);
    assert_eq!(ended.code, Some(1));
    let findings: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(findings[0]["severity"], "error");
    assert_eq!(findings[0]["object"], "robot.odometry");
    assert_eq!(findings[0]["source"]["file"], script);
}

#[test]
fn scene_errors_and_missing_models_are_reported_together() {
    let place = Place::new();
    let script =
        place.file("scene.py", &WRONG.replace("env =", "PassiveObject('props/objects', 'Chairr')\nenv ="));
    for command in ["check", "run"] {
        let ended = place.done(&[command, &script]);
        assert_eq!(ended.code, Some(1));
        ended.log_has(&["error[scene::unknown-level]", "error[run::model-part]", "cannot run: 2 errors"]);
    }
}

#[test]
fn repeated_diagnostics_are_one_and_many_are_shortened() {
    let place = Place::new();
    let script = "\
from morse.builder import *
robot = ATRV()
for number in range(25):
    PassiveObject('props/objects', NAME)
env = Environment('empty', fastmode=True)
";
    let same = place.file("same.py", &script.replace("NAME", "'Chairr'"));
    let ended = place.done(&["check", &same]);
    ended.log_has(&[
        "error[run::model-part]\n",
        "24 more objects have the same problem",
        "cannot run: 1 error",
    ]);
    let script = place.file("scene.py", &script.replace("NAME", "f'Chairr{number}'"));
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.log.matches("error[run::model-part]\n").count(), 20, "{}", ended.log);
    ended.log_has(&["error[run::model-part]: 5 more like these", "cannot run: 25 errors"]);
    let ended = place.done(&["check", "--json", &script]);
    let findings: Vec<serde_json::Value> = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(findings.len(), 25);
}

#[test]
fn script_exception_is_a_json_diagnostic() {
    let place = Place::new();
    let script = place.file("scene.py", &WRONG.replace("Odometry()", "Odometri()"));
    let ended = place.done(&["check", "--json", &script]);
    assert_eq!(ended.code, Some(255));
    let findings: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(findings[0]["code"], "script::exception");
    assert_eq!(findings[0]["message"], "NameError: name 'Odometri' is not defined");
    assert_eq!(findings[0]["help"], "did you mean `Odometry`?");
    assert_eq!(findings[0]["source"], serde_json::json!({"file": script, "line": 3}));
    ended.log_has(&["Traceback", "scene.py\", line 3", "Did you mean: 'Odometry'?"]);
}

#[test]
fn missing_scene_is_a_json_diagnostic() {
    let place = Place::new();
    let document = place.file("scene.json", "{");
    for scene in ["nowhere.py", &document] {
        let ended = place.done(&["check", "--json", scene]);
        assert_eq!(ended.code, Some(1));
        let findings: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
        assert_eq!(
            (&findings[0]["severity"], &findings[0]["code"]),
            (&"error".into(), &"script::no-scene".into())
        );
    }
}

#[test]
fn check_and_run_warn_of_robots_with_one_name() {
    let place = Place::new();
    let script = place.file(
        "scene.py",
        "from morse.builder import *\nrobot = ATRV()\nother = ATRV('robot')\nother.translate(5)\n\
         env = Environment('empty', fastmode=True)\n",
    );
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["warning[scene::robot-renamed]", "`robot_001`", "robot = ATRV()", "ATRV('robot')"]);
    let ended = place.done(&["run", "--port", "0", "--fast", "--duration", "0.1", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["warning[scene::robot-renamed]", "[SCENE INITIALIZED]"]);
}

#[test]
fn valid_scene_can_run() {
    let place = Place::new();
    let script = place.file("scene.py", &WRONG.replace("level('rw')", "add_stream('socket')"));
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(ended.output.ends_with("scene.py can run.\n"), "{}", ended.output);
    assert_eq!(place.done(&["check", "--json", &script]).output, "[]\n");
}

#[test]
fn catalog_describes_a_component() {
    let place = Place::new();
    let ended = place.done(&["catalog", "odometry"]);
    assert_eq!(ended.code, Some(0));
    for part in ["morse.sensors.odometry.Odometry", "differential", "Fields", "Levels"] {
        assert!(ended.output.contains(part), "{part} is not in:\n{}", ended.output);
    }
    let ended = place.done(&["catalog", "--json", "Odometry"]);
    let page: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(page["class"], "morse.sensors.odometry.Odometry");
    let ended = place.done(&["catalog", "Odometri"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["did you mean Odometry?"]);
}

#[test]
fn catalogue_is_an_alias_of_catalog() {
    let place = Place::new();
    let [catalog, catalogue] = ["catalog", "catalogue"].map(|command| place.done(&[command, "Odometry"]));
    assert_eq!((catalogue.code, catalogue.output), (Some(0), catalog.output));
    assert!(!place.done(&["--help"]).output.contains("catalogue"), "the alias is hidden");
}

#[test]
fn schema_is_json() {
    let schema: serde_json::Value = serde_json::from_str(&Place::new().done(&["schema"]).output).unwrap();
    assert_eq!(schema["required"][0], "morse_scene");
}
