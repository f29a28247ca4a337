//! Peers that are not simulators, and invalid arguments.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use crate::support::Place;

#[test]
fn missing_simulator_is_reported_with_remedy() {
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
fn foreign_servers_and_older_simulators_are_distinguished() {
    let place = Place::new();
    for (answers, parts) in [
        (
            &["HTTP/1.1 400 Bad Request\r\n"][..],
            &["does not answer like the services of a simulator", "HTTP/1.1"][..],
        ),
        (&["morse1 SUCCESS [1, 2]\n"], &["does not answer like the services of a simulator"]),
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
        ended.log_has(parts);
        server.join().unwrap();
    }
}

#[test]
fn wrong_arguments_are_refused_before_connecting() {
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
