//! Tests of `morse topic`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use super::{SCENE, Simulation, has_words};

#[test]
fn streams_of_all_middlewares_are_listed_with_endpoints() {
    let simulation = Simulation::start();
    let list = simulation.json(&["topic", "list", "--json"]);
    let streams: Vec<(&str, &str, &str)> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap();
            (text("component"), text("direction"), text("middleware"))
        })
        .collect();
    assert_eq!(
        streams,
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
fn messages_are_echoed() {
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
fn closed_pipe_ends_echo_without_error() {
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
fn end_of_simulation_ends_echo() {
    let simulation = Simulation::start();
    let start = |arguments: &[&str]| {
        let words = [&["topic", "echo", "robot.pose"], arguments].concat();
        let mut command = simulation.place.morse(&simulation.words(&words));
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // After its first message, it is connected.
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
fn component_without_socket_stream_is_explained() {
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
fn interrupted_measurement_prints_its_result() {
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
fn commands_are_sent_once_and_at_a_rate() {
    let robot = r#""class": "morse.robots.atrv.ATRV", "builder": "ATRV", "model": {"file": "robots/atrv"}, "location": [0, 0, 0.2]"#;
    let simulation = Simulation::of(
        &SCENE.replace(r#""class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot""#, robot),
    );
    let sent = simulation.run(&["topic", "pub", "goal", "x=1", "y=0.5"]);
    assert_eq!(sent.code, Some(0), "{}", sent.log);
    sent.log_has(&["robot.goal gets {\"x\": 1, \"y\": 0.5,", "holds until its next command"]);
    let pose = |count: &str| {
        let lines = simulation.output(&["topic", "echo", "robot.pose", "--json", "-n", count]);
        serde_json::from_str::<Value>(lines.lines().last().unwrap()).unwrap()["x"].as_f64().unwrap()
    };
    let begin = pose("1");
    assert!(pose("120") > begin.max(0.05), "the robot goes there");
    let started = std::time::Instant::now();
    let repeated = simulation.run(&["topic", "pub", "goal", "x=-1", "--rate", "50", "-n", "20"]);
    assert_eq!(repeated.code, Some(0), "{}", repeated.log);
    assert!(started.elapsed().as_secs_f64() > 0.35);
    has_words(&simulation.error(&["topic", "pub", "goal", "height=1"]), &["has no field height", "speed"]);
    has_words(&simulation.error(&["topic", "pub", "goal", "x=far"]), &["x must be a finite number"]);
    has_words(
        &simulation.error(&["topic", "pub", "pose", "x=1"]),
        &["is a sensor", "morse topic echo robot.pose"],
    );
}

#[test]
fn topic_info_describes_messages() {
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
