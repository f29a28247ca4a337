//! Tests of scenes that several simulators share.

use std::net::{Ipv4Addr, TcpListener};

use crate::support::Place;

const POSE: &str = include_str!("../scenes/pose.json");

/// The scene of a node whose server has the given port.
fn shared(protocol: &str, port: u16) -> String {
    let multinode = format!(
        r#""environment": {{"multinode": {{"protocol": "{protocol}", "server_address": "127.0.0.1", "server_port": {port},
            "node_name": "here", "distribution": {{"here": ["robot"]}}}}}}, "objects": ["#
    );
    POSE.replace("\"objects\": [", &multinode)
}

fn unused_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

#[test]
fn node_runs_alone_without_server() {
    let place = Place::new();
    let port = unused_port();
    place.file("scene.json", &shared("socket", port));
    let words =
        ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.5", "--name", "there"];
    let ended = place.done(&[&words[..], &["scene.json"]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&[
        "--name has no effect",
        "[SCENE INITIALIZATION]",
        "[MULTINODE INITIALIZATION]",
        &format!("Node \"here\" runs alone: there is no multi-node server at 127.0.0.1:{port}"),
        "[SCENE INITIALIZED]",
        "[CLOSING MULTINODE...]",
        "[EXITING SIMULATION]",
    ]);
}

#[test]
fn nodes_over_hla_are_refused() {
    let place = Place::new();
    place.file("scene.json", &shared("hla", unused_port()));
    let ended = place.done(&["run", "--port", "0", "scene.json"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["nodes cannot be connected over HLA yet", "INITIALIZATION FAILED!"]);
}

#[test]
fn server_reports_used_port_and_invalid_arguments() {
    let place = Place::new();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ended = place.done(&["multinode-server", "--port", &port]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&[&format!("port {port} of 127.0.0.1 is in use")]);
    for wrong in [["--host", "everywhere"], ["--port", "65536"]] {
        assert_eq!(place.done(&["multinode-server", wrong[0], wrong[1]]).code, Some(2), "{wrong:?}");
    }
    let help = place.done(&["multinode-server", "--help"]).output;
    assert!(help.contains("[default: 127.0.0.1]") && help.contains("[default: 65000]"), "{help}");
}
