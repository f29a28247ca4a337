//! Tests of warnings for scenes that run, but probably not as intended.

use crate::document::{BuilderCode, BuilderMessage, Object, Physics, Source};
use crate::validate::tests::*;
use crate::value::Value;

fn line(line: u32) -> Option<Source> {
    Some(Source { file: "scene.py".to_owned(), line })
}

/// The first scene with a second ATRV, to which `change` is applied.
fn with_twin(change: impl FnOnce(&mut Object)) -> Vec<Diagnostic> {
    findings(|scene| {
        let mut twin = scene.objects[0].clone();
        twin.name = "twin".to_owned();
        twin.source = line(30);
        change(&mut twin);
        scene.objects.push(twin);
    })
}

#[test]
fn robots_with_the_same_pose_are_reported_with_both_lines() {
    for location in [[0.0; 3], [-0.0; 3]] {
        let all = with_twin(|twin| twin.location = location);
        assert_eq!(all.len(), 1, "{all:#?}");
        assert_warning(
            &all[0],
            "scene::robots-on-one-spot",
            "scene.py:30: warning: twin: `robot`, `twin` have the same pose",
        );
        assert_eq!(all[0].related, [Source { file: "/scenes/first_scene.py".to_owned(), line: 3 }]);
    }
}

#[test]
fn robots_that_do_not_collide_are_not_reported() {
    assert_eq!(with_twin(|twin| twin.location = [0.0, 2.0, 0.0]), []);
    assert_eq!(with_twin(|twin| twin.rotation = [0.0, 0.0, 1.0]), []);
    assert_eq!(with_twin(|twin| twin.external = true), []);
    assert_eq!(with_twin(|twin| twin.body.ghost = true), []);
    assert_eq!(with_twin(|twin| twin.body.physics = Some(Physics::NoCollision)), []);
    assert_eq!(with_twin(|twin| twin.model = None), []);
}

#[test]
fn many_robots_with_the_same_pose_are_one_finding() {
    let finding = finding(|scene| {
        let robot = scene.objects[0].clone();
        scene
            .objects
            .extend((1..100).map(|index| Object { name: format!("robot_{index:03}"), ..robot.clone() }));
    });
    assert_warning(&finding, "scene::robots-on-one-spot", "`robot_004` and 95 more have the same pose");
    assert_eq!(finding.related, []);
}

#[test]
fn sensor_without_stream_is_reported() {
    let silent = |scene: &mut Document| _ = scene.component_datastream.remove("robot.pose");
    assert_warning(
        &finding(silent),
        "scene::sensor-without-stream",
        "first_scene.py:5: warning: robot.pose: it has no stream",
    );
}

#[test]
fn scene_of_a_program_may_have_no_wiring() {
    let unwired = |scene: &mut Document| {
        scene.component_datastream.clear();
        scene.component_service.clear();
        scene.stream_manager.clear();
    };
    let codes: Vec<_> = findings(unwired).iter().map(|finding| finding.code.text()).collect();
    assert_eq!(codes, ["scene::sensor-without-stream"; 2]);
    let by_program = findings(|scene| {
        unwired(scene);
        scene.script = None;
    });
    assert_eq!(by_program, []);
}

#[test]
fn used_sensor_needs_no_stream() {
    let with = |change: &dyn Fn(&mut Document)| {
        findings(|scene| {
            scene.component_datastream.remove("robot.pose");
            change(scene);
        })
    };
    assert_eq!(
        with(&|scene| {
            let services = scene.component_service["robot.waypoint"].clone();
            scene.component_service.insert("robot.pose".to_owned(), services);
        }),
        []
    );
    // A compound sensor, and other objects that name the sensor.
    assert_eq!(
        with(&|scene| {
            let joined = Value::List(vec!["robot.pose".into()]);
            scene.objects[2].options.insert("sensors", joined);
        }),
        []
    );
    assert_eq!(with(&|scene| _ = scene.environment.display.insert("selected_camera", "robot.pose")), []);
    assert_eq!(with(&|scene| scene.objects[2].parent = Some("robot.pose".to_owned())), []);
    assert_eq!(with(&|scene| _ = scene.objects[1].options.insert("profile", true)), []);
    assert_eq!(with(&|scene| scene.objects[0].external = true), []);
    // A part that the script line of the robot created.
    assert_eq!(with(&|scene| scene.objects[1].source = scene.objects[0].source.clone()), []);
    // The builder has reported why it has no stream.
    assert_eq!(
        with(&|scene| {
            scene.builder_log.push(BuilderMessage {
                severity: Severity::Error,
                code: None,
                object: Some("robot.pose".to_owned()),
                message: "no stream".to_owned(),
                source: None,
                related: Vec::new(),
            });
        })
        .iter()
        .map(|finding| finding.code.text())
        .collect::<Vec<_>>(),
        ["scene::builder-error"]
    );
    // A component written in Python may read the sensor.
    let with_python = with(&|scene| scene.objects[3].class = Some("my_lab.Pilot".to_owned()));
    assert!(
        with_python.iter().all(|finding| finding.code.text() == "scene::python-class"),
        "{with_python:#?}"
    );
}

