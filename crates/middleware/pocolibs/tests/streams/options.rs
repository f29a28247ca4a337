//! Options of streams and of the manager, good and bad.

use std::net::IpAddr;

use morse_pocolibs::PocolibsMiddleware;
use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::Middleware;

use crate::data::{Case, case, numbers};

fn middleware() -> PocolibsMiddleware {
    let mut middleware = PocolibsMiddleware::new(IpAddr::from([127, 0, 0, 1]));
    middleware.configure(&Map::from([("h2dev_dir", "/nowhere")])).unwrap();
    middleware
}

fn pose() -> Case {
    case("sensors.pom.PomPoster", numbers(DataKind::Pose, &[("x", 0.0)]))
}

fn problem(case: &Case) -> String {
    case.publisher(&mut middleware()).err().unwrap().to_string()
}

#[test]
fn invalid_poster_names_are_rejected() {
    assert!(problem(&pose().option("poster", "x".repeat(32))).contains("1 to 31 bytes"));
    assert!(problem(&pose().option("poster", "")).contains("1 to 31 bytes"));
    assert!(problem(&pose().option("poster", 3)).contains("must be a name"));
    let long = Case { component: "robot.with_a_very_long_name.and.a.sensor", ..pose() };
    assert!(problem(&long).contains("give the stream another `poster`"));
}

#[test]
fn two_streams_cannot_write_the_same_poster() {
    let mut middleware = middleware();
    let _first = pose().publisher(&mut middleware).unwrap();
    let problem = pose().publisher(&mut middleware).err().unwrap().to_string();
    assert!(problem.contains("writes the poster robot.sensor already"), "{problem}");
}

#[test]
fn wrong_options_are_refused_with_the_reason() {
    let sensor = || case("sensors.pom.PomSensorPoster", numbers(DataKind::Pose, &[("x", 0.0)]));
    assert!(problem(&sensor().option("reference_frame", 1).option("confidence", 1.0)).contains("a text"));
    assert!(
        problem(&sensor().option("reference_frame", "r").option("confidence", "x"))
            .contains("a finite number")
    );
    let other = Case { class: "morse.middleware.pocolibs.sensors.pom.PomPostre".to_owned(), ..pose() };
    assert!(problem(&other).contains("did you mean"));
    let camera = case("sensors.viam.ViamPoster", numbers(DataKind::Image, &[("image", 0.0)]));
    assert!(problem(&camera).contains("`cam_width`"));
    let lacking = Value::Map(Map::from([("size", 8)]));
    let states = case("sensors.platine_posture.PlatinePoster", numbers(DataKind::PanTilt, &[("pan", 0.0)]));
    assert!(problem(&states.option("struct", lacking)).contains("lacks stateRad.pos.pan"));
}

#[test]
fn wrong_options_of_the_manager_are_refused() {
    for (key, value) in [
        ("h2dev_dir", Value::from(1)),
        ("h2_init", Value::from("yes")),
        ("com_lib_major", Value::from(-1)),
        ("port", Value::from(70_000)),
    ] {
        let options = Map::from([(key, value)]);
        assert!(middleware().configure(&options).unwrap_err().to_string().contains(key), "{key}");
    }
}
