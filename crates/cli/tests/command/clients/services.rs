//! Tests of `morse service`.

use super::{Simulation, has_words};

#[test]
fn services_are_listed_with_their_arguments() {
    let simulation = Simulation::start();
    let all = simulation.output(&["service", "list"]);
    has_words(
        &all,
        &["robot.goal\n", "goto(x, y, z, tolerance=0.5, speed=1.0)", "simulation\n", "list_streams()"],
    );
    assert_eq!(all.matches("get_configurations()").count(), 1, "listed once for all components:\n{all}");
    assert!(!all.contains("robot.pose"), "it has no services on the socket:\n{all}");
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
fn services_are_called_and_answers_printed() {
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
    for (words, parts) in [
        (&["robot.goal", "got"][..], &["no service \"got\"", "did you mean goto?", "setdest"][..]),
        (&["robot.gool", "goto"], &["did you mean robot.goal?"]),
        (&["robot.goal", "goto", "1"], &["robot.goal goto failed", "missing 2", "'y' and 'z'"]),
        (
            &["robot.goal", "goto", "1", "2", "speeed=3"],
            &["no argument speeed (did you mean speed?)", "goto(x, y, z"],
        ),
        (&["simulation", "activate", "nothing"], &["failed: Component 'nothing' not found"]),
    ] {
        has_words(&simulation.error(&call(words)), parts);
    }
}

#[test]
fn costs_of_a_step_and_its_parts_are_shown() {
    let simulation = Simulation::start();
    has_words(
        &simulation.output(&["top", "-n", "1"]),
        &["x real time; a step of", "part of a step", "physics"],
    );
    let costs = simulation.json(&["top", "-n", "1", "--json"]);
    let parts = costs["parts"].as_array().unwrap();
    assert!(costs["step_ms"].as_f64().unwrap() > 0.0, "{costs}");
    assert!(parts.iter().any(|part| part["name"] == "robot.imu"), "{costs}");
}

#[test]
fn service_is_cancelled_after_timeout() {
    let simulation = Simulation::start();
    let error =
        simulation.error(&["service", "call", "robot.goal", "goto", "100", "0", "0", "--timeout", "0.5"]);
    has_words(&error, &["robot.goal goto has not ended within 0.5 s; it was cancelled"]);
    assert_eq!(simulation.output(&["service", "call", "robot.goal", "get_status"]), "Stop\n");
    let error = simulation.error(&["service", "call", "time", "sleep", "1000", "--timeout", "0.5"]);
    has_words(&error, &["cannot be cancelled and continues"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_cancels_service() {
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
fn newer_call_preempts_service() {
    let simulation = Simulation::start();
    let call =
        simulation.start_command(&["service", "call", "robot.goal", "goto", "100", "0", "0", "speed=0.001"]);
    while simulation.output(&["service", "call", "robot.goal", "get_status"]) != "Transit\n" {}
    assert_eq!(simulation.output(&["service", "call", "robot.goal", "goto", "0", "0", "0"]), "Arrived\n");
    let ended = call.end();
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["robot.goal goto was preempted"]);
}
