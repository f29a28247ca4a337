//! The start of a run as tools read it from the log.

use crate::support::Place;

const FIRST_SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/first_scene.py");

const POSE: &str = "from morse.builder import *\nrobot = ATRV()\npose = Pose()\npose.add_interface('socket')\n\
                    robot.append(pose)\nenv = Environment('empty', fastmode=True)\n";

#[test]
fn start_is_logged_in_known_order() {
    let running = Place::new().serve(&[FIRST_SCENE]);
    running.signal("INT");
    let pid = format!("PID: {}\n", running.pid());
    let ended = running.end();
    ended.log_has(&[
        "\n\n[PRE-INITIALIZATION]\n",
        "Python Version: 3.",
        &pid,
        "Morse configured in Best Effort Mode\n",
        "\n[SUPERVISION SERVICES INITIALIZATION]\n",
        "[middleware.socket_request_manager] Socket service manager now listening on port ",
        "[SUPERVISION SERVICES INITIALIZED]\n",
        "\n[SCENE INITIALIZATION]\n",
        "[middleware.socket_datastream] Socket Mw Server now listening on port ",
        "Component: 'robot.pose' using datastream 'morse.middleware.socket_datastream.SocketDatastreamManager'\n",
        "-        SIMULATION SUMMARY        -\n",
        "\tROBOT: 'robot'\n",
        "\t\t- Component: 'robot.odometry'\n",
        "SocketRequestManager: 4 components; `--verbose` or `morse service list` lists them\n",
        "\t- 'morse.modifiers.pose_noise.PoseNoiseModifier' on 'robot.pose'\n",
        "[SCENE INITIALIZED]\n",
    ]);
    assert_eq!(ended.log.find("PID"), ended.log.find(&pid), "no earlier line contains PID");
    assert!(!ended.log.contains("Blender Game Engine Started"));
    assert!(!ended.log.contains('\x1b'), "no escape codes in a pipe");
}

#[test]
fn run_logs_how_to_connect_and_view() {
    let place = Place::new();
    // Not the first scene, whose fixed port another test uses at the same time.
    let running = place.serve(&[&place.file("scene.py", POSE)]);
    let port = running.number_after("service manager now listening on port ");
    running.signal("INT");
    running.end().log_has(&[
        "[SCENE INITIALIZED]\n",
        "To see: `morse run --view ",
        "`morse render ",
        "scene.py`",
        &format!("To look inside: `morse topic list --port {port}`"),
        &format!("To connect: `nc localhost {port}`, or pymorse.Morse(port={port}) in Python"),
    ]);
}

#[test]
fn fixed_step_is_logged() {
    let place = Place::new();
    let script =
        place.file("scene", &format!("{POSE}env.set_time_strategy(TimeStrategies.FixedSimulationStep)\n"));
    let ended =
        place.done(&["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.1", &script]);
    ended.log_has(&[
        "Morse configured in Fixed Simulation Step Mode with time step of 0.016667 sec ( 1.0 /  60)",
    ]);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn registered_environment_is_set_up() {
    let place = Place::new();
    place.file("site/src/mine/__init__.py", "NAME = 'found'\n");
    place.file(
        "site/default.py",
        &format!("import mine, os\nprint(mine.NAME, os.environ['MORSE_RESOURCE_PATH'])\n{POSE}"),
    );
    let root = place.path("site").display().to_string();
    place.file(".morse/config", &format!("[sites]\nmy_sim = {root}\n"));
    let ended =
        place.done(&["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.1", "my_sim"]);
    assert_eq!((ended.code, ended.output), (Some(0), format!("found {root}/data\n")));
}

#[test]
fn log_level_of_scene_is_applied() {
    let place = Place::new();
    let quiet = "env.set_log_level('middleware.socket_request_manager', 'ERROR')\n";
    let script = place.file("scene.py", &format!("{POSE}{quiet}"));
    let ended =
        place.done(&["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.1", &script]);
    ended.log_has(&["[SCENE INITIALIZED]"]);
    assert!(!ended.log.contains("[middleware.socket_request_manager]"), "{}", ended.log);
}

const ARM: &str = r#"<robot name="arm">
  <link name="base"><inertial><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.3 0.3 0.1"/></geometry></collision></link>
  <link name="upper"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="50" velocity="2"/></joint>
</robot>"#;

const SDF_ARM: &str = r#"<sdf version="1.9"><model name="arm">
  <link name="base"><collision name="c"><geometry><box><size>0.3 0.3 0.1</size></box></geometry></collision></link>
  <link name="upper"><pose relative_to="shoulder"/></link>
  <joint name="shoulder" type="revolute"><parent>base</parent><child>upper</child><pose relative_to="base">0 0 0.1 0 0 0</pose>
    <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
</model></sdf>"#;

#[test]
fn sdf_robot_runs_with_a_controller_of_its_joints() {
    let place = Place::new();
    let ended = place.done(&["run", "--fast", "--duration", "1", &place.file("arm.sdf", SDF_ARM)]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["it runs as `arm` in empty", "controller", "1.000 s simulated"]);
}

#[test]
fn robot_file_runs_in_an_environment_and_refuses_arguments_of_other_files() {
    let place = Place::new();
    let arm = place.file("my-arm.urdf", ARM);
    let ended = place.done(&["run", "--fast", "--duration", "1", "--at", "1,-2", &arm]);
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["it runs as `my_arm` in empty", "ROBOT: 'my_arm'", "1.000 s simulated"]);
    assert_eq!(place.done(&["check", "--world", "indoors-1/boxes", &arm]).code, Some(0));
    for (words, part) in [
        (&["run", &arm, "x"][..], "takes no arguments such as x"),
        (&["run", "--at", "1,2", FIRST_SCENE], "--world and --at belong to a robot file"),
        (&["run", "--arg", "a:=1", &arm], "--arg belongs to a xacro file"),
        (&["run", &place.file("a.xacro", ""), "arm:=right"], "write --arg arm:=right"),
        (
            &["run", "--at", "1,2", &place.file("a.obj", "v 0 0 0")],
            "a.obj is a world: --world, --at and --fixed belong",
        ),
    ] {
        let ended = place.done(words);
        assert_eq!(ended.code, Some(2), "{words:?}");
        ended.log_has(&[part]);
    }
}

#[test]
fn sensors_of_robot_file_are_listed_and_read() {
    let place = Place::new();
    let arm = place.file("my-arm.urdf", ARM);
    let listed = place.done(&["sense", &arm]);
    assert_eq!(listed.code, Some(0), "{}", listed.log);
    assert!(
        listed.output.contains("my_arm.joints") && listed.output.contains("my_arm.pose"),
        "{}",
        listed.output
    );
    let read = place.done(&["sense", &arm, "my_arm.joints", "--duration", "0.1"]);
    assert_eq!(read.code, Some(0), "{}", read.log);
    assert!(read.output.contains("shoulder"), "{}", read.output);
    place.done(&["sense", "--arg", "a:=1", &arm]).log_has(&["--arg belongs to a xacro file"]);
}