#[test]
fn compound_sensor_whose_parts_have_streams_needs_no_stream() {
    let compound = |scene: &mut Document| {
        scene.component_datastream.remove("robot.odometry");
        let joined = Value::List(vec!["robot.pose".into()]);
        scene.objects[2].options.insert("sensors", joined);
    };
    assert_eq!(findings(compound), []);
    let finding = finding(|scene| {
        compound(scene);
        scene.component_datastream.remove("robot.pose");
    });
    assert_warning(&finding, "scene::sensor-without-stream", "robot.odometry: it has no stream");
}

#[test]
fn two_continuous_drives_of_a_robot_are_reported_with_both_lines() {
    let drive = |scene: &mut Document, name: &str, number: u32| {
        let mut motion = Object::new(name, crate::document::ObjectKind::Actuator);
        motion.class = Some("morse.actuators.v_omega.MotionVW".to_owned());
        motion.parent = Some("robot".to_owned());
        motion.source = line(number);
        scene.objects.push(motion);
    };
    // A goal of the waypoint, which is declared earlier, has precedence.
    assert_eq!(findings(|scene| drive(scene, "robot.motion", 30)), []);
    let finding = finding(|scene| {
        drive(scene, "robot.motion", 30);
        drive(scene, "robot.motion2", 31);
    });
    assert_warning(
        &finding,
        "scene::two-drivers",
        "scene.py:31: warning: robot.motion2: `robot.motion`, `robot.motion2` set",
    );
    assert_eq!(finding.related, [line(30).unwrap()]);
    let finding = finding_of_first_mover(&drive);
    assert_warning(&finding, "scene::two-drivers", "`robot.motion` is declared before `robot.waypoint`");
}

fn finding_of_first_mover(drive: &dyn Fn(&mut Document, &str, u32)) -> Diagnostic {
    finding(|scene| {
        drive(scene, "robot.motion", 30);
        let mover = scene.objects.pop().unwrap();
        let robot = scene.objects.iter().position(|object| object.name == "robot").unwrap();
        scene.objects.insert(robot + 1, mover);
    })
}

#[test]
fn builder_messages_keep_their_code_and_lines() {
    for (code, name) in [
        (BuilderCode::RobotRenamed, "scene::robot-renamed"),
        (BuilderCode::AppendedTwice, "scene::appended-twice"),
        (BuilderCode::Unnamed, "scene::unnamed"),
    ] {
        let finding = finding(|scene| {
            scene.builder_log.push(BuilderMessage {
                severity: Severity::Warning,
                code: Some(code),
                object: Some("robot".to_owned()),
                message: "something doubtful".to_owned(),
                source: line(30),
                related: line(3).into_iter().collect(),
            });
        });
        assert_warning(&finding, name, "scene.py:30: warning: robot: something doubtful");
        assert_eq!(finding.related, [line(3).unwrap()]);
    }
}

#[test]
fn rate_above_the_maximum_of_the_simulation_is_refused_if_it_sets_that_rate() {
    let finding = finding(|scene| scene.objects[1].rate_hz = Some(1e9));
    assert_error(
        &finding,
        "scene::bad-frequency",
        "robot.pose: its frequency is 1000000000.0 Hz (at most 10000 Hz)",
    );
}

#[test]
fn rate_of_zero_is_reported_at_the_line_that_sets_it() {
    let finding = finding(|scene| {
        scene.objects[1].rate_hz = Some(0.0);
        scene.objects[1].sources.extend(line(30).map(|line| ("frequency".to_owned(), line)));
    });
    assert_error(&finding, "scene::bad-frequency", "scene.py:30: error: robot.pose: its frequency is 0.0 Hz");
}
