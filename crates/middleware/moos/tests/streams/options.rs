//! Options of streams and of the manager, good and bad.

use morse_moos::MoosMiddleware;
use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;
use morse_sim::transport::stream::Middleware;

use crate::data::{Case, case, numbers};

fn gps() -> Case {
    case("gps.GPSNotifier", numbers(DataKind::Position, &[("x", 0.0), ("y", 0.0), ("z", 0.0)]))
}

fn problem(case: &Case) -> String {
    case.publisher(&mut MoosMiddleware::new()).err().unwrap().to_string()
}

#[test]
fn defaults_are_those_of_morse() {
    let mut moos = MoosMiddleware::new();
    gps().publisher(&mut moos).unwrap();
    let endpoint = moos.endpoints("robot.sensor").remove(0);
    assert_eq!(endpoint.get("database").unwrap().as_str(), Some("127.0.0.1:9000"));
    assert_eq!(endpoint.get("client").unwrap().as_str(), Some("iMorse"));
    assert_eq!(
        endpoint.get("variables").unwrap().as_str(),
        Some("MORSE_GPS_E_X MORSE_GPS_N_Y MORSE_GPS_ALT_Z")
    );
}

#[test]
fn wrong_options_are_refused_with_the_reason() {
    for port in [Value::from(0), Value::from(70_000), Value::from(-1), Value::from("9000"), Value::from(1.5)]
    {
        assert!(problem(&gps().option("moos_port", port)).contains("1 to 65535"));
    }
    assert!(problem(&gps().option("moos_host", 5)).contains("`moos_host`"));
    assert!(problem(&gps().option("moos_host", "")).contains("`moos_host`"));
    for name in ["", "a,b", "a b", "a\n", "x".repeat(256).as_str()] {
        assert!(problem(&gps().option("moos_name", name)).contains("1 to 255 bytes"), "{name}");
    }
}

#[test]
fn unknown_classes_are_rejected_with_a_suggestion() {
    let problem = problem(&Case { class: "morse.middleware.moos.gps.GPSNotifer".to_owned(), ..gps() });
    assert!(problem.contains("did you mean `morse.middleware.moos.gps.GPSNotifier`?"), "{problem}");
}
