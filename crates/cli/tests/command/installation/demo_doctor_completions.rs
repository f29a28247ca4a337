//! Tests of `morse demo`, `morse doctor`, `morse completions` and `morse man`.

use std::net::{Ipv4Addr, TcpListener};

use crate::support::{Place, Running};

#[test]
fn demo_draws_floor_plan_and_camera_picture() {
    let place = Place::new();
    let ended =
        place.done(&["demo", "--fast", "--duration", "4", "--picture", "camera.png", "--view-port", "0"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let plan = &ended.output;
    assert!(plan.starts_with("   4.0 s\n"), "{plan}");
    assert!(plan.matches('#').count() > 20 && plan.contains('@'), "{plan}");
    assert!(std::fs::read(place.path("camera.png")).unwrap().starts_with(b"\x89PNG"));
    ended.log_has(&["To view: http://127.0.0.1:", "camera.png: the image of the robot's camera"]);
    assert_eq!(place.done(&["demo", "--picture", "nowhere/camera.png"]).code, Some(1));
}

#[test]
fn morseexec_runs_a_scene_with_the_command_beside_it() {
    let place = Place::new();
    let scene = "#! /usr/bin/env morseexec\nfrom morse.builder import *\nrobot = ATRV()\nenv = Environment('empty')\n";
    let script = place.file("scene.py", scene);
    let morse = place.morse(&[]);
    let morseexec = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_morseexec"));
        command.args(words).current_dir(morse.get_current_dir().unwrap()).env_clear();
        command.envs(morse.get_envs().filter_map(|(name, value)| Some((name, value?))));
        Running::start(&mut command).end()
    };
    let ended = morseexec(&["--fast", "--duration", "0.1", "--port", "0", &script]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    ended.log_has(&["Loading simulation", "[SCENE INITIALIZED]"]);
    let ended = morseexec(&[]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.output.contains("morseexec SCRIPT"), "{}", ended.output);
}

#[test]
fn doctor_reports_missing_parts_with_remedies() {
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
fn doctor_names_packages_that_are_too_old() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    let python = place.path("python3");
    let script =
        "#!/bin/sh\ncase \"$*\" in\n*metadata*) echo 'gymnasium 0.29.1';;\n*) exec python3 \"$@\";;\nesac\n";
    std::fs::write(&python, script).unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = place.done(&["doctor", "--python", python.to_str().unwrap()]);
    assert_eq!(ended.code, Some(0), "{}", ended.output);
    assert!(
        ended.output.contains("gymnasium 0.29.1 is too old for morse.gym, which needs 1.1"),
        "{}",
        ended.output
    );
    assert!(ended.output.contains("to do: pip install --upgrade gymnasium"), "{}", ended.output);
}

#[test]
fn explain_prints_codes_and_suggests_the_nearest() {
    let place = Place::new();
    let ended = place.done(&["explain", "error[scene::unknown-level]"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(
        ended.output.starts_with("scene::unknown-level\n") && ended.output.contains("to do:"),
        "{}",
        ended.output
    );
    let ended = place.done(&["explain", &"scene::unknown-level".replace("level", "levels")]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["did you mean", "scene::unknown-level"]);
    assert!(place.done(&["explain"]).output.lines().count() > 50);
}

#[cfg(unix)]
#[test]
fn doctor_checks_standard_library_of_python() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    // Behaves like the minimal Python of Debian.
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
fn doctor_reports_whether_ros_master_answers() {
    let place = Place::new();
    let master = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = format!("http://{}", master.local_addr().unwrap());
    let report = |address: &str| {
        let output = place.morse(&["doctor"]).env("ROS_MASTER_URI", address).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        report(&address).contains(&format!("ok       ros        a master of ROS 1 answers at {address}"))
    );
    drop(master);
    for unreachable in [address.as_str(), "nonsense", "http://", ""] {
        assert!(report(unreachable).contains("missing  ros"), "{unreachable}");
    }
}

#[test]
fn completions_and_manual_pages_contain_the_commands() {
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
