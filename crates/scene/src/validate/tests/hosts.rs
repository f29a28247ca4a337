//! Tests of additional Python processes.

use crate::document::HostSettings;
use crate::validate::tests::*;

fn hosted(scene: &mut Document, name: &str, lag_s: f64) {
    let host = HostSettings { components: vec![name.to_owned()], lag_s, source: None };
    scene.environment.hosts.insert("vision".to_owned(), host);
}

#[test]
fn process_computes_components_of_the_scene() {
    let unknown = finding(|scene| hosted(scene, "robot.posse", 0.0));
    assert_error(&unknown, "scene::bad-host", "`robot.posse`, which does not exist");
    assert!(unknown.to_string().contains("robot.pose"), "{unknown}");
    let built_in = finding(|scene| hosted(scene, "robot.pose", 0.0));
    assert_warning(&built_in, "scene::bad-host", "nothing of it is written in Python");
}

#[test]
fn component_has_one_process() {
    let all = findings(|scene| {
        hosted(scene, "robot.pose", 0.0);
        let vision = scene.environment.hosts["vision"].clone();
        scene.environment.hosts.insert("hearing".to_owned(), vision);
    });
    assert!(all.iter().any(|finding| finding.to_string().contains("`hearing` and `vision`")), "{all:?}");
}

#[test]
fn only_sensors_and_actuators_have_a_lag() {
    for lag_s in [-0.1, f64::NAN, f64::INFINITY, 1e9] {
        let all = findings(|scene| hosted(scene, "robot.pose", lag_s));
        assert!(all.iter().any(|finding| finding.is_error() && finding.to_string().contains("a lag of")));
    }
    let robot = finding(|scene| hosted(scene, "robot", 0.1));
    assert_error(&robot, "scene::bad-host", "only sensors and actuators can have one");
}
