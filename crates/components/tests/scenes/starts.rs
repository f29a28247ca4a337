//! Tests of objects that start inside of other bodies or over nothing, and of drives that do not fit their robot.

use morse_scene::diagnostic::{Code, Diagnostic};
use serde_json::json;

use crate::common::{ATRV, FAKE, Run, Scene};

fn quadrotor() -> Scene {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("Quadrotor").unwrap();
    Scene::new().built(builder, &class.class).sensor("pose", "pose.Pose")
}

/// The findings with a code: their objects and texts.
fn found(scene: &Scene, code: Code) -> Vec<(String, String)> {
    let findings = scene.obstacles().into_iter().filter(|finding| finding.code == code);
    findings.map(|Diagnostic { object, message, .. }| (object.unwrap_or_default(), message)).collect()
}

fn height(run: &Run, object: &str) -> f64 {
    let world = run.simulation.world();
    world.world_from(world.find(object).unwrap()).translation.z
}

#[test]
fn quadrotor_at_its_default_place_stands_on_the_ground_and_is_named_with_its_depth() {
    for environment in ["empty", "indoors-1/boxes", "indoors-1/indoor-1"] {
        let scene = quadrotor().in_environment(environment);
        let found = found(&scene, Code::RunStartsInside);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "robot");
        assert!(found[0].1.contains(" cm deep in `"), "{found:?}");
        let mut run = scene.run();
        let starts = run.seconds(1.0).read("pose", "z");
        let ends = run.seconds(3.0).read("pose", "z");
        assert!((0.0..0.3).contains(&ends) && (starts - ends).abs() < 0.02, "{environment}: {starts} {ends}");
    }
}

#[test]
fn robots_at_their_default_place_on_flat_ground_are_not_named() {
    let catalog = morse_components::catalog();
    for name in ["ATRV", "B21", "Jido", "Pioneer3DX", "SegwayRMP400", "PatrolBot", "Morsy", "RMax"] {
        let (class, builder) = catalog.by_builder(name).unwrap();
        let scene = Scene::new().built(builder, &class.class);
        for code in [Code::RunStartsInside, Code::RunOverNothing] {
            assert_eq!(found(&scene, code), [], "{name}");
        }
    }
}

#[test]
fn robot_in_a_wall_is_named_and_pushed_out_without_a_jump() {
    let scene = Scene::new()
        .object(json!({"name": "wall", "kind": "object", "location": [0.5, 0.0, 2.0],
            "shape": {"kind": "cube", "half_extents": [0.2, 3.0, 2.0]}, "body": {"physics": "STATIC"}}))
        .robot(ATRV)
        .with("location", json!([0.0, 0.0, 0.05]))
        .sensor("pose", "pose.Pose");
    let found = found(&scene, Code::RunStartsInside);
    assert!(
        matches!(&found[..], [(robot, text)] if robot == "robot" && text.contains("`wall`")),
        "{found:?}"
    );
    let mut run = scene.run();
    run.seconds(3.0);
    let [x, y, z] = run.reads("pose", ["x", "y", "z"]);
    assert!((-1.0..0.0).contains(&x) && y.abs() < 0.1 && (0.0..0.3).contains(&z), "{x} {y} {z}");
}

#[test]
fn robot_over_nothing_is_named_and_named_once_more_when_it_has_fallen() {
    let scene = Scene::new().robot(ATRV).at([5000.0, 0.0, 1.0], 0.0);
    let found = found(&scene, Code::RunOverNothing);
    assert!(matches!(&found[..], [(robot, _)] if robot == "robot"), "{found:?}");
    let mut run = scene.run();
    let mut fell = 0;
    for _ in 0..600 {
        run.step(1);
        fell += run.simulation.world().events().len();
    }
    assert_eq!(fell, 1);
    assert!(height(&run, "robot") < -100.0);
}

#[test]
fn boat_that_its_motors_let_float_is_not_named_over_nothing() {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("Boat").unwrap();
    let boat = || Scene::new().built(builder, &class.class).at([5000.0, 0.0, 0.0], 0.0);
    assert_eq!(found(&boat(), Code::RunOverNothing).len(), 1);
    let afloat = found(&boat().actuator("motors", "boat_control.BoatControl"), Code::RunOverNothing);
    assert!(afloat.is_empty(), "{afloat:?}");
}

#[test]
fn robot_below_the_ground_is_named() {
    let found = found(&Scene::new().robot(ATRV).at([0.0, 0.0, -3.0], 0.0), Code::RunOverNothing);
    assert!(matches!(&found[..], [(_, text)] if text.contains("`Ground`")), "{found:?}");
}

#[test]
fn drive_that_displaces_a_robot_with_wheels_to_the_side_is_named() {
    let catalog = morse_components::catalog();
    let (class, builder) = catalog.by_builder("SegwayRMP400").unwrap();
    let drive = |control: &str| {
        let scene = Scene::new().built(builder, &class.class).actuator("motion", "xy_omega.MotionXYW");
        found(&scene.with("properties", json!({"ControlType": control})), Code::RunSideways).len()
    };
    assert_eq!(["Position", "Velocity"].map(drive), [1, 0]);
}

#[test]
fn velocity_drive_of_a_robot_without_a_body_is_named() {
    for drive in ["xy_omega.MotionXYW", "v_omega.MotionVW", "waypoint.Waypoint", "keyboard.Keyboard"] {
        let scene = Scene::new().robot(FAKE).actuator("motion", drive);
        let scene = scene.with("properties", json!({"ControlType": "Velocity"}));
        assert_eq!(found(&scene, Code::RunNothingMoves).len(), 1, "{drive}");
    }
}
