//! `morse topic` and `morse service`, with a simulation that runs.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Ended, Place, Running};

/// A robot with a pose on the socket and in a file, a GPS in a file only, an IMU without stream, and a waypoint actuator.
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

/// A simulation of the scene, and commands for it.
struct Simulation {
    place: Place,
    running: Running,
    port: String,
}

impl Simulation {
    fn start() -> Self {
        let place = Place::new();
        place.file("scene.json", SCENE);
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

#[test]
fn all_streams_of_all_middlewares_are_listed_with_their_places() {
    let simulation = Simulation::start();
    let list = simulation.json(&["topic", "list", "--json"]);
    let told: Vec<(&str, &str, &str)> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap();
            (text("component"), text("direction"), text("middleware"))
        })
        .collect();
    assert_eq!(
        told,
        [
            ("robot.goal", "IN", "socket"),
            ("robot.gps", "OUT", "text"),
            ("robot.odometry", "OUT", "socket"),
            ("robot.pose", "OUT", "socket"),
            ("robot.pose", "OUT", "text"),
        ]
    );
    let port = simulation.running.client().ask("i simulation get_stream_port [\"robot.pose\"]");
    assert_eq!(format!("i SUCCESS {}", list[3]["endpoint"]["port"]), port);
    assert!(list[4]["endpoint"]["file"].as_str().unwrap().ends_with("robot.pose.txt"), "{list}");
    assert_eq!(
        (&list[3]["rate_hz"], &list[1]["component_class"]),
        (&30.0.into(), &"morse.sensors.gps.GPS".into())
    );
    let table = simulation.output(&["topic", "list"]);
    has_words(&table, &["component", "where", "robot.pose", "file ", "SocketReader"]);
    has_words(&table, &[&format!("port {}", list[3]["endpoint"]["port"])]);
}

#[test]
fn messages_are_echoed_as_they_come() {
    let simulation = Simulation::start();
    let text = simulation.output(&["topic", "echo", "robot.pose", "-n", "2"]);
    let keys: Vec<&str> = text.lines().map(|line| line.split(':').next().unwrap()).collect();
    let message = ["timestamp", "x", "y", "z", "yaw", "pitch", "roll", "---"];
    assert_eq!(keys, [message, message].concat());
    let lines = simulation.output(&["topic", "echo", "pose", "-n", "3", "--json"]);
    let stamps: Vec<f64> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["timestamp"].as_f64().unwrap())
        .collect();
    assert_eq!(stamps.len(), 3);
    assert!(stamps.windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 30.0).abs() < 1e-6), "{stamps:?}");
}

#[test]
fn a_reader_that_leaves_ends_an_echo_quietly() {
    let simulation = Simulation::start();
    let mut command = simulation.place.morse(&simulation.words(&["topic", "echo", "robot.pose"]));
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    drop(output);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).as_ref()), (Some(0), ""));
    assert!(line.starts_with("timestamp: "), "{line}");
}

#[test]
fn the_end_of_the_simulation_ends_an_echo() {
    let simulation = Simulation::start();
    let start = |arguments: &[&str]| {
        let words = [&["topic", "echo", "robot.pose"], arguments].concat();
        let mut command = simulation.place.morse(&simulation.words(&words));
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // From its first message on, it is connected.
        output.read_line(&mut String::new()).unwrap();
        let rest = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()).unwrap());
        move || {
            rest.join().unwrap();
            let ended = child.wait_with_output().unwrap();
            (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
        }
    };
    let (endless, counted) = (start(&[]), start(&["-n", "1000000"]));
    simulation.output(&["service", "call", "simulation", "quit"]);
    assert_eq!(endless(), (Some(0), String::new()));
    let (code, log) = counted();
    assert_eq!(code, Some(1));
    has_words(&log, &["has closed the stream of robot.pose after", "of 1000000 messages"]);
}

#[test]
fn what_cannot_be_echoed_is_told_with_what_can() {
    let simulation = Simulation::start();
    for (component, words) in [
        ("robot.gps", &["has no socket stream", "text file ", "robot.gps.txt", "add_stream('socket')"][..]),
        ("robot.imu", &["has no stream", "morse service call robot.imu get_local_data"]),
        ("robot.goal", &["is an actuator", "morse topic info robot.goal"]),
        ("robot", &["is a robot", "morse topic list"]),
        (
            "robot.pos",
            &["no component \"robot.pos\"", "did you mean robot.pose?", "it has robot, robot.goal"],
        ),
    ] {
        has_words(&simulation.error(&["topic", "echo", component]), words);
        has_words(&simulation.error(&["topic", "hz", component]), words);
    }
}

