//! What a newcomer tries first: the demonstration, the doctor, completions and manual pages.

use std::net::{Ipv4Addr, TcpListener};

use crate::support::Place;

#[test]
fn the_demonstration_drives_and_draws_what_its_sensors_see() {
    let place = Place::new();
    let ended = place.done(&["demo", "--fast", "--duration", "4", "--picture", "camera.png"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let plan = &ended.output;
    assert!(plan.starts_with("   4.0 s\n"), "{plan}");
    assert!(plan.matches('#').count() > 20 && plan.contains('@'), "{plan}");
    assert!(std::fs::read(place.path("camera.png")).unwrap().starts_with(b"\x89PNG"));
    ended.log_has(&["There is no viewer yet", "camera.png: what the camera of the robot sees"]);
    assert_eq!(place.done(&["demo", "--picture", "nowhere/camera.png"]).code, Some(1));
}

#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let place = Place::new();
    let ended = place.done(&["doctor"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output);
    assert!(ended.output.contains("missing  pymorse"), "{}", ended.output);
    assert!(ended.output.contains("to do: export PYTHONPATH=$(morse pythonpath)"), "{}", ended.output);
    let ended = place.done(&["doctor", "--python", "/nowhere/python3", "--json"]);
    assert_eq!(ended.code, Some(1));
    let findings: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!((&findings[0]["what"], &findings[0]["health"]), (&"python".into(), &"broken".into()));
    ended.log_has(&["scenes cannot run here: 1 problem above"]);
}

#[cfg(unix)]
#[test]
fn the_doctor_tries_whether_python_has_its_whole_library() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    // As the minimal Python of Debian.
    let python = place.path("python3");
    let script = "#!/bin/sh\ncase \"$*\" in\n*morse.builder*) echo \"ModuleNotFoundError: No module named 'pprint'\" >&2; exit 1;;\n*) exec python3 \"$@\";;\nesac\n";
    std::fs::write(&python, script).unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = place.done(&["doctor", "--python", python.to_str().unwrap()]);
    assert_eq!(ended.code, Some(1), "{}", ended.output);
    assert!(
        ended.output.contains("cannot import it: ModuleNotFoundError: No module named 'pprint'"),
        "{}",
        ended.output
    );
    assert!(ended.output.contains("apt install python3"), "{}", ended.output);
}

#[test]
fn the_doctor_tells_of_a_master_of_ros_and_of_none() {
    let place = Place::new();
    let master = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = format!("http://{}", master.local_addr().unwrap());
    let told = |address: &str| {
        let output = place.morse(&["doctor"]).env("ROS_MASTER_URI", address).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(told(&address).contains(&format!("ok       ros        a master of ROS 1 answers at {address}")));
    drop(master);
    for nobody in [address.as_str(), "nonsense", "http://", ""] {
        assert!(told(nobody).contains("missing  ros"), "{nobody}");
    }
}

#[test]
fn completions_and_manual_pages_know_the_commands() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ended = place.done(&["completions", shell]);
        assert!(ended.code == Some(0) && ended.output.contains("skip-missing-middlewares"), "{shell}");
    }
    assert_eq!(place.done(&["completions", "tcsh"]).code, Some(2));
    let page = place.done(&["man"]).output;
    assert!(page.contains(".TH morse 1") && page.contains("morse\\-doctor(1)"), "{page}");
    let page = place.done(&["man", "run"]).output;
    assert!(page.contains(".TH morse-run 1") && page.contains("\\-\\-digest"), "{page}");
    let ended = place.done(&["man", "rum"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["morse has no command \"rum\" (did you mean run?)"]);
}
