//! Tests of `morse topic` and `morse service` with a running simulation.

mod connections;
mod services;
mod topics;

use serde_json::Value;

use crate::support::{Ended, Place, Running};

/// A robot with a pose sensor on the socket and in a file, a GPS in a file only, an IMU without stream, and a waypoint
/// actuator.
const SCENE: &str = r#"{
  "morse_scene": 1,
  "environment": {"file": "empty", "time": {"relative": true}},
  "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot"},
    {"name": "robot.pose", "kind": "sensor", "parent": "robot", "class": "morse.sensors.pose.Pose", "builder": "Pose",
     "rate_hz": 30},
    {"name": "robot.odometry", "kind": "sensor", "parent": "robot", "class": "morse.sensors.odometry.Odometry",
     "builder": "Odometry", "level": "differential", "rate_hz": 60},
    {"name": "robot.gps", "kind": "sensor", "parent": "robot", "class": "morse.sensors.gps.GPS", "builder": "GPS",
     "rate_hz": 60},
    {"name": "robot.imu", "kind": "sensor", "parent": "robot", "class": "morse.sensors.imu.IMU", "builder": "IMU",
     "rate_hz": 60},
    {"name": "robot.goal", "kind": "actuator", "parent": "robot", "class": "morse.actuators.waypoint.Waypoint",
     "builder": "Waypoint", "rate_hz": 60}
  ],
  "component_datastream": {
    "robot.pose": [
      ["morse.middleware.socket_datastream.SocketDatastreamManager",
       "morse.middleware.socket_datastream.SocketPublisher", "OUT", {}],
      ["morse.middleware.text_datastream.TextDatastreamManager",
       "morse.middleware.text_datastream.Publisher", "OUT", {}]],
    "robot.odometry": [
      ["morse.middleware.socket_datastream.SocketDatastreamManager",
       "morse.middleware.socket_datastream.SocketPublisher", "OUT", {}]],
    "robot.gps": [
      ["morse.middleware.text_datastream.TextDatastreamManager",
       "morse.middleware.text_datastream.Publisher", "OUT", {}]],
    "robot.goal": [
      ["morse.middleware.socket_datastream.SocketDatastreamManager",
       "morse.middleware.socket_datastream.SocketReader", "IN", {}]]
  },
  "component_service": {
    "robot.imu": ["morse.middleware.socket_request_manager.SocketRequestManager"],
    "robot.goal": ["morse.middleware.socket_request_manager.SocketRequestManager"]
  }
}"#;

/// A running simulation of the scene.
struct Simulation {
    place: Place,
    running: Running,
    port: String,
}

impl Simulation {
    fn start() -> Self {
        Self::of(SCENE)
    }

    fn of(scene: &str) -> Self {
        let place = Place::new();
        place.file("scene.json", scene);
        let running = place.serve(&["scene.json"]);
        let port = running.number_after("service manager now listening on port ").to_string();
        Self { place, running, port }
    }

    fn words<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--port", &self.port, "--host", "127.0.0.1"]].concat()
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        self.place.done(&self.words(arguments))
    }

    /// The output of a command that must succeed.
    fn output(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.log);
        ended.output
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.output(arguments)).unwrap()
    }

    /// The error message of a command that must fail.
    fn error(&self, arguments: &[&str]) -> String {
        let ended = self.run(arguments);
        assert_eq!(ended.code, Some(1), "{arguments:?}: {}{}", ended.output, ended.log);
        assert_eq!(ended.output, "", "{arguments:?}");
        ended.log
    }

    fn start_command(&self, arguments: &[&str]) -> Running {
        Running::start(&mut self.place.morse(&self.words(arguments)))
    }
}

fn has_words(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
}
