//! Tests of scene scripts: exceptions, arguments, mistakes.

use crate::support::Place;

const SCENE: &str =
    "from morse.builder import *\nrobot = ATRV()\nenv = Environment('empty', fastmode=True)\n";

#[test]
fn exception_shows_traceback_of_user_code() {
    let place = Place::new();
    let script = place.file("scene.py", &format!("{SCENE}robot.translate(1 / 0)\n"));
    let ended = place.done(&["run", "--port", "0", &script]);
    assert_eq!(ended.code, Some(255));
    ended.log_has(&[
        "[ERROR][MORSE] The scene script failed, and nothing was started:",
        "scene.py\", line 4, in <module>",
        "robot.translate(1 / 0)",
        "ZeroDivisionError: division by zero",
        "[EXITING SIMULATION]",
    ]);
    assert!(
        !ended.log.contains("morse/builder/run.py"),
        "frames of the runner are not the user's:\n{}",
        ended.log
    );
    assert!(!ended.log.contains("now listening"), "no port was opened");
}

#[test]
fn message_of_sys_exit_is_shown() {
    let place = Place::new();
    let script = place.file("scene.py", "import sys\nsys.exit('the arm is missing')\n");
    let ended = place.done(&["run", &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["the arm is missing\n", "[EXITING SIMULATION]"]);
}

#[test]
fn early_exit_is_reported() {
    let place = Place::new();
    let script = place.file("scene.py", "import sys\nsys.exit()\n");
    let ended = place.done(&["run", &script]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["scene.py ended before it described a scene"]);
}

#[test]
fn arguments_after_scene_reach_script_and_print_goes_to_stdout() {
    let place = Place::new();
    let script = place.file("scene.py", &format!("import sys\nprint(sys.argv)\n{SCENE}"));
    let command = ["-c", "run", "--port", "0", "--fast", &script, "a", "--duratoin", "3", "--", "--fast"];
    let mut words = command.to_vec();
    words.splice(6..6, ["--duration", "0.1"]);
    let ended = place.done(&words);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(
        ended.output.ends_with("'--', 'a', '--duratoin', '3', '--fast', 'with-colors']\n"),
        "{}",
        ended.output
    );
    ended.log_has(&[
        "--duratoin is not an option of `morse run` and goes to the script; did you mean --duration?",
    ]);
}

#[test]
fn options_after_scene_are_options_of_command() {
    let place = Place::new();
    let script = place.file("scene.py", &format!("import sys\nprint(sys.argv)\n{SCENE}"));
    let ended =
        place.done(&["run", &script, "--port", "0", "a", "--fast", "--duration=0.1", "--robots", "3"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(ended.output.ends_with("'--', 'a', '--robots', '3']\n"), "{}", ended.output);
    ended.log_has(&["6 ticks"]);
    let ended = place.done(&["run", &script, "--duration", "never"]);
    assert_eq!(ended.code, Some(2), "{}", ended.log);
}

#[test]
fn missing_middlewares_are_left_out_on_request() {
    let place = Place::new();
    let script = place.file(
        "scene.py",
        "from morse.builder import *\nrobot = ATRV()\npose = Pose()\n\
         pose.add_stream('hla', 'morse.middleware.hla.certi_test_output.CertiTestOutput')\n\
         pose.add_stream('socket')\nrobot.append(pose)\nmotion = MotionVW()\n\
         motion.add_stream('hla', 'morse.middleware.hla.certi_test_input.CertiTestInput')\nrobot.append(motion)\n\
         env = Environment('empty', fastmode=True)\n",
    );
    let ended = place.done(&["run", "--port", "0", &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&[
        "error[scene::middleware-not-available]",
        "this build does not speak hla, which 2 components need",
        "robot.motion: hla stream",
        "scene.py:8",
        "robot.pose: hla stream",
        "scene.py:4",
        "--skip-missing-middlewares",
        "1 error",
    ]);
    assert_eq!(ended.log.matches("error[").count(), 1, "{}", ended.log);

    let words = ["--port", "0", "--stream-port", "0", "--fast", "--duration", "0.1"];
    let ended = place.done(&[&["run", &script, "--skip-missing-middlewares"], &words[..]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&[
        "warning[scene::middleware-left-out]",
        "robot.motion: left out, as this build does not speak hla: hla stream",
        "robot.pose: left out, as this build does not speak hla: hla stream",
        "Component: 'robot.pose' using datastream 'morse.middleware.socket_datastream",
    ]);
    assert!(!ended.log.contains("HLADatastreamManager"), "{}", ended.log);

    let checked = place.done(&["check", &script, "--skip-missing-middlewares"]);
    assert_eq!(checked.code, Some(0), "{}", checked.log);
    assert!(checked.output.contains("can run, with 2 warnings"), "{}", checked.output);
    let drawn = place.done(&["render", &script, "-o", "a.png", "--size", "32x32"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.log);
}

#[test]
fn background_process_of_script_does_not_delay_scene() {
    let place = Place::new();
    let script =
        place.file("scene.py", &format!("import os\nos.system('sleep 600 >/dev/null 2>&1 &')\n{SCENE}"));
    let ended = place.done(&["run", "--port", "0", "--fast", "--duration", "0.1", &script]);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn folder_named_morse_beside_scene_is_not_imported() {
    let place = Place::new();
    place.file("morse/__init__.py", "raise Exception('not me')\n");
    place.file("installed/morse/__init__.py", "raise Exception('nor me')\n");
    let script = place.file("scene.py", SCENE);
    let mut command = place.morse(&["check", &script]);
    let output = command.env("PYTHONPATH", place.path("installed")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn misspelled_level_suggests_correct_name() {
    let place = Place::new();
    let script = place.file(
        "scene.py",
        "from morse.builder import *\nrobot = ATRV()\nodometry = Odometry()\nodometry.level('differentail')\n\
         robot.append(odometry)\nenv = Environment('empty', fastmode=True)\n",
    );
    let ended = place.done(&["run", "--port", "0", &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&[
        "error[scene::unknown-level]",
        "robot.odometry: ",
        "differentail",
        "scene.py:",
        "odometry",
        "did you mean `differential`?",
        "INITIALIZATION ERROR: ",
        "1 error",
        "INITIALIZATION FAILED!",
        "[EXITING SIMULATION]",
    ]);
    assert!(!ended.log.contains("now listening"), "no port was opened");
}

#[test]
fn scene_with_warning_runs() {
    let place = Place::new();
    let script = place.file(
        "scene.py",
        "from morse.builder import *\nrobot = ATRV()\nmotion = MotionVW()\nmotion.properties(ControlTyp='Velocity')\n\
         robot.append(motion)\nenv = Environment('empty', fastmode=True)\n",
    );
    let ended = place.done(&["run", "--port", "0", "--fast", "--duration", "0.1", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["warning[scene::", "ControlTyp", "did you mean `ControlType`?", "[SCENE INITIALIZED]"]);
}

#[test]
fn interrupted_script_ends_the_run() {
    let place = Place::new();
    let script = place.file("scene.py", "import time\nprint('here', flush=True)\ntime.sleep(600)\n");
    let mut running = crate::support::Running::start(&mut place.morse(&["run", &script]));
    running.wait_for("PID: ");
    running.signal("INT");
    let ended = running.end();
    assert_eq!(ended.code, Some(130));
    ended.log_has(&["[EXITING SIMULATION]"]);
}
