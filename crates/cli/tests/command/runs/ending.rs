//! The end of runs: reports, digests, signals, output files.

use crate::support::{Place, Running};

const POSE: &str = include_str!("../scenes/pose.json");

#[test]
fn duration_ends_run_with_json_report() {
    let place = Place::new();
    place.file("scene.json", POSE);
    let command =
        ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "10", "--json", "scene.json"];
    let ended = place.done(&command);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&[
        "600 ticks, 10.000 s simulated",
        "[COMPONENTS FINALIZATION]",
        "[CLOSING REQUEST MANAGERS...]",
        "[CLOSING DATASTREAMS...]",
        "[CLOSING OVERLAYS...]",
        "[EXITING SIMULATION]",
    ]);
    let report: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!((&report["ticks"], &report["simulated_s"]), (&600.into(), &10.0.into()));
    for key in ["wall_s", "cpu_s", "real_time_factor", "simulated_s_per_cpu_s", "memory_peak_bytes"] {
        assert!(report[key].as_f64().unwrap() > 0.0, "{key} in {report}");
    }
    assert!(report.get("digest").is_none());
}

#[test]
fn same_scene_and_seed_give_same_digest() {
    let place = Place::new();
    place.file("scene.json", POSE);
    let digest = |threads: &str| {
        let command = [
            "run",
            "--port",
            "0",
            "--stream-port",
            "0",
            "--fast",
            "--duration",
            "2",
            "--digest",
            "--threads",
            threads,
        ];
        let ended = place.done(&[&command[..], &["scene.json"]].concat());
        let line = ended.log.lines().find(|line| line.contains("Digest of the whole state: ")).unwrap();
        line.rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!(digest("1"), digest("1"));
    assert_eq!(digest("1"), digest("3"));
}

#[test]
fn strict_run_ends_with_an_error_when_a_body_leaves_the_range() {
    let place = Place::new();
    // Beside the ground, it falls, and reaches 10 km/s after 10 s.
    let scene = r#"{"morse_scene": 1, "environment": {"file": "empty", "gravity": 1000.0}, "objects": [
        {"name": "stone", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "location": [5000.0, 0.0, 0.0],
         "body": {"physics": "RIGID_BODY", "mass": 1.0, "radius": 0.1, "linear_damping": 0.0}}]}"#;
    place.file("scene.json", scene);
    let run = |options: &[&str]| {
        let command = ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "20"];
        place.done(&[&command[..], options, &["scene.json"]].concat())
    };
    let lax = run(&[]);
    assert_eq!(lax.code, Some(0), "{}", lax.log);
    lax.log_has(&[
        "stone reached a pose or velocity that is out of range and was stopped",
        "20.000 s simulated",
    ]);
    let strict = run(&["--strict"]);
    assert_eq!(strict.code, Some(1), "{}", strict.log);
    strict.log_has(&["stone left the range of physics at 10.", "--strict ends the run"]);
}

#[test]
fn signals_end_run_cleanly() {
    for signal in ["INT", "TERM"] {
        let place = Place::new();
        place.file("scene.json", POSE);
        let running = place.serve(&["scene.json"]);
        running.signal(signal);
        let ended = running.end();
        assert_eq!(ended.code, Some(0), "{signal}");
        ended.log_has(&["[COMPONENTS FINALIZATION]", "[EXITING SIMULATION]"]);
    }
}

#[test]
fn quit_is_answered_before_the_end() {
    let place = Place::new();
    place.file("scene.json", POSE);
    let running = place.serve(&["scene.json"]);
    assert_eq!(running.client().ask("id1 simulation quit"), "id1 SUCCESS");
    let ended = running.end();
    assert_eq!(ended.code, Some(0));
    ended.log_has(&["[COMPONENTS FINALIZATION]", "[EXITING SIMULATION]"]);
}

#[test]
fn terminate_skips_finalization() {
    let place = Place::new();
    place.file("scene.json", POSE);
    let running = place.serve(&["scene.json"]);
    running.client().send("id1 simulation terminate\n");
    let ended = running.end();
    assert_eq!(ended.code, Some(0));
    assert!(!ended.log.contains("[COMPONENTS FINALIZATION]"), "{}", ended.log);
    ended.log_has(&["[EXITING SIMULATION]"]);
}

#[test]
#[cfg(unix)]
fn recording_at_the_limit_of_file_sizes_ends_like_on_a_full_disk() {
    let place = Place::new();
    place.file("scene.json", POSE);
    let run = "run --port 0 --stream-port 0 --fast --duration 600 --digest";
    let limited = |record: &str| {
        // The limit is in blocks of 1024 bytes.
        let line = format!("ulimit -f 64; exec {} {run} {record} scene.json", env!("CARGO_BIN_EXE_morse"));
        let mut command = std::process::Command::new("bash");
        command.args(["-c", &line]).current_dir(place.path(""));
        Running::start(&mut command).end()
    };
    let ended = limited("--record run.mcap");
    ended.log_has(&["The recording run.mcap ends here", "The run goes on", "Digest of the whole state: "]);
    let digest = |log: &str| log.lines().find(|line| line.contains("Digest of")).unwrap()[11..].to_owned();
    assert_eq!(digest(&ended.log), digest(&limited("").log));
    let info = place.done(&["bag", "info", "run.mcap"]);
    assert_eq!(info.code, Some(0), "it can be read up to there: {}", info.log);
}

#[test]
fn files_of_text_streams_are_complete() {
    let place = Place::new();
    let socket = ["socket_datastream.SocketDatastreamManager", "socket_datastream.SocketPublisher"];
    let text = ["text_datastream.TextDatastreamManager", "text_datastream.Publisher"];
    let scene = (0..2).fold(POSE.to_owned(), |scene, nth| scene.replace(socket[nth], text[nth]));
    place.file("scene.json", &scene);
    let ended = place.done(&["run", "--port", "0", "--fast", "--duration", "1", "scene.json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let records = std::fs::read_to_string(place.path("robot.pose.txt")).unwrap();
    assert_eq!(records.matches("==> Data at X,Y,Z: ").count(), 60, "{records}");
}
