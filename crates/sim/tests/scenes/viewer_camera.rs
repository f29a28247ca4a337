//! The camera of viewers: services, parent, and its absence from the state.

use morse_scene::value::Value;
use morse_sim::Simulation;
use morse_sim::contract::service::Answer;

use crate::common::{Client, TestScene, simulation};

fn call(simulation: &mut Simulation, service: &str, arguments: &[Value]) -> Answer {
    let client = Client::new();
    client.send_now(simulation, "simulation", service, arguments);
    client.answers().remove(0).1
}

fn value(simulation: &mut Simulation, service: &str, arguments: &[Value]) -> Value {
    match call(simulation, service, arguments) {
        Answer::Success(value) => value,
        other => panic!("{service}: {other:?}"),
    }
}

fn list(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}

fn scene(parent: Option<&str>) -> TestScene {
    let mut scene = TestScene::one_robot();
    let camera = &mut scene.0.environment.camera;
    (camera.location, camera.rotation) = ([0.0, 10.0, 15.0], [0.0; 3]);
    camera.parent = parent.map(str::to_owned);
    scene
}

#[test]
fn camera_is_where_the_environment_puts_it() {
    let mut simulation = simulation(&scene(None));
    assert_eq!(value(&mut simulation, "get_camarafp_position", &[]), list(&[0.0, 10.0, 15.0]));
    let rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 10.0], [0.0, 0.0, 1.0, 15.0], [0.0, 0.0, 0.0, 1.0]];
    let transform = Value::List(rows.iter().map(|row| list(row)).collect());
    assert_eq!(value(&mut simulation, "get_camarafp_transform", &[]), transform);
    let projection = value(&mut simulation, "get_camarafp_projection_matrix", &[]);
    let last = projection.as_list().and_then(<[Value]>::last).cloned();
    assert_eq!(last, Some(list(&[0.0, 0.0, -1.0, 0.0])));
}

#[test]
fn clients_move_the_camera_and_get_their_values_back() {
    let mut simulation = simulation(&scene(None));
    let place = list(&[1.0, 2.0, 3.0]);
    assert_eq!(value(&mut simulation, "set_camarafp_position", std::slice::from_ref(&place)), place);
    assert_eq!(value(&mut simulation, "get_camarafp_position", &[]), place);
    // A quarter turn to the left, at (4, 5, 6).
    let rows = [[0.0, -1.0, 0.0, 4.0], [1.0, 0.0, 0.0, 5.0], [0.0, 0.0, 1.0, 6.0], [0.0, 0.0, 0.0, 1.0]];
    let transform = Value::List(rows.iter().map(|row| list(row)).collect());
    assert_eq!(value(&mut simulation, "set_camarafp_transform", std::slice::from_ref(&transform)), transform);
    let yaw = simulation.world_from_viewer_camera().euler().yaw;
    assert!((yaw - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{yaw}");
    assert_eq!(value(&mut simulation, "get_camarafp_position", &[]), list(&[4.0, 5.0, 6.0]));
    let projection = [transform];
    assert_eq!(value(&mut simulation, "set_camarafp_projection_matrix", &projection), projection[0]);
    assert_eq!(value(&mut simulation, "get_camarafp_projection_matrix", &[]), projection[0]);
    assert_eq!(value(&mut simulation, "set_camarafp_far_clip", &[500.0.into()]), 500.0.into());
    assert_eq!(value(&mut simulation, "set_camarafp_far_clip", &[(-1.0).into()]), 0.into());
}

#[test]
fn wrong_matrices_are_refused() {
    let mut simulation = simulation(&scene(None));
    let short = Value::List(vec![list(&[1.0, 0.0]), list(&[0.0, 1.0])]);
    let flat = Value::List(vec![list(&[0.0; 4]); 4]);
    for service in ["set_camarafp_transform", "set_camarafp_projection_matrix"] {
        let Answer::Failed(error) = call(&mut simulation, service, std::slice::from_ref(&short)) else {
            panic!("{service} was not refused")
        };
        assert!(error.to_string().contains("The Matrix must be 4x4 [[float]]"), "{error}");
    }
    assert!(matches!(call(&mut simulation, "set_camarafp_transform", &[flat]), Answer::Failed(_)));
}

#[test]
fn camera_rides_on_its_parent_and_changes_no_digest() {
    let mut simulation = simulation(&scene(Some("robot")));
    let digest = simulation.digest().unwrap();
    let to = [Value::from("robot"), list(&[1.0, 1.0, 0.0])];
    value(&mut simulation, "set_camarafp_position", &[list(&[0.0, 0.0, 2.0])]);
    assert_eq!(simulation.digest().unwrap(), digest);
    value(&mut simulation, "set_object_position", &to);
    assert_eq!(value(&mut simulation, "get_camarafp_position", &[]), list(&[1.0, 1.0, 2.0]));
}
