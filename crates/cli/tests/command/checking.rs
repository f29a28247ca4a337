//! `morse check`, `morse catalogue`, `morse schema`.

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
fn findings_are_for_people_and_for_programs() {
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
fn what_cannot_run_yet_is_told_together_with_what_is_wrong() {
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
fn of_many_findings_of_one_kind_the_first_are_shown() {
    let place = Place::new();
    let script = "\
from morse.builder import *
robot = ATRV()
for number in range(25):
    PassiveObject('props/objects', 'Chairr')
env = Environment('empty', fastmode=True)
";
    let script = place.file("scene.py", script);
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.log.matches("error[run::model-part]\n").count(), 20, "{}", ended.log);
    ended.log_has(&["error[run::model-part]: 5 more like these", "cannot run: 25 errors"]);
    let ended = place.done(&["check", "--json", &script]);
    let findings: Vec<serde_json::Value> = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(findings.len(), 25);
}

#[test]
fn an_exception_in_a_script_is_a_finding_for_programs() {
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
fn what_is_no_scene_is_a_finding_for_programs() {
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
fn a_check_is_stricter_than_a_run() {
    let place = Place::new();
    let script = place.file(
        "scene.py",
        "from morse.builder import *\nrobot = ATRV()\nother = ATRV('robot')\nother.translate(5)\n\
         env = Environment('empty', fastmode=True)\n",
    );
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&[
        "error[scene::robot-renamed]",
        "`robot_001`",
        "robot = ATRV()",
        "ATRV('robot')",
        "cannot run: 1 error",
    ]);
    let ended = place.done(&["run", "--port", "0", "--fast", "--duration", "0.1", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["warning[scene::robot-renamed]", "[SCENE INITIALIZED]"]);
}

#[test]
fn a_good_scene_can_run() {
    let place = Place::new();
    let script = place.file("scene.py", &WRONG.replace("level('rw')", "add_stream('socket')"));
    let ended = place.done(&["check", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(ended.output.ends_with("scene.py can run.\n"), "{}", ended.output);
    assert_eq!(place.done(&["check", "--json", &script]).output, "[]\n");
}

#[test]
fn the_catalogue_explains_a_component() {
    let place = Place::new();
    let ended = place.done(&["catalogue", "odometry"]);
    assert_eq!(ended.code, Some(0));
    for part in ["morse.sensors.odometry.Odometry", "differential", "Fields", "Levels"] {
        assert!(ended.output.contains(part), "{part} is not in:\n{}", ended.output);
    }
    let ended = place.done(&["catalogue", "--json", "Odometry"]);
    let page: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!(page["class"], "morse.sensors.odometry.Odometry");
    let ended = place.done(&["catalogue", "Odometri"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["did you mean Odometry?"]);
}

#[test]
fn a_schema_is_json() {
    let schema: serde_json::Value = serde_json::from_str(&Place::new().done(&["schema"]).output).unwrap();
    assert_eq!(schema["required"][0], "morse_scene");
}
