//! Tests of `morse build`.

use std::process::Command;

use crate::support::Place;

const SCENE: &str = "\
from morse.builder import *
print('scripts print')
robot = ATRV()
pose = Pose()
pose.add_stream('socket')
pose.alter('Noise', pos_std=0.5)
robot.append(pose)
motion = MotionVW()
motion.add_stream('socket', port=60100)
motion.add_service('socket')
robot.append(motion)
env = Environment('empty', fastmode=True)
env.configure_stream_manager('socket', time_sync=True, sync_port=5000)
";

/// The tables of the scene above, as release 1.4 of the original wrote them.
const EXPECTED: &str = "\
assert component_datastream == {
    'robot.motion': [['morse.middleware.socket_datastream.SocketDatastreamManager',
                      'morse.middleware.socket_datastream.SocketReader', {'port': 60100}]],
    'robot.pose': [['morse.middleware.socket_datastream.SocketDatastreamManager',
                    'morse.middleware.socket_datastream.SocketPublisher', {}]]}, component_datastream
assert list(component_datastream) == sorted(component_datastream)
assert component_modifier == {
    'robot.pose': [['morse.modifiers.pose_noise.PoseNoiseModifier', {'pos_std': 0.5}]]}, component_modifier
assert component_service == {
    'robot.motion': ['morse.middleware.socket_request_manager.SocketRequestManager']}, component_service
assert overlays == {}, overlays
assert stream_manager == {
    'morse.middleware.socket_datastream.SocketDatastreamManager': {'time_sync': True, 'sync_port': 5000}}, stream_manager
";

#[test]
fn wiring_tables_match_the_original() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    let ended = place.done(&["build", &script, "--component-config"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["scripts print\n"]);
    let evaluated =
        Command::new("python3").arg("-c").arg(format!("{}{EXPECTED}", ended.output)).output().unwrap();
    assert!(evaluated.status.success(), "{}\n{}", String::from_utf8_lossy(&evaluated.stderr), ended.output);
}

#[test]
fn document_is_printed_or_written_to_file() {
    let place = Place::new();
    let script = place.file("scene.py", SCENE);
    let printed = place.done(&["build", &script]);
    assert_eq!(printed.code, Some(0));
    let document: serde_json::Value = serde_json::from_str(&printed.output).unwrap();
    assert_eq!(document["morse_scene"], 1);
    assert_eq!(document["script"], script);
    assert_eq!(place.done(&["build", "-o", "scene.json", &script]).code, Some(0));
    assert_eq!(std::fs::read_to_string(place.path("scene.json")).unwrap(), printed.output);

    let ended = place.done(&["build", "scene.json"]);
    assert_eq!(ended.code, Some(2));
    ended.log_has(&["is already a scene document"]);
    let ended = place.done(&["build", "-o", "nowhere/scene.json", &script]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["cannot write nowhere/scene.json"]);
}