#[test]
fn rates_are_measured_on_both_clocks() {
    let simulation = Simulation::start();
    let report = simulation.json(&["topic", "hz", "robot.pose", "-n", "20", "--json"]);
    assert_eq!((&report["messages"], &report["nominal_rate_hz"]), (&20.into(), &30.0.into()));
    let rate_hz = report["simulated"]["rate_hz"].as_f64().unwrap();
    assert!((rate_hz - 30.0).abs() < 1e-6, "{report}");
    assert_eq!(report["simulated"]["periods"], 19);
    assert!(report["wall"]["mean_s"].as_f64().unwrap() > 0.0, "{report}");
    let text = simulation.output(&["topic", "hz", "odometry", "-n", "4", "--window", "2"]);
    let last = text.lines().last().unwrap();
    let words: Vec<&str> = last.split_whitespace().collect();
    assert_eq!((words[0], words[1], words[6]), ("simulated", "60.000", "2"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_prints_its_result() {
    let simulation = Simulation::start();
    let mut command = simulation.place.morse(&simulation.words(&["topic", "hz", "robot.pose"]));
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.contains("simulated") {
        assert!(output.read_line(&mut text).unwrap() > 0, "{text}");
    }
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_component_tells_what_its_messages_contain() {
    let simulation = Simulation::start();
    let text = simulation.output(&["topic", "info", "odometry"]);
    has_words(&text, &["robot.odometry: a sensor", "60 Hz", "differential", "displacement", "port "]);
    has_words(&text, &["timestamp", "dyaw", "rad", "Change of the rotation about Z since the last sample."]);
    assert!(!text.contains("  vx"), "a field of another level:\n{text}");
    let json = simulation.json(&["topic", "info", "robot.goal", "--json"]);
    assert_eq!(json["kind"], "actuator");
    assert_eq!(json["fields"][4]["unit"], "m/s");
    has_words(
        &simulation.output(&["topic", "info", "imu"]),
        &["It has no stream", "morse service list robot.imu"],
    );
    simulation.output(&["service", "call", "simulation", "deactivate", "robot.pose"]);
    has_words(&simulation.output(&["topic", "info", "robot.pose"]), &["deactivated"]);
}

#[test]
fn services_are_listed_with_their_arguments() {
    let simulation = Simulation::start();
    let all = simulation.output(&["service", "list"]);
    has_words(
        &all,
        &["robot.goal\n", "goto(x, y, z, tolerance=0.5, speed=1.0)", "simulation\n", "list_streams()"],
    );
    assert_eq!(all.matches("get_configurations()").count(), 1, "told once for all:\n{all}");
    assert!(!all.contains("robot.pose"), "it has no services here:\n{all}");
    let own = simulation.output(&["service", "list", "goal"]);
    has_words(&own, &["robot.goal: morse.actuators.waypoint.Waypoint", "when done", "get_configurations()"]);
    let json = simulation.json(&["service", "list", "time", "--json"]);
    let sleep = json.as_array().unwrap().iter().find(|row| row["service"] == "sleep").unwrap();
    assert_eq!((&sleep["component"], &sleep["kind"]), (&"time".into(), &"async".into()));
    assert_eq!(sleep["arguments"][0]["name"], "seconds");
    has_words(
        &simulation.error(&["service", "list", "robot.pose"]),
        &["no services on the socket", "add_service"],
    );
    has_words(&simulation.error(&["service", "list", "tme"]), &["did you mean time?"]);
}

#[test]
fn services_are_called_and_their_answers_printed() {
    let simulation = Simulation::start();
    let call = |words: &[&'static str]| [&["service", "call"], words].concat();
    assert_eq!(simulation.output(&call(&["robot.goal", "goto", "-0.1", "y=0", "z=0"])), "Arrived\n");
    assert_eq!(simulation.output(&call(&["goal", "goto", "[0.1, 0, 0]", "--json"])), "\"Arrived\"\n");
    assert_eq!(simulation.output(&call(&["simulation", "list_robots"])), "[robot]\n");
    assert_eq!(simulation.output(&call(&["simulation", "deactivate", "robot.gps", "--json"])), "null\n");
    let ended = simulation.run(&call(&["simulation", "activate", "robot.gps"]));
    assert_eq!((ended.code, ended.output.as_str()), (Some(0), ""));
    ended.log_has(&["Done."]);
    let data = simulation.output(&call(&["robot.imu", "get_local_data"]));
    has_words(&data, &["timestamp: ", "angular_velocity: [0.0, 0.0, 0.0]"]);
    for (words, told) in [
        (&["robot.goal", "got"][..], &["no service \"got\"", "did you mean goto?", "setdest"][..]),
        (&["robot.gool", "goto"], &["did you mean robot.goal?"]),
        (&["robot.goal", "goto", "1"], &["robot.goal goto failed", "missing 2", "'y' and 'z'"]),
        (
            &["robot.goal", "goto", "1", "2", "speeed=3"],
            &["no argument speeed (did you mean speed?)", "goto(x, y, z"],
        ),
        (&["simulation", "activate", "nothing"], &["failed: Component 'nothing' not found"]),
    ] {
        has_words(&simulation.error(&call(words)), told);
    }
}

#[test]
fn a_service_that_takes_too_long_is_cancelled() {
    let simulation = Simulation::start();
    let error =
        simulation.error(&["service", "call", "robot.goal", "goto", "100", "0", "0", "--timeout", "0.5"]);
    has_words(&error, &["robot.goal goto has not ended within 0.5 s; it was cancelled"]);
    assert_eq!(simulation.output(&["service", "call", "robot.goal", "get_status"]), "Stop\n");
    let error = simulation.error(&["service", "call", "time", "sleep", "1000", "--timeout", "0.5"]);
    has_words(&error, &["cannot be cancelled and goes on"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_cancels_the_service() {
    let simulation = Simulation::start();
    let call = simulation.start_command(&["service", "call", "robot.goal", "goto", "100", "0", "0"]);
    while simulation.output(&["service", "call", "robot.goal", "get_status"]) != "Transit\n" {}
    call.signal("INT");
    let ended = call.end();
    assert_eq!((ended.code, ended.output.as_str()), (Some(130), ""));
    ended.log_has(&["interrupted: robot.goal goto was cancelled"]);
    assert_eq!(simulation.output(&["service", "call", "robot.goal", "get_status"]), "Stop\n");
}

#[test]
fn a_service_whose_place_another_takes_is_preempted() {
    let simulation = Simulation::start();
    let call =
        simulation.start_command(&["service", "call", "robot.goal", "goto", "100", "0", "0", "speed=0.001"]);
    while simulation.output(&["service", "call", "robot.goal", "get_status"]) != "Transit\n" {}
    assert_eq!(simulation.output(&["service", "call", "robot.goal", "goto", "0", "0", "0"]), "Arrived\n");
    let ended = call.end();
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["robot.goal goto was preempted"]);
}

#[test]
fn a_port_without_a_simulator_says_what_to_start() {
    let place = Place::new();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    for words in
        [&["topic", "list"][..], &["topic", "echo", "robot.pose"], &["service", "call", "time", "now"]]
    {
        let ended = place.done(&[words, &["--port", &port]].concat());
        assert_eq!(ended.code, Some(1), "{}", ended.log);
        ended.log_has(&["no simulator listens on localhost:", &port, "morse run scene.py", "--port"]);
    }
}

#[test]
fn other_servers_and_older_simulators_are_told_apart() {
    let place = Place::new();
    for (answers, told) in [
        (
            &["HTTP/1.1 400 Bad Request\r\n"][..],
            &["does not speak as the services of a simulator do", "HTTP/1.1"][..],
        ),
        (&["morse1 SUCCESS [1, 2]\n"], &["does not speak as the services of a simulator do"]),
        (&[], &["has closed the connection"]),
        (
            &[
                "morse1 SUCCESS {\"robots\": [{\"name\": \"r\", \"components\": {\"r.pose\": {\"type\": \"Pose\", \
                 \"stream_interfaces\": [[\"m\", \"OUT\"]]}}}], \"environment\": \"e\"}\n",
                "morse2 FAILED \"The request describe_component has not been registered in Socket service manager\"\n",
            ],
            &["no service `simulation describe_component`", "MORSE 1.4"],
        ),
    ] {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let lines: Vec<String> = answers.iter().map(|&line| line.to_owned()).collect();
        let server = std::thread::spawn(move || {
            let mut stream = BufReader::new(listener.accept().unwrap().0);
            let mut request = String::new();
            for line in &lines {
                stream.read_line(&mut request).unwrap();
                stream.get_mut().write_all(line.as_bytes()).unwrap();
            }
            if lines.is_empty() {
                stream.read_line(&mut request).unwrap();
            }
        });
        let ended = place.done(&["topic", "list", "--host", "127.0.0.1", "--port", &port]);
        assert_eq!(ended.code, Some(1), "{}", ended.log);
        ended.log_has(told);
        server.join().unwrap();
    }
}

#[test]
fn wrong_words_are_refused_before_anybody_is_asked() {
    let place = Place::new();
    for words in [
        &["topic"][..],
        &["topic", "echo"],
        &["topic", "echo", "robot.pose", "-n", "0"],
        &["topic", "hz", "robot.pose", "-n", "1"],
        &["topic", "list", "--port", "70000"],
        &["service", "call", "robot.goal"],
        &["service", "call", "robot.goal", "goto", "--timeout", "0"],
    ] {
        assert_eq!(place.done(words).code, Some(2), "{words:?}");
    }
}
